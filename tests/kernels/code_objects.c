/* SPDX-License-Identifier: MIT
 *
 * Tests what the reader of AMD's code objects reports about files that are made here, and what the
 * facts about a kernel become: after LLVM's AMDGPUUsage ("Code Object Metadata", "Kernel
 * Descriptor") and the specification of MessagePack.
 */
#include "amd_metadata.h"
#include "build.h"
#include "report.h"

static void check(const char *name, const char *expected)
{
    reports(name, format_code_object, built, built_length, expected);
}

static void number(uint64_t value)
{
    unsigned i;

    build_add(0xcf, 1);
    built_length += 8;
    for (i = 0; i < 8; i++)
        built[built_length - 1 - i] = (unsigned char)(value >> 8 * i);
}

static void string(const char *text)
{
    build_add(0xd9, 1);
    build_add(strlen(text), 1);
    build_text(text);
}

static void pair(const char *key, uint64_t value)
{
    string(key);
    number(value);
}

static void text(const char *key, const char *value)
{
    string(key);
    string(value);
}

static size_t note_at;

/* Begins a note of metadata, a map of `pairs`. */
static void open_note(unsigned pairs)
{
    build_align(4);
    note_at = built_length;
    build_add(7, 4);
    build_add(0, 4);
    build_add(32, 4);
    build_bytes("AMDGPU\0", 8);
    build_add(0x80 | pairs, 1);
}

static void close_note(void)
{
    build_at(note_at + 4, built_length - note_at - 20, 4);
}

/* Begins a code object of this machine: section 1 has names, 2 the symbols, 3 at address 0x1000 two
 * descriptors, 4 at address 0x2000 the code of both. */
static void start(unsigned type, unsigned version, unsigned machine)
{
    const uint64_t data = type == 1 ? 0 : 0x1000, code = type == 1 ? 0 : 0x2000;

    build_elf(type, 224, 64, version, machine);
    build_section(".dynstr", 3);
    build_bytes("\0a\0b\0a.kd\0b.kd\0.kd\0kd\0c.ke", 27); /* 1, 3, 5, 10, 15, 19, 22 */
    build_section(".dynsym", type == 1 ? 2 : 11)->link = 1;
    build_symbol(0, 0, 0, 0, 0, 0);
    build_symbol(1, 0x12, 0, 4, code, 5);
    build_symbol(3, 0x12, 0, 4, code + 5, 6);
    build_symbol(5, 0x11, 0, 3, data, 64);
    build_symbol(10, 0x11, 0, 3, data + 64, 64);
    build_section(".rodata", 1)->address = data;
    built_length += 128;
    build_section(".text", 1)->address = code;
    build_text("firstsecond");
}

static void descriptor(unsigned which, unsigned at, uint32_t value)
{
    build_at(build_sections[3].offset + 64 * which + at, value, 4);
}

static void kernel_a(void)
{
    build_add(0x80 | 13, 1);
    text(".name", "a");
    text(".symbol", "a.kd");
    pair(".vgpr_count", 20);
    pair(".agpr_count", 8);
    pair(".sgpr_count", 20);
    pair(".vgpr_spill_count", 3);
    pair(".group_segment_fixed_size", 64);
    pair(".private_segment_fixed_size", 16);
    pair(".max_flat_workgroup_size", 256);
    pair(".wavefront_size", 64);
    string(".uses_dynamic_stack");
    build_add(0xc3, 1);
    string(".reqd_workgroup_size");
    build_add(0x93, 1);
    number(8);
    build_add(4, 1);
    build_add(2, 1);
    string(".args");
    build_add(0x92, 1);
    build_add(0x81, 1);
    pair(".offset", 0);
    build_add(0x82, 1);
    pair(".offset", 8);
    text(".value_kind", "hidden_dynamic_lds_size");
}

#define A                                                                                          \
    "a gfx90a code object V5: group=64 wave=64 registers=12 shared=64 dynamic=? bound=256 "        \
    "agprs=8 "                                                                                     \
    "sgprs=20 stack=16 spills=12 code=first; dynamic_shared required_group allocated "             \
    "dynamic_stack "                                                                               \
    "scratch\n"
#define NO_METADATA                                                                                \
    " has no metadata: its registers are those that are allocated, its largest group is not "      \
    "known\n"

/* A code object with metadata of one of its two kernels. */
static void make(unsigned type)
{
    start(type, 3, 0x3f);
    descriptor(0, 48, 2 | 2 << 6); /* 24 VGPRs, 24 SGPRs */
    descriptor(0, 44, 2);          /* AGPRs from 12 on */
    descriptor(1, 0, 100);
    descriptor(1, 4, 7);
    descriptor(1, 48, 63 | 15 << 6);
    descriptor(1, 44, 63);
    descriptor(1, 56, 1 << 11);
    build_align(4);
    build_section(".note", 7);
    open_note(2);
    string("amdhsa.kernels");
    build_add(0x91, 1);
    kernel_a();
    text("amdhsa.target", "amdgcn-amd-amdhsa--gfx90a");
    close_note();
    build_end();
}

