/* SPDX-License-Identifier: MIT
 *
 * What the parts of gpuocc latency share.
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

/* Instructions of one thread and iteration. Each kind waits for the previous one unless `overlap`
 * is set. */
struct mix {
    const char *svg;
    const char *constant_texts[OWN_LIST_MOST];
    uint32_t overlap, one_pass, constant_count, curve;
    double amounts[MIX_COUNT];
    uint32_t constants[OWN_LIST_MOST];
    double values[OWN_LIST_MOST];
    const gpuocc_latency *latency; /* NULL: there is none */
    int waves_unknown;             /* the resident waves: `latency` has one in their place */
    int32_t status;
    struct text message; /* why there is none */
};

/* Whether neither --waves nor the answer gives the number of resident waves of a core. */
int latency_waves_unknown(const struct mix *mix, const struct answer *answer);

/* Initialises the model for the mix, with `fp32` additions, and the answer. If the number of
 * resident waves is unknown, one wave is used instead, and latency_get withholds the results that
 * depend on it. */
int32_t latency_make(const struct mix *mix, const struct answer *answer, double fp32,
                     gpuocc_latency *latency, gpuocc_error *error);

/* Calls gpuocc_latency_get for mix->latency. Returns GPUOCC_NOT_KNOWN also if there is no latency,
 * and for results that depend on an unknown number of resident waves. */
int32_t latency_get(const struct mix *mix, uint32_t result, uint32_t index, double *low,
                    double *high);

/* Whether the mix uses a resource, an enum gpuocc_resource. */
int latency_uses(const gpuocc_latency *latency, uint32_t resource);

/* Returns END_ANSWERED if the answer for the first device of the question's name applies to all of
 * them, or END_FAILED with an error about what they differ in. */
int latency_of_all(const struct mix *mix, struct session *session);

void latency_json(const struct mix *mix, const struct session *session);

/* Adds the model at other numbers of waves, if --curve is given, as a table or a member. */
void latency_add_curve(struct text *text, const struct mix *mix, const struct session *session);
void latency_json_curve(struct json *json, const struct mix *mix, const struct session *session);

/* Adds the cost of a group, for gpuocc schedule --group-time, if it is known, as a line or a
 * member. */
void latency_add_group(struct text *text, const gpuocc_latency *latency);
void latency_json_group(struct json *json, const gpuocc_latency *latency);

/* Writes the file of --svg. Returns END_ANSWERED, or END_FAILED with an error. */
int latency_write_svg(const struct mix *mix, const struct session *session);

#endif
