/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_INFLATE_H
#define GPUOCC_TOOLS_KERNELS_AMD_INFLATE_H

#include "bytes.h"
#include "nest.h"

/* Returns the length of the zstd frame that begins here, or the length of all bytes if the frame's
 * cannot be found. */
size_t amd_zstd_length(struct bytes packed);

/* Unpacks a zlib stream of exactly `room` bytes into new memory, which the caller gives back, and
 * sets *taken to the stream's length. Returns NULL after it reported the reason with `offset`. */
unsigned char *amd_inflate(struct bytes packed, uint64_t room, size_t *taken, uint64_t offset,
                           struct reader_sink *sink);

#endif