/* Returns the place of the target in the metadata. */
static unsigned char *target_text(void)
{
    size_t at = built_length;

    while (memcmp(built + at, "gfx90a", 6) != 0)
        at--;
    return built + at;
}

static void whole(void)
{
    static const char expected[] =
        A "@275 kernel b" NO_METADATA
          "b gfx90a code object V5: wave=64 registers=256 shared=100 agprs=256 sgprs=108 stack=7 "
          "code=second; allocated dynamic_stack scratch shared_unsaid\n";
    unsigned type;

    for (type = 1; type < 4; type += 2) {
        make(type);
        check(type == 1 ? "an object" : "a linked code object", expected);
    }
    stops("a code object", format_code_object, built, built_length, 2);
    cut_off("a code object", format_code_object, built, built_length);
    short_of_memory("a code object", format_code_object, built, built_length, 8192,
                    "@0 no memory for the list of kernels\n");
    build_at(48, 0, 4);
    check("the target of the metadata", expected);
    memcpy(target_text(), "gfx9zz", 6);
    check("an unknown target",
          "a gfx9zz code object V5: group=64 wave=64 registers=20 shared=64 dynamic=? bound=256 "
          "agprs=8 sgprs=20 mode=? stack=16 spills=12 code=first; dynamic_shared required_group "
          "dynamic_stack scratch\n"
          "@275 kernel b" NO_METADATA
          "b gfx9zz code object V5: wave=? registers=? shared=100 agprs=? sgprs=? mode=? stack=7 "
          "code=second; dynamic_stack scratch shared_unsaid\n");
}

/* A code object of which only its one note is of interest. */
static void only_note(unsigned pairs)
{
    start(3, 3, 0x3f);
    build_at(build_sections[2].offset + 24 * 3 + 6, 0, 2); /* the descriptors are nowhere */
    build_at(build_sections[2].offset + 24 * 4 + 6, 0, 2);
    build_align(4);
    build_section(".note", 7);
    open_note(pairs);
}

#define NOTHING "k gfx90a code object V5: wave=64 registers=? agprs=? sgprs=?"
#define NO_DESCRIPTOR                                                                              \
    "@[AMDGPU] kernel k: the file has no descriptor of it; what the metadata say is shown\n"

static void damaged_notes(void)
{
    only_note(1);
    string("amdhsa.version");
    build_add(0x92, 1);
    build_add(1, 1);
    build_add(2, 1);
    close_note();
    build_end();
    check("metadata without kernels", "@[\x81\xd9\x0e] the metadata have no amdhsa.kernels\n");
    only_note(1);
    string("amdhsa.kernels");
    build_add(0x81, 1);
    build_add(1, 1);
    build_add(1, 1);
    close_note();
    build_end();
    check("a list that is none",
          "@[\x81\xd9\x0e] the metadata are damaged: amdhsa.kernels is no list\n");
    only_note(2);
    string("amdhsa.kernel");
    build_add(0xc1, 1);
    close_note();
    build_end();
    check("damage before the list",
          "@[\x82\xd9\x0d] the metadata are damaged before their list of kernels\n");
    only_note(1);
    string("amdhsa.kernels");
    build_add(0x92, 1);
    build_add(0x80, 1);
    build_add(0xc1, 1);
    close_note();
    build_end();
    check("kernels without a name, and damage at the second",
          "@[\x80\xc1] a kernel in the metadata has no name\n@[\xc1] the metadata are damaged at "
          "kernel 2 of 2; the rest is passed over\n");
    only_note(1);
    build_at(note_at + 8, 31, 4);
    close_note();
    open_note(0);
    memcpy(built + note_at + 12, "AMDGPV", 6);
    close_note();
    build_end();
    check("notes of another type and of another owner",
          "@0 the code object has neither metadata nor descriptors\n");
    only_note(1);
    close_note();
    build_align(4);
    build_add(7, 4);
    build_add(100, 4);
    build_add(32, 4);
    build_end();
    check("a note that is longer than its section",
          "@[\x81] the metadata are damaged before their list of kernels\n"
          "@376 the code object is damaged: a note is longer than its section\n");
}

/* A target is read out of the metadata if the header has none, and is a text. */
static void note_targets(void)
{
    static const struct {
        const char *name, *pairs;
        unsigned length, count;
        const char *target;
    } rows[] = {{"a target",
                 "\xad"
                 "amdhsa.target\xa8--gfx900",
                 23, 2, " gfx900 "},
                {"a target behind other keys",
                 "\1\x92\2\3\x91\4\5\xad"
                 "amdhsa.target\xa6gfx900",
                 28, 4, " gfx900 "},
                {"a target that is none",
                 "\xad"
                 "amdhsa.target\xc0",
                 15, 2, "  "},
                {"another key",
                 "\xad"
                 "amdhsa.targeu\xa6gfx900",
                 21, 2, "  "}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        only_note(rows[i].count);
        build_bytes(rows[i].pairs, rows[i].length);
        string("amdhsa.kernels");
        build_bytes("\x91\x81\xa5.name\xa1k", 10);
        close_note();
        build_end();
        build_at(48, 0, 4);
        report_once(format_code_object, built, built_length, 1);
        ok(strstr(report_now.text, rows[i].target) != NULL && report_now.kernels == 1, "%s",
           rows[i].name);
    }
    only_note(0);
    built[built_length - 1] = 0xc0;
    close_note();
    build_end();
    check("metadata that are no map",
          "@[\xc0] the metadata are damaged before their list of kernels\n");
}

