/* SPDX-License-Identifier: MIT
 *
 * gpuocc pad: finds the shared memory that lowers occupancy to a given number of groups.
 */
#include "answer.h"
#include "commands/commands.h"
#include "input/amounts.h"
#include "output/out.h"
#include "output/words.h"
#include "session.h"

struct pad {
    uint32_t groups; /* --groups */
    uint32_t bytes, now;
    int opt_in; /* the padded kernel needs opt-in to more shared memory */
    int32_t status;
    struct text message; /* why it is not possible */
};

/* Explains between which numbers of groups more shared memory jumps. */
static void explain_jump(struct pad *pad, const struct answer *answer)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(answer);
    gpuocc_plateau s = {.size = sizeof s};
    uint32_t before = 0, last = 0, value = pad->now;

    while (gpuocc_occupancy_plateau(occupancy, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, value, &s,
                                    NULL) == GPUOCC_OK &&
           s.groups > pad->groups) {
        before = s.groups;
        last = s.last;
        if (s.last == UINT32_MAX)
            break;
        value = s.last + 1;
    }
    words_add(&pad->message, answer,
              s.groups < pad->groups
                  ? "{0 group} are resident with up to {1 byte} of dynamic {shared}, {2} with more"
                  : "{0 group} are resident with up to {1 byte} of dynamic {shared}, the most that "
                    "a {group} may have",
              NUMBERS(before, last, s.groups), NULL);
}

static void explain(struct pad *pad, const struct session *session)
{
    const struct value *groups = &session->answer.results[GPUOCC_RESULT_GROUPS];
    struct text headline = {0};

    if (pad->status == GPUOCC_NOT_KNOWN) {
        words_add(&pad->message, &session->answer, "the number of resident {groups} is unknown",
                  NULL, NULL);
    } else if (groups->low < pad->groups) {
        (void)text_add_sentence(&headline, &session->answer, GPUOCC_SENTENCE_ANSWER);
        words_add(&pad->message, &session->answer, "without padding there are {$0}", NULL,
                  TEXTS(text_string(&headline)));
    } else {
        explain_jump(pad, &session->answer);
    }
    text_free(&headline);
}

static void print_text(const struct pad *pad, const struct session *session)
{
    const struct style style = out_style();
    struct text text = {0};

    if (pad->status == GPUOCC_OK) {
        text_add(&text, style.bold);
        words_add(&text, &session->answer,
                  pad->bytes == 0 ? "no padding is needed"
                                  : "add {0 byte} of dynamic {shared} ({1} -> {2})",
                  NUMBERS(pad->bytes, pad->now, (uint64_t)pad->now + pad->bytes), NULL);
        text_add(&text, style.plain);
        session_add_device(session, &text);
        text_add(&text, "\n");
        (void)text_add_sentence(&text, &session->answer, GPUOCC_SENTENCE_ANSWER);
        text_add(&text, "\n");
        if (pad->opt_in) {
            words_line(&text, &session->answer,
                       "The padding needs opt-in (the attribute MaxDynamicSharedMemorySize).", NULL,
                       NULL);
        }
        text_add_note(&text, &session->answer, GPUOCC_NOTE_CLUSTER_NOT_PORTABLE, style);
    } else {
        text_add(&text, style.bad);
        words_add(&text, &session->answer,
                  pad->status == GPUOCC_NOT_KNOWN ? "not known" : "not possible", NULL, NULL);
        text_format(&text, "%s: %s\n", style.plain, text_string(&pad->message));
    }
    out_text(&text);
    text_free(&text);
}

static void print_json(const struct pad *pad, const struct session *session)
{
    const struct answer *answer = &session->answer;
    const int padded = answer->status == GPUOCC_OK && pad->status == GPUOCC_OK;
    struct json json = {{0}, 0};

    if (answer->status < 0)
        session_json(session, &json, "pad", answer->status, text_string(&answer->message));
    else
        session_json(session, &json, "pad", pad->status, text_string(&pad->message));
    json_number(&json, "target", pad->groups);
    if (padded) {
        json_number(&json, "bytes", pad->bytes);
        json_number(&json, "dynamic_shared_bytes", (uint64_t)pad->now + pad->bytes);
    } else {
        json_null(&json, "bytes");
        json_null(&json, "dynamic_shared_bytes");
    }
    json_token(&json, "opt_in", padded && pad->opt_in ? "true" : "false");
    json_value(&json, "groups", &answer->results[GPUOCC_RESULT_GROUPS]);
    json_value(&json, "waves", &answer->results[GPUOCC_RESULT_WAVES]);
    json_set(&json, "limiters", GPUOCC_LIST_LIMITS, &answer->results[GPUOCC_RESULT_LIMITERS]);
    session_json_end(&json);
}

/* Finds the padding and, if there is one, evaluates the padded kernel. */
static int find(struct pad *pad, struct session *session)
{
    gpuocc_kernel *kernel = &session->options.question.kernel;
    struct value without;

    if (kernel_gives(kernel, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES))
        pad->now = kernel->dynamic_shared_bytes;
    pad->status =
        gpuocc_occupancy_pad(answer_occupancy(&session->answer), pad->groups, &pad->bytes, NULL);
    if (pad->status == GPUOCC_NOT_POSSIBLE || pad->status == GPUOCC_NOT_KNOWN) {
        explain(pad, session);
        return END_ANSWERED;
    }
    if (pad->status < 0)
        return session_refuse(session, pad->status, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES);
    if (pad->bytes == 0)
        return END_ANSWERED;
    kernel->dynamic_shared_bytes = pad->now + pad->bytes;
    pad->opt_in =
        session_needs_opt_in(session, GPUOCC_KERNEL_DYNAMIC_SHARED_BYTES, GPUOCC_TARGET_GROUPS,
                             pad->groups, kernel->dynamic_shared_bytes, &without);
    return session_answer(session);
}

static int run(struct pad *pad, struct session *session)
{
    int ending;

    if (pad->groups == 0)
        return complain("pad needs --groups");
    if (session->options.json)
        words_set(GPUOCC_LANGUAGE_ENGLISH, 1); /* its message keeps the neutral words */
    ending = session_answer_known(session, 0);
    if (ending == END_ANSWERED)
        ending = session_needs_groups(session);
    if (ending == END_ANSWERED)
        ending = find(pad, session);
    if (session->options.json)
        print_json(pad, session);
    else if (ending == END_ANSWERED)
        print_text(pad, session);
    return ending == END_ANSWERED ? session_check_requirements(session, &session->answer) : ending;
}

int command_pad(int count, char **arguments)
{
    struct pad pad = {.message = {.data = NULL}};
    const struct own_option own[] = {{"groups", .number = &pad.groups}, {.name = NULL}};
    int ending;
    struct session *session = session_open(COMMAND_PAD, own, count, arguments, &ending);

    if (session != NULL)
        ending = run(&pad, session);
    session_close(session);
    text_free(&pad.message);
    return ending;
}
