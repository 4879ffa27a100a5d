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

struct model_output {
    const char *name;
    double value;
};

/* Adds an output. */
void model_put(struct model_output *outputs, int *count, const char *name, double value);

/* What computes a model of options.def: from the inputs, in their order there, it sets the outputs
 * and their number. Returns a status. */
struct model {
    const char *name;
    int32_t (*compute)(const double *inputs, struct model_output *outputs, int *count,
                       gpuocc_error *error);
};

/* Runs `gpuocc COMMAND MODEL OPTIONS`. `models` has one for each of the command. Returns an enum
 * ending. */
int models_run(enum command command, const struct model *models, int count, char **arguments);

#endif
