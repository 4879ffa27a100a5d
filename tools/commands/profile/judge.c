/* SPDX-License-Identifier: MIT
 *
 * What the library says about a shape, and why a profiler says something else.
 */
#include <string.h>

#include <gpuocc/settings.h>

#include "commands/profile/profile.h"
#include "output/next.h"
#include "output/results.h"

const gpuocc_runs_device *profile_gpu(const struct profile *profile)
{
    return &profile->all.gpus[profile->row.shape->key.gpu];
}

static uint32_t vendor_of(const gpuocc_device *device)
{
    uint64_t vendor = 0;

    if (device != NULL)
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return (uint32_t)vendor;
}

int profile_has_cores(const gpuocc_runs_device *gpu, const char *architecture)
{
    return gpu->cores != GPUOCC_UNKNOWN && gpu->cores != 0 &&
           (strncmp(architecture, "sm_", 3) == 0 || strncmp(architecture, "gfx9", 4) == 0);
}

/* Returns the device that the architecture of a profile selects among several of a name ("AMD
 * Radeon Graphics"): the one of this architecture, or the architecture itself; NULL if the name is
 * of no other architecture. */
static const gpuocc_device *select_device(struct profile *profile, const gpuocc_runs_device *gpu)
{
    const struct found *found =
        lookup(&profile->lookup, gpu->architecture.at, gpu->architecture.length);
    const gpuocc_device *architecture = found->status >= 0 ? found->devices[0] : NULL;
    const gpuocc_device *of_both = NULL;
    size_t i, count = 0;

    found = lookup(&profile->lookup, gpu->name.at, gpu->name.length);
    if (architecture == NULL || found->status < 0 || found->count < 2)
        return NULL;
    for (i = 0; i < found->count; i++)
        if (strcmp(gpuocc_device_architecture(found->devices[i]),
                   gpuocc_device_architecture(architecture)) == 0) {
            of_both = found->devices[i];
            count++;
        }
    return count == found->count ? NULL : count == 1 ? of_both : architecture;
}

const char *profile_stand_in(struct profile *profile, const gpuocc_runs_device *gpu)
{
    const struct found *found;
    const gpuocc_device *selected;

    if (profile->options.question.device != NULL || gpu->name.length == 0)
        return NULL;
    selected = select_device(profile, gpu);
    if (selected != NULL)
        return gpuocc_device_architecture(selected);
    found = lookup(&profile->lookup, gpu->name.at, gpu->name.length);
    if (found->status < 0 && gpu->architecture.length != 0)
        found = lookup(&profile->lookup, gpu->architecture.at, gpu->architecture.length);
    else if (found->quality != GPUOCC_QUALITY_ARCHITECTURE)
        return NULL;
    return found->status >= 0 && found->devices[0] != NULL
               ? gpuocc_device_architecture(found->devices[0])
               : NULL;
}

/* Sets the number of cores that the profile says if the tables have another one, or devices of this
 * name differ in it. PyTorch does not count the CUs of AMD's RDNA. */
static void set_cores(struct question *question, const gpuocc_runs_device *gpu,
                      const struct found *found)
{
    const gpuocc_device *device = found->devices[0];
    const char *architecture = device != NULL ? gpuocc_device_architecture(device) : "";
    uint64_t cores = 0;
    size_t i;

    if (!profile_has_cores(gpu, architecture) || question->edits == QUESTION_EDITS)
        return;
    for (i = 0; i < found->count; i++) {
        (void)gpuocc_device_get(found->devices[i], GPUOCC_DEVICE_CORE_COUNT, 0, &cores);
        if (cores == gpu->cores) {
            question->device = gpuocc_device_name(found->devices[i]);
            question->device_length = strlen(question->device);
            return;
        }
    }
    question->edit_fields[question->edits] = GPUOCC_DEVICE_CORE_COUNT;
    question->edit_values[question->edits++] = gpu->cores;
}

/* Sets the device that was asked for, or that of the profile by its name or its architecture.
 * Returns the device, or NULL if there is none that is known. */
static const gpuocc_device *set_device(struct profile *profile)
{
    struct question *question = &profile->question;
    const gpuocc_runs_device *gpu = profile_gpu(profile);
    gpuocc_kernels_text names[] = {gpu->name, gpu->architecture};
    const gpuocc_device *selected;
    struct found *found = NULL;
    size_t i;

    if (question->device != NULL) {
        found = lookup(&profile->lookup, question->device, question->device_length);
        return found->status < 0 ? NULL : found->devices[0];
    }
    selected = select_device(profile, gpu);
    if (selected != NULL) {
        names[0].at = gpuocc_device_name(selected);
        names[0].length = strlen(names[0].at);
    }
    for (i = 0; i < 2; i++) {
        if (names[i].length == 0)
            continue;
        question->device = names[i].at;
        question->device_length = names[i].length;
        found = lookup(&profile->lookup, question->device, question->device_length);
        if (found->status >= 0) {
            set_cores(question, gpu, found);
            return found->devices[0];
        }
    }
    if (gpu->name.length != 0) {
        question->device = gpu->name.at;
        question->device_length = gpu->name.length;
    }
    return NULL;
}

