/* SPDX-License-Identifier: MIT
 *
 * gpuocc rank --try: runs a compiler over all combinations of given values, each in a process of
 * its own and without a shell, and ranks what it makes.
 */
#include "commands/rank/rank.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/fields.h"
#include "output/out.h"
#include "platform.h"
#include "stop.h"

enum { NAMES = 4, VALUES = 32, VARIABLES = 8, BUILDS = 1024, MOST_JOBS = 64, MOST_LOG = 1 << 16 };

struct part {
    const char *at;
    size_t length;
};

/* Names that vary together, and their values: TILE:grid_groups=16:4096,32:1024. */
struct variable {
    struct part names[NAMES], values[VALUES][NAMES];
    uint32_t name_count, value_count;
};

struct
try {
    struct rank *rank;
    struct variable variables[VARIABLES];
    uint32_t count;
    char *words; /* of the command: each ends with a NUL */
    size_t word_count;
    uint32_t builds;
    int *ends; /* by build: the exit code of the compiler; 0 until it ends */
    struct text folder;
};

/* Cuts what stands before a separator from a text of `*length` bytes. */
static struct part cut(const char **text, size_t *length, char separator)
{
    const char *end = memchr(*text, separator, *length);
    const struct part part = {*text, end != NULL ? (size_t)(end - *text) : *length};
    const size_t taken = part.length + (end != NULL ? 1 : 0);

    *text += taken;
    *length -= taken;
    return part;
}

static int read_values(struct variable *variable, const char *given, const char *text)
{
    size_t length = strlen(text), rest;
    struct part value, *values;
    uint32_t i;
    int more;

    do {
        value = cut(&text, &length, ',');
        more = value.at[value.length] == ',';
        if (variable->value_count == VALUES)
            return complain("--vary %s has more than %d values", given, VALUES);
        values = variable->values[variable->value_count++];
        for (i = 0, rest = value.length; i < variable->name_count; i++) {
            values[i] = cut(&value.at, &rest, ':');
            if ((i + 1 < variable->name_count) != (values[i].at[values[i].length] == ':'))
                return complain("--vary %s has %u names: each value needs as many parts, with "
                                "colons between them",
                                given, (unsigned)variable->name_count);
        }
    } while (more);
    return 0;
}

static int is_name(const struct part *name, const struct part *other)
{
    return name->length == other->length && memcmp(name->at, other->at, name->length) == 0;
}

/* Refuses {out}, which is the file that is compiled, and a name that another value would hide. */
static int check_new(const struct try *try, const struct variable *variable)
{
    const struct part out = {"out", 3}, *name = &variable->names[variable->name_count - 1];
    const struct variable *before;
    uint32_t k;

    if (is_name(name, &out))
        return complain("--vary names out: {out} is the file that is compiled");
    for (before = try->variables; before <= variable; before++)
        for (k = 0; k < before->name_count && &before->names[k] != name; k++)
            if (is_name(name, &before->names[k]))
                return complain("--vary names %.*s twice", (int)name->length, name->at);
    return 0;
}

static int read_variable(struct try *try, const char *given)
{
    struct variable *variable = &try->variables[try->count];
    const char *text = given, *const equals = strchr(given, '=');
    size_t length = equals != NULL ? (size_t)(equals - given) : 0;

    if (length == 0)
        return complain("--vary is %s, NAME=VALUE,VALUE,... is needed", given);
    if (try->count == VARIABLES)
        return complain("--vary is given more than %d times", VARIABLES);
    while (length != 0) {
        if (variable->name_count == NAMES)
            return complain("--vary %s has more than %d names", given, NAMES);
        variable->names[variable->name_count++] = cut(&text, &length, ':');
        if (check_new(try, variable) != 0)
            return END_FAILED;
    }
    try->count++;
    return read_values(variable, given, equals + 1);
}

/* Splits the command into words: at blanks that are not between quotes. */
static int split(struct try *try, const char *command)
{
    char *to = try->words = memory_grow(NULL, strlen(command) + 1), quote = 0;
    int inside = 0;

    for (; *command != 0; command++) {
        if (quote == 0 && (*command == '\'' || *command == '"')) {
            quote = *command;
            inside = 1;
        } else if (*command == quote) {
            quote = 0;
        } else if (quote != 0 || *command != ' ') {
            *to++ = *command;
            inside = 1;
        } else if (inside) {
            *to++ = 0;
            inside = 0;
            try->word_count++;
        }
    }
    *to = 0;
    try->word_count += (size_t)inside;
    return quote != 0         ? complain("--try has a %c without another one", quote)
           : !try->word_count ? complain("--try has no command")
                              : 0;
}

/* Returns the value of a name in a build, or NULL. The last variable varies first. */
static const struct part *value_of(const struct try *try, uint32_t build, const char *name,
                                   size_t length)
{
    const struct variable *variable;
    uint32_t i, k;

    for (i = try->count; i-- > 0; build /= variable->value_count) {
        variable = &try->variables[i];
        for (k = 0; k < variable->name_count; k++)
            if (variable->names[k].length == length &&
                memcmp(variable->names[k].at, name, length) == 0)
                return &variable->values[build % variable->value_count][k];
    }
    return NULL;
}

