/* Notices that a command is asked to stop; see stopping.h. */
#include "tools/shared/stopping.h"

#include <glib.h>

volatile sig_atomic_t command_stopped;

static void stop(int number)
{
    (void)number;
    command_stopped = 1;
}

void command_stopping_begin(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    struct sigaction old;
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}
