/* SPDX-License-Identifier: MIT
 *
 * The part of LZ4's interface that kernels/ uses, implemented by the page (web/unpack.js).
 */
#ifndef GPUOCC_WEB_LZ4_H
#define GPUOCC_WEB_LZ4_H

#include "imported.h"

static inline int LZ4_decompress_safe(const char *from, char *to, int length, int room)
{
    return page_unpack(0, from, (size_t)length, to, (size_t)room);
}

#endif