/* Notes that are the file twice: one of them may be read. */
static void budgets(void)
{
    start(3, 3, 0x3f);
    build_section(".note", 7);
    build_section(".note", 7);
    build_end();
    build_at(built_length - 64 * 3 + 24, 0, 8);
    build_at(built_length - 64 * 3 + 32, built_length, 8);
    build_at(built_length - 64 * 2 + 24, 1, 8);
    build_at(built_length - 64 * 2 + 32, 1, 8);
    report_once(format_code_object, built, built_length, 1);
    ok(strstr(report_now.text, "@1 the code object is damaged: its notes overlap\n") != NULL &&
           strstr(report_now.text, "@0 the code object is damaged: its notes") == NULL,
       "notes that are together longer than the file");
}

/* The names of a kernel in the metadata and of its symbols. */
static void names(void)
{
    make(3);
    memcpy(strstr((char *)built + note_at + 30, ".name"), ".nama", 5);
    report_once(format_code_object, built, built_length, 1);
    ok(strncmp(report_now.text, A, strlen(A)) == 0, "a name from the symbol");
    make(3);
    memcpy(built + note_at + 12 + 8 + 1 + 16 + 1 + 1 + 7 + 2, "c", 1);
    report_once(format_code_object, built, built_length, 1);
    ok(report_now.text[0] == 'c' && strncmp(report_now.text + 1, &A[1], strlen(A) - 1) == 0,
       "the symbol, not the name, leads to the descriptor");
}

static void no_sections(void)
{
    size_t segment;

    make(3);
    segment = built_length;
    build_add(4, 4);
    build_add(0, 4);
    build_add(build_sections[5].offset, 8);
    build_add(0, 8);
    build_add(0, 8);
    build_add(build_sections[5].size, 8);
    build_add(0, 8);
    build_add(0, 8);
    build_at(32, segment, 8);
    build_at(54, 56, 2);
    build_at(56, 1, 2);
    build_at(40, 0, 8);
    build_at(60, 0, 4);
    check("without sections the notes of the segments are read",
          "@[\x8d\xd9] kernel a: the file has no descriptor of it; what the metadata say is shown\n"
          "a gfx90a code object V5: group=64 wave=64 registers=12 shared=64 dynamic=? bound=256 "
          "agprs=8 sgprs=20 stack=16 spills=12; dynamic_shared required_group allocated "
          "dynamic_stack scratch\n");
    build_at(segment, 1, 4);
    check("a segment of another type", "@0 the code object has neither metadata nor descriptors\n");
    build_at(56, 2, 2);
    check("headers that are cut off",
          "@0 the code object is cut or damaged: not all of its headers are there\n"
          "@0 the code object has neither metadata nor descriptors\n");
}

static void versions(void)
{
    unsigned version;
    char format[32];

    for (version = 1; version <= 4; version++) {
        make(3);
        build_at(8, version, 1);
        snprintf(format, sizeof format, " code object V%u:", version + 2);
        report_once(format_code_object, built, built_length, 1);
        ok(report_now.kernels == 2 && strstr(report_now.text, format) != NULL, "%s", format);
    }
}

/* Symbols that lead to no descriptor or to no code. */
static void symbols(void)
{
    static const struct {
        const char *name;
        unsigned symbol, field, size; /* of the symbol, and the bytes of the field */
        uint64_t value;
        unsigned kernels, codes;
    } rows[] = {{"as they are", 0, 0, 1, 0, 2, 2},
                {"a descriptor in no section", 4, 6, 2, 0, 1, 1},
                {"a descriptor in a section that is reserved", 4, 6, 2, 0xff00, 1, 1},
                {"a descriptor in a section that is not there", 4, 6, 2, 0xfeff, 1, 1},
                {"a descriptor that begins before its section", 4, 8, 8, 0xfff, 1, 1},
                {"a descriptor at the start of its section", 4, 8, 8, 0x1000, 1, 1},
                {"a descriptor that ends behind its section", 4, 8, 8, 0x1041, 1, 1},
                {"a descriptor whose name is .kd", 4, 0, 4, 15, 1, 1},
                {"a descriptor whose name is kd", 4, 0, 4, 19, 1, 1},
                {"a descriptor whose name ends in .ke", 4, 0, 4, 22, 1, 1},
                {"code in no section", 2, 6, 2, 0, 2, 1},
                {"code in a section that is reserved", 2, 6, 2, 0xff00, 2, 1},
                {"code in a section that is not there", 2, 6, 2, 0xfeff, 2, 1},
                {"code of no bytes", 2, 16, 8, 0, 2, 1},
                {"code that is too long by a byte", 2, 16, 8, 7, 2, 1},
                {"code that begins before its section", 2, 8, 8, 0x1fff, 2, 1},
                {"code that is no function", 2, 4, 1, 0x11, 2, 1},
                {"code without a name", 2, 0, 4, 0, 2, 1}};
    unsigned codes;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(3, 3, 0x3f);
        build_end();
        build_at(build_sections[2].offset + 24 * rows[i].symbol + rows[i].field, rows[i].value,
                 rows[i].size);
        report_once(format_code_object, built, built_length, 1);
        codes = strstr(report_now.text, "code=first") != NULL;
        codes += strstr(report_now.text, "code=second") != NULL;
        ok(report_now.kernels == rows[i].kernels && codes == rows[i].codes, "%s", rows[i].name);
    }
}

