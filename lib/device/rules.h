/* SPDX-License-Identifier: MIT
 *
 * The back-end interface: a vendor is one const struct of tables and a few functions. Everything
 * that vendors share, such as the minimum over the limits, the limiting resources, ranges and
 * inverse queries, is implemented once, in lib/.
 */
#ifndef GOCC_RULES_H
#define GOCC_RULES_H

#include "gpuocc/occupancy.h"
#include "base/packed.h"
#include "device/model.h"

/* Number of groups that a limit allows if it does not exist, and if it is unknown. */
#define GOCC_NO_LIMIT      0xfffffffdu
#define GOCC_LIMIT_UNKNOWN GPUOCC_UNKNOWN

/* The value of an unknown amount. */
#define GOCC_AMOUNT_UNKNOWN UINT64_MAX

/* What a placement leaves undecided; a set. */
enum gocc_open {
    GOCC_OPEN_FEWER = 1, /* an unknown limit may allow fewer groups than these, but at least one */
    GOCC_OPEN_LAUNCH = 2 /* it is also unknown whether the group launches */
};

/* How a vendor uses a kernel field. "Amount" and "grant" state how occupancy depends on it. */
enum gocc_field_use {
    GOCC_ABSENT = GPUOCC_FIELD_ABSENT,  /* the resource does not exist: must be 0 */
    GOCC_AMOUNT = GPUOCC_FIELD_AMOUNT,  /* a larger value never allows more groups */
    GOCC_GRANT = GPUOCC_FIELD_GRANT,    /* a larger value never allows fewer groups */
    GOCC_CHOICE = GPUOCC_FIELD_CHOICE,  /* 1 .. limit, each evaluated separately */
    GOCC_IGNORED = GPUOCC_FIELD_IGNORED /* accepted, without effect */
};

/* One row per kernel field. */
struct gocc_field_rule {
    uint8_t use;       /* enum gocc_field_use */
    uint8_t max_field; /* enum gpuocc_device_field that contains the largest value; 0: see `max` */
    uint8_t status;    /* negated status for a value above the largest */
    uint32_t max;      /* largest value; unused if there is a max_field */
};

/* Rows of the field rules that several vendors have. */
#define GOCC_FIELD_SHARED_PER_THREAD                                                               \
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES_PER_THREAD] = {                                            \
        GOCC_AMOUNT, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, -GPUOCC_ERROR_SHARED_TOO_LARGE, 0}
#define GOCC_FIELD_THREADS                                                                         \
    [GPUOCC_KERNEL_THREADS_PER_GROUP] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP,         \
                                         -GPUOCC_ERROR_GROUP_TOO_LARGE, 0}
#define GOCC_FIELD_REGISTERS                                                                       \
    [GPUOCC_KERNEL_REGISTERS_PER_THREAD] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD,   \
                                            -GPUOCC_ERROR_TOO_MANY_REGISTERS, 0}
#define GOCC_FIELD_STATIC_SHARED                                                                   \
    [GPUOCC_KERNEL_SHARED_BYTES] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP,         \
                                    -GPUOCC_ERROR_SHARED_TOO_LARGE, 0}
#define GOCC_FIELD_DYNAMIC_SHARED                                                                  \
    [GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES] = {GOCC_AMOUNT, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP, \
                                            -GPUOCC_ERROR_SHARED_TOO_LARGE, 0}
#define GOCC_FIELD_MAX_THREADS                                                                     \
    [GPUOCC_KERNEL_MAX_THREADS_PER_GROUP] = {GOCC_GRANT, 0, -GPUOCC_ERROR_TOO_LARGE, INT32_MAX}

/* A validated query: every default is filled in and every input is checked. */
struct gocc_question {
    const gpuocc_device *device;
    const struct gocc_rules *rules;
    const struct gocc_model *model;
    const struct gocc_lists *lists;
    uint32_t convention;
    uint32_t range; /* set of fields given as GPUOCC_UNKNOWN; also set in a range's candidates */
    uint32_t chooses_wave; /* 1: the vendor's compiler chooses the wave size, for each candidate */
    gpuocc_kernel kernel;
};

