/* SPDX-License-Identifier: MIT
 *
 * Readers that are yet to come.
 */
#include "reader.h"

int reader_mesa(const unsigned char *bytes, size_t length, struct reader_sink *sink)
{
    (void)bytes;
    (void)length;
    (void)sink;
    return READER_NOT_MINE;
}
