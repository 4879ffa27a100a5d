/* SPDX-License-Identifier: MIT
 *
 * Reads assembly for AMD targets: the directives of a kernel's descriptor, the comments that LLVM
 * writes after the kernel's code, and the block of metadata at the end, which is YAML nested by
 * indentation. Where they disagree, the comments take precedence over the metadata. The directives
 * give what is allocated. Comments may also stand alone, as people quote them.
 */
#include "amd_facts.h"
#include "amd_lines.h"
#include "amd_metadata.h"
#include "name_list.h"

/* A line of the block of metadata: "  - .key:   value". */
struct yaml_line {
    size_t indent; /* of the key, after a dash if there is one */
    int item;      /* has a dash, which begins an element */
    gpuocc_kernels_text key, value;
};

/* Removes blanks and quotes. */
static gpuocc_kernels_text unquoted(gpuocc_kernels_text text)
{
    text = text_trim(text);
    if (text.length >= 2 && (text.at[0] == '\'' || text.at[0] == '"') &&
        text.at[text.length - 1] == text.at[0]) {
        text.at++;
        text.length -= 2;
    }
    return text;
}

static void split_line(gpuocc_kernels_text text, struct yaml_line *line)
{
    const gpuocc_kernels_text none = {"", 0};
    size_t colon;

    memset(line, 0, sizeof *line);
    line->key = none;
    while (line->indent < text.length && text.at[line->indent] == ' ')
        line->indent++;
    text = text_behind(text, line->indent);
    if (text_starts(text, "- ")) {
        line->item = 1;
        line->indent += 2;
        text = text_behind(text, 2);
    }
    colon = lines_find(text, ":");
    if (text.length == 0 || text.at[0] == '\'' || text.at[0] == '"' || colon == text.length) {
        line->value = unquoted(lines_trim(text));
        return;
    }
    line->key = text;
    line->key.length = colon;
    line->value = unquoted(lines_trim(text_behind(text, colon + 1)));
}

struct cursor {
    gpuocc_kernels_text rest;
    size_t indent;            /* of a kernel's keys; 0: none yet */
    gpuocc_kernels_text list; /* the key whose list the lines belong to */
    unsigned element;
};

static void read_list_entry(struct cursor *cursor, const struct yaml_line *line,
                            struct amd_facts *facts)
{
    if (text_is(cursor->list, ".args") && text_is(line->key, ".value_kind"))
        amd_metadata_argument(facts, line->value);
    if (text_is(cursor->list, ".reqd_workgroup_size") && line->item && line->key.length == 0)
        amd_metadata_required(facts, cursor->element++,
                              amd_number(facts, cursor->list, line->value, AMD_PLAIN));
}

static void read_entry(struct cursor *cursor, const struct yaml_line *line, struct amd_facts *facts)
{
    if (line->value.length == 0) {
        cursor->list = line->key;
        cursor->element = 0;
    } else if (text_is(line->value, "true") || text_is(line->value, "false")) {
        amd_metadata_number(facts, line->key, text_is(line->value, "true") ? 1 : 0);
    } else {
        amd_metadata_text(facts, line->key, line->value);
        amd_metadata_written(facts, line->key, line->value);
    }
}

/* Reads the lines of one kernel, the first of which has a dash, and moves past them. Returns 0 at
 * the end of the list of kernels. */
static int take_kernel(struct cursor *cursor, struct amd_facts *facts)
{
    const gpuocc_kernels_text none = {"", 0};
    gpuocc_kernels_text rest = cursor->rest, text;
    struct yaml_line line;
    int first = 1;

    amd_facts_clear(facts);
    cursor->list = none;
    while (text_line(&rest, &text)) {
        split_line(text, &line);
        if (first && (!line.item || line.key.length == 0))
            return 0;
        if (first)
            cursor->indent = line.indent;
        if (!first &&
            (line.indent < cursor->indent || (line.item && line.indent == cursor->indent)))
            break;
        if (line.indent == cursor->indent && !(line.item && !first))
            read_entry(cursor, &line, facts);
        else
            read_list_entry(cursor, &line, facts);
        first = 0;
        cursor->rest = rest;
    }
    return !first;
}

