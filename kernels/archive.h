/* SPDX-License-Identifier: MIT
 *
 * Reads the members of ar(1) archives: static libraries, and Intel's fat binaries.
 */
#ifndef GPUOCC_KERNELS_ARCHIVE_H
#define GPUOCC_KERNELS_ARCHIVE_H

#include "bytes.h"

struct archive_member {
    gpuocc_kernels_text name; /* up to its '/', at most 16 bytes */
    struct bytes data;
    uint64_t offset; /* offset of the data in the file */
};

/* Whether the file begins with an archive's signature; *at is then the offset of its first
 * member. */
int archive_open(struct bytes file, uint64_t *at);

/* Reads the member at *at and moves *at past it. Returns 1, 0 at the end of the file, or -1 if the
 * file is cut off or damaged. */
int archive_next(struct bytes file, uint64_t *at, struct archive_member *member);

#endif
