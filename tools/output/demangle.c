/* SPDX-License-Identifier: MIT */
#include "output/demangle.h"

#include <stdlib.h>
#include <string.h>

#ifdef TOOL_WITH_DEMANGLER
/* The function of the C++ ABI that all compilers of kernels use; cxxabi.h is a C++ header. Mangled
 * names nest, so that a longer name could overflow the stack. */
extern char *__cxa_demangle(const char *name, char *memory, size_t *length, int *status);
#define NAME_MOST 4096u

int can_demangle(void)
{
    return 1;
}

void text_add_demangled(struct text *text, const char *name, size_t length)
{
    char mangled[NAME_MOST + 1], *plain = NULL;

    if (length > 2 && length <= NAME_MOST && memcmp(name, "_Z", 2) == 0 &&
        memchr(name, 0, length) == NULL) {
        memcpy(mangled, name, length);
        mangled[length] = 0;
        plain = __cxa_demangle(mangled, NULL, NULL, NULL);
    }
    if (plain != NULL)
        text_add(text, plain);
    else
        text_add_bytes(text, name, length);
    free(plain);
}
#else
int can_demangle(void)
{
    return 0;
}

void text_add_demangled(struct text *text, const char *name, size_t length)
{
    text_add_bytes(text, name, length);
}
#endif
