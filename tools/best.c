/* SPDX-License-Identifier: MIT
 *
 * gpuocc best: the group sizes with the most waves.
 */
#include <string.h>

#include "amounts.h"
#include "commands.h"
#include "session.h"
#include "table.h"

#define BEST_COUNT 8 /* sizes that are shown if --count does not say */

struct best {
    gpuocc_group_search search;
    uint32_t count, found;
    int32_t status; /* of the last search: GPUOCC_ERROR_INDEX after the last size */
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
    text_add_value(&text, &answer->results[GPUOCC_RESULT_GROUPS], "-");
    table_string(&best->table, text_string(&text));
    text_clear(&text);
    text_add_waves(&text, answer);
    table_string(&best->table, text_string(&text));
    text_clear(&text);
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
    json_value(json, "groups", &results[GPUOCC_RESULT_GROUPS]);
    json_value(json, "waves", &results[GPUOCC_RESULT_WAVES]);
    json_value(json, "max_waves", &results[GPUOCC_RESULT_MAX_WAVES]);
    json_percent(json, "percent", &results[GPUOCC_RESULT_WAVES], &results[GPUOCC_RESULT_MAX_WAVES]);
    json_set(json, "limiters", GPUOCC_LIST_LIMITS, &results[GPUOCC_RESULT_LIMITERS]);
    json_close(json, '}');
}

/* Places the kernel with one of the best sizes. */
static int place(struct session *session, uint32_t threads)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;

    kernel->threads_per_group = threads;
    return session_answer(session);
}

static int find(struct best *best, struct session *session)
{
    const struct question *question = &session->options.question;
    const gpuocc_kernel kernel = question->kernel;
    gpuocc_error error = {sizeof error, 0, 0, 0, 0, 0, ""};
    int ending = END_ANSWERED, met = END_ANSWERED;
    uint32_t threads;
    char sentence[512];

    for (best->found = 0; best->found < best->count; best->found++) {
        best->status = gpuocc_best_group(session->answer.device, question->convention, &kernel,
                                         &best->search, best->found, &threads, NULL, &error);
        if (best->status != GPUOCC_OK)
            break;
        ending = place(session, threads);
        if (ending != END_ANSWERED)
            return ending;
        if (session->options.json)
            put_row(best, session);
        else
            add_row(best, session);
        if (best->found == 0)
            met = session_met(session, &session->answer);
    }
    if (best->status == GPUOCC_OK || best->status == GPUOCC_ERROR_INDEX ||
        best->status == GPUOCC_NOT_KNOWN)
        return met;
    (void)gpuocc_error_text(&error, best->status, sentence, sizeof sentence);
    (void)complain("%s", sentence);
    return END_REFUSED;
}

static void print_text(struct best *best, const struct session *session)
{
    const struct style style = out_style();
    struct text text = {0};

    if (best->found != 0) {
        text_format(&text, "%sThe best group sizes", style.bold);
        session_add_device(session, &text);
        text_format(&text, "%s\n\n", style.plain);
        table_write(&best->table, &text, 1, style);
    } else if (best->status == GPUOCC_NOT_KNOWN) {
        text_format(&text, "%sThe best group size%s is not known", style.bold, style.plain);
        session_add_device(session, &text);
        text_add(&text, ".\n");
    } else {
        text_format(&text, "%sNo group size%s that was asked about launches", style.bad,
                    style.plain);
        session_add_device(session, &text);
        text_add(&text, ".\n");
    }
    out_text(&text);
    text_free(&text);
}

/* The head of the output, before any row changes the question. */
static void start(struct best *best, const struct session *session)
{
    static const char *const heads[] = {"threads", "groups", "waves", "limited by"};
    size_t i;

    if (session->options.json) {
        session_json(session, &best->json, "best", session->answer.status,
                     text_string(&session->answer.message));
        json_open(&best->json, "best", '[');
        return;
    }
    for (i = 0; i < 4; i++)
        table_column(&best->table, i < 2 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 4; i++)
        table_string(&best->table, heads[i]);
}

static int run(struct best *best, struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    const uint32_t threads = kernel->threads_per_group;
    int ending;

    kernel->threads_per_group = 1; /* any: it is not read */
    ending = session_answer_known(session, GPUOCC_KERNEL_THREADS_PER_GROUP);
    kernel->threads_per_group = threads;
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
    return ending;
}

int command_best(int count, char **arguments)
{
    struct best best;
    const struct own_option own[] = {{"min", OWN_COUNT, &best.search.min_threads, NULL},
                                     {"max", OWN_COUNT, &best.search.max_threads, NULL},
                                     {"multiple_of", OWN_COUNT, &best.search.multiple_of, NULL},
                                     {"prefer_small", OWN_FLAG, &best.search.prefer_small, NULL},
                                     {"count", OWN_COUNT, &best.count, NULL},
                                     {NULL, OWN_FLAG, NULL, NULL}};
    struct session *session;
    int ending;

    memset(&best, 0, sizeof best);
    best.search.size = sizeof best.search;
    best.count = BEST_COUNT;
    session =
        session_open("best", ACCEPT_QUESTION | ACCEPT_REQUIRE, own, count, arguments, &ending);
    if (session != NULL)
        ending = run(&best, session);
    session_close(session);
    table_free(&best.table);
    text_free(&best.json.text);
    return ending;
}
