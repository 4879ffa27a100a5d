/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: has a loop judged, or finds out why there is no verdict; and the names of the
 * pipes without a known rate.
 */
#include "commands/explain/explain.h"
#include "commands/timing.h"

/* Tells whether the loop gets a verdict: innermost loops do, and all code if it has no loop. */
static int is_judged(const struct explain *explain, const gpuocc_code_loop *loop)
{
    if (loop->extent == GPUOCC_CODE_ALL)
        return explain->loops_here == 0;
    return loop->extent == GPUOCC_CODE_LOOP && loop->loops == 0;
}

void explain_judge(struct explain *explain, const gpuocc_code_loop *loop)
{
    const gpuocc_explain_options options = {
        .size = sizeof options,
        .l1_hit = explain->asked.shares[SHARE_L1_HIT],
        .l2_hit = explain->asked.shares[SHARE_L2_HIT],
        .efficiency = explain->asked.shares[SHARE_EFFICIENCY],
        .accesses = explain->asked.share_assumed[SHARE_EFFICIENCY] ? explain->accesses : NULL,
        .access_count = explain->access_count,
    };
    gpuocc_error error = {.size = sizeof error};
    char sentence[1024];
    int32_t status;

    explain->judged = 0;
    text_clear(&explain->message);
    if (!is_judged(explain, loop) || timing_lacks_device(&explain->answer, &explain->message))
        return;
    explain->verdict.size = sizeof explain->verdict;
    status = gpuocc_explain_loop(loop, answer_occupancy(&explain->answer), &options,
                                 &explain->verdict, &error);
    explain->judged = status == GPUOCC_OK;
    if (status == GPUOCC_OK)
        return;
    if (status == GPUOCC_NOT_APPLICABLE && explain->verdict.reason == GPUOCC_EXPLAIN_COPY_SIZE) {
        text_add(&explain->message, "the size of the copies that it waits for is not in the code");
        return;
    }
    (void)gpuocc_error_text(&error, status, sentence, sizeof sentence);
    text_add(&explain->message, sentence);
    if (status == GPUOCC_NOT_KNOWN && explain->options.question.device == NULL)
        text_add(&explain->message, "; name a product (--device)");
}

/* Names for people of the classes of instructions that the latency model has no resource for. */
static const struct {
    uint32_t classes; /* a set */
    const char *name;
} others[] = {
    {1u << GPUOCC_CODE_CONVERT, "convert"},
    {1u << GPUOCC_CODE_WARP, "warp"},
    {1u << GPUOCC_CODE_LOAD_LOCAL | 1u << GPUOCC_CODE_STORE_LOCAL, "local"},
    {1u << GPUOCC_CODE_LOAD_GENERIC | 1u << GPUOCC_CODE_STORE_GENERIC, "generic"},
    {1u << GPUOCC_CODE_LOAD_TENSOR | 1u << GPUOCC_CODE_STORE_TENSOR, "tensor"},
    {1u << GPUOCC_CODE_ATOMIC, "atomic"},
    {1u << GPUOCC_CODE_TEXTURE, "texture"},
    {1u << GPUOCC_CODE_UNKNOWN, "unknown"},
};

const char *explain_pipe_of(uint64_t resources, uint32_t classes, unsigned index)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((resources >> i & 1) != 0 && index-- == 0)
            return gpuocc_name(GPUOCC_LIST_RESOURCES, i);
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((classes & others[i].classes) != 0 && index-- == 0)
            return others[i].name;
    return NULL;
}

const char *explain_pipe(const gpuocc_verdict *verdict, unsigned index)
{
    return explain_pipe_of(verdict->unrated_resources, verdict->unrated_classes, index);
}
