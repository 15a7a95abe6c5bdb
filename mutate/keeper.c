/* Keepers of runs, and namespaces; see keeper.h. What the guard watches is guard.h's. */
#include "mutate/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mutate/bound.h"
#include "mutate/family.h"
#include "mutate/guard.h"

struct MutateKept {
    pid_t process;
    MutateGuarded *guarded; /* shared with keeper and guard */
};

GQuark mutate_error_quark(void)
{
    return g_quark_from_static_string("mutate-error");
}

/* ---- namespaces ---- */

static gboolean write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    gboolean good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return good;
}

/* Users stay who they are. */
static gboolean map_user(uid_t user, gid_t group)
{
    g_autofree char *users = g_strdup_printf("%u %u 1", user, user), *groups = g_strdup_printf("%u %u 1", group, group);
    return write_text("/proc/self/setgroups", "deny") && write_text("/proc/self/uid_map", users) &&
           write_text("/proc/self/gid_map", groups);
}

/* Before the guard is forked: who may not have namespaces may in a user namespace. */
static gboolean leave_namespaces(void)
{
    uid_t user = geteuid();
    gid_t group = getegid();
    if (unshare(CLONE_NEWPID | CLONE_NEWNS) == 0)
        return TRUE;
    return unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS) == 0 && map_user(user, group);
}

/* In the guard: /proc is that of the new namespace, and a copy stands where the original was. */
static gboolean mount_all(const MutateRun *run)
{
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0 &&
           (!run->copy || mount(run->copy, run->original, NULL, MS_BIND | MS_REC, NULL) == 0);
}

/* ---- processes ---- */

/* Forks a process that is sent `number` when we end. Returns what fork does. */
static pid_t fork_bound(int number)
{
    pid_t parent = getpid(), process = fork();
    if (process != 0)
        return process;
    prctl(PR_SET_PDEATHSIG, number);
    if (getppid() != parent && getppid() != 0)
        _exit(0);
    return 0;
}

G_NORETURN static void be_guard(const MutateRun *run, const char *bound, MutateGuarded *guarded)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (run->is_apart && !mount_all(run))
        guarded->outcome.cause = errno;
    else
        mutate_guard(run, bound, guarded);
    _exit(0);
}

static void block_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGCHLD);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGINT);
    sigprocmask(SIG_BLOCK, signals, NULL);
}

/* Waits until the guard has ended, or ends it because it should. */
static void wait_for_guard(pid_t guard, const sigset_t *signals)
{
    int number;
    while (waitpid(guard, NULL, WNOHANG) == 0)
        if (sigwait(signals, &number) == 0 && number == SIGTERM)
            kill(guard, SIGKILL);
}

/* Without a namespace, what is left of the command is a child of ours by now, or of one. We come first, so that what
 * forks without end cannot outrun us; but what was killed needs a processor to end, and others like us may hold all. */
static void sweep(void)
{
    enum { ROUNDS = 1000, AT_ONCE = 16 };
    const struct timespec rest = {0, 1000000};
    mutate_come_first();
    for (guint round = 0; mutate_family_end(getpid()) && round < ROUNDS; round++) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        if (round >= AT_ONCE)
            nanosleep(&rest, NULL);
    }
}

G_NORETURN static void be_keeper(const MutateRun *run, MutateGuarded *guarded)
{
    sigset_t signals;
    block_signals(&signals);
    setsid();
    close_range(3, ~0u, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (run->is_apart && !leave_namespaces()) {
        guarded->outcome.cause = errno;
        _exit(0);
    }
    char *bound = mutate_bound_new(run->limits.processes + 1);
    pid_t guard = fork_bound(SIGKILL);
    if (guard == 0)
        be_guard(run, bound, guarded);
    if (guard > 0)
        wait_for_guard(guard, &signals);
    if (!run->is_apart)
        sweep();
    mutate_bound_end(bound);
    _exit(0);
}

/* ---- runs ---- */

MutateKept *mutate_keep(const MutateRun *run, GError **error)
{
    MutateGuarded *guarded = mmap(NULL, sizeof *guarded, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t process = guarded == MAP_FAILED ? -1 : fork_bound(SIGTERM);
    if (process == 0)
        be_keeper(run, guarded);
    if (process < 0) {
        g_set_error(error, MUTATE_ERROR, 0, "%s: cannot be started: %s", run->words[0], g_strerror(errno));
        if (guarded != MAP_FAILED)
            munmap(guarded, sizeof *guarded);
        return NULL;
    }
    MutateKept *kept = g_new(MutateKept, 1);
    *kept = (MutateKept){process, guarded};
    return kept;
}

pid_t mutate_kept_process(const MutateKept *kept)
{
    return kept->process;
}

void mutate_kept_stop(MutateKept *kept)
{
    kill(kept->process, SIGTERM);
    while (waitpid(kept->process, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* A guard that could not tell was killed by the command. */
MutateOutcome mutate_kept_end(MutateKept *kept)
{
    MutateOutcome outcome = kept->guarded->outcome;
    if (!kept->guarded->is_known && outcome.cause == 0) {
        outcome.end = HTOL_TRIAL_KILLED;
        outcome.status = SIGKILL;
    }
    munmap(kept->guarded, sizeof *kept->guarded);
    g_free(kept);
    return outcome;
}

gboolean mutate_can_be_apart(void)
{
    char *words[] = {(char *)"/bin/sh", (char *)"-c", (char *)":", NULL}, *none[] = {NULL};
    const MutateRun run = {.directory = "/",
                           .words = words,
                           .environment = none,
                           .limits = {10 * G_USEC_PER_SEC, G_MAXINT64, G_MAXINT64, G_MAXINT, TRUE, 0},
                           .is_apart = TRUE};
    MutateKept *kept = mutate_keep(&run, NULL);
    if (!kept)
        return FALSE;
    while (waitpid(kept->process, NULL, 0) < 0 && errno == EINTR)
        continue;
    MutateOutcome outcome = mutate_kept_end(kept);
    return outcome.cause == 0 && outcome.end == HTOL_TRIAL_PASSED;
}
