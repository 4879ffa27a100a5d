/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: the text output.
 */
#include "commands/explain.h"
#include "output/device_texts.h"
#include "output/visible.h"

#include <string.h>

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

void explain_print_why_not(struct explain *explain)
{
    text_add(&explain->out, "  ");
    explain_why_not(explain, &explain->out);
    text_add_byte(&explain->out, '\n');
}

void explain_print_kernel(struct explain *explain)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    struct text *out = &explain->out;

    if (explain->kernels > 1)
        text_add_byte(out, '\n');
    text_add_visible(out, kernel->name.at, kernel->name.length);
    text_add(out, ", ");
    text_add_visible(out, kernel->target.at, kernel->target.length);
    if (explain->answer.status >= 0 && explain->answer.device != NULL)
        text_format(out, " on %s", DEVICE_NAME(explain->answer.device));
    text_add(out, "\n  ");
    if (explain->answer.status >= 0)
        text_add_headline(out, &explain->answer);
    else
        text_add(out, text_string(&explain->answer.message));
    text_add_byte(out, '\n');
    if (explain->code_status != GPUOCC_CODE_OK)
        explain_print_why_not(explain);
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

static void add_annotation(const struct explain *explain, const gpuocc_code_loop *loop,
                           struct text *out)
{
    const int width = explain_is_amd(explain) ? 26 : 14;
    gpuocc_code_instruction now;
    struct text note = {0};
    uint32_t i;

    now.size = sizeof now;
    for (i = 0; i < loop->instructions; i++) {
        if (gpuocc_code_decode(&explain->code, loop->steps[i].address, &now) != GPUOCC_CODE_OK)
            break;
        text_clear(&note);
        if (explain_name(&now)[0] == 0)
            text_format(&note, "? 0x%lx", (unsigned long)explain_number(explain, &now));
        else
            text_add(&note, explain_name(&now));
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

    if (loop->extent == GPUOCC_CODE_ALL)
        text_add(out, "\nNo loop: ");
    else
        text_format(out, "\n%s 0x%lx to 0x%lx, depth %lu: ",
                    loop->extent == GPUOCC_CODE_LOOP ? "Loop" : "Waiting loop",
                    (unsigned long)loop->first, (unsigned long)loop->last,
                    (unsigned long)loop->depth);
    explain_counts(loop, out);
    text_add_byte(out, '\n');
    if (loop->extent != GPUOCC_CODE_WAITING_LOOP)
        add_facts(explain, loop, out);
    if (explain->annotate)
        add_annotation(explain, loop, out);
    if (explain_verdict(explain, loop, &verdict))
        text_format(out, "  %s\n", text_string(&verdict));
    text_free(&verdict);
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
