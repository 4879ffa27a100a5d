/* SPDX-License-Identifier: MIT
 *
 * The command "gpuocc explain": reads a compiled kernel and judges whether its latency is hidden.
 */
#include "commands/explain/explain.h"
#include "commands/commands.h"
#include "commands/timing.h"
#include "input/amounts.h"
#include "input/content.h"
#include "output/names.h"
#include "output/out.h"
#include "output/visible.h"
#include "output/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The maximum number of devices of a name (gpuocc_device_find). */
#define BOARDS 48u

/* Evaluates the kernel. Each field comes from the file if it is there, otherwise from the options.
 * If neither gives the group size, groups of EXPLAIN_THREADS threads are assumed. `board` is NULL,
 * or a device of the question's name. */
static void ask(struct explain *explain, const gpuocc_device *board)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    struct question *question = &explain->question;

    *question = explain->options.question;
    explain->assumed = gpuocc_kernels_convert(kernel, &question->kernel, &question->kernel);
    explain->counts.overridden |=
        overridden_fields(&explain->options.question.kernel, &question->kernel);
    explain->any_threads = explain->assumed >> GPUOCC_KERNELS_ASSUMED_ANY_GROUP & 1;
    if (explain->any_threads)
        question->kernel.threads_per_group = EXPLAIN_THREADS;
    if (question->kernel.dynamic_shared_bytes == GPUOCC_UNKNOWN)
        question->kernel.dynamic_shared_bytes = 0;
    if (question->device == NULL) {
        question->device = kernel->target.at;
        question->device_length = kernel->target.length;
    }
    if (board != NULL) {
        question->device = gpuocc_device_name(board);
        question->device_length = strlen(question->device);
    }
    answer_question(&explain->answer, &explain->lookup, question);
    timing_check_vendor(&explain->answer, question, kernel->target);
}

static int32_t take_loop(void *user, const gpuocc_code_loop *loop)
{
    struct explain *explain = user;

    explain->loops_here += loop->extent != GPUOCC_CODE_ALL;
    if (explain->asked.sarif)
        return 0;
    explain_find_sources(explain, loop);
    explain_judge(explain, loop);
    if (explain->options.json)
        explain_json_loop(explain, loop);
    else if (loop->extent == GPUOCC_CODE_ALL && loop->loops != 0)
        return out_failed();
    else if (explain->asked.html)
        explain_html_loop(explain, loop);
    else
        explain_print_loop(explain, loop);
    return out_failed();
}

static int32_t take_access(void *user, const gpuocc_code_access *access)
{
    struct explain *explain = user;

    if (explain->access_count == explain->access_room) {
        explain->access_room = 2 * explain->access_room + 64;
        explain->accesses =
            memory_grow(explain->accesses, explain->access_room * sizeof *explain->accesses);
    }
    explain->accesses[explain->access_count++] = *access;
    explain_take_shared(explain, access);
    return 0;
}

int explain_found(int32_t status)
{
    if (status == GPUOCC_CODE_ERROR_MEMORY)
        memory_fail();
    return status == GPUOCC_CODE_OK;
}

/* Keeps what the verdicts count of the accesses. */
static void count_accesses(struct explain *explain)
{
    const size_t bytes = (explain->access_count + 1u) * sizeof *explain->counted;
    uint32_t i;

    explain->counted = memory_grow(explain->counted, bytes);
    for (i = 0; i < explain->access_count; i++) {
        explain->counted[i] = explain->accesses[i];
        if (!explain->asked.share_assumed[SHARE_EFFICIENCY])
            explain->counted[i].moved_bytes = 0;
    }
}

/* Finds how the lanes' addresses differ. If that fails, nothing is known of them. */
static void find_accesses(struct explain *explain)
{
    explain->access_count = explain->shared_count = 0;
    explain->wave.size = sizeof explain->wave;
    (void)gpuocc_code_first_wave(explain->kernel, &explain->wave);
    if (explain->kernel->required_threads[0] == 0 && explain->options.question.threads_x != 0) {
        explain->wave.threads_x = explain->options.question.threads_x;
        explain->wave.threads_y = explain->options.question.threads_y;
    }
    explain->accesses_found =
        explain->code_status == GPUOCC_CODE_OK &&
        explain_found(
            gpuocc_code_accesses(&explain->code, &explain->wave, NULL, 0, take_access, explain));
    if (!explain->accesses_found)
        explain->access_count = 0;
    count_accesses(explain);
    explain_find_layouts(explain);
}

