/* SPDX-License-Identifier: MIT
 *
 * Reads the files of gpuocc profile. The launches of each are kept by themselves until its end,
 * because a profile may describe its GPUs behind them.
 */
#ifndef TOOL_PROFILE_READ_H
#define TOOL_PROFILE_READ_H

#include <sys/stat.h>

#include "commands/profile/profile.h"

/* A file that is being read. */
struct reading {
    struct profile *profile;
    const char *path;
    gpuocc_runs_shapes *shapes;
    gpuocc_runs_contents all;  /* of `shapes`, when the file is read */
    struct launches *launches; /* NULL: they are not kept */
    struct text *plain;        /* gets the text of the profile, unpacked; NULL: it is not kept */
    dev_t disk;                /* with `inode`, which file it is; 0 and 0: not an ordinary one */
    ino_t inode;
    int is_part, is_too_long; /* too_long: for `plain` */
    uint64_t bytes;
    gpuocc_runs_reader *reader; /* of a file that is read in pieces */
};

/* Makes shapes without launches, and gets what shapes contain. */
gpuocc_runs_shapes *reading_shapes(void);
void reading_contents(const gpuocc_runs_shapes *shapes, gpuocc_runs_contents *all);

/* Prints a message about a file, and keeps it for pages, JSON and parts. */
void reading_say(struct profile *profile, int warns, const char *format, ...);

/* Reads the file of reading->path, or standard input if that is "-". */
void reading_file(struct reading *reading);

/* The same in pieces: opens the reader, feeds it, closes it, and says what was wrong. `status` is
 * that of the call before, `problem` an errno or 0. The first three return the status. */
int32_t reading_open(struct reading *reading);
int32_t reading_feed(struct reading *reading, const void *bytes, size_t length);
int32_t reading_close(struct reading *reading, int32_t status);
void reading_end(struct reading *reading, int32_t status, int problem);

/* Says that a profile does not describe the GPUs of its launches, but others that are alike. */
void reading_say_alike(struct reading *reading);

#endif