/* The result of an evaluation. Arrays are indexed by enum gpuocc_limit. Where groups_by is
 * GOCC_NO_LIMIT, the other three arrays have no meaning. */
struct gocc_placement {
    uint32_t groups; /* GPUOCC_UNKNOWN if the convention does not define it */
    uint32_t waves;
    uint32_t max_waves;
    uint32_t max_waves_any_mode;
    uint32_t limiters;
    uint32_t notes;
    uint32_t wave_size;
    uint32_t waves_per_group;
    uint32_t waves_per_partition;
    uint32_t partitions;
    uint32_t cores_per_core;    /* cores, as the product counts them, in one core of this query */
    uint32_t parts;             /* equal parts of the device, one of which runs the kernel */
    uint32_t open;              /* set of enum gocc_open */
    uint32_t groups_per_device; /* from tools that only answer for the whole device, else UNKNOWN */
    uint32_t groups_by[GPUOCC_LIMIT_COUNT];
    uint64_t requested[GPUOCC_LIMIT_COUNT];
    uint64_t allocated[GPUOCC_LIMIT_COUNT];
    uint64_t capacity[GPUOCC_LIMIT_COUNT];
};

/* One constant of the latency model. `low` and `high` are the spread of its sources. The values are
 * decimals (GOCC_DECIMAL_BITS). If several rows apply to a device, the last one counts: a row for
 * one wave size comes after the row for all sizes, and rows for products come last. */
struct gocc_constant {
    uint16_t low, value, high;
    uint8_t constant;  /* enum gpuocc_constant; from bit 6 on the basis, where 0 is measured */
    uint8_t wave_size; /* the only wave size that the row applies to; 0: all sizes */
    gocc_cite cite;
};

/* The owner of a run of rows of constants. The run begins at the `end` of the preceding element and
 * ends before `end`. It belongs to the architectures with a GPUOCC_DEVICE_GENERATION from `from` to
 * `to`, or, if `to` is 0, to the product with index `from`. */
struct gocc_constants_of {
    uint16_t from, to, end;
};

/* Each source has two coded texts, the document and a remark. `sources` has the byte at which each
 * run of GOCC_SOURCES sources begins. */
#define GOCC_SOURCES 4u

/* The two highest bits of a decimal are its unit: 1/1000, 1/10, 1 or 16. */
#define GOCC_DECIMAL_BITS 14

struct gocc_use;

/* The rejected value of a device field and the limit that it violates, for gpuocc_error. */
struct gocc_wrong {
    uint64_t value, limit;
};

/* Sets the limit that a device field violates. Returns the field. */
static inline uint32_t gocc_blame(struct gocc_wrong *wrong, uint32_t field, uint64_t limit)
{
    wrong->limit = limit;
    return field;
}

/* A word that a name may contain or omit, in lower case. */
struct gocc_word {
    char text[12];
};

