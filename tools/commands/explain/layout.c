/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: rows of shared memory without bank conflicts, longer ones or swizzled ones. The
 * addresses of the lanes are moved as the layout moves them, and the passes are counted again: for
 * every access to shared memory, in every row and at every column at which its lanes stay in their
 * rows.
 */
#include "commands/explain/explain.h"

#include <string.h>

/* BANK_ROW: bytes of all banks. DIFFERENT: the maximum number of different accesses. WORK: that of
 * lanes that are moved for a kernel; it takes less than half a second. */
enum { BANK_ROW = 128, MOST_BITS = 5, MOST_ROW = 65536, DIFFERENT = 64, WORK = 1 << 24 };

void explain_take_shared(struct explain *explain, const gpuocc_code_access *access)
{
    struct explain_shared *row;

    if (access->passes == 0 || access->lanes_at == NULL)
        return;
    if (explain->shared_count == explain->shared_room) {
        explain->shared_room = 2 * explain->shared_room + 64;
        explain->shared =
            memory_grow(explain->shared, explain->shared_room * sizeof *explain->shared);
    }
    row = &explain->shared[explain->shared_count++];
    row->lanes = access->bank_lanes;
    row->bytes = access->bank_bytes;
    row->order = access->bank_order;
    memset(row->at, 0, sizeof row->at);
    memcpy(row->at, access->lanes_at, row->lanes * sizeof row->at[0]);
}

/* Returns where a layout puts the byte at an address. */
static uint32_t moved(const struct explain_layout *layout, uint32_t at)
{
    const uint32_t row = at / layout->row;

    return layout->bits != 0 ? at ^ (row & ((1u << layout->bits) - 1)) << layout->base
                             : at + row * layout->more;
}

/* Whether an access has no conflict if its lane with the lowest address begins at `first`. */
static int passes_once(const struct explain_layout *layout, const struct explain_shared *shared,
                       uint32_t least, uint32_t first)
{
    const uint32_t bytes = shared->lanes * shared->bytes;
    uint32_t at[EXPLAIN_LANES], i;

    for (i = 0; i < shared->lanes; i++)
        at[i] = moved(layout, first + shared->at[i] - least);
    return gpuocc_code_passes(at, shared->lanes, shared->bytes, shared->order) <=
           (bytes + BANK_ROW - 1) / BANK_ROW;
}

/* Returns the address of the lane with the lowest one. */
static uint32_t lowest(const struct explain_shared *shared)
{
    uint32_t i, least = shared->at[0];

    for (i = 1; i < shared->lanes; i++)
        if ((int32_t)(shared->at[i] - least) < 0)
            least = shared->at[i];
    return least;
}

static int fits(const struct explain_layout *layout, const struct explain_shared *shared,
                uint32_t *work)
{
    const uint32_t least = lowest(shared), bytes = shared->bytes;
    const uint32_t rows = layout->bits != 0 ? 1u << layout->bits : 32;
    const uint32_t columns =
        layout->bits != 0 ? 1u << (layout->bits + layout->base) : (uint32_t)BANK_ROW;
    uint32_t i, row, column, end = 0;

    if (layout->more % bytes != 0)
        return 0;
    for (i = 0; i < shared->lanes; i++)
        if ((shared->at[i] - least) % layout->row + bytes > end)
            end = (shared->at[i] - least) % layout->row + bytes;
    if (end > layout->row)
        return 0;
    for (row = 0; row < rows; row++)
        for (column = 0; column + end <= layout->row && column < columns; column += bytes) {
            if (*work < shared->lanes ||
                !passes_once(layout, shared, least, row * layout->row + column))
                return 0;
            *work -= shared->lanes;
        }
    return 1;
}

static int same(const struct explain_shared *a, const struct explain_shared *b)
{
    uint32_t i;

    if (a->lanes != b->lanes || a->bytes != b->bytes || a->order != b->order)
        return 0;
    for (i = 0; i < a->lanes; i++)
        if (a->at[i] - a->at[0] != b->at[i] - b->at[0])
            return 0;
    return 1;
}

