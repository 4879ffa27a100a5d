/* SPDX-License-Identifier: MIT
 *
 * What the readers of kernels need to write a sentence.
 */
#ifndef GPUOCC_WASM_STDIO_H
#define GPUOCC_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

int snprintf(char *text, size_t room, const char *format, ...);
int vsnprintf(char *text, size_t room, const char *format, va_list arguments);

#endif
