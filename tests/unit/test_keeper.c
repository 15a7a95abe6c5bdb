/* Keepers: how runs end is told, whatever they do, and nothing is left of them; in namespaces, where these are allowed,
 * and without. No mutant runs here. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mutate/bound.h"
#include "mutate/family.h"
#include "mutate/keeper.h"

/* Only a test of the time has little of it: on a busy machine a shell may take a second to start. */
static const MutateLimits few = {10 * G_USEC_PER_SEC, 300 << 20, 8 << 20, 30, FALSE, 0};

static MutateOutcome run_words(char **words, const MutateLimits *limits, gboolean is_apart)
{
    char *environment[] = {(char *)"PATH=/usr/bin:/bin", (char *)"ASKED=yes", NULL};
    const MutateRun run = {
        .directory = "/tmp", .words = words, .environment = environment, .limits = *limits, .is_apart = is_apart};
    MutateKept *kept = mutate_keep(&run, NULL);
    g_assert_nonnull(kept);
    while (waitpid(mutate_kept_process(kept), NULL, 0) < 0)
        g_assert_cmpint(errno, ==, EINTR);
    return mutate_kept_end(kept);
}

static MutateOutcome run_limited(const char *text, const MutateLimits *limits, gconstpointer is_apart)
{
    char *words[] = {(char *)"sh", (char *)"-c", (char *)text, NULL};
    MutateOutcome outcome = run_words(words, limits, is_apart != NULL);
    g_assert_false(mutate_family_end(getpid()));
    return outcome;
}

static MutateOutcome run_shell(const char *text, gconstpointer is_apart)
{
    return run_limited(text, &few, is_apart);
}

static void assert_end(const char *text, gconstpointer is_apart, HtolTrialEnd end, guint32 status)
{
    MutateOutcome outcome = run_shell(text, is_apart);
    g_assert_cmpint(outcome.cause, ==, 0);
    g_assert_cmpstr(htol_trial_ends[outcome.end], ==, htol_trial_ends[end]);
    g_assert_cmpuint(outcome.status, ==, status);
}

static void test_plain(gconstpointer is_apart)
{
    assert_end("exit 0", is_apart, HTOL_TRIAL_PASSED, 0);
    assert_end("exit 3", is_apart, HTOL_TRIAL_FAILED, 3);
    assert_end("kill -SEGV $$", is_apart, HTOL_TRIAL_KILLED, SIGSEGV);
    assert_end("test \"$ASKED\" = yes", is_apart, HTOL_TRIAL_PASSED, 0);
    assert_end("! read line", is_apart, HTOL_TRIAL_PASSED, 0);
    assert_end("test \"$(pwd)\" = /tmp", is_apart, HTOL_TRIAL_PASSED, 0);
    assert_end("kill -0 $$ && test -d /proc/$$", is_apart, HTOL_TRIAL_PASSED, 0);
    assert_end("(sleep 100 &) ; (setsid sleep 100 &)", is_apart, HTOL_TRIAL_PASSED, 0);
}

static void test_nothing(gconstpointer is_apart)
{
    char *words[] = {(char *)"/nowhere/nothing", NULL};
    g_assert_cmpint(run_words(words, &few, is_apart != NULL).cause, ==, ENOENT);
}

static void test_late(gconstpointer is_apart)
{
    static const char *const texts[] = {"sleep 100", "while :; do :; done",
                                        "trap '' TERM INT HUP; while :; do :; done & wait"};
    MutateLimits brief = few;
    brief.time = 1 * G_USEC_PER_SEC;
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        MutateOutcome outcome = run_limited(texts[i], &brief, is_apart);
        g_assert_cmpstr(htol_trial_ends[outcome.end], ==, htol_trial_ends[HTOL_TRIAL_LATE]);
    }
}

/* What computes all the while is late long before what waits. */
static void test_computes(gconstpointer is_apart)
{
    MutateLimits limits = few;
    limits.time = 1000 * G_USEC_PER_SEC;
    limits.computed = G_USEC_PER_SEC / 5;
    MutateOutcome outcome = run_limited("sleep 0.5; exit 3", &limits, is_apart);
    g_assert_true(outcome.end == HTOL_TRIAL_FAILED && outcome.status == 3);
    outcome = run_limited("sleep 0.5; while :; do :; done", &limits, is_apart);
    g_assert_true(outcome.end == HTOL_TRIAL_LATE && outcome.was_busy);
}

