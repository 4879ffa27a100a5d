/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: writes the verdict on a loop as a paragraph.
 */
#include "commands/explain/explain.h"

#include <string.h>

static double result(const gpuocc_latency *latency, uint32_t number, uint32_t index, double *high)
{
    double low = 0;

    *high = 0;
    return gpuocc_latency_get(latency, number, index, &low, high) == GPUOCC_OK ? low : -1;
}

double explain_waves_needed(const struct verdict *verdict, double *most)
{
    const double least = result(verdict->latency, GPUOCC_LATENCY_WAVES_NEEDED, 0, most);

    if (verdict->open || least < 0)
        *most = 0;
    return verdict->pipe_count != 0 ? 1 : least;
}

const char *explain_is_hidden(const struct verdict *verdict)
{
    double most, has_most;
    const double need = explain_waves_needed(verdict, &most);
    const double has = result(verdict->latency, GPUOCC_LATENCY_WAVES, 0, &has_most);

    return most == 0 ? NULL : has >= most ? "yes" : has_most < need ? "no" : "perhaps";
}

static void add_range(struct text *text, double low, double high)
{
    text_format(text, high >= low + 0.5 ? "%.0f to %.0f" : "%.0f", low, high);
}

static void add_changes(const struct verdict *verdict, struct text *text)
{
    const struct change *change;
    uint32_t i;

    for (i = 0; i < verdict->change_count; i++) {
        change = &verdict->changes[i];
        if (change->field != 0)
            text_format(text, " %s %lu instead of %lu would admit %llu waves and",
                        gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, change->field),
                        (unsigned long)change->then, (unsigned long)change->now,
                        (unsigned long long)change->waves);
        else if (strcmp(change->name, "wider_loads") == 0)
            text_add(text, " Loads of 16 bytes, as many in flight, would");
        else
            text_add(text, " Twice the loads in flight would");
        text_format(text, " make it %.3g times as fast.", change->gain);
    }
    if (verdict->change_count == 0)
        text_add(text, " Neither more or wider loads in flight nor more waves would make it "
                       "faster.");
}

/* Adds "21 to 36 waves hide that, and 48 are resident: the latency is hidden." */
static void add_waves(const struct verdict *verdict, struct text *text)
{
    const char *hidden = explain_is_hidden(verdict);
    double low, high;

    if (hidden == NULL)
        return;
    low = explain_waves_needed(verdict, &high);
    text_add(text, verdict->pipe_count != 0 ? " At most " : " ");
    add_range(text, verdict->pipe_count != 0 ? high : low, high);
    text_add(text, low == 1 && high < 1.5 ? " wave hides that, and " : " waves hide that, and ");
    low = result(verdict->latency, GPUOCC_LATENCY_WAVES, 0, &high);
    add_range(text, low, high);
    text_format(text, " are resident: the latency %s.",
                hidden[0] == 'y'   ? "is hidden"
                : hidden[0] == 'n' ? "is exposed"
                                   : "may be hidden");
}

/* Adds "What binds is not known, because these pipes of the loop have no known rate: shared memory,
 * matrix." */
static void add_pipes(const struct verdict *verdict, const gpuocc_code_loop *loop,
                      struct text *text)
{
    static const char *const memories[] = {"shared", "local", "tensor"};
    uint32_t i, k;

    text_format(text, " What binds is not known, because %s of the %s %s no known rate:",
                verdict->pipe_count == 1 ? "this pipe" : "these pipes",
                loop->extent == GPUOCC_CODE_ALL ? "code" : "loop",
                verdict->pipe_count == 1 ? "has" : "have");
    for (i = 0; i < verdict->pipe_count; i++) {
        text_format(text, "%s %s", i == 0 ? "" : ",", verdict->pipes[i]);
        for (k = 0; k < sizeof memories / sizeof memories[0]; k++)
            if (strcmp(verdict->pipes[i], memories[k]) == 0)
                text_add(text, " memory");
    }
    text_add_byte(text, '.');
}

static void add_bounds(const struct verdict *verdict, const gpuocc_code_loop *loop,
                       struct text *text)
{
    const gpuocc_latency *l = verdict->latency;
    double high, upper, expected, rate;
    const double low = result(l, GPUOCC_LATENCY_BINDING, 0, &high);

    if (loop->depth > 1)
        text_add(text, " The loop is inside another one, and how often each of them runs is not "
                       "known, so that what binds the two is not known either. With all waves in "
                       "this loop it would be ");
    else
        text_add(text, " What binds is ");
    text_add(text, gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)high));
    if (low >= 0 && low != high)
        text_format(text, " or %s", gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)low));
    (void)result(l, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_UPPER, &upper);
    expected = result(l, GPUOCC_LATENCY_SHARE_OF_PEAK, GPUOCC_CURVE_EXPECTED, &high);
    text_format(text, ": at most %.3g %% of the peak", 100 * upper);
    if (expected >= 0)
        text_format(text, ", expected %.3g %%", 100 * expected);
    rate = result(l, GPUOCC_LATENCY_GB_PER_S, GPUOCC_CURVE_EXPECTED, &high);
    if (explain_loads(loop) != 0 && rate > 0)
        text_format(text, " (%.4g GB/s)", rate);
    text_add_byte(text, '.');
}

int explain_verdict(const struct explain *explain, const gpuocc_code_loop *loop, struct text *text)
{
    const struct verdict *verdict = &explain->verdict;
    double low, high;

    if (verdict->latency != NULL) {
        text_format(text, "Verdict: a wave alone takes %s", verdict->open ? "at least " : "");
        low = result(verdict->latency, GPUOCC_LATENCY_WAVE_LATENCY, 0, &high);
        add_range(text, low, high);
        text_format(text, " cycles for %s.",
                    loop->extent == GPUOCC_CODE_ALL ? "one pass" : "an iteration");
        add_waves(verdict, text);
        if (verdict->pipe_count != 0) {
            add_pipes(verdict, loop, text);
        } else {
            add_bounds(verdict, loop, text);
            add_changes(verdict, text);
        }
    } else if (verdict->message.length != 0) {
        text_format(text, "No verdict: %s", text_string(&verdict->message));
    } else if (loop->extent == GPUOCC_CODE_LOOP) {
        text_format(text,
                    "No verdict of its own: %lu %s inside it, and how often %s in one of its "
                    "iterations is not known; the counts are for one iteration of each",
                    (unsigned long)loop->loops, loop->loops == 1 ? "loop is" : "loops are",
                    loop->loops == 1 ? "it runs" : "they run");
    }
    return text->length != 0;
}
