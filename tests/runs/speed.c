/* SPDX-License-Identifier: MIT
 *
 * Prints how fast a profile is read: the minimum of some runs, in thread CPU time, whole and in
 * pieces of 256 KiB. Usage: runs_speed FILE [RUNS]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <gpuocc/runs.h>

static uint64_t launches, nanoseconds;

static int32_t take(void *user, const gpuocc_runs_launch *launch)
{
    (void)user;
    launches++;
    nanoseconds += launch->duration_ns;
    return 0;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void read_pieces(const gpuocc_runs_callbacks *callbacks, const char *bytes, size_t length)
{
    const size_t piece = 256 << 10;
    gpuocc_runs_reader *reader;

    if (gpuocc_runs_open(callbacks, &reader) != GPUOCC_RUNS_OK)
        exit(1);
    for (; length > piece; bytes += piece, length -= piece)
        (void)gpuocc_runs_feed(reader, bytes, piece);
    (void)gpuocc_runs_feed(reader, bytes, length);
    (void)gpuocc_runs_close(reader);
}

int main(int count, char **arguments)
{
    const gpuocc_runs_callbacks callbacks = {sizeof callbacks, NULL, take, NULL, NULL, NULL, 0,
                                             NULL};
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    const int runs = count > 2 ? atoi(arguments[2]) : 5;
    double best[2] = {1e9, 1e9};
    char *bytes;
    long length;
    int i, pieces;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (length = ftell(file)) <= 0)
        return 2;
    bytes = malloc((size_t)length);
    rewind(file);
    if (bytes == NULL || fread(bytes, 1, (size_t)length, file) != (size_t)length)
        return 2;
    for (i = 0; i < 2 * runs; i++) {
        const double start = now();

        pieces = i % 2;
        launches = nanoseconds = 0;
        if (pieces)
            read_pieces(&callbacks, bytes, (size_t)length);
        else
            (void)gpuocc_runs_read(&callbacks, bytes, (size_t)length);
        best[pieces] = now() - start < best[pieces] ? now() - start : best[pieces];
    }
    free(bytes);
    (void)fclose(file);
    printf(
        "%ld bytes, %lu launches, %.6f s: whole %.4f s, %.0f MB/s; in pieces %.4f s, %.0f MB/s\n",
        length, (unsigned long)launches, (double)nanoseconds * 1e-9, best[0],
        (double)length * 1e-6 / best[0], best[1], (double)length * 1e-6 / best[1]);
    return 0;
}
