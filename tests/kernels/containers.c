/* SPDX-License-Identifier: MIT
 *
 * Tests what the readers of files that contain files report: fatbins of CUDA (in the layout of
 * fatbin.c), archives of ar(1), objects of a host, clang's offload bundles (its page "Clang Offload
 * Bundler") and Intel's zebins and fat binaries. What they contain is mostly a log of ptxas, since
 * any file may be in them.
 */
#include "build.h"
#include "report.h"

#define LOG(name)                                                                                  \
    "ptxas info : Compiling entry function '" name "' for 'sm_80'\nptxas info : Used 32 "          \
    "registers\n"
#define LOG_BYTES    (sizeof LOG("k") - 1)
#define LOGGED(name) name " sm_80 ptxas log: registers=32; shared_unsaid\n"
/* A log whose warning is told at its third byte. */
#define LOST(name) "\n\n\nptxas info : Compiling entry function '" name "' for 'sm_80'\n"
#define NO_FIGURES(name)                                                                           \
    "no figures follow for kernel " name ": ptxas stopped, or its lines are mixed with others\n"

static void check(const char *name, format_function *read, const char *expected)
{
    reports(name, read, built, built_length, expected);
}

/* The same if the build has a library to unpack it. */
static void check_packed(const char *name, format_function *read, const char *expected)
{
    report_once(read, built, built_length, 1);
    if (strstr(report_now.text, "and this gpuocc was built without") != NULL)
        skip(name, "this build has no library for it");
    else
        check(name, read, expected);
}

/* The same with a working memory of 64 bytes. */
static void check_small(const char *name, format_function *read, const char *expected)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};
    struct format_budget budget = {.unpacked = UINT64_MAX, .reported = UINT64_MAX};
    unsigned char memory[64];
    struct format_arena arena;

    format_arena_open(&arena, memory, sizeof memory);
    budget.arena = &arena;
    callbacks.budget = &budget;
    report_now.length = 0;
    report_now.text[0] = 0;
    (void)read(built, built_length, &callbacks);
    if (strstr(report_now.text, "and this gpuocc was built without") != NULL)
        skip(name, "this build has no library for it");
    else
        ok(strcmp(report_now.text, expected) == 0, "%s", name);
}

/* The readers with the report about parts without machine code, which is made at the end. */
static int whole_fatbin(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    return format_run(format_fatbin, bytes, length, callbacks);
}

static int whole_host(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    return format_run(format_host_object, bytes, length, callbacks);
}

/* Fatbins. */

static size_t container_at;

static void container(void)
{
    container_at = built_length;
    build_add(0xba55ed50, 4);
    build_add(1, 2);
    build_add(16, 2);
    build_add(0, 8);
}

static void close_container(void)
{
    build_at(container_at + 8, built_length - container_at - 16, 8);
}

/* Begins an entry of `size` bytes, whose contents follow. */
static void entry(unsigned kind, unsigned header, uint64_t size, uint32_t packed, uint64_t flags,
                  uint64_t room)
{
    const size_t at = built_length;

    build_add(kind, 2);
    build_add(0x101, 2);
    build_add(header, 4);
    build_add(size, 8);
    build_add(packed, 4);
    build_at(at + 28, 90, 4);
    build_at(at + 40, flags, 8);
    build_at(at + 56, room, 8);
    built_length = at + header;
}

static void fatbins(void)
{
    build_start();
    container();
    entry(2, 64, 8, 0, 0x11, 0);
    build_text("no cubin");
    entry(7, 72, 3, 0, 0x11, 0);
    build_text("abc");
    entry(1, 64, 0, 0, 0x11, 0);
    build_text("the last bytes are too few for an entry, whose header has 64 by");
    close_container();
    build_text("x"); /* up to a multiple of 8 */
    build_align(8);
    built_length += 16;
    container();
    entry(9, 64, 0, 0, 0, 0);
    close_container();
    build_text("x");
    check("parts that are no cubins", format_fatbin,
          "@80 the cubin for sm_90 is none\n@160 a part of kind 7 is not known\n"
          "@392 a part of kind 9 is not known\n");
    build_start();
    container();
    entry(8, 64, 0, 0, 0x11, 0);
    close_container();
    check("link-time code alone", whole_fatbin,
          "@0 holds link-time IR for sm_90 but no machine code, and has no resources until it is "
          "compiled\n");
    build_at(4, 5, 2);
    build_at(6, 0, 2);
    check("a header that is too short", format_fatbin,
          "@0 the fatbin is damaged or cut off in its header\n");
    build_at(6, 15, 2);
    check("a header that lacks a byte", format_fatbin,
          "@0 the fatbin is damaged or cut off in its header\n");
    build_at(6, 80, 2);
    build_at(8, 0, 8);
    check("a header that is the file", format_fatbin, "");
    build_at(6, 81, 2);
    check("a header that is longer than the file", format_fatbin,
          "@0 the fatbin is damaged or cut off in its header\n");
    build_start();
    build_add(0xba55ed51, 4);
    build_align(16);
    check("another signature", format_fatbin, "not mine\n");
}

