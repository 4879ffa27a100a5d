/* SPDX-License-Identifier: MIT */
#include "reader.h"

static const struct {
    const char *name, *about;
} notes[READER_NOTE_COUNT] = {
    {"dynamic_shared", "takes dynamic shared memory, and the file does not say how much; give "
                       "--dynamic-shared BYTES"},
    {"required_group", "requires groups of this size"},
    {"allocated", "the numbers are already rounded up to what is allocated"},
    {"dynamic_stack", "is not linked yet, calls what is not known here, or itself: it may take "
                      "more than these numbers"},
    {"scratch", "uses scratch memory (stack, spills)"},
    {"generic_target", "was built for a family of chips, not for one"},
    {"tensor_unsaid", "the file does not say whether it uses Tensor Memory; give "
                      "--virtual-resources 128 if it does"},
    {"shared_unsaid", "the file does not say whether it takes dynamic shared memory"},
};

const char *reader_note_name(unsigned note)
{
    return note < READER_NOTE_COUNT ? notes[note].name : "";
}

const char *reader_note_about(unsigned note)
{
    return note < READER_NOTE_COUNT ? notes[note].about : "";
}
