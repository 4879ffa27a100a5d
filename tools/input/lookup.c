/* SPDX-License-Identifier: MIT */
#include "input/lookup.h"

#include <gpuocc/kernels.h>

#include <stdlib.h>
#include <string.h>

#include "input/lines.h"
#include "input/named.h"
#include "input/refused.h"

/* Slots in which a name may be. */
#define NEIGHBOURS 8u

/* Words that a name of a GPU in a longer text may have. */
#define WORDS_MOST 8u

static int is_name(const struct found *found, const char *name, size_t length)
{
    return found->name.length == length && memcmp(found->name.data, name, length) == 0;
}

void lookup_add_names(const struct found *found, struct text *text)
{
    const char *name, *architecture;
    uint64_t vendor;
    size_t i;

    for (i = 0; i < found->count; i++) {
        name = gpuocc_device_name(found->devices[i]);
        architecture = gpuocc_device_architecture(found->devices[i]);
        text_format(text, "%s%s (", i != 0 ? ", " : "", name);
        if (strcmp(name, architecture) != 0) {
            text_format(text, "%s)", architecture);
            continue;
        }
        (void)gpuocc_device_get(found->devices[i], GPUOCC_DEVICE_VENDOR, 0, &vendor);
        text_format(text, "%s architecture)", gpuocc_name(GPUOCC_LIST_VENDORS, (uint32_t)vendor));
    }
}

static void add(struct found *found, const gpuocc_device *device)
{
    if (found->count == found->capacity) {
        found->capacity = memory_capacity(found->capacity);
        found->devices =
            memory_grow(found->devices, found->capacity * sizeof(const gpuocc_device *));
    }
    found->devices[found->count++] = device;
}

static void find_all(struct found *found, const char *name, size_t length)
{
    const gpuocc_device *device;
    int32_t status;
    uint32_t i;

    found->status = GPUOCC_ERROR_DEVICE_UNKNOWN;
    found->quality = GPUOCC_QUALITY_EXACT;
    found->nearest = NULL;
    for (i = 0;; i++) {
        status = gpuocc_device_find(name, length, i, &device, &found->quality, NULL);
        if (status == GPUOCC_OK)
            add(found, device);
        else if (status == GPUOCC_ERROR_DEVICE_NO_MODEL)
            found->status = status; /* status of this index; there may be more devices */
        else
            break;
    }
    if (found->count > (found->status == GPUOCC_ERROR_DEVICE_NO_MODEL))
        found->status = GPUOCC_OK; /* one device and one without a model are no answer */
}

/* Finds a laptop's GPU by the name that pci.ids has for it: "GeForce RTX 4060 Max-Q / Mobile" is
 * GeForce RTX 4060 Laptop GPU. Returns 0, and leaves the answer as it is, if there is none. */
static int find_laptop(struct found *found, const char *name, size_t length)
{
    static const char *const marks[] = {"max-q / mobile", "mobile / max-q", "mobile"};
    struct found laptop = {0};
    struct text text = {0};
    size_t i, at = length, size;
    int known;

    for (i = 0; i < 3 && at == length; i++)
        at = refused_word(name, length, marks[i]);
    if (at == length)
        return 0;
    size = strlen(marks[i - 1]);
    text_add_bytes(&text, name, at);
    text_add(&text, "Laptop GPU");
    text_add_bytes(&text, name + at + size, length - at - size);
    find_all(&laptop, text_string(&text), text.length);
    known = laptop.status == GPUOCC_OK && laptop.quality != GPUOCC_QUALITY_ARCHITECTURE;
    if (known) {
        found->status = laptop.status;
        found->quality =
            laptop.quality == GPUOCC_QUALITY_EXACT ? GPUOCC_QUALITY_ALIAS : laptop.quality;
        for (i = found->count = 0; i < laptop.count; i++)
            add(found, laptop.devices[i]);
    }
    text_free(&text);
    free((void *)laptop.devices);
    return known;
}

static void look(struct found *found, const char *name, size_t length)
{
    find_all(found, name, length);
    if ((found->status != GPUOCC_OK || found->quality == GPUOCC_QUALITY_ARCHITECTURE) &&
        find_laptop(found, name, length))
        return;
    if (found->status == GPUOCC_OK) {
        if (found->quality == GPUOCC_QUALITY_ARCHITECTURE) {
            found->nearest = named_nearest(name, length, found->devices[0]);
            named_architecture(&found->message, name, length, found->devices[0], found->nearest);
        }
        (void)named_profile(&found->message, name, length, found->quality);
    } else if (length == 7 && memcmp(name, "generic", 7) == 0) {
        found->status = GPUOCC_OK;
        add(found, NULL);
    } else if (found->status == GPUOCC_ERROR_DEVICE_UNKNOWN) {
        named_unknown(&found->message, name, length);
    } else {
        text_add_quoted(&found->message, name, length);
        text_format(&found->message, ": %s",
                    gpuocc_about(GPUOCC_LIST_STATUSES, (uint32_t)-found->status));
    }
}

