/* SPDX-License-Identifier: MIT */
#include "commands/profile/part.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/csv.h"
#include "input/fields.h"
#include "output/out.h"

/* The first row, which has the version of the format. */
static const char magic[] = "gpuocc profile part,2";

/* The second row has the numbers of rows of each kind, of which the last is that of launches. The
 * last row of a part that is whole is "end". */
enum counted { GPUS, FILES, SHAPES, TIMES, LAUNCHES, COUNTED };

/* The words of a key, and the sums of a shape, as 64-bit numbers in a fixed order. */
#define KEY_WORDS   17u
#define SHAPE_WORDS 11u

static void key_words(const gpuocc_runs_shape_key *key, uint64_t *words)
{
    const uint64_t found[KEY_WORDS] = {key->grid,
                                       key->gpu,
                                       key->format,
                                       key->missing,
                                       key->threads,
                                       key->wave_size,
                                       key->cluster,
                                       key->registers,
                                       key->vector_registers,
                                       key->accumulation_registers,
                                       key->scalar_registers,
                                       key->shared_static.low,
                                       key->shared_static.high,
                                       key->shared_dynamic.low,
                                       key->shared_dynamic.high,
                                       key->shared.low,
                                       key->shared.high};

    memcpy(words, found, sizeof found);
}

/* Returns 0 if a word is too large for its member. */
static int set_key(gpuocc_runs_shape_key *key, const uint64_t *words)
{
    uint32_t *const members[KEY_WORDS] = {NULL,
                                          &key->gpu,
                                          &key->format,
                                          &key->missing,
                                          &key->threads,
                                          &key->wave_size,
                                          &key->cluster,
                                          &key->registers,
                                          &key->vector_registers,
                                          &key->accumulation_registers,
                                          &key->scalar_registers,
                                          &key->shared_static.low,
                                          &key->shared_static.high,
                                          &key->shared_dynamic.low,
                                          &key->shared_dynamic.high,
                                          &key->shared.low,
                                          &key->shared.high};
    size_t i;

    key->grid = words[0];
    for (i = 1; i < KEY_WORDS; i++) {
        if (words[i] > UINT32_MAX)
            return 0;
        *members[i] = (uint32_t)words[i];
    }
    return 1;
}

static void shape_words(const gpuocc_runs_shape *shape, uint64_t *words)
{
    const uint64_t found[SHAPE_WORDS] = {
        shape->calls,          shape->timed,           shape->time_ns,
        shape->least_ns,       shape->most_ns,         shape->estimated_low,
        shape->estimated_high, shape->theoretical_low, shape->theoretical_high,
        shape->achieved_sum,   shape->achieved_count};

    memcpy(words, found, sizeof found);
}

static int set_shape(gpuocc_runs_shape *shape, const uint64_t *words)
{
    size_t i;

    for (i = 5; i < 9; i++)
        if (words[i] > UINT32_MAX)
            return 0;
    shape->calls = words[0];
    shape->timed = words[1];
    shape->time_ns = words[2];
    shape->least_ns = words[3];
    shape->most_ns = words[4];
    shape->estimated_low = (uint32_t)words[5];
    shape->estimated_high = (uint32_t)words[6];
    shape->theoretical_low = (uint32_t)words[7];
    shape->theoretical_high = (uint32_t)words[8];
    shape->achieved_sum = words[9];
    shape->achieved_count = words[10];
    return 1;
}

static void add_words(struct text *text, const uint64_t *words, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        text_add_byte(text, ',');
        text_add_number(text, words[i]);
    }
    text_add_byte(text, '\n');
}

/* Adds "gpu,INDEX,NAME,ARCHITECTURE,NUMBER,CORES,WAVE_SIZE,THREADS_PER_CORE". */
static void add_gpu(struct text *text, uint32_t index, const gpuocc_runs_device *gpu)
{
    const uint64_t words[] = {gpu->number, gpu->cores, gpu->wave_size, gpu->threads_per_core};

    text_format(text, "gpu,%lu,", (unsigned long)index);
    csv_put(text, gpu->name.at, gpu->name.length);
    text_add_byte(text, ',');
    csv_put(text, gpu->architecture.at, gpu->architecture.length);
    add_words(text, words, sizeof words / sizeof words[0]);
}

static void add_shape(struct text *text, const gpuocc_runs_shape *shape)
{
    uint64_t words[KEY_WORDS + SHAPE_WORDS];

    text_add(text, "shape,");
    csv_put(text, shape->name.at, shape->name.length);
    key_words(&shape->key, words);
    shape_words(shape, words + KEY_WORDS);
    add_words(text, words, KEY_WORDS + SHAPE_WORDS);
}

