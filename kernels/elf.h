/* SPDX-License-Identifier: MIT
 *
 * ELF files of 32 and 64 bits, little-endian: sections, segments, symbols and notes, over memory
 * that nobody has checked.
 */
#ifndef GPUOCC_TOOLS_KERNELS_ELF_H
#define GPUOCC_TOOLS_KERNELS_ELF_H

#include "bytes.h"

enum { ELF_RELOCATABLE = 1, ELF_EXECUTABLE = 2, ELF_SHARED = 3 };
enum { ELF_NOTE = 7, ELF_NOBITS = 8 }; /* types of sections */
enum { ELF_SYMTAB = 2, ELF_DYNSYM = 11, ELF_SEGMENT_NOTE = 4 };

struct elf {
    struct bytes file;
    int wide; /* 64 bits */
    unsigned os_abi, abi_version, type, machine;
    uint32_t version, flags;
    /* Tables of headers; both counts are what the file has room for. */
    uint64_t sections, segments;
    uint32_t section_count, segment_count;
    int cut;                             /* the file ends before a table does */
    unsigned section_size, segment_size; /* of one header */
    struct bytes names;
    uint64_t names_left; /* bytes of names that may still be read */
    int names_spent;     /* a name was over it, and given as empty: the file is damaged */
};

/* All names that are read together may be this many times as long as the file. In a real file each
 * name occurs once and is read at most three times. */
#define ELF_NAMES_TIMES 4u

struct elf_section {
    uint32_t index;
    uint32_t name; /* where it begins in the table of names */
    uint32_t type, link, info;
    uint64_t flags, address, offset, size;
    struct bytes data; /* empty for ELF_NOBITS, and where the file ends before it does */
};

struct elf_segment {
    uint32_t type;
    struct bytes data;
};

struct elf_symbol {
    uint64_t value, size;
    unsigned kind; /* 0 none, 1 object, 2 function, 3 section */
    unsigned other;
    uint32_t section; /* 0: undefined; above 0xfeff none of the file's */
};

struct elf_note {
    struct reader_text owner; /* without the zero at its end */
    uint32_t type;
    struct bytes data;
};

/* Whether the bytes begin with a little-endian ELF header; fills `elf` if they do. */
int elf_open(struct elf *elf, const unsigned char *bytes, size_t length);

/* Whether the tables of section and segment headers are in the file from end to end. */
int elf_whole(const struct elf *elf);

/* Each returns 1, or 0 where there is none of that number or name. */
int elf_section(const struct elf *elf, uint32_t index, struct elf_section *section);
int elf_section_named(const struct elf *elf, const char *name, struct elf_section *section);

/* Whether a section's name is, or begins with, a string. */
int elf_name_is(const struct elf *elf, const struct elf_section *section, const char *string);
int elf_name_starts(const struct elf *elf, const struct elf_section *section, const char *string);

/* The whole name, which is taken off names_left. */
struct reader_text elf_section_name(struct elf *elf, const struct elf_section *section);
int elf_segment(const struct elf *elf, uint32_t index, struct elf_segment *segment);

/* Symbols of a section of type ELF_SYMTAB or ELF_DYNSYM. */
uint32_t elf_symbol_count(const struct elf *elf, const struct elf_section *table);
int elf_symbol(const struct elf *elf, const struct elf_section *table, uint32_t index,
               struct elf_symbol *symbol);
/* The name of a symbol, empty if it has none. It is a separate call because most names are never
 * needed. Its length is subtracted from names_left. */
struct reader_text elf_symbol_name(struct elf *elf, const struct elf_section *table,
                                   uint32_t index);

/* The bytes of a note in front of its owner's name. */
#define ELF_NOTE_HEAD 12u

/* Takes the next note off `rest`, the data of a section or segment of notes. Returns 1, or 0 at
 * the end and where the rest is no note. */
int elf_note(struct bytes *rest, struct elf_note *note);

#endif
