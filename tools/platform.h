/* SPDX-License-Identifier: MIT
 *
 * The functions that differ between systems, in platform_posix.c or platform_windows.c; for the
 * files of gpuocc kernels there are files.c and files_windows.c. Meson selects them.
 */
#ifndef TOOL_PLATFORM_H
#define TOOL_PLATFORM_H

#include <signal.h>
#include <stddef.h>

/* Prepares the process. Call this before any input or output. */
void platform_start(void);

/* Installs the handler for the first signal of this number. The second one ends the process. A
 * signal that is ignored, as under nohup, stays ignored. */
void platform_listen(int number, void (*handler)(int));

/* Opens a file for reading. Returns a descriptor, or -1 with errno, which is EINTR after SIGINT or
 * SIGTERM: a FIFO that no process writes to would otherwise wait forever. */
int platform_open(const char *path, const volatile sig_atomic_t *came);

/* Waits until a descriptor can be read or SIGINT or SIGTERM has set *came. Returns at once on
 * Windows, where reading itself waits. */
void platform_wait(int file, const volatile sig_atomic_t *came);

/* Maps the first `bytes` of a file for reading, so that they take no memory of the process. Returns
 * NULL with errno if the system cannot. The process ends if the file becomes shorter meanwhile. */
void *platform_map(int file, size_t bytes);
void platform_unmap(void *map, size_t bytes);

/* Makes a new folder for temporary files. Returns 0, or -1 with errno. */
int platform_make_folder(char *path, size_t room);

/* Starts a program, whose output goes to the file `log`. Returns its process, or -1 with errno. */
long platform_spawn(char *const *arguments, const char *log);

/* Waits until a program ends. Returns its exit code, or 128 plus the signal that ended it. */
int platform_await(long *process);

/* Returns the number of processors, at least 1. */
unsigned platform_processors(void);

/* Returns the bytes of a path that are its folder, with the separator; 0 if it has none. */
size_t platform_folder(const char *path);

/* Whether a path does not depend on the current folder. */
int platform_is_absolute(const char *path);

#endif