/* Keeps one of each kind of access. Returns 0 if they are too many. */
static int keep_different(struct explain *explain)
{
    uint32_t i, k, count = 0;

    for (i = 0; i < explain->shared_count; i++) {
        for (k = 0; k < count && !same(&explain->shared[i], &explain->shared[k]); k++)
            ;
        if (k < count)
            continue;
        if (count == DIFFERENT)
            return 0;
        explain->shared[count++] = explain->shared[i];
    }
    explain->shared_count = count;
    return 1;
}

static int all_fit(struct explain *explain, const struct explain_layout *layout)
{
    uint32_t i;

    for (i = 0; i < explain->shared_count; i++)
        if (!fits(layout, &explain->shared[i], &explain->layout_work))
            return 0;
    return 1;
}

/* Returns the logarithm of a power of two. */
static uint32_t logarithm(uint32_t power)
{
    uint32_t count = 0;

    for (; power > 1; power /= 2)
        count++;
    return count;
}

/* Finds the widest and the narrowest access. */
static void find_widths(const struct explain *explain, struct explain_layout *layout)
{
    uint32_t i, bytes, widest = 1;

    layout->element = 16;
    for (i = 0; i < explain->shared_count; i++) {
        bytes = explain->shared[i].bytes;
        widest = bytes > widest ? bytes : widest;
        if (bytes < layout->element && explain->shared[i].lanes > 1)
            layout->element = bytes;
    }
    layout->base = logarithm(widest);
}

/* Finds the layouts for rows of these many bytes. */
static void find_layout(struct explain *explain, uint32_t row)
{
    struct explain_layout *layout = &explain->layouts[explain->layout_count++], tried;

    memset(layout, 0, sizeof *layout);
    layout->row = row;
    find_widths(explain, layout);
    tried = *layout;
    for (tried.more = 4; layout->more == 0 && tried.more <= 16; tried.more *= 2)
        layout->more = all_fit(explain, &tried) ? tried.more : 0;
    if ((row & (row - 1)) != 0)
        return;
    tried.more = 0;
    for (tried.bits = 1; layout->bits == 0 && tried.bits <= MOST_BITS &&
                         tried.bits + tried.base <= logarithm(row);
         tried.bits++)
        layout->bits = all_fit(explain, &tried) ? tried.bits : 0;
}

const struct explain_layout *explain_layout(const struct explain *explain,
                                            const gpuocc_code_access *access)
{
    const uint32_t row = (uint32_t)(access->stride < 0 ? -access->stride : access->stride);
    uint32_t i;

    for (i = 0; i < explain->layout_count; i++)
        if (explain->layouts[i].row == row)
            return &explain->layouts[i];
    return NULL;
}

void explain_find_layouts(struct explain *explain)
{
    const gpuocc_code_access *access = explain->accesses, *end = access + explain->access_count;
    uint32_t stride;

    explain->layout_count = 0;
    explain->layout_work = WORK;
    for (; access < end; access++)
        if (explain_is_shared(access) && access->passes == 0)
            return; /* what another one does is not known */
    if (explain->shared_count == 0 || !keep_different(explain))
        return;
    for (access = explain->accesses; access < end; access++) {
        stride = (uint32_t)(access->stride < 0 ? -access->stride : access->stride);
        if (explain_conflicts(explain, access) && stride % 4 == 0 && stride != 0 &&
            stride <= MOST_ROW && explain_layout(explain, access) == NULL &&
            explain->layout_count < EXPLAIN_LAYOUTS)
            find_layout(explain, stride);
    }
}

/* Finds the groups with longer rows, if the rows fill all static shared memory; 0: not known. */
static uint32_t groups_with(const struct explain *explain, const struct explain_layout *layout,
                            uint32_t *more_bytes)
{
    gpuocc_kernel kernel = explain->question.kernel;
    gpuocc_occupancy occupancy;
    uint32_t groups;

    *more_bytes = 0;
    if (layout->more == 0 || kernel.shared_bytes >= GPUOCC_ZERO || kernel.shared_bytes == 0 ||
        kernel.shared_bytes % layout->row != 0)
        return 0;
    *more_bytes = kernel.shared_bytes / layout->row * layout->more;
    kernel.shared_bytes += *more_bytes;
    if (explain->answer.status < 0 || explain->answer.with_range ||
        gpuocc_occupancy_init(&occupancy, explain->answer.device, explain->question.convention,
                              &kernel, NULL) != GPUOCC_OK)
        return 0;
    groups = gpuocc_occupancy_groups(&occupancy);
    return groups < GPUOCC_ZERO ? groups : 0;
}

