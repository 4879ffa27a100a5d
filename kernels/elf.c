/* SPDX-License-Identifier: MIT */
#include "elf.h"

#define HEADER_32 52u
#define HEADER_64 64u

/* Offsets of fields in the file header, equal for 32 and 64 bits. */
enum { E_TYPE = 16, E_MACHINE = 18, E_VERSION = 20 };

static uint64_t word(const struct elf *elf, uint64_t offset)
{
    return bytes_number(elf->file, offset, elf->wide ? 8 : 4);
}

/* Returns the number of headers of `size` bytes at `offset`, at most `count`, that the file has
 * room for. */
static uint32_t room(const struct elf *elf, uint64_t offset, uint64_t size, uint64_t count)
{
    const uint64_t rest = offset < elf->file.length ? elf->file.length - offset : 0;
    const uint64_t most = rest / size; /* callers have refused a size of 0 */

    if (offset == 0 || count > 0xffffffffu)
        return 0;
    return (uint32_t)(count < most ? count : most);
}

static void find_sections(struct elf *elf)
{
    const uint64_t tail = elf->wide ? 52 : 40; /* e_ehsize */
    uint64_t count = bytes_u16(elf->file, tail + 8);
    uint32_t names = bytes_u16(elf->file, tail + 10);
    struct elf_section section;

    elf->sections = word(elf, elf->wide ? 40 : 32);
    elf->section_size = bytes_u16(elf->file, tail + 6);
    if (elf->section_size < (elf->wide ? 64 : 40))
        return;
    elf->section_count = room(elf, elf->sections, elf->section_size, 1);
    if (!elf_section(elf, 0, &section))
        return;
    if (count == 0) /* 0xff00 or more: the first header contains the count */
        count = section.size;
    if (names == 0xffff)
        names = section.link;
    elf->section_count = room(elf, elf->sections, elf->section_size, count);
    elf->cut = elf->section_count < count;
    if (elf_section(elf, names, &section))
        elf->names = section.data;
}

static void find_segments(struct elf *elf)
{
    const uint64_t tail = elf->wide ? 52 : 40;

    elf->segments = word(elf, elf->wide ? 32 : 28);
    elf->segment_size = bytes_u16(elf->file, tail + 2);
    if (elf->segment_size >= (elf->wide ? 56 : 32))
        elf->segment_count =
            room(elf, elf->segments, elf->segment_size, bytes_u16(elf->file, tail + 4));
}

int elf_open(struct elf *elf, const unsigned char *bytes, size_t length)
{
    memset(elf, 0, sizeof *elf);
    elf->file.at = bytes;
    elf->file.length = length;
    if (length < HEADER_32 || memcmp(bytes, "\177ELF", 4) != 0 || bytes[5] != 1 ||
        (bytes[4] != 1 && bytes[4] != 2))
        return 0;
    elf->wide = bytes[4] == 2;
    elf->names_left = (uint64_t)length * ELF_NAMES_TIMES;
    if (elf->wide && length < HEADER_64)
        return 0;
    elf->os_abi = bytes[7];
    elf->abi_version = bytes[8];
    elf->type = bytes_u16(elf->file, E_TYPE);
    elf->machine = bytes_u16(elf->file, E_MACHINE);
    elf->version = bytes_u32(elf->file, E_VERSION);
    elf->flags = bytes_u32(elf->file, elf->wide ? 48 : 36);
    find_sections(elf);
    find_segments(elf);
    return 1;
}

int elf_whole(const struct elf *elf)
{
    const uint64_t tail = elf->wide ? 52 : 40;

    return !elf->cut && elf->section_count >= bytes_u16(elf->file, tail + 8) &&
           elf->segment_count >= bytes_u16(elf->file, tail + 4) &&
           (elf->sections == 0 || elf->section_count != 0);
}

static uint64_t later(uint64_t end, uint64_t offset, uint64_t size)
{
    return size != 0 && offset + size > end ? offset + size : end;
}

uint64_t elf_end(const struct elf *elf)
{
    struct elf_section section;
    uint64_t end = 0;
    uint32_t i;

    if (elf->section_count == 0 || !elf_whole(elf))
        return 0;
    end = later(end, elf->sections, (uint64_t)elf->section_count * elf->section_size);
    end = later(end, elf->segments, (uint64_t)elf->segment_count * elf->segment_size);
    for (i = 0; elf_section(elf, i, &section); i++) {
        if (section.type == ELF_NOBITS)
            continue;
        if (section.data.length != section.size)
            return 0;
        end = later(end, section.offset, section.size);
    }
    return end;
}

