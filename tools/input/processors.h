/* SPDX-License-Identifier: MIT
 *
 * The GPUs inside of processors, by the processor's name.
 */
#ifndef TOOL_PROCESSORS_H
#define TOOL_PROCESSORS_H

#include <stddef.h>

/* Returns the name of the GPU inside of a processor, which gpuocc_device_find knows; NULL if the
 * name is that of no processor of the table. */
const char *processor_gpu(const char *name, size_t length);

#endif
