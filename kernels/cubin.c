/* SPDX-License-Identifier: MIT
 *
 * Reads NVIDIA cubins of ABI 7 (CUDA up to 12) and 8 (CUDA 13). No document describes them; the
 * values read here were compared with the output of ptxas -v.
 */
#include <stdio.h>

#include "elf.h"
#include "name_list.h"
#include "nest.h"
#include "text_lines.h"

#define MACHINE 190u

/* st_other of a kernel's symbol. */
#define ENTRY 0x10u

/* Bytes of shared memory that the linker adds to that of a kernel from sm_90 on. */
#define RESERVE 1024u
/* The first target with setmaxnreg. */
#define FIRST_SETMAXNREG 90u

enum { EXTENDED = 18 }; /* type of the section with section numbers above 0xfeff */

/* Relocations with and without an addend; up to sm_89 most have none. */
enum { RELA = 4, RELA_BYTES = 24, REL = 9, REL_BYTES = 16 };

enum { SHARED = 0x7000000a, VARIABLE = 13 }; /* type of a section; kind of a symbol */

/* Codes of attribute records. */
enum {
    MAX_THREADS = 0x05,
    REQUIRED_THREADS = 0x10,
    FRAME_BYTES = 0x11,
    STACK_BYTES = 0x12,
    REGISTERS = 0x2f,
    CLUSTER = 0x3d,
    VIRTUAL_RESOURCES = 0x4a,
    BARRIERS = 0x4c
};

/* A section of code: a kernel if the file says so, otherwise a function. */
struct cubin_code {
    gpuocc_kernels_text name;
    struct bytes words;
    uint32_t registers; /* GPUOCC_UNKNOWN if not given */
    uint32_t barriers, virtual_resources, shared_bytes;
    uint64_t max_threads, required_threads, cluster; /* products of three; 0: not given */
    uint32_t required[3];                            /* if there is such a product: in x, y and z */
    int has_records;                                 /* it has an .nv.info section */
    int is_entry;                                    /* a symbol says that it is a kernel */
    int scratch, dynamic_stack, dynamic_shared;
    uint32_t frame_bytes, stack_bytes; /* without and with its callees; GPUOCC_UNKNOWN: not given */
};

struct cubin {
    struct elf elf;
    struct callbacks *callbacks;
    unsigned sm;
    int old;         /* ABI 7 */
    int reserve;     /* shared memory includes what the linker adds */
    int linked;      /* otherwise a relocatable object */
    char target[16]; /* "sm_90a" */
    struct elf_section symbols, extended;
    uint32_t *code_at; /* by section: 1 + index in `codes`, 0 for none */
    struct cubin_code *codes;
    uint32_t count;
    int has_entries;          /* a symbol marks a kernel */
    uint64_t budget;          /* bytes of records and references that may still be read */
    struct name_list by_name; /* the codes; empty until the first search */
    int no_names;             /* there was no memory for them */
};

/* Reads a symbol, and its section number even if that needs the extended table. */
static int read_symbol(const struct cubin *cubin, uint32_t index, struct elf_symbol *symbol)
{
    if (!elf_symbol(&cubin->elf, &cubin->symbols, index, symbol))
        return 0;
    if (symbol->section == 0xffff)
        symbol->section = bytes_u32(cubin->extended.data, (uint64_t)index * 4);
    return 1;
}

/* An attribute record: u8 format, u8 code, u16 number and, in format 4, that number of bytes. */
struct record {
    unsigned format, code, number;
    struct bytes data;
};

/* Reads the next record and moves `rest` past it. Returns 1, 0 at the end, or -1 if the rest cannot
 * be read. */
static int next_record(struct bytes *rest, struct record *record)
{
    if (rest->length == 0)
        return 0;
    record->format = bytes_u8(*rest, 0);
    record->code = bytes_u8(*rest, 1);
    record->number = bytes_u16(*rest, 2);
    record->data = bytes_part(*rest, 4, record->format == 4 ? record->number : 0);
    if (rest->length < 4 || record->format < 1 || record->format > 4 ||
        (record->format == 4 && record->data.length != record->number))
        return -1;
    *rest = bytes_from(*rest, 4 + record->data.length);
    return 1;
}

