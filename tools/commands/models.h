/* SPDX-License-Identifier: MIT
 *
 * What gpuocc scale and gpuocc tile share: small models of plain numbers. A model has named inputs
 * and named outputs. An input with a list of numbers makes a row for each of them.
 */
#ifndef TOOL_MODELS_H
#define TOOL_MODELS_H

#include <stdint.h>

#include "input/options.h"

#define MODEL_INPUTS  10
#define MODEL_OUTPUTS 9

/* The default of an input that must be given. */
#define MODEL_GIVEN (-1.0)

/* Bounds of inputs: times and amounts, divisors, shares, counts, sizes in bytes. */
#define MODEL_TIME              0, 1e15, 0, 0, 0
#define MODEL_POSITIVE          0, 1e15, 1, 0, 0
#define MODEL_SHARE             0, 1, 1, 0, 0
#define MODEL_FROM_ONE          1, 1e15, 0, 0, 0
#define MODEL_COUNT             1, 4294967295.0, 0, 1, 0
#define MODEL_ANY               0, 4294967295.0, 0, 1, 0
#define MODEL_GREAT             1, 9007199254740992.0, 0, 1, 0
#define MODEL_OFFSET            0, 9007199254740992.0, 0, 1, 0
#define MODEL_SIZE(least, most) least, most, 0, 1, 1

struct model_input {
    const char *name; /* with _ where the option has -; NULL: end of the list */
    double otherwise;
    struct bounds bounds;
};

struct model_output {
    const char *name;
    double value;
};

/* A model. `rule` is the condition that the inputs must meet in combination; if it is NULL, the
 * library's error says what they violate. */
struct model {
    const char *name;
    struct model_input inputs[MODEL_INPUTS + 1];
    /* Sets the outputs and their number. Returns a status. */
    int32_t (*compute)(const double *inputs, struct model_output *outputs, int *count,
                       gpuocc_error *error);
    const char *rule;
};

/* Runs `gpuocc COMMAND MODEL OPTIONS`. Returns an enum ending. */
int models_run(const char *command, const struct model *models, int model_count, int count,
               char **arguments);

#endif
