/* SPDX-License-Identifier: MIT
 *
 * Reads the line table of a kernel: section .debug_line of the object that contains its code, as
 * DWARF 2 to 5 describe it. In cubins and in objects that are not linked a relocation says to which
 * section an address belongs; in linked code objects of AMD, the address itself does. NVIDIA's
 * compilers add an opcode for inlined calls, which cuda-gdb calls DW_LNE_NVIDIA_inlined_call.
 */
#include <gpuocc/code.h>

#include "elf.h"

enum { CUBIN = 190, AMDGPU = 224 };                                            /* machines */
enum { SYMBOL_TABLE = 2, RELA = 4, RELA_BYTES = 24, REL = 9, REL_BYTES = 16 }; /* sections */
enum { SYMBOL_NUMBERS = 18, MANY_SECTIONS = 0xffff }; /* sections above 0xfeff */
enum { COMPRESSED = 0x800 };                          /* flag of a section */
enum { FILES = 16 };                                  /* names that are kept */
enum { PATH = 1, DIRECTORY = 2 };                     /* content of an entry of DWARF 5 */
enum { END_SEQUENCE = 1, SET_ADDRESS = 2, INLINED_CALL = 0x90 }; /* extended opcodes */

/* The searches may look at so many entries for each byte of the object. A byte of a line program
 * counts as one, and so do so many bytes of a text. */
#define WORK_PER_BYTE  64u
#define TEXT_PER_ENTRY 16u

/* A relocation of the section of lines. */
struct relocation {
    uint64_t offset; /* UINT64_MAX: none */
    uint64_t value;  /* of the symbol */
    uint64_t addend; /* in addition to the number at the offset */
    uint32_t section;
};

struct file_name {
    uint64_t number; /* 0: none, otherwise 1 + that of the file */
    gpuocc_kernels_text name, directory;
};

struct lines {
    const gpuocc_kernels_found *kernel;
    int32_t (*take)(void *user, const gpuocc_code_line *line);
    void *user;
    int32_t status;
    struct elf elf;
    struct elf_section table, strings, line_strings, symbols, numbers;
    struct elf_section with_addend, without; /* relocations; type 0: there are none */
    struct elf_section code;                 /* the section with the code */
    uint64_t base;                           /* address of the code: with relocations, its offset */
    struct relocation next;                  /* the next relocation to the section with the code */
    uint64_t left;                           /* entries that the searches may still look at */
    uint32_t rows, reported;
    struct file_name files[FILES]; /* of the current unit, by number */
};

/* Reads numbers and texts one after the other. */
struct cursor {
    struct bytes data;
    uint64_t at;
    int cut; /* something was not there */
};

/* The part of the table that one compilation wrote. */
struct unit {
    struct cursor tables; /* before the directories, or in DWARF 5 before their format */
    uint64_t program;     /* offset of the line program */
    unsigned version, offset_bytes, opcode_base;
    uint64_t lengths;   /* offset of the numbers of operands */
    uint64_t functions; /* offset of the names of functions; UINT64_MAX: not known */
    uint32_t least;     /* bytes of an instruction by which addresses are counted */
    int line_base;
    uint32_t line_range;
};

/* The registers of the line program. */
struct state {
    uint64_t address, file, inlined_at, function;
    uint32_t line, first; /* rows before this sequence */
    int mine;             /* the address is in the section with the code */
};

static uint64_t take(struct cursor *cursor, unsigned size)
{
    const uint64_t number = bytes_number(cursor->data, cursor->at, size);

    cursor->cut |= !bytes_hold(cursor->data, cursor->at, size);
    cursor->at += cursor->cut ? 0 : size;
    return cursor->cut ? 0 : number;
}

static void skip(struct cursor *cursor, uint64_t size)
{
    cursor->cut |= !bytes_hold(cursor->data, cursor->at, size);
    cursor->at += cursor->cut ? 0 : size;
}

