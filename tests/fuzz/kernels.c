/* SPDX-License-Identifier: MIT
 *
 * Calls gpuocc_kernels_read() with the caller's memory: the first two bytes are the size of the
 * arena, in units of 64 bytes, and the second one also determines where reading stops.
 */
#include <stdlib.h>
#include <string.h>

#include <gpuocc/kernels.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static volatile unsigned fuzz_sum;

static void look(gpuocc_kernels_text text)
{
    while (text.length-- > 0)
        fuzz_sum += (unsigned char)*text.at++;
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    unsigned *left = user;
    gpuocc_kernel asked;

    look(found->name);
    look(found->target);
    if (found->notes >> GPUOCC_KERNELS_NOTE_COUNT != 0 ||
        gpuocc_kernels_convert(found, NULL, &asked) >> GPUOCC_KERNELS_ASSUMED_COUNT != 0 ||
        asked.threads_per_group == 0)
        abort();
    return (*left)-- == 0;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    (void)offset;
    if (sentence[0] == 0 || strlen(sentence) > 255)
        abort();
}

static void take_uncompiled(void *user, const char *kind, const char *target, uint64_t parts)
{
    (void)user;
    if (kind[0] == 0 || strncmp(target, "sm_", 3) != 0 || parts == 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const size_t room = length > 1 ? 64 * (size_t)(bytes[0] + 256 * bytes[1]) : 0;
    unsigned left = length > 1 && bytes[1] > 128 ? bytes[0] : ~0u;
    gpuocc_kernels_callbacks reader = {sizeof reader, &left, take_kernel,    take_warning,
                                       NULL,          0,     take_uncompiled};
    uint8_t *copy, *memory;

    if (length < 2)
        return 0;
    copy = malloc(length);
    memory = malloc(room + 1);
    if (copy != NULL && memory != NULL) {
        memcpy(copy, bytes + 2, length - 2);
        reader.memory = memory;
        reader.memory_bytes = room;
        (void)gpuocc_kernels_read(&reader, copy, length - 2);
    }
    free(copy);
    free(memory);
    return 0;
}
