/* SPDX-License-Identifier: MIT
 *
 * Declares what the readers of texts about NVIDIA's kernels share.
 */
#ifndef GPUOCC_KERNELS_NVIDIA_H
#define GPUOCC_KERNELS_NVIDIA_H

#include "text_lines.h"

/* Returns the number in "sm_90a", or 0. */
static inline uint64_t nvidia_version(gpuocc_kernels_text target)
{
    uint64_t number;

    (void)text_skip(&target, "sm_");
    (void)text_number(&target, &number);
    return number;
}

/* Subtracts the shared memory that the linker adds to each kernel from sm_90 on, which the library
 * adds itself. If the target is unknown (0), says that it may be included, unless the bytes of
 * constant bank 0 are fewer than sm_90 has without arguments. */
static inline void nvidia_without_reserve(gpuocc_kernels_found *kernel, uint64_t sm,
                                          uint32_t constant_bytes)
{
    enum { RESERVE = 1024, CONSTANTS = 528 };
    const int unsaid = sm == 0 && constant_bytes >= CONSTANTS;

    if (kernel->kernel.shared_bytes < RESERVE || kernel->kernel.shared_bytes == GPUOCC_UNKNOWN)
        return;
    if (sm >= 90)
        kernel->kernel.shared_bytes -= RESERVE;
    else if (unsaid)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_RESERVE_UNSAID;
}

#endif
