/* SPDX-License-Identifier: MIT
 *
 * Takes apart the text that LLVM's disassembler prints for an instruction of AMD's.
 */
#include <stdlib.h>

#include "amd_text.h"

static void read_half(char *at, struct amd_half *half)
{
    unsigned i;

    at += strspn(at, " \t");
    half->name = at;
    for (i = 0; i < AMD_OPERANDS; i++) {
        at += strcspn(at, i == 0 ? " \t" : ",");
        if (*at != 0)
            *at++ = 0;
        at += strspn(at, " \t");
        half->operands[i] = at;
    }
}

void amd_line(const struct code *code, uint32_t index, struct amd_line *line)
{
    const uint32_t address = code->records[index].address;
    char *second, *end;

    line->text[0] = 0;
    (void)code->disassembler->text(code->opened, code->bytes + address, code->length - address,
                                   address, line->text);
    line->text[AMD_TEXT_BYTES - 1] = 0;
    end = line->text + strlen(line->text);
    second = strstr(line->text, " :: ");
    if (second != NULL)
        *second = 0;
    read_half(second != NULL ? second + 4 : end, &line->halves[1]);
    read_half(line->text, &line->halves[0]);
}

uint32_t amd_registers(const char *text, uint32_t *first)
{
    uint32_t last;
    char *end;

    *first = AMD_VCC;
    if (begins(text, "vcc")) {
        *first += (uint32_t)begins(text, "vcc_hi");
        return text[3] == '_' ? 1 : 2;
    }
    if ((text[0] != 'v' && text[0] != 's') || (text[1] != '[' && (text[1] < '0' || text[1] > '9')))
        return 0;
    *first = (uint32_t)strtoul(text + 1 + (text[1] == '['), &end, 10);
    last = *end == ':' ? (uint32_t)strtoul(end + 1, NULL, 10) : *first;
    if (last > 255 || last < *first)
        return 0;
    *first += text[0] == 's' ? (uint32_t)UNIFORM_REGISTERS : 0;
    return last - *first % UNIFORM_REGISTERS + 1;
}
