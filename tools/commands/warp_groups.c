/* SPDX-License-Identifier: MIT
 *
 * Checks the registers that setmaxnreg gives to warp groups: they come from what the launch
 * allocates for the group, and setmaxnreg.inc waits until enough are free. Source: PTX ISA,
 * setmaxnreg.
 */
#include "commands/warp_groups.h"

#include "answer.h"
#include "output/out.h"
#include "output/words.h"

enum { LEAST = 24, MOST = 256, UNIT = 8, THREADS = 128, FIRST = 90 };

static const char option[] = "--warpgroup-registers";

static uint64_t of_device(const struct answer *answer, uint32_t number)
{
    uint64_t value = 0;

    (void)gpuocc_device_get(answer->device, number, 0, &value);
    return value;
}

/* Returns 0, or END_FAILED with an error. */
static int check(const struct warp_groups *groups, const struct session *session)
{
    const struct answer *answer = &session->answer;
    const uint32_t threads = session->options.question.kernel.threads_per_group;
    uint32_t i;

    for (i = 0; i < groups->count; i++)
        if (groups->registers[i] % UNIT != 0)
            return complain("%s: %lu is not a multiple of %d", option,
                            (unsigned long)groups->registers[i], UNIT);
    if (of_device(answer, GPUOCC_DEVICE_VENDOR) != GPUOCC_VENDOR_NVIDIA ||
        of_device(answer, GPUOCC_DEVICE_GENERATION) < FIRST)
        return complain("%s is for NVIDIA's GPUs from sm_90 on, %s has no setmaxnreg", option,
                        gpuocc_device_name(answer->device));
    if (threads != groups->count * THREADS)
        return complain("%s has %lu budgets, which are for %lu threads; --threads must be that",
                        option, (unsigned long)groups->count,
                        (unsigned long)groups->count * THREADS);
    return 0;
}

int warp_groups_read(struct warp_groups *groups, const struct session *session)
{
    const struct amounts amounts = answer_amounts(&session->answer, GPUOCC_LIMIT_REGISTERS);
    uint32_t i;

    if (groups->text == NULL)
        return 0;
    if (list_read(option, groups->text, LEAST, MOST, groups->registers, &groups->count,
                  WARP_GROUPS_MOST) != 0 ||
        check(groups, session) != 0)
        return END_FAILED;
    if (!value_exact(&amounts.allocated) || amounts.allocated.low == 0)
        return complain("%s needs --registers, those of a thread at the launch", option);
    groups->allocated = amounts.allocated.low / THREADS;
    for (i = 0; i < groups->count; i++)
        groups->sum += groups->registers[i];
    return 0;
}

/* Returns how many registers the groups with the most could have instead. */
static unsigned long long fitting(const struct warp_groups *groups)
{
    unsigned long long rest = groups->sum;
    uint32_t most = 0, count = 0, i;

    for (i = 0; i < groups->count; i++)
        most = groups->registers[i] > most ? groups->registers[i] : most;
    for (i = 0; i < groups->count; i++)
        count += groups->registers[i] == most;
    rest -= (unsigned long long)most * count;
    return groups->allocated > rest ? (groups->allocated - rest) / count / UNIT * UNIT : 0;
}

/* Returns the fewest registers of a thread at the launch that are enough. A launch with one less is
 * allocated a unit less. */
static unsigned long long least(const struct warp_groups *groups)
{
    const unsigned long long unit = (unsigned long long)UNIT * groups->count;

    return (groups->sum + unit - 1) / unit * UNIT - UNIT + 1;
}

void warp_groups_text(const struct warp_groups *groups, struct text *text)
{
    const int fits = groups->sum <= groups->allocated;
    uint32_t i;

    if (groups->text == NULL)
        return;
    text_add(text, "Warp groups: ");
    for (i = 0; i < groups->count; i++)
        text_format(text, "%s%lu", i != 0 ? " + " : "", (unsigned long)groups->registers[i]);
    text_format(text,
                " registers are %llu, %s the %llu that the launch allocates for %lu: ", groups->sum,
                fits ? "within" : "more than", groups->allocated, (unsigned long)groups->count);
    if (fits)
        text_format(text,
                    "setmaxnreg can give them. Fewer than %llu per thread at the launch are too "
                    "few for it.\n",
                    least(groups));
    else if (fitting(groups) >= LEAST)
        text_format(text,
                    "a setmaxnreg.inc waits forever, and the kernel hangs. With %llu instead of "
                    "the most they fit.\n",
                    fitting(groups));
    else
        text_add(text, "a setmaxnreg.inc waits forever, and the kernel hangs.\n");
}

void warp_groups_json(const struct warp_groups *groups, struct json *json)
{
    uint32_t i;

    if (groups->text == NULL)
        return;
    json_open(json, "warpgroup_registers", '{');
    json_open(json, "registers", '[');
    for (i = 0; i < groups->count; i++)
        json_number(json, NULL, groups->registers[i]);
    json_close(json, ']');
    json_number(json, "sum", groups->sum);
    json_number(json, "allocated", groups->allocated);
    json_token(json, "fits", groups->sum <= groups->allocated ? "true" : "false");
    json_close(json, '}');
}
