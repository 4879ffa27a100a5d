/* SPDX-License-Identifier: MIT
 *
 * Tests internal functions in corner cases that no name in the current tables reaches.
 */
#define GOCC_PRIVATE
#include <string.h>

#include "gpuocc/gpuocc.h"

#include "latency/latency.h"
#include "latency_support.h"
#include "search/search.h"
#include "tap.h"

#define NVIDIA(row) GOCC_HIT(GPUOCC_VENDOR_NVIDIA, row)
#define AMD(row)    GOCC_HIT(GPUOCC_VENDOR_AMD, row)

/* Words of any length are cut to the space for a name. */
static void test_words(void)
{
    static char text[80], word[GOCC_SPELLING + 1];
    const char *at = text;

    memset(text, 'x', 70);
    word[GOCC_SPELLING] = '!';
    ok(gocc_next_word(&at, word) == GOCC_SPELLING && at == text + GOCC_SPELLING &&
           word[GOCC_SPELLING - 1] == 'x' && word[GOCC_SPELLING] == '!',
       "of a word of 70 letters the first %u, and nothing behind them", GOCC_SPELLING);
    ok(gocc_next_word(&at, word) == 70 - GOCC_SPELLING && gocc_next_word(&at, word) == 0,
       "then the rest, then none");
    text[GOCC_SPELLING] = 0;
    at = text;
    ok(gocc_next_word(&at, word) == GOCC_SPELLING && *at == 0, "a word of just so many is whole");
}

static void start(struct gocc_search *search, uint32_t level, uint32_t hit)
{
    gocc_search_start(search);
    gocc_search_add(search, level, hit);
}

/* The meaning of a name that two vendors have. */
static void test_two_vendors(void)
{
    const uint32_t one = NVIDIA(GOCC_ROW(GOCC_ROW_TARGET, 0)),
                   two = AMD(GOCC_ROW(GOCC_ROW_TARGET, 0)),
                   three = AMD(GOCC_ROW(GOCC_ROW_TARGET, 1));
    struct gocc_search s;

    start(&s, GOCC_LEVEL_OWN, one);
    gocc_search_add(&s, GOCC_LEVEL_ALIAS, two);
    ok(s.count == 2 && s.hits[0] == one && s.hits[1] == two && s.level == GOCC_LEVEL_OWN,
       "both, and the better one's level");
    start(&s, GOCC_LEVEL_ALIAS, one);
    gocc_search_add(&s, GOCC_LEVEL_OWN, two);
    ok(s.count == 2 && s.level == GOCC_LEVEL_OWN, "in either order");
    start(&s, GOCC_LEVEL_OWN, two);
    gocc_search_add(&s, GOCC_LEVEL_ALIAS, three);
    ok(s.count == 1 && s.hits[0] == two, "of one vendor only the better");
    start(&s, GOCC_LEVEL_ALIAS, two);
    gocc_search_add(&s, GOCC_LEVEL_OWN, three);
    ok(s.count == 1 && s.hits[0] == three && s.quality == GPUOCC_QUALITY_EXACT,
       "also if it comes later");
}

/* A device is counted once, whichever rows refer to it; of too many, the first ones are kept. */
static void test_hits(void)
{
    struct gocc_search s;
    uint32_t i;

    start(&s, GOCC_LEVEL_ALIAS, NVIDIA(GOCC_ROW(GOCC_ROW_TARGET, 3)));
    gocc_search_add(&s, GOCC_LEVEL_ALIAS, NVIDIA(GOCC_ROW(GOCC_ROW_BOARD, 3)));
    ok(s.count == 1, "an architecture and a board of it are one device");
    gocc_search_add(&s, GOCC_LEVEL_ALIAS, NVIDIA(GOCC_ROW(GOCC_ROW_PRODUCT, 3)));
    ok(s.count == 2, "a product is another one");
    gocc_search_start(&s);
    for (i = 0; i < GOCC_HITS + 2; i++) {
        if (i == GOCC_HITS)
            ok(s.count == GOCC_HITS, "%u rows are kept", GOCC_HITS);
        gocc_search_add(&s, GOCC_LEVEL_ALIAS, NVIDIA(GOCC_ROW(GOCC_ROW_PRODUCT, i)));
    }
    ok(s.count == GOCC_HITS &&
           s.hits[GOCC_HITS - 1] == NVIDIA(GOCC_ROW(GOCC_ROW_PRODUCT, GOCC_HITS - 1)),
       "and no more");
}

/* An invalid vendor and valid ones: the replacement for what is not in the build. */
static void test_vendors(void)
{
    uint32_t vendor;
    int wrong = 0;

    for (vendor = 0; vendor < GPUOCC_VENDOR_COUNT; vendor++)
        wrong += gocc_rules_of(vendor)->vendor != vendor;
    ok(wrong == 0, "every vendor of this build has its rules");
    ok(gocc_rules_of(GPUOCC_VENDOR_COUNT) == gocc_rules_of(GPUOCC_VENDOR_GENERIC) &&
           gocc_rules_of(UINT32_MAX) == gocc_rules_of(GPUOCC_VENDOR_GENERIC) &&
           gocc_rules_of(GPUOCC_VENDOR_GENERIC)->target_count == 0 &&
           gocc_rules_of(GPUOCC_VENDOR_GENERIC)->name_count == 0,
       "another one has the generic ones, which have no devices");
}

/* Constants of a device whose cores are pairs: constants of any number, so that more are tested
 * than AMD's tables contain. */
static void test_two_cores(void)
{
    static gpuocc_latency one, two;
    const gpuocc_device *device;
    uint32_t at, i, asked = 0, scaled = 0, wrong = 0;
    double want;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++) {
        memset(&one, 0, sizeof one);
        memset(&two, 0, sizeof two);
        one.cores_per_core = 1;
        two.cores_per_core = 2;
        one.parts = two.parts = 1;
        gocc_fill_constants(&one, device);
        gocc_fill_constants(&two, device);
        wrong += (two.known & ~one.known) != 0;
        for (i = 0; i < GPUOCC_CONSTANT_COUNT; i++) {
            if (!gocc_knows(&one, i))
                continue;
            want = is_per_core(i) ? 2 * one.constants[i] : one.constants[i];
            if (i == GPUOCC_CONSTANT_CORE_COUNT)
                want = (double)((uint32_t)one.constants[i] / 2);
            wrong += gocc_knows(&two, i) != (want > 0); /* no pair from one core */
            wrong += two.constants[i] < want || two.constants[i] > want;
            asked++;
            scaled += (uint32_t)is_per_core(i);
        }
    }
    ok(asked > 4000 && scaled > 500 && wrong == 0,
       "%u constants of cores made of two, %u of them twice as much: %u differ", asked, scaled,
       wrong);
}

int main(void)
{
    test_words();
    test_two_vendors();
    test_hits();
    test_vendors();
    test_two_cores();
    return done();
}
