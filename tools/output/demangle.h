/* SPDX-License-Identifier: MIT
 *
 * Names of C++ as written in the source, by the C++ library where the build found one.
 */
#ifndef TOOL_DEMANGLE_H
#define TOOL_DEMANGLE_H

#include "output/text.h"

/* Whether this build can. */
int can_demangle(void);

/* Adds the name as written in the source, or as it is where it is not mangled. */
void text_add_demangled(struct text *text, const char *name, size_t length);

#endif
