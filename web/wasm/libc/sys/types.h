/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_TYPES_H
#define GPUOCC_WASM_LIBC_TYPES_H

typedef long ssize_t;
typedef long long off_t;
#define SEEK_SET 0
#define SEEK_END 2

typedef unsigned dev_t, ino_t, mode_t;

#endif
