/* SPDX-License-Identifier: MIT
 *
 * Tests what the readers share: lines and numbers of text, JSON (RFC 8259), sorted names, working
 * memory, budgets, and the public functions, with values that are computed here.
 */
#include "bytes.h"
#include "json.h"
#include "name_list.h"
#include "report.h"
#include "text_lines.h"

/* Returns the text at the end of readable memory. */
static gpuocc_kernels_text placed(const char *string)
{
    gpuocc_kernels_text text = {NULL, strlen(string)};

    text.at = memcpy(report_room(text.length, 1), string, text.length);
    return text;
}

static void lines(void)
{
    gpuocc_kernels_text rest = placed("a\r\n\nb\rc\n\r\nd\r"), line;
    static const char *const expected[] = {"a", "", "b\rc", "", "d"};
    size_t i, at = 9, wrong = 0;

    for (i = 0; text_line(&rest, &line); i++)
        wrong += i >= 5 || !text_is(line, expected[i]);
    ok(i == 5 && wrong == 0, "lines that end in LF, in CRLF and in nothing");
    ok(text_find(placed("abcabd"), "abd", &at) && at == 3 && text_find(placed("ab"), "ab", &at) &&
           at == 0 && !text_find(placed("a"), "ab", &at) &&
           !text_find(placed("aab"), "abc", NULL) && !text_find(placed(""), "a", NULL) &&
           !text_find(placed("a"), "", NULL) && text_find(placed("aaab"), "b", &at) && at == 3,
       "a word in a text");
    ok(text_is(text_until(placed("ab:c:"), ':'), "ab") &&
           text_is(text_until(placed("ab"), ':'), "ab") &&
           text_until(placed(""), ':').length == 0 && text_until(placed(":"), ':').length == 0,
       "the text before a byte");
    ok(text_is(text_trim(placed(" \t a b \t ")), "a b") && text_trim(placed(" \t")).length == 0 &&
           text_is(text_trim(placed("a")), "a"),
       "a text without blanks around it");
    ok(text_same(placed("ab"), placed("ab")) && text_starts(placed("ab"), "ab") &&
           !text_starts(placed("a"), "ab") && !text_is(placed("ab"), "a"),
       "texts that are the same");
}

static void numbers(void)
{
    static const struct {
        const char *text;
        int is_number, is_figure; /* a figure is only a number */
        uint64_t number;
    } rows[] = {{"0", 1, 1, 0},
                {"9", 1, 1, 9},
                {"1/", 1, 0, 1},
                {"1:", 1, 0, 1},
                {"", 0, 0, 0},
                {"-1", 0, 0, 0},
                {"4294967293", 1, 1, 4294967293},
                {"4294967294", 1, 0, 4294967294},
                {"18446744073709551614", 1, 0, UINT64_MAX - 1},
                {"18446744073709551615", 1, 0, UINT64_MAX},
                {"18446744073709551616", 1, 0, UINT64_MAX},
                {"18446744073709551620", 1, 0, UINT64_MAX},
                {"99999999999999999999999", 1, 0, UINT64_MAX}};
    gpuocc_kernels_text text;
    uint64_t number;
    uint32_t figure;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text = placed(rows[i].text);
        figure = 7;
        ok(text_figure(text, &figure) == rows[i].is_figure &&
               figure == (rows[i].is_figure ? (uint32_t)rows[i].number : 7) &&
               text_number(&text, &number) == rows[i].is_number && number == rows[i].number,
           "the number %s", rows[i].text);
    }
}

