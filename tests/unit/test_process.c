/* Child processes of the launcher: how they end, what they print, and signals meanwhile. Runs no compiler. */
#include "annot/launch/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gstdio.h>

typedef struct {
    AnnotProcesses processes;
    char *messages;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    int file = g_file_open_tmp("process-XXXXXX", &fixture->messages, NULL);
    g_assert_cmpint(file, >=, 0);
    close(file);
    annot_processes_begin(&fixture->processes);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    annot_processes_stop(&fixture->processes);
    annot_processes_end(&fixture->processes);
    g_unlink(fixture->messages);
    g_free(fixture->messages);
}

static void assert_messages(const Fixture *fixture, const char *expected)
{
    g_autofree char *text = NULL;
    gboolean read = g_file_get_contents(fixture->messages, &text, NULL, NULL);
    g_assert_true(read);
    g_assert_cmpstr(text, ==, expected);
}

static int run(Fixture *fixture, const char *script)
{
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};
    return annot_process_wait(&fixture->processes, annot_process_start(&fixture->processes, argv, fixture->messages));
}

static void test_command(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_assert_cmpint(run(fixture, "echo one >&2"), ==, 0);
    g_assert_cmpint(run(fixture, "echo two >&2; exit 42"), ==, 42);
    g_assert_cmpint(run(fixture, "kill -9 $$"), ==, 128 + SIGKILL);
    assert_messages(fixture, "one\ntwo\n");
}

static void test_missing(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    char *argv[] = {(char *)"/nowhere/at-all", NULL};
    pid_t pid = annot_process_start(&fixture->processes, argv, NULL);
    g_assert_cmpint(pid, ==, -1);
    g_assert_cmpint(annot_process_wait(&fixture->processes, pid), ==, ANNOT_PROCESS_FAILED);
}

static int crash(void *data)
{
    puts(data);
    fflush(stdout);
    fputs("and then\n", stderr);
    abort();
}

static void test_crash(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    pid_t pid = annot_process_fork(&fixture->processes, crash, (void *)"so far", fixture->messages);
    g_assert_cmpint(annot_process_wait(&fixture->processes, pid), ==, 128 + SIGABRT);
    assert_messages(fixture, "so far\nand then\n");
}

/* All children end with the one that is waited for, and nothing is started any more. */
static void test_interrupted(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    char *argv[] = {(char *)"sleep", (char *)"60", NULL};
    pid_t first = annot_process_start(&fixture->processes, argv, NULL);
    pid_t second = annot_process_start(&fixture->processes, argv, NULL);
    kill(getpid(), SIGTERM);
    g_assert_cmpint(annot_process_wait(&fixture->processes, second), ==, 128 + SIGTERM);
    g_assert_cmpint(kill(first, 0), ==, -1);
    g_assert_cmpint(kill(second, 0), ==, -1);
    g_assert_cmpint(run(fixture, "echo three >&2"), ==, 128 + SIGTERM);
    assert_messages(fixture, "");
}

#define ADD(name) g_test_add("/process/" #name, Fixture, NULL, set_up, test_##name, tear_down)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD(command);
    ADD(missing);
    ADD(crash);
    ADD(interrupted);
    return g_test_run();
}