/* What only some vendors need: a member that is NULL or 0 means what its comment says. */
struct gocc_hooks {
    /* Returns the wave size that the vendor's compiler chooses if the kernel gives none and the
     * device has no default; GPUOCC_UNKNOWN if it depends on an unknown field. NULL: the wave size
     * is required. */
    uint32_t (*wave_size)(const struct gocc_question *question);
    /* Finds the smallest value of an amount for which the compiler chooses smaller waves, of which
     * a core holds more. Writes it to starts[0], and again to an index that belongs to this amount
     * alone: a range evaluates that candidate with the other amounts at their bounds. Entries
     * without a value are 0. Returns the number of entries. */
    uint32_t (*smaller_waves)(const struct gocc_question *question, uint32_t field,
                              uint32_t *starts);
    /* Returns the notes that some kernels of a range may have and others not, although no candidate
     * shows it; `low` and `high` are its ends. NULL: there are none. */
    uint32_t (*notes_between)(const struct gocc_question *question,
                              const struct gocc_placement *low, const struct gocc_placement *high);
    /* Adjusts the derived results where a tool or a note requires it. NULL: no adjustments. */
    void (*finish)(const struct gocc_question *question, const struct gocc_use *use,
                   struct gocc_placement *placement);
    /* Whether `fast` may be used for a custom device. NULL: never. */
    int (*plain)(uint32_t generation, const struct gocc_model *model,
                 const struct gocc_lists *lists);
    /* The fast path, for a plain model. Returns 1 if the kernel is plain; the answer then equals
     * that of gocc_admit and gocc_place. Returns 0 if these have to be called. */
    int (*fast)(const gpuocc_device *device, const struct gocc_model *model, uint32_t convention,
                const gpuocc_kernel *kernel, gpuocc_answer *answer);
    /* `evaluate` for a plain kernel as the caller wrote it. Fills all of `use`, whatever the input;
     * of the notes, only those of the model. */
    void (*plain_use)(const gpuocc_device *device, const struct gocc_model *model,
                      uint32_t convention, const gpuocc_kernel *kernel, struct gocc_use *use);
    /* Returns the index-th value of a choice whose values are not 1 .. max; 0 past the end. */
    uint32_t (*choice)(const struct gocc_question *question, uint32_t field, uint32_t index);
    /* Returns the largest value of a field whose rule has `max`; a device may allow less. NULL:
     * `max`. */
    uint32_t (*largest)(const struct gocc_question *question, uint32_t field, uint32_t max);
    /* Narrows the bounds of an unknown amount, using the other fields; those with a smaller number
     * are known. NULL: the bounds stay. */
    void (*narrow)(const struct gocc_question *question, uint32_t field, uint32_t *least,
                   uint32_t *most);
    /* Writes at most GOCC_POOL_SIZES sizes of a group's shared memory, in bytes, at which a decline
     * of the group count ends: with one byte more the core can be configured with more memory and
     * hold more groups. Returns their number; for an unknown setting, the largest number of any
     * setting. NULL: there are none. */
    uint32_t (*ends)(const struct gocc_question *question, uint32_t *ends);
    /* Returns how to lower a field whose value is not simply what the source asks for, in words
     * before the field's name; NULL: by cutting it. A NULL function: every field is cut. */
    const char *(*lowers)(const gpuocc_kernel *kernel, uint32_t field);
    /* A tool's own answer to the inverse query (the largest value of a field for a number of
     * groups). GPUOCC_NOT_APPLICABLE or NULL: the tool has none. */
    int32_t (*most)(const struct gocc_question *question, uint32_t field, uint32_t groups,
                    uint32_t *value);
    /* Set of conventions whose tool always tries the largest group size when it searches for the
     * best one, and compares threads. */
    uint32_t tries_largest;
    /* Whether the rules treat two generations alike, so that two with the same model answer alike.
     * NULL: no two generations are known to be. */
    int (*alike)(uint32_t generation, uint32_t other);
    /* Finds the board's name within the name of a virtual GPU. Returns 0 if it is none, 1 if the
     * virtual GPU has all of the board's cores, and 2 if it may have fewer: the name then ends with
     * "-", the number of slices, "-" and the size of the memory. NULL: there are none. */
    uint32_t (*profile)(const char **name, size_t *length);
};

