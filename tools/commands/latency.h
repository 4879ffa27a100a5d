/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency: what its parts share.
 */
#ifndef TOOL_LATENCY_H
#define TOOL_LATENCY_H

#include "session.h"

/* Amounts of the mix, in the order of the options. */
enum amount {
    MIX_LOADS,
    MIX_STORES,
    MIX_FP32,
    MIX_SPECIAL,
    MIX_MATRIX,
    MIX_LOAD_BYTES,
    MIX_IN_FLIGHT,
    MIX_CHAINS,
    MIX_L1_HIT,
    MIX_L2_HIT,
    MIX_WAVES,
    MIX_COUNT
};

/* Instructions of one thread and iteration; each kind follows the last one unless `overlap`. */
struct mix {
    const char *texts[MIX_COUNT], *svg; /* as they were given */
    const char *constant_texts[OWN_LIST_MOST];
    uint32_t overlap, one_pass, constant_count, curve;
    double amounts[MIX_COUNT];
    uint32_t constants[OWN_LIST_MOST];
    double values[OWN_LIST_MOST];
    const gpuocc_latency *latency; /* NULL: there is none */
    int waves_unknown;             /* the resident waves: `latency` has one in their place */
    int32_t status;
    struct text message; /* why not */
};

/* Whether neither --waves nor the answer has the resident waves of a core. */
int latency_waves_unknown(const struct mix *mix, const struct answer *answer);

/* Sets the mix with `fp32` additions against the answer. Where the resident waves are unknown,
 * one wave stands in for them: what depends on them is for latency_get to withhold. */
int32_t latency_make(const struct mix *mix, const struct answer *answer, double fp32,
                     gpuocc_latency *latency, gpuocc_error *error);

/* gpuocc_latency_get of mix->latency; GPUOCC_NOT_KNOWN too if there is none, and for what depends
 * on resident waves that are unknown. */
int32_t latency_get(const struct mix *mix, uint32_t result, uint32_t index, double *low,
                    double *high);

/* Whether the mix takes anything of an enum gpuocc_resource. */
int latency_uses(const gpuocc_latency *latency, uint32_t resource);

/* END_ANSWERED if all devices of the question's name have what is answered for the first of them,
 * or END_FAILED after a complaint that says in what they differ. */
int latency_of_all(const struct mix *mix, struct session *session);

void latency_print(const struct mix *mix, const struct session *session);
void latency_json(const struct mix *mix, const struct session *session);

/* The model at other numbers of waves, if --curve is given: a table, a member. */
void latency_add_curve(struct text *text, const struct mix *mix, const struct session *session);
void latency_json_curve(struct json *json, const struct mix *mix, const struct session *session);

/* What a group costs, for gpuocc schedule --group-time, if it is known: a line, a member. */
void latency_add_group(struct text *text, const gpuocc_latency *latency);
void latency_json_group(struct json *json, const gpuocc_latency *latency);

/* Writes the file of --svg; END_ANSWERED, or END_FAILED after a complaint. */
int latency_write_svg(const struct mix *mix, const struct session *session);

#endif