/* Whether the records are in the file, and are not more than a linker would write. */
static int readable(struct cubin *cubin, const struct elf_section *section)
{
    if (section->data.length == 0 && section->size != 0)
        format_warning(cubin->callbacks, section->offset,
                       "the cubin is cut off or damaged: records of %llu bytes are not there",
                       (unsigned long long)section->size);
    else if (section->data.length > cubin->budget)
        format_warning(cubin->callbacks, section->offset,
                       "the cubin is damaged: sections of records overlap");
    else
        return section->data.length != 0;
    return 0;
}

static void tell_damage(const struct cubin *cubin, const struct elf_section *section,
                        struct bytes rest)
{
    format_warning(cubin->callbacks, section->offset + (uint64_t)(rest.at - section->data.at),
                   "a record of format %u and %lu bytes behind it cannot be read",
                   bytes_u8(rest, 0), (unsigned long)rest.length);
}

/* Returns the product of three numbers, or 0 if the record does not have three. */
static uint64_t product(const struct record *record)
{
    uint64_t size = bytes_u32(record->data, 0);
    unsigned i;

    if (record->format != 4 || record->data.length < 12)
        return 0;
    for (i = 4; i < 12; i += 4)
        size = format_capped(size * bytes_u32(record->data, i));
    return size;
}

static void take_record(struct cubin_code *code, const struct record *record)
{
    unsigned i;

    switch (record->code) {
    case MAX_THREADS:
        code->max_threads = product(record);
        break;
    case REQUIRED_THREADS:
        code->required_threads = product(record);
        for (i = 0; i < 3 && code->required_threads != 0; i++)
            code->required[i] = bytes_u32(record->data, 4 * i);
        break;
    case CLUSTER:
        code->cluster = product(record);
        break;
    case BARRIERS:
        code->barriers = record->number & 0xff;
        break;
    case VIRTUAL_RESOURCES:
        code->virtual_resources = record->number & 0xff;
        break;
    default:
        break;
    }
}

/* Reads the records of one code (.nv.info.K). */
static void read_code_records(struct cubin *cubin, const struct elf_section *section,
                              struct cubin_code *code)
{
    struct bytes rest = section->data;
    struct record record;
    int status;

    code->has_records = 1;
    if (!readable(cubin, section))
        return;
    cubin->budget -= rest.length;
    while ((status = next_record(&rest, &record)) > 0)
        take_record(code, &record);
    if (status < 0)
        tell_damage(cubin, section, rest);
}

/* Reads a record of the code or function that a symbol names. */
static void take_by_symbol(struct cubin *cubin, const struct record *record)
{
    const uint32_t number = bytes_u32(record->data, 4);
    struct elf_symbol symbol;
    struct cubin_code *code;
    uint32_t index;

    if (!read_symbol(cubin, bytes_u32(record->data, 0), &symbol) ||
        symbol.section >= cubin->elf.section_count)
        return;
    index = cubin->code_at[symbol.section];
    if (index == 0)
        return;
    code = &cubin->codes[index - 1];
    if (record->code == FRAME_BYTES || record->code == STACK_BYTES)
        code->scratch |= number != 0;
    if (record->code == STACK_BYTES)
        code->dynamic_stack |= number == 0xffffffffu;
    /* A function that was kept in a kernel's code has its own symbol there. */
    if (!text_same(elf_symbol_name(&cubin->elf, &cubin->symbols, bytes_u32(record->data, 0)),
                   code->name))
        return;
    if (record->code == REGISTERS)
        code->registers = number != GPUOCC_UNKNOWN ? format_capped(number) : number;
    else if (record->code == FRAME_BYTES)
        code->frame_bytes = number < GPUOCC_ZERO ? number : GPUOCC_UNKNOWN;
    else
        code->stack_bytes = number < GPUOCC_ZERO ? number : GPUOCC_UNKNOWN;
}