/* A vendor: tables, five functions and the hooks. */
struct gocc_rules {
    char name[12];
    uint32_t vendor;
    uint32_t conventions; /* set of 1 << enum gpuocc_convention */
    uint32_t pci_vendor;  /* 0: none */
    /* The tables that devices/catalogue.py writes; NULL if a vendor has none of a kind. */
    const struct gocc_model *models;
    const struct gocc_lists *lists;
    const struct gocc_cites *cites;
    const struct gocc_target *targets;
    const struct gocc_product *products;
    const struct gocc_figure_cites *figure_cites;
    const char *texts; /* names and families, each with its terminating NUL */
    const struct gocc_name *names;
    const struct gocc_pci *pci; /* in ascending order of ids */
    const struct gocc_gpcs *gpcs;
    const struct gocc_constant *constants; /* of the latency model */
    const struct gocc_constants_of *constants_of;
    const uint16_t *sources; /* NULL: the build has no sources */
    const uint16_t *source_counts;
    const uint8_t *source_bits; /* struct gocc_coded */
    /* Words that names may contain or omit, in lower case; the last is "". */
    const struct gocc_word *decorations;
    /* Suffixes of board names that denote a different board than the name without them, normalised
     * as by gocc_words, each after its length. One that ends in '*' may be followed by any text. */
    const char *variants;
    /* Names of series that people omit, separated by blanks. '*' stands for the product number; the
     * digit before each name is the minimum number of digits at which the number alone is
     * decisive. */
    const char *series;
    uint16_t target_count, product_count, name_count, pci_count, gpcs_count, constants_of_count;
    uint8_t source_symbol_bits, source_least_bits;
    uint64_t decoration_bits; /* set of GOCC_WORD_BIT of the decorations */
    /* The vendor's word for each limit, indexed by enum gpuocc_limit. */
    const char (*words)[24];
    /* Returns the rule of each kernel field in this convention. */
    const struct gocc_field_rule *(*fields)(uint32_t convention);
    /* Fills in the vendor's defaults and validates combinations of fields. Each field has already
     * passed its own rule; any may be GPUOCC_UNKNOWN. Returns a status. */
    int32_t (*admit)(struct gocc_question *question, gpuocc_error *error);
    /* Fills in what a group uses and what a core provides (occupancy/use.h). Never fails; no field
     * is GPUOCC_UNKNOWN. */
    void (*evaluate)(const struct gocc_question *question, struct gocc_use *use);
    /* Returns the first invalid field of a model as enum gpuocc_device_field, or 0. Sets the limit
     * that the field violates, except for an unknown number, and the value if it is an element of a
     * list. */
    uint32_t (*verify)(uint32_t generation, const struct gocc_model *model,
                       const struct gocc_lists *lists, struct gocc_wrong *wrong);
    /* Recognises names of targets with a vendor-specific syntax ("8.9"). Returns 1 + index, or 0 if
     * the name is none. */
    uint32_t (*parse)(const char *name, size_t length);
    const struct gocc_hooks *hooks; /* never NULL */
};

/* The rules of each vendor; those of the generic vendor in place of a vendor that this build
 * lacks. */
extern const struct gocc_rules *const gocc_vendors[GPUOCC_VENDOR_COUNT];

static inline const struct gocc_rules *gocc_rules_of(uint32_t vendor)
{
    return gocc_vendors[vendor < GPUOCC_VENDOR_COUNT ? vendor : GPUOCC_VENDOR_GENERIC];
}

/* The index of a device in its vendor's targets or products. */
static inline uint32_t gocc_index(const struct gocc_rules *rules, const gpuocc_device *device)
{
    return (uint32_t)(device->kind == GOCC_TARGET
                          ? (const struct gocc_target *)device - rules->targets
                          : (const struct gocc_product *)device - rules->products);
}

/* The lists of a built-in model. */
static inline const struct gocc_lists *gocc_lists_of(const struct gocc_rules *rules,
                                                     const struct gocc_model *model)
{
    return &rules->lists[model->lists];
}

/* Returns the model of a device; `rules` are those of its vendor. */
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

/* Returns the model of a device, whose vendor must be in the build. */
const struct gocc_model *gocc_device_model(const gpuocc_device *device);

/* Returns the lists of a device. */
const struct gocc_lists *gocc_device_lists(const gpuocc_device *device);

/* Reads the figures of a product or custom device. Returns 0 for an architecture, which has
 * none. */
int gocc_device_figures(const gpuocc_device *device, struct gocc_figures *figures);

/* Returns the number of cores; GPUOCC_UNKNOWN for an architecture, and if it is not published. */
uint32_t gocc_core_count(const gpuocc_device *device);

#endif
