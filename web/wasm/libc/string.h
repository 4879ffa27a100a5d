/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_STRING_H
#define GPUOCC_WASM_LIBC_STRING_H

#include "../string.h"

int strncmp(const char *a, const char *b, size_t most);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t most);
char *strncat(char *to, const char *from, size_t most);
char *strrchr(const char *text, int value);
size_t strspn(const char *text, const char *among);
size_t strcspn(const char *text, const char *among);
char *strerror(int number);

#endif
