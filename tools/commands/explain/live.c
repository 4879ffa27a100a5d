/* SPDX-License-Identifier: MIT
 *
 * gpuocc explain: where most of a thread's registers hold values.
 */
#include <gpuocc/settings.h>

#include "commands/explain/explain.h"

#include <string.h>

static int32_t take_live(void *user, const gpuocc_code_live *live)
{
    const uint32_t registers = live->registers[GPUOCC_CODE_FILE_GENERAL];
    struct explain_lives *lives = user;

    if ((live->partial >> GPUOCC_CODE_FILE_GENERAL & 1) != 0)
        return 1;
    if (lives->step.then != 0 && registers > lives->step.then) {
        lives->above_first = lives->above++ == 0 ? live->address : lives->above_first;
        lives->above_last = live->address;
    }
    if (registers > lives->most) {
        lives->most = registers;
        lives->first = live->address;
        lives->carried = live->carried;
        lives->instructions = 0;
    }
    if (registers == lives->most) {
        lives->last = live->address;
        lives->instructions++;
    }
    return 0;
}

/* Finds the fewer registers that would admit more groups. */
static void find_step(struct explain *explain)
{
    const gpuocc_occupancy *occupancy = answer_occupancy(&explain->answer);
    gpuocc_step *step = &explain->lives.step;

    step->size = sizeof *step;
    if (occupancy == NULL || explain->answer.with_unknown ||
        gpuocc_settings_keep_registers(occupancy, explain->kernel->notes) ||
        gpuocc_occupancy_next_step(occupancy, GPUOCC_KERNEL_REGISTERS_PER_THREAD, step, NULL) !=
            GPUOCC_OK ||
        step->then >= step->now)
        step->then = 0;
}

void explain_find_lives(struct explain *explain)
{
    memset(&explain->lives, 0, sizeof explain->lives);
    find_step(explain);
    if (!explain_found(gpuocc_code_liveness(&explain->code, NULL, 0, take_live, &explain->lives)))
        explain->lives.most = 0;
}

/* Adds "0x2c0 (k.cu:42)". */
static void add_address(const struct explain *explain, uint32_t address, struct text *text)
{
    const gpuocc_code_line *line = explain_line(explain, address);

    text_format(text, "0x%lx", (unsigned long)address);
    if (line == NULL)
        return;
    text_add(text, " (");
    explain_add_line(line, text);
    text_add_byte(text, ')');
}

/* Adds "2 instructions from 0x2c0 (k.cu:42) to 0x2d0 (k.cu:43)", or the address if it is one. */
static void add_range(const struct explain *explain, uint32_t instructions, uint32_t first,
                      uint32_t last, struct text *text)
{
    if (instructions > 1)
        text_format(text, "%lu instructions from ", (unsigned long)instructions);
    add_address(explain, first, text);
    if (instructions > 1) {
        text_add(text, " to ");
        add_address(explain, last, text);
    }
}

/* Adds what fewer registers would admit, and where more of them are in use. */
static void add_step(const struct explain *explain, struct text *text)
{
    const struct explain_lives *lives = &explain->lives;
    const unsigned long then = lives->step.then, groups = lives->step.groups;

    if (then == 0)
        return;
    text_format(text, " With at most %lu, %lu group%s would be resident: ", then, groups,
                groups == 1 ? "" : "s");
    if (lives->above == 0) {
        text_add(text, "no instruction has more in use.");
        return;
    }
    text_add(text, "more are in use at ");
    add_range(explain, lives->above, lives->above_first, lives->above_last, text);
    text_add_byte(text, '.');
}

int explain_lives(const struct explain *explain, struct text *text)
{
    const struct explain_lives *lives = &explain->lives;
    const uint32_t registers = explain->question.kernel.registers_per_thread;
    const gpuocc_kernels_text target = explain->kernel->target;

    if (lives->most == 0)
        return 0;
    text_format(text, "Registers: %lu ", (unsigned long)lives->most);
    if (registers != GPUOCC_UNKNOWN && registers >= lives->most)
        text_format(text, "of %lu ", (unsigned long)registers);
    text_add(text, "are in use at ");
    add_range(explain, lives->instructions, lives->first, lives->last, text);
    text_add(text, ", and fewer at all others.");
    if (explain_is_weak(explain))
        text_format(text, " This was not compared with nvdisasm for %.*s.", (int)target.length,
                    target.at);
    else if (target.length == 6 && memcmp(target.at, "sm_90a", 6) == 0)
        text_add(text, " For sm_90a, 84 % of these numbers are within one of nvdisasm's.");
    if (lives->carried != 0)
        text_format(text, " The loop around 0x%lx neither reads nor writes %lu of them.",
                    (unsigned long)lives->first, (unsigned long)lives->carried);
    add_step(explain, text);
    return 1;
}

static void put_step(struct explain *explain)
{
    const struct explain_lives *lives = &explain->lives;
    struct json *json = &explain->json;

    if (lives->step.then == 0) {
        json_null(json, "next_step");
        return;
    }
    json_open(json, "next_step", '{');
    json_number(json, "registers_per_thread", lives->step.then);
    json_number(json, "groups", lives->step.groups);
    json_number(json, "instructions_above", lives->above);
    if (lives->above != 0) {
        json_number(json, "first_address", lives->above_first);
        json_number(json, "last_address", lives->above_last);
    } else {
        json_null(json, "first_address");
        json_null(json, "last_address");
    }
    json_close(json, '}');
}

void explain_json_lives(struct explain *explain)
{
    const struct explain_lives *lives = &explain->lives;
    struct json *json = &explain->json;

    if (lives->most == 0) {
        json_null(json, "live_registers");
        return;
    }
    json_open(json, "live_registers", '{');
    json_number(json, "most", lives->most);
    json_number(json, "first_address", lives->first);
    json_number(json, "last_address", lives->last);
    json_number(json, "instructions", lives->instructions);
    json_number(json, "carried", lives->carried);
    explain_json_line(explain, "first_source", explain_line(explain, lives->first));
    explain_json_line(explain, "last_source", explain_line(explain, lives->last));
    put_step(explain);
    json_close(json, '}');
}
