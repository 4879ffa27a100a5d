/* SPDX-License-Identifier: MIT */
#include "input/lines.h"

#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_hex(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
}

/* Returns where a text in lower case is in a line; `length` if it is absent. */
static size_t find(const char *line, size_t length, const char *text)
{
    const size_t size = strlen(text);
    size_t at, i;

    for (at = 0; at + size <= length; at++) {
        for (i = 0; i < size && lower(line[at + i]) == text[i]; i++)
            continue;
        if (i == size)
            return at;
    }
    return length;
}

/* How many hexadecimal digits begin here. */
static size_t hex_digits(const char *line, size_t length, size_t at)
{
    size_t count = 0;

    while (at + count < length && is_hex(line[at + count]))
        count++;
    return count;
}

/* Vendors in the lines of lspci and of kernels, and their PCI ids. */
static const struct {
    char word[24], id[5];
} vendors[] = {
    {"nvidia", "10de"}, {"[amd/ati]", "1002"}, {"advanced micro devices", "1002"},
    {"gpu[", "1002"}, /* rocm-smi */
    {"intel", "8086"},  {"i915", "8086"},      {"xe 0000:", "8086"},
};

/* "Device Id : 0x268410DE", as nvidia-smi writes a device and its vendor. */
static int both_ids(struct text *device, const char *line, size_t length)
{
    const size_t chip = find(line, length, "chip=0x"); /* FreeBSD writes "card=0x... " before it */
    const size_t at = chip != length ? chip + 7 : find(line, length, "0x") + 2;
    size_t i;

    if (at > length || hex_digits(line, length, at) != 8)
        return 0;
    for (i = 0; i < sizeof vendors / sizeof vendors[0]; i++)
        if (find(line + at + 4, 4, vendors[i].id) == 0) {
            text_format(device, "%s:%.4s", vendors[i].id, line + at);
            return 1;
        }
    return 0;
}

/* "NVIDIA Corporation Device 2bb1", as lspci writes an id that its list does not have; "(device ID
 * e20b)" of Linux, "Card Model: 0x74a1" of rocm-smi. */
static int id_of(struct text *device, const char *line, size_t length)
{
    static const char *const words[] = {" device ", "device id ", "card model: 0x"};
    size_t i, at;

    if (find(line, length, "subsystem") != length || find(line, length, "sub system") != length)
        return 0; /* the id of a board, not of a GPU */
    if (both_ids(device, line, length))
        return 1;
    for (i = 0; i < sizeof words / sizeof words[0]; i++) {
        at = find(line, length, words[i]) + strlen(words[i]);
        if (at < length && hex_digits(line, length, at) == 4)
            break;
    }
    if (i == sizeof words / sizeof words[0])
        return 0;
    for (i = 0; i < sizeof vendors / sizeof vendors[0]; i++)
        if (find(line, length, vendors[i].word) != length) {
            text_format(device, "%s:%.4s", vendors[i].id, line + at);
            return 1;
        }
    return 0;
}

/* "10.3.0" of ROCm is gfx1030; the last two numbers are hexadecimal digits there. */
static int add_version(struct text *device, const char *at, const char *end)
{
    uint32_t number, dots = 0;

    text_add(device, "gfx");
    for (;; at++, dots++) {
        if (at == end || !is_digit(*at))
            return 0;
        for (number = 0; at != end && is_digit(*at) && number < 100; at++)
            number = number * 10 + (uint32_t)(*at - '0');
        if (number > (dots == 0 ? 99u : 15u))
            return 0;
        text_format(device, dots == 0 ? "%u" : "%x", number);
        if (at == end || *at != '.')
            return at == end && dots == 2;
    }
}

/* Whether another number follows the one that ends here: "8.0 8.6", "8.0+PTX, 9.0". */
static int is_list(const char *line, size_t length, size_t at)
{
    if (find(line + at, length - at, "+ptx") == 0)
        at += 4;
    while (at < length && strchr(" ,;", line[at]) != NULL)
        at++;
    return at < length && is_digit(line[at]);
}

/* "cc 8.6", "compute capability: 8.6": a whole line, since llama.cpp writes "compute
 * capability 11.0" behind the name of a gfx1100. */
static int capability_of(struct text *device, const char *line, size_t length)
{
    static const char *const words[] = {"compute capability", "cc"};
    size_t i, at;

    for (i = 0; i < sizeof words / sizeof words[0] && find(line, length, words[i]) != 0;)
        i++;
    if (i == sizeof words / sizeof words[0])
        return 0;
    at = strlen(words[i]);
    while (at < length && strchr(" :=", line[at]) != NULL)
        at++;
    text_add(device, "sm_");
    for (; at < length && (is_digit(line[at]) || line[at] == '.'); at++)
        if (line[at] != '.')
            text_add_byte(device, line[at]);
    return at == length && device->length > 4;
}