static void damaged_fatbins(void)
{
    build_start();
    container();
    entry(7, 64, 8, 0, 0x11, 0);
    build_text("01234567");
    close_container();
    build_at(8, 73, 8);
    check("a container that lacks a byte", format_fatbin,
          "@0 the fatbin is damaged or cut off: it has 73 bytes\n"
          "@80 a part of kind 7 is not known\n");
    build_at(8, 72, 8);
    build_at(24, 9, 8);
    check("a part that is larger than its container", format_fatbin,
          "@16 the fatbin is damaged or cut off: a part of 9 bytes does not fit in\n");
    build_at(24, 0, 8);
    build_at(20, 72, 4);
    check("a part of which the header is all", format_fatbin,
          "@88 a part of kind 7 is not known\n");
    build_at(20, 73, 4);
    check("a part whose header is larger than its container", format_fatbin,
          "@16 the fatbin is damaged or cut off: a part of 0 bytes does not fit in\n");
    build_at(20, 63, 4);
    check("a part whose header is too small", format_fatbin,
          "@16 the fatbin is damaged or cut off: a part of 0 bytes does not fit in\n");
    build_at(20, 64, 4);
    build_at(24, ~(uint64_t)0, 8);
    check("a part of 2^64 - 1 bytes", format_fatbin,
          "@16 the fatbin is damaged or cut off: a part of 18446744073709551615 bytes does not fit "
          "in\n");
}

/* Both packed forms hold their bytes unpacked. */
static const unsigned char lz4_block[] = {0x80, 'n', 'o', ' ', 'c', 'u', 'b', 'i', 'n'};
static const unsigned char zstd_frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0x20, 8,   0x41, 0,  0,
                                           'n',  'o',  ' ',  'c',  'u',  'b', 'i',  'n'};

static void packed_fatbin(unsigned flags, const unsigned char *bytes, size_t length,
                          uint32_t packed, size_t padding, uint64_t room)
{
    build_start();
    container();
    entry(2, 64, length + padding, packed, flags, room);
    build_bytes(bytes, length);
    built_length += padding;
    close_container();
}

static void packed_fatbins(void)
{
    packed_fatbin(0x2011, lz4_block, 9, 9, 7, 8);
    check_packed("a part that is packed with LZ4", format_fatbin,
                 "@80 the cubin for sm_90 is none\n");
    if (strstr(report_now.text, "built without") == NULL)
        short_of_memory("a packed part", format_fatbin, built, built_length, 64,
                        "@80 no memory for a part of 8 bytes\n");
    packed_fatbin(0x2011, lz4_block, 9, 0, 0, 8);
    check_packed("without the packed size all of it is packed", format_fatbin,
                 "@80 the cubin for sm_90 is none\n");
    packed_fatbin(0x2011, lz4_block, 9, 10, 0, 8);
    check_packed("a packed size that is larger than the part", format_fatbin,
                 "@80 the cubin for sm_90 is none\n");
    packed_fatbin(0x2011, lz4_block, 9, 8, 0, 8);
    check_packed("a packed size that is too small", format_fatbin,
                 "@80 a part compressed with LZ4 is damaged\n");
    packed_fatbin(0x2011, lz4_block, 9, 9, 0, 7);
    check_packed("less room than it needs", format_fatbin,
                 "@80 a part compressed with LZ4 is damaged\n");
    packed_fatbin(0x8011, zstd_frame, 17, 17, 3, 8);
    check_packed("a part that is packed with zstd", format_fatbin,
                 "@80 the cubin for sm_90 is none\n");
    packed_fatbin(0x8011, zstd_frame, 17, 16, 0, 8);
    check_packed("a frame of zstd that is cut off", format_fatbin,
                 "@80 a part compressed with zstd is damaged\n");
    packed_fatbin(0x8011, zstd_frame, 17, 17, 0, 0);
    check_packed("no room", format_fatbin,
                 "@80 a compressed part says that it holds 0 bytes, 1 to 536870912 are possible\n");
    packed_fatbin(0x8011, zstd_frame, 17, 17, 0, 0x20000000);
    check_small("as much room as is possible", format_fatbin,
                "@80 no memory for a part of 536870912 bytes\n");
    packed_fatbin(0x8011, zstd_frame, 17, 17, 0, 0x20000001);
    check_packed("more room than is possible", format_fatbin,
                 "@80 a compressed part says that it holds 536870913 bytes, 1 to 536870912 are "
                 "possible\n");
}

/* A warning of an ABI that is not known is told at the byte that says it; of a packed cubin at its
 * part. */
static void later_cubins(void)
{
    unsigned char cubin[64] = "\177ELF\2\1\1\x41\x09";

    cubin[18] = 190;
    build_start();
    container();
    entry(2, 64, 64, 0, 0x11, 0);
    build_bytes(cubin, 64);
    close_container();
    check("a cubin of a later ABI", format_fatbin, "@88 a cubin of ABI 9; 7 and 8 can be read\n");
    build_start();
    container();
    entry(2, 64, 66, 66, 0x2011, 64);
    build_bytes("\xf0\x31", 2);
    build_bytes(cubin, 64);
    close_container();
    check_packed("and packed", format_fatbin, "@80 a cubin of ABI 9; 7 and 8 can be read\n");
}

