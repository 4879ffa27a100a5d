/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_WASM_LIBC_STAT_H
#define GPUOCC_WASM_LIBC_STAT_H

#include <sys/types.h>

struct stat {
    dev_t st_dev;
    ino_t st_ino;
    mode_t st_mode;
    off_t st_size;
};

/* Every file is an ordinary one. */
#define S_ISREG(mode)  ((mode) != 0)
#define S_ISDIR(mode)  ((void)(mode), 0)
#define S_ISFIFO(mode) ((void)(mode), 0)

int stat(const char *path, struct stat *about);
int fstat(int file, struct stat *about);

#endif