/* Reads the records of all codes, which they give by symbol (.nv.info). */
static void read_file_records(struct cubin *cubin, const struct elf_section *section)
{
    struct bytes rest = section->data;
    struct record record;
    int status;

    if (!readable(cubin, section))
        return;
    cubin->budget -= rest.length;
    while ((status = next_record(&rest, &record)) > 0)
        if (record.format == 4 && record.data.length >= 8 &&
            (record.code == REGISTERS || record.code == FRAME_BYTES || record.code == STACK_BYTES))
            take_by_symbol(cubin, &record);
    if (status < 0)
        tell_damage(cubin, section, rest);
}

/* Per symbol: 1 + index of the last code that counted it. */
struct counted {
    uint32_t *by;
    uint32_t count;
};

/* Whether a symbol is a shared variable outside the kernels' own sections of shared memory. */
static int is_shared(const struct cubin *cubin, const struct elf_symbol *symbol)
{
    struct elf_section section;

    return symbol->kind == VARIABLE && elf_section(&cubin->elf, symbol->section, &section) &&
           section.type == SHARED && !elf_name_starts(&cubin->elf, &section, ".nv.shared.");
}

static void count_one(struct cubin *cubin, struct counted *counted, uint32_t code, uint32_t index)
{
    uint32_t *bytes = &cubin->codes[code].shared_bytes;
    struct elf_symbol symbol;

    if (index >= counted->count || counted->by[index] == code + 1 ||
        !read_symbol(cubin, index, &symbol))
        return;
    counted->by[index] = code + 1;
    if (symbol.kind == VARIABLE && symbol.section == 0)
        cubin->codes[code].dynamic_shared = 1;
    else if (is_shared(cubin, &symbol))
        *bytes = format_capped((uint64_t)*bytes + format_capped(symbol.size));
}

static void count_references(struct cubin *cubin, struct counted *counted,
                             const struct elf_section *section)
{
    const unsigned step = section->type == RELA ? RELA_BYTES : REL_BYTES;
    uint64_t at;

    if (section->info >= cubin->elf.section_count || cubin->code_at[section->info] == 0)
        return;
    if (section->data.length > cubin->budget) {
        format_warning(cubin->callbacks, section->offset,
                       "the cubin is damaged: sections of references overlap");
        return;
    }
    cubin->budget -= section->data.length;
    for (at = 0; bytes_hold(section->data, at, step); at += step)
        count_one(cubin, counted, cubin->code_at[section->info] - 1,
                  bytes_u32(section->data, at + 12));
}

/* Adds the shared variables that the code of an unlinked object refers to. The linker has not
 * placed the variables yet, so only these references show which ones a kernel uses. */
static void count_shared(struct cubin *cubin)
{
    struct format_arena *arena = format_arena(cubin->callbacks);
    struct counted counted;
    struct elf_section section;
    uint32_t i;

    counted.count = elf_symbol_count(&cubin->elf, &cubin->symbols);
    counted.by = format_take(arena, ((size_t)counted.count + 1) * sizeof *counted.by);
    if (counted.by == NULL) {
        format_warning(cubin->callbacks, 0,
                       "no memory for the %lu symbols of a cubin: shared memory of its kernels "
                       "is missing",
                       (unsigned long)counted.count);
        return;
    }
    memset(counted.by, 0, (size_t)counted.count * sizeof *counted.by);
    for (i = 0; elf_section(&cubin->elf, i, &section); i++)
        if ((section.type == RELA && elf_name_starts(&cubin->elf, &section, ".rela.text.")) ||
            (section.type == REL && elf_name_starts(&cubin->elf, &section, ".rel.text.")))
            count_references(cubin, &counted, &section);
    format_give(arena, counted.by);
}

