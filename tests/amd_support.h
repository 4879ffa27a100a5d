/* SPDX-License-Identifier: MIT
 *
 * What the tests of AMD share: values compared row by row, with one line of TAP for each topic.
 */
#ifndef AMD_SUPPORT_H
#define AMD_SUPPORT_H

#include "rows.h"
#include "support.h"
#include "topic.h"

static inline void equal(const struct rows *r, const char *what, uint64_t got, long long wanted)
{
    same(got, (uint64_t)wanted, what, r->row);
}

static inline void compared(const char *what)
{
    char text[80];

    snprintf(text, sizeof text, "%s:", what);
    topic_end(text, "values compared");
}

static inline uint32_t mode_of(const struct rows *r)
{
    return strcmp(cell(r, "mode"), "wgp") == 0 ? GPUOCC_CORE_MODE_WGP : GPUOCC_CORE_MODE_CU;
}

#endif
