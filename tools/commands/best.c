/* SPDX-License-Identifier: MIT
 *
 * gpuocc best: the group sizes with the most waves.
 */
#include <string.h>

#include "answer.h"
#include "commands/commands.h"
#include "input/amounts.h"
#include "output/out.h"
#include "output/results.h"
#include "output/table.h"
#include "output/words.h"
#include "session.h"

#define BEST_COUNT      8 /* number of sizes shown without --count */
#define BEST_CANDIDATES 1024

struct list {
    const char *text;
    uint32_t numbers[BEST_CANDIDATES], count;
};

struct best {
    gpuocc_group_search search;
    gpuocc_group_size choice;
    struct list candidates, registers;
    gpuocc_candidate tried[BEST_CANDIDATES]; /* all candidates of both lists */
    const char *grid_text;
    uint64_t grid;           /* threads */
    uint32_t register_field; /* the field that --candidate-registers sets */
    uint32_t count, found;
    int32_t status; /* status of the last search: GPUOCC_ERROR_INDEX after the last size */
    struct table table;
    struct json json;
};

static void add_row(struct best *best, const struct session *session)
{
    const struct answer *answer = &session->answer;
    const uint64_t limiters = answer->results[GPUOCC_RESULT_LIMITERS].high;
    struct text text = {0};

    text_add_number(&text, session->options.question.kernel.threads_per_group);
    table_string(&best->table, text_string(&text));
    text_clear(&text);
    if (best->registers.count != 0) {
        text_add_number(&text, best->choice.registers);
        table_string(&best->table, text_string(&text));
        text_clear(&text);
    }
    text_add_value(&text, &answer->results[GPUOCC_RESULT_GROUPS], "-");
    table_string(&best->table, text_string(&text));
    text_clear(&text);
    text_add_waves(&text, answer);
    table_string(&best->table, text_string(&text));
    text_clear(&text);
    if (best->grid != 0) {
        text_add_number(&text, best->choice.rounds);
        table_string(&best->table, text_string(&text));
        text_clear(&text);
    }
    text_add_names(&text, limiters, " and ");
    table_string(&best->table, text_string(&text));
    text_free(&text);
}

static uint32_t amount(uint32_t value)
{
    return value == GPUOCC_ZERO ? 0 : value;
}

static void put_row(struct best *best, const struct session *session)
{
    const gpuocc_kernel *kernel = &session->options.question.kernel;
    const struct value *results = session->answer.results;
    struct json *json = &best->json;

    json_open(json, NULL, '{');
    json_number(json, "threads_per_group", kernel->threads_per_group);
    json_number(json, "dynamic_shared_bytes",
                (uint64_t)amount(kernel->dynamic_shared_bytes) +
                    (uint64_t)amount(kernel->dynamic_shared_bytes_per_thread) *
                        kernel->threads_per_group);
    if (best->registers.count != 0)
        json_number(json, "registers", best->choice.registers);
    else
        json_null(json, "registers");
    json_value(json, "groups", &results[GPUOCC_RESULT_GROUPS]);
    json_value(json, "waves", &results[GPUOCC_RESULT_WAVES]);
    json_value(json, "max_waves", &results[GPUOCC_RESULT_MAX_WAVES]);
    json_percent(json, "percent", &results[GPUOCC_RESULT_WAVES], &results[GPUOCC_RESULT_MAX_WAVES]);
    json_set(json, "limiters", GPUOCC_LIST_LIMITS, &results[GPUOCC_RESULT_LIMITERS]);
    if (best->grid != 0)
        json_number(json, "rounds", best->choice.rounds);
    else
        json_null(json, "rounds");
    json_close(json, '}');
}

/* Evaluates the kernel with the chosen size. */
static int place(struct best *best, struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    const uint32_t threads = best->choice.threads_per_group;

    kernel->threads_per_group = threads;
    if (best->registers.count != 0)
        kernel_set(kernel, best->register_field,
                   best->choice.registers != 0 ? best->choice.registers : GPUOCC_ZERO);
    return session_answer(session);
}

