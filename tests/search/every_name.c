/* SPDX-License-Identifier: MIT
 *
 * Compares every name in the tables and its search results with the rows read a second time. A text
 * matches the rows with the same letters and digits, apart from words that are optional in the
 * vendor's names (only that vendor's, if the text begins with a word of its). Among one vendor's
 * rows names precede other names, and each device counts once. No row is unused.
 */
#include "random.h"
#include "table_names.h"

#define MOST_NAMES 4096
#define MOST_HITS  48

/* What a row refers to; device NULL: a name that is not modelled. */
struct row {
    const gpuocc_device *device;
    const char *name;
    char bare[64];
    int own, board;
};

static struct row rows[MOST_NAMES];
static uint32_t first_of[TABLES + 1];

struct hits {
    const struct row *rows[MOST_HITS];
    uint32_t count;
};

static int is_first(uint32_t t, uint32_t i)
{
    const struct table_name *name = tables[t].names;
    uint32_t before = 0;

    while (name[before].kind != name[i].kind || strcmp(name[before].row, name[i].row) != 0)
        before++;
    return before == i && name[i].kind <= IS_PRODUCT;
}

static void read_rows(void)
{
    uint32_t t, i, count = 0;

    for (t = 0; t < TABLES; t++) {
        first_of[t] = count;
        for (i = 0; i < tables[t].count; i++, count++) {
            struct table_name row = tables[t].names[i];

            rows[count].name = row.name;
            rows[count].own = is_first(t, i);
            rows[count].board = row.kind == IS_BOARD;
            row.kind = row.kind == IS_BOARD ? IS_TARGET : row.kind;
            rows[count].device = table_device(t, &row);
            table_bare(tables[t].words, row.name, rows[count].bare);
        }
    }
    first_of[t] = count;
}

/* Returns the only vendor for which the first word of a text is optional, otherwise TABLES. */
static uint32_t table_of(const char *text)
{
    char word[64];
    uint32_t t, w, only = TABLES, count = 0, at = 0;
    const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    text += strcspn(text, letters);
    for (; at < strspn(text, letters); at++)
        word[at] = (char)(text[at] >= 'A' && text[at] <= 'Z' ? text[at] + 32 : text[at]);
    word[at] = 0;
    for (t = 0; t < TABLES; t++)
        for (w = 0; tables[t].words[w] != NULL; w++)
            if (strcmp(tables[t].words[w], word) == 0) {
                only = t;
                count++;
            }
    return count == 1 ? only : (uint32_t)TABLES;
}

static void add(struct hits *hits, const struct row *row)
{
    uint32_t i;

    for (i = 0; i < hits->count; i++)
        if (hits->rows[i]->device == row->device)
            return;
    if (hits->count < MOST_HITS)
        hits->rows[hits->count++] = row;
}

/* The last two words of a text of optional words are a name in one word if the tables have it
 * ("ArcGraphics"). */
static void join(uint32_t t, const char *text, char bare[256])
{
    static const char *const none[] = {NULL};
    const char *at, *last, *two;
    char joined[256];
    uint32_t i, w;

    for (w = 0; tables[t].words[w] != NULL && strcmp(tables[t].words[w], bare) != 0;)
        w++;
    for (at = last = two = text; *at != 0; at++)
        if (strchr(" -_", *at) != NULL) {
            two = last;
            last = at + 1;
        }
    table_bare(none, last, joined);
    if (tables[t].words[w] == NULL || strcmp(joined, bare) != 0)
        return;
    table_bare(none, two, joined);
    for (i = first_of[t]; i < first_of[t + 1]; i++)
        if (strcmp(rows[i].bare, joined) == 0) {
            strcpy(bare, joined);
            return;
        }
}

static void look_up(struct hits *hits, const char *text)
{
    const uint32_t only = table_of(text);
    char bare[256];
    uint32_t t, i;
    int own;

    for (hits->count = 0, t = 0; t < TABLES; t++) {
        if (only != TABLES && only != t)
            continue;
        table_bare(tables[t].words, text, bare);
        join(t, text, bare);
        for (own = 0, i = first_of[t]; i < first_of[t + 1]; i++)
            own |= rows[i].own && strcmp(rows[i].bare, bare) == 0;
        for (i = first_of[t]; i < first_of[t + 1]; i++)
            if (rows[i].own == own && strcmp(rows[i].bare, bare) == 0)
                add(hits, &rows[i]);
    }
}

