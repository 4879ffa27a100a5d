/* SPDX-License-Identifier: MIT
 *
 * gpuocc kernels: the occupancy of each kernel in compiled files and compiler logs.
 */
#include "commands/kernels/kernels.h"
#include "commands/commands.h"
#include "output/names.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/amounts.h"
#include "input/csv.h"
#include "output/demangle.h"
#include "stop.h"

/* Number of problems of one file that are printed individually. */
#define TROUBLES_TOLD 8u
/* Maximum number of devices side by side. */
#define BESIDE_MOST 32u

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

/* Makes the question: first from the file, then from the options, then with assumptions. */
static void ask(struct kernels *kernels, const char *device)
{
    const gpuocc_kernels_found *kernel = kernels->kernel;
    struct question *question = &kernels->question;

    *question = kernels->options.question;
    if (device != NULL) {
        question->device = device;
        question->device_length = strlen(device);
    }
    kernels->assumed = gpuocc_kernels_ask(kernel, &question->kernel, &question->kernel);
    if (question->device == NULL && kernel->target.length != 0) {
        question->device = kernel->target.at;
        question->device_length = kernel->target.length;
    }
    kernels_answer(kernels);
}

static void judge(struct kernels *kernels)
{
    if (kernels->answer->status < 0) {
        kernels->refused++;
        return;
    }
    text_clear(&kernels->message);
    if (options_met(&kernels->options, kernels->answer, &kernels->message))
        return;
    if (kernels->fell_short++ == 0) {
        text_format(&kernels->shortfall, "%s: ", text_string(&kernels->path));
        text_add_quoted(&kernels->shortfall, kernels->kernel->name.at,
                        kernels->kernel->name.length);
        text_format(&kernels->shortfall, ": %s", text_string(&kernels->message));
    }
}

/* Whether kernels are printed. With a baseline the differences are printed instead. With --save
 * they are printed only in the formats for programs. */
static int is_listed(const struct kernels *kernels)
{
    return kernels->baseline == NULL &&
           (kernels->save == NULL || kernels->csv || kernels->options.json || kernels->html);
}

/* Whether an answer meets each --filter. */
static int is_chosen(struct kernels *kernels)
{
    uint32_t i;

    for (i = 0; i < kernels->filters; i++) {
        text_clear(&kernels->message);
        if (kernels->answer->status < 0 ||
            !require_met(&kernels->filters_read[i], kernels->answer, &kernels->message))
            return 0;
    }
    return 1;
}

static void count_row(struct kernels *kernels)
{
    kernels->rows++;
    judge(kernels);
    kernels->all_notes |= kernels->kernel->notes;
    kernels->all_assumed |= kernels->assumed;
    if (kernels->totals)
        kernels_total(kernels);
}

/* Evaluates a kernel on one device; NULL: no device was given. */
static void take_row(struct kernels *kernels, const char *device)
{
    ask(kernels, device);
    if (!is_chosen(kernels)) {
        kernels->filtered++;
        return;
    }
    count_row(kernels);
    if (kernels->sort != NULL)
        kernels_sort_key(kernels);
    if (kernels->save != NULL || kernels->baseline != NULL)
        kernels_keep(kernels);
    if (is_listed(kernels))
        kernels_print_row(kernels);
}

/* Evaluates a kernel on all devices side by side: one row, sorted by the first device. */
static void take_devices(struct kernels *kernels)
{
    size_t i;

    for (i = 0; i < kernels->options.device_count; i++) {
        ask(kernels, kernels->options.devices[i]);
        count_row(kernels);
        if (i == 0) {
            if (kernels->sort != NULL)
                kernels_sort_key(kernels);
            kernels_table_first(kernels);
        }
        kernels_table_beside(kernels);
    }
    kernels_table_last(kernels);
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    struct kernels *kernels = user;
    size_t devices, i;

    kernels->kernels_here++;
    if (!has_part(kernel->name.at, kernel->name.length, kernels->part)) {
        kernels->not_named++;
        return 0;
    }
    kernels->kernel = kernel;
    kernels->count++;
    if (kernels->beside) {
        take_devices(kernels);
        return out_failed() || stop_signal() != 0;
    }
    devices = kernels->options.device_count > 1 ? kernels->options.device_count : 1;
    for (i = 0; i < devices && !out_failed(); i++)
        take_row(kernels, devices > 1 ? kernels->options.devices[i] : NULL);
    return out_failed() || stop_signal() != 0;
}

