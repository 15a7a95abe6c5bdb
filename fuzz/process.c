/* Starts and ends processes; see process.h. */
#include "fuzz/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/target.h"

static void become(int from, int to)
{
    if (from >= 0)
        dup2(from, to);
}

/* In the new process. A descriptor that nobody gave is /dev/null. */
static void run(const FuzzStart *start, int nothing)
{
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    become(start->input >= 0 ? start->input : nothing, STDIN_FILENO);
    become(start->output >= 0 ? start->output : nothing, STDOUT_FILENO);
    become(start->output >= 0 && start->errors ? start->output : nothing, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(start->words[0], start->words, start->environment);
    _exit(127);
}

pid_t fuzz_process_start(const FuzzStart *start, GError **error)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    pid_t process = fork();
    if (process == 0)
        run(start, nothing);
    if (process < 0)
        g_set_error(error, FUZZ_ERROR, 0, "%s: cannot be started: %s", start->words[0], g_strerror(errno));
    else
        setpgid(process, process); /* here too, so that it is done before anybody asks */
    if (nothing >= 0)
        close(nothing);
    return process;
}

gboolean fuzz_process_wait(pid_t process, guint milliseconds, int *status)
{
    struct pollfd ended = {pidfd_open(process, 0), POLLIN, 0};
    int found = 0;
    if (ended.fd >= 0) {
        found = poll(&ended, 1, (int)milliseconds);
        close(ended.fd);
    }
    return found >= 0 && waitpid(process, status, ended.fd < 0 ? 0 : WNOHANG) == process;
}

void fuzz_process_sweep(pid_t process)
{
    kill(-process, SIGKILL);
}

void fuzz_process_end(pid_t process, guint milliseconds)
{
    int status;
    kill(-process, SIGTERM);
    gboolean ended = fuzz_process_wait(process, milliseconds, &status);
    kill(-process, SIGKILL);
    while (!ended && waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
}
