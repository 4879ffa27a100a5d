/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: has a loop judged, or finds out why there is no verdict; and the names of the
 * pipes without a known rate.
 */
#include "commands/explain/explain.h"
#include "commands/timing.h"

void explain_judge(struct explain *explain, const gpuocc_code_loop *loop)
{
    const gpuocc_explain_options options = {
        .size = sizeof options,
        .l1_hit = explain->asked.shares[SHARE_L1_HIT],
        .l2_hit = explain->asked.shares[SHARE_L2_HIT],
        .efficiency = explain->asked.shares[SHARE_EFFICIENCY],
        .accesses = explain->counted,
        .access_count = explain->access_count,
        .notes = explain->kernel->notes,
        .conflict_factor = explain->asked.conflicts,
    };
    const uint32_t reason = gpuocc_explain_reason(loop);
    gpuocc_error error = {.size = sizeof error};
    char sentence[1024];
    int32_t status;

    explain->judged = 0;
    text_clear(&explain->message);
    if (reason == GPUOCC_EXPLAIN_OUTER_LOOP || reason == GPUOCC_EXPLAIN_WAITING_LOOP ||
        timing_lacks_device(&explain->answer, &explain->message))
        return;
    explain->verdict.size = sizeof explain->verdict;
    status = gpuocc_explain_loop(loop, answer_occupancy(&explain->answer), &options,
                                 &explain->verdict, &error);
    explain->judged = status == GPUOCC_OK;
    if (status == GPUOCC_OK)
        return;
    if (reason == GPUOCC_EXPLAIN_COPY_SIZE) {
        text_add(&explain->message, "the size of the copies that it waits for is not in the code");
        return;
    }
    (void)gpuocc_error_text(&error, status, sentence, sizeof sentence);
    text_add(&explain->message, sentence);
    if (status == GPUOCC_NOT_KNOWN && explain->options.question.device == NULL)
        text_add(&explain->message, "; name a product (--device)");
}

const char *explain_pipe(const gpuocc_verdict *verdict, unsigned index)
{
    return gpuocc_explain_pipe_name(verdict->unrated_resources, verdict->unrated_classes, index);
}