/* Reads the facts of the kernel whose lines begin at `offset`. */
static void block_kernel(gpuocc_kernels_text block, uint64_t offset, struct amd_facts *facts)
{
    struct cursor cursor;

    memset(&cursor, 0, sizeof cursor);
    amd_facts_clear(facts);
    cursor.rest = text_behind(block, (size_t)offset);
    take_kernel(&cursor, facts);
}

struct assembly {
    gpuocc_kernels_text target_name;
    const struct amd_target *target;
    const char *text; /* the whole text */
    gpuocc_kernels_text block;
    struct name_list kernels; /* those of the block of metadata */
    struct amd_facts facts;
    int found;                 /* the text names kernels */
    int open;                  /* a kernel has not been reported yet */
    int ended;                 /* all directives of that kernel were present */
    int comments;              /* the comments that follow belong to that kernel */
    int bare;                  /* the text has comments only */
    gpuocc_kernels_text sized; /* the function whose size was in a line before its comments */
    int can_replay; /* XNACK is supported and not off: its SGPRs are reserved unless a directive
                       says otherwise */
    uint32_t next_scalar, reserve_vcc, reserve_flat, reserve_xnack;
    uint64_t offset;
    struct callbacks *callbacks;
};

struct value {
    const char *name;
    size_t member;
};

#define MEMBER(member) offsetof(struct assembly, member)
#define FACT(member)   offsetof(struct assembly, facts.member)

static const struct value directives[] = {
    {"group_segment_fixed_size", FACT(shared_bytes)},
    {"private_segment_fixed_size", FACT(scratch_bytes)},
    {"uses_dynamic_stack", FACT(dynamic_stack)},
    {"next_free_vgpr", FACT(vector_allotment)},
    {"accum_offset", FACT(accumulator_start)},
    {"shared_vgpr_count", FACT(shared_vectors)},
    {"workgroup_processor_mode", FACT(wgp_mode)},
    {"enable_dynamic_vgpr", FACT(dynamic_vgprs)},
    {"next_free_sgpr", MEMBER(next_scalar)},
    {"reserve_vcc", MEMBER(reserve_vcc)},
    {"reserve_flat_scratch", MEMBER(reserve_flat)},
    {"reserve_xnack_mask", MEMBER(reserve_xnack)},
};

static const struct value comments[] = {
    {"NumSgprs: ", FACT(scalars)},           {"TotalNumSgprs: ", FACT(scalars)},
    {"NumVgprs: ", FACT(vectors)},           {"NumAgprs: ", FACT(accumulators)},
    {"ScratchSize: ", FACT(scratch_bytes)},  {"LDSByteSize: ", FACT(shared_bytes)},
    {"TotalNumVgprs: ", FACT(vector_total)},
};

/* Only the linker knows some registers; what is in shared memory is known before. */
static enum amd_form form_of(size_t member, enum amd_form others)
{
    return member == FACT(shared_bytes) ? AMD_PLAIN : others;
}

static void set(struct assembly *assembly, size_t member, uint32_t number)
{
    memcpy((char *)assembly + member, &number, sizeof number);
}

/* Returns the number of SGPRs besides the numbered ones, as LLVM's getNumExtraSGPRs does. */
static uint32_t extra_scalars(const struct assembly *assembly)
{
    const struct amd_target *target = assembly->target;
    const int vcc = assembly->reserve_vcc != 0, flat = assembly->reserve_flat != 0;
    const int xnack =
        assembly->reserve_xnack == AMD_ABSENT ? assembly->can_replay : assembly->reserve_xnack != 0;

    if (target == NULL || target->kind == AMD_RDNA || target->kind == AMD_RDNA_CU)
        return 0;
    if (text_starts(assembly->target_name, "gfx6"))
        return vcc ? 2 : 0;
    if (text_starts(assembly->target_name, "gfx7"))
        return flat ? 4 : (vcc ? 2 : 0);
    if (flat || text_starts(assembly->target_name, "gfx94") ||
        text_is(assembly->target_name, "gfx950") ||
        text_is(assembly->target_name, "gfx9-4-generic"))
        return 6; /* these targets always have room for flat scratch */
    return xnack ? 4 : (vcc ? 2 : 0);
}

