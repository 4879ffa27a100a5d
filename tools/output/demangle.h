/* SPDX-License-Identifier: MIT
 *
 * Demangles C++ names, with the C++ library if the build found one.
 */
#ifndef TOOL_DEMANGLE_H
#define TOOL_DEMANGLE_H

#include "output/text.h"

/* Whether this build can demangle names. */
int can_demangle(void);

/* Adds the name demangled, or unchanged if it is not mangled. */
void text_add_demangled(struct text *text, const char *name, size_t length);

#endif