/* Adds "file,PATH,LAUNCHES,TIME". */
static void add_file(struct text *text, const gpuocc_runs_file_sums *file)
{
    const uint64_t words[] = {file->launches, file->time_ns};

    text_add(text, "file,");
    csv_put(text, file->path, strlen(file->path));
    add_words(text, words, 2);
}

/* Adds "time,FILE,SHAPE,TIME" with their indices among the rows of files and of shapes. */
static void add_time(struct text *text, const gpuocc_runs_file_time *time)
{
    const uint64_t words[] = {time->file, time->shape, time->time_ns};

    text_add(text, "time");
    add_words(text, words, 3);
}

void part_check(int32_t status)
{
    if (status == GPUOCC_RUNS_ERROR_MEMORY)
        memory_fail();
}

void said_add(struct said *said, int warns, const char *sentence)
{
    text_add_byte(&said->bytes, warns ? 'w' : 'n');
    text_add(&said->bytes, sentence);
    text_add_byte(&said->bytes, 0);
    said->count++;
    said->warnings += warns != 0;
}

const char *said_next(const struct said *said, size_t *at, int *warns)
{
    const char *sentence;

    if (*at >= said->bytes.length)
        return NULL;
    *warns = said->bytes.data[*at] == 'w';
    sentence = said->bytes.data + *at + 1;
    *at += 2 + strlen(sentence);
    return sentence;
}

void said_free(struct said *said)
{
    text_free(&said->bytes);
}

static void add_said(struct text *text, const struct said *said)
{
    const char *sentence;
    size_t at = 0;
    int warns;

    while ((sentence = said_next(said, &at, &warns)) != NULL) {
        text_add(text, warns ? "warning," : "note,");
        csv_put(text, sentence, strlen(sentence));
        text_add_byte(text, '\n');
    }
}

int part_save(const gpuocc_runs_contents *all, const struct said *said, const char *path)
{
    const uint64_t counts[COUNTED] = {[GPUS] = all->gpu_count,
                                      [FILES] = all->file_count,
                                      [SHAPES] = all->shape_count,
                                      [TIMES] = all->time_count,
                                      [LAUNCHES] = all->launches};
    struct text text = {0};
    FILE *file = fopen(path, "wb");
    uint32_t gpu;
    size_t i;
    int failed;

    text_format(&text, "%s\nrows", magic);
    add_words(&text, counts, COUNTED);
    add_said(&text, said);
    for (gpu = 0; gpu < all->gpu_count; gpu++)
        add_gpu(&text, gpu, &all->gpus[gpu]);
    for (i = 0; i < all->file_count; i++)
        add_file(&text, &all->files[i]);
    for (i = 0; i < all->shape_count; i++)
        add_shape(&text, &all->shapes[i]);
    for (i = 0; i < all->time_count; i++)
        add_time(&text, &all->times[i]);
    text_add(&text, "end\n");
    failed = file == NULL || fwrite(text.data, 1, text.length, file) != text.length;
    if (file != NULL && fclose(file) != 0)
        failed = 1;
    text_free(&text);
    return failed ? complain("--save: %s: %s", path, strerror(errno)) : 0;
}

int part_is(const char *bytes, size_t length)
{
    return length >= PART_MAGIC && memcmp(bytes, magic, PART_MAGIC - 1) == 0;
}

/* Reads the numbers of a row from a cell on. Returns 0 if the row has others. */
static int read_words(const struct csv *csv, size_t first, uint64_t *words, size_t count)
{
    const char *cell;
    size_t i, length;

    if (csv->problem != NULL || csv->count != first + count)
        return 0;
    for (i = 0; i < count; i++) {
        cell = csv_cell(csv, first + i, &length);
        if (number_read(cell, length, 0, UINT64_MAX, &words[i]) != 0)
            return 0;
    }
    return 1;
}

/* The index of a row that is damaged. */
#define DAMAGED UINT32_MAX

/* Indices by their place in a part. */
struct map {
    uint32_t *at;
    size_t count, capacity;
};

static void map_add(struct map *map, uint32_t index)
{
    if (map->count == map->capacity) {
        map->capacity = memory_capacity(map->capacity);
        map->at = memory_grow(map->at, map->capacity * sizeof *map->at);
    }
    map->at[map->count++] = index;
}

