/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target on files, without a fuzzer. Usage: TARGET FILE...
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int main(int count, char **arguments)
{
    static uint8_t bytes[1 << 20];
    size_t length;
    FILE *file;
    int i;

    for (i = 1; i < count; i++) {
        file = fopen(arguments[i], "rb");
        if (file == NULL) {
            perror(arguments[i]);
            return 1;
        }
        length = fread(bytes, 1, sizeof bytes, file);
        (void)fclose(file);
        (void)LLVMFuzzerTestOneInput(bytes, length);
    }
    printf("%d inputs\n", count - 1);
    return 0;
}
