/* SPDX-License-Identifier: MIT
 *
 * Reads MessagePack item by item from memory that was not validated. Allocates nothing, and nested
 * items need no stack.
 */
#ifndef GPUOCC_KERNELS_AMD_MSGPACK_H
#define GPUOCC_KERNELS_AMD_MSGPACK_H

#include "bytes.h"

enum msgpack_kind {
    MSGPACK_END, /* nothing is left, or the byte does not start an item */
    MSGPACK_NIL,
    MSGPACK_BOOLEAN,
    MSGPACK_UNSIGNED, /* a number of at least 0, however it is encoded */
    MSGPACK_NEGATIVE,
    MSGPACK_STRING,
    MSGPACK_ARRAY,
    MSGPACK_MAP,
    MSGPACK_OTHER /* floating point, binary, extension */
};

struct msgpack_item {
    enum msgpack_kind kind;
    uint64_t number;          /* the value, or the count of elements or pairs that follow */
    gpuocc_kernels_text text; /* the text of a string */
};

/* Reads one item, of an array or a map only its head, and moves `rest` past it. */
struct msgpack_item msgpack_next(struct bytes *rest);

/* Skips the elements of `item`, which was just read. Returns 1, or 0 if they are not all there. */
int msgpack_skip(struct bytes *rest, const struct msgpack_item *item);

#endif
