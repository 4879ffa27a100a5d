/* SPDX-License-Identifier: MIT */
#include "rows.h"
#include "support.h"

int main(void)
{
    gpuocc_kernel kernel = {0};
    struct place p;

    kernel.threads_per_group = 256;
    kernel.registers_per_thread = 72;
    kernel.shared_bytes = 24 * 1024;
    place(&p, find("RTX 4090"), kernel);
    ok(result(&p, GPUOCC_RESULT_GROUPS, 0) == 3, "RTX 4090, 256 threads, 72 registers: 3 groups");
    return done();
}
