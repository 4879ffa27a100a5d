/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <string.h>
#include <sys/select.h>

void platform_start(void)
{
    /* Writing to a closed pipe is then an error like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
}

void platform_listen(int number, void (*handler)(int))
{
    struct sigaction action, before;

    if (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof action);
    (void)sigemptyset(&action.sa_mask);
    action.sa_handler = handler;
    action.sa_flags = (int)(SA_RESETHAND | SA_RESTART); /* writes continue after the signal */
    (void)sigaction(number, &action, NULL);
}

/* Both signals are blocked except while pselect() waits. A signal just before the wait is then not
 * missed. */
void platform_wait(int file, const volatile sig_atomic_t *came)
{
    sigset_t both, before;
    fd_set files;

    if (file < 0 || file >= FD_SETSIZE)
        return;
    (void)sigemptyset(&both);
    (void)sigaddset(&both, SIGINT);
    (void)sigaddset(&both, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &both, &before);
    FD_ZERO(&files);
    FD_SET(file, &files);
    if (*came == 0)
        (void)pselect(file + 1, &files, NULL, NULL, NULL, &before);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
}
