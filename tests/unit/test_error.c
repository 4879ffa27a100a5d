/* SPDX-License-Identifier: MIT */
#include "support.h"

int main(void)
{
    return done();
}
