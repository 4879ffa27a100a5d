/* SPDX-License-Identifier: MIT
 *
 * Reads the regions of a kernel, and adds up what its instructions cost, as often as its loops
 * execute them.
 */
#include "predict/predict.h"

/* The largest number of executions. Sums of products with it stay finite. */
#define MOST_TIMES   1e18

#define SECTOR_BYTES 32u

/* Returns how often a loop is executed: as the caller says, or the code; -1 if neither does. */
static double trips_of(struct predict *predict, const gpuocc_code_region *region)
{
    const gpuocc_predict_trips *trips = predict->options.trips;
    double others = -1;
    uint32_t i;

    for (i = 0; i < predict->options.trip_count; i++) {
        if (trips[i].first == region->first) {
            predict->trips_used |= UINT64_C(1) << i;
            return trips[i].count;
        }
        if (trips[i].first == GPUOCC_CODE_NONE)
            others = trips[i].count;
    }
    return region->trips != 0 ? region->trips : others;
}

static void add_loop(struct predict *predict, const gpuocc_code_region *region,
                     struct predict_part *part)
{
    struct predict_unknown *loop = &predict->loops[predict->loop_count];
    const double trips = trips_of(predict, region);

    if (trips >= 0) {
        part->times = part->times * trips < MOST_TIMES ? part->times * trips : MOST_TIMES;
    } else if (predict->loop_count == GPUOCC_PREDICT_LOOPS) {
        predict->more_loops++;
    } else {
        part->unknown |= UINT32_C(1) << predict->loop_count++;
        loop->first = region->first;
        loop->last = region->last;
        loop->depth = region->depth;
    }
}

/* Adds `times` the cost of a part. */
static void add_cost(struct predict_cost *to, const struct predict_cost *cost, double times)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
        to->counts[i] += times * cost->counts[i];
    to->instructions += times * cost->instructions;
    to->matrix += times * cost->matrix;
    to->unsized += times * cost->unsized;
    to->shared_words += times * cost->shared_words;
    to->shared_least += times * cost->shared_least;
    to->shared_unknown += times * cost->shared_unknown;
    to->moved_apart += times * cost->moved_apart;
    to->moved_unknown += times * cost->moved_unknown;
    to->load_bytes += times * cost->load_bytes;
    to->store_bytes += times * cost->store_bytes;
    to->load_spare += times * cost->load_spare;
    to->store_spare += times * cost->store_spare;
    to->local_bytes += times * cost->local_bytes;
    for (i = 0; i < PREDICT_ENDS; i++)
        to->cycles[i] += times * cost->cycles[i];
    to->waits += times * cost->waits;
}

static void add_straight(struct predict *predict, const gpuocc_code_loop *loop,
                         const struct predict_part *part)
{
    struct predict_unknown *around;
    struct predict_cost cost;
    uint32_t i, kind;

    memset(&cost, 0, sizeof cost);
    predict_run(predict, loop, &cost);
    add_cost(&predict->all, &cost, part->times);
    predict->flags |= (uint32_t)(loop->partial != 0) << GPUOCC_PREDICT_PARTIAL;
    for (i = 0; i < predict->loop_count; i++) {
        if ((part->unknown >> i & 1) == 0)
            continue;
        around = &predict->loops[i];
        add_cost(&around->cost, &cost, part->times);
        around->instructions += loop->instructions;
        for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++)
            around->counts[kind] += loop->counts[kind];
    }
}

static int32_t take_region(void *user, const gpuocc_code_region *region)
{
    static const struct predict_part whole = {1, 0};
    struct predict *predict = user;
    const struct predict_part *around =
        region->parent == GPUOCC_CODE_NONE ? &whole : &predict->parts[region->parent];

    if (region->part != NULL) {
        add_straight(predict, region->part, around);
        return 0;
    }
    predict->parts[region->number] = *around;
    if (region->extent == GPUOCC_CODE_LOOP)
        add_loop(predict, region, &predict->parts[region->number]);
    return 0;
}

