/* SPDX-License-Identifier: MIT
 *
 * The functions that the calculator page calls: the library with plain numbers in and out.
 * Everything that depends on a signature of the library is in this file. Numbers are returned in
 * `out`, sentences in `text`; names are pointers to NUL-terminated texts.
 */
#include <gpuocc/gpuocc.h>
#include <gpuocc/kernels.h>

#include <string.h>

#define PAGE       __attribute__((visibility("default")))
#define MOST_EDITS 128u
/* Above every limit, and not one of the values with a special meaning. */
#define TOO_LARGE 0x7ffffff0u

static gpuocc_custom_device custom;
static gpuocc_latency latency_made;
static gpuocc_kernel kernel;
static gpuocc_occupancy occupancy;
static gpuocc_schedule schedule;
static gpuocc_latency *latency;
static gpuocc_source source;
static uint32_t edit_fields[MOST_EDITS];
static double edit_values[MOST_EDITS];
static double out[16];
static char input[1024], text[1024];

/* Returns the addresses of what the page reads and writes, by number. */
PAGE void *page_place(uint32_t place)
{
    void *const places[] = {&kernel, out, input, text, edit_fields, edit_values};

    return places[place];
}

static double real(uint64_t number)
{
    return number == UINT64_MAX ? __builtin_inf() : (double)number;
}

/* Records the sentence of an error and the field that it names. */
static int32_t fail(const gpuocc_error *error, int32_t status)
{
    (void)gpuocc_error_text(error, status, text, sizeof text);
    out[0] = error->scope;
    out[1] = error->field;
    out[2] = (error->known & 2) != 0 ? real(error->limit) : -1;
    return status;
}

static gpuocc_error no_error(void)
{
    gpuocc_error error;

    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    return error;
}

PAGE double page_version(uint32_t which)
{
    return which == 0 ? gpuocc_version() : gpuocc_data_version();
}

PAGE uint32_t page_list_count(uint32_t list)
{
    return gpuocc_list_count(list);
}

/* Returns the name, unit or description of a number in a list. A description is in `text`. */
PAGE const char *page_word(uint32_t list, uint32_t number, uint32_t which)
{
    return which == 0   ? gpuocc_name(list, number)
           : which == 1 ? gpuocc_unit(list, number)
                        : gpuocc_about(list, number);
}

PAGE const char *page_choice(uint32_t field, uint32_t value)
{
    return gpuocc_choice_name(field, value);
}

/* Returns the device with an index, NULL after the last one. */
PAGE const gpuocc_device *page_device(uint32_t index)
{
    const gpuocc_device *device;

    return gpuocc_device_at(index, &device) == GPUOCC_OK ? device : NULL;
}

/* Returns the device with the name in `input`; out: status, quality. */
PAGE const gpuocc_device *page_find(uint32_t length, uint32_t index)
{
    const gpuocc_device *device = NULL;
    uint32_t quality = 0;

    out[0] = gpuocc_device_find(input, length, index, &device, &quality, NULL);
    out[1] = quality;
    return out[0] < 0 ? NULL : device;
}

/* Returns the device that answers for all devices with a name, or NULL. */
PAGE const gpuocc_device *page_device_for(uint32_t length)
{
    const gpuocc_device *device = NULL;

    (void)gpuocc_device_for(input, length, GPUOCC_PURPOSE_OCCUPANCY, &device, NULL, NULL);
    return device;
}

PAGE const gpuocc_device *page_nearest(uint32_t length, uint32_t index)
{
    const gpuocc_device *device;

    return gpuocc_device_nearest(input, length, index, &device) == GPUOCC_OK ? device : NULL;
}

/* Returns the name, architecture or family of a device, in `text`. */
PAGE const char *page_device_word(const gpuocc_device *device, uint32_t which)
{
    return which == 0   ? gpuocc_device_name(device)
           : which == 1 ? gpuocc_device_architecture(device)
                        : gpuocc_device_family(device);
}

PAGE const char *page_limit_word(const gpuocc_device *device, uint32_t limit)
{
    return gpuocc_limit_word(device, limit);
}

/* out: the figure. */
PAGE int32_t page_figure(const gpuocc_device *device, uint32_t field, uint32_t index)
{
    uint64_t value = 0;
    const int32_t status = gpuocc_device_get(device, field, index, &value);

    out[0] = real(value);
    return status;
}

