/* SPDX-License-Identifier: MIT
 *
 * Reads the output of clang -Rpass-analysis=kernel-resource-usage (and llc -pass-remarks-analysis):
 * a block of lines for each function, among source lines and warnings, or the same lines without
 * "remark:", as build scripts and reports leave them. It does not contain the target, the wave
 * size, the CU or WGP mode or the group size.
 */
#include "amd_facts.h"
#include "amd_lines.h"

struct remarks {
    struct amd_facts facts;
    int open, whole; /* a function was named; its last line, which only kernels have, was found */
    int function;    /* its occupancy is 0, as LLVM 15 says of functions that are no kernels */
    int unnamed;     /* the lines since the last block have no name, which was told */
    int begun;       /* a function was named in the text */
    int expression;  /* a count is given as a formula of another module's counts */
    int bare;        /* its lines have no mark */
    uint64_t offset;
    gpuocc_kernels_text first; /* the first line of a block without a name; else of length 0 */
    gpuocc_kernels_text place; /* the position in the source, before "remark:" */
    struct callbacks *callbacks;
};

#define MARK "remark: "
#define NAME "Function Name: "
#define LAST "LDS Size [bytes/block]: "
#define PASS "[-Rpass-analysis=kernel-resource-usage]"
#define NEAR 80u /* bytes before the name in which the mark is */

static void tell_unnamed(const struct remarks *remarks, gpuocc_kernels_text text, uint64_t offset,
                         const char *what)
{
    text.length = lines_find(text, " " PASS);
    format_warning(remarks->callbacks, offset,
                   "no line \"Function Name\" names the kernel with the figures \"%.*s\": %s",
                   FORMAT_SHOWN(text), what);
}

static int finish(struct remarks *remarks)
{
    const gpuocc_kernels_text none = {"", 0};
    const gpuocc_kernels_text name = remarks->facts.name;

    if (!remarks->open)
        return GPUOCC_KERNELS_OK;
    remarks->open = 0;
    if (remarks->first.length != 0)
        tell_unnamed(remarks, remarks->first, remarks->offset,
                     remarks->whole ? "its name is unknown" : "passed over");
    if (!remarks->whole && remarks->first.length != 0)
        return GPUOCC_KERNELS_OK;
    if (!remarks->whole) {
        if (!remarks->function)
            format_warning(remarks->callbacks, remarks->offset,
                           "kernel %.*s: its last line, \"LDS Size [bytes/block]\", is missing: "
                           "passed over",
                           FORMAT_SHOWN(name));
        return GPUOCC_KERNELS_OK;
    }
    if (remarks->expression && remarks->facts.wrong.length == 0)
        format_warning(remarks->callbacks, remarks->offset,
                       "kernel %.*s calls functions of other files: its registers are settled when "
                       "it is linked, and not known here",
                       FORMAT_SHOWN(name));
    return amd_report(&remarks->facts, NULL, none, "clang remarks", remarks->offset,
                      remarks->callbacks);
}

static void start(struct remarks *remarks, gpuocc_kernels_text name, uint64_t offset)
{
    amd_facts_clear(&remarks->facts);
    remarks->facts.name = name;
    remarks->facts.accumulators = 0; /* the line is present on targets that have them */
    remarks->open = 1;
    remarks->whole = remarks->function = remarks->unnamed = 0;
    remarks->expression = 0;
    remarks->first.length = 0;
    remarks->offset = offset;
}

/* Reads a count of registers. It is unknown if it is a formula. */
static void count(struct remarks *remarks, uint32_t *number, gpuocc_kernels_text name,
                  gpuocc_kernels_text text)
{
    *number = amd_number(&remarks->facts, name, text, AMD_OR_FORMULA);
    remarks->expression |= *number == AMD_ABSENT;
}

static void read_value(struct remarks *remarks, gpuocc_kernels_text text)
{
    const gpuocc_kernels_text name = text_until(text, ':');
    struct amd_facts *facts = &remarks->facts;

    if (text_skip(&text, "TotalSGPRs: ") || text_skip(&text, "SGPRs: ")) {
        count(remarks, &facts->scalars, name, text);
    } else if (text_skip(&text, "VGPRs: ")) {
        count(remarks, &facts->vectors, name, text);
    } else if (text_skip(&text, "AGPRs: ")) {
        count(remarks, &facts->accumulators, name, text);
    } else if (text_skip(&text, "ScratchSize [bytes/lane]: ")) {
        facts->scratch_bytes = amd_number(facts, name, text, AMD_OR_FORMULA);
    } else if (text_skip(&text, "VGPRs Spill: ")) {
        facts->vector_spills = amd_number(facts, name, text, AMD_OR_FORMULA);
    } else if (text_skip(&text, "Dynamic Stack: ")) {
        facts->dynamic_stack = text_is(lines_word(text), "True") ? 1 : 0;
    } else if (text_skip(&text, "Occupancy [waves/SIMD]: ")) {
        remarks->function = text_is(lines_word(text), "0");
    } else if (text_skip(&text, LAST)) {
        facts->shared_bytes = amd_number(facts, name, text, AMD_PLAIN);
        remarks->whole = 1;
    }
}

