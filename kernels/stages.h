/* SPDX-License-Identifier: MIT
 *
 * Finds the stage of a shader in the words of a driver or compiler.
 */
#ifndef GPUOCC_KERNELS_STAGES_H
#define GPUOCC_KERNELS_STAGES_H

#include "bytes.h"

/* Maximum bytes of a stage; the rest is left out. */
#define STAGE_MOST 64u

/* Whether a text is the given one, in upper or lower case. */
int stage_same(gpuocc_kernels_text text, const char *lower);

/* Whether a text names a compute shader ("Compute Shader", "OpenCL kernel", "CS"), and whether it
 * names a stage without groups ("Vertex Shader as VS", "MESA_SHADER_FRAGMENT"). */
int stage_is_compute(gpuocc_kernels_text stage);
int stage_is_graphics(gpuocc_kernels_text stage);

/* What a line before the statistics of a pipeline's executable says. */
enum stage_line {
    STAGE_NOTHING,
    STAGE_EXECUTABLE, /* "Compute Shader:", "Executable 0: CS", "Executable name: main" */
    STAGE_STAGE,      /* "Stage: compute", "Stages: VK_SHADER_STAGE_FRAGMENT_BIT" */
};

/* Reads such a line; `text` becomes the name or the stage. */
enum stage_line stage_line(gpuocc_kernels_text line, gpuocc_kernels_text *text);

/* Sets the stage of a kernel: nothing for a compute shader; for a stage without groups its name
 * and, as a group, a wave of `threads` (0: the vendor's rule has no waves for it); otherwise the
 * note that it is not named. */
void stage_set(gpuocc_kernels_found *kernel, gpuocc_kernels_text stage, uint32_t threads);

#endif
