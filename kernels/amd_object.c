/* SPDX-License-Identifier: MIT
 *
 * Reads HSA code objects V3 to V6: ELF files with metadata in a note and, for each kernel, a
 * descriptor of 64 bytes that configures the hardware. LLVM's AMDGPUUsage describes both.
 */
#include "amd_metadata.h"
#include "amd_msgpack.h"
#include "elf.h"
#include "name_list.h"

#define MACHINE_AMDGPU   224u
#define NOTE_METADATA    32u
#define DESCRIPTOR_BYTES 64u
#define SECTION_RESERVED 0xff00u
#define SYMBOL_FUNCTION  2u

enum { OS_HSA = 64, OS_PAL = 65, OS_MESA = 66 };

struct object {
    struct elf elf;
    const struct amd_target *target; /* NULL: unknown */
    gpuocc_kernels_text target_name;
    const char *format;
    struct name_list descriptors; /* by kernel; value: offset in the file */
    struct name_list functions;   /* value: index in the symbol table */
    struct elf_section symbols;   /* the symbol table */
    struct callbacks *callbacks;
    uint64_t budget; /* bytes of notes that may still be read */
    int notes;
};

/* Adds the descriptor of a symbol NAME.kd. */
static int add_descriptor(struct object *object, const struct elf_symbol *symbol,
                          gpuocc_kernels_text name)
{
    struct elf_section section;
    uint64_t at = symbol->value;

    /* Truncated names are skipped: they overlap others in the same text. */
    if (name.length < 3 || name.length == BYTES_NAME ||
        memcmp(name.at + name.length - 3, ".kd", 3) != 0)
        return 1;
    if (symbol->section == 0 || symbol->section >= SECTION_RESERVED ||
        !elf_section(&object->elf, symbol->section, &section))
        return 1;
    if (object->elf.type != ELF_RELOCATABLE)
        at -= section.address;
    if (!bytes_hold(section.data, at, DESCRIPTOR_BYTES))
        return 1;
    name.length -= 3;
    return name_list_add(&object->descriptors, name, section.offset + at);
}

/* Adds a function, which is the code of the kernel of the same name. */
static int add_function(struct object *object, const struct elf_symbol *symbol,
                        gpuocc_kernels_text name, uint32_t number)
{
    if (symbol->kind != SYMBOL_FUNCTION || symbol->section == 0 ||
        symbol->section >= SECTION_RESERVED || name.length == 0 || name.length == BYTES_NAME)
        return 1;
    return name_list_add(&object->functions, name, number);
}

/* Finds the machine code of a kernel; it stays empty if there is none. */
static void find_code(const struct object *object, gpuocc_kernels_text name,
                      struct amd_facts *facts)
{
    const struct listed_name *found = name_list_find(&object->functions, name);
    struct elf_section section;
    struct elf_symbol symbol;
    uint64_t at;

    if (found == NULL ||
        !elf_symbol(&object->elf, &object->symbols, (uint32_t)found->value, &symbol) ||
        !elf_section(&object->elf, symbol.section, &section))
        return;
    at = symbol.value - (object->elf.type != ELF_RELOCATABLE ? section.address : 0);
    if (symbol.size == 0 || !bytes_hold(section.data, at, symbol.size))
        return;
    facts->code.at = (const char *)section.data.at + at;
    facts->code.length = (size_t)symbol.size;
    facts->object.at = (const char *)object->elf.file.at;
    facts->object.length = object->elf.file.length;
}

/* Uses the symbols of the loader or, in an object that is not linked and has none, those of the
 * linker. */
static int find_descriptors(struct object *object, uint32_t type)
{
    struct elf_section table;
    struct elf_symbol symbol;
    gpuocc_kernels_text name;
    uint32_t i, j;

    for (i = 0; elf_section(&object->elf, i, &table); i++) {
        if (table.type != type)
            continue;
        object->symbols = table;
        object->functions.count = 0;
        for (j = 0; elf_symbol(&object->elf, &table, j, &symbol); j++) {
            name = elf_symbol_name(&object->elf, &table, j);
            if (!add_descriptor(object, &symbol, name) || !add_function(object, &symbol, name, j))
                return 0;
        }
        break;
    }
    return 1;
}

