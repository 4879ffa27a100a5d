/* SPDX-License-Identifier: MIT
 *
 * Members of archives of ar(1): static libraries, and Intel's fat binaries.
 */
#ifndef GPUOCC_TOOLS_KERNELS_ARCHIVE_H
#define GPUOCC_TOOLS_KERNELS_ARCHIVE_H

#include "bytes.h"

struct archive_member {
    struct reader_text name; /* up to its '/', at most 16 bytes */
    struct bytes data;
    uint64_t offset; /* of the data in the file */
};

/* Whether the file begins as archives do; *at is then where its first member begins. */
int archive_open(struct bytes file, uint64_t *at);

/* Takes the member that begins at *at, and moves *at behind it: 1, 0 at the end of the file, -1
 * where the file is cut off or damaged. */
int archive_next(struct bytes file, uint64_t *at, struct archive_member *member);

#endif