static void names_of_bytes(void)
{
    static unsigned char letters[65540];
    const struct bytes bytes = {letters, sizeof letters - 3};
    struct bytes three = {letters, 3};

    memset(letters, 'a', sizeof letters);
    ok(bytes_name(bytes, 0).length == 65535 && bytes_name(bytes, 2).length == 65535 &&
           bytes_name(bytes, 3).length == 65534 &&
           bytes_name(bytes, sizeof letters - 3).length == 0,
       "a name of up to 65535 bytes");
    letters[65535] = 0;
    ok(bytes_name(bytes, 0).length == 65535 && bytes_name(bytes, 1).length == 65534,
       "a name that ends in a zero");
    letters[0] = 1;
    letters[1] = 2;
    letters[2] = 0x83;
    ok(bytes_u16(three, 0) == 0x201 && bytes_u16(three, 1) == 0x8302 && bytes_u16(three, 2) == 0 &&
           bytes_u8(three, 2) == 0x83 && bytes_u8(three, 3) == 0 && bytes_u32(three, 0) == 0 &&
           bytes_number(three, 0, 3) == 0x830201 && bytes_u16(three, UINT64_MAX) == 0,
       "numbers of 1 to 3 bytes, and beyond the end");
    ok(bytes_part(three, 1, 2).length == 2 && bytes_part(three, 1, 2).at == letters + 1 &&
           bytes_part(three, 1, 3).length == 0 && bytes_part(three, 3, 0).length == 0 &&
           bytes_part(three, 1, UINT64_MAX).length == 0 && bytes_from(three, 2).length == 1 &&
           bytes_from(three, 4).length == 0,
       "parts");
}

/* JSON: the members or elements of a value, with '|' behind each, and '!' if it is damaged. */
static void walks(void)
{
    static const struct {
        char kind;
        const char *text, *expected;
    } rows[] = {{'[', " [ 1 , \"a\\\"b\" ,{\"x\":[1,\"]\"]}, [3]\t,\ntrue\r] ",
                 "1|\"a\\\"b\"|{\"x\":[1,\"]\"]}|[3]|true|"},
                {'[', "[]", ""},
                {'[', "[1]", "1|"},
                {'[', "[", "!"},
                {'[', "[1", "1|!"},
                {'[', "[1,", "1|!"},
                {'[', "[1,]", "1|!"},
                {'[', "[,1]", "!"},
                {'[', "[1 2]", "1|!"},
                {'[', "[1:2]", "1|!"},
                {'[', "[1}", "1|!"},
                {'[', "[1{2}]", "1|!"},
                {'[', "[1[2]]", "1|!"},
                {'[', "[1\"2\"]", "1|!"},
                {'[', "[\"a]", "!"},
                {'[', "[\"a\\\"]", "!"},
                {'[', "[{\"a\\\"]}]", "!"},
                {'[', "[{]", "{]|!"},
                {'[', "[[1]", "[1]|!"},
                {'[', "{}", ""},
                {'[', "", ""},
                {'{', "{\"a\": 1 , \"b\":{}}", "\"a\"=1|\"b\"={}|"},
                {'{', "{}", ""},
                {'{', "{\"a\" 1}", "!"},
                {'{', "{a:1}", "!"},
                {'{', "{\"a\":}", "!"},
                {'{', "{\"a\":1,}", "\"a\"=1|!"},
                {'{', "{\"a\":1,", "\"a\"=1|!"},
                {'{', "{\"a\"", "!"},
                {'{', "{\"a", "!"},
                {'{', "{\"a\":", "!"},
                {'{', "[]", ""}};
    gpuocc_kernels_text name, value;
    struct json_walk walk;
    char got[256];
    size_t i, at;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        walk = format_json_walk(placed(rows[i].text), rows[i].kind);
        for (at = 0; format_json_next(&walk, rows[i].kind == '{' ? &name : NULL, &value);) {
            if (rows[i].kind == '{')
                at += (size_t)sprintf(got + at, "%.*s=", (int)name.length, name.at);
            at += (size_t)sprintf(got + at, "%.*s|", (int)value.length, value.at);
        }
        strcpy(got + at, walk.damaged ? "!" : "");
        if (!ok(strcmp(got, rows[i].expected) == 0 &&
                    !format_json_next(&walk, rows[i].kind == '{' ? &name : NULL, &value),
                "row %u of JSON", (unsigned)i))
            printf("# is: %s\n", got);
    }
}

