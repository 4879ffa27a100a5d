/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <signal.h>

void platform_start(void)
{
    /* A closed pipe is then an error of writing like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
}
