/* SPDX-License-Identifier: MIT
 *
 * Tests what the reader of NVIDIA's cubins reports about files that are made here, in the layout
 * that cubin.c describes. tests/tools/test_readers.py compares those of nvcc with ptxas.
 */
#include "build.h"
#include "report.h"

enum { REGISTERS = 0x2f, FRAME = 0x11, STACK = 0x12, BOUND = 5, REQUIRED = 0x10, CLUSTER = 0x3d };

/* Symbols are called by their number: "a", "b", ... */
static const char names[] = "\0a\0b\0c\0d\0e\0f";

#define NAME(letter) (uint32_t)(2 * ((letter) - 'a') + 1)

static void check(const char *name, const char *expected)
{
    reports(name, format_cubin, built, built_length, expected);
}

/* Begins a cubin: its section 1 has the names, 2 will have the symbols, 3 and 4 have the code of
 * kernels a and b, of 40 and of an unknown number of registers. */
static void start(unsigned type, unsigned abi, unsigned sm)
{
    build_elf(type, 190, 0x41, abi, abi == 7 ? sm : sm << 8);
    build_at(20, 130, 4);
    build_section(".strtab", 3);
    build_bytes(names, sizeof names);
    build_section(".symtab", 2)->link = 1;
    build_symbol(0, 0, 0, 0, 0, 0);
    build_symbol(NAME('a'), 0x12, 0x10, 3, 0, 0);
    build_symbol(NAME('b'), 0x12, 0x10, 4, 0, 0);
    build_symbol(NAME('c'), 0x12, 0, 3, 0, 0);
    /* What matters in objects that are not linked. */
    build_symbol(NAME('d'), 0x0d, 0, 7, 0, 100);
    build_symbol(NAME('e'), 0x0d, 0, 7, 0, 20);
    build_symbol(NAME('f'), 0x0d, 0, 0, 0, 1); /* 6: dynamic shared memory */
    build_symbol(NAME('f'), 0x01, 0, 7, 0, 1000);
    build_symbol(NAME('f'), 0x0d, 0, 8, 0, 2000);
    build_symbol(NAME('f'), 0x0d, 0, 3, 0, 4000);
    build_symbol(NAME('f'), 0x0d, 0, 0xff00, 0, 8000);
    build_symbol(NAME('f'), 0x01, 0, 0, 0, 1);
    build_section(".text.a", 1)->info = 40u << 24;
    build_text("first");
    build_section(".text.b", 1);
    build_text("second");
}

static void record(unsigned format, unsigned code, unsigned number)
{
    build_add(format, 1);
    build_add(code, 1);
    build_add(number, 2);
}

/* Adds a record of two numbers: what `code` is for a symbol. */
static void by_symbol(unsigned code, uint32_t symbol, uint32_t number)
{
    record(4, code, 8);
    build_add(symbol, 4);
    build_add(number, 4);
}

static void three(unsigned code, uint32_t x, uint32_t y, uint32_t z)
{
    record(4, code, 12);
    build_add(x, 4);
    build_add(y, 4);
    build_add(z, 4);
}

static void whole(void)
{
    start(2, 8, 90);
    build_section(".nv.info", 0x70000000);
    by_symbol(REGISTERS, 1, 48);
    by_symbol(REGISTERS, 2, 33);
    by_symbol(FRAME, 1, 8);
    by_symbol(STACK, 1, 16);
    record(1, 0x99, 5);
    build_section(".nv.info.a", 0x70000000)->info = 3;
    three(BOUND, 8, 4, 2);
    three(REQUIRED, 4, 4, 2);
    three(CLUSTER, 2, 1, 1);
    record(2, 0x4c, 0xff03);
    record(3, 0x4a, 0xff81);
    record(4, 0x77, 3);
    build_text("xyz");
    build_section(".nv.shared.a", 8)->info = 3;
    build_section(".nv.shared.reserved.0", 8);
    build_section(".note.nv.tkinfo", 7);
    build_text("ptxas -arch sm_90a -m 64");
    build_end();
    build_at(built_length - 64 * 4 + 32, 1124, 8);
    check("a linked cubin of sm_90a",
          "a sm_90a cubin ABI 8: group=32 registers=48 shared=100 barriers=3 bound=64 virtual=129 "
          "cluster=2 stack=16 code=first; required_group scratch shared_unsaid\n"
          "b sm_90a cubin ABI 8: registers=33 code=second; shared_unsaid\n");
    stops("a linked cubin", format_cubin, built, built_length, 2);
    cut_off("a linked cubin", format_cubin, built, built_length);
    build_at(18, 189, 2);
    check("another machine", "not mine\n");
    build_at(18, 190, 2);
    build_at(8, 9, 1);
    check("ABI 9", "@8 a cubin of ABI 9; 7 and 8 can be read\n");
    build_at(8, 6, 1);
    check("ABI 6", "@8 a cubin of ABI 6; 7 and 8 can be read\n");
}

