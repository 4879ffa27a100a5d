/* SPDX-License-Identifier: MIT
 *
 * gpuocc occupancy: explains the occupancy of one kernel on one device.
 */
#include "answer.h"
#include "commands/commands.h"
#include "commands/compare.h"
#include "commands/warp_groups.h"
#include "input/named.h"
#include "output/cores.h"
#include "output/next.h"
#include "output/out.h"
#include "output/results.h"
#include "output/table.h"
#include "output/unused.h"
#include "output/why.h"
#include "output/words.h"
#include "session.h"

static void add_limit_row(struct table *table, const struct answer *answer, uint32_t limit)
{
    const struct amounts amounts = answer_amounts(answer, limit);
    const struct value *const cells[] = {&amounts.requested, &amounts.allocated, &amounts.capacity,
                                         &answer->limits[limit]};
    struct text text = {0};
    size_t i;

    table_string(table, gpuocc_name(GPUOCC_LIST_LIMITS, limit));
    table_string(table, gpuocc_limit_word(answer->device, limit));
    for (i = 0; i < 4; i++) {
        text_clear(&text);
        text_add_value(&text, cells[i], "-");
        table_string(table, text_string(&text));
    }
    table_string(table, gpuocc_unit(GPUOCC_LIST_LIMITS, limit));
    table_string(table,
                 (answer->results[GPUOCC_RESULT_LIMITERS].low >> limit & 1) != 0    ? "<- limits"
                 : (answer->results[GPUOCC_RESULT_LIMITERS].high >> limit & 1) != 0 ? "<- may limit"
                                                                                    : "");
    if ((answer->results[GPUOCC_RESULT_LIMITERS].high >> limit & 1) != 0)
        table_mark(table);
    text_free(&text);
}

static void add_limits(struct text *text, const struct answer *answer, struct style style)
{
    static const char *const heads[] = {"limit",    "here called", "requested", "allocated",
                                        "capacity", "groups",      "unit",      ""};
    struct table table = {0};
    size_t i, heads_only;
    uint32_t limit;

    for (i = 0; i < 8; i++)
        table_column(&table, i >= 2 && i <= 5 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 8; i++)
        table_string(&table, heads[i]);
    heads_only = table.cells;
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++)
        if (answer->limits[limit].state != VALUE_ABSENT)
            add_limit_row(&table, answer, limit);
    if (table.cells != heads_only) /* some tools consider no resource of a core */
        table_write(&table, text, 1, style);
    table_free(&table);
}

/* Adds a line with a sentence, if there is one. */
static void add_line(struct text *text, const struct answer *answer, uint32_t sentence)
{
    if (text_add_sentence(text, answer, sentence))
        text_add(text, "\n");
}

/* Returns the threads of these groups; absent if a tool does not count groups. */
static struct value threads_of(const struct value *groups, const struct question *question)
{
    const uint32_t threads = question->kernel.threads_per_group;
    struct value value = *groups;

    if (value.state != VALUE_KNOWN)
        return value;
    if (threads == GPUOCC_UNKNOWN) {
        value.state = VALUE_UNKNOWN;
        return value;
    }
    value.low *= threads;
    if (value.high != VALUE_ENDLESS)
        value.high *= threads;
    return value;
}

static void add_threads(struct text *text, const struct answer *answer,
                        const struct question *question)
{
    const struct value core = threads_of(&answer->results[GPUOCC_RESULT_GROUPS], question);
    const struct value device =
        threads_of(&answer->results[GPUOCC_RESULT_GROUPS_PER_DEVICE], question);
    const struct value both[2] = {core, device};

    if (core.state == VALUE_KNOWN && core.high != 0 && core.high != VALUE_ENDLESS &&
        text_add_values(text, answer, GPUOCC_SENTENCE_THREADS, both, 2))
        text_add(text, "\n");
}

/* Adds what a grid is distributed over, if that is not all of a board or package. */
static void add_counted_of(struct text *text, const struct answer *answer,
                           const struct question *question)
{
    struct text counted = {0};

    if (question->grid_given != GIVEN_NOT && answer->match != GPUOCC_QUALITY_AMBIGUOUS &&
        named_counted(&counted, answer->device))
        words_line(text, answer, "Counted: {$0}.", NULL, TEXTS(text_string(&counted)));
    text_free(&counted);
}

static void add_device_wide(struct text *text, const struct answer *answer,
                            const struct question *question)
{
    const struct value *results = answer->results;
    const char *option = session_gives_clusters(question, answer);
    const struct value both[2] = {{VALUE_KNOWN, question->grid_groups, question->grid_groups},
                                  answer->rounds};

    if (results[GPUOCC_RESULT_GROUPS_PER_DEVICE].state == VALUE_KNOWN ||
        question->grid_given != GIVEN_NOT)
        add_line(text, answer, GPUOCC_SENTENCE_DEVICE);
    if (results[GPUOCC_RESULT_GROUPS_PER_DEVICE].state == VALUE_KNOWN)
        add_counted_of(text, answer, question);
    if (question->kernel.groups_per_cluster != 0 &&
        answer->results[GPUOCC_RESULT_CLUSTERS_PER_DEVICE].state != VALUE_ABSENT) {
        text_add(text, "Clusters on the whole device, at most: ");
        text_add_value(text, &answer->results[GPUOCC_RESULT_CLUSTERS_PER_DEVICE], "none");
        if (option != NULL) {
            text_format(text, " (%s", option);
            if (question->kernel.groups_per_cluster > 1)
                session_explain_clusters(answer, text);
            text_add(text, ")");
        }
        text_add(text, ".\n");
    }
    if (answer->rounds.state == VALUE_UNKNOWN)
        words_line(text, answer,
                   question->grid_given == GIVEN_UNKNOWN
                       ? "Rounds: not known, because the grid is not."
                   : results[GPUOCC_RESULT_CORE_COUNT].state != VALUE_KNOWN
                       ? "Rounds: not known, because the number of {cores} is not "
                         "(--core-count N, or name a product)."
                       : "Rounds: not known, because the number of {groups} on the whole device "
                         "is not.",
                   NULL, NULL);
    if (answer->rounds.state != VALUE_KNOWN)
        return;
    if (text_add_values(text, answer, GPUOCC_SENTENCE_ROUNDS, both, 2))
        text_add(text, "\n");
}

