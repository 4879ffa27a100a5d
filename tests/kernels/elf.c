/* SPDX-License-Identifier: MIT
 *
 * Tests ELF files of 32 and 64 bits byte by byte: every field has a different value in each of its
 * bytes, at the offset in the System V ABI (gABI 4.1, chapters 4 and 5).
 */
#include "elf.h"
#include "tap.h"

enum { SIZE = 1200, SECTIONS = 600, SEGMENTS = 300, NAMES = 100, SYMBOLS = 160, NOTES = 400 };

static unsigned char file[SIZE + 1]; /* the last byte is after the end of every file */
static int wide;

static void put(size_t at, uint64_t number, unsigned size)
{
    unsigned i;

    for (i = 0; i < size; i++)
        file[at + i] = (unsigned char)(number >> 8 * i);
}

/* Writes a field of 4 bytes in files of 32 bits, of 8 in those of 64. */
static void put_word(size_t at32, size_t at64, uint64_t number)
{
    put(wide ? at64 : at32, number, wide ? 8 : 4);
}

static unsigned section_bytes(void)
{
    return wide ? 64 : 40;
}

static unsigned segment_bytes(void)
{
    return wide ? 56 : 32;
}

static size_t tail(void) /* e_ehsize */
{
    return wide ? 52 : 40;
}

static void put_section(unsigned index, unsigned step, uint32_t name, uint32_t type, size_t offset,
                        size_t size, uint32_t link)
{
    const size_t at = SECTIONS + (size_t)index * step;

    put(at, name, 4);
    put(at + 4, type, 4);
    put_word(at + 8, at + 8, wide ? 0x1122334455667788 : 0x11223344);
    put_word(at + 12, at + 16, wide ? 0x2132435465768798 : 0x21324354);
    put_word(at + 16, at + 24, offset);
    put_word(at + 20, at + 32, size);
    put(at + (wide ? 40 : 24), link, 4);
    put(at + (wide ? 44 : 28), 0x31415161, 4);
}

/* Makes a file of four sections and two segments. */
static void make(unsigned step, unsigned segment_step)
{
    unsigned i;

    memset(file, 0, sizeof file);
    memcpy(file, "\177ELF", 4);
    file[4] = wide ? 2 : 1;
    file[5] = 1;
    file[7] = 0xa7;
    file[8] = 0xb8;
    put(16, 0xc1d1, 2);
    put(18, 0xe2f2, 2);
    put(20, 0x03142536, 4);
    put_word(28, 32, SEGMENTS);
    put_word(32, 40, SECTIONS);
    put(wide ? 48 : 36, 0x47586970, 4);
    put(tail() + 2, segment_step, 2);
    put(tail() + 4, 2, 2);
    put(tail() + 6, step, 2);
    put(tail() + 8, 4, 2);
    put(tail() + 10, 1, 2);
    memcpy(file + NAMES, "\0.names\0.text.kernel\0first\0second", 34);
    put_section(0, step, 0, 0, 0, 0, 0);
    put_section(1, step, 1, 3, NAMES, 34, 0);
    put_section(2, step, 8, 0x05060708, SIZE - 9, 9, 0x61626364);
    put_section(3, step, 14, ELF_SYMTAB, SYMBOLS, wide ? 48 : 32, 1);
    for (i = 0; i < 2; i++) {
        const size_t at = SEGMENTS + (size_t)i * segment_step;

        put(at, 0x01020304 + i, 4);
        put_word(at + 4, at + 8, NAMES + i);
        put_word(at + 16, at + 32, 7 + i);
    }
    for (i = 0; i < 2; i++) {
        const size_t at = SYMBOLS + (size_t)i * (wide ? 24 : 16);

        put(at, i == 0 ? 21 : 27, 4);
        put(at + (wide ? 4 : 12), 0xa0 + 13 + i, 1);
        put(at + (wide ? 5 : 13), 0x91 + i, 1);
        put(at + (wide ? 6 : 14), 0xfe01 + i, 2);
        put_word(at + 4, at + 8, (wide ? UINT64_C(0x8172635445362718) : 0x81726354) + i);
        put_word(at + 8, at + 16, (wide ? UINT64_C(0x1827364554637281) : 0x18273645) + i);
    }
}

