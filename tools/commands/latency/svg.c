/* SPDX-License-Identifier: MIT
 *
 * Draws the waves needed over the arithmetic per load: Volkov's curve with its cusp, and the
 * kernel's point.
 */
#include "answer.h"
#include "commands/latency/latency.h"
#include "output/out.h"
#include "output/svg.h"

/* Points of the curve: additions per load from LEAST on, STEPS to each doubling. */
#define LEAST    0.25
#define STEPS    8u
#define OCTAVES  12u
#define POINTS   (STEPS * OCTAVES + 1)
#define ONE_STEP 1.0905077326652577 /* the eighth root of 2 */

struct curve {
    double additions[POINTS], needed[POINTS];
    double top; /* waves at the upper edge of the plot */
};

static int find_points(struct curve *curve, const struct mix *mix, const struct session *session)
{
    gpuocc_latency latency;
    double additions = LEAST;
    size_t i;

    for (i = 0; i < POINTS; i++, additions *= ONE_STEP) {
        curve->additions[i] = additions;
        if (latency_make(mix, &session->answer, additions * mix->amounts[MIX_LOADS], &latency,
                         NULL) != GPUOCC_OK ||
            gpuocc_latency_get(&latency, GPUOCC_LATENCY_WAVES_NEEDED_EXACT, 0, &curve->needed[i],
                               NULL) != GPUOCC_OK)
            return 0;
        if (curve->needed[i] > curve->top)
            curve->top = curve->needed[i];
    }
    return 1;
}

static unsigned height_of(const struct curve *curve, double waves)
{
    return (unsigned)(waves / curve->top * SVG_HEIGHT);
}

/* `slots`: a level that has a separate label; 0: none. */
static void add_axes(struct text *svg, const struct curve *curve, double slots)
{
    static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};
    struct text label = {0};
    double waves, step = 10000;
    size_t i;

    for (i = sizeof steps / sizeof steps[0]; i-- > 0;)
        if (curve->top / steps[i] < 10)
            step = steps[i];
    svg_add_level(svg, &svg_single, "axis", 0, "0");
    for (waves = step; waves <= curve->top; waves += step) {
        const double apart = (waves - slots) / curve->top * SVG_HEIGHT;

        text_clear(&label);
        if (slots <= 0 || apart > 12 || apart < -12) /* the height of a label */
            text_format(&label, "%.0f", waves);
        svg_add_level(svg, &svg_single, "grid", height_of(curve, waves), text_string(&label));
    }
    for (i = 0; i < POINTS; i += 2 * STEPS) {
        text_clear(&label);
        text_format(&label, "%g", (double)((size_t)1 << i / STEPS) * LEAST);
        svg_add_tick(svg, &svg_single, (unsigned long)(i * SVG_WIDTH / (POINTS - 1)),
                     text_string(&label));
    }
    svg_add_axes(svg, &svg_single, "fp32 instructions per load",
                 "waves of a core below which latency is exposed for sure");
    text_free(&label);
}

static void add_curve(struct text *svg, const struct curve *curve)
{
    size_t i;

    text_add(svg, "<path class=\"curve\" d=\"");
    for (i = 0; i < POINTS; i++)
        text_format(svg, "%s%u %u", i == 0 ? "M" : "L",
                    SVG_LEFT + (unsigned)(i * SVG_WIDTH / (POINTS - 1)),
                    SVG_TOP + SVG_HEIGHT - height_of(curve, curve->needed[i]));
    text_add(svg, "\"/>\n");
}

/* Adds the kernel's point, unless its number of waves is a range. */
static void add_kernel(struct text *svg, const struct curve *curve, const struct mix *mix)
{
    const double ratio = mix->amounts[MIX_FP32] / mix->amounts[MIX_LOADS];
    double low = 0, high = 0;
    const int32_t status = latency_get(mix, GPUOCC_LATENCY_WAVES, 0, &low, &high);
    struct text title = {0};
    size_t i = 0;

    while (i + 1 < POINTS && curve->additions[i] * 1.0443 < ratio) /* half a step up */
        i++;
    if (status != GPUOCC_OK || low != high || low > curve->top)
        return;
    text_format(&title, "this kernel: %.0f waves, %g fp32 per load", low, ratio);
    svg_add_marker(svg, &svg_single, (unsigned long)(i * SVG_WIDTH / (POINTS - 1)),
                   height_of(curve, low), text_string(&title));
    text_free(&title);
}

int latency_write_svg(const struct mix *mix, const struct session *session)
{
    const struct value *slots = &session->answer.results[GPUOCC_RESULT_MAX_WAVES];
    struct text svg = {0}, title = {0};
    struct curve curve;
    int ending;

    curve.top = value_exact(slots) ? (double)slots->low : 1;
    if (mix->amounts[MIX_LOADS] <= 0)
        return complain("--svg needs --loads: the curve is drawn over fp32 per load");
    if (!find_points(&curve, mix, session))
        return complain("--svg: a number of the model is missing (fp32_latency, fp32_rate)");
    text_add(&title, "Waves needed over arithmetic");
    session_add_device(session, &title);
    svg_open_single(&svg, text_string(&title));
    add_axes(&svg, &curve, value_exact(slots) ? (double)slots->low : 0);
    if (value_exact(slots))
        svg_add_level(&svg, &svg_single, "axis", height_of(&curve, (double)slots->low), "slots");
    add_curve(&svg, &curve);
    add_kernel(&svg, &curve, mix);
    svg_close(&svg);
    ending = svg_write(mix->svg, &svg);
    text_free(&svg);
    text_free(&title);
    return ending;
}
