/* SPDX-License-Identifier: MIT
 *
 * gpuocc latency --curve: the model with 1, 2, ... resident groups, up to the last wave slot; and
 * the cost of a group, for gpuocc schedule --group-time.
 */
#include "commands/latency/latency.h"

#include "output/table.h"

#define MOST_ROWS 1024 /* of a curve on a device with an unknown number of wave slots */

struct waves {
    uint64_t step, most; /* most is 0: there is no curve */
};

/* Returns the numbers of waves of the curve: up to the last wave slot or, if the number of slots is
 * unknown, until more waves cannot raise the bound. */
static struct waves waves_of(const struct mix *mix, const struct session *session)
{
    const struct value *results = session->answer.results;
    const struct value *group = &results[GPUOCC_RESULT_WAVES_PER_GROUP];
    const struct value *slots = &results[GPUOCC_RESULT_MAX_WAVES];
    struct waves waves = {1, 0};
    double needed;

    if (value_exact(group) && group->low != 0)
        waves.step = group->low;
    if (value_exact(slots) && slots->low <= 65536)
        waves.most = slots->low;
    else if (latency_get(mix, GPUOCC_LATENCY_WAVES_NEEDED, 0, NULL, &needed) == GPUOCC_OK &&
             needed <= MOST_ROWS)
        waves.most = ((uint64_t)needed + waves.step - 1) / waves.step * waves.step;
    return waves;
}

static void add_cell(struct table *table, const gpuocc_latency *latency, uint64_t waves,
                     uint32_t result, uint32_t curve, const char *format, double factor)
{
    struct text text = {0};
    double value;

    if (gpuocc_latency_at(latency, (double)waves, result, curve, &value) == GPUOCC_OK)
        text_format(&text, format, value * factor);
    table_string(table, text_string(&text));
    text_free(&text);
}

static void add_row(struct table *table, const gpuocc_latency *latency, uint64_t waves)
{
    static const uint32_t curves[] = {GPUOCC_CURVE_UPPER, GPUOCC_CURVE_EXPECTED,
                                      GPUOCC_CURVE_LOWER};
    struct text text = {0};
    double binding;
    size_t i;

    text_add_number(&text, waves);
    table_string(table, text_string(&text));
    text_free(&text);
    for (i = 0; i < 3; i++)
        add_cell(table, latency, waves, GPUOCC_LATENCY_SHARE_OF_PEAK, curves[i], "%.4g %%", 100);
    add_cell(table, latency, waves, GPUOCC_LATENCY_GB_PER_S, GPUOCC_CURVE_UPPER, "%.6g", 1);
    if (gpuocc_latency_at(latency, (double)waves, GPUOCC_LATENCY_BINDING, 0, &binding) == GPUOCC_OK)
        table_string(table, gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)binding));
    else
        table_string(table, "");
}

void latency_add_curve(struct text *text, const struct mix *mix, const struct session *session)
{
    static const char *const heads[] = {"waves",       "upper bound", "expected",
                                        "lower bound", "GB/s",        "bounded by"};
    const struct waves waves = waves_of(mix, session);
    struct table table = {0};
    uint64_t n;
    size_t i;

    if (!mix->curve)
        return;
    if (waves.most == 0) {
        text_add(text, "\nThere is no curve: the wave slots of a core are not known.\n");
        return;
    }
    text_add(text,
             "\nShare of the peak by resident waves of a core, and the upper bound in GB/s:\n");
    for (i = 0; i < 6; i++)
        table_column(&table, i < 5 ? TABLE_RIGHT : TABLE_LEFT);
    for (i = 0; i < 6; i++)
        table_string(&table, heads[i]);
    for (n = waves.step; n <= waves.most; n += waves.step)
        add_row(&table, mix->latency, n);
    table_write(&table, text, 1, out_style());
    table_free(&table);
}

static void json_row(struct json *json, const gpuocc_latency *latency, uint64_t waves)
{
    static const uint32_t results[] = {GPUOCC_LATENCY_THROUGHPUT, GPUOCC_LATENCY_SHARE_OF_PEAK,
                                       GPUOCC_LATENCY_GB_PER_S};
    double value;
    uint32_t curve;
    size_t i;

    json_open(json, NULL, '{');
    json_number(json, "waves", waves);
    for (i = 0; i < 3; i++) {
        json_open(json, gpuocc_name(GPUOCC_LIST_LATENCY_RESULTS, results[i]), '{');
        for (curve = 0; curve < GPUOCC_CURVE_COUNT; curve++) {
            const char *name = gpuocc_name(GPUOCC_LIST_CURVES, curve);

            if (gpuocc_latency_at(latency, (double)waves, results[i], curve, &value) == GPUOCC_OK)
                json_real(json, name, value, JSON_DIGITS);
            else
                json_null(json, name);
        }
        json_close(json, '}');
    }
    if (gpuocc_latency_at(latency, (double)waves, GPUOCC_LATENCY_BINDING, 0, &value) == GPUOCC_OK)
        json_string(json, "binding", gpuocc_name(GPUOCC_LIST_RESOURCES, (uint32_t)value));
    else
        json_null(json, "binding");
    json_close(json, '}');
}

void latency_json_curve(struct json *json, const struct mix *mix, const struct session *session)
{
    const struct waves waves = waves_of(mix, session);
    uint64_t n;

    if (!mix->curve || mix->latency == NULL || waves.most == 0) {
        json_null(json, "curve");
        return;
    }
    json_open(json, "curve", '[');
    for (n = waves.step; n <= waves.most; n += waves.step)
        json_row(json, mix->latency, n);
    json_close(json, ']');
}

void latency_add_group(struct text *text, const gpuocc_latency *latency)
{
    gpuocc_group_time group = {.size = sizeof group};

    if (gpuocc_latency_group_time(latency, &group) == GPUOCC_OK)
        text_format(text, "  %-34s %.9g,%.9g,%.9g,%.9g cycles\n",
                    "for gpuocc schedule --group-time", group.latency, group.per_core,
                    group.per_device, group.overhead);
}

void latency_json_group(struct json *json, const gpuocc_latency *latency)
{
    gpuocc_group_time group = {.size = sizeof group};

    if (latency == NULL || gpuocc_latency_group_time(latency, &group) != GPUOCC_OK) {
        json_null(json, "group_time");
        return;
    }
    json_open(json, "group_time", '{');
    json_real(json, "latency", group.latency, JSON_DIGITS);
    json_real(json, "per_core", group.per_core, JSON_DIGITS);
    json_real(json, "per_device", group.per_device, JSON_DIGITS);
    json_real(json, "overhead", group.overhead, JSON_DIGITS);
    json_close(json, '}');
}
