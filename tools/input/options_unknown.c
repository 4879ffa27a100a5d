/* SPDX-License-Identifier: MIT
 *
 * For options that do not exist, suggests what to write instead.
 */
#include <string.h>

#include "input/options.h"
#include "output/out.h"

/* Names from other tools that mean something else here, or different things in different tools. */
static const struct {
    const char *name, *instead;
} answers[] = {
    {"grid_size", "it counts groups in CUDA but threads in HIP's profilers and OpenCL: give the "
                  "number of groups with --grid-groups"},
    {"global_size", "--grid-groups takes the number of groups: the threads of the grid divided by "
                    "--threads"},
    {"global_work_size", "--grid-groups takes the number of groups: the threads of the grid "
                         "divided by --threads"},
    {"threads_per_grid", "--grid-groups takes the number of groups: the threads of the grid "
                         "divided by --threads"},
    {"local_memory", "OpenCL's local memory is --shared; CUDA's does not limit occupancy"},
    {"local_mem", "OpenCL's local memory is --shared; CUDA's does not limit occupancy"},
    {"maxrregcount", "--registers takes what the compiler used"},
    {"min_blocks", "see gpuocc most DEVICE --groups N"},
    {"waves_per_eu", "see gpuocc most DEVICE --waves-per-partition N"},
};

struct nearest {
    const char *name;
    unsigned far;
};

/* Keeps a name if it is the most similar one so far; at most two of five letters may differ. */
static void keep(struct nearest *nearest, const char *typed, size_t length, const char *name)
{
    const unsigned far = name_distance(typed, length, name, strlen(name));

    if (far >= nearest->far || 5 * far > 2 * strlen(name))
        return;
    nearest->far = far;
    nearest->name = name;
}

static struct nearest find(unsigned accept, const struct own_option *own, const char *typed,
                           size_t length)
{
    static const struct {
        const char *name;
        unsigned accept; /* 0: every command */
    } shared[] = {
        {"help", 0},
        {"json", 0},
        {"color", 0},
        {"table", ACCEPT_TABLE},
        {"require", ACCEPT_REQUIRE},
        {"set", ACCEPT_QUESTION},
    };
    struct nearest nearest = {NULL, NAME_FAR};
    struct near field;
    size_t i;

    for (; own != NULL && own->name != NULL; own++)
        keep(&nearest, typed, length, own->name);
    for (i = 0; i < sizeof shared / sizeof shared[0]; i++)
        if (shared[i].accept == 0 || (accept & shared[i].accept) != 0)
            keep(&nearest, typed, length, shared[i].name);
    if ((accept & ACCEPT_QUESTION) == 0)
        return nearest;
    field = field_near(typed, length, FIELD_NONE);
    if (field.name != NULL &&
        (nearest.name == NULL ||
         name_distance(typed, length, field.name, strlen(field.name)) < nearest.far))
        nearest.name = field.name;
    return nearest;
}

static const char *find_answer(const char *typed, size_t length)
{
    size_t i;

    for (i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (name_same(typed, length, answers[i].name))
            return answers[i].instead;
    return NULL;
}

int option_unknown(const char *command, unsigned accept, const struct own_option *own,
                   const char *argument)
{
    const size_t length = strcspn(argument, "=");
    struct nearest nearest = {NULL, NAME_FAR};
    const char *instead = NULL, *at;
    struct text text = {0};

    if (length > 2 && argument[1] == '-') {
        if ((accept & ACCEPT_QUESTION) != 0)
            instead = find_answer(argument + 2, length - 2);
        nearest = find(accept, own, argument + 2, length - 2);
    }
    text_format(&text, "%s has no option ", command);
    text_add_quoted(&text, argument, length);
    if (instead != NULL) {
        text_format(&text, ": %s", instead);
    } else if (nearest.name == NULL) {
        text_format(&text, "; see gpuocc %s --help", command);
    } else {
        text_add(&text, "; did you mean --");
        for (at = nearest.name; *at != 0; at++)
            text_add_byte(&text, *at == '_' ? '-' : *at);
        text_add_byte(&text, '?');
    }
    (void)complain("%s", text_string(&text));
    text_free(&text);
    return END_FAILED;
}