static void test_forks(gconstpointer is_apart)
{
    MutateOutcome outcome = run_shell("f() { f | f & }; f; sleep 100", is_apart);
    g_assert_true(outcome.end != HTOL_TRIAL_PASSED);
}

static void test_writes(gconstpointer is_apart)
{
    /* the kernel notices, or the keeper before it */
    MutateOutcome outcome = run_shell("exec cat /dev/zero >big-of-keeper", is_apart);
    g_assert_cmpstr(htol_trial_ends[outcome.end], ==, htol_trial_ends[HTOL_TRIAL_LIMITED]);
    g_assert_true(outcome.status == SIGXFSZ || outcome.status == 0);
    assert_end("while :; do head -c 1000000 /dev/zero; sleep 0.03; done", is_apart, HTOL_TRIAL_LIMITED, 0);
    unlink("/tmp/big-of-keeper");
}

static void test_memory(gconstpointer is_apart)
{
    MutateOutcome outcome = run_shell("a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done", is_apart);
    g_assert_true(outcome.end != HTOL_TRIAL_PASSED);
    char *words[] = {(char *)"python3", (char *)"-c", (char *)"a = bytearray(1 << 30); import time; time.sleep(100)",
                     NULL};
    MutateLimits spacious = few;
    spacious.is_spacious = TRUE;
    g_assert_cmpint(run_words(words, &spacious, is_apart != NULL).end, ==, HTOL_TRIAL_LIMITED);
}

/* Without a namespace a command can kill its guard: then it counts as killed itself. */
static void test_kills(gconstpointer is_apart)
{
    if (is_apart)
        assert_end("kill -KILL $PPID; kill -TERM $PPID; kill -KILL -1; exit 4", is_apart, HTOL_TRIAL_FAILED, 4);
    assert_end("kill -KILL 0", is_apart, HTOL_TRIAL_KILLED, SIGKILL);
    MutateOutcome outcome = run_shell("kill -KILL $PPID; sleep 1", is_apart);
    g_assert_true(outcome.end == HTOL_TRIAL_KILLED || is_apart);
}

/* More keepers at once than there are processors: what one of them kills comes to its end, too. */
static void test_beside(gconstpointer is_apart)
{
    enum { KEEPERS = 6 };
    int status, left = 0;
    for (guint i = 0; i < KEEPERS; i++)
        if (fork() == 0) {
            prctl(PR_SET_CHILD_SUBREAPER, 1);
            char *words[] = {(char *)"sh", (char *)"-c", (char *)"kill -KILL $PPID; sleep 1", NULL};
            run_words(words, &few, is_apart != NULL);
            _exit(mutate_family_end(getpid()));
        }
    for (guint i = 0; i < KEEPERS; i++)
        left += wait(&status) < 0 || status != 0;
    g_assert_cmpint(left, ==, 0);
}

static void test_stopped(gconstpointer is_apart)
{
    char *words[] = {(char *)"sleep", (char *)"100", NULL}, *environment[] = {(char *)"PATH=/usr/bin:/bin", NULL};
    MutateLimits limits = few;
    limits.time = 100 * G_USEC_PER_SEC;
    const MutateRun run = {"/", words, environment, NULL, NULL, limits, is_apart != NULL};
    MutateKept *kept = mutate_keep(&run, NULL);
    g_usleep(100000);
    mutate_kept_stop(kept);
    mutate_kept_end(kept);
    g_assert_false(mutate_family_end(getpid()));
}

/* A keeper that was killed left its group, and another one has its number. */
static void test_left_bound(void)
{
    g_autofree char *left = mutate_bound_new(few.processes);
    if (!left) {
        g_test_skip("no control group may be made");
        return;
    }
    char *bound = mutate_bound_new(few.processes);
    g_assert_cmpstr(bound, ==, left);
    mutate_bound_end(bound);
    g_assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
}

static void add_tests(const char *kind, gconstpointer is_apart)
{
    static const struct {
        const char *name;
        GTestDataFunc test;
    } tests[] = {{"plain", test_plain},       {"nothing", test_nothing}, {"late", test_late},
                 {"computes", test_computes}, {"forks", test_forks},     {"writes", test_writes},
                 {"memory", test_memory},     {"kills", test_kills},     {"stopped", test_stopped},
                 {"beside", test_beside}};
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strdup_printf("/keeper/%s/%s", kind, tests[i].name);
        g_test_add_data_func(path, is_apart, tests[i].test);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    g_test_add_func("/keeper/left-bound", test_left_bound);
    if (mutate_can_be_apart())
        add_tests("apart", "apart");
    add_tests("together", NULL);
    return g_test_run();
}