static void read_registers(struct bytes kd, enum amd_kind kind, struct amd_facts *facts)
{
    const uint32_t rsrc1 = bytes_u32(kd, 48), rsrc3 = bytes_u32(kd, 44);
    const uint32_t wave_size = facts->wave_size;
    uint32_t unit = 4;

    if (kind == AMD_RDNA_CU)
        unit = 16;
    else if (kind == AMD_UNIFIED || (kind == AMD_RDNA && wave_size == 32))
        unit = 8;
    facts->vector_allotment = ((rsrc1 & 63) + 1) * unit;
    if (kind == AMD_GCN || kind == AMD_SPLIT || kind == AMD_UNIFIED)
        facts->scalar_allotment = ((rsrc1 >> 6 & 15) + 1) * 8;
    if (kind == AMD_UNIFIED)
        facts->accumulator_start = ((rsrc3 & 63) + 1) * 4;
    if (kind == AMD_RDNA && wave_size == 64)
        facts->shared_vectors = (rsrc3 & 15) * 8;
    if (kind == AMD_RDNA)
        facts->wgp_mode = rsrc1 >> 29 & 1;
    if (kind == AMD_RDNA_CU)
        facts->dynamic_vgprs = rsrc3 >> 17 & 1;
}

static void read_descriptor(struct bytes kd, enum amd_kind kind, struct amd_facts *facts)
{
    const unsigned properties = bytes_u16(kd, 56);

    amd_facts_clear(facts);
    facts->shared_bytes = format_capped(bytes_u32(kd, 0));
    facts->scratch_bytes = format_capped(bytes_u32(kd, 4));
    facts->dynamic_stack = properties >> 11 & 1;
    if (kind == AMD_ANY)
        return;
    facts->wave_size = properties >> 10 & 1 ? 32 : 64;
    if ((bytes_u32(kd, 52) >> 11 & 3) != 3) /* ENABLE_VGPR_WORKITEM_ID of compute_pgm_rsrc2 */
        facts->index_dimensions = 1 + (bytes_u32(kd, 52) >> 11 & 3);
    read_registers(kd, kind, facts);
}

static enum amd_kind kind_of(const struct object *object)
{
    return object->target != NULL ? object->target->kind : AMD_ANY;
}

/* Returns the name in ".symbol" without its ".kd", otherwise ".name". */
static gpuocc_kernels_text descriptor_name(const struct amd_facts *facts)
{
    gpuocc_kernels_text name = facts->symbol;

    if (name.length < 3 || memcmp(name.at + name.length - 3, ".kd", 3) != 0)
        return facts->name;
    name.length -= 3;
    return name;
}

static int report(struct object *object, struct amd_facts *facts, uint64_t offset)
{
    struct listed_name *found = name_list_find(&object->descriptors, descriptor_name(facts));
    struct amd_facts descriptor;

    if (facts->name.length == 0)
        facts->name = descriptor_name(facts);
    if (facts->name.length == 0) {
        format_warning(object->callbacks, offset, "a kernel in the metadata has no name");
        return GPUOCC_KERNELS_OK;
    }
    if (found != NULL) {
        found->used = 1;
        read_descriptor(bytes_part(object->elf.file, found->value, DESCRIPTOR_BYTES),
                        kind_of(object), &descriptor);
        amd_facts_fill(facts, &descriptor);
    } else {
        format_warning(
            object->callbacks, offset,
            "kernel %.*s: the file has no descriptor of it; what the metadata say is shown",
            FORMAT_SHOWN(facts->name));
    }
    find_code(object, descriptor_name(facts), facts);
    if (facts->accumulators == AMD_ABSENT && object->target == NULL)
        facts->accumulators = 0; /* given wherever there are AGPRs */
    return amd_report(facts, object->target, object->target_name, object->format, offset,
                      object->callbacks);
}