static void settle_allotment(struct assembly *assembly)
{
    struct amd_facts *facts = &assembly->facts;

    if (assembly->next_scalar < GPUOCC_ZERO - 8)
        facts->scalar_allotment = assembly->next_scalar + extra_scalars(assembly);
    if (assembly->target == NULL && facts->vectors == AMD_ABSENT &&
        facts->vector_total == AMD_ABSENT)
        facts->vectors = facts->vector_allotment;
}

static int finish(struct assembly *assembly)
{
    struct amd_facts *facts = &assembly->facts, block;
    struct listed_name *found;

    if (!assembly->open)
        return GPUOCC_KERNELS_OK;
    assembly->open = assembly->comments = 0;
    settle_allotment(assembly);
    found = name_list_find(&assembly->kernels, facts->name);
    if (found != NULL && !found->used) { /* a second kernel of the same name has no metadata */
        found->used = 1;
        block_kernel(assembly->block, found->value, &block);
        amd_facts_fill(facts, &block);
    }
    if (!assembly->ended && facts->vector_allotment == AMD_ABSENT)
        format_warning(assembly->callbacks, assembly->offset,
                       "kernel %.*s: the text ends before its .end_amdhsa_kernel",
                       FORMAT_SHOWN(facts->name));
    else if (facts->wrong.length == 0 && facts->vectors == AMD_ABSENT &&
             facts->vector_total == AMD_ABSENT && facts->vector_allotment == AMD_ABSENT)
        format_warning(assembly->callbacks, assembly->offset,
                       "kernel %.*s: its registers are formulas that only the linker settles",
                       FORMAT_SHOWN(facts->name));
    else if (assembly->bare && facts->scratch_bytes == AMD_ABSENT)
        format_warning(assembly->callbacks, assembly->offset,
                       "the text ends before the ScratchSize of a kernel, so that its report is "
                       "incomplete");
    return amd_report(facts, assembly->target, assembly->target_name, "AMD assembly",
                      assembly->offset, assembly->callbacks);
}

static void start(struct assembly *assembly, gpuocc_kernels_text name, uint64_t offset)
{
    amd_facts_clear(&assembly->facts);
    assembly->facts.name = name;
    assembly->next_scalar = AMD_ABSENT;
    /* The assembler's defaults where a directive is left out. */
    assembly->reserve_vcc = assembly->reserve_flat = assembly->reserve_xnack = AMD_ABSENT;
    assembly->offset = offset;
    assembly->open = assembly->found = 1;
    assembly->ended = assembly->comments = 0;
}

static void read_directive(struct assembly *assembly, gpuocc_kernels_text line)
{
    const gpuocc_kernels_text key = lines_word(line);
    const gpuocc_kernels_text text = lines_trim(text_behind(line, key.length));
    uint32_t number;
    size_t i;

    if (text_is(key, "wavefront_size32")) {
        number = amd_number(&assembly->facts, key, text, AMD_PLAIN);
        if (number <= 1)
            assembly->facts.wave_size = number ? 32 : 64;
    }
    for (i = 0; i < sizeof directives / sizeof directives[0]; i++)
        if (text_is(key, directives[i].name))
            set(assembly, directives[i].member,
                amd_number(&assembly->facts, key, text,
                           form_of(directives[i].member, AMD_OR_SYMBOL)));
}

/* Begins a kernel of which there are comments only. */
static void start_bare(struct assembly *assembly, uint64_t offset)
{
    start(assembly, assembly->sized, offset);
    assembly->sized.length = 0;
    assembly->ended = assembly->comments = 1;
    assembly->facts.accumulators = 0; /* the line is present on targets that have them */
}

/* Returns the status of the kernel before, if a kernel begins here. */
static int read_comment(struct assembly *assembly, gpuocc_kernels_text line, uint64_t offset)
{
    const gpuocc_kernels_text before = line;
    int status = GPUOCC_KERNELS_OK;
    size_t i;

    if (text_skip(&line, "Kernel info:")) {
        status = assembly->bare ? finish(assembly) : status;
        assembly->comments = assembly->open || assembly->bare;
    } else if (text_skip(&line, "Function info:")) {
        assembly->comments = 0;
        assembly->sized.length = 0;
    }
    for (i = 0; assembly->comments && i < sizeof comments / sizeof comments[0]; i++) {
        if (!text_skip(&line, comments[i].name))
            continue;
        if (!assembly->open)
            start_bare(assembly, offset);
        set(assembly, comments[i].member,
            amd_number(&assembly->facts, text_until(before, ':'), line,
                       form_of(comments[i].member, AMD_OR_FORMULA)));
    }
    return status;
}

