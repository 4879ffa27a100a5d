/* SPDX-License-Identifier: MIT
 *
 * What the library needs of a C library, for a build without one.
 */
#ifndef GPUOCC_WASM_STRING_H
#define GPUOCC_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memchr(const void *from, int value, size_t bytes);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
char *strchr(const char *text, int value);
char *strstr(const char *text, const char *part);

#endif
