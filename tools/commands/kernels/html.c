/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels --html: a page without scripts, fonts or links, with a chart for each kernel: its
 * waves as part of the maximum, and the groups that each resource allows.
 */
#include "commands/kernels/kernels.h"
#include "output/results.h"

#include "output/page.h"
#include "output/svg.h"

/* Width of the charts in pixels. */
#define WAVES_WIDTH 160u
#define LIMIT_WIDTH 150u
#define LIMIT_ROW   11u

static const struct page page = {
    "Occupancy of kernels", "--rail:#e4e8ec", "--rail:#343b43",
    "h2{font-size:1rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}\n"
    "article{display:grid;grid-template-columns:minmax(0,1fr) 170px 260px;gap:.4rem 1.2rem;"
    "background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.7rem 1rem;"
    "margin:.5rem 0}\n"
    "@media(max-width:46rem){article{grid-template-columns:minmax(0,1fr)}}\n"
    "h3{margin:0;font:600 .9rem ui-monospace,monospace;overflow-wrap:anywhere}\n"
    "p{margin:.2rem 0;font-size:.85rem;color:var(--soft);overflow-wrap:anywhere}\n"
    "p b{color:var(--ink)}svg{display:block;max-width:100%}svg text{font:10px system-ui,sans-serif;"
    "fill:var(--soft)}.bar{fill:var(--bar)}.low{fill:var(--low)}.rail{fill:var(--rail)}\n"};

void kernels_html_start(struct kernels *kernels)
{
    text_clear(&kernels->line);
    page_open(&kernels->line, &page);
    text_add(&kernels->line,
             "<p>For each kernel: the waves of a core, and the number of groups that "
             "each resource admits. The limiting resource is orange; long bars are "
             "cut.</p>\n");
    out_text(&kernels->line);
}

/* Adds a bar for the waves as part of the maximum: the lower bound of a range in full colour, the
 * rest of the range thin. */
static void add_waves(const struct answer *answer, struct text *text)
{
    const struct value *waves = &answer->results[GPUOCC_RESULT_WAVES];
    const uint64_t most = answer->results[GPUOCC_RESULT_MAX_WAVES].high;
    uint64_t low, high;

    if (waves->state != VALUE_KNOWN || most == 0 || waves->high > most)
        return;
    low = waves->low * WAVES_WIDTH / most;
    high = waves->high * WAVES_WIDTH / most;
    text_format(text,
                "<svg viewBox=\"0 0 %u 14\" width=\"%u\" height=\"14\" role=\"img\" "
                "aria-label=\"waves\"><rect class=\"rail\" width=\"%u\" height=\"14\" rx=\"2\"/>"
                "<rect class=\"%s\" y=\"4\" width=\"%llu\" height=\"6\"/>"
                "<rect class=\"%s\" width=\"%llu\" height=\"14\" rx=\"2\"/></svg>\n<p>",
                WAVES_WIDTH, WAVES_WIDTH, WAVES_WIDTH, 2 * waves->low < most ? "low" : "bar",
                (unsigned long long)high, 2 * waves->low < most ? "low" : "bar",
                (unsigned long long)low);
    text_add_waves(text, answer);
    text_add(text, "</p>\n");
}

/* Adds a bar for the groups that each resource allows; limiting resources have another colour. */
static void add_limits(const struct answer *answer, struct text *text)
{
    const uint64_t limiters = answer->results[GPUOCC_RESULT_LIMITERS].high;
    const struct value *resident = &answer->results[GPUOCC_RESULT_GROUPS];
    uint64_t most = 0, length;
    unsigned rows = 0;
    uint32_t i;

    for (i = 0; i < GPUOCC_LIMIT_COUNT; i++)
        if (value_exact(&answer->limits[i]) && answer->limits[i].low != VALUE_ENDLESS) {
            most = answer->limits[i].low > most ? answer->limits[i].low : most;
            rows++;
        }
    if (most == 0)
        return;
    /* Bars far above the limit are cut off. */
    if (resident->state == VALUE_KNOWN && most > 4 * resident->high + 4)
        most = 4 * resident->high + 4;
    text_format(text,
                "<svg viewBox=\"0 0 256 %u\" width=\"256\" height=\"%u\" role=\"img\" "
                "aria-label=\"groups that each resource admits\">\n",
                rows * LIMIT_ROW + 2, rows * LIMIT_ROW + 2);
    for (rows = 0, i = 0; i < GPUOCC_LIMIT_COUNT; i++) {
        const struct value *groups = &answer->limits[i];

        if (!value_exact(groups) || groups->low == VALUE_ENDLESS)
            continue;
        length = (groups->low < most ? groups->low : most) * LIMIT_WIDTH / most;
        text_format(text,
                    "<text x=\"72\" y=\"%u\" text-anchor=\"end\">%s</text>"
                    "<rect class=\"%s\" x=\"76\" y=\"%u\" width=\"%llu\" height=\"8\"/>"
                    "<text x=\"%llu\" y=\"%u\">%llu</text>\n",
                    rows * LIMIT_ROW + 9,
                    i == GPUOCC_LIMIT_SCALAR_REGISTERS ? "scalars"
                                                       : gpuocc_name(GPUOCC_LIST_LIMITS, i),
                    limiters >> i & 1 ? "low" : "bar", rows * LIMIT_ROW + 2,
                    (unsigned long long)length, (unsigned long long)(80 + length),
                    rows * LIMIT_ROW + 9, (unsigned long long)groups->low);
        rows++;
    }
    text_add(text, "</svg>\n");
}

