/* SPDX-License-Identifier: MIT
 *
 * gpuocc profile --annotate: writes a trace of Kineto back with the occupancy, the limiters and the
 * rounds of each kernel among its args, where Perfetto and TensorBoard show them. All other bytes
 * stay as they are.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/profile/annotate.h"
#include "commands/profile/profile.h"

/* Objects and arrays deeper than this are not looked into. */
#define DEEPEST 64u

/* A launch is that of an event if it is the nearest one and both begin in the same microsecond. */
#define SAME_NS 1000u

/* Of so many launches that begin at the same time the names are compared. */
#define SAME_START 64u

enum key {
    KEY_OTHER,
    KEY_CAT,
    KEY_TS,
    KEY_ARGS,
    KEY_NAME,
    KEY_CORRELATION,
    KEY_DEVICE,
    KEY_STREAM
};

/* An object or array that is open. */
struct frame {
    int is_object, is_empty;
    enum key key;    /* of the member that is being read */
    int expects_key; /* the next string is a name */
    int is_kernel;   /* its "cat" is that of a kernel */
    struct launched launched; /* without a shape */
    size_t args_end; /* offset of the brace that closes its "args"; 0: none */
    int args_empty;
};

struct annotation {
    const struct launches *launches;
    const struct text *notes; /* of each shape */
    const char *bytes;
    size_t length, written;
    FILE *out;
    int failed;
    size_t depth;
    struct frame frames[DEEPEST];
    uint64_t annotated;
};

static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    size_t i;

    for (i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash;
}

void launches_add(struct launches *launches, const gpuocc_runs_launch *launch, uint32_t shape)
{
    struct launched *launched;

    if (launches->count == launches->capacity) {
        launches->capacity = memory_capacity(launches->capacity);
        launches->at = memory_grow(launches->at, launches->capacity * sizeof *launches->at);
    }
    launched = &launches->at[launches->count++];
    launched->correlation = launch->correlation;
    launched->start_ns = launch->start_ns;
    launched->device = launch->device_number;
    launched->stream = launch->stream;
    launched->name = hash_of(launch->name.at, launch->name.length);
    launched->shape = shape;
}

static int order(uint64_t first, uint64_t second)
{
    return first != second ? (first < second ? -1 : 1) : 0;
}

static int compare(const void *a, const void *b)
{
    const struct launched *first = a, *second = b;
    int by = order(first->correlation, second->correlation);

    by = by != 0 ? by : order(first->device, second->device);
    by = by != 0 ? by : order(first->stream, second->stream);
    return by != 0 ? by : order(first->start_ns, second->start_ns);
}

/* Returns how far a launch with this index begins from an event, UINT64_MAX if it is another's. */
static uint64_t distance(const struct launches *launches, size_t index,
                         const struct launched *event)
{
    const struct launched *launched = &launches->at[index];

    if (index >= launches->count || launched->correlation != event->correlation ||
        launched->device != event->device || launched->stream != event->stream)
        return UINT64_MAX;
    return launched->start_ns > event->start_ns ? launched->start_ns - event->start_ns
                                                : event->start_ns - launched->start_ns;
}

/* Returns the launch of an event, NULL if there is none: of the same call, device and stream the
 * nearest; of several that begin at once the one with the name of the event. */
static const struct launched *find(const struct launches *launches, const struct launched *event)
{
    size_t low = 0, high = launches->count, middle, i;
    const struct launched *at = launches->at;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (compare(&at[middle], event) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low != 0 && distance(launches, low - 1, event) < distance(launches, low, event))
        low--;
    if (distance(launches, low, event) > SAME_NS)
        return NULL;
    for (i = low; i < launches->count && i - low < SAME_START; i++)
        if (compare(&at[i], &at[low]) == 0 && at[i].name == event->name)
            return &at[i];
    return &at[low];
}

static void put(struct annotation *annotation, const char *bytes, size_t length)
{
    annotation->failed |= fwrite(bytes, 1, length, annotation->out) != length;
}

/* Writes the args of an event that has ended, with the note of its shape. */
static void note_event(struct annotation *annotation, const struct frame *frame)
{
    const struct launched *launched;
    const struct text *note;

    if (!frame->is_kernel || frame->args_end <= annotation->written)
        return;
    launched = find(annotation->launches, &frame->launched);
    note = launched != NULL ? &annotation->notes[launched->shape] : NULL;
    if (note == NULL || note->length == 0)
        return;
    put(annotation, annotation->bytes + annotation->written, frame->args_end - annotation->written);
    put(annotation, ",", frame->args_empty ? 0 : 1);
    put(annotation, note->data, note->length);
    annotation->written = frame->args_end;
    annotation->annotated++;
}

