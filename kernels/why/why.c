/* SPDX-License-Identifier: MIT
 *
 * The derivation of a limit. Each function computes the steps of one kind of limit from the figures
 * of the device; its caller compares their result with the library's, and states the amounts alone
 * where the two differ.
 */
#include "gpuocc/why.h"

#include <stdarg.h>
#include <string.h>

#include "sentences/sentences.h"

/* Maximum number of documents that are named. */
#define SOURCES 4

typedef unsigned long long number;

/* What the vendor calls the things that are counted: one of each. */
struct why_words {
    char group[SENTENCE_WORD], wave[SENTENCE_WORD], core[SENTENCE_WORD], partition[SENTENCE_WORD];
    char thread[SENTENCE_WORD];
};

/* One limit of one kernel. */
struct why {
    const gpuocc_occupancy *occupancy;
    const gpuocc_device *device;
    const gpuocc_kernel *kernel;
    struct why_words words;
    uint32_t limit;
    number groups; /* that the limit allows */
    number requested, allocated, capacity;
    number waves, partitions, wave_size, threads; /* of a group, of a core, of a wave, of a group */
    number slots;     /* for waves that a group takes: they may count as a multiple */
    uint64_t figures; /* set of 1 << enum gpuocc_device_field: those that the steps use */
    struct bounded line;
};

/* Adds a text in which each # is replaced by a number, and each $ by a string. */
static void step(struct why *why, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    for (; *format != 0; format++) {
        if (*format == '$')
            bounded_add(&why->line, va_arg(values, const char *));
        else if (*format == '#')
            bounded_number(&why->line, va_arg(values, number));
        else
            bounded_byte(&why->line, *format);
    }
    va_end(values);
}

static number result(const struct why *why, uint32_t which, uint32_t index)
{
    uint64_t low, high;

    if (gpuocc_occupancy_get(why->occupancy, which, index, &low, &high) != GPUOCC_OK || low != high)
        return 0;
    return low;
}

/* Returns a figure of the device, 0 if it has none, and remembers that a step uses it. */
static number figure(struct why *why, uint32_t field)
{
    uint64_t value;

    if (gpuocc_device_get(why->device, field, 0, &value) != GPUOCC_OK)
        return 0;
    why->figures |= UINT64_C(1) << field;
    return value;
}

