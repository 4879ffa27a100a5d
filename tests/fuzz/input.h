/* SPDX-License-Identifier: MIT
 *
 * What fuzz targets share: the bytes of the input as numbers, and a check that ends the program. A
 * target defines LLVMFuzzerTestOneInput, which libFuzzer or driver.c calls.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpuocc/gpuocc.h"
#include "../handles.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

struct input {
    const uint8_t *at;
    size_t left;
};

#define CHECK(holds)                                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds);              \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Reads `size` bytes; zeros after the end of the input. */
static inline void take(struct input *input, void *to, size_t size)
{
    const size_t have = input->left < size ? input->left : size;

    memset(to, 0, size);
    if (have != 0)
        memcpy(to, input->at, have);
    input->at += have;
    input->left -= have;
}

static inline uint8_t take_byte(struct input *input)
{
    uint8_t byte;

    take(input, &byte, sizeof byte);
    return byte;
}

static inline uint32_t take_raw(struct input *input)
{
    uint32_t word;

    take(input, &word, sizeof word);
    return word;
}

/* Returns a word: mostly a small amount, sometimes one with a special meaning, sometimes any. */
static inline uint32_t take_word(struct input *input)
{
    const uint8_t kind = take_byte(input);

    if (kind < 160)
        return kind;
    if (kind < 200)
        return (uint32_t)(kind - 159) * 32;
    if (kind < 232)
        return (1u << (kind - 200)) - (take_byte(input) & 1u);
    switch (kind) {
    case 232:
        return GPUOCC_UNKNOWN;
    case 233:
        return GPUOCC_ZERO;
    case 234:
        return 0xfffffffdu;
    default:
        return take_raw(input);
    }
}

static inline uint64_t take_wide(struct input *input)
{
    const uint8_t kind = take_byte(input);
    uint64_t high;

    if (kind < 240)
        return take_word(input);
    high = take_raw(input);
    return high << 32 | take_raw(input);
}

static inline double take_real(struct input *input)
{
    const uint8_t kind = take_byte(input);
    double real;

    if (kind < 100)
        return kind;
    if (kind < 180)
        return (kind - 99) / 80.0;
    if (kind < 200)
        return take_word(input);
    if (kind < 210)
        return -1.0;
    take(input, &real, sizeof real);
    return real;
}

/* Checks that a status has a name, and that its sentence fits the given buffer. */
static inline void check_status(int32_t status, const gpuocc_error *error)
{
    static bool seen[256]; /* statuses without an error, whose text is always the same */
    char text[40], whole[400];
    size_t length;

    if (error == NULL && status <= 0 && status > -256) {
        if (seen[-status])
            return;
        seen[-status] = true;
    }
    CHECK(status <= 0 && gpuocc_name(GPUOCC_LIST_STATUSES, (uint32_t)-status) != NULL);
    length = gpuocc_error_text(error, status, text, sizeof text);
    CHECK(strlen(text) < sizeof text && (length < sizeof text) == (strlen(text) == length));
    CHECK(gpuocc_error_text(error, status, NULL, 0) == length);
    CHECK(gpuocc_error_text(error, status, whole, sizeof whole) == length);
    CHECK(strncmp(whole, text, sizeof text - 1) == 0 && (status == GPUOCC_OK || length != 0));
}

/* Returns a built-in device, or a custom one in `memory`. The group size is below 4096: unknown
 * sizes are tried one by one. */
static inline const gpuocc_device *take_device(struct input *input, uint64_t *memory)
{
    const gpuocc_device *base = NULL, *device = NULL;
    uint32_t index = 0, fields[8], i, count;
    gpuocc_error error = {.size = sizeof error};
    uint64_t values[8];
    int32_t status;

    take(input, &index, 2);
    CHECK(gpuocc_device_at(index % gpuocc_device_count(), &base) == GPUOCC_OK);
    count = take_byte(input) % 16;
    if (count > 8)
        return base;
    for (i = 0; i < count; i++) {
        fields[i] = take_byte(input) % (GPUOCC_DEVICE_FIELD_COUNT + 2);
        values[i] = take_wide(input);
        if (fields[i] == GPUOCC_DEVICE_MAX_THREADS_PER_GROUP && values[i] > 4096)
            values[i] = 4096;
    }
    status = device_in(memory, index >> 15 ? NULL : base, (const char *)input->at,
                       input->left < 60 ? input->left : 60, fields, values, count, &device, &error);
    check_status(status, &error);
    CHECK((status == GPUOCC_OK) == (device != NULL));
    return device != NULL ? device : base;
}

/* Returns a kernel struct of any size in memory of exactly that size, which the caller frees. */
static inline gpuocc_kernel *take_kernel(struct input *input)
{
    const uint8_t kind = take_byte(input);
    uint32_t size = sizeof(gpuocc_kernel), i, count = take_byte(input) % 8, word, field;
    unsigned char *bytes;

    if (kind > 240)
        size = kind == 255 ? take_raw(input) % 5000 : size + 4u * (kind - 240u);
    bytes = calloc(1, size < 4 ? 4 : size);
    CHECK(bytes != NULL);
    memcpy(bytes, &size, sizeof size);
    if (size >= 8)
        bytes[4] = take_byte(input) | 1;
    for (i = 0; i < count; i++) {
        field = take_byte(input) % 26;
        word = take_word(input);
        if (field != 0 && 4 * field + 4 <= size)
            memcpy(bytes + 4 * field, &word, sizeof word);
    }
    return (gpuocc_kernel *)(void *)bytes;
}

#endif