static int agrees(const char *text, const struct hits *hits)
{
    const gpuocc_device *device;
    uint32_t i, quality;
    int32_t status;

    /* A plain number may mean products of several series: typed_names.csv. */
    if (strspn(text, "0123456789") == strlen(text))
        return gpuocc_device_find(text, strlen(text), 0, &device, NULL, NULL) == GPUOCC_OK;
    for (i = 0; i < hits->count; i++) {
        const struct row *row = hits->rows[i];
        const uint32_t right = hits->count > 1 ? GPUOCC_QUALITY_AMBIGUOUS
                               : row->board    ? GPUOCC_QUALITY_ARCHITECTURE
                               : row->own      ? GPUOCC_QUALITY_EXACT
                                               : GPUOCC_QUALITY_ALIAS;

        device = NULL;
        quality = right;
        status = gpuocc_device_find(text, strlen(text), i, &device, &quality, NULL);
        if (device != row->device || quality != right ||
            status != (device != NULL ? GPUOCC_OK : GPUOCC_ERROR_DEVICE_NO_MODEL)) {
            note("%s, %u: status %d, quality %u, not %u, %s", text, i, (int)status, quality, right,
                 device != NULL ? gpuocc_device_name(device) : "");
            return 0;
        }
    }
    return gpuocc_device_find(text, strlen(text), i, &device, NULL, NULL) == GPUOCC_ERROR_INDEX;
}

static void test_rows(void)
{
    uint32_t i, k, good = 0, found = 0;
    struct hits hits;

    for (i = 0; i < first_of[TABLES]; i++) {
        look_up(&hits, rows[i].name);
        good += (uint32_t)agrees(rows[i].name, &hits);
        for (k = 0; k < hits.count && hits.rows[k]->device != rows[i].device;)
            k++;
        /* Otherwise it is an other name that is also the name of a device. */
        k = k < hits.count || hits.count == MOST_HITS;
        found += k;
        if (!k)
            note("%s does not find its row", rows[i].name);
    }
    ok(good == i && i > 1000, "%u of %u names find what their rows say", good, i);
    ok(found == i, "%u of %u rows are found by their name", found, i);
}

/* Edits a name: other blanks and capitals, a break within a word, words before and after it. */
static void edit(char *text, const char *name)
{
    static const char *const breaks[] = {"", " ", "-", "_", "  ", ". "};
    const struct table *before = &tables[below(TABLES)], *after = &tables[below(TABLES)];
    const uint32_t split = below(40);
    uint32_t i;

    *text = 0;
    for (i = 0; before->words[i] != NULL; i++)
        if (below(8) == 0)
            text += sprintf(text, "%s ", before->words[i]);
    for (i = 0; name[i] != 0; i++) {
        if (i == split || name[i] == ' ')
            text += sprintf(text, "%s", breaks[below(6)]);
        if (name[i] == ' ')
            continue;
        *text = name[i];
        if (below(3) == 0 && ((name[i] | 0x20) >= 'a' && (name[i] | 0x20) <= 'z'))
            *text ^= 0x20;
        *++text = 0;
    }
    for (i = 0; after->words[i] != NULL; i++)
        if (below(8) == 0)
            text += sprintf(text, " %s", after->words[i]);
}

static uint32_t letters_of(const char *text)
{
    uint32_t count = 0;

    for (; *text != 0; text++)
        count += (*text >= '0' && *text <= '9') || ((*text | 0x20) >= 'a' && (*text | 0x20) <= 'z');
    return count;
}

static void test_edits(void)
{
    const uint32_t cases = part_of(20000);
    uint32_t n, asked = 0, good = 0;
    struct hits hits;
    char text[256];

    for (n = 0; n < cases; n++) {
        edit(text, rows[below(first_of[TABLES])].name);
        look_up(&hits, text);
        if (hits.count == 0 || letters_of(text) >= 64) /* longer ones are not names */
            continue;
        asked++;
        good += (uint32_t)agrees(text, &hits);
    }
    ok(good == asked && asked >= at_least(8000), "%u of %u names in other spellings", good, asked);
}

int main(void)
{
    read_rows();
    test_rows();
    test_edits();
    return done();
}
