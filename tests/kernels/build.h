/* SPDX-License-Identifier: MIT
 *
 * Makes files byte by byte, and ELF files of 64 bits from sections (System V ABI, gABI 4.1).
 */
#ifndef BUILD_H
#define BUILD_H

#include <stdint.h>
#include <string.h>

#define BUILD_ROOM     65536u
#define BUILD_SECTIONS 24u

static unsigned char built[BUILD_ROOM];
static size_t built_length;

static inline void build_start(void)
{
    memset(built, 0, sizeof built);
    built_length = 0;
}

static inline void build_at(size_t at, uint64_t number, unsigned size)
{
    unsigned i;

    for (i = 0; i < size; i++)
        built[at + i] = (unsigned char)(number >> 8 * i);
}

/* Adds a number of `size` bytes. */
static inline void build_add(uint64_t number, unsigned size)
{
    build_at(built_length, number, size);
    built_length += size;
}

static inline void build_bytes(const void *bytes, size_t length)
{
    memcpy(built + built_length, bytes, length);
    built_length += length;
}

static inline void build_text(const char *text)
{
    build_bytes(text, strlen(text));
}

static inline void build_align(size_t unit)
{
    built_length = (built_length + unit - 1) / unit * unit;
}

/* The sections of an ELF file. Number 0 is the empty one. */
struct build_section {
    const char *name;
    uint32_t type, link, info;
    uint64_t flags, address, offset, size;
};

static struct build_section build_sections[BUILD_SECTIONS];
static unsigned build_count;

static inline void build_elf(unsigned type, unsigned machine, unsigned abi, unsigned version,
                             uint32_t flags)
{
    build_start();
    build_text("\177ELF\2\1\1");
    build_at(7, abi, 1);
    build_at(8, version, 1);
    build_at(16, type, 2);
    build_at(18, machine, 2);
    build_at(48, flags, 4);
    build_at(52, 64, 2);
    build_at(58, 64, 2);
    built_length = 64;
    memset(build_sections, 0, sizeof build_sections);
    build_sections[0].name = "";
    build_count = 1;
}

/* Begins a section, whose bytes are what is added until the next one begins. */
static inline struct build_section *build_section(const char *name, uint32_t type)
{
    struct build_section *section = &build_sections[build_count++];

    if (build_count > 2)
        section[-1].size = built_length - section[-1].offset;
    section->name = name;
    section->type = type;
    section->offset = built_length;
    return section;
}

/* Adds a symbol to the section of symbols. */
static inline void build_symbol(uint32_t name, unsigned info, unsigned other, unsigned section,
                                uint64_t value, uint64_t size)
{
    build_add(name, 4);
    build_add(info, 1);
    build_add(other, 1);
    build_add(section, 2);
    build_add(value, 8);
    build_add(size, 8);
}

/* Ends the file with the names of the sections and their headers. */
static inline void build_end(void)
{
    uint32_t names[BUILD_SECTIONS], i;
    struct build_section *section;
    size_t at;

    at = build_section(".shstrtab", 3)->offset;
    for (i = 0; i < build_count; i++) {
        names[i] = (uint32_t)(built_length - at);
        build_bytes(build_sections[i].name, strlen(build_sections[i].name) + 1);
    }
    build_sections[build_count - 1].size = built_length - at;
    build_align(8);
    build_at(40, built_length, 8);
    build_at(60, build_count, 2);
    build_at(62, build_count - 1, 2);
    for (i = 0; i < build_count; i++) {
        section = &build_sections[i];
        build_add(names[i], 4);
        build_add(section->type, 4);
        build_add(section->flags, 8);
        build_add(section->address, 8);
        build_add(section->offset, 8);
        build_add(section->size, 8);
        build_add(section->link, 4);
        build_add(section->info, 4);
        build_add(0, 8);
        build_add(0, 8);
    }
}

#endif
