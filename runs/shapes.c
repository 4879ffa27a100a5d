/* SPDX-License-Identifier: MIT
 *
 * Launches by shape: a kernel with its group, registers, shared memory and grid on a GPU.
 */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of texts that are taken at once. */
#define BLOCK 65536u

struct shapes_block {
    struct shapes_block *next;
    size_t used, room; /* of the bytes behind this struct */
};

/* Returns whether so many bytes may be added to those in use, and counts them. */
static int take(gpuocc_runs_shapes *shapes, size_t more)
{
    if (more > shapes->most_bytes - shapes->bytes)
        return 0;
    shapes->bytes += more;
    return 1;
}

/* Makes room for one more element of `width` bytes. Returns 0 if there is no memory. */
static int make_room(gpuocc_runs_shapes *shapes, void *array, size_t count, size_t *room,
                     size_t width)
{
    const size_t more = *room != 0 ? *room : 8;
    void *memory;

    if (count < *room)
        return 1;
    if (more > SIZE_MAX / 2 / width - *room || !take(shapes, more * width))
        return 0;
    memcpy(&memory, array, sizeof memory);
    memory = realloc(memory, (*room + more) * width);
    if (memory == NULL) {
        shapes->bytes -= more * width;
        return 0;
    }
    memcpy(array, &memory, sizeof memory);
    *room += more;
    return 1;
}

/* Keeps a text, with a NUL behind it. Returns NULL if there is no memory. */
static const char *keep(gpuocc_runs_shapes *shapes, const char *bytes, size_t length)
{
    struct shapes_block *block = shapes->texts;
    size_t room;
    char *at;

    if (length == 0)
        return "";
    if (block == NULL || block->room - block->used <= length) {
        room = length < BLOCK ? BLOCK : length + 1;
        if (!take(shapes, sizeof *block + room))
            return NULL;
        block = malloc(sizeof *block + room);
        if (block == NULL) {
            shapes->bytes -= sizeof *block + room;
            return NULL;
        }
        block->next = shapes->texts;
        block->used = 0;
        block->room = room;
        shapes->texts = block;
    }
    at = (char *)(block + 1) + block->used;
    memcpy(at, bytes, length);
    at[length] = 0;
    block->used += length + 1;
    return at;
}

static uint32_t hash_of(const void *bytes, size_t length, uint32_t hash)
{
    const unsigned char *at = bytes;

    while (length-- > 0)
        hash = (hash ^ *at++) * 16777619u;
    return hash ^ hash >> 15;
}

