/* SPDX-License-Identifier: MIT */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands/commands.h"
#include "input/amounts.h"
#include "input/named.h"
#include "output/out.h"
#include "output/words.h"

static int name_device(struct session *session)
{
    struct question *question = &session->options.question;

    options_join(&session->options, &session->name);
    if (session->options.count == 0)
        return 0;
    if (question->device != NULL)
        return complain("the device is given twice: \"%s\" and with --device",
                        text_string(&session->name));
    question->device = session->name.data;
    question->device_length = session->name.length;
    return 0;
}

struct session *session_open(enum command command, const struct own_option *own, int count,
                             char **arguments, int *ending)
{
    struct session *session = memory_grow(NULL, sizeof *session);

    memset(session, 0, sizeof *session);
    *ending = options_read(&session->options, command, NULL, own, count, arguments);
    words_set(session->options.language, session->options.neutral);
    if (*ending == 0 && session->options.help)
        *ending = command_help(command_entry(command)->name);
    else if (*ending == 0 && name_device(session) == 0)
        return session;
    else
        *ending = END_FAILED;
    session_close(session);
    return NULL;
}

void session_close(struct session *session)
{
    if (session == NULL)
        return;
    lookup_free(&session->lookup);
    answer_free(&session->answer);
    text_free(&session->name);
    options_free(&session->options);
    free(session);
}

int session_one_wave(struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    const struct value *wave = &session->answer.results[GPUOCC_RESULT_WAVE_SIZE];

    if (kernel->threads_per_group != 0)
        return 0;
    kernel->threads_per_group = 1;
    answer_question(&session->answer, &session->lookup, &session->options.question);
    if (value_exact(wave))
        kernel->threads_per_group = (uint32_t)wave->low;
    return 1;
}

void session_products(struct session *session)
{
    const struct question *question = &session->options.question;

    if (question->device != NULL)
        lookup_products(&session->lookup, question->device, question->device_length);
}

/* Whether each of the arguments is the name of a device, and together they are none, or not all
 * have one architecture. */
static int are_several(struct session *session)
{
    const struct options *options = &session->options;
    const char *first = NULL, *architecture;
    const struct found *found;
    int differ = session->answer.status == GPUOCC_ERROR_DEVICE_UNKNOWN;
    size_t i;

    for (i = 0; i < options->count; i++) {
        found = lookup(&session->lookup, options->arguments[i], strlen(options->arguments[i]));
        if (found->status < 0 || found->count == 0 || found->devices[0] == NULL)
            return 0;
        architecture = gpuocc_device_architecture(found->devices[0]);
        differ |= first != NULL && strcmp(first, architecture) != 0;
        first = architecture;
    }
    return differ;
}

/* Says how several devices are given if each of the arguments is the name of one, and together they
 * are none, or are read as one of them. Returns whether it said so. */
static int suggest_commas(struct session *session)
{
    const struct options *options = &session->options;
    const struct answer *answer = &session->answer;

    if (options->count < 2 || (answer->status != GPUOCC_ERROR_DEVICE_UNKNOWN &&
                               strstr(text_string(&answer->remark), " is read as ") == NULL))
        return 0;
    if (!are_several(session))
        return 0;
    (void)complain("commas separate the names of several devices: \"%s,%s\"", options->arguments[0],
                   options->arguments[1]);
    return 1;
}

int session_answer(struct session *session)
{
    struct answer *answer = &session->answer;

    answer_question(answer, &session->lookup, &session->options.question);
    if (answer->status == GPUOCC_OK)
        return suggest_commas(session) ? END_FAILED : END_ANSWERED;
    (void)complain("%s", text_string(&answer->message));
    (void)suggest_commas(session);
    return answer->device_failed ? END_FAILED : END_REFUSED;
}

int session_answer_known(struct session *session, uint32_t field)
{
    const gpuocc_kernel *kernel = &session->options.question.kernel;
    int ending = session_answer(session);
    uint32_t i;

    if (ending != END_ANSWERED)
        return ending;
    for (i = 1; i < GPUOCC_KERNEL_FIELD_COUNT; i++)
        if (i != field && kernel_word(kernel, i) == GPUOCC_UNKNOWN)
            return session_refuse(session, GPUOCC_ERROR_MUST_BE_KNOWN, i);
    return answer_occupancy(&session->answer) != NULL
               ? END_ANSWERED
               : session_refuse_ambiguous_field(session, session->answer.differ);
}

