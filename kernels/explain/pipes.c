/* SPDX-License-Identifier: MIT
 *
 * Which pipe executes a class of instructions, for verdicts and predictions; the pipes whose rate
 * is not known, and their names. What binds code that uses one is not known either.
 */
#include <gpuocc/predict.h>

#include "explain/explain.h"

/* The pipe of each class: its enum gpuocc_resource, or 0 if it only takes issue slots. */
static const uint8_t pipes[GPUOCC_CODE_CLASS_COUNT] = {
    [GPUOCC_CODE_FP32] = GPUOCC_RESOURCE_FP32,
    [GPUOCC_CODE_FP64] = GPUOCC_RESOURCE_FP64,
    [GPUOCC_CODE_FP16] = GPUOCC_RESOURCE_FP16,
    [GPUOCC_CODE_INT] = GPUOCC_RESOURCE_INT32,
    [GPUOCC_CODE_SPECIAL] = GPUOCC_RESOURCE_SPECIAL,
    [GPUOCC_CODE_MATRIX] = GPUOCC_RESOURCE_MATRIX,
    [GPUOCC_CODE_LOAD_SHARED] = GPUOCC_RESOURCE_SHARED,
    [GPUOCC_CODE_STORE_SHARED] = GPUOCC_RESOURCE_SHARED,
};

/* What the vector unit of a core does with one rate, where there is one. */
#define VECTOR                                                                                     \
    (JUDGE_CLASS(FP32) | JUDGE_CLASS(FP16) | JUDGE_CLASS(INT) | JUDGE_CLASS(MOVE) |                \
     JUDGE_CLASS(CONVERT) | JUDGE_CLASS(WARP))

/* Classes without a rate that no GPU executes with less than a lane per cycle and core. */
#define LANE_PER_CYCLE (JUDGE_CLASS(CONVERT) | JUDGE_CLASS(WARP))

uint32_t pipe_of(uint32_t kind, int vector)
{
    if (vector && (VECTOR >> kind & 1) != 0)
        return GPUOCC_RESOURCE_PIPE_A;
    return pipes[kind] != 0 ? pipes[kind] : (uint32_t)GPUOCC_RESOURCE_COUNT;
}

double pipe_vectors(const double *counts, double instructions)
{
    double all = 0, vectors = 0;
    uint32_t kind;

    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++) {
        all += counts[kind];
        vectors += (VECTOR >> kind & 1) != 0 ? counts[kind] : 0;
    }
    return vectors - (all - instructions); /* both halves of a dual instruction were counted */
}

int pipe_may_bind(uint32_t resource, double l1_hit, double l2_hit)
{
    if (resource == GPUOCC_RESOURCE_L1)
        return l1_hit > 0;
    return resource != GPUOCC_RESOURCE_L2 || l2_hit > 0;
}

uint32_t pipe_unrated(const double *counts, int vector, double lanes, double largest)
{
    uint32_t kind, unrated = 0;

    for (kind = 0; kind < GPUOCC_CODE_CLASS_COUNT; kind++)
        if ((JUDGE_UNRATED >> kind & 1) != 0 && counts[kind] > 0 &&
            pipe_of(kind, vector) == GPUOCC_RESOURCE_COUNT &&
            ((LANE_PER_CYCLE >> kind & 1) == 0 || counts[kind] * lanes > largest))
            unrated |= UINT32_C(1) << kind;
    return unrated;
}

void judge_find_pipes(const struct judge *judge, const gpuocc_latency *latency,
                      gpuocc_verdict *verdict)
{
    const double l2_hit = judge->local.l2_hit > 0 ? 1 : judge->options.l2_hit;
    const uint32_t local = JUDGE_CLASS(LOAD_LOCAL) | JUDGE_CLASS(STORE_LOCAL);
    const uint32_t *counts = judge->loop->counts;
    double own[GPUOCC_CODE_CLASS_COUNT], largest = 0;
    uint32_t i, waited = JUDGE_UNRATED & ~JUDGE_COUNTED;

    (void)gpuocc_latency_get(latency, GPUOCC_LATENCY_LARGEST_DEMAND, 0, &largest, NULL);
    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((verdict->left_out >> (GPUOCC_CONSTANT_RATE + i) & 1) != 0 &&
            pipe_may_bind(i, judge->options.l1_hit, l2_hit))
            verdict->unrated_resources |= UINT64_C(1) << i;
    if (judge->vector) /* a conversion is not waited for, as no other arithmetic is */
        waited &= ~JUDGE_CLASS(CONVERT);
    if (judge->local.known && !judge->local.no_latency)
        waited &= ~local;
    for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++) {
        own[i] = counts[i];
        verdict->has_unknown_latency |= (waited >> i & 1) != 0 && counts[i] != 0;
    }
    verdict->unrated_classes = pipe_unrated(own, judge->vector, judge->lanes, largest) &
                               ~(judge->local.known ? local : 0);
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

const char *gpuocc_explain_pipe_name(uint64_t resources, uint32_t classes, uint32_t index)
{
    uint32_t i;

    for (i = 0; i < GPUOCC_RESOURCE_LATENCY; i++)
        if ((resources >> i & 1) != 0 && index-- == 0)
            return gpuocc_predict_pipe_name(i);
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((classes & others[i].classes) != 0 && index-- == 0)
            return others[i].name;
    return NULL;
}