static void make_plain(void)
{
    make(section_bytes(), segment_bytes());
}

static int opens(size_t length)
{
    struct elf elf;

    return elf_open(&elf, file, length);
}

static void heads(void)
{
    struct elf elf;
    size_t i;
    int wrong = 0;

    make_plain();
    ok(elf_open(&elf, file, SIZE) && elf.wide == wide && elf.os_abi == 0xa7 &&
           elf.abi_version == 0xb8 && elf.type == 0xc1d1 && elf.machine == 0xe2f2 &&
           elf.version == 0x03142536 && elf.flags == 0x47586970 && elf.sections == SECTIONS &&
           elf.segments == SEGMENTS && elf.section_count == 4 && elf.segment_count == 2 &&
           elf.section_size == section_bytes() && elf.names.length == 34 && !elf.cut &&
           elf_whole(&elf) && elf.names_left == 4 * SIZE,
       "the header");
    for (i = 0; i < 6; i++) {
        make_plain();
        wrong += !opens(SIZE);
        file[i] = i == 4 ? 0 : (unsigned char)(file[i] + 1);
        if (i == 4)
            wrong += opens(SIZE);
        file[i] = i == 4 ? 3 : file[i];
        wrong += opens(SIZE);
    }
    ok(wrong == 0, "the six bytes that every file begins with");
    make_plain();
    put(tail() + 2, 0, 2);
    put(tail() + 6, 0, 2);
    ok(opens(wide ? 64 : 52) && !opens(wide ? 63 : 51), "the length of the header");
}

static void sections(void)
{
    const struct elf_section none = {0, 0, 0, 0, 0, 0, 0, 0, 0, {NULL, 0}};
    struct elf_section section;
    struct elf elf;

    make_plain();
    (void)elf_open(&elf, file, SIZE);
    ok(elf_section(&elf, 2, &section) && section.index == 2 && section.name == 8 &&
           section.type == 0x05060708 && section.link == 0x61626364 && section.info == 0x31415161 &&
           section.offset == SIZE - 9 && section.size == 9 &&
           section.flags == (wide ? 0x1122334455667788 : 0x11223344) &&
           section.address == (wide ? 0x2132435465768798 : 0x21324354) &&
           section.data.at == file + SIZE - 9 && section.data.length == 9,
       "every field of a section");
    ok(!elf_section(&elf, 4, &section) && memcmp(&section, &none, sizeof none) == 0,
       "a section too many");
    put_section(2, section_bytes(), 8, 1, SIZE - 9, 10, 0);
    ok(elf_section(&elf, 2, &section) && section.data.length == 0 && section.size == 10,
       "a section that the file ends in");
    put_section(2, section_bytes(), 8, ELF_NOBITS, 0, 9, 0);
    ok(elf_section(&elf, 2, &section) && section.data.length == 0 && section.size == 9,
       "a section without bytes");
    ok(elf_section(&elf, 2, &section) && elf_name_is(&elf, &section, ".text.kernel") &&
           !elf_name_is(&elf, &section, ".text.kerne") && !elf_name_is(&elf, &section, ".text.") &&
           elf_name_starts(&elf, &section, ".text.") &&
           !elf_name_starts(&elf, &section, ".texu.") &&
           text_is(elf_section_name(&elf, &section), ".text.kernel"),
       "its name");
    section.name = 27;
    ok(elf_name_starts(&elf, &section, "second") && elf_name_is(&elf, &section, "second") &&
           !elf_name_starts(&elf, &section, "second\1"),
       "a name at the end of the table");
    ok(elf_section_named(&elf, ".names", &section) && section.index == 1 &&
           !elf_section_named(&elf, ".none", &section),
       "a section by its name");
}

