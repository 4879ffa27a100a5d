/* SPDX-License-Identifier: MIT
 *
 * Reads the text of a section .ze_info, the block style of YAML that Intel's compilers write, line
 * by line. An unknown key is skipped together with all that is nested in it, so versions of the
 * format do not matter. The keys are documented in ZEBinWriter/zebin/spec/zeinfo.md of IGC
 * 98fff716.
 */
#include "intel.h"
#include "nest.h"
#include "text_lines.h"

enum part {
    PART_OTHER,
    PART_ENVIRONMENT, /* execution_env */
    PART_USER,        /* user_attributes */
    PART_ARGUMENTS,   /* payload_arguments */
    PART_MEMORY       /* per_thread_memory_buffers */
};

struct line {
    size_t column; /* column of the key */
    size_t dash;   /* column of the "- " before the key; `none` if there is none */
    gpuocc_kernels_text key, value;
};

static const size_t none = SIZE_MAX;

struct info {
    struct callbacks *callbacks;
    const struct intel_target *target;
    gpuocc_kernels_found kernel;
    uint64_t kernel_at;
    size_t dash, column; /* columns of kernels and of their keys; `none`: no kernel yet */
    enum part part;
    int in_kernels, open, invalid;
    uint32_t kernels;
    /* The argument that is being read. */
    int is_pointer, is_local;
    /* Scratch memory: the buffer that is being read, and the sums of the buffers before it. */
    struct buffer {
        uint32_t bytes;
        int scratch, per_lane, spills, shared; /* shared: one for spills and all else */
    } buffer;
    uint64_t wave_bytes, lane_bytes, spill_buffers;
    uint32_t private_size, spill_size; /* separate keys of newer files; GPUOCC_UNKNOWN: absent */
    int spills_unknown, wrong_size;
};

/* Returns the text without the quotes around it. */
static gpuocc_kernels_text plain(gpuocc_kernels_text text)
{
    if (text.length >= 2 && (text.at[0] == '\'' || text.at[0] == '"') &&
        text.at[text.length - 1] == text.at[0]) {
        text = text_behind(text, 1);
        text.length--;
    }
    return text;
}

/* Reads " - key: value". Returns 0 for a line without a key. */
static int take(gpuocc_kernels_text text, struct line *line)
{
    size_t column = 0;

    line->dash = none;
    while (column < text.length && text.at[column] == ' ')
        column++;
    if (text_starts(text_behind(text, column), "- ")) {
        line->dash = column++;
        while (column < text.length && text.at[column] == ' ')
            column++;
    }
    line->column = column;
    text = text_behind(text, column);
    line->key = text_until(text, ':');
    if (line->key.length == text.length || text.at[0] == '#')
        return 0;
    line->value = text_trim(text_behind(text, line->key.length + 1));
    line->key = plain(text_trim(line->key));
    return 1;
}

static uint32_t number(struct info *info, const struct line *line)
{
    uint32_t value;

    if (text_figure(text_trim(plain(line->value)), &value))
        return value;
    format_warning(info->callbacks, info->kernel_at,
                   "%.*s of kernel %.*s is \"%.*s\", which is no number that it can have",
                   FORMAT_SHOWN(line->key), FORMAT_SHOWN(info->kernel.name),
                   FORMAT_SHOWN(line->value));
    return GPUOCC_UNKNOWN;
}

static int is_true(const struct line *line)
{
    return text_is(plain(line->value), "true");
}

/* Reads a required group size, such as "[ 256, 1, 1 ]". */
static void require_group(struct info *info, const struct line *line)
{
    gpuocc_kernels_text rest = line->value;
    uint64_t size, product = 1;
    unsigned i = 0;

    if (text_skip(&rest, "["))
        for (; i < 3; i++) {
            rest = text_trim(rest);
            if (!text_number(&rest, &size) || size > 0xffffu)
                break;
            product *= size;
            rest = text_trim(rest);
            if (!text_skip(&rest, i < 2 ? "," : "]"))
                break;
        }
    if (i == 3 && product == 0)
        return;
    if (i != 3 || product >= GPUOCC_ZERO) {
        format_warning(info->callbacks, info->kernel_at,
                       "%.*s of kernel %.*s is \"%.*s\", [x, y, z] of whole numbers up to 65535 is "
                       "needed",
                       FORMAT_SHOWN(line->key), FORMAT_SHOWN(info->kernel.name),
                       FORMAT_SHOWN(line->value));
        return;
    }
    info->kernel.kernel.threads_per_group = (uint32_t)product;
    info->kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_REQUIRED_GROUP;
}

static void mark(struct info *info, unsigned note)
{
    info->kernel.notes |= 1u << note;
}

