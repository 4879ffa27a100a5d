/* SPDX-License-Identifier: MIT */
#include "commands/profile/shapes.h"

#include <stdlib.h>
#include <string.h>

/* Sums stay at the largest number. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint32_t hash_of(const void *bytes, size_t length, uint32_t hash)
{
    const unsigned char *at = bytes;

    while (length-- > 0)
        hash = (hash ^ *at++) * 16777619u;
    return hash ^ hash >> 15;
}

const char *shape_name(const struct shapes *shapes, const struct shape *shape)
{
    return shape->name_length != 0 ? shapes->names.data + shape->name : "";
}

static int is_shape(const struct shapes *shapes, const struct shape *shape,
                    const struct shape_key *key, const char *name, size_t length)
{
    return memcmp(&shape->key, key, sizeof *key) == 0 && shape->name_length == length &&
           memcmp(shape_name(shapes, shape), name, length) == 0;
}

/* Returns the slot of a shape: its own or a free one. There always is a free one. */
static uint32_t *slot_of(const struct shapes *shapes, const struct shape_key *key, const char *name,
                         size_t length)
{
    const size_t mask = shapes->slot_count - 1;
    size_t i = hash_of(name, length, hash_of(key, sizeof *key, 2166136261u)) & mask;

    while (shapes->slots[i] != 0 &&
           !is_shape(shapes, &shapes->at[shapes->slots[i] - 1], key, name, length))
        i = (i + 1) & mask;
    return &shapes->slots[i];
}

static void make_slots(struct shapes *shapes)
{
    const struct shape *shape;
    size_t i;

    if (2 * shapes->count < shapes->slot_count)
        return;
    shapes->slot_count = shapes->slot_count != 0 ? 2 * shapes->slot_count : 256;
    shapes->slots = memory_grow(shapes->slots, shapes->slot_count * sizeof *shapes->slots);
    memset(shapes->slots, 0, shapes->slot_count * sizeof *shapes->slots);
    for (i = 0; i < shapes->count; i++) {
        shape = &shapes->at[i];
        *slot_of(shapes, &shape->key, shape_name(shapes, shape), shape->name_length) =
            (uint32_t)i + 1;
    }
}

/* Includes a percentage, or an interval of them, in another one. */
static void include(uint32_t *low, uint32_t *high, uint32_t other_low, uint32_t other_high)
{
    if (other_low == SHAPE_NO_PERCENT)
        return;
    if (*low == SHAPE_NO_PERCENT || other_low < *low)
        *low = other_low;
    if (*high == SHAPE_NO_PERCENT || other_high > *high)
        *high = other_high;
}

static void add_sums(struct shape *shape, const struct shape *other)
{
    if (other->timed != 0) {
        if (shape->timed == 0 || other->least_ns < shape->least_ns)
            shape->least_ns = other->least_ns;
        if (other->most_ns > shape->most_ns)
            shape->most_ns = other->most_ns;
    }
    shape->calls = sum(shape->calls, other->calls);
    shape->timed = sum(shape->timed, other->timed);
    shape->time_ns = sum(shape->time_ns, other->time_ns);
    include(&shape->estimated_low, &shape->estimated_high, other->estimated_low,
            other->estimated_high);
    include(&shape->theoretical_low, &shape->theoretical_high, other->theoretical_low,
            other->theoretical_high);
    shape->achieved_sum = sum(shape->achieved_sum, other->achieved_sum);
    shape->achieved_count = sum(shape->achieved_count, other->achieved_count);
}

