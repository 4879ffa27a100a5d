/* SPDX-License-Identifier: MIT
 *
 * What a vendor is to the library: one const struct of tables and a few functions. The minimum,
 * the limiters, ranges, inverse questions and everything else are written once, in lib/.
 */
#ifndef GOCC_RULES_H
#define GOCC_RULES_H

#include "gpuocc/occupancy.h"
#include "base/packed.h"
#include "device/model.h"

/* Groups allowed by a limit that does not exist, and by one that is unknown. */
#define GOCC_NO_LIMIT      0xfffffffdu
#define GOCC_LIMIT_UNKNOWN GPUOCC_UNKNOWN

/* An amount that is unknown. */
#define GOCC_AMOUNT_UNKNOWN UINT64_MAX

/* What a placement leaves open; a set. */
enum gocc_open {
    GOCC_OPEN_FEWER = 1, /* a limit that is unknown may leave fewer groups than these, not none */
    GOCC_OPEN_LAUNCH = 2 /* nor is it known whether the group launches */
};

/* How a vendor uses a kernel field. */
enum gocc_field_use {
    GOCC_ABSENT = GPUOCC_FIELD_ABSENT,  /* no such resource: must be 0 */
    GOCC_AMOUNT = GPUOCC_FIELD_AMOUNT,  /* more of it never admits more groups */
    GOCC_GRANT = GPUOCC_FIELD_GRANT,    /* more of it never admits fewer groups */
    GOCC_CHOICE = GPUOCC_FIELD_CHOICE,  /* 1 .. limit, each on its own */
    GOCC_IGNORED = GPUOCC_FIELD_IGNORED /* accepted, changes nothing */
};