static void take_trouble(void *user, uint64_t offset, const char *sentence)
{
    struct kernels *kernels = user;

    kernels->troubles++;
    if (kernels->troubles_here++ < TROUBLES_TOLD)
        kernels_complain(kernels, "%s (at byte %llu)", sentence, (unsigned long long)offset);
}

static void take_uncompiled(void *user, const char *kind, const char *target, uint64_t parts)
{
    struct kernels *kernels = user;
    struct uncompiled *one = kernels->uncompiled;
    size_t i;

    for (i = 0; i < kernels->uncompiled_count; i++, one++)
        if (strcmp(one->kind, kind) == 0 && strcmp(one->target, target) == 0)
            break;
    if (i == kernels->uncompiled_count) {
        kernels->uncompiled = memory_grow(kernels->uncompiled, (i + 1) * sizeof *one);
        one = &kernels->uncompiled[kernels->uncompiled_count++];
        memset(one, 0, sizeof *one);
        one->kind = kind;
        memcpy(one->target, target, strlen(target) + 1);
    }
    one->parts += parts;
}

#define UNPACK "extract them first (cuobjdump --extract-elf all, llvm-objdump --offloading)"

/* Whether clang's container of device code is in an ELF file. It begins at a multiple of 8 with its
 * magic, its version and, in 8 bytes, its size. */
static int has_offloading(const unsigned char *bytes, size_t length)
{
    static const unsigned char elf[] = {0x7f, 'E', 'L', 'F'}, magic[] = {0x10, 0xff, 0x10, 0xad};
    const size_t header = 32;
    uint64_t size;
    size_t at, i;

    if (length < sizeof elf || memcmp(bytes, elf, sizeof elf) != 0)
        return 0;
    for (at = 8; at < length && length - at >= header; at += 8) {
        if (memcmp(bytes + at, magic, sizeof magic) != 0)
            continue;
        for (size = 0, i = 16; i > 8; i--)
            size = size << 8 | bytes[at + i - 1];
        if (size >= header && size <= length - at)
            return 1;
    }
    return 0;
}

/* Returns what a file is that must be converted first, or NULL. */
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
        {{'M', 'Z'},
         2,
         "is a program or library of Windows, in which kernels are not sought; " UNPACK},
        {{0xcf, 0xfa, 0xed, 0xfe}, 4, "is a Mach-O file, in which kernels are not sought; " UNPACK},
        {{0xce, 0xfa, 0xed, 0xfe}, 4, "is a Mach-O file, in which kernels are not sought; " UNPACK},
        {{0x10, 0xff, 0x10, 0xad},
         4,
         "is a container of clang's offloading, which is not read; "
         "unpack it first (clang-offload-packager)"},
    };
    size_t i;

    for (i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (length >= forms[i].length && memcmp(bytes, forms[i].magic, forms[i].length) == 0)
            return forms[i].what;
    if (has_offloading(bytes, length))
        return "contains device code in .llvm.offloading, which is not read; llvm-objdump "
               "--offloading names its targets, clang-offload-packager unpacks it";
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
        kernels_complain(kernels, "contains no compiled kernels and no known compiler log; "
                                  "see gpuocc kernels --help");
}

