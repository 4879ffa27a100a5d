/* SPDX-License-Identifier: MIT */
/** \file
 * Derives the limits of an occupancy step by step, with the figures filled in and in the vendor's
 * words: "96 registers x 32 threads = 3072 registers of a warp, ...". No memory is allocated and no
 * state is kept.
 */
#ifndef GPUOCC_WHY_H
#define GPUOCC_WHY_H

#include <gpuocc/gpuocc.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Writes why a limit (enum gpuocc_limit) allows as many groups as it does: one sentence for each
 * step, each ended by a newline, and after the steps one line for each document that the figures
 * come from, which begins with "Source: ". `occupancy` was made of `device` and `kernel`.
 *
 * What a wave or a group allocates and what a core has are results of the occupancy (ALLOCATED,
 * CAPACITY); the steps say how the first follows from what the kernel asks for, and divide. They
 * are written only if they lead to GPUOCC_RESULT_LIMIT. Where they do not, because a tool's
 * convention or a rule of one architecture departs from them, the text states the amounts and the
 * result without steps; where the limit is a range, its bounds.
 *
 * The text is NUL-terminated and takes at most `bytes` bytes; `text` may be NULL if `bytes` is 0.
 * Returns the length of the whole text without the NUL; 0, and an empty text, if the limit does not
 * exist, does not apply to this device and kernel, or a pointer is NULL.
 */
GPUOCC_API size_t gpuocc_why_text(const gpuocc_occupancy *occupancy, const gpuocc_device *device,
                                  const gpuocc_kernel *kernel, uint32_t limit, char *text,
                                  size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