/* The map of one kernel in the metadata. */
static void metadata(const char *name, const char *bytes, size_t length, const char *expected)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};
    const gpuocc_kernels_text none = {"", 0};
    struct amd_facts facts;
    struct bytes rest;
    unsigned char *room = report_room(length, 1);
    unsigned cut = 0;
    size_t i;
    int whole;

    memcpy(room, bytes, length);
    rest.at = room;
    rest.length = length;
    whole = amd_metadata_kernel(&rest, &facts);
    report_now.length = 0;
    report_now.text[0] = 0;
    if (whole)
        (void)amd_report(&facts, amd_target_of_machine(0x41), none, "V", 0, &callbacks);
    ok(strcmp(report_now.text, expected) == 0 && (!whole || rest.length == 0), "%s", name);
    if (strcmp(report_now.text, expected) != 0)
        printf("# is: %s\n", report_now.text);
    for (i = 0; whole && i < length; i++) {
        room = report_room(i, 1);
        memcpy(room, bytes, i);
        rest.at = room;
        rest.length = i;
        cut += amd_metadata_kernel(&rest, &facts) != 0;
    }
    ok(cut == 0, "%s: cut off anywhere it is damaged", name);
}

#define METADATA(name, bytes, expected) metadata(name, bytes, sizeof(bytes) - 1, expected)
#define OF(figures)                     "k  V: wave=? registers=?" figures " mode=?"

static void maps(void)
{
    METADATA("a name", "\x81\xa5.name\xa1k", OF("") "; shared_unsaid\n");
    METADATA("a number below 0 of a key that is not read", "\x82\xa5.name\xa1k\xa2.x\xff",
             OF("") "; shared_unsaid\n");
    METADATA("a number below 0", "\x82\xa5.name\xa1k\xab.vgpr_count\xff",
             "@0 kernel k: .vgpr_count is \"negative\", a whole number up to 4294967293 is needed: "
             "passed over\n");
    METADATA("more than 32 bits",
             "\x82\xa5.name\xa1k\xb9.group_segment_fixed_size\xcf\0\0\0\1\0\0\0\0",
             OF(" shared=4294967293") "; shared_unsaid\n");
    METADATA("a number with a meaning",
             "\x82\xa5.name\xa1k\xb9.group_segment_fixed_size\xce\xff\xff\xff\xfe",
             OF(" shared=4294967293") "; shared_unsaid\n");
    METADATA("the largest number",
             "\x82\xa5.name\xa1k\xb9.group_segment_fixed_size\xce\xff\xff\xff\xfd",
             OF(" shared=4294967293") "; shared_unsaid\n");
    METADATA("texts and lists in place of a number",
             "\x83\xa5.name\xa1k\xab.vgpr_count\xa1"
             "7\xab.sgpr_count\x91\x07",
             OF("") "; shared_unsaid\n");
    METADATA("keys that are no texts", "\x84\xa5.name\xa1k\x01\x02\x92\x03\x04\x05\x06\x91\x07",
             OF("") "; shared_unsaid\n");
    METADATA("OpenCL", "\x82\xa5.name\xa1k\xa9.language\xa8OpenCL C", OF("") "\n");
    METADATA("another language", "\x82\xa5.name\xa1k\xa9.language\xa6OpenMP",
             OF("") "; shared_unsaid\n");
    METADATA("OpenCL, after an argument in shared memory",
             "\x83\xa5.name\xa1k\xa5.args\x91\x81\xab.value_kind\xb6"
             "dynamic_shared_pointer"
             "\xa9.language\xa8OpenCL C",
             "k  V: wave=? registers=? dynamic=? mode=?; dynamic_shared\n");
    METADATA("hidden arguments of V5",
             "\x82\xa5.name\xa1k\xa5.args\x91\x81\xab.value_kind\xb4hidden_block_count_x",
             OF("") "\n");
    METADATA("arguments that are no maps, and keys and values of other kinds",
             "\x82\xa5.name\xa1k\xa5.args\x95\xc0\x92\1\2\x81\1\xb4hidden_block_count_x\x81"
             "\xab.value_kind\1\x81\xab.value_kine\xb4hidden_block_count_x",
             OF("") "; shared_unsaid\n");
    METADATA("a required group and a size more",
             "\x82\xa5.name\xa1k\xb4.reqd_workgroup_size\x94\x02\x03\x04\x05",
             "k  V: group=24 wave=? registers=? mode=?; required_group shared_unsaid\n");
    METADATA("a size that is no number", "\x82\xa5.name\xa1k\xb4.reqd_workgroup_size\x93\2\xc0\4",
             OF("") "; shared_unsaid\n");
    METADATA("a size below 0", "\x82\xa5.name\xa1k\xb4.reqd_workgroup_size\x93\1\xff\1",
             "k  V: group=4294967293 wave=? registers=? mode=?; required_group shared_unsaid\n");
    METADATA("another list of numbers", "\x82\xa5.name\xa1k\xb4.reqd_workgroup_sizf\x93\2\3\4",
             OF("") "; shared_unsaid\n");
    METADATA("no map", "\x91\1", "");
    METADATA("an array in an array, without its end", "\x82\xa5.name\xa1k\xa5.args\x91\x92\1", "");
}

