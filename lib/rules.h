/* SPDX-License-Identifier: MIT
 *
 * What a vendor is to the library: one const struct of tables and a few functions. The minimum,
 * the limiters, ranges, inverse questions and everything else are written once, in lib/.
 */
#ifndef GOCC_RULES_H
#define GOCC_RULES_H

#include "gpuocc/occupancy.h"
#include "model.h"

/* Groups allowed by a limit that does not exist, and by one that nobody knows. */
#define GOCC_NO_LIMIT      0xfffffffdu
#define GOCC_LIMIT_UNKNOWN GPUOCC_UNKNOWN

/* An amount that nobody knows. */
#define GOCC_AMOUNT_UNKNOWN UINT64_MAX

/* What a placement leaves open; a set. */
enum gocc_open {
    GOCC_OPEN_FEWER = 1, /* a limit that nobody knows may leave fewer groups than these, not none */
    GOCC_OPEN_LAUNCH = 2 /* nor is it known whether the group launches */
};

/* How a vendor uses a kernel field. */
enum gocc_use {
    GOCC_ABSENT = 0, /* no such resource: must be 0 */
    GOCC_AMOUNT,     /* more of it never admits more groups */
    GOCC_GRANT,      /* more of it never admits fewer groups */
    GOCC_CHOICE,     /* 1 .. limit, each on its own */
    GOCC_IGNORED     /* accepted, changes nothing */
};

/* One row per kernel field. */
struct gocc_field_rule {
    uint8_t use;       /* enum gocc_use */
    uint8_t max_field; /* enum gpuocc_device_field with the largest value, 0: `max` has it */
    uint8_t status;    /* negated status of a value above it */
    uint32_t max;      /* largest value; of a field with a max_field: unused */
};

/* Of dynamic_shared_bytes_per_thread: the same everywhere. */
#define GOCC_BYTES_PER_THREAD                                                                      \
    {                                                                                              \
        GOCC_AMOUNT, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, -GPUOCC_ERROR_SHARED_TOO_LARGE, 0   \
    }

/* One question, with every default filled in and every input checked. */
struct gocc_question {
    const gpuocc_device *device;
    const struct gocc_rules *rules;
    const struct gocc_model *model;
    const struct gocc_lists *lists;
    uint32_t convention;
    uint32_t range; /* set of fields that are GPUOCC_UNKNOWN; candidates of a range have it, too */
    gpuocc_kernel kernel;
};

/* The answer. Arrays are by enum gpuocc_limit; where groups_by is GOCC_NO_LIMIT the other three
 * mean nothing. */
struct gocc_placement {
    uint32_t groups; /* GPUOCC_UNKNOWN if the convention has no such answer */
    uint32_t waves;
    uint32_t max_waves;
    uint32_t max_waves_any_mode;
    uint32_t limiters;
    uint32_t notes;
    uint32_t wave_size;
    uint32_t waves_per_group;
    uint32_t waves_per_partition;
    uint32_t partitions;
    uint32_t cores_per_core; /* cores as the product counts them in one core of this question */
    uint32_t parts;          /* equal parts of the device, one of which runs the kernel; else 1 */
    uint32_t open;           /* set of enum gocc_open */
    uint32_t groups_per_device; /* of a tool that answers for no less, else UNKNOWN */
    uint32_t groups_by[GPUOCC_LIMIT_COUNT];
    uint64_t requested[GPUOCC_LIMIT_COUNT];
    uint64_t allocated[GPUOCC_LIMIT_COUNT];
    uint64_t capacity[GPUOCC_LIMIT_COUNT];
};

/* One number of the latency model, of the architectures from `from` to `to` (their
 * GPUOCC_DEVICE_GENERATION), or of the product with index `from` if `to` is 0. `low` and `high` are
 * the spread of its sources. Numbers are GOCC_DECIMAL (table.h). Of several rows for a device the
 * last one counts: rows of one wave size stand behind that of any, and rows of products last. */
struct gocc_constant {
    uint16_t low, value, high;
    uint16_t from, to;
    uint8_t constant;  /* enum gpuocc_constant, and from bit 6 on the basis: 0 is measured */
    uint8_t wave_size; /* of waves of this size alone; 0: of any, and of the usual one */
    gocc_cite cite;
};

/* Texts in which a byte from 128 on stands for the pair of bytes of that row, which may be such
 * bytes themselves. Each text ends with 0. */
struct gocc_packed {
    const uint8_t (*pairs)[2];
    const uint8_t *bytes;
};

/* A document and a remark: where they begin in the packed texts of the sources. */
struct gocc_source {
    uint16_t document, remark;
};

/* Units of a GOCC_DECIMAL, by its two highest bits: 1/1000, 1/10, 1 and 16. */
#define GOCC_DECIMAL_BITS 14

struct gocc_brief;

/* What is told of a device's number that cannot be: of gpuocc_error. */
struct gocc_wrong {
    uint64_t value, limit;
};