int session_refuse_ambiguous(struct session *session, const char *figures, const char *option)
{
    struct answer *answer = &session->answer;
    struct text text = {0};

    text_format(&text, "%s; they differ in %s: name one of them%s%s", text_string(&answer->remark),
                figures, option != NULL ? " or give " : "", option != NULL ? option : "");
    answer_refuse(answer, GPUOCC_ERROR_DEVICE_UNKNOWN, text_string(&text));
    (void)complain("%s", text_string(&text));
    text_free(&text);
    return END_FAILED;
}

int session_refuse_ambiguous_field(struct session *session, uint32_t field)
{
    return session_refuse_ambiguous(session, gpuocc_name(GPUOCC_LIST_DEVICE_FIELDS, field),
                                    field == GPUOCC_DEVICE_CORE_COUNT      ? GIVE_CORE_COUNT
                                    : field == GPUOCC_DEVICE_CORES_PER_GPC ? GIVE_CORES_PER_GPC
                                                                           : NULL);
}

const char *session_gives_clusters(const struct question *question, const struct answer *answer)
{
    const uint32_t size = question->kernel.groups_per_cluster;
    uint64_t cores;

    if (size == 0 || size == GPUOCC_UNKNOWN ||
        answer->results[GPUOCC_RESULT_CLUSTERS_PER_DEVICE].state != VALUE_UNKNOWN)
        return NULL;
    if (size == 1)
        return GIVE_CORE_COUNT;
    return answer->wholes_differ == 0 &&
                   gpuocc_device_get(answer->device, GPUOCC_DEVICE_CORES_PER_GPC, 0, &cores) !=
                       GPUOCC_OK
               ? GIVE_CORES_PER_GPC
               : NULL;
}

int session_needs_groups(struct session *session)
{
    if (session->answer.results[GPUOCC_RESULT_GROUPS].state != VALUE_ABSENT)
        return END_ANSWERED;
    return session_refuse_unanswered(session, "groups of a core");
}

int session_refuse_unanswered(struct session *session, const char *words)
{
    struct text text = {0};

    text_format(&text, "the convention %s has no answer about the %s",
                gpuocc_name(GPUOCC_LIST_CONVENTIONS, session->options.question.convention), words);
    answer_refuse(&session->answer, GPUOCC_NOT_APPLICABLE, text_string(&text));
    (void)complain("%s", text_string(&text));
    text_free(&text);
    return END_REFUSED;
}

int session_refuse_ignored(struct session *session, uint32_t field, const char *so)
{
    const gpuocc_device *device = session->answer.device;
    struct text text = {0};

    text_format(&text, "%s changes nothing on %s%s%s, so %s",
                gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field), gpuocc_device_name(device),
                session->options.question.convention != 0 ? " in the convention " : "",
                session->options.question.convention != 0
                    ? gpuocc_name(GPUOCC_LIST_CONVENTIONS, session->options.question.convention)
                    : "",
                so);
    answer_refuse(&session->answer, GPUOCC_NOT_APPLICABLE, text_string(&text));
    session->answer.device = device;
    (void)complain("%s", text_string(&text));
    text_free(&text);
    return END_REFUSED;
}

int session_check_requirements(const struct session *session, const struct answer *answer)
{
    struct text message = {0};
    int ending = END_ANSWERED;

    if (!options_met(&session->options, answer, &message)) {
        (void)complain("%s", text_string(&message));
        ending = END_SHORT;
    }
    text_free(&message);
    return ending;
}

int session_refuse(struct session *session, int32_t status, uint32_t field)
{
    struct answer *answer = &session->answer;
    const gpuocc_device *device = answer->device;
    gpuocc_error error = {
        .size = sizeof error, .scope = GPUOCC_SCOPE_KERNEL, .field = field, .known = 1};
    char sentence[512];

    error.value = kernel_word(&session->options.question.kernel, field);
    if (error.value == GPUOCC_ZERO)
        error.value = 0;
    if (status == GPUOCC_ERROR_NO_RESOURCE && error.value == 0)
        error.known = 0; /* a query, not a value that was given */
    if (device != NULL)
        strncpy(error.subject, gpuocc_device_name(device), sizeof error.subject - 1);
    (void)gpuocc_error_text(&error, status, sentence, sizeof sentence);
    answer_refuse(answer, status, sentence);
    answer->device = device;
    (void)complain("%s", sentence);
    return END_REFUSED;
}