/* The size of shared memory in the file, and what the kernel takes of it: from sm_90 on linkers add
 * 1 KiB, those of CUDA 11.8 (version 118) do not. */
static void reserves(void)
{
    static const struct {
        unsigned type, abi, sm, version;
        uint64_t size;
        const char *shared;
    } rows[] = {{2, 8, 89, 130, 1124, " shared=1124 "},
                {2, 8, 90, 130, 1124, " shared=100 "},
                {2, 8, 100, 130, 1024, " registers=40 code"},
                {2, 8, 90, 130, 1023, " shared=1023 "},
                {2, 8, 90, 118, 1124, " shared=100 "},
                {2, 7, 90, 120, 1124, " shared=100 "},
                {2, 7, 90, 119, 1124, " shared=1124 "},
                {1, 8, 90, 130, 1124, " shared=1124 "},
                {2, 8, 80, 130, 0xfffffffd, " shared=4294967293 "},
                {2, 8, 80, 130, 0xfffffffe, " shared=4294967293 "},
                {2, 8, 90, 130, (uint64_t)1 << 32, " shared=4294966272 "}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(rows[i].type, rows[i].abi, rows[i].sm);
        build_at(20, rows[i].version, 4);
        build_section(".nv.shared.a", 8)->info = 3;
        build_end();
        build_at(built_length - 64 * 2 + 32, rows[i].size, 8);
        report_once(format_cubin, built, built_length, 1);
        ok(strstr(report_now.text, rows[i].shared) != NULL, "row %u:%s", (unsigned)i,
           rows[i].shared);
    }
}

/* One section that is smaller than the reserve shows that none has it. */
static void smaller(void)
{
    start(2, 8, 90);
    build_section(".nv.shared.a", 8)->info = 3;
    build_section(".nv.shared.b", 8)->info = 4;
    build_end();
    build_at(built_length - 64 * 3 + 32, 2048, 8);
    build_at(built_length - 64 * 2 + 32, 1023, 8);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, " shared=2048 ") != NULL &&
           strstr(report_now.text, " shared=1023 ") != NULL,
       "a section that is smaller than what linkers add");
}

/* Registers are in the upper 8 bits of a number of the code's section. */
static void registers(void)
{
    static const struct {
        uint32_t info;
        const char *registers;
    } rows[] = {
        {1u << 24, "registers=1 "}, {1u << 23, "registers=? "}, {0xff800003, "registers=255 "}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(2, 8, 80);
        build_sections[3].info = rows[i].info;
        build_end();
        report_once(format_cubin, built, built_length, 1);
        ok(strstr(report_now.text, rows[i].registers) != NULL, "%s", rows[i].registers);
    }
    start(2, 8, 80);
    build_at(build_sections[2].offset + 24 + 5, 0, 1);
    build_at(build_sections[2].offset + 48 + 5, 0, 1);
    build_section(".text.", 1);
    build_text("x");
    build_section(".nv.info.", 0x70000000)->info = 5;
    build_end();
    check("code without a name", "");
    start(2, 8, 80);
    build_section(".nv.info", 0x70000000);
    by_symbol(FRAME, 1, 1);
    build_end();
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "registers=40 stack=1 code=first; scratch") != NULL,
       "a frame of one byte");
}