#define LATER(offset) "@" offset " a cubin of ABI 9; 7 and 8 can be read\n"

/* Files one behind another, as cat writes them. */
static void joined(void)
{
    static unsigned char cubin[256];
    size_t bytes;

    build_elf(2, 190, 0x41, 9, 0);
    build_end();
    bytes = built_length;
    memcpy(cubin, built, bytes);
    ok(bytes == 208, "a cubin of 208 bytes");
    check("one cubin", format_read, LATER("8"));
    build_bytes(cubin, bytes);
    build_bytes(cubin, bytes);
    build_bytes(cubin, bytes);
    build_bytes(cubin, bytes);
    check("five cubins", format_read,
          LATER("8") LATER("216") LATER("424") LATER("632") LATER("840"));
    built_length = bytes;
    build_add(0, 8);
    container();
    entry(9, 64, 0, 0, 0, 0);
    close_container();
    build_bytes(cubin, bytes);
    check("a fatbin and a cubin behind zero bytes", format_read,
          LATER("8") "@296 a part of kind 9 is not known\n" LATER("304"));
    built_length = bytes;
    build_text("\177ELF, but no file");
    check("other data", format_read, LATER("8"));
    build_at(18, 62, 2);
    built_length = bytes;
    build_bytes(cubin, bytes);
    check("a cubin behind an object of the host without kernels", format_read, LATER("216"));
    built_length = bytes;
    build_bytes(built, bytes);
    check("two such objects", format_read, "not mine\n");
}

/* Archives. */

static void member(const char *name, const char *data, size_t length)
{
    char head[64];

    snprintf(head, sizeof head, "%-16s%-12s%-6s%-6s%-8s%-10lu`\n", name, "0", "0", "0", "644",
             (unsigned long)length);
    build_bytes(head, 60);
    build_bytes(data, length);
    if (length % 2 != 0)
        build_text("\n");
}

static void archives(void)
{
    build_start();
    build_text("!<arch>\n");
    member("a/", LOG("a"), strlen(LOG("a")));
    member("empty/", "", 0);
    member("b/", LOG("bb"), strlen(LOG("bb")));
    member("c/", LOST("c"), strlen(LOST("c")));
    check("an archive", format_archive,
          LOGGED("a") LOGGED("bb") "@[ptxas info : Compiling entry function 'c'] " NO_FIGURES("c"));
    stops("an archive", format_archive, built, built_length, 2);
    build_text("!<arch>\n");
    check(
        "something behind the members", format_archive,
        LOGGED("a") LOGGED("bb") "@[ptxas info : Compiling entry function 'c'] " NO_FIGURES(
            "c") "@[!<arch>\n!] the archive is cut off or damaged: no whole member begins here\n");
}

static void damaged_archives(void)
{
    static const struct {
        const char *name, *size, *mark;
        int more, whole; /* bytes more than the member has */
    } rows[] = {{"a member", "%lu          ", "`\n", 0, 1},
                {"a size with a tab", "%lu\t         ", "`\n", 0, 1},
                {"no size", "          %lu", "`\n", 0, 0},
                {"letters in the size", "%lua          ", "`\n", 0, 0},
                {"a byte more", "%lu          ", "`\n", 1, 0},
                {"a byte less", "%lu          ", "`\n", -1, 0},
                {"another mark", "%lu          ", "`\r", 0, 0},
                {"half of the mark", "%lu          ", " \n", 0, 0},
                {"a size of ten digits", "%010lu", "`\n", 0, 1},
                {"a size of ten nines", "9999999999%lu", "`\n", 0, 0}};
    char size[32];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        build_start();
        build_text("!<arch>\n");
        member("a/", LOG("a"), LOG_BYTES);
        snprintf(size, sizeof size, rows[i].size,
                 (unsigned long)LOG_BYTES + (unsigned long)(long)rows[i].more);
        memcpy(built + 8 + 48, size, 10);
        memcpy(built + 8 + 58, rows[i].mark, 2);
        built_length = 8 + 60 + LOG_BYTES;
        report_once(format_archive, built, built_length, 1);
        ok((strstr(report_now.text, LOGGED("a")) != NULL) == (rows[i].whole || rows[i].more < 0) &&
               (strstr(report_now.text, "no whole member begins here") != NULL) != rows[i].whole,
           "%s", rows[i].name);
    }
    built_length = 12;
    check("a member's header that is cut off", format_archive,
          "@8 the archive is cut off or damaged: no whole member begins here\n");
    built_length = 8;
    check("an archive of nothing", format_archive, "");
    built_length = 7;
    check("a signature that is cut off", format_archive, "not mine\n");
    built[7] = ' ';
    built_length = 8;
    check("another signature", format_archive, "not mine\n");
}

/* Bundles. */

#define MAGIC "__CLANG_OFFLOAD_BUNDLE__"

