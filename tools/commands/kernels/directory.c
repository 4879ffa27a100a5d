/* SPDX-License-Identifier: MIT
 *
 * Reads directories for gpuocc kernels, and contains what the readers of files share.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands/kernels/files.h"
#include "output/out.h"
#include "stop.h"

/* Maximum nesting of directories. */
#define LEVELS 64u

void kernels_unreadable(struct kernels *kernels, const char *sentence)
{
    kernels->counts.unreadable++;
    kernels_complain(kernels, "%s", sentence);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists the names in a directory, sorted, and closes it. Returns 0, or -1 with errno; names that
 * were read before a failure are in the list. */
static int list(DIR *directory, char ***names, size_t *count)
{
    struct dirent *entry;
    size_t room = 0, length;
    int failure;

    *names = NULL;
    *count = 0;
    /* readdir() returns NULL at the end and after a failure, which alone sets errno. */
    while ((void)(errno = 0), (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (*count == room) {
            room = memory_capacity(room);
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

void kernels_read_directory(struct kernels *kernels, DIR *directory, unsigned level)
{
    const size_t length = kernels->file.path.length;
    char **names;
    size_t count, i;

    if (level > LEVELS) {
        (void)closedir(directory);
        kernels_unreadable(kernels,
                           "is nested more than 64 directories deep, the most that is followed");
        return;
    }
    if (list(directory, &names, &count) != 0)
        kernels_unreadable(kernels, strerror(errno));
    for (i = 0; i < count; i++) {
        kernels->file.path.length = length;
        if (strchr(kernels_separators, kernels->file.path.data[length - 1]) == NULL)
            text_add_byte(&kernels->file.path, '/');
        text_add(&kernels->file.path, names[i]);
        if (!out_failed() && stop_signal() == 0)
            kernels_read_path(kernels, level);
        free(names[i]);
    }
    free(names);
}
