/* SPDX-License-Identifier: MIT
 *
 * The command as a module, with the sub-commands that read files. The host has the files; it calls
 * run(), once for each instance. There is no signal, no
 * folder, no terminal and no other process.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/kernels/files.h"
#include "commands/profile/read.h"
#include "commands/rank/rank.h"
#include "output/out.h"
#include "platform.h"

#define EXPORT __attribute__((visibility("default")))

void platform_listen(int number, void (*handler)(int))
{
    (void)number;
    (void)handler;
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

int rank_try(struct rank *rank)
{
    (void)rank;
    return complain("--try runs a compiler, which this module cannot do");
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

size_t platform_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

int platform_is_absolute(const char *path)
{
    return *path == '/';
}

const char kernels_separators[] = "/";

void kernels_read_path(struct kernels *kernels, unsigned level)
{
    (void)level;
    kernels_unreadable(kernels, strerror(ENOENT));
}

void kernels_path(struct kernels *kernels, const char *path)
{
    struct stat about;
    const int file = open(path, O_RDONLY);

    kernels->file.given = 1;
    text_clear(&kernels->file.path);
    text_add(&kernels->file.path, path);
    if (file < 0 || fstat(file, &about) != 0 ||
        content_read(&kernels->file.content, file, (uint64_t)about.st_size) != 0)
        kernels_unreadable(kernels, strerror(errno));
    else
        kernels_content(kernels, kernels->file.content.bytes, kernels->file.content.length);
}

/* ---- what the host calls ---- */

static const struct {
    const char *name;
    int (*run)(int count, char **arguments);
} commands[] = {{"kernels", command_kernels},
                {"explain", command_explain},
                {"rank", command_rank},
                {"profile", command_profile}};

EXPORT void *allocate(size_t bytes);
EXPORT void *allocate(size_t bytes)
{
    return malloc(bytes);
}

/* Runs the command that the first argument names. Returns its exit code. */
EXPORT int32_t run(int32_t count, char **arguments);
EXPORT int32_t run(int32_t count, char **arguments)
{
    size_t i;

    for (i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(arguments[0], commands[i].name) == 0)
            return out_close(commands[i].run(count - 1, arguments + 1));
    return complain("there is no command %s here", arguments[0]);
}

static struct reading reading;

/* Take a profile in pieces, of which the host need not have more than one, and make a part of it
 * (gpuocc profile --save), which run() reads. profile_feed() returns 0 while there is more to read,
 * profile_end() an enum gpuocc_runs_status after what was said about it. */
EXPORT int32_t profile_start(const char *name);
EXPORT int32_t profile_start(const char *name)
{
    reading.profile = calloc(1, sizeof *reading.profile);
    reading.path = name;
    reading.shapes = reading_shapes();
    return reading_open(&reading);
}

EXPORT int32_t profile_feed(const void *bytes, size_t length);
EXPORT int32_t profile_feed(const void *bytes, size_t length)
{
    return reading_feed(&reading, bytes, length);
}

EXPORT int32_t profile_end(int32_t status);
EXPORT int32_t profile_end(int32_t status)
{
    status = reading_close(&reading, status);
    reading_end(&reading, status, 0);
    if (reading.all.shape_count != 0 || reading.all.gpu_count != 0)
        (void)part_save(&reading.all, &reading.profile->said, reading.path);
    return status;
}
