/* SPDX-License-Identifier: MIT
 *
 * Answers of the library for compare.py, about a device as its driver describes it: through the
 * adapter of CUDA or HIP. A line of standard input is a word and name=value pairs with blanks
 * between them; each has one line of output.
 *
 *   device major=9 minor=0 ... name=NVIDIA H200      name comes last and may have blanks
 *   device gcnArchName=gfx90a ... name=AMD ...       on HIP
 *   gpcs cores=16|18|18                              cores of each GPC, for what follows
 *   blocks numRegs=40 sharedSizeBytes=0 ... threads=256 dynamic=0 barriers=1 cluster=0
 *   best numRegs=40 ... dynamic=0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stubs.h"

#include "gpuocc/adapt/cuda.h"
#include "gpuocc/adapt/hip.h"
#include "gpuocc/gpuocc.h"
#include "../handles.h"

static const gpuocc_device *built_in;  /* NULL: none was found */
static const gpuocc_device *described; /* the same with the driver's numbers */
static gpuocc_edits edits;
static int hip; /* 1: the driver is HIP's */
static gpuocc_custom_device described_custom;
static uint64_t gpcs_memory[sizeof(gpuocc_custom_device) / 8];

/* The value of a name on a line; `otherwise` where it is not there. */
static long long number(const char *line, const char *name, long long otherwise)
{
    const size_t length = strlen(name);
    const char *at;

    for (at = strchr(line, ' '); at != NULL; at = strchr(at + 1, ' '))
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '=')
            return strtoll(at + 2 + length, NULL, 10);
    return otherwise;
}

static void read_properties(const char *line, struct cudaDeviceProp *p)
{
    const char *name = strstr(line, " name=");

    memset(p, 0, sizeof *p);
    if (name != NULL)
        snprintf(p->name, sizeof p->name, "%s", name + 6);
    p->major = (int)number(line, "major", 0);
    p->minor = (int)number(line, "minor", 0);
    p->warpSize = (int)number(line, "warpSize", 0);
    p->maxThreadsPerBlock = (int)number(line, "maxThreadsPerBlock", 0);
    p->maxThreadsPerMultiProcessor = (int)number(line, "maxThreadsPerMultiProcessor", 0);
    p->maxBlocksPerMultiProcessor = (int)number(line, "maxBlocksPerMultiProcessor", 0);
    p->multiProcessorCount = (int)number(line, "multiProcessorCount", 0);
    p->regsPerBlock = (int)number(line, "regsPerBlock", 0);
    p->regsPerMultiprocessor = (int)number(line, "regsPerMultiprocessor", 0);
    p->l2CacheSize = (int)number(line, "l2CacheSize", 0);
    p->sharedMemPerBlock = (size_t)number(line, "sharedMemPerBlock", 0);
    p->sharedMemPerBlockOptin = (size_t)number(line, "sharedMemPerBlockOptin", 0);
    p->sharedMemPerMultiprocessor = (size_t)number(line, "sharedMemPerMultiprocessor", 0);
    p->reservedSharedMemPerBlock = (size_t)number(line, "reservedSharedMemPerBlock", 0);
}

static int32_t find_hip(const char *line, uint32_t *quality)
{
    const char *name = strstr(line, " name="), *target = strstr(line, " gcnArchName=") + 13;
    hipDeviceProp_t p;
    int32_t status;

    memset(&p, 0, sizeof p);
    if (name != NULL)
        snprintf(p.name, sizeof p.name, "%s", name + 6);
    snprintf(p.gcnArchName, sizeof p.gcnArchName, "%.*s", (int)strcspn(target, " "), target);
    p.multiProcessorCount = (int)number(line, "multiProcessorCount", 0);
    p.maxThreadsPerBlock = (int)number(line, "maxThreadsPerBlock", 0);
    p.l2CacheSize = (int)number(line, "l2CacheSize", 0);
    status = gpuocc_hip_find(&p, 0, &built_in, quality);
    if (status == GPUOCC_OK)
        gpuocc_hip_properties(&edits, built_in, &p);
    return status;
}

static int32_t find_cuda(const char *line, uint32_t *quality)
{
    struct cudaDeviceProp p;
    int32_t status;

    read_properties(line, &p);
    status = gpuocc_cuda_find(&p, 0, &built_in, quality);
    if (status == GPUOCC_OK)
        gpuocc_cuda_properties(&edits, built_in, &p);
    return status;
}

/* Quality 0 to 4 as enum gpuocc_quality; edited is the status of the driver's numbers. */
static void answer_device(const char *line)
{
    uint32_t quality = GPUOCC_QUALITY_NEAREST;
    int32_t status, edited = GPUOCC_NOT_KNOWN;

    built_in = described = NULL;
    memset(&edits, 0, sizeof edits);
    hip = strstr(line, " gcnArchName=") != NULL;
    status = hip ? find_hip(line, &quality) : find_cuda(line, &quality);
    if (status == GPUOCC_OK)
        edited = gpuocc_edits_apply(&edits, &described_custom, built_in, NULL);
    else
        built_in = NULL;
    if (edited == GPUOCC_OK)
        described = gpuocc_device_of(&described_custom);
    printf("status=%" PRId32 ";quality=%" PRIu32 ";edited=%" PRId32 ";architecture=%s;name=%s\n",
           status, quality, edited, built_in ? gpuocc_device_architecture(built_in) : "",
           built_in ? gpuocc_device_name(built_in) : "");
}