/* Sorts the codes by name, once. Without memory, reports it and returns 0. */
static int index_codes(struct cubin *cubin)
{
    uint32_t i;

    if (cubin->by_name.count == cubin->count || cubin->no_names)
        return !cubin->no_names;
    for (i = 0; i < cubin->count; i++)
        if (!name_list_add(&cubin->by_name, cubin->codes[i].name, i)) {
            format_warning(cubin->callbacks, 0, "no memory for the names of %lu kernels",
                           (unsigned long)cubin->count);
            name_list_free(&cubin->by_name);
            cubin->no_names = 1;
            return 0;
        }
    name_list_sort(&cubin->by_name);
    return 1;
}

/* Returns the code that a section describes: the one with the linker's number if its name agrees,
 * otherwise the one of that name. The section's name is a prefix of `prefix` bytes and the code's
 * name. */
static struct cubin_code *code_of(struct cubin *cubin, const struct elf_section *section,
                                  size_t prefix)
{
    gpuocc_kernels_text name = elf_section_name(&cubin->elf, section);
    struct cubin_code *code;
    struct listed_name *found;

    if (name.length < prefix) /* the limit of names is used up */
        return NULL;
    name = text_behind(name, prefix);
    if (section->info < cubin->elf.section_count && cubin->code_at[section->info] != 0) {
        code = &cubin->codes[cubin->code_at[section->info] - 1];
        if (text_same(code->name, name))
            return code;
    }
    found = index_codes(cubin) ? name_list_find(&cubin->by_name, name) : NULL;
    return found != NULL ? &cubin->codes[found->value] : NULL;
}

/* Whether the shared memory may include the reserve. Relocatable objects and cubins of CUDA 11.8 do
 * not include it, cubins of 12.3 do. A section smaller than the reserve proves that a file does
 * not. */
static int may_reserve(const struct cubin *cubin)
{
    return cubin->sm >= 90 && cubin->linked && (!cubin->old || cubin->elf.version >= 120);
}

/* Adds a code for each section of code. */
static void find_codes(struct cubin *cubin)
{
    struct elf_section section;
    gpuocc_kernels_text name;
    struct cubin_code *code;
    uint32_t i;

    for (i = 0; elf_section(&cubin->elf, i, &section); i++) {
        if (section.type == 2)
            cubin->symbols = section;
        if (section.type == EXTENDED)
            cubin->extended = section;
        if (section.size < RESERVE && elf_name_starts(&cubin->elf, &section, ".nv.shared.") &&
            !elf_name_starts(&cubin->elf, &section, ".nv.shared.reserved."))
            cubin->reserve = 0;
        if (section.type != 1 || !elf_name_starts(&cubin->elf, &section, ".text."))
            continue;
        name = elf_section_name(&cubin->elf, &section);
        if (name.length <= 6)
            continue;
        code = &cubin->codes[cubin->count++];
        memset(code, 0, sizeof *code);
        code->name = text_behind(name, 6);
        code->words = section.data;
        code->frame_bytes = code->stack_bytes = GPUOCC_UNKNOWN;
        code->registers = section.info >> 24 != 0 ? section.info >> 24 : GPUOCC_UNKNOWN;
        if (cubin->old)
            code->barriers = section.flags >> 20 & 0x7f;
        cubin->code_at[i] = cubin->count;
    }
}

static void find_entries(struct cubin *cubin)
{
    struct elf_symbol symbol;
    uint32_t i;

    for (i = 0; read_symbol(cubin, i, &symbol); i++) {
        if (symbol.kind != 2 || (symbol.other & ENTRY) == 0 ||
            symbol.section >= cubin->elf.section_count || cubin->code_at[symbol.section] == 0)
            continue;
        cubin->codes[cubin->code_at[symbol.section] - 1].is_entry = 1;
        cubin->has_entries = 1;
    }
}

static void take_shared(const struct cubin *cubin, const struct elf_section *section,
                        struct cubin_code *code)
{
    uint64_t size = section->size;

    if (cubin->reserve && size >= RESERVE)
        size -= RESERVE;
    code->shared_bytes = format_capped(size);
}

