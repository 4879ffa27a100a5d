/* SPDX-License-Identifier: MIT
 *
 * Tests damaged profiles: each cut off at every byte, and with bits flipped and bytes exchanged, in
 * memory of exactly its size, whole and in pieces. Usage: damage CHANGES FILE...
 */
#include "runs.h"

static uint64_t state = 88172645463325252u;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

/* Returns 1 if something was reported that must not be. */
static int run_one(const char *bytes, size_t length, size_t piece)
{
    struct written *w = start_writing();
    const int32_t status = run_pieces(w, bytes, length, piece);

    return w->wrong || status < 0 || status > GPUOCC_RUNS_NOT_READ ||
           w->launches > length / 8 + 1 || w->warnings > length + 8;
}

static void damage(const char *name, const char *bytes, size_t length, unsigned long changes)
{
    static const char often[] = "\"\"\"{}[],,\n\n\\:0919";
    char *copy = malloc(length);
    unsigned long wrong = 0, i;
    size_t cut, at, k;

    for (cut = 0; cut < length; cut++)
        wrong += (unsigned long)run_one(bytes, cut, cut % 3 * 50);
    ok(wrong == 0, "%s: cut off at each of %lu bytes", name, (unsigned long)length);
    for (i = 0, wrong = 0; i < changes; i++) {
        memcpy(copy, bytes, length);
        for (k = 0; k < 1 + i % 4; k++) {
            at = below(length);
            copy[at] = (char)(i % 2 ? often[below(sizeof often - 1)] : copy[at] ^ 1 << below(8));
        }
        wrong += (unsigned long)run_one(copy, length, i % 3 * 50);
    }
    ok(wrong == 0, "%s: changed %lu times", name, changes);
    free(copy);
}

int main(int count, char **arguments)
{
    char *bytes = malloc(1 << 20);
    int i;

    for (i = 2; i < count; i++) {
        FILE *file = fopen(arguments[i], "rb");
        size_t length = file != NULL ? fread(bytes, 1, 1 << 20, file) : 0;

        ok(length != 0, "%s is there", arguments[i]);
        if (file != NULL)
            fclose(file);
        if (length != 0)
            damage(arguments[i], bytes, length, strtoul(arguments[1], NULL, 0));
    }
    free(bytes);
    return done();
}