/* Begins a bundle of parts without contents. */
static size_t bundle(unsigned count)
{
    const size_t at = built_length;

    build_text(MAGIC);
    build_add(count, 8);
    return at;
}

static void part(uint64_t offset, uint64_t size, const char *name)
{
    build_add(offset, 8);
    build_add(size, 8);
    build_add(strlen(name), 8);
    build_text(name);
}

/* Objects of a host. */

static void hosts(void)
{
    build_elf(1, 62, 0, 0, 0);
    build_section(".nv_fatbin", 8)->size = 9;
    build_section(".nv_fatbin", 1);
    container();
    entry(7, 64, 0, 0, 0, 0);
    close_container();
    build_section("__nv_relfatbin", 1);
    container();
    entry(8, 64, 0, 0, 0, 0);
    close_container();
    build_section(".hip_fatbin", 1);
    build_text("nothing");
    build_section(".nv_fatbin", 1);
    build_section(".nv_fatbinx", 1);
    build_text("nothing");
    build_end();
    check("sections of each kind", whole_host,
          "@144 a part of kind 7 is not known\n"
          "@224 a section for device code holds something else\n"
          "@0 holds link-time IR for sm_90 but no machine code, and has no resources until it is "
          "compiled\n");
    cut_off("an object of a host", format_host_object, built, built_length);
    build_at(18, 190, 2);
    check("machine 190", format_host_object, "not mine\n");
    build_at(18, 224, 2);
    check("machine 224", format_host_object, "not mine\n");
    build_at(18, 205, 2);
    check("machine 205", format_host_object, "not mine\n");
    build_at(18, 189, 2);
    report_once(format_host_object, built, built_length, 1);
    ok(strstr(report_now.text, "kind 7") != NULL, "machine 189 is a host");
    build_at(40, 1000, 8);
    check("no table of sections", format_host_object,
          "@144 a part of kind 7 is not known\n"
          "@1000 an ELF file without its table of sections: stripped of it, or cut off\n");
}

/* A fatbin of one part of PTX for a target. */
static void ptx(unsigned target)
{
    container();
    entry(1, 64, 8, 0, 0x11, 0);
    build_at(built_length - 64 + 28, target, 4);
    build_text("no cubin");
    close_container();
}

#define ONLY(list)                                                                                 \
    "@0 holds " list " but no machine code, and has no resources until it is compiled\n"

/* Fatbins among other data, as in the section .ldata of cuFFT 12 of CUDA 13. */
static void scanned_hosts(void)
{
    size_t at;

    build_elf(1, 62, 0, 0, 0);
    build_section(".ldata", 1)->flags = 3;
    build_text("other bytes and the number of a fatbin, alone: ");
    build_add(0xba55ed50, 4);
    build_align(8);
    ptx(75);
    build_add(0, 8);
    ptx(80);
    build_section(".nv_fatbin", 1)->flags = 2;
    ptx(90);
    build_section(".debug", 1);
    ptx(70);
    build_end();
    check("fatbins in loaded sections", whole_host, ONLY("PTX for sm_75, sm_80, sm_90"));
    build_at(40, 0, 8);
    build_at(60, 0, 2);
    check("fatbins without a table of sections", whole_host,
          ONLY("PTX for sm_70, sm_75, sm_80, sm_90"));
    build_elf(1, 62, 0, 0, 0);
    build_section(".data", 1)->flags = 3;
    at = built_length;
    ptx(75);
    build_end();
    check("a fatbin", whole_host, ONLY("PTX for sm_75"));
    build_at(at + 4, 2, 2);
    check("another version is no fatbin", whole_host, "not mine\n");
    build_at(at + 4, 1, 2);
    build_at(at + 6, 15, 2);
    check("a header that is too small is no fatbin", whole_host, "not mine\n");
    build_at(at + 6, 16, 2);
    build_at(at + 8, 63, 8);
    check("a container without room for a part is no fatbin", whole_host, "not mine\n");
    build_at(at + 8, 73, 8);
    check("a container beyond its section is no fatbin", whole_host, "not mine\n");
    build_at(at + 8, 72, 8);
    build_at(at + 24, 9, 8);
    check("a part beyond its container is no fatbin", whole_host, "not mine\n");
    build_at(at + 24, 8, 8);
    build_at(at + 20, 63, 4);
    check("a part with a small header is no fatbin", whole_host, "not mine\n");
    build_at(at + 20, 73, 4);
    check("a part with a large header is no fatbin", whole_host, "not mine\n");
}

static void stopped_hosts(void)
{
    build_elf(1, 62, 0, 0, 0);
    build_section(".hip_fatbin", 1);
    bundle(1);
    part(57, LOG_BYTES, "a");
    build_text(LOG("a"));
    build_section(".hip_fatbin", 1);
    bundle(1);
    part(57, LOG_BYTES, "b");
    build_text(LOG("b"));
    build_end();
    stops("an object of a host", format_host_object, built, built_length, 2);
}