/* Removes the loops that only wait: they are executed once. */
static void drop_waiting(struct predict *predict)
{
    uint32_t i, kept = 0;

    for (i = 0; i < predict->loop_count; i++)
        if (!code_is_waiting(predict->loops[i].counts, predict->loops[i].instructions))
            predict->loops[kept++] = predict->loops[i];
    predict->loop_count = kept;
}

/* Returns what an access moves beyond the sectors, or CDNA's parts of 64 bytes, that have what it
 * requests. */
static uint32_t spare_of(const gpuocc_code_access *access)
{
    const uint32_t unit = access->moved_bytes > SECTOR_BYTES * access->sectors ? 64 : SECTOR_BYTES;
    const uint32_t least = (access->bytes + unit - 1) / unit * unit;

    return access->moved_bytes > least ? access->moved_bytes - least : 0;
}

static int32_t take_access(void *user, const gpuocc_code_access *access)
{
    struct predict *predict = user;
    struct predict_access *own = &predict->accesses[predict->access_count];

    if (access->moved_bytes == 0 && access->passes == 0)
        return 0;
    own->address = access->address;
    own->moved_bytes = access->moved_bytes;
    own->spare_bytes = spare_of(access);
    own->passes = (uint16_t)access->passes;
    own->apart = access->pattern != GPUOCC_CODE_PATTERN_LINEAR ||
                 access->stride > (int32_t)access->lane_bytes ||
                 access->stride < -(int32_t)access->lane_bytes;
    predict->access_count++;
    return 0;
}

/* Finds the addresses of the lanes, unless what they cause is given. */
static int32_t read_accesses(struct predict *predict, struct code_graph *graph,
                             gpuocc_code_step *steps)
{
    const gpuocc_code_wave wave = {.size = sizeof wave,
                                   .lanes = (uint32_t)predict->lanes,
                                   .threads_x = predict->options.threads_x,
                                   .threads_y = predict->options.threads_y};
    const struct code_taker taker = {.access = take_access, .wave = &wave, .user = predict};

    if (!predict->conflicts_found && !predict->sectors_found)
        return GPUOCC_CODE_OK;
    predict->accesses =
        format_take(graph->code->arena, graph->code->count * sizeof *predict->accesses);
    if (predict->accesses == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    return code_report_accesses(graph, steps, &taker);
}

/* Finds where the local memory of all resident waves has room: each lane has what the code stores.
 * Without a grid the waves are those of the whole device. */
static void find_room(struct predict *predict)
{
    gpuocc_code_instruction now;
    double bytes = 0;
    double cores = predict->cores;
    uint64_t count = 1;
    uint32_t i;

    for (i = 0; i < predict->code->count; i++) {
        code_at(predict->code, i, &now);
        bytes += now.kind == GPUOCC_CODE_STORE_LOCAL ? now.lane_bytes : 0;
    }
    if (cores == 0) {
        (void)gpuocc_device_get(predict->device, GPUOCC_DEVICE_CORE_COUNT, 0, &count);
        cores = (double)count / predict->cores_per_core;
    }
    predict->local = local_room(predict->device, bytes * predict->lanes * predict->waves * cores);
}

/* There are at most as many regions as loops, all code and blocks. */
static int32_t read_regions(struct code_graph *graph, gpuocc_code_step *steps, const void *user)
{
    struct predict *predict = *(struct predict *const *)user;
    const struct code_taker taker = {.region = take_region, .user = predict};
    const size_t room = (size_t)graph->headers + graph->blocks + 1;
    int32_t status = read_accesses(predict, graph, steps);

    predict->code = graph->code;
    predict->vector = graph->code->cpu != NULL;
    find_room(predict);
    predict_open(predict);
    predict->parts = format_take(graph->code->arena, room * sizeof *predict->parts);
    if (predict->parts == NULL)
        status = GPUOCC_CODE_ERROR_MEMORY;
    if (status == GPUOCC_CODE_OK)
        status = code_report_regions(graph, steps, &taker);
    format_give(graph->code->arena, predict->parts);
    format_give(graph->code->arena, predict->accesses);
    return status;
}

int32_t predict_read(struct predict *predict, const gpuocc_code *code)
{
    const int32_t status = code_read(code, NULL, 0, read_regions, &predict);

    drop_waiting(predict);
    return status;
}