const gpuocc_code_access *explain_access(const struct explain *explain, uint32_t address)
{
    uint32_t low = 0, high = explain->access_count, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (explain->accesses[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < explain->access_count && explain->accesses[low].address == address &&
                   explain->accesses[low].pattern != GPUOCC_CODE_PATTERN_UNKNOWN
               ? &explain->accesses[low]
               : NULL;
}

static void start_kernel(struct explain *explain)
{
    if (explain->options.json)
        explain_json_kernel(explain);
    else if (explain->asked.html)
        explain_html_kernel(explain);
    else if (!explain->asked.sarif)
        explain_print_kernel(explain);
}

static void end_kernel(struct explain *explain)
{
    if (explain->options.json)
        explain_json_kernel_end(explain);
    else if (explain->asked.html)
        explain_html_kernel_end(explain);
    else if (explain->asked.sarif)
        explain_sarif_kernel_end(explain);
    else
        explain_print_kernel_end(explain);
}

static void take_code(struct explain *explain)
{
    const gpuocc_kernels_found *kernel = explain->kernel;
    gpuocc_code_instruction first;

    explain->loops_here = 0;
    memset(&explain->code, 0, sizeof explain->code);
    explain->code.size = sizeof explain->code;
    explain->code.target = kernel->target;
    explain->code.bytes = kernel->code;
    explain->code.length = kernel->code_bytes;
    first.size = sizeof first;
    explain->code_status = gpuocc_code_decode(&explain->code, 0, &first);
    explain->needs_llvm = explain->code_status == GPUOCC_CODE_NEEDS_LLVM;
    if (explain->needs_llvm)
        explain->code_status = GPUOCC_CODE_NOT_READ;
    else if (explain->code_status != GPUOCC_CODE_NOT_READ)
        explain->code_status = GPUOCC_CODE_OK;
    find_accesses(explain);
    start_kernel(explain);
    explain_find_locals(explain);
    explain_find_lives(explain);
    if (explain->code_status == GPUOCC_CODE_OK)
        explain->code_status = gpuocc_code_loops(&explain->code, NULL, 0, take_loop, explain);
    explain->counts.explained += explain->code_status == GPUOCC_CODE_OK;
    explain_predict(explain);
    explain_check_budgets(explain);
    explain->counts.given_up +=
        explain->code_status == GPUOCC_CODE_TOO_COMPLEX || explain->code_status < 0;
    end_kernel(explain);
}

/* Finds the devices of the name if each needs a verdict of its own: their cores are alike, but
 * other figures that the latency model needs are not. An architecture does not compete with
 * its products. Returns 0 if one answer does for all. */
static size_t boards_of(struct explain *explain, const gpuocc_device **boards)
{
    const struct question *question = &explain->question;
    const struct found *found;
    size_t i;

    if (explain->answer.match != GPUOCC_QUALITY_AMBIGUOUS ||
        answer_occupancy(&explain->answer) == NULL)
        return 0;
    found = lookup(&explain->lookup, question->device, question->device_length);
    if (gpuocc_device_for(question->device, question->device_length, GPUOCC_PURPOSE_LATENCY,
                          &boards[0], NULL, NULL) == GPUOCC_OK)
        return boards[0] != found->devices[0];
    lookup_products(&explain->lookup, question->device, question->device_length);
    for (i = 0; i < found->count; i++)
        boards[i] = found->devices[i];
    return found->count;
}

/* Says once, on standard error, that the name is that of several devices. */
static void say_boards(struct explain *explain, const gpuocc_device *const *boards, size_t count)
{
    struct text names = {0};
    size_t i;

    if (count < 2 || explain->counts.several++ != 0)
        return;
    for (i = 0; i < count; i++)
        text_format(&names, "%s%s", i != 0 ? ", " : "", gpuocc_device_name(boards[i]));
    (void)complain("\"%.*s\" is the name of %llu devices, whose answers differ; each kernel is "
                   "explained for each (--device names one): %s",
                   (int)explain->options.question.device_length,
                   explain->options.question.device, (unsigned long long)count,
                   text_string(&names));
    text_free(&names);
}

/* Explains the kernel on the device that was asked about last. */
static void take_answer(struct explain *explain)
{
    explain->counts.kernels++;
    explain->counts.refused += explain->answer.status < 0;
    take_code(explain);
    out_text(&explain->out);
    text_clear(&explain->out);
    out_text(&explain->json.text);
    text_clear(&explain->json.text);
}

static int32_t take_kernel(void *user, const gpuocc_kernels_found *kernel)
{
    const gpuocc_device *boards[BOARDS];
    struct explain *explain = user;
    size_t count, i;

    if (!has_part(kernel->name.at, kernel->name.length, explain->asked.part) ||
        (explain->asked.exact && kernel->name.length != strlen(explain->asked.part))) {
        if (explain->counts.filtered++ == 0)
            text_add_quoted(&explain->first_name, kernel->name.at, kernel->name.length);
        return 0;
    }
    explain->kernel = kernel;
    explain_find_lines(explain);
    ask(explain, NULL);
    count = boards_of(explain, boards);
    say_boards(explain, boards, count);
    if (count == 0)
        take_answer(explain);
    for (i = 0; i < count; i++) {
        ask(explain, boards[i]);
        take_answer(explain);
    }
    return out_failed();
}

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    struct explain *explain = user;

    if (explain->counts.warnings++ < 8)
        (void)complain("%s: %s (at byte %llu)", explain->asked.path, sentence,
                       (unsigned long long)offset);
}

/* Reads the file; "-" is standard input. Returns an enum ending, after a message if it cannot be
 * read. */
static int read_file(const struct explain *explain, struct content *content)
{
    const int from_input = strcmp(explain->asked.path, "-") == 0;
    FILE *file = from_input ? stdin : fopen(explain->asked.path, "rb");
    int end = END_ANSWERED;
    struct stat about;

    if (file == NULL)
        return complain("%s: %s", explain->asked.path, strerror(errno));
    if (from_input || fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        about.st_size = 0;
    if (content_read(content, fileno(file), (uint64_t)about.st_size) != 0)
        end = complain("%s: %s", explain->asked.path,
                       errno == EFBIG ? "has more than 1 GiB" : strerror(errno));
    else if (content->length == 0)
        end = complain("%s: is empty", explain->asked.path);
    if (!from_input)
        (void)fclose(file);
    return end;
}

/* Returns the exit status, after a message on standard error if a kernel was not explained. */
static int ending(const struct explain *explain, int32_t status)
{
    if (status == GPUOCC_KERNELS_NONE)
        return complain("%s: contains no compiled kernels; see gpuocc explain --help",
                        explain->asked.path),
               END_REFUSED;
    if (explain->counts.kernels == 0 && explain->counts.filtered != 0)
        return complain("%s: none of %llu kernels has \"%s\" in its name, the first is %s",
                        explain->asked.path, explain->counts.filtered, explain->asked.part,
                        text_string(&explain->first_name)),
               END_REFUSED;
    if (explain->counts.kernels == 0)
        return complain("%s: contains no kernel", explain->asked.path), END_REFUSED;
    if (explain->counts.given_up != 0)
        return complain(
                   "%s: the code of %llu of %llu kernels was not followed: it is too complex, or "
                   "there is too little memory",
                   explain->asked.path, explain->counts.given_up, explain->counts.kernels),
               END_REFUSED;
    if (explain->counts.explained == 0)
        return complain("%s: the machine code of none of %llu kernels was read",
                        explain->asked.path, explain->counts.kernels),
               END_REFUSED;
    if (explain->counts.refused != 0)
        return complain("%llu of %llu kernels were refused; their message says why",
                        explain->counts.refused, explain->counts.kernels),
               END_REFUSED;
    if (explain->counts.untimed != 0)
        return complain("%llu of %llu kernels have no time; their message says why",
                        explain->counts.untimed, explain->counts.kernels),
               END_REFUSED;
    if (explain->counts.warnings != 0)
        return END_REFUSED;
    return explain->counts.fell_short != 0 ? END_SHORT : END_ANSWERED;
}

static int run(struct explain *explain)
{
    const gpuocc_kernels_callbacks reader = {
        .size = sizeof reader, .user = explain, .kernel = take_kernel, .warning = take_warning};
    struct content content = {0};
    int32_t status = GPUOCC_KERNELS_OK;
    int end;

    if (explain->options.count == 0)
        return complain("explain needs a file, or - for standard input");
    if (explain->options.count > 2)
        return complain("explain takes a file and a kernel, not also \"%.60s\"",
                        explain->options.arguments[2]);
    if (explain->asked.html && explain->options.json)
        return complain("--html excludes --json");
    if (explain->asked.sarif && (explain->asked.html || explain->options.json))
        return complain("--sarif excludes --%s", explain->asked.html ? "html" : "json");
    explain->asked.path = explain->options.arguments[0];
    explain->asked.part = explain->options.arguments[1];
    if (explain->options.question.device != NULL)
        lookup_products(&explain->lookup, explain->options.question.device,
                        explain->options.question.device_length);
    end = read_file(explain, &content);
    explain_limit_lines(explain, content.length);
    if (end == END_ANSWERED) {
        explain->asked.exact = has_kernel(content.bytes, content.length, explain->asked.part);
        status = gpuocc_kernels_read(&reader, content.bytes, content.length);
    }
    content_close(&content);
    content_free(&content);
    if (end != END_ANSWERED)
        return end;
    if (explain->options.json)
        explain_json_end(explain);
    else if (explain->asked.html)
        explain_html_end(explain);
    else if (explain->asked.sarif)
        explain_sarif_end(explain);
    else if (explain->counts.explained != 0)
        explain_print_end();
    out_flush();
    say_overridden(explain->counts.overridden);
    if (explain->counts.fell_short != 0)
        (void)complain("%llu of %llu kernels fall short, the first is %s",
                       explain->counts.fell_short, explain->counts.kernels,
                       text_string(&explain->shortfall));
    return ending(explain, status);
}

int command_explain(int count, char **arguments)
{
    struct explain *explain = memory_grow(NULL, sizeof *explain);
    const struct own_option own[] = {
        {"l1_hit", .real = &explain->asked.shares[SHARE_L1_HIT]},
        {"l2_hit", .real = &explain->asked.shares[SHARE_L2_HIT]},
        {"efficiency", .real = &explain->asked.shares[SHARE_EFFICIENCY]},
        {"conflicts", .real = &explain->asked.conflicts},
        {"trips", .number = &explain->asked.trip_count, .text = explain->asked.trips_given},
        {"annotate", .number = &explain->asked.annotate},
        {"html", .number = &explain->asked.html},
        {"sarif", .number = &explain->asked.sarif},
        {.name = NULL}};
    uint32_t i;
    int end;

    memset(explain, 0, sizeof *explain);
    for (i = 0; i < SHARE_COUNT; i++)
        explain->asked.shares[i] = -1;
    end = options_read(&explain->options, COMMAND_EXPLAIN, NULL, own, count, arguments);
    words_set(GPUOCC_LANGUAGE_ENGLISH, 1); /* as all of its sentences */
    for (i = 0; i < SHARE_COUNT; i++) {
        explain->asked.share_assumed[i] = explain->asked.shares[i] < 0;
        if (explain->asked.share_assumed[i])
            explain->asked.shares[i] = i == SHARE_EFFICIENCY ? 1 : 0;
    }
    for (i = 0; end == 0 && i < explain->asked.trip_count; i++)
        end = trips_read(explain->asked.trips_given[i], &explain->asked.trips[i]);
    if (end == 0 && explain->options.help)
        end = command_help("explain");
    else if (end == 0)
        end = run(explain);
    lookup_free(&explain->lookup);
    answer_free(&explain->answer);
    options_free(&explain->options);
    free(explain->accesses);
    free(explain->counted);
    free(explain->shared);
    free(explain->lines.rows);
    free(explain->locals.rows);
    text_free(&explain->message);
    text_free(&explain->why_untimed);
    text_free(&explain->shortfall);
    text_free(&explain->first_name);
    text_free(&explain->out);
    text_free(&explain->json.text);
    free(explain);
    return end;
}
