/* SPDX-License-Identifier: MIT
 *
 * The format is described in https://github.com/msgpack/msgpack/blob/master/spec.md
 */
#include "amd_msgpack.h"

/* Meaning of a first byte: the kind, and the size in bytes of the number or length after it. */
struct head {
    enum msgpack_kind kind;
    unsigned size;
    unsigned body; /* bytes of the item in addition to its length */
};

/* First bytes 0xc0 to 0xdf. */
static const struct head heads[32] = {
    {MSGPACK_NIL, 0, 0},      {MSGPACK_END, 0, 0},      {MSGPACK_BOOLEAN, 0, 0},
    {MSGPACK_BOOLEAN, 0, 0},  {MSGPACK_OTHER, 1, 0},    {MSGPACK_OTHER, 2, 0},
    {MSGPACK_OTHER, 4, 0},    {MSGPACK_OTHER, 1, 1},    {MSGPACK_OTHER, 2, 1},
    {MSGPACK_OTHER, 4, 1},    {MSGPACK_OTHER, 0, 4},    {MSGPACK_OTHER, 0, 8},
    {MSGPACK_UNSIGNED, 1, 0}, {MSGPACK_UNSIGNED, 2, 0}, {MSGPACK_UNSIGNED, 4, 0},
    {MSGPACK_UNSIGNED, 8, 0}, {MSGPACK_NEGATIVE, 1, 0}, {MSGPACK_NEGATIVE, 2, 0},
    {MSGPACK_NEGATIVE, 4, 0}, {MSGPACK_NEGATIVE, 8, 0}, {MSGPACK_OTHER, 0, 2},
    {MSGPACK_OTHER, 0, 3},    {MSGPACK_OTHER, 0, 5},    {MSGPACK_OTHER, 0, 9},
    {MSGPACK_OTHER, 0, 17},   {MSGPACK_STRING, 1, 0},   {MSGPACK_STRING, 2, 0},
    {MSGPACK_STRING, 4, 0},   {MSGPACK_ARRAY, 2, 0},    {MSGPACK_ARRAY, 4, 0},
    {MSGPACK_MAP, 2, 0},      {MSGPACK_MAP, 4, 0}};

static uint64_t big_endian(struct bytes bytes, uint64_t offset, unsigned size)
{
    uint64_t number = 0;
    unsigned i;

    for (i = 0; i < size; i++)
        number = number << 8 | bytes_u8(bytes, offset + i);
    return number;
}

/* Reads an item whose first byte contains the number or length as well. */
static int short_item(unsigned first, struct msgpack_item *item)
{
    item->number = first & 15;
    if (first < 0x80) {
        item->kind = MSGPACK_UNSIGNED;
        item->number = first;
    } else if (first < 0x90) {
        item->kind = MSGPACK_MAP;
    } else if (first < 0xa0) {
        item->kind = MSGPACK_ARRAY;
    } else if (first < 0xc0) {
        item->kind = MSGPACK_STRING;
        item->number = first & 31;
    } else if (first >= 0xe0) {
        item->kind = MSGPACK_NEGATIVE;
    } else {
        return 0;
    }
    return 1;
}

/* Reads an item whose number or length follows. Returns the bytes of the item without a string's
 * text. */
static uint64_t long_item(struct bytes rest, unsigned first, struct msgpack_item *item)
{
    const struct head head = heads[first & 31];

    item->kind = head.kind;
    item->number = big_endian(rest, 1, head.size);
    if (head.kind == MSGPACK_BOOLEAN)
        item->number = first & 1;
    if (head.kind == MSGPACK_NEGATIVE && item->number >> (8 * head.size - 1) == 0)
        item->kind = MSGPACK_UNSIGNED; /* in signed form, but not negative */
    if (head.kind == MSGPACK_OTHER)
        return 1 + head.size + item->number + head.body;
    return 1 + head.size;
}

struct msgpack_item msgpack_next(struct bytes *rest)
{
    struct msgpack_item item = {MSGPACK_END, 0, {NULL, 0}};
    const unsigned first = bytes_u8(*rest, 0);
    uint64_t length = 1;

    if (rest->length == 0)
        return item;
    if (!short_item(first, &item))
        length = long_item(*rest, first, &item);
    if (item.kind == MSGPACK_STRING && bytes_hold(*rest, length, item.number)) {
        item.text.at = (const char *)rest->at + length;
        item.text.length = (size_t)item.number;
        length += item.number;
    } else if (item.kind == MSGPACK_STRING) {
        item.kind = MSGPACK_END;
    }
    if (!bytes_hold(*rest, 0, length))
        item.kind = MSGPACK_END;
    if (item.kind == MSGPACK_END)
        length = rest->length;
    *rest = bytes_from(*rest, length);
    return item;
}

int msgpack_skip(struct bytes *rest, const struct msgpack_item *item)
{
    struct msgpack_item next = *item;
    uint64_t open = 0;

    for (;;) {
        if (next.kind == MSGPACK_ARRAY || next.kind == MSGPACK_MAP)
            open += next.kind == MSGPACK_MAP ? 2 * next.number : next.number;
        if (open == 0)
            return 1;
        if (open > rest->length) /* every element has at least one byte */
            return 0;
        next = msgpack_next(rest);
        if (next.kind == MSGPACK_END)
            return 0;
        open--;
    }
}
