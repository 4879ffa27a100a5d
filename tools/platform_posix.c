/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

int platform_make_folder(char *path, size_t room)
{
    const char *folder = getenv("TMPDIR");
    const int length = snprintf(path, room, "%s/gpuocc-XXXXXX",
                                folder != NULL && *folder != 0 ? folder : _PATH_TMP);

    errno = ENAMETOOLONG;
    return length < 0 || (size_t)length >= room || mkdtemp(path) == NULL ? -1 : 0;
}

long platform_spawn(char *const *arguments, const char *log)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t pipes;
    pid_t process;

    (void)sigemptyset(&pipes);
    (void)sigaddset(&pipes, SIGPIPE);
    errno = posix_spawn_file_actions_init(&files);
    if (errno != 0)
        return -1;
    errno = posix_spawnattr_init(&attributes);
    if (errno == 0) {
        (void)posix_spawnattr_setsigdefault(&attributes, &pipes);
        (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        (void)posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
        (void)posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        (void)posix_spawn_file_actions_adddup2(&files, 1, 2);
        errno = posix_spawnp(&process, arguments[0], &files, &attributes, arguments, environ);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&files);
    return errno == 0 ? (long)process : -1;
}

int platform_await(long *process)
{
    int status = 0;
    pid_t ended;

    do
        ended = waitpid(-1, &status, 0);
    while (ended < 0 && errno == EINTR);
    *process = (long)ended;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

unsigned platform_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count > 0 ? (unsigned)count : 1;
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