void kernels_content(struct kernels *kernels, const unsigned char *bytes, size_t length)
{
    const gpuocc_kernels_callbacks reader = {.size = sizeof reader,
                                             .user = kernels,
                                             .kernel = take_kernel,
                                             .trouble = take_trouble,
                                             .uncompiled = take_uncompiled};
    int32_t status;

    kernels->kernels_here = 0;
    kernels->troubles_here = 0;
    kernels->files++;
    status = gpuocc_kernels_read(&reader, bytes, length);
    if (status == GPUOCC_KERNELS_NONE) {
        tell_strange(kernels, bytes, length);
        return;
    }
    kernels->read++;
    if (kernels->troubles_here > TROUBLES_TOLD)
        kernels_complain(kernels, "%llu more messages about this file",
                         kernels->troubles_here - TROUBLES_TOLD);
    if (kernels->kernels_here == 0 && kernels->troubles_here == 0 && kernels->given &&
        stop_signal() == 0) {
        kernels->troubles++;
        kernels_complain(kernels, "contains no kernel");
    }
    if (is_listed(kernels))
        kernels_print_file(kernels);
}

static int say_ending(struct kernels *kernels)
{
    if (kernels->fell_short != 0)
        (void)complain("%llu of %llu kernels fall short, the first is %s", kernels->fell_short,
                       kernels->rows, text_string(&kernels->shortfall));
    if (kernels->refused != 0)
        (void)complain("%llu of %llu kernels were refused; their message says why",
                       kernels->refused, kernels->rows);
    if (kernels->unreadable != 0)
        return END_FAILED;
    if (kernels->count == 0 && kernels->not_named != 0)
        return complain("none of %llu kernels has \"%s\" in its name", kernels->not_named,
                        kernels->part),
               END_REFUSED;
    if (kernels->count == 0 && kernels->troubles == 0)
        return complain("no kernels in %llu files", kernels->files), END_REFUSED;
    if (kernels->refused != 0 || kernels->troubles != 0)
        return END_REFUSED;
    return kernels->fell_short != 0 ? END_SHORT : END_ANSWERED;
}

static int read_filters(struct kernels *kernels)
{
    struct text message = {0};
    int ending = END_ANSWERED;
    uint32_t i;

    kernels->filters_read =
        memory_grow(NULL, (kernels->filters + 1) * sizeof *kernels->filters_read);
    if (kernels->filters != 0 && (kernels->save != NULL || kernels->baseline != NULL))
        return complain("--filter leaves kernels out, and a baseline has all; use --kernel");
    for (i = 0; i < kernels->filters && ending == END_ANSWERED; i++)
        if (require_read(&kernels->filters_read[i], kernels->filter[i], REQUIRE_OF_ANSWER,
                         &message) != 0)
            ending = complain("--filter: %s", text_string(&message));
    text_free(&message);
    return ending;
}

/* Validates the options together, and reads the baseline. */
static int prepare(struct kernels *kernels)
{
    size_t i;

    if (read_filters(kernels) != END_ANSWERED || kernels_sort_read(kernels) != END_ANSWERED)
        return END_FAILED;
    if (kernels->beside && kernels->options.device_count < 2)
        return complain("--side-by-side needs several --device");
    if (kernels->beside && kernels->options.device_count > BESIDE_MOST)
        return complain("--side-by-side with %llu devices; at most %u have room",
                        (unsigned long long)kernels->options.device_count, BESIDE_MOST);
    if (kernels->beside &&
        (kernels->options.json || kernels->csv || kernels->html || kernels->save != NULL ||
         kernels->baseline != NULL || kernels->filters != 0))
        return complain("--side-by-side is for tables, and excludes --json, --csv, --html, "
                        "--filter, --save and --baseline");
    if (kernels->totals && (kernels->csv || kernels->baseline != NULL))
        return complain("--totals excludes --csv and --baseline");

    if (kernels->format != 0 && (kernels->options.json || kernels->csv))
        return complain("--format excludes --json and --csv");
    if (kernels->allowed != 0 && kernels->baseline == NULL)
        return complain("--allow is for the differences to a baseline, and needs --baseline");
    for (i = 0; i < kernels->allowed; i++)
        if (allowance_read(&kernels->allowance, kernels->allow[i]) != 0)
            return END_FAILED;
    if (kernels->baseline == NULL)
        return END_ANSWERED;
    if (baseline_load(&kernels->kept, kernels->baseline) != END_ANSWERED)
        return END_FAILED;
    baseline_choose(&kernels->kept, kernels->part);
    return kernels_options_join(kernels);
}

