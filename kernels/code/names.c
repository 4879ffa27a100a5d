/* SPDX-License-Identifier: MIT
 *
 * The names of the instruction classes.
 */
#include "code.h"

static const char *const names[GPUOCC_CODE_CLASS_COUNT] = {
    [GPUOCC_CODE_UNKNOWN] = "unknown",
    [GPUOCC_CODE_FP32] = "fp32",
    [GPUOCC_CODE_FP64] = "fp64",
    [GPUOCC_CODE_FP16] = "fp16",
    [GPUOCC_CODE_INT] = "int",
    [GPUOCC_CODE_SPECIAL] = "special",
    [GPUOCC_CODE_MATRIX] = "matrix",
    [GPUOCC_CODE_CONVERT] = "convert",
    [GPUOCC_CODE_MOVE] = "move",
    [GPUOCC_CODE_UNIFORM] = "uniform",
    [GPUOCC_CODE_WARP] = "warp",
    [GPUOCC_CODE_CONTROL] = "control",
    [GPUOCC_CODE_BARRIER] = "barrier",
    [GPUOCC_CODE_LOAD_GLOBAL] = "load_global",
    [GPUOCC_CODE_LOAD_SHARED] = "load_shared",
    [GPUOCC_CODE_LOAD_LOCAL] = "load_local",
    [GPUOCC_CODE_LOAD_CONSTANT] = "load_constant",
    [GPUOCC_CODE_LOAD_GENERIC] = "load_generic",
    [GPUOCC_CODE_LOAD_TENSOR] = "load_tensor",
    [GPUOCC_CODE_STORE_GLOBAL] = "store_global",
    [GPUOCC_CODE_STORE_SHARED] = "store_shared",
    [GPUOCC_CODE_STORE_LOCAL] = "store_local",
    [GPUOCC_CODE_STORE_GENERIC] = "store_generic",
    [GPUOCC_CODE_STORE_TENSOR] = "store_tensor",
    [GPUOCC_CODE_ATOMIC] = "atomic",
    [GPUOCC_CODE_TEXTURE] = "texture",
    [GPUOCC_CODE_ASYNC_COPY] = "async_copy",
    [GPUOCC_CODE_ASYNC_SYNC] = "async_sync",
    [GPUOCC_CODE_OTHER] = "other",
};

const char *gpuocc_code_class_name(uint32_t kind)
{
    return kind < GPUOCC_CODE_CLASS_COUNT ? names[kind] : "";
}
