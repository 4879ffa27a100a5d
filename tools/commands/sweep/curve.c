/* SPDX-License-Identifier: MIT
 *
 * Finds the rows of one curve: the whole curve, the modes of a device, or the values of --at.
 */
#include <string.h>

#include "answer.h"
#include "commands/sweep/sweep.h"
#include "input/amounts.h"
#include "output/out.h"

struct sweep_row *sweep_add_row(struct sweep *sweep)
{
    /* The capacity doubles whenever the count is a power of two. */
    if ((sweep->count & (sweep->count - 1)) == 0)
        sweep->rows = memory_grow(sweep->rows,
                                  (sweep->count != 0 ? 2 * sweep->count : 1) * sizeof *sweep->rows);
    memset(&sweep->rows[sweep->count], 0, sizeof *sweep->rows);
    return &sweep->rows[sweep->count++];
}

static struct value exactly(uint64_t number)
{
    const struct value value = {VALUE_KNOWN, number, number};

    return value;
}

/* Returns the maximum end of a curve: tools accept more threads in a group than the device does. */
static uint32_t most_of(const struct sweep *sweep, const gpuocc_device *device)
{
    uint64_t threads = UINT32_MAX;

    if (sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP, 0, &threads);
    return (uint32_t)threads;
}

/* Finds the whole curve, plateau by plateau. Returns a status. */
static int32_t walk(struct sweep *sweep, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    const uint32_t most = most_of(sweep, answer->device);
    uint32_t value = sweep->field == GPUOCC_KERNEL_THREADS_PER_GROUP;
    gpuocc_plateau s = {.size = sizeof s};
    struct sweep_row *row;
    int32_t status;

    for (;; value = s.last + 1) {
        status = gpuocc_occupancy_plateau(occupancy, sweep->field, value, &s, NULL);
        if (status != GPUOCC_OK)
            return status == GPUOCC_ERROR_INDEX && sweep->count != 0 ? GPUOCC_OK : status;
        row = sweep_add_row(sweep);
        row->first = s.first;
        row->last = s.last < most ? s.last : most;
        row->groups = exactly(s.groups);
        row->waves = exactly(s.waves);
        row->max_waves = answer->results[GPUOCC_RESULT_MAX_WAVES];
        row->limiters = exactly(s.limiters);
        sweep->end = row->last;
        if (s.last >= most)
            return GPUOCC_OK;
    }
}

/* Evaluates one value of the field. */
static void sample(struct sweep *sweep, struct session *session, uint32_t value)
{
    struct question question = session->options.question;
    struct answer answer;
    struct sweep_row *row = sweep_add_row(sweep);

    memset(&answer, 0, sizeof answer);
    kernel_set(&question.kernel, sweep->field, value != 0 ? value : GPUOCC_ZERO);
    answer_question(&answer, &session->lookup, &question);
    row->first = row->last = value;
    row->status = answer.status;
    row->groups = answer.results[GPUOCC_RESULT_GROUPS];
    row->waves = answer.results[GPUOCC_RESULT_WAVES];
    row->max_waves =
        answer.results[sweep->field == GPUOCC_KERNEL_GRF_COUNT ? GPUOCC_RESULT_MAX_WAVES_ANY_MODE
                                                               : GPUOCC_RESULT_MAX_WAVES];
    row->limiters = answer.results[GPUOCC_RESULT_LIMITERS];
    answer_free(&answer);
}

/* Reads the values of --at, separated by commas. */
static int read_at(struct sweep *sweep, struct session *session)
{
    const struct field field = {FIELD_KERNEL, sweep->field};
    struct text message = {0};
    struct field_value value;
    const char *at = sweep->at;
    size_t length;
    int ending = END_ANSWERED;

    for (;; at += length + 1) {
        length = strcspn(at, ",");
        text_clear(&message);
        if (field_read(field, at, length, &value, &message) < 0)
            ending = complain("--at: %s", text_string(&message));
        else if (value.given != GIVEN_NUMBER && value.given != GIVEN_ZERO)
            ending = complain("--at has \"%.*s\", numbers with commas between them are needed",
                              (int)length, at);
        else
            sample(sweep, session, (uint32_t)value.values[0]);
        if (ending != END_ANSWERED || at[length] == 0)
            break;
    }
    text_free(&message);
    return ending;
}

/* Evaluates the register counts that a device offers as modes. Returns a status. */
static int32_t sample_modes(struct sweep *sweep, struct session *session)
{
    uint64_t count;
    uint32_t i;

    for (i = 0; gpuocc_device_get(session->answer.device, GPUOCC_DEVICE_GRF_COUNTS, i, &count) ==
                GPUOCC_OK;
         i++)
        sample(sweep, session, (uint32_t)count);
    return i != 0 ? GPUOCC_OK : GPUOCC_ERROR_NO_RESOURCE;
}

int sweep_find(struct sweep *sweep, struct session *session)
{
    int32_t status;

    if (sweep->at != NULL)
        return read_at(sweep, session);
    sweep->whole = sweep->field != GPUOCC_KERNEL_GRF_COUNT;
    status = sweep->whole ? walk(sweep, &session->answer) : sample_modes(sweep, session);
    if (status == GPUOCC_NOT_KNOWN) {
        sweep->status = status;
        sweep->count = 0;
        return END_ANSWERED;
    }
    if (status == GPUOCC_NOT_APPLICABLE)
        return session_refuse_ignored(session, sweep->field,
                                      "occupancy is the same for every value of it");
    return status == GPUOCC_OK ? END_ANSWERED : session_refuse(session, status, sweep->field);
}
