/* SPDX-License-Identifier: MIT
 *
 * Caches answers: libraries contain many kernels with equal resources. A slot is allocated when it
 * is first needed, so that there are no more slots than kernels.
 */
#include <gpuocc/settings.h>

#include "commands/kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_of(const void *bytes, size_t length, uint32_t hash)
{
    const unsigned char *at = bytes;

    while (length-- > 0)
        hash = (hash ^ *at++) * 16777619u;
    return hash;
}

static int is_same(const struct cached *cached, const struct question *question,
                   const gpuocc_kernels_found *found)
{
    return cached->filled && cached->spill_bytes == found->spill_bytes &&
           cached->notes == found->notes && cached->device.length == question->device_length &&
           memcmp(cached->device.data, question->device, question->device_length) == 0 &&
           memcmp(&cached->kernel, &question->kernel, sizeof cached->kernel) == 0;
}

static struct cached *slot_of(struct kernels *kernels, const struct question *question)
{
    uint32_t hash = hash_of(&question->kernel, sizeof question->kernel, 2166136261u);
    struct cached **slot;

    hash = hash_of(question->device, question->device_length, hash ^ kernels->kernel->spill_bytes);
    slot = &kernels->cache[hash % CACHE_SLOTS];
    if (*slot == NULL) {
        *slot = memory_grow(NULL, sizeof **slot);
        memset(*slot, 0, sizeof **slot);
    }
    return *slot;
}

void kernels_answer(struct kernels *kernels)
{
    const struct question *question = &kernels->question;
    struct cached *cached = slot_of(kernels, question);

    kernels->cached = cached;
    kernels->answer = &cached->answer;
    if (is_same(cached, question, kernels->kernel)) {
        if (cached->answer.message.length > cached->message_length)
            cached->answer.message.data[cached->answer.message.length = cached->message_length] = 0;
        return;
    }
    cached->filled = question->device != NULL;
    cached->has_next = cached->has_settings = cached->has_json = 0;
    cached->spill_bytes = kernels->kernel->spill_bytes;
    cached->notes = kernels->kernel->notes;
    cached->kernel = question->kernel;
    text_clear(&cached->device);
    text_add_bytes(&cached->device, question->device_length != 0 ? question->device : "",
                   question->device_length);
    if (question->device == NULL)
        answer_refuse(&cached->answer, GPUOCC_ERROR_REQUIRED,
                      "the file does not say for which device; give --device");
    else
        answer_question(&cached->answer, &kernels->lookup, question);
    cached->message_length = cached->answer.message.length;
}

int kernels_no_advice(const struct kernels *kernels)
{
    return kernels->is_other_vendor ||
           gpuocc_settings_keep_registers(answer_occupancy(kernels->answer),
                                          kernels->kernel->notes);
}

void kernels_cached_next_step(struct kernels *kernels, struct text *text)
{
    struct cached *cached = kernels->cached;

    if (kernels_no_advice(kernels))
        return;
    if (!cached->has_next) {
        text_clear(&cached->next);
        kernels_next_step(kernels, &cached->next);
        cached->has_next = 1;
    }
    text_add(text, text_string(&cached->next));
}

static void find_settings(const struct kernels *kernels, struct text *text)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(kernels->answer);
    const gpuocc_kernels_found *found = kernels->kernel;
    gpuocc_setting settings[GPUOCC_SETTINGS];
    char line[192];
    int32_t count;

    if (occupancy == NULL)
        return;
    count = gpuocc_settings_find(occupancy, &kernels->question.kernel, found->notes,
                                 found->spill_bytes, settings);
    if (count <= 0)
        return;
    (void)gpuocc_settings_text(settings, (size_t)count, line, sizeof line);
    text_add(text, line);
}

void kernels_cached_settings(struct kernels *kernels, struct text *text)
{
    struct cached *cached = kernels->cached;

    if (kernels_no_advice(kernels))
        return;
    if (!cached->has_settings) {
        text_clear(&cached->settings);
        find_settings(kernels, &cached->settings);
        cached->has_settings = 1;
    }
    text_add(text, text_string(&cached->settings));
}

void kernels_cached_json(struct kernels *kernels, struct json *json)
{
    struct cached *cached = kernels->cached;
    const size_t before = json->text.length;

    if (kernels_no_advice(kernels)) { /* is not kept: the same question has advice for other code */
        kernels_write_json(kernels, json);
        return;
    }
    if (cached->has_json) { /* it ends after a member, like the text before it */
        text_add_bytes(&json->text, cached->json.data, cached->json.length);
        return;
    }
    kernels_write_json(kernels, json);
    text_clear(&cached->json);
    text_add_bytes(&cached->json, json->text.data + before, json->text.length - before);
    cached->has_json = 1;
}

void kernels_cache_free(struct kernels *kernels)
{
    size_t i;

    for (i = 0; i < CACHE_SLOTS; i++) {
        if (kernels->cache[i] == NULL)
            continue;
        answer_free(&kernels->cache[i]->answer);
        text_free(&kernels->cache[i]->device);
        text_free(&kernels->cache[i]->next);
        text_free(&kernels->cache[i]->settings);
        text_free(&kernels->cache[i]->json);
        free(kernels->cache[i]);
    }
}