uint32_t shapes_add(struct shapes *shapes, const struct shape *shape, const char *name,
                    size_t length)
{
    uint32_t *slot;
    struct shape *own;

    make_slots(shapes);
    slot = slot_of(shapes, &shape->key, name, length);
    if (*slot != 0) {
        add_sums(&shapes->at[*slot - 1], shape);
        return *slot - 1;
    }
    if (shapes->count == shapes->capacity) {
        shapes->capacity = memory_capacity(shapes->capacity);
        shapes->at = memory_grow(shapes->at, shapes->capacity * sizeof *shapes->at);
    }
    own = &shapes->at[shapes->count++];
    *own = *shape;
    own->name = shapes->names.length;
    own->name_length = length;
    text_add_bytes(&shapes->names, name, length);
    text_add_byte(&shapes->names, 0);
    *slot = (uint32_t)shapes->count;
    return *slot - 1;
}

/* Returns the product of three dimensions, `unknown` if one is unknown or it is too large. */
static uint64_t product(const uint32_t *dimensions, uint64_t most, uint64_t unknown)
{
    uint64_t found = 1;
    int i;

    for (i = 0; i < 3; i++) {
        if (dimensions[i] == GPUOCC_UNKNOWN || (dimensions[i] != 0 && found > most / dimensions[i]))
            return unknown;
        found *= dimensions[i];
    }
    return found;
}

static uint32_t thousandths(double percent)
{
    return percent >= 0 && percent <= 1000000 ? (uint32_t)(1000 * percent + 0.5) : SHAPE_NO_PERCENT;
}

/* Returns the GPU with a number in this profile, which may be described later. */
static uint32_t numbered(struct shapes *shapes, uint32_t number)
{
    struct gpu *gpu;
    uint32_t i;

    for (i = 0; i < shapes->gpu_count; i++)
        if (shapes->gpus[i].number == number)
            return i;
    shapes->gpus = memory_grow(shapes->gpus, (shapes->gpu_count + 1) * sizeof *shapes->gpus);
    gpu = &shapes->gpus[shapes->gpu_count];
    memset(gpu, 0, sizeof *gpu);
    gpu->number = number;
    gpu->cores = gpu->wave_size = gpu->threads_per_core = GPUOCC_UNKNOWN;
    return shapes->gpu_count++;
}

void shapes_gpu(struct shapes *shapes, const gpuocc_runs_device *device)
{
    const uint32_t index = numbered(shapes, device->number);
    struct gpu *gpu = &shapes->gpus[index];

    text_clear(&gpu->name);
    text_clear(&gpu->architecture);
    text_add_bytes(&gpu->name, device->name.at, device->name.length);
    text_add_bytes(&gpu->architecture, device->architecture.at, device->architecture.length);
    gpu->cores = device->cores;
    gpu->wave_size = device->wave_size;
    gpu->threads_per_core = device->threads_per_core;
}

uint32_t shapes_launch(struct shapes *shapes, const gpuocc_runs_launch *launch)
{
    const gpuocc_runs_reported *reported = &launch->reported;
    const uint32_t time = 1u << GPUOCC_RUNS_FIELD_START | 1u << GPUOCC_RUNS_FIELD_DURATION |
                          1u << GPUOCC_RUNS_FIELD_DEVICE;
    const uint32_t achieved = thousandths(reported->achieved_percent);
    struct shape shape = {.calls = launch->calls};
    struct shape_key *key = &shape.key;

    memset(key, 0, sizeof *key);
    key->gpu = numbered(shapes, launch->device_number);
    key->format = launch->format;
    key->missing = launch->missing & ~time;
    key->grid = product(launch->grid, UINT64_MAX - 2, GPUOCC_RUNS_NO_TIME);
    key->threads = (uint32_t)product(launch->group, 0xfffffffdu, GPUOCC_UNKNOWN);
    key->cluster = (uint32_t)product(launch->cluster, 0xfffffffdu, GPUOCC_UNKNOWN);
    key->wave_size = launch->wave_size;
    key->registers = launch->registers;
    key->vector_registers = launch->vector_registers;
    key->accumulation_registers = launch->accumulation_registers;
    key->scalar_registers = launch->scalar_registers;
    key->shared_static = launch->shared_static;
    key->shared_dynamic = launch->shared_dynamic;
    key->shared = launch->shared;
    if (launch->duration_ns != GPUOCC_RUNS_NO_TIME) {
        shape.timed = launch->calls;
        shape.time_ns = launch->duration_ns;
        shape.least_ns = shape.most_ns =
            launch->calls > 1 ? launch->duration_ns / launch->calls : launch->duration_ns;
    }
    shape.estimated_low = shape.estimated_high = thousandths(reported->estimated_percent);
    shape.theoretical_low = shape.theoretical_high = thousandths(reported->theoretical_percent);
    if (achieved != SHAPE_NO_PERCENT) {
        shape.achieved_sum = achieved;
        shape.achieved_count = 1;
    }
    shapes->launches = sum(shapes->launches, launch->calls);
    return shapes_add(shapes, &shape, launch->name.at, launch->name.length);
}

