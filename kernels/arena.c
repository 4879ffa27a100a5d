/* SPDX-License-Identifier: MIT
 *
 * Allocates from the caller's memory like a stack. The last block is released at once, any other as
 * soon as all blocks after it are. Without an arena, the functions use malloc and free.
 */
#include <stdlib.h>

#include "nest.h"

#define ALIGNMENT 16u

/* Precedes each block. */
struct block {
    size_t before; /* offset of the preceding block; of the first block: its own */
    size_t free;
};

#define HEAD ((sizeof(struct block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

void format_arena_open(struct format_arena *arena, void *memory, size_t bytes)
{
    const size_t skip =
        memory != NULL ? (ALIGNMENT - (size_t)((uintptr_t)memory % ALIGNMENT)) % ALIGNMENT : 0;

    arena->at = (unsigned char *)memory + (skip < bytes ? skip : 0);
    arena->size = skip < bytes ? bytes - skip : 0;
    arena->used = arena->last = 0;
}

static struct block *block_at(const struct format_arena *arena, size_t offset)
{
    return (struct block *)(void *)(arena->at + offset);
}

void *format_take(struct format_arena *arena, size_t bytes)
{
    const size_t room = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct block *block;

    if (arena == NULL)
        return malloc(bytes);
    if (room < bytes || HEAD > arena->size - arena->used || room > arena->size - arena->used - HEAD)
        return NULL;
    block = block_at(arena, arena->used);
    block->before = arena->used != 0 ? arena->last : arena->used;
    block->free = 0;
    arena->last = arena->used;
    arena->used += HEAD + room;
    return (unsigned char *)block + HEAD;
}

void format_give(struct format_arena *arena, void *memory)
{
    struct block *block;

    if (arena == NULL) {
        free(memory);
        return;
    }
    if (memory == NULL)
        return;
    block = (struct block *)(void *)((unsigned char *)memory - HEAD);
    block->free = 1;
    while (arena->used != 0 && block_at(arena, arena->last)->free != 0) {
        arena->used = arena->last;
        arena->last = block_at(arena, arena->used)->before;
    }
}
