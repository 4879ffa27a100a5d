/* SPDX-License-Identifier: MIT
 *
 * Files and directories of gpuocc kernels on Windows. Files are read as a whole; links, named pipes
 * and progress are left to kernels_files.c, the version of POSIX.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kernels.h"
#include "stop.h"

/* The most that is taken from a file or from standard input. */
#define WINDOWS_MOST ((size_t)1 << 30)

/* Directories inside directories. */
#define LEVELS 64u

static void unreadable(struct kernels *kernels, const char *sentence)
{
    kernels->unreadable++;
    kernels_complain(kernels, "%s", sentence);
}

static void make_room(struct kernels *kernels, size_t size)
{
    if (kernels->room >= size)
        return;
    kernels->room = size > 2 * kernels->room ? size : 2 * kernels->room;
    kernels->memory = memory_grow(kernels->memory, kernels->room);
}

static void read_file(struct kernels *kernels, FILE *file)
{
    size_t length = 0, got;

    do {
        make_room(kernels, length + 65536);
        got = fread(kernels->memory + length, 1, kernels->room - length, file);
        length += got;
    } while (got != 0 && length <= WINDOWS_MOST && stop_signal() == 0);
    if (ferror(file))
        unreadable(kernels, strerror(errno));
    else if (length > WINDOWS_MOST)
        unreadable(kernels, "has more than 1 GiB, the most that is read on Windows");
    else
        kernels_content(kernels, kernels->memory, length);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the names in a directory. Returns 0, or -1 with errno; the names that were read before a
 * failure are there. */
static int list(const char *path, char ***names, size_t *count)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    size_t room = 0, length;
    int failure;

    *names = NULL;
    *count = 0;
    if (directory == NULL)
        return -1;
    while ((void)(errno = 0), (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (*count == room) {
            room = room != 0 ? 2 * room : 64;
            *names = memory_grow(*names, room * sizeof **names);
        }
        length = strlen(entry->d_name) + 1;
        (*names)[*count] = memory_grow(NULL, length);
        memcpy((*names)[(*count)++], entry->d_name, length);
    }
    failure = errno;
    (void)closedir(directory);
    if (*count != 0)
        qsort(*names, *count, sizeof **names, by_name);
    errno = failure;
    return failure == 0 ? 0 : -1;
}

static void read_path(struct kernels *kernels, unsigned level);

static void read_directory(struct kernels *kernels, unsigned level)
{
    const size_t length = kernels->path.length;
    char **names;
    size_t count, i;

    if (level > LEVELS) {
        unreadable(kernels, "lies too deep: 64 directories inside each other are followed");
        return;
    }
    if (list(text_string(&kernels->path), &names, &count) != 0)
        unreadable(kernels, strerror(errno));
    for (i = 0; i < count; i++) {
        kernels->path.length = length;
        if (length == 0 || strchr("/\\", kernels->path.data[length - 1]) == NULL)
            text_add_byte(&kernels->path, '/');
        text_add(&kernels->path, names[i]);
        if (!out_failed() && stop_signal() == 0)
            read_path(kernels, level);
        free(names[i]);
    }
    free(names);
}

static void read_path(struct kernels *kernels, unsigned level)
{
    struct _stat64 about;
    FILE *file;

    if (_stat64(text_string(&kernels->path), &about) == 0 &&
        (about.st_mode & _S_IFMT) == _S_IFDIR) {
        kernels->given = 0;
        read_directory(kernels, level + 1);
        return;
    }
    file = fopen(text_string(&kernels->path), "rb");
    if (file == NULL) {
        unreadable(kernels, strerror(errno));
        return;
    }
    read_file(kernels, file);
    (void)fclose(file);
}

void kernels_path(struct kernels *kernels, const char *path)
{
    kernels->given = 1;
    text_clear(&kernels->path);
    if (strcmp(path, "-") == 0) {
        text_add(&kernels->path, "standard input");
        read_file(kernels, stdin);
        return;
    }
    text_add(&kernels->path, path);
    read_path(kernels, 0);
}
