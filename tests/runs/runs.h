/* SPDX-License-Identifier: MIT
 *
 * Writes what a reader of profiles reports as text, a line for each launch, device and warning:
 *   NAME: FIELD=VALUE ...; lacks FIELD ...       unknown fields are left out
 *   device NUMBER NAME (ARCHITECTURE): FIELD=VALUE ...
 *   @OFFSET SENTENCE
 * and the status, unless it is GPUOCC_RUNS_OK.
 */
#ifndef RUNS_H
#define RUNS_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/runs.h>

#include "tap.h"

#define WRITTEN_ROOM 65536u

struct written {
    char text[WRITTEN_ROOM];
    size_t length;
    uint64_t launches, warnings, stop_at; /* 0: never */
    uint64_t sum;                         /* of every byte that was reported */
    int wrong;                            /* what no reader may report */
};

static void add(struct written *w, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(w->text + w->length, sizeof w->text - w->length, format, arguments);
    va_end(arguments);
    w->length += length > 0 ? (size_t)length : 0;
    if (w->length >= sizeof w->text)
        w->length = sizeof w->text - 1;
}

static void add_number(struct written *w, const char *name, uint32_t number)
{
    if (number != GPUOCC_UNKNOWN)
        add(w, " %s=%" PRIu32, name, number);
}

static void add_real(struct written *w, const char *name, double number)
{
    if (number >= 0)
        add(w, " %s=%g", name, number);
}

/* Three sizes are known together. */
static void add_triple(struct written *w, const char *name, const uint32_t *sizes)
{
    w->wrong |= (sizes[0] == GPUOCC_UNKNOWN) != (sizes[1] == GPUOCC_UNKNOWN) ||
                (sizes[0] == GPUOCC_UNKNOWN) != (sizes[2] == GPUOCC_UNKNOWN);
    if (sizes[0] != GPUOCC_UNKNOWN)
        add(w, " %s=%" PRIu32 ",%" PRIu32 ",%" PRIu32, name, sizes[0], sizes[1], sizes[2]);
}

static void add_bytes(struct written *w, const char *name, gpuocc_runs_bytes bytes)
{
    if (bytes.low != GPUOCC_UNKNOWN && bytes.low == bytes.high)
        add(w, " %s=%" PRIu32, name, bytes.low);
    else if (bytes.low != GPUOCC_UNKNOWN && bytes.high != GPUOCC_UNKNOWN)
        add(w, " %s=%" PRIu32 "..%" PRIu32, name, bytes.low, bytes.high);
    else if (bytes.low != GPUOCC_UNKNOWN)
        add(w, " %s>=%" PRIu32, name, bytes.low);
    w->wrong |= bytes.high < bytes.low;
}

static void look(struct written *w, gpuocc_kernels_text text)
{
    while (text.length-- > 0)
        w->sum = w->sum * 31 + (unsigned char)*text.at++;
}

static void add_reported(struct written *w, const gpuocc_runs_reported *reported)
{
    static const char *const limits[] = {"limit_groups", "limit_registers", "limit_shared",
                                         "limit_waves", "limit_barriers"};
    unsigned i;

    add_real(w, "estimated", reported->estimated_percent);
    add_real(w, "theoretical", reported->theoretical_percent);
    add_real(w, "achieved", reported->achieved_percent);
    add_real(w, "groups_of_grid_per_core", reported->groups_of_grid_per_core);
    add_real(w, "rounds", reported->rounds);
    add_number(w, "groups", reported->groups);
    for (i = 0; i < GPUOCC_RUNS_LIMIT_COUNT; i++)
        add_number(w, limits[i], reported->limits[i]);
    look(w, reported->limiters);
    if (reported->limiters.length != 0)
        add(w, " limiters=%.*s", (int)reported->limiters.length, reported->limiters.at);
}

static void add_resources(struct written *w, const gpuocc_runs_launch *launch)
{
    add_number(w, "wave", launch->wave_size);
    add_number(w, "registers", launch->registers);
    add_number(w, "vgprs", launch->vector_registers);
    add_number(w, "agprs", launch->accumulation_registers);
    add_number(w, "sgprs", launch->scalar_registers);
    add_bytes(w, "static", launch->shared_static);
    add_bytes(w, "dynamic", launch->shared_dynamic);
    add_bytes(w, "shared", launch->shared);
    add_number(w, "scratch", launch->scratch);
}

