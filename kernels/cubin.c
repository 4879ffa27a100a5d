/* SPDX-License-Identifier: MIT
 *
 * Reads NVIDIA cubins of ABI 7 (CUDA up to 12) and 8 (CUDA 13). No document describes them; the
 * values read here were compared with the output of ptxas -v.
 */
#include <stdio.h>

#include "cubin.h"
#include "nest.h"

#define MACHINE 190u

/* st_other of a kernel's symbol. */
#define ENTRY 0x10u

/* Bytes of shared memory that the linker adds to that of a kernel from sm_90 on. */
#define RESERVE 1024u

enum { EXTENDED = 18 }; /* type of the section with section numbers above 0xfeff */

int cubin_symbol(const struct cubin *cubin, uint32_t index, struct elf_symbol *symbol)
{
    if (!elf_symbol(&cubin->elf, &cubin->symbols, index, symbol))
        return 0;
    if (symbol->section == 0xffff)
        symbol->section = bytes_u32(cubin->extended.data, (uint64_t)index * 4);
    return 1;
}

/* Sorts the codes by name, once. Without memory, reports it and returns 0. */
static int index_codes(struct cubin *cubin)
{
    uint32_t i;

    if (cubin->by_name.count == cubin->count || cubin->no_names)
        return !cubin->no_names;
    for (i = 0; i < cubin->count; i++)
        if (!amd_names_add(&cubin->by_name, cubin->codes[i].name, i)) {
            reader_trouble(cubin->sink, 0, "no memory for the names of %lu kernels",
                           (unsigned long)cubin->count);
            amd_names_free(&cubin->by_name);
            cubin->no_names = 1;
            return 0;
        }
    amd_names_sort(&cubin->by_name);
    return 1;
}

/* Returns the code that a section describes: the one with the linker's number if its name agrees,
 * otherwise the one of that name. The section's name is a prefix of `prefix` bytes and the code's
 * name. */