/* The number of an architecture after the word that a build or a compiler has for it. A list of
 * several is none. A point in "cuda:12.1" makes it a version of CUDA. */
static int number_of(struct text *device, const char *line, size_t length)
{
    static const char *const words[] = {
        "gfx_version=", "architectures=", "arch_list=", "arch=", "cuda:"};
    enum { ROCM, CUDA = 4 };
    size_t i, at, end;

    if (capability_of(device, line, length))
        return 1;

    for (i = 0; i < sizeof words / sizeof words[0]; i++) {
        at = find(line, length, words[i]) + strlen(words[i]);
        if (at >= length)
            continue;
        at += line[at] == '"' || line[at] == '\'';
        for (end = at; end < length && ((line[end] == '.' && i != CUDA) || is_hex(line[end]));)
            end++;
        if (end == at || !is_digit(line[at]) ||
            (end < length && strchr("\"',)+ ", line[end]) == NULL) || is_list(line, length, end))
            return 0;
        if (i == ROCM)
            return add_version(device, line + at, line + end);
        text_add(device, "sm_");
        for (; at != end; at++)
            if (line[at] != '.')
                text_add_byte(device, line[at]);
        return 1;
    }
    return 0;
}

/* The codes of chips that Linux's nouveau and Mesa's OpenGL driver of this name use, "NV137", and
 * their architecture: nvkm/engine/device/base.c, which has the chip of each, and NVIDIA's table of
 * compute capabilities. */
