/* SPDX-License-Identifier: MIT
 *
 * The functions that the page provides for the readers of kernels. Formats: 0 LZ4 block, 1 zstd, 2
 * zlib.
 */
#ifndef GPUOCC_WEB_IMPORTED_H
#define GPUOCC_WEB_IMPORTED_H

#include <stddef.h>
#include <stdint.h>

/* Returns the number of bytes written to `to`, or -1. */
__attribute__((import_module("env"), import_name("unpack"))) int32_t
page_unpack(uint32_t format, const void *from, size_t length, void *to, size_t room);

/* Returns the number of bytes of the zstd frame or zlib stream that begins here, or -1. */
__attribute__((import_module("env"), import_name("packed_length"))) int32_t
page_packed_length(uint32_t format, const void *from, size_t length);

#endif
