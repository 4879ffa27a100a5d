/* SPDX-License-Identifier: MIT
 *
 * Reads the members of a JSON object into a struct, by a list of their names.
 */
#include "reader.h"

gpuocc_kernels_text runs_string(reader *r, gpuocc_kernels_text value)
{
    gpuocc_kernels_text inside = format_json_inside(value);

    if (inside.length != 0 && memchr(inside.at, '\\', inside.length) != NULL) {
        inside.length = format_json_string(value, r->decoded, sizeof r->decoded);
        inside.at = r->decoded;
    }
    if (inside.length > RUNS_NAME)
        inside.length = RUNS_NAME;
    return inside;
}

static void triple(gpuocc_kernels_text value, uint32_t *to)
{
    const int is_array = value.length != 0 && value.at[0] == '[';
    struct json_walk walk = format_json_walk(value, is_array ? '[' : '{');
    gpuocc_kernels_text name, number;
    unsigned i;

    for (i = 0; i < 3 && format_json_next(&walk, is_array ? NULL : &name, &number); i++)
        to[i] = runs_number(number);
}

static void member(gpuocc_kernels_text value, const struct runs_member *known, char *to)
{
    if (known->kind == RUNS_TRIPLE)
        triple(value, (uint32_t *)(void *)to);
    else if (!runs_put_number(value, known->kind, to))
        *(gpuocc_kernels_text *)(void *)to = value;
}

void runs_members(gpuocc_kernels_text object, const struct runs_member *members, void *to)
{
    struct json_walk walk = format_json_walk(object, '{');
    gpuocc_kernels_text name, value;
    const struct runs_member *known;

    while (format_json_next(&walk, &name, &value)) {
        for (known = members; known->name != NULL; known++) {
            if (!format_json_is(name, known->name))
                continue;
            if (known->kind == RUNS_OBJECT)
                runs_members(value, known->members, to);
            else
                member(value, known, (char *)to + known->offset);
            break;
        }
    }
}
