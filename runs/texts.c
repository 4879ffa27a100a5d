/* SPDX-License-Identifier: MIT
 *
 * Keeps texts that repeat, each once, in a table of fixed size.
 */
#include "reader.h"

#define TEXT_SLOTS (2 * RUNS_SLOTS)

gpuocc_kernels_text runs_kept(const struct runs_texts *texts, uint32_t number)
{
    gpuocc_kernels_text text = {"", 0};
    uint32_t length;

    if (number != 0) {
        memcpy(&length, texts->pool + number - 1, sizeof length);
        text.at = texts->pool + number - 1 + sizeof length;
        text.length = length;
    }
    return text;
}

/* Takes eight bytes at a time: names are long. */
static uint64_t hash_of(gpuocc_kernels_text text)
{
    uint64_t hash = text.length, word;

    for (; text.length >= sizeof word; text = text_behind(text, sizeof word)) {
        memcpy(&word, text.at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    word = 0;
    if (text.length != 0)
        memcpy(&word, text.at, text.length);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

uint32_t runs_keep(struct runs_texts *texts, gpuocc_kernels_text text)
{
    uint32_t slot = (uint32_t)hash_of(text) % TEXT_SLOTS, length = (uint32_t)text.length, number;

    for (; texts->slots[slot] != 0; slot = (slot + 1) % TEXT_SLOTS)
        if (text_same(runs_kept(texts, texts->slots[slot]), text))
            return texts->slots[slot];
    if (texts->count == RUNS_SLOTS || RUNS_POOL - texts->used < sizeof length + text.length)
        return 0;
    number = texts->used + 1;
    memcpy(texts->pool + texts->used, &length, sizeof length);
    if (length != 0)
        memcpy(texts->pool + texts->used + sizeof length, text.at, length);
    texts->used += (uint32_t)sizeof length + length;
    texts->count++;
    texts->slots[slot] = number;
    return number;
}
