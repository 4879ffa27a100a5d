/* SPDX-License-Identifier: MIT
 *
 * NVIDIA: computes how many blocks an SM holds. The rules are those of cuda_occupancy.h 12.1 (CUDA
 * 13.0), executed and re-derived; comments say where the default convention departs from the
 * header.
 */
#include "nvidia.h"

#include <string.h>

#include "base/error.h"
#include "device/verify.h"
#include "use.h"

static const struct gocc_field_rule hardware_fields[GPUOCC_KERNEL_FIELD_COUNT] = {
    GOCC_NVIDIA_COMMON_FIELDS,
    [GPUOCC_KERNEL_CARVEOUT_PERCENT] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE, 100},
    GOCC_FIELD_THREADS,
    GOCC_FIELD_REGISTERS,
    GOCC_FIELD_STATIC_SHARED,
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_SHARED_TOO_LARGE,
                                            GOCC_NVIDIA_OVERSIZED},
    [GPUOCC_KERNEL_BARRIERS_PER_GROUP] = {GOCC_AMOUNT, 0, -GPUOCC_ERROR_TOO_LARGE,
                                          GOCC_NVIDIA_BLOCK_BARRIERS},
    GOCC_FIELD_MAX_THREADS,
    [GPUOCC_KERNEL_VIRTUAL_RESOURCES] = {GOCC_AMOUNT, GPUOCC_DEVICE_VIRTUAL_RESOURCES_PER_CORE,
                                         -GPUOCC_ERROR_TOO_LARGE, 0},
    [GPUOCC_KERNEL_GROUPS_PER_CLUSTER] = {GOCC_IGNORED,
                                          GPUOCC_DEVICE_MAX_GROUPS_PER_CLUSTER_ON_REQUEST,
                                          -GPUOCC_ERROR_TOO_LARGE, 0},
};

const struct gocc_field_rule *gocc_nvidia_fields(uint32_t convention)
{
    return convention == GPUOCC_CONVENTION_HEADER ? gocc_nvidia_header_fields : hardware_fields;
}

/* ptxas counts all barriers of a block where it cannot tell which ones a kernel uses. */
const char *gocc_nvidia_lowers(const gpuocc_kernel *kernel, uint32_t field)
{
    return field == GPUOCC_KERNEL_BARRIERS_PER_GROUP &&
                   kernel->barriers_per_group == GOCC_NVIDIA_BLOCK_BARRIERS
               ? "16 barriers mean that the kernel uses all of them or that ptxas could not tell "
                 "which: write constant barrier numbers and inline the functions with barriers, "
                 "to lower "
               : NULL;
}

/* Returns the largest value of a field whose rule has `max`; it is smaller on a device without
 * oversized shared memory. */
uint32_t gocc_nvidia_largest(const struct gocc_question *question, uint32_t field, uint32_t max)
{
    if (gocc_nvidia_has_oversized(question->device))
        return max;
    if (field == GPUOCC_KERNEL_SHARED_LIMIT)
        return GPUOCC_SHARED_LIMIT_OPTIN;
    return field == GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES && max == GOCC_NVIDIA_OVERSIZED
               ? question->model->max_shared_bytes_per_group
               : max;
}

int32_t gocc_nvidia_admit(struct gocc_question *question, gpuocc_error *error)
{
    gpuocc_kernel *k = &question->kernel;
    const int header = question->convention == GPUOCC_CONVENTION_HEADER;

    k->shared_limit = gocc_nvidia_shared_choice(k->shared_limit, header);
    if (header)
        return gocc_nvidia_admit_header(question, error);
    if (k->shared_limit == GPUOCC_SHARED_LIMIT_OVERSIZED)
        return gocc_admit_shared_to(question, GOCC_NVIDIA_OVERSIZED, error);
    return gocc_admit_shared(question, error);
}

void gocc_nvidia_evaluate(const struct gocc_question *question, struct gocc_use *use)
{
    const gpuocc_kernel *k = &question->kernel;
    const int header = question->convention == GPUOCC_CONVENTION_HEADER;
    struct gocc_nvidia_view view;
    struct gocc_nvidia_case c = {NULL, k, header, question->device->generation, question, &view};

    gocc_nvidia_look(question, &view);
    c.model = view.model;
    gocc_nvidia_use(&c, use);
    use->virtuals.requested = use->virtuals.taken = gocc_amount(k->virtual_resources);
    use->refused |= (uint32_t)(k->threads_per_group > question->model->max_threads_per_group)
                    << GPUOCC_LIMIT_WAVES;
    /* A custom device with the number of a later chip is evaluated like its closest relative. */
    if (!view.built_in && !gocc_nvidia_knows(view.generation))
        use->notes |= 1u << GPUOCC_NOTE_ASSUMED;
    if (!header && gocc_amount(k->shared_bytes) > view.model->default_shared_bytes_per_group)
        use->notes |= 1u << GPUOCC_NOTE_STATIC_SHARED;
    if (gocc_amount(k->groups_per_cluster) > question->model->max_groups_per_cluster)
        use->notes |= 1u << GPUOCC_NOTE_CLUSTER_NOT_PORTABLE;
}

