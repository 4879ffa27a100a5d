/* SPDX-License-Identifier: MIT
 *
 * Small models of plain numbers: what gpuocc scale and gpuocc tile have in common. A model has
 * named inputs and named outputs; an input that is a list makes a row for each of its numbers.
 */
#ifndef TOOL_MODELS_H
#define TOOL_MODELS_H

#include <stdint.h>

#include "input/options.h"

#define MODEL_INPUTS  10
#define MODEL_OUTPUTS 9

/* As the default of an input: it has to be given. */
#define MODEL_GIVEN (-1.0)

/* Bounds of inputs: times and the like, what is divided by, shares, counts, sizes in bytes. */
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
    const char *name; /* with _ where the option has -; NULL: no more */
    double otherwise;
    struct bounds bounds;
};

struct model_output {
    const char *name;
    double value;
};

/* What its inputs have to be together: one rule, several, or none (`rule`, `broken`, neither). */
struct model {
    const char *name;
    struct model_input inputs[MODEL_INPUTS + 1];
    /* Fills the outputs and their number; a status. */
    int32_t (*compute)(const double *inputs, struct model_output *outputs, int *count);
    const char *rule;
    const char *(*broken)(const double *inputs); /* the one that the inputs break */
};

/* Runs `gpuocc COMMAND MODEL OPTIONS`; an enum ending. */
int models_run(const char *command, const struct model *models, int model_count, int count,
               char **arguments);

#endif