static int is_described(const struct gpu *gpu)
{
    return gpu->name.length != 0 || gpu->architecture.length != 0;
}

static int same_text(const struct text *a, const struct text *b)
{
    return a->length == b->length && memcmp(text_string(a), text_string(b), a->length) == 0;
}

static int same_gpu(const struct gpu *a, const struct gpu *b)
{
    return same_text(&a->name, &b->name) && same_text(&a->architecture, &b->architecture) &&
           a->cores == b->cores && a->wave_size == b->wave_size &&
           a->threads_per_core == b->threads_per_core;
}

static void copy_gpu(struct gpu *gpu, const struct gpu *from)
{
    text_add_bytes(&gpu->name, text_string(&from->name), from->name.length);
    text_add_bytes(&gpu->architecture, text_string(&from->architecture), from->architecture.length);
    gpu->cores = from->cores;
    gpu->wave_size = from->wave_size;
    gpu->threads_per_core = from->threads_per_core;
}

uint32_t shapes_find_gpu(struct shapes *shapes, const struct gpu *gpu)
{
    struct gpu *own;
    uint32_t i;

    for (i = 0; i < shapes->gpu_count; i++)
        if (same_gpu(gpu, &shapes->gpus[i]))
            return i;
    shapes->gpus = memory_grow(shapes->gpus, (shapes->gpu_count + 1) * sizeof *shapes->gpus);
    own = &shapes->gpus[shapes->gpu_count];
    memset(own, 0, sizeof *own);
    own->number = gpu->number;
    copy_gpu(own, gpu);
    return shapes->gpu_count++;
}

void shapes_describe(struct shapes *shapes, const struct shapes *others)
{
    uint32_t i, j;

    for (i = 0; i < shapes->gpu_count; i++)
        for (j = 0; j < others->gpu_count; j++)
            if (!is_described(&shapes->gpus[i]) && is_described(&others->gpus[j]) &&
                shapes->gpus[i].number == others->gpus[j].number)
                copy_gpu(&shapes->gpus[i], &others->gpus[j]);
}

const struct gpu *shapes_describe_alike(struct shapes *shapes)
{
    const struct gpu *known = NULL, *got = NULL;
    uint32_t i;

    for (i = 0; i < shapes->gpu_count; i++) {
        if (!is_described(&shapes->gpus[i]))
            continue;
        if (known != NULL && !same_gpu(known, &shapes->gpus[i]))
            return NULL;
        known = &shapes->gpus[i];
    }
    for (i = 0; known != NULL && i < shapes->gpu_count; i++) {
        if (is_described(&shapes->gpus[i]))
            continue;
        copy_gpu(&shapes->gpus[i], known);
        got = &shapes->gpus[i];
    }
    return got;
}

uint32_t shapes_file(struct shapes *shapes, const char *path, uint64_t launches, uint64_t time_ns)
{
    const struct run_file file = {shapes->names.length, launches, time_ns};

    text_add(&shapes->names, path);
    text_add_byte(&shapes->names, 0);
    shapes->files = memory_grow(shapes->files, (shapes->file_count + 1) * sizeof *shapes->files);
    shapes->files[shapes->file_count++] = file;
    return (uint32_t)shapes->file_count - 1;
}

