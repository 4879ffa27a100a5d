/* SPDX-License-Identifier: MIT
 *
 * Tests how a struct is read that has grown since its first version. Few of the library's structs
 * have, so this test calls the internal function that reads them.
 */
#define GOCC_PRIVATE
#include <string.h>

#include "lib/schedule/schedule.h"
#include "tap.h"
#include "lib/base/structs.h"

enum { FIRST = 12, KNOWN = 20, LONGEST = 32 };

int main(void)
{
    uint32_t given[LONGEST / 4], to[LONGEST / 4], size, i;
    int32_t status;

    for (size = 0; size <= LONGEST; size += 2) {
        for (i = 0; i < LONGEST / 4; i++)
            given[i] = i < KNOWN / 4 ? 100 + i : 0;
        given[0] = size;
        memset(to, 0xa5, sizeof to);
        status = gocc_read_grown(to, FIRST, KNOWN, given, GPUOCC_SCOPE_NONE, NULL);
        if (size < FIRST || size % 4 != 0) {
            ok(status == GPUOCC_ERROR_STRUCT_SIZE && to[0] == 0xa5a5a5a5u, "%u bytes are refused",
               (unsigned)size);
            continue;
        }
        for (i = 1; i < KNOWN / 4 && to[i] == (4 * i < size ? given[i] : 0); i++)
            ;
        ok(status == GPUOCC_OK && i == KNOWN / 4 && to[0] == KNOWN && to[i] == 0xa5a5a5a5u,
           "%u bytes are read, what is lacking is 0", (unsigned)size);
        if (size > KNOWN) {
            given[size / 4 - 1] = 1;
            ok(gocc_read_grown(to, FIRST, KNOWN, given, GPUOCC_SCOPE_NONE, NULL) ==
                   GPUOCC_ERROR_STRUCT_NEWER,
               "%u bytes with something behind what is known are refused", (unsigned)size);
        }
    }
    return done();
}
