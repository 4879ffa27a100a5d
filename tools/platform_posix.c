/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <unistd.h>

void platform_start(void)
{
    /* Writing to a closed pipe is then an error like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
}

void platform_listen(int number, void (*handler)(int))
{
    struct sigaction action, before;

    if (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof action);
    (void)sigemptyset(&action.sa_mask);
    action.sa_handler = handler;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART); /* writes continue after the signal */
    (void)sigaction(number, &action, NULL);
}

/* Both signals are blocked except while pselect() waits. A signal just before the wait is then not
 * missed. */
void platform_wait(int file, const volatile sig_atomic_t *came)
{
    sigset_t both, before;
    fd_set files;

    if (file < 0 || file >= FD_SETSIZE)
        return;
    (void)sigemptyset(&both);
    (void)sigaddset(&both, SIGINT);
    (void)sigaddset(&both, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &both, &before);
    FD_ZERO(&files);
    FD_SET(file, &files);
    if (*came == 0)
        (void)pselect(file + 1, &files, NULL, NULL, NULL, &before);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Opening a FIFO would wait for a process that writes to it. A signal just before it would not end
 * that wait. */
int platform_open(const char *path, const volatile sig_atomic_t *came)
{
    const int file = open(path, O_RDONLY | O_NONBLOCK);

    if (file < 0)
        return -1;
    platform_wait(file, came);
    if (*came == 0 && fcntl(file, F_SETFL, 0) == 0)
        return file;
    (void)close(file);
    errno = EINTR;
    return -1;
}

/* Handles a file that becomes shorter while it is mapped. */
static void on_short_file(int number)
{
    static const char text[] = "gpuocc: a file became shorter while it was read\n";

    (void)number;
    if (write(2, text, sizeof text - 1) < 0)
        _exit(1);
    _exit(1);
}

void *platform_map(int file, size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);

    if (map == MAP_FAILED)
        return NULL;
    (void)signal(SIGBUS, on_short_file);
    return map;
}

void platform_unmap(void *map, size_t bytes)
{
    (void)munmap(map, bytes);
}

size_t platform_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

int platform_is_absolute(const char *path)
{
    return *path == '/';
}
