/* SPDX-License-Identifier: MIT
 *
 * Which vendors are in this build: those with GOCC_WITH_<VENDOR>, as nothing or as 1. Meson defines
 * it for each of -Dvendors. In the place of one that is not there stands the generic one, which has
 * no devices and no names.
 */
#include "registry.h"

/* SECOND returns its second argument. With a defined GOCC_WITH_<VENDOR> that is `rules`: a word
 * that COMMA_ and its value form brings a comma. Without one the word is none of these. */
#define COMMA_               0,
#define COMMA_1              0,
#define SECOND_OF(a, b, ...) b
#define SECOND(...)          SECOND_OF(__VA_ARGS__)
#define CHOOSE(with, rules)  SECOND(COMMA_##with rules, &gocc_generic, 0)
#define RULES(with, rules)   CHOOSE(with, rules)

const struct gocc_rules *const gocc_vendors[GPUOCC_VENDOR_COUNT] = {
    [GPUOCC_VENDOR_GENERIC] = &gocc_generic,
#define VENDOR(constant, folder)                                                                   \
    [GPUOCC_VENDOR_##constant] = RULES(GOCC_WITH_##constant, &gocc_##folder),
#include "vendors.def"
#undef VENDOR
};
