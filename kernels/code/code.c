/* SPDX-License-Identifier: MIT
 *
 * The public functions of gpuocc/code.h.
 */
#include "amd.h"
#include "trips.h"

/* The size of the first version of each struct. Later versions add members at the end. */
#define CODE_FIRST        (offsetof(gpuocc_code, length) + sizeof(size_t))
#define INSTRUCTION_FIRST (offsetof(gpuocc_code_instruction, leaves) + GPUOCC_CODE_COUNTERS)

/* The shortest instruction of each vendor in bytes. */
#define SASS_BYTES 16u
#define AMD_BYTES  4u

/* The maximum length of code in bytes. The largest kernel in CUDA's libraries has 1 MiB. */
#define MOST_BYTES ((size_t)64 << 20)
/* The maximum number of instructions that are decoded once and kept: 12 MiB. */
#define MOST_DECODED 65536u

static const char *const class_names[GPUOCC_CODE_CLASS_COUNT] = {
    [GPUOCC_CODE_UNKNOWN] = "unknown",
    [GPUOCC_CODE_FP32] = "fp32",
    [GPUOCC_CODE_FP64] = "fp64",
    [GPUOCC_CODE_FP16] = "fp16",
    [GPUOCC_CODE_INT] = "int",
    [GPUOCC_CODE_SPECIAL] = "special",
    [GPUOCC_CODE_MATRIX] = "matrix",
    [GPUOCC_CODE_CONVERT] = "convert",
    [GPUOCC_CODE_MOVE] = "move",
    [GPUOCC_CODE_UNIFORM] = "uniform",
    [GPUOCC_CODE_WARP] = "warp",
    [GPUOCC_CODE_CONTROL] = "control",
    [GPUOCC_CODE_BARRIER] = "barrier",
    [GPUOCC_CODE_LOAD_GLOBAL] = "load_global",
    [GPUOCC_CODE_LOAD_SHARED] = "load_shared",
    [GPUOCC_CODE_LOAD_LOCAL] = "load_local",
    [GPUOCC_CODE_LOAD_CONSTANT] = "load_constant",
    [GPUOCC_CODE_LOAD_GENERIC] = "load_generic",
    [GPUOCC_CODE_LOAD_TENSOR] = "load_tensor",
    [GPUOCC_CODE_STORE_GLOBAL] = "store_global",
    [GPUOCC_CODE_STORE_SHARED] = "store_shared",
    [GPUOCC_CODE_STORE_LOCAL] = "store_local",
    [GPUOCC_CODE_STORE_GENERIC] = "store_generic",
    [GPUOCC_CODE_STORE_TENSOR] = "store_tensor",
    [GPUOCC_CODE_ATOMIC] = "atomic",
    [GPUOCC_CODE_TEXTURE] = "texture",
    [GPUOCC_CODE_ASYNC_COPY] = "async_copy",
    [GPUOCC_CODE_ASYNC_SYNC] = "async_sync",
    [GPUOCC_CODE_OTHER] = "other",
};

const char *gpuocc_code_class_name(uint32_t kind)
{
    return kind < GPUOCC_CODE_CLASS_COUNT ? class_names[kind] : "";
}

int32_t gpuocc_code_is_read(gpuocc_kernels_text target)
{
    return sass_number(target) != 0 || (amd_cpu_named(target) != NULL && amd_llvm() != NULL);
}

static int32_t open_code(const gpuocc_code *given, struct code *code)
{
    uint32_t unit;

    if (given->size < CODE_FIRST)
        return GPUOCC_CODE_ERROR_SIZE;
    memset(code, 0, sizeof *code);
    code->sm = sass_number(given->target);
    code->cpu = code->sm == 0 ? amd_cpu_named(given->target) : NULL;
    code->disassembler = code->cpu != NULL ? amd_llvm() : NULL;
    if (code->cpu != NULL && code->disassembler == NULL)
        return GPUOCC_CODE_NEEDS_LLVM;
    unit = code->cpu != NULL ? AMD_BYTES : SASS_BYTES;
    if ((code->sm == 0 && code->cpu == NULL) || given->bytes == NULL || given->length < unit)
        return GPUOCC_CODE_NOT_READ;
    if (given->length > MOST_BYTES)
        return GPUOCC_CODE_TOO_COMPLEX;
    code->bytes = given->bytes;
    code->length = (uint32_t)given->length / unit * unit;
    code->count = code->cpu != NULL ? 0 : code->length / unit;
    return GPUOCC_CODE_OK;
}

int32_t gpuocc_code_decode(const gpuocc_code *code, uint32_t offset,
                           gpuocc_code_instruction *instruction)
{
    gpuocc_code_instruction whole;
    struct code opened;
    int32_t status = open_code(code, &opened);
    size_t size;

    if (status != GPUOCC_CODE_OK)
        return status;
    if (instruction->size < INSTRUCTION_FIRST)
        return GPUOCC_CODE_ERROR_SIZE;
    if (offset % (opened.cpu != NULL ? AMD_BYTES : SASS_BYTES) != 0 || offset >= opened.length)
        return GPUOCC_CODE_ERROR_OFFSET;
    if (opened.cpu != NULL)
        status = amd_decode_at(&opened, offset, &whole);
    else
        code_at(&opened, offset / SASS_BYTES, &whole);
    if (status != GPUOCC_CODE_OK)
        return status;
    size = instruction->size < sizeof whole ? INSTRUCTION_FIRST : sizeof whole;
    whole.size = (uint32_t)size;
    memcpy(instruction, &whole, size);
    return GPUOCC_CODE_OK;
}