static void answer_gpcs(const char *line)
{
    uint32_t fields[64];
    uint64_t values[64];
    const char *at = strstr(line, "cores=");
    const gpuocc_device *changed = NULL;
    size_t count = 0;
    int32_t status;

    for (at = at != NULL ? at + 5 : NULL; at != NULL && count < 64; at = strchr(at + 1, '|')) {
        fields[count] = GPUOCC_DEVICE_CORES_PER_GPC;
        values[count++] = strtoull(at + 1, NULL, 10);
    }
    status = device_in(gpcs_memory, described, NULL, 0, fields, values, count, &changed, NULL);
    if (status == GPUOCC_OK)
        described = changed;
    printf("status=%" PRId32 "\n", status);
}

static void read_hip_kernel(const char *line, gpuocc_kernel *kernel)
{
    hipFuncAttributes attributes;

    memset(&attributes, 0, sizeof attributes);
    attributes.numRegs = (int)number(line, "numRegs", 0);
    attributes.sharedSizeBytes = (size_t)number(line, "sharedSizeBytes", 0);
    attributes.maxThreadsPerBlock = (int)number(line, "maxThreadsPerBlock", 0);
    gpuocc_hip_kernel(kernel, &attributes);
}

static void read_cuda_kernel(const char *line, gpuocc_kernel *kernel)
{
    struct cudaFuncAttributes attributes;

    memset(&attributes, 0, sizeof attributes);
    attributes.numRegs = (int)number(line, "numRegs", 0);
    attributes.sharedSizeBytes = (size_t)number(line, "sharedSizeBytes", 0);
    attributes.maxThreadsPerBlock = (int)number(line, "maxThreadsPerBlock", 0);
    attributes.maxDynamicSharedSizeBytes = (int)number(line, "maxDynamicSharedSizeBytes", 0);
    attributes.preferredShmemCarveout = (int)number(line, "preferredShmemCarveout", -1);
    gpuocc_cuda_kernel(kernel, &attributes);
    kernel->barriers_per_group = (uint32_t)number(line, "barriers", 0);
    kernel->groups_per_cluster = (uint32_t)number(line, "cluster", 0);
}

static void read_kernel(const char *line, gpuocc_kernel *kernel)
{
    const long long dynamic = number(line, "dynamic", 0);

    memset(kernel, 0, sizeof *kernel);
    kernel->size = sizeof *kernel;
    if (hip)
        read_hip_kernel(line, kernel);
    else
        read_cuda_kernel(line, kernel);
    kernel->threads_per_group = (uint32_t)number(line, "threads", 0);
    kernel->dynamic_shared_bytes = dynamic > 0 ? (uint32_t)dynamic : 0;
}

static void answer_blocks(const char *line)
{
    const struct {
        const char *name;
        int described;
        uint32_t convention;
    } ways[] = {{"ours", 0, GPUOCC_CONVENTION_DEFAULT},
                {"tool", 0, hip ? GPUOCC_CONVENTION_HIP : GPUOCC_CONVENTION_HEADER},
                {"described", 1, GPUOCC_CONVENTION_DEFAULT}};
    uint64_t memory[sizeof(gpuocc_occupancy) / 8], clusters = 0;
    gpuocc_occupancy *occupancy;
    gpuocc_kernel kernel;
    int32_t status;
    size_t i;

    read_kernel(line, &kernel);
    for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        status = occupancy_in(memory, ways[i].described ? described : built_in, ways[i].convention,
                              &kernel, &occupancy, NULL);
        if (status == GPUOCC_OK)
            printf("%s=%" PRIu32 ";", ways[i].name, gpuocc_occupancy_groups(occupancy));
        else
            printf("%s=refused %" PRId32 ";", ways[i].name, status);
    }
    if (status == GPUOCC_OK) /* of the described device, which may have GPCs */
        status =
            gpuocc_occupancy_get(occupancy, GPUOCC_RESULT_CLUSTERS_PER_DEVICE, 0, &clusters, NULL);
    if (status == GPUOCC_OK)
        printf("clusters=%" PRIu64 "\n", clusters);
    else
        printf("clusters=none %" PRId32 "\n", status);
}

static void answer_best(const char *line)
{
    uint32_t threads = 0, groups = 0;
    gpuocc_kernel kernel;
    int32_t status;

    read_kernel(line, &kernel);
    status = best_group(built_in, hip ? GPUOCC_CONVENTION_HIP : GPUOCC_CONVENTION_HEADER, &kernel,
                        NULL, 0, &threads, &groups, NULL);
    printf("status=%" PRId32 ";threads=%" PRIu32 ";groups=%" PRIu32 "\n", status, threads, groups);
}

int main(void)
{
    static const struct {
        const char *word;
        void (*answer)(const char *line);
    } words[] = {{"device ", answer_device},
                 {"gpcs ", answer_gpcs},
                 {"blocks ", answer_blocks},
                 {"best ", answer_best}};
    static char line[8192];
    size_t i;

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        for (i = 0; i < 4 && strncmp(line, words[i].word, strlen(words[i].word)) != 0; i++)
            continue;
        if (i == 4) {
            fprintf(stderr, "silicon_answers: no such question: %s\n", line);
            return 1;
        }
        words[i].answer(line);
    }
    return 0;
}
