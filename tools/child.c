/* Runs a command, and ends as it does; see child.h. */
#include "tools/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/commands.h"

/* What may be sent to us alone. */
static const int passed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH, SIGCONT};

static volatile pid_t child;

/* What the terminal sends goes to the command as well. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    int saved = errno;
    (void)context;
    if (info->si_code <= 0 && child > 0)
        kill(child, number);
    errno = saved;
}

/* Signals wait until the command is there to have them. */
static void block_signals(sigset_t *before)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (gsize i = 0; i < G_N_ELEMENTS(passed_on); i++)
        sigaddset(&signals, passed_on[i]);
    sigprocmask(SIG_BLOCK, &signals, before);
}

/* Those that are ignored stay so: the command inherits that. */
static void handle_signals(void)
{
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART}, old;
    for (gsize i = 0; i < G_N_ELEMENTS(passed_on); i++)
        if (sigaction(passed_on[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(passed_on[i], &action, NULL);
}

G_NORETURN static void execute(char **command, const sigset_t *signals)
{
    sigprocmask(SIG_SETMASK, signals, NULL);
    execvp(command[0], command);
    int cause = errno;
    command_error("%s: cannot be run: %s", command[0], g_strerror(cause));
    _exit(cause == ENOENT || cause == ENOTDIR ? 127 : 126);
}

int child_run(char **command)
{
    sigset_t signals;
    int status;
    block_signals(&signals);
    pid_t process = fork();
    if (process == 0)
        execute(command, &signals);
    if (process < 0) {
        command_error("%s: cannot be run: %s", command[0], g_strerror(errno));
        return W_EXITCODE(126, 0);
    }
    child = process;
    handle_signals();
    sigprocmask(SIG_SETMASK, &signals, NULL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    child = 0;
    return status;
}

/* Without a core of ours: the command has left its own. */
void child_end_likewise(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t none;
        sigemptyset(&none);
        setrlimit(RLIMIT_CORE, &(const struct rlimit){0, 0});
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        raise(WTERMSIG(status));
        exit(128 + WTERMSIG(status));
    }
    exit(WEXITSTATUS(status));
}
