/* SPDX-License-Identifier: MIT */
#ifndef GPUOCC_KERNELS_SENTENCES_SENTENCES_H
#define GPUOCC_KERNELS_SENTENCES_SENTENCES_H

#include "gpuocc/sentences.h"

/* Bytes of the longest word of a vendor, with the NUL. */
#define SENTENCE_WORD 32

/* Returns the word, or GPUOCC_WORD_WIDE_CORE for a core of an occupancy whose core is a WGP. */
uint32_t gocc_word_of(const gpuocc_occupancy *occupancy, uint32_t word);

#endif
