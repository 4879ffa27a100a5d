/* SPDX-License-Identifier: MIT
 *
 * Compares two baselines. A kernel is worse if it has fewer waves (or groups, if there are no
 * waves), more bytes of spills or a larger stack. Kernels of the same name in several files are
 * compared copy by copy.
 */
#include "commands/kernels/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "commands/kernels/kernels.h"
#include "input/fields.h"

#define NOBODY  SIZE_MAX
#define PERCENT 10000u /* one percent, in the unit of numbers with four decimals */

static const char *const names[VERDICTS] = {"worse", "better", "new", "gone", "changed", "same"};

const char *verdict_name(enum verdict verdict)
{
    return names[verdict];
}

/* Reads a number with at most four decimals and "%" after it, in 1 / PERCENT. */
static int read_percent(const char *text, uint64_t *percent)
{
    static const struct bounds bounds = {.least = 0, .most = 100};
    struct text number = {0};
    double value;
    int ending;

    text_add_bytes(&number, text, strlen(text) - 1);
    ending = real_read("--allow", text_string(&number), &bounds, &value);
    *percent = ending == 0 ? (uint64_t)(value * PERCENT + 0.5) : 0;
    text_free(&number);
    return ending;
}

static int read_count(const char *text, int sizes, uint64_t *count)
{
    static const struct bounds counts = {.least = 0, .most = 4294967293.0, .whole = 1};
    static const struct bounds bytes = {.least = 0, .most = 4294967293.0, .whole = 1, .sizes = 1};
    double value;
    const int ending = real_read("--allow", text, sizes ? &bytes : &counts, &value);

    *count = ending == 0 ? (uint64_t)value : 0;
    return ending;
}

int allowance_read(struct allowance *allowance, const char *text)
{
    const size_t length = strlen(text);
    unsigned i;

    for (i = VERDICT_BETTER; i <= VERDICT_GONE; i++)
        if (strcmp(text, names[i]) == 0) {
            allowance->verdicts |= 1u << i;
            return 0;
        }
    if (strncmp(text, "waves=", 6) == 0 && text[length - 1] == '%')
        return read_percent(text + 6, &allowance->amounts.waves_percent);
    if (strncmp(text, "waves=", 6) == 0)
        return read_count(text + 6, 0, &allowance->amounts.waves);
    if (strncmp(text, "spills=", 7) == 0)
        return read_count(text + 7, 1, &allowance->amounts.spill_bytes);
    if (strncmp(text, "stack=", 6) == 0)
        return read_count(text + 6, 1, &allowance->amounts.stack_bytes);
    return complain("--allow is \"%s\", it needs waves=N, waves=P%%, spills=BYTES, stack=BYTES, "
                    "better, new or gone",
                    text);
}

int baseline_range(const char *cell, uint64_t *low, uint64_t *high)
{
    const char *dots = strstr(cell, "..");
    const size_t length = dots != NULL ? (size_t)(dots - cell) : strlen(cell);

    if (number_read(cell, length, 0, UINT64_MAX - 1, low) < 0)
        return 0;
    *high = *low;
    if (dots == NULL)
        return 1;
    *high = UINT64_MAX;
    return dots[2] == 0 || number_read(dots + 2, strlen(dots + 2), 0, UINT64_MAX - 1, high) >= 0;
}

struct pair {
    const struct baseline *was, *now;
    size_t was_row, now_row;
    unsigned worse, better, changed; /* sets of 1 << enum baseline_column */
};

static const char *cell_of(const struct pair *pair, int now, enum baseline_column column)
{
    return baseline_at(now ? pair->now : pair->was, now ? pair->now_row : pair->was_row, column,
                       NULL);
}

/* The columns of the measures. */
static const enum baseline_column column_of[GPUOCC_MEASURE_COUNT] = {
    BASELINE_WAVES, BASELINE_GROUPS, BASELINE_STACK, BASELINE_SPILLS};

static void measure(const struct pair *pair, int now, gpuocc_measured *measured)
{
    unsigned i;

    memset(measured, 0, sizeof *measured);
    measured->size = sizeof *measured;
    for (i = 0; i < GPUOCC_MEASURE_COUNT; i++)
        if (baseline_range(cell_of(pair, now, column_of[i]), &measured->low[i], &measured->high[i]))
            measured->known |= 1u << i;
}

static enum verdict judge_pair(struct pair *pair, const struct allowance *allowance)
{
    gpuocc_allowance amounts = allowance->amounts;
    gpuocc_measured was, now;
    uint32_t worse = 0, better = 0;
    unsigned i;

    amounts.size = sizeof amounts;
    measure(pair, 0, &was);
    measure(pair, 1, &now);
    (void)gpuocc_gate_compare(&was, &now, &amounts, &worse, &better);
    pair->worse = pair->better = pair->changed = 0;
    for (i = 0; i < GPUOCC_MEASURE_COUNT; i++) {
        pair->worse |= (worse >> i & 1) << column_of[i];
        pair->better |= (better >> i & 1) << column_of[i];
    }
    for (i = BASELINE_THREADS; i < BASELINE_COLUMNS; i++)
        pair->changed |= (unsigned)(strcmp(cell_of(pair, 0, (enum baseline_column)i),
                                           cell_of(pair, 1, (enum baseline_column)i)) != 0)
                         << i;
    return pair->worse     ? VERDICT_WORSE
           : pair->better  ? VERDICT_BETTER
           : pair->changed ? VERDICT_CHANGED
                           : VERDICT_SAME;
}