/* The maximum number of instructions of a loop that issues a single copy one lane at a time. */
#define FEW 8u

int code_is_waiting(const uint32_t *counts, uint32_t instructions)
{
    const uint32_t work = counts[GPUOCC_CODE_LOAD_GLOBAL] + counts[GPUOCC_CODE_LOAD_SHARED] +
                          counts[GPUOCC_CODE_LOAD_GENERIC] + counts[GPUOCC_CODE_LOAD_TENSOR] +
                          counts[GPUOCC_CODE_STORE_GLOBAL] + counts[GPUOCC_CODE_STORE_SHARED] +
                          counts[GPUOCC_CODE_STORE_GENERIC] + counts[GPUOCC_CODE_MATRIX] +
                          counts[GPUOCC_CODE_FP32] + counts[GPUOCC_CODE_FP64] +
                          counts[GPUOCC_CODE_FP16];

    if (work != 0)
        return 0;
    if (counts[GPUOCC_CODE_ASYNC_COPY] == 0)
        return counts[GPUOCC_CODE_ASYNC_SYNC] != 0;
    return counts[GPUOCC_CODE_ASYNC_SYNC] == 0 && counts[GPUOCC_CODE_ASYNC_COPY] == 1 &&
           counts[GPUOCC_CODE_WARP] != 0 && instructions <= FEW;
}

static int32_t report(struct code_graph *graph, uint32_t header, gpuocc_code_step *steps,
                      const struct code_taker *taker)
{
    const uint32_t mark = code_part(graph, header);
    gpuocc_code_loop loop;
    int32_t status;

    if (mark == 0)
        return GPUOCC_CODE_TOO_COMPLEX;
    graph->steps -= graph->steps < graph->code->count ? graph->steps : graph->code->count;
    memset(&loop, 0, sizeof loop);
    loop.size = sizeof loop;
    loop.extent = header == GPUOCC_CODE_NONE ? GPUOCC_CODE_ALL : GPUOCC_CODE_LOOP;
    loop.depth = header == GPUOCC_CODE_NONE ? 0 : graph->depth[header];
    loop.partial = graph->partial != 0;
    status = code_replay(graph, mark, &loop, steps);
    if (status != GPUOCC_CODE_OK)
        return status;
    if (header != GPUOCC_CODE_NONE) {
        loop.loops--;
        if (code_is_waiting(loop.counts, loop.instructions)) {
            loop.extent = GPUOCC_CODE_WAITING_LOOP;
            graph->flags[header] |= BLOCK_WAITING;
        }
    }
    loop.steps = steps;
    return taker->loop(taker->user, &loop) != 0 ? GPUOCC_CODE_STOPPED : GPUOCC_CODE_OK;
}

static int32_t report_loops(struct code_graph *graph, gpuocc_code_step *steps, const void *taker)
{
    int32_t status = GPUOCC_CODE_OK;
    uint32_t i;

    for (i = 0; status == GPUOCC_CODE_OK && i <= graph->headers; i++)
        status = report(graph, i < graph->headers ? graph->headers_at[i] : GPUOCC_CODE_NONE, steps,
                        taker);
    return status;
}

/* Builds the graph of the code and passes it to `read`. */
static int32_t read_graph(const struct code *code, code_reader *read, const void *user)
{
    gpuocc_code_step *steps = format_take(code->arena, (size_t)code->count * sizeof *steps);
    struct code_graph graph;
    int32_t status;

    if (steps == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    status = code_graph_make(&graph, code);
    if (status == GPUOCC_CODE_OK)
        status = read(&graph, steps, user);
    code_graph_free(&graph);
    format_give(code->arena, steps);
    return status;
}

/* Decodes NVIDIA's instructions once, if their memory is that of malloc() and not too much. */
static void decode_all(struct code *code)
{
    gpuocc_code_instruction *decoded;
    struct effect *effects;
    uint32_t i;

    if (code->cpu != NULL || code->arena != NULL || code->count > MOST_DECODED)
        return;
    decoded = format_take(NULL, code->count * sizeof *decoded);
    for (i = 0; decoded != NULL && i < code->count; i++)
        code_at(code, i, &decoded[i]);
    code->decoded = decoded;
    effects = format_take(NULL, code->count * sizeof *effects);
    for (i = 0; effects != NULL && i < code->count; i++)
        effects[i] = sass_effect(code, i);
    code->effects = effects;
}

int32_t code_read(const gpuocc_code *given, void *memory, size_t memory_bytes, code_reader *read,
                  const void *user)
{
    struct code code;
    struct format_arena arena;
    int32_t status = open_code(given, &code);

    if (status != GPUOCC_CODE_OK)
        return status;
    if (memory != NULL) {
        format_arena_open(&arena, memory, memory_bytes);
        code.arena = &arena;
    }
    if (code.cpu != NULL)
        status = amd_load(&code);
    decode_all(&code);
    if (status == GPUOCC_CODE_OK)
        status = read_graph(&code, read, user);
    amd_unload(&code);
    format_give(code.arena, code.effects);
    format_give(code.arena, code.decoded);
    return status;
}

int32_t gpuocc_code_loops(const gpuocc_code *code, void *memory, size_t memory_bytes,
                          int32_t (*loop)(void *user, const gpuocc_code_loop *loop), void *user)
{
    const struct code_taker taker = {.loop = loop, .user = user};

    return code_read(code, memory, memory_bytes, report_loops, &taker);
}