/* Returns the offset of a part of the file. */
static uint64_t offset_of(const struct object *object, struct bytes piece)
{
    return (uint64_t)(piece.at - object->elf.file.at);
}

static void find_target(struct object *object, struct bytes note)
{
    struct msgpack_item target;
    struct bytes value;

    if (object->target_name.length != 0 || amd_metadata_find(note, "amdhsa.target", &value) <= 0)
        return;
    target = msgpack_next(&value);
    if (target.kind == MSGPACK_STRING)
        object->target_name = amd_processor(target.text);
    object->target = amd_target_named(object->target_name);
}

static int read_metadata(struct object *object, struct bytes note)
{
    struct msgpack_item kernels = {0};
    struct amd_facts facts;
    struct bytes rest;
    uint64_t i, offset;
    int status = GPUOCC_KERNELS_OK, found;

    object->notes++;
    find_target(object, note);
    found = amd_metadata_find(note, "amdhsa.kernels", &rest);
    if (found > 0)
        kernels = msgpack_next(&rest);
    if (found <= 0 || kernels.kind != MSGPACK_ARRAY) {
        format_warning(object->callbacks, offset_of(object, note), "%s",
                       found == 0  ? "the metadata have no amdhsa.kernels"
                       : found < 0 ? "the metadata are damaged before their list of kernels"
                                   : "the metadata are damaged: amdhsa.kernels is no list");
        return GPUOCC_KERNELS_OK;
    }
    for (i = 0; i < kernels.number && status == GPUOCC_KERNELS_OK; i++) {
        offset = offset_of(object, rest);
        if (!amd_metadata_kernel(&rest, &facts)) {
            format_warning(object->callbacks, offset,
                           "the metadata are damaged at kernel %u of %u; the rest is passed over",
                           (unsigned)(i + 1), (unsigned)kernels.number);
            break;
        }
        status = report(object, &facts, offset);
    }
    return status;
}

static int read_notes(struct object *object, struct bytes rest)
{
    struct elf_note note;
    int status = GPUOCC_KERNELS_OK;

    if (rest.length > object->budget) {
        format_warning(object->callbacks, offset_of(object, rest),
                       "the code object is damaged: its notes overlap");
        object->notes++;
        return GPUOCC_KERNELS_OK;
    }
    object->budget -= rest.length;
    while (status == GPUOCC_KERNELS_OK && elf_note(&rest, &note))
        if (note.type == NOTE_METADATA && text_is(note.owner, "AMDGPU"))
            status = read_metadata(object, note.data);
    if (status == GPUOCC_KERNELS_OK && rest.length >= ELF_NOTE_HEAD)
        format_warning(object->callbacks, offset_of(object, rest),
                       "the code object is damaged: a note is longer than its section");
    return status;
}

/* Reads the notes of all sections, or those of the segments if the file has no section headers. */
static int read_all_notes(struct object *object)
{
    struct elf_section section;
    struct elf_segment segment;
    int status = GPUOCC_KERNELS_OK;
    uint32_t i;

    for (i = 0; status == GPUOCC_KERNELS_OK && elf_section(&object->elf, i, &section); i++)
        if (section.type == ELF_NOTE)
            status = read_notes(object, section.data);
    for (i = 0; status == GPUOCC_KERNELS_OK && object->notes == 0; i++) {
        if (!elf_segment(&object->elf, i, &segment))
            break;
        if (segment.type == ELF_SEGMENT_NOTE)
            status = read_notes(object, segment.data);
    }
    return status;
}

/* Reports the kernels that have descriptors but no metadata: hand-written assembly may leave the
 * metadata out. */
