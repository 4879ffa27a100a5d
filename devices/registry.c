/* SPDX-License-Identifier: MIT
 *
 * Lists the vendors in this build: those for which GOCC_WITH_<VENDOR> is defined, as nothing or as
 * 1. Meson defines it for each of -Dvendors. A vendor that is not in the build is replaced by the
 * generic one, which has no devices and no names.
 */
#include "registry.h"

/* SECOND expands to its second argument. If GOCC_WITH_<VENDOR> is defined, COMMA_ and its value
 * form a macro that adds an argument, so that the second one is `rules`. Otherwise they form a word
 * that is not a macro, and the second argument is the generic vendor. */
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
