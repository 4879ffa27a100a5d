/* SPDX-License-Identifier: MIT
 *
 * What differs between systems: platform_posix.c or platform_windows.c, and for the files of gpuocc
 * kernels kernels_files.c or kernels_files_windows.c. Meson chooses.
 */
#ifndef TOOL_PLATFORM_H
#define TOOL_PLATFORM_H

#include <signal.h>

/* Prepares the process; before anything is read or written. */
void platform_start(void);

/* Installs the handler for the first signal of this number. The second one ends the process. A
 * signal that is ignored, as under nohup, stays ignored. */
void platform_listen(int number, void (*handler)(int));

/* Waits until a descriptor can be read or SIGINT or SIGTERM has set *came. Returns at once on
 * Windows, where reading itself waits. */
void platform_wait(int file, const volatile sig_atomic_t *came);

#endif