static void strings(void)
{
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"\"ab\"", "ab"},
        {"\"\\b\\f\\n\\r\\t\\/\\\\\\\"\\x\"", "\b\f\n\r\t/\\\"x"},
        {"\"\\u0041\\u007f\\u0080\\u07ff\\u0800\\uffff\"",
         "A\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"},
        {"\"\\uABCD\\uabcd\\u09aF\"", "\xea\xaf\x8d\xea\xaf\x8d\xe0\xa6\xaf"},
        {"\"\\u000/\\u000:\\u000`\\u000g\\u000@\\u000G\"", "u000/u000:u000`u000gu000@u000G"},
        {"\"\\ud800\\udc00\\udbff\\udfff\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"\"\\ud7ff\\ue000\"", "\xed\x9f\xbf\xee\x80\x80"},
        {"\"\\ud800\"", "\xef\xbf\xbd"},
        {"\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\"\\ud800\\udbff\"", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\"\\ud800\\ue000\"", "\xef\xbf\xbd\xee\x80\x80"},
        {"\"\\ud83dx\"", "\xef\xbf\xbdx"},
        {"\"\\u004\"", "u004"},
        {"\"\\u00411\"", "A1"},
        {"\"\\\"", "\\"},
        {"\"\"", ""},
        {"\"", ""},
        {"12", ""},
        {"", ""}};
    char got[64];
    size_t i, length;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        length = format_json_string(placed(rows[i].text), got, sizeof got);
        if (!ok(length == strlen(rows[i].expected) && memcmp(got, rows[i].expected, length) == 0,
                "row %u of strings", (unsigned)i))
            printf("# is: %.*s\n", (int)length, got);
    }
    ok(format_json_string(placed("\"abcdefgh\""), got, 8) == 5 &&
           format_json_string(placed("\"abcdefgh\""), got, 4) == 1 &&
           format_json_string(placed("\"abcdefgh\""), got, 3) == 0,
       "a string in room for a character of four bytes more");
    ok(format_json_is(placed("\"ab\""), "ab") && !format_json_is(placed("\"ab\""), "a") &&
           !format_json_is(placed("ab"), "ab") && !format_json_is(placed("\""), "") &&
           format_json_is(placed("\"\""), "") && !format_json_is(placed(""), ""),
       "a string is a word");
}

enum { NAMES = 1000 };

static void names(void)
{
    static char texts[NAMES][8];
    struct name_list list = {NULL, 0, 0, NULL};
    struct listed_name *found;
    gpuocc_kernels_text name;
    unsigned i, wrong = 0;

    for (i = 0; i < NAMES; i++) {
        name.length = (size_t)sprintf(texts[i], "%u", i * 7919 % NAMES);
        name.at = texts[i];
        wrong += !name_list_add(&list, name, i);
    }
    name.at = "77";
    name.length = 2;
    wrong += !name_list_add(&list, name, 5000) || !name_list_add(&list, name, 4000);
    name_list_sort(&list);
    for (i = 0; i + 1 < list.count; i++)
        wrong += list.at[i].name.length > list.at[i + 1].name.length ||
                 (list.at[i].name.length == list.at[i + 1].name.length &&
                  memcmp(list.at[i].name.at, list.at[i + 1].name.at, list.at[i].name.length) > 0);
    for (i = 0; i < NAMES; i++) {
        name.at = texts[i];
        name.length = strlen(texts[i]);
        found = name_list_find(&list, name);
        wrong += found == NULL || found->value != i || found->used != 0;
    }
    ok(wrong == 0 && list.count == NAMES + 2, "%u names are found, each first one", NAMES);
    name.at = "1000";
    name.length = 4;
    wrong += name_list_find(&list, name) != NULL;
    name.at = "0x";
    name.length = 2;
    wrong += name_list_find(&list, name) != NULL;
    name.length = 0;
    ok(wrong == 0 && name_list_find(&list, name) == NULL, "others are not");
    name_list_by_value(&list);
    for (i = 0; i < list.count; i++)
        wrong += list.at[i].value != (i < NAMES ? i : i == NAMES ? 4000u : 5000u);
    ok(wrong == 0, "they are sorted by their value");
    name_list_free(&list);
    ok(list.count == 0 && list.at == NULL && name_list_find(&list, name) == NULL, "and gone");
}

