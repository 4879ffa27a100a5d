/* SPDX-License-Identifier: MIT */
#include "input/refused.h"

#include <string.h>

#include "gpuocc/gpuocc.h"

enum kind {
    NOT_SUPPORTED,
    SOFTWARE,
    VIRTUAL,
    UNPUBLISHED,
    SAMSUNG,
    SET,
    CHIP,
    HIRED,
    COMPUTER,
    PHONE,
    MAC
};

/* Names of GPUs and renderers that the library does not model, by a word in the name, in lower
 * case. "apple common-3" is what Dawn calls a GPU of Apple. */
static const struct maker {
    char word[24], name[40];
    enum kind kind;
    const char *inside; /* such a GPU, of a chip or a computer */
} makers[] = {
    {"llvmpipe", "llvmpipe", SOFTWARE, NULL},
    {"lavapipe", "lavapipe", SOFTWARE, NULL},
    {"softpipe", "softpipe", SOFTWARE, NULL},
    {"swrast", "swrast", SOFTWARE, NULL},
    {"software rasterizer", "Software Rasterizer", SOFTWARE, NULL},
    {"swiftshader", "SwiftShader", SOFTWARE, NULL},
    {"basic render driver", "Basic Render Driver", SOFTWARE, NULL},
    {"software adapter", "Software Adapter", SOFTWARE, NULL},
    {"microsoft warp", "WARP", SOFTWARE, NULL},
    {"mesa software", "Mesa's software", SOFTWARE, NULL},
    {"virgl", "virgl", VIRTUAL, NULL},
    {"svga3d", "SVGA3D", VIRTUAL, NULL},
    {"virtio", "virtio", VIRTUAL, NULL},
    {"qxl", "QXL", VIRTUAL, NULL},
    {"powervr", "PowerVR", NOT_SUPPORTED, NULL},
    {"imagination", "Imagination", NOT_SUPPORTED, NULL},
    {"img", "Imagination", NOT_SUPPORTED, NULL},
    {"vc4", "VC4", NOT_SUPPORTED, NULL},
    {"xclipse", "Xclipse", SAMSUNG, NULL},
    {"samsung rdna", "Xclipse", SAMSUNG, NULL},
    {"maleoon", "Maleoon", NOT_SUPPORTED, NULL},
    {"vivante", "Vivante", NOT_SUPPORTED, NULL},
    {"ascend", "Ascend", NOT_SUPPORTED, NULL},
    {"moore threads", "Moore Threads", NOT_SUPPORTED, NULL},
    {"mtt", "Moore Threads", NOT_SUPPORTED, NULL},
    {"biren", "Biren", NOT_SUPPORTED, NULL},
    {"metax", "MetaX", NOT_SUPPORTED, NULL},
    {"iluvatar", "Iluvatar", NOT_SUPPORTED, NULL},
    {"zhaoxin", "Zhaoxin", NOT_SUPPORTED, NULL},
    {"matrox", "Matrox", NOT_SUPPORTED, NULL},
    {"aspeed", "ASPEED", NOT_SUPPORTED, NULL},
    {"rubin cpx", "Rubin CPX", UNPUBLISHED, NULL},
    {"t239", "T239", UNPUBLISHED, NULL},
    {"tegra239", "T239", UNPUBLISHED, NULL},
    {"switch 2", "Switch 2", UNPUBLISHED, NULL},
    {"common-", "common", SET, NULL},
    {"metal-", "metal", SET, NULL},
    {"dgx a100", "DGX A100", COMPUTER, "A100 SXM4 80 GB"},
    {"dgx", "DGX", COMPUTER, "H100 SXM5 80 GB"},
    {"hgx", "HGX", COMPUTER, "H100 SXM5 80 GB"},
    {"macbook", "MacBook", MAC, "Apple M3 Max"},
    {"imac", "iMac", MAC, "Apple M3 Max"},
    {"mac mini", "Mac mini", MAC, "Apple M3 Max"},
    {"mac studio", "Mac Studio", MAC, "Apple M3 Max"},
    {"mac pro", "Mac Pro", MAC, "Apple M3 Max"},
    {"iphone", "iPhone", PHONE, "Apple A18"},
    {"rog ally", "ROG Ally", COMPUTER, "Radeon 780M"},
    {"legion go", "Legion Go", COMPUTER, "Radeon 780M"},
    {"snapdragon", "Snapdragon", CHIP, "Adreno 750"},
    {"sm8250", "Snapdragon SM8250", CHIP, "Adreno 650"},
    {"sm8350", "Snapdragon SM8350", CHIP, "Adreno 660"},
    {"sm8450", "Snapdragon SM8450", CHIP, "Adreno 730"},
    {"sm8550", "Snapdragon SM8550", CHIP, "Adreno 740"},
    {"sm8650", "Snapdragon SM8650", CHIP, "Adreno 750"},
    {"sm8750", "Snapdragon SM8750", CHIP, "Adreno 830"},
    {"dimensity", "Dimensity", CHIP, "Immortalis-G720"},
    {"helio", "Helio", CHIP, "Mali-G57"},
    {"exynos 2200", "Xclipse, the GPU of Exynos 2200,", SAMSUNG, NULL},
    {"exynos 2400", "Xclipse, the GPU of Exynos 2400,", SAMSUNG, NULL},
    {"exynos 2500", "Xclipse, the GPU of Exynos 2500,", SAMSUNG, NULL},
    {"exynos", "Exynos", CHIP, "Mali-G78"},
    {"kirin", "Kirin", CHIP, "Mali-G78 MP24"},
    {"google tensor", "Google Tensor", CHIP, "Mali-G715"},
    {"tensor g", "Google Tensor", CHIP, "Mali-G715"},
    {"xlarge", "an instance of AWS", HIRED, NULL},
    {"tpu", "a TPU", NOT_SUPPORTED, NULL},
    {"inferentia", "Inferentia", NOT_SUPPORTED, NULL},
    {"trainium", "Trainium", NOT_SUPPORTED, NULL},
    {"gaudi", "Gaudi", NOT_SUPPORTED, NULL},
    {"groq", "Groq", NOT_SUPPORTED, NULL},
    {"cerebras", "Cerebras", NOT_SUPPORTED, NULL},
};