static void damaged_hosts(void)
{
    build_elf(1, 62, 0, 0, 0);
    build_section(".nv_fatbin", 1);
    container();
    close_container();
    build_section(".nv_fatbin", 1);
    container();
    close_container();
    build_end();
    check("two sections of nothing", format_host_object, "");
    build_at(built_length - 64 * 3 + 32, 1000, 8);
    check("a section that is not in the file", format_host_object,
          "@[P\xed\x55\xba] section .nv_fatbin has 1000 bytes, the file ends before them\n");
    build_at(built_length - 64 * 3 + 24, 0, 8);
    build_at(built_length - 64 * 3 + 32, built_length, 8);
    check(
        "a section that is the file", format_host_object,
        "@0 a section for device code holds something else\n@80 the file is damaged: its sections "
        "overlap\n");
    build_elf(1, 62, 0, 0, 0);
    build_section(".text", 1);
    build_text("code");
    build_end();
    check("no device code", format_host_object, "not mine\n");
}

static void bundles(void)
{
    build_start();
    bundle(3); /* 32 + 25 + 25 + 28 = 110 */
    part(110, LOG_BYTES, "a");
    part(0, 0, "b");
    part(200, strlen(LOST("l")), "host");
    build_text(LOG("k"));
    built_length = 200;
    build_text(LOST("l"));
    built_length += 5;
    bundle(1);
    part(57, LOG_BYTES, "c");
    build_text(LOG("m"));
    check("two bundles", format_bundle,
          LOGGED("k") "@[ptxas info : Compiling entry function 'l'] " NO_FIGURES("l") LOGGED("m"));
    stops("two bundles", format_bundle, built, built_length, 2);
    build_text("xyz");
    check("bytes behind them", format_bundle,
          LOGGED("k") "@[ptxas info : Compiling entry function 'l'] " NO_FIGURES("l")
              LOGGED("m") "@[xyz] 3 bytes behind the bundle are passed over\n");
    build_start();
    bundle(1);
    part(0, 3, "a");
    check("a part at the start of its bundle", format_bundle,
          "@0 the part for a is no code object\n");
    built_length = 32;
    build_at(24, 0, 8);
    check("a bundle of no parts", format_bundle, "");
    built_length = 31;
    check("a bundle without a number of parts", format_bundle, "not mine\n");
}

static void parts(void)
{
    static const struct {
        const char *name, *target, *content, *expected;
    } rows[] = {
        {"bitcode", "hip-gfx90a", "BC\xc0\xde",
         "@66 the part for hip-gfx90a is LLVM bitcode: its resources are settled when it is "
         "linked\n"},
        {"wrapped bitcode", "hip-gfx90a", "\xde\xc0\x17\x0b",
         "@66 the part for hip-gfx90a is LLVM bitcode: its resources are settled when it is "
         "linked\n"},
        {"three bytes of it", "hip-gfx90a", "BC\xc0",
         "@66 the part for hip-gfx90a is no code object\n"},
        {"four other bytes", "hip-gfx90a", "BC\xc0\xdf",
         "@66 the part for hip-gfx90a is no code object\n"},
        {"four other bytes of a wrapper", "hip-gfx90a", "\xde\xc0\x17\x0a",
         "@66 the part for hip-gfx90a is no code object\n"},
        {"something for a host", "host-x86_6", "abc", ""},
        {"something for no host", "hos-x86_64", "abc",
         "@66 the part for hos-x86_64 is no code object\n"},
    };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        build_start();
        bundle(1);
        part(66, strlen(rows[i].content), rows[i].target);
        build_text(rows[i].content);
        check(rows[i].name, format_bundle, rows[i].expected);
    }
}

static void damaged_bundles(void)
{
    static const struct {
        const char *name;
        uint64_t offset, size;
        const char *expected;
    } rows[] = {
        {"a part in front of another", 81, 3,
         "@0 the bundle is damaged: its part 1 overlaps "
         "another\n"},
        {"a part behind another", 82, 3, "@82 the part for b is no code object\n"},
        {"a part of a byte too many", 82, 4,
         "@82 the bundle is cut off: the part for b has 4 bytes\n"},
        {"the last part that 64 bits can count", 82, ~(uint64_t)0 - 82,
         "@82 the bundle is cut off: the part for b has 18446744073709551533 bytes\n"},
        {"one more", 82, ~(uint64_t)0 - 81,
         "@0 the bundle is damaged: its part 1 overlaps another\n"},
    };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        build_start();
        bundle(2);
        part(32, 50, "a");
        part(rows[i].offset, rows[i].size, "b");
        build_text("abc");
        report_once(format_bundle, built, built_length, 1);
        ok(strstr(report_now.text, rows[i].expected) != NULL && (report_now.text[0] == '@') &&
               strstr(report_now.text, "the part for a is no code object") != NULL,
           "%s", rows[i].name);
    }
    build_start();
    build_add(0, 8);
    bundle(2);
    part(57, 3, "a");
    build_text("abc");
    memmove(built, built + 8, built_length - 8);
    built_length -= 8;
    check(
        "a list that is cut off", format_bundle,
        "@57 the part for a is no code object\n@0 the bundle is cut off: it has 2 parts, 1 of them "
        "are listed\n");
    build_at(48, 5, 8);
    check("a name that is cut off", format_bundle,
          "@0 the bundle is cut off: it has 2 parts, 0 of them are listed\n@32 28 bytes behind the "
          "bundle are passed over\n");
}

