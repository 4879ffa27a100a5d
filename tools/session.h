/* SPDX-License-Identifier: MIT
 *
 * What the commands that ask about one kernel on one device have in common.
 */
#ifndef TOOL_SESSION_H
#define TOOL_SESSION_H

#include "output/json.h"
#include "input/options.h"

/* How figures of the whole device are given. */
#define GIVE_CORE_COUNT    "--core-count N"
#define GIVE_CORES_PER_GPC "--cores-per-gpc N,N,..."

struct session {
    struct options options;
    struct text name; /* the device, as it stands on the command line */
    struct lookup lookup;
    struct answer answer;
};

/* Reads the command line. Returns NULL where nothing is left to do; *ending says how it ends. */
struct session *session_open(const char *command, unsigned accept, const struct own_option *own,
                             int count, char **arguments, int *ending);

void session_close(struct session *session);

/* Makes a group of one wave if no threads are given. Returns whether it did. */
int session_one_wave(struct session *session);

/* Answers the question; END_ANSWERED, or another ending after a complaint. */
int session_answer(struct session *session);

/* The same where advice is to follow: also complains of a name of devices that differ, and of
 * unknown inputs but `field`. */
int session_answer_known(struct session *session, uint32_t field);

/* Refuses the answer, and complains, because the devices of the name differ in figures of the
 * whole GPU: their names, and in parentheses the option that gives them. END_FAILED. */
int session_differ(struct session *session, const char *figures);

/* The same of a field of the device. */
int session_differ_in(struct session *session, uint32_t field);

/* The option that would make the clusters of the whole device known, NULL if none alone does. */
const char *session_gives_clusters(const struct question *question, const struct answer *answer);

/* Complains of a convention that says nothing of groups on a core: END_REFUSED, or END_ANSWERED. */
int session_needs_groups(struct session *session);

/* Refuses the answer, and complains that the convention says nothing of `words`: END_REFUSED. */
int session_says_nothing(struct session *session, const char *words);

/* Refuses an answer about a field that the device or the convention accepts and ignores. `so` is
 * what follows from that. */
int session_ignores(struct session *session, uint32_t field, const char *so);

/* END_SHORT after a complaint if a --require does not hold for an answer, else END_ANSWERED. */
int session_met(const struct session *session, const struct answer *answer);

/* Refuses the answer with a sentence about a field of the kernel, and complains. */
int session_refuse(struct session *session, int32_t status, uint32_t field);

/* Begins JSON with the head, the question, and the status and message of an answer. */
void session_json(const struct session *session, struct json *json, const char *command,
                  int32_t status, const char *message);

/* Adds " on sm_90 (Hopper)". */
void session_add_device(const struct session *session, struct text *text);

/* Adds that only the architecture of the name is known, and, if `whole` is not 0, what the figures
 * of the whole device are counted of. */
void session_add_notes(const struct session *session, struct text *text, int whole);

/* Adds how the number of cores can be given, and what is known of the name that has none. */
void session_lacks_cores(const struct session *session, struct text *text);

/* Closes the object and prints it. */
void session_json_end(struct json *json);

#endif