/* Reads a decimal number of units of 1000 parts. */
static uint64_t read_thousandths(const char *text, size_t length)
{
    uint64_t number = 0;
    size_t i, behind = 0;
    int point = 0;

    for (i = 0; i < length && behind < 3 && number < UINT64_MAX / 100; i++) {
        if (text[i] == '.' && !point) {
            point = 1;
        } else if (text[i] >= '0' && text[i] <= '9') {
            number = 10 * number + (uint64_t)(text[i] - '0');
            behind += point != 0;
        } else {
            break;
        }
    }
    for (; behind < 3 && number < UINT64_MAX / 10; behind++)
        number *= 10;
    return number;
}

/* Reads the number of a device or stream as the reader of launches does. */
static uint32_t read_index(const char *text, size_t length)
{
    const uint64_t number = read_thousandths(text, length) / 1000;

    return length != 0 && text[0] >= '0' && text[0] <= '9' && number < GPUOCC_ZERO
               ? (uint32_t)number
               : GPUOCC_UNKNOWN;
}

static enum key key_of(const char *name, size_t length)
{
    static const char *const names[] = {"",     "cat",         "ts",     "args",
                                        "name", "correlation", "device", "stream"};
    size_t i;

    for (i = 1; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return (enum key)i;
    return KEY_OTHER;
}

/* Takes a string or a number: a name, or the value of a member. */
static void take(struct frame *frame, const char *text, size_t length, int is_string)
{
    frame->is_empty = 0;
    if (is_string && frame->expects_key) {
        frame->key = key_of(text, length);
        frame->expects_key = 0;
    } else if (frame->key == KEY_CAT) {
        frame->is_kernel =
            length == 6 && (memcmp(text, "kernel", 6) == 0 || memcmp(text, "Kernel", 6) == 0);
    } else if (frame->key == KEY_TS) {
        frame->launched.start_ns = read_thousandths(text, length);
    } else if (frame->key == KEY_NAME) {
        frame->launched.name = hash_of(text, length);
    } else if (frame->key == KEY_CORRELATION) {
        frame->launched.correlation = read_thousandths(text, length) / 1000;
    } else if (frame->key == KEY_DEVICE) {
        frame->launched.device = read_index(text, length);
    } else if (frame->key == KEY_STREAM) {
        frame->launched.stream = read_index(text, length);
    }
}

/* Returns the frame at a depth; the last one stands for all that are deeper. */
static struct frame *frame_at(struct annotation *annotation, size_t depth)
{
    return &annotation->frames[depth < DEEPEST ? depth : DEEPEST - 1];
}

static void open_frame(struct annotation *annotation, char bracket)
{
    struct frame *frame;

    frame_at(annotation, annotation->depth)->is_empty = 0;
    frame = frame_at(annotation, ++annotation->depth);
    memset(frame, 0, sizeof *frame);
    frame->is_object = frame->expects_key = bracket == '{';
    frame->launched.device = frame->launched.stream = GPUOCC_UNKNOWN;
    frame->is_empty = 1;
}

static void close_frame(struct annotation *annotation, size_t at)
{
    const struct frame *frame = frame_at(annotation, annotation->depth);
    struct frame *outer;

    if (annotation->depth == 0)
        return;
    outer = frame_at(annotation, --annotation->depth);
    if (annotation->depth + 1 >= DEEPEST || !frame->is_object)
        return;
    if (outer->key != KEY_ARGS) {
        note_event(annotation, frame);
        return;
    }
    outer->args_end = at;
    outer->args_empty = frame->is_empty;
    outer->launched.correlation = frame->launched.correlation;
    outer->launched.device = frame->launched.device;
    outer->launched.stream = frame->launched.stream;
}

/* Returns the offset behind a string that begins at `at`. */
static size_t string_end(const struct annotation *annotation, size_t at)
{
    for (at++; at < annotation->length && annotation->bytes[at] != '"'; at++)
        at += annotation->bytes[at] == '\\';
    return at < annotation->length ? at + 1 : annotation->length;
}

/* Returns the offset behind a number or word that begins at `at`. */
static size_t word_end(const struct annotation *annotation, size_t at)
{
    for (at++; at < annotation->length; at++)
        if (strchr(",:{}[]\" \t\r\n", annotation->bytes[at]) != NULL)
            break;
    return at;
}

static void scan(struct annotation *annotation)
{
    const char *bytes = annotation->bytes;
    struct frame *frame;
    size_t at, end;

    for (at = 0; at < annotation->length && !annotation->failed; at = end) {
        frame = frame_at(annotation, annotation->depth);
        end = at + 1;
        if (bytes[at] == '"') {
            end = string_end(annotation, at);
            take(frame, bytes + at + 1, end > at + 2 ? end - at - 2 : 0, 1);
        } else if (bytes[at] == '{' || bytes[at] == '[') {
            open_frame(annotation, bytes[at]);
        } else if (bytes[at] == '}' || bytes[at] == ']') {
            close_frame(annotation, at);
        } else if (bytes[at] == ',') {
            frame->expects_key = frame->is_object;
            frame->key = KEY_OTHER;
        } else if (strchr(": \t\r\n", bytes[at]) == NULL) {
            end = word_end(annotation, at);
            take(frame, bytes + at, end - at, 0);
        }
    }
}

/* Makes what is added to the args of a shape's launches, nothing without an occupancy. */
static void make_note(struct profile *profile, struct text *note)
{
    const struct row *row = &profile->row;
    struct json json = {.text = {.data = NULL}};
    struct text *text = &profile->line;

    if (row->weight.low == GPUOCC_RUNS_NO_PERCENT)
        return;
    json_percent_of(&json, "gpuocc occupancy %", row->weight.low, row->weight.high);
    text_clear(text);
    text_add_set(text, GPUOCC_LIST_LIMITS, profile->answer.results[GPUOCC_RESULT_LIMITERS].high,
                 ", ");
    json_string(&json, "gpuocc limited by", text_string(text));
    text_clear(text);
    profile_rounds(profile, text);
    if (text->length != 0)
        json_string(&json, "gpuocc rounds", text_string(text));
    text_add_bytes(note, json.text.data, json.text.length);
    text_free(&json.text);
}

static int write_trace(struct annotation *annotation, const char *path)
{
    annotation->out = fopen(path, "wb");
    if (annotation->out == NULL)
        return complain("--annotate: %s: %s", path, strerror(errno));
    scan(annotation);
    put(annotation, annotation->bytes + annotation->written,
        annotation->length - annotation->written);
    if (fclose(annotation->out) != 0 || annotation->failed)
        return complain("--annotate: %s: %s", path, strerror(errno));
    return 0;
}

int annotate_is_same(const char *path, const char *other)
{
    struct stat about, about_other;

    return stat(path, &about) == 0 && stat(other, &about_other) == 0 && about.st_ino != 0 &&
           about.st_dev == about_other.st_dev && about.st_ino == about_other.st_ino;
}

/* Says which launches have no occupancy, or no place in the trace. Returns END_REFUSED if some. */
static int say_lacking(const struct profile *profile, const struct annotation *annotation,
                       const struct text *notes)
{
    const struct launches *launches = annotation->launches;
    const struct text *message = &profile->message;
    uint64_t without = 0, there;
    size_t i;

    for (i = 0; i < launches->count; i++)
        without += notes[launches->at[i].shape].length == 0;
    there = launches->count - without;
    if (without != 0)
        (void)complain("%llu of %llu launches have no occupancy%s%s", (unsigned long long)without,
                       (unsigned long long)launches->count, message->length != 0 ? ": " : "",
                       text_string(message));
    if (annotation->annotated < there)
        (void)complain("%llu of %llu launches have no event in the trace",
                       (unsigned long long)(there - annotation->annotated),
                       (unsigned long long)launches->count);
    return without != 0 || annotation->annotated < there ? END_REFUSED : 0;
}

int profile_annotate(struct profile *profile, struct launches *launches, const struct text *trace)
{
    const size_t room = (profile->all.shape_count + 1) * sizeof(struct text);
    struct annotation *annotation = memory_grow(NULL, sizeof *annotation);
    struct text *notes = memory_grow(NULL, room);
    int ending;
    size_t i;

    memset(annotation, 0, sizeof *annotation);
    memset(notes, 0, room);
    text_clear(&profile->message);
    for (i = 0; i < profile->all.shape_count; i++) {
        profile_judge(profile, &profile->all.shapes[i]);
        make_note(profile, &notes[i]);
        if (profile->answer.status < 0 && profile->message.length == 0)
            text_add(&profile->message, text_string(&profile->answer.message));
    }
    if (launches->count != 0)
        qsort(launches->at, launches->count, sizeof *launches->at, compare);
    annotation->launches = launches;
    annotation->notes = notes;
    annotation->bytes = trace->data;
    annotation->length = trace->length;
    ending = write_trace(annotation, profile->asked.annotate);
    if (ending == 0) {
        text_clear(&profile->line);
        text_format(&profile->line, "%llu of ", (unsigned long long)annotation->annotated);
        text_add_count(&profile->line, launches->count, "launch", "launches");
        text_format(&profile->line, " %s in %s.\n",
                    annotation->annotated == 1 ? "has its occupancy" : "have their occupancy",
                    profile->asked.annotate);
        out_text(&profile->line);
        out_flush();
        ending = say_lacking(profile, annotation, notes);
    }
    for (i = 0; i < profile->all.shape_count; i++)
        text_free(&notes[i]);
    free(notes);
    free(annotation);
    return ending;
}