void shapes_file_time(struct shapes *shapes, uint32_t file, uint32_t shape, uint64_t time_ns)
{
    const struct file_time time = {file, shape, time_ns};

    if (shapes->time_count == shapes->time_capacity) {
        shapes->time_capacity = memory_capacity(shapes->time_capacity);
        shapes->times = memory_grow(shapes->times, shapes->time_capacity * sizeof *shapes->times);
    }
    shapes->times[shapes->time_count++] = time;
}

void shapes_of_file(struct shapes *shapes, const char *path)
{
    const uint32_t file = shapes_file(shapes, path, shapes->launches, shapes_time(shapes));
    uint32_t i;

    for (i = 0; i < shapes->count; i++)
        shapes_file_time(shapes, file, i, shapes->at[i].time_ns);
}

uint64_t shapes_time(const struct shapes *shapes)
{
    uint64_t time_ns = 0;
    size_t i;

    for (i = 0; i < shapes->count; i++)
        time_ns = sum(time_ns, shapes->at[i].time_ns);
    return time_ns;
}

void shapes_merge(struct shapes *shapes, const struct shapes *others)
{
    const uint32_t files = (uint32_t)shapes->file_count;
    uint32_t *map = memory_grow(NULL, (others->count + 1) * sizeof *map);
    struct shape shape;
    size_t i;

    for (i = 0; i < others->count; i++) {
        shape = others->at[i];
        shape.key.gpu = shapes_find_gpu(shapes, &others->gpus[shape.key.gpu]);
        map[i] = shapes_add(shapes, &shape, shape_name(others, &others->at[i]), shape.name_length);
    }
    for (i = 0; i < others->file_count; i++)
        (void)shapes_file(shapes, others->names.data + others->files[i].path,
                          others->files[i].launches, others->files[i].time_ns);
    for (i = 0; i < others->time_count; i++)
        shapes_file_time(shapes, files + others->times[i].file, map[others->times[i].shape],
                         others->times[i].time_ns);
    free(map);
    shapes->launches = sum(shapes->launches, others->launches);
}

static const struct text *names_sorted; /* for compare() */

static int compare(const void *a, const void *b)
{
    const struct shape *first = a, *second = b;
    int order;

    if (first->time_ns != second->time_ns)
        return first->time_ns < second->time_ns ? 1 : -1;
    if (first->calls != second->calls)
        return first->calls < second->calls ? 1 : -1;
    order = strcmp(names_sorted->data + first->name, names_sorted->data + second->name);
    return order != 0 ? order : memcmp(&first->key, &second->key, sizeof first->key);
}

void shapes_sort(struct shapes *shapes)
{
    uint32_t *map = memory_grow(NULL, (shapes->count + 1) * sizeof *map);
    size_t i;

    names_sorted = &shapes->names;
    for (i = 0; i < shapes->count; i++)
        shapes->at[i].order = (uint32_t)i;
    if (shapes->count != 0)
        qsort(shapes->at, shapes->count, sizeof *shapes->at, compare);
    for (i = 0; i < shapes->count; i++)
        map[shapes->at[i].order] = (uint32_t)i;
    for (i = 0; i < shapes->time_count; i++)
        shapes->times[i].shape = map[shapes->times[i].shape];
    free(map);
}

void shapes_free(struct shapes *shapes)
{
    uint32_t i;

    for (i = 0; i < shapes->gpu_count; i++) {
        text_free(&shapes->gpus[i].name);
        text_free(&shapes->gpus[i].architecture);
    }
    free(shapes->gpus);
    free(shapes->files);
    free(shapes->times);
    free(shapes->at);
    free(shapes->slots);
    text_free(&shapes->names);
    memset(shapes, 0, sizeof *shapes);
}
