/* SPDX-License-Identifier: MIT
 *
 * Tests MessagePack: every form of an item, as in the format's specification.
 */
#include "amd_msgpack.h"
#include "tap.h"

#define TEXT(string)                                                                               \
    {                                                                                              \
        (const unsigned char *)(string), sizeof(string) - 1                                        \
    }

static void one(struct bytes bytes, enum msgpack_kind kind, uint64_t number, const char *what)
{
    struct bytes rest = bytes, shorter = bytes;
    struct msgpack_item item = msgpack_next(&rest);
    size_t length;
    int early = 0;

    ok(item.kind == kind && item.number == number && rest.length == 0, "%s", what);
    for (length = 0; length < bytes.length; length++) {
        shorter = bytes_part(bytes, 0, length);
        early += msgpack_next(&shorter).kind != MSGPACK_END || shorter.length != 0;
    }
    ok(early == 0, "%s, cut off", what);
}

static void numbers(void)
{
    one((struct bytes)TEXT("\x7f"), MSGPACK_UNSIGNED, 127, "positive fixint");
    one((struct bytes)TEXT("\xcc\xff"), MSGPACK_UNSIGNED, 255, "uint 8");
    one((struct bytes)TEXT("\xcd\x01\x02"), MSGPACK_UNSIGNED, 0x102, "uint 16");
    one((struct bytes)TEXT("\xce\x01\x02\x03\x04"), MSGPACK_UNSIGNED, 0x1020304, "uint 32");
    one((struct bytes)TEXT("\xcf\x01\x02\x03\x04\x05\x06\x07\x08"), MSGPACK_UNSIGNED,
        0x102030405060708, "uint 64");
    one((struct bytes)TEXT("\xd0\x7f"), MSGPACK_UNSIGNED, 127, "int 8, not below 0");
    one((struct bytes)TEXT("\xd1\x01\x00"), MSGPACK_UNSIGNED, 256, "int 16, not below 0");
    one((struct bytes)TEXT("\xd0\x80"), MSGPACK_NEGATIVE, 0x80, "int 8");
    one((struct bytes)TEXT("\xd2\xff\xff\xff\xff"), MSGPACK_NEGATIVE, 0xffffffff, "int 32");
    one((struct bytes)TEXT("\xd3\x80\0\0\0\0\0\0\0"), MSGPACK_NEGATIVE, (uint64_t)1 << 63,
        "int 64");
    one((struct bytes)TEXT("\xff"), MSGPACK_NEGATIVE, 15, "negative fixint");
}

/* The first and the last first byte of each form whose first byte also contains a value. */
static void edges(void)
{
    struct bytes string = TEXT("\xbf"
                               "0123456789abcdef0123456789abcde");

    one((struct bytes)TEXT("\0"), MSGPACK_UNSIGNED, 0, "fixint 0");
    one((struct bytes)TEXT("\x80"), MSGPACK_MAP, 0, "fixmap of no pair");
    one((struct bytes)TEXT("\x8f"), MSGPACK_MAP, 15, "fixmap of 15 pairs");
    one((struct bytes)TEXT("\x90"), MSGPACK_ARRAY, 0, "fixarray of nothing");
    one((struct bytes)TEXT("\x9f"), MSGPACK_ARRAY, 15, "fixarray of 15");
    one((struct bytes)TEXT("\xa0"), MSGPACK_STRING, 0, "fixstr of nothing");
    one(string, MSGPACK_STRING, 31, "fixstr of 31 bytes");
    one((struct bytes)TEXT("\xe0"), MSGPACK_NEGATIVE, 0, "negative fixint, the first");
    one((struct bytes)TEXT("\xdc\x01\x02"), MSGPACK_ARRAY, 0x102, "array 16");
    one((struct bytes)TEXT("\xdd\x01\x02\x03\x04"), MSGPACK_ARRAY, 0x1020304, "array 32");
    one((struct bytes)TEXT("\xde\x01\x02"), MSGPACK_MAP, 0x102, "map 16");
    one((struct bytes)TEXT("\xdf\x01\x02\x03\x04"), MSGPACK_MAP, 0x1020304, "map 32");
    one((struct bytes)TEXT("\xd1\x80\0"), MSGPACK_NEGATIVE, 0x8000, "int 16");
    one((struct bytes)TEXT("\xc5\0\x02zz"), MSGPACK_OTHER, 2, "bin 16");
    one((struct bytes)TEXT("\xc6\0\0\0\x02zz"), MSGPACK_OTHER, 2, "bin 32");
    one((struct bytes)TEXT("\xc7\x02tzz"), MSGPACK_OTHER, 2, "ext 8");
    one((struct bytes)TEXT("\xc8\0\x02tzz"), MSGPACK_OTHER, 2, "ext 16");
    one((struct bytes)TEXT("\xc9\0\0\0\x02tzz"), MSGPACK_OTHER, 2, "ext 32");
    one((struct bytes)TEXT("\xd4tz"), MSGPACK_OTHER, 0, "fixext 1");
    one((struct bytes)TEXT("\xd5tzz"), MSGPACK_OTHER, 0, "fixext 2");
    one((struct bytes)TEXT("\xd6tzzzz"), MSGPACK_OTHER, 0, "fixext 4");
    one((struct bytes)TEXT("\xd7tzzzzzzzz"), MSGPACK_OTHER, 0, "fixext 8");
    one((struct bytes)TEXT("\xd8tzzzzzzzzzzzzzzzz"), MSGPACK_OTHER, 0, "fixext 16");
}