/* Prints the differences and saves the new baseline, after all files. */
static int conclude(struct kernels *kernels)
{
    int ending = END_ANSWERED, saved = END_ANSWERED;

    if (kernels->save == NULL && kernels->baseline == NULL)
        return END_ANSWERED;
    baseline_sort(&kernels->found);
    if (kernels->baseline != NULL)
        ending = kernels_compare(kernels);
    if (kernels->save != NULL)
        saved = kernels_save(kernels);
    return saved != END_ANSWERED ? saved : ending;
}

static int run(struct kernels *kernels)
{
    const struct options *options = &kernels->options;
    int ending, concluded;
    size_t i;

    if (options->count == 0)
        return complain("kernels needs a file, a directory, or - for standard input");
    if (options->json && kernels->csv)
        return complain("--json and --csv exclude each other");
    if (kernels->html &&
        (options->json || kernels->csv || kernels->format != 0 || kernels->baseline != NULL))
        return complain("--html excludes --json, --csv, --format and --baseline");
    if (kernels->demangle && !can_demangle())
        return complain("--demangle needs a build with the C++ library (-Ddemangle=enabled)");
    if (kernels->csv_safe && !kernels->csv)
        return complain("--csv-safe is for CSV, and needs --csv");
    ending = prepare(kernels);
    if (ending != END_ANSWERED)
        return ending;
    csv_set_form((out_is_terminal() ? CSV_VISIBLE : 0u) | (kernels->csv_safe ? CSV_SAFE : 0u));
    stop_listen();
    if (is_listed(kernels))
        kernels_print_start(kernels);
    for (i = 0; i < options->count && !out_failed() && stop_signal() == 0; i++)
        kernels_path(kernels, options->arguments[i]);
    kernels_print_end(kernels);
    if (stop_signal() != 0) {
        out_flush();
        return stop_ending(kernels->count);
    }
    concluded = conclude(kernels);
    out_flush();
    ending = say_ending(kernels);
    return ending == END_ANSWERED || concluded == END_FAILED ? concluded : ending;
}

static void kernels_free(struct kernels *kernels)
{
    lookup_free(&kernels->lookup);
    kernels_cache_free(kernels);
    free(kernels->filters_read);
    text_free(&kernels->path);
    text_free(&kernels->shortfall);
    text_free(&kernels->message);
    text_free(&kernels->line);
    text_free(&kernels->json.text);
    text_free(&kernels->cells);
    kernels_sort_free(kernels);
    kernels_totals_free(kernels);
    table_free(&kernels->table);
    text_free(&kernels->values);
    text_free(&kernels->taken);
    baseline_free(&kernels->kept);
    baseline_free(&kernels->found);
    options_free(&kernels->options);
    content_free(&kernels->content);
    free(kernels->uncompiled);
    free(kernels);
}

int command_kernels(int count, char **arguments)
{
    struct kernels *kernels = memory_grow(NULL, sizeof *kernels);
    const struct own_option own[] = {
        {"csv", .number = &kernels->csv},
        {"html", .number = &kernels->html},
        {"demangle", .number = &kernels->demangle},
        {"totals", .number = &kernels->totals},
        {"side_by_side", .number = &kernels->beside},
        {"sort", .text = &kernels->sort},
        {"csv_safe", .number = &kernels->csv_safe},
        {"kernel", .text = &kernels->part},
        {"filter", .number = &kernels->filters, .text = kernels->filter},
        {"save", .text = &kernels->save},
        {"baseline", .text = &kernels->baseline},
        {"format", .number = &kernels->format},
        {"allow", .number = &kernels->allowed, .text = kernels->allow},
        {.name = NULL}};
    int ending;

    memset(kernels, 0, sizeof *kernels);
    ending = options_read(&kernels->options, COMMAND_KERNELS, NULL, own, count, arguments);
    if (ending == 0 && kernels->options.help)
        ending = command_help("kernels");
    else if (ending == 0)
        ending = run(kernels);
    kernels_free(kernels);
    return ending;
}