/* Tables in all forms: more and fewer headers, larger and smaller ones. */
static void tables(void)
{
    const unsigned step = section_bytes();
    struct elf_section section;
    struct elf elf;

    make(step + 3, segment_bytes() + 5);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 4 && elf.segment_count == 2 &&
           elf_section(&elf, 2, &section) && section.name == 8,
       "headers that are larger than today's");
    make(step - 1, segment_bytes() - 1);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 0 && elf.segment_count == 0 &&
           !elf_whole(&elf),
       "headers that are smaller");
    make(step, segment_bytes());
    put(tail() + 4, 0, 2);
    ok(elf_open(&elf, file, SECTIONS + 4 * step) && elf.section_count == 4 && !elf.cut &&
           elf_whole(&elf),
       "the table of sections is the end of the file");
    ok(elf_open(&elf, file, SECTIONS + 4 * step - 1) && elf.section_count == 3 && elf.cut &&
           !elf_whole(&elf),
       "the file ends a byte before it does");
    put_word(32, 40, SIZE);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 0 && !elf_whole(&elf),
       "it begins where the file ends");
    put_word(32, 40, 0);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 0 && !elf_whole(&elf),
       "there is none, but sections");
    put(tail() + 8, 0, 2);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 0 && elf_whole(&elf), "there is none");
    put(tail() + 4, 2, 2);
    ok(elf_open(&elf, file, SEGMENTS + 2 * segment_bytes()) && elf.segment_count == 2 &&
           elf_whole(&elf) && elf_open(&elf, file, SEGMENTS + 2 * segment_bytes() - 1) &&
           elf.segment_count == 1 && !elf_whole(&elf),
       "the table of segments at the end of the file, and a byte less");
}

/* The end of a file, with which another one may begin. */
static void ends(void)
{
    struct elf elf;

    make_plain();
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == SIZE, "the end of the last section");
    put_section(2, section_bytes(), 8, ELF_NOBITS, SIZE - 9, 9, 0);
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == SECTIONS + 4 * section_bytes(),
       "a section without bytes in the file, and the end of the table of sections");
    put_section(2, section_bytes(), 8, 1, SIZE + 9, 0, 0);
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == SECTIONS + 4 * section_bytes(),
       "an empty section, wherever it is");
    put_word(28, 32, SIZE - 2 * segment_bytes());
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == SIZE, "the end of the table of segments");
    put_section(2, section_bytes(), 8, 1, SIZE - 9, 10, 0);
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == 0, "a section that the file ends within");
    put(tail() + 8, 100, 2);
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == 0, "a table that the file ends within");
    put_word(32, 40, 0);
    ok(elf_open(&elf, file, SIZE) && elf_end(&elf) == 0, "no sections");
}

/* Numbers that do not fit the header are in the first section. */
static void large_tables(void)
{
    const unsigned step = section_bytes();
    struct elf elf;

    make_plain();
    put(tail() + 8, 0, 2);
    put(tail() + 10, 0xffff, 2);
    put_section(0, step, 0, 0, 0, 4, 1);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 4 && elf.names.length == 34 &&
           elf_whole(&elf),
       "the numbers of sections and of the names in the first section");
    put_section(0, step, 0, 0, 0, 1000, 1);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == (SIZE - SECTIONS) / step && elf.cut &&
           !elf_whole(&elf),
       "1000 sections, of which the file has room for a few");
    put_section(0, step, 0, 0, 0, 0, 1);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 0 && !elf_whole(&elf),
       "no number in either place");
    put(tail() + 10, 0xfffe, 2);
    put(tail() + 8, 4, 2);
    ok(elf_open(&elf, file, SIZE) && elf.section_count == 4 && elf.names.length == 0,
       "names in a section that is not there");
    if (wide) {
        put(tail() + 8, 0, 2);
        put_section(0, step, 0, 0, 0, 0xffffffff, 1);
        ok(elf_open(&elf, file, SIZE) && elf.section_count == (SIZE - SECTIONS) / step, "2^32 - 1");
        put_section(0, step, 0, 0, 0, (size_t)1 << 32, 1);
        ok(elf_open(&elf, file, SIZE) && elf.section_count == 0 && elf.cut, "2^32 sections");
    }
}

static void segments(void)
{
    struct elf_segment segment;
    struct elf elf;

    make_plain();
    ok(elf_open(&elf, file, SIZE) && elf_segment(&elf, 1, &segment) && segment.type == 0x01020305 &&
           segment.data.at == file + NAMES + 1 && segment.data.length == 8,
       "every field of a segment");
    ok(!elf_segment(&elf, 2, &segment) && segment.type == 0, "a segment too many");
}