/* Reads a number of 7 bits per byte, the lowest ones first, which has at most ten bytes. */
static uint64_t take_number(struct cursor *cursor, int is_signed)
{
    uint64_t number = 0, byte;
    unsigned shift = 0;

    do {
        byte = take(cursor, 1);
        number |= (byte & 127) << shift;
        shift += 7;
    } while ((byte & 128) != 0 && shift < 64);
    cursor->cut |= (byte & 128) != 0;
    if (is_signed && (byte & 64) != 0 && shift < 64)
        number |= ~(uint64_t)0 << shift;
    return number;
}

/* Counts the work of a search. Returns 0 if it is too much. */
static int spend(struct lines *lines, uint64_t work)
{
    if (work >= lines->left)
        lines->status = GPUOCC_CODE_TOO_COMPLEX;
    lines->left -= work < lines->left ? work : lines->left;
    return lines->status == GPUOCC_CODE_OK;
}

static gpuocc_kernels_text text_at(struct lines *lines, struct bytes strings, uint64_t offset)
{
    const gpuocc_kernels_text text = bytes_name(strings, offset);

    (void)spend(lines, text.length / TEXT_PER_ENTRY);
    return text;
}

static gpuocc_kernels_text take_text(struct lines *lines, struct cursor *cursor)
{
    const struct bytes rest = bytes_from(cursor->data, cursor->at);
    const unsigned char *end = rest.length != 0 ? memchr(rest.at, 0, rest.length) : NULL;
    gpuocc_kernels_text text = {"", 0};

    if (end == NULL) {
        cursor->cut = 1;
        return text;
    }
    text.at = (const char *)rest.at;
    text.length = (size_t)(end - rest.at);
    cursor->at += text.length + 1;
    (void)spend(lines, text.length / TEXT_PER_ENTRY);
    return text;
}

/* Whether relocations say to which section an address belongs. */
static int is_relocated(const struct lines *lines)
{
    return lines->with_addend.type != 0 || lines->without.type != 0;
}

/* Reads relocation number `index`. Returns 0 if there are fewer. */
static int relocation(const struct lines *lines, uint64_t index, struct relocation *found)
{
    const uint64_t with_addend = lines->with_addend.data.length / RELA_BYTES;
    const int has_addend = index < with_addend;
    const struct bytes data = has_addend ? lines->with_addend.data : lines->without.data;
    const uint64_t at = has_addend ? index * RELA_BYTES : (index - with_addend) * REL_BYTES;
    const uint32_t number = bytes_u32(data, at + 12);
    struct elf_symbol symbol;

    if (!bytes_hold(data, at, has_addend ? RELA_BYTES : REL_BYTES))
        return 0;
    (void)elf_symbol(&lines->elf, &lines->symbols, number, &symbol);
    found->offset = bytes_u64(data, at);
    found->section = symbol.section;
    if (symbol.section == MANY_SECTIONS)
        found->section = bytes_u32(lines->numbers.data, (uint64_t)number * 4);
    found->value = symbol.value;
    found->addend = has_addend ? bytes_u64(data, at + 16) : 0;
    return 1;
}

/* Sets lines->next to the first relocation from an offset on that is to the section of the code. */
static void find_next(struct lines *lines, uint64_t from)
{
    struct relocation now;
    uint64_t i;

    lines->next.offset = UINT64_MAX;
    for (i = 0; spend(lines, 1) && relocation(lines, i, &now); i++)
        if (now.section == lines->code.index && now.offset >= from &&
            now.offset < lines->next.offset)
            lines->next = now;
}

/* Reads an offset in a section of texts, which objects that are not linked relocate. */
static uint64_t take_offset(struct lines *lines, struct cursor *cursor, unsigned size)
{
    const uint64_t at = cursor->at, offset = take(cursor, size);
    struct relocation now;
    uint64_t i;

    for (i = 0; spend(lines, 1) && relocation(lines, i, &now); i++)
        if (now.offset == at)
            return now.value + now.addend + offset;
    return offset;
}

