/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels: every kernel of compiled files and compilers' logs, with its occupancy.
 */
#include "kernels.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "amounts.h"
#include "csv.h"
#include "stop.h"

/* Troubles of one file that are told one by one. */
#define TROUBLES_TOLD 8u

static const struct {
    const char *name, *about;
} assumptions[ASSUMPTIONS] = {
    {"group_of_bound", "groups are as large as the kernel's launch bound (<=); --threads N if they "
                       "are smaller"},
    {"any_group", "groups may have any size, so that answers are ranges; give --threads N"},
    {"no_dynamic_shared", "no dynamic shared memory, of which these files say nothing; give "
                          "--dynamic-shared BYTES"},
    {"no_tensor_memory", "no Tensor Memory, of which this text says nothing; give "
                         "--virtual-resources 128 where it is used"},
};

const char *assumption_name(unsigned assumption)
{
    return assumptions[assumption].name;
}

const char *assumption_about(unsigned assumption)
{
    return assumptions[assumption].about;
}

void kernels_complain(struct kernels *kernels, const char *format, ...)
{
    struct text sentence = {0};
    va_list arguments;

    va_start(arguments, format);
    text_format_list(&sentence, format, arguments);
    va_end(arguments);
    if (kernels->shown_at != 0)
        fputs("\r\033[K", stderr);
    (void)complain("%s: %s", kernels->path.length != 0 ? kernels->path.data : "\"\"",
                   text_string(&sentence));
    text_free(&sentence);
}

static int is_note(const struct kernels *kernels, enum reader_note note)
{
    return (kernels->kernel->notes >> note & 1) != 0;
}

/* Decides on what neither the file nor an option says. */
static void assume(struct kernels *kernels)
{
    const gpuocc_kernel *given = &kernels->options.question.kernel;
    gpuocc_kernel *kernel = &kernels->question.kernel;
    uint32_t assumed = 0;

    if (kernel->threads_per_group == 0 &&
        kernel_gives(kernel, GPUOCC_KERNEL_MAX_THREADS_PER_GROUP)) {
        kernel->threads_per_group = kernel->max_threads_per_group;
        assumed |= 1u << ASSUMED_BOUND;
    } else if (kernel->threads_per_group == 0) {
        kernel->threads_per_group = GPUOCC_UNKNOWN;
        assumed |= 1u << ASSUMED_ANY_GROUP;
    }
    if (is_note(kernels, READER_NOTE_SHARED_UNSAID) && given->dynamic_shared_bytes == 0)
        assumed |= 1u << ASSUMED_NO_DYNAMIC_SHARED;
    if (is_note(kernels, READER_NOTE_TENSOR_UNSAID) && given->virtual_resources == 0)
        assumed |= 1u << ASSUMED_NO_TENSOR_MEMORY;
    kernels->assumed = assumed;
}

/* The question: what the file says, then what the options say, then what is assumed. */
static void ask(struct kernels *kernels)
{
    const struct reader_kernel *kernel = kernels->kernel;
    struct question *question = &kernels->question;
    uint32_t field, word;

    *question = kernels->options.question;
    for (field = 1; field < GPUOCC_KERNEL_FIELD_COUNT; field++) {
        word = kernel_word(&kernel->kernel, field);
        if (word != 0 && (word != GPUOCC_UNKNOWN || kernel_word(&question->kernel, field) == 0))
            kernel_set(&question->kernel, field, word);
    }
    assume(kernels);
    if (question->device == NULL && kernel->target.length != 0) {
        question->device = kernel->target.at;
        question->device_length = kernel->target.length;
    }
    if (question->device == NULL)
        answer_refuse(&kernels->answer, GPUOCC_ERROR_REQUIRED,
                      "the file does not say for which device; give --device");
    else
        answer_question(&kernels->answer, &kernels->lookup, question);
}

static void judge(struct kernels *kernels)
{
    if (kernels->answer.status < 0) {
        kernels->refused++;
        return;
    }
    text_clear(&kernels->message);
    if (options_met(&kernels->options, &kernels->answer, &kernels->message))
        return;
    if (kernels->fell_short++ == 0) {
        text_format(&kernels->shortfall, "%s: ", text_string(&kernels->path));
        text_add_quoted(&kernels->shortfall, kernels->kernel->name.at,
                        kernels->kernel->name.length);
        text_format(&kernels->shortfall, ": %s", text_string(&kernels->message));
    }
}

static int is_wanted(const struct kernels *kernels, struct reader_text name)
{
    const size_t length = kernels->part != NULL ? strlen(kernels->part) : 0;
    size_t i;

    for (i = 0; i + length <= name.length; i++)
        if (length == 0 || memcmp(name.at + i, kernels->part, length) == 0)
            return 1;
    return 0;
}

static int take_kernel(void *user, const struct reader_kernel *kernel)
{
    struct kernels *kernels = user;

    kernels->kernels_here++;
    if (!is_wanted(kernels, kernel->name)) {
        kernels->hidden++;
        return 0;
    }
    kernels->kernel = kernel;
    kernels->count++;
    ask(kernels);
    judge(kernels);
    kernels->all_notes |= kernel->notes;
    kernels->all_assumed |= kernels->assumed;
    kernels_print_row(kernels);
    return out_failed() || stop_signal() != 0;
}

static void take_trouble(void *user, uint64_t offset, const char *sentence)
{
    struct kernels *kernels = user;

    kernels->troubles++;
    if (kernels->troubles_here++ < TROUBLES_TOLD)
        kernels_complain(kernels, "%s (at byte %llu)", sentence, (unsigned long long)offset);
}