static void add_path(const struct try *try, uint32_t build, const char *what, struct text *text)
{
    text_format(text, "%s/%s-%lu", text_string(&try->folder), what, (unsigned long)build + 1);
}

/* Adds a word of the command with the values of a build in it. */
static void fill(const struct try *try, uint32_t build, const char *word, struct text *text)
{
    const struct part *value;
    size_t length;

    for (; *word != 0; word++) {
        length = *word == '{' ? strcspn(word + 1, "}") : 0;
        value = length != 0 ? value_of(try, build, word + 1, length) : NULL;
        if (value != NULL)
            text_add_bytes(text, value->at, value->length);
        else if (length == 3 && memcmp(word + 1, "out", 3) == 0)
            add_path(try, build, "build", text);
        else
            text_add_bytes(text, word, 1);
        if (value != NULL || (length == 3 && memcmp(word + 1, "out", 3) == 0))
            word += length + 1;
    }
}

/* Tells whether a word of the command has {NAME}. */
static int has_name(const struct try *try, const struct part *name)
{
    const char *word = try->words, *at;
    size_t i;

    for (i = 0; i < try->word_count; i++, word += strlen(word) + 1)
        for (at = strchr(word, '{'); at != NULL; at = strchr(at + 1, '{'))
            if (strncmp(at + 1, name->at, name->length) == 0 && at[1 + name->length] == '}')
                return 1;
    return 0;
}

/* Returns the field of a name: one of the library, or one of an option, with hyphens too. */
static struct field field_of(const char *name, size_t length)
{
    const struct field field = field_find_short(name, length);

    return field.kind != FIELD_NONE ? field : field_find_any(name, length);
}

/* Each name must be in the command, or be that of a field. */
static int check_names(const struct try *try)
{
    const struct part out = {"out", 3};
    const struct part *name;
    uint32_t i, k;

    for (i = 0; i < try->count; i++)
        for (k = 0; k < try->variables[i].name_count; k++) {
            name = &try->variables[i].names[k];
            if (!has_name(try, name) && field_of(name->at, name->length).kind == FIELD_NONE)
                return complain("--vary names %.*s, which is neither in --try as {%.*s} nor a "
                                "field of a kernel",
                                (int)name->length, name->at, (int)name->length, name->at);
        }
    return has_name(try, &out) ? 0 : complain("--try needs {out}, the file that is compiled");
}

/* Starts the compiler for a build. Returns its process, or -1 with errno. */
static long start(const struct try *try, uint32_t build)
{
    struct text *words = memory_grow(NULL, try->word_count * sizeof *words), log = {0};
    char **arguments = memory_grow(NULL, (try->word_count + 1) * sizeof *arguments);
    const char *word = try->words;
    size_t i, count = 0;
    long process;

    memset(words, 0, try->word_count * sizeof *words);
    for (i = 0; i < try->word_count; i++, word += strlen(word) + 1) {
        fill(try, build, word, &words[i]);
        if (words[i].length != 0 || *word == 0) /* a value may be no word at all */
            arguments[count++] = (char *)(size_t)text_string(&words[i]);
    }
    arguments[count] = NULL;
    add_path(try, build, "log", &log);
    errno = EINVAL;
    process = count != 0 ? platform_spawn(arguments, text_string(&log)) : -1;
    for (i = 0; i < try->word_count; i++)
        text_free(&words[i]);
    text_free(&log);
    free(words);
    free(arguments);
    return process;
}

/* Compiles all builds, up to `jobs` at once. Returns 0, or END_FAILED with an error. */
static int compile(struct try *try, uint32_t jobs)
{
    long processes[MOST_JOBS], ended;
    uint32_t builds[MOST_JOBS], running = 0, next = 0, i;
    int end, failed = 0;

    while (running != 0 || (next < try->builds && !failed && stop_signal() == 0)) {
        if (running < jobs && next < try->builds && !failed && stop_signal() == 0) {
            builds[running] = next;
            processes[running] = start(try, next++);
            failed = processes[running] < 0 ? errno : 0;
            running += failed == 0;
            continue;
        }
        end = platform_await(&ended);
        if (ended < 0) { /* none to wait for: the signal of their end is ignored */
            failed = ECHILD;
            break;
        }
        for (i = 0; i < running && processes[i] != ended; i++)
            ;
        if (i == running)
            continue;
        try->ends[builds[i]] = end;
        processes[i] = processes[--running];
        builds[i] = builds[running];
    }
    return failed != 0 ? complain("%s: %s", try->words, strerror(failed)) : 0;
}

