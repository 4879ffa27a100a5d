/* SPDX-License-Identifier: MIT */
#ifndef GOCC_PACKED_H
#define GOCC_PACKED_H

#include <stddef.h>

#include "rules.h"

/* Unpacks the text that begins at an offset into at most `size` bytes, the NUL included, and
 * returns its length. devices/catalogue.py ensures that the texts fit. */
size_t gocc_unpack(const struct gocc_packed *packed, uint32_t at, char *text, size_t size);

#endif