static void targets(void)
{
    static const struct {
        const char *text, *target;
    } rows[] = {{"", "sm_90 "},
                {"-arch sm_90", "sm_90 "},
                {"x-arch=sm_90a", "sm_90a "},
                {"-arch sm_90f ", "sm_90f "},
                {"-arch sm_90b", "sm_90 "},
                {"-arch sm_9", "sm_90 "},
                {"-arch sm_80a -arch sm_90a", "sm_90a "},
                {"-arch sm_90 -arch sm_90a", "sm_90 "},
                {"-arch sm_0090a", "sm_90a "},
                {"-arch sm_00090a", "sm_90a "},
                {"-archsm_90a", "sm_90a "},
                {"-arch", "sm_90 "},
                {"-arch sm_18446744073709551706a", "sm_90 "},
                {"-arch sm_9/a", "sm_90 "},
                {"-arch sm_90:a", "sm_90 "},
                {"-arch  sm_90a", "sm_90 "},
                {"-arch compute_90a", "sm_90 "},
                {"-arcc sm_90a", "sm_90 "}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(2, 8, 90);
        build_section(".note.nv.tkinfo", 7);
        build_text(rows[i].text);
        build_end();
        report_once(format_cubin, built, built_length, 1);
        ok(strncmp(report_now.text + strcspn(report_now.text, "\n") + 3, rows[i].target,
                   strlen(rows[i].target)) == 0 ||
               strncmp(report_now.text + 2, rows[i].target, strlen(rows[i].target)) == 0,
           "\"%s\" is %s", rows[i].text, rows[i].target);
    }
}

/* Which of the sections of code are kernels, and what a symbol's record is about. */
static void codes(void)
{
    struct build_section *section;

    start(2, 8, 80);
    build_section(".nv.info", 0x70000000);
    by_symbol(REGISTERS, 1, 0xfffffffe);
    by_symbol(REGISTERS, 3, 99);     /* c is a function in the code of a */
    by_symbol(STACK, 3, 0xffffffff); /* of which the stack is not known */
    by_symbol(FRAME, 1, 8);          /* its callees take more, how much is not known */
    by_symbol(FRAME, 2, 0xfffffffe);
    by_symbol(REGISTERS, 2, 0xffffffff);
    by_symbol(REGISTERS, 4, 7);
    by_symbol(REGISTERS, 6, 7);
    by_symbol(REGISTERS, 10, 7);
    by_symbol(REGISTERS, 12, 7);
    by_symbol(STACK, 99, 7);
    by_symbol(0x98, 1, 7);
    record(4, REGISTERS, 7);
    build_bytes("\1\0\0\0\5\0\0", 7);
    record(3, REGISTERS, 8);
    section = build_section(".text.", 1);
    section = build_section(".text.c", 1);
    section->info = 7u << 24;
    section = build_section(".text.d", 8);
    section->info = 7u << 24;
    build_end();
    check("records of functions and of symbols that are not there",
          "a sm_80 cubin ABI 8: registers=4294967293 code=first; dynamic_stack scratch "
          "shared_unsaid\n@0 the registers of kernel b are not in the file\n"
          "b sm_80 cubin ABI 8: registers=? code=second; scratch shared_unsaid\n");
    start(2, 8, 80);
    build_section(".nv.info", 0x70000000);
    by_symbol(STACK, 1, 0xfffffffe);
    by_symbol(FRAME, 1, 0xfffffffd);
    build_end();
    report_once(format_cubin, built, built_length, 1);
    ok(strncmp(report_now.text, "a sm_80 cubin ABI 8: registers=40 stack=4294967293 code", 54) == 0,
       "a stack that is not known, and a frame");
    start(2, 8, 80);
    build_at(build_sections[2].offset + 24 + 5, 1, 1); /* a is no kernel */
    build_section(".nv.info", 0x70000000);
    by_symbol(STACK, 2, 0xfffffffd);
    by_symbol(FRAME, 2, 0);
    build_end();
    check("one of two is a kernel",
          "@0 the registers of kernel b are not in the file\n"
          "b sm_80 cubin ABI 8: registers=? stack=4294967293 code=second; scratch shared_unsaid\n");
    build_at(build_sections[2].offset + 48 + 4, 0x11, 1); /* b is a variable */
    check("none is a kernel, and none has records", "");
    start(2, 8, 80);
    build_at(build_sections[2].offset + 24 + 5, 0, 1);
    build_at(build_sections[2].offset + 48 + 5, 0, 1);
    build_section(".nv.info.a", 0x70000000)->info = 3;
    build_end();
    check("without symbols those that have records are kernels",
          "a sm_80 cubin ABI 8: registers=40 code=first; shared_unsaid\n");
}