static void read_target(struct assembly *assembly, gpuocc_kernels_text name)
{
    name = lines_trim(name);
    if (name.length != 0 && name.at[0] == '"')
        name = text_behind(name, 1);
    name.length = lines_find(name, "\"");
    assembly->target_name = amd_processor(name);
    assembly->target = amd_target_named(assembly->target_name);
    assembly->can_replay =
        (text_starts(assembly->target_name, "gfx9") || text_is(assembly->target_name, "gfx801") ||
         text_is(assembly->target_name, "gfx810")) &&
        lines_find(name, ":xnack-") == name.length;
}

/* Reads the name of a function from a line before its comments: ".size NAME, ..." or, of LLVM 21,
 * ".set NAME.num_vgpr, 20". */
static void read_sized(struct assembly *assembly, gpuocc_kernels_text line)
{
    size_t at;

    if (text_skip(&line, ".size"))
        assembly->sized = text_until(lines_trim(line), ',');
    else if (text_skip(&line, ".set ") && text_find(line, ".num_vgpr,", &at)) {
        line.length = at;
        assembly->sized = lines_trim(line);
    }
}

static int read_line(struct assembly *assembly, gpuocc_kernels_text line, uint64_t offset)
{
    int status = GPUOCC_KERNELS_OK;

    line = lines_trim(line);
    if (line.length == 0)
        return GPUOCC_KERNELS_OK;
    if (line.at[0] == ';') {
        status = read_comment(assembly, lines_trim(text_behind(line, 1)), offset);
    } else if (text_skip(&line, ".amdhsa_kernel ")) {
        status = finish(assembly);
        start(assembly, lines_word(lines_trim(line)), offset);
    } else if (text_starts(line, ".end_amdhsa_kernel")) {
        assembly->ended = 1;
    } else if (assembly->open && !assembly->ended && text_skip(&line, ".amdhsa_")) {
        read_directive(assembly, line);
    } else if (text_skip(&line, ".amdgcn_target ")) {
        read_target(assembly, line);
    } else {
        read_sized(assembly, line);
    }
    return status;
}

/* Finds the metadata: between its directives, or the whole text if it contains nothing else. */
static void find_block(struct assembly *assembly, gpuocc_kernels_text text)
{
    static const char head[] = ".amdgpu_metadata", tail[] = ".end_amdgpu_metadata";
    const size_t at = lines_find(text, head), all = text.length;

    if (at != all)
        text = text_behind(text, at + sizeof head - 1);
    if (at != all && !text_find(text, tail, NULL))
        format_warning(assembly->callbacks, at, "the text ends before its .end_amdgpu_metadata");
    text.length = lines_find(text, tail);
    assembly->block = text;
}

/* Reports the kernels of a text that contains only metadata, such as the printed notes of an
 * object. */
static int report_block(struct assembly *assembly)
{
    struct amd_facts facts;
    int status = GPUOCC_KERNELS_OK;
    size_t i;

    name_list_by_value(&assembly->kernels);
    for (i = 0; i < assembly->kernels.count && status == GPUOCC_KERNELS_OK; i++) {
        block_kernel(assembly->block, assembly->kernels.at[i].value, &facts);
        status = amd_report(&facts, assembly->target, assembly->target_name, "AMD metadata",
                            (uint64_t)(assembly->block.at - assembly->text) +
                                assembly->kernels.at[i].value,
                            assembly->callbacks);
    }
    return status;
}

/* Says which kernel of the list lacks what: its name, or, if the text ends with it, what every
 * kernel has behind its name. */
static void check_block_kernel(const struct assembly *assembly, const struct cursor *cursor,
                               const struct amd_facts *facts, uint64_t offset)
{
    const int last = cursor->rest.length == 0 && assembly->block.at == assembly->text;

    offset += (uint64_t)(assembly->block.at - assembly->text);
    if (facts->name.length == 0)
        format_warning(assembly->callbacks, offset,
                       "a kernel of amdhsa.kernels has no .name: passed over");
    else if (last && (facts->vector_total == AMD_ABSENT || facts->wave_size == AMD_ABSENT) &&
             facts->wrong.length == 0)
        format_warning(assembly->callbacks, offset,
                       "kernel %.*s: the text ends before its %s, so that its report may be "
                       "incomplete",
                       FORMAT_SHOWN(facts->name),
                       facts->vector_total == AMD_ABSENT ? ".vgpr_count" : ".wavefront_size");
}

