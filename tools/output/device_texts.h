/* SPDX-License-Identifier: MIT
 *
 * Expressions for the names and descriptions of devices, in memory of the enclosing block.
 */
#ifndef TOOL_DEVICE_TEXTS_H
#define TOOL_DEVICE_TEXTS_H

#include "gpuocc/gpuocc.h"

#define TEXT_ROOM                   (char[GPUOCC_DEVICE_NAME_BYTES]){0}, GPUOCC_DEVICE_NAME_BYTES
#define DEVICE_NAME(device)         gpuocc_device_name(device, TEXT_ROOM)
#define DEVICE_ARCHITECTURE(device) gpuocc_device_architecture(device, TEXT_ROOM)
#define DEVICE_FAMILY(device)       gpuocc_device_family(device, TEXT_ROOM)
#define ABOUT(list, number)                                                                        \
    gpuocc_about(list, number, (char[GPUOCC_ABOUT_BYTES]){0}, GPUOCC_ABOUT_BYTES)

#endif