/* Records of a kernel, by its number or by its name. */
static void records(void)
{
    static const struct {
        const char *name;
        uint32_t x, y, z;
        const char *bound;
    } rows[] = {{"a product", 3, 5, 7, " bound=105 "},
                {"the largest one", 65535, 65535, 1, " bound=4294836225 "},
                {"one that has a meaning", 0xfffffffd, 1, 1, " bound=4294967293 "},
                {"one that has another", 0xfffffffe, 1, 1, " bound=4294967293 "},
                {"a larger one", 65536, 65536, 1, " bound=4294967293 "},
                {"the last one too large", 65536, 1, 65536, " bound=4294967293 "},
                {"no thread", 1, 0, 1, " registers=40 code"}};
    unsigned info;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(2, 8, 80);
        build_section(".nv.info.a", 0x70000000)->info = 3;
        three(BOUND, rows[i].x, rows[i].y, rows[i].z);
        build_end();
        report_once(format_cubin, built, built_length, 1);
        ok(strstr(report_now.text, rows[i].bound) != NULL, "%s:%s", rows[i].name, rows[i].bound);
    }
    for (info = 0; info < 12; info++) {
        start(2, 8, 80);
        build_section(".nv.info.a", 0x70000000)->info = info;
        three(BOUND, 8, 1, 1);
        build_section(".nv.shared.b", 8)->info = info;
        build_section(".nv.shared.x", 8)->info = info;
        build_end();
        build_at(built_length - 64 * 3 + 32, 16, 8);
        build_at(built_length - 64 * 2 + 32, 17, 8);
        check(
            "records and shared memory are found by name",
            "a sm_80 cubin ABI 8: registers=40 bound=8 code=first; shared_unsaid\n@0 the registers "
            "of kernel b are not in the file\n"
            "b sm_80 cubin ABI 8: registers=? shared=16 code=second; shared_unsaid\n");
    }
    start(2, 8, 80);
    build_sections[4].name = ".text.a";
    build_section(".nv.info.a", 0x70000000)->info = 4;
    three(BOUND, 8, 1, 1);
    build_section(".nv.info.a", 0x70000000)->info = 99;
    three(BOUND, 9, 1, 1);
    build_end();
    check(
        "of two kernels of one name the number decides, or the first is taken",
        "a sm_80 cubin ABI 8: registers=40 bound=9 code=first; shared_unsaid\n@0 the registers of "
        "kernel a are not in the file\n"
        "a sm_80 cubin ABI 8: registers=? bound=8 code=second; shared_unsaid\n");
    start(2, 8, 80);
    build_section(".nv.info.a", 0x70000000)->info = 3;
    record(4, BOUND, 8);
    build_add(8, 8);
    record(3, BOUND, 12);
    three(0x06, 9, 9, 9);
    build_end();
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "bound") == NULL, "records of other lengths, formats and codes");
}