/* Fields of the facts by their name. */
static uint32_t *fact(struct amd_facts *facts, const char *name)
{
    static const struct {
        const char *name;
        size_t at;
    } all[] = {{"total", offsetof(struct amd_facts, vector_total)},
               {"vectors", offsetof(struct amd_facts, vectors)},
               {"agprs", offsetof(struct amd_facts, accumulators)},
               {"sgprs", offsetof(struct amd_facts, scalars)},
               {"valloc", offsetof(struct amd_facts, vector_allotment)},
               {"salloc", offsetof(struct amd_facts, scalar_allotment)},
               {"start", offsetof(struct amd_facts, accumulator_start)},
               {"more", offsetof(struct amd_facts, shared_vectors)},
               {"shared", offsetof(struct amd_facts, shared_bytes)},
               {"scratch", offsetof(struct amd_facts, scratch_bytes)},
               {"spills", offsetof(struct amd_facts, vector_spills)},
               {"bound", offsetof(struct amd_facts, max_threads)},
               {"x", offsetof(struct amd_facts, required)},
               {"y", offsetof(struct amd_facts, required) + 4},
               {"z", offsetof(struct amd_facts, required) + 8},
               {"wave", offsetof(struct amd_facts, wave_size)},
               {"wgp", offsetof(struct amd_facts, wgp_mode)},
               {"calls", offsetof(struct amd_facts, dynamic_stack)},
               {"dynamic_vgprs", offsetof(struct amd_facts, dynamic_vgprs)},
               {"dynamic", offsetof(struct amd_facts, dynamic_shared)}};
    size_t i;

    for (i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strlen(all[i].name) == strcspn(name, "=") &&
            strncmp(all[i].name, name, strlen(all[i].name)) == 0)
            return (uint32_t *)(void *)((char *)facts + all[i].at);
    exit(1);
}

/* target; facts; what is reported between the name and the end. Without a dynamic=0 every kernel
 * would have the note shared_unsaid. */
