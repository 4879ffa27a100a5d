/* SPDX-License-Identifier: MIT
 *
 * Counts the shared memory of cubins that are not linked. The linker has not placed the variables
 * yet, so only the references in the code show which ones a kernel uses.
 */
#include "cubin.h"
#include "nest.h"

/* Relocations with and without an addend; up to sm_89 most have none. */
enum { RELA = 4, RELA_BYTES = 24, REL = 9, REL_BYTES = 16 };

enum { SHARED = 0x7000000a, VARIABLE = 13 };

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
        !cubin_symbol(cubin, index, &symbol))
        return;
    counted->by[index] = code + 1;
    if (symbol.kind == VARIABLE && symbol.section == 0)
        cubin->codes[code].dynamic_shared = 1;
    else if (is_shared(cubin, &symbol))
        *bytes = symbol.size < 0xfffffffdu - *bytes ? *bytes + (uint32_t)symbol.size : 0xfffffffdu;
}

static void count_references(struct cubin *cubin, struct counted *counted,
                             const struct elf_section *section)
{
    const unsigned step = section->type == RELA ? RELA_BYTES : REL_BYTES;
    uint64_t at;

    if (section->info >= cubin->elf.section_count || cubin->code_at[section->info] == 0)
        return;
    if (section->data.length > cubin->budget) {
        reader_trouble(cubin->sink, section->offset,
                       "the cubin is damaged: sections of references overlap");
        return;
    }
    cubin->budget -= section->data.length;
    for (at = 0; bytes_hold(section->data, at, step); at += step)
        count_one(cubin, counted, cubin->code_at[section->info] - 1,
                  bytes_u32(section->data, at + 12));
}

void cubin_count_shared(struct cubin *cubin)
{
    struct reader_arena *arena = reader_arena(cubin->sink);
    struct counted counted;
    struct elf_section section;
    uint32_t i;

    counted.count = elf_symbol_count(&cubin->elf, &cubin->symbols);
    counted.by = reader_take(arena, ((size_t)counted.count + 1) * sizeof *counted.by);
    if (counted.by == NULL) {
        reader_trouble(cubin->sink, 0,
                       "no memory for the %lu symbols of a cubin: shared memory of its kernels "
                       "is missing",
                       (unsigned long)counted.count);
        return;
    }
    memset(counted.by, 0, ((size_t)counted.count + 1) * sizeof *counted.by);
    for (i = 0; elf_section(&cubin->elf, i, &section); i++)
        if ((section.type == RELA && elf_name_starts(&cubin->elf, &section, ".rela.text.")) ||
            (section.type == REL && elf_name_starts(&cubin->elf, &section, ".rel.text.")))
            count_references(cubin, &counted, &section);
    reader_give(arena, counted.by);
}