/* What a content is that has to be made into another one first, or NULL. */
static const char *other_form(const unsigned char *bytes, size_t length)
{
    static const struct {
        unsigned char magic[4];
        size_t length;
        const char *what;
    } forms[] = {
        {{0xff, 0xfe}, 2, "is text in UTF-16; save it as UTF-8"},
        {{0xfe, 0xff}, 2, "is text in UTF-16; save it as UTF-8"},
        {{0x1f, 0x8b}, 2, "is compressed (gzip); unpack it first"},
        {{'P', 'K', 3, 4}, 4, "is compressed (zip); unpack it first"},
        {{0xfd, '7', 'z', 'X'}, 4, "is compressed (xz); unpack it first"},
        {{0x28, 0xb5, 0x2f, 0xfd}, 4, "is compressed (zstd); unpack it first"},
    };
    size_t i;

    for (i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (length >= forms[i].length && memcmp(bytes, forms[i].magic, forms[i].length) == 0)
            return forms[i].what;
    return NULL;
}

static void tell_strange(struct kernels *kernels, const unsigned char *bytes, size_t length)
{
    const char *form = other_form(bytes, length);

    if (!kernels->given) {
        kernels->strange++;
        return;
    }
    kernels->troubles++;
    if (length == 0)
        kernels_complain(kernels, "is empty");
    else if (form != NULL)
        kernels_complain(kernels, "%s", form);
    else
        kernels_complain(kernels, "holds no compiled kernels and no compiler's log that is known; "
                                  "see gpuocc kernels --help");
}

void kernels_content(struct kernels *kernels, const unsigned char *bytes, size_t length)
{
    struct reader_sink sink = {kernels, take_kernel, take_trouble, 0, NULL};
    int status = READER_NOT_MINE;

    kernels->kernels_here = 0;
    kernels->troubles_here = 0;
    kernels->files++;
    if (length != 0)
        status = reader_read(bytes, length, &sink);
    if (status == READER_NOT_MINE) {
        tell_strange(kernels, bytes, length);
        return;
    }
    kernels->read++;
    if (kernels->troubles_here > TROUBLES_TOLD)
        kernels_complain(kernels, "%llu more such troubles",
                         kernels->troubles_here - TROUBLES_TOLD);
    if (kernels->kernels_here == 0 && kernels->troubles_here == 0 && kernels->given &&
        stop_signal() == 0) {
        kernels->troubles++;
        kernels_complain(kernels, "holds no kernel");
    }
    kernels_print_file(kernels);
}

static int say_ending(struct kernels *kernels)
{
    if (kernels->fell_short != 0)
        (void)complain("%llu of %llu kernels fall short, the first is %s", kernels->fell_short,
                       kernels->count, text_string(&kernels->shortfall));
    if (kernels->refused != 0)
        (void)complain("%llu of %llu kernels were refused; their message says why",
                       kernels->refused, kernels->count);
    if (kernels->unreadable != 0)
        return END_FAILED;
    if (kernels->count == 0 && kernels->hidden != 0)
        return complain("none of %llu kernels has \"%s\" in its name", kernels->hidden,
                        kernels->part),
               END_REFUSED;
    if (kernels->count == 0 && kernels->troubles == 0)
        return complain("no kernels in %llu files", kernels->files), END_REFUSED;
    if (kernels->refused != 0 || kernels->troubles != 0)
        return END_REFUSED;
    return kernels->fell_short != 0 ? END_SHORT : END_ANSWERED;
}

static int run(struct kernels *kernels)
{
    const struct options *options = &kernels->options;
    size_t i;

    if (options->count == 0)
        return complain("kernels needs a file, a directory, or - for standard input");
    if (options->json && kernels->csv)
        return complain("--json and --csv exclude each other");
    if (kernels->csv_safe && !kernels->csv)
        return complain("--csv-safe is for CSV, and needs --csv");
    csv_set_form((out_is_terminal() ? CSV_VISIBLE : 0u) | (kernels->csv_safe ? CSV_SAFE : 0u));
    stop_listen();
    kernels_print_start(kernels);
    for (i = 0; i < options->count && !out_failed() && stop_signal() == 0; i++)
        kernels_path(kernels, options->arguments[i]);
    kernels_print_end(kernels);
    out_flush();
    return stop_signal() != 0 ? stop_ending(kernels->count) : say_ending(kernels);
}

static void kernels_free(struct kernels *kernels)
{
    lookup_free(&kernels->lookup);
    answer_free(&kernels->answer);
    text_free(&kernels->path);
    text_free(&kernels->shortfall);
    text_free(&kernels->message);
    text_free(&kernels->line);
    text_free(&kernels->json.text);
    table_free(&kernels->table);
    options_free(&kernels->options);
    free(kernels->memory);
    free(kernels);
}

int command_kernels(int count, char **arguments)
{
    struct kernels *kernels = memory_grow(NULL, sizeof *kernels);
    const struct own_option own[] = {{"csv", OWN_FLAG, &kernels->csv, NULL},
                                     {"csv_safe", OWN_FLAG, &kernels->csv_safe, NULL},
                                     {"kernel", OWN_TEXT, NULL, &kernels->part},
                                     {NULL, OWN_FLAG, NULL, NULL}};
    int ending;

    memset(kernels, 0, sizeof *kernels);
    ending = options_read(&kernels->options, "kernels", ACCEPT_QUESTION | ACCEPT_REQUIRE, own,
                          count, arguments);
    if (ending == 0 && kernels->options.help)
        ending = command_help("kernels");
    else if (ending == 0)
        ending = run(kernels);
    kernels_free(kernels);
    return ending;
}
