/* SPDX-License-Identifier: MIT
 *
 * Tests the regions of machine code. In every kernel of the files, the straight parts have each
 * instruction of all code once, and those of a loop add up to what gpuocc_code_loops() reports
 * about it. The regions of code that is made here are counted by hand.
 * Usage: regions FILE...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuocc/code.h>

#include "tap.h"

#define NONE GPUOCC_CODE_NONE
#define MOST 4096

/* The regions of a kernel, and what was wrong with them. */
struct tree {
    gpuocc_code_region regions[MOST];
    uint32_t counts[MOST][GPUOCC_CODE_CLASS_COUNT]; /* of a region and all in it */
    uint32_t instructions[MOST], bytes[MOST];
    uint32_t count, wrong, matched, stop;
    unsigned char *seen; /* for each byte of the code: its instruction is in a straight part */
};

static struct tree tree;

static uint32_t bytes_of(const gpuocc_code_loop *part)
{
    return part->load_bytes + part->store_bytes + part->shared_bytes + part->copy_bytes;
}

/* Adds a straight part to the regions around it. */
static void add(const gpuocc_code_region *region)
{
    const gpuocc_code_loop *part = region->part;
    uint32_t i, to;

    for (i = 0; i < part->instructions; i++)
        tree.wrong += tree.seen[part->steps[i].address]++ != 0;
    tree.wrong += part->extent != GPUOCC_CODE_STRAIGHT || part->first != region->first ||
                  part->last != region->last || part->depth != region->depth || part->loops != 0;
    for (to = region->number; to != NONE; to = tree.regions[to].parent) {
        for (i = 0; i < GPUOCC_CODE_CLASS_COUNT; i++)
            tree.counts[to][i] += part->counts[i];
        tree.instructions[to] += part->instructions;
        tree.bytes[to] += bytes_of(part);
    }
}

static int32_t take_region(void *user, const gpuocc_code_region *region)
{
    const gpuocc_code_region *around;

    (void)user;
    if (region->number != tree.count || tree.count == MOST ||
        (region->number == 0) != (region->parent == NONE) ||
        (region->number == 0) != (region->extent == GPUOCC_CODE_ALL) ||
        (region->part != NULL) != (region->extent == GPUOCC_CODE_STRAIGHT)) {
        tree.wrong++;
        return 1;
    }
    tree.regions[tree.count++] = *region;
    if (region->number != 0) {
        around = &tree.regions[region->parent];
        tree.wrong += region->parent >= region->number || around->part != NULL ||
                      region->depth != around->depth + (region->extent == GPUOCC_CODE_LOOP) ||
                      region->first < around->first || region->last > around->last;
    }
    if (region->part != NULL)
        add(region);
    return tree.stop != 0 && tree.count == tree.stop;
}

/* Compares a loop, or all code, with its region. */
static int32_t take_loop(void *user, const gpuocc_code_loop *loop)
{
    const gpuocc_code_region *region;
    uint32_t i;

    (void)user;
    for (i = 0; i < tree.count; i++) {
        region = &tree.regions[i];
        if (region->part != NULL || region->first != loop->first || region->last != loop->last ||
            region->depth != loop->depth)
            continue;
        tree.matched++;
        tree.wrong += memcmp(tree.counts[i], loop->counts, sizeof loop->counts) != 0 ||
                      tree.instructions[i] != loop->instructions || tree.bytes[i] != bytes_of(loop);
        return 0;
    }
    tree.wrong++;
    return 0;
}

static uint32_t loops_of_tree(void)
{
    uint32_t i, loops = 0;

    for (i = 0; i < tree.count; i++)
        loops += tree.regions[i].part == NULL;
    return loops;
}

static int32_t read_tree(const gpuocc_code *code, uint32_t stop)
{
    int32_t status;

    memset(&tree, 0, sizeof tree);
    tree.stop = stop;
    tree.seen = calloc(code->length + 1, 1);
    status = gpuocc_code_regions(code, NULL, 0, take_region, NULL);
    free(tree.seen);
    return status;
}

static unsigned kernels, wrong_kernels, skipped;

static int32_t take_kernel(void *user, const gpuocc_kernels_found *found)
{
    gpuocc_code code = {sizeof code, found->target, found->code, found->code_bytes};
    int32_t status;

    (void)user;
    if (found->code_bytes == 0)
        return 0;
    status = read_tree(&code, 0);
    if (status == GPUOCC_CODE_NEEDS_LLVM && !skipped++)
        skip("the regions of AMD's kernels", "LLVM 22 not found");
    if (status == GPUOCC_CODE_NEEDS_LLVM || status == GPUOCC_CODE_NOT_READ)
        return 0;
    kernels++;
    if (status != GPUOCC_CODE_OK || tree.wrong != 0 ||
        gpuocc_code_loops(&code, NULL, 0, take_loop, NULL) != GPUOCC_CODE_OK || tree.wrong != 0 ||
        tree.matched != loops_of_tree()) {
        wrong_kernels++;
        note("%.*s: status %ld, %lu wrong, %lu of %lu loops", (int)found->name.length,
             found->name.at, (long)status, (unsigned long)tree.wrong, (unsigned long)tree.matched,
             (unsigned long)loops_of_tree());
    }
    return 0;
}

