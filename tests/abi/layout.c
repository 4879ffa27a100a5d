/* SPDX-License-Identifier: MIT
 *
 * Checks layouts, constants and prototypes that binaries depend on, when this file is compiled. It
 * needs no library and is compiled for every target of the installed compilers. The rows are in
 * layout.def, which scripts/abi_snapshot writes; for a row that does not match, the size of an
 * array is -1.
 */
#include "gpuocc/gpuocc.h"
#include "gpuocc/models.h"

#define PASTE_(a, b)            a##b
#define PASTE(a, b)             PASTE_(a, b)
#define PINNED(name, condition) typedef char pinned_##name[(condition) ? 1 : -1]
#define STRUCT(type, bytes)     PINNED(type, sizeof(type) == (bytes));
/* Checks the kind as well: pointers to different kinds cannot be combined in a conditional
 * expression. */
#define SAME_KIND(kind, pointer) (sizeof(0 ? (kind *)0 : (pointer)) == sizeof(void *))
#define MEMBER(type, member, at, kind)                                                             \
    PINNED(type##_##member, offsetof(type, member) == (at) &&                                      \
                                sizeof(((type *)0)->member) == sizeof(kind) &&                     \
                                SAME_KIND(kind, &((type *)0)->member));
#define ARRAY(type, member, at, kind, count)                                                       \
    PINNED(type##_##member, offsetof(type, member) == (at) &&                                      \
                                sizeof(((type *)0)->member) == sizeof(kind) * (count) &&           \
                                SAME_KIND(kind, &((type *)0)->member[0]));
#define WORD(member, at)      PINNED(word_##member, offsetof(gpuocc_kernel, member) == 4 * (at));
#define CONSTANT(name, value) PINNED(name, (name) == (value));
/* Macros and their names; if these were pasted, they would be expanded. */
#define MACRO(name, value)                                                                         \
    typedef char PASTE(macro_, __LINE__)[(name) == (value) && sizeof(name) == 4 ? 1 : -1];
#define NUMBER(name, value)                                                                        \
    typedef char PASTE(number_, __LINE__)[sizeof(name) == sizeof(double) ? 1 : -1];
#define FUNCTION(returns, name, parameters) returns name parameters;

#include "layout.def"
