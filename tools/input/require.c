/* SPDX-License-Identifier: MIT */
#include "input/require.h"

#include <string.h>

#include "input/amounts.h"

#define SCALE   10000u
#define PERCENT 3 /* index in `names`; computed from two results */
#define FIRST   6

/* The numbers of an answer: these, then all other results that are numbers and that there is once,
 * and last the rounds of a grid, whose `result` is GPUOCC_RESULT_COUNT. */
static struct {
    const char *name;
    uint32_t result;
} names[FIRST + GPUOCC_RESULT_COUNT + 1] = {
    {"groups", GPUOCC_RESULT_GROUPS},
    {"waves", GPUOCC_RESULT_WAVES},
    {"max_waves", GPUOCC_RESULT_MAX_WAVES},
    {"percent", GPUOCC_RESULT_WAVES},
    {"max_threads_launchable", GPUOCC_RESULT_MAX_THREADS_LAUNCHABLE},
    {"groups_per_device", GPUOCC_RESULT_GROUPS_PER_DEVICE},
};

/* Returns how many numbers an answer has. */
static int name_count(void)
{
    static int count;
    uint32_t result;
    int i;

    if (count != 0)
        return count;
    count = FIRST;
    for (result = 0; result < GPUOCC_RESULT_COUNT; result++) {
        for (i = 0; i < FIRST && names[i].result != result; i++)
            ;
        if (i == FIRST && gpuocc_result_indices(result) == 1 && result != GPUOCC_RESULT_LIMITERS &&
            result != GPUOCC_RESULT_NOTES) {
            names[count].name = gpuocc_name(GPUOCC_LIST_RESULTS, result);
            names[count++].result = result;
        }
    }
    names[count].name = "rounds";
    names[count++].result = GPUOCC_RESULT_COUNT;
    return count;
}

/* Further numbers that `gpuocc schedule` has: counts, and shares from 0 to 1. */
static const struct {
    const char *name;
    uint32_t result;
} of_schedule[] = {
    {"rounds", GPUOCC_SCHEDULE_ROUNDS},
    {"tail_groups", GPUOCC_SCHEDULE_TAIL_GROUPS},
    {"busy_cores", GPUOCC_SCHEDULE_BUSY_CORES},
    {"efficiency", GPUOCC_SCHEDULE_EFFICIENCY},
    {"peak_occupancy", GPUOCC_SCHEDULE_PEAK_OCCUPANCY},
    {"average_occupancy", GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY},
    {"reached", GPUOCC_SCHEDULE_REACHED},
    {"balance", GPUOCC_SCHEDULE_BALANCE},
};
#define OF_SCHEDULE ((int)(sizeof of_schedule / sizeof of_schedule[0]))

/* Further numbers that `gpuocc profile` has, by enum require_run. */
static const char *const of_run[RUN_COUNT] = {"below_25_percent_share", "tail_share",
                                              "less_than_one_round_share", "refused_share",
                                              "percent_by_time"};

/* The numbers that `gpuocc explain` has, by enum require_code. */
static const char *const of_code[CODE_COUNT] = {"spills",       "conflicts",    "scattered",
                                                "used_percent", "predicted_us", "peak_registers"};

/* Returns the index of the first number of a run. */
static int first_of_run(void)
{
    return name_count() + OF_SCHEDULE;
}

/* Returns the index of the first number of a kernel's code. */
static int first_of_code(void)
{
    return first_of_run() + RUN_COUNT;
}

/* Whether a name can be used. */
static int is_of(int what, enum require_of of)
{
    if (of == REQUIRE_OF_CODE || what >= first_of_code())
        return of == REQUIRE_OF_CODE && what >= first_of_code();
    if (what == name_count() - 1)
        return of == REQUIRE_OF_ANSWER; /* `schedule` and `profile` count them otherwise */
    return what <= PERCENT || (of != REQUIRE_OF_ROW && what < name_count()) ||
           (what < first_of_run() ? of == REQUIRE_OF_SCHEDULE && what >= name_count()
                                  : of == REQUIRE_OF_RUN);
}

static const char *name_of(int what)
{
    return what < name_count()      ? names[what].name
           : what < first_of_run()  ? of_schedule[what - name_count()].name
           : what < first_of_code() ? of_run[what - first_of_run()]
                                    : of_code[what - first_of_code()];
}

/* Returns the number of names, also of those that cannot be used; amounts are counted
 * separately. */
static int count_of(enum require_of of)
{
    return of == REQUIRE_OF_AMOUNT ? AMOUNTS : first_of_code() + CODE_COUNT;
}

/* In the order of the enum. The longer ones come first because others are prefixes of them. */
static const char *const comparisons[] = {">=", "<=", "==", "!=", ">", "<"};

static const char *amount_name(uint32_t field)
{
    return gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field);
}