/* A part that is being read. */
struct part {
    gpuocc_runs_shapes *shapes;
    struct said *said;
    struct map gpus, shape_rows;
    uint64_t counts[COUNTED]; /* as the part says */
    uint64_t seen[COUNTED];   /* rows that are there, also damaged ones; launches of the others */
    uint64_t damaged;
    uint64_t strange; /* rows of no kind: damaged ones whose kind is not known */
    gpuocc_runs_file_time *times; /* are added at the end, if no row is missing */
    size_t time_count, time_capacity;
    int counted, ended;
};

static int read_counts(struct part *part, const struct csv *csv)
{
    if (part->counted || !read_words(csv, 1, part->counts, COUNTED))
        return 0;
    part->counted = 1;
    return 1;
}

static int read_end(struct part *part, const struct csv *csv)
{
    part->ended = csv->count == 1;
    return part->ended;
}

static int read_said(struct part *part, const struct csv *csv)
{
    size_t length;
    const char *kind = csv_cell(csv, 0, &length), *sentence = csv_cell(csv, 1, &length);

    if (csv->problem != NULL || csv->count != 2 || memchr(sentence, 0, length) != NULL)
        return 0;
    said_add(part->said, kind[0] == 'w', sentence);
    return 1;
}

static int read_gpu(struct part *part, const struct csv *csv)
{
    gpuocc_runs_device gpu;
    uint64_t words[4], index;
    const char *cell;
    size_t length, i;
    uint32_t found;

    cell = csv_cell(csv, 1, &length);
    if (!read_words(csv, 4, words, 4) || number_read(cell, length, 0, UINT64_MAX, &index) != 0 ||
        index != part->gpus.count)
        return 0;
    for (i = 0; i < 4; i++)
        if (words[i] > UINT32_MAX)
            return 0;
    memset(&gpu, 0xff, sizeof gpu); /* all numbers are unknown */
    gpu.size = sizeof gpu;
    gpu.name.at = csv_cell(csv, 2, &gpu.name.length);
    gpu.architecture.at = csv_cell(csv, 3, &gpu.architecture.length);
    gpu.number = (uint32_t)words[0];
    gpu.cores = (uint32_t)words[1];
    gpu.wave_size = (uint32_t)words[2];
    gpu.threads_per_core = (uint32_t)words[3];
    part_check(gpuocc_runs_shapes_add_gpu(part->shapes, &gpu, &found));
    map_add(&part->gpus, found);
    return 1;
}

static int read_shape(struct part *part, const struct csv *csv)
{
    uint64_t words[KEY_WORDS + SHAPE_WORDS];
    gpuocc_runs_shape shape;
    uint32_t index;

    memset(&shape, 0, sizeof shape);
    if (!read_words(csv, 2, words, KEY_WORDS + SHAPE_WORDS) || !set_key(&shape.key, words) ||
        !set_shape(&shape, words + KEY_WORDS) || shape.key.gpu >= part->gpus.count ||
        shape.key.format >= GPUOCC_RUNS_FORMAT_COUNT) {
        map_add(&part->shape_rows, DAMAGED);
        return 0;
    }
    shape.key.gpu = part->gpus.at[shape.key.gpu];
    shape.name.at = csv_cell(csv, 1, &shape.name.length);
    part_check(gpuocc_runs_shapes_add(part->shapes, &shape, &index));
    map_add(&part->shape_rows, index);
    part->seen[LAUNCHES] += shape.calls < UINT64_MAX - part->seen[LAUNCHES]
                                ? shape.calls
                                : UINT64_MAX - part->seen[LAUNCHES];
    return 1;
}

static int read_file(struct part *part, const struct csv *csv)
{
    uint64_t words[2];
    size_t length;

    if (!read_words(csv, 2, words, 2))
        return 0;
    part_check(
        gpuocc_runs_shapes_add_file(part->shapes, csv_cell(csv, 1, &length), words[0], words[1]));
    return 1;
}

/* Whether a part has, or says that it has, so many rows of a kind. */
static int is_place(const struct part *part, enum counted kind, uint64_t place)
{
    return place < part->seen[kind] || place < part->counts[kind];
}

static int read_time(struct part *part, const struct csv *csv)
{
    uint64_t words[3];
    gpuocc_runs_file_time *time;

    if (!read_words(csv, 1, words, 3) || !is_place(part, FILES, words[0]) ||
        !is_place(part, SHAPES, words[1]))
        return 0;
    if (part->time_count == part->time_capacity) {
        part->time_capacity = memory_capacity(part->time_capacity);
        part->times = memory_grow(part->times, part->time_capacity * sizeof *part->times);
    }
    time = &part->times[part->time_count++];
    time->file = (uint32_t)words[0];
    time->shape = (uint32_t)words[1]; /* its row */
    time->time_ns = words[2];
    return 1;
}