static void add(struct differences *differences, enum verdict verdict, unsigned reasons, size_t was,
                size_t now)
{
    const struct difference added = {verdict, reasons, was, now};

    differences->counts[verdict]++;
    if (verdict == VERDICT_SAME)
        return;
    if (differences->count == differences->capacity) {
        differences->capacity = memory_capacity(differences->capacity);
        differences->at =
            memory_grow(differences->at, differences->capacity * sizeof *differences->at);
    }
    differences->at[differences->count++] = added;
}

static void add_pair(struct differences *differences, struct pair *pair,
                     const struct allowance *allowance)
{
    const enum verdict verdict = judge_pair(pair, allowance);
    const unsigned reasons = verdict == VERDICT_WORSE    ? pair->worse
                             : verdict == VERDICT_BETTER ? pair->better
                                                         : pair->changed;

    add(differences, verdict, reasons, pair->was_row, pair->now_row);
}

/* Compares the first `columns` cells of two rows, in the order of the files. */
static int compare(const struct pair *pair, size_t was, size_t now, unsigned columns)
{
    size_t length, other_length;
    unsigned i;
    int order = 0;

    for (i = 0; i < columns && order == 0; i++) {
        const char *a = baseline_at(pair->was, was, (enum baseline_column)i, &length);
        const char *b = baseline_at(pair->now, now, (enum baseline_column)i, &other_length);

        order = memcmp(a, b, length < other_length ? length : other_length);
        if (order == 0)
            order = (length > other_length) - (length < other_length);
    }
    return order;
}

/* Returns the end of the rows of one kernel and device. */
static size_t end_of(const struct baseline *rows, size_t row)
{
    const struct pair alone = {.was = rows, .now = rows};
    size_t end = row + 1;

    while (end < rows->count && compare(&alone, row, end, BASELINE_THREADS) == 0)
        end++;
    return end;
}

/* Compares the copies of one kernel: first pairs up those that did not change, then the others in
 * order. `taken` has a byte for each copy on either side. */
static void compare_copies(struct differences *differences, struct pair *pair, size_t was_end,
                           size_t now_end, const struct allowance *allowance, struct text *taken)
{
    const size_t was_first = pair->was_row, now_first = pair->now_row;
    size_t was = was_first, now = now_first;
    char *same;
    int order;

    text_clear(taken);
    while (taken->length < was_end - was_first + now_end - now_first)
        text_add_byte(taken, 0);
    same = taken->data;
    while (was < was_end && now < now_end) {
        order = compare(pair, was, now, BASELINE_COLUMNS);
        if (order == 0) {
            same[was - was_first] = same[was_end - was_first + now - now_first] = 1;
            add(differences, VERDICT_SAME, 0, was, now);
        }
        was += order <= 0;
        now += order >= 0;
    }
    for (was = was_first, now = now_first; was < was_end || now < now_end; was++, now++) {
        while (was < was_end && same[was - was_first])
            was++;
        while (now < now_end && same[was_end - was_first + now - now_first])
            now++;
        pair->was_row = was;
        pair->now_row = now;
        if (was < was_end && now < now_end)
            add_pair(differences, pair, allowance);
        else if (was < was_end)
            add(differences, VERDICT_GONE, 0, was, NOBODY);
        else if (now < now_end)
            add(differences, VERDICT_NEW, 0, NOBODY, now);
    }
}

static int by_verdict(const void *a, const void *b)
{
    const struct difference *one = a, *other = b;

    if (one->verdict != other->verdict)
        return one->verdict < other->verdict ? -1 : 1;
    if (one->now != other->now)
        return one->now < other->now ? -1 : 1;
    return one->was < other->was ? -1 : 1;
}

void baseline_compare(struct differences *differences, const struct baseline *was,
                      const struct baseline *now, const struct allowance *allowance)
{
    struct pair pair = {.was = was, .now = now};
    struct text taken = {0};
    size_t i = 0, j = 0, was_end, now_end;
    int order;

    while (i < was->count || j < now->count) {
        order = i == was->count ? 1 : j == now->count ? -1 : compare(&pair, i, j, BASELINE_THREADS);
        was_end = order <= 0 ? end_of(was, i) : i;
        now_end = order >= 0 ? end_of(now, j) : j;
        pair.was_row = i;
        pair.now_row = j;
        compare_copies(differences, &pair, was_end, now_end, allowance, &taken);
        i = was_end;
        j = now_end;
    }
    text_free(&taken);
    if (differences->count != 0)
        qsort(differences->at, differences->count, sizeof *differences->at, by_verdict);
}

int differences_allowed(const struct differences *differences, const struct allowance *allowance)
{
    unsigned i;

    for (i = VERDICT_WORSE; i <= VERDICT_GONE; i++)
        if (differences->counts[i] != 0 && (allowance->verdicts >> i & 1) == 0)
            return 0;
    return 1;
}
