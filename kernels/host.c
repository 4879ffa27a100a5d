/* SPDX-License-Identifier: MIT
 *
 * Reads objects, executables and libraries of the host that contain device code in sections.
 */
#include "elf.h"
#include "nest.h"

static const struct {
    const char *name;
    reader_function *read;
} holders[] = {
    {".nv_fatbin", reader_fatbin},
    {"__nv_relfatbin", reader_fatbin},
    {".hip_fatbin", reader_bundle},
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

static void tell_cut(const struct elf_section *section, const char *name, struct reader_sink *sink)
{
    reader_trouble(sink, section->offset, "section %s has %llu bytes, the file ends before them",
                   name, (unsigned long long)section->size);
}

/* No linker writes overlapping sections, and reading them could take unlimited time. They may be in
 * any order. */
static int read_sections(const struct elf *elf, struct reader_sink *sink, int *found)
{
    struct elf_section section;
    uint64_t budget = elf->file.length;
    size_t holder;
    uint32_t i;

    for (i = 0; elf_section(elf, i, &section); i++) {
        holder = holder_of(elf, &section);
        if (holder == HOLDERS || section.type == ELF_NOBITS || section.size == 0)
            continue;
        *found = 1;
        if (section.data.length == 0) {
            tell_cut(&section, holders[holder].name, sink);
            continue;
        }
        if (section.size > budget) {
            reader_trouble(sink, section.offset, "the file is damaged: its sections overlap");
            break;
        }
        budget -= section.size;
        switch (reader_inside(holders[holder].read, section.data.at, section.data.length,
                              section.offset, 1, sink)) {
        case READER_STOPPED:
            return READER_STOPPED;
        case READER_NOT_MINE:
            reader_trouble(sink, section.offset, "a section for device code holds something else");
            break;
        default:
            break;
        }
    }
    return READER_OK;
}

int reader_host_object(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    struct elf elf;
    int found = 0, status;

    if (!elf_open(&elf, bytes, length) || !is_host(&elf))
        return READER_NOT_MINE;
    status = read_sections(&elf, sink, &found);
    if (!found && !elf_whole(&elf))
        reader_trouble(sink, elf.sections,
                       "an ELF file without its table of sections: stripped of it, or cut off");
    else if (!found)
        return READER_NOT_MINE;
    return status;
}
