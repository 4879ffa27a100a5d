/* SPDX-License-Identifier: MIT
 *
 * Prints the checksum of the grid in grid.h: the same with every compiler, on every machine.
 */
#include <stdio.h>

#include "grid.h"

int main(void)
{
    static struct grid g;

    grid_run(&g);
    printf("%u devices, %u questions, %u doubles\n", (unsigned)g.devices, (unsigned)g.answers,
           (unsigned)g.numbers);
    printf("integers %08lx%08lx\n", (unsigned long)(g.integers >> 32),
           (unsigned long)(g.integers & 0xffffffffu));
    printf("doubles %08lx%08lx\n", (unsigned long)(g.doubles >> 32),
           (unsigned long)(g.doubles & 0xffffffffu));
    return 0;
}
