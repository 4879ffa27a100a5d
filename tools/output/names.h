/* SPDX-License-Identifier: MIT
 *
 * Cuts names of kernels for a terminal so that different names stay different, and finds parts of
 * names.
 */
#ifndef TOOL_NAMES_H
#define TOOL_NAMES_H

#include <stddef.h>

/* Maximum bytes of a name that is cut. */
#define NAME_SHOWN 44u

struct short_name {
    const char *whole;
    char cut[NAME_SHOWN + 1]; /* empty: the whole name is shown */
    unsigned tried;           /* ways of cutting that did not keep it different */
};

/* Cuts `count` names, of which `whole` is set, where they have more than NAME_SHOWN bytes. A cut
 * name consists of the beginning and the end or, where others have the same, of the beginning and
 * the part in which they differ; a name that would still look like another stays whole. */
void names_cut(struct short_name *names, size_t count);

/* Returns what is shown of a name. */
const char *name_shown(const struct short_name *name);

/* Whether a name of `length` bytes contains `part`; true for NULL. */
int has_part(const char *name, size_t length, const char *part);

/* Whether a file has a kernel of exactly this name: then no other is meant ("s1" is not "s16"). */
int has_kernel(const unsigned char *bytes, size_t length, const char *name);

#endif