static void environment(struct info *info, const struct line *line)
{
    gpuocc_kernel *kernel = &info->kernel.kernel;

    if (text_is(line->key, "grf_count"))
        kernel->grf_count = number(info, line);
    else if (text_is(line->key, "simd_size"))
        kernel->wave_size = number(info, line);
    else if (text_is(line->key, "slm_size"))
        kernel->shared_bytes = number(info, line);
    else if (text_is(line->key, "barrier_count"))
        kernel->barriers_per_group = number(info, line);
    else if (text_is(line->key, "required_work_group_size"))
        require_group(info, line);
    else if (text_is(line->key, "private_size")) {
        info->private_size = number(info, line);
        info->wrong_size |= info->private_size == GPUOCC_UNKNOWN;
    } else if (text_is(line->key, "spill_size")) {
        info->spill_size = number(info, line);
        info->wrong_size |= info->spill_size == GPUOCC_UNKNOWN;
    } else if (text_is(line->key, "has_stack_calls") || text_is(line->key, "has_indirect_calls")) {
        if (is_true(line))
            mark(info, GPUOCC_KERNELS_NOTE_DYNAMIC_STACK);
    }
}

static void argument(struct info *info, const struct line *line)
{
    if (line->dash != none)
        info->is_pointer = info->is_local = 0;
    if (text_is(line->key, "arg_type"))
        info->is_pointer = text_is(plain(line->value), "arg_bypointer");
    else if (text_is(line->key, "addrmode"))
        info->is_local |= text_is(plain(line->value), "slm");
    else if (text_is(line->key, "addrspace"))
        info->is_local |= text_is(plain(line->value), "local");
    if (!info->is_pointer || !info->is_local)
        return;
    mark(info, GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED);
    info->kernel.kernel.dynamic_shared_bytes = GPUOCC_UNKNOWN;
}

static void end_buffer(struct info *info)
{
    const struct buffer *buffer = &info->buffer;

    if (buffer->scratch && buffer->bytes != 0) {
        mark(info, GPUOCC_KERNELS_NOTE_SCRATCH);
        *(buffer->per_lane ? &info->lane_bytes : &info->wave_bytes) += buffer->bytes;
        info->spill_buffers += buffer->spills ? buffer->bytes : 0;
        info->spills_unknown |= buffer->shared;
    }
    memset(&info->buffer, 0, sizeof info->buffer);
}

static void memory(struct info *info, const struct line *line)
{
    const gpuocc_kernels_text value = plain(line->value);

    if (line->dash != none)
        end_buffer(info);
    if (text_is(line->key, "type"))
        info->buffer.scratch = !text_is(value, "slm");
    else if (text_is(line->key, "usage")) {
        info->buffer.spills = text_is(value, "spill_fill_space");
        info->buffer.shared = text_is(value, "single_space");
    } else if (text_is(line->key, "is_simt_thread")) {
        info->buffer.per_lane = is_true(line);
    } else if (text_is(line->key, "size")) {
        info->buffer.bytes = number(info, line);
        info->wrong_size |= info->buffer.bytes == GPUOCC_UNKNOWN;
    }
}

static uint32_t bytes_of(uint64_t sum)
{
    return sum < GPUOCC_ZERO ? (uint32_t)sum : GPUOCC_UNKNOWN;
}

/* Computes the scratch memory of a wave. Buffers take precedence over the keys, which repeat parts
 * of them. */
static void settle_scratch(struct info *info)
{
    const uint64_t lanes = info->kernel.kernel.wave_size;
    const uint64_t privates = info->private_size, spills = info->spill_size;
    uint64_t sum = info->wave_bytes + info->lane_bytes * lanes;

    if (info->wrong_size) { /* already reported */
        mark(info, GPUOCC_KERNELS_NOTE_SCRATCH);
        info->kernel.stack_bytes = info->kernel.spill_bytes = GPUOCC_UNKNOWN;
        return;
    }
    if (privates == GPUOCC_UNKNOWN && spills == GPUOCC_UNKNOWN && sum == 0)
        return;
    if (sum == 0)
        sum = (privates != GPUOCC_UNKNOWN ? privates : 0) + (spills != GPUOCC_UNKNOWN ? spills : 0);
    if (sum != 0)
        mark(info, GPUOCC_KERNELS_NOTE_SCRATCH);
    info->kernel.stack_bytes = bytes_of(sum);
    if (info->lane_bytes != 0 && lanes == GPUOCC_UNKNOWN)
        info->kernel.stack_bytes = GPUOCC_UNKNOWN;
    info->kernel.spill_bytes = spills != GPUOCC_UNKNOWN ? info->spill_size
                               : info->spills_unknown   ? GPUOCC_UNKNOWN
                                                        : bytes_of(info->spill_buffers);
}

static void user(struct info *info, const struct line *line)
{
    if (text_is(line->key, "reqd_work_group_size"))
        require_group(info, line);
    else if (text_is(line->key, "invalid_kernel"))
        info->invalid = 1;
}

