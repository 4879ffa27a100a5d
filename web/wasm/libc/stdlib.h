/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_STDLIB_H
#define GPUOCC_WASM_LIBC_STDLIB_H

#include <stddef.h>

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *memory, size_t bytes);
void free(void *memory);
_Noreturn void exit(int ending);
char *getenv(const char *name);
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));
void *bsearch(const void *key, const void *items, size_t count, size_t size,
              int (*compare)(const void *, const void *));
double strtod(const char *text, char **end);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);

#endif
