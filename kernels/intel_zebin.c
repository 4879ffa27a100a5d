/* SPDX-License-Identifier: MIT
 *
 * Reads the files of Intel's offline and online compilers: zebin and fat binaries of ocloc. Reports
 * older formats that look like them as unsupported. Sources: IGC 98fff716,
 * ZEBinWriter/zebin/spec/elf.md; compute-runtime e37c60bf, shared/source/device_binary_format.
 */
#include "archive.h"
#include "elf.h"
#include "intel.h"
#include "nest.h"

enum {
    MACHINE_INTELGT = 205,
    TYPE_OPENCL = 0xff04,
    TYPE_ZEBIN_FIRST = 0xff11,
    TYPE_ZEBIN_LAST = 0xff13
};
enum { NOTE_FAMILY = 1, NOTE_METADATA = 3, NOTE_VERSION = 6 };

#define SECTION_DEVICE_BINARY 0xff000005u
#define SPIRV                 0x07230203u
#define PATCHES               0x494e5443u /* "CTNI" */

static int owner_is_intel(gpuocc_kernels_text owner)
{
    static const char lower[] = "intelgt";
    size_t i;

    if (owner.length != sizeof lower - 1)
        return 0;
    for (i = 0; i < owner.length; i++)
        if ((owner.at[i] | 0x20) != lower[i])
            return 0;
    return 1;
}

static void find_target(const struct elf *elf, struct intel_target *target)
{
    uint32_t family = 0, metadata = 0, version = 0;
    struct elf_section section;
    struct elf_note note;
    struct bytes rest;

    if (elf_section_named(elf, ".note.intelgt.compat", &section))
        for (rest = section.data; elf_note(&rest, &note);)
            if (owner_is_intel(note.owner) && note.data.length >= 4) {
                const uint32_t word = bytes_u32(note.data, 0);

                if (note.type == NOTE_FAMILY)
                    family = word;
                else if (note.type == NOTE_METADATA)
                    metadata = word;
                else if (note.type == NOTE_VERSION)
                    version = word;
            }
    if (version != 0)
        intel_target_of_version(target, version);
    else
        intel_target_of_family(target, family, metadata);
}

/* `outer` is the target given by the enclosing file, or NULL. */
static int read_zebin(const struct elf *elf, const struct intel_target *outer,
                      struct callbacks *callbacks)
{
    struct intel_target target;
    struct elf_section section;

    if (!elf_whole(elf)) {
        format_warning(callbacks, 0,
                       "the zebin is cut off: its table of sections is not in the file");
        return GPUOCC_KERNELS_OK;
    }
    if (!elf_section_named(elf, ".ze_info", &section)) {
        format_warning(callbacks, 0,
                       "the zebin has no section .ze_info, where kernels are told about");
        return GPUOCC_KERNELS_OK;
    }
    if (section.data.length != section.size) {
        format_warning(callbacks, section.offset, "the zebin is cut off: .ze_info has %llu bytes",
                       (unsigned long long)section.size);
        return GPUOCC_KERNELS_OK;
    }
    find_target(elf, &target);
    if (outer != NULL && outer->length != 0 && (target.length == 0 || target.generic))
        target = *outer;
    if (target.length == 0)
        format_warning(callbacks, 0, "the zebin does not say for which chip it is; give --device");
    return intel_info(section.data, section.offset, &target, callbacks);
}

static void refuse_patches(struct callbacks *callbacks, uint64_t offset)
{
    format_warning(callbacks, offset,
                   "a binary of the older patch-token format, which is not read; compile with "
                   "ocloc -internal_options \"-cl-allow-zebin\" or a newer ocloc");
}

static int read_elf(const struct elf *elf, const struct intel_target *outer,
                    struct callbacks *callbacks)
{
    struct elf_section section;
    struct elf inner;
    uint32_t i;

    if (elf->machine == MACHINE_INTELGT ||
        (elf->type >= TYPE_ZEBIN_FIRST && elf->type <= TYPE_ZEBIN_LAST))
        return read_zebin(elf, outer, callbacks);
    if (elf->type != TYPE_OPENCL)
        return GPUOCC_KERNELS_NONE;
    for (i = 0; elf_section(elf, i, &section); i++)
        if (section.type == SECTION_DEVICE_BINARY &&
            elf_open(&inner, section.data.at, section.data.length) &&
            inner.machine == MACHINE_INTELGT)
            return format_inside(format_zebin, section.data.at, section.data.length, section.offset,
                                 1, callbacks);
    refuse_patches(callbacks, 0);
    return GPUOCC_KERNELS_OK;
}

static int read_member(const struct archive_member *member, struct callbacks *callbacks)
{
    const struct bytes data = member->data;
    struct intel_target target;
    struct format_nested nested;
    struct elf elf;

    if (text_starts(member->name, "pad_") || text_starts(member->name, "generic_ir") ||
        data.length == 0)
        return GPUOCC_KERNELS_OK;
    intel_target_of_member(&target, member->name);
    if (elf_open(&elf, data.at, data.length)) {
        format_nest(&nested, member->offset, 1, callbacks);
        if (read_elf(&elf, &target, &nested.callbacks) == GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
    } else if (bytes_u32(data, 0) == PATCHES) {
        refuse_patches(callbacks, member->offset);
    } else {
        format_warning(callbacks, member->offset,
                       "member %.*s of the fat binary is no zebin: passed over",
                       FORMAT_SHOWN(member->name));
    }
    return GPUOCC_KERNELS_OK;
}

/* Whether the file is a fat binary of ocloc, with members such as "pad_0", "64.12.55.8",
 * "64.tgllp", "generic_ir". */
static int is_fat(struct bytes file)
{
    struct archive_member first;
    uint64_t at;

    if (!archive_open(file, &at) || archive_next(file, &at, &first) < 1)
        return 0;
    return text_starts(first.name, "pad_0") || text_starts(first.name, "64.") ||
           text_starts(first.name, "32.") || text_starts(first.name, "generic_ir");
}

static int read_fat(struct bytes file, struct callbacks *callbacks)
{
    struct archive_member member;
    uint64_t at;
    int status;

    (void)archive_open(file, &at);
    while ((status = archive_next(file, &at, &member)) > 0)
        if (read_member(&member, callbacks) == GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
    if (status < 0)
        format_warning(callbacks, at, "the fat binary is cut off or damaged here");
    return GPUOCC_KERNELS_OK;
}

int format_zebin(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const struct bytes file = {bytes, length};
    struct elf elf;

    if (elf_open(&elf, bytes, length))
        return read_elf(&elf, NULL, callbacks);
    if (is_fat(file))
        return read_fat(file, callbacks);
    if (length >= 4 && bytes_u32(file, 0) == PATCHES) {
        refuse_patches(callbacks, 0);
        return GPUOCC_KERNELS_OK;
    }
    if (length >= 4 && bytes_u32(file, 0) == SPIRV) {
        format_warning(callbacks, 0,
                       "SPIR-V is code for no chip yet: registers and SIMD width are the "
                       "compiler's choice, so compile it first (ocloc compile -spirv_input)");
        return GPUOCC_KERNELS_OK;
    }
    return GPUOCC_KERNELS_NONE;
}
