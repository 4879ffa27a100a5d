/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: has a loop judged, or finds out why there is no verdict.
 */
#include "commands/explain/explain.h"

/* Tells whether the loop gets a verdict: innermost loops do, and all code if it has no loop. */
static int is_judged(const struct explain *explain, const gpuocc_code_loop *loop)
{
    if (loop->extent == GPUOCC_CODE_ALL)
        return explain->loops_here == 0;
    return loop->extent == GPUOCC_CODE_LOOP && loop->loops == 0;
}

/* Tells whether the device lacks a latency model. If so, adds the reason to explain->message. */
static int lacks_device(struct explain *explain)
{
    struct text *message = &explain->message;

    if (explain->answer.status < 0)
        text_add(message, text_string(&explain->answer.message));
    else if (answer_occupancy(&explain->answer) == NULL)
        text_format(message, "%s: name one of them (--device)",
                    text_string(&explain->answer.remark));
    return message->length != 0;
}

void explain_judge(struct explain *explain, const gpuocc_code_loop *loop)
{
    const gpuocc_explain_options options = {
        .size = sizeof options,
        .l1_hit = explain->shares[SHARE_L1_HIT],
        .l2_hit = explain->shares[SHARE_L2_HIT],
        .efficiency = explain->shares[SHARE_EFFICIENCY],
    };
    gpuocc_error error = {.size = sizeof error};
    char sentence[1024];
    int32_t status;

    explain->judged = 0;
    text_clear(&explain->message);
    if (!is_judged(explain, loop) || lacks_device(explain))
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
