/* SPDX-License-Identifier: MIT
 *
 * The rates of matrix pipes, by the type of the instructions.
 */
#include <string.h>

#include "explain/explain.h"

static const struct matrix_rate {
    uint8_t vendor;
    uint16_t first, last; /* generations */
    uint8_t type;
    uint16_t rate;     /* products per cycle and core; 0: not known */
    char products[20]; /* how the names of the products begin; "=" and a name; or all */
} rates[] = {
#include "matrix_table.inc"
};

static int is_of(const char *products, const char *name)
{
    return products[0] == '=' ? strcmp(products + 1, name) == 0
                              : strncmp(products, name, strlen(products)) == 0;
}

double matrix_rate(const gpuocc_device *device, uint32_t type)
{
    uint64_t vendor = 0, generation = 0;
    size_t i;

    (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    (void)gpuocc_device_get(device, GPUOCC_DEVICE_GENERATION, 0, &generation);
    for (i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (rates[i].vendor == vendor && rates[i].first <= generation &&
            generation <= rates[i].last && rates[i].type == type &&
            is_of(rates[i].products, gpuocc_device_name(device)))
            return rates[i].rate;
    return 0;
}

double matrix_cycles(const gpuocc_device *device, const gpuocc_code_loop *loop)
{
    double cycles = 0, rate;
    uint32_t type;

    if (loop->counts[GPUOCC_CODE_MATRIX] != loop->sized_matrix)
        return 0;
    for (type = 0; type < GPUOCC_CODE_MATRIX_COUNT; type++) {
        if (loop->products[type] == 0)
            continue;
        rate = matrix_rate(device, type);
        if (rate <= 0)
            return 0;
        cycles += (double)loop->products[type] / rate;
    }
    return cycles;
}
