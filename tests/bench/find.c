/* SPDX-License-Identifier: MIT
 *
 * What finding a device costs, in nanoseconds. Instructions: valgrind --tool=callgrind find NAME N
 * for two N, and the difference of the counts.
 */
#include <time.h>

#include "support.h"

static double nanoseconds(const char *name, uint32_t times)
{
    const gpuocc_device *device = NULL;
    const size_t length = strlen(name);
    const clock_t start = clock();
    uint32_t i;

    for (i = 0; i < times; i++)
        (void)gpuocc_device_find(name, length, 0, &device, NULL);
    return (double)(clock() - start) * 1e9 / CLOCKS_PER_SEC / times;
}

int main(int count, char **arguments)
{
    static const char *const names[] = {"sm_90",
                                        "gfx1100",
                                        "8.9",
                                        "RTX 4090",
                                        "NVIDIA GeForce RTX 4090",
                                        "AMD Radeon RX 7900 XTX",
                                        "Intel(R) Arc(TM) B580 Graphics",
                                        "Apple M1 Pro",
                                        "NVIDIA GeForce RTX 4070 Laptop GPU",
                                        "AMD Radeon RX 7900 XTX (RADV NAVI31)",
                                        "NVIDIA GeForce RTX 4090/PCIe/SSE2",
                                        "10de:2684",
                                        "1002:744c",
                                        "no such device"};
    size_t i;

    if (count == 3) {
        (void)nanoseconds(arguments[1], (uint32_t)strtoul(arguments[2], NULL, 10));
        return 0;
    }
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        printf("%-40s %8.0f ns\n", names[i], nanoseconds(names[i], 100000));
    return 0;
}
