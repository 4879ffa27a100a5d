/* SPDX-License-Identifier: MIT
 *
 * Computes the rounds and the tail of a grid on the whole GPU, results derived from them, and their
 * time.
 */
#ifdef __FAST_MATH__
#error "equal inputs have to give equal bits: build without -ffast-math"
#endif

#include "schedule/schedule.h"

#include <string.h>

#include <stddef.h>
#include "gpuocc/latency.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/structs.h"
#include "base/inputs.h"
#include "occupancy/clusters.h"
#include "occupancy/occupancy.h"

static int32_t fail(gpuocc_error *error, int32_t status, uint32_t field, uint64_t value,
                    uint64_t limit)
{
    return gocc_fail_field(error, status, GPUOCC_SCOPE_GRID, field, value, limit);
}

/* Reads a result of an occupancy. Returns 0 if it is not a single known number. */
static int ask(const gpuocc_occupancy *occupancy, uint32_t result, uint64_t *value)
{
    uint64_t high;

    return occupancy != NULL &&
           gpuocc_occupancy_get(occupancy, result, 0, value, &high) == GPUOCC_OK && *value == high;
}

/* Returns the value of the grid if it is given, otherwise that of the occupancy; GPUOCC_UNKNOWN if
 * neither has one. */
static uint32_t pick(const gpuocc_occupancy *occupancy, uint32_t given, uint32_t result)
{
    uint64_t value;

    if (given != 0)
        return given == GPUOCC_ZERO ? 0 : given;
    return ask(occupancy, result, &value) ? (uint32_t)value : GPUOCC_UNKNOWN;
}

/* Returns the resident groups of the whole GPU; UINT64_MAX if they are unknown. The occupancy's own
 * number for the device counts if the grid does not change the device. It includes the answers of
 * tools for the whole device, and clusters, which do not fill every core. */
static uint64_t resident(const gpuocc_schedule *s, const gpuocc_occupancy *occupancy,
                         const gpuocc_grid *grid)
{
    const int own = grid->core_count != 0 || grid->groups_per_core != 0;
    uint64_t groups;

    if (grid->groups_per_device == GPUOCC_UNKNOWN)
        return UINT64_MAX;
    if (grid->groups_per_device != 0)
        return grid->groups_per_device == GPUOCC_ZERO ? 0 : grid->groups_per_device;
    if ((!own || s->groups_per_core == GOCC_NO_GROUPS) &&
        ask(occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, &groups))
        return groups;
    if (s->groups_per_core == GOCC_NO_GROUPS ||
        (occupancy != NULL && gocc_in_clusters(&occupancy->question.kernel)))
        return UINT64_MAX;
    return (uint64_t)s->cores * s->groups_per_core;
}

static void pick_all(gpuocc_schedule *s, const gpuocc_occupancy *occupancy, const gpuocc_grid *grid)
{
    uint64_t taken;

    s->groups = grid->groups;
    s->cores = pick(occupancy, grid->core_count, GPUOCC_RESULT_CORE_COUNT);
    s->groups_per_core = pick(occupancy, grid->groups_per_core, GPUOCC_RESULT_GROUPS);
    s->waves_per_group = pick(occupancy, grid->waves_per_group, GPUOCC_RESULT_WAVES_PER_GROUP);
    s->waves_per_core = pick(occupancy, grid->waves_per_core, GPUOCC_RESULT_MAX_WAVES);
    s->resident = resident(s, occupancy, grid);
    if (occupancy != NULL || s->cores == 0)
        return;
    /* Without an occupancy, a group has one wave, and a core has no more slots than its groups
     * use. */
    if (grid->waves_per_group == 0)
        s->waves_per_group = 1;
    taken = gocc_divide_up(s->resident, s->cores) * s->waves_per_group;
    if (grid->waves_per_core == 0 && taken < GPUOCC_ZERO)
        s->waves_per_core = (uint32_t)taken + (taken == 0);
}

