/* SPDX-License-Identifier: MIT
 *
 * Tests unpacking in a build without the libraries for it, and what is refused in any build. This
 * program contains its own copy of unpack.c, without them.
 */
#include <stdlib.h>
#include <string.h>

#include "nest.h"
#include "tap.h"

static char told[256];
static uint64_t told_at;

static void take_warning(void *user, uint64_t offset, const char *sentence)
{
    (void)user;
    told_at = offset;
    (void)snprintf(told, sizeof told, "%s", sentence);
}

int main(void)
{
    static const unsigned char bytes[16] = {0};
    struct callbacks callbacks = {NULL, NULL, take_warning, 0, NULL, NULL, 0};
    size_t unpacked = 1;

    ok(format_unpack(FORMAT_ZSTD, bytes, sizeof bytes, 100, &unpacked, "--no-offload-compress", 7,
                     &callbacks) == NULL &&
           unpacked == 0 && told_at == 7,
       "nothing is unpacked");
    ok(strcmp(told, "compressed with zstd, and this gpuocc was built without libzstd; install it "
                    "(libzstd-dev on Debian) and build gpuocc with -Dzstd=enabled, or compile with "
                    "--no-offload-compress") == 0,
       "%s", told);
    ok(format_unpack(FORMAT_LZ4_BLOCK, bytes, sizeof bytes, 100, &unpacked, "--no-compress", 9,
                     &callbacks) == NULL &&
           told_at == 9 &&
           strcmp(told, "compressed with LZ4, and this gpuocc was built without liblz4; install it "
                        "(liblz4-dev on Debian) and build gpuocc with -Dlz4=enabled, or compile "
                        "with --no-compress") == 0,
       "%s", told);
    format_cannot_unpack(FORMAT_ZLIB, "--no-offload-compress", 3, &callbacks);
    ok(told_at == 3 && strstr(told, "without zlib; install it (zlib1g-dev on Debian) and build "
                                    "gpuocc with -Dzlib=enabled") != NULL,
       "%s", told);
    return done();
}
