/* SPDX-License-Identifier: MIT
 *
 * Tests profiles in UTF-16, as PowerShell writes what it redirects.
 */
#include "runs.h"

#define HEAD                                                                                       \
    "Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (B),DymSMem "          \
    "(B),Name\r\n"
#define ROW "5,6,1,1,1,32,1,1,16,0,0,"
#define LINE                                                                                       \
    ": group=32,1,1 grid=1,1,1 registers=16 static=0 dynamic=0 shared=0 start=5 duration=6;"       \
    " lacks device\n"
#define CUT " the profile is cut off here, within a character\n"

/* Tests units in both orders of bytes, with the mark, and `more` bytes, of 0 to 1. */
static void check_units(const char *name, const uint16_t *units, size_t count, size_t more,
                        const char *expected)
{
    char *bytes = calloc(2 * count + 3, 1);
    size_t i, big;

    for (big = 0; big < 2; big++) {
        bytes[big] = (char)0xff;
        bytes[!big] = (char)0xfe;
        for (i = 0; i < count; i++) {
            bytes[2 * i + 2 + big] = (char)(units[i] & 0xff);
            bytes[2 * i + 2 + !big] = (char)(units[i] >> 8);
        }
        check(name, bytes, 2 * count + 2 + more, expected);
    }
    free(bytes);
}

/* Tests a table whose last name is that of these units. */
static void check_name(const char *name, const uint16_t *units, size_t count, size_t more,
                       const char *expected)
{
    static const char text[] = HEAD ROW;
    uint16_t all[sizeof text + 64];
    size_t i;

    for (i = 0; i + 1 < sizeof text; i++)
        all[i] = (unsigned char)text[i];
    memcpy(all + i, units, count * sizeof *units);
    check_units(name, all, i + count, more, expected);
}

/* Characters at the limits of each length, of which those of a pair of units (RFC 2781) are
 * 0x10000 + (first - 0xd800) * 1024 + (second - 0xdc00). */
static void test_limits(void)
{
    static const struct {
        uint16_t units[2];
        size_t count;
        const char *expected;
    } rows[] = {{{'k', 0x7f}, 2, "k\x7f" LINE},
                {{0x80, 'k'}, 2, "\xc2\x80k" LINE},
                {{0x7ff, 'k'}, 2, "\xdf\xbfk" LINE},
                {{0x800, 'k'}, 2, "\xe0\xa0\x80k" LINE},
                {{0xd7ff, 'k'}, 2, "\xed\x9f\xbfk" LINE},
                {{0xd800, 'k'}, 2, "\xef\xbf\xbdk" LINE},
                {{0xdbff, 'k'}, 2, "\xef\xbf\xbdk" LINE},
                {{0xdc00, 'k'}, 2, "\xef\xbf\xbdk" LINE},
                {{0xdfff, 'k'}, 2, "\xef\xbf\xbdk" LINE},
                {{0xe000, 'k'}, 2, "\xee\x80\x80k" LINE},
                {{0xffff, 'k'}, 2, "\xef\xbf\xbfk" LINE},
                {{0xdbff, 0xdfff}, 2, "\xf4\x8f\xbf\xbf" LINE},
                {{0xd800, 0xdc00}, 2, "\xf0\x90\x80\x80" LINE},
                {{0xd83d, 0xe000}, 2, "\xef\xbf\xbd\xee\x80\x80" LINE},
                {{0xd83d, 0xd7ff}, 2, "\xef\xbf\xbd\xed\x9f\xbf" LINE},
                {{0xdc00, 0xdc00}, 2, "\xef\xbf\xbd\xef\xbf\xbd" LINE}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++)
        check_name("characters at a limit", rows[i].units, rows[i].count, 0, rows[i].expected);
}

int main(void)
{
    static const uint16_t plain[] = {'k', '\r', '\n'}, two[] = {0xe9}, three[] = {0x4e2d},
                          least[] = {0x800}, micro[] = {0xb5}, four[] = {0xd83d, 0xde00},
                          high[] = {0xd83d, 'x'}, low[] = {0xde00},
                          highs[] = {0xd83d, 0xd83d, 0xde00}, half[] = {'k', 0xd83d},
                          last[] = {0xd800, 0xdfff}, first[] = {0xd800, 0xdc00};
    char cut[400];
    uint16_t longer[3000];
    struct written *w = start_writing();
    size_t i;

    test_limits();
    check_name("ASCII", plain, 3, 0, "k" LINE);
    check_name("two bytes of UTF-8", two, 1, 0, "\xc3\xa9" LINE);
    check_name("three", three, 1, 0, "\xe4\xb8\xad" LINE);
    check_name("two bytes, of which the first is 0xc2", micro, 1, 0, "\xc2\xb5" LINE);
    check_name("the first second half of a pair", first, 2, 0, "\xf0\x90\x80\x80" LINE);
    check_name("the least character of three", least, 1, 0, "\xe0\xa0\x80" LINE);
    check_name("four, of a pair", four, 2, 0, "\xf0\x9f\x98\x80" LINE);
    check_name("the last second half of a pair", last, 2, 0, "\xf0\x90\x8f\xbf" LINE);
    check_name("half a pair, the first", high, 2, 0, "\xef\xbf\xbdx" LINE);
    check_name("half a pair, the second", low, 1, 0, "\xef\xbf\xbd" LINE);
    check_name("half a pair before a pair", highs, 3, 0, "\xef\xbf\xbd\xf0\x9f\x98\x80" LINE);
    for (i = 0; i < 3000; i++)
        longer[i] = i % 80 == 79 ? '\n' : 0x4e2d;
    check_units("long text that is no profile", longer, 3000, 0, "status 2\n");
    /* Offsets are those in UTF-8, in which the mark has three bytes. */
    (void)snprintf(cut, sizeof cut, "k" LINE "@%lu" CUT, (unsigned long)sizeof HEAD ROW + 5);
    check_name("half a unit at the end", plain, 3, 1, cut);
    (void)snprintf(cut, sizeof cut, "@%lu" CUT "k" LINE, (unsigned long)sizeof HEAD ROW + 3);
    check_name("half a pair at the end", half, 2, 0, cut);
    ok(run_pieces(w, "\xff\xfe", 2, 0) == GPUOCC_RUNS_NONE, "a mark alone");
    return done();
}
