/* SPDX-License-Identifier: MIT
 *
 * Reads files and directories for gpuocc kernels on Windows. Files are read as a whole. Links,
 * named pipes and progress are supported only by files.c, the POSIX version.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/kernels/files.h"
#include "stop.h"

const char kernels_separators[] = "/\\";

/* Maximum bytes read from a file or from standard input. */
#define WINDOWS_MOST ((size_t)1 << 30)

static void read_file(struct kernels *kernels, FILE *file)
{
    size_t length = 0, got;

    do {
        kernels_make_room(kernels, length + 65536);
        got = fread(kernels->memory + length, 1, kernels->room - length, file);
        length += got;
    } while (got != 0 && length <= WINDOWS_MOST && stop_signal() == 0);
    if (ferror(file))
        kernels_unreadable(kernels, strerror(errno));
    else if (length > WINDOWS_MOST)
        kernels_unreadable(kernels, "has more than 1 GiB, the most that is read on Windows");
    else
        kernels_content(kernels, kernels->memory, length);
}

void kernels_read_path(struct kernels *kernels, unsigned level)
{
    struct _stat64 about;
    DIR *directory;
    FILE *file;

    if (_stat64(text_string(&kernels->path), &about) == 0 &&
        (about.st_mode & _S_IFMT) == _S_IFDIR) {
        kernels->given = 0;
        directory = opendir(text_string(&kernels->path));
        if (directory != NULL)
            kernels_read_directory(kernels, directory, level + 1);
        else
            kernels_unreadable(kernels, strerror(errno));
        return;
    }
    file = fopen(text_string(&kernels->path), "rb");
    if (file == NULL) {
        kernels_unreadable(kernels, strerror(errno));
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
    kernels_read_path(kernels, 0);
}