/* GPUs before those that are modelled, by a word, in lower case, and the first number after it: 0
 * to 0 is the word alone. pci.ids has each product of these numbers with a chip of these
 * families. */
static const struct old {
    char word[16];
    uint32_t first, last;
    const char *family, *oldest;
} old[] = {
#define NVIDIA "Tesla or Fermi", "Kepler, sm_30"
#define AMD    "TeraScale or earlier", "GCN 1, gfx600"
#define INTEL  "Gen7 or earlier", "Gen9, skl"
#define ARM    "Utgard", "Midgard, Mali-T720"
#define ADRENO "an Adreno before 600", "Adreno 600"
    {"fermi", 0, 0, NVIDIA},
    {"gtx", 200, 599, NVIDIA},
    {"gts", 100, 599, NVIDIA},
    {"gt", 100, 625, NVIDIA},
    {"gt", 630, 645, "Fermi, unless its chip is a GK107 or GK208: then give that", "Kepler, sm_30"},
    {"geforce", 200, 610, NVIDIA},
    {"gf", 100, 119, NVIDIA},
    {"geforce", 6000, 9999, NVIDIA},
    {"geforce fx", 5000, 5999, NVIDIA},
    {"quadro", 500, 4000, NVIDIA},
    {"quadro", 5000, 7000, NVIDIA},
    {"quadro fx", 0, 9999, NVIDIA},
    {"nvs", 285, 450, NVIDIA},
    {"tesla c", 0, 2100, NVIDIA},
    {"tesla m", 1000, 2100, NVIDIA},
    {"tesla s", 0, 2100, NVIDIA},
    {"terascale", 0, 9, AMD},
    {"radeon hd", 2000, 6999, AMD},
    {"radeon hd", 7290, 7699, AMD},
    {"radeon x", 300, 1950, AMD},
    {"radeon xpress", 0, 0, AMD},
    {"rv", 100, 790, AMD},
    {"cayman", 0, 0, AMD},
    {"cypress", 0, 0, AMD},
    {"juniper", 0, 0, AMD},
    {"redwood", 0, 0, AMD},
    {"cedar", 0, 0, AMD},
    {"barts", 0, 0, AMD},
    {"turks", 0, 0, AMD},
    {"caicos", 0, 0, AMD},
    {"palm", 0, 0, AMD},
    {"sumo", 0, 0, AMD},
    {"aruba", 0, 0, AMD},
    {"hd graphics", 2000, 5000, INTEL},
    {"sandybridge", 0, 0, INTEL},
    {"ivybridge", 0, 0, INTEL},
    {"haswell", 0, 0, INTEL},
    {"express chipset", 0, 0, INTEL},
    {"intel gen-", 4, 7, INTEL},
    {"utgard", 0, 0, ARM},
    {"mali", 200, 470, ARM},
    {"mali-", 200, 470, ARM},
    {"adreno", 200, 499, ADRENO},
    {"adreno-", 4, 5, ADRENO},
#undef NVIDIA
#undef AMD
#undef INTEL
#undef ARM
#undef ADRENO
};

