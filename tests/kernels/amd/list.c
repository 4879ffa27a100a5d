/* SPDX-License-Identifier: MIT
 *
 * Prints what a reader reports about the files, a line for each kernel and problem: for
 * test_amd.py. usage: list READER FILE...   with READER one of any, object, bundle, remarks,
 * assembly
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"

static int kernel(void *user, const gpuocc_kernels_found *k)
{
    const gpuocc_kernel *n = &k->kernel;

    (void)user;
    printf("kernel\t%.*s\t%.*s\t%s\t%u", (int)k->name.length, k->name.at, (int)k->target.length,
           k->target.at, k->format, (unsigned)k->notes);
    printf("\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\n", (unsigned)n->threads_per_group,
           (unsigned)n->wave_size, (unsigned)n->registers_per_thread,
           (unsigned)n->accumulators_per_thread, (unsigned)n->scalar_registers_per_wave,
           (unsigned)n->shared_bytes, (unsigned)n->dynamic_shared_bytes,
           (unsigned)n->max_threads_per_group, (unsigned)n->core_mode,
           (unsigned)n->dynamic_vgpr_block, (unsigned)k->stack_bytes, (unsigned)k->spill_bytes);
    return 0;
}

static void warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    printf("warning\t%llu\t%s\n", (unsigned long long)offset, sentence);
}

static unsigned char *load(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long size = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
        bytes = malloc((size_t)size + 1);
    *length = bytes != NULL ? fread(bytes, 1, (size_t)size, file) : 0;
    if (file != NULL)
        fclose(file);
    return bytes;
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        int (*read)(const unsigned char *, size_t, struct callbacks *);
    } readers[] = {{"any", format_read},
                   {"object", format_code_object},
                   {"bundle", format_bundle},
                   {"remarks", format_remarks},
                   {"assembly", format_amd_assembly}};
    struct callbacks callbacks = {NULL, kernel, warning, 0, NULL, NULL, 0};
    unsigned char *bytes;
    size_t length, j;
    int i;

    for (i = 2; i < count; i++) {
        bytes = load(arguments[i], &length);
        if (bytes == NULL)
            return 1;
        for (j = 0; j < sizeof readers / sizeof readers[0]; j++)
            if (strcmp(arguments[1], readers[j].name) == 0)
                printf("status\t%d\t%s\n", readers[j].read(bytes, length, &callbacks),
                       arguments[i]);
        free(bytes);
    }
    return 0;
}
