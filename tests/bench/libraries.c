/* SPDX-License-Identifier: MIT
 *
 * Reads the kernels of libraries and prints a line for each file and one for all: how much of their
 * code is known, whether the verdicts on loops with matrix instructions of sm_90 count these, and
 * how many kernels have a predicted time on a product of their target, with 65,536 groups, where
 * each loop without a count is executed once and groups of unknown size have 256 threads. Usage:
 * bench_libraries EVERY FILE...: every EVERYth kernel is read.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gpuocc/explain.h>
#include <gpuocc/predict.h>

/* A product of each target. */
static const char *const products[][2] = {{"sm_75", "Tesla T4"},
                                          {"sm_80", "A100 PCIe 40 GB"},
                                          {"sm_86", "GeForce RTX 3090"},
                                          {"sm_89", "GeForce RTX 4090"},
                                          {"sm_90", "H100 SXM5 80 GB"},
                                          {"sm_100", "B200"},
                                          {"sm_103", "B300"},
                                          {"sm_120", "GeForce RTX 5090"}};

struct sums {
    unsigned long kernels, read, instructions, unknown, accesses, unfollowed, loops, counted, timed,
        asked;
};

static unsigned long every, seen;
static struct sums here, all;
static const gpuocc_device *device;
static gpuocc_occupancy occupancy;
static int judges; /* the kernel is of sm_90, and its group fits on the device */

static int32_t take_access(void *user, const gpuocc_code_access *access)
{
    (void)user;
    here.accesses++;
    here.unfollowed += access->pattern == GPUOCC_CODE_PATTERN_UNKNOWN;
    return 0;
}

static int32_t take_loop(void *user, const gpuocc_code_loop *loop)
{
    gpuocc_verdict verdict = {.size = sizeof verdict};

    (void)user;
    if (loop->extent == GPUOCC_CODE_ALL) {
        here.instructions += loop->instructions;
        here.unknown += loop->counts[GPUOCC_CODE_UNKNOWN];
    } else if (judges && loop->loops == 0 && loop->counts[GPUOCC_CODE_MATRIX] != 0) {
        here.loops++;
        here.counted += gpuocc_explain_loop(loop, &occupancy, NULL, &verdict, NULL) == GPUOCC_OK &&
                        (verdict.unrated_resources >> GPUOCC_RESOURCE_MATRIX & 1) == 0 &&
                        (verdict.unrated_classes >> GPUOCC_CODE_MATRIX & 1) == 0;
    }
    return 0;
}

/* Whether a target is `name`, or what only runs there (sm_90a). */
static int is_target(const gpuocc_kernels_found *found, const char *name)
{
    const size_t length = strlen(name), more = found->target.length - length;

    return found->target.length >= length && memcmp(name, found->target.at, length) == 0 &&
           (more == 0 || (more == 1 && found->target.at[length] > '9'));
}

/* Finds the product of a target, and the occupancy on it. Returns 0 if the group does not fit. */
static int fits(const gpuocc_kernels_found *found)
{
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    uint32_t assumed;
    size_t i;

    device = NULL;
    for (i = 0; i < sizeof products / sizeof products[0]; i++)
        if (is_target(found, products[i][0]) &&
            gpuocc_device_for(products[i][1], strlen(products[i][1]), GPUOCC_PURPOSE_LATENCY,
                              &device, NULL, NULL) != GPUOCC_OK)
            device = NULL;
    if (device == NULL)
        return 0;
    assumed = gpuocc_kernels_convert(found, &kernel, &kernel);
    if ((assumed >> GPUOCC_KERNELS_ASSUMED_ANY_GROUP & 1) != 0)
        kernel.threads_per_group = 256;
    if (kernel.dynamic_shared_bytes == GPUOCC_UNKNOWN)
        kernel.dynamic_shared_bytes = 0;
    return gpuocc_occupancy_init(&occupancy, device, 0, &kernel, NULL) == GPUOCC_OK;
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    const gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    const gpuocc_code_wave wave = {.size = sizeof wave, .lanes = 32};
    const gpuocc_predict_options options = {.size = sizeof options,
                                            .grid_groups = 65536,
                                            .l1_hit = GPUOCC_PREDICT_NOT_GIVEN,
                                            .l2_hit = GPUOCC_PREDICT_NOT_GIVEN};
    gpuocc_prediction prediction = {.size = sizeof prediction};
    int timed;

    (void)user;
    here.kernels++;
    if (found->code_bytes == 0 || seen++ % every != 0)
        return 0;
    timed = fits(found);
    judges = timed && is_target(found, "sm_90");
    here.read += gpuocc_code_loops(&code, NULL, 0, take_loop, NULL) == GPUOCC_CODE_OK;
    (void)gpuocc_code_accesses(&code, &wave, NULL, 0, take_access, NULL);
    here.asked += timed != 0;
    here.timed += timed &&
                  gpuocc_predict(&code, &occupancy, &options, &prediction, NULL) == GPUOCC_OK &&
                  prediction.time_us.expected > 0;
    return 0;
}

static double share(unsigned long part, unsigned long whole)
{
    return whole != 0 ? 100.0 * (double)part / (double)whole : 0;
}

static void put(const char *name, const struct sums *sums)
{
    struct rusage used;

    (void)getrusage(RUSAGE_SELF, &used);
    printf(
        "%-40s %8lu kernels %7lu read %10lu instructions %6.3f %% unknown %9lu accesses %5.1f %% "
        "unknown %6lu matrix loops %5.1f %% counted %6lu fit %5.1f %% timed %7.1f s %5ld MiB\n",
        name, sums->kernels, sums->read, sums->instructions,
        share(sums->unknown, sums->instructions), sums->accesses,
        share(sums->unfollowed, sums->accesses), sums->loops, share(sums->counted, sums->loops),
        sums->asked, share(sums->timed, sums->asked),
        (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec, used.ru_maxrss / 1024);
    (void)fflush(stdout);
}

static void add(void)
{
    unsigned long *to = (unsigned long *)&all, *from = (unsigned long *)&here;
    size_t i;

    for (i = 0; i < sizeof all / sizeof *to; i++)
        to[i] += from[i];
    memset(&here, 0, sizeof here);
}

static int read_library(const char *path)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take_kernel};
    const char *slash = strrchr(path, '/');
    const int file = open(path, O_RDONLY);
    struct stat about;
    void *bytes;

    if (file < 0 || fstat(file, &about) != 0 || about.st_size == 0)
        return 0;
    bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED)
        return 0;
    (void)gpuocc_kernels_read(&reader, bytes, (size_t)about.st_size);
    munmap(bytes, (size_t)about.st_size);
    put(slash != NULL ? slash + 1 : path, &here);
    add();
    return 1;
}

int main(int count, char **arguments)
{
    int i;

    every = count > 1 ? strtoul(arguments[1], NULL, 10) : 0;
    if (every == 0 || count < 3) {
        fprintf(stderr, "usage: bench_libraries EVERY FILE...\n");
        return 1;
    }
    for (i = 2; i < count; i++)
        if (!read_library(arguments[i])) {
            fprintf(stderr, "bench_libraries: %s cannot be read\n", arguments[i]);
            return 1;
        }
    put("all", &all);
    return 0;
}
