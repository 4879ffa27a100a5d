/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_FCNTL_H
#define GPUOCC_WASM_LIBC_FCNTL_H

#define O_RDONLY   0
#define O_NONBLOCK 0

int open(const char *path, int flags, ...);

#endif
