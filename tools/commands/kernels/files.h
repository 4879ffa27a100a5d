/* SPDX-License-Identifier: MIT
 *
 * Paths that gpuocc kernels reads. directory.c is the same on every system; files.c
 * (POSIX) and files_windows.c open the files.
 */
#ifndef TOOL_KERNELS_FILES_H
#define TOOL_KERNELS_FILES_H

#include <dirent.h>
#include <stddef.h>

#include "commands/kernels/kernels.h"

/* The characters that separate the parts of a path on this system. */
extern const char kernels_separators[];

/* Reads the file or directory that kernels->path names. `level` is the number of directories that
 * are currently being read. */
void kernels_read_path(struct kernels *kernels, unsigned level);

/* Reads the entries of the directory that kernels->path names, sorted by name, and closes it. */
void kernels_read_directory(struct kernels *kernels, DIR *directory, unsigned level);

/* Prints an error about the current path and counts it as unreadable. */
void kernels_unreadable(struct kernels *kernels, const char *sentence);

#endif