/* Fills the question: from the options, then from the compiled kernel, then from the profile. */
static void ask(struct profile *profile)
{
    struct row *row = &profile->row;
    const gpuocc_runs_shape_key *key = &row->shape->key;
    struct question *question = &profile->question;
    gpuocc_kernels_found found = {.size = sizeof found};
    const gpuocc_device *device;
    gpuocc_kernel upper;

    question_copy(question, &profile->options.question);
    device = set_device(profile);
    row->binary =
        binaries_find(&profile->binaries, row->shape->name.at,
                      device != NULL ? gpuocc_device_architecture(device) : NULL, &row->ambiguous);
    if (row->binary != NULL) {
        found.kernel = row->binary->kernel;
        found.notes = row->binary->notes;
        (void)gpuocc_kernels_convert(&found, &question->kernel, &question->kernel);
    }
    question_upper(question, &upper);
    (void)gpuocc_runs_shape_kernel(key, vendor_of(device), &question->kernel, &upper);
    question_set_upper(question, &upper);
    if (key->grid != GPUOCC_RUNS_NO_NUMBER) {
        question->grid_given = GIVEN_NUMBER;
        question->grid_groups = key->grid;
    } else if (question->grid_given == GIVEN_NOT) {
        question->grid_given = GIVEN_UNKNOWN;
    }
    if (question->device != NULL)
        answer_question(&profile->answer, &profile->lookup, question);
    else
        answer_refuse(&profile->answer, GPUOCC_ERROR_REQUIRED,
                      "the profile does not name its GPU; give --device");
}

static uint64_t low_of(const struct value *value)
{
    return value->state == VALUE_KNOWN ? value->low : GPUOCC_RUNS_NO_NUMBER;
}

/* A value without bound has the number for one that is unknown. */
static uint64_t high_of(const struct value *value)
{
    return value->state == VALUE_KNOWN ? value->high : GPUOCC_RUNS_NO_NUMBER;
}

static uint64_t exact_of(const struct value *value)
{
    return value_exact(value) ? value->low : GPUOCC_RUNS_NO_NUMBER;
}

/* Derives percentages and lost time from the answer. */
static void weigh(struct profile *profile)
{
    const struct value *results = profile->answer.results;
    const struct question *question = &profile->question;
    gpuocc_runs_answer *answer = &profile->row.answer;

    answer->size = sizeof *answer;
    answer->status = profile->answer.status;
    answer->waves_low = low_of(&results[GPUOCC_RESULT_WAVES]);
    answer->waves_high = high_of(&results[GPUOCC_RESULT_WAVES]);
    answer->max_waves_low = low_of(&results[GPUOCC_RESULT_MAX_WAVES]);
    answer->max_waves_high = high_of(&results[GPUOCC_RESULT_MAX_WAVES]);
    answer->groups_low = low_of(&results[GPUOCC_RESULT_GROUPS]);
    answer->groups_high = high_of(&results[GPUOCC_RESULT_GROUPS]);
    answer->device_low = low_of(&results[GPUOCC_RESULT_GROUPS_PER_DEVICE]);
    answer->device_high = high_of(&results[GPUOCC_RESULT_GROUPS_PER_DEVICE]);
    answer->waves_per_group = exact_of(&results[GPUOCC_RESULT_WAVES_PER_GROUP]);
    answer->cores = exact_of(&results[GPUOCC_RESULT_CORE_COUNT]);
    answer->limiters = results[GPUOCC_RESULT_LIMITERS].high;
    answer->grid =
        question->grid_given == GIVEN_NUMBER ? question->grid_groups : GPUOCC_RUNS_NO_NUMBER;
    profile->row.weight.size = sizeof profile->row.weight;
    (void)gpuocc_runs_weigh(profile->row.shape, answer, &profile->row.weight);
}

/* Returns PyTorch's percentage for this number of groups on a core: in 32 bits, as Kineto's
 * kernelOccupancy(), and rounded to whole percent. */
static uint32_t kineto_percent(const struct profile *profile, uint64_t groups)
{
    const gpuocc_runs_shape_key *key = &profile->row.shape->key;
    const gpuocc_runs_device *gpu = profile_gpu(profile);
    float on_core = (float)key->grid / (float)gpu->cores;

    if ((float)groups < on_core)
        on_core = (float)groups;
    return (uint32_t)(0.5 + 100.0 * (double)(on_core * (float)key->threads /
                                             (float)gpu->threads_per_core));
}

/* Asks as Kineto does: cuda_occupancy.h, with the limit without opt-in. */
static enum because ask_header(struct profile *profile)
{
    const struct row *row = &profile->row;
    const gpuocc_runs_device *gpu = profile_gpu(profile);
    const struct value *groups = &profile->header.results[GPUOCC_RESULT_GROUPS];
    struct question question;

