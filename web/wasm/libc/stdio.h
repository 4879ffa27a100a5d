/* SPDX-License-Identifier: MIT
 *
 * Streams of the command as a module: library.c has them.
 */
#ifndef GPUOCC_WASM_LIBC_STDIO_H
#define GPUOCC_WASM_LIBC_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct file FILE;

extern FILE *const stdin, *const stdout, *const stderr;

#include <sys/types.h>

FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
int fileno(FILE *file);
int fputs(const char *text, FILE *file);
int ferror(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fprintf(FILE *file, const char *format, ...);
int snprintf(char *text, size_t room, const char *format, ...);
int vsnprintf(char *text, size_t room, const char *format, va_list arguments);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);

#endif