static void damaged_records(void)
{
    static const struct {
        const char *name;
        unsigned format, number, length;
        int whole;
    } rows[] = {{"format 0", 0, 0, 4, 0},       {"format 1", 1, 9, 4, 1},
                {"format 3", 3, 9, 4, 1},       {"format 4", 4, 2, 6, 1},
                {"format 5", 5, 0, 4, 0},       {"three bytes", 1, 0, 3, 0},
                {"a byte missing", 4, 2, 5, 0}, {"no bytes", 4, 0, 4, 1}};
    char expected[256];
    unsigned file;
    size_t i;

    for (file = 0; file < 2; file++)
        for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            start(2, 8, 80);
            build_section(file ? ".nv.info" : ".nv.info.a", 0x70000000)->info = 3;
            record(1, 0x99, 0);
            record(rows[i].format, 0x98, rows[i].number);
            built_length = built_length + rows[i].length - 4;
            build_end();
            snprintf(expected, sizeof expected,
                     "@%lu a record of format %u and %u bytes behind it cannot be read\n",
                     (unsigned long)build_sections[5].offset + 4, rows[i].format, rows[i].length);
            report_once(format_cubin, built, built_length, 1);
            ok((strstr(report_now.text, expected) != NULL) != rows[i].whole &&
                   (strstr(report_now.text, "a record of") == NULL) == rows[i].whole,
               "%s", rows[i].name);
        }
    start(2, 8, 80);
    build_section(".nv.info", 0x70000000);
    build_add(7, 1);
    build_end();
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "a record of format 7 and 1 bytes behind it cannot") != NULL,
       "a section of one byte");
    start(2, 8, 80);
    build_section(".nv.info", 0x70000000);
    build_section(".nv.info.a", 0x70000000)->info = 3;
    build_section(".nv.info.b", 0x70000000)->info = 4;
    build_end();
    build_at(built_length - 64 * 3 + 32, 1000000, 8);
    build_at(built_length - 64 * 4 + 32, 1000001, 8);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "records of 1000000 bytes are not there") != NULL &&
           strstr(report_now.text, "records of 1000001 bytes are not there") != NULL &&
           report_now.kernels == 2,
       "records that are not in the file");
}

/* Sections of records that are the file five times: four of them may be read. */
static void budget(void)
{
    unsigned i, most;
    const char *at;

    for (most = 4; most < 6; most++) {
        start(2, 8, 80);
        for (i = 0; i < most; i++)
            build_section(i % 2 == 0 ? ".nv.info" : ".nv.info.a", 0x70000000)->info = 3;
        build_end();
        for (i = 0; i < most; i++) {
            build_at(built_length - 64 * (most + 1 - i) + 24, 0, 8);
            build_at(built_length - 64 * (most + 1 - i) + 32, built_length, 8);
        }
        report_once(format_cubin, built, built_length, 1);
        for (i = 0, at = report_now.text; (at = strstr(at, "a record of format 127")) != NULL; at++)
            i++;
        at = strstr(report_now.text, "@0 the cubin is damaged: sections of records overlap\n");
        ok((at != NULL) == (most == 5) && i == 4 && report_now.kernels == 2,
           "records that are %u times the file", most);
    }
}

static void refer(uint32_t symbol, int addend)
{
    build_add(0, 8);
    build_add((uint64_t)symbol << 32 | 2, 8);
    if (addend)
        build_add(0, 8);
}

#define UNLINKED(name, figures, code, notes)                                                       \
    name " sm_80 cubin ABI 8: registers=" figures " code=" code "; " notes "\n"
#define NO_REGISTERS "@0 the registers of kernel b are not in the file\n"

/* Shared memory of objects that are not linked: that of the variables that the code refers to, each
 * counted once. */
static void unlinked(void)
{
    static const uint32_t first[] = {4, 5, 4, 7, 8, 9, 10, 11, 12, 99};
    size_t i;

    start(1, 8, 80);
    build_section(".rela.text.a", 4)->info = 3;
    for (i = 0; i < sizeof first / sizeof first[0]; i++)
        refer(first[i], 1);
    build_section(".rel.text.b", 9)->info = 4;
    refer(6, 0);
    refer(4, 0);
    build_bytes("\0\0\0\0\0\0\0\0\2\0\0\0\5\0\0", 15); /* a reference that lacks a byte */
    build_section(".nv.sharedx", 0x7000000a);
    build_section(".nv.shared.x", 0x7000000a);
    build_section(".rela.text.", 9)->info = 3;
    refer(5, 1);
    build_section(".rel.text.b", 4)->info = 4;
    refer(5, 1);
    build_section(".rela.text.x", 4)->info = 2;
    refer(5, 1);
    build_section(".rela.text.x", 4)->info = 99;
    refer(5, 1);
    build_end();
    check("shared variables of an object",
          UNLINKED("a", "40 shared=120", "first", "dynamic_stack shared_unsaid")
              NO_REGISTERS UNLINKED("b", "? shared=100 dynamic=?", "second",
                                    "dynamic_shared dynamic_stack"));
    cut_off("an object", format_cubin, built, built_length);
    short_of_memory("an object", format_cubin, built, built_length, 8192,
                    "@0 no memory for a cubin of 14 sections\n");
    short_of_memory("an object", format_cubin, built, built_length, 8192,
                    "@0 no memory for the 12 symbols of a cubin");
    build_at(build_sections[2].offset + 24 * 5 + 16, 0xffffff99, 8);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, " shared=4294967293 code=first") != NULL, "100 + 2^32 - 103 bytes");
    build_at(build_sections[2].offset + 24 * 5 + 16, 0xffffff98, 8);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, " shared=4294967292 code=first") != NULL, "one less");
    build_at(build_sections[2].offset + 24 * 5 + 16, (uint64_t)1 << 32, 8);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, " shared=4294967293 code=first") != NULL, "more than 32 bits");
    build_at(16, 2, 2);
    check("a linked file with the same sections",
          "a sm_80 cubin ABI 8: registers=40 code=first; shared_unsaid\n" NO_REGISTERS
          "b sm_80 cubin ABI 8: registers=? code=second; shared_unsaid\n");
}

