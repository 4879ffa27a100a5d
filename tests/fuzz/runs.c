/* SPDX-License-Identifier: MIT
 *
 * Reads a profile, whole or in pieces: the first byte is the size of the pieces (0: whole), and the
 * second one determines where reading stops.
 */
#include <stdlib.h>
#include <string.h>

#include <gpuocc/runs.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static volatile unsigned fuzz_sum;

static void look(gpuocc_kernels_text text)
{
    while (text.length-- > 0)
        fuzz_sum += (unsigned char)*text.at++;
}

static int32_t take_launch(void *user, const gpuocc_runs_launch *launch)
{
    unsigned *left = user;

    look(launch->name);
    look(launch->mangled);
    look(launch->reported.limiters);
    if (launch->device != NULL)
        look(launch->device->name);
    if (launch->missing >> GPUOCC_RUNS_FIELD_COUNT != 0 ||
        launch->format >= GPUOCC_RUNS_FORMAT_COUNT || launch->shared.high < launch->shared.low)
        abort();
    return (*left)-- == 0;
}

static void take_device(void *user, const gpuocc_runs_device *device)
{
    (void)user;
    look(device->name);
    look(device->architecture);
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    (void)offset;
    if (sentence[0] == 0 || strlen(sentence) > 255)
        abort();
}

/* Each piece is in memory of exactly its size, so that sanitizers detect a read beyond it. */
static void feed(gpuocc_runs_reader *reader, const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length);

    if (copy == NULL)
        return;
    memcpy(copy, bytes, length);
    (void)gpuocc_runs_feed(reader, copy, length);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static uint64_t *memory; /* one for all inputs: it is large */
    const size_t piece = length > 0 ? bytes[0] : 0, room = gpuocc_runs_memory();
    unsigned left = length > 1 && bytes[1] > 128 ? bytes[1] - 128u : ~0u;
    gpuocc_runs_reader *reader = NULL;
    size_t at;

    if (length < 2)
        return 0;
    if (memory == NULL)
        memory = malloc(room);
    if (memory != NULL) {
        const gpuocc_runs_callbacks callbacks = {sizeof callbacks, &left,  take_launch, take_device,
                                                 take_warning,     memory, room,        NULL};

        if (piece == 0) {
            (void)gpuocc_runs_read(&callbacks, bytes + 2, length - 2);
        } else if (gpuocc_runs_open(&callbacks, &reader) == GPUOCC_RUNS_OK) {
            for (at = 2; at < length; at += piece)
                feed(reader, bytes + at, length - at < piece ? length - at : piece);
            (void)gpuocc_runs_close(reader);
        }
    }
    return 0;
}
