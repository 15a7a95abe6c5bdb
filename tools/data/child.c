/* Runs a command, and ends as it does; see child.h. */
#include "tools/data/child.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/shared/commands.h"

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

/* A script without #!, which shells run themselves. */
static int spawn_shell(pid_t *process, const posix_spawnattr_t *attributes, char **command)
{
    g_autofree char *script = g_find_program_in_path(command[0]);
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_ptr_array_add(words, (char *)"/bin/sh");
    g_ptr_array_add(words, script);
    for (char **word = command + 1; *word; word++)
        g_ptr_array_add(words, *word);
    g_ptr_array_add(words, NULL);
    return script ? posix_spawn(process, "/bin/sh", NULL, attributes, (char **)words->pdata, environ) : ENOEXEC;
}

/* Starts the command, to which those signals are blocked that were to us; not by fork(), which copies what a command
 * has no use for. Returns 0, or what errno is for what went wrong. */
static int spawn(pid_t *process, const sigset_t *signals, char **command)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, signals);
    int cause = posix_spawnp(process, command[0], NULL, &attributes, command, environ);
    if (cause == ENOEXEC)
        cause = spawn_shell(process, &attributes, command);
    posix_spawnattr_destroy(&attributes);
    return cause;
}

/* Who ignores that children end cannot wait for one. Returns whether we did. */
static gboolean heed_children(void)
{
    struct sigaction old;
    return sigaction(SIGCHLD, NULL, &old) == 0 && old.sa_handler == SIG_IGN && signal(SIGCHLD, SIG_DFL) != SIG_ERR;
}

/* Starts the command so that it ignores, as we did, that children end: spawn cannot. */
static int fork_heedless(pid_t *process, const sigset_t *signals, char **command)
{
    *process = fork();
    if (*process != 0)
        return *process < 0 ? errno : 0;
    signal(SIGCHLD, SIG_IGN);
    sigprocmask(SIG_SETMASK, signals, NULL);
    execvp(command[0], command);
    command_error("%s: cannot be run: %s", command[0], g_strerror(errno));
    _exit(errno == ENOENT || errno == ENOTDIR ? 127 : 126);
}

int child_run(char **command)
{
    sigset_t signals;
    pid_t process;
    int status;
    block_signals(&signals);
    int cause = heed_children() ? fork_heedless(&process, &signals, command) : spawn(&process, &signals, command);
    if (cause) {
        sigprocmask(SIG_SETMASK, &signals, NULL);
        command_error("%s: cannot be run: %s", command[0], g_strerror(cause));
        return W_EXITCODE(cause == ENOENT || cause == ENOTDIR ? 127 : 126, 0);
    }
    child = process;
    handle_signals();
    sigprocmask(SIG_SETMASK, &signals, NULL);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    child = 0;
    return status;
}

/* Without a core of ours: the command has left its own. Libraries do not clean up: tests may be shorter. */
void child_end_alike(int status)
{
    if (WIFSIGNALED(status)) {
        sigset_t none;
        sigemptyset(&none);
        setrlimit(RLIMIT_CORE, &(const struct rlimit){0, 0});
        signal(WTERMSIG(status), SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        raise(WTERMSIG(status));
        _exit(128 + WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}
