/* SPDX-License-Identifier: MIT
 *
 * Counts how often an access to shared memory passes over its 32 banks of 4 bytes.
 */
#include <gpuocc/code.h>

enum { BANKS = 32, BANK_BYTES = 4 };

/* Counts the words of the fullest bank that the lanes access at once. */
static uint32_t fullest(const uint32_t *at, uint32_t lanes, uint32_t words)
{
    uint32_t counts[BANKS] = {0}, seen[BANKS], count = 0, i, k, word, most = 0;

    for (i = 0; i < lanes * words; i++) {
        word = at[i / words] / BANK_BYTES + i % words;
        for (k = 0; k < count && seen[k] != word; k++)
            ;
        if (k < count)
            continue;
        seen[count++] = word;
        if (++counts[word % BANKS] > most)
            most = counts[word % BANKS];
    }
    return most;
}

/* Returns whether each lane begins at a multiple of words: others would be in two of them. */
static int is_aligned(const uint32_t *addresses, uint32_t lanes, uint32_t unit)
{
    uint32_t i;

    for (i = 0; i < lanes; i++)
        if ((addresses[i] - addresses[0]) % unit != 0)
            return 0;
    return 1;
}

uint32_t gpuocc_code_passes(const uint32_t *addresses, uint32_t lanes, uint32_t lane_bytes,
                            uint32_t order)
{
    static const uint8_t mixed[] = {0, 20, 4, 16, 8, 28, 12, 24};
    const uint32_t words = lane_bytes <= BANK_BYTES ? 1 : lane_bytes / BANK_BYTES;
    const uint32_t group = words != 0 ? BANKS / words : 0;
    uint32_t at[BANKS], i, k, lane, passes = 0;

    if (lane_bytes == 0 || words > 4 || words == 3 || lanes > 64 ||
        (order == GPUOCC_CODE_ORDER_MIXED && lanes % BANKS != 0) ||
        !is_aligned(addresses, lanes, lane_bytes < BANK_BYTES ? lane_bytes : BANK_BYTES))
        return 0;
    for (i = 0; i < lanes; i += group) {
        for (k = 0; k < group && i + k < lanes; k++) {
            lane = order == GPUOCC_CODE_ORDER_MIXED
                       ? i / 32 * 32 + mixed[i % 32 / 4 + k / 4] + k % 4
                       : i + k;
            at[k] = addresses[lane] - addresses[0];
        }
        passes += fullest(at, k, words);
    }
    return passes;
}
