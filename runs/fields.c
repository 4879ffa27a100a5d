/* SPDX-License-Identifier: MIT
 *
 * Reads the fields of tables: numbers with thousands separators, units, sizes of groups as text.
 */
#include "reader.h"

#define SHORT 48u

/* Nanoseconds or bytes of a unit, in lower case as `|= 0x20` makes it (of the bytes of a Greek or a
 * micro sign, too). */
static const struct unit {
    const char *name;
    uint32_t one;
    int of_time;
} units[] = {{"b", 1, 0},
             {"byte", 1, 0},
             {"bytes", 1, 0},
             {"kb", 1000, 0},
             {"kbyte", 1000, 0},
             {"mb", 1000000, 0},
             {"mbyte", 1000000, 0},
             {"gb", 1000000000, 0},
             {"gbyte", 1000000000, 0},
             {"kib", 1024, 0},
             {"mib", 1048576, 0},
             {"gib", 1073741824, 0},
             {"ns", 1, 1},
             {"nsec", 1, 1},
             {"nsecond", 1, 1},
             {"us", 1000, 1},
             {"\xe2\xb5s", 1000, 1},
             {"\xee\xbcs", 1000, 1},
             {"usec", 1000, 1},
             {"usecond", 1000, 1},
             {"ms", 1000000, 1},
             {"msec", 1000000, 1},
             {"msecond", 1000000, 1},
             {"s", 1000000000, 1},
             {"sec", 1000000000, 1},
             {"second", 1000000000, 1}};

int runs_has_unit(enum runs_kind kind)
{
    return kind == RUNS_TIME || kind == RUNS_SIZE || kind == RUNS_OLD_SIZE;
}

/* Whether a unit, of which "/block" is not read, has a name but for its case. */
static int is_called(gpuocc_kernels_text unit, const char *name)
{
    while (unit.length != 0 && unit.at[0] != '/' && (char)(unit.at[0] | 0x20) == *name) {
        unit = text_behind(unit, 1);
        name++;
    }
    return *name == 0 && (unit.length == 0 || unit.at[0] == '/');
}

uint32_t runs_unit(reader *r, gpuocc_kernels_text name, enum runs_kind kind)
{
    size_t i;

    for (i = 0; i < sizeof units / sizeof units[0]; i++)
        if (units[i].of_time == (kind == RUNS_TIME) && is_called(name, units[i].name))
            return units[i].one;
    if (!r->told_unit)
        runs_warn(r, r->offset,
                  "\"%.*s\" is no unit of %s: the values of such a column are unknown",
                  name.length < 20 ? (int)name.length : 20, name.at,
                  kind == RUNS_TIME ? "time, as ns, us, ms and s are"
                                    : "bytes, as B, KB, MB, GB, KiB, MiB and GiB are");
    r->told_unit = 1;
    return GPUOCC_UNKNOWN;
}

/* Removes thousands separators into a buffer of SHORT bytes. */
static gpuocc_kernels_text plain(gpuocc_kernels_text field, char *to)
{
    gpuocc_kernels_text text = {"", 0};
    size_t i, length = 0;

    for (i = 0; i < field.length && length < SHORT; i++)
        if (field.at[i] != ',')
            to[length++] = field.at[i];
    if (i == field.length) {
        text.at = to;
        text.length = length;
    }
    return text;
}

static uint32_t capped(uint64_t number)
{
    return number < GPUOCC_ZERO ? (uint32_t)number : GPUOCC_UNKNOWN;
}

/* Reads at most nine digits behind zeros, and 18 behind the point. */
gpuocc_runs_bytes runs_bytes(gpuocc_kernels_text text, uint32_t unit)
{
    const uint64_t one = unit != 0 ? unit : 1;
    gpuocc_runs_bytes bytes = {GPUOCC_UNKNOWN, GPUOCC_UNKNOWN};
    uint64_t digits = 0, power = 1;
    size_t i;
    int behind = 0;

    for (i = 0; i < text.length; i++) {
        if (text.at[i] == '.' && !behind) {
            behind = 1;
        } else if (text.at[i] >= '0' && text.at[i] <= '9' && digits < 100000000 &&
                   power < UINT64_C(1000000000000000000)) {
            digits = digits * 10 + (unsigned)(text.at[i] - '0');
            power *= behind ? 10 : 1;
        } else {
            return bytes;
        }
    }
    if (text.length == (size_t)behind)
        return bytes;
    bytes.low = digits == 0 ? 0 : capped(((2 * digits - 1) * one + 2 * power - 1) / (2 * power));
    bytes.high = capped((2 * digits + 1) * one / (2 * power));
    return bytes;
}

