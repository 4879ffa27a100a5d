/* SPDX-License-Identifier: MIT
 *
 * Limits what an input may cost. A small file can produce a large output, by compressed parts and
 * by names that many kernels share.
 */
#include "nest.h"

struct metered {
    struct reader_sink sink, *outer;
    struct reader_budget budget;
    size_t length; /* of the input */
};

static int take_kernel(void *user, const struct reader_kernel *kernel)
{
    struct metered *metered = user;
    const uint64_t cost =
        READER_ROW + (uint64_t)kernel->name.length + 2 * (uint64_t)kernel->target.length;

    if (cost <= metered->budget.reported) {
        metered->budget.reported -= cost;
        return metered->outer->kernel(metered->outer->user, kernel);
    }
    metered->budget.spent = 1;
    reader_trouble(metered->outer, 0,
                   "%lu bytes say that they hold more kernels, or longer names, than real files "
                   "of that size: the rest is passed over",
                   (unsigned long)metered->length);
    return 1;
}

static void take_trouble(void *user, uint64_t offset, const char *sentence)
{
    const struct metered *metered = user;

    metered->outer->trouble(metered->outer->user, offset, sentence);
}

int reader_run(reader_function *read, const unsigned char *bytes, size_t length,
               struct reader_sink *sink)
{
    struct metered metered;
    int status;

    metered.outer = sink;
    metered.length = length;
    metered.budget.unpacked = READER_UNPACKED_BASE + (uint64_t)length * READER_UNPACKED_TIMES;
    metered.budget.reported = READER_REPORTED_BASE + (uint64_t)length * READER_REPORTED_TIMES;
    metered.budget.spent = 0;
    metered.budget.arena = reader_arena(sink);
    metered.sink.user = &metered;
    metered.sink.kernel = take_kernel;
    metered.sink.trouble = take_trouble;
    metered.sink.depth = sink->depth;
    metered.sink.budget = &metered.budget;
    status = read(bytes, length, &metered.sink);
    return status == READER_STOPPED && metered.budget.spent ? READER_OK : status;
}

int reader_may_unpack(struct reader_sink *sink, uint64_t room)
{
    if (sink->budget == NULL)
        return 1;
    if (room > sink->budget->unpacked)
        return 0;
    sink->budget->unpacked -= room;
    return 1;
}