static void arenas(void)
{
    static const struct {
        unsigned skip;
        size_t size, bytes;
        int fits;
    } rows[] = {{0, 32, 16, 1},
                {0, 32, 17, 0},
                {0, 31, 16, 0},
                {0, 16, 0, 1},
                {0, 15, 0, 0},
                {1, 47, 16, 1},
                {1, 46, 16, 0},
                {15, 33, 1, 1},
                {15, 32, 1, 0},
                {1, 15, 0, 0},
                {1, 16, 0, 0},
                {0, 0, 0, 0},
                {1, 14, 0, 0},
                {0, 64, SIZE_MAX, 0},
                {0, 64, SIZE_MAX - 15, 0},
                {0, 64, SIZE_MAX - 31, 0},
                {0, 64, 48, 1},
                {0, 64, 49, 0}};
    static unsigned char memory[1024 + 16];
    unsigned char *const start = memory + (16 - (uintptr_t)memory % 16) % 16;
    struct format_arena arena;
    unsigned char *a;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        format_arena_open(&arena, start + rows[i].skip, rows[i].size);
        a = format_take(&arena, rows[i].bytes);
        ok((a != NULL) == rows[i].fits && (uintptr_t)a % 16 == 0 &&
               (a == NULL || (a >= start + rows[i].skip + 16 &&
                              a + rows[i].bytes <= start + rows[i].skip + rows[i].size)),
           "%lu bytes of %lu at %u", (unsigned long)rows[i].bytes, (unsigned long)rows[i].size,
           rows[i].skip);
    }
}

static void blocks(void)
{
    static unsigned char memory[1024 + 16];
    unsigned char *const start = memory + (16 - (uintptr_t)memory % 16) % 16;
    struct format_arena arena;
    unsigned char *a, *b, *c;

    format_arena_open(&arena, start, 16 * 8);
    a = format_take(&arena, 16);
    b = format_take(&arena, 16);
    c = format_take(&arena, 32);
    ok(a == start + 16 && b == a + 32 && c == b + 32 && format_take(&arena, 0) == c + 48 &&
           format_take(&arena, 0) == NULL,
       "blocks one behind another");
    format_arena_open(&arena, start, 16 * 7);
    a = format_take(&arena, 16);
    b = format_take(&arena, 16);
    c = format_take(&arena, 32);
    format_give(&arena, NULL);
    format_give(&arena, b);
    ok(format_take(&arena, 0) == NULL, "a block below another is not free yet");
    format_give(&arena, c);
    ok(format_take(&arena, 16) == b && format_take(&arena, 32) == c, "both are free with the last");
    format_give(&arena, b);
    format_give(&arena, a);
    format_give(&arena, c);
    ok(arena.used == 0 && format_take(&arena, 96) == a, "all are free");
    format_arena_open(&arena, NULL, 64);
    ok(arena.at == NULL || arena.size == 64, "no memory");
}

static unsigned emitted; /* kernels that the next reader reports */
static uint64_t room;    /* what it asks to unpack, twice */
static int granted;

static int emit(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    gpuocc_kernels_found kernel;
    unsigned i;

    (void)bytes;
    (void)length;
    format_start(&kernel);
    kernel.name.at = kernel.target.at = kernel.format = "0123456789";
    kernel.name.length = 10;
    kernel.target.length = 3;
    granted = format_may_unpack(callbacks, room);
    granted += 2 * format_may_unpack(callbacks, 1);
    for (i = 0; i < emitted; i++)
        if (callbacks->kernel(callbacks->user, &kernel) != 0)
            return GPUOCC_KERNELS_STOPPED;
    return GPUOCC_KERNELS_NONE;
}

/* An input of 100 bytes: 4 MiB + 64 times its size for kernels of 256 + 10 + 2 * 3 bytes each, and
 * 64 MiB + 128 times its size for what is unpacked. */
static void budgets(void)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};
    const uint64_t most = ((uint64_t)64 << 20) + 12800;
    const unsigned kernels = ((4u << 20) + 6400) / 272;
    const unsigned char *bytes = (const unsigned char *)"";
    int status;

    memset(&report_now, 0, sizeof report_now);
    emitted = kernels;
    room = most;
    status = format_run(emit, bytes, 100, &callbacks);
    ok(status == GPUOCC_KERNELS_NONE && report_now.kernels == kernels && granted == 1,
       "%u kernels, and all that may be unpacked", kernels);
    report_now.kernels = 0;
    report_now.length = 0;
    emitted++;
    room = most - 1;
    status = format_run(emit, bytes, 100, &callbacks);
    ok(status == GPUOCC_KERNELS_OK && report_now.kernels == kernels && granted == 3,
       "a kernel more, and a byte less");
    report_now.kernels = 0;
    room = most + 1;
    report_now.stop_at = 3;
    status = format_run(emit, bytes, 100, &callbacks);
    ok(status == GPUOCC_KERNELS_STOPPED && report_now.kernels == 3 && granted == 2,
       "reading stops, and a byte more");
    memset(&report_now, 0, sizeof report_now);
    emitted = 0;
    room = UINT64_MAX;
    status = emit(bytes, 100, &callbacks);
    ok(granted == 3, "without a budget everything may be unpacked");
}