/* A part of an entry of DWARF 5. */
struct value {
    gpuocc_kernels_text text;
    uint64_t number;
};

/* Reads a value of a form (DWARF 5, 7.5.6), and its text only if `want` is set. */
static struct value take_value(struct lines *lines, const struct unit *unit, uint64_t form,
                               int want, struct cursor *cursor)
{
    static const unsigned char sizes[] = {[5] = 2, [6] = 4, [7] = 8, [11] = 1, [30] = 16};
    struct value value = {{"", 0}, 0};
    const struct bytes strings = form == 14 ? lines->strings.data : lines->line_strings.data;

    if (form == 8)
        value.text = take_text(lines, cursor);
    else if ((form == 14 || form == 31) && want)
        value.text = text_at(lines, strings, take_offset(lines, cursor, unit->offset_bytes));
    else if (form == 14 || form == 31)
        skip(cursor, unit->offset_bytes);
    else if (form == 15)
        value.number = take_number(cursor, 0);
    else if (form == 9)
        skip(cursor, take_number(cursor, 0));
    else if (form < sizeof sizes && sizes[form] != 0 && sizes[form] <= 8)
        value.number = take(cursor, sizes[form]);
    else if (form == 30)
        skip(cursor, sizes[form]);
    else
        cursor->cut = 1;
    return value;
}

/* Finds entry number `wanted` of the table of DWARF 5 at the cursor, and moves that past it. */
static struct value find_entry(struct lines *lines, const struct unit *unit, uint64_t wanted,
                               struct cursor *cursor)
{
    struct value found = {{"", 0}, UINT64_MAX}, value;
    const unsigned formats = (unsigned)take(cursor, 1);
    struct cursor format = *cursor;
    uint64_t count, content, form, i;
    unsigned k;

    (void)spend(lines, formats);
    for (k = 0; k < 2 * formats; k++)
        (void)take_number(cursor, 0);
    count = take_number(cursor, 0);
    for (i = 0; i < count && !cursor->cut && formats != 0; i++) {
        struct cursor now = format;

        if (!spend(lines, formats))
            return found;
        for (k = 0; k < formats; k++) {
            content = take_number(&now, 0);
            form = take_number(&now, 0);
            value = take_value(lines, unit, form, i == wanted && content == PATH, cursor);
            if (i == wanted && content == PATH)
                found.text = value.text;
            else if (i == wanted && content == DIRECTORY)
                found.number = value.number;
        }
    }
    return found;
}

/* The same for the tables of DWARF 2 to 4, of directories or of files, whose numbers begin at 1. */
static struct value find_old_entry(struct lines *lines, int of_files, uint64_t wanted,
                                   struct cursor *cursor)
{
    struct value found = {{"", 0}, 0}, value = {{"", 0}, 0};
    uint64_t i;

    for (i = 1; !cursor->cut && spend(lines, 1); i++) {
        value.text = take_text(lines, cursor);
        if (value.text.length == 0)
            break;
        if (of_files) {
            value.number = take_number(cursor, 0);
            (void)take_number(cursor, 0);
            (void)take_number(cursor, 0);
        }
        if (i == wanted)
            found = value;
    }
    return found;
}

static struct value find_in(struct lines *lines, const struct unit *unit, int of_files,
                            uint64_t wanted, struct cursor *cursor)
{
    return unit->version >= 5 ? find_entry(lines, unit, wanted, cursor)
                              : find_old_entry(lines, of_files, wanted, cursor);
}

