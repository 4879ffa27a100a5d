/* SPDX-License-Identifier: MIT
 *
 * libgpuocc from C. Built with: cc example.c $(pkg-config --cflags --libs gpuocc)
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <gpuocc/gpuocc.h>

int main(void)
{
    const char *name = "RTX 4090";
    const gpuocc_device *device;
    gpuocc_kernel kernel = {0};
    gpuocc_error error = {0};
    gpuocc_occupancy occupancy;
    char text[256];
    int32_t status;

    kernel.size = sizeof kernel;
    kernel.threads_per_group = 256;
    kernel.registers_per_thread = 72;
    kernel.shared_bytes = 24 * 1024;
    error.size = sizeof error;
    status = gpuocc_device_for(name, strlen(name), 0, &device, NULL, NULL);
    if (status == GPUOCC_OK)
        status =
            gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, &kernel, &error);
    if (status != GPUOCC_OK) {
        gpuocc_error_text(&error, status, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        return 1;
    }
    printf("%" PRIu32 " groups, %" PRIu32 " of %" PRIu32 " waves\n",
           gpuocc_occupancy_groups(&occupancy), gpuocc_occupancy_waves(&occupancy),
           gpuocc_occupancy_max_waves(&occupancy));
    return 0;
}
