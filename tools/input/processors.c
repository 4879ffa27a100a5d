/* SPDX-License-Identifier: MIT */
#include "input/processors.h"

#include <string.h>

/* Words of the names of processors, without "PRO" and marks, and the GPU. A name has the words of
 * `series`, followed by one of `models`. Sources: for Ryzen AI and Ryzen 200 the list of devices of
 * ROCm 10.0.0's release notes, which has the Radeon of each; for the other Ryzens what they call
 * themselves ("AMD Ryzen 7 7840HS w/ Radeon 780M Graphics"), and for Z1 and Z2 the chip that Mesa
 * names; for the older ones LLVM's AMDGPUUsage; for Core Ultra reviews that list the GPUs
 * (notebookcheck.com 783893, vgmag.it 297859; Panther Lake: hardwareluxx.de 67976) and reports of
 * users, which for 1xxU, 2x5H and 368H were not read again. Where only the chip is sure, it is the
 * GPU. */
static const struct processor {
    const char *series, *models, *gpu;
} processors[] = {
    {"ryzen ai max", "395 392 388", "Radeon 8060S"},
    {"ryzen ai max", "390 385 490 485", "Radeon 8050S"},
    {"ryzen ai max", "380", "Radeon 8040S"},
    {"ryzen ai max", "495", "Radeon 8065S"},
    {"ryzen ai 9 hx", "370 375 470 475", "Radeon 890M"},
    {"ryzen ai 9", "365 465", "Radeon 880M"},
    {"ryzen ai 7", "350 450", "Radeon 860M"},
    {"ryzen ai 7", "345", "Radeon 840M"},
    {"ryzen ai 5", "340 440", "Radeon 840M"},
    {"ryzen ai 5", "330", "gfx1152"},
    {"ryzen ai 5", "430 435", "gfx1153"},
    {"ryzen ai 7", "445", "gfx1153"},
    {"ryzen ai z2", "extreme", "gfx1150"},
    {"ryzen z2", "extreme", "gfx1150"},
    {"ryzen z1", "extreme", "gfx1103"},
    {"ryzen 9", "270 7940hs 8945hs", "Radeon 780M"},
    {"ryzen 7", "250 260 7840hs 7840u 8700g 8840hs 8840u 8845hs", "Radeon 780M"},
    {"ryzen 5", "230 240 7640hs 7640u 8600g 8645hs", "Radeon 760M"},
    {"ryzen 5", "215 220 7540u 8500g 8540u", "Radeon 740M"},
    {"ryzen 3", "210", "Radeon 740M"},
    {"ryzen 9", "7950x", "gfx1036"},
    {"ryzen 7", "5700g", "Radeon Vega 8 (Ryzen 7 5700G)"},
    {"ryzen 7", "4700g", "Radeon Vega 8 (Ryzen 7 4700G)"},
    {"ryzen 7", "4700ge", "gfx90c"},
    {"ryzen 5", "4600g 4600ge", "gfx90c"},
    {"ryzen 3", "4300g 4300ge", "gfx90c"},
    {"ryzen 5", "2400g", "Radeon RX Vega 11 (Ryzen 5 2400G)"},
    {"ryzen 3", "2200g", "Radeon Vega 8 (Ryzen 3 2200G)"},
    {"core ultra 7", "155h 165h", "Arc (Meteor Lake-H)"},
    {"core ultra 9", "185h", "Arc (Meteor Lake-H)"},
    {"core ultra 5", "125h 135h", "mtl-h"},
    {"core ultra 7", "155u 164u 165u", "Graphics (Meteor Lake-U)"},
    {"core ultra 5", "125u 134u 135u", "Graphics (Meteor Lake-U)"},
    {"core ultra 7", "256v 258v 266v 268v", "Arc 140V"},
    {"core ultra 9", "288v", "Arc 140V"},
    {"core ultra 5", "226v 228v 236v 238v", "Arc 130V"},
    {"core ultra 7", "255h 265h", "Arc 140T"},
    {"core ultra 9", "285h", "Arc 140T"},
    {"core ultra 5", "225h 235h", "arl-h"},
    {"core ultra x7", "358h 368h", "Arc B390"},
    {"core ultra x9", "388h", "Arc B390"},
};

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

const char *processor_gpu(const char *name, size_t length)
{
    char words[128];
    const char *at, *model;
    size_t i, size;

    if (!write_words(name, length, words))
        return NULL;
    for (i = 0; i < sizeof processors / sizeof processors[0]; i++) {
        size = strlen(processors[i].series);
        at = words_in(words, processors[i].series, size);
        if (at == NULL || at[size] == 0)
            continue;
        for (model = processors[i].models; model != NULL; model = strchr(model, ' ')) {
            const size_t digits = strcspn(model += *model == ' ', " ");

            if (strncmp(at + size + 1, model, digits) == 0 &&
                (at[size + 1 + digits] == ' ' || at[size + 1 + digits] == 0))
                return processors[i].gpu;
        }
    }
    return NULL;
}