struct gocc_rules {
    char name[12];
    uint32_t vendor;
    uint32_t conventions; /* set of 1 << enum gpuocc_convention */
    uint32_t pci_vendor;  /* 0: none */
    /* The tables that devices/catalogue.py writes (CATALOGUE). */
    const struct gocc_model *models;
    const struct gocc_lists *lists;
    const struct gocc_cites *cites;
    const struct gocc_target *targets;
    const struct gocc_product *products;
    const uint32_t *numbers; /* of the products' figures */
    const struct gocc_alias *aliases;
    /* Names of targets, their families and products, each ended by NUL. */
    const char *texts;
    const uint16_t *names;              /* the index of all names (search.h); NULL: none */
    const uint16_t *pci_ids, *pci_rows; /* in the order of the ids */
    const uint8_t *pci_revisions;   /* `any_revision` if it does not matter; NULL: none matters */
    const struct gocc_chips *chips; /* of ids that are not in `pci_ids`; NULL: none */
    const struct gocc_gpcs *gpcs;
    const struct gocc_constant *constants; /* of the latency model; NULL: none */
    const struct gocc_source *sources;     /* NULL: this build has none */
    struct gocc_packed alias_texts, source_texts;
    uint64_t decoration_bits; /* set of GOCC_WORD_BIT of the decorations */
    uint16_t target_count, product_count, alias_count, pci_count, chips_count, gpcs_count,
        constant_count;
    uint8_t bucket_bits, number_bits, any_revision;
    /* Words that names may lack or have, lower case; the last is "". */
    const char (*decorations)[12];
    /* Ends of names of boards that differ from the one without it, spelled as gocc_words does,
     * each after its length; one that ends in '*' may be followed by anything. NULL: none. */
    const char *variants;
    /* Words of series that people leave out, a blank between them: '*' is the number, and before it
     * stands the least number of digits at which it needs no such word. NULL: none. */
    const char *series;
    /* The vendor's word for each limit. */
    const char (*words)[24];
    /* How the vendor uses each kernel field, in this convention. */
    const struct gocc_field_rule *(*fields)(uint32_t convention);
    /* Fills in the vendor's defaults and checks what concerns several fields. The fields have
     * passed their own rules; any may be GPUOCC_UNKNOWN. Returns a status. */
    int32_t (*admit)(struct gocc_question *question, gpuocc_error *error);
    /* Answers. Never fails; no field is GPUOCC_UNKNOWN. */
    void (*place)(const struct gocc_question *question, struct gocc_placement *placement);
    /* Whether `brief` may be asked about a device of the caller's own. NULL: never. */
    int (*plain)(const struct gocc_model *model, const struct gocc_lists *lists);
    /* The short answer on a plain model: 1 if the kernel is so plain that it has one, which is then
     * that of gocc_admit and `place`; 0: ask those. */
    int (*brief)(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                 const gpuocc_kernel *kernel, struct gocc_brief *brief);
    /* Values of a choice that has not the values 1 .. max: the index-th one, 0 past the end. */
    uint32_t (*choice)(const struct gocc_question *question, uint32_t field, uint32_t index);
    /* Largest value of a field whose rule has it as `max`; a model may have less. NULL: none. */
    uint32_t (*largest)(const struct gocc_model *model, uint32_t field, uint32_t max);
    /* Narrows the ends between which an unknown amount lies, by the other fields, of which those
     * with a smaller number are known; NULL: nothing is known of it. */
    void (*narrow)(const struct gocc_question *question, uint32_t field, uint32_t *least,
                   uint32_t *most);
    /* The sizes in bytes of a group's shared memory, at most GOCC_POOL_SIZES of them, at which a
     * fall of groups ends: with one byte more the core can have more memory and hold more groups.
     * Returns how many; with a setting that is not known as many as with any. NULL: none. */
    uint32_t (*ends)(const struct gocc_question *question, uint32_t *ends);
    /* A tool's own answer to that question. GPUOCC_NOT_APPLICABLE or NULL: the tool has none. */
    int32_t (*most)(const struct gocc_question *question, uint32_t field, uint32_t groups,
                    uint32_t *value);
    /* Set of conventions whose tool, looking for the best group size, tries the largest size
     * whatever it is, and counts threads. */
    uint32_t tries_largest;
    /* What is wrong with a model, as enum gpuocc_device_field, 0 if nothing. Tells what would be
     * right, except of a number that nobody knows, and what the element of a list is. */
    uint32_t (*verify)(const struct gocc_model *model, const struct gocc_lists *lists,
                       struct gocc_wrong *wrong);
    /* Targets that have a spelling of their own ("8.9"): 1 + index, 0 if the name is none. */
    uint32_t (*parse)(const char *name, size_t length);
    /* Finds the name of the board within that of a virtual GPU on it: 0 if it is none, 1 if it has
     * all of the board's cores, 2 if it may have fewer. NULL: none. */
    uint32_t (*profile)(const char **name, size_t *length);
};

/* The rules of a vendor; those of another one, the generic, if it is not in this build. */
const struct gocc_rules *gocc_rules_of(uint32_t vendor);

/* Its model, by its rules. */
static inline const struct gocc_model *gocc_model_of(const struct gocc_rules *rules,
                                                     const gpuocc_device *device)
{
    const struct gocc_product *product = (const struct gocc_product *)device;

    if (device->kind == GOCC_TARGET)
        return &rules->models[((const struct gocc_target *)device)->model];
    if (device->kind == GOCC_OWN)
        return &((const struct gocc_own *)device)->model;
    return &rules->models[rules->targets[product->variant].model];
}

/* The model of a device; the rules' vendor must be in the build. */
const struct gocc_model *gocc_device_model(const gpuocc_device *device);

/* Its lists. */
const struct gocc_lists *gocc_device_lists(const gpuocc_device *device);

/* Whether a device is a product, and its figures if it is. */
int gocc_device_figures(const gpuocc_device *device, struct gocc_figures *figures);

/* Its number of cores; GPUOCC_UNKNOWN of an architecture, and where it is not published. */
uint32_t gocc_core_count(const gpuocc_device *device);

#endif