static void add_notes(struct text *text, const struct answer *answer, struct style style)
{
    uint32_t i;

    if (answer->remark.length != 0)
        text_format(text, "%sNote%s: %s.\n", style.warn, style.plain, text_string(&answer->remark));
    for (i = 0; i < GPUOCC_NOTE_COUNT; i++)
        text_add_note(text, answer, i, style);
}

/* Says that registers are not counted because none are given. */
static void add_assumed(struct text *text, const struct answer *answer, const gpuocc_kernel *kernel)
{
    uint64_t vendor = 0;

    (void)gpuocc_device_get(answer->device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
    if (kernel->registers_per_thread == 0 && kernel->half_registers_per_thread == 0 &&
        kernel->accumulators_per_thread == 0 &&
        (vendor == GPUOCC_VENDOR_NVIDIA || vendor == GPUOCC_VENDOR_AMD))
        words_line(text, answer,
                   "Assumed: no limit by {registers}, which are not given (--registers N).", NULL,
                   NULL);
}

static void print_text(const struct answer *answer, const struct question *question,
                       const struct warp_groups *groups_of, uint32_t why)
{
    const struct style style = out_style();
    const char *family = gpuocc_device_family(answer->device);
    const struct value *groups = &answer->results[GPUOCC_RESULT_GROUPS];
    struct text text = {0};

    text_add(&text, groups->state == VALUE_KNOWN && groups->low == 0 ? style.bad : style.bold);
    (void)text_add_sentence(&text, answer, GPUOCC_SENTENCE_ANSWER);
    text_format(&text, "%s\n\n%s (%s%s%s", style.plain, gpuocc_device_name(answer->device),
                gpuocc_device_architecture(answer->device), family[0] != 0 ? ", " : "", family);
    text_add(&text, ")");
    if (question->convention != GPUOCC_CONVENTION_DEFAULT)
        text_format(&text, " in the convention %s (%s)",
                    gpuocc_name(GPUOCC_LIST_CONVENTIONS, question->convention),
                    gpuocc_about(GPUOCC_LIST_CONVENTIONS, question->convention));
    text_add(&text, "\n");
    add_limits(&text, answer, style);
    text_add(&text, "\n");
    add_line(&text, answer, GPUOCC_SENTENCE_SHAPE);
    add_line(&text, answer, GPUOCC_SENTENCE_LAUNCH);
    add_device_wide(&text, answer, question);
    add_threads(&text, answer, question);
    warp_groups_text(groups_of, &text);
    unused_text(&text, answer);
    add_assumed(&text, answer, &question->kernel);
    next_text(&text, answer);
    if (why)
        why_text(&text, answer, &question->kernel);
    add_notes(&text, answer, style);
    out_text(&text);
    text_free(&text);
}

static void print_json(const struct session *session, const struct warp_groups *groups,
                       uint32_t why)
{
    struct json json = {{0}, 0};
    struct value value;

    json_open(&json, NULL, '{');
    json_head(&json, "occupancy");
    json_question(&json, &session->options.question);
    json_answer(&json, &session->answer);
    json_cores(&json, session->answer.device);
    value = threads_of(&session->answer.results[GPUOCC_RESULT_GROUPS], &session->options.question);
    json_value(&json, "threads", &value);
    value = threads_of(&session->answer.results[GPUOCC_RESULT_GROUPS_PER_DEVICE],
                       &session->options.question);
    json_value(&json, "threads_per_device", &value);
    warp_groups_json(groups, &json);
    unused_json(&json, &session->answer);
    next_json(&json, &session->answer, &session->options.question);
    next_joint(&json, &session->answer);
    next_ends(&json, &session->answer, &session->options.question);
    next_advice(&json, &session->answer);
    if (why)
        why_json(&json, &session->answer, &session->options.question.kernel);
    session_json_end(&json);
}

int command_occupancy(int count, char **arguments)
{
    int ending;
    struct warp_groups groups = {0};
    uint32_t why = 0;
    const struct own_option own[] = {
        {"warpgroup_registers", .text = &groups.text}, {"why", .number = &why}, {.name = NULL}};
    struct session *session = session_open(COMMAND_OCCUPANCY, own, count, arguments, &ending);

    if (session == NULL)
        return ending;
    if (compare_wanted(session)) {
        ending = groups.text != NULL ? complain("--warpgroup-registers is for one device")
                 : why               ? complain("--why is for one device")
                                     : compare_devices(session);
        session_close(session);
        return ending;
    }
    ending = session_answer(session);
    if (ending == END_ANSWERED && warp_groups_read(&groups, session) != 0)
        ending = END_FAILED;
    else if (session->options.json)
        print_json(session, &groups, why);
    else if (ending == END_ANSWERED)
        print_text(&session->answer, &session->options.question, &groups, why);
    if (ending == END_ANSWERED)
        ending = session_check_requirements(session, &session->answer);
    session_close(session);
    return ending;
}
