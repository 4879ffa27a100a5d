/* SPDX-License-Identifier: MIT
 *
 * Lists the machine code of each kernel of a file: "kernel NAME", then "ADDRESS LENGTH CLASS WIDTH
 * NAME" for each instruction.
 */
#include <stdio.h>
#include <stdlib.h>

#include <gpuocc/code.h>

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    gpuocc_code_instruction now = {0};
    gpuocc_code code = {0};
    uint32_t at;

    (void)user;
    code.size = sizeof code;
    code.target = found->target;
    code.bytes = found->code;
    code.length = found->code_bytes;
    now.size = sizeof now;
    printf("kernel %.*s\n", (int)found->name.length, found->name.at);
    for (at = 0; gpuocc_code_decode(&code, at, &now) == GPUOCC_CODE_OK; at += now.length)
        printf("%lx %lu %s %lu %s\n", (unsigned long)at, (unsigned long)now.length,
               gpuocc_code_class_name(now.kind), (unsigned long)now.lane_bytes, now.name);
    return 0;
}

int main(int count, char **arguments)
{
    const gpuocc_kernels_callbacks reader = {sizeof reader, NULL, take, NULL, NULL, 0, NULL};
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    const size_t room = (size_t)64 << 20;
    unsigned char *bytes = malloc(room);
    size_t length;
    int32_t status;

    if (file == NULL || bytes == NULL)
        return 2;
    length = fread(bytes, 1, room, file);
    fclose(file);
    status = gpuocc_kernels_read(&reader, bytes, length);
    free(bytes);
    return status == GPUOCC_KERNELS_OK ? 0 : 1;
}