static int nouveau_of(struct text *device, const char *line, size_t length)
{
    static const struct {
        uint32_t first, last;
        char architecture[8];
    } codes[] = {
        {0xe4, 0xe7, "sm_30"},    {0xea, 0xea, "sm_32"},   {0xf0, 0xf1, "sm_35"},
        {0x106, 0x108, "sm_35"},  {0x117, 0x118, "sm_50"}, {0x120, 0x126, "sm_52"},
        {0x12b, 0x12b, "sm_53"},  {0x130, 0x130, "sm_60"}, {0x132, 0x138, "sm_61"},
        {0x13b, 0x13b, "sm_62"},  {0x140, 0x140, "sm_70"}, {0x162, 0x168, "sm_75"},
        {0x170, 0x170, "sm_80"},  {0x172, 0x177, "sm_86"}, {0x192, 0x197, "sm_89"},
        {0x1b2, 0x1b7, "sm_120"},
    };
    size_t at = find(line, length, "nv"), size, i;
    uint32_t code = 0;

    if (at == length || (at != 0 && line[at - 1] != ' '))
        return 0;
    at += 2;
    size = hex_digits(line, length, at);
    if (size == 0 || size > 3 || (at + size != length && line[at + size] != ' '))
        return 0;
    for (i = 0; i < size; i++)
        code = code * 16 + (uint32_t)(is_digit(line[at + i]) ? line[at + i] - '0'
                                                             : lower(line[at + i]) - 'a' + 10);
    for (i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (code >= codes[i].first && code <= codes[i].last) {
            text_add(device, codes[i].architecture);
            return 1;
        }
    return 0;
}

/* The name between the words of a log. Words before a name, with the number behind them: of
 * llama.cpp (also the last), PyTorch and ComfyUI. Words after it: of PyTorch (two), TensorFlow
 * (two), Chrome, Kubernetes, ollama, inxi (two), and of people. */
static int name_of(struct text *device, const char *line, size_t length)
{
    static const char *const before[] = {"using ", "found gpu", "cuda:", " on "};
    static const char *const after[] = {" which is of cuda",
                                        " with cuda capability",
                                        " computecapability",
                                        " major: ",
                                        " *active*",
                                        "-shared",
                                        " total=",
                                        " vendor: ",
                                        " driver: ",
                                        " via "};
    size_t i, at, start = 0, end = length;

    for (i = 0; i < sizeof before / sizeof before[0]; i++) {
        at = find(line, length, before[i]);
        if (at == length)
            continue;
        for (at += strlen(before[i]); at < length && (is_digit(line[at]) || line[at] == ' ');)
            at++;
        start = at > start ? at : start;
    }
    for (i = 0; i < sizeof after / sizeof after[0]; i++)
        end = start + find(line + start, end - start, after[i]);
    for (at = start + 1; at + 1 < end; at++) /* the end of a sentence */
        if (is_digit(line[at - 1]) && line[at] == '.' && line[at + 1] == ' ')
            end = at;
    if (end == start || end - start == length)
        return 0;
    text_add_bytes(device, line + start, end - start);
    return 1;
}

/* A PCI id among the words of a line: "added device 1002:67b1", "id=1002:66a1 pci_dev=...". */
static int id_among(struct text *device, const char *line, size_t length)
{
    size_t at, i;

    if (find(line, length, "subsys") != length || find(line, length, "sub sys") != length)
        return 0;
    for (at = 0; at + 9 <= length; at++) {
        if (line[at + 4] != ':' || (at != 0 && (is_hex(line[at - 1]) || line[at - 1] == ':')) ||
            hex_digits(line, length, at) != 4 || hex_digits(line, length, at + 5) != 4 ||
            (at + 9 != length && line[at + 9] == ':'))
            continue;
        for (i = 0; i < sizeof vendors / sizeof vendors[0]; i++)
            if (find(line + at, 4, vendors[i].id) == 0) {
                text_add_bytes(device, line + at, 9);
                return 1;
            }
    }
    return 0;
}

/* What stands behind a label such as "GPU: 4090" or "GPU models and configuration: 3090Ti", which
 * people fill in. */
static int behind_label(struct text *device, const char *line, size_t length)
{
    static const char *const labels[] = {"gpu",       "gpus",     "card",
                                         "gpu model", "gpu name", "gpu models and configuration"};
    const size_t at = find(line, length, ":");
    size_t i, size;

    for (i = 0; at != length && i < sizeof labels / sizeof labels[0]; i++) {
        size = strlen(labels[i]);
        if (size <= at && find(line + at - size, size, labels[i]) == 0 &&
            (size == at || line[at - size - 1] == ' ')) {
            text_add_bytes(device, line + at + 1, length - at - 1);
            return 1;
        }
    }
    return 0;
}

/* The name of a board without its maker: "ASUS ROG STRIX GeForce RTX 3090". */
static int without_maker(struct text *device, const char *line, size_t length)
{
    static const char *const series[] = {"geforce ", "radeon "};
    size_t i, at, found = length;

    for (i = 0; i < sizeof series / sizeof series[0]; i++) {
        at = find(line, length, series[i]);
        if (at == length)
            continue;
        if (found != length || find(line + at + 1, length - at - 1, series[i]) != length - at - 1)
            return 0; /* of two names none is taken */
        found = at;
    }
    if (found == length || found == 0 || line[found - 1] != ' ')
        return 0;
    text_add_bytes(device, line + found, length - found);
    return 1;
}

/* The name of several equal boards: "8x A100", "8 x RTX 3090", "RTX 3090 x 8". */
static int counted_of(struct text *device, const char *line, size_t length)
{
    size_t start = 0, end = length;

    while (start < length && (is_digit(line[start]) || line[start] == ' '))
        start++;
    if (start != 0 && is_digit(line[0]) && start + 1 < length && lower(line[start]) == 'x' &&
        line[start + 1] == ' ') {
        text_add_bytes(device, line + start + 2, length - start - 2);
        return 1;
    }
    while (end > 0 && is_digit(line[end - 1]))
        end--;
    if (end == length)
        return 0;
    while (end > 0 && line[end - 1] == ' ')
        end--;
    if (end < 2 || lower(line[end - 1]) != 'x' || line[end - 2] != ' ')
        return 0;
    text_add_bytes(device, line, end - 2);
    return 1;
}

/* The one target that a line has: "sm_70", "hip:gfx942". */
static int target_of(struct text *device, const char *line, size_t length)
{
    static const char *const words[] = {"sm_", "gfx"};
    size_t i, at, size;

    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        for (at = 0; (at += find(line + at, length - at, words[i])) < length; at += size) {
            for (size = 3; at + size < length && is_hex(line[at + size]);)
                size++;
            if (device->length != 0 &&
                (device->length != size || memcmp(device->data, line + at, size) != 0))
                return 0;
            text_clear(device);
            text_add_bytes(device, line + at, size);
        }
    return device->length > 4;
}

int lines_device(struct text *device, const char *line, size_t length, uint32_t reading)
{
    static int (*const readings[LINES_READINGS])(struct text *, const char *, size_t) = {
        id_of,    number_of,    nouveau_of,    name_of,   target_of,
        id_among, behind_label, without_maker, counted_of};

    text_clear(device);
    return readings[reading](device, line, length);
}