/* Adds "tile[row][column ^ ((row & 7) << 2)]". */
static void add_code(const struct explain_layout *layout, struct text *text)
{
    const uint32_t shift = layout->base - logarithm(layout->element);

    text_format(text, shift != 0 ? "tile[row][column ^ ((row & %lu) << %lu)]"
                                 : "tile[row][column ^ (row & %lu)]",
                (1ul << layout->bits) - 1, (unsigned long)shift);
}

static void add_layout(const struct explain *explain, const struct explain_layout *layout,
                       struct text *text)
{
    const uint32_t element = logarithm(layout->element), row = logarithm(layout->row);
    uint32_t more, groups = groups_with(explain, layout, &more);

    if (layout->more != 0) {
        text_format(text, "\n  longer rows: %lu bytes instead of %lu",
                    (unsigned long)(layout->row + layout->more), (unsigned long)layout->row);
        if (more != 0)
            text_format(text, ", which takes %lu bytes of shared memory more", (unsigned long)more);
        if (groups != 0)
            text_format(text, "; %lu groups would be resident", (unsigned long)groups);
    }
    if (layout->bits != 0) {
        text_add(text, "\n  swizzled rows: ");
        add_code(layout, text);
        text_format(text, ", columns of %lu bytes, in CUTLASS Swizzle<%lu, %lu, %lu>",
                    (unsigned long)layout->element, (unsigned long)layout->bits,
                    (unsigned long)(layout->base - element), (unsigned long)(row - layout->base));
    }
    if (layout->more == 0 && layout->bits == 0)
        text_format(text, "\n  rows of %lu bytes: no layout was found among those tried",
                    (unsigned long)layout->row);
}

void explain_add_swizzle(const struct explain *explain, const gpuocc_code_access *access,
                         struct text *text)
{
    const struct explain_layout *layout = explain_layout(explain, access);

    if (layout == NULL || layout->bits == 0)
        return;
    text_add(text, layout->more != 0 ? ", nor with " : "; with ");
    add_code(layout, text);
    text_add(text, layout->more != 0 ? "" : " no access has a conflict");
}

void explain_add_layouts(const struct explain *explain, struct text *text)
{
    uint32_t i;

    for (i = 0; i < explain->layout_count; i++)
        add_layout(explain, &explain->layouts[i], text);
}

static void put_number(struct json *json, const char *name, uint32_t number)
{
    if (number != 0)
        json_number(json, name, number);
    else
        json_null(json, name);
}

static void put_swizzle(const struct explain_layout *layout, struct json *json)
{
    struct text code = {0};

    if (layout->bits == 0) {
        json_null(json, "swizzle");
        return;
    }
    add_code(layout, &code);
    json_open(json, "swizzle", '{');
    json_string(json, "code", text_string(&code));
    json_number(json, "column_bytes", layout->element);
    json_open(json, "cutlass", '[');
    json_number(json, NULL, layout->bits);
    json_number(json, NULL, layout->base - logarithm(layout->element));
    json_number(json, NULL, logarithm(layout->row) - layout->base);
    json_close(json, ']');
    json_close(json, '}');
    text_free(&code);
}

void explain_json_layouts(struct explain *explain)
{
    struct json *json = &explain->json;
    uint32_t i, more, groups;

    json_open(json, "layouts", '[');
    for (i = 0; i < explain->layout_count; i++) {
        groups = groups_with(explain, &explain->layouts[i], &more);
        json_open(json, NULL, '{');
        json_number(json, "row_bytes", explain->layouts[i].row);
        put_number(json, "padding_bytes", explain->layouts[i].more);
        put_number(json, "more_shared_bytes", more);
        put_number(json, "groups", groups);
        put_swizzle(&explain->layouts[i], json);
        json_close(json, '}');
    }
    json_close(json, ']');
}