/* out: the confidence; texts 0 and 1 of page_source_text are the document and the remark. */
PAGE int32_t page_source(const gpuocc_device *device, uint32_t field)
{
    int32_t status;

    memset(&source, 0, sizeof source);
    source.size = sizeof source;
    status = gpuocc_device_source(device, field, &source);
    out[0] = source.confidence;
    return status;
}

PAGE int32_t page_constant_source(const gpuocc_device *device, uint32_t constant)
{
    int32_t status;

    memset(&source, 0, sizeof source);
    source.size = sizeof source;
    status = gpuocc_device_constant_source(device, constant, &source);
    out[0] = source.confidence;
    return status;
}

PAGE const char *page_source_text(uint32_t which)
{
    return which == 0 ? source.document : source.remark;
}

/* out: value, low, high, basis of a constant of the latency model. */
PAGE int32_t page_constant(const gpuocc_device *device, uint32_t constant, uint32_t wave_size)
{
    uint32_t basis = 0;
    const int32_t status =
        gpuocc_device_constant(device, constant, wave_size, &out[0], &out[1], &out[2]);

    if (status == GPUOCC_OK)
        (void)gpuocc_device_constant_basis(device, constant, wave_size, &basis);
    out[3] = basis;
    return status;
}

/* Returns the custom device: `base` (NULL: an empty one) with the edits. NULL after an error. */
PAGE const gpuocc_device *page_edit(const gpuocc_device *base, uint32_t length, uint32_t count)
{
    gpuocc_error error = no_error();
    uint64_t values[MOST_EDITS];
    uint32_t i;
    int32_t status;

    for (i = 0; i < count; i++)
        values[i] = (uint64_t)edit_values[i];
    if (base != NULL)
        (void)gpuocc_device_copy(&custom, base, length != 0 ? input : NULL, length, NULL);
    else
        (void)gpuocc_device_empty(&custom, length != 0 ? input : NULL, length, NULL);
    status = gpuocc_device_edit(&custom, edit_fields, values, count, &error);
    return fail(&error, status) < 0 ? NULL : gpuocc_device_of(&custom);
}

/* Evaluates `kernel`. The other functions about an occupancy use this one. */
PAGE int32_t page_ask(const gpuocc_device *device, uint32_t convention)
{
    gpuocc_error error = no_error();
    int32_t status;

    kernel.size = sizeof kernel;
    status = gpuocc_occupancy_init(&occupancy, device, convention, &kernel, &error);
    if (status < 0)
        return fail(&error, status);
    return gpuocc_occupancy_expand(&occupancy);
}

/* Returns only the status of a query; out: scope, field and limit of its error. */
static int32_t try(const gpuocc_device *device, uint32_t convention, const gpuocc_kernel *asked)
{
    gpuocc_error error = no_error();
    gpuocc_occupancy unused;
    const int32_t status = gpuocc_occupancy_init(&unused, device, convention, asked, &error);

    return status < 0 ? fail(&error, status) : status;
}

/* Returns the smallest kernel that the device accepts. */
static gpuocc_kernel plain_kernel(const gpuocc_device *device)
{
    uint64_t sizes = 32, size = 0;
    gpuocc_kernel plain;

    memset(&plain, 0, sizeof plain);
    plain.size = sizeof plain;
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_WAVE_SIZES, 0, &sizes);
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0, &size);
    plain.threads_per_group = 1;
    plain.wave_size = size != 0 ? 0 : (uint32_t)(sizes & (~sizes + 1));
    return plain;
}

/* Whether a value of a field is valid together with `kernel`, or with the smallest kernel if
 * another field of `kernel` is not valid. out: scope, field and limit of the error. */
PAGE int32_t page_try(const gpuocc_device *device, uint32_t convention, uint32_t field,
                      uint32_t value)
{
    gpuocc_kernel asked = kernel;
    int32_t status;

    asked.size = sizeof asked;
    memcpy((char *)&asked + field * sizeof value, &value, sizeof value);
    status = try(device, convention, &asked);
    if (status >= 0 || (out[0] == GPUOCC_SCOPE_KERNEL && out[1] == field))
        return status;
    asked = plain_kernel(device);
    memcpy((char *)&asked + field * sizeof value, &value, sizeof value);
    return try(device, convention, &asked);
}

