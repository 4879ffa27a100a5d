/* SPDX-License-Identifier: MIT
 *
 * Which vendors are in this build. Meson defines GOCC_WITH_<VENDOR> for each of -Dvendors; a
 * build that defines none of them has them all. In the place of one that is not there stands the
 * generic one, which has no devices and no names.
 */
#include "registry.h"

#if !defined(GOCC_WITH_NVIDIA) && !defined(GOCC_WITH_AMD) && !defined(GOCC_WITH_INTEL) &&          \
    !defined(GOCC_WITH_APPLE)
#define GOCC_WITH_NVIDIA
#define GOCC_WITH_AMD
#define GOCC_WITH_INTEL
#define GOCC_WITH_APPLE
#endif

const struct gocc_rules *gocc_rules_of(uint32_t vendor)
{
    static const struct gocc_rules *const vendors[GPUOCC_VENDOR_COUNT] = {
        [GPUOCC_VENDOR_GENERIC] = &gocc_generic,
#ifdef GOCC_WITH_NVIDIA
        [GPUOCC_VENDOR_NVIDIA] = &gocc_nvidia,
#else
        [GPUOCC_VENDOR_NVIDIA] = &gocc_generic,
#endif
#ifdef GOCC_WITH_AMD
        [GPUOCC_VENDOR_AMD] = &gocc_amd,
#else
        [GPUOCC_VENDOR_AMD] = &gocc_generic,
#endif
#ifdef GOCC_WITH_INTEL
        [GPUOCC_VENDOR_INTEL] = &gocc_intel,
#else
        [GPUOCC_VENDOR_INTEL] = &gocc_generic,
#endif
#ifdef GOCC_WITH_APPLE
        [GPUOCC_VENDOR_APPLE] = &gocc_apple,
#else
        [GPUOCC_VENDOR_APPLE] = &gocc_generic,
#endif
    };

    return vendors[vendor < GPUOCC_VENDOR_COUNT ? vendor : GPUOCC_VENDOR_GENERIC];
}
