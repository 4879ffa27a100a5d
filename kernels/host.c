/* SPDX-License-Identifier: MIT
 *
 * Reads objects, executables and libraries of the host that contain device code, in sections of
 * their own or among other data that is loaded.
 */
#include "elf.h"
#include "nest.h"

static const struct {
    const char *name;
    format_function *read;
} holders[] = {
    {".nv_fatbin", format_fatbin},
    {"__nv_relfatbin", format_fatbin},
    {".hip_fatbin", format_bundle},
};
#define HOLDERS (sizeof holders / sizeof holders[0])

/* Whether the file is for a host and not for a device. */
static int is_host(const struct elf *elf)
{
    return elf->machine != 190 && elf->machine != 224 && elf->machine != 205;
}

/* Returns the index of the section's kind, or HOLDERS if it is none of them. */
static size_t holder_of(const struct elf *elf, const struct elf_section *section)
{
    size_t i;

    for (i = 0; i < HOLDERS; i++)
        if (elf_name_is(elf, section, holders[i].name))
            break;
    return i;
}

static void tell_cut(const struct elf_section *section, const char *name,
                     struct callbacks *callbacks)
{
    format_warning(callbacks, section->offset,
                   "section %s has %llu bytes, the file ends before them", name,
                   (unsigned long long)section->size);
}

/* Reads a section for device code. */
static int read_holder(const struct elf_section *section, size_t holder,
                       struct callbacks *callbacks)
{
    const int status = format_inside(holders[holder].read, section->data.at, section->data.length,
                                     section->offset, 1, callbacks);

    if (status != GPUOCC_KERNELS_NONE)
        return status;
    format_warning(callbacks, section->offset, "a section for device code holds something else");
    return GPUOCC_KERNELS_OK;
}

/* Reads the fatbins among other data between two offsets of the file: libraries that load their
 * kernels themselves keep them there. They begin at multiples of 8 bytes. A container is left
 * behind before the next one is sought, so that each byte is read once. */
static int scan(struct bytes file, uint64_t at, uint64_t end, struct callbacks *callbacks,
                int *found)
{
    uint64_t size;

    for (at = (at + 7) / 8 * 8; at < end; at = (at + size + 7) / 8 * 8) {
        size = format_fatbin_size(file.at, (size_t)end, at);
        if (size == 0) {
            size = 8;
            continue;
        }
        *found = 1;
        if (format_inside(format_fatbin, file.at + at, (size_t)size, at, 1, callbacks) ==
            GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
    }
    return GPUOCC_KERNELS_OK;
}

static int read_section(const struct elf *elf, const struct elf_section *section,
                        struct callbacks *callbacks, int *found)
{
    const size_t holder = holder_of(elf, section);

    if (holder == HOLDERS && section->data.length == 0) /* it ends beyond the file */
        return GPUOCC_KERNELS_OK;
    if (holder == HOLDERS)
        return scan(elf->file, section->offset, section->offset + section->data.length, callbacks,
                    found);
    *found = 1;
    if (section->data.length != 0)
        return read_holder(section, holder, callbacks);
    tell_cut(section, holders[holder].name, callbacks);
    return GPUOCC_KERNELS_OK;
}

/* No linker writes overlapping sections, and reading them could take unlimited time. They may be in
 * any order. */
static int read_sections(const struct elf *elf, struct callbacks *callbacks, int *found)
{
    struct elf_section section;
    uint64_t budget = elf->file.length;
    uint32_t i;

    for (i = 0; elf_section(elf, i, &section); i++) {
        if (section.type == ELF_NOBITS || section.size == 0 ||
            (holder_of(elf, &section) == HOLDERS && (section.flags & ELF_LOADED) == 0))
            continue;
        if (section.data.length > budget) {
            format_warning(callbacks, section.offset, "the file is damaged: its sections overlap");
            *found = 1;
            break;
        }
        budget -= section.data.length;
        if (read_section(elf, &section, callbacks, found) == GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
    }
    return GPUOCC_KERNELS_OK;
}

int format_host_object(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    struct elf elf;
    int found = 0, status;

    if (!elf_open(&elf, bytes, length) || !is_host(&elf))
        return GPUOCC_KERNELS_NONE;
    status = read_sections(&elf, callbacks, &found);
    if (elf.section_count == 0 && status == GPUOCC_KERNELS_OK)
        status = scan(elf.file, 0, elf.file.length, callbacks, &found);
    if ((!found || elf.section_count == 0) && !elf_whole(&elf))
        format_warning(callbacks, elf.sections,
                       "an ELF file without its table of sections: stripped of it, or cut off");
    else if (!found)
        return GPUOCC_KERNELS_NONE;
    return status;
}