static void add_fact(struct text *html, const char *name, const struct text *value)
{
    if (value->length == 0)
        return;
    text_add(html, name);
    page_add(html, " <b>", text_string(value), "</b> &middot; ");
}

static void add_facts(struct kernels *kernels, struct text *html)
{
    const gpuocc_kernel *kernel = &kernels->question.kernel;
    const uint32_t scratch[] = {kernels->kernel->stack_bytes, kernels->kernel->spill_bytes};
    static const char *const names[] = {"stack", "spills"};
    struct text *cell = &kernels->message;
    unsigned i;

    text_clear(cell);
    kernels_threads(kernels, cell);
    add_fact(html, "threads", cell);
    text_clear(cell);
    kernels_registers(kernel, cell);
    add_fact(html, kernel->grf_count != 0 ? "GRF" : "registers", cell);
    text_clear(cell);
    kernels_shared(kernel, cell);
    add_fact(html, "shared", cell);
    for (i = 0; i < 2; i++) {
        text_clear(cell);
        if (scratch[i] != 0 && scratch[i] != GPUOCC_UNKNOWN)
            text_add_number(cell, scratch[i]);
        add_fact(html, names[i], cell);
    }
    text_clear(cell);
    kernels_notes(kernels->kernel->notes, cell);
    add_fact(html, "notes", cell);
    text_clear(cell);
    text_add_bytes(cell, kernels->question.device != NULL ? kernels->question.device : "",
                   kernels->question.device_length);
    page_add(html, "on <b>", text_string(cell), "</b>");
    if (kernels->asked.sort != NULL)
        page_add(html, " &middot; in <b>", text_string(&kernels->file.path), "</b>");
    text_add(html, "</p>\n");
}

static void add_advice(struct kernels *kernels, struct text *html)
{
    struct text *cell = &kernels->message;

    text_clear(cell);
    if (kernels->answer->status < 0)
        kernels_add_refusal(kernels, cell);
    else
        kernels_cached_next_step(kernels, cell);
    if (cell->length != 0)
        page_add(html, "<p>", text_string(cell), "</p>\n");
    text_clear(cell);
    kernels_cached_settings(kernels, cell);
    if (cell->length != 0)
        page_add(html, "<p><code>", text_string(cell), "</code></p>\n");
}

void kernels_html_row(struct kernels *kernels)
{
    struct text *html = &kernels->line, *cell = &kernels->message;

    text_clear(html);
    if (!kernels->out.headed && kernels->asked.sort == NULL) {
        page_add(html, "<h2>", text_string(&kernels->file.path), " (");
        text_add(html, kernels->kernel->format);
        text_add(html, ")</h2>\n");
        kernels->out.headed = 1;
    }
    text_clear(cell);
    kernels_name(kernels, kernels->kernel->name.at, kernels->kernel->name.length, cell);
    page_add(html, "<article>\n<div><h3>", text_string(cell), "</h3>\n<p>");
    add_facts(kernels, html);
    add_advice(kernels, html);
    text_add(html, "</div>\n<div>\n");
    add_waves(kernels->answer, html);
    text_add(html, "</div>\n<div>\n");
    add_limits(kernels->answer, html);
    text_add(html, "</div>\n</article>\n");
}

void kernels_html_end(struct kernels *kernels)
{
    struct text *html = &kernels->line;
    const char *sentence;
    unsigned i;
    size_t t;

    text_clear(html);
    for (t = 0; t < kernels->total_count; t++) {
        text_clear(&kernels->message);
        kernels_totals_text(&kernels->totals_of[t], &kernels->message);
        page_add(html, "<p>", text_string(&kernels->message), "</p>\n");
    }
    for (i = 0; i < GPUOCC_KERNELS_ASSUMED_COUNT; i++)
        if ((kernels->counts.assumed >> i & 1) != 0) {
            page_add(html, "<p>Assumed: ", gpuocc_kernels_assumption_about(i), "; give ");
            page_add(html, "", kernels_assumption_option(i), ".</p>\n");
        }
    for (i = 0; (sentence = kernels_device_note(kernels, i)) != NULL; i++)
        page_add(html, "<p>Note: ", sentence, ".</p>\n");
    for (i = 0; i < GPUOCC_KERNELS_NOTE_COUNT; i++)
        if (kernels_note_explained(kernels, i))
            text_format(html, "<p>Note: %s: %s.</p>\n", gpuocc_kernels_note_name(i),
                        gpuocc_kernels_note_about(i));
    text_format(html, "<p>%llu kernels in %llu of %llu files, with the device data %lu.</p>\n",
                kernels->counts.kernels, kernels->counts.read, kernels->counts.files,
                (unsigned long)gpuocc_data_version());
    page_close(html);
    out_text(html);
}
