/* SPDX-License-Identifier: MIT
 *
 * What differs between systems: platform_posix.c or platform_windows.c, and for the files of gpuocc
 * kernels kernels_files.c or kernels_files_windows.c. Meson chooses.
 */
#ifndef TOOL_PLATFORM_H
#define TOOL_PLATFORM_H

/* Prepares the process; before anything is read or written. */
void platform_start(void);

#endif