/* Words of the names of processors. */
static const char *const processors[] = {"processor",    "cpu",      "xeon",    "epyc",    "ryzen",
                                         "threadripper", "athlon",   "pentium", "celeron", "atom",
                                         "core(tm)",     "i3",       "i5",      "i7",      "i9",
                                         "core ultra",   "neoverse", "cortex",  "intel core",
                                         "intel n",      "genuine"};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

size_t refused_word(const char *name, size_t length, const char *word)
{
    const size_t size = strlen(word);
    size_t at, i;

    for (at = 0; at + size <= length; at++) {
        if ((at != 0 && is_letter(name[at - 1])) ||
            (at + size != length && is_letter(name[at + size])))
            continue;
        for (i = 0; i < size && lower(name[at + i]) == word[i]; i++)
            continue;
        if (i == size)
            return at;
    }
    return length;
}

static void add_vendors(struct text *text)
{
    const uint32_t count = gpuocc_list_count(GPUOCC_LIST_VENDORS);
    uint32_t i;

    for (i = GPUOCC_VENDOR_GENERIC + 1; i < count; i++)
        text_format(text, "%s%s",
                    i == GPUOCC_VENDOR_GENERIC + 1 ? ""
                    : i + 1 == count               ? " and "
                                                   : ", ",
                    gpuocc_name(GPUOCC_LIST_VENDORS, i));
}

static int has_digit(const char *name, size_t length)
{
    size_t at;

    for (at = 0; at < length; at++)
        if (name[at] >= '0' && name[at] <= '9')
            return 1;
    return 0;
}

int refused_maker(struct text *text, const char *name, size_t length)
{
    static const char *const says[] = {
        " is not supported, the supported vendors are ",
        " is a software renderer, not a GPU: give the name or the PCI id of a GPU",
        " is a virtual display adapter, not a GPU: give the name or the PCI id of the GPU behind "
        "it",
        " is known, but no figures of its cores are published: give those of a similar GPU, such "
        "as "
        "sm_86, with the fields that differ",
        " is not supported: it has a variant of AMD's RDNA inside (2 in Xclipse 920, 3 in 940, 4 "
        "in "
        "960), of which no figures are published; the supported vendors are ",
        " is a set of Metal's features that GPUs of several families have: give the family, such "
        "as apple7, or the chip, such as Apple M1",
        " is a chip with a GPU inside: give that, such as $, as vulkaninfo prints it",
        " has one of several GPUs: give its name, as nvidia-smi -L prints it",
        " is a computer: give the GPU inside, such as $, as nvidia-smi -L or clinfo prints it",
        " is a phone: give its chip, such as $",
        " is a computer: give its chip, such as $",
    };
    const gpuocc_device *near;
    const struct maker *maker = makers;
    const char *said;
    size_t size;

    while (refused_word(name, length, maker->word) == length)
        if (++maker == makers + sizeof makers / sizeof makers[0])
            return 0;
    if (maker->kind == MAC && has_digit(name, length) &&
        gpuocc_device_nearest(name, length, 0, &near) == GPUOCC_OK)
        return 0; /* its chip is there: "MacBook Pro M3" */
    said = says[maker->kind];
    size = strcspn(said, "$");
    text_format(text, "; %s", maker->name);
    text_add_bytes(text, said, size);
    if (said[size] != 0)
        text_format(text, "%s%s", maker->inside, said + size + 1);
    if (maker->kind == NOT_SUPPORTED || maker->kind == SAMSUNG)
        add_vendors(text);
    return 1;
}

