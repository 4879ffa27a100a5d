/* SPDX-License-Identifier: MIT
 *
 * Reads the statistics of the Radeon GPU Analyzer (rga -a): a line of names of columns and a line
 * of figures for each device. A figure that it does not know is "N/A" or, in the columns marked so
 * here, 0.
 */
#include "amd_facts.h"
#include "text_lines.h"

#define FACT(member) offsetof(struct amd_facts, member)

static const struct {
    const char *name;
    size_t member;
    int zero_is_unknown;
} columns[] = {
    {"USED_VGPRs", FACT(vectors), 1},
    {"USED_SGPRs", FACT(scalars), 1},
    {"USED_LDS_BYTES", FACT(shared_bytes), 0},
    {"SCRATCH_MEM", FACT(scratch_bytes), 0},
    {"VGPR_SPILLS", FACT(vector_spills), 0},
    {"WAVEFRONT_SIZE", FACT(wave_size), 1},
    {"THREADS_PER_WORKGROUP", FACT(max_threads), 1},
    {"CL_WORKGROUP_X_DIMENSION", FACT(required[0]), 1},
    {"CL_WORKGROUP_Y_DIMENSION", FACT(required[1]), 1},
    {"CL_WORKGROUP_Z_DIMENSION", FACT(required[2]), 1},
};

/* Takes the next cell off a line. */
static gpuocc_kernels_text cell(gpuocc_kernels_text *line)
{
    const gpuocc_kernels_text text = text_until(*line, ',');

    *line = text_behind(*line, text.length);
    (void)text_skip(line, ",");
    return text_trim(text);
}

static void read_cell(gpuocc_kernels_text name, gpuocc_kernels_text value, struct amd_facts *facts)
{
    uint32_t number;
    size_t i;

    for (i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        if (!text_is(name, columns[i].name) || value.length == 0 || text_is(value, "N/A"))
            continue;
        number = amd_number(facts, name, value, AMD_PLAIN);
        if (number != 0 || !columns[i].zero_is_unknown)
            memcpy((char *)facts + columns[i].member, &number, sizeof number);
    }
}

static size_t cells(gpuocc_kernels_text line)
{
    size_t i, count = 1;

    for (i = 0; i < line.length; i++)
        count += line.at[i] == ',';
    return count;
}

static int report(gpuocc_kernels_text names, gpuocc_kernels_text line, uint64_t offset,
                  struct callbacks *callbacks)
{
    gpuocc_kernels_text target = {"", 0}, name, value;
    struct amd_facts facts;

    if (cells(line) != cells(names)) {
        format_warning(callbacks, offset,
                       "the row of %.*s has %zu cells, the line of names has %zu: passed over",
                       FORMAT_SHOWN(text_until(line, ',')), cells(line), cells(names));
        return GPUOCC_KERNELS_OK;
    }
    amd_facts_clear(&facts);
    while (names.length != 0) {
        name = cell(&names);
        value = cell(&line);
        if (text_is(name, "DEVICE"))
            target = amd_processor(value);
        else
            read_cell(name, value, &facts);
    }
    return amd_report(&facts, amd_target_named(target), target, "RGA statistics", offset,
                      callbacks);
}

static int has_names(gpuocc_kernels_text text)
{
    return text_find(text, "DEVICE,", NULL) && text_find(text, ",USED_VGPRs,", NULL);
}

int format_rga(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line, names = {"", 0};
    int status = GPUOCC_KERNELS_OK;

    if (!has_names(rest))
        return GPUOCC_KERNELS_NONE;
    while (status == GPUOCC_KERNELS_OK && text_line(&rest, &line)) {
        if (has_names(line))
            names = line;
        else if (names.length != 0 && text_find(line, ",", NULL))
            status = report(names, line, (uint64_t)(line.at - (const char *)bytes), callbacks);
    }
    return status;
}
