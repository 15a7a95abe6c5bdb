/* Body of an annotated unit for tests/rt/tests.sh: does what its arguments say, one after the other.
 *
 *   NUMBER         that slot is set
 *   die            SIGKILL
 *   fork           a child does the rest, and is waited for
 *   serve FILE     likewise in the background: first it makes FILE, then it waits until that is removed
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void wait_for(const char *path)
{
    fclose(fopen(path, "w"));
    while (access(path, F_OK) == 0)
        usleep(1000);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "die") == 0)
            raise(SIGKILL);
        else if (strcmp(argv[i], "fork") == 0 && fork() > 0)
            return wait(NULL) < 0;
        else if (strcmp(argv[i], "serve") == 0) {
            if (fork() > 0)
                return 0;
            wait_for(argv[++i]);
        } else if (strcmp(argv[i], "fork") != 0)
            HIT(atoi(argv[i]));
    }
    return 0;
}