uint32_t gocc_nvidia_ends(const struct gocc_question *question, uint32_t *ends)
{
    gpuocc_kernel kernel = question->kernel;
    struct gocc_nvidia_view view;
    uint32_t i, size, next, whole, count = 0;

    /* The settings that request the least have every end that others have. */
    if (kernel.carveout_percent == GPUOCC_UNKNOWN)
        kernel.carveout_percent = GPUOCC_ZERO;
    if (kernel.cache_preference == GPUOCC_UNKNOWN)
        kernel.cache_preference = GPUOCC_CACHE_PREFERENCE_L1;
    gocc_nvidia_look(question, &view);
    next = gocc_nvidia_preferred_size(&view, &kernel);
    for (i = 0; i != GOCC_POOL_SIZES; i++) {
        size = next;
        next = gocc_nvidia_larger_size(&view, (uint64_t)size + 1);
        if (next <= size)
            break;
        whole = size - size % view.model->shared_unit_bytes;
        if (next / 2 > size && whole >= view.model->shared_reserved_bytes)
            ends[count++] = whole - view.model->shared_reserved_bytes;
    }
    if (question->convention == GPUOCC_CONVENTION_HEADER && !view.built_in)
        count += gocc_nvidia_header_ends(&view, ends + count);
    return count;
}

uint32_t gocc_nvidia_verify(uint32_t generation, const struct gocc_model *model,
                            const struct gocc_lists *lists, struct gocc_wrong *wrong)
{
    (void)generation;
    (void)lists;
    if (model->default_wave_size != 32)
        return gocc_blame(wrong, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 32);
    /* Without sub-partitions lib/occupancy/validate.c rejects every query. */
    return model->partitions_per_core == GPUOCC_UNKNOWN ? 0 : gocc_first_unknown(model);
}

/* Returns the length of the prefix that compilers write before a compute capability. */
static size_t prefix(const char *name, size_t length)
{
    static const char prefixes[] = "compute_\0sm_\0lto_\0sm\0cc\0"; /* the last one is empty */
    const char *p = prefixes;
    size_t at;

    for (;; p += strlen(p) + 1) {
        for (at = 0; p[at] != 0 && at != length; at++)
            if ((name[at] | (p[at] & 0x20)) != p[at]) /* "_" does not have this bit */
                break;
        if (p[at] == 0)
            return at;
    }
}

/* Whether a text is this compute capability, as "86" or "8.6". */
static int is_spelled(const char *text, const char *end, uint32_t generation)
{
    uint32_t i;

    for (i = 0; generation != 0; i++, generation /= 10) {
        if (i == 1 && end != text && end[-1] == '.')
            end--;
        if (end == text || *--end != (char)('0' + generation % 10))
            return 0;
    }
    return end == text;
}

/* Parses "8.6", "86", "sm_90a", "compute_120", "sm_103f". */
uint32_t gocc_nvidia_parse(const char *name, size_t length)
{
    const char *text = name + prefix(name, length), *end = name + length;
    uint32_t i;

    if (end != text && (end[-1] == 'a' || end[-1] == 'f'))
        end--;
    for (i = 0; i != gocc_nvidia.target_count; i++)
        if (is_spelled(text, end, gocc_nvidia.targets[i].head.generation))
            return i + 1;
    return 0;
}

/* Returns where the digits that end before `end` begin. */
static size_t before_digits(const char *text, size_t end)
{
    while (end != 0 && text[end - 1] >= '0' && text[end - 1] <= '9')
        end--;
    return end;
}

/* Finds the board in "GRID A100D-10C". For slices of MIG, "A100D-1-10C" and "A100D-1-10CME", finds
 * the part before the letter, which is a name of the slice. */
uint32_t gocc_nvidia_profile(const char **name, size_t *length)
{
    static const char grid[] = "grid ";
    const char *text = *name;
    size_t end = *length, from, at;
    uint32_t kind = 1;

    if (end > 2 && (text[end - 2] | 0x20) == 'm' && (text[end - 1] | 0x20) == 'e')
        end -= 2;
    if (end == 0 || memchr("abcq", text[end - 1] | 0x20, 4) == NULL)
        return 0;
    from = before_digits(text, --end);
    if (from == end || from < 2 || text[from - 1] != '-')
        return 0;
    at = before_digits(text, from - 1);
    if (at > 1 && at + 2 == from && text[at - 1] == '-')
        kind = 2;
    else
        end = from - 1;
    for (at = 0; grid[at] != 0 && at != end && (text[at] | 0x20) == grid[at]; at++)
        continue;
    if (grid[at] != 0)
        at = 0;
    *name = text + at;
    *length = end - at;
    return kind;
}
