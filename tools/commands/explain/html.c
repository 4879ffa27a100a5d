/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain --html: writes a page without scripts, fonts or links. With --annotate it lists
 * the instructions of each loop, each with a bar for the loads in flight.
 */
#include "commands/explain/explain.h"
#include "output/out.h"
#include "output/page.h"

#include <string.h>

/* The width of a full bar in pixels, and the minimum number of loads that a full bar represents. */
#define BAR_WIDTH 96u
#define LOADS     8u

static const struct page page = {
    "Is the latency hidden?", "--wait:#fdf0e6", "--wait:#3a2a1e",
    "h2{font:600 1rem ui-monospace,monospace;margin:2rem 0 .3rem;"
    "overflow-wrap:anywhere}h3{margin:0;font-size:.95rem}\n"
    "article{background:var(--card);border:1px solid var(--line);border-radius:6px;"
    "padding:.7rem 1rem;margin:.6rem 0;overflow-x:auto}\n"
    "p{margin:.3rem 0;color:var(--soft);overflow-wrap:anywhere}p.verdict{color:var(--ink)}"
    "p.doubt{color:var(--low)}\n"
    "table{border-collapse:collapse;margin:.5rem 0;font-size:.85rem}"
    "th,td{text-align:left;padding:.1rem .8rem .1rem 0;vertical-align:top;font-weight:normal}"
    "th{color:var(--soft)}\n"
    "table.code{font-family:ui-monospace,monospace;white-space:nowrap}"
    "tr.wait{background:var(--wait)}summary{cursor:pointer;color:var(--soft);font-size:.85rem}\n"
    "svg{display:block}.bar{fill:var(--bar)}.low{fill:var(--low)}\n"};

static void start(struct explain *explain)
{
    if (explain->headed++)
        return;
    page_open(&explain->out, &page);
    page_add(&explain->out, "<p>", explain->asked.path, "</p>\n");
}

void explain_html_kernel(struct explain *explain)
{
    struct text *out = &explain->out, value = {0};
    unsigned i;

    start(explain);
    explain_heading(explain, &value);
    page_add(out, "<section>\n<h2>", text_string(&value), "</h2>\n");
    text_clear(&value);
    explain_occupancy(explain, &value);
    page_add(out, "<p>", text_string(&value), "</p>\n");
    if (explain->code_status == GPUOCC_CODE_OK)
        for (i = 0; text_clear(&value), explain_assumption(explain, i, &value); i++)
            page_add(out, "<p>Assumed: ", text_string(&value), "</p>\n");
    text_free(&value);
}

/* Adds a part of several lines; page_add() makes the ends of lines visible. */
static void add_part(struct text *out, const char *open, const char *lines, const char *close)
{
    struct text line = {0};
    const char *end;

    text_add(out, open);
    for (; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        text_clear(&line);
        text_add_bytes(&line, lines, (size_t)(end - lines));
        page_add(out, "", text_string(&line), "\n");
    }
    page_add(out, "", lines, close);
    text_free(&line);
}

void explain_html_kernel_end(struct explain *explain)
{
    static const struct {
        int (*add)(const struct explain *explain, struct text *text);
        const char *open, *close;
    } parts[] = {{explain_add_no_lines, "<p class=\"doubt\">", "</p>\n"},
                 {explain_add_global, "<pre>", "</pre>\n"},
                 {explain_add_conflicts, "<pre>", "</pre>\n"},
                 {explain_add_locals, "<pre>", "</pre>\n"},
                 {explain_add_reserved, "<p>", "</p>\n"},
                 {explain_lives, "<p>", "</p>\n"},
                 {explain_time, "<p class=\"verdict\">", "</p>\n"},
                 {explain_add_advice, "<pre>", "</pre>\n"}};
    struct text part = {0};
    size_t i;

    if (explain->code_status > GPUOCC_CODE_STOPPED || explain->code_status < 0) {
        explain_why_not(explain, &part);
        page_add(&explain->out, "<p class=\"doubt\">", text_string(&part), "</p>\n");
    }
    for (i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        text_clear(&part);
        if (parts[i].add(explain, &part))
            add_part(&explain->out, parts[i].open, text_string(&part), parts[i].close);
    }
    text_add(&explain->out, "</section>\n");
    text_free(&part);
}

static void add_facts(const struct explain *explain, const gpuocc_code_loop *loop, struct text *out)
{
    struct text value = {0};
    const char *name;
    unsigned i;

    text_add(out, "<table>\n");
    for (i = 0; text_clear(&value), (name = explain_fact(explain, loop, i, &value)) != NULL; i++)
        if (value.length != 0) {
            text_format(out, "<tr><th>%s</th>", name);
            page_add(out, "<td>", text_string(&value), "</td></tr>\n");
        }
    text_add(out, "</table>\n");
    for (i = 0; text_clear(&value), explain_doubt(loop, i, &value); i++)
        page_add(out, "<p class=\"doubt\">", text_string(&value), "</p>\n");
    text_free(&value);
}

