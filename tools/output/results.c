/* SPDX-License-Identifier: MIT
 *
 * Formats an answer as CSV cells and as text.
 */
#include "output/results.h"
#include "answer.h"
#include "input/csv.h"

enum column_kind {
    COLUMN_STATUS,
    COLUMN_MESSAGE,
    COLUMN_NUMBER, /* an enum gpuocc_result */
    COLUMN_LIMITERS,
    COLUMN_LIMIT, /* an enum gpuocc_limit */
    COLUMN_NOTES,
    COLUMN_LOW,
    COLUMN_HIGH,
    COLUMN_ROUNDS,
    COLUMN_PERCENT
};

struct column {
    const char *name;
    enum column_kind kind;
    uint32_t number;
};

/* The columns of the first version, in their order. */
static const struct column first_columns[] = {
    {.name = "status", .kind = COLUMN_STATUS},
    {.name = "message", .kind = COLUMN_MESSAGE},
    {"groups", COLUMN_NUMBER, GPUOCC_RESULT_GROUPS},
    {"waves", COLUMN_NUMBER, GPUOCC_RESULT_WAVES},
    {"max_waves", COLUMN_NUMBER, GPUOCC_RESULT_MAX_WAVES},
    {.name = "limiters", .kind = COLUMN_LIMITERS},
    {"limit_waves", COLUMN_LIMIT, GPUOCC_LIMIT_WAVES},
    {"limit_groups", COLUMN_LIMIT, GPUOCC_LIMIT_GROUPS},
    {"limit_registers", COLUMN_LIMIT, GPUOCC_LIMIT_REGISTERS},
    {"limit_scalar_registers", COLUMN_LIMIT, GPUOCC_LIMIT_SCALAR_REGISTERS},
    {"limit_shared", COLUMN_LIMIT, GPUOCC_LIMIT_SHARED},
    {"limit_barriers", COLUMN_LIMIT, GPUOCC_LIMIT_BARRIERS},
    {"limit_virtual", COLUMN_LIMIT, GPUOCC_LIMIT_VIRTUAL},
    {"limit_launch", COLUMN_LIMIT, GPUOCC_LIMIT_LAUNCH},
    {"waves_per_partition", COLUMN_NUMBER, GPUOCC_RESULT_WAVES_PER_PARTITION},
    {"registers_allocated_per_group", COLUMN_NUMBER, GPUOCC_RESULT_REGISTERS_ALLOCATED_PER_GROUP},
    {"shared_allocated_bytes", COLUMN_NUMBER, GPUOCC_RESULT_SHARED_ALLOCATED_BYTES},
    {"max_threads_launchable", COLUMN_NUMBER, GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE},
    {.name = "notes", .kind = COLUMN_NOTES},
    {.name = "groups_low", .kind = COLUMN_LOW},
    {.name = "groups_high", .kind = COLUMN_HIGH},
    {"groups_per_device", COLUMN_NUMBER, GPUOCC_RESULT_GROUPS_PER_DEVICE},
    {.name = "rounds", .kind = COLUMN_ROUNDS},
    {"clusters_per_device", COLUMN_NUMBER, GPUOCC_RESULT_CLUSTERS_PER_DEVICE},
    {.name = "percent", .kind = COLUMN_PERCENT},
};
#define FIRST (sizeof first_columns / sizeof first_columns[0])

/* The results of the first version that have no column of their own. */
#define WITHOUT                                                                                    \
    (1u << GPUOCC_RESULT_MAX_WAVES_ANY_MODE | 1u << GPUOCC_RESULT_WAVE_SIZE |                      \
     1u << GPUOCC_RESULT_WAVES_PER_GROUP | 1u << GPUOCC_RESULT_PARTITIONS_PER_CORE |               \
     1u << GPUOCC_RESULT_CORE_COUNT)
typedef char results_fit_in_a_set[GPUOCC_RESULT_COUNT <= 32 ? 1 : -1];

/* All columns: those of the first version, then every other result that there is once. */
static struct column columns[FIRST + GPUOCC_RESULT_COUNT];
static size_t column_count;

static void list_columns(void)
{
    uint32_t shown = WITHOUT | 1u << GPUOCC_RESULT_LIMITERS | 1u << GPUOCC_RESULT_NOTES, i;

    for (column_count = 0; column_count < FIRST; column_count++) {
        columns[column_count] = first_columns[column_count];
        if (columns[column_count].kind == COLUMN_NUMBER)
            shown |= 1u << columns[column_count].number;
    }
    for (i = 0; i < GPUOCC_RESULT_COUNT; i++)
        if ((shown >> i & 1) == 0 && gpuocc_result_indices(i) == 1) {
            columns[column_count].name = gpuocc_name(GPUOCC_LIST_RESULTS, i);
            columns[column_count].kind = COLUMN_NUMBER;
            columns[column_count++].number = i;
        }
}

size_t result_columns(void)
{
    if (column_count == 0)
        list_columns();
    return column_count;
}

