/* SPDX-License-Identifier: MIT
 *
 * Reads files, directories and pipes for gpuocc kernels.
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "commands/kernels/files.h"
#include "stop.h"

const char kernels_separators[] = "/";

/* How long to wait for data in a named pipe. */
#define PIPE_WAIT_MS 2000

/* Progress is first shown after this time, and then at this interval. */
#define PROGRESS_MS 300

static void show_progress(struct kernels *kernels)
{
    static long long start;
    struct timespec time;
    long long now;

    if (!isatty(2) || isatty(1) || clock_gettime(CLOCK_MONOTONIC, &time) != 0)
        return;
    now = (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
    if (start == 0)
        start = now;
    if (now - (kernels->out.shown_at != 0 ? kernels->out.shown_at : start) < PROGRESS_MS)
        return;
    kernels->out.shown_at = now;
    fprintf(stderr, "\r\033[K%llu files, %llu kernels", kernels->counts.files,
            kernels->counts.kernels);
}

/* Reads the kernels of a descriptor: of a regular file of `size` bytes, or of anything else. */
static void read_file(struct kernels *kernels, int file, uint64_t size)
{
    if (content_read(&kernels->file.content, file, size) == 0)
        kernels_content(kernels, kernels->file.content.bytes, kernels->file.content.length);
    else if (errno == EFBIG)
        kernels_unreadable(
            kernels, size != 0 ? "is larger than the memory that a program can have here"
                               : "has more than 1 GiB, too much for a pipe; give the file itself");
    else if (stop_signal() == 0)
        kernels_unreadable(kernels, strerror(errno));
    content_close(&kernels->file.content);
}

static void read_pipe(struct kernels *kernels, int file)
{
    struct pollfd wait = {file, POLLIN, 0};

    if (poll(&wait, 1, PIPE_WAIT_MS) == 0) /* a signal ends the wait; read_file handles it */
        kernels_unreadable(kernels,
                           "is a pipe without data: nothing was written into it within 2 seconds");
    else
        read_file(kernels, file, 0);
}

/* Opens the directory and closes the descriptor with it. */
static void read_directory(struct kernels *kernels, int file, unsigned level)
{
    DIR *directory;

    /* Links into this directory are found by its real path. */
    if (kernels->file.root == NULL)
        kernels->file.root = realpath(kernels->file.path.data, NULL);
    directory = kernels->file.root != NULL ? fdopendir(file) : NULL;
    if (directory != NULL) {
        kernels_read_directory(kernels, directory, level);
        return;
    }
    kernels_unreadable(kernels, strerror(errno));
    (void)close(file);
}

/* Whether a link leads to a file below the directory that is being read, where it is read anyway.
 * Returns -1 with errno if that cannot be determined. */
static int leads_inside(const struct kernels *kernels)
{
    char *target = realpath(kernels->file.path.data, NULL);
    const size_t length = strlen(kernels->file.root);
    int inside;

    if (target == NULL)
        return -1;
    inside = strncmp(target, kernels->file.root, length) == 0 && target[length] == '/';
    free(target);
    return inside;
}

/* Whether a name in a directory is skipped: links to directories, devices and pipes are not read.
 * Returns -1 with errno if that cannot be determined. */
static int is_passed_over(const struct kernels *kernels)
{
    struct stat link, target;

    if (kernels->file.given)
        return 0;
    if (lstat(kernels->file.path.data, &link) != 0)
        return -1;
    if (!S_ISLNK(link.st_mode))
        return !S_ISREG(link.st_mode) && !S_ISDIR(link.st_mode);
    if (stat(kernels->file.path.data, &target) != 0)
        return -1;
    return S_ISREG(target.st_mode) ? leads_inside(kernels) : 1;
}

void kernels_read_path(struct kernels *kernels, unsigned level)
{
    struct stat about;
    int file, passed_over;

    show_progress(kernels);
    passed_over = is_passed_over(kernels);
    if (passed_over < 0)
        kernels_unreadable(kernels, strerror(errno));
    if (passed_over != 0)
        return;
    file = open(kernels->file.path.data, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0 || fstat(file, &about) != 0) {
        kernels_unreadable(kernels, strerror(errno));
    } else if (S_ISDIR(about.st_mode)) {
        kernels->file.given = 0;
        read_directory(kernels, file, level + 1);
        return;
    } else if (S_ISREG(about.st_mode)) {
        read_file(kernels, file, (uint64_t)about.st_size);
    } else if (S_ISFIFO(about.st_mode)) {
        read_pipe(kernels, file);
    } else {
        kernels_unreadable(kernels, "is not a file, directory or pipe");
    }
    if (file >= 0)
        (void)close(file);
}

void kernels_path(struct kernels *kernels, const char *path)
{
    kernels->file.given = 1;
    text_clear(&kernels->file.path);
    if (strcmp(path, "-") == 0) {
        text_add(&kernels->file.path, "standard input");
        read_file(kernels, 0, 0);
        return;
    }
    text_add(&kernels->file.path, path);
    kernels_read_path(kernels, 0);
    free(kernels->file.root);
    kernels->file.root = NULL;
}
