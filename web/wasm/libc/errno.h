/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_ERRNO_H
#define GPUOCC_WASM_LIBC_ERRNO_H

extern int errno;

#define ENOENT  2
#define EINTR   4
#define EIO     5
#define EAGAIN  11
#define ENOMEM  12
#define EACCES  13
#define EEXIST  17
#define ENOTDIR 20
#define EISDIR  21
#define EINVAL  22
#define EFBIG   27
#define EPIPE   32
#define ERANGE  34
#define ENOSYS  38

#endif
