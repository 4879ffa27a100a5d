/* SPDX-License-Identifier: MIT
 *
 * Reads trip counts of loops.
 */
#ifndef TOOL_TRIPS_H
#define TOOL_TRIPS_H

#include <stddef.h>

#include <gpuocc/predict.h>

/* What a trip count may be. */
#define TRIPS_NEEDED                                                                               \
    "ADDRESS=N or N is needed: the address of a loop (0x70), and a whole number up to "            \
    "1000000000000"

/* Reads "0x70=15", or "15" for each loop without another count. Returns 0 if it is neither. */
int trips_parse(const char *text, size_t length, gpuocc_predict_trips *trips);

/* The same for the value of --trips. Returns 0, or END_FAILED with an error. */
int trips_read(const char *text, gpuocc_predict_trips *trips);

#endif