/* The slot of a name: its own, or one that is free, or one whose name makes place. */
static struct found *slot_of(struct lookup *cache, const char *name, size_t length)
{
    struct found *found;
    uint32_t hash = 2166136261u, i;

    for (i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    hash ^= hash >> 16;
    for (i = 0; i < NEIGHBOURS; i++) {
        found = &cache->slots[(hash + i) % LOOKUP_SLOTS];
        if (found->name.data == NULL || is_name(found, name, length))
            return found;
    }
    return &cache->slots[(hash + cache->replaced++ % NEIGHBOURS) % LOOKUP_SLOTS];
}

/* Looks up what a line says about a device, by the first of its readings that has one. Returns 0,
 * and leaves the answer as it is, if none has. */
static int look_at_line(struct found *found, const char *line, size_t length)
{
    struct text device = {0};
    struct found inside = {0};
    uint32_t i;

    inside.status = GPUOCC_ERROR_DEVICE_UNKNOWN;
    for (i = 0; i < LINES_READINGS && inside.status == GPUOCC_ERROR_DEVICE_UNKNOWN; i++)
        if (lines_device(&device, line, length, i)) {
            text_clear(&inside.message);
            look(&inside, text_string(&device), device.length);
        }
    if (inside.status == GPUOCC_OK) {
        found->status = inside.status;
        found->quality =
            inside.quality == GPUOCC_QUALITY_EXACT ? GPUOCC_QUALITY_ALIAS : inside.quality;
        found->nearest = inside.nearest;
        for (i = 0; i < inside.count; i++)
            add(found, inside.devices[i]);
        text_clear(&found->message);
        text_add_quoted(&found->message, line, length);
        text_add(&found->message, " is read as ");
        text_add_quoted(&found->message, device.data, device.length);
    }
    text_free(&device);
    text_free(&inside.message);
    free((void *)inside.devices);
    return inside.status == GPUOCC_OK;
}

/* Whether an entry of a list of devices begins here: "01:00.0 VGA ..." of lspci, also with a
 * domain, or "GPU 0: ..." of nvidia-smi. */
static int is_entry(const char *line, size_t length)
{
    static const char forms[][14] = {"xx:xx.d ", "xxxx:xx:xx.d ", "GPU d: "};
    size_t i, at;
    char c;

    for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        for (at = 0; at < strlen(forms[i]) && at < length; at++) {
            c = line[at];
            if (forms[i][at] == 'd' ? c < '0' || c > '9'
                : forms[i][at] == 'x'
                    ? (c < '0' || c > '9') && ((c | 0x20) < 'a' || (c | 0x20) > 'f')
                    : c != forms[i][at])
                break;
        }
        if (at == strlen(forms[i]))
            return 1;
    }
    return 0;
}

/* Returns the length of the first entry of a text of several: up to the line where the next begins;
 * the whole length if there is none. */
static size_t entry_length(const char *text, size_t length)
{
    const char *end = text;

    while ((end = memchr(end, '\n', length - (size_t)(end - text))) != NULL) {
        end++;
        if (is_entry(end, length - (size_t)(end - text)))
            return (size_t)(end - text);
    }
    return length;
}

/* Looks at each entry of a list, and finds the devices of all: what is none (an audio function) is
 * passed over. Returns 0 if the text is no such list. */
static int look_at_entries(struct found *found, const char *text, size_t length)
{
    size_t size = entry_length(text, length), at, i, j;
    struct found entry = {0};

    if (size == length || !is_entry(text, length))
        return 0;
    found->status = GPUOCC_ERROR_DEVICE_UNKNOWN;
    for (at = 0; at < length; at += size) {
        size = entry_length(text + at, length - at);
        entry.count = 0;
        text_clear(&entry.message);
        look(&entry, text + at, size);
        if (entry.status == GPUOCC_ERROR_DEVICE_UNKNOWN)
            (void)look_at_line(&entry, text + at, size);
        if (entry.status == GPUOCC_OK) {
            found->quality = entry.quality;
            text_clear(&found->message);
            text_add_bytes(&found->message, text_string(&entry.message), entry.message.length);
        }
        for (i = 0; entry.status == GPUOCC_OK && i < entry.count; i++) {
            for (j = 0; j < found->count && found->devices[j] != entry.devices[i];)
                j++;
            if (j == found->count)
                add(found, entry.devices[i]);
        }
    }
    found->nearest = NULL;
    if (found->count != 0)
        found->status = GPUOCC_OK;
    else
        named_unknown(&found->message, text, length);
    if (found->count > 1) {
        found->quality = GPUOCC_QUALITY_AMBIGUOUS;
        text_clear(&found->message);
    }
    text_free(&entry.message);
    free((void *)entry.devices);
    return 1;
}

/* Returns the end of the word at `at`, or of the blanks and commas if `in` is 0. */
static size_t skip_word(const char *text, size_t length, size_t at, int in)
{
    while (at < length && (strchr(" ,;+&()\n", text[at]) == NULL) == in)
        at++;
    return at;
}

