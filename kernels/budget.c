/* SPDX-License-Identifier: MIT
 *
 * Limits what an input may cost. A small file can produce a large output, by compressed parts and
 * by names that many kernels share.
 */
#include <stdio.h>
#include <string.h>

#include "nest.h"

struct metered {
    struct callbacks callbacks, *outer;
    struct format_budget budget;
    size_t length; /* of the input */
};

static int take_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    struct metered *metered = user;
    const uint64_t cost =
        FORMAT_ROW + (uint64_t)kernel->name.length + 2 * (uint64_t)kernel->target.length;

    metered->budget.compiled = 1;
    if (cost <= metered->budget.reported) {
        metered->budget.reported -= cost;
        return metered->outer->kernel(metered->outer->user, kernel);
    }
    metered->budget.spent = 1;
    format_warning(metered->outer, 0,
                   "%lu bytes say that they hold more kernels, or longer names, than real files "
                   "of that size: the rest is passed over",
                   (unsigned long)metered->length);
    return 1;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    const struct metered *metered = user;

    metered->outer->warning(metered->outer->user, offset, sentence);
}

void format_compiled(struct callbacks *callbacks)
{
    if (callbacks->budget != NULL)
        callbacks->budget->compiled = 1;
}

void format_uncompiled(struct callbacks *callbacks, enum format_stage stage, uint32_t target)
{
    struct format_budget *budget = callbacks->budget;
    struct format_uncompiled *at;
    size_t i = 0;

    if (budget == NULL)
        return;
    for (at = budget->uncompiled; i < budget->uncompiled_count; i++, at++)
        if (at->stage > stage || (at->stage == stage && at->target >= target))
            break;
    if (i == budget->uncompiled_count || at->stage != stage || at->target != target) {
        if (budget->uncompiled_count == FORMAT_UNCOMPILED_MOST)
            return;
        memmove(at + 1, at, (budget->uncompiled_count++ - i) * sizeof *at);
        at->stage = stage;
        at->target = target;
        at->parts = 0;
    }
    at->parts++;
}

static const char *const stages[] = {"PTX", "link-time IR"};

/* Reports a file that has no machine code at all. */
static void tell_uncompiled(const struct metered *metered)
{
    const struct format_uncompiled *at = metered->budget.uncompiled;
    char list[160];
    size_t i, length = 0;

    for (i = 0; i < metered->budget.uncompiled_count && length < sizeof list - 40; i++)
        length += (size_t)snprintf(
            list + length, sizeof list - length, "%s%s%ssm_%lu",
            i == 0                           ? ""
            : at[i].stage != at[i - 1].stage ? " and "
                                             : ", ",
            i == 0 || at[i].stage != at[i - 1].stage ? stages[at[i].stage] : "",
            i == 0 || at[i].stage != at[i - 1].stage ? " for " : "", (unsigned long)at[i].target);
    format_warning(metered->outer, 0,
                   "holds %s%s but no machine code, and has no resources until it is compiled",
                   list, i < metered->budget.uncompiled_count ? " and others" : "");
}

static void end_uncompiled(const struct metered *metered)
{
    const struct format_uncompiled *at = metered->budget.uncompiled;
    char target[16];
    size_t i;

    for (i = 0; i < metered->budget.uncompiled_count && metered->outer->uncompiled != NULL; i++) {
        (void)snprintf(target, sizeof target, "sm_%lu", (unsigned long)at[i].target);
        metered->outer->uncompiled(metered->outer->user, stages[at[i].stage], target, at[i].parts);
    }
    if (metered->budget.uncompiled_count != 0 && !metered->budget.compiled)
        tell_uncompiled(metered);
}

int format_run(format_function *read, const unsigned char *bytes, size_t length,
               struct callbacks *callbacks)
{
    struct metered metered;
    int status;

    metered.outer = callbacks;
    metered.length = length;
    metered.budget.unpacked = FORMAT_UNPACKED_BASE + (uint64_t)length * FORMAT_UNPACKED_TIMES;
    metered.budget.reported = FORMAT_REPORTED_BASE + (uint64_t)length * FORMAT_REPORTED_TIMES;
    metered.budget.spent = metered.budget.compiled = 0;
    metered.budget.uncompiled_count = 0;
    metered.budget.arena = format_arena(callbacks);
    metered.callbacks.user = &metered;
    metered.callbacks.kernel = take_kernel;
    metered.callbacks.warning = take_warning;
    metered.callbacks.depth = callbacks->depth;
    metered.callbacks.budget = &metered.budget;
    metered.callbacks.uncompiled = NULL;
    status = read(bytes, length, &metered.callbacks);
    if (status == GPUOCC_KERNELS_OK)
        end_uncompiled(&metered);
    return status == GPUOCC_KERNELS_STOPPED && metered.budget.spent ? GPUOCC_KERNELS_OK : status;
}

int format_may_unpack(struct callbacks *callbacks, uint64_t room)
{
    if (callbacks->budget == NULL)
        return 1;
    if (room > callbacks->budget->unpacked)
        return 0;
    callbacks->budget->unpacked -= room;
    return 1;
}
