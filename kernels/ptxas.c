/* SPDX-License-Identifier: MIT
 *
 * Reads the output of ptxas -v and what the linkers say afterwards (nvlink -v, and the driver's
 * for Numba, CuPy and Jitify), alone or among the lines of a build log. The forms are those of the
 * strings in ptxas and nvlink of CUDA 13.0.
 */
#include "name_list.h"
#include "nest.h"
#include "nvidia.h"
#include "text_lines.h"

/* Names in the whole text: kernels that ptxas compiled, kernels that a linker described, functions
 * whose wgmma instructions wait for each other. */
enum { COMPILED, LINKED, SERIALIZED, LISTS };

struct ptxas {
    struct callbacks *callbacks;
    gpuocc_kernels_text name, target; /* of the current kernel; empty: none */
    gpuocc_kernels_text wrong;        /* a figure that is not a number; `of` says which */
    const char *of;                   /* NULL: all are numbers */
    size_t offset;
    uint32_t frame_bytes, spill_bytes; /* GPUOCC_UNKNOWN: not printed */
    int named;                         /* the next figures of a frame are those of the kernel */
    int linked;                        /* a linker named the kernel */
    int begun;                         /* a line that names a kernel was seen */
    gpuocc_kernels_text unbegun;       /* the last name in a text without such a line */
    uint32_t messages, notes;          /* of the next compilation, and of the current one */
    struct name_list lists[LISTS];
};

static const char entry[] = "Compiling entry function '";
static const char properties[] = "Function properties for ";
static const char linked[] = "Function properties for '";
static const char spilled[] = "Registers are spilled to local memory in function '";
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

static void clear_frame(struct ptxas *ptxas)
{
    ptxas->of = NULL;
    ptxas->frame_bytes = ptxas->spill_bytes = GPUOCC_UNKNOWN;
}

static void start(struct ptxas *ptxas, gpuocc_kernels_text name, size_t offset)
{
    ptxas->name = name;
    ptxas->target.length = 0;
    ptxas->offset = offset;
    clear_frame(ptxas);
    ptxas->named = ptxas->linked = 0;
    ptxas->begun = 1;
}

/* The messages before "0 bytes gmem" are about the kernels behind it. */
static void begin_compilation(struct ptxas *ptxas)
{
    ptxas->notes = ptxas->messages;
    ptxas->messages = 0;
}

/* Reads "NAME' for 'sm_90'". */
static void begin(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    gpuocc_kernels_text name = text_until(line, '\''), rest;

    lose(ptxas);
    rest = text_behind(line, name.length);
    if (name.length == 0 || !text_skip(&rest, "' for '"))
        return;
    start(ptxas, name, offset);
    ptxas->target = text_until(rest, '\'');
    if (ptxas->messages != 0) /* a log of chosen lines, without the one that begins a compilation */
        begin_compilation(ptxas);
}

/* Reads "NAME':" or "NAME': (target: sm_90)". */
static void begin_linked(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    const gpuocc_kernels_text name = text_until(line, '\'');

    lose(ptxas);
    if (name.length == line.length) /* no quote: not a linker's line */
        return;
    start(ptxas, name, offset);
    ptxas->linked = 1;
}

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
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
    for (start = end; start > 0 && !is_space(line.at[start - 1]); start--)
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

/* Reads a part of a line of figures: "Used 64 registers", "380 bytes cmem[0]". Returns 0 if it is
 * none. */
static int is_item(gpuocc_kernels_text item)
{
    static const char *const words[] = {
        "registers",  "barriers",   "stack",    "bytes cumulative stack size",
        "bytes smem", "bytes lmem", "textures", "surfaces",
        "samplers"};
    uint64_t number;
    size_t i;

    if (text_skip(&item, used) || text_skip(&item, "used "))
        item = text_trim(item);
    if (!text_number(&item, &number) || !text_skip(&item, " "))
        return 0;
    item = text_trim(text_until(item, '('));
    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is(item, words[i]))
            return 1;
    return text_starts(item, "bytes cmem[") && item.at[item.length - 1] == ']';
}