static void read_file(const char *path)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader, .kernel = take_kernel};
    FILE *file = fopen(path, "rb");
    static char bytes[1 << 22];
    const size_t length = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;

    if (file != NULL)
        fclose(file);
    kernels = wrong_kernels = 0;
    ok(gpuocc_kernels_read(&reader, bytes, length) == GPUOCC_KERNELS_OK && wrong_kernels == 0,
       "the regions of %u kernels in %s are whole", kernels, strrchr(path, '/') + 1);
}

/* Code that is made here: instructions of sm_80, NOP unless they are set. */
static unsigned char words[16 * 16];

static void put(unsigned index, uint64_t low, uint64_t high)
{
    unsigned i;

    for (i = 0; i < 8; i++) {
        words[16 * index + i] = (unsigned char)(low >> 8 * i);
        words[16 * index + 8 + i] = (unsigned char)(high >> 8 * i);
    }
}

/* Puts a BRA with the guard @P0. */
static void branch(unsigned index, int to)
{
    const uint64_t offset = (uint64_t)(int64_t)(4 * (to - (int)index - 1));

    put(index, 0x947 | offset << 34, (offset >> 30 & 0x3ffff) | UINT64_C(0x000fc00003800000));
}

/* Loop 2 to 9 has loop 4 to 5 in it, and a branch over instruction 7; instruction 12 is not
 * reached.
 */
static void made(void)
{
    static const struct {
        uint32_t extent, parent, first, last, depth, instructions;
    } expected[] = {
        {GPUOCC_CODE_ALL, NONE, 0x00, 0xb0, 0, 12},  {GPUOCC_CODE_STRAIGHT, 0, 0x00, 0x10, 0, 2},
        {GPUOCC_CODE_LOOP, 0, 0x20, 0x90, 1, 8},     {GPUOCC_CODE_STRAIGHT, 2, 0x20, 0x30, 1, 2},
        {GPUOCC_CODE_LOOP, 2, 0x40, 0x50, 2, 2},     {GPUOCC_CODE_STRAIGHT, 4, 0x40, 0x50, 2, 2},
        {GPUOCC_CODE_STRAIGHT, 2, 0x60, 0x90, 1, 4}, {GPUOCC_CODE_STRAIGHT, 0, 0xa0, 0xb0, 0, 2},
    };
    const uint32_t count = sizeof expected / sizeof expected[0];
    gpuocc_code code = {sizeof code, {"sm_80", 5}, words, 13 * 16};
    uint32_t i, wrong = 0;
    unsigned at;

    for (at = 0; at < 16; at++)
        put(at, 0x7918, UINT64_C(0x000fc00000000000)); /* NOP */
    branch(5, 4);
    branch(6, 8);
    branch(9, 2);
    put(11, 0x794d, UINT64_C(0x000fea0003800000)); /* EXIT */
    ok(read_tree(&code, 0) == GPUOCC_CODE_OK && tree.count == count && tree.wrong == 0,
       "a loop in a loop has %lu regions", (unsigned long)count);
    for (i = 0; i < count; i++)
        wrong += tree.regions[i].extent != expected[i].extent ||
                 tree.regions[i].parent != expected[i].parent ||
                 tree.regions[i].first != expected[i].first ||
                 tree.regions[i].last != expected[i].last ||
                 tree.regions[i].depth != expected[i].depth ||
                 tree.instructions[i] != expected[i].instructions;
    ok(wrong == 0, "each is where it was put");
    for (i = wrong = 0; i < count; i++)
        wrong += read_tree(&code, i + 1) != GPUOCC_CODE_STOPPED || tree.count != i + 1;
    ok(wrong == 0, "and it stops at each of them");
    code.size = 4;
    ok(gpuocc_code_regions(&code, NULL, 0, take_region, NULL) == GPUOCC_CODE_ERROR_SIZE,
       "too small a struct");
}

static uint32_t conditional;

static int32_t count_conditional(void *user, const gpuocc_code_region *region)
{
    uint32_t i;

    (void)user;
    for (i = 0; region->part != NULL && i < region->part->instructions; i++)
        conditional += region->part->steps[i].flags >> GPUOCC_CODE_FLAG_CONDITIONAL & 1;
    return 0;
}

/* With every size of memory up to the documented one, the answer is the same or refused. */
static void memory_sizes(void)
{
    static unsigned char memory[4096 + 8 * 13 * 16];
    const gpuocc_code code = {sizeof code, {"sm_80", 5}, words, 13 * 16};
    unsigned refused = 0, wrong = 0;
    int32_t status = GPUOCC_CODE_OK;
    size_t room;

    for (room = 0; room <= sizeof memory; room += 8) {
        conditional = 0;
        status = gpuocc_code_regions(&code, memory, room, count_conditional, NULL);
        refused += status == GPUOCC_CODE_ERROR_MEMORY;
        wrong += status == GPUOCC_CODE_OK ? conditional != 1 : status != GPUOCC_CODE_ERROR_MEMORY;
    }
    ok(status == GPUOCC_CODE_OK && refused > 10 && wrong == 0,
       "one instruction may be skipped; %u sizes of memory are too small", refused);
}

int main(int count, char **arguments)
{
    int i;

    made();
    memory_sizes();
    for (i = 1; i < count; i++)
        read_file(arguments[i]);
    return done();
}