/* Reads the number after a place in a name, with at most "(TM)" and what is no letter between.
 * Returns 0 if there is none. */
static int number_after(const char *name, size_t length, size_t at, uint32_t *number)
{
    if (at + 5 < length && refused_word(name + at, 5, "(tm)") < 5)
        at += 5;
    while (at < length && strchr(" -)", name[at]) != NULL)
        at++;
    *number = 0;
    if (at == length || name[at] < '0' || name[at] > '9')
        return 0;
    for (; at < length && *number < 100000 && name[at] >= '0' && name[at] <= '9'; at++)
        *number = *number * 10 + (uint32_t)(name[at] - '0');
    return 1;
}

static int add_old(struct text *text, const char *name, size_t length)
{
    uint32_t number;
    size_t i, at;

    for (i = 0; i < sizeof old / sizeof old[0]; i++) {
        at = refused_word(name, length, old[i].word);
        if (at == length)
            continue;
        if (old[i].last != 0 && (!number_after(name, length, at + strlen(old[i].word), &number) ||
                                 number < old[i].first || number > old[i].last))
            continue;
        text_format(text, "; it is too old (%s): the oldest with a model is %s", old[i].family,
                    old[i].oldest);
        return 1;
    }
    return 0;
}

static int is_processor(const char *name, size_t length)
{
    size_t i;

    for (i = 0; i < sizeof processors / sizeof processors[0]; i++)
        if (refused_word(name, length, processors[i]) != length)
            return 1;
    return 0;
}

/* Whether a name consists of words of vendors and series only, apart from marks: "QUALCOMM
 * Adreno(TM)". */
static int is_general(const char *name, size_t length)
{
    static const char *const words[] = {"gpu",    "graphics", "corporation", "inc",     "device",
                                        "tm",     "r",        "nvidia",      "geforce", "rtx",
                                        "gtx",    "quadro",   "tesla",       "amd",     "ati",
                                        "radeon", "rx",       "instinct",    "intel",   "arc",
                                        "iris",   "apple",    "qualcomm",    "adreno",  "turnip",
                                        "arm",    "mali",     "immortalis",  "broadcom"};
    const size_t marks = 7; /* the first of the words, which name nothing */
    size_t at = 0, size, i;
    int named = 0;

    while (at != length) {
        for (size = 0; at + size != length && is_letter(name[at + size]);)
            size++;
        for (i = 0; size != 0 && refused_word(name + at, size, words[i]) != 0;)
            if (++i == sizeof words / sizeof words[0])
                return 0;
        if (size == 0 && name[at] >= '0' && name[at] <= '9')
            return 0;
        named |= size != 0 && i >= marks;
        at += size != 0 ? size : 1;
    }
    return named;
}

int refused_processor(const char *name, size_t length)
{
    return has_digit(name, length) && is_processor(name, length);
}

int refused_kind(struct text *text, const char *name, size_t length)
{
    size_t at;

    for (at = 0; at + 3 <= length; at++)
        if (memcmp(name + at, "...", 3) == 0) {
            text_add(text, "; the name is cut off: nvidia-smi -L prints the whole name");
            return 1;
        }
    if (is_processor(name, length)) {
        text_add(text, "; it is a processor: if it has a GPU inside, give the name of that, as "
                       "clinfo or vulkaninfo prints it, or its PCI id");
        return 1;
    }
    if (add_old(text, name, length))
        return 1;
    if (!is_general(name, length))
        return 0;
    text_add(text, "; it names only a vendor or a series: add the model's name or number");
    return 1;
}
