/* SPDX-License-Identifier: MIT
 *
 * Reads the keys and values of LLVM's AMDGPUUsage, "Code Object Metadata", V3 to V6.
 */
#include "amd_metadata.h"

#include "amd_msgpack.h"

struct key {
    const char *name;
    size_t member;
};

#define MEMBER(member) offsetof(struct amd_facts, member)

static const struct key keys[] = {
    {".vgpr_count", MEMBER(vector_total)},
    {".agpr_count", MEMBER(accumulators)},
    {".sgpr_count", MEMBER(scalars)},
    {".group_segment_fixed_size", MEMBER(shared_bytes)},
    {".private_segment_fixed_size", MEMBER(scratch_bytes)},
    {".vgpr_spill_count", MEMBER(vector_spills)},
    {".max_flat_workgroup_size", MEMBER(max_threads)},
    {".wavefront_size", MEMBER(wave_size)},
    {".workgroup_processor_mode", MEMBER(wgp_mode)},
    {".uses_dynamic_stack", MEMBER(dynamic_stack)},
};

void amd_metadata_number(struct amd_facts *facts, gpuocc_kernels_text key, uint64_t number)
{
    const uint32_t value = format_capped(number);
    size_t i;

    for (i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (text_is(key, keys[i].name))
            memcpy((char *)facts + keys[i].member, &value, sizeof value);
}

void amd_metadata_written(struct amd_facts *facts, gpuocc_kernels_text key,
                          gpuocc_kernels_text text)
{
    uint32_t value;
    size_t i;

    for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!text_is(key, keys[i].name))
            continue;
        value = amd_number(facts, key, text,
                           keys[i].member == MEMBER(shared_bytes) ? AMD_PLAIN : AMD_OR_FORMULA);
        memcpy((char *)facts + keys[i].member, &value, sizeof value);
    }
}

/* Records a negative number where a key needs another one. */
static void refuse_negative(struct amd_facts *facts, gpuocc_kernels_text key)
{
    static const gpuocc_kernels_text below = {"negative", 8};
    size_t i;

    for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!text_is(key, keys[i].name))
            continue;
        facts->wrong = key;
        facts->value = below;
    }
}

void amd_metadata_text(struct amd_facts *facts, gpuocc_kernels_text key, gpuocc_kernels_text text)
{
    if (text_is(key, ".name"))
        facts->name = text;
    else if (text_is(key, ".symbol"))
        facts->symbol = text;
    else if (text_is(key, ".language") && text_starts(text, "OpenCL") &&
             facts->dynamic_shared == AMD_ABSENT)
        facts->dynamic_shared = 0;
}

void amd_metadata_required(struct amd_facts *facts, unsigned index, uint64_t number)
{
    if (index < 3)
        facts->required[index] = format_capped(number);
}

/* OpenCL passes dynamic LDS as an argument. From V5 on, kernels in other languages that use it have
 * a hidden argument for it, if they have hidden arguments at all. */
void amd_metadata_argument(struct amd_facts *facts, gpuocc_kernels_text value_kind)
{
    if (text_is(value_kind, "dynamic_shared_pointer") ||
        text_is(value_kind, "hidden_dynamic_lds_size"))
        facts->dynamic_shared = 1;
    else if (text_is(value_kind, "hidden_block_count_x") && facts->dynamic_shared == AMD_ABSENT)
        facts->dynamic_shared = 0; /* has the hidden arguments of V5 */
}

/* Reads the key and the head of its value, and removes them from the rest of a map. */
static int entry(struct bytes *rest, struct msgpack_item *key, struct msgpack_item *value)
{
    *key = msgpack_next(rest);
    if (key->kind == MSGPACK_END || !msgpack_skip(rest, key))
        return 0;
    *value = msgpack_next(rest);
    return value->kind != MSGPACK_END;
}

int amd_metadata_find(struct bytes note, const char *key, struct bytes *value)
{
    const struct msgpack_item map = msgpack_next(&note);
    uint64_t left = map.number;
    struct msgpack_item name, skipped;

    if (map.kind != MSGPACK_MAP)
        return -1;
    for (; left != 0; left--) {
        name = msgpack_next(&note);
        if (name.kind == MSGPACK_END || !msgpack_skip(&note, &name))
            return -1;
        *value = note;
        if (name.kind == MSGPACK_STRING && text_is(name.text, key))
            return 1;
        skipped = msgpack_next(&note);
        if (skipped.kind == MSGPACK_END || !msgpack_skip(&note, &skipped))
            return -1;
    }
    return 0;
}

/* Reads one argument, which is a map. */
static int read_argument(struct bytes *rest, struct amd_facts *facts)
{
    const struct msgpack_item map = msgpack_next(rest);
    uint64_t left = map.kind == MSGPACK_MAP ? map.number : 0;
    struct msgpack_item key, value;

    if (map.kind != MSGPACK_MAP)
        return map.kind != MSGPACK_END && msgpack_skip(rest, &map);
    for (; left != 0; left--) {
        if (!entry(rest, &key, &value) || !msgpack_skip(rest, &value))
            return 0;
        if (key.kind == MSGPACK_STRING && value.kind == MSGPACK_STRING &&
            text_is(key.text, ".value_kind"))
            amd_metadata_argument(facts, value.text);
    }
    return 1;
}

static int read_required(struct bytes *rest, uint64_t count, struct amd_facts *facts)
{
    struct msgpack_item value;
    uint64_t i;

    for (i = 0; i < count; i++) {
        value = msgpack_next(rest);
        if (value.kind == MSGPACK_END || !msgpack_skip(rest, &value))
            return 0;
        if (value.kind == MSGPACK_UNSIGNED && i < 3)
            amd_metadata_required(facts, (unsigned)i, value.number);
        else if (value.kind == MSGPACK_NEGATIVE)
            amd_metadata_required(facts, (unsigned)i, UINT64_MAX);
    }
    return 1;
}

static int read_array(struct bytes *rest, gpuocc_kernels_text key, const struct msgpack_item *array,
                      struct amd_facts *facts)
{
    uint64_t i;

    if (text_is(key, ".reqd_workgroup_size"))
        return read_required(rest, array->number, facts);
    if (!text_is(key, ".args"))
        return msgpack_skip(rest, array);
    for (i = 0; i < array->number; i++)
        if (!read_argument(rest, facts))
            return 0;
    return 1;
}

int amd_metadata_kernel(struct bytes *rest, struct amd_facts *facts)
{
    const struct msgpack_item map = msgpack_next(rest);
    uint64_t left = map.number;
    struct msgpack_item key, value;

    amd_facts_clear(facts);
    if (map.kind != MSGPACK_MAP)
        return 0;
    for (; left != 0; left--) {
        if (!entry(rest, &key, &value))
            return 0;
        if (value.kind == MSGPACK_ARRAY && key.kind == MSGPACK_STRING) {
            if (!read_array(rest, key.text, &value, facts))
                return 0;
            continue;
        }
        if (!msgpack_skip(rest, &value))
            return 0;
        if (key.kind != MSGPACK_STRING)
            continue;
        if (value.kind == MSGPACK_STRING)
            amd_metadata_text(facts, key.text, value.text);
        else if (value.kind == MSGPACK_UNSIGNED || value.kind == MSGPACK_BOOLEAN)
            amd_metadata_number(facts, key.text, value.number);
        else if (value.kind == MSGPACK_NEGATIVE)
            refuse_negative(facts, key.text);
    }
    return 1;
}