/* Returns 0 if the device does not have what the field counts, 1 for an amount, with its limit in
 * out[2] or -1, and 2 for a choice. Derived from the library's errors. */
PAGE uint32_t page_field(const gpuocc_device *device, uint32_t convention, uint32_t field)
{
    const int32_t status = page_try(device, convention, field, TOO_LARGE);

    if (status >= 0)
        out[2] = -1;
    return status == GPUOCC_ERROR_NO_RESOURCE ? 0 : status == GPUOCC_ERROR_NOT_A_CHOICE ? 2 : 1;
}

/* out: low, high. */
PAGE int32_t page_result(uint32_t result, uint32_t index)
{
    uint64_t low = 0, high = 0;
    const int32_t status = gpuocc_occupancy_get(&occupancy, result, index, &low, &high);

    out[0] = real(low);
    out[1] = real(high);
    return status;
}

/* out: first, last, groups, waves, limiters of the plateau that contains `value`. */
PAGE int32_t page_plateau(uint32_t field, uint32_t value)
{
    gpuocc_plateau plateau;
    int32_t status;

    memset(&plateau, 0, sizeof plateau);
    plateau.size = sizeof plateau;
    status = gpuocc_occupancy_plateau(&occupancy, field, value, &plateau, NULL);
    out[0] = plateau.first;
    out[1] = plateau.last;
    out[2] = plateau.groups;
    out[3] = plateau.waves;
    out[4] = plateau.limiters;
    return status;
}

/* out: now, slack, then, groups, waves, limiters. */
PAGE int32_t page_next(uint32_t field)
{
    gpuocc_step step;
    int32_t status;

    memset(&step, 0, sizeof step);
    step.size = sizeof step;
    status = gpuocc_occupancy_next_step(&occupancy, field, &step, NULL);
    out[0] = step.now;
    out[1] = step.slack;
    out[2] = step.then;
    out[3] = step.groups;
    out[4] = step.waves;
    out[5] = step.limiters;
    return status;
}

/* Writes a piece of advice to `text`. */
PAGE int32_t page_advice(uint32_t index)
{
    return gpuocc_occupancy_advice(&occupancy, index, text, sizeof text, NULL);
}

/* out: threads, groups of the best group size. */
PAGE int32_t page_best(const gpuocc_device *device, uint32_t convention, uint32_t index)
{
    gpuocc_error error = no_error();
    gpuocc_group_search search;
    uint32_t threads = 0, groups = 0;
    int32_t status;

    memset(&search, 0, sizeof search);
    search.size = sizeof search;
    search.convention = convention;
    search.index = index;
    kernel.size = sizeof kernel;
    status = gpuocc_best_group(device, &kernel, &search, &threads, &groups, &error);
    out[0] = threads;
    out[1] = groups;
    return status;
}

PAGE int32_t page_schedule(double groups)
{
    gpuocc_error error = no_error();
    gpuocc_grid grid;
    int32_t status;

    memset(&grid, 0, sizeof grid);
    grid.size = sizeof grid;
    grid.groups = (uint64_t)groups;
    status = gpuocc_schedule_init(&schedule, &occupancy, &grid, &error);
    return status < 0 ? fail(&error, status) : status;
}

/* out: numerator, denominator. */
PAGE int32_t page_schedule_result(uint32_t result, uint32_t index)
{
    uint64_t numerator = 0, denominator = 1;
    const int32_t status = gpuocc_schedule_get(&schedule, result, index, &numerator, &denominator);

    out[0] = real(numerator);
    out[1] = real(denominator);
    return status;
}

/* out: the largest grid of which all groups are resident. */
PAGE int32_t page_safe_grid(void)
{
    uint64_t groups = 0;
    const int32_t status = gpuocc_safe_grid(&occupancy, 0, 0, &groups);

    out[0] = real(groups);
    return status;
}

/* The mix of instructions of one thread, in the order of edit_values, as in `gpuocc latency`. */
enum mix {
    LOADS,
    STORES,
    FP32,
    SPECIAL,
    MATRIX,
    LOAD_BYTES,
    IN_FLIGHT,
    CHAINS,
    L1_HIT,
    L2_HIT,
    WAVES,
    OVERLAP,
    ONE_PASS
};