/* Compressed bundles: V1 has the unpacked size, V2 the length before it, V3 both in 64 bits. */

/* Adds the header of a bundle whose stream has `stream` bytes. */
static void packed_head(unsigned version, unsigned method, uint64_t stream, uint64_t room)
{
    const unsigned size = version == 3 ? 8 : 4;

    build_text("CCOB");
    build_add(version, 2);
    build_add(method, 2);
    if (version != 1)
        build_add(16 + 2 * size + stream, size);
    build_add(room, size);
    build_add(0x1122334455667788, 8); /* the hash */
}

/* Adds a stream of zlib that stores its bytes: RFC 1950 and RFC 1951, 3.2.4. */
static void zlib_stream(const unsigned char *bytes, size_t length)
{
    uint32_t low = 1, high = 0;
    size_t i;

    build_text("\x78\x01\x01");
    build_add(length, 2);
    build_add(~length, 2);
    build_bytes(bytes, length);
    for (i = 0; i < length; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    for (i = 4; i-- > 0;)
        build_add((high << 16 | low) >> 8 * i & 0xff, 1);
}

/* Adds a stream of zstd that stores its bytes, fewer than 256: RFC 8878, 3.1.1. */
static void zstd_stream(const unsigned char *bytes, size_t length)
{
    build_text("\x28\xb5\x2f\xfd\x20");
    build_add(length, 1);
    build_add(length << 3 | 1, 3);
    build_bytes(bytes, length);
}

static size_t inner_bytes;

/* Returns a bundle with a code object that is none, which is to be packed. */
static const unsigned char *inner(void)
{
    static unsigned char bytes[64];

    build_start();
    bundle(1);
    part(57, 3, "a");
    build_text("abc");
    inner_bytes = built_length;
    memcpy(bytes, built, built_length);
    build_start();
    return bytes;
}

#define NO_OBJECT "@0 the part for a is no code object\n"

static void packed_bundles(void)
{
    const unsigned char *bytes = inner();
    unsigned version;
    size_t second;
    char expected[256];

    for (version = 1; version <= 3; version++) {
        build_start();
        packed_head(version, 0, inner_bytes + 11, inner_bytes);
        zlib_stream(bytes, inner_bytes);
        built_length += 3;
        second = built_length;
        packed_head(version, 1, inner_bytes + 9, inner_bytes);
        zstd_stream(bytes, inner_bytes);
        build_text("x");
        snprintf(expected, sizeof expected,
                 NO_OBJECT "@%lu the part for a is no code object\n@%lu 1 bytes behind the bundle "
                           "are passed over\n",
                 (unsigned long)second, (unsigned long)built_length - 1);
        check_packed("two packed bundles", format_bundle, expected);
    }
    build_start();
    packed_head(1, 1, 0, 3);
    zstd_stream((const unsigned char *)"abc", 3);
    check_packed("no bundle in it", format_bundle, "@0 a compressed bundle holds no bundle\n");
    build_start();
    packed_head(2, 0, 14, 4);
    zlib_stream((const unsigned char *)"abc", 3);
    check_packed("more room than there are bytes", format_bundle,
                 "@0 a bundle compressed with zlib is damaged\n");
    build_start();
    packed_head(2, 0, 14, 2);
    zlib_stream((const unsigned char *)"abc", 3);
    check_packed("less room than there are bytes", format_bundle,
                 "@0 a bundle compressed with zlib is damaged\n");
    build_start();
    packed_head(2, 0, 14, 3);
    zlib_stream((const unsigned char *)"abc", 3);
    built[built_length - 1] ^= 1;
    check_packed("another sum at the end", format_bundle,
                 "@0 a bundle compressed with zlib is damaged\n");
}

static void damaged_packed_bundles(void)
{
    static const struct {
        const char *name;
        unsigned version, method;
        uint64_t stream, room;
        const char *expected;
    } rows[] = {
        {"version 0", 0, 0, 8, 8,
         "@0 a compressed bundle of version 0 and method 0 is not supported, only versions 1 to 3 "
         "and methods 0 (zlib) and 1 (zstd) are\n"},
        {"version 4", 4, 0, 8, 8,
         "@0 a compressed bundle of version 4 and method 0 is not supported, only versions 1 to 3 "
         "and methods 0 (zlib) and 1 (zstd) are\n"},
        {"method 2", 2, 2, 8, 8,
         "@0 a compressed bundle of version 2 and method 2 is not supported, only versions 1 to 3 "
         "and methods 0 (zlib) and 1 (zstd) are\n"},
        {"a byte more than there is", 2, 0, 9, 8,
         "@0 a compressed bundle is cut off: it says that it has 33 bytes\n"},
        {"a header without a stream", 2, 0, 0, 8,
         "@0 a compressed bundle is cut off: it says that it has 24 bytes\n"},
        {"less than a header", 3, 0, ~(uint64_t)0, 8,
         "@0 a compressed bundle is cut off: it says that it has 31 bytes\n"},
        {"what is no stream of zlib", 3, 0, 8, 8, "@0 a bundle compressed with zlib is damaged\n"},
        {"what is no stream of zstd", 1, 1, 8, 8, "@0 a part compressed with zstd is damaged\n"},
        {"no room", 3, 0, 8, 0,
         "@0 a compressed bundle says that it holds 0 bytes, 1 to 536870912 are possible\n"},
        {"too much room", 3, 0, 8, 0x20000001,
         "@0 a compressed bundle says that it holds 536870913 bytes, 1 to 536870912 are "
         "possible\n"},
    };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        build_start();
        packed_head(rows[i].version, rows[i].method, rows[i].stream, rows[i].room);
        build_text("8 bytes.");
        check_packed(rows[i].name, format_bundle, rows[i].expected);
    }
}

