/* SPDX-License-Identifier: MIT
 *
 * Measures the cost of finding a device (docs/devices.md).
 */
#include "bench.h"

#include "support.h"

#define TIMES 100

static uint64_t find_all(const char *name)
{
    const gpuocc_device *device = NULL;
    const size_t length = strlen(name);
    uint64_t found = 0;
    uint32_t i;

    for (i = 0; i < TIMES; i++)
        found += gpuocc_device_find(name, length, 0, &device, NULL, NULL) == GPUOCC_OK;
    return found;
}

/* One function for each name. */
#define NAMES                                                                                      \
    NAME(arch, "gfx1100")                                                                          \
    NAME(product, "RTX 4090")                                                                      \
    NAME(apple, "Apple M1 Pro")                                                                    \
    NAME(nvidia, "NVIDIA GeForce RTX 4090")                                                        \
    NAME(amd, "AMD Radeon RX 7900 XTX")                                                            \
    NAME(intel, "Intel(R) Arc(TM) B580 Graphics")                                                  \
    NAME(capability, "8.9")                                                                        \
    NAME(laptop, "NVIDIA GeForce RTX 4070 Laptop GPU")                                             \
    NAME(radv, "AMD Radeon RX 7900 XTX (RADV NAVI31)")                                             \
    NAME(opengl, "NVIDIA GeForce RTX 4090/PCIe/SSE2")                                              \
    NAME(pci_nvidia, "10de:2684")                                                                  \
    NAME(pci_amd, "1002:744c")                                                                     \
    NAME(none, "no such device")

#define NAME(name, text)                                                                           \
    static uint64_t find_##name(uint32_t chunk)                                                    \
    {                                                                                              \
        (void)chunk;                                                                               \
        return find_all(text);                                                                     \
    }
NAMES
#undef NAME

static const struct row rows[] = {
#define NAME(name, text) {#name, "find `" text "`", find_##name, NULL, 1, TIMES, NULL},
    NAMES
#undef NAME
};

int main(int argc, char **argv)
{
    return bench(rows, sizeof rows / sizeof rows[0], argc, argv);
}
