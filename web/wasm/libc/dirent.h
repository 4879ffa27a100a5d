/* SPDX-License-Identifier: MIT
 *
 * There are no folders.
 */
#ifndef GPUOCC_WASM_LIBC_DIRENT_H
#define GPUOCC_WASM_LIBC_DIRENT_H

struct dirent {
    char d_name[1];
};
typedef struct folder DIR;

DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

#endif
