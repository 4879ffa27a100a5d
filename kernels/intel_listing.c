/* SPDX-License-Identifier: MIT
 *
 * Reads listings of Intel's compiler (.asm): lines "//.kernel NAME" and what follows each. They do
 * not contain SLM and barriers. Source: visa/G4_Kernel.cpp of IGC 98fff716; IGC 1.0.12504 writes
 * the same.
 */
#include "intel.h"
#include "nest.h"
#include "text_lines.h"

#define MOST_LANES 32u

struct listing {
    struct callbacks *callbacks;
    gpuocc_kernels_text name;
    struct intel_target target;
    uint64_t at;          /* offset of the kernel in the input */
    uint32_t grf;         /* 0: no such line */
    uint32_t lanes;       /* the most that an instruction covers; 0: none yet */
    uint32_t spill_bytes; /* GPUOCC_UNKNOWN: no such line */
    int open;
};

/* Returns the number of lanes up to the last one that an instruction covers: 32 in "add (16|M16)
 * r98.0...". Instructions with "(W)" are ignored: they run no matter which lanes are active. */
static uint32_t reach(gpuocc_kernels_text line)
{
    gpuocc_kernels_text digits = line;
    uint64_t width, first;
    size_t at, start;

    if (text_starts(line, "//") || text_starts(line, "(W") || !text_find(line, "|M", &at))
        return 0;
    for (start = at; start > 0 && line.at[start - 1] >= '0' && line.at[start - 1] <= '9'; start--)
        ;
    if (start == 0 || line.at[start - 1] != '(')
        return 0;
    digits = text_behind(line, start);
    line = text_behind(line, at + 2);
    if (!text_number(&digits, &width) || !text_number(&line, &first) || width > MOST_LANES ||
        first > MOST_LANES - width)
        return 0;
    return (uint32_t)(width + first);
}

static int finish(struct listing *listing)
{
    gpuocc_kernels_found kernel;

    if (!listing->open)
        return 0;
    listing->open = 0;
    intel_kernel(&kernel, &listing->target, "IGC listing");
    kernel.name = listing->name;
    kernel.kernel.shared_bytes = GPUOCC_UNKNOWN;
    kernel.kernel.barriers_per_group = GPUOCC_UNKNOWN;
    if (listing->grf != 0)
        kernel.kernel.grf_count = listing->grf;
    if (listing->lanes >= 8)
        kernel.kernel.wave_size = listing->lanes;
    kernel.spill_bytes = listing->spill_bytes;
    if (listing->spill_bytes != 0 && listing->spill_bytes != GPUOCC_UNKNOWN)
        kernel.notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    return listing->callbacks->kernel(listing->callbacks->user, &kernel);
}

static void begin(struct listing *listing, gpuocc_kernels_text name, uint64_t at)
{
    size_t end;

    /* Released compilers append the last part of the next line to the name. */
    if (text_find(name, ", numSWSB=", &end))
        name.length = end;
    memset(&listing->target, 0, sizeof listing->target);
    listing->name = name;
    listing->at = at;
    listing->grf = 0;
    listing->lanes = 0;
    listing->spill_bytes = GPUOCC_UNKNOWN;
    listing->open = 1;
}

/* Reads a number up to a comma or the end of the line. If it is not a number, reports that and
 * returns unknown. */
static uint32_t number(const struct listing *listing, const char *what, gpuocc_kernels_text line)
{
    uint32_t value = 0;

    line = text_trim(text_until(line, ','));
    if (!text_figure(line, &value))
        format_warning(listing->callbacks, listing->at,
                       "%s of kernel %.*s is \"%.*s\", which is no number that it can have", what,
                       FORMAT_SHOWN(listing->name), FORMAT_SHOWN(line));
    return value;
}

static void fact(struct listing *listing, gpuocc_kernels_text line)
{
    uint32_t lanes;

    if (text_skip(&line, "//.platform ")) {
        intel_target_of_platform(&listing->target, line);
    } else if (text_skip(&line, "//.thread_config numGRF=")) {
        listing->grf = number(listing, "numGRF", line);
    } else if (text_skip(&line, "//.spill size ")) {
        listing->spill_bytes = number(listing, "the spill size", line);
    } else {
        lanes = reach(line);
        listing->lanes = lanes > listing->lanes ? lanes : listing->lanes;
    }
}

int format_intel_listing(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_text rest = {(const char *)bytes, length}, line;
    struct listing listing;
    int mine = 0;

    memset(&listing, 0, sizeof listing);
    listing.callbacks = callbacks;
    while (text_line(&rest, &line)) {
        if (text_skip(&line, "//.kernel ") && !text_starts(line, "ID ")) {
            if (finish(&listing) != 0)
                return GPUOCC_KERNELS_STOPPED;
            begin(&listing, line, (uint64_t)(line.at - (const char *)bytes));
            mine = 1;
        } else if (listing.open) {
            fact(&listing, line);
        }
    }
    if (finish(&listing) != 0)
        return GPUOCC_KERNELS_STOPPED;
    return mine ? GPUOCC_KERNELS_OK : GPUOCC_KERNELS_NONE;
}
