/* SPDX-License-Identifier: MIT
 *
 * MessagePack, item by item, over memory that nobody has checked. Nothing is allocated, and
 * nesting costs no stack.
 */
#ifndef GPUOCC_TOOLS_KERNELS_AMD_MSGPACK_H
#define GPUOCC_TOOLS_KERNELS_AMD_MSGPACK_H

#include "bytes.h"

enum msgpack_kind {
    MSGPACK_END, /* nothing is left, or no item can begin so */
    MSGPACK_NIL,
    MSGPACK_BOOLEAN,
    MSGPACK_UNSIGNED, /* a number of at least 0, however it is written */
    MSGPACK_NEGATIVE,
    MSGPACK_STRING,
    MSGPACK_ARRAY,
    MSGPACK_MAP,
    MSGPACK_OTHER /* floating point, binary, extension */
};

struct msgpack_item {
    enum msgpack_kind kind;
    uint64_t number;         /* the value, or the count of elements or pairs that follow */
    struct reader_text text; /* of a string */
};

/* Takes one item off `rest`: of an array or a map only its head. */
struct msgpack_item msgpack_next(struct bytes *rest);

/* Takes the elements of `item`, which was just taken, off `rest` too. Returns 1, or 0 if they are
 * not all there. */
int msgpack_skip(struct bytes *rest, const struct msgpack_item *item);

#endif
