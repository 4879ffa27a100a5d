/* SPDX-License-Identifier: MIT
 *
 * The columns that --best, --inverse and a column of stacks add to the results of "gpuocc eval".
 */
#include "commands/eval/eval.h"

#include "commands/commands.h"
#include "output/local.h"

void eval_name_extras(struct eval *eval)
{
    if (eval->best) {
        eval->extras[eval->extra_count++].name = "best_threads_per_group";
        eval->extras[eval->extra_count++].name = "best_groups";
    }
    if (eval->inverse != 0)
        eval->extras[eval->extra_count++].name = "dynamic_shared_bytes_for_groups";
}

static void find_best(struct eval *eval, struct eval_extra *threads, struct eval_extra *groups)
{
    const struct question *question = &eval->question;
    const gpuocc_group_search search = {.size = sizeof search, .convention = question->convention};
    uint32_t best = 0, resident = 0;

    threads->known = gpuocc_best_group(eval->answer.device, &question->kernel, &search, &best,
                                       &resident, NULL) == GPUOCC_OK;
    threads->value = best;
    groups->value = resident;
    groups->known = threads->known;
}

/* Sets the dynamic shared memory for --inverse; the message of the row says why there is none. */
static void find_inverse(struct eval *eval, const gpuocc_occupancy *occupancy,
                         struct eval_extra *extra)
{
    gpuocc_error error = {.size = sizeof error};
    char why[256];
    uint32_t most = 0;
    const int32_t status =
        gpuocc_occupancy_maximum(occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES,
                                 GPUOCC_TARGET_GROUPS, eval->inverse, &most, &error);

    extra->known = status == GPUOCC_OK;
    extra->value = most;
    if (extra->known || eval->answer.message.length != 0)
        return;
    gpuocc_error_text(&error, status, why, sizeof why);
    text_format(&eval->answer.message, "--inverse %lu: %s", (unsigned long)eval->inverse, why);
}

/* Fills the columns of --best and --inverse for the current row. */
void eval_fill_extras(struct eval *eval)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(&eval->answer);
    struct eval_extra *extra = eval->extras;
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
        find_inverse(eval, occupancy, extra++);
    if (eval->has_stack) {
        extra->value = local_memory(&eval->answer, eval->question.kernel.wave_size, eval->stack);
        extra->known = extra->value != UINT64_MAX;
    }
}