static int32_t check_known(const gpuocc_schedule *s, int alone, gpuocc_error *error)
{
    const struct {
        uint32_t value, field;
    } needs[] = {
        {s->cores, GPUOCC_GRID_CORE_COUNT},
        {s->resident == UINT64_MAX ? GPUOCC_UNKNOWN : 1, s->groups_per_core == GOCC_NO_GROUPS
                                                             ? GPUOCC_GRID_GROUPS_PER_CORE
                                                             : GPUOCC_GRID_GROUPS_PER_DEVICE},
        {s->waves_per_group, GPUOCC_GRID_WAVES_PER_GROUP},
        {s->waves_per_core, GPUOCC_GRID_WAVES_PER_CORE},
        {s->groups != 0, GPUOCC_GRID_GROUPS},
    };
    uint32_t i;

    for (i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (needs[i].value == 0 || (needs[i].value == GPUOCC_UNKNOWN && alone))
            return fail(error, GPUOCC_ERROR_REQUIRED, needs[i].field, 0,
                        needs[i].field == GPUOCC_GRID_GROUPS ? INT64_MAX : GPUOCC_ZERO - 1);
        if (needs[i].value == GPUOCC_UNKNOWN)
            return fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, needs[i].field, GPUOCC_UNKNOWN, 0);
    }
    return GPUOCC_OK;
}

/* Checks that every product that a result requires fits in 63 bits. */
static int32_t check_sizes(const gpuocc_schedule *s, const gpuocc_grid *grid, gpuocc_error *error)
{
    const uint32_t room = s->waves_per_core / s->waves_per_group;
    const uint64_t most = (uint64_t)INT64_MAX / s->waves_per_group;

    if (grid->groups_per_core == GPUOCC_UNKNOWN)
        return fail(error, GPUOCC_ERROR_MUST_BE_KNOWN, GPUOCC_GRID_GROUPS_PER_CORE, GPUOCC_UNKNOWN,
                    0);
    if (grid->groups_per_core != 0 && s->groups_per_core > room)
        return fail(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_GRID_GROUPS_PER_CORE, s->groups_per_core,
                    room);
    if (s->groups > most)
        return fail(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_GRID_GROUPS, s->groups, most);
    if (s->wave_slots > (uint64_t)INT64_MAX)
        return fail(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_GRID_CORE_COUNT, s->cores,
                    (uint64_t)INT64_MAX / s->waves_per_core);
    if (s->resident > most)
        return fail(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_GRID_WAVES_PER_GROUP, s->waves_per_group,
                    (uint64_t)INT64_MAX / s->resident);
    if (s->resident != 0 &&
        gocc_divide_up(s->groups, s->resident) > (uint64_t)INT64_MAX / s->wave_slots)
        return fail(error, GPUOCC_ERROR_TOO_LARGE, GPUOCC_GRID_GROUPS, s->groups,
                    (uint64_t)INT64_MAX / s->wave_slots);
    return GPUOCC_OK;
}

/* The same for groups in clusters. */
static int32_t safe_clusters(const gpuocc_occupancy *occupancy, uint32_t reserve, uint64_t *groups)
{
    const struct gocc_question *question = &occupancy->question;
    uint64_t resident = 0, clusters = 0;
    const int32_t status =
        gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &clusters, NULL);

    if (status != GPUOCC_OK)
        return status;
    (void)gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_GROUPS, 0, &resident, NULL);
    gocc_reserve_clusters(question, (uint32_t)resident, reserve, &clusters);
    *groups = clusters * question->kernel.groups_per_cluster;
    return GPUOCC_OK;
}

int32_t gpuocc_safe_grid(const gpuocc_occupancy *occupancy, uint32_t core_count, uint32_t reserve,
                         uint64_t *groups)
{
    uint64_t low = 0;
    int32_t status;

    if (occupancy == NULL || groups == NULL)
        return GPUOCC_ERROR_NULL;
    if (gocc_in_clusters(&occupancy->question.kernel))
        return core_count == 0 ? safe_clusters(occupancy, reserve, groups) : GPUOCC_NOT_KNOWN;
    if (core_count == 0)
        status = gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_GROUPS_PER_DEVICE, 0, &low, NULL);
    else
        status = gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_GROUPS, 0, &low, NULL);
    if (status != GPUOCC_OK)
        return status;
    low *= core_count != 0 ? core_count : 1;
    *groups = low > reserve ? low - reserve : 0;
    return GPUOCC_OK;
}

size_t gpuocc_schedule_size(void)
{
    return GOCC_SCHEDULE_BYTES;
}

