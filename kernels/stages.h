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

/* Sets the stage of a kernel: nothing for a compute shader; for a stage without groups its name
 * and, as a group, a wave of `threads` (0: the vendor's rule has no waves for it); otherwise the
 * note that it is not named. */
void stage_set(gpuocc_kernels_found *kernel, gpuocc_kernels_text stage, uint32_t threads);

#endif