/* Returns the name of a file, which is empty if the table has none of that number. */
static const struct file_name *file_name(struct lines *lines, const struct unit *unit,
                                         uint64_t number)
{
    struct file_name *file = &lines->files[number % FILES];
    struct cursor cursor = unit->tables;
    struct value found;

    if (file->number == number + 1)
        return file;
    (void)find_in(lines, unit, 0, UINT64_MAX, &cursor);
    found = find_in(lines, unit, 1, number, &cursor);
    file->number = number + 1;
    file->name = found.text;
    cursor = unit->tables;
    file->directory = find_in(lines, unit, 0, found.number, &cursor).text;
    return file;
}

/* Reports a row; line 0 says that nothing is known from its address on. */
static void add_row(struct lines *lines, const struct unit *unit, const struct state *state,
                    uint32_t number)
{
    const uint64_t at = state->address - lines->base;
    gpuocc_code_line line = {
        .size = sizeof line, .file = {"", 0}, .directory = {"", 0}, .function = {"", 0}};
    const struct file_name *file;

    if (!state->mine)
        return;
    lines->rows++;
    if (at >= lines->kernel->code_bytes)
        return;
    line.address = (uint32_t)at;
    line.number = lines->rows;
    line.line = number;
    if (number != 0) {
        file = file_name(lines, unit, state->file);
        line.file = file->name;
        line.directory = file->directory;
    }
    if (number != 0 && state->inlined_at != 0 && state->inlined_at < lines->rows - state->first) {
        line.inlined_at = state->first + (uint32_t)state->inlined_at;
        if (state->function <= UINT64_MAX - unit->functions)
            line.function = text_at(lines, lines->strings.data, unit->functions + state->function);
    }
    lines->reported++;
    if (lines->status == GPUOCC_CODE_OK && lines->take(lines->user, &line) != 0)
        lines->status = GPUOCC_CODE_STOPPED;
}

static void start_sequence(const struct lines *lines, struct state *state)
{
    memset(state, 0, sizeof *state);
    state->file = state->line = 1;
    state->first = lines->rows;
    state->mine = !is_relocated(lines);
}

static void set_address(struct lines *lines, unsigned size, struct state *state,
                        struct cursor *cursor)
{
    const uint64_t at = cursor->at;

    state->address = take(cursor, size <= 8 ? size : 8);
    if (!is_relocated(lines))
        return;
    if (lines->next.offset < at)
        find_next(lines, at);
    state->mine = lines->next.offset == at;
    if (state->mine)
        state->address += lines->next.value + lines->next.addend - lines->code.address;
}

static void step_extended(struct lines *lines, const struct unit *unit, struct state *state,
                          struct cursor *cursor)
{
    const uint64_t length = take_number(cursor, 0), end = cursor->at + length;
    const unsigned opcode = (unsigned)take(cursor, 1);

    if (length == 0 || length > cursor->data.length) {
        cursor->cut = 1;
        return;
    }
    if (opcode == END_SEQUENCE) {
        add_row(lines, unit, state, 0);
        start_sequence(lines, state);
    } else if (opcode == SET_ADDRESS) {
        set_address(lines, (unsigned)(length - 1 <= 8 ? length - 1 : 8), state, cursor);
    } else if (opcode == INLINED_CALL && lines->elf.machine == CUBIN) {
        state->inlined_at = take_number(cursor, 0);
        state->function = take_number(cursor, 0);
    }
    cursor->cut |= cursor->at > end;
    if (!cursor->cut)
        skip(cursor, end - cursor->at);
}

/* An opcode that this version or table does not have has the numbers of its header. */
static void step_unknown(const struct unit *unit, unsigned opcode, struct cursor *cursor)
{
    unsigned count = bytes_u8(cursor->data, unit->lengths + opcode - 1);

    while (count-- > 0)
        (void)take_number(cursor, 0);
}