/* Returns the bytes in units of 1000 or of 1024: of the two what makes whole bytes, or from one to
 * the other. */
static gpuocc_runs_bytes old_bytes(gpuocc_kernels_text text, uint32_t unit)
{
    const uint32_t binary = unit == 1000         ? 1024
                            : unit == 1000000    ? 1048576
                            : unit == 1000000000 ? 1073741824
                                                 : unit;
    gpuocc_runs_bytes one = runs_bytes(text, unit), other = runs_bytes(text, binary);

    if (one.low > one.high)
        return other;
    if (other.low <= other.high)
        one.high = other.high;
    return one;
}

/* "(128, 2, 1)", or one number. */
static void triple(gpuocc_kernels_text field, uint32_t *to)
{
    unsigned count = 0;
    uint32_t sizes[3] = {1, 1, 1};

    while (field.length != 0 && count < 3) {
        if (field.at[0] >= '0' && field.at[0] <= '9') {
            sizes[count++] = runs_number(field);
            while (field.length != 0 && field.at[0] >= '0' && field.at[0] <= '9')
                field = text_behind(field, 1);
        } else {
            field = text_behind(field, 1);
        }
    }
    if (count != 0)
        memcpy(to, sizes, sizeof sizes);
}

/* Stores a size. One of which no number of bytes is a rounding (8.19201 KB) is unknown. */
static void put_bytes(gpuocc_runs_bytes bytes, gpuocc_runs_bytes *to)
{
    if (bytes.low > bytes.high)
        bytes.low = bytes.high = GPUOCC_UNKNOWN;
    *to = bytes;
}

void runs_put(gpuocc_kernels_text field, const struct runs_member *known, uint32_t unit, void *to)
{
    char buffer[SHORT];
    void *at = (char *)to + known->offset;

    if (runs_put_number(plain(field, buffer), known->kind, at) || unit == GPUOCC_UNKNOWN)
        return;
    switch (known->kind) {
    case RUNS_TRIPLE:
        triple(field, at);
        break;
    case RUNS_TIME:
        *(uint64_t *)at = runs_time(plain(field, buffer), unit != 0 ? unit : 1);
        break;
    case RUNS_SIZE:
        put_bytes(runs_bytes(plain(field, buffer), unit), at);
        break;
    case RUNS_OLD_SIZE:
        put_bytes(old_bytes(plain(field, buffer), unit), at);
        break;
    default:
        *(gpuocc_kernels_text *)at = field;
    }
}

void runs_start_row(struct runs_row *row)
{
    memset(row, 0xff, sizeof *row);
    runs_start(&row->launch, 0);
    runs_start_device(&row->device);
    row->agent = row->id = row->process = row->capability = row->launch.name;
    row->metric = row->unit = row->value = row->launch.name;
}

static uint32_t groups_of(uint32_t threads, uint32_t group)
{
    if (threads == GPUOCC_UNKNOWN || group == GPUOCC_UNKNOWN || group == 0)
        return GPUOCC_UNKNOWN;
    return threads / group + (threads % group != 0);
}

void runs_count_groups(struct runs_row *row)
{
    gpuocc_runs_launch *launch = &row->launch;
    unsigned i;

    if (launch->group[0] == GPUOCC_UNKNOWN && row->group_size != GPUOCC_UNKNOWN) {
        launch->group[0] = row->group_size;
        launch->group[1] = launch->group[2] = 1;
    }
    if (row->threads[0] == GPUOCC_UNKNOWN && row->all_threads != GPUOCC_UNKNOWN) {
        row->threads[0] = row->all_threads;
        row->threads[1] = row->threads[2] = 1;
    }
    for (i = 0; i < 3; i++)
        launch->grid[i] = groups_of(row->threads[i], launch->group[i]);
}