static void add_class(gpuocc_instructions *classes, size_t *count, uint32_t kind, uint32_t resource,
                      uint32_t amount, double wave_size)
{
    const double *mix = edit_values;
    gpuocc_instructions *class = &classes[*count];

    if (mix[amount] <= 0)
        return;
    memset(class, 0, sizeof *class);
    class->size = sizeof *class;
    class->phase = mix[OVERLAP] != 0 ? 0 : (uint32_t)*count;
    class->kind = kind;
    class->resource = resource;
    class->count = mix[amount];
    class->chains = mix[CHAINS];
    if (kind != GPUOCC_CLASS_PIPE) {
        class->bytes = wave_size * (mix[LOAD_BYTES] > 0 ? mix[LOAD_BYTES] : 4);
        class->chains = mix[IN_FLIGHT];
        class->l1_hit = mix[L1_HIT];
        class->l2_hit = mix[L2_HIT];
    }
    ++*count;
}

PAGE int32_t page_latency(void)
{
    gpuocc_error error = no_error();
    gpuocc_instructions classes[5];
    gpuocc_workload workload;
    double wave_size;
    size_t count = 0;
    int32_t status;

    wave_size =
        page_result(GPUOCC_RESULT_WAVE_SIZE, 0) == GPUOCC_OK && out[0] == out[1] ? out[0] : 32;
    add_class(classes, &count, GPUOCC_CLASS_LOAD, 0, LOADS, wave_size);
    add_class(classes, &count, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_FP32, FP32, wave_size);
    add_class(classes, &count, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_SPECIAL, SPECIAL, wave_size);
    add_class(classes, &count, GPUOCC_CLASS_PIPE, GPUOCC_RESOURCE_MATRIX, MATRIX, wave_size);
    add_class(classes, &count, GPUOCC_CLASS_STORE, 0, STORES, wave_size);
    memset(&workload, 0, sizeof workload);
    workload.size = sizeof workload;
    workload.waves = (uint32_t)edit_values[WAVES];
    workload.turnaround = edit_values[ONE_PASS] != 0 ? (uint32_t)GPUOCC_TURNAROUND_INSIDE
                                                     : (uint32_t)GPUOCC_TURNAROUND_OUTSIDE;
    workload.class_count = count;
    latency = NULL;
    status = gpuocc_latency_init(&latency_made, NULL, &occupancy, &workload, classes, &error);
    if (status < 0)
        return fail(&error, status);
    latency = &latency_made;
    return status;
}

/* out: low, high. */
PAGE int32_t page_latency_result(uint32_t result, uint32_t index)
{
    return gpuocc_latency_get(latency, result, index, &out[0], &out[1]);
}

PAGE int32_t page_latency_at(double waves, uint32_t result, uint32_t index)
{
    return gpuocc_latency_at(latency, waves, result, index, &out[0]);
}

/* Sets `kernel` to a kernel that the reader found, in groups of `threads` (0: unknown) unless the
 * file gives their size. out: addresses and lengths of name and target, address of the format,
 * notes, assumptions, bytes of stack and spills. */
PAGE void page_found(const gpuocc_kernels_found *found, uint32_t threads)
{
    gpuocc_kernel given;

    memset(&given, 0, sizeof given);
    given.size = sizeof given;
    given.threads_per_group = threads;
    out[6] = gpuocc_kernels_ask(found, &given, &kernel);
    out[0] = (double)(uintptr_t)found->name.at;
    out[1] = (double)found->name.length;
    out[2] = (double)(uintptr_t)found->target.at;
    out[3] = (double)found->target.length;
    out[4] = (double)(uintptr_t)found->format;
    out[5] = found->notes;
    out[7] = found->stack_bytes;
    out[8] = found->spill_bytes;
}

/* Returns the name or description of a note or an assumption. */
PAGE const char *page_kernels_word(uint32_t assumption, uint32_t number, uint32_t which)
{
    if (assumption != 0)
        return which == 0 ? gpuocc_kernels_assumption_name(number)
                          : gpuocc_kernels_assumption_about(number);
    return which == 0 ? gpuocc_kernels_note_name(number) : gpuocc_kernels_note_about(number);
}