static void others(void)
{
    one((struct bytes)TEXT("\xc0"), MSGPACK_NIL, 0, "nil");
    one((struct bytes)TEXT("\xc2"), MSGPACK_BOOLEAN, 0, "false");
    one((struct bytes)TEXT("\xc3"), MSGPACK_BOOLEAN, 1, "true");
    one((struct bytes)TEXT("\xa3"
                           "abc"),
        MSGPACK_STRING, 3, "fixstr");
    one((struct bytes)TEXT("\xd9\x02zz"), MSGPACK_STRING, 2, "str 8");
    one((struct bytes)TEXT("\xda\0\x01z"), MSGPACK_STRING, 1, "str 16");
    one((struct bytes)TEXT("\xdb\0\0\0\x01z"), MSGPACK_STRING, 1, "str 32");
    one((struct bytes)TEXT("\xca\x3f\x80\0\0"), MSGPACK_OTHER, 0, "float 32");
    one((struct bytes)TEXT("\xcb\0\0\0\0\0\0\0\0"), MSGPACK_OTHER, 0, "float 64");
    one((struct bytes)TEXT("\xc4\x02zz"), MSGPACK_OTHER, 2, "bin 8");
    one((struct bytes)TEXT("\xc7\x02tzz"), MSGPACK_OTHER, 2, "ext 8");
    one((struct bytes)TEXT("\xd4tz"), MSGPACK_OTHER, 0, "fixext 1");
    one((struct bytes)TEXT("\xd8t0123456789abcdef"), MSGPACK_OTHER, 0, "fixext 16");
    one((struct bytes)TEXT("\x9f"), MSGPACK_ARRAY, 15, "fixarray");
    one((struct bytes)TEXT("\xdc\x01\0"), MSGPACK_ARRAY, 256, "array 16");
    one((struct bytes)TEXT("\x82"), MSGPACK_MAP, 2, "fixmap");
    one((struct bytes)TEXT("\xdf\xff\xff\xff\xff"), MSGPACK_MAP, 0xffffffff, "map 32");
}

static int skipped(struct bytes bytes, size_t left)
{
    const struct msgpack_item item = msgpack_next(&bytes);

    return msgpack_skip(&bytes, &item) && bytes.length == left;
}

/* Whether an incomplete item is reported as such. */
static int broken(struct bytes bytes)
{
    const struct msgpack_item item = msgpack_next(&bytes);

    return !msgpack_skip(&bytes, &item);
}

static void nesting(void)
{
    static unsigned char deep[100000];
    struct bytes rest = {deep, sizeof deep};
    struct bytes never = TEXT("\xc1");
    size_t i;

    ok(skipped((struct bytes)TEXT("\x82\x01\x92\x02\x03\x04\x81\x05\x06\x07"), 1),
       "a map of an array and a map, and what follows it");
    ok(!skipped((struct bytes)TEXT("\x82\x01\x92\x02\x03\x04"), 0), "a map that ends too soon");
    ok(!skipped((struct bytes)TEXT("\xdf\xff\xff\xff\xff\x01"), 0), "2^32 - 1 pairs in one byte");
    ok(broken((struct bytes)TEXT("\xdf\xff\xff\xff\xff\x01")) &&
           broken((struct bytes)TEXT("\x92\x01")) && broken((struct bytes)TEXT("\x92\x01\xc1")) &&
           broken((struct bytes)TEXT("\x92\x01\xa1")) && broken((struct bytes)TEXT("\x81\x01")) &&
           !broken((struct bytes)TEXT("\x92\x01\x02")) && !broken((struct bytes)TEXT("\x90")),
       "lists and maps that are not whole");
    ok(msgpack_next(&never).kind == MSGPACK_END, "the byte that is never used");
    for (i = 0; i + 1 < sizeof deep; i++)
        deep[i] = 0x91;
    deep[i] = 1;
    ok(skipped(rest, 0), "100,000 arrays inside each other");
}

int main(void)
{
    numbers();
    edges();
    others();
    nesting();
    return done();
}
