/* SPDX-License-Identifier: MIT
 *
 * Parses target ids as compilers and code objects write them.
 */
#include "amd.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether `text` equals `word`, which is in lower case, regardless of case. */
static int is_word(const char *text, size_t length, const char *word)
{
    size_t i;

    for (i = 0; i != length && word[i]; i++)
        if (lower(text[i]) != word[i])
            return 0;
    return i == length && word[i] == 0;
}

/* Whether a text, which is empty or begins with a colon, is a list of features such as ":xnack+"
 * and ":sramecc-". Features do not change occupancy. */
static int are_features(const char *text, size_t length)
{
    size_t end;

    while (length != 0) {
        for (end = 1; end < length && text[end] != ':'; end++)
            continue;
        if (text[end - 1] != '+' && text[end - 1] != '-')
            return 0;
        if (!is_word(text + 1, end - 2, "xnack") && !is_word(text + 1, end - 2, "sramecc"))
            return 0;
        text += end;
        length -= end;
    }
    return 1;
}

/* Returns the length of "amdgcn-amd-amdhsa--" or another triple of amdgcn, including what a bundle
 * writes before it; 0 if there is none. */
static size_t triple(const char *name, size_t length)
{
    static const char word[] = "amdgcn";
    const char *left = word;
    size_t i;

    for (i = 0; i != length; i++)
        if (*left != 0)
            left = lower(name[i]) == *left ? left + 1 : word + (lower(name[i]) == *word);
        else if (name[i - 1] == '-' && name[i] == '-')
            return i + 1;
    return 0;
}

uint32_t gocc_amd_parse(const char *name, size_t length)
{
    size_t start = triple(name, length), end = start;
    uint32_t i;

    while (end < length && name[end] != ':')
        end++;
    /* A target without a triple and features is found by its name. */
    if (end == start || end - start == length || !are_features(name + end, length - end))
        return 0;
    for (i = 0; i != gocc_amd.target_count; i++)
        if (is_word(name + start, end - start, gocc_amd.texts + gocc_amd.targets[i].name))
            return i + 1;
    return 0;
}