static int wrong(enum require_of of, struct text *message)
{
    const char *before = ", it needs one of ";
    int i;

    for (i = 0; i < count_of(of); i++) {
        if (of != REQUIRE_OF_AMOUNT && !is_of(i, of))
            continue;
        text_format(message, "%s%s", before,
                    of == REQUIRE_OF_AMOUNT ? amount_name(amount_field((size_t)i)) : name_of(i));
        before = ", ";
    }
    text_add(message, ", then >=, <=, >, <, == or !=, then a number up to 4294967295 with at most "
                      "four decimals");
    if (of == REQUIRE_OF_AMOUNT)
        text_add(message, "; whole numbers of bytes also as 24K or 1M");
    return -1;
}

/* Whether a requirement is about bytes, for which 24K is also a number. */
static int is_size(int what, enum require_of of)
{
    return of == REQUIRE_OF_AMOUNT && strstr(amount_name((uint32_t)what), "_bytes") != NULL;
}

/* Adds the message for a requirement such as "groups>=1K". */
static int refuse_size(const char *name, uint64_t number, struct text *message)
{
    text_format(message,
                ", but %s is not a number of bytes; K, M and G are only for bytes; write "
                "%llu",
                name, (unsigned long long)number);
    return -1;
}

/* Whether a requirement is about a share of the time, which is at most 1. */
static int is_share(int what)
{
    return what >= first_of_run() && what < first_of_code() &&
           what - first_of_run() != RUN_PERCENT;
}

/* Adds the message for a requirement such as "tail_share<=5", which any run would meet. */
static int refuse_share(int what, struct text *message)
{
    text_format(message, ", but %s is a part of 1: write 0.05 for 5 %%", name_of(what));
    return -1;
}

/* Adds the message for a comparison that is written otherwise: "percent=>25", "percent=25". */
static int refuse_comparison(const char *at, struct text *message)
{
    const char *write = at[1] == '>' ? ">=" : at[1] == '<' ? "<=" : "==";
    const int bytes = write[0] == '=' ? 1 : 2;

    text_format(message, ", but %.*s is not a comparison: write %s", bytes, at, write);
    return -1;
}

/* Returns what a name refers to, or -1 if it is not a name. */
static int find(const char *name, size_t length, enum require_of of)
{
    const uint32_t field = of == REQUIRE_OF_AMOUNT ? amount_find(name, length) : 0;
    int i;

    if (of == REQUIRE_OF_AMOUNT)
        return field != 0 ? (int)field : -1;
    for (i = 0; i < count_of(of); i++)
        if (is_of(i, of) && strlen(name_of(i)) == length && memcmp(name_of(i), name, length) == 0)
            return i;
    return -1;
}

/* Reads a number with at most four decimals, in units of 1 / SCALE. */
static int read_bound(const char *text, size_t length, int sizes, uint64_t *bound)
{
    const char *point = memchr(text, '.', length);
    size_t whole = point != NULL ? (size_t)(point - text) : length, i;
    uint64_t factor = SCALE;

    if (number_read(text, whole, sizes && point == NULL, UINT32_MAX, bound) < 0)
        return -1;
    *bound *= SCALE;
    if (point == NULL)
        return 0;
    if (whole + 1 == length || length - whole - 1 > 4)
        return -1;
    for (i = whole + 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        factor /= 10;
        *bound += factor * (uint64_t)(text[i] - '0');
    }
    return 0;
}

/* Reads a requirement. Returns -1, with the rest of a sentence, if it is none. */
static int read_text(struct requirement *requirement, const char *text, enum require_of of,
                     struct text *message)
{
    size_t length = strlen(text), name;
    const char *at = trim(text, &length);
    uint64_t number;
    int i, sizes;

    requirement->text = at;
    name = strcspn(at, "<>=! \t");
    requirement->what = find(at, name, of);
    if (requirement->what < 0)
        return wrong(of, message);
    length -= name;
    at = trim(at + name, &length);
    for (i = 0; i < 6; i++)
        if (strncmp(at, comparisons[i], strlen(comparisons[i])) == 0)
            break;
    if (i == 6)
        return *at == '=' ? refuse_comparison(at, message) : wrong(of, message);
    requirement->comparison = i;
    length -= strlen(comparisons[i]);
    at = trim(at + strlen(comparisons[i]), &length);
    sizes = is_size(requirement->what, of);
    if (read_bound(at, length, sizes, &requirement->bound) == 0)
        return of != REQUIRE_OF_AMOUNT && is_share(requirement->what) && requirement->bound > SCALE
                   ? refuse_share(requirement->what, message)
                   : 0;
    if (!sizes && number_read(at, length, 1, UINT32_MAX, &number) == 0)
        return refuse_size(of == REQUIRE_OF_AMOUNT ? amount_name((uint32_t)requirement->what)
                                                   : name_of(requirement->what),
                           number, message);
    return wrong(of, message);
}

int require_read(struct requirement *requirement, const char *option, const char *text,
                 enum require_of of, struct text *message)
{
    struct text why = {0};
    const int status = read_text(requirement, text, of, &why);

    if (status != 0) {
        text_format(message, "%s is ", option);
        text_add_quoted(message, text, strlen(text));
        text_add(message, text_string(&why));
    }
    text_free(&why);
    return status;
}