/* llc writes the position after the mark, and some tools leave out the mark: "<unknown>:0:0: ". */
static gpuocc_kernels_text without_place(gpuocc_kernels_text text)
{
    gpuocc_kernels_text trimmed = lines_trim(text), word;
    size_t i, colons = 0;

    if (text_skip(&trimmed, "> ") || text_skip(&trimmed, "* ")) /* a quotation, a comment */
        trimmed = lines_trim(trimmed);
    word = lines_word(trimmed);
    for (i = 0; i < word.length; i++)
        colons += word.at[i] == ':';
    if (colons < 3 || word.at[word.length - 1] != ':')
        return trimmed;
    return lines_trim(text_behind(trimmed, word.length));
}

/* Begins a block without a name, as at the beginning of a log that is cut. Behind named blocks it
 * says, one time for each, that a line of figures has no name before it. */
static void begin_unnamed(struct remarks *remarks, gpuocc_kernels_text text,
                          gpuocc_kernels_text place, uint64_t offset)
{
    const int last = text_starts(text, LAST);
    const gpuocc_kernels_text none = {"", 0};

    if (!last && !text_starts(text, "VGPRs: ") && !text_starts(text, "SGPRs: ") &&
        !text_starts(text, "TotalSGPRs: "))
        return;
    if (!remarks->begun && !last) {
        start(remarks, none, offset);
        remarks->first = text;
        remarks->place = place;
        read_value(remarks, text);
        return;
    }
    if (!remarks->unnamed)
        tell_unnamed(remarks, text, offset, "passed over");
    remarks->unnamed = !last;
}

static int read_line(struct remarks *remarks, gpuocc_kernels_text line, uint64_t offset)
{
    const size_t mark = lines_find(line, MARK);
    const int bare = mark == line.length;
    gpuocc_kernels_text place = line, text;
    int status = GPUOCC_KERNELS_OK;

    place.length = bare ? 0 : mark;
    place = lines_word(lines_trim(place));
    text = without_place(text_behind(line, bare ? 0 : mark + strlen(MARK)));
    if (text_skip(&text, NAME)) {
        status = finish(remarks);
        start(remarks, lines_word(text), offset);
        remarks->place = place;
        remarks->bare = bare;
        remarks->begun = 1;
    } else if (remarks->open && remarks->bare == bare && text_same(place, remarks->place)) {
        read_value(remarks, text);
        if (remarks->whole)
            status = finish(remarks);
    } else if (!remarks->open && remarks->bare == bare) {
        begin_unnamed(remarks, text, place, offset);
    }
    return status;
}

/* Whether a block without marks is behind a name: only blanks or a position in the source are
 * before it in its line, and VGPRs are counted in one of the next lines. */
static int is_bare(gpuocc_kernels_text before, gpuocc_kernels_text behind)
{
    enum { NEXT = 4 };
    gpuocc_kernels_text line;
    int i;

    while (before.length != 0 &&
           (before.at[before.length - 1] == ' ' || before.at[before.length - 1] == '\t'))
        before.length--;
    if (before.length != 0 && before.at[before.length - 1] != '\n' &&
        before.at[before.length - 1] != ':')
        return 0;
    for (i = 0; i < NEXT && text_line(&behind, &line); i++)
        if (text_starts(without_place(line), "VGPRs: "))
            return 1;
    return 0;
}

/* Whether there is a block anywhere in the text; compilers can print much before it. */
static int has_remarks(gpuocc_kernels_text text)
{
    gpuocc_kernels_text before;
    size_t at, start;

    for (;;) {
        at = lines_find(text, NAME);
        if (at == text.length)
            return 0;
        start = at > NEAR ? at - NEAR : 0;
        before.at = text.at + start;
        before.length = at - start;
        text = text_behind(text, at + strlen(NAME));
        if (lines_find(before, MARK) != before.length || is_bare(before, text))
            return 1;
    }
}

int format_remarks(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length};
    gpuocc_kernels_text line;
    struct remarks remarks;
    int status = GPUOCC_KERNELS_OK;

    if (!has_remarks(rest) && !text_find(rest, PASS, NULL) &&
        (!text_find(rest, "ScratchSize [bytes/lane]: ", NULL) || !text_find(rest, LAST, NULL)))
        return GPUOCC_KERNELS_NONE;
    memset(&remarks, 0, sizeof remarks);
    remarks.bare = !text_find(rest, MARK, NULL);
    remarks.callbacks = callbacks;
    while (status == GPUOCC_KERNELS_OK && text_line(&rest, &line))
        status = read_line(&remarks, line, (uint64_t)(line.at - (const char *)bytes));
    return status == GPUOCC_KERNELS_OK ? finish(&remarks) : status;
}
