/* SPDX-License-Identifier: MIT
 *
 * gpuocc eval: the additional result columns of --best and --inverse.
 */
#include "commands/eval.h"

void eval_extra_start(struct eval *eval)
{
    if (eval->best) {
        eval->extras[eval->extra_count++].name = "best_threads_per_group";
        eval->extras[eval->extra_count++].name = "best_groups";
    }
    if (eval->inverse != 0)
        eval->extras[eval->extra_count++].name = "dynamic_shared_bytes_for_groups";
}

static void find_best(struct eval *eval, struct extra *threads, struct extra *groups)
{
    const struct question *question = &eval->question;
    const gpuocc_group_search search = {.size = sizeof search, .convention = question->convention};

    threads->known = gpuocc_best_group(eval->answer.device, &question->kernel, &search,
                                       &threads->value, &groups->value, NULL) == GPUOCC_OK;
    groups->known = threads->known;
}

void eval_extra_row(struct eval *eval)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(&eval->answer);
    struct extra *extra = eval->extras;
    size_t i;

    for (i = 0; i < eval->extra_count; i++)
        eval->extras[i].known = 0;
    if (occupancy == NULL)
        return;
    if (eval->best) {
        find_best(eval, &extra[0], &extra[1]);
        extra += 2;
    }
    if (eval->inverse != 0)
        extra->known = gpuocc_occupancy_maximum(occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                                GPUOCC_TARGET_GROUPS, eval->inverse, &extra->value,
                                                NULL) == GPUOCC_OK;
}
