/* SPDX-License-Identifier: MIT
 *
 * Tests what is reported of synthetic profiles, whole and in pieces. Each FILE has the expected
 * text in FILE.expected. Usage: files FILE...
 */
#include "runs.h"

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);

    *length = file != NULL ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    bytes[*length] = 0;
    if (file != NULL)
        fclose(file);
    return bytes;
}

int main(int count, char **arguments)
{
    int i;

    for (i = 1; i < count; i++) {
        const char *name = strrchr(arguments[i], '/');
        size_t length, expected_length;
        char path[4096], *bytes = read_file(arguments[i], &length), *expected;

        (void)snprintf(path, sizeof path, "%s.expected", arguments[i]);
        expected = read_file(path, &expected_length);
        ok(length != 0 && expected_length != 0, "%s is there", arguments[i]);
        check(name != NULL ? name + 1 : arguments[i], bytes, length, expected);
        free(bytes);
        free(expected);
    }
    return done();
}
