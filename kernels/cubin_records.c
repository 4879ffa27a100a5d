/* SPDX-License-Identifier: MIT
 *
 * Reads the attribute records of cubins: u8 format, u8 code, u16 number and, in format 4, that
 * number of bytes.
 */
#include "cubin.h"
#include "nest.h"

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

struct record {
    unsigned format, code, number;
    struct bytes data;
};

/* Reads the next record and moves `rest` past it. Returns 1, 0 at the end, or -1 if the rest cannot
 * be read. */
static int next(struct bytes *rest, struct record *record)
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
        reader_trouble(cubin->sink, section->offset,
                       "the cubin is cut off or damaged: records of %llu bytes are not there",
                       (unsigned long long)section->size);
    else if (section->data.length > cubin->budget)
        reader_trouble(cubin->sink, section->offset,
                       "the cubin is damaged: sections of records overlap");
    else
        return section->data.length != 0;
    return 0;
}

static void tell_damage(const struct cubin *cubin, const struct elf_section *section,
                        struct bytes rest)
{
    reader_trouble(cubin->sink, section->offset + (uint64_t)(rest.at - section->data.at),
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
    for (i = 4; i < 12; i += 4) {
        size *= bytes_u32(record->data, i);
        if (size > 0xfffffffdu)
            size = 0xfffffffdu; /* the largest number that has no special meaning in the library */
    }
    return size;
}

static void take(struct cubin_code *code, const struct record *record)
{
    switch (record->code) {
    case MAX_THREADS:
        code->max_threads = product(record);
        break;
    case REQUIRED_THREADS:
        code->required_threads = product(record);
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

void cubin_code_records(struct cubin *cubin, const struct elf_section *section,
                        struct cubin_code *code)
{
    struct bytes rest = section->data;
    struct record record;
    int status;

    code->has_records = 1;
    if (!readable(cubin, section))
        return;
    cubin->budget -= rest.length;
    while ((status = next(&rest, &record)) > 0)
        take(code, &record);
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

    if (!cubin_symbol(cubin, bytes_u32(record->data, 0), &symbol) ||
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
        code->registers = number != GPUOCC_ZERO ? number : GPUOCC_ZERO - 1;
    else if (record->code == FRAME_BYTES)
        code->frame_bytes = number < GPUOCC_ZERO ? number : GPUOCC_UNKNOWN;
    else
        code->stack_bytes = number < GPUOCC_ZERO ? number : GPUOCC_UNKNOWN;
}

void cubin_file_records(struct cubin *cubin, const struct elf_section *section)
{
    struct bytes rest = section->data;
    struct record record;
    int status;

    if (!readable(cubin, section))
        return;
    cubin->budget -= rest.length;
    while ((status = next(&rest, &record)) > 0)
        if (record.format == 4 && record.data.length >= 8 &&
            (record.code == REGISTERS || record.code == FRAME_BYTES || record.code == STACK_BYTES))
            take_by_symbol(cubin, &record);
    if (status < 0)
        tell_damage(cubin, section, rest);
}