static struct cubin_code *code_of(struct cubin *cubin, const struct elf_section *section,
                                  size_t prefix)
{
    struct reader_text name = elf_section_name(&cubin->elf, section);
    struct cubin_code *code;
    struct amd_name *found;

    if (name.length < prefix) /* the limit of names is used up */
        return NULL;
    name = text_behind(name, prefix);
    if (section->info < cubin->elf.section_count && cubin->code_at[section->info] != 0) {
        code = &cubin->codes[cubin->code_at[section->info] - 1];
        if (text_same(code->name, name))
            return code;
    }
    found = index_codes(cubin) ? amd_names_find(&cubin->by_name, name) : NULL;
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
    struct reader_text name;
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

    for (i = 0; cubin_symbol(cubin, i, &symbol); i++) {
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
    code->shared_bytes = size < 0xfffffffdu ? (uint32_t)size : 0xfffffffdu;
}

static void read_sections(struct cubin *cubin)
{
    struct elf_section section;
    struct cubin_code *code;
    uint32_t i;

    for (i = 0; elf_section(&cubin->elf, i, &section); i++) {
        if (elf_name_is(&cubin->elf, &section, ".nv.info")) {
            cubin_file_records(cubin, &section);
        } else if (elf_name_starts(&cubin->elf, &section, ".nv.info.")) {
            code = code_of(cubin, &section, 9);
            if (code != NULL)
                cubin_code_records(cubin, &section, code);
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
    struct bytes text;
    unsigned number, digits;
    uint64_t i, at;

    (void)snprintf(cubin->target, sizeof cubin->target, "sm_%u", cubin->sm);
    if (!elf_section_named(&cubin->elf, ".note.nv.tkinfo", &section))
        return;
    text = section.data;
    for (i = 0; bytes_hold(text, i, 10); i++) {
        if (memcmp(text.at + i, "-arch", 5) != 0 || memcmp(text.at + i + 6, "sm_", 3) != 0)
            continue;
        number = 0;
        for (at = i + 9, digits = 0; digits < 4 && bytes_u8(text, at) - '0' < 10u; digits++)
            number = number * 10 + (bytes_u8(text, at++) - '0');
        if (number != cubin->sm)
            continue;
        if (bytes_u8(text, at) == 'a' || bytes_u8(text, at) == 'f')
            (void)snprintf(cubin->target, sizeof cubin->target, "sm_%u%c", number,
                           (int)bytes_u8(text, at));
        return;
    }
}

static void fill(const struct cubin *cubin, const struct cubin_code *code,
                 struct reader_kernel *kernel)
{
    gpuocc_kernel *numbers = &kernel->kernel;

    memset(kernel, 0, sizeof *kernel);
    kernel->name = code->name;
    kernel->code.at = (const char *)code->words.at;
    kernel->code.length = code->words.length;
    kernel->target.at = cubin->target;
    kernel->target.length = strlen(cubin->target);
    kernel->notes = 1u << READER_NOTE_SHARED_UNSAID;
    kernel->format = cubin->old ? "cubin ABI 7" : "cubin ABI 8";
    if (code->required_threads != 0)
        kernel->notes |= 1u << READER_NOTE_REQUIRED_GROUP;
    if (code->scratch)
        kernel->notes |= 1u << READER_NOTE_SCRATCH;
    if (code->dynamic_stack || !cubin->linked)
        kernel->notes |= 1u << READER_NOTE_DYNAMIC_STACK;
    if (code->dynamic_shared) {
        kernel->notes ^= 1u << READER_NOTE_SHARED_UNSAID | 1u << READER_NOTE_DYNAMIC_SHARED;
        numbers->dynamic_shared_bytes = GPUOCC_UNKNOWN;
    }
    /* Only the output of ptxas -v contains the spills. */
    kernel->spill_bytes = GPUOCC_UNKNOWN;
    kernel->stack_bytes = code->stack_bytes != GPUOCC_UNKNOWN || code->dynamic_stack
                              ? code->stack_bytes
                              : code->frame_bytes;
    numbers->size = sizeof *numbers;
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
    struct reader_kernel kernel;
    const struct cubin_code *code;
    uint32_t i;

    for (i = 0; i < cubin->count; i++) {
        code = &cubin->codes[i];
        if (!(cubin->has_entries ? code->is_entry : code->has_records))
            continue;
        fill(cubin, code, &kernel);
        if (code->registers == GPUOCC_UNKNOWN)
            reader_trouble(cubin->sink, 0, "the registers of kernel %.*s are not in the file",
                           code->name.length < 100 ? (int)code->name.length : 100, code->name.at);
        if (cubin->sink->kernel(cubin->sink->user, &kernel) != 0)
            return READER_STOPPED;
    }
    return READER_OK;
}

static int read_code(struct cubin *cubin)
{
    const uint32_t sections = cubin->elf.section_count;
    struct reader_arena *arena = reader_arena(cubin->sink);
    int status = READER_OK;

    cubin->code_at = reader_take(arena, ((size_t)sections + 1) * sizeof *cubin->code_at);
    cubin->codes = reader_take(arena, ((size_t)sections + 1) * sizeof *cubin->codes);
    cubin->by_name.arena = arena;
    if (cubin->code_at != NULL && cubin->codes != NULL) {
        memset(cubin->code_at, 0, ((size_t)sections + 1) * sizeof *cubin->code_at);
        find_codes(cubin);
        find_entries(cubin);
        read_sections(cubin);
        if (!cubin->linked)
            cubin_count_shared(cubin);
        find_target(cubin);
        if (!cubin->elf.names_spent)
            status = report(cubin);
        else
            reader_trouble(cubin->sink, cubin->elf.sections,
                           "the cubin is damaged: names that overlap are together more than %u "
                           "times as long as it is; its kernels are passed over",
                           ELF_NAMES_TIMES);
    } else {
        reader_trouble(cubin->sink, 0, "no memory for a cubin of %lu sections",
                       (unsigned long)sections);
    }
    amd_names_free(&cubin->by_name);
    reader_give(arena, cubin->codes);
    reader_give(arena, cubin->code_at);
    return status;
}

int reader_cubin(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    struct cubin cubin;

    memset(&cubin, 0, sizeof cubin);
    if (!elf_open(&cubin.elf, bytes, length) || cubin.elf.machine != MACHINE)
        return READER_NOT_MINE;
    cubin.sink = sink;
    cubin.budget = (uint64_t)length * 4;
    cubin.old = cubin.elf.abi_version == 7;
    cubin.linked = cubin.elf.type != ELF_RELOCATABLE;
    cubin.sm = cubin.elf.flags >> (cubin.old ? 0 : 8) & 0xff;
    cubin.reserve = may_reserve(&cubin);
    if (!cubin.old && cubin.elf.abi_version != 8) {
        reader_trouble(sink, 8, "a cubin of ABI %u; 7 and 8 can be read", cubin.elf.abi_version);
        return READER_OK;
    }
    if (!elf_whole(&cubin.elf) || cubin.elf.names.length == 0)
        reader_trouble(sink, cubin.elf.sections,
                       "the cubin is cut off or damaged: its table of sections is not there");
    return read_code(&cubin);
}