static uint64_t vendor_of(const gpuocc_device *device)
{
    uint64_t vendor = 0;

    (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    return vendor;
}

/* Whether a device may be one that was found: the architecture is the same, or a name of several
 * devices is of the same vendor. */
static int may_be_found(const struct found *found, const gpuocc_device *device, uint32_t quality)
{
    size_t i;

    for (i = 0; i < found->count; i++)
        if (strcmp(gpuocc_device_architecture(device),
                   gpuocc_device_architecture(found->devices[i])) == 0 ||
            (quality == GPUOCC_QUALITY_AMBIGUOUS &&
             vendor_of(device) == vendor_of(found->devices[i])))
            return 1;
    return 0;
}

/* Adds what some words of a text name beside the GPU that was found. */
static void add_other(struct found *found, const char *words, size_t length)
{
    const gpuocc_device *device;
    uint32_t quality, i;

    if ((words[0] | 0x20) < 'a' || (words[0] | 0x20) > 'z')
        return;
    for (i = 0; gpuocc_device_find(words, length, i, &device, &quality, NULL) == GPUOCC_OK; i++) {
        if (quality == GPUOCC_QUALITY_ARCHITECTURE || may_be_found(found, device, quality))
            return;
        add(found, device);
        found->quality = GPUOCC_QUALITY_AMBIGUOUS;
        text_clear(&found->message);
    }
}

/* Adds the other GPUs that a text names beside a processor: "Ryzen 9 7900X with RTX 4090". */
static void look_beside(struct found *found, const char *text, size_t length)
{
    size_t start, end, count;

    for (start = skip_word(text, length, 0, 0); start < length;
         start = skip_word(text, length, skip_word(text, length, start, 1), 0))
        for (end = start, count = 0; end < length && count < WORDS_MOST; count++) {
            end = skip_word(text, length, skip_word(text, length, end, 0), 1);
            add_other(found, text + start, end - start);
        }
}

/* Looks a name up; that of a processor finds the GPU inside. */
static void look_inside(struct found *found, const char *name, size_t length)
{
    gpuocc_source source = {.size = sizeof source};
    const char *gpu;

    if (look_at_entries(found, name, length))
        return;
    look(found, name, length);
    if (found->count < 2 &&
        (found->status != GPUOCC_ERROR_DEVICE_UNKNOWN || look_at_line(found, name, length)))
        return;
    gpu = gpuocc_kernels_processor_gpu(name, length, &source);
    if (gpu == NULL) /* also of several GPUs: "Ryzen 7 6800H with Radeon Graphics" */
        return;
    text_clear(&found->message);
    found->count = 0;
    look(found, gpu, strlen(gpu));
    if (found->quality == GPUOCC_QUALITY_EXACT)
        found->quality = GPUOCC_QUALITY_ALIAS;
    text_clear(&found->message);
    text_add_quoted(&found->message, name, length);
    text_format(&found->message, " is a processor: its GPU is %s", gpu);
    if (source.confidence == GPUOCC_CONFIDENCE_UNVERIFIED)
        text_format(&found->message, ", which is not confirmed (%s)", source.document);
    look_beside(found, name, length);
}

struct found *lookup(struct lookup *cache, const char *name, size_t length)
{
    struct found *found = slot_of(cache, name, length);

    if (found->name.data != NULL && is_name(found, name, length))
        return found;
    text_clear(&found->name);
    text_clear(&found->message);
    text_clear(&found->json);
    text_add_bytes(&found->name, name, length);
    found->count = 0;
    look_inside(found, name, length);
    return found;
}

/* Whether a device is an architecture, without figures of the whole GPU, and the name has a product
 * of this architecture as well. */
static int is_beside_product(const struct found *found, const gpuocc_device *device)
{
    uint64_t cores;
    size_t i;

    if (gpuocc_device_get(device, GPUOCC_DEVICE_CORE_COUNT, 0, &cores) != GPUOCC_NOT_APPLICABLE)
        return 0;
    for (i = 0; i < found->count; i++)
        if (found->devices[i] != device && strcmp(gpuocc_device_architecture(found->devices[i]),
                                                  gpuocc_device_architecture(device)) == 0)
            return 1;
    return 0;
}

void lookup_products(struct lookup *cache, const char *name, size_t length)
{
    struct found *found = lookup(cache, name, length);
    size_t i, count = 0;

    for (i = 0; i < found->count; i++)
        if (!is_beside_product(found, found->devices[i]))
            found->devices[count++] = found->devices[i];
    if (count == 0 || count == found->count)
        return;
    found->count = count;
    if (count > 1)
        return;
    found->quality = GPUOCC_QUALITY_ALIAS;
    text_add_quoted(&found->message, name, length);
    text_format(&found->message, " is taken for %s: other GPUs of this name (%s) have no figures",
                gpuocc_device_name(found->devices[0]),
                gpuocc_device_architecture(found->devices[0]));
}

void lookup_free(struct lookup *cache)
{
    size_t i;

    for (i = 0; i < LOOKUP_SLOTS; i++) {
        text_free(&cache->slots[i].name);
        text_free(&cache->slots[i].message);
        text_free(&cache->slots[i].json);
        free((void *)cache->slots[i].devices);
    }
}
