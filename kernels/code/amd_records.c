/* SPDX-License-Identifier: MIT
 *
 * Decodes AMD code into an array of instructions. Their length varies from 4 to 20 bytes, so the
 * start of an instruction is only known after all earlier ones have been decoded.
 */
#include "amd.h"

#define NO_COUNTER 0xffu

/* Decodes one instruction. What LLVM does not know becomes a GPUOCC_CODE_UNKNOWN of 4 bytes. */
static void decode(const struct code *code, void *disassembler, uint32_t address,
                   gpuocc_code_instruction *instruction)
{
    const struct bytes all = {code->bytes, code->length};
    char text[AMD_TEXT_BYTES];
    size_t length;

    text[0] = 0;
    length = amd_text(disassembler, code->bytes + address, code->length - address, address, text);
    text[AMD_TEXT_BYTES - 1] = 0;
    memset(instruction, 0, sizeof *instruction);
    amd_decode(code->cpu, length != 0 ? text : "", bytes_u32(all, address), address, instruction);
    instruction->length = length != 0 ? (uint32_t)(length + 3) / 4 * 4 : 4;
}

int32_t amd_decode_at(const struct code *code, uint32_t address,
                      gpuocc_code_instruction *instruction)
{
    void *disassembler = amd_open(code->cpu);

    if (disassembler == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    decode(code, disassembler, address, instruction);
    amd_close(disassembler);
    return GPUOCC_CODE_OK;
}

/* Turns each branch into the middle of an instruction, or out of the code, into a branch with an
 * unknown target. */
static void check_targets(struct code *code)
{
    struct amd_record *record;
    uint32_t i, index;

    for (i = 0; i < code->count; i++) {
        record = &code->records[i];
        if (record->target == GPUOCC_CODE_NONE)
            continue;
        index = amd_index(code, record->target);
        if (index < code->count && code->records[index].address == record->target)
            continue;
        record->target = GPUOCC_CODE_NONE;
        record->flags = (uint8_t)((record->flags & FLAG(ENDS)) | FLAG(INDIRECT));
    }
}

int32_t amd_load(struct code *code)
{
    void *disassembler;
    gpuocc_code_instruction now;
    struct amd_record *record;
    uint32_t address;

    code->records = reader_take(code->arena, code->length / 4 * sizeof *code->records);
    if (code->records == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    disassembler = amd_open(code->cpu);
    if (disassembler == NULL)
        return GPUOCC_CODE_ERROR_MEMORY;
    for (address = 0; address < code->length; address += now.length) {
        decode(code, disassembler, address, &now);
        record = &code->records[code->count++];
        record->address = now.address;
        record->target = now.target;
        record->length = (uint8_t)now.length;
        record->kind = (uint8_t)now.kind;
        record->second = (uint8_t)now.second;
        record->lane_bytes = (uint8_t)now.lane_bytes;
        record->flags = (uint8_t)now.flags;
        record->waits = (uint8_t)now.waits;
        record->counter = (uint8_t)(now.counter & NO_COUNTER);
        memcpy(record->leaves, now.leaves, sizeof record->leaves);
    }
    amd_close(disassembler);
    check_targets(code);
    return GPUOCC_CODE_OK;
}

void amd_at(const struct code *code, uint32_t index, gpuocc_code_instruction *instruction)
{
    const struct amd_record *record = &code->records[index];

    memset(instruction, 0, sizeof *instruction);
    instruction->size = sizeof *instruction;
    instruction->address = record->address;
    instruction->length = record->length;
    instruction->kind = record->kind;
    instruction->second = record->second;
    instruction->flags = record->flags;
    instruction->lane_bytes = record->lane_bytes;
    instruction->waits = record->waits;
    instruction->counter = record->counter != NO_COUNTER ? record->counter : GPUOCC_CODE_NONE;
    instruction->target = record->target;
    instruction->stall_cycles = code->cpu->issue_cycles;
    instruction->mnemonic = "";
    memcpy(instruction->leaves, record->leaves, sizeof record->leaves);
}

uint32_t amd_index(const struct code *code, uint32_t address)
{
    uint32_t low = 0, high = code->count, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (code->records[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