int session_needs_opt_in(const struct session *session, uint32_t field, uint32_t target,
                         uint32_t count, uint32_t with, struct value *without)
{
    const struct question *question = &session->options.question;
    gpuocc_kernel kernel = question->kernel;
    gpuocc_occupancy occupancy;
    uint32_t value = 0;
    int32_t status;

    memset(without, 0, sizeof *without);
    without->state = VALUE_ABSENT;
    kernel.shared_limit = GPUOCC_SHARED_LIMIT_DEFAULT;
    if (gpuocc_occupancy_init(&occupancy, session->answer.device, question->convention, &kernel,
                              NULL) < 0)
        return 0;
    status = gpuocc_occupancy_maximum(&occupancy, field, target, count, &value, NULL);
    if (status == GPUOCC_OK) {
        without->state = VALUE_KNOWN;
        without->low = without->high = value;
    }
    return status == GPUOCC_NOT_POSSIBLE || (status == GPUOCC_OK && value < with);
}

void session_json(const struct session *session, struct json *json, const char *command,
                  int32_t status, const char *message)
{
    json_open(json, NULL, '{');
    json_head(json, command);
    json_question(json, &session->options.question);
    json_verdict(json, &session->answer, status, message);
    json_set(json, "notes", GPUOCC_LIST_NOTES, &session->answer.results[GPUOCC_RESULT_NOTES]);
}

void session_json_end(struct json *json)
{
    json_close(json, '}');
    text_add_byte(&json->text, '\n');
    out_text(&json->text);
    text_free(&json->text);
}

void session_add_device(const struct session *session, struct text *text)
{
    const gpuocc_device *device = session->answer.device;
    const char *family = gpuocc_device_family(device);
    struct text name = {0};

    text_format(&name, "%s (%s%s%s)", gpuocc_device_name(device),
                gpuocc_device_architecture(device), family[0] != 0 ? ", " : "", family);
    words_add(text, &session->answer, " on {$0}", NULL, TEXTS(text_string(&name)));
    text_free(&name);
    if (session->options.question.convention != GPUOCC_CONVENTION_DEFAULT)
        words_add(
            text, &session->answer, " in the convention {$0}", NULL,
            TEXTS(gpuocc_name(GPUOCC_LIST_CONVENTIONS, session->options.question.convention)));
}

void session_add_notes(const struct session *session, struct text *text, int whole)
{
    const struct answer *answer = &session->answer;
    struct text counted = {0};

    if (whole && answer->match != GPUOCC_QUALITY_AMBIGUOUS &&
        named_counted(&counted, answer->device))
        text_format(text, "Counted: %s.\n", text_string(&counted));
    if (answer->match != GPUOCC_QUALITY_AMBIGUOUS && answer->remark.length != 0)
        text_format(text, "Note: %s.\n", text_string(&answer->remark));
    text_add_note(text, answer, GPUOCC_NOTE_CLUSTER_NOT_PORTABLE, out_style());
    text_free(&counted);
}

void session_explain_core_count(const struct session *session, struct text *text)
{
    const struct answer *answer = &session->answer;

    text_add(text, " (" GIVE_CORE_COUNT ", or name a product");
    named_products(text, answer->device);
    text_add(text, ")");
    if (answer->match == GPUOCC_QUALITY_ARCHITECTURE)
        text_format(text, "; %s", text_string(&answer->remark));
}

void session_explain_clusters(const struct answer *answer, struct text *text)
{
    gpuocc_source source = {.size = sizeof source};

    if (answer->match != GPUOCC_QUALITY_AMBIGUOUS &&
        gpuocc_device_source(answer->device, GPUOCC_DEVICE_CORES_PER_GPC, &source) == GPUOCC_OK &&
        source.remark[0] != 0)
        text_format(text, "; on a board of this name %s (%s)", source.remark, source.document);
}