static int report_the_rest(struct object *object)
{
    struct amd_facts facts;
    int status = GPUOCC_KERNELS_OK;
    size_t i;

    name_list_by_value(&object->descriptors);
    for (i = 0; i < object->descriptors.count && status == GPUOCC_KERNELS_OK; i++) {
        const struct listed_name *kernel = &object->descriptors.at[i];

        if (kernel->used || kernel->name.length == 0 ||
            (i != 0 && kernel->value == kernel[-1].value))
            continue;
        read_descriptor(bytes_part(object->elf.file, kernel->value, DESCRIPTOR_BYTES),
                        kind_of(object), &facts);
        facts.name = kernel->name;
        find_code(object, kernel->name, &facts);
        format_warning(object->callbacks, kernel->value,
                       "kernel %.*s has no metadata: its registers are those that are allocated, "
                       "its largest group is not known",
                       FORMAT_SHOWN(facts.name));
        status = amd_report(&facts, object->target, object->target_name, object->format,
                            kernel->value, object->callbacks);
    }
    return status;
}

/* Returns the reason for refusing a code object, or NULL. */
static const char *refusal(const struct elf *elf)
{
    if (!elf->wide)
        return "a 32-bit AMD object (before GCN) is not supported";
    if (elf->os_abi == OS_PAL)
        return "a code object of AMD's graphics drivers (PAL) is not supported, only HSA ones are";
    if (elf->os_abi == OS_MESA)
        return "a code object of Mesa's OpenCL (Mesa3D) is not supported, only HSA ones are";
    if (elf->os_abi != OS_HSA)
        return "an AMD object that is no HSA code object is not supported";
    if (elf->abi_version == 0)
        return "an HSA code object V2 is not supported, only V3 to V6 are";
    if (elf->abi_version > 4)
        return "an HSA code object later than V6 is not supported";
    return NULL;
}

static int read_object(struct object *object)
{
    int status;

    if (!find_descriptors(object, ELF_DYNSYM) ||
        (object->descriptors.count == 0 && !find_descriptors(object, ELF_SYMTAB))) {
        format_warning(object->callbacks, 0, "no memory for the list of kernels");
        return GPUOCC_KERNELS_OK;
    }
    if (object->elf.names_spent) {
        format_warning(object->callbacks, object->elf.sections,
                       "the code object is damaged: names that overlap are together more than %u "
                       "times as long as it is; its kernels are passed over",
                       ELF_NAMES_TIMES);
        return GPUOCC_KERNELS_OK;
    }
    name_list_sort(&object->descriptors);
    name_list_sort(&object->functions);
    status = read_all_notes(object);
    if (object->notes == 0 && object->descriptors.count == 0)
        format_warning(object->callbacks, 0,
                       "the code object has neither metadata nor descriptors");
    return status == GPUOCC_KERNELS_OK ? report_the_rest(object) : status;
}

int format_code_object(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    static const char *const formats[] = {"code object V3", "code object V4", "code object V5",
                                          "code object V6"};
    struct object object;
    int status;

    memset(&object, 0, sizeof object);
    object.descriptors.arena = object.functions.arena = format_arena(callbacks);
    if (!elf_open(&object.elf, bytes, length) || object.elf.machine != MACHINE_AMDGPU)
        return GPUOCC_KERNELS_NONE;
    if (refusal(&object.elf) != NULL) {
        format_warning(callbacks, 0, "%s", refusal(&object.elf));
        return GPUOCC_KERNELS_OK;
    }
    if (!elf_whole(&object.elf))
        format_warning(callbacks, 0,
                       "the code object is cut or damaged: not all of its headers are there");
    object.callbacks = callbacks;
    object.budget = length;
    object.format = formats[object.elf.abi_version - 1];
    object.target = amd_target_of_machine(object.elf.flags & 255);
    if (object.target != NULL) {
        object.target_name.at = object.target->name;
        object.target_name.length = strlen(object.target->name);
    }
    status = read_object(&object);
    name_list_free(&object.functions);
    name_list_free(&object.descriptors);
    return status;
}
