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

#include <gpuocc/runs.h>

#include "input/amounts.h"
#include "input/csv.h"
#include "output/demangle.h"
#include "output/words.h"
#include "stop.h"

/* Number of problems of one file that are printed individually. */
#define WARNINGS_TOLD 8u
/* Maximum number of devices side by side. */
#define BESIDE_MOST 32u
/* Bytes of a file in which the first launch of a profile is looked for. */
#define PROFILE_BYTES (16u << 20)

void kernels_complain(struct kernels *kernels, const char *format, ...)
{
    struct text sentence = {0};
    va_list arguments;

    va_start(arguments, format);
    text_format_list(&sentence, format, arguments);
    va_end(arguments);
    if (kernels->out.shown_at != 0)
        fputs("\r\033[K", stderr);
    (void)complain("%s: %s", kernels->file.path.length != 0 ? kernels->file.path.data : "\"\"",
                   text_string(&sentence));
    text_free(&sentence);
}

/* Makes the question: first from the file, then from the options, then with assumptions. */
static void ask(struct kernels *kernels, const char *device)
{
    const gpuocc_kernels_found *kernel = kernels->kernel;
    const gpuocc_kernel *given = &kernels->options.question.kernel;
    struct question *question = &kernels->question;

    *question = kernels->options.question;
    if (device != NULL) {
        question->device = device;
        question->device_length = strlen(device);
    }
    kernels->assumed = gpuocc_kernels_convert(kernel, &question->kernel, &question->kernel);
    if (kernel->stage.length == 0)
        kernels->counts.overridden |= overridden_fields(given, &question->kernel);
    if (question->device == NULL && kernel->target.length != 0) {
        question->device = kernel->target.at;
        question->device_length = kernel->target.length;
    }
    kernels_answer(kernels);
}

static void judge(struct kernels *kernels)
{
    if (kernels->answer->status < 0) {
        kernels->counts.refused++;
        return;
    }
    text_clear(&kernels->message);
    if (options_met(&kernels->options, kernels->answer, &kernels->message))
        return;
    if (kernels->counts.fell_short++ == 0) {
        text_format(&kernels->shortfall, "%s: ", text_string(&kernels->file.path));
        text_add_quoted(&kernels->shortfall, kernels->kernel->name.at,
                        kernels->kernel->name.length);
        text_format(&kernels->shortfall, ": %s", text_string(&kernels->message));
    }
}

/* Whether kernels are printed. With a baseline the differences are printed instead. With --save
 * they are printed only in the formats for programs. */
static int is_listed(const struct kernels *kernels)
{
    return kernels->asked.baseline == NULL && (kernels->asked.save == NULL || kernels->asked.csv ||
                                               kernels->options.json || kernels->asked.html);
}

/* Whether an answer meets each --filter. */
static int is_chosen(struct kernels *kernels)
{
    uint32_t i;

    for (i = 0; i < kernels->asked.filters; i++) {
        text_clear(&kernels->message);
        if (kernels->answer->status < 0 ||
            !require_met(&kernels->filters_read[i], kernels->answer, &kernels->message))
            return 0;
    }
    return 1;
}

static uint64_t figure(const gpuocc_device *device, uint32_t number)
{
    uint64_t value = 0;

    (void)gpuocc_device_get(device, number, 0, &value);
    return value;
}

/* Whether a device runs code for another one of the same vendor: on NVIDIA's GPUs that of an
 * earlier one of the same major version, but with "a" only that of the same; on AMD's the same. */
static int runs(const gpuocc_device *device, const gpuocc_device *own, gpuocc_kernels_text target)
{
    const uint64_t now = figure(device, GPUOCC_DEVICE_GENERATION);
    const uint64_t built = figure(own, GPUOCC_DEVICE_GENERATION);
    const uint64_t vendor = figure(own, GPUOCC_DEVICE_VENDOR);

    if (vendor == GPUOCC_VENDOR_NVIDIA)
        return built / 10 == now / 10 && built <= now &&
               (target.at[target.length - 1] != 'a' || built == now);
    if (vendor == GPUOCC_VENDOR_AMD)
        return has_part(target.at, target.length, "generic") ||
               strcmp(gpuocc_device_architecture(device), gpuocc_device_architecture(own)) == 0;
    return 1;
}