static void read_sections(struct cubin *cubin)
{
    struct elf_section section;
    struct cubin_code *code;
    uint32_t i;

    for (i = 0; elf_section(&cubin->elf, i, &section); i++) {
        if (elf_name_is(&cubin->elf, &section, ".nv.info")) {
            read_file_records(cubin, &section);
        } else if (elf_name_starts(&cubin->elf, &section, ".nv.info.")) {
            code = code_of(cubin, &section, 9);
            if (code != NULL)
                read_code_records(cubin, &section, code);
        } else if (elf_name_starts(&cubin->elf, &section, ".nv.shared.")) {
            code = code_of(cubin, &section, 11);
            if (code != NULL)
                take_shared(cubin, &section, code);
        }
    }
}

/* Finds the target as the compiler was given it, "sm_90a"; the header has only its number. */
static void find_target(struct cubin *cubin)
{
    struct elf_section section;
    gpuocc_kernels_text rest, word;
    uint64_t number;
    size_t at;

    (void)snprintf(cubin->target, sizeof cubin->target, "sm_%u", cubin->sm);
    if (!elf_section_named(&cubin->elf, ".note.nv.tkinfo", &section))
        return;
    rest.at = (const char *)section.data.at;
    rest.length = section.data.length;
    while (text_find(rest, "-arch", &at)) {
        rest = word = text_behind(rest, at + strlen("-arch"));
        if (!text_skip(&word, " "))
            (void)text_skip(&word, "=");
        if (!text_skip(&word, "sm_") || !text_number(&word, &number) || number != cubin->sm)
            continue;
        if (text_starts(word, "a") || text_starts(word, "f"))
            (void)snprintf(cubin->target, sizeof cubin->target, "sm_%u%c", cubin->sm, word.at[0]);
        return;
    }
}

/* Finds the registers that USETMAXREG gives to warp groups; the instruction is that of ptxas of
 * CUDA 13.0 for sm_90a, sm_100a and sm_120a. */
static void warp_group_registers(struct bytes code, gpuocc_kernels_found *kernel)
{
    enum { STEP = 16, NUMBER = 0x9c8, LEAST = 24, MOST = 256, UNIT = 8 };
    uint32_t *const found = kernel->setmaxnreg;
    uint64_t at;
    uint32_t registers;

    for (at = 0; at + STEP <= code.length; at += STEP) {
        if (code.at[at] != (NUMBER & 0xff) || (code.at[at + 1] & 0xf) != NUMBER >> 8)
            continue;
        registers = bytes_u16(code, at + 4);
        if (registers < LEAST || registers > MOST || registers % UNIT != 0)
            continue;
        if (found[0] == 0 || registers < found[0])
            found[0] = registers;
        if (registers > found[1])
            found[1] = registers;
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SETMAXNREG;
    }
}

static void fill(const struct cubin *cubin, const struct cubin_code *code,
                 gpuocc_kernels_found *kernel)
{
    gpuocc_kernel *numbers = &kernel->kernel;

    format_start(kernel);
    kernel->name = code->name;
    kernel->code = code->words.at;
    kernel->code_bytes = code->words.length;
    kernel->object = cubin->elf.file.at;
    kernel->object_bytes = cubin->elf.file.length;
    kernel->target.at = cubin->target;
    kernel->target.length = strlen(cubin->target);
    kernel->notes = 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
    kernel->format = cubin->old ? "cubin ABI 7" : "cubin ABI 8";
    if (code->required_threads != 0)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_REQUIRED_GROUP;
    if (code->scratch)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_SCRATCH;
    if (code->dynamic_stack || !cubin->linked)
        kernel->notes |= 1u << GPUOCC_KERNELS_NOTE_DYNAMIC_STACK;
    if (code->dynamic_shared) {
        kernel->notes ^=
            1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID | 1u << GPUOCC_KERNELS_NOTE_DYNAMIC_SHARED;
        numbers->dynamic_shared_bytes = GPUOCC_UNKNOWN;
    }
    if (cubin->sm >= FIRST_SETMAXNREG)
        warp_group_registers(code->words, kernel);
    /* Only the output of ptxas -v contains the spills. */
    kernel->spill_bytes = GPUOCC_UNKNOWN;
    kernel->stack_bytes = code->stack_bytes != GPUOCC_UNKNOWN || code->dynamic_stack
                              ? code->stack_bytes
                              : code->frame_bytes;
    memcpy(kernel->required_threads, code->required, sizeof code->required);
    numbers->threads_per_group = (uint32_t)code->required_threads;
    numbers->max_threads_per_group = (uint32_t)code->max_threads;
    numbers->registers_per_thread = code->registers;
    numbers->shared_bytes = code->shared_bytes;
    numbers->barriers_per_group = code->barriers;
    numbers->virtual_resources = code->virtual_resources;
    numbers->groups_per_cluster = (uint32_t)code->cluster;
}