static void begin(struct info *info, const struct line *line, uint64_t at)
{
    intel_kernel(&info->kernel, info->target, "zebin");
    info->kernel_at = at;
    info->dash = line->dash;
    info->column = line->column;
    info->part = PART_OTHER;
    info->open = 1;
    info->invalid = 0;
    info->wave_bytes = info->lane_bytes = info->spill_buffers = 0;
    info->private_size = info->spill_size = GPUOCC_UNKNOWN;
    info->spills_unknown = info->wrong_size = 0;
    memset(&info->buffer, 0, sizeof info->buffer);
    /* A key that is left out means 0, and a kernel without buffers needs none. */
    info->kernel.stack_bytes = info->kernel.spill_bytes = 0;
}

/* Returns the reason for leaving the kernel out, or NULL. */
static const char *unfit(const struct info *info)
{
    const gpuocc_kernel *kernel = &info->kernel.kernel;

    if (info->kernel.name.length == 0)
        return "has no name";
    if (info->invalid)
        return "is marked as invalid by the compiler";
    if (kernel->wave_size == 1)
        return "is compiled for one thread per wave (SIMD1), of which libgpuocc has no model";
    return NULL;
}

static int finish(struct info *info)
{
    const gpuocc_kernel *kernel = &info->kernel.kernel;
    const char *reason = unfit(info);

    if (!info->open)
        return 0;
    info->open = 0;
    info->kernels++;
    end_buffer(info);
    settle_scratch(info);
    /* This one only contains the symbols of a module without kernels, and is never launched. */
    if (text_is(info->kernel.name, "Intel_Symbol_Table_Void_Program"))
        return 0;
    if (reason != NULL) {
        format_warning(info->callbacks, info->kernel_at, "kernel %.*s %s: passed over",
                       FORMAT_SHOWN(info->kernel.name), reason);
        return 0;
    }
    if (kernel->grf_count == GPUOCC_UNKNOWN || kernel->wave_size == GPUOCC_UNKNOWN)
        format_warning(info->callbacks, info->kernel_at, ".ze_info has no %s of kernel %.*s",
                       kernel->grf_count == GPUOCC_UNKNOWN ? "grf_count" : "simd_size",
                       FORMAT_SHOWN(info->kernel.name));
    return info->callbacks->kernel(info->callbacks->user, &info->kernel);
}

static enum part part_of(gpuocc_kernels_text key)
{
    return text_is(key, "execution_env")               ? PART_ENVIRONMENT
           : text_is(key, "user_attributes")           ? PART_USER
           : text_is(key, "payload_arguments")         ? PART_ARGUMENTS
           : text_is(key, "per_thread_memory_buffers") ? PART_MEMORY
                                                       : PART_OTHER;
}

static void inside(struct info *info, const struct line *line)
{
    if (line->column == info->column) {
        info->part = part_of(line->key);
        info->is_pointer = info->is_local = 0;
        end_buffer(info);
        if (text_is(line->key, "name"))
            info->kernel.name = plain(line->value);
    } else if (info->part == PART_ENVIRONMENT) {
        environment(info, line);
    } else if (info->part == PART_USER) {
        user(info, line);
    } else if (info->part == PART_ARGUMENTS) {
        argument(info, line);
    } else if (info->part == PART_MEMORY) {
        memory(info, line);
    }
}

static void version(struct info *info, const struct line *line, uint64_t at)
{
    const gpuocc_kernels_text value = plain(line->value);

    if (!text_starts(value, "1."))
        format_warning(info->callbacks, at,
                       ".ze_info has version %.*s, and what is known here is 1.x",
                       FORMAT_SHOWN(value));
}

/* Reads a line with a key. Returns non-zero if the callbacks asked to stop. */
static int step(struct info *info, const struct line *line, uint64_t at)
{
    int stop = 0;

    if (line->dash == none && line->column == 0) {
        stop = finish(info);
        info->in_kernels = text_is(line->key, "kernels");
        info->dash = none;
        if (text_is(line->key, "version"))
            version(info, line, at);
    } else if (info->in_kernels) {
        if (line->dash != none && (info->dash == none || line->dash <= info->dash)) {
            stop = finish(info);
            begin(info, line, at);
        }
        if (info->open)
            inside(info, line);
    }
    return stop;
}

int intel_info(struct bytes text, uint64_t offset, const struct intel_target *target,
               struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)text.at, text.length}, raw;
    struct info info;
    struct line line;
    uint64_t at = offset;

    memset(&info, 0, sizeof info);
    info.callbacks = callbacks;
    info.target = target;
    info.dash = none;
    for (; text_line(&rest, &raw); at = offset + (uint64_t)(rest.at - (const char *)text.at)) {
        if (text_starts(raw, "...")) /* the end of the document */
            break;
        if (take(raw, &line) && step(&info, &line, at) != 0)
            return GPUOCC_KERNELS_STOPPED;
    }
    if (finish(&info) != 0)
        return GPUOCC_KERNELS_STOPPED;
    if (info.kernels == 0)
        format_warning(callbacks, offset, ".ze_info names no kernel");
    return GPUOCC_KERNELS_OK;
}