static void set_search(struct best *best, const struct session *session)
{
    gpuocc_candidate *candidate = best->tried;
    uint32_t i;

    best->search.convention = session->options.question.convention;
    best->search.candidate_count = best->candidates.count;
    for (i = 0; i < best->candidates.count; i++, candidate++) {
        candidate->size = sizeof *candidate;
        candidate->threads_per_group = best->candidates.numbers[i];
        candidate->registers = 0;
        if (best->registers.count != 0)
            candidate->registers =
                best->registers.numbers[i] != 0 ? best->registers.numbers[i] : GPUOCC_ZERO;
    }
}

static int find(struct best *best, struct session *session)
{
    const gpuocc_kernel kernel = session->options.question.kernel;
    gpuocc_error error = {.size = sizeof error};
    int ending = END_ANSWERED, met = END_ANSWERED;
    const char *way = "";
    char sentence[512];

    set_search(best, session);
    for (best->found = 0; best->found < best->count; best->found++) {
        best->search.index = best->found;
        best->status = gpuocc_best_group_among(session->answer.device, &kernel, &best->search,
                                               best->tried, &best->choice, &error);
        if (best->status != GPUOCC_OK)
            break;
        ending = place(best, session);
        if (ending != END_ANSWERED)
            return ending;
        if (session->options.json)
            put_row(best, session);
        else
            add_row(best, session);
        if (best->found == 0)
            met = session_check_requirements(session, &session->answer);
    }
    if (best->status == GPUOCC_OK || best->status == GPUOCC_ERROR_INDEX ||
        (best->status == GPUOCC_NOT_KNOWN && error.scope == GPUOCC_SCOPE_NONE))
        return met;
    if (error.scope == GPUOCC_SCOPE_DEVICE && error.field == GPUOCC_DEVICE_CORE_COUNT)
        way = " (" GIVE_CORE_COUNT "), or name a product";
    else if (error.scope == GPUOCC_SCOPE_DEVICE && error.field == GPUOCC_DEVICE_CORES_PER_GPC)
        way = " (" GIVE_CORES_PER_GPC ")";
    (void)gpuocc_error_text(&error, best->status, sentence, sizeof sentence);
    (void)complain("%s%s", sentence, way);
    return END_REFUSED;
}

static void print_text(struct best *best, const struct session *session)
{
    const struct style style = out_style();
    struct text text = {0};

    if (best->found != 0) {
        text_add(&text, style.bold);
        words_add(&text, &session->answer, "The best {group} sizes", NULL, NULL);
        session_add_device(session, &text);
        text_format(&text, "%s\n\n", style.plain);
        table_write(&best->table, &text, 1, style);
    } else if (best->status == GPUOCC_NOT_KNOWN) {
        text_add(&text, style.bold);
        words_add(&text, &session->answer, "The best {group} size is not known", NULL, NULL);
        text_add(&text, style.plain);
        session_add_device(session, &text);
        words_line(&text, &session->answer, ".", NULL, NULL);
    } else {
        text_add(&text, style.bad);
        words_add(&text, &session->answer, "No {group} size that was asked about launches", NULL,
                  NULL);
        text_add(&text, style.plain);
        session_add_device(session, &text);
        words_line(&text, &session->answer, ".", NULL, NULL);
    }
    session_add_notes(session, &text, best->grid != 0);
    out_text(&text);
    text_free(&text);
}

/* Begins the output before any row changes the question. */
static void start(struct best *best, const struct session *session)
{
    const char *const heads[] = {"threads",
                                 best->registers.count != 0 ? "registers" : NULL,
                                 "groups",
                                 "waves",
                                 best->grid != 0 ? "rounds" : NULL,
                                 "limited by"};
    size_t i;

    if (session->options.json) {
        session_json(session, &best->json, "best", session->answer.status,
                     text_string(&session->answer.message));
        json_open(&best->json, "best", '[');
        return;
    }
    for (i = 0; i < 6; i++)
        if (heads[i] != NULL)
            table_column(&best->table, i < 3 || i == 4 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 6; i++)
        if (heads[i] != NULL)
            table_string(&best->table, heads[i]);
}

static int read_list(const char *option, uint32_t least, struct list *list)
{
    return list_read(option, list->text, least, 0xfffffffdu, list->numbers, &list->count,
                     BEST_CANDIDATES);
}

