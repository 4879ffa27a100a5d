/* SPDX-License-Identifier: MIT
 *
 * gpuocc rank: reads the folder in which Triton keeps what it compiled. A folder in it has the
 * files of a build: NAME.json with "name", "num_warps", "shared" and "target", and NAME.cubin or
 * NAME.hsaco.
 */
#include "commands/rank/rank.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "json.h"
#include "output/out.h"
#include "stop.h"

/* Files of a build are smaller; larger ones are not read. */
#define MOST_JSON (1u << 20)

struct names {
    char **at;
    size_t count, room;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists the names in a folder, sorted. Returns 0, or -1 with errno. */
static int list(const char *path, struct names *names)
{
    DIR *directory = opendir(path);
    struct dirent *entry;
    size_t length;

    memset(names, 0, sizeof *names);
    if (directory == NULL)
        return -1;
    while ((entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        if (names->count == names->room) {
            names->room = memory_capacity(names->room);
            names->at = memory_grow(names->at, names->room * sizeof *names->at);
        }
        length = strlen(entry->d_name) + 1;
        names->at[names->count] = memory_grow(NULL, length);
        memcpy(names->at[names->count++], entry->d_name, length);
    }
    (void)closedir(directory);
    if (names->count != 0)
        qsort(names->at, names->count, sizeof *names->at, by_name);
    return 0;
}

static void names_free(struct names *names)
{
    size_t i;

    for (i = 0; i < names->count; i++)
        free(names->at[i]);
    free(names->at);
}

/* What the JSON of a build says. */
struct build {
    uint64_t warps, shared, lanes; /* 0: not given */
    int has_name;
};

/* Reads a member of the JSON, or refuses the build. */
static void read_number(struct rank *rank, const char *name, gpuocc_kernels_text value,
                        unsigned least, unsigned most, uint64_t *number)
{
    if (number_read(value.at, value.length, 0, most, number) == GPUOCC_OK && *number >= least)
        return;
    rank_refuse(rank, "its JSON: %s is %.*s, a whole number from %u to %u is needed", name,
                value.length < 60 ? (int)value.length : 60, value.at, least, most);
}

static void read_members(struct rank *rank, gpuocc_kernels_text object, struct build *build)
{
    struct json_walk walk = format_json_walk(object, '{');
    gpuocc_kernels_text name, value;

    while (format_json_next(&walk, &name, &value)) {
        if (format_json_is(name, "num_warps"))
            read_number(rank, "num_warps", value, 1, 64, &build->warps);
        else if (format_json_is(name, "shared"))
            read_number(rank, "shared", value, 0, INT32_MAX, &build->shared);
        else if (format_json_is(name, "warp_size"))
            read_number(rank, "warp_size", value, 1, 64, &build->lanes);
        else if (format_json_is(name, "target"))
            read_members(rank, value, build);
        else if (format_json_is(name, "name") && !build->has_name) {
            value = format_json_inside(value);
            build->has_name = 1;
            text_add_bytes(&rank->asked.kernel, value.at, value.length);
        }
    }
    if (walk.damaged)
        rank_refuse(rank, "its JSON is damaged");
}

static int exists(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Adds the build of a JSON file, if there is a compiled file beside it. */
static void read_build(struct rank *rank, const char *json)
{
    static const struct {
        const char *ending;
        uint64_t lanes; /* of a wave; 0: it is not the same on all of these GPUs */
    } kinds[] = {{"cubin", 32}, {"hsaco", 0}};
    struct content content = {0};
    struct build build = {0};
    struct text path = {0};
    const char *why;
    size_t kind;

    for (kind = 0; kind < 2; kind++) {
        text_clear(&path);
        text_add_bytes(&path, json, strlen(json) - 4);
        text_add(&path, kinds[kind].ending);
        if (exists(text_string(&path)))
            break;
    }
    if (kind < 2) {
        rank_begin(rank);
        text_add(&rank->asked.file, text_string(&path));
        why = rank_file(json, &content);
        if (why != NULL)
            rank_refuse(rank, "its JSON: %s", why);
        else if (content.length > MOST_JSON)
            rank_refuse(rank, "its JSON has more than %u bytes", MOST_JSON);
        else
            read_members(rank, (gpuocc_kernels_text){(const char *)content.bytes, content.length},
                         &build);
        build.lanes = build.lanes != 0 ? build.lanes : kinds[kind].lanes;
        if (build.warps == 0 || build.lanes == 0)
            rank_refuse(rank, "%s is not in its JSON",
                        build.warps == 0 ? "num_warps" : "warp_size");
        rank->asked.question.kernel.threads_per_group = (uint32_t)(build.warps * build.lanes);
        if (build.shared != 0)
            rank->asked.question.kernel.dynamic_shared_bytes = (uint32_t)build.shared;
        rank_end(rank);
    }
    content_close(&content);
    content_free(&content);
    text_free(&path);
}

/* Reads the builds of one folder. */
static void read_folder(struct rank *rank, const char *path)
{
    struct names names;
    struct text file = {0};
    size_t i, length;

    (void)list(path, &names);
    for (i = 0; i < names.count && stop_signal() == 0; i++) {
        length = strlen(names.at[i]);
        text_clear(&file);
        text_format(&file, "%s/%s", path, names.at[i]);
        if (length > 5 && strcmp(names.at[i] + length - 5, ".json") == 0)
            read_build(rank, text_string(&file));
    }
    text_free(&file);
    names_free(&names);
}

int rank_cache(struct rank *rank, const char *path)
{
    struct text folder = {0};
    struct names names;
    size_t i;

    if (list(path, &names) != 0)
        return complain("%s: %s", path, strerror(errno));
    read_folder(rank, path);
    for (i = 0; i < names.count; i++) {
        text_clear(&folder);
        text_format(&folder, "%s/%s", path, names.at[i]);
        read_folder(rank, text_string(&folder));
    }
    text_free(&folder);
    names_free(&names);
    return rank->count != 0 ? 0
                            : complain("%s: contains no builds of Triton: no NAME.json beside "
                                       "NAME.cubin or NAME.hsaco",
                                       path);
}