static number up(number value, number unit)
{
    return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

/* Returns an amount of the kernel, of which GPUOCC_ZERO is the explicit zero. */
static number amount(uint32_t word)
{
    return word == GPUOCC_ZERO ? 0 : word;
}

static const char *plural(number count)
{
    return count == 1 ? "" : "s";
}

/* Adds "a block has 7 warps (224 threads / 32, rounded up): 20 / 7 = 2 blocks", where the core has
 * room for `waves` waves. Returns the groups. */
static number groups_of_waves(struct why *why, number waves)
{
    const struct why_words *w = &why->words;
    const number groups = waves / why->slots;

    step(why, "A $ has # $$ (# $$ / #$)", w->group, why->waves, w->wave, plural(why->waves),
         why->threads, w->thread, plural(why->threads), why->wave_size,
         why->threads % why->wave_size != 0 ? ", rounded up" : "");
    if (why->slots != why->waves)
        step(why, ", which count as #", why->slots);
    step(why, ": # / # = # $$.\n", waves, why->slots, groups, w->group, plural(groups));
    return groups;
}

/* The wave slots of the core. */
static number by_waves(struct why *why)
{
    const struct why_words *w = &why->words;

    figure(why, GPUOCC_DEVICE_PARTITIONS_PER_CORE);
    figure(why, GPUOCC_DEVICE_MAX_WAVES_PER_PARTITION);
    if (why->partitions > 1 && why->capacity % why->partitions == 0)
        step(why, "Each of the # $s of the $ has slots for # $s: # together.\n", why->partitions,
             w->partition, w->core, why->capacity / why->partitions, w->wave, why->capacity);
    else
        step(why, "The $ has slots for # $s.\n", w->core, why->capacity, w->wave);
    return groups_of_waves(why, why->capacity);
}

static number by_group_slots(struct why *why)
{
    figure(why, GPUOCC_DEVICE_MAX_GROUPS_PER_CORE);
    step(why, "The $ has slots for # $s, whatever their size.\n", why->words.core, why->capacity,
         why->words.group);
    return why->capacity;
}

/* Adds how the registers of a wave follow from those of a thread. */
static void registers_of_wave(struct why *why, number per_thread, number per_wave)
{
    const struct why_words *w = &why->words;
    const number own = amount(why->kernel->registers_per_thread),
                 added = amount(why->kernel->accumulators_per_thread),
                 halves = amount(why->kernel->half_registers_per_thread),
                 both = own + (halves + 1) / 2;
    const number needed = per_thread * why->wave_size,
                 unit = figure(why, GPUOCC_DEVICE_REGISTER_UNIT);

    if (halves != 0 && own == 0) {
        step(why,
             "# register$ of 16 bits x # $s of a $ = #; # registers of 32 "
             "bits are allocated.\n",
             halves, plural(halves), why->wave_size, w->thread, w->wave, halves * why->wave_size,
             per_wave);
        return;
    }
    if (needed == 0) {
        step(why, "No registers are given, and a $ has at least #.\n", w->wave, per_wave);
        return;
    }
    if (added != 0 && per_thread == up(own, 4) + added)
        step(why, "# registers$ + # accumulation registers = # of a $.\n", own,
             own % 4 != 0 ? ", in multiples of 4," : "", added, per_thread, w->thread);
    if (halves != 0)
        step(why, "# register$ + # of 16 bits, of which two take one = #.\n", own, plural(own),
             halves, both);
    if (per_thread != both && per_thread == 4 * both)
        step(why, "# register$ of 4 values = # registers of a $.\n", both, plural(both), per_thread,
             w->thread);
    step(why, "# register$ x # $s = # registers of a $", per_thread, plural(per_thread),
         why->wave_size, w->thread, needed, w->wave);
    if (needed == per_wave)
        step(why, ".\n");
    else if (up(needed, unit) == per_wave)
        step(why, ", allocated in multiples of #: #.\n", unit, per_wave);
    else
        step(why, ", for which # are allocated.\n", per_wave);
}

/* Adds how many waves a file holds of which each partition has its share. */
static number waves_in_file(struct why *why, number per_wave)
{
    const struct why_words *w = &why->words;
    const number file = why->capacity / why->partitions, waves = file / per_wave;

    if (why->partitions == 1)
        step(why, "The $ has #: # / # = # $$.\n", w->core, file, file, per_wave, waves, w->wave,
             plural(waves));
    else
        step(why, "Each of the # $s has #: # / # = # $$, so # on the $.\n", why->partitions,
             w->partition, file, file, per_wave, waves, w->wave, plural(waves),
             waves * why->partitions, w->core);
    return waves * why->partitions;
}

/* The registers of a whole group, if it may not have as many. Returns whether that is so. */
static int refuses_registers(struct why *why, number per_wave)
{
    const number most = figure(why, GPUOCC_DEVICE_MAX_REGISTERS_PER_GROUP),
                 waves = up(why->waves, why->partitions);

    if (most == 0 || waves * per_wave <= most)
        return 0;
    step(why,
         "A $ has # $s, which count as a multiple of #: # x # = # registers, and "
         "it may have #: it does not launch.\n",
         why->words.group, why->waves, why->words.wave, why->partitions, waves, per_wave,
         waves * per_wave, most);
    return 1;
}

static number by_registers(struct why *why)
{
    const number per_wave = why->allocated / why->slots,
                 mode = result(why, GPUOCC_RESULT_MAX_WAVES, 0),
                 grf_bytes = figure(why, GPUOCC_DEVICE_GRF_BYTES);

    if (per_wave == 0 || why->capacity % why->partitions != 0)
        return why->groups + 1;
    figure(why, GPUOCC_DEVICE_REGISTERS_PER_PARTITION);
    if (grf_bytes != 0) {
        figure(why, GPUOCC_DEVICE_WAVES_AT_GRF_COUNT);
        step(why, "The $ runs # $s of # registers at once.\n", why->words.core, mode,
             why->words.wave, per_wave / (grf_bytes / 4));
        return groups_of_waves(why, mode);
    }
    registers_of_wave(why, why->requested / why->threads, per_wave);
    if (why->groups == 0 && refuses_registers(why, per_wave))
        return 0;
    return groups_of_waves(why, waves_in_file(why, per_wave));
}

/* The scalar registers, which a whole wave has once. */
static number by_scalars(struct why *why)
{
    const number per_wave = why->allocated / why->slots, needed = why->requested / why->waves;

    if (per_wave == 0 || why->capacity % why->partitions != 0)
        return why->groups + 1;
    figure(why, GPUOCC_DEVICE_SCALAR_REGISTERS_PER_PARTITION);
    figure(why, GPUOCC_DEVICE_SCALAR_REGISTER_UNIT);
    step(why, "A $ has # scalar register$", why->words.wave, needed, plural(needed));
    step(why, needed == per_wave ? ".\n" : ", for which # are allocated.\n", per_wave);
    return groups_of_waves(why, waves_in_file(why, per_wave));
}

/* Adds the division of what a core has by what a group takes. */
static number groups_of_pool(struct why *why, const char *unit)
{
    const number groups = why->capacity / why->allocated;

    step(why, "The $ has #$: # / # = # $$.\n", why->words.core, why->capacity, unit, why->capacity,
         why->allocated, groups, why->words.group, plural(groups));
    return groups;
}

static number by_shared(struct why *why)
{
    const number reserved = figure(why, GPUOCC_DEVICE_SHARED_RESERVED_BYTES),
                 unit = figure(why, GPUOCC_DEVICE_SHARED_UNIT_BYTES),
                 optin = figure(why, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP),
                 plain = figure(why, GPUOCC_DEVICE_DEFAULT_SHARED_BYTES_PER_GROUP);
    const int is_plain = why->kernel->shared_limit == GPUOCC_SHARED_LIMIT_DEFAULT && plain != 0;
    const number sum = why->requested + reserved, most = is_plain ? plain : optin;

    figure(why, GPUOCC_DEVICE_SHARED_POOL_BYTES);
    if (why->allocated == 0)
        return why->groups + 1;
    if (reserved != 0)
        step(why, "A $ needs # bytes + # that the system reserves = #", why->words.group,
             why->requested, reserved, sum);
    else
        step(why, "A $ needs # bytes", why->words.group, why->requested);
    if (why->allocated != sum && why->allocated == up(sum, unit))
        step(why, ", allocated in multiples of #: #", unit, why->allocated);
    else if (why->allocated != sum)
        step(why, ", for which # are allocated", why->allocated);
    step(why, ".\n");
    if (why->groups == 0 && why->requested > most) {
        step(why, "$ it may have #: it does not launch.\n", is_plain ? "Without opt-in" : "At most",
             most);
        return 0;
    }
    return groups_of_pool(why, "");
}

static number by_pool(struct why *why, const char *one, uint32_t field)
{
    figure(why, field);
    if (why->allocated == 0)
        return why->groups + 1;
    step(why, "A $ takes # $$.\n", why->words.group, why->allocated, one, plural(why->allocated));
    return groups_of_pool(why, "");
}

/* The largest group that launches. */
static number by_launch(struct why *why)
{
    if (why->groups != 0 || why->requested <= why->capacity)
        return why->groups + 1;
    step(why, "A $ has # $s, and this kernel launches with at most #.\n", why->words.group,
         why->requested, why->words.thread, why->capacity);
    return 0;
}

/* Adds the steps of the limit. Returns the groups to which they lead. */
static number derive(struct why *why)
{
    switch (why->limit) {
    case GPUOCC_LIMIT_WAVES:
        return by_waves(why);
    case GPUOCC_LIMIT_GROUPS:
        return by_group_slots(why);
    case GPUOCC_LIMIT_REGISTERS:
        return by_registers(why);
    case GPUOCC_LIMIT_SCALAR_REGISTERS:
        return by_scalars(why);
    case GPUOCC_LIMIT_SHARED:
        return by_shared(why);
    case GPUOCC_LIMIT_BARRIERS:
        return by_pool(why, "barrier", GPUOCC_DEVICE_BARRIERS_PER_CORE);
    case GPUOCC_LIMIT_VIRTUAL:
        return by_pool(why, "virtual resource", GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE);
    default:
        return by_launch(why);
    }
}

/* States the amounts where the steps do not lead to the library's result. */
static void state(struct why *why)
{
    const char *const unit = gpuocc_unit(GPUOCC_LIST_LIMITS, why->limit);

    why->line.length = 0;
    why->figures = 0;
    if (why->allocated != 0 && why->capacity != 0 && why->limit != GPUOCC_LIMIT_GROUPS)
        step(why, "A $ takes # of the # $ that the $ has.\n", why->words.group, why->allocated,
             why->capacity, unit, why->words.core);
    step(why, "By a rule that has no steps here, that allows # $$.\n", why->groups,
         why->words.group, plural(why->groups));
}

/* Adds a line for each document that the figures come from. */
static void add_sources(struct why *why)
{
    gpuocc_source source = {sizeof source, 0, "", ""};
    char seen[SOURCES][sizeof source.document];
    uint32_t field;
    size_t count = 0, i;

    for (field = 0; field < GPUOCC_DEVICE_FIELD_COUNT && count < SOURCES; field++) {
        if ((why->figures >> field & 1) == 0 ||
            gpuocc_device_source(why->device, field, &source) != GPUOCC_OK ||
            source.document[0] == 0)
            continue;
        for (i = 0; i < count && strcmp(seen[i], source.document) != 0; i++)
            ;
        if (i < count)
            continue;
        memcpy(seen[count++], source.document, sizeof seen[0]);
        step(why, "Source: $ ($)\n", source.document,
             gpuocc_name(GPUOCC_LIST_CONFIDENCES, source.confidence));
    }
}

/* Sets the words for one of each, which the occupancy's device has in its mode. */
static void set_words(struct why *why)
{
    const struct {
        uint32_t word;
        char *text;
    } words[] = {{GPUOCC_WORD_GROUP, why->words.group},
                 {GPUOCC_WORD_WAVE, why->words.wave},
                 {GPUOCC_WORD_CORE, why->words.core},
                 {GPUOCC_WORD_PARTITION, why->words.partition},
                 {GPUOCC_WORD_THREAD, why->words.thread}};
    size_t i;

    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        (void)gpuocc_word_text(why->device, GPUOCC_LANGUAGE_ENGLISH,
                               gocc_word_of(why->occupancy, words[i].word), 1, words[i].text,
                               SENTENCE_WORD);
}

/* Reads what the occupancy says of the limit. Returns 0 if it does not apply. */
static int begin(struct why *why)
{
    uint64_t low, high;
    const int32_t status =
        gpuocc_occupancy_get(why->occupancy, GPUOCC_RESULT_LIMIT, why->limit, &low, &high);

    set_words(why);
    if (status == GPUOCC_NOT_KNOWN) {
        step(why, "It is not published how many $s this allows.\n", why->words.group);
        return 1;
    }
    if (status != GPUOCC_OK)
        return 0;
    if (low != high && high == UINT64_MAX) {
        step(why, "A field of the kernel is unknown: at least # $$.\n", (number)low,
             why->words.group, plural(low));
        return 1;
    }
    if (low != high) {
        step(why, "A field of the kernel is unknown: between # and # $s.\n", (number)low,
             (number)high, why->words.group);
        return 1;
    }
    why->groups = low;
    why->requested = result(why, GPUOCC_RESULT_REQUESTED, why->limit);
    why->allocated = result(why, GPUOCC_RESULT_ALLOCATED, why->limit);
    why->capacity = result(why, GPUOCC_RESULT_CAPACITY, why->limit);
    why->waves = result(why, GPUOCC_RESULT_WAVES_PER_GROUP, 0);
    why->partitions = result(why, GPUOCC_RESULT_PARTITIONS_PER_CORE, 0);
    why->wave_size = result(why, GPUOCC_RESULT_WAVE_SIZE, 0);
    why->threads = why->kernel->threads_per_group;
    why->slots = result(why, GPUOCC_RESULT_ALLOCATED, GPUOCC_LIMIT_WAVES);
    if (why->slots < why->waves) /* a tool that does not count them */
        why->slots = why->waves;
    return 2;
}

/* Whether the waves of a group are known, where the limit depends on them. */
static int is_known(const struct why *why)
{
    const uint32_t of_waves = 1u << GPUOCC_LIMIT_WAVES | 1u << GPUOCC_LIMIT_REGISTERS |
                              1u << GPUOCC_LIMIT_SCALAR_REGISTERS;

    return (of_waves >> why->limit & 1) == 0 ||
           (why->waves != 0 && why->partitions != 0 && why->wave_size != 0 && why->threads != 0);
}

size_t gpuocc_why_text(const gpuocc_occupancy *occupancy, const gpuocc_device *device,
                       const gpuocc_kernel *kernel, uint32_t limit, char *text, size_t bytes)
{
    struct why why = {.occupancy = occupancy,
                      .device = device,
                      .kernel = kernel,
                      .limit = limit,
                      .line = {text, bytes, 0}};
    int found;

    if (bytes != 0)
        text[0] = 0;
    if (occupancy == NULL || device == NULL || kernel == NULL || limit >= GPUOCC_LIMIT_COUNT)
        return 0;
    found = begin(&why);
    if (found == 0)
        return 0;
    if (found == 2 && (!is_known(&why) || derive(&why) != why.groups))
        state(&why);
    add_sources(&why);
    return bounded_end(&why.line);
}