static int index_kernels(struct assembly *assembly, struct cursor *cursor)
{
    struct amd_facts facts;
    size_t offset;

    for (;;) {
        offset = (size_t)(cursor->rest.at - assembly->block.at);
        if (!take_kernel(cursor, &facts))
            return 1;
        check_block_kernel(assembly, cursor, &facts, offset);
        if (facts.name.length != 0 && !name_list_add(&assembly->kernels, facts.name, offset))
            return 0;
    }
}

/* Lists the kernels of the block, each with its name and the offset of its lines, and sets *target
 * if the block names one. Returns 1, or 0 if there is no memory. */
static int index_block(struct assembly *assembly, gpuocc_kernels_text *target)
{
    struct cursor cursor;
    gpuocc_kernels_text text;
    struct yaml_line line;

    memset(&cursor, 0, sizeof cursor);
    cursor.rest = assembly->block;
    while (text_line(&cursor.rest, &text)) {
        split_line(lines_trim(text), &line);
        if (text_is(line.key, "amdhsa.kernels") && !index_kernels(assembly, &cursor))
            return 0;
        if (text_is(line.key, "amdhsa.target"))
            *target = amd_processor(line.value);
    }
    name_list_sort(&assembly->kernels);
    return 1;
}

/* Says that the text ends within a function, as LLVM writes where each begins and ends, before the
 * directives that would make a kernel of it. */
static void check_last_function(struct assembly *assembly, gpuocc_kernels_text text)
{
    static const char begin[] = "; -- Begin function ";
    gpuocc_kernels_text rest = text, name;
    size_t at;

    while (text_find(rest, begin, &at))
        rest = text_behind(rest, at + strlen(begin));
    if (rest.at == text.at || text_find(rest, "; -- End function", NULL) ||
        text_find(rest, ".amdhsa_kernel ", NULL) || !text_line(&rest, &name))
        return;
    format_warning(
        assembly->callbacks, (uint64_t)(name.at - text.at),
        "function %.*s: the text ends within its code, before the line that says whether "
        "it is a kernel: passed over",
        FORMAT_SHOWN(lines_word(name)));
}

static int read_text(struct assembly *assembly, gpuocc_kernels_text text)
{
    gpuocc_kernels_text rest = text, line, target = {"", 0};
    int status = GPUOCC_KERNELS_OK;

    assembly->text = text.at;
    find_block(assembly, text);
    if (!index_block(assembly, &target)) {
        format_warning(assembly->callbacks, 0, "no memory for the list of kernels");
        return GPUOCC_KERNELS_OK;
    }
    assembly->target_name = target;
    assembly->target = amd_target_named(target);
    while (status == GPUOCC_KERNELS_OK && text_line(&rest, &line))
        status = read_line(assembly, line, (uint64_t)(line.at - text.at));
    if (status == GPUOCC_KERNELS_OK)
        status = finish(assembly);
    if (status == GPUOCC_KERNELS_OK)
        check_last_function(assembly, text);
    return status == GPUOCC_KERNELS_OK && !assembly->found ? report_block(assembly) : status;
}

int format_amd_assembly(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const gpuocc_kernels_text text = {(const char *)bytes, length};
    const int kernels =
        text_find(text, ".amdhsa_kernel ", NULL) || text_find(text, "amdhsa.kernels:", NULL);
    const int bare = !kernels && text_find(text, "; Kernel info:", NULL);
    struct assembly assembly;
    int status;

    if (!kernels && !bare && !text_find(text, ".amdgcn_target ", NULL))
        return GPUOCC_KERNELS_NONE;
    memset(&assembly, 0, sizeof assembly);
    assembly.bare = bare;
    assembly.sized.at = "";
    assembly.kernels.arena = format_arena(callbacks);
    assembly.callbacks = callbacks;
    status = read_text(&assembly, text);
    name_list_free(&assembly.kernels);
    return status;
}
