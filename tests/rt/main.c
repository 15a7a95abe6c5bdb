/* A program that records slots and then ends in the way that its argument says. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int other(int number);

/* Before the runtime starts. */
static void first(void)
{
    HIT(2);
}

__attribute__((section(".preinit_array"), used)) static void (*const hook)(void) = first;

__attribute__((constructor)) static void early(void)
{
    HIT(3);
}

int main(int argc, char **argv)
{
    const char *end = argc > 1 ? argv[1] : "return";

    HIT(0);
    printf("%d\n", other(argc));
    fflush(stdout);
    if (strcmp(end, "kill") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(end, "abort") == 0)
        abort();
    if (strcmp(end, "_exit") == 0)
        _exit(5);
    if (strcmp(end, "exit") == 0)
        exit(6);
    HIT(4);
    return 7;
}