/* Adds the bar of an instruction: the loads in flight before it, relative to the maximum in the
 * loop. The loads that it waits for have a different colour. */
static void add_bar(const gpuocc_code_loop *loop, const gpuocc_code_step *step, struct text *out)
{
    const uint64_t most = loop->most_in_flight > LOADS ? loop->most_in_flight : LOADS;

    if (step->in_flight == 0)
        return;
    text_format(out,
                "<svg width=\"%u\" height=\"10\" role=\"img\" aria-label=\"%lu loads in flight\">"
                "<rect class=\"bar\" width=\"%lu\" height=\"10\"/>"
                "<rect class=\"low\" width=\"%lu\" height=\"10\"/></svg>",
                BAR_WIDTH, (unsigned long)step->in_flight,
                (unsigned long)(step->in_flight * BAR_WIDTH / most),
                (unsigned long)(step->returns * BAR_WIDTH / most));
}

static void add_source(const struct explain *explain, uint32_t address, struct text *note)
{
    const gpuocc_code_line *line = explain_line(explain, address);

    if (line == NULL)
        return;
    text_add(note, note->length != 0 ? "; " : "");
    explain_add_calls(explain, line, note);
}

static void add_row(const struct explain *explain, const gpuocc_code_loop *loop,
                    const gpuocc_code_instruction *now, const gpuocc_code_step *step,
                    struct text *out)
{
    struct text value = {0};

    text_format(out, "<tr%s><td>0x%05lx</td><td>%s</td>",
                step->returns + step->shared_returns != 0 ? " class=\"wait\"" : "",
                (unsigned long)now->address,
                (now->flags >> GPUOCC_CODE_FLAG_GUARDED & 1) != 0 ? "@" : "");
    explain_operation(explain, now, &value);
    page_add(out, "<td>", text_string(&value), "</td>");
    text_format(out, "<td>%s%s%s</td><td>", gpuocc_code_class_name(now->kind),
                now->second != 0 ? " and " : "",
                now->second != 0 ? gpuocc_code_class_name(now->second) : "");
    add_bar(loop, step, out);
    text_clear(&value);
    explain_note(explain, now, step, &value);
    add_source(explain, now->address, &value);
    page_add(out, "</td><td>", text_string(&value), "</td></tr>\n");
    text_free(&value);
}

static void add_annotation(const struct explain *explain, const gpuocc_code_loop *loop,
                           struct text *out)
{
    gpuocc_code_instruction now;
    uint32_t i;

    now.size = sizeof now;
    text_add(out, "<details open>\n<summary>instructions, and the loads in flight before each"
                  "</summary>\n<table class=\"code\">\n<tr><th>address</th><th></th>"
                  "<th>operation</th><th>class</th><th>in flight</th><th></th></tr>\n");
    for (i = 0; i < loop->instructions; i++)
        if (gpuocc_code_decode(&explain->code, loop->steps[i].address, &now) == GPUOCC_CODE_OK)
            add_row(explain, loop, &now, &loop->steps[i], out);
    text_add(out, "</table>\n</details>\n");
}

void explain_html_loop(struct explain *explain, const gpuocc_code_loop *loop)
{
    struct text *out = &explain->out, value = {0};

    text_add(out, "<article>\n<h3>");
    explain_extent(explain, loop, out);
    text_add(out, "</h3>\n");
    if (explain_verdict(explain, loop, &value))
        page_add(out, "<p class=\"verdict\">", text_string(&value), "</p>\n");
    text_clear(&value);
    explain_counts(loop, &value);
    page_add(out, "<p>", text_string(&value), "</p>\n");
    if (loop->extent != GPUOCC_CODE_WAITING_LOOP)
        add_facts(explain, loop, out);
    if (explain->asked.annotate)
        add_annotation(explain, loop, out);
    text_add(out, "</article>\n");
    text_free(&value);
}

void explain_html_end(struct explain *explain)
{
    struct text *out = &explain->out;
    const char *sentence;
    unsigned i;

    start(explain);
    text_add(out, "<h2>Not modelled</h2>\n<ul>\n");
    for (i = 0; (sentence = explain_not_modelled(i)) != NULL; i++)
        text_format(out, "<li>%s</li>\n", sentence);
    text_format(out, "</ul>\n<p>Made with device data %lu.</p>\n",
                (unsigned long)gpuocc_data_version());
    page_close(out);
    out_text(out);
    text_clear(out);
}