int32_t gpuocc_schedule_init(gpuocc_schedule *schedule, const gpuocc_occupancy *occupancy,
                             const gpuocc_grid *grid, gpuocc_error *error)
{
    gpuocc_schedule s;
    gpuocc_grid given;
    int32_t status = gocc_check_handle(schedule, error);

    if (status < 0)
        return status;
    if (grid == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 3);
    status = gocc_read_struct(&given, sizeof given, grid, GPUOCC_SCOPE_GRID, error);
    if (status < 0)
        return status;
    memset(&s, 0, sizeof s);
    pick_all(&s, occupancy, &given);
    s.wave_slots = (uint64_t)s.cores * s.waves_per_core;
    s.slots_limit = gpuocc_occupancy_limiters(occupancy) == 1u << GPUOCC_LIMIT_WAVES;
    status = check_known(&s, occupancy == NULL, error);
    if (status == GPUOCC_OK)
        status = check_sizes(&s, &given, error);
    if (status != GPUOCC_OK)
        return status;
    memcpy(schedule, &s, sizeof s);
    return GPUOCC_OK;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Returns the number of cores over which the groups of a round can be spread. With clusters and in
 * some tools, other cores stay empty. */
static uint64_t even(const gpuocc_schedule *s)
{
    return least(s->resident, s->cores);
}

/* Computes the results that do not require that a group fits. */
static int32_t of_grid(const gpuocc_schedule *s, uint32_t result, uint64_t *up, uint64_t *down)
{
    switch (result) {
    case GPUOCC_SCHEDULE_GROUPS:
        *up = s->groups;
        break;
    case GPUOCC_SCHEDULE_CORE_COUNT:
        *up = s->cores;
        break;
    case GPUOCC_SCHEDULE_RESIDENT_GROUPS:
        *up = s->resident;
        break;
    case GPUOCC_SCHEDULE_WAVE_SLOTS:
        *up = s->wave_slots;
        break;
    case GPUOCC_SCHEDULE_PEAK_OCCUPANCY:
        *up = least(s->groups, s->resident) * s->waves_per_group;
        *down = s->wave_slots;
        break;
    case GPUOCC_SCHEDULE_BUSY_CORES:
        *up = least(s->groups, even(s));
        break;
    default:
        return GPUOCC_NOT_POSSIBLE;
    }
    return GPUOCC_OK;
}

/* Computes the first or the last number of cores that has this number of rounds. */
static int32_t plateau(const gpuocc_schedule *s, uint64_t rounds, int last, uint64_t *up)
{
    if (s->resident != (uint64_t)s->cores * s->groups_per_core || rounds <= (uint64_t)last)
        return GPUOCC_NOT_APPLICABLE;
    rounds -= (uint64_t)last;
    *up = gocc_divide_up(gocc_divide_up(s->groups, rounds), s->groups_per_core) - (uint64_t)last;
    return GPUOCC_OK;
}

static int32_t of_rounds(const gpuocc_schedule *s, uint32_t result, uint32_t index, uint64_t *up,
                         uint64_t *down)
{
    const uint64_t rounds = gocc_divide_up(s->groups, s->resident);
    const uint64_t tail = s->groups - (rounds - 1) * s->resident;

    switch (result) {
    case GPUOCC_SCHEDULE_ROUNDS:
        *up = rounds;
        break;
    case GPUOCC_SCHEDULE_TAIL_GROUPS:
        *up = tail;
        break;
    case GPUOCC_SCHEDULE_EFFICIENCY:
        *up = s->groups;
        *down = rounds * s->resident;
        break;
    case GPUOCC_SCHEDULE_AVERAGE_OCCUPANCY:
        *up = s->groups * s->waves_per_group;
        *down = rounds * s->wave_slots;
        break;
    case GPUOCC_SCHEDULE_BALANCE:
        *up = s->groups;
        *down = gocc_divide_up(s->groups, even(s)) * s->cores;
        break;
    case GPUOCC_SCHEDULE_REACHED:
        *up = least(s->groups, s->resident);
        *down = s->resident;
        break;
    case GPUOCC_SCHEDULE_ROUND_START:
        if (index > (UINT64_MAX - 1) / s->resident)
            return GPUOCC_ERROR_INDEX;
        *up = index * s->resident + 1;
        break;
    case GPUOCC_SCHEDULE_TAIL_GROUPS_PER_CORE:
        *up = gocc_divide_up(tail, s->cores);
        break;
    case GPUOCC_SCHEDULE_PLATEAU_FIRST:
    case GPUOCC_SCHEDULE_PLATEAU_LAST:
        return plateau(s, rounds, result == GPUOCC_SCHEDULE_PLATEAU_LAST, up);
    default:
        return of_grid(s, result, up, down);
    }
    return GPUOCC_OK;
}

int32_t gpuocc_schedule_get(const gpuocc_schedule *schedule, uint32_t result, uint32_t index,
                            uint64_t *numerator, uint64_t *denominator)
{
    uint64_t up = 0, down = 1;
    int32_t status;

    if (schedule == NULL)
        return GPUOCC_ERROR_NULL;
    if (result >= GPUOCC_SCHEDULE_RESULT_COUNT)
        return GPUOCC_ERROR_FIELD;
    if (index != 0 && result != GPUOCC_SCHEDULE_ROUND_START)
        return GPUOCC_ERROR_INDEX;
    status = schedule->resident != 0 ? of_rounds(schedule, result, index, &up, &down)
                                     : of_grid(schedule, result, &up, &down);
    if (status != GPUOCC_OK)
        return status;
    if (numerator != NULL)
        *numerator = up;
    if (denominator != NULL)
        *denominator = down;
    return GPUOCC_OK;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Returns the time of a round with `on_core` groups on the fullest core and `on_device` on the
 * GPU. */
static double round_time(const gpuocc_group_time *group, uint64_t on_core, uint64_t on_device)
{
    return larger(group->latency, larger(gocc_real(on_core) * group->per_core,
                                         gocc_real(on_device) * group->per_device)) +
           group->overhead;
}

int32_t gpuocc_schedule_time(const gpuocc_schedule *schedule, const gpuocc_group_time *group,
                             gpuocc_grid_time *time, gpuocc_error *error)
{
    static const struct gocc_input inputs[] = {
        {offsetof(gpuocc_group_time, unused), GOCC_VALID_ZERO, 2},
        {offsetof(gpuocc_group_time, latency), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_LATENCY},
        {offsetof(gpuocc_group_time, per_core), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_PER_CORE},
        {offsetof(gpuocc_group_time, per_device), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_PER_DEVICE},
        {offsetof(gpuocc_group_time, overhead), GOCC_VALID_AMOUNT, GPUOCC_ESTIMATE_OVERHEAD}};
    const gpuocc_schedule *s = schedule;
    gpuocc_group_time g;
    gpuocc_grid_time t;
    uint64_t full, rest;
    double round, spread, share;
    int32_t status;

    if (s == NULL)
        return gocc_fail_argument(error, GPUOCC_ERROR_NULL, 1);
    status = gocc_check_result(time, sizeof *time, 3, error);
    if (status == GPUOCC_OK)
        status = gocc_read_inputs(&g, sizeof g, group, 2, GOCC_INPUTS(inputs), error);
    if (status == GPUOCC_OK && s->resident == 0)
        status = gocc_fail_field_alone(error, GPUOCC_NOT_POSSIBLE, GPUOCC_SCOPE_NONE, 0, NULL);
    if (status != GPUOCC_OK)
        return status;
    full = s->groups / s->resident;
    rest = s->groups % s->resident;
    round = round_time(&g, gocc_divide_up(s->resident, s->cores), s->resident);
    share = gocc_real(s->groups) / gocc_real(s->resident);
    spread =
        larger(gocc_real(s->groups) * g.per_core / s->cores, gocc_real(s->groups) * g.per_device);
    t.size = time->size;
    t.unused = time->unused;
    t.rounds = gocc_real(full) * round;
    t.tail = rest != 0 ? round_time(&g, gocc_divide_up(rest, s->cores), rest) : 0;
    t.time = t.rounds + t.tail;
    t.ideal = share * round;
    t.minimum = larger(gocc_real(full + (rest != 0)) * (g.latency + g.overhead), spread);
    return gocc_give(time, &t, sizeof t, &t.time, &t.minimum, GPUOCC_ESTIMATE_LATENCY, error);
}
