/* SPDX-License-Identifier: MIT */
#include "output/why.h"

#include <string.h>

#include "gpuocc/why.h"

/* Bytes of the longest text of a limit: its steps, and up to four documents. */
#define WHY_BYTES 4096

/* The head of the line of a document. */
#define SOURCE "Source: "

static size_t ask(const struct answer *answer, const gpuocc_kernel *kernel, uint32_t limit,
                  char *text)
{
    return gpuocc_why_text(&answer->occupancy, answer->device, kernel, limit, text, WHY_BYTES);
}

void why_text(struct text *text, const struct answer *answer, const gpuocc_kernel *kernel)
{
    char steps[WHY_BYTES], *line, *end;
    const char *mark;
    uint32_t limit;

    text_add(text, "\nWhy:\n");
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
        if (ask(answer, kernel, limit, steps) == 0)
            continue;
        mark = (answer->results[GPUOCC_RESULT_LIMITERS].low >> limit & 1) != 0    ? " (limits)"
               : (answer->results[GPUOCC_RESULT_LIMITERS].high >> limit & 1) != 0 ? " (may limit)"
                                                                                  : "";
        text_format(text, "  %s%s\n", gpuocc_name(GPUOCC_LIST_LIMITS, limit), mark);
        for (line = steps; (end = strchr(line, '\n')) != NULL; line = end + 1)
            text_format(text, "    %.*s\n", (int)(end - line), line);
    }
}

/* Adds a list of the lines, up to the first one that has another head: the documents come after
 * the steps. Returns that line. */
static char *add_lines(struct json *json, const char *name, const char *head, char *line)
{
    char *end;

    json_open(json, name, '[');
    for (; (end = strchr(line, '\n')) != NULL &&
           (strncmp(line, SOURCE, strlen(SOURCE)) == 0) == (*head != 0);
         line = end + 1) {
        *end = 0;
        json_string(json, NULL, line + strlen(head));
    }
    json_close(json, ']');
    return line;
}

void why_json(struct json *json, const struct answer *answer, const gpuocc_kernel *kernel)
{
    char steps[WHY_BYTES], *line;
    uint32_t limit;

    json_open(json, "why", '{');
    for (limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++) {
        if (ask(answer, kernel, limit, steps) == 0)
            continue;
        json_open(json, gpuocc_name(GPUOCC_LIST_LIMITS, limit), '{');
        line = add_lines(json, "steps", "", steps);
        (void)add_lines(json, "sources", SOURCE, line);
        json_close(json, '}');
    }
    json_close(json, '}');
}