/* Adds the first line with "error" that the compiler wrote, or its first line. */
static void add_reason(const struct try *try, uint32_t build, struct text *text)
{
    char *bytes = memory_grow(NULL, MOST_LOG + 1), *line;
    struct text path = {0};
    size_t length = 0;
    FILE *file;

    add_path(try, build, "log", &path);
    file = fopen(text_string(&path), "rb");
    if (file != NULL) {
        length = fread(bytes, 1, MOST_LOG, file);
        (void)fclose(file);
    }
    bytes[length] = 0;
    line = strstr(bytes, "error");
    while (line != NULL && line > bytes && line[-1] != '\n')
        line--;
    line = line != NULL ? line : bytes;
    if (*line != 0)
        text_format(text, ": %.*s", (int)strcspn(line, "\r\n"), line);
    text_free(&path);
    free(bytes);
}

/* Adds "TILE=16 regs=64". */
static void add_label(const struct try *try, uint32_t build, struct text *text)
{
    const struct part *value, *name;
    uint32_t i, k;

    for (i = 0; i < try->count; i++)
        for (k = 0; k < try->variables[i].name_count; k++) {
            name = &try->variables[i].names[k];
            value = value_of(try, build, name->at, name->length);
            text_format(text, "%s%.*s=%.*s", text->length != 0 ? " " : "", (int)name->length,
                        name->at, (int)value->length, value->at);
        }
}

/* Sets the fields that vary. A name in the command is no field. */
static void set_fields(struct try *try, uint32_t build)
{
    struct question *question = &try->rank->asked.question;
    const struct part *value, *name;
    struct text message = {0};
    struct field field;
    uint32_t i, k;

    for (i = 0; i < try->count; i++)
        for (k = 0; k < try->variables[i].name_count; k++) {
            name = &try->variables[i].names[k];
            field = field_of(name->at, name->length);
            value = value_of(try, build, name->at, name->length);
            if (field.kind != FIELD_NONE && !has_name(try, name) &&
                question_set(question, field, value->at, value->length, &message) < 0)
                rank_refuse(try->rank, "%s", text_string(&message));
        }
    text_free(&message);
}

/* Ranks a build by what the compiler made of it. */
static void take(struct try *try, uint32_t build)
{
    struct rank *rank = try->rank;
    struct text reason = {0};
    struct stat about;

    rank_begin(rank);
    add_path(try, build, "build", &rank->asked.file);
    text_add(&rank->asked.kernel, rank->kernel != NULL ? rank->kernel : "");
    set_fields(try, build);
    if (try->ends[build] != 0) {
        add_reason(try, build, &reason);
        rank_refuse(rank, "the compiler ended with %d%s", try->ends[build], text_string(&reason));
    } else if (stat(text_string(&rank->asked.file), &about) != 0) {
        add_reason(try, build, &reason);
        rank_refuse(rank, "the compiler ended with 0 and did not write {out}%s",
                    text_string(&reason));
    }
    rank_end(rank);
    text_clear(&rank->row->file);
    add_label(try, build, &rank->row->file);
    text_free(&reason);
}

/* Removes the folder and its files. */
static void clean(const struct try *try)
{
    DIR *folder = opendir(text_string(&try->folder));
    struct text path = {0};
    struct dirent *entry;

    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        text_clear(&path);
        text_format(&path, "%s/%s", text_string(&try->folder), entry->d_name);
        if (entry->d_name[0] != '.')
            (void)remove(text_string(&path));
    }
    if (folder != NULL)
        (void)closedir(folder);
    (void)rmdir(text_string(&try->folder));
    text_free(&path);
}

/* Reads the options. Returns 0, or END_FAILED with an error. */
static int read_options(struct try *try)
{
    const struct rank *rank = try->rank;
    uint32_t i;
    int end = split(try, rank->command);

    for (i = 0; i < rank->vary_count && end == 0; i++)
        end = read_variable(try, rank->vary[i]);
    if (end == 0)
        end = check_names(try);
    for (i = 0, try->builds = 1; i < try->count && end == 0; i++) {
        try->builds *= try->variables[i].value_count;
        if (try->builds > BUILDS)
            end = complain("--vary makes more than %d builds", BUILDS);
    }
    return end;
}

int rank_try(struct rank *rank)
{
    struct try *try = memory_grow(NULL, sizeof *try);
    uint32_t i, jobs = rank->jobs != 0 ? rank->jobs : platform_processors();
    char path[256];
    int end;

    memset(try, 0, sizeof *try);
    try->rank = rank;
    end = read_options(try);
    if (end == 0 && platform_make_folder(path, sizeof path) != 0)
        end = complain("no temporary folder can be made: %s", strerror(errno));
    if (end == 0) {
        text_add(&try->folder, path);
        try->ends = memory_grow(NULL, try->builds * sizeof *try->ends);
        memset(try->ends, 0, try->builds * sizeof *try->ends);
        end = compile(try, jobs < MOST_JOBS ? jobs : MOST_JOBS);
        for (i = 0; i < try->builds && end == 0 && stop_signal() == 0; i++)
            take(try, i);
        clean(try);
    }
    text_free(&try->folder);
    free(try->ends);
    free(try->words);
    free(try);
    return end;
}
