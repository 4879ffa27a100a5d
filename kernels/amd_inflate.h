/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_INFLATE_H
#define GPUOCC_TOOLS_KERNELS_AMD_INFLATE_H

#include "bytes.h"
#include "nest.h"

/* The bytes of the zstd frame that begins here; all of them if that cannot be told. */
size_t amd_zstd_length(struct bytes packed);

/* Unpacks a zlib stream of exactly `room` bytes into new memory (free it); *taken is its length.
 * NULL after it reported why not, at `offset`. */
unsigned char *amd_inflate(struct bytes packed, uint64_t room, size_t *taken, uint64_t offset,
                           struct reader_sink *sink);

#endif
