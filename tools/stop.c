/* SPDX-License-Identifier: MIT */
#include "stop.h"

#include <signal.h>

#include "output/out.h"
#include "platform.h"

static volatile sig_atomic_t came;

static void on_signal(int number)
{
    came = number;
}

int stop_open(const char *path)
{
    return platform_open(path, &came);
}

int stop_wait(int file)
{
    platform_wait(file, &came);
    return came != 0 ? -1 : 0;
}

void stop_listen(void)
{
    platform_listen(SIGINT, on_signal);
    platform_listen(SIGTERM, on_signal);
}

int stop_signal(void)
{
    return came;
}

int stop_ending(unsigned long long rows)
{
    (void)complain("stopped by %s after %llu row%s, all of which are written",
                   came == SIGINT ? "SIGINT" : "SIGTERM", rows, rows == 1 ? "" : "s");
    return 128 + came;
}
