/* SPDX-License-Identifier: MIT
 *
 * Tests the reader of line tables with fields that no compiler writes, and with damaged tables, in
 * memory of exactly the size of the file. Usage: lines CUBIN OBJECT...
 */
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "elf.h"
#include "tap.h"

struct seen {
    unsigned long rows, wrong, stop_at;
    int32_t status;
    const gpuocc_kernels_found *kernel;
    uint32_t number;
    uint64_t *work;
};

/* Whether a text is empty or in the object. */
static int inside(const gpuocc_kernels_found *kernel, gpuocc_kernels_text text)
{
    const char *object = kernel->object;

    return text.length == 0 ||
           (text.at >= object && text.at + text.length <= object + kernel->object_bytes);
}

static int32_t take_line(void *user, const gpuocc_code_line *line)
{
    struct seen *seen = user;

    seen->rows++;
    seen->wrong += line->size != sizeof *line || line->address >= seen->kernel->code_bytes ||
                   line->number <= seen->number || line->inlined_at >= line->number ||
                   !inside(seen->kernel, line->file) || !inside(seen->kernel, line->directory) ||
                   !inside(seen->kernel, line->function);
    seen->number = line->number;
    return seen->rows == seen->stop_at;
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    struct seen *seen = user;

    if (found->name.length != 3 || memcmp(found->name.at, "sum", 3) != 0)
        return 0;
    seen->kernel = found;
    seen->number = 0;
    seen->status = gpuocc_code_lines(found, take_line, seen, seen->work);
    return 1;
}

static uint64_t *shared; /* NULL: each call has its own work */

static struct seen read_bytes(const unsigned char *bytes, size_t length, unsigned long stop_at)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take_kernel};
    struct gpuocc_kernels_callbacks asked = reader;
    struct seen seen = {.stop_at = stop_at, .status = 99, .work = shared};

    asked.user = &seen;
    (void)gpuocc_kernels_read(&asked, bytes, length);
    return seen;
}

static unsigned char file[1 << 16], *copy;
static size_t size, table, table_bytes, header; /* of .debug_line, and of its section header */
static size_t strings[2];                       /* headers of .debug_str and .debug_line_str */

static size_t header_of(const struct elf *elf, const char *name)
{
    struct elf_section section;

    return elf_section_named(elf, name, &section)
               ? (size_t)elf->sections + (size_t)section.index * elf->section_size
               : 0;
}

static int open_file(const char *path)
{
    FILE *from = fopen(path, "rb");
    struct elf_section section;
    struct elf elf;

    if (from == NULL)
        return 0;
    size = fread(file, 1, sizeof file, from);
    fclose(from);
    if (!elf_open(&elf, file, size) || !elf_section_named(&elf, ".debug_line", &section))
        return 0;
    table = (size_t)section.offset;
    table_bytes = (size_t)section.size;
    header = header_of(&elf, ".debug_line");
    strings[0] = header_of(&elf, ".debug_str");
    strings[1] = header_of(&elf, ".debug_line_str");
    copy = realloc(copy, size);
    return copy != NULL;
}

/* Reads the file with one byte changed. */
static struct seen changed(size_t at, unsigned char byte)
{
    memcpy(copy, file, size);
    copy[at] = byte;
    return read_bytes(copy, size, 0);
}

