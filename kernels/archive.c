/* SPDX-License-Identifier: MIT
 *
 * Reads archives of ar(1): static libraries, whose members are object files.
 */
#include "archive.h"

#include "nest.h"
#include "text_lines.h"

static const char magic[] = "!<arch>\n";
#define HEADER 60u /* bytes of a member's header */
enum { NAME_LENGTH = 16, SIZE = 48, SIZE_LENGTH = 10, MARK = 58 };

int archive_open(struct bytes file, uint64_t *at)
{
    *at = sizeof magic - 1;
    return file.length >= *at && memcmp(file.at, magic, sizeof magic - 1) == 0;
}

int archive_next(struct bytes file, uint64_t *at, struct archive_member *member)
{
    const struct bytes header = bytes_part(file, *at, HEADER);
    gpuocc_kernels_text digits = {(const char *)header.at + SIZE, SIZE_LENGTH}; /* blanks follow */
    uint64_t size;

    if (*at >= file.length)
        return 0;
    if (header.length == 0 || memcmp(header.at + MARK, "`\n", 2) != 0 ||
        !text_number(&digits, &size) || text_trim(digits).length != 0 ||
        !bytes_hold(file, *at + HEADER, size))
        return -1;
    member->name.at = (const char *)header.at;
    member->name.length = NAME_LENGTH;
    member->name = text_until(member->name, '/');
    member->offset = *at + HEADER;
    member->data = bytes_part(file, member->offset, size);
    *at = member->offset + size + (size & 1);
    return 1;
}

int format_archive(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const struct bytes file = {bytes, length};
    struct archive_member member;
    uint64_t at;
    int status;

    if (!archive_open(file, &at))
        return GPUOCC_KERNELS_NONE;
    while ((status = archive_next(file, &at, &member)) > 0)
        if (member.data.length != 0 &&
            format_inside(format_read, member.data.at, member.data.length, member.offset, 1,
                          callbacks) == GPUOCC_KERNELS_STOPPED)
            return GPUOCC_KERNELS_STOPPED;
    if (status < 0)
        format_warning(callbacks, at,
                       "the archive is cut off or damaged: no whole member begins here");
    return GPUOCC_KERNELS_OK;
}