const char *result_column(size_t index)
{
    return index < result_columns() ? columns[index].name : NULL;
}

uint32_t results_without_column(void)
{
    return WITHOUT;
}

static void add_exact(struct text *text, const struct value *value)
{
    if (value_exact(value) && value->low != VALUE_ENDLESS)
        text_add_number(text, value->low);
}

/* Adds the lower or upper bound of the number of groups, if an input is unknown or the answer is a
 * range. */
static void add_end(struct text *text, const struct answer *answer, int high)
{
    const struct value *groups = &answer->results[GPUOCC_RESULT_GROUPS];
    const uint64_t end = high ? groups->high : groups->low;

    if (groups->state == VALUE_KNOWN && end != VALUE_ENDLESS &&
        (answer->with_unknown || groups->low != groups->high))
        text_add_number(text, end);
}

static void add_cell(const struct answer *answer, size_t index, struct text *text)
{
    const struct value *results = answer->results;

    switch (columns[index].kind) {
    case COLUMN_STATUS:
        text_add_signed(text, answer->status);
        break;
    case COLUMN_MESSAGE:
        text_add(text, text_string(&answer->message));
        break;
    case COLUMN_NUMBER:
        add_exact(text, &results[columns[index].number]);
        break;
    case COLUMN_LIMIT:
        add_exact(text, &answer->limits[columns[index].number]);
        break;
    case COLUMN_LIMITERS:
        text_add_set(text, GPUOCC_LIST_LIMITS, results[GPUOCC_RESULT_LIMITERS].high, "|");
        break;
    case COLUMN_NOTES:
        text_add_set(text, GPUOCC_LIST_NOTES, results[GPUOCC_RESULT_NOTES].high, "|");
        break;
    case COLUMN_LOW:
    case COLUMN_HIGH:
        add_end(text, answer, columns[index].kind == COLUMN_HIGH);
        break;
    case COLUMN_ROUNDS:
        add_exact(text, &answer->rounds);
        break;
    case COLUMN_PERCENT:
        if (value_exact(&results[GPUOCC_RESULT_WAVES]) &&
            value_exact(&results[GPUOCC_RESULT_MAX_WAVES]) &&
            results[GPUOCC_RESULT_MAX_WAVES].low != 0)
            text_add_percent(text, results[GPUOCC_RESULT_WAVES].low,
                             results[GPUOCC_RESULT_MAX_WAVES].low);
        break;
    }
}

void result_cell(const struct answer *answer, size_t index, struct text *text)
{
    add_cell(answer, index, text);
}

void results_csv(const struct answer *answer, struct text *row)
{
    const size_t count = result_columns();
    size_t i;

    for (i = 0; i < count; i++) {
        if (i != 0)
            text_add_byte(row, ',');
        if (columns[i].kind == COLUMN_MESSAGE)
            csv_put(row, text_string(&answer->message), answer->message.length);
        else
            add_cell(answer, i, row);
    }
}

void text_add_value(struct text *text, const struct value *value, const char *absent)
{
    if (value->state == VALUE_ABSENT) {
        text_add(text, absent);
    } else if (value->state == VALUE_UNKNOWN) {
        text_add(text, "not known");
    } else if (value->high == VALUE_ENDLESS) {
        text_add(text, "at least ");
        text_add_number(text, value->low);
    } else {
        text_add_number(text, value->low);
        if (value->low == value->high)
            return;
        text_add(text, " to ");
        text_add_number(text, value->high);
    }
}

static void add_percent(struct text *text, const struct value *waves, const struct value *max)
{
    if (max->low == 0 || waves->high == VALUE_ENDLESS)
        return;
    text_add_percent(text, waves->low, max->high);
    if (!value_exact(waves) || !value_exact(max)) {
        text_add(text, " to ");
        text_add_percent(text, waves->high < max->low ? waves->high : max->low, max->low);
    }
    text_add(text, " %");
}

void text_add_waves(struct text *text, const struct answer *answer)
{
    const struct value *waves = &answer->results[GPUOCC_RESULT_WAVES];
    const struct value *max = &answer->results[GPUOCC_RESULT_MAX_WAVES];
    const struct value *most = &answer->results[GPUOCC_RESULT_MAX_WAVES_ANY_MODE];

    if (waves->state != VALUE_KNOWN)
        return;
    text_add_value(text, waves, "");
    if (max->state != VALUE_KNOWN) {
        text_add(text, " waves");
        return;
    }
    text_add(text, " of ");
    text_add_value(text, max, "");
    text_add(text, " waves");
    if (waves->high == VALUE_ENDLESS)
        return;
    text_add(text, " (");
    add_percent(text, waves, max);
    if (value_exact(most) && (most->low != max->low || most->low != max->high)) {
        text_add(text, ", ");
        add_percent(text, waves, most);
        text_format(text, " of the %llu in the best mode", (unsigned long long)most->low);
    }
    text_add(text, ")");
}