static void test_fields(const char *name, int version)
{
    const unsigned minimum = version >= 5 ? 12 : 10; /* offset of the minimum instruction length */
    const unsigned base = minimum + (version >= 4 ? 3 : 2);
    unsigned i;

    ok(changed(0, file[0]).status == GPUOCC_CODE_OK, "%s: is read", name);
    ok(changed(table + 4, 1).status == GPUOCC_CODE_DAMAGED, "%s: version 1", name);
    ok(changed(table + 4, 6).status == GPUOCC_CODE_DAMAGED, "%s: version 6", name);
    ok(changed(table + 3, 0x7f).status == GPUOCC_CODE_DAMAGED, "%s: longer than its section", name);
    ok(changed(table + minimum - 1, 0x7f).status == GPUOCC_CODE_DAMAGED,
       "%s: a header that is longer than its unit", name);
    if (version >= 4)
        ok(changed(table + minimum + 1, 2).status == GPUOCC_CODE_DAMAGED,
           "%s: instructions of two operations", name);
    ok(changed(table + base + 1, 0).status == GPUOCC_CODE_DAMAGED, "%s: a line range of 0", name);
    ok(changed(table + base + 2, 0).status == GPUOCC_CODE_DAMAGED, "%s: no opcodes", name);
    ok(changed(header + 9, 8).status == GPUOCC_CODE_DAMAGED, "%s: compressed", name);
    for (i = 0; i < 2; i++)
        ok(strings[i] == 0 || changed(strings[i] + 9, 8).status == GPUOCC_CODE_DAMAGED,
           "%s: compressed texts %u", name, i);
    ok(version < 5 || (strings[0] != 0 && strings[1] != 0), "%s: has texts", name);
    ok(changed(header, 0xff).status != GPUOCC_CODE_OK, "%s: a section of another name", name);
}

/* Whether a unit ends at an offset in the table. */
static int is_end(size_t at)
{
    const unsigned char *length;
    size_t end = 0;

    while (end < at) {
        length = file + table + end;
        end += 4 + (length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16);
    }
    return end == at;
}

/* Changes every byte of the table in eight ways, and cuts the section at every byte. */
static void test_damage(const char *name)
{
    struct seen seen, all = {0};
    unsigned bit;
    size_t at;

    for (at = 0; at < table_bytes; at++) {
        for (bit = 0; bit < 8; bit++) {
            seen = changed(table + at, (unsigned char)(file[table + at] ^ 1u << bit));
            all.wrong += seen.wrong + (seen.rows > size);
            all.rows += seen.rows;
        }
        memcpy(copy, file, size);
        copy[header + 32] = (unsigned char)at;
        copy[header + 33] = (unsigned char)(at >> 8);
        seen = read_bytes(copy, size, 0);
        all.wrong += seen.wrong + (!is_end(at) && seen.status != GPUOCC_CODE_DAMAGED);
    }
    ok(all.wrong == 0 && all.rows > table_bytes,
       "%s: %lu rows of damaged tables are in bounds, and a part of a unit is damaged", name,
       all.rows);
}

static void test_stop(const char *name)
{
    gpuocc_kernels_found small = {.size = sizeof small - 1}, none = {.size = sizeof none};
    const struct seen seen = read_bytes(file, size, 3);

    ok(seen.rows == 3 && seen.status == GPUOCC_CODE_STOPPED, "%s: the third call stops", name);
    ok(gpuocc_code_lines(&small, take_line, NULL, NULL) == GPUOCC_CODE_ERROR_SIZE,
       "a smaller struct");
    ok(gpuocc_code_lines(&none, take_line, NULL, NULL) == GPUOCC_CODE_NOT_READ, "no object");
    none.object = file;
    none.object_bytes = size;
    ok(gpuocc_code_lines(&none, take_line, NULL, NULL) == GPUOCC_CODE_NOT_READ, "no code");
    none.code = copy;
    none.code_bytes = 16;
    ok(gpuocc_code_lines(&none, take_line, NULL, NULL) == GPUOCC_CODE_NOT_READ,
       "code that is not in the object");
}

enum files { MANY_FILES, LONG_NAME, TEN_BYTES, ELEVEN_BYTES };

/* Writes the files of a table: 5000, one with a name of 25000 bytes, or one whose directory is a 0
 * of ten or eleven bytes. */
static size_t put_files(unsigned char *at, enum files files)
{
    const size_t length = files == LONG_NAME ? 25000 : 1;
    const unsigned char *start = at;
    unsigned i;

    for (i = 0; i < (files == MANY_FILES ? 5000u : 1u); i++) {
        memset(at, 'f', length);
        at += length;
        *at++ = 0;
        if (files >= TEN_BYTES) {
            memset(at, 128, 10);
            at += files == TEN_BYTES ? 9 : 10;
        }
        memset(at, 0, 3);
        at += 3;
    }
    *at++ = 0;
    return (size_t)(at - start);
}

/* Replaces the program by one that names files 1, 2, 17, 18 in turn, none of which stays in the
 * memory of names. */
