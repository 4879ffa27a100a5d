/* SPDX-License-Identifier: MIT
 *
 * Times of single operations. The work of each row of the table is cut into chunks. Each round runs
 * the rows alternately and measures the CPU time of this thread for each chunk. The minimum over
 * the rounds counts, because other work on the machine can only add time.
 *
 * Usage of a bench: bench [ROUNDS]       the table
 *                   bench --list         the names of its rows, each after its text
 *                   bench NAME TIMES     all chunks of a row, TIMES times over, for callgrind;
 * prints how many operations they are (instructions.py)
 */
#ifndef BENCH_H
#define BENCH_H

#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_CHUNKS 64
#define MOST_ROWS   32

struct row {
    const char *name, *text;
    uint64_t (*work)(uint32_t chunk); /* does a chunk; the result depends on all its answers */
    void (*start)(void);              /* prepares what all chunks need; may be NULL */
    uint32_t chunks;                  /* at most MOST_CHUNKS */
    uint32_t operations;              /* of a chunk */
    const char *against;              /* the row whose time is divided by this one's, or NULL */
};

static volatile uint64_t sink;

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void run_row(const struct row *row, double *least)
{
    double start, taken;
    uint32_t i;

    if (row->start != NULL)
        row->start();
    for (i = 0; i < row->chunks; i++) {
        start = now_ns();
        sink += row->work(i);
        taken = now_ns() - start;
        if (least[i] == 0 || taken < least[i])
            least[i] = taken;
    }
}

static int print_table(const struct row *rows, size_t count, unsigned long rounds)
{
    static double least[MOST_ROWS][MOST_CHUNKS], each[MOST_ROWS];
    unsigned long round;
    size_t i, j;
    uint32_t c;

    for (round = 0; round < rounds; round++)
        for (i = 0; i < count; i++)
            run_row(&rows[i], least[i]);
    for (i = 0; i < count; i++) {
        for (c = 0; c < rows[i].chunks; c++)
            each[i] += least[i][c];
        each[i] /= (double)rows[i].chunks * rows[i].operations;
    }
    for (i = 0; i < count; i++) {
        printf("%-58s %10.1f", rows[i].text, each[i]);
        for (j = 0; rows[i].against != NULL && j < count; j++)
            if (strcmp(rows[j].name, rows[i].against) == 0)
                printf(" %12.2f", each[j] / each[i]);
        putchar('\n');
    }
    return 0;
}

static int repeat(const struct row *row, unsigned long times)
{
    uint32_t i;

    if (row->start != NULL)
        row->start();
    for (; times > 0; times--)
        for (i = 0; i < row->chunks; i++)
            sink += row->work(i);
    printf("%lu\n", (unsigned long)row->chunks * row->operations);
    return 0;
}

static int bench(const struct row *rows, size_t count, int argc, char **argv)
{
    size_t i;

    if (argc < 3 && (argc == 1 || strcmp(argv[1], "--list") != 0))
        return print_table(rows, count, argc == 2 ? strtoul(argv[1], NULL, 0) : 15);
    for (i = 0; i < count; i++)
        if (argc == 2)
            printf("%-58s %s\n", rows[i].text, rows[i].name);
        else if (strcmp(rows[i].name, argv[1]) == 0)
            return repeat(&rows[i], strtoul(argv[2], NULL, 0));
    if (argc == 2)
        return 0;
    fprintf(stderr, "no row %s\n", argv[1]);
    return 1;
}

#endif