static int read_row(struct part *part, const struct csv *csv)
{
    static const struct {
        const char *name;
        int (*read)(struct part *part, const struct csv *csv);
        enum counted counted;
    } rows[] = {{"gpu", read_gpu, GPUS},         {"shape", read_shape, SHAPES},
                {"file", read_file, FILES},      {"time", read_time, TIMES},
                {"rows", read_counts, COUNTED},  {"warning", read_said, COUNTED},
                {"note", read_said, COUNTED},    {"end", read_end, COUNTED}};
    const char *cell;
    size_t length, i;

    cell = csv_cell(csv, 0, &length);
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, cell, length) == 0)
            break;
    /* A row that the file cuts off may have a number with fewer digits: it is missing. */
    if (csv->unended && (i == sizeof rows / sizeof rows[0] || rows[i].read != read_end))
        return 1;
    if (i == sizeof rows / sizeof rows[0]) {
        part->strange++;
        return 0;
    }
    if (rows[i].counted != COUNTED)
        part->seen[rows[i].counted]++;
    return rows[i].read(part, csv);
}

static unsigned long long lack(uint64_t have, uint64_t want)
{
    return have < want ? want - have : 0;
}

/* Says that the part does not end, or lacks rows, and how many shapes and launches it lacks. */
static void say_missing(const struct part *part, struct text *problem)
{
    const uint64_t *counts = part->counts;
    const unsigned long long shapes = lack(part->seen[SHAPES], counts[SHAPES]),
                             launches = lack(part->seen[LAUNCHES], counts[LAUNCHES]);

    if (!part->counted && !part->ended && part->seen[GPUS] + part->seen[SHAPES] == 0) {
        text_add(problem, "the part is cut off in its first rows, and has no launches");
        return;
    }
    if (!part->counted) {
        text_add(problem, part->ended ? "" : "the part is cut off, and ");
        text_add(problem, "its row with the numbers of all rows is missing or damaged, so that it "
                          "is not known which others are missing");
        return;
    }
    text_add(problem, part->ended ? "rows of the part were removed" : "the part is cut off");
    if (shapes + launches != 0)
        text_format(problem, ": %llu of %llu shapes and %llu of %llu launches are missing", shapes,
                    (unsigned long long)counts[SHAPES], launches,
                    (unsigned long long)counts[LAUNCHES]);
    else
        text_add(problem, ": its launches are complete, but not the times of its files");
}

/* Whether rows are missing, of which none is counted as damaged. */
static int lacks_rows(const struct part *part)
{
    uint64_t missing, strange = part->strange;
    int kind;

    for (kind = GPUS; kind < LAUNCHES; kind++) {
        missing = lack(part->seen[kind], part->counts[kind]);
        if (missing > strange)
            return 1;
        strange -= missing;
    }
    return !part->ended || !part->counted;
}

static int read_rows(struct part *part, struct csv *csv, struct text *problem)
{
    enum csv_event event;

    while ((event = csv_next(csv)) == CSV_ROW)
        part->damaged += part->ended || !read_row(part, csv);
    if (event == CSV_FAILED) {
        text_format(problem, "%s", strerror(errno));
        return -1;
    }
    if (part->damaged != 0)
        text_add_count(problem, part->damaged, "row of this part is damaged",
                       "rows of this part are damaged");
    if (!lacks_rows(part))
        return 0;
    text_add(problem, part->damaged != 0 ? "; " : "");
    say_missing(part, problem);
    return 0;
}

int part_read(gpuocc_runs_shapes *shapes, struct said *said, int file, struct text *problem)
{
    struct part part = {.shapes = shapes, .said = said};
    struct csv csv;
    const char *version;
    size_t length, i;
    int status = 0;

    csv_open(&csv, file, NULL);
    (void)csv_next(&csv);
    version = csv_cell(&csv, 1, &length);
    if (csv.unended) {
        say_missing(&part, problem);
    } else if (strcmp(version, strchr(magic, ',') + 1) != 0) {
        text_add(problem, "a part of another version of gpuocc, which is not read: save it again "
                          "from its profiles");
        status = -1;
    } else {
        status = read_rows(&part, &csv, problem);
    }
    csv_close(&csv);
    /* With a problem the places of rows are not certain; without one all rows are there. */
    for (i = 0; i < part.time_count && problem->length == 0; i++) {
        part.times[i].shape = part.shape_rows.at[part.times[i].shape];
        part_check(gpuocc_runs_shapes_add_time(shapes, &part.times[i]));
    }
    free(part.gpus.at);
    free(part.shape_rows.at);
    free(part.times);
    return status;
}
