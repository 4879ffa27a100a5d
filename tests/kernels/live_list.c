/* SPDX-License-Identifier: MIT
 *
 * Lists the registers that each instruction of NVIDIA's kernels of a file occupies: "kernel TARGET
 * NAME", then "ADDRESS GENERAL PREDICATE UNIFORM UNIFORM_PREDICATE CARRIED PARTIAL".
 * Usage: live_list FILE
 */
#include <stdio.h>
#include <stdlib.h>

#include <gpuocc/code.h>

static int32_t take_live(void *user, const gpuocc_code_live *live)
{
    uint32_t file;

    (void)user;
    printf("%lx", (unsigned long)live->address);
    for (file = 0; file < GPUOCC_CODE_FILE_COUNT; file++)
        printf(" %lu", (unsigned long)live->registers[file]);
    printf(" %lu %lu\n", (unsigned long)live->carried, (unsigned long)live->partial);
    return 0;
}

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    unsigned char memory[64];
    int32_t status;

    (void)user;
    printf("kernel %.*s %.*s\n", (int)found->target.length, found->target.at,
           (int)found->name.length, found->name.at);
    status = gpuocc_code_liveness(&code, memory, sizeof memory, take_live, NULL);
    if (found->code_bytes != 0 && status != GPUOCC_CODE_NOT_READ &&
        status != GPUOCC_CODE_ERROR_MEMORY)
        printf("status %ld with no memory\n", (long)status);
    status = gpuocc_code_liveness(&code, NULL, 0, take_live, NULL);
    if (status != GPUOCC_CODE_OK)
        printf("status %ld\n", (long)status);
    return 0;
}

int main(int count, char **arguments)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take};
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    static unsigned char bytes[1 << 22];
    size_t length;

    if (file == NULL)
        return 2;
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return gpuocc_kernels_read(&reader, bytes, length) == GPUOCC_KERNELS_OK ? 0 : 1;
}