static void step_standard(struct lines *lines, const struct unit *unit, unsigned opcode,
                          struct state *state, struct cursor *cursor)
{
    enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC = 8, FIXED_ADVANCE_PC };

    switch (opcode) {
    case COPY:
        add_row(lines, unit, state, state->line);
        break;
    case ADVANCE_PC:
        state->address += take_number(cursor, 0) * unit->least;
        break;
    case ADVANCE_LINE:
        state->line += (uint32_t)take_number(cursor, 1);
        break;
    case SET_FILE:
        state->file = take_number(cursor, 0);
        break;
    case CONST_ADD_PC:
        state->address += (uint64_t)((255 - unit->opcode_base) / unit->line_range) * unit->least;
        break;
    case FIXED_ADVANCE_PC:
        state->address += take(cursor, 2);
        break;
    default:
        step_unknown(unit, opcode, cursor);
        break;
    }
}

/* Runs the line program. Returns 0 if it is damaged. */
static int run(struct lines *lines, const struct unit *unit)
{
    struct cursor cursor = unit->tables;
    struct state state;
    unsigned opcode;

    memset(lines->files, 0, sizeof lines->files);
    cursor.at = unit->program;
    start_sequence(lines, &state);
    while (cursor.at < cursor.data.length && !cursor.cut && lines->status == GPUOCC_CODE_OK) {
        opcode = (unsigned)take(&cursor, 1);
        if (opcode >= unit->opcode_base) {
            opcode -= unit->opcode_base;
            state.address += (uint64_t)(opcode / unit->line_range) * unit->least;
            state.line += (uint32_t)unit->line_base + opcode % unit->line_range;
            add_row(lines, unit, &state, state.line);
        } else if (opcode == 0) {
            step_extended(lines, unit, &state, &cursor);
        } else {
            step_standard(lines, unit, opcode, &state, &cursor);
        }
    }
    return !cursor.cut;
}

/* Finds where the names of inlined functions begin: NVIDIA's compilers write it behind the tables,
 * in 4 bytes that the length of the header includes. Returns 0 if the tables are damaged. */
static int find_functions(struct lines *lines, struct unit *unit)
{
    struct cursor cursor = unit->tables;

    (void)find_in(lines, unit, 0, UINT64_MAX, &cursor);
    (void)find_in(lines, unit, 1, UINT64_MAX, &cursor);
    unit->functions = UINT64_MAX;
    if (lines->elf.machine == CUBIN && !cursor.cut && unit->program == cursor.at + 4)
        unit->functions = take_offset(lines, &cursor, 4);
    return !cursor.cut;
}

/* Reads the header of a unit. Returns 0 if it is damaged or of another version. */
static int read_head(struct unit *unit, struct cursor *cursor)
{
    uint64_t length;

    unit->version = (unsigned)take(cursor, 2);
    if (unit->version < 2 || unit->version > 5)
        return 0;
    if (unit->version == 5)
        skip(cursor, 2); /* sizes of an address and of a segment */
    length = take(cursor, unit->offset_bytes);
    unit->tables = *cursor;
    skip(&unit->tables, length);
    unit->program = unit->tables.at;
    unit->least = (uint32_t)take(cursor, 1);
    if (unit->tables.cut || (unit->version >= 4 && take(cursor, 1) > 1))
        return 0; /* several operations in an instruction */
    skip(cursor, 1);
    unit->line_base = (int)take(cursor, 1);
    unit->line_base -= unit->line_base > 127 ? 256 : 0;
    unit->line_range = (uint32_t)take(cursor, 1);
    unit->opcode_base = (unsigned)take(cursor, 1);
    unit->lengths = cursor->at;
    skip(cursor, unit->opcode_base != 0 ? unit->opcode_base - 1 : 0);
    unit->tables = *cursor;
    return unit->line_range != 0 && unit->opcode_base != 0 && !cursor->cut;
}

/* Reads the units, of a table with relocations only those of the code. Returns 0 if one is damaged
 * or of another version. */
