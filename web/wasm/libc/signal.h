/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_SIGNAL_H
#define GPUOCC_WASM_LIBC_SIGNAL_H

typedef int sig_atomic_t;

#define SIGINT  2
#define SIGTERM 15

#endif