/* Compares part / whole with the bound: -1, 0 or 1. */
static int compare(uint64_t part, uint64_t whole, uint64_t bound)
{
    uint64_t left, right;

    while (part > UINT64_MAX / SCALE && whole > 1) {
        part /= 2;
        whole /= 2;
    }
    left = part > UINT64_MAX / SCALE ? UINT64_MAX : part * SCALE;
    right = whole != 0 && bound > UINT64_MAX / whole ? UINT64_MAX : bound * whole;
    return (left > right) - (left < right);
}

static int holds(const struct requirement *requirement, int low, int high)
{
    switch (requirement->comparison) {
    case REQUIRE_GE:
        return low >= 0;
    case REQUIRE_LE:
        return high <= 0;
    case REQUIRE_GT:
        return low > 0;
    case REQUIRE_LT:
        return high < 0;
    case REQUIRE_EQ:
        return low == 0 && high == 0;
    default:
        return low > 0 || high < 0;
    }
}

static void tell(const struct requirement *requirement, const struct value *value,
                 const struct value *whole, struct text *message)
{
    text_format(message, "%s is ", names[requirement->what].name);
    if (value->state != VALUE_KNOWN || whole->state != VALUE_KNOWN)
        text_add(message, "not known");
    else if (requirement->what == PERCENT)
        text_add_percent(message, value->low, whole->high);
    else
        text_add_number(message, value->low);
    if (value->state == VALUE_KNOWN && value->low != value->high)
        text_add(message, " or more");
    text_format(message, ", required is %s", requirement->text);
}

int require_amount_met(const struct requirement *requirement, int32_t status, uint32_t value,
                       struct text *message)
{
    const int side = compare(value, 1, requirement->bound);

    if (status == GPUOCC_OK && holds(requirement, side, side))
        return 1;
    text_format(message, "%s is ", amount_name((uint32_t)requirement->what));
    if (status == GPUOCC_OK)
        text_format(message, "%lu at most", (unsigned long)value);
    else
        text_add(message, status == GPUOCC_NOT_POSSIBLE ? "not possible" : "not known");
    text_format(message, ", required is %s", requirement->text);
    return 0;
}

/* Compares a fraction of the schedule; without a schedule no requirement is met. */
static int schedule_met(const struct requirement *requirement, const gpuocc_schedule *schedule,
                        struct text *message)
{
    const uint32_t result = of_schedule[requirement->what - name_count()].result;
    uint64_t up, down;
    int side;

    text_format(message, "%s is ", name_of(requirement->what));
    if (gpuocc_schedule_get(schedule, result, 0, &up, &down) != GPUOCC_OK) {
        text_add(message, "not known");
    } else {
        side = compare(up, down, requirement->bound);
        if (holds(requirement, side, side)) {
            text_clear(message);
            return 1;
        }
        text_format(message, "%.9g", (double)up / (double)down);
    }
    text_format(message, ", required is %s", requirement->text);
    return 0;
}

enum require_run require_run(const struct requirement *requirement)
{
    return requirement->what < first_of_run()
               ? RUN_COUNT
               : (enum require_run)(requirement->what - first_of_run());
}

enum require_code require_code(const struct requirement *requirement)
{
    return (enum require_code)(requirement->what - first_of_code());
}

int require_part_met(const struct requirement *requirement, uint64_t low, uint64_t high,
                    uint64_t whole, struct text *message)
{
    if (whole != 0 && holds(requirement, compare(low, whole, requirement->bound),
                            compare(high, whole, requirement->bound)))
        return 1;
    text_format(message, "%s is ", name_of(requirement->what));
    if (whole == 0)
        text_add(message, "not known");
    else
        text_format(message, "%.9g", (double)low / (double)whole);
    if (whole != 0 && high == UINT64_MAX)
        text_add(message, " or more");
    else if (whole != 0 && low != high)
        text_format(message, " to %.9g", (double)high / (double)whole);
    text_format(message, ", required is %s", requirement->text);
    return 0;
}

int require_met(const struct requirement *requirement, const struct answer *answer,
                struct text *message)
{
    static const struct value one = {VALUE_KNOWN, 1, 1};
    const int what = requirement->what < name_count() ? requirement->what : 0;
    const uint32_t result = names[what].result;
    const struct value *value =
        result == GPUOCC_RESULT_COUNT ? &answer->rounds : &answer->results[result];
    const struct value *whole = what == PERCENT ? &answer->results[GPUOCC_RESULT_MAX_WAVES] : &one;
    const uint64_t factor = what == PERCENT ? 100 : 1;
    uint64_t low, high;

    if (require_run(requirement) != RUN_COUNT)
        return 1;
    if (requirement->what >= name_count())
        return schedule_met(requirement, answer->schedule, message);
    if (value->state == VALUE_KNOWN && whole->state == VALUE_KNOWN) {
        low = value->low * factor;
        high = value->high > UINT64_MAX / factor ? UINT64_MAX : value->high * factor;
        if (holds(requirement, compare(low, whole->high, requirement->bound),
                  compare(high, whole->low, requirement->bound)))
            return 1;
    }
    tell(requirement, value, whole, message);
    return 0;
}