static const struct {
    const char *target, *facts, *expected;
} facts_of[] = {
    /* VGPRs: the descriptor's unit is 4, on wave32 and unified files 8, on gfx125x 16. */
    {"gfx900", "vectors=9 valloc=12", "wave=64 registers=9 sgprs=?"},
    {"gfx900", "vectors=9 valloc=13", "wave=64 registers=13 sgprs=?; allocated"},
    {"gfx900", "total=9", "wave=64 registers=9 sgprs=?"},
    {"gfx900", "vectors=8 total=9", "wave=64 registers=8 sgprs=?"},
    {"gfx900", "valloc=12 agprs=4", "wave=64 registers=12 sgprs=?; allocated"},
    {"gfx900", "vectors=0 valloc=0", "wave=64 sgprs=?"},
    {"gfx1100", "vectors=9 valloc=16 wave=32", "wave=32 registers=9 mode=?"},
    {"gfx1100", "vectors=9 valloc=17 wave=32", "wave=32 registers=17 mode=?; allocated"},
    {"gfx1100", "vectors=9 valloc=12 wave=64", "wave=64 registers=9 mode=?"},
    {"gfx1100", "vectors=9 valloc=13 wave=64", "wave=64 registers=13 mode=?; allocated"},
    {"gfx1100", "vectors=9 more=8 wave=64", "wave=64 registers=20 mode=?; allocated"},
    {"gfx1100", "vectors=9 more=0 wave=64", "wave=64 registers=9 mode=?"},
    {"gfx1100", "more=8 wave=64", "wave=64 registers=? mode=?"},
    {"gfx1100", "vectors=4294967293 more=8 wave=64", "wave=64 registers=4294967293 mode=?"},
    {"gfx1250", "vectors=17 valloc=32", "wave=32 registers=17"},
    {"gfx1250", "vectors=17 valloc=33", "wave=32 registers=33; allocated"},
    {"gfx1250", "vectors=4294967293 valloc=5", "wave=32 registers=4294967293"},
    {"", "vectors=9 valloc=32", "wave=? registers=9 agprs=? sgprs=? mode=?"},
    {"", "total=9 agprs=4", "wave=? registers=9 agprs=4 sgprs=? mode=?"},
    {"gfx9-generic", "vectors=9", "wave=64 registers=9 sgprs=?; generic_target"},
    {"gfx12-generic", "vectors=9", "wave=? registers=9 mode=?; generic_target"},
    /* gfx908: the AGPRs are a file of the same size beside the VGPRs. */
    {"gfx908", "total=20", "wave=64 registers=20 agprs=? sgprs=?"},
    {"gfx908", "total=20 valloc=20", "wave=64 registers=20 sgprs=?"},
    {"gfx908", "total=20 agprs=20", "wave=64 registers=20 agprs=20 sgprs=?; allocated"},
    {"gfx908", "total=20 agprs=0", "wave=64 registers=20 sgprs=?"},
    {"gfx908", "total=0 agprs=0", "wave=64 sgprs=?"},
    {"gfx908", "total=20 agprs=19", "wave=64 registers=20 agprs=19 sgprs=?"},
    {"gfx908", "vectors=20 total=20 agprs=20", "wave=64 registers=20 agprs=20 sgprs=?"},
    {"gfx908", "vectors=8 agprs=19 valloc=20", "wave=64 registers=8 agprs=19 sgprs=?"},
    {"gfx908", "vectors=8 agprs=19 valloc=21", "wave=64 registers=21 agprs=19 sgprs=?; allocated"},
    {"gfx908", "vectors=19 agprs=8 valloc=21", "wave=64 registers=21 agprs=8 sgprs=?; allocated"},
    /* gfx90a: the AGPRs are behind the VGPRs, from a multiple of 4 on. */
    {"gfx90a", "vectors=9 agprs=4", "wave=64 registers=9 agprs=4 sgprs=?"},
    {"gfx90a", "vectors=9 agprs=4 valloc=16", "wave=64 registers=9 agprs=4 sgprs=?"},
    {"gfx90a", "vectors=9 agprs=4 valloc=17", "wave=64 registers=9 agprs=5 sgprs=?; allocated"},
    {"gfx90a", "total=20 start=12", "wave=64 registers=12 agprs=8 sgprs=?; allocated"},
    {"gfx90a", "total=12 start=12", "wave=64 registers=12 sgprs=?"},
    {"gfx90a", "total=10 start=12", "wave=64 registers=10 sgprs=?"},
    {"gfx90a", "total=20 agprs=5 start=12", "wave=64 registers=15 agprs=5 sgprs=?; allocated"},
    {"gfx90a", "total=20", "wave=64 registers=20 agprs=? sgprs=?"},
    {"gfx90a", "start=12", "wave=64 registers=? agprs=? sgprs=?"},
    {"gfx90a", "agprs=8", "wave=64 registers=? agprs=8 sgprs=?"},
    {"gfx90a", "total=8 agprs=12", "wave=64 agprs=12 sgprs=?; allocated"},
    {"gfx90a", "total=12 agprs=12", "wave=64 agprs=12 sgprs=?; allocated"},
    {"gfx90a", "valloc=24 start=12", "wave=64 registers=12 agprs=12 sgprs=?; allocated"},
    {"gfx90a", "vectors=9 agprs=0 valloc=512",
     "wave=64 registers=256 agprs=256 sgprs=?; allocated"},
    {"gfx90a", "vectors=9 agprs=0 valloc=200", "wave=64 registers=200 sgprs=?; allocated"},
    {"gfx90a", "vectors=16 agprs=1 valloc=24", "wave=64 registers=16 agprs=1 sgprs=?"},
    {"gfx90a", "vectors=6 agprs=8 valloc=17", "wave=64 registers=6 agprs=9 sgprs=?; allocated"},
    {"gfx90a", "vectors=7 agprs=8 valloc=17", "wave=64 registers=7 agprs=9 sgprs=?; allocated"},
    {"gfx90a", "vectors=9 agprs=4 valloc=267", "wave=64 registers=9 agprs=255 sgprs=?; allocated"},
    {"gfx90a", "vectors=9 agprs=4 valloc=268", "wave=64 registers=9 agprs=256 sgprs=?; allocated"},
    {"gfx90a", "vectors=20 agprs=4 valloc=276",
     "wave=64 registers=20 agprs=256 sgprs=?; allocated"},
    {"gfx90a", "vectors=20 agprs=4 valloc=277",
     "wave=64 registers=21 agprs=253 sgprs=?; allocated"},
    {"gfx90a", "vectors=20 agprs=4 valloc=300",
     "wave=64 registers=44 agprs=256 sgprs=?; allocated"},
    {"gfx90a", "vectors=1 agprs=1 valloc=600",
     "wave=64 registers=256 agprs=344 sgprs=?; allocated"},
    {"gfx90a", "vectors=4294967293 agprs=8 valloc=512",
     "wave=64 registers=4294967293 agprs=8 sgprs=?"},
    {"gfx90a", "vectors=8 agprs=4294967293 valloc=512",
     "wave=64 registers=256 agprs=256 sgprs=?; allocated"},
    /* SGPRs: blocks of 16, before gfx8 of 8. A wave can have 108. */
    {"gfx900", "vectors=1 sgprs=20 salloc=32", "wave=64 registers=1 sgprs=20"},
    {"gfx900", "vectors=1 sgprs=20 salloc=33", "wave=64 registers=1 sgprs=33; allocated"},
    {"gfx801", "vectors=1 sgprs=20 salloc=32", "wave=64 registers=1 sgprs=20"},
    {"gfx701", "vectors=1 sgprs=20 salloc=24", "wave=64 registers=1 sgprs=20"},
    {"gfx701", "vectors=1 sgprs=20 salloc=25", "wave=64 registers=1 sgprs=25; allocated"},
    {"gfx600", "vectors=1 sgprs=20 salloc=25", "wave=64 registers=1 sgprs=25; allocated"},
    {"gfx900", "vectors=1 salloc=108", "wave=64 registers=1 sgprs=108; allocated"},
    {"gfx900", "vectors=1 salloc=109", "wave=64 registers=1 sgprs=108; allocated"},
    {"gfx1100", "vectors=1 sgprs=20 salloc=33", "wave=? registers=1 sgprs=20 mode=?"},
    {"gfx1250", "vectors=1 sgprs=20", "wave=32 registers=1 sgprs=20"},
    {"", "vectors=1 salloc=33", "wave=? registers=1 agprs=? sgprs=? mode=?"},
    /* Modes. */
    {"gfx1100", "vectors=1 wgp=0", "wave=? registers=1 mode=1"},
    {"gfx1100", "vectors=1 wgp=1", "wave=? registers=1 mode=2"},
    {"gfx900", "vectors=1 wgp=1", "wave=64 registers=1 sgprs=?"},
    {"gfx908", "vectors=1 wgp=1", "wave=64 registers=1 agprs=? sgprs=?"},
    {"gfx90a", "vectors=1 wgp=1", "wave=64 registers=1 agprs=? sgprs=?"},
    {"gfx1250", "vectors=1 wgp=1", "wave=32 registers=1"},
    {"gfx900", "vectors=1 wave=32", "wave=32 registers=1 sgprs=?"},
    {"gfx1250", "vectors=1 dynamic_vgprs=1", "wave=32 registers=1 block=?"},
    {"gfx1250", "vectors=1 dynamic_vgprs=0", "wave=32 registers=1"},
    /* Groups. */
    {"gfx1250", "vectors=1 bound=256", "wave=32 registers=1 bound=256"},
    {"gfx1250", "vectors=1 x=2 y=3 z=4", "group=24 wave=32 registers=1; required_group"},
    {"gfx1250", "vectors=1 y=3 z=4", "wave=32 registers=1"},
    {"gfx1250", "vectors=1 x=3 z=4", "wave=32 registers=1"},
    {"gfx1250", "vectors=1 x=3 y=4", "wave=32 registers=1"},
    {"gfx1250", "vectors=1 x=3 y=4 z=0", "wave=32 registers=1"},
    {"gfx1250", "vectors=1 x=4294967293 y=1 z=1",
     "group=4294967293 wave=32 registers=1; required_group"},
    {"gfx1250", "vectors=1 x=2147483647 y=2 z=1",
     "group=4294967293 wave=32 registers=1; required_group"},
    {"gfx1250", "vectors=1 x=65535 y=65537 z=0", "wave=32 registers=1"},
    {"gfx1250", "vectors=1 x=65536 y=65536 z=65536",
     "group=4294967293 wave=32 registers=1; required_group"},
    {"gfx1250", "vectors=1 x=4294967293 y=4294967293 z=4294967293",
     "group=4294967293 wave=32 registers=1; required_group"},
    /* Memory. */
    {"gfx1250", "vectors=1 shared=64 dynamic=1",
     "wave=32 registers=1 shared=64 dynamic=?; dynamic_shared"},
    {"gfx1250", "vectors=1 scratch=8 spills=3", "wave=32 registers=1 stack=8 spills=12; scratch"},
    {"gfx1250", "vectors=1 scratch=0 spills=0", "wave=32 registers=1 stack=0 spills=0"},
    {"gfx1250", "vectors=1 spills=1073741822", "wave=32 registers=1 spills=4294967288"},
    {"gfx1250", "vectors=1 spills=1073741823", "wave=32 registers=1"},
    {"gfx1250", "vectors=1 calls=1", "wave=32 registers=1; dynamic_stack"},
    {"gfx1250", "vectors=1 calls=0", "wave=32 registers=1"},
};