static void budget_warning(void)
{
    struct callbacks callbacks = {NULL, report_kernel, report_warning, 0, NULL, NULL, 0};

    memset(&report_now, 0, sizeof report_now);
    report_now.length = sizeof report_now.text - 200; /* only the end is of interest */
    memset(report_now.text, ' ', report_now.length);
    emitted = 20000;
    (void)format_run(emit, (const unsigned char *)"", 0, &callbacks);
    ok(report_now.kernels == (4u << 20) / 272, "a file of no bytes");
}

/* A text with a zero byte among its first 4096 is none. */
static void zeros(void)
{
    static char text[4200];
    static const char log[] = "ptxas info : Compiling entry function 'k' for 'sm_80'\n"
                              "ptxas info : Used 32 registers\n";
    unsigned at;

    for (at = 4094; at < 4098; at++) {
        memset(text, '\n', sizeof text);
        memcpy(text, log, sizeof log - 1);
        text[at] = 0;
        reports("a text with a zero byte", format_read, text, sizeof text,
                at < 4096 ? "not mine\n" : "k sm_80 ptxas log: registers=32; shared_unsaid\n");
    }
}

/* A text that ends in a number, and not in the end of a line, may be cut off there. */
static void ends(void)
{
#define CUT_LOG(end)                                                                               \
    "Function Name: k\nVGPRs: 8\nLDS Size [bytes/block]: " end,                                    \
        sizeof "Function Name: k\nVGPRs: 8\nLDS Size [bytes/block]: " end - 1
#define CUT_KERNEL(shared)                                                                         \
    "k  clang remarks: wave=? registers=8" shared " sgprs=? mode=?; shared_unsaid\n"

    reports(
        "a text that ends in a number", format_read, CUT_LOG("16"),
        CUT_KERNEL(" shared=16") "@[16] the text ends in 16 without the end of a line: if it is "
                                 "cut off here, this number is too small and figures behind it are "
                                 "missing\n");
    reports("in 0", format_read, CUT_LOG("0"), CUT_KERNEL(""));
    reports("in the end of a line", format_read, CUT_LOG("16\n"), CUT_KERNEL(" shared=16"));
    reports("in a number of which nothing is read", format_read, CUT_LOG("16\nbuild 2024"),
            CUT_KERNEL(" shared=16"));
    reports("in a long number", format_read, "123456789012345678901234567890", 30, "not mine\n");
}

/* A text of several formats is read by all of them: clang's remarks have words that are also those
 * of Mesa, whose reader passes over them. */
