/* Watches one command; see guard.h. Limits of the kernel's are for one process each, so what all take together is
 * looked at again and again. */
#include "mutate/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mutate/bound.h"
#include "mutate/family.h"

/* Milliseconds between two looks; children whose ends are taken at a time; times as many processes of the user as a
 * command may have. */
enum { TICK = 20, MOST_ENDED = 1000, ROOM = 8 };

/* ---- the command ---- */

static void set_limit(int resource, guint64 limit)
{
    struct rlimit old;
    if (getrlimit(resource, &old) != 0)
        return;
    rlim_t most = MIN((rlim_t)limit, old.rlim_max);
    setrlimit(resource, &(struct rlimit){most, most});
}

/* By the last limit the kernel counts processes of a user, not of a command, and those of root not at all; `before` are
 * there already. It leaves room for more than the command may have: else we would never see too many, and what forks
 * without end would go on until it is late, while tests beside it could not fork. */
static void set_limits(const MutateRun *run, guint before)
{
    const MutateLimits *limits = &run->limits;
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_FSIZE, limits->written);
    if (!limits->is_spacious)
        set_limit(RLIMIT_AS, limits->memory);
    set_limit(RLIMIT_NPROC, before + ROOM * (guint64)limits->processes);
}

static void open_nothing(void)
{
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    if (nothing > STDERR_FILENO)
        close(nothing);
}

static void reset_signals(void)
{
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Its memory is the guard's, which waits until the command is there: to copy that of a large model takes longer than
 * some tests. */
G_NORETURN static void be_command(const MutateRun *run, const char *bound, guint before, MutateGuarded *guarded)
{
    mutate_bound_join(bound);
    setsid();
    open_nothing();
    reset_signals();
    if (chdir(run->directory) == 0) {
        set_limits(run, before);
        execvp(run->words[0], run->words);
    }
    guarded->outcome.cause = errno;
    _exit(127);
}

/* ---- watching ---- */

/* A command that forks without end must not keep us from noticing: we come first, if we may, and it does not. */
void mutate_come_first(void)
{
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &(struct sched_param){1}) != 0 &&
        setpriority(PRIO_PROCESS, 0, -20) == 0)
        sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &(struct sched_param){0});
}

static void note_end(MutateOutcome *outcome, int status)
{
    gboolean is_killed = WIFSIGNALED(status);
    outcome->status = (guint32)(is_killed ? WTERMSIG(status) : WEXITSTATUS(status));
    if (is_killed)
        outcome->end = WTERMSIG(status) == SIGXFSZ ? HTOL_TRIAL_LIMITED : HTOL_TRIAL_KILLED;
    else
        outcome->end = outcome->status == 0 ? HTOL_TRIAL_PASSED : HTOL_TRIAL_FAILED;
}

/* Takes the statuses of children that have ended; whether the command is one of them. */
static gboolean has_ended(pid_t command, MutateOutcome *outcome)
{
    int status;
    pid_t process = 1;
    for (guint i = 0; i < MOST_ENDED && (process = waitpid(-1, &status, WNOHANG)) > 0; i++)
        if (process == command) {
            note_end(outcome, status);
            return TRUE;
        }
    return FALSE;
}

static gboolean is_full(const MutateLimits *limits, MutateFamily *family)
{
    mutate_family_look(family, getpid(), limits->processes);
    return family->processes > limits->processes || family->memory > limits->memory ||
           family->written > limits->written;
}

/* Whether the command, which began `time` ago, is late; was_busy says whether a process of it computed. */
static gboolean is_late(const MutateLimits *limits, gint64 time, MutateOutcome *outcome)
{
    gboolean may_be = limits->computed > 0 && time > limits->computed;
    gint64 busiest = may_be || time > limits->time ? mutate_family_busiest(getpid()) : 0;
    outcome->was_busy = (may_be && busiest > limits->computed) || (time > limits->time && busiest > time / 10 * 9);
    return outcome->was_busy || time > limits->time;
}

/* Whether the command is ended, and why. */
static gboolean is_over(const MutateLimits *limits, gint64 time, MutateFamily *family, MutateOutcome *outcome)
{
    gboolean late = is_late(limits, time, outcome);
    outcome->end = late ? HTOL_TRIAL_LATE : HTOL_TRIAL_LIMITED;
    return late || is_full(limits, family);
}

/* Children that end all the time do not keep us from looking. */
static void watch(const MutateLimits *limits, pid_t command, MutateFamily *family, MutateOutcome *outcome)
{
    const struct timespec tick = {0, TICK * 1000000};
    gint64 began = g_get_monotonic_time(), now = began, next = began + TICK * 1000;
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    for (; !has_ended(command, outcome); now = g_get_monotonic_time()) {
        if (now >= next && is_over(limits, now - began, family, outcome))
            break;
        next = now >= next ? now + TICK * 1000 : next;
        sigtimedwait(&children, NULL, &tick);
    }
    outcome->time = g_get_monotonic_time() - began;
}

/* A command that could start no more processes may have failed before we looked. */
static void look_at_rest(const MutateLimits *limits, MutateFamily *family, MutateOutcome *outcome)
{
    if (outcome->end != HTOL_TRIAL_FAILED)
        return;
    mutate_family_look(family, getpid(), limits->processes);
    if (family->processes > limits->processes)
        outcome->end = HTOL_TRIAL_LIMITED;
}

static void block_children(void)
{
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
}

void mutate_guard(const MutateRun *run, const char *bound, MutateGuarded *guarded)
{
    MutateFamily *family = mutate_family_new();
    block_children();
    mutate_come_first();
    environ = run->environment; /* the path that commands are looked for in, too */
    /* NOLINTNEXTLINE(bugprone-unsafe-functions,cert-msc24-c,cert-msc33-c): only the guard waits, for exec or _exit */
    pid_t command = vfork();
    if (command == 0)
        be_command(run, bound, family->before, guarded);
    if (command < 0)
        guarded->outcome.cause = errno;
    else {
        watch(&run->limits, command, family, &guarded->outcome);
        look_at_rest(&run->limits, family, &guarded->outcome);
    }
    guarded->is_known = TRUE;
    mutate_family_free(family);
}