static void facts(void)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};
    gpuocc_kernels_text target = {"", 0};
    struct amd_facts now;
    char expected[256];
    const char *at;
    size_t i;

    for (i = 0; i < sizeof facts_of / sizeof facts_of[0]; i++) {
        amd_facts_clear(&now);
        now.name.at = "k";
        now.name.length = 1;
        now.dynamic_shared = 0;
        for (at = facts_of[i].facts; at != NULL; at = strchr(at, ' ')) {
            at += *at == ' ';
            *fact(&now, at) = (uint32_t)strtoul(strchr(at, '=') + 1, NULL, 10);
        }
        target.at = facts_of[i].target;
        target.length = strlen(target.at);
        report_now.length = 0;
        report_now.text[0] = 0;
        (void)amd_report(&now, amd_target_named(target), target, "V", 0, &callbacks);
        snprintf(expected, sizeof expected, "k %s V: %s\n", target.at, facts_of[i].expected);
        if (!ok(strcmp(report_now.text, expected) == 0, "%s: %s", target.at, facts_of[i].facts))
            printf("# is: %s# should be: %s", report_now.text, expected);
    }
}

/* Facts that are missing are taken from another place, the others are not. */
static void fills(void)
{
    const size_t from = offsetof(struct amd_facts, vector_total);
    const size_t words = (offsetof(struct amd_facts, dynamic_shared) - from) / 4 + 1;
    struct amd_facts mine, other;
    uint32_t word;
    size_t i, wrong = 0;

    for (i = 0; i < words; i++) {
        amd_facts_clear(&mine);
        amd_facts_clear(&other);
        word = 5;
        memcpy((char *)&other + from + 4 * i, &word, 4);
        amd_facts_fill(&mine, &other);
        wrong += memcmp(&mine, &other, sizeof mine) != 0;
        word = 6;
        memcpy((char *)&mine + from + 4 * i, &word, 4);
        amd_facts_fill(&mine, &other);
        memcpy(&word, (char *)&mine + from + 4 * i, 4);
        wrong += word != 6;
    }
    ok(words == 22 && wrong == 0, "each of %u facts is filled where it is missing",
       (unsigned)words);
    amd_facts_clear(&mine);
    other.wrong.at = other.value.at = "w";
    other.wrong.length = other.value.length = 1;
    amd_facts_fill(&mine, &other);
    ok(mine.wrong.length == 1 && mine.value.length == 1, "a wrong fact is kept");
    other.wrong.at = "x";
    amd_facts_fill(&mine, &other);
    ok(mine.wrong.at[0] == 'w', "the first wrong fact is kept");
}