static void mixed(void)
{
#define MIXED_LOG                                                                                  \
    "ptxas info : Compiling entry function 'k' for 'sm_80'\n"                                      \
    "ptxas info : Used 32 registers\n"
#define MIXED_REMARKS                                                                              \
    "a:1:2: remark: Function Name: l\na:1:2: remark: VGPRs: 8\n"                                   \
    "a:1:2: remark: LDS Size [bytes/block]: 16\n"
#define MIXED_CODE ".amdhsa_kernel m\n.amdhsa_next_free_vgpr 8\n.end_amdhsa_kernel\n"
#define MIXED_K    "k sm_80 ptxas log: registers=32; shared_unsaid\n"
#define MIXED_L    "l  clang remarks: wave=? registers=8 shared=16 sgprs=? mode=?; shared_unsaid\n"
#define MIXED_M    "m  AMD assembly: wave=? registers=8 agprs=? sgprs=? mode=?; shared_unsaid\n"
#define MIXED_BARE "Function Name: l\nSGPRs: 4\nVGPRs: 8\nLDS Size [bytes/block]: 16\n"
#define MIXED_B    "l  clang remarks: wave=? registers=8 shared=16 sgprs=4 mode=?; shared_unsaid\n"
#define MIXED_MESA                                                                                 \
    "Compute Shader:\nRegisters used: 12\nHalf-registers used: 9\nSubgroup size: 128\n"
#define MIXED_AOC                                                                                  \
    "======== Shader Stats CS ========\n"                                                          \
    "Full precision register footprint per shader instance : 24\n"
#define MIXED_FIGURES "registers=12 shared=? barriers=? virtual=? half=9"
#define MIXED_C       "Compute Shader  Mesa Adreno: wave=128 " MIXED_FIGURES "\n"
#define MIXED_UNNAMED "  Mesa Adreno: wave=? " MIXED_FIGURES "; stage_unsaid\n"
#define MIXED_AT                                                                                   \
    "  kernel attributes: registers=10 shared=24 stack=0; shared_unsaid\n"
#define MIXED_A                                                                                    \
    "CS  Adreno compiler: wave=? registers=24 shared=? barriers=? virtual=? half=?\n"
    static const char all[] = MIXED_CODE MIXED_REMARKS MIXED_LOG;
    static const struct row rows[] = {
        {"remarks before a log of ptxas", MIXED_REMARKS MIXED_LOG, MIXED_K MIXED_L},
        {"and behind it", MIXED_LOG MIXED_REMARKS, MIXED_K MIXED_L},
        {"assembly beside a log", MIXED_CODE MIXED_LOG, MIXED_K MIXED_M},
        {"three formats", MIXED_CODE MIXED_REMARKS MIXED_LOG, MIXED_K MIXED_L MIXED_M},
        {"two formats and, at the end, a figure of one of them",
         MIXED_LOG "Function Name: l\nVGPRs: 8\nLDS Size [bytes/block]: 16",
         MIXED_K MIXED_L
         "@[16] the text ends in 16 without the end of a line: if it is cut off here, "
         "this number is too small and figures behind it are missing\n"},
        {"statistics of Mesa behind a log of ptxas", MIXED_LOG MIXED_MESA, MIXED_K MIXED_C},
        {"before a report of Adreno's compiler", MIXED_MESA MIXED_AOC, MIXED_A MIXED_C},
        {"and behind it", MIXED_AOC MIXED_MESA, MIXED_A MIXED_C},
        {"behind remarks without a mark", MIXED_BARE MIXED_MESA, MIXED_B MIXED_C},
        {"before them", MIXED_MESA MIXED_BARE, MIXED_B MIXED_C},
        {"without a title behind a blank line",
         MIXED_BARE "\nRegisters used: 12\nHalf-registers used: 9\n", MIXED_B MIXED_UNNAMED},
        {"attributes of a function behind a log of ptxas",
         MIXED_LOG "{'local_size_bytes': 0, 'num_regs': 10, 'shared_size_bytes': 24}\n",
         MIXED_K MIXED_AT},
        {"pipelines of Metal before it",
         "ggml_metal_init: loaded add 0x1248 | th_max = 896 | th_width = 32\n" MIXED_LOG,
         MIXED_K "add  kernel attributes: wave=32 shared=? half=?\n"},
        {"but not AMD's words, which are those of its assembly",
         MIXED_CODE ".vgpr_count: 8\n.group_segment_fixed_size: 16\n", MIXED_M},
        {"or a number of neither", MIXED_LOG MIXED_REMARKS "16", MIXED_K MIXED_L},
    };

    CHECK(format_read, rows);
    stops("three formats", format_read, all, sizeof all - 1, 3);
}

static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    unsigned *count = user;

    return found->size == sizeof *found && ++*count == 2;
}

