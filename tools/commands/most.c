/* SPDX-License-Identifier: MIT
 *
 * gpuocc most: the maximum of each resource that a kernel may use for a required number of groups
 * or waves.
 */
#include "answer.h"
#include "commands/commands.h"
#include "input/amounts.h"
#include "output/out.h"
#include "output/results.h"
#include "output/table.h"
#include "output/words.h"
#include "session.h"

static const char *const targets[] = {"groups", "waves", "waves_per_partition"};
#define TARGETS (sizeof targets / sizeof targets[0])

/* The largest value of a field. */
struct amount {
    uint32_t field;
    int32_t status;
    uint32_t value;
    int opt_in; /* the value needs opt-in to more shared memory */
    struct value without;
};

struct most {
    uint32_t counts[TARGETS]; /* as given, by enum gpuocc_target */
    const char *field;        /* --field */
    uint32_t target, count, only;
    struct amount amounts[AMOUNTS];
    size_t found;
    int one_wave;
};

static int read_target(struct most *most)
{
    uint32_t i, given = 0;

    for (i = 0; i < TARGETS; i++) {
        if (most->counts[i] == 0)
            continue;
        most->target = i;
        most->count = most->counts[i];
        given++;
    }
    if (given == 1)
        return 0;
    return complain("most needs one of --groups, --waves and --waves-per-partition%s",
                    given > 1 ? ", not several" : "");
}

/* Refuses to search for the maximum of a field that the device lacks or ignores. */
static int lacks(struct session *session, uint32_t field)
{
    if (amount_is_ignored(answer_occupancy(&session->answer), field))
        return session_refuse_ignored(session, field, "there is no largest value");
    return session_refuse(session, GPUOCC_ERROR_NO_RESOURCE, field);
}

/* Finds the maximum of all fields that apply, or of the one that --field names. */
static int ask(struct most *most, struct session *session)
{
    static const char *const words[TARGETS] = {"groups of a core", "waves of a core",
                                               "waves of a partition"};
    const gpuocc_occupancy *occupancy = answer_occupancy(&session->answer);
    struct amount amount;
    size_t i;

    for (i = 0; i < AMOUNTS; i++) {
        amount.field = amount_field(i);
        amount.value = 0;
        if (most->only != 0 && amount.field != most->only)
            continue;
        amount.status = gpuocc_occupancy_maximum(occupancy, amount.field, most->target, most->count,
                                                 &amount.value, NULL);
        if (amount.status == GPUOCC_ERROR_NO_RESOURCE ||
            (amount.status == GPUOCC_NOT_APPLICABLE &&
             amount_is_ignored(occupancy, amount.field))) {
            if (most->only != 0)
                return lacks(session, amount.field);
            continue;
        }
        if (amount.status == GPUOCC_NOT_APPLICABLE)
            return session_refuse_unanswered(session, words[most->target]);
        if (amount.status < 0 && amount.status != GPUOCC_NOT_POSSIBLE &&
            amount.status != GPUOCC_NOT_KNOWN)
            return session_refuse(session, amount.status, amount.field);
        amount.opt_in = amount.status == GPUOCC_OK &&
                        session_needs_opt_in(session, amount.field, most->target, most->count,
                                             amount.value, &amount.without);
        most->amounts[most->found++] = amount;
    }
    return END_ANSWERED;
}

/* Returns the amount that a requirement is about, or NULL if it was not searched for. */
static const struct amount *asked(const struct most *most, int field)
{
    size_t i;

    for (i = 0; i < most->found; i++)
        if (most->amounts[i].field == (uint32_t)field)
            return &most->amounts[i];
    return NULL;
}

/* Compares the amounts with the requirements. Returns END_SHORT with a sentence in `message`, or
 * another exit code after an error. */
static int judge(struct most *most, struct session *session, struct text *message)
{
    const struct requirement *requirement = session->options.requirements;
    const struct amount *amount;
    int ending = END_ANSWERED;
    size_t i;

    for (i = 0; i < session->options.required; i++, requirement++) {
        amount = asked(most, requirement->what);
        if (amount == NULL && most->only != 0)
            return complain("--require is \"%s\", but --field is %s", requirement->text,
                            most->field);
        if (amount == NULL) {
            most->found = 0;
            return lacks(session, (uint32_t)requirement->what);
        }
        if (ending == END_ANSWERED &&
            !require_amount_met(requirement, amount->status, amount->value, message))
            ending = END_SHORT;
    }
    return ending;
}

static void add_heading(const struct most *most, const struct session *session, struct text *text)
{
    const struct style style = out_style();

    text_add(text, style.bold);
    words_add(text, &session->answer,
              most->target == GPUOCC_TARGET_GROUPS  ? "The largest values for {0 group}"
              : most->target == GPUOCC_TARGET_WAVES ? "The largest values for {0 wave}"
                                                    : "The largest values for {0 wave} per "
                                                      "{partition}",
              NUMBERS(most->count), NULL);
    session_add_device(session, text);
    text_format(text, "%s\n\n", style.plain);
}

static void add_row(struct table *table, const struct amount *amount, const struct session *session)
{
    struct text text = {0};

    table_string(table, gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, amount->field));
    if (amount->status == GPUOCC_OK)
        text_add_number(&text, amount->value);
    else
        text_add(&text, amount->status == GPUOCC_NOT_POSSIBLE ? "not possible" : "not known");
    table_string(table, text_string(&text));
    table_string(table, gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, amount->field));
    table_string(table, amount_word(session->answer.device, amount->field));
    text_free(&text);
}