/* References that are the file more than four times. */
static void many_references(void)
{
    unsigned i, most;

    for (most = 4; most < 6; most++) {
        start(1, 8, 80);
        for (i = 0; i < most; i++)
            build_section(".rela.text.a", 4)->info = 3;
        build_end();
        for (i = 0; i < most; i++) {
            build_at(built_length - 64 * (most + 1 - i) + 24, 0, 8);
            build_at(built_length - 64 * (most + 1 - i) + 32, built_length, 8);
        }
        report_once(format_cubin, built, built_length, 1);
        ok((strstr(report_now.text, "@0 the cubin is damaged: sections of references overlap\n") !=
            NULL) == (most == 5) &&
               report_now.kernels == 2,
           "references that are %u times the file", most);
    }
}

/* Section numbers above 0xfeff are in a table of their own. */
static void extended(void)
{
    start(2, 8, 80);
    build_at(build_sections[2].offset + 24 + 6, 0xffff, 2);
    build_at(build_sections[2].offset + 48 + 6, 0xffff, 2);
    build_section(".symtab_shndx", 18);
    build_add(0, 4);
    build_add(3, 4);
    build_add(200, 4);
    build_end();
    check("a section number in the table for large ones",
          "a sm_80 cubin ABI 8: registers=40 code=first; shared_unsaid\n");
}

/* The layout of CUDA 11 and 12 has the barriers in the flags of the code. */
static void old(void)
{
    start(2, 7, 75);
    build_sections[3].flags = (uint64_t)0x95 << 20 | 6;
    build_end();
    check("a cubin of ABI 7",
          "a sm_75 cubin ABI 7: registers=40 barriers=21 code=first; shared_unsaid\n" NO_REGISTERS
          "b sm_75 cubin ABI 7: registers=? code=second; shared_unsaid\n");
    build_at(8, 8, 1);
    build_at(48, 0x4b00, 4);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "barriers") == NULL, "that of CUDA 13 has not");
    build_at(60, 200, 2);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "its table of sections is not there") != NULL, "a table cut off");
    build_at(60, build_count, 2);
    build_at(62, 0, 2);
    report_once(format_cubin, built, built_length, 1);
    ok(strstr(report_now.text, "its table of sections is not there") != NULL, "no names");
}

/* A fatbin of two containers, each with a cubin of two kernels. */
static void fatbins(void)
{
    static unsigned char cubin[2048];
    size_t length, i, at;

    start(2, 8, 80);
    build_end();
    length = built_length;
    memcpy(cubin, built, length);
    build_start();
    for (i = 0; i < 2; i++) {
        at = built_length;
        build_add(0xba55ed50, 4);
        build_add(1, 2);
        build_add(16, 2);
        build_add(64 + length, 8);
        build_add(2, 2);
        build_add(0x101, 2);
        build_add(64, 4);
        build_add(length, 8);
        built_length = at + 80;
        build_bytes(cubin, length);
    }
    stops("a fatbin", format_fatbin, built, built_length, 4);
}

int main(void)
{
    fatbins();
    whole();
    reserves();
    smaller();
    registers();
    targets();
    codes();
    records();
    damaged_records();
    budget();
    unlinked();
    many_references();
    extended();
    old();
    return done();
}
