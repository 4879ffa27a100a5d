/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the text output.
 */
#include "commands/explain/explain.h"
#include "output/out.h"

static void add_assumptions(const struct explain *explain, struct text *out)
{
    const char *before = "  assumed: ";
    struct text sentence = {0};
    unsigned i;

    for (i = 0; text_clear(&sentence), explain_assumption(explain, i, &sentence); i++) {
        text_format(out, "%s%s", before, text_string(&sentence));
        before = "; ";
    }
    text_add(out, i != 0 ? "\n" : "");
    text_free(&sentence);
}

static void print_why_not(struct explain *explain)
{
    text_add(&explain->out, "  ");
    explain_why_not(explain, &explain->out);
    text_add_byte(&explain->out, '\n');
}

void explain_print_kernel(struct explain *explain)
{
    struct text *out = &explain->out;

    if (explain->counts.kernels > 1)
        text_add_byte(out, '\n');
    explain_heading(explain, out);
    text_add(out, "\n  ");
    explain_occupancy(explain, out);
    text_add_byte(out, '\n');
    if (explain->code_status != GPUOCC_CODE_OK)
        print_why_not(explain);
    else
        add_assumptions(explain, out);
}

static void add_facts(const struct explain *explain, const gpuocc_code_loop *loop, struct text *out)
{
    struct text value = {0};
    const char *name;
    unsigned i;

    for (i = 0; text_clear(&value), (name = explain_fact(explain, loop, i, &value)) != NULL; i++)
        if (value.length != 0)
            text_format(out, "  %-34s %s\n", name, text_string(&value));
    for (i = 0; text_clear(&value), explain_doubt(loop, i, &value); i++)
        text_format(out, "  %s\n", text_string(&value));
    text_free(&value);
}

/* Adds a line with the source of an instruction, if another row has it than that of the
 * instruction before. */
static void add_line(const struct explain *explain, uint32_t address,
                     const gpuocc_code_line **before, struct text *out)
{
    const gpuocc_code_line *line = explain_line(explain, address);

    if (line != NULL && line != *before) {
        text_add(out, "   ");
        explain_add_calls(explain, line, out);
        text_add_byte(out, '\n');
    } else if (line == NULL && *before != NULL) {
        text_add(out, "   not from a line\n");
    }
    *before = line;
}

static void add_annotation(const struct explain *explain, const gpuocc_code_loop *loop,
                           struct text *out)
{
    const int width = explain_is_amd(explain) ? 26 : 14;
    const gpuocc_code_line *line = NULL;
    gpuocc_code_instruction now;
    struct text note = {0};
    uint32_t i;

    now.size = sizeof now;
    for (i = 0; i < loop->instructions; i++) {
        if (gpuocc_code_decode(&explain->code, loop->steps[i].address, &now) != GPUOCC_CODE_OK)
            break;
        add_line(explain, now.address, &line, out);
        text_clear(&note);
        explain_operation(explain, &now, &note);
        text_format(out, "    0x%05lx %c %-*s %-14s", (unsigned long)now.address,
                    (now.flags >> GPUOCC_CODE_FLAG_GUARDED & 1) != 0 ? '@' : ' ', width,
                    text_string(&note), gpuocc_code_class_name(now.kind));
        if (now.second != 0)
            text_format(out, " and %s", gpuocc_code_class_name(now.second));
        text_clear(&note);
        explain_note(explain, &now, &loop->steps[i], &note);
        text_format(out, "%s%s\n", note.length != 0 ? " " : "", text_string(&note));
    }
    text_free(&note);
}

void explain_print_loop(struct explain *explain, const gpuocc_code_loop *loop)
{
    struct text *out = &explain->out, verdict = {0};

    text_add_byte(out, '\n');
    explain_extent(explain, loop, out);
    text_add(out, ": ");
    explain_counts(loop, out);
    text_add_byte(out, '\n');
    if (loop->extent != GPUOCC_CODE_WAITING_LOOP)
        add_facts(explain, loop, out);
    if (explain->asked.annotate)
        add_annotation(explain, loop, out);
    if (explain_verdict(explain, loop, &verdict))
        text_format(out, "  %s\n", text_string(&verdict));
    text_free(&verdict);
}

void explain_print_kernel_end(struct explain *explain)
{
    static int (*const parts[])(const struct explain *explain, struct text *text) = {
        explain_add_no_lines, explain_add_global, explain_add_conflicts, explain_add_locals,
        explain_add_reserved, explain_lives,      explain_time,
        explain_add_advice};
    struct text part = {0};
    size_t i;

    if (explain->code_status > GPUOCC_CODE_NOT_READ || explain->code_status < 0)
        print_why_not(explain);
    for (i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        text_clear(&part);
        if (parts[i](explain, &part))
            text_format(&explain->out, "\n%s\n", text_string(&part));
    }
    text_free(&part);
}

void explain_print_end(void)
{
    struct text out = {0};
    const char *sentence;
    unsigned i;

    text_add(&out, "\nNot modelled:\n");
    for (i = 0; (sentence = explain_not_modelled(i)) != NULL; i++)
        text_format(&out, "  %s\n", sentence);
    out_text(&out);
    text_free(&out);
}
