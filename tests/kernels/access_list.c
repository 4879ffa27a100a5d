/* SPDX-License-Identifier: MIT
 *
 * Lists the memory accesses of the kernels of a file: "kernel TARGET NAME", then "ADDRESS CLASS
 * BYTES PATTERN SECTORS PASSES CAUSE CAUSE_ADDRESS", and of shared memory, if the passes are known,
 * the address of each lane less that of the first. Usage: access_list FILE [THREADS_X THREADS_Y]
 */
#include <stdio.h>
#include <stdlib.h>

#include <gpuocc/code.h>

static uint32_t threads[2], lanes;

static int32_t take_access(void *user, const gpuocc_code_access *access)
{
    uint32_t i;

    (void)user;
    printf("%lx %s %lu %lu %lu %lu %lu %lx", (unsigned long)access->address,
           gpuocc_code_class_name(access->kind), (unsigned long)access->lane_bytes,
           (unsigned long)access->pattern, (unsigned long)access->sectors,
           (unsigned long)access->passes, (unsigned long)access->cause,
           (unsigned long)access->cause_address);
    for (i = 0; access->passes != 0 && i < lanes; i++)
        printf(" %ld", (long)(int32_t)(access->lanes_at[i] - access->lanes_at[0]));
    putchar('\n');
    return 0;
}

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    gpuocc_code_wave wave = {.size = sizeof wave};
    int32_t status;

    (void)user;
    (void)gpuocc_code_first_wave(found, &wave);
    if (threads[0] != 0) {
        wave.threads_x = threads[0];
        wave.threads_y = threads[1];
    }
    lanes = wave.lanes;
    printf("kernel %.*s %.*s\n", (int)found->target.length, found->target.at,
           (int)found->name.length, found->name.at);
    status = gpuocc_code_accesses(&code, &wave, NULL, 0, take_access, NULL);
    if (status != GPUOCC_CODE_OK)
        printf("status %ld\n", (long)status);
    return 0;
}

int main(int count, char **arguments)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take};
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    unsigned char *bytes;
    int32_t status;
    size_t length;
    long end;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        return 2;
    rewind(file);
    if (count > 3) {
        threads[0] = (uint32_t)strtoul(arguments[2], NULL, 0);
        threads[1] = (uint32_t)strtoul(arguments[3], NULL, 0);
    }
    bytes = malloc((size_t)end + 1);
    length = bytes != NULL ? fread(bytes, 1, (size_t)end, file) : 0;
    fclose(file);
    status = gpuocc_kernels_read(&reader, bytes, length);
    free(bytes);
    return status == GPUOCC_KERNELS_OK ? 0 : 1;
}