/* Returns the device for which the current kernel is compiled, or NULL. */
static const gpuocc_device *own_device(struct kernels *kernels)
{
    const gpuocc_kernels_text target = kernels->kernel->target;
    struct kernels_counts *counts = &kernels->counts;

    if (target.length == 0 || target.length >= sizeof counts->target)
        return NULL;
    if (strlen(counts->target) == target.length &&
        memcmp(counts->target, target.at, target.length) == 0)
        return counts->own;
    memcpy(counts->target, target.at, target.length);
    counts->target[target.length] = 0;
    if (gpuocc_device_find(target.at, target.length, 0, &counts->own, NULL, NULL) != GPUOCC_OK)
        counts->own = NULL;
    return counts->own;
}

/* Returns the vendor whose compiler writes a format that names no target: enum gpuocc_vendor. */
static uint64_t vendor_of_format(const char *format)
{
    static const struct {
        const char *format;
        uint64_t vendor;
    } formats[] = {
        {"Mesa AGX", GPUOCC_VENDOR_APPLE},         {"Mesa Adreno", GPUOCC_VENDOR_ADRENO},
        {"Adreno compiler", GPUOCC_VENDOR_ADRENO}, {"Mesa AMD", GPUOCC_VENDOR_AMD},
        {"AMD statistics", GPUOCC_VENDOR_AMD},     {"Mesa Intel", GPUOCC_VENDOR_INTEL},
        {"Mesa NVK", GPUOCC_VENDOR_NVIDIA},        {"NVIDIA statistics", GPUOCC_VENDOR_NVIDIA},
        {"Mesa Mali", GPUOCC_VENDOR_MALI},         {"Mesa Midgard", GPUOCC_VENDOR_MALI},
        {"Mesa V3D", GPUOCC_VENDOR_V3D},           {"malioc text", GPUOCC_VENDOR_MALI},
        {"ptxas log", GPUOCC_VENDOR_NVIDIA},       {"ptxas warning", GPUOCC_VENDOR_NVIDIA},
        {"linker log", GPUOCC_VENDOR_NVIDIA},      {"cuobjdump", GPUOCC_VENDOR_NVIDIA},
        {"spill warning", GPUOCC_VENDOR_AMD},      {"OpenMP launch", GPUOCC_VENDOR_AMD},
        {"IGC warning", GPUOCC_VENDOR_INTEL},      {"AMD assembly", GPUOCC_VENDOR_AMD},
        {"AMD metadata", GPUOCC_VENDOR_AMD},       {"clang remarks", GPUOCC_VENDOR_AMD}};
    size_t i;

    for (i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (strcmp(format, formats[i].format) == 0)
            return formats[i].vendor;
    return GPUOCC_VENDOR_GENERIC;
}

/* Records code without a target that is asked about on a device of another vendor. */
static void compare_format(struct kernels *kernels)
{
    const gpuocc_device *device = kernels->answer->device;
    const uint64_t own = vendor_of_format(kernels->kernel->format);
    const uint64_t vendor =
        device != NULL ? figure(device, GPUOCC_DEVICE_VENDOR) : GPUOCC_VENDOR_GENERIC;
    struct text *note = &kernels->counts.other_vendor;

    kernels->is_other_vendor =
        own != GPUOCC_VENDOR_GENERIC && vendor != GPUOCC_VENDOR_GENERIC && own != vendor;
    kernels->is_foreign = kernels->is_other_vendor;
    if (!kernels->is_other_vendor)
        return;
    kernels->counts.target[0] = 0;
    if (note->length == 0)
        text_format(note,
                    "code that is read as \"%s\" does not run on %s, which is of another vendor, "
                    "whose registers and waves differ: an answer is for the same numbers there, "
                    "without advice",
                    kernels->kernel->format, gpuocc_device_name(device));
}

/* Records code that is asked about on a device that does not run it. */
static void compare_target(struct kernels *kernels)
{
    struct kernels_counts *counts = &kernels->counts;
    const gpuocc_device *own = own_device(kernels), *device = kernels->answer->device;
    uint64_t vendor;

    if (kernels->kernel->target.length == 0)
        compare_format(kernels);
    if (own == NULL || device == NULL || kernels->question.device == kernels->kernel->target.at)
        return;
    vendor = figure(device, GPUOCC_DEVICE_VENDOR);
    kernels->is_other_vendor =
        vendor != GPUOCC_VENDOR_GENERIC && vendor != figure(own, GPUOCC_DEVICE_VENDOR);
    if (kernels->is_other_vendor && counts->other_vendor.length == 0)
        text_format(&counts->other_vendor,
                    "code for %s does not run on %s, which is of another vendor, whose registers "
                    "and waves differ: an answer is for the same numbers there, without advice",
                    counts->target, gpuocc_device_name(device));
    kernels->is_foreign =
        kernels->is_other_vendor || (vendor == figure(own, GPUOCC_DEVICE_VENDOR) &&
                                     !runs(device, own, kernels->kernel->target));
    if (kernels->is_foreign && !kernels->is_other_vendor && counts->foreign.length == 0)
        text_format(&counts->foreign,
                    "code for %s does not run on %s; an answer is for the same resources there",
                    counts->target, gpuocc_device_name(device));
}

void kernels_add_refusal(const struct kernels *kernels, struct text *text)
{
    if (kernels->answer->status < 0)
        text_add(text, text_string(&kernels->answer->message));
}

/* Adds to the message of a refused kernel that its code is not for the device. */
static void tell_foreign(struct kernels *kernels)
{
    if (kernels->answer->status >= 0 || !kernels->is_foreign)
        return;
    if (kernels->counts.target[0] != 0)
        text_format(&kernels->answer->message, "; code for %s does not run there",
                    kernels->counts.target);
    else
        text_format(&kernels->answer->message, "; code that is read as \"%s\" does not run there",
                    kernels->kernel->format);
}

/* Records whose words the sentences about all rows have. */
static void count_vendor(struct kernels *kernels)
{
    struct kernels_counts *counts = &kernels->counts;
    const gpuocc_device *device = kernels->answer->device;

    if (device == NULL || counts->several_vendors)
        return;
    counts->several_vendors =
        counts->words != NULL &&
        figure(device, GPUOCC_DEVICE_VENDOR) != figure(counts->words, GPUOCC_DEVICE_VENDOR);
    counts->words = counts->several_vendors ? NULL : device;
}

static void count_row(struct kernels *kernels)
{
    count_vendor(kernels);
    kernels->is_other_vendor = kernels->is_foreign = 0;
    compare_target(kernels);
    tell_foreign(kernels);
    kernels_local_count(kernels);
    kernels->counts.grf |= kernels->question.kernel.grf_count != 0;
    kernels->counts.waves_unsaid |=
        kernels->question.kernel.wave_size == GPUOCC_UNKNOWN && kernels->answer->status >= 0 &&
        kernels->answer->results[GPUOCC_RESULT_WAVE_SIZE].state == VALUE_KNOWN &&
        !value_exact(&kernels->answer->results[GPUOCC_RESULT_WAVE_SIZE]);
    kernels->counts.rows++;
    judge(kernels);
    kernels->counts.notes |= kernels->kernel->notes;
    kernels->counts.assumed |= kernels->assumed;
    if (kernels->asked.totals)
        kernels_total(kernels);
}

/* Evaluates a kernel on one device; NULL: no device was given. */
static void take_row(struct kernels *kernels, const char *device)
{
    ask(kernels, device);
    if (!is_chosen(kernels)) {
        kernels->counts.filtered++;
        return;
    }
    count_row(kernels);
    if (kernels->asked.sort != NULL)
        kernels_sort_key(kernels);
    if (kernels->asked.save != NULL || kernels->asked.baseline != NULL)
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
            if (kernels->asked.sort != NULL)
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

    kernels->counts.kernels_here++;
    if (!has_part(kernel->name.at, kernel->name.length, kernels->asked.part) ||
        (kernels->asked.exact && kernel->name.length != strlen(kernels->asked.part))) {
        if (kernels->counts.not_named++ == 0)
            text_add_quoted(&kernels->first_name, kernel->name.at, kernel->name.length);
        return 0;
    }
    kernels->kernel = kernel;
    kernels->counts.kernels++;
    if (kernels->asked.beside) {
        take_devices(kernels);
        return out_failed() || stop_signal() != 0;
    }
    devices = kernels->options.device_count > 1 ? kernels->options.device_count : 1;
    for (i = 0; i < devices && !out_failed(); i++)
        take_row(kernels, devices > 1 ? kernels->options.devices[i] : NULL);
    return out_failed() || stop_signal() != 0;
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct kernels *kernels = user;

    kernels->counts.warnings++;
    if (kernels->counts.warnings_here++ < WARNINGS_TOLD)
        kernels_complain(kernels, "%s (at byte %llu)", sentence, (unsigned long long)offset);
}

static void take_uncompiled(void *user, const char *kind, const char *target, uint64_t parts)
{
    struct kernels *kernels = user;
    struct uncompiled *one = kernels->counts.uncompiled;
    size_t i;

    for (i = 0; i < kernels->counts.uncompiled_count; i++, one++)
        if (strcmp(one->kind, kind) == 0 && strcmp(one->target, target) == 0)
            break;
    if (i == kernels->counts.uncompiled_count) {
        kernels->counts.uncompiled = memory_grow(kernels->counts.uncompiled, (i + 1) * sizeof *one);
        one = &kernels->counts.uncompiled[kernels->counts.uncompiled_count++];
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

/* Takes the format of the first launch of a profile. */
static int32_t take_format(void *user, const gpuocc_runs_launch *launch)
{
    *(const char **)user = gpuocc_runs_format_name(launch->format);
    return 1;
}

static void tell_strange(struct kernels *kernels, const unsigned char *bytes, size_t length)
{
    const char *form = other_form(bytes, length), *profile = NULL;
    const gpuocc_runs_callbacks reader = {
        .size = sizeof reader, .user = &profile, .launch = take_format};

    if (!kernels->file.given) {
        kernels->counts.strange++;
        return;
    }
    kernels->counts.warnings++;
    if (length == 0)
        kernels_complain(kernels, "is empty");
    else if (gpuocc_runs_read(&reader, bytes, length < PROFILE_BYTES ? length : PROFILE_BYTES) ==
             GPUOCC_RUNS_STOPPED)
        kernels_complain(kernels, "is a profile (%s), which gpuocc profile reads", profile);
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
                                             .warning = take_warning,
                                             .uncompiled = take_uncompiled};
    int32_t status;

    kernels->counts.kernels_here = 0;
    kernels->counts.warnings_here = 0;
    kernels->counts.files++;
    kernels->asked.exact = has_kernel(bytes, length, kernels->asked.part);
    status = gpuocc_kernels_read(&reader, bytes, length);
    if (status == GPUOCC_KERNELS_NONE) {
        tell_strange(kernels, bytes, length);
        return;
    }
    kernels->counts.read++;
    if (kernels->counts.warnings_here > WARNINGS_TOLD)
        kernels_complain(kernels, "%llu more messages about this file",
                         kernels->counts.warnings_here - WARNINGS_TOLD);
    if (kernels->counts.kernels_here == 0 && kernels->counts.warnings_here == 0 &&
        kernels->file.given && stop_signal() == 0) {
        kernels->counts.warnings++;
        kernels_complain(kernels, "contains no kernel");
    }
    if (is_listed(kernels))
        kernels_print_file(kernels);
}

static int say_ending(struct kernels *kernels)
{
    say_overridden(kernels->counts.overridden);
    if (kernels->counts.fell_short != 0)
        (void)complain("%llu of %llu kernels fall short, the first is %s",
                       kernels->counts.fell_short, kernels->counts.rows,
                       text_string(&kernels->shortfall));
    if (kernels->counts.refused != 0)
        (void)complain("%llu of %llu kernels were refused; their message says why",
                       kernels->counts.refused, kernels->counts.rows);
    if (kernels->counts.unreadable != 0)
        return END_FAILED;
    if (kernels->counts.kernels == 0 && kernels->counts.not_named != 0)
        return complain("none of %llu kernels has \"%s\" in its name, the first is %s",
                        kernels->counts.not_named, kernels->asked.part,
                        text_string(&kernels->first_name)),
               END_REFUSED;
    if (kernels->counts.kernels == 0 && kernels->counts.warnings == 0)
        return complain("no kernels in %llu files", kernels->counts.files), END_REFUSED;
    if (kernels->counts.refused != 0 || kernels->counts.warnings != 0)
        return END_REFUSED;
    return kernels->counts.fell_short != 0
               ? END_SHORT
               : options_need_row(&kernels->options, kernels->counts.rows);
}

static int read_filters(struct kernels *kernels)
{
    struct text message = {0};
    int ending = END_ANSWERED;
    uint32_t i;

    kernels->filters_read =
        memory_grow(NULL, (kernels->asked.filters + 1) * sizeof *kernels->filters_read);
    if (kernels->asked.filters != 0 &&
        (kernels->asked.save != NULL || kernels->asked.baseline != NULL))
        return complain("--filter leaves kernels out, and a baseline has all; use --kernel");
    for (i = 0; i < kernels->asked.filters && ending == END_ANSWERED; i++)
        if (require_read(&kernels->filters_read[i], "--filter", kernels->asked.filter[i],
                         REQUIRE_OF_ANSWER, &message) != 0)
            ending = complain("%s", text_string(&message));
    text_free(&message);
    return ending;
}

/* Validates the options together, and reads the baseline. */
static int prepare(struct kernels *kernels)
{
    size_t i;

    if (read_filters(kernels) != END_ANSWERED || kernels_sort_read(kernels) != END_ANSWERED)
        return END_FAILED;
    if (kernels->asked.beside && kernels->options.device_count < 2)
        return complain("--side-by-side needs several --device");
    if (kernels->asked.beside && kernels->options.device_count > BESIDE_MOST)
        return complain("--side-by-side with %llu devices; at most %u have room",
                        (unsigned long long)kernels->options.device_count, BESIDE_MOST);
    if (kernels->asked.beside && (kernels->options.json || kernels->asked.csv ||
                                  kernels->asked.html || kernels->asked.save != NULL ||
                                  kernels->asked.baseline != NULL || kernels->asked.filters != 0))
        return complain("--side-by-side is for tables, and excludes --json, --csv, --html, "
                        "--filter, --save and --baseline");
    if (kernels->asked.totals && (kernels->asked.csv || kernels->asked.baseline != NULL))
        return complain("--totals excludes --csv and --baseline");

    if (kernels->asked.format != 0 && (kernels->options.json || kernels->asked.csv))
        return complain("--format excludes --json and --csv");
    if (kernels->asked.allowed != 0 && kernels->asked.baseline == NULL)
        return complain("--allow is for the differences to a baseline, and needs --baseline");
    for (i = 0; i < kernels->asked.allowed; i++)
        if (allowance_read(&kernels->gate.allowance, kernels->asked.allow[i]) != 0)
            return END_FAILED;
    if (kernels->asked.baseline == NULL)
        return END_ANSWERED;
    if (baseline_load(&kernels->gate.kept, kernels->asked.baseline) != END_ANSWERED)
        return END_FAILED;
    baseline_choose(&kernels->gate.kept, kernels->asked.part);
    return kernels_options_join(kernels);
}

/* Prints the differences and saves the new baseline, after all files. */
static int conclude(struct kernels *kernels)
{
    int ending = END_ANSWERED, saved = END_ANSWERED;

    if (kernels->asked.save == NULL && kernels->asked.baseline == NULL)
        return END_ANSWERED;
    baseline_sort(&kernels->gate.found);
    if (kernels->asked.baseline != NULL)
        ending = kernels_compare(kernels);
    if (kernels->asked.save != NULL)
        saved = kernels_save(kernels);
    return saved != END_ANSWERED ? saved : ending;
}

/* Says which files are given twice; of very many only the first are compared. */
static void tell_twice(const struct options *options)
{
    const size_t count = options->count < 1024 ? options->count : 1024;
    size_t i, j;

    for (i = 1; i < count; i++)
        for (j = 0; j < i; j++)
            if (strcmp(options->arguments[i], options->arguments[j]) == 0 &&
                strcmp(options->arguments[i], "-") != 0) {
                (void)complain("%s is given twice, and its kernels count twice",
                               options->arguments[i]);
                break;
            }
}

static int run(struct kernels *kernels)
{
    const struct options *options = &kernels->options;
    int ending, concluded;
    size_t i;

    if (options->count == 0)
        return complain("kernels needs a file, a directory, or - for standard input");
    if (options->json && kernels->asked.csv)
        return complain("--json and --csv exclude each other");
    if (kernels->asked.html && (options->json || kernels->asked.csv || kernels->asked.format != 0 ||
                                kernels->asked.baseline != NULL))
        return complain("--html excludes --json, --csv, --format and --baseline");
    if (kernels->asked.demangle && !can_demangle())
        return complain("--demangle needs a build with the C++ library (-Ddemangle=enabled)");
    if (kernels->asked.csv_safe && !kernels->asked.csv)
        return complain("--csv-safe is for CSV, and needs --csv");
    ending = prepare(kernels);
    if (ending != END_ANSWERED)
        return ending;
    csv_set_form((out_is_terminal() ? CSV_VISIBLE : 0u) |
                 (kernels->asked.csv_safe ? CSV_SAFE : 0u));
    stop_listen();
    tell_twice(options);
    if (is_listed(kernels))
        kernels_print_start(kernels);
    for (i = 0; i < options->count && !out_failed() && stop_signal() == 0; i++)
        kernels_path(kernels, options->arguments[i]);
    kernels_print_end(kernels);
    if (stop_signal() != 0) {
        out_flush();
        return stop_ending(kernels->counts.kernels);
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
    text_free(&kernels->file.path);
    text_free(&kernels->shortfall);
    text_free(&kernels->counts.foreign);
    text_free(&kernels->counts.other_vendor);
    text_free(&kernels->counts.local);
    text_free(&kernels->message);
    text_free(&kernels->first_name);
    text_free(&kernels->line);
    text_free(&kernels->out.json.text);
    text_free(&kernels->out.cells);
    kernels_sort_free(kernels);
    kernels_totals_free(kernels);
    table_free(&kernels->out.table);
    text_free(&kernels->gate.values);
    text_free(&kernels->gate.taken);
    baseline_free(&kernels->gate.kept);
    baseline_free(&kernels->gate.found);
    options_free(&kernels->options);
    content_free(&kernels->file.content);
    free(kernels->counts.uncompiled);
    free(kernels);
}

int command_kernels(int count, char **arguments)
{
    struct kernels *kernels = memory_grow(NULL, sizeof *kernels);
    const struct own_option own[] = {
        {"csv", .number = &kernels->asked.csv},
        {"html", .number = &kernels->asked.html},
        {"demangle", .number = &kernels->asked.demangle},
        {"totals", .number = &kernels->asked.totals},
        {"side_by_side", .number = &kernels->asked.beside},
        {"sort", .text = &kernels->asked.sort},
        {"csv_safe", .number = &kernels->asked.csv_safe},
        {"kernel", .text = &kernels->asked.part},
        {"filter", .number = &kernels->asked.filters, .text = kernels->asked.filter},
        {"save", .text = &kernels->asked.save},
        {"baseline", .text = &kernels->asked.baseline},
        {"format", .number = &kernels->asked.format},
        {"allow", .number = &kernels->asked.allowed, .text = kernels->asked.allow},
        {.name = NULL}};
    int ending;

    memset(kernels, 0, sizeof *kernels);
    ending = options_read(&kernels->options, COMMAND_KERNELS, NULL, own, count, arguments);
    words_set(kernels->options.language, kernels->options.neutral);
    if (ending == 0 && kernels->options.help)
        ending = command_help("kernels");
    else if (ending == 0)
        ending = run(kernels);
    kernels_free(kernels);
    return ending;
}