static int same_text(gpuocc_kernels_text a, gpuocc_kernels_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

/* Returns the slot of a shape: its own or a free one. There always is a free one. */
static uint32_t *slot_of(const gpuocc_runs_shapes *shapes, const gpuocc_runs_shape *shape)
{
    const gpuocc_runs_shape_key *key = &shape->key;
    const size_t mask = shapes->slot_count - 1;
    const gpuocc_runs_shape *other;
    size_t i;

    i = hash_of(shape->name.at, shape->name.length, hash_of(key, sizeof *key, 2166136261u)) & mask;
    for (; shapes->slots[i] != 0; i = (i + 1) & mask) {
        other = &shapes->at[shapes->slots[i] - 1];
        if (memcmp(&other->key, key, sizeof *key) == 0 && same_text(other->name, shape->name))
            break;
    }
    return &shapes->slots[i];
}

/* Keeps the hash table at most half full. Returns 0 if there is no memory. */
static int make_slots(gpuocc_runs_shapes *shapes)
{
    const size_t count = shapes->slot_count != 0 ? 2 * shapes->slot_count : 256;
    uint32_t *slots;
    size_t i;

    if (2 * shapes->count < shapes->slot_count)
        return 1;
    if (!take(shapes, (count - shapes->slot_count) * sizeof *slots))
        return 0;
    slots = calloc(count, sizeof *slots);
    if (slots == NULL) {
        shapes->bytes -= (count - shapes->slot_count) * sizeof *slots;
        return 0;
    }
    free(shapes->slots);
    shapes->slots = slots;
    shapes->slot_count = count;
    for (i = 0; i < shapes->count; i++)
        *slot_of(shapes, &shapes->at[i]) = (uint32_t)i + 1;
    return 1;
}

/* Includes a percentage, or an interval of them, in another one. An unknown one is the largest
 * number. */
static void include(uint32_t *low, uint32_t *high, uint32_t other_low, uint32_t other_high)
{
    if (other_low == GPUOCC_RUNS_NO_PERCENT)
        return;
    *low = other_low < *low ? other_low : *low;
    if (*high == GPUOCC_RUNS_NO_PERCENT || other_high > *high)
        *high = other_high;
}

static void add_sums(gpuocc_runs_shape *shape, const gpuocc_runs_shape *other)
{
    if (other->timed != 0) {
        if (shape->timed == 0 || other->least_ns < shape->least_ns)
            shape->least_ns = other->least_ns;
        shape->most_ns = other->most_ns > shape->most_ns ? other->most_ns : shape->most_ns;
    }
    shape->calls = shapes_sum(shape->calls, other->calls);
    shape->timed = shapes_sum(shape->timed, other->timed);
    shape->time_ns = shapes_sum(shape->time_ns, other->time_ns);
    include(&shape->estimated_low, &shape->estimated_high, other->estimated_low,
            other->estimated_high);
    include(&shape->theoretical_low, &shape->theoretical_high, other->theoretical_low,
            other->theoretical_high);
    shape->achieved_sum = shapes_sum(shape->achieved_sum, other->achieved_sum);
    shape->achieved_count = shapes_sum(shape->achieved_count, other->achieved_count);
}

/* Adds a shape, without counting its launches. Returns 0 if there is no memory. */
static int add(gpuocc_runs_shapes *shapes, const gpuocc_runs_shape *shape, uint32_t *index)
{
    const char *name;
    uint32_t *slot;

    if (!make_slots(shapes))
        return 0;
    slot = slot_of(shapes, shape);
    if (*slot != 0) {
        add_sums(&shapes->at[*slot - 1], shape);
        *index = *slot - 1;
        return 1;
    }
    if (shapes->count >= UINT32_MAX - 1 ||
        !make_room(shapes, &shapes->at, shapes->count, &shapes->room, sizeof *shapes->at))
        return 0;
    name = keep(shapes, shape->name.at, shape->name.length);
    if (name == NULL)
        return 0;
    shapes->at[shapes->count] = *shape;
    shapes->at[shapes->count++].name.at = name;
    *slot = (uint32_t)shapes->count;
    *index = *slot - 1;
    return 1;
}

int32_t gpuocc_runs_shapes_add(gpuocc_runs_shapes *shapes, const gpuocc_runs_shape *shape,
                               uint32_t *index)
{
    uint32_t unused;

    if (shapes == NULL || shape == NULL || shape->key.gpu >= shapes->gpu_count)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (!add(shapes, shape, index != NULL ? index : &unused))
        return GPUOCC_RUNS_ERROR_MEMORY;
    shapes->launches = shapes_sum(shapes->launches, shape->calls);
    return GPUOCC_RUNS_OK;
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
    return percent >= 0 && percent <= 1000000 ? (uint32_t)(1000 * percent + 0.5)
                                              : GPUOCC_RUNS_NO_PERCENT;
}

/* Adds a GPU of which nothing is known but its number. Returns NULL if there is no memory. */
static gpuocc_runs_device *add_gpu(gpuocc_runs_shapes *shapes, uint32_t number)
{
    gpuocc_runs_device *gpu;

    if (!make_room(shapes, &shapes->gpus, shapes->gpu_count, &shapes->gpu_room, sizeof *gpu))
        return NULL;
    gpu = &shapes->gpus[shapes->gpu_count++];
    memset(gpu, 0xff, sizeof *gpu);
    gpu->size = sizeof *gpu;
    gpu->number = number;
    gpu->name.at = gpu->architecture.at = "";
    gpu->name.length = gpu->architecture.length = 0;
    return gpu;
}

/* Returns the GPU with a number in this profile, which may be described later. */
static gpuocc_runs_device *numbered(gpuocc_runs_shapes *shapes, uint32_t number)
{
    size_t i;

    for (i = 0; i < shapes->gpu_count; i++)
        if (shapes->gpus[i].number == number)
            return &shapes->gpus[i];
    return add_gpu(shapes, number);
}

/* Copies a description. Returns 0 if there is no memory. */
static int copy_gpu(gpuocc_runs_shapes *shapes, gpuocc_runs_device *gpu,
                    const gpuocc_runs_device *from)
{
    const char *name = keep(shapes, from->name.at, from->name.length);
    const char *architecture = keep(shapes, from->architecture.at, from->architecture.length);
    const uint32_t number = gpu->number;

    if (name == NULL || architecture == NULL)
        return 0;
    *gpu = *from;
    gpu->number = number;
    gpu->name.at = name;
    gpu->architecture.at = architecture;
    return 1;
}

int32_t gpuocc_runs_shapes_device(gpuocc_runs_shapes *shapes, const gpuocc_runs_device *device)
{
    gpuocc_runs_device *gpu;

    if (shapes == NULL || device == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    gpu = numbered(shapes, device->number);
    return gpu != NULL && copy_gpu(shapes, gpu, device) ? GPUOCC_RUNS_OK : GPUOCC_RUNS_ERROR_MEMORY;
}

static void set_key(gpuocc_runs_shape_key *key, const gpuocc_runs_launch *launch)
{
    const uint32_t time = 1u << GPUOCC_RUNS_FIELD_START | 1u << GPUOCC_RUNS_FIELD_DURATION |
                          1u << GPUOCC_RUNS_FIELD_DEVICE;

    key->format = launch->format;
    key->missing = launch->missing & ~time;
    key->grid = product(launch->grid, UINT64_MAX - 2, GPUOCC_RUNS_NO_NUMBER);
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
}

int32_t gpuocc_runs_shapes_launch(gpuocc_runs_shapes *shapes, const gpuocc_runs_launch *launch,
                                  uint32_t *index)
{
    const gpuocc_runs_reported *reported;
    const gpuocc_runs_device *gpu;
    gpuocc_runs_shape shape;
    uint32_t achieved;

    if (shapes == NULL || launch == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    gpu = numbered(shapes, launch->device_number);
    if (gpu == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    memset(&shape, 0, sizeof shape);
    set_key(&shape.key, launch);
    shape.key.gpu = (uint32_t)(gpu - shapes->gpus);
    shape.name = launch->name;
    shape.calls = launch->calls;
    if (launch->duration_ns != GPUOCC_RUNS_NO_TIME) {
        shape.timed = launch->calls;
        shape.time_ns = launch->duration_ns;
        shape.least_ns = shape.most_ns =
            launch->calls > 1 ? launch->duration_ns / launch->calls : launch->duration_ns;
    }
    reported = &launch->reported;
    shape.estimated_low = shape.estimated_high = thousandths(reported->estimated_percent);
    shape.theoretical_low = shape.theoretical_high = thousandths(reported->theoretical_percent);
    achieved = thousandths(reported->achieved_percent);
    if (achieved != GPUOCC_RUNS_NO_PERCENT) {
        shape.achieved_sum = achieved;
        shape.achieved_count = 1;
    }
    return gpuocc_runs_shapes_add(shapes, &shape, index);
}

static int is_described(const gpuocc_runs_device *gpu)
{
    return gpu->name.length != 0 || gpu->architecture.length != 0;
}

static int same_gpu(const gpuocc_runs_device *a, const gpuocc_runs_device *b)
{
    return same_text(a->name, b->name) && same_text(a->architecture, b->architecture) &&
           a->cores == b->cores && a->wave_size == b->wave_size &&
           a->threads_per_core == b->threads_per_core;
}

int32_t gpuocc_runs_shapes_add_gpu(gpuocc_runs_shapes *shapes, const gpuocc_runs_device *gpu,
                                   uint32_t *index)
{
    gpuocc_runs_device *own;
    uint32_t i;

    if (shapes == NULL || gpu == NULL || index == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    for (i = 0; i < shapes->gpu_count; i++)
        if (same_gpu(gpu, &shapes->gpus[i])) {
            *index = i;
            return GPUOCC_RUNS_OK;
        }
    own = add_gpu(shapes, gpu->number);
    if (own == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    *index = i;
    if (copy_gpu(shapes, own, gpu))
        return GPUOCC_RUNS_OK;
    shapes->gpu_count--;
    return GPUOCC_RUNS_ERROR_MEMORY;
}

int32_t gpuocc_runs_shapes_describe(gpuocc_runs_shapes *shapes, const gpuocc_runs_shapes *others)
{
    size_t i, j;

    if (shapes == NULL || others == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    for (i = 0; i < shapes->gpu_count; i++)
        for (j = 0; j < others->gpu_count; j++)
            if (!is_described(&shapes->gpus[i]) && is_described(&others->gpus[j]) &&
                shapes->gpus[i].number == others->gpus[j].number &&
                !copy_gpu(shapes, &shapes->gpus[i], &others->gpus[j]))
                return GPUOCC_RUNS_ERROR_MEMORY;
    return GPUOCC_RUNS_OK;
}

int32_t gpuocc_runs_shapes_describe_alike(gpuocc_runs_shapes *shapes, uint32_t *index)
{
    const gpuocc_runs_device *known = NULL;
    uint32_t i;

    if (shapes == NULL || index == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    *index = GPUOCC_UNKNOWN;
    for (i = 0; i < shapes->gpu_count; i++) {
        if (!is_described(&shapes->gpus[i]))
            continue;
        if (known != NULL && !same_gpu(known, &shapes->gpus[i]))
            return GPUOCC_RUNS_OK;
        known = &shapes->gpus[i];
    }
    for (i = 0; known != NULL && i < shapes->gpu_count; i++) {
        if (is_described(&shapes->gpus[i]))
            continue;
        if (!copy_gpu(shapes, &shapes->gpus[i], known))
            return GPUOCC_RUNS_ERROR_MEMORY;
        *index = i;
    }
    return GPUOCC_RUNS_OK;
}

int32_t gpuocc_runs_shapes_add_file(gpuocc_runs_shapes *shapes, const char *path, uint64_t launches,
                                    uint64_t time_ns)
{
    gpuocc_runs_file_sums *file;
    const char *kept;

    if (shapes == NULL || path == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (shapes->file_count >= UINT32_MAX ||
        !make_room(shapes, &shapes->files, shapes->file_count, &shapes->file_room, sizeof *file))
        return GPUOCC_RUNS_ERROR_MEMORY;
    kept = keep(shapes, path, strlen(path));
    if (kept == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    file = &shapes->files[shapes->file_count++];
    file->path = kept;
    file->launches = launches;
    file->time_ns = time_ns;
    return GPUOCC_RUNS_OK;
}

int32_t gpuocc_runs_shapes_add_time(gpuocc_runs_shapes *shapes, const gpuocc_runs_file_time *time)
{
    if (shapes == NULL || time == NULL || time->file >= shapes->file_count ||
        time->shape >= shapes->count)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (!make_room(shapes, &shapes->times, shapes->time_count, &shapes->time_room, sizeof *time))
        return GPUOCC_RUNS_ERROR_MEMORY;
    shapes->times[shapes->time_count++] = *time;
    return GPUOCC_RUNS_OK;
}

uint64_t shapes_time(const gpuocc_runs_shapes *shapes)
{
    uint64_t time_ns = 0;
    size_t i;

    for (i = 0; i < shapes->count; i++)
        time_ns = shapes_sum(time_ns, shapes->at[i].time_ns);
    return time_ns;
}

int32_t gpuocc_runs_shapes_file(gpuocc_runs_shapes *shapes, const char *path)
{
    gpuocc_runs_file_time time = {0, 0, 0};
    int32_t status;

    if (shapes == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    status = gpuocc_runs_shapes_add_file(shapes, path, shapes->launches, shapes_time(shapes));
    time.file = (uint32_t)shapes->file_count - 1;
    for (; status == GPUOCC_RUNS_OK && time.shape < shapes->count; time.shape++) {
        time.time_ns = shapes->at[time.shape].time_ns;
        status = gpuocc_runs_shapes_add_time(shapes, &time);
    }
    return status;
}

/* Adds the shapes of others, whose indices in `shapes` go to `map`. */
static int32_t merge_shapes(gpuocc_runs_shapes *shapes, const gpuocc_runs_shapes *others,
                            uint32_t *map)
{
    int32_t status = GPUOCC_RUNS_OK;
    gpuocc_runs_shape shape;
    size_t i;

    for (i = 0; i < others->count && status == GPUOCC_RUNS_OK; i++) {
        shape = others->at[i];
        status = gpuocc_runs_shapes_add_gpu(shapes, &others->gpus[shape.key.gpu], &shape.key.gpu);
        if (status == GPUOCC_RUNS_OK)
            status = gpuocc_runs_shapes_add(shapes, &shape, &map[i]);
    }
    return status;
}

int32_t gpuocc_runs_shapes_merge(gpuocc_runs_shapes *shapes, const gpuocc_runs_shapes *others)
{
    gpuocc_runs_file_time time;
    uint32_t files, *map;
    int32_t status;
    size_t i;

    if (shapes == NULL || others == NULL || shapes == others)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    map = malloc((others->count + 1) * sizeof *map);
    if (map == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    files = (uint32_t)shapes->file_count;
    status = merge_shapes(shapes, others, map);
    for (i = 0; i < others->file_count && status == GPUOCC_RUNS_OK; i++)
        status = gpuocc_runs_shapes_add_file(shapes, others->files[i].path,
                                             others->files[i].launches, others->files[i].time_ns);
    for (i = 0; i < others->time_count && status == GPUOCC_RUNS_OK; i++) {
        time = others->times[i];
        time.file += files;
        time.shape = map[time.shape];
        status = gpuocc_runs_shapes_add_time(shapes, &time);
    }
    free(map);
    return status;
}

static int compare(const void *a, const void *b)
{
    const gpuocc_runs_shape *first = a, *second = b;
    int order;

    if (first->time_ns != second->time_ns)
        return first->time_ns < second->time_ns ? 1 : -1;
    if (first->calls != second->calls)
        return first->calls < second->calls ? 1 : -1;
    order = strcmp(first->name.at, second->name.at);
    return order != 0 ? order : memcmp(&first->key, &second->key, sizeof first->key);
}

int32_t gpuocc_runs_shapes_sort(gpuocc_runs_shapes *shapes)
{
    uint32_t *map;
    size_t i;

    if (shapes == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    map = malloc((shapes->count + 1) * sizeof *map);
    if (map == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    for (i = 0; i < shapes->count; i++)
        shapes->at[i].order = i;
    if (shapes->count != 0)
        qsort(shapes->at, shapes->count, sizeof *shapes->at, compare);
    for (i = 0; i < shapes->count; i++)
        map[shapes->at[i].order] = (uint32_t)i;
    for (i = 0; i < shapes->time_count; i++)
        shapes->times[i].shape = map[shapes->times[i].shape];
    free(map);
    return GPUOCC_RUNS_OK;
}

int32_t gpuocc_runs_shapes_contents(const gpuocc_runs_shapes *shapes,
                                    gpuocc_runs_contents *contents)
{
    const uint32_t size = sizeof *contents;

    if (shapes == NULL || contents == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    if (contents->size < size)
        return GPUOCC_RUNS_ERROR_SIZE;
    memset(contents, 0, size);
    contents->size = size;
    contents->gpu_count = (uint32_t)shapes->gpu_count;
    contents->gpus = shapes->gpus;
    contents->shapes = shapes->at;
    contents->files = shapes->files;
    contents->times = shapes->times;
    contents->shape_count = shapes->count;
    contents->file_count = shapes->file_count;
    contents->time_count = shapes->time_count;
    contents->launches = shapes->launches;
    contents->time_ns = shapes_time(shapes);
    return GPUOCC_RUNS_OK;
}

int32_t gpuocc_runs_shapes_open(uint64_t most_bytes, gpuocc_runs_shapes **opened)
{
    gpuocc_runs_shapes *shapes;

    if (opened == NULL)
        return GPUOCC_RUNS_ERROR_REQUIRED;
    *opened = NULL;
    if (most_bytes != 0 && most_bytes < sizeof *shapes)
        return GPUOCC_RUNS_ERROR_MEMORY;
    shapes = calloc(1, sizeof *shapes);
    if (shapes == NULL)
        return GPUOCC_RUNS_ERROR_MEMORY;
    shapes->most_bytes = most_bytes != 0 ? most_bytes : UINT64_MAX;
    shapes->bytes = sizeof *shapes;
    *opened = shapes;
    return GPUOCC_RUNS_OK;
}

void gpuocc_runs_shapes_close(gpuocc_runs_shapes *shapes)
{
    struct shapes_block *block, *next;

    if (shapes == NULL)
        return;
    for (block = shapes->texts; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    free(shapes->gpus);
    free(shapes->files);
    free(shapes->times);
    free(shapes->at);
    free(shapes->slots);
    free(shapes);
}
