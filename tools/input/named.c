/* SPDX-License-Identifier: MIT */
#include "input/named.h"

#include <string.h>

/* Names of GPUs and renderers that the library does not model, by a word in the name, in lower
 * case. */
struct maker {
    char word[24], name[24];
    enum { NOT_SUPPORTED, SOFTWARE, VIRTUAL } kind;
};

static const struct maker makers[] = {
    {"llvmpipe", "llvmpipe", SOFTWARE},
    {"lavapipe", "lavapipe", SOFTWARE},
    {"softpipe", "softpipe", SOFTWARE},
    {"swrast", "swrast", SOFTWARE},
    {"swiftshader", "SwiftShader", SOFTWARE},
    {"basic render driver", "Basic Render Driver", SOFTWARE},
    {"software adapter", "Software Adapter", SOFTWARE},
    {"virgl", "virgl", VIRTUAL},
    {"svga3d", "SVGA3D", VIRTUAL},
    {"virtio", "virtio", VIRTUAL},
    {"qxl", "QXL", VIRTUAL},
    {"powervr", "PowerVR", NOT_SUPPORTED},
    {"imagination", "Imagination", NOT_SUPPORTED},
    {"vc4", "VC4", NOT_SUPPORTED},
    {"xclipse", "Xclipse", NOT_SUPPORTED},
    {"maleoon", "Maleoon", NOT_SUPPORTED},
    {"vivante", "Vivante", NOT_SUPPORTED},
    {"moore threads", "Moore Threads", NOT_SUPPORTED},
    {"mtt", "Moore Threads", NOT_SUPPORTED},
    {"biren", "Biren", NOT_SUPPORTED},
    {"metax", "MetaX", NOT_SUPPORTED},
    {"iluvatar", "Iluvatar", NOT_SUPPORTED},
    {"zhaoxin", "Zhaoxin", NOT_SUPPORTED},
    {"matrox", "Matrox", NOT_SUPPORTED},
    {"aspeed", "ASPEED", NOT_SUPPORTED},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

/* Returns where a word is in a name, without a letter directly before or after it; `length` if it
 * is not there. */
static size_t word_in(const char *name, size_t length, const char *word)
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

static const struct maker *maker_of(const char *name, size_t length)
{
    size_t i;

    for (i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (word_in(name, length, makers[i].word) != length)
            return &makers[i];
    return NULL;
}

/* Whether a name consists of words of vendors and series only, apart from marks: "QUALCOMM
 * Adreno(TM)". */
static int is_general(const char *name, size_t length)
{
    static const char *const words[] = {
        "gpu",      "graphics", "corporation", "inc",    "tm",    "r",          "nvidia",
        "geforce",  "rtx",      "gtx",         "quadro", "tesla", "amd",        "ati",
        "radeon",   "rx",       "instinct",    "intel",  "arc",   "iris",       "apple",
        "qualcomm", "adreno",   "turnip",      "arm",    "mali",  "immortalis", "broadcom"};
    const size_t marks = 6; /* the first of the words, which name nothing */
    size_t at = 0, size, i;
    int named = 0;

    while (at != length) {
        for (size = 0; at + size != length && is_letter(name[at + size]);)
            size++;
        for (i = 0; size != 0 && word_in(name + at, size, words[i]) != 0;)
            if (++i == sizeof words / sizeof words[0])
                return 0;
        if (size == 0 && name[at] >= '0' && name[at] <= '9')
            return 0;
        named |= size != 0 && i >= marks;
        at += size != 0 ? size : 1;
    }
    return named;
}

/* Adds the chip that the string of a driver names. */
static int add_chip(struct text *text, const char *name, size_t length)
{
    static const char *const drivers[] = {"radeonsi", "radv", "nvk"};
    size_t i, at, size;

    for (i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        at = word_in(name, length, drivers[i]);
        if (at == length)
            continue;
        at += strlen(drivers[i]);
        while (at != length && strchr(" ,(", name[at]) != NULL)
            at++;
        for (size = 0; at + size != length && strchr(" ,()", name[at + size]) == NULL;)
            size++;
        if (size == 0)
            continue;
        text_add(text, "; its driver names the chip ");
        text_add_quoted(text, name + at, size);
        text_add(text, ", of which the tables have no device");
        return 1;
    }
    return 0;
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

void named_unknown(struct text *text, const char *name, size_t length)
{
    const struct maker *maker = maker_of(name, length);
    const gpuocc_device *near;
    uint32_t i;

    text_add(text, "no device is named ");
    text_add_quoted(text, name, length);
    if (maker != NULL && maker->kind != NOT_SUPPORTED) {
        text_format(text, "; %s is a %s, not a GPU", maker->name,
                    maker->kind == SOFTWARE ? "software renderer" : "virtual display adapter");
        return;
    }
    if (maker != NULL) {
        text_format(text, "; %s is not supported, the supported vendors are ", maker->name);
        add_vendors(text);
        return;
    }
    if (add_chip(text, name, length))
        return;
    if (is_general(name, length)) {
        text_add(text, "; it names only a vendor or a series: add the model's name or number");
        return;
    }
    for (i = 0; i < 3 && gpuocc_device_nearest(name, length, i, &near) == GPUOCC_OK; i++)
        text_format(text, "%s%s", i == 0 ? "; the nearest names are " : ", ",
                    gpuocc_device_name(near));
}

const gpuocc_device *named_nearest(const char *name, size_t length, const gpuocc_device *device)
{
    const gpuocc_device *near;
    uint64_t cores;
    uint32_t i;

    for (i = 0; gpuocc_device_nearest(name, length, i, &near) == GPUOCC_OK; i++)
        if (strcmp(gpuocc_device_architecture(near), gpuocc_device_architecture(device)) == 0 &&
            gpuocc_device_get(near, GPUOCC_DEVICE_CORE_COUNT, 0, &cores) != GPUOCC_NOT_APPLICABLE)
            return near;
    return NULL;
}

void named_architecture(struct text *text, const char *name, size_t length,
                        const gpuocc_device *device, const gpuocc_device *nearest)
{
    text_add_quoted(text, name, length);
    text_format(text,
                " is not a product of the tables: they have only its architecture, %s, and not its "
                "core count, clock and bandwidth",
                gpuocc_device_architecture(device));
    if (nearest != NULL)
        text_format(text, "; the nearest product of this architecture is %s",
                    gpuocc_device_name(nearest));
}

/* Whether the name is that of a profile such as "A100D-10C": a hyphen, digits and one of these
 * letters at the end. */
static int is_profile(const char *name, size_t length)
{
    size_t digits = 0;

    if (length > 2 && lower(name[length - 2]) == 'm' && lower(name[length - 1]) == 'e')
        length -= 2;
    if (length == 0 || strchr("abcq", lower(name[length - 1])) == NULL)
        return 0;
    while (digits + 1 < length && name[length - 2 - digits] >= '0' &&
           name[length - 2 - digits] <= '9')
        digits++;
    return digits != 0 && digits + 1 < length && name[length - 2 - digits] == '-';
}

/* Whether the profile is one such as "A100D-1-10C", whose first number is that of MIG slices. */
static int has_slices(const char *name, size_t length)
{
    uint32_t hyphens = 0;
    size_t i;

    for (i = length; i-- != 0 && hyphens < 2;)
        if (name[i] == '-')
            hyphens++;
        else if (hyphens == 1 && (name[i] < '0' || name[i] > '9'))
            return 0;
    return hyphens == 2;
}

int named_profile(struct text *text, const char *name, size_t length, uint32_t match)
{
    const gpuocc_device *device;

    if (match == GPUOCC_QUALITY_EXACT || !is_profile(name, length) ||
        gpuocc_device_find(name, length, 0, &device, NULL, NULL) != GPUOCC_OK)
        return 0;
    if (text->length != 0)
        text_add(text, "; it");
    else
        text_add_quoted(text, name, length);
    text_add(text, " is a profile of a virtual GPU: ");
    text_add(text, match == GPUOCC_QUALITY_ARCHITECTURE
                       ? "backed by MIG, it has fewer cores than the board"
                   : has_slices(name, length)
                       ? "counted is the slice of MIG that backs it"
                       : "counted is the whole board, all of whose cores a time-sliced profile "
                         "uses in turn; one backed by MIG has fewer");
    return 1;
}

void named_products(struct text *text, const gpuocc_device *architecture)
{
    const gpuocc_device *device;
    uint64_t cores;
    uint32_t i, count = 0;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK && count < 3; i++)
        if (strcmp(gpuocc_device_architecture(device), gpuocc_device_architecture(architecture)) ==
                0 &&
            gpuocc_device_get(device, GPUOCC_DEVICE_CORE_COUNT, 0, &cores) != GPUOCC_NOT_APPLICABLE)
            text_format(text, "%s%s", count++ == 0 ? " such as " : ", ",
                        gpuocc_device_name(device));
}

int named_counted(struct text *text, const gpuocc_device *device)
{
    static const char begins[] = "counted: ";
    gpuocc_source source = {.size = sizeof source};
    const size_t length = sizeof begins - 1;

    if (gpuocc_device_source(device, GPUOCC_DEVICE_CORE_COUNT, &source) != GPUOCC_OK ||
        strncmp(source.remark, begins, length) != 0)
        return 0;
    text_add_bytes(text, source.remark + length, strcspn(source.remark + length, ";"));
    return 1;
}