static void symbols(void)
{
    struct elf_section table;
    struct elf_symbol symbol;
    struct elf elf;

    make_plain();
    (void)elf_open(&elf, file, SIZE);
    (void)elf_section(&elf, 3, &table);
    ok(elf_symbol_count(&elf, &table) == 2 && elf_symbol(&elf, &table, 1, &symbol) &&
           symbol.value == (wide ? 0x8172635445362719 : 0x81726355) &&
           symbol.size == (wide ? 0x1827364554637282 : 0x18273646) && symbol.kind == 14 &&
           symbol.other == 0x92 && symbol.section == 0xfe02,
       "every field of a symbol");
    ok(text_is(elf_symbol_name(&elf, &table, 0), "first") &&
           text_is(elf_symbol_name(&elf, &table, 1), "second") &&
           elf_symbol_name(&elf, &table, 2).length == 0 && !elf_symbol(&elf, &table, 2, &symbol) &&
           symbol.value == 0,
       "their names, and a symbol too many");
    table.link = 4;
    ok(elf_symbol_name(&elf, &table, 1).length == 0, "names in a section that is not there");
    table.data.length--;
    ok(elf_symbol_count(&elf, &table) == 1, "a table that ends a byte too soon");
}

/* Names that are together longer than four times the file. */
static void spent(void)
{
    struct elf_section section;
    struct elf elf;

    make_plain();
    (void)elf_open(&elf, file, SIZE);
    (void)elf_section(&elf, 2, &section);
    elf.names_left = 24;
    ok(elf_section_name(&elf, &section).length == 12 && elf.names_left == 12 &&
           elf_section_name(&elf, &section).length == 12 && elf.names_left == 0 && !elf.names_spent,
       "as many names as may be read");
    ok(elf_section_name(&elf, &section).length == 0 && elf.names_spent == 1, "one more");
    elf.names_left = 100;
    ok(elf_section_name(&elf, &section).length == 0, "and none from then on");
}

static void put_note(size_t at, uint32_t name, uint32_t data)
{
    put(at, name, 4);
    put(at + 4, data, 4);
    put(at + 8, 0x71727374, 4);
}

static void notes(void)
{
    struct bytes rest = {file + NOTES, 0};
    struct elf_note note;
    unsigned name, data;
    int wrong = 0;

    memset(file, 0, sizeof file);
    for (name = 1; name < 10; name++)
        for (data = 0; data < 10; data++) {
            const unsigned at = 12 + (name + 3) / 4 * 4, end = at + data;

            memset(file + NOTES, 0, 100);
            put_note(NOTES, name, data);
            memset(file + NOTES + 12, 'o', name - 1);
            memset(file + NOTES + at, 'd', data);
            rest.at = file + NOTES;
            rest.length = end;
            wrong += !elf_note(&rest, &note) || rest.length != 0 || note.type != 0x71727374 ||
                     note.owner.length != name - 1 || note.data.length != data ||
                     (data != 0 && note.data.at != file + NOTES + at);
            rest.at = file + NOTES;
            rest.length = end - 1;
            wrong += end - 1 < at && data == 0 ? 0 : elf_note(&rest, &note);
            rest.at = file + NOTES;
            rest.length = (end + 3) / 4 * 4 + 5;
            wrong += !elf_note(&rest, &note) || rest.length != 5;
        }
    ok(wrong == 0, "90 notes with names and data of 0 to 9 bytes, at the end and in front of more");
    memset(file + NOTES, 0, 12);
    rest.at = file + NOTES;
    rest.length = 11;
    wrong = elf_note(&rest, &note);
    rest.length = 12;
    ok(!wrong && elf_note(&rest, &note) && rest.length == 0 && note.owner.length == 0,
       "a note of 12 bytes, and of 11");
}

int main(void)
{
    for (wide = 0; wide < 2; wide++) {
        heads();
        sections();
        tables();
        ends();
        large_tables();
        segments();
        symbols();
        spent();
    }
    notes();
    return done();
}
