/* SPDX-License-Identifier: MIT */
#include "stop.h"

#include <signal.h>
#include <string.h>

#include "out.h"

static volatile sig_atomic_t came;

static void on_signal(int number)
{
    came = number;
}

#if defined(_WIN32)
static void listen_to(int number)
{
    if (signal(number, on_signal) == SIG_IGN)
        (void)signal(number, SIG_IGN);
}

int stop_wait(int file)
{
    (void)file;
    return came != 0 ? -1 : 0;
}
#else
#include <sys/select.h>

static void listen_to(int number)
{
    struct sigaction action, before;

    /* What is ignored stays so, as under nohup. */
    if (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof action);
    (void)sigemptyset(&action.sa_mask);
    action.sa_handler = on_signal;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART); /* writing goes on */
    (void)sigaction(number, &action, NULL);
}

/* Signals are let in only while pselect() waits, so that none comes just before. */
int stop_wait(int file)
{
    sigset_t both, before;
    fd_set files;

    if (file < 0 || file >= FD_SETSIZE)
        return came != 0 ? -1 : 0;
    (void)sigemptyset(&both);
    (void)sigaddset(&both, SIGINT);
    (void)sigaddset(&both, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &both, &before);
    FD_ZERO(&files);
    FD_SET(file, &files);
    if (came == 0)
        (void)pselect(file + 1, &files, NULL, NULL, NULL, &before);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return came != 0 ? -1 : 0;
}
#endif

void stop_listen(void)
{
    listen_to(SIGINT);
    listen_to(SIGTERM);
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