static int report(const struct cubin *cubin)
{
    gpuocc_kernels_found kernel;
    const struct cubin_code *code;
    uint32_t i;

    for (i = 0; i < cubin->count; i++) {
        code = &cubin->codes[i];
        if (!(cubin->has_entries ? code->is_entry : code->has_records))
            continue;
        fill(cubin, code, &kernel);
        if (code->registers == GPUOCC_UNKNOWN)
            format_warning(cubin->callbacks, 0, "the registers of kernel %.*s are not in the file",
                           FORMAT_SHOWN(code->name));
        if (cubin->callbacks->kernel(cubin->callbacks->user, &kernel) != 0)
            return GPUOCC_KERNELS_STOPPED;
    }
    return GPUOCC_KERNELS_OK;
}

static int read_code(struct cubin *cubin)
{
    const uint32_t sections = cubin->elf.section_count;
    struct format_arena *arena = format_arena(cubin->callbacks);
    int status = GPUOCC_KERNELS_OK;

    cubin->code_at = format_take(arena, ((size_t)sections + 1) * sizeof *cubin->code_at);
    cubin->codes = format_take(arena, ((size_t)sections + 1) * sizeof *cubin->codes);
    cubin->by_name.arena = arena;
    if (cubin->code_at != NULL && cubin->codes != NULL) {
        memset(cubin->code_at, 0, ((size_t)sections + 1) * sizeof *cubin->code_at);
        find_codes(cubin);
        find_entries(cubin);
        read_sections(cubin);
        if (!cubin->linked)
            count_shared(cubin);
        find_target(cubin);
        if (!cubin->elf.names_spent)
            status = report(cubin);
        else
            format_warning(cubin->callbacks, cubin->elf.sections,
                           "the cubin is damaged: names that overlap are together more than %u "
                           "times as long as it is; its kernels are passed over",
                           ELF_NAMES_TIMES);
    } else {
        format_warning(cubin->callbacks, 0, "no memory for a cubin of %lu sections",
                       (unsigned long)sections);
    }
    name_list_free(&cubin->by_name);
    format_give(arena, cubin->codes);
    format_give(arena, cubin->code_at);
    return status;
}

int format_cubin(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    struct cubin cubin;

    memset(&cubin, 0, sizeof cubin);
    if (!elf_open(&cubin.elf, bytes, length) || cubin.elf.machine != MACHINE)
        return GPUOCC_KERNELS_NONE;
    cubin.callbacks = callbacks;
    cubin.budget = (uint64_t)length * 4;
    cubin.old = cubin.elf.abi_version == 7;
    cubin.linked = cubin.elf.type != ELF_RELOCATABLE;
    cubin.sm = cubin.elf.flags >> (cubin.old ? 0 : 8) & 0xff;
    cubin.reserve = may_reserve(&cubin);
    if (!cubin.old && cubin.elf.abi_version != 8) {
        format_warning(callbacks, 8, "a cubin of ABI %u; 7 and 8 can be read",
                       cubin.elf.abi_version);
        return GPUOCC_KERNELS_OK;
    }
    if (!elf_whole(&cubin.elf) || cubin.elf.names.length == 0)
        format_warning(callbacks, cubin.elf.sections,
                       "the cubin is cut off or damaged: its table of sections is not there");
    return read_code(&cubin);
}
