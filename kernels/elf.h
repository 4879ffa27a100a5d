/* SPDX-License-Identifier: MIT
 *
 * Reads sections, segments, symbols and notes of little-endian ELF files of 32 and 64 bits, from
 * memory that was not validated.
 */
#ifndef GPUOCC_KERNELS_ELF_H
#define GPUOCC_KERNELS_ELF_H

#include "bytes.h"

enum { ELF_RELOCATABLE = 1, ELF_EXECUTABLE = 2, ELF_SHARED = 3 };
enum { ELF_NOTE = 7, ELF_NOBITS = 8 }; /* section types */
enum { ELF_LOADED = 2 };               /* flag of a section: it is in memory at run time */
enum { ELF_SYMTAB = 2, ELF_DYNSYM = 11, ELF_SEGMENT_NOTE = 4 };

struct elf {
    struct bytes file;
    int wide; /* 64 bits */
    unsigned os_abi, abi_version, type, machine;
    uint32_t version, flags;
    /* Offsets of the header tables; both counts are limited to what the file has room for. */
    uint64_t sections, segments;
    uint32_t section_count, segment_count;
    int cut;                             /* the file ends before the end of a table */
    unsigned section_size, segment_size; /* bytes of one header */
    struct bytes names;
    uint64_t names_left; /* bytes of names that may still be read */
    int names_spent;     /* a name exceeded the limit and was read as empty: the file is damaged */
};

/* Limit of all names that are read, as a multiple of the file's length. In a real file each name
 * occurs once and is read at most three times. */
#define ELF_NAMES_TIMES 4u

struct elf_section {
    uint32_t index;
    uint32_t name; /* offset in the table of names */
    uint32_t type, link, info;
    uint64_t flags, address, offset, size;
    struct bytes data; /* empty for ELF_NOBITS, and if the file ends too early */
};

struct elf_segment {
    uint32_t type;
    struct bytes data;
};

struct elf_symbol {
    uint64_t value, size;
    unsigned kind; /* 0 none, 1 object, 2 function, 3 section */
    unsigned other;
    uint32_t section; /* 0: undefined; above 0xfeff: not a section of the file */
};

struct elf_note {
    gpuocc_kernels_text owner; /* without the zero byte at its end */
    uint32_t type;
    struct bytes data;
};

/* Whether the bytes begin with a little-endian ELF header; fills `elf` if they do. */
int elf_open(struct elf *elf, const unsigned char *bytes, size_t length);

/* Whether the tables of section and segment headers are completely in the file. */
int elf_whole(const struct elf *elf);

/* Returns the offset behind all headers and sections, or 0 if not all of them are in the file or it
 * has no sections. */
uint64_t elf_end(const struct elf *elf);

/* Each returns 1, or 0 if there is none of that number or name. */
int elf_section(const struct elf *elf, uint32_t index, struct elf_section *section);
int elf_section_named(const struct elf *elf, const char *name, struct elf_section *section);

/* Whether a section's name is, or begins with, a string. */
int elf_name_is(const struct elf *elf, const struct elf_section *section, const char *string);
int elf_name_starts(const struct elf *elf, const struct elf_section *section, const char *string);

/* Returns the whole name, and subtracts its length from names_left. */
gpuocc_kernels_text elf_section_name(struct elf *elf, const struct elf_section *section);
int elf_segment(const struct elf *elf, uint32_t index, struct elf_segment *segment);

/* Read the symbols of a section of type ELF_SYMTAB or ELF_DYNSYM. */
uint32_t elf_symbol_count(const struct elf *elf, const struct elf_section *table);
int elf_symbol(const struct elf *elf, const struct elf_section *table, uint32_t index,
               struct elf_symbol *symbol);
/* Returns the name of a symbol, empty if it has none. It is a separate call because most names are
 * never needed. Its length is subtracted from names_left. */
gpuocc_kernels_text elf_symbol_name(struct elf *elf, const struct elf_section *table,
                                    uint32_t index);

/* Bytes of a note before its owner's name. */
#define ELF_NOTE_HEAD 12u

/* Reads the next note and moves `rest`, the data of a section or segment of notes, past it. Returns
 * 1, or 0 at the end or if the rest is not a note. */
int elf_note(struct bytes *rest, struct elf_note *note);

#endif
