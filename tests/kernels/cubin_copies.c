/* SPDX-License-Identifier: MIT
 *
 * Writes the cubins of a target in a library, those of up to 4,000,000 bytes, as FOLDER/0.cubin and
 * so on, and prints how many. Usage: cubin_copies FILE TARGET FOLDER
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

struct copies {
    const char *target, *folder;
    void *last; /* the cubin that was written last: each of its kernels comes with it */
    size_t last_bytes;
    unsigned long count;
};

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    struct copies *copies = user;
    char path[4096];
    FILE *file;
    void *copy;

    if (found->object == NULL || found->object_bytes > 4000000 ||
        found->target.length != strlen(copies->target) ||
        memcmp(found->target.at, copies->target, found->target.length) != 0 ||
        (found->object_bytes == copies->last_bytes &&
         memcmp(found->object, copies->last, copies->last_bytes) == 0))
        return 0;
    copy = realloc(copies->last, found->object_bytes);
    snprintf(path, sizeof path, "%s/%lu.cubin", copies->folder, copies->count++);
    file = fopen(path, "wb");
    if (copy == NULL || file == NULL || found->object_bytes == 0)
        exit(1);
    copies->last = memcpy(copy, found->object, found->object_bytes);
    copies->last_bytes = found->object_bytes;
    if (fwrite(copy, 1, found->object_bytes, file) != found->object_bytes || fclose(file) != 0)
        exit(1);
    return 0;
}

int main(int count, char **arguments)
{
    struct copies copies = {NULL, NULL, NULL, 0, 0};
    const gpuocc_kernels_callbacks reader = {
        .size = sizeof reader, .user = &copies, .kernel = take};
    FILE *file = count == 4 ? fopen(arguments[1], "rb") : NULL;
    unsigned char *bytes;
    size_t length;
    int32_t status;
    long end;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        return 2;
    rewind(file);
    copies.target = arguments[2];
    copies.folder = arguments[3];
    bytes = malloc((size_t)end + 1);
    length = bytes != NULL ? fread(bytes, 1, (size_t)end, file) : 0;
    fclose(file);
    status = gpuocc_kernels_read(&reader, bytes, length);
    printf("%lu\n", copies.count);
    free(copies.last);
    free(bytes);
    return status == GPUOCC_KERNELS_OK ? 0 : 1;
}