static int read_units(struct lines *lines)
{
    struct cursor all = {lines->table.data, 0, 0}, one;
    struct unit unit;
    uint64_t length;

    while (all.at < all.data.length && spend(lines, 1)) {
        unit.offset_bytes = 4;
        length = take(&all, 4);
        if (length == 0xffffffff) {
            unit.offset_bytes = 8;
            length = take(&all, 8);
        }
        one = all;
        skip(&all, length);
        if (all.cut)
            return 0;
        one.data.length = (size_t)all.at;
        if (is_relocated(lines) && lines->next.offset < one.at)
            find_next(lines, one.at);
        if (length == 0 || (is_relocated(lines) && lines->next.offset >= all.at))
            continue;
        (void)spend(lines, length);
        if (!read_head(&unit, &one) || !find_functions(lines, &unit) || !run(lines, &unit))
            return 0;
    }
    return 1;
}

/* Finds the section that has the code. */
static int find_code(struct lines *lines)
{
    const unsigned char *code = lines->kernel->code;
    struct elf_section *section = &lines->code;
    uint64_t at;
    uint32_t i;

    if (code == NULL || lines->kernel->object == NULL || code < lines->elf.file.at ||
        code >= lines->elf.file.at + lines->elf.file.length)
        return 0;
    at = (uint64_t)(code - lines->elf.file.at);
    for (i = 0; elf_section(&lines->elf, i, section); i++)
        if (at >= section->offset && at - section->offset < section->data.length &&
            (section->flags & ELF_LOADED) != 0)
            break;
    lines->base = at - section->offset;
    return section->data.length != 0;
}

/* Finds the sections. Returns 0 if there is no table for the code, or one that cannot be read. */
static int find_sections(struct lines *lines)
{
    struct elf *elf = &lines->elf;
    struct elf_section section;
    uint32_t i;

    if (!elf->wide || (elf->machine != CUBIN && elf->machine != AMDGPU) ||
        !spend(lines, elf->section_count) || !find_code(lines) ||
        !elf_section_named(elf, ".debug_line", &lines->table))
        return 0;
    (void)elf_section_named(elf, ".debug_str", &lines->strings);
    (void)elf_section_named(elf, ".debug_line_str", &lines->line_strings);
    if (((lines->table.flags | lines->strings.flags | lines->line_strings.flags) & COMPRESSED) !=
        0) {
        lines->status = GPUOCC_CODE_DAMAGED;
        return 0;
    }
    for (i = 0; elf_section(elf, i, &section); i++) {
        if (section.type == RELA && section.info == lines->table.index)
            lines->with_addend = section;
        if (section.type == REL && section.info == lines->table.index)
            lines->without = section;
        if (section.type == SYMBOL_TABLE)
            lines->symbols = section;
        if (section.type == SYMBOL_NUMBERS)
            lines->numbers = section;
    }
    if (is_relocated(lines))
        return 1;
    lines->base += lines->code.address;
    return lines->code.address != 0; /* else each section begins at 0 */
}

int32_t gpuocc_code_lines(const gpuocc_kernels_found *kernel,
                          int32_t (*line)(void *user, const gpuocc_code_line *line), void *user,
                          uint64_t *work)
{
    struct lines lines;

    if (kernel->size < sizeof *kernel)
        return GPUOCC_CODE_ERROR_SIZE;
    memset(&lines, 0, sizeof lines);
    lines.kernel = kernel;
    lines.take = line;
    lines.user = user;
    lines.left = work != NULL ? *work : (uint64_t)kernel->object_bytes * WORK_PER_BYTE;
    if (elf_open(&lines.elf, kernel->object, kernel->object_bytes) && find_sections(&lines) &&
        !read_units(&lines) && lines.status == GPUOCC_CODE_OK)
        lines.status = GPUOCC_CODE_DAMAGED;
    if (work != NULL)
        *work = lines.left;
    return lines.status == GPUOCC_CODE_OK && lines.reported == 0 ? GPUOCC_CODE_NOT_READ
                                                                 : lines.status;
}
