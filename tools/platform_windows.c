/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

void platform_start(void)
{
    /* Bytes are read and written unchanged: no CR is added or removed, and a byte of 26 does not
     * end a file. */
    _fmode = _O_BINARY;
    (void)_setmode(0, _O_BINARY);
    (void)_setmode(1, _O_BINARY);
    (void)_setmode(2, _O_BINARY);
    (void)SetConsoleOutputCP(CP_UTF8);
}

void platform_listen(int number, void (*handler)(int))
{
    if (signal(number, handler) == SIG_IGN)
        (void)signal(number, SIG_IGN);
}

int platform_open(const char *path, const volatile sig_atomic_t *came)
{
    (void)came;
    return open(path, O_RDONLY);
}

void platform_wait(int file, const volatile sig_atomic_t *came)
{
    (void)file;
    (void)came;
}

void *platform_map(int file, size_t bytes)
{
    (void)file;
    (void)bytes;
    errno = ENOSYS;
    return NULL;
}

void platform_unmap(void *map, size_t bytes)
{
    (void)map;
    (void)bytes;
}

/* gpuocc rank --try is not offered on Windows. */
int platform_make_folder(char *path, size_t room)
{
    (void)path;
    (void)room;
    errno = ENOSYS;
    return -1;
}

long platform_spawn(char *const *arguments, const char *log)
{
    (void)arguments;
    (void)log;
    errno = ENOSYS;
    return -1;
}

int platform_await(long *process)
{
    *process = -1;
    return -1;
}

unsigned platform_processors(void)
{
    return 1;
}

size_t platform_folder(const char *path)
{
    size_t length = strlen(path);

    while (length != 0 && strchr("/\\:", path[length - 1]) == NULL)
        length--;
    return length;
}

int platform_is_absolute(const char *path)
{
    return *path == '/' || *path == '\\' || (*path != 0 && path[1] == ':');
}
