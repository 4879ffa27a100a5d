/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels --sort: keeps the rows as they will be printed until all files are read.
 */
#include "commands/kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "input/amounts.h"

static const char *const keys[] = {"kernel", "threads", "registers", "shared", "stack",
                                   "spills", "groups",  "waves",     "percent"};
enum {
    KEY_KERNEL,
    KEY_THREADS,
    KEY_REGISTERS,
    KEY_SHARED,
    KEY_STACK,
    KEY_SPILLS,
    KEY_GROUPS,
    KEY_WAVES,
    KEY_PERCENT,
    KEYS
};

int kernels_sort_read(struct kernels *kernels)
{
    const char *name = kernels->asked.sort;
    struct text list = {0};
    unsigned i;

    if (name == NULL)
        return END_ANSWERED;
    if (kernels->asked.baseline != NULL)
        return complain("--sort is for a list of kernels, and --baseline prints differences");
    kernels->sorted.down = name[0] == '-';
    for (i = 0; i < KEYS && strcmp(name + kernels->sorted.down, keys[i]) != 0; i++)
        text_format(&list, "%s%s", i != 0 ? ", " : "", keys[i]);
    kernels->sorted.key = i;
    if (i == KEYS)
        (void)complain("--sort is \"%s\", it needs one of %s, or - and one of these", name,
                       text_string(&list));
    text_free(&list);
    return i == KEYS ? END_FAILED : END_ANSWERED;
}

static double number_of(uint32_t word)
{
    return word == GPUOCC_UNKNOWN ? -1.0 : word == GPUOCC_ZERO ? 0.0 : (double)word;
}

/* Returns the lower bound of a range, or the upper bound if the largest come first. */
static double end_of(const struct kernels *kernels, const struct value *value)
{
    if (value->state != VALUE_KNOWN)
        return -1;
    return kernels->sorted.down && value->high != VALUE_ENDLESS ? (double)value->high
                                                                : (double)value->low;
}

static double registers_of(const gpuocc_kernel *kernel)
{
    const uint32_t own = kernel->grf_count != 0              ? kernel->grf_count
                         : kernel->registers_per_thread != 0 ? kernel->registers_per_thread
                                                             : kernel->half_registers_per_thread;
    const double more = number_of(kernel->accumulators_per_thread);

    return more > 0 && own != GPUOCC_UNKNOWN ? number_of(own) + more : number_of(own);
}

/* Returns the sort key of a row; -1: unknown. */
static double key_of(const struct kernels *kernels)
{
    const gpuocc_kernel *kernel = &kernels->question.kernel;
    const struct value *results = kernels->answer->results;
    const struct value *most = &results[GPUOCC_RESULT_MAX_WAVES];

    switch (kernels->sorted.key) {
    case KEY_THREADS:
        return number_of(kernel->threads_per_group);
    case KEY_REGISTERS:
        return registers_of(kernel);
    case KEY_SHARED:
        return kernel->shared_bytes == GPUOCC_UNKNOWN ||
                       kernel->dynamic_shared_bytes == GPUOCC_UNKNOWN
                   ? -1
                   : number_of(kernel->shared_bytes) + number_of(kernel->dynamic_shared_bytes);
    case KEY_STACK:
        return number_of(kernels->kernel->stack_bytes);
    case KEY_SPILLS:
        return number_of(kernels->kernel->spill_bytes);
    case KEY_GROUPS:
        return kernels->answer->status < 0 ? -1 : end_of(kernels, &results[GPUOCC_RESULT_GROUPS]);
    case KEY_WAVES:
        return kernels->answer->status < 0 ? -1 : end_of(kernels, &results[GPUOCC_RESULT_WAVES]);
    case KEY_PERCENT:
        return kernels->answer->status < 0 || most->state != VALUE_KNOWN || most->high == 0
                   ? -1
                   : end_of(kernels, &results[GPUOCC_RESULT_WAVES]) / (double)most->high;
    default:
        return 0;
    }
}

void kernels_sort_key(struct kernels *kernels)
{
    kernels->sorted.number = key_of(kernels);
}

void kernels_sort_keep(struct kernels *kernels, const struct text *row)
{
    struct sorted *sorted = &kernels->sorted;
    struct sorted_row *one;

    if (sorted->count == sorted->capacity) {
        sorted->capacity = memory_capacity(sorted->capacity);
        sorted->rows = memory_grow(sorted->rows, sorted->capacity * sizeof *sorted->rows);
    }
    one = &sorted->rows[sorted->count];
    one->number = sorted->number;
    one->down = sorted->down;
    one->by_name = sorted->key == KEY_KERNEL;
    one->place = sorted->count++;
    one->at = sorted->bytes.length;
    one->name_length = kernels->kernel->name.length;
    one->length = row->length;
    text_add_bytes(&sorted->bytes, one->name_length != 0 ? kernels->kernel->name.at : "",
                   one->name_length);
    text_add_bytes(&sorted->bytes, text_string(row), row->length);
}

static int compare_names(const struct sorted_row *a, const struct sorted_row *b)
{
    const size_t common = a->name_length < b->name_length ? a->name_length : b->name_length;
    const int order = memcmp(a->name, b->name, common);

    return order != 0 ? order
                      : (a->name_length > b->name_length) - (a->name_length < b->name_length);
}

/* Orders rows. Unknown keys come last; equal keys keep the order of reading. */
static int compare(const void *left, const void *right)
{
    const struct sorted_row *a = left, *b = right;
    int order =
        a->by_name ? compare_names(a, b) : (a->number > b->number) - (a->number < b->number);

    if ((a->number < 0) != (b->number < 0))
        return a->number < 0 ? 1 : -1;
    if (order != 0)
        return a->down ? -order : order;
    return (a->place > b->place) - (a->place < b->place);
}

void kernels_sort_end(struct kernels *kernels, void (*print)(struct kernels *kernels, size_t index,
                                                             const char *row, size_t length))
{
    struct sorted *sorted = &kernels->sorted;
    size_t i;

    for (i = 0; i < sorted->count; i++)
        sorted->rows[i].name = sorted->bytes.data + sorted->rows[i].at;
    if (sorted->count != 0)
        qsort(sorted->rows, sorted->count, sizeof *sorted->rows, compare);
    for (i = 0; i < sorted->count && !out_failed(); i++)
        print(kernels, i, sorted->rows[i].name + sorted->rows[i].name_length,
              sorted->rows[i].length);
}

void kernels_sort_free(struct kernels *kernels)
{
    text_free(&kernels->sorted.bytes);
    free(kernels->sorted.rows);
}
