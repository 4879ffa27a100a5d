/* SPDX-License-Identifier: MIT
 *
 * The GPUs inside of processors: the records of devices/VENDOR/processors.ini.
 */
#include <gpuocc/kernels.h>

#include <string.h>

/* Words of the names of processors, without "PRO" and marks, and the GPU. A name has the words of
 * `series`, followed by one of `models`. */
struct processor {
    const char *series, *models, *gpu;
    uint8_t confidence, source;
};

#include "processors_table.inc"

/* Returns where words begin in a text of words, behind a blank; NULL if they are not there. */
static const char *words_in(const char *text, const char *words, size_t length)
{
    for (; (text = strchr(text, ' ')) != NULL; text++)
        if (strncmp(text + 1, words, length) == 0 &&
            (text[1 + length] == ' ' || text[1 + length] == 0))
            return text + 1;
    return NULL;
}

/* Writes the words of a name in lower case, each behind a blank, without marks and "PRO". Returns 0
 * if they are longer than the names of processors. */
static int write_words(const char *name, size_t length, char words[128])
{
    size_t at, used = 0, start = 0;
    char c;

    for (at = 0; at <= length; at++) {
        c = at == length ? 0 : name[at];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            if (used == start)
                words[used++] = ' ';
            words[used++] = c;
            if (used > 126)
                return 0;
            continue;
        }
        words[used] = 0;
        if (strcmp(words + start, " pro") == 0 || strcmp(words + start, " r") == 0 ||
            strcmp(words + start, " tm") == 0)
            used = start;
        words[used] = 0;
        start = used;
    }
    return 1;
}

/* Returns the processor that a text of words has, or NULL. */
static const struct processor *find_processor(const char *words)
{
    const char *at, *model;
    size_t i, size;

    for (i = 0; i < sizeof processors / sizeof processors[0]; i++) {
        size = strlen(processors[i].series);
        at = words_in(words, processors[i].series, size);
        if (at == NULL || at[size] == 0)
            continue;
        for (model = processors[i].models; model != NULL; model = strchr(model, ' ')) {
            const size_t digits = strcspn(model += *model == ' ', " ");

            if (strncmp(at + size + 1, model, digits) == 0 &&
                (at[size + 1 + digits] == ' ' || at[size + 1 + digits] == 0))
                return &processors[i];
        }
    }
    return NULL;
}

const char *gpuocc_kernels_processor_gpu(const char *name, size_t length, gpuocc_source *source)
{
    const struct processor *found;
    char words[128];

    found = name != NULL && write_words(name, length, words) ? find_processor(words) : NULL;
    if (found == NULL)
        return NULL;
    if (source != NULL && source->size >= sizeof *source) {
        source->confidence = found->confidence;
        strcpy(source->document, sources[found->source][0]);
        strcpy(source->remark, sources[found->source][1]);
    }
    return found->gpu;
}