/* What is behind a damaged bundle, and bundles that end with the file. */
static void ends_of_packed_bundles(void)
{
    build_start();
    packed_head(3, 0, 8, 8);
    build_text("8 bytes.");
    bundle(1);
    part(57, LOG_BYTES, "c");
    build_text(LOG("k"));
    check_packed("a bundle behind a damaged one", format_bundle,
                 "@0 a bundle compressed with zlib is damaged\n" LOGGED("k"));
    build_start();
    packed_head(3, 0, 8, 0x20000000);
    build_text("8 bytes.");
    check_small("as much room as is possible", format_bundle,
                "@0 no memory for a bundle of 536870912 bytes\n");
    build_start();
    packed_head(1, 0, 0, 60);
    build_text("\x78\x01\x01\x3c");
    check_packed("a stream that ends with the file", format_bundle,
                 "@0 a bundle compressed with zlib is damaged\n");
    build_start();
    packed_head(1, 0, 0, 8);
    check("V1 without a stream", format_bundle,
          "@0 a compressed bundle is cut off: it says that it has 0 bytes\n");
    built_length = 19;
    check("a header that is cut off", format_bundle, "not mine\n");
}

/* Bundles inside a packed one are read, and one that is packed again is none. */
static void nested_bundles(void)
{
    const unsigned char *bytes = inner();
    unsigned char whole[256];
    size_t length;

    bundle(2);
    part(82, inner_bytes + 4, "b");
    part(86 + inner_bytes, 3, "c");
    build_bytes(bytes, inner_bytes);
    build_text("CCOBxyz");
    length = built_length;
    memcpy(whole, built, length);
    build_start();
    packed_head(3, 0, length + 11, length);
    zlib_stream(whole, length);
    if (strstr(report_now.text, "built without") == NULL)
        short_of_memory("a packed bundle", format_bundle, built, built_length, 65536,
                        "@0 no memory for a bundle of ");
    check_packed("a bundle in a packed one", format_bundle,
                 NO_OBJECT "@0 4 bytes behind the bundle are passed over\n@0 the part for c is no "
                           "code object\n");
    build_start();
    bundle(1);
    part(57, 32 + 14, "d");
    packed_head(3, 0, 14, 3);
    zlib_stream((const unsigned char *)"CCO", 3);
    check_packed("a packed bundle in a plain one", format_bundle,
                 "@57 a compressed bundle holds no bundle\n");
}

/* Intel's zebins and fat binaries. */

#define INFO                                                                                       \
    "version: '1.0'\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n"                  \
    "    simd_size: 16\n"
#define ZEBIN(target) "k " target " zebin: wave=16 grf=128 stack=0 spills=0"
#define NO_CHIP       "@0 the zebin does not say for which chip it is; give --device\n"

/* Begins a zebin with a section of kernels and, if `family` is not 0, notes about its target. */
static void zebin(unsigned type, unsigned machine, unsigned family, unsigned version)
{
    build_elf(type, machine, 0, 0, 0);
    build_section(".ze_info", 0xff000011);
    build_text(INFO);
    if (family == 0)
        return;
    build_align(4);
    build_section(".note.intelgt.compat", 7);
    build_add(8, 4);
    build_add(4, 4);
    build_add(1, 4);
    build_bytes("IntelGT", 8);
    build_add(family, 4);
    build_add(8, 4);
    build_add(4, 4);
    build_add(6, 4);
    build_bytes("iNTELgt", 8);
    build_add(version, 4);
}

