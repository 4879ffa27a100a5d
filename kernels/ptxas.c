/* SPDX-License-Identifier: MIT
 *
 * Reads the output of ptxas -v, alone or among the lines of a build log.
 */
#include "nest.h"
#include "text_lines.h"

struct ptxas {
    struct callbacks *callbacks;
    gpuocc_kernels_text name, target; /* of the current kernel; empty: none */
    gpuocc_kernels_text wrong;        /* a figure that is not a number; `of` says which */
    const char *of;                   /* NULL: all are numbers */
    size_t offset;
    uint32_t frame_bytes, spill_bytes; /* GPUOCC_UNKNOWN: not printed */
    int named;                         /* the next figures of a frame are those of the kernel */
};

static const char entry[] = "Compiling entry function '";
static const char properties[] = "Function properties for ";
static const char used[] = "Used ";

static void lose(struct ptxas *ptxas)
{
    if (ptxas->name.length != 0)
        format_warning(ptxas->callbacks, ptxas->offset,
                       "no figures follow for kernel %.*s: ptxas stopped, or its lines are mixed "
                       "with others",
                       FORMAT_SHOWN(ptxas->name));
    ptxas->name.length = 0;
}

/* Reads "NAME' for 'sm_90'". */
static void begin(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    gpuocc_kernels_text name = text_until(line, '\''), rest;

    lose(ptxas);
    rest = text_behind(line, name.length);
    if (name.length == 0 || !text_skip(&rest, "' for '"))
        return;
    ptxas->name = name;
    ptxas->target = text_until(rest, '\'');
    ptxas->offset = offset;
    ptxas->of = NULL;
    ptxas->frame_bytes = ptxas->spill_bytes = GPUOCC_UNKNOWN;
    ptxas->named = 0;
}

/* Returns the number before a word in a line such as "Used 64 registers, used 1 barriers", or
 * `absent` if the word is not there. */
static uint32_t before(struct ptxas *ptxas, gpuocc_kernels_text line, const char *word,
                       uint32_t absent)
{
    uint32_t number;
    size_t end, start;

    if (!text_find(line, word, &end))
        return absent;
    for (start = end; start > 0 && line.at[start - 1] != ' ' && line.at[start - 1] != '\t'; start--)
        ;
    line = text_behind(line, start);
    line.length = end - start;
    if (text_figure(line, &number))
        return number;
    if (ptxas->of == NULL) {
        ptxas->of = word;
        ptxas->wrong = line;
    }
    return absent;
}

/* Returns the number in "sm_90a", or 0. */
static uint64_t version_of(gpuocc_kernels_text target)
{
    uint64_t number;

    (void)text_skip(&target, "sm_");
    (void)text_number(&target, &number);
    return number;
}

/* Skips the kernel: one of its figures is not a number, or its registers are missing. */
static int pass_over(struct ptxas *ptxas)
{
    if (ptxas->of != NULL)
        format_warning(ptxas->callbacks, ptxas->offset,
                       "kernel %.*s: the number in front of \"%s\" is \"%.*s\", a whole number up "
                       "to 4294967293 is needed: passed over",
                       FORMAT_SHOWN(ptxas->name), ptxas->of + 1, FORMAT_SHOWN(ptxas->wrong));
    else
        format_warning(ptxas->callbacks, ptxas->offset,
                       "kernel %.*s: no number of registers stands behind \"%s\": passed over",
                       FORMAT_SHOWN(ptxas->name), used);
    ptxas->name.length = 0;
    return 0;
}

static int finish(struct ptxas *ptxas, gpuocc_kernels_text line)
{
    gpuocc_kernels_found kernel;
    gpuocc_kernel *numbers = &kernel.kernel;
    const uint64_t sm = version_of(ptxas->target);

    format_start(&kernel);
    kernel.name = ptxas->name;
    kernel.target = ptxas->target;
    kernel.format = "ptxas log";
    kernel.notes = 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
    numbers->registers_per_thread = before(ptxas, line, " registers", GPUOCC_UNKNOWN);
    numbers->shared_bytes = before(ptxas, line, " bytes smem", 0);
    /* Logs of CUDA 11 do not contain barriers, which can limit from sm_90 on. */
    numbers->barriers_per_group = before(ptxas, line, " barriers", sm >= 90 ? GPUOCC_UNKNOWN : 0);
    kernel.spill_bytes = ptxas->spill_bytes;
    /* Printed if it is not 0; the line of the frame gives only the kernel's own part. */
    kernel.stack_bytes = before(ptxas, line, " bytes cumulative stack", ptxas->frame_bytes);
    if (kernel.stack_bytes != 0 && kernel.stack_bytes != GPUOCC_UNKNOWN)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    if (sm >= 100 && sm < 120)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID;
    if (ptxas->of != NULL || numbers->registers_per_thread == GPUOCC_UNKNOWN)
        return pass_over(ptxas);
    ptxas->name.length = 0;
    return ptxas->callbacks->kernel(ptxas->callbacks->user, &kernel);
}

static int take(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    size_t at;

    if (text_find(line, entry, &at)) {
        begin(ptxas, text_behind(line, at + strlen(entry)), offset);
    } else if (text_find(line, properties, &at)) {
        line = text_behind(line, at + strlen(properties));
        ptxas->named = text_same(line, ptxas->name);
    } else if (text_find(line, " bytes stack frame", NULL)) {
        if (ptxas->named) {
            ptxas->frame_bytes = before(ptxas, line, " bytes stack frame", GPUOCC_UNKNOWN);
            ptxas->spill_bytes = before(ptxas, line, " bytes spill stores", GPUOCC_UNKNOWN);
        }
    } else if (text_find(line, "ptxas", NULL) && text_find(line, used, &at) &&
               ptxas->name.length != 0) {
        return finish(ptxas, text_behind(line, at));
    }
    return 0;
}

int format_ptxas(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct ptxas ptxas;
    size_t at;

    memset(&ptxas, 0, sizeof ptxas);
    ptxas.callbacks = callbacks;
    if (!text_find(rest, entry, &at))
        return GPUOCC_KERNELS_NONE;
    while (text_line(&rest, &line))
        if (take(&ptxas, line, (size_t)(line.at - (const char *)bytes)) != 0)
            return GPUOCC_KERNELS_STOPPED;
    lose(&ptxas);
    return GPUOCC_KERNELS_OK;
}