static int32_t take_launch(void *user, const gpuocc_runs_launch *launch)
{
    struct written *w = user;
    unsigned i;

    w->wrong |= launch->size != sizeof *launch || launch->format >= GPUOCC_RUNS_FORMAT_COUNT ||
                launch->missing >> GPUOCC_RUNS_FIELD_COUNT != 0;
    look(w, launch->name);
    add(w, "%.*s:", (int)launch->name.length, launch->name.at);
    add_number(w, "on", launch->device_number);
    if (launch->device != NULL)
        add(w, " (%.*s)", (int)launch->device->name.length, launch->device->name.at);
    add_triple(w, "group", launch->group);
    add_triple(w, "grid", launch->grid);
    add_triple(w, "cluster", launch->cluster);
    add_resources(w, launch);
    add_number(w, "stream", launch->stream);
    if (launch->correlation != 0)
        add(w, " correlation=%" PRIu64, launch->correlation);
    if (launch->start_ns != GPUOCC_RUNS_NO_TIME)
        add(w, " start=%" PRIu64, launch->start_ns);
    if (launch->duration_ns != GPUOCC_RUNS_NO_TIME)
        add(w, " duration=%" PRIu64, launch->duration_ns);
    if (launch->calls != 1)
        add(w, " calls=%" PRIu64, launch->calls);
    add_reported(w, &launch->reported);
    if (launch->missing != 0)
        add(w, "; lacks");
    for (i = 0; i < GPUOCC_RUNS_FIELD_COUNT; i++)
        if ((launch->missing >> i & 1) != 0)
            add(w, " %s", gpuocc_runs_field_name(i));
    add(w, "\n");
    return ++w->launches == w->stop_at;
}

static void take_device(void *user, const gpuocc_runs_device *device)
{
    struct written *w = user;

    w->wrong |= device->size != sizeof *device;
    look(w, device->name);
    look(w, device->architecture);
    add(w, "device %" PRIu32 " %.*s (%.*s):", device->number, (int)device->name.length,
        device->name.at, (int)device->architecture.length, device->architecture.at);
    add_number(w, "cores", device->cores);
    add_number(w, "wave", device->wave_size);
    add_number(w, "waves", device->waves_per_core);
    add_number(w, "threads", device->threads_per_core);
    add_number(w, "registers", device->registers_per_core);
    add_number(w, "shared", device->shared_per_core);
    add_number(w, "shared_of_group", device->shared_per_group);
    add_number(w, "most_shared_of_group", device->shared_per_group_max);
    add(w, "\n");
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct written *w = user;
    const size_t length = strlen(sentence);

    w->warnings++;
    w->wrong |= length == 0 || length > 255 || sentence[length - 1] == '.';
    add(w, "@%" PRIu64 " %s\n", offset, sentence);
}

/* Reads a profile in pieces of `piece` bytes, or whole (0), from memory of exactly that size. */
static int32_t run_pieces(struct written *w, const void *bytes, size_t length, size_t piece)
{
    const gpuocc_runs_callbacks callbacks = {sizeof callbacks, w,    take_launch, take_device,
                                             take_warning,     NULL, 0,           NULL};
    gpuocc_runs_reader *reader = NULL;
    size_t at, part;
    int32_t status;
    char *copy;

    if (piece == 0) {
        copy = malloc(length + 1);
        memcpy(copy, bytes, length);
        status = gpuocc_runs_read(&callbacks, copy, length);
        free(copy);
    } else {
        status = gpuocc_runs_open(&callbacks, &reader);
        for (at = 0; at < length && status == GPUOCC_RUNS_OK; at += part) {
            part = length - at < piece ? length - at : piece;
            copy = malloc(part);
            memcpy(copy, (const char *)bytes + at, part);
            status = gpuocc_runs_feed(reader, copy, part);
            free(copy);
        }
        status = gpuocc_runs_close(reader);
    }
    if (status != GPUOCC_RUNS_OK)
        add(w, "status %" PRId32 "\n", status);
    return status;
}

static struct written *start_writing(void)
{
    static struct written w;

    memset(&w, 0, sizeof w);
    return &w;
}

/* Tests what is reported, whole and in pieces of 1 to 70 bytes. */
static inline void check(const char *name, const char *text, size_t length, const char *expected)
{
    static const size_t pieces[] = {0, 1, 2, 3, 7, 16, 63, 64, 65, 70};
    struct written *w = NULL;
    size_t i;

    for (i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        w = start_writing();
        (void)run_pieces(w, text, length, pieces[i]);
        if (strcmp(w->text, expected) != 0 || w->wrong)
            break;
    }
    if (!ok(i == sizeof pieces / sizeof pieces[0], "%s", name))
        note("in pieces of %lu bytes:\n%s# not:\n%s", (unsigned long)pieces[i], w->text, expected);
}

/* The same of JSON that is written with ' for ". */
static inline void check_json(const char *name, const char *json, const char *expected)
{
    const size_t length = strlen(json);
    char *text = malloc(length + 1);
    size_t i;

    for (i = 0; i <= length; i++)
        text[i] = (char)(json[i] == '\'' ? '"' : json[i]);
    check(name, text, length, expected);
    free(text);
}

#endif
