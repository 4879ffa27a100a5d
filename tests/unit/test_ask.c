/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc_occupancy_ask: its arguments, and that its answers are those of a handle for the
 * same query, on every device and in every convention, also if the answer is a range or unknown.
 */
#include "random.h"
#include "support.h"

static gpuocc_error error;
static gpuocc_answer answer;
static gpuocc_kernel kernel;

static int32_t ask(const gpuocc_device *device, const gpuocc_kernel *k, gpuocc_answer *a)
{
    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    return gpuocc_occupancy_ask(device, GPUOCC_CONVENTION_DEFAULT, k, a, &error);
}

static int is_argument(int32_t status, int32_t wanted, uint32_t argument)
{
    return status == wanted && error.scope == GPUOCC_SCOPE_ARGUMENT && error.field == argument;
}

static int is_answer(uint32_t groups, uint32_t waves, uint32_t max_waves, uint32_t limiters)
{
    return answer.groups == groups && answer.waves == waves && answer.max_waves == max_waves &&
           answer.limiters == limiters;
}

static void test_arguments(void)
{
    const gpuocc_device *device = find("8.0");

    kernel.size = sizeof kernel;
    kernel.threads_per_group = 256;
    answer.size = sizeof answer;
    answer.groups = answer.waves = answer.max_waves = answer.limiters = 77;
    ok((ask(NULL, &kernel, &answer) == GPUOCC_ERROR_NULL && error.scope == GPUOCC_SCOPE_DEVICE) &&
           is_argument(ask(device, NULL, &answer), GPUOCC_ERROR_NULL, 3) &&
           is_argument(ask(device, &kernel, NULL), GPUOCC_ERROR_NULL, 4),
       "NULL is an error that names the argument");
    answer.size = sizeof answer - 4;
    ok(is_argument(ask(device, &kernel, &answer), GPUOCC_ERROR_STRUCT_SIZE, 4) &&
           error.value == sizeof answer - 4 && error.limit == sizeof answer,
       "an answer that is too short");
    answer.size = sizeof answer + 1;
    ok(is_argument(ask(device, &kernel, &answer), GPUOCC_ERROR_STRUCT_SIZE, 4),
       "an answer of a size that is no multiple of 4");
    answer.size = sizeof answer;
    kernel.registers_per_thread = 256;
    ok(ask(device, &kernel, &answer) == GPUOCC_ERROR_TOO_MANY_REGISTERS &&
           error.field == GPUOCC_KERNEL_REGISTERS_PER_THREAD && is_answer(77, 77, 77, 77),
       "a kernel that is refused leaves the answer as it was");
    kernel.registers_per_thread = 72;
    ok(ask(device, &kernel, &answer) == GPUOCC_OK &&
           is_answer(3, 24, 64, 1u << GPUOCC_LIMIT_REGISTERS),
       "3 groups on sm_80: 65536 registers, 8 waves of 72 * 32 rounded to 2304 each");
    answer.size = sizeof answer + 4;
    answer.groups = 77;
    ok(ask(device, &kernel, &answer) == GPUOCC_OK &&
           is_answer(3, 24, 64, 1u << GPUOCC_LIMIT_REGISTERS),
       "an answer of a later version");
    answer.size = sizeof answer;
}

static gpuocc_kernel random_kernel(const gpuocc_device *device)
{
    gpuocc_kernel k = {0};

    k.size = sizeof k;
    k.threads_per_group = 1 + below(1024);
    if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        k.wave_size = 16;
    switch (get(device, GPUOCC_DEVICE_VENDOR)) {
    case GPUOCC_VENDOR_INTEL:
        k.grf_count = below(257);
        break;
    case GPUOCC_VENDOR_APPLE:
        k.half_registers_per_thread = below(257);
        break;
    default:
        k.registers_per_thread = below(257);
    }
    k.shared_bytes = below(3) ? below(20000) : below(100000);
    if (below(4) == 0)
        k.dynamic_shared_bytes = GPUOCC_ZERO;
    if (below(6) == 0)
        k.shared_bytes = GPUOCC_UNKNOWN;
    return k;
}

static void test_agrees(void)
{
    const gpuocc_device *device;
    uint32_t at, i, convention, wrong = 0, answered = 0, refused = 0;
    struct place p;
    int32_t status;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (convention = 0; convention <= GPUOCC_CONVENTION_COUNT; convention++)
            for (i = 0; i < 6; i++) {
                const gpuocc_kernel k = random_kernel(device);

                status = place_as(&p, device, convention, k);
                if (gpuocc_occupancy_ask(device, convention, &k, &answer, NULL) != status)
                    wrong++;
                else if (status != GPUOCC_OK)
                    refused++;
                else if (++answered, !is_answer(gpuocc_occupancy_groups(p.occupancy),
                                                gpuocc_occupancy_waves(p.occupancy),
                                                gpuocc_occupancy_max_waves(p.occupancy),
                                                gpuocc_occupancy_limiters(p.occupancy)))
                    wrong++;
            }
    ok(wrong == 0 && answered > 1000 && refused > 1000,
       "%u queries answered as by a handle, %u refused: %u differ", answered, refused, wrong);
}

int main(void)
{
    test_arguments();
    test_agrees();
    return done();
}