static int read_grid(struct best *best)
{
    const char *text = best->grid_text;
    struct text quoted = {0};

    if (text == NULL || (number_read(text, strlen(text), 0, UINT64_MAX, &best->grid) == GPUOCC_OK &&
                         best->grid != 0))
        return END_ANSWERED;
    text_add_quoted(&quoted, text, strlen(text));
    (void)complain("--grid-threads is %s, a whole number from 1 to 18446744073709551615 is needed",
                   text_string(&quoted));
    text_free(&quoted);
    return END_FAILED;
}

/* Reads the candidates, their registers and the grid. */
static int read_search(struct best *best)
{
    int ending = read_list("--candidates", 1, &best->candidates);

    if (ending == END_ANSWERED)
        ending = read_list("--candidate-registers", 0, &best->registers);
    if (ending == END_ANSWERED)
        ending = read_grid(best);
    if (ending == END_ANSWERED && best->registers.count != 0 &&
        best->registers.count != best->candidates.count)
        ending =
            complain("--candidate-registers has %lu numbers, --candidates %lu: give as many",
                     (unsigned long)best->registers.count, (unsigned long)best->candidates.count);
    if (ending == END_ANSWERED && best->search.max_threads != 0 &&
        best->search.min_threads > best->search.max_threads)
        ending = complain("--min is %lu, more than --max, which is %lu",
                          (unsigned long)best->search.min_threads,
                          (unsigned long)best->search.max_threads);
    best->search.grid_threads = best->grid;
    best->choice.size = sizeof best->choice;
    return ending;
}

static int run(struct best *best, struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    const uint32_t threads = kernel->threads_per_group;
    int ending;

    if (best->grid != 0)
        session_products(session);
    if (threads != 0)
        (void)complain("best tries group sizes: threads_per_group is not used; --candidates N,... "
                       "lists the sizes to try");
    kernel->threads_per_group = 1; /* any size: it is not used */
    ending = session_answer(session);
    if (session->answer.device != NULL)
        best->register_field = amount_registers(session->answer.device);
    /* The kernel's registers are not used either if each candidate has its own. */
    if (ending == END_ANSWERED && best->registers.count != 0)
        kernel_set(kernel, best->register_field, 0);
    if (ending == END_ANSWERED)
        ending = session_answer_known(session, GPUOCC_KERNEL_THREADS_PER_GROUP);
    kernel->threads_per_group = threads;
    if (ending == END_ANSWERED && best->grid != 0 && session->answer.wholes_differ != 0)
        ending = session_refuse_ambiguous_field(session, session->answer.wholes_differ);
    if (ending == END_ANSWERED)
        ending = session_needs_groups(session);
    start(best, session);
    if (ending == END_ANSWERED)
        ending = find(best, session);
    if (session->options.json) {
        json_close(&best->json, ']');
        json_signed(&best->json, "search_status", best->status);
        session_json_end(&best->json);
    } else if (ending == END_ANSWERED || ending == END_SHORT) {
        print_text(best, session);
    }
    return ending == END_ANSWERED ? options_need_row(&session->options, best->found) : ending;
}

int command_best(int count, char **arguments)
{
    struct best best;
    const struct own_option own[] = {{"min", .number = &best.search.min_threads},
                                     {"max", .number = &best.search.max_threads},
                                     {"multiple_of", .number = &best.search.multiple_of},
                                     {"prefer_small", .number = &best.search.prefer_small},
                                     {"candidates", .text = &best.candidates.text},
                                     {"candidate_registers", .text = &best.registers.text},
                                     {"grid_threads", .text = &best.grid_text},
                                     {"count", .number = &best.count},
                                     {.name = NULL}};
    struct session *session;
    int ending;

    memset(&best, 0, sizeof best);
    best.search.size = sizeof best.search;
    best.count = BEST_COUNT;
    session = session_open(COMMAND_BEST, own, count, arguments, &ending);
    if (session != NULL)
        ending = read_search(&best);
    if (session != NULL && ending == END_ANSWERED)
        ending = run(&best, session);
    session_close(session);
    table_free(&best.table);
    text_free(&best.json.text);
    return ending;
}