/* What is a number, what is a formula, and what is told as wrong. */
static void numbers(void)
{
    static const struct {
        const char *text;
        enum amd_form form;
        uint32_t number;
        const char *wrong; /* NULL: none */
    } rows[] = {{"8", AMD_OR_FORMULA, 8, NULL},
                {"8 x", AMD_OR_FORMULA, 8, NULL},
                {"max(8,f)", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"max(8,f)", AMD_PLAIN, AMD_ABSENT, "max(8,f)"},
                {"", AMD_OR_FORMULA, AMD_ABSENT, ""},
                {" 8", AMD_OR_FORMULA, AMD_ABSENT, ""},
                {"-8", AMD_OR_FORMULA, AMD_ABSENT, "-8"},
                {"+8", AMD_OR_FORMULA, AMD_ABSENT, "+8"},
                {"-", AMD_OR_FORMULA, AMD_ABSENT, "-"},
                {"--8", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"-+8", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"8.", AMD_OR_FORMULA, AMD_ABSENT, "8."},
                {"8.5", AMD_OR_FORMULA, AMD_ABSENT, "8.5"},
                {"8.5.5", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"8azAZ", AMD_OR_FORMULA, AMD_ABSENT, "8azAZ"},
                {"8a+f", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"8`", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"8{", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"8+f", AMD_OR_FORMULA, AMD_ABSENT, NULL},
                {"4294967293", AMD_PLAIN, 4294967293, NULL},
                {"4294967294", AMD_OR_FORMULA, AMD_ABSENT, "4294967294"},
                {"4294967295", AMD_OR_FORMULA, AMD_ABSENT, "4294967295"},
                {"4294967296", AMD_OR_FORMULA, AMD_ABSENT, "4294967296"}};
    const gpuocc_kernels_text name = {"f", 1};
    struct amd_facts facts;
    gpuocc_kernels_text text;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        amd_facts_clear(&facts);
        text.length = strlen(rows[i].text);
        text.at = memcpy(report_room(text.length, 1), rows[i].text, text.length);
        ok(amd_number(&facts, name, text, rows[i].form) == rows[i].number &&
               (facts.wrong.length != 0) == (rows[i].wrong != NULL) &&
               (rows[i].wrong == NULL || text_is(facts.value, rows[i].wrong)),
           "\"%s\" is %s", rows[i].text, rows[i].wrong != NULL ? "wrong" : "right");
    }
    text.at = "-1";
    text.length = 2;
    (void)amd_number(&facts, name, text, 0);
    ok(text_is(facts.value, "4294967296"), "the first wrong number is told");
}

static void processors(void)
{
    static const struct {
        const char *target, *processor;
    } rows[] = {{"amdgcn-amd-amdhsa--gfx90a:xnack+", "gfx90a"},
                {"gfx90a:sramecc+:xnack-", "gfx90a"},
                {"gfx90a", "gfx90a"},
                {"amdgcn-amd-amdhsa--", ""},
                {"--gfx9--x", "gfx9--x"},
                {"a-", "a-"},
                {"", ""},
                {":", ""}};
    gpuocc_kernels_text text;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text.length = strlen(rows[i].target);
        text.at = memcpy(report_room(text.length, 1), rows[i].target, text.length);
        ok(text_is(amd_processor(text), rows[i].processor), "the processor of %s", rows[i].target);
    }
    ok(amd_target_of_machine(0x3f)->kind == AMD_UNIFIED && amd_target_of_machine(0x1f) == NULL &&
           amd_target_named(text) == NULL,
       "targets that are not known");
}

int main(void)
{
    whole();
    damaged_notes();
    note_targets();
    budgets();
    names();
    no_sections();
    versions();
    symbols();
    maps();
    facts();
    fills();
    numbers();
    processors();
    return done();
}