/* Says which part of a line of figures is not understood: a cut line, or a word that is unknown. */
static void check_items(struct ptxas *ptxas, gpuocc_kernels_text line)
{
    gpuocc_kernels_text item;
    int more = 1;

    while (more) {
        item = text_until(line, ',');
        line = text_behind(line, item.length);
        more = text_skip(&line, ",");
        while (item.length != 0 && is_space(item.at[0]))
            item = text_behind(item, 1);
        item = text_trim(item);
        if (is_item(item))
            continue;
        format_warning(ptxas->callbacks, ptxas->offset,
                       "kernel %.*s: \"%.*s\" among its figures is not understood, so that its "
                       "report may be incomplete",
                       FORMAT_SHOWN(ptxas->name), FORMAT_SHOWN(item));
        return;
    }
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

static int report(struct ptxas *ptxas, gpuocc_kernels_text line, gpuocc_kernels_found *kernel)
{
    if (kernel->stack_bytes != 0 && kernel->stack_bytes != GPUOCC_UNKNOWN)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    if (ptxas->of != NULL || kernel->kernel.registers_per_thread == GPUOCC_UNKNOWN)
        return pass_over(ptxas);
    check_items(ptxas, line);
    ptxas->name.length = 0;
    return ptxas->callbacks->kernel(ptxas->callbacks->user, kernel);
}

static int finish(struct ptxas *ptxas, gpuocc_kernels_text line)
{
    gpuocc_kernels_found kernel;
    gpuocc_kernel *numbers = &kernel.kernel;
    const uint64_t sm = nvidia_version(ptxas->target);

    format_start(&kernel);
    kernel.name = ptxas->name;
    kernel.target = ptxas->target;
    kernel.format = "ptxas log";
    kernel.notes = ptxas->notes | 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
    if (name_list_find(&ptxas->lists[LINKED], kernel.name) != NULL)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_DYNAMIC_STACK;
    if (name_list_find(&ptxas->lists[SERIALIZED], kernel.name) != NULL)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_WGMMA_SERIALIZED;
    numbers->registers_per_thread = before(ptxas, line, " registers", GPUOCC_UNKNOWN);
    numbers->shared_bytes = before(ptxas, line, " bytes smem", 0);
    /* Logs of CUDA 11 do not contain barriers, which can limit from sm_90 on. */
    numbers->barriers_per_group = before(
        ptxas, line, " barriers", sm >= 90 || ptxas->target.length == 0 ? GPUOCC_UNKNOWN : 0);
    kernel.spill_bytes = ptxas->spill_bytes;
    /* Printed if it is not 0; the line of the frame gives only the kernel's own part. */
    kernel.stack_bytes = before(ptxas, line, " bytes cumulative stack", ptxas->frame_bytes);
    if (sm >= 100 && sm < 120)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID;
    return report(ptxas, line, &kernel);
}

/* Reads "used 78 registers, used 1 barriers, 168 stack, 1280 bytes smem, ...". Without barriers it
 * is of CUDA 11, whose linker does not count the reserve; from sm_100 on that of CUDA 13 does not
 * count it either. */
static int finish_linked(struct ptxas *ptxas, gpuocc_kernels_text line)
{
    static const char target[] = "(target: ";
    gpuocc_kernels_found kernel;
    gpuocc_kernel *numbers = &kernel.kernel;
    uint64_t sm;
    size_t at;

    if (text_find(line, target, &at))
        ptxas->target = text_until(text_behind(line, at + strlen(target)), ')');
    sm = nvidia_version(ptxas->target);
    format_start(&kernel);
    kernel.name = ptxas->name;
    kernel.target = ptxas->target;
    kernel.format = "linker log";
    kernel.notes = 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
    numbers->registers_per_thread = before(ptxas, line, " registers", GPUOCC_UNKNOWN);
    numbers->barriers_per_group = before(ptxas, line, " barriers", GPUOCC_UNKNOWN);
    numbers->shared_bytes = before(ptxas, line, " bytes smem", 0);
    if (numbers->barriers_per_group != GPUOCC_UNKNOWN && sm < 100)
        nvidia_without_reserve(&kernel, sm, before(ptxas, line, " bytes cmem[0]", 0));
    else if (sm != 0 && sm < 90)
        numbers->barriers_per_group = 0;
    kernel.stack_bytes = before(ptxas, line, " stack", GPUOCC_UNKNOWN);
    kernel.spill_bytes = GPUOCC_UNKNOWN;
    if (sm >= 100 && sm < 120)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID;
    return report(ptxas, line, &kernel);
}

/* Reads "NAME', 1776 bytes spill stores, 2080 bytes spill loads", which is all that is said about
 * the kernel without -v. */
static int report_spills(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    gpuocc_kernels_text rest;
    gpuocc_kernels_found kernel;
    uint64_t bytes;

    format_start(&kernel);
    kernel.name = text_until(line, '\'');
    rest = text_behind(line, kernel.name.length);
    if (kernel.name.length == 0 || name_list_find(&ptxas->lists[COMPILED], kernel.name) != NULL ||
        !text_skip(&rest, "', "))
        return 0;
    if (!text_number(&rest, &bytes) || bytes >= GPUOCC_ZERO ||
        !text_skip(&rest, " bytes spill stores")) {
        format_warning(ptxas->callbacks, offset,
                       "kernel %.*s: no number of bytes of spill stores follows: passed over",
                       FORMAT_SHOWN(kernel.name));
        return 0;
    }
    kernel.format = "ptxas warning";
    kernel.spill_bytes = (uint32_t)bytes;
    kernel.stack_bytes = GPUOCC_UNKNOWN;
    format_spills_only(&kernel);
    return ptxas->callbacks->kernel(ptxas->callbacks->user, &kernel);
}

/* Adds the name up to the quote behind `before`. Returns 0 if there is no memory. */
static int list(struct name_list *names, gpuocc_kernels_text line, const char *before)
{
    gpuocc_kernels_text name;
    size_t at;

    if (!text_find(line, before, &at))
        return 1;
    name = text_until(text_behind(line, at + strlen(before)), '\'');
    return name.length == 0 || name_list_add(names, name, 0);
}

static int list_names(struct ptxas *ptxas, gpuocc_kernels_text rest)
{
    gpuocc_kernels_text line;
    int room = 1, i;

    while (room && text_line(&rest, &line))
        room = list(&ptxas->lists[COMPILED], line, entry) &&
               list(&ptxas->lists[LINKED], line, linked) &&
               (!text_find(line, "wgmma.mma_async instructions are serialized", NULL) ||
                list(&ptxas->lists[SERIALIZED], line, "the function '"));
    for (i = 0; i < LISTS; i++)
        name_list_sort(&ptxas->lists[i]);
    if (!room)
        format_warning(ptxas->callbacks, 0, "no memory for the list of kernels");
    return room;
}

/* Whether ptxas wrote the line of figures: "ptxas info    : Used 64 registers", with fewer blanks
 * where a page has drawn them together. */
static int is_used_line(gpuocc_kernels_text line, size_t *at)
{
    size_t mark;

    return text_find(line, ": Used ", at) && text_find(line, "ptxas", &mark) && mark < *at &&
           text_find(line, " registers", NULL);
}

static int has_used_line(gpuocc_kernels_text text)
{
    gpuocc_kernels_text line;
    size_t at;

    if (!text_find(text, ": Used ", NULL))
        return 0;
    while (text_line(&text, &line))
        if (is_used_line(line, &at))
            return 1;
    return 0;
}

/* Reports the figures of a kernel that no line names before them. At the beginning of a log that is
 * cut, or of its chosen lines, the name is that of the frame before them, if it is there. Behind
 * named kernels the lines of several are mixed. */
static int finish_unnamed(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    const gpuocc_kernels_text name = ptxas->unbegun;

    if (ptxas->begun || name.length == 0)
        format_warning(ptxas->callbacks, offset,
                       "no line \"Compiling entry function\" names the kernel with the figures "
                       "\"%.*s\": %s",
                       FORMAT_SHOWN(line),
                       ptxas->begun ? "passed over" : "its name and target are unknown");
    if (ptxas->begun)
        return 0;
    if (name.length == 0)
        clear_frame(ptxas);
    ptxas->name = name;
    ptxas->offset = offset;
    ptxas->unbegun.length = 0;
    return finish(ptxas, line);
}

static int take(struct ptxas *ptxas, gpuocc_kernels_text line, size_t offset)
{
    size_t at;

    if (text_find(line, entry, &at)) {
        ptxas->begun = 1;
        begin(ptxas, text_behind(line, at + strlen(entry)), offset);
    } else if (text_find(line, " bytes gmem", NULL)) {
        begin_compilation(ptxas);
    } else if (text_find(line, "'setmaxnreg' ignored", NULL)) {
        ptxas->messages |= 1u << GPUOCC_KERNELS_NOTE_SETMAXNREG_IGNORED;
    } else if (text_find(line, spilled, &at)) {
        return report_spills(ptxas, text_behind(line, at + strlen(spilled)), offset);
    } else if (text_find(line, linked, &at)) {
        begin_linked(ptxas, text_behind(line, at + strlen(linked)), offset);
    } else if (text_find(line, properties, &at)) {
        line = text_behind(line, at + strlen(properties));
        ptxas->named = !ptxas->begun || text_same(line, ptxas->name);
        ptxas->unbegun = text_trim(line);
        if (!ptxas->begun)
            clear_frame(ptxas);
    } else if (text_find(line, " bytes stack frame", NULL)) {
        if (ptxas->named) {
            ptxas->frame_bytes = before(ptxas, line, " bytes stack frame", GPUOCC_UNKNOWN);
            ptxas->spill_bytes = before(ptxas, line, " bytes spill stores", GPUOCC_UNKNOWN);
        }
    } else if (ptxas->name.length != 0 && ptxas->linked && text_find(line, "used ", &at) &&
               text_find(line, " registers", NULL)) {
        return finish_linked(ptxas, text_behind(line, at));
    } else if (ptxas->name.length != 0 && !ptxas->linked && text_find(line, "ptxas", NULL) &&
               text_find(line, used, &at)) {
        return finish(ptxas, text_behind(line, at));
    } else if (ptxas->name.length == 0 && is_used_line(line, &at)) {
        return finish_unnamed(ptxas, text_behind(line, at + 2), offset);
    }
    return 0;
}

/* Adds the next line to a line of figures that ends in a comma, as texts of fixed width break
 * it. */
static void join(gpuocc_kernels_text *line, gpuocc_kernels_text *rest)
{
    gpuocc_kernels_text next, behind = *rest;

    if (line->at[text_trim(*line).length + (size_t)(text_trim(*line).at - line->at) - 1] != ',' ||
        !text_line(&behind, &next) || text_find(next, "ptxas", NULL) ||
        !text_find(next, " bytes ", NULL))
        return;
    line->length = (size_t)(next.at - line->at) + next.length;
    *rest = behind;
}

static int take_lines(struct ptxas *ptxas, gpuocc_kernels_text text)
{
    gpuocc_kernels_text rest = text, line;

    while (text_line(&rest, &line)) {
        if (text_find(line, used, NULL))
            join(&line, &rest);
        if (take(ptxas, line, (size_t)(line.at - text.at)) != 0)
            return GPUOCC_KERNELS_STOPPED;
    }
    lose(ptxas);
    return GPUOCC_KERNELS_OK;
}

int format_ptxas(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const gpuocc_kernels_text text = {(const char *)bytes, length};
    struct ptxas ptxas;
    int status = GPUOCC_KERNELS_OK, i;

    if (!text_find(text, entry, NULL) && !text_find(text, linked, NULL) &&
        !text_find(text, spilled, NULL) && !has_used_line(text))
        return GPUOCC_KERNELS_NONE;
    memset(&ptxas, 0, sizeof ptxas);
    ptxas.callbacks = callbacks;
    for (i = 0; i < LISTS; i++)
        ptxas.lists[i].arena = format_arena(callbacks);
    if (list_names(&ptxas, text))
        status = take_lines(&ptxas, text);
    for (i = LISTS; i-- > 0;)
        name_list_free(&ptxas.lists[i]);
    return status;
}
