/* SPDX-License-Identifier: MIT
 *
 * Unpacking in a build without the libraries for it, and what is refused in any build. This
 * program holds unpack.c of its own, without them.
 */
#include <stdlib.h>
#include <string.h>

#include "nest.h"
#include "tap.h"

static char told[256];
static uint64_t told_at;

static void take_trouble(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    told_at = offset;
    (void)snprintf(told, sizeof told, "%s", sentence);
}

int main(void)
{
    static const unsigned char bytes[16] = {0};
    struct reader_sink sink = {NULL, NULL, take_trouble, 0};
    size_t unpacked = 1;

    ok(reader_unpack(READER_ZSTD, bytes, sizeof bytes, 100, &unpacked, "--no-offload-compress", 7,
                     &sink) == NULL &&
           unpacked == 0 && told_at == 7,
       "nothing is unpacked");
    ok(strstr(told, "compressed with zstd") != NULL && strstr(told, "without libzstd") != NULL &&
           strstr(told, "compile with --no-offload-compress") != NULL,
       "%s", told);
    ok(reader_unpack(READER_LZ4_BLOCK, bytes, sizeof bytes, 100, &unpacked, "--no-compress", 9,
                     &sink) == NULL &&
           told_at == 9 && strstr(told, "without liblz4; compile with --no-compress") != NULL,
       "%s", told);
    return done();
}