/* One row per kernel field. */
struct gocc_field_rule {
    uint8_t use;       /* enum gocc_field_use */
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
    uint32_t chooses_wave; /* 1: the vendor's compiler chooses the size of waves, anew each time */
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

/* One number of the latency model. `low` and `high` are the spread of its sources. Numbers are
 * decimals (GOCC_DECIMAL_BITS). Of several rows for a device the last one counts: a row for one
 * wave size follows the row for all sizes, and rows for products come last. */
struct gocc_constant {
    uint16_t low, value, high;
    uint8_t constant;  /* enum gpuocc_constant, and from bit 6 on the basis: 0 is measured */
    uint8_t wave_size; /* of waves of this size alone; 0: of any, and of the usual one */
    gocc_cite cite;
};

/* Whose the rows of constants are that end before `end`, from where those of the element before
 * end: of the architectures from `from` to `to` (their GPUOCC_DEVICE_GENERATION), or of the product
 * with index `from` if `to` is 0. */
struct gocc_constants_of {
    uint16_t from, to, end;
};

/* The coded texts of the sources are a document and a remark of each. `sources` has the byte at
 * which each run of GOCC_SOURCES sources begins. */
#define GOCC_SOURCES 4u

/* Units of the numbers of figures, by their two highest bits: 1, 100, 1000, and a place. */
#define GOCC_NUMBER_BITS 14

/* Units of a GOCC_DECIMAL, by its two highest bits: 1/1000, 1/10, 1 and 16. */
#define GOCC_DECIMAL_BITS 14

struct gocc_use;

/* Why a figure of a device is refused: what gpuocc_error says of it. */
struct gocc_wrong {
    uint64_t value, limit;
};

/* A word that names may lack or have, lower case. */
struct gocc_word {
    char text[12];
};

struct gocc_rules {
    char name[12];
    uint32_t vendor;
    uint32_t conventions; /* set of 1 << enum gpuocc_convention */
    uint32_t pci_vendor;  /* 0: none */
    /* The tables that devices/catalogue.py writes: one struct, so that the loader has one address
     * to fill in, and the offset of each table in it. 0: there is none, except for the models,
     * which come first. */
    const void *tables;
    uint32_t models, lists, cites, targets, products;
    uint32_t numbers;       /* of the products' figures: GOCC_NUMBER_BITS, above them the unit */
    uint32_t large_numbers; /* those of the last unit, which have their place here */
    uint32_t figure_rows;   /* where those of each figure begin, for every 256 products */
    uint32_t figure_cites;
    uint32_t families;                            /* each with its NUL */
    uint32_t names, name_counts, name_bits;       /* texts.h, struct gocc_coded */
    uint32_t name_index;                          /* search.h */
    uint32_t pci, pci_starts; /* ids in their order (search.h) */
    uint32_t chips;           /* of ids that are not there */
    uint32_t gpcs;
    uint32_t constants, constants_of;    /* of the latency model */
    uint32_t sources;                    /* none: this build has none */
    uint32_t source_counts, source_bits; /* struct gocc_coded */
    uint32_t decorations; /* words that names may lack or have, lower case; the last is "" */
    /* Ends of names of boards that differ from the one without it, spelled as gocc_words does,
     * each after its length; one that ends in '*' may be followed by anything. */
    uint32_t variants;
    /* Words of series that people leave out, a blank between them: '*' is the number, and before it
     * is the least number of digits at which it needs no such word. */
    uint32_t series;
    uint16_t target_count, product_count, alias_count, pci_count, chips_count, gpcs_count,
        constants_of_count;
    uint8_t bucket_bits, number_bits, pci_revisions, any_revision, name_symbol_bits,
        name_least_bits, source_symbol_bits, source_least_bits;
    uint64_t decoration_bits; /* set of GOCC_WORD_BIT of the decorations */
    /* The vendor's word for each limit. */
    const char (*words)[24];
    /* How the vendor uses each kernel field, in this convention. */
    const struct gocc_field_rule *(*fields)(uint32_t convention);
    /* Fills in the vendor's defaults and checks what concerns several fields. The fields have
     * passed their own rules; any may be GPUOCC_UNKNOWN. Returns a status. */
    int32_t (*admit)(struct gocc_question *question, gpuocc_error *error);
    /* The wave size of a kernel that says none, on a device without a default: what the vendor's
     * compiler chooses; GPUOCC_UNKNOWN if that depends on an unknown field. NULL: it must be
     * given. */
    uint32_t (*wave_size)(const struct gocc_question *question);
    /* The value of an amount from which on it chooses smaller waves, of which a core holds more:
     * in starts[0], and once more at an index of each such amount, where the others stand at their
     * ends; 0 where there is none. Returns how many indices there are. */
    uint32_t (*smaller_waves)(const struct gocc_question *question, uint32_t field,
                              uint32_t *starts);
    /* What a group takes and a core provides (occupancy/use.h). Never fails; no field is
     * GPUOCC_UNKNOWN. */
    void (*evaluate)(const struct gocc_question *question, struct gocc_use *use);
    /* Changes what is derived from that, where a tool or a note needs it. NULL: nothing. */
    void (*finish)(const struct gocc_question *question, const struct gocc_use *use,
                   struct gocc_placement *placement);
    /* Whether `fast` may be asked about a custom device. NULL: never. */
    int (*plain)(const struct gocc_model *model, const struct gocc_lists *lists);
    /* The short answer on a plain model: 1 if the kernel is plain, and the answer then that of
     * gocc_admit and gocc_place; 0: ask those. */
    int (*fast)(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                const gpuocc_kernel *kernel, gpuocc_answer *answer);
    /* `evaluate` of a plain kernel, as the caller gave it. Whatever it gets, it fills `use`, but of
     * notes those of the model alone. */
    void (*plain_use)(const gpuocc_device *device, const struct gocc_model *model,
                      uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
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
     * right, except of an unknown number, and what the element of a list is. */
    uint32_t (*verify)(const struct gocc_model *model, const struct gocc_lists *lists,
                       struct gocc_wrong *wrong);
    /* Targets that have a spelling of their own ("8.9"): 1 + index, 0 if the name is none. */
    uint32_t (*parse)(const char *name, size_t length);
    /* Finds the name of the board within that of a virtual GPU on it: 0 if it is none, 1 if it has
     * all of the board's cores, 2 if it may have fewer: the name then ends with "-", the number of
     * slices, "-" and the size of the memory. NULL: none. */
    uint32_t (*profile)(const char **name, size_t *length);
};

/* The rules of a vendor; those of another one, the generic, if it is not in this build. */
extern const struct gocc_rules *const gocc_vendors[GPUOCC_VENDOR_COUNT];

static inline const struct gocc_rules *gocc_rules_of(uint32_t vendor)
{
    return gocc_vendors[vendor < GPUOCC_VENDOR_COUNT ? vendor : GPUOCC_VENDOR_GENERIC];
}

#define GOCC_TABLE(type, name)                                                                     \
    static inline type gocc_##name(const struct gocc_rules *rules)                                 \
    {                                                                                              \
        return (type)(const void *)((const char *)rules->tables + rules->name);                    \
    }
/* A table that may be missing; NULL then. */
#define GOCC_OPTIONAL_TABLE(type, name)                                                            \
    static inline type gocc_##name(const struct gocc_rules *rules)                                 \
    {                                                                                              \
        return rules->name != 0 ? (type)(const void *)((const char *)rules->tables + rules->name)  \
                                : NULL;                                                            \
    }
GOCC_TABLE(const struct gocc_model *, models)
GOCC_TABLE(const uint16_t *, lists)
GOCC_TABLE(const struct gocc_cites *, cites)
GOCC_TABLE(const struct gocc_target *, targets)
GOCC_TABLE(const struct gocc_product *, products)
GOCC_TABLE(const uint16_t *, numbers)
GOCC_TABLE(const uint32_t *, large_numbers)
GOCC_TABLE(const struct gocc_figure_rows *, figure_rows)
GOCC_TABLE(const struct gocc_figure_cites *, figure_cites)
GOCC_TABLE(const char *, families)
GOCC_TABLE(const struct gocc_names *, names)
GOCC_TABLE(const uint16_t *, name_counts)
GOCC_TABLE(const uint8_t *, name_bits)
GOCC_OPTIONAL_TABLE(const uint16_t *, name_index)
GOCC_TABLE(const uint8_t *, pci)
GOCC_TABLE(const struct gocc_pci_start *, pci_starts)
GOCC_TABLE(const struct gocc_chips *, chips)
GOCC_TABLE(const struct gocc_gpcs *, gpcs)
GOCC_TABLE(const struct gocc_constant *, constants)
GOCC_OPTIONAL_TABLE(const struct gocc_constants_of *, constants_of)
GOCC_OPTIONAL_TABLE(const uint16_t *, sources)
GOCC_OPTIONAL_TABLE(const char *, variants)
GOCC_OPTIONAL_TABLE(const char *, series)
GOCC_TABLE(const uint16_t *, source_counts)
GOCC_TABLE(const uint8_t *, source_bits)
GOCC_TABLE(const struct gocc_word *, decorations)
#undef GOCC_TABLE
#undef GOCC_OPTIONAL_TABLE

/* The index of a device in its vendor's targets or products. */
static inline uint32_t gocc_index(const struct gocc_rules *rules, const gpuocc_device *device)
{
    return (uint32_t)(device->kind == GOCC_TARGET
                          ? (const struct gocc_target *)device - gocc_targets(rules)
                          : (const struct gocc_product *)device - gocc_products(rules));
}

/* A figure of a product, by its place in struct gocc_figures. */
uint32_t gocc_figure(const struct gocc_rules *rules, const struct gocc_product *product,
                     uint32_t place);

/* The lists of a built-in model. */
static inline const struct gocc_lists *gocc_lists_of(const struct gocc_rules *rules,
                                                     const struct gocc_model *model)
{
    return (const struct gocc_lists *)(const void *)(gocc_lists(rules) + model->lists);
}

/* Its model, by its rules. */
static inline const struct gocc_model *gocc_model_of(const struct gocc_rules *rules,
                                                     const gpuocc_device *device)
{
    const struct gocc_product *product = (const struct gocc_product *)device;

    if (device->kind == GOCC_TARGET)
        return &gocc_models(rules)[((const struct gocc_target *)device)->model];
    if (device->kind == GOCC_OWN)
        return &((const struct gocc_own *)device)->model;
    return &gocc_models(rules)[gocc_targets(rules)[product->variant].model];
}

/* The model of a device; the rules' vendor must be in the build. */
const struct gocc_model *gocc_device_model(const gpuocc_device *device);

/* Its GPUOCC_DEVICE_GENERATION. */
uint32_t gocc_generation(const gpuocc_device *device);

/* Its lists. */
const struct gocc_lists *gocc_device_lists(const gpuocc_device *device);

/* Whether a device is a product, and its figures if it is. */
int gocc_device_figures(const gpuocc_device *device, struct gocc_figures *figures);

/* Its number of cores; GPUOCC_UNKNOWN of an architecture, and where it is not published. */
uint32_t gocc_core_count(const gpuocc_device *device);

#endif
