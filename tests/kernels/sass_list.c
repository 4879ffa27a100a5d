/* SPDX-License-Identifier: MIT
 *
 * Lists the machine code of NVIDIA's kernels of a file: "kernel TARGET NAME", "code HEX", for each
 * loop "loop FIRST LAST INSTRUCTIONS", and for each instruction "ADDRESS CLASS WIDTH GUARDED
 * COUNTER WAITS TARGET NAME". Of every Nth kernel, until there are MOST instructions of its target.
 * Usage: sass_list FILE [N [MOST]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#define TARGETS 32

static unsigned long every = 1, most = ~0ul, kernels;
static struct {
    char name[16];
    unsigned long listed;
} targets[TARGETS];

static unsigned long *listed_of(gpuocc_kernels_text target)
{
    unsigned i;

    for (i = 0; i < TARGETS - 1 && targets[i].name[0] != 0; i++)
        if (strlen(targets[i].name) == target.length &&
            memcmp(targets[i].name, target.at, target.length) == 0)
            return &targets[i].listed;
    if (target.length < sizeof targets[i].name)
        memcpy(targets[i].name, target.at, target.length);
    return &targets[i].listed;
}

static int32_t list_loop(void *user, const gpuocc_code_loop *loop)
{
    (void)user;
    if (loop->extent != GPUOCC_CODE_ALL)
        printf("loop %lx %lx %lu\n", (unsigned long)loop->first, (unsigned long)loop->last,
               (unsigned long)loop->instructions);
    return 0;
}

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    const unsigned char *bytes = found->code;
    unsigned long *listed = listed_of(found->target);
    gpuocc_code_instruction now = {0};
    gpuocc_code code = {0};
    uint32_t at;
    size_t i;

    (void)user;
    code.size = sizeof code;
    code.target = found->target;
    code.bytes = found->code;
    code.length = found->code_bytes / 16 * 16;
    now.size = sizeof now;
    if (found->target.length < 4 || memcmp(found->target.at, "sm_", 3) != 0 || code.length == 0 ||
        kernels++ % every != 0 || *listed >= most)
        return 0;
    *listed += code.length / 16;
    printf("kernel %.*s %.*s\ncode ", (int)found->target.length, found->target.at,
           (int)found->name.length, found->name.at);
    for (i = 0; i < code.length; i++)
        printf("%02x", bytes[i]);
    printf("\n");
    gpuocc_code_loops(&code, NULL, 0, list_loop, NULL);
    for (at = 0; gpuocc_code_decode(&code, at, &now) == GPUOCC_CODE_OK; at += now.length)
        printf("%lx %s %lu %d %ld %lx %lx %s\n", (unsigned long)at,
               gpuocc_code_class_name(now.kind), (unsigned long)now.lane_bytes,
               (int)(now.flags >> GPUOCC_CODE_FLAG_GUARDED & 1),
               now.counter == GPUOCC_CODE_NONE ? -1 : (long)now.counter, (unsigned long)now.waits,
               (unsigned long)now.target, now.mnemonic);
    return 0;
}

int main(int count, char **arguments)
{
    const gpuocc_kernels_callbacks reader = {sizeof reader, NULL, take, NULL, NULL, 0, NULL};
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    unsigned char *bytes;
    long length;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) <= 0)
        return 2;
    every = count > 2 ? strtoul(arguments[2], NULL, 10) : 1;
    most = count > 3 ? strtoul(arguments[3], NULL, 10) : most;
    bytes = malloc((size_t)length);
    rewind(file);
    if (bytes == NULL || every == 0 || fread(bytes, 1, (size_t)length, file) != (size_t)length)
        return 2;
    fclose(file);
    count = gpuocc_kernels_read(&reader, bytes, (size_t)length);
    free(bytes);
    return count == GPUOCC_KERNELS_OK ? 0 : 1;
}