static void zebins(void)
{
    zebin(1, 205, 29, 0);
    build_end();
    check("a zebin with a family", format_zebin, ZEBIN("tgllp") "\n");
    stops("a zebin", format_zebin, built, built_length, 1);
    cut_off("a zebin", format_zebin, built, built_length);
    zebin(0xff11, 0, 29, 12 << 22 | 55 << 14 | 8);
    build_end();
    check("a zebin with an IP version", format_zebin, ZEBIN("12.55.8") "\n");
    zebin(0xff13, 0, 0, 0);
    build_end();
    check("a zebin without a target", format_zebin, NO_CHIP ZEBIN("") "\n");
    build_at(40, 4096, 8);
    check("a zebin without its table of sections", format_zebin,
          "@0 the zebin is cut off: its table of sections is not in the file\n");
    zebin(0xff14, 204, 0, 0);
    build_end();
    check("an ELF file of another type", format_zebin, "not mine\n");
    build_elf(0xff12, 0, 0, 0, 0);
    build_section(".ze_inf", 1);
    build_text("x");
    build_end();
    check("a zebin without .ze_info", format_zebin,
          "@0 the zebin has no section .ze_info, where kernels are told about\n");
    zebin(1, 205, 0, 0);
    build_end();
    build_at(built_length - 64 * 2 + 32, 5000, 8);
    check("a zebin that ends in .ze_info", format_zebin,
          "@64 the zebin is cut off: .ze_info has 5000 bytes\n");
}

#define PATCHES                                                                                    \
    " a binary of the older patch-token format, which is not read; compile with ocloc "            \
    "-internal_options \"-cl-allow-zebin\" or a newer ocloc\n"

static void outer_elf(uint32_t type, unsigned machine)
{
    static unsigned char inner_file[1024];
    size_t length;

    zebin(1, machine, 29, 0);
    build_end();
    length = built_length;
    memcpy(inner_file, built, length);
    build_elf(0xff04, 0, 0, 0, 0);
    build_section(".x", 1);
    build_text("x");
    build_section(".y", type);
    build_bytes(inner_file, length);
    build_end();
}

static void older_zebins(void)
{
    outer_elf(0xff000005, 205);
    check("a zebin in an ELF file of OpenCL", format_zebin, ZEBIN("tgllp") "\n");
    build_at(16, 0xff05, 2);
    check("another type of file", format_zebin, "not mine\n");
    outer_elf(0xff000006, 205);
    check("another type of section", format_zebin, "@0" PATCHES);
    outer_elf(0xff000005, 204);
    check("another machine", format_zebin, "@0" PATCHES);
    outer_elf(0xff000005, 205);
    built[build_sections[2].offset] = 'x';
    check("another signature", format_zebin, "@0" PATCHES);
    build_start();
    build_text("CTNI");
    check("patch tokens", format_zebin, "@0" PATCHES);
    built_length = 3;
    check("three bytes of them", format_zebin, "not mine\n");
    build_start();
    build_add(0x07230203, 4);
    check("SPIR-V", format_zebin,
          "@0 SPIR-V is code for no chip yet: registers and SIMD width are the compiler's choice, "
          "so compile it first (ocloc compile -spirv_input)\n");
    built_length = 3;
    check("three bytes of it", format_zebin, "not mine\n");
}

static void fat_binaries(void)
{
    static const char *const first[] = {"pad_0",      "64.tgllp", "32.tgllp",
                                        "generic_ir", "pad_1",    "65."};
    static char bytes[2048];
    size_t length, i;

    zebin(1, 205, 1272, 0);
    build_end();
    length = built_length;
    memcpy(bytes, built, length);
    build_start();
    build_text("!<arch>\n");
    member("pad_0/", "x", 1);
    member("64.12.71.4/", bytes, length);
    member("64.1234567890123", bytes, length);
    member("64./", bytes, length);
    member("generic_ir/", "x", 1);
    member("64.a/", "", 0);
    member("64.b/", "CTNI", 4);
    member("64.c/", "CTN", 3);
    check("a fat binary", format_zebin,
          ZEBIN("12.71.4") "\n" ZEBIN("1234567890123") "\n" ZEBIN(
              "mtl") "; generic_target\n"
                     "@[CTNI]" PATCHES
                     "@[CTN\n] member 64.c of the fat binary is no zebin: passed over\n");
    for (i = 0; i < 6; i++) {
        build_start();
        build_text("!<arch>\n");
        member(first[i], "", 0);
        check(first[i], format_zebin, i < 4 ? "" : "not mine\n");
    }
    member("64.d/", bytes, length);
    built_length -= 1;
    build_at(8, '6' | '4' << 8 | '.' << 16, 3);
    check("a fat binary that is cut off", format_zebin,
          "@68 the fat binary is cut off or damaged here\n");
    zebin(1, 205, 29, 0);
    build_end();
    length = built_length;
    memcpy(bytes, built, length);
    build_start();
    build_text("!<arch>\n");
    member("64.12.71.4/", bytes, length);
    member("64.12.71.4/", bytes, length);
    check("zebins that say their chip", format_zebin, ZEBIN("tgllp") "\n" ZEBIN("tgllp") "\n");
    stops("a fat binary", format_zebin, built, built_length, 2);
}

int main(void)
{
    fatbins();
    damaged_fatbins();
    packed_fatbins();
    later_cubins();
    joined();
    archives();
    damaged_archives();
    hosts();
    scanned_hosts();
    stopped_hosts();
    damaged_hosts();
    bundles();
    parts();
    damaged_bundles();
    packed_bundles();
    damaged_packed_bundles();
    ends_of_packed_bundles();
    nested_bundles();
    zebins();
    older_zebins();
    fat_binaries();
    return done();
}