static void add_assumption(const struct session *session, struct text *text)
{
    const gpuocc_kernel *kernel = &session->options.question.kernel;
    const int shared = kernel_gives(kernel, GPUOCC_KERNEL_SHARED_BYTES) ||
                       kernel_gives(kernel, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);
    uint64_t default_wave_size = 0;

    (void)gpuocc_device_get(session->answer.device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE, 0,
                            &default_wave_size);
    /* Registers select the wave size of a device that has several and no default. */
    text_add(text, "\n");
    words_add(text, &session->answer,
              kernel->wave_size == 0 && default_wave_size == 0
                  ? "No --threads: a {group} has {0 thread}"
                  : "No --threads: a {group} is one {wave} of {0 thread}",
              NUMBERS(kernel->threads_per_group), NULL);
    if (!shared)
        words_add(text, &session->answer, " and no {shared}", NULL, NULL);
    words_line(text, &session->answer, ".", NULL, NULL);
}

/* Adds what is possible without opt-in. */
static void add_opt_in(const struct most *most, const struct session *session, struct text *text)
{
    const struct amount *amount;
    struct text values = {0};
    size_t i;

    for (i = 0; i < most->found; i++) {
        amount = &most->amounts[i];
        if (!amount->opt_in)
            continue;
        text_format(&values, "%s%s ", values.length != 0 ? ", " : "",
                    gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, amount->field));
        text_add_value(&values, &amount->without, "not possible");
    }
    if (values.length != 0) {
        words_add(text, &session->answer,
                  "With opt-in (the attribute MaxDynamicSharedMemorySize); without it: {$0}.", NULL,
                  TEXTS(text_string(&values)));
        text_add(text, "\n");
    }
    text_free(&values);
}

static void print_text(const struct most *most, const struct session *session)
{
    struct table table = {0};
    struct text text = {0};
    size_t i;

    add_heading(most, session, &text);
    for (i = 0; i < 4; i++)
        table_column(&table, i == 1 ? TABLE_RIGHT : TABLE_LEFT);
    table_string(&table, "field");
    table_string(&table, "most");
    table_string(&table, "unit");
    table_string(&table, "here called");
    for (i = 0; i < most->found; i++)
        add_row(&table, &most->amounts[i], session);
    table_write(&table, &text, 1, out_style());
    if (most->one_wave)
        add_assumption(session, &text);
    if (most->found > 1) {
        text_add(&text, most->one_wave ? "" : "\n");
        words_line(&text, &session->answer,
                   "Each value applies alone, with everything else unchanged.", NULL, NULL);
    }
    if (most->found == 1 && !most->one_wave && most->amounts[0].opt_in)
        text_add(&text, "\n");
    add_opt_in(most, session, &text);
    session_add_notes(session, &text, 0);
    out_text(&text);
    text_free(&text);
    table_free(&table);
}

static void print_json(const struct most *most, const struct session *session)
{
    const struct answer *answer = &session->answer;
    const struct amount *amount;
    struct json json = {{0}, 0};
    size_t i;

    session_json(session, &json, "most", answer->status, text_string(&answer->message));
    json_string(&json, "target", targets[most->target]);
    json_number(&json, "count", most->count);
    json_token(&json, "one_wave", most->one_wave ? "true" : "false");
    json_open(&json, "most", '[');
    for (i = 0; i < most->found; i++) {
        amount = &most->amounts[i];
        json_open(&json, NULL, '{');
        json_string(&json, "field", gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, amount->field));
        json_string(&json, "word", amount_word(answer->device, amount->field));
        json_string(&json, "unit", gpuocc_unit(GPUOCC_LIST_KERNEL_FIELDS, amount->field));
        json_signed(&json, "status", amount->status);
        if (amount->status == GPUOCC_OK)
            json_number(&json, "value", amount->value);
        else
            json_null(&json, "value");
        json_token(&json, "opt_in", amount->opt_in ? "true" : "false");
        if (amount->opt_in && amount->without.state == VALUE_KNOWN)
            json_number(&json, "without_opt_in", amount->without.low);
        else
            json_null(&json, "without_opt_in");
        json_close(&json, '}');
    }
    json_close(&json, ']');
    session_json_end(&json);
}

static int run(struct most *most, struct session *session)
{
    struct text message = {0};
    int ending;

    if (read_target(most) != 0)
        return END_FAILED;
    if (most->field != NULL && (most->only = amount_read("--field", most->field)) == 0)
        return END_FAILED;
    most->one_wave = session_one_wave(session);
    ending = session_answer_known(session, most->only);
    if (ending == END_ANSWERED)
        ending = ask(most, session);
    if (ending == END_ANSWERED)
        ending = judge(most, session, &message);
    /* A requirement that contradicts --field is not an answer to the question. */
    if (session->options.json && (ending != END_FAILED || session->answer.status < 0))
        print_json(most, session);
    else if (ending == END_ANSWERED || ending == END_SHORT)
        print_text(most, session);
    if (ending == END_SHORT)
        (void)complain("%s", text_string(&message));
    text_free(&message);
    return ending;
}

int command_most(int count, char **arguments)
{
    struct most most = {.field = NULL};
    const struct own_option own[] = {
        {"groups", .number = &most.counts[GPUOCC_TARGET_GROUPS]},
        {"waves", .number = &most.counts[GPUOCC_TARGET_WAVES]},
        {"waves_per_partition", .number = &most.counts[GPUOCC_TARGET_WAVES_PER_PARTITION]},
        {"field", .text = &most.field},
        {.name = NULL}};
    int ending;
    struct session *session = session_open(COMMAND_MOST, own, count, arguments, &ending);

    if (session != NULL)
        ending = run(&most, session);
    session_close(session);
    return ending;
}