    question_copy(&question, &profile->question);
    question.convention = GPUOCC_CONVENTION_HEADER;
    question.kernel = (gpuocc_kernel)GPUOCC_KERNEL_INIT;
    question.kernel.threads_per_group = profile->question.kernel.threads_per_group;
    question.kernel.registers_per_thread = profile->question.kernel.registers_per_thread;
    question.kernel.shared_bytes = profile->question.kernel.shared_bytes;
    question.kernel.dynamic_shared_bytes = profile->question.kernel.dynamic_shared_bytes;
    answer_question(&profile->header, &profile->lookup, &question);
    if (profile->header.status < 0 || !value_exact(groups) || gpu->cores == GPUOCC_UNKNOWN ||
        gpu->cores == 0 || gpu->threads_per_core == GPUOCC_UNKNOWN || gpu->threads_per_core == 0 ||
        row->shape->key.grid == GPUOCC_RUNS_NO_NUMBER)
        return BECAUSE_NOT_FOUND;
    if (1000 * kineto_percent(profile, groups->low) != row->shape->estimated_low)
        return BECAUSE_NOT_FOUND;
    if (groups->low == 0 && profile->answer.results[GPUOCC_RESULT_GROUPS].low != 0)
        return BECAUSE_OPT_IN;
    if ((double)row->shape->key.grid < (double)groups->low * gpu->cores)
        return BECAUSE_GRID;
    return BECAUSE_RULES;
}

static int is_near(uint32_t a, uint32_t b, uint32_t far)
{
    return a > b ? a - b <= far : b - a <= far;
}

static enum because find_because(struct profile *profile)
{
    const struct row *row = &profile->row;
    const gpuocc_runs_shape *shape = row->shape;
    const int estimated = shape->estimated_low != GPUOCC_RUNS_NO_PERCENT;
    const uint32_t low = estimated ? shape->estimated_low : shape->theoretical_low;
    const uint32_t high = estimated ? shape->estimated_high : shape->theoretical_high;

    if (low == GPUOCC_RUNS_NO_PERCENT)
        return BECAUSE_NONE;
    if (profile->options.question.device != NULL && profile_gpu_name(profile_gpu(profile))[0] != 0)
        return BECAUSE_DEVICE;
    if (profile->answer.status < 0)
        return BECAUSE_NONE; /* there is no answer of ours */
    if (row->weight.low == GPUOCC_RUNS_NO_PERCENT || row->weight.low != row->weight.high)
        return BECAUSE_UNKNOWN;
    if (low == high && is_near(low, row->weight.low, estimated ? 500 : 10))
        return BECAUSE_NONE;
    return estimated && low == high ? ask_header(profile) : BECAUSE_NOT_FOUND;
}

/* Adds what to change, if more groups on a core could run at once. */
static void find_next(struct profile *profile)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(&profile->answer);
    const struct binary *binary = profile->row.binary;
    const uint32_t notes = binary != NULL ? binary->notes : 0;
    struct row *row = &profile->row;
    gpuocc_setting settings[GPUOCC_SETTINGS];
    char line[192];
    int32_t count;

    text_clear(&row->next);
    text_clear(&row->setting);
    if (occupancy == NULL)
        return;
    if (row->weight.partial) {
        text_add(&row->next, "more groups: the GPU holds ");
        text_add_value(&row->next, &profile->answer.results[GPUOCC_RESULT_GROUPS_PER_DEVICE], "");
        return;
    }
    if (gpuocc_settings_keep_registers(occupancy, notes))
        return;
    next_words(&row->next, &profile->answer, &profile->question);
    count = gpuocc_settings_find(occupancy, &profile->question.kernel, notes,
                                 binary != NULL ? binary->spill_bytes : GPUOCC_UNKNOWN, settings);
    if (count <= 0)
        return;
    (void)gpuocc_settings_text(settings, (size_t)count, line, sizeof line);
    text_add(&row->setting, line);
}

void profile_sum(struct profile *profile)
{
    const struct row *row = &profile->row;
    const gpuocc_runs_shape *shape = row->shape;
    struct because_sums *because = &profile->because[row->because];

    (void)gpuocc_runs_sums_add(&profile->sums, shape, &row->answer, &row->weight);
    if (shape->estimated_low == GPUOCC_RUNS_NO_PERCENT &&
        shape->theoretical_low == GPUOCC_RUNS_NO_PERCENT)
        return;
    because->shapes++;
    because->time_ns = because->time_ns < UINT64_MAX - shape->time_ns
                           ? because->time_ns + shape->time_ns
                           : UINT64_MAX;
}

const char *because_name(enum because because)
{
    static const char *const names[BECAUSE_COUNT] = {"none",         "opt_in", "grid",     "rules",
                                                     "other_device", "range",  "not_found"};

    return names[because];
}

void profile_judge(struct profile *profile, const gpuocc_runs_shape *shape)
{
    profile->row.shape = shape;
    ask(profile);
    profile->judged++;
    profile->joined += profile->row.binary != NULL || profile->row.ambiguous;
    weigh(profile);
    profile->row.because = find_because(profile);
    find_next(profile);
}
