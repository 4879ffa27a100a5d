/* SPDX-License-Identifier: MIT
 *
 * What the commands about one kernel on one device have in common.
 */
#ifndef TOOL_SESSION_H
#define TOOL_SESSION_H

#include "output/json.h"
#include "input/options.h"

/* The options that give figures of the whole device. */
#define GIVE_CORE_COUNT    "--core-count N"
#define GIVE_CORES_PER_GPC "--cores-per-gpc N,N,..."

struct session {
    struct options options;
    struct text name; /* the device as given on the command line */
    struct lookup lookup;
    struct answer answer;
};

/* Reads the command line. Returns NULL if nothing is left to do; *ending is then the exit code. */
struct session *session_open(enum command command, const struct own_option *own, int count,
                             char **arguments, int *ending);

void session_close(struct session *session);

/* Adds what was counted of clusters on a device whose GPCs are not known, to a message that asks
 * for them. */
void session_explain_clusters(const struct answer *answer, struct text *text);

/* Sets the group size to one wave if no threads are given. Returns whether it did. */
int session_one_wave(struct session *session);

/* Answers the question. Returns END_ANSWERED, or another exit code after printing an error. */
int session_answer(struct session *session);

/* The same if advice is to follow: also an error if the name's devices differ, or if an input other
 * than `field` is unknown. */
int session_answer_known(struct session *session, uint32_t field);

/* Prepares a question about the whole GPU: an architecture, whose figures of the whole GPU are not
 * known, does not compete with the products of the same name. */
void session_products(struct session *session);

/* Refuses the answer, with an error, because the devices of the name differ in `figures` of the
 * whole GPU, which `option` gives; it may be NULL. Returns END_FAILED. */
int session_refuse_ambiguous(struct session *session, const char *figures, const char *option);

/* The same for a field of the device. */
int session_refuse_ambiguous_field(struct session *session, uint32_t field);

/* Returns the option that makes the clusters of the whole device known, or NULL if no single one
 * does. */
const char *session_gives_clusters(const struct question *question, const struct answer *answer);

/* Returns END_ANSWERED, or END_REFUSED with an error if the convention does not give groups on a
 * core. */
int session_needs_groups(struct session *session);

/* Refuses the answer with the error that the convention does not give `words`. Returns
 * END_REFUSED. */
int session_refuse_unanswered(struct session *session, const char *words);

/* Refuses an answer about a field that the device or the convention accepts and ignores. `so` is
 * the consequence. */
int session_refuse_ignored(struct session *session, uint32_t field, const char *so);

/* Returns END_SHORT with an error if an answer does not meet a --require, otherwise
 * END_ANSWERED. */
int session_check_requirements(const struct session *session, const struct answer *answer);

/* Refuses the answer, with an error, by a sentence about a field of the kernel. */
int session_refuse(struct session *session, int32_t status, uint32_t field);

/* Returns whether the largest value of a field for `count` of a target (enum gpuocc_target), which
 * is `with`, needs opt-in to more shared memory. *without is then the largest value without it, in
 * the state VALUE_ABSENT if there is none. */
int session_needs_opt_in(const struct session *session, uint32_t field, uint32_t target,
                         uint32_t count, uint32_t with, struct value *without);

/* Begins JSON with the header, the question, the status and message of an answer, and its notes. */
void session_json(const struct session *session, struct json *json, const char *command,
                  int32_t status, const char *message);

/* Adds " on sm_90 (Hopper)". */
void session_add_device(const struct session *session, struct text *text);

/* Adds that only the architecture of the name is known, what the clusters require of the kernel
 * and, if `whole` is not 0, what the figures of the whole device are derived from. */
void session_add_notes(const struct session *session, struct text *text, int whole);

/* Adds how the number of cores can be given, and what is known about the name. */
void session_explain_core_count(const struct session *session, struct text *text);

/* Closes the object and prints it. */
void session_json_end(struct json *json);

#endif
