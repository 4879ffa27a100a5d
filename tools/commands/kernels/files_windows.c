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

static void read_file(struct kernels *kernels, FILE *file)
{
    if (content_read(&kernels->file.content, _fileno(file), 0) == 0)
        kernels_content(kernels, kernels->file.content.bytes, kernels->file.content.length);
    else if (errno == EFBIG)
        kernels_unreadable(kernels, "has more than 1 GiB, the most that is read on Windows");
    else if (stop_signal() == 0)
        kernels_unreadable(kernels, strerror(errno));
    content_close(&kernels->file.content);
}

void kernels_read_path(struct kernels *kernels, unsigned level)
{
    struct _stat64 about;
    DIR *directory;
    FILE *file;

    if (_stat64(text_string(&kernels->file.path), &about) == 0 &&
        (about.st_mode & _S_IFMT) == _S_IFDIR) {
        kernels->file.given = 0;
        directory = opendir(text_string(&kernels->file.path));
        if (directory != NULL)
            kernels_read_directory(kernels, directory, level + 1);
        else
            kernels_unreadable(kernels, strerror(errno));
        return;
    }
    file = fopen(text_string(&kernels->file.path), "rb");
    if (file == NULL) {
        kernels_unreadable(kernels, strerror(errno));
        return;
    }
    read_file(kernels, file);
    (void)fclose(file);
}

void kernels_path(struct kernels *kernels, const char *path)
{
    kernels->file.given = 1;
    text_clear(&kernels->file.path);
    if (strcmp(path, "-") == 0) {
        text_add(&kernels->file.path, "standard input");
        read_file(kernels, stdin);
        return;
    }
    text_add(&kernels->file.path, path);
    kernels_read_path(kernels, 0);
}
