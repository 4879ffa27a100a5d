/* SPDX-License-Identifier: MIT
 *
 * gpuocc/compat/cuda_occupancy.h against the header of CUDA that it replaces: every call, every
 * output and every status, in C and in C++, over random questions. Needs CUDA's header at build
 * time. Usage: compat [--count N] [--seed S]
 */
#include "nvidia_query.h"

#include "compat_ask.h"

/* Numbers that no driver reports. */
static void change_inputs(struct query *q, struct compat_question *c)
{
    int *const numbers[] = {&q->device.maxThreadsPerBlock,
                            &q->device.regsPerBlock,
                            &q->device.regsPerMultiprocessor,
                            &q->device.numSms,
                            &q->function.maxThreadsPerBlock,
                            &q->function.numRegs,
                            &q->function.numBlockBarriers,
                            &q->function.virtualResourceCount,
                            &q->state.carveoutConfig,
                            &c->block,
                            &c->blocks};

    *numbers[below(sizeof numbers / sizeof numbers[0])] = -(int)below(4);
    if (one_in(3))
        q->device.sharedMemPerBlockOptin = 0; /* callers that were written before CUDA 9 */
    if (one_in(3))
        q->device.reservedSharedMemPerBlock = 0;
}

static void ask(struct query *q, struct compat_question *c)
{
    pick_device(q);
    pick_function(q);
    c->device = &q->device;
    c->function = &q->function;
    c->state = &q->state;
    c->block = q->block;
    c->blocks = one_in(2) ? (int)(1 + below(4)) : (int)(1 + below(33));
    c->dynamic = c->base = q->dynamic;
    c->slope = q->per_thread;
    q->device.numSms = 1 + (int)below(200);
    if (one_in(20))
        change_inputs(q, c);
}

static void show(const struct query *q, const struct compat_question *c,
                 const struct compat_answer *theirs, const struct compat_answer *ours)
{
    const int64_t *a = (const int64_t *)theirs, *b = (const int64_t *)ours;
    size_t i;

    note("%d.%d block %d x %d regs %d static %zu dynamic %zu + %zu carveout %d cache %d limit %d "
         "max %zu gc %d function %d barriers %d virtual %d",
         q->device.computeMajor, q->device.computeMinor, c->block, c->blocks, q->function.numRegs,
         q->function.sharedSizeBytes, c->base, c->slope, q->state.carveoutConfig,
         (int)q->state.cacheConfig, (int)q->function.shmemLimitConfig,
         q->function.maxDynamicSharedSizeBytes, (int)q->function.partitionedGCConfig,
         q->function.maxThreadsPerBlock, q->function.numBlockBarriers,
         q->function.virtualResourceCount);
    note("device: block %d, SM %d threads; registers %d, %d; shared %zu, %zu, %zu + %zu",
         q->device.maxThreadsPerBlock, q->device.maxThreadsPerMultiprocessor,
         q->device.regsPerBlock, q->device.regsPerMultiprocessor, q->device.sharedMemPerBlock,
         q->device.sharedMemPerBlockOptin, q->device.sharedMemPerMultiprocessor,
         q->device.reservedSharedMemPerBlock);
    for (i = 0; i < sizeof *theirs / sizeof *a; i++)
        if (a[i] != b[i])
            note("number %zu: theirs %lld, ours %lld", i, (long long)a[i], (long long)b[i]);
}

/* Kepler whose L1 takes all shared memory or more: the original's size_t wraps around, or it
 * answers with the error of an unknown device. */
static int is_meaningless(const struct query *q)
{
    const size_t taken = q->state.cacheConfig == CACHE_PREFER_L1      ? 32768
                         : q->state.cacheConfig == CACHE_PREFER_EQUAL ? 16384
                                                                      : 0;

    return q->device.computeMajor == 3 && q->device.sharedMemPerMultiprocessor <= taken;
}

typedef void asker(const struct compat_question *question, struct compat_answer *answer);

static void test_answers(const char *language, asker *theirs, asker *ours, unsigned long long count)
{
    unsigned long long i, differ = 0, none = 0, blocks = 0, refused = 0;
    struct compat_answer a, b;
    struct compat_question c;
    struct query q;

    for (i = 0; i < count; i++) {
        ask(&q, &c);
        if (is_meaningless(&q)) {
            none++;
            continue;
        }
        memset(&a, 0xff, sizeof a);
        memset(&b, 0xff, sizeof b);
        theirs(&c, &a);
        ours(&c, &b);
        blocks += a.occupancy[0] == 0 && a.occupancy[1] > 0;
        refused += a.occupancy[0] != 0;
        if (memcmp(&a, &b, sizeof a) != 0 && differ++ < 5)
            show(&q, &c, &a, &b);
    }
    ok(differ == 0 && blocks > count / 6 && refused > count / 200,
       "%s: 5 calls each of %llu questions, %llu with blocks, %llu refused: %llu differ", language,
       count - none, blocks, refused, differ);
    note("%llu more, of Kepler, have no meaningful answer", none);
}

typedef void limits(int major, int minor, int64_t *numbers);

static void test_limits(const char *language, limits *theirs, limits *ours)
{
    int64_t a[10], b[10];
    int major, minor, differ = 0, known = 0;

    for (major = -1; major < 16; major++)
        for (minor = -1; minor < 12; minor++) {
            theirs(major, minor, a);
            ours(major, minor, b);
            known += a[0] == 0;
            if (memcmp(a, b, sizeof a) != 0 && differ++ < 5)
                note("%d.%d: blocks %lld, ours %lld", major, minor, (long long)a[9],
                     (long long)b[9]);
        }
    ok(differ == 0 && known == 117, "%s: five constants of %d compute capabilities: %d differ",
       language, known, differ);
}

static int same_layout(const size_t *a, const size_t *b)
{
    while (*a != 0 && *a == *b)
        a++, b++;
    return *a == *b;
}

int main(int argc, char **argv)
{
    unsigned long long count = 50000;
    int a;

    for (a = 1; a + 1 < argc; a += 2) {
        if (strcmp(argv[a], "--count") == 0)
            count = strtoull(argv[a + 1], NULL, 0);
        else if (strcmp(argv[a], "--seed") == 0)
            state = strtoull(argv[a + 1], NULL, 0);
    }
    ok(same_layout(layout_theirs(), layout_ours()) &&
           same_layout(layout_theirs_in_cpp(), layout_ours_in_cpp()) &&
           same_layout(layout_ours(), layout_ours_in_cpp()),
       "structs and enumerations have the same sizes, offsets and values");
    test_limits("C", limits_theirs, limits_ours);
    test_limits("C++", limits_theirs_in_cpp, limits_ours_in_cpp);
    test_answers("C", ask_theirs, ask_ours, count);
    test_answers("C++", ask_theirs_in_cpp, ask_ours_in_cpp, count);
    return done();
}