int elf_section(const struct elf *elf, uint32_t index, struct elf_section *section)
{
    const uint64_t at = elf->sections + (uint64_t)index * elf->section_size;

    memset(section, 0, sizeof *section);
    if (index >= elf->section_count)
        return 0;
    section->index = index;
    section->name = bytes_u32(elf->file, at);
    section->type = bytes_u32(elf->file, at + 4);
    if (elf->wide) {
        section->flags = bytes_u64(elf->file, at + 8);
        section->address = bytes_u64(elf->file, at + 16);
        section->offset = bytes_u64(elf->file, at + 24);
        section->size = bytes_u64(elf->file, at + 32);
        section->link = bytes_u32(elf->file, at + 40);
        section->info = bytes_u32(elf->file, at + 44);
    } else {
        section->flags = bytes_u32(elf->file, at + 8);
        section->address = bytes_u32(elf->file, at + 12);
        section->offset = bytes_u32(elf->file, at + 16);
        section->size = bytes_u32(elf->file, at + 20);
        section->link = bytes_u32(elf->file, at + 24);
        section->info = bytes_u32(elf->file, at + 28);
    }
    if (section->type != ELF_NOBITS)
        section->data = bytes_part(elf->file, section->offset, section->size);
    return 1;
}

int elf_name_starts(const struct elf *elf, const struct elf_section *section, const char *string)
{
    const size_t length = strlen(string);

    return bytes_hold(elf->names, section->name, length) &&
           memcmp(elf->names.at + section->name, string, length) == 0;
}

int elf_name_is(const struct elf *elf, const struct elf_section *section, const char *string)
{
    return elf_name_starts(elf, section, string) &&
           bytes_u8(elf->names, section->name + (uint64_t)strlen(string)) == 0;
}

/* Returns a name of a table, within the limit of names. */
static gpuocc_kernels_text take_name(struct elf *elf, struct bytes names, uint32_t at)
{
    gpuocc_kernels_text name = {"", 0};

    if (!elf->names_spent)
        name = bytes_name(names, at);
    if (name.length > elf->names_left) {
        elf->names_spent = 1;
        name.length = 0;
    }
    elf->names_left -= name.length;
    return name;
}

gpuocc_kernels_text elf_section_name(struct elf *elf, const struct elf_section *section)
{
    return take_name(elf, elf->names, section->name);
}

int elf_section_named(const struct elf *elf, const char *name, struct elf_section *section)
{
    uint32_t i;

    for (i = 0; elf_section(elf, i, section); i++)
        if (elf_name_is(elf, section, name))
            return 1;
    return 0;
}

int elf_segment(const struct elf *elf, uint32_t index, struct elf_segment *segment)
{
    const uint64_t at = elf->segments + (uint64_t)index * elf->segment_size;

    memset(segment, 0, sizeof *segment);
    if (index >= elf->segment_count)
        return 0;
    segment->type = bytes_u32(elf->file, at);
    segment->data = bytes_part(elf->file, word(elf, at + (elf->wide ? 8 : 4)),
                               word(elf, at + (elf->wide ? 32 : 16)));
    return 1;
}

uint32_t elf_symbol_count(const struct elf *elf, const struct elf_section *table)
{
    const uint64_t count = table->data.length / (elf->wide ? 24 : 16);

    return count < 0xffffffffu ? (uint32_t)count : 0xffffffffu;
}

int elf_symbol(const struct elf *elf, const struct elf_section *table, uint32_t index,
               struct elf_symbol *symbol)
{
    const uint64_t at = (uint64_t)index * (elf->wide ? 24 : 16);
    const struct bytes data = table->data;

    memset(symbol, 0, sizeof *symbol);
    if (index >= elf_symbol_count(elf, table))
        return 0;
    if (elf->wide) {
        symbol->kind = bytes_u8(data, at + 4) & 15;
        symbol->other = bytes_u8(data, at + 5);
        symbol->section = bytes_u16(data, at + 6);
        symbol->value = bytes_u64(data, at + 8);
        symbol->size = bytes_u64(data, at + 16);
    } else {
        symbol->value = bytes_u32(data, at + 4);
        symbol->size = bytes_u32(data, at + 8);
        symbol->kind = bytes_u8(data, at + 12) & 15;
        symbol->other = bytes_u8(data, at + 13);
        symbol->section = bytes_u16(data, at + 14);
    }
    return 1;
}

gpuocc_kernels_text elf_symbol_name(struct elf *elf, const struct elf_section *table,
                                    uint32_t index)
{
    const gpuocc_kernels_text none = {"", 0};
    struct elf_section names;

    if (index >= elf_symbol_count(elf, table) || !elf_section(elf, table->link, &names))
        return none;
    return take_name(elf, names.data,
                     bytes_u32(table->data, (uint64_t)index * (elf->wide ? 24 : 16)));
}

static uint64_t padded(uint64_t length)
{
    return (length + 3) & ~(uint64_t)3;
}

int elf_note(struct bytes *rest, struct elf_note *note)
{
    const uint64_t name = bytes_u32(*rest, 0), data = bytes_u32(*rest, 4);
    const uint64_t data_at = 12 + padded(name), end = data_at + data;

    if (rest->length < 12 || !bytes_hold(*rest, data_at, data))
        return 0;
    note->owner = bytes_name(bytes_part(*rest, 12, name), 0);
    note->type = bytes_u32(*rest, 8);
    note->data = bytes_part(*rest, data_at, data);
    *rest = bytes_from(*rest, padded(end) < rest->length ? padded(end) : rest->length);
    return 1;
}
