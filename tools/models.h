/* SPDX-License-Identifier: MIT
 *
 * Small models of plain numbers: what gpuocc scale and gpuocc tile have in common. A model has
 * named inputs and named outputs; an input that is a list makes a row for each of its numbers.
 */
#ifndef TOOL_MODELS_H
#define TOOL_MODELS_H

#include <stdint.h>

#define MODEL_INPUTS  10
#define MODEL_OUTPUTS 9

/* As the default of an input: it has to be given. */
#define MODEL_GIVEN (-1.0)

struct model_input {
    const char *name; /* with _ where the option has -; NULL: no more */
    double otherwise;
    int whole; /* a whole number, up to 2^32 - 1, or to 2^53 if 2 */
};

struct model_output {
    const char *name;
    double value;
};

struct model {
    const char *name;
    struct model_input inputs[MODEL_INPUTS + 1];
    /* Fills the outputs and their number; a status. */
    int32_t (*compute)(const double *inputs, struct model_output *outputs, int *count);
};

/* Runs `gpuocc COMMAND MODEL OPTIONS`; an enum ending. */
int models_run(const char *command, const struct model *models, int model_count, int count,
               char **arguments);

#endif
