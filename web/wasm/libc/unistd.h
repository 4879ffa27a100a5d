/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_UNISTD_H
#define GPUOCC_WASM_LIBC_UNISTD_H

#include <stddef.h>
#include <sys/types.h>

#define STDIN_FILENO 0

int close(int file);
int isatty(int file);
off_t lseek(int file, off_t offset, int from);
ssize_t read(int file, void *to, size_t bytes);

#endif