static int32_t status_of(enum files files)
{
    static unsigned char big[1 << 16];
    struct elf_section section;
    size_t at, operand, start;
    struct elf elf;
    unsigned i;

    memcpy(big, file, size);
    start = sizeof big - 40000;
    if (!elf_open(&elf, big, sizeof big) || !elf_section_named(&elf, ".debug_line", &section))
        return 99;
    memcpy(big + start, file + table, 10);
    at = start + 10;
    memcpy(big + at, "\1\1\373\16\12\0\1\1\1\1\0\0\0\1", 14);
    at += 14;
    big[at++] = 0; /* no directories */
    at += put_files(big + at, files);
    big[start + 6] = (unsigned char)(at - start - 10);
    big[start + 7] = (unsigned char)((at - start - 10) >> 8);
    memcpy(big + at, "\0\11\2\0\0\0\0\0\0\0\0", 11);
    operand = at + 3 - start;
    for (at += 11; at + 4 < sizeof big; at += 3) {
        big[at] = 4;
        big[at + 1] = (unsigned char)(at % 2 * 16 + 1);
        big[at + 2] = 1;
    }
    memset(big + at, 1, sizeof big - at);
    for (i = 0; i < 4; i++)
        big[start + i] = (unsigned char)((sizeof big - start - 4) >> 8 * i);
    for (i = 0; i < 8; i++) {
        big[header + 24 + i] = (unsigned char)(start >> 8 * i);
        big[header + 32 + i] = (unsigned char)((sizeof big - start) >> 8 * i);
    }
    for (i = 0; elf_section(&elf, i, &section); i++)
        if (section.type == 9 && elf_name_is(&elf, &section, ".rel.debug_line"))
            for (at = 0; at < section.size; at += 16) {
                memset(big + section.offset + at, 0, 8);
                big[section.offset + at] = (unsigned char)operand;
                big[section.offset + at + 1] = (unsigned char)(operand >> 8);
            }
    return read_bytes(big, sizeof big, 0).status;
}

static void test_work(void)
{
    ok(status_of(MANY_FILES) == GPUOCC_CODE_TOO_COMPLEX,
       "rows that name 5000 files in turn are too complex");
    ok(status_of(LONG_NAME) == GPUOCC_CODE_TOO_COMPLEX, "those that pass a long name are too");
    ok(status_of(TEN_BYTES) == GPUOCC_CODE_OK, "a number of ten bytes is read");
    ok(status_of(ELEVEN_BYTES) == GPUOCC_CODE_DAMAGED, "one of eleven bytes is not");
}

/* Kernels of a linked object have one table, whose bytes each of them counts again. */
static void test_shared(const char *name)
{
    uint64_t work = 1 << 20, used;
    struct seen seen;

    shared = &work;
    seen = read_bytes(file, size, 0);
    used = (1 << 20) - work;
    ok(seen.status == GPUOCC_CODE_OK && used > table_bytes && used < 64 * size,
       "%s: the work is counted: %lu", name, (unsigned long)used);
    work = used + 1;
    seen = read_bytes(file, size, 0);
    ok(seen.status == GPUOCC_CODE_OK && seen.rows != 0 && work == 1, "%s: it is enough", name);
    seen = read_bytes(file, size, 0);
    ok(seen.status == GPUOCC_CODE_TOO_COMPLEX && seen.rows == 0, "%s: the next kernel has no more",
       name);
    work = used;
    ok(read_bytes(file, size, 0).status == GPUOCC_CODE_TOO_COMPLEX && work == 0,
       "%s: less is not enough", name);
    shared = NULL;
}

int main(int count, char **arguments)
{
    const char *name;
    int i;

    for (i = 1; i < count; i++) {
        name = strrchr(arguments[i], '/') != NULL ? strrchr(arguments[i], '/') + 1 : arguments[i];
        if (!ok(open_file(arguments[i]), "%s: has a table", name))
            continue;
        test_fields(name, file[table + 4]);
        test_damage(name);
        test_shared(name);
        if (i == 1) {
            test_stop(name);
            test_work();
        }
    }
    free(copy);
    return done();
}