static void public_functions(void)
{
    static const char log[] = "ptxas info : Compiling entry function 'k' for 'sm_80'\n"
                              "ptxas info : Used 32 registers\n"
                              "ptxas info : Compiling entry function 'l' for 'sm_80'\n"
                              "ptxas info : Used 32 registers\n";
    const size_t first = offsetof(gpuocc_kernels_callbacks, memory_bytes) + sizeof(size_t);
    unsigned count = 0;
    gpuocc_kernels_callbacks reader = {0, &count, take, NULL, NULL, 0, NULL};
    gpuocc_kernels_found found = {.size = sizeof found, .name = {"k", 1}};
    gpuocc_kernel asked;

    reader.size = (uint32_t)first - 1;
    ok(gpuocc_kernels_read(&reader, log, sizeof log - 1) == GPUOCC_KERNELS_ERROR_SIZE &&
           gpuocc_kernels_read(&reader, NULL, 1) == GPUOCC_KERNELS_ERROR_SIZE,
       "a struct that lacks a byte");
    reader.size = (uint32_t)first;
    ok(gpuocc_kernels_read(&reader, log, sizeof log - 1) == GPUOCC_KERNELS_STOPPED && count == 2 &&
           gpuocc_kernels_read(&reader, NULL, 1) == GPUOCC_KERNELS_ERROR_REQUIRED &&
           gpuocc_kernels_read(&reader, log, 0) == GPUOCC_KERNELS_NONE &&
           gpuocc_kernels_read(&reader, log, 1) == GPUOCC_KERNELS_NONE,
       "the first version of the struct");
    found.kernel.max_threads_per_group = GPUOCC_ZERO;
    ok(gpuocc_kernels_convert(&found, NULL, &asked) == 1u << GPUOCC_KERNELS_ASSUMED_ANY_GROUP &&
           asked.threads_per_group == GPUOCC_UNKNOWN,
       "a bound of 0 is none");
    found.kernel.max_threads_per_group = GPUOCC_UNKNOWN;
    ok(gpuocc_kernels_convert(&found, NULL, &asked) == 1u << GPUOCC_KERNELS_ASSUMED_ANY_GROUP &&
           asked.threads_per_group == GPUOCC_UNKNOWN,
       "a bound that is not known is none");
    found.kernel.max_threads_per_group = 1;
    ok(gpuocc_kernels_convert(&found, NULL, &asked) == 1u << GPUOCC_KERNELS_ASSUMED_BOUND &&
           asked.threads_per_group == 1,
       "a bound of 1");
}

static void asked(void)
{
    gpuocc_kernels_found found = {.size = sizeof found, .name = {"k", 1}};
    gpuocc_kernel given = {0}, asked;

    found.kernel.registers_per_thread = 40;
    found.kernel.shared_bytes = GPUOCC_UNKNOWN;
    found.kernel.barriers_per_group = GPUOCC_UNKNOWN;
    found.kernel.reported_max_threads = 7;
    given.threads_per_group = 96;
    given.registers_per_thread = 50;
    given.shared_bytes = 1000;
    ok(gpuocc_kernels_convert(&found, &given, &asked) == 0 && asked.threads_per_group == 96 &&
           asked.registers_per_thread == 40 && asked.shared_bytes == 1000 &&
           asked.barriers_per_group == GPUOCC_UNKNOWN && asked.reported_max_threads == 7 &&
           asked.size == sizeof asked,
       "what is given stands where the file does not know");
    found.notes = 1u << GPUOCC_KERNELS_NOTE_SHARED_UNSAID;
    ok(gpuocc_kernels_convert(&found, &given, &asked) ==
           1u << GPUOCC_KERNELS_ASSUMED_NO_DYNAMIC_SHARED,
       "no dynamic shared memory is assumed");
    found.notes = 1u << GPUOCC_KERNELS_NOTE_TENSOR_UNSAID;
    ok(gpuocc_kernels_convert(&found, &given, &asked) ==
           1u << GPUOCC_KERNELS_ASSUMED_NO_TENSOR_MEMORY,
       "no Tensor Memory is assumed");
    found.notes = UINT32_MAX;
    given.dynamic_shared_bytes = given.virtual_resources = 1;
    ok(gpuocc_kernels_convert(&found, &given, &asked) == 0, "unless they are given");
}

static void words(void)
{
    uint32_t i;
    int wrong = 0;

    for (i = 0; i < 20; i++)
        wrong += (gpuocc_kernels_note_name(i)[0] != 0) != (i < GPUOCC_KERNELS_NOTE_COUNT) ||
                 (gpuocc_kernels_note_about(i)[0] != 0) != (i < GPUOCC_KERNELS_NOTE_COUNT) ||
                 (gpuocc_kernels_assumption_name(i)[0] != 0) != (i < 4) ||
                 (gpuocc_kernels_assumption_about(i)[0] != 0) != (i < 4);
    ok(wrong == 0, "all notes and assumptions have words");
}

int main(void)
{
    asked();
    words();
    lines();
    numbers();
    names_of_bytes();
    walks();
    strings();
    names();
    arenas();
    blocks();
    budgets();
    budget_warning();
    zeros();
    ends();
    mixed();
    public_functions();
    return done();
}
