/* SPDX-License-Identifier: MIT
 *
 * Lists the line tables of the kernels of a file: "kernel TARGET NAME", then "ADDRESS LINE NUMBER
 * INLINED_AT FILE|DIRECTORY|FUNCTION", and the status. Usage: line_list FILE
 */
#include <stdio.h>

#include <gpuocc/code.h>

static int32_t take_line(void *user, const gpuocc_code_line *line)
{
    (void)user;
    printf("%lx %lu %lu %lu %.*s|%.*s|%.*s\n", (unsigned long)line->address,
           (unsigned long)line->line, (unsigned long)line->number, (unsigned long)line->inlined_at,
           (int)line->file.length, line->file.at, (int)line->directory.length, line->directory.at,
           (int)line->function.length, line->function.at);
    return 0;
}

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    (void)user;
    printf("kernel %.*s %.*s\n", (int)found->target.length, found->target.at,
           (int)found->name.length, found->name.at);
    printf("status %ld\n", (long)gpuocc_code_lines(found, take_line, NULL, NULL));
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
