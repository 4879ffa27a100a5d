/* SPDX-License-Identifier: MIT
 *
 * Readers that are yet to come.
 */
#include "reader.h"

int reader_code_object(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    (void)bytes;
    (void)length;
    (void)sink;
    return READER_NOT_MINE;
}

int reader_bundle(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    (void)bytes;
    (void)length;
    (void)sink;
    return READER_NOT_MINE;
}

int reader_remarks(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    (void)bytes;
    (void)length;
    (void)sink;
    return READER_NOT_MINE;
}

int reader_amd_assembly(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    (void)bytes;
    (void)length;
    (void)sink;
    return READER_NOT_MINE;
}
