/* Child processes of the launcher: starts them without a shell and waits for them and for signals at once. */
#include "annot/launch/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILE_MODE = 0600 };

void annot_processes_begin(AnnotProcesses *processes)
{
    *processes = (AnnotProcesses){.running = g_array_new(FALSE, FALSE, sizeof(pid_t))};
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, wait fails */
    sigemptyset(&processes->waiting);
    sigaddset(&processes->waiting, SIGCHLD);
    sigaddset(&processes->waiting, SIGHUP);
    sigaddset(&processes->waiting, SIGINT);
    sigaddset(&processes->waiting, SIGTERM);
    sigprocmask(SIG_BLOCK, &processes->waiting, &processes->before);
}

void annot_processes_end(AnnotProcesses *processes)
{
    g_array_unref(processes->running);
    sigprocmask(SIG_SETMASK, &processes->before, NULL);
}

static pid_t spawn(const AnnotProcesses *processes, char **argv, posix_spawn_file_actions_t *files)
{
    posix_spawnattr_t attributes;
    pid_t pid = -1;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &processes->before);
    int failed = posix_spawnp(&pid, argv[0], files, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return failed ? -1 : pid;
}

static pid_t remember(AnnotProcesses *processes, pid_t pid)
{
    if (pid > 0)
        g_array_append_val(processes->running, pid);
    return pid;
}

pid_t annot_process_start(AnnotProcesses *processes, char **argv, const char *messages)
{
    posix_spawn_file_actions_t files;
    if (processes->signal)
        return -1;
    posix_spawn_file_actions_init(&files);
    if (messages)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages, O_WRONLY | O_CREAT | O_APPEND, FILE_MODE);
    pid_t pid = spawn(processes, argv, &files);
    posix_spawn_file_actions_destroy(&files);
    return remember(processes, pid);
}

static void redirect(const char *messages)
{
    int file = open(messages, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, FILE_MODE);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0 || dup2(file, STDOUT_FILENO) < 0)
        _exit(ANNOT_PROCESS_FAILED);
}

pid_t annot_process_fork(AnnotProcesses *processes, AnnotWork *work, void *data, const char *messages)
{
    pid_t pid = processes->signal ? -1 : fork();
    if (pid != 0)
        return remember(processes, pid);
    sigprocmask(SIG_SETMASK, &processes->before, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* a crash leaves no file with the user */
    redirect(messages);
    _exit(work(data));
}

static void forget_process(AnnotProcesses *processes, pid_t pid)
{
    for (guint i = 0; i < processes->running->len; i++)
        if (g_array_index(processes->running, pid_t, i) == pid)
            g_array_remove_index_fast(processes->running, i);
}

/* Waits until process `pid` has ended, or a signal asks us to end. Returns whether it has ended. */
static gboolean await(AnnotProcesses *processes, pid_t pid, int *status)
{
    while (waitpid(pid, status, WNOHANG) == 0) {
        int signal = sigwaitinfo(&processes->waiting, NULL);
        if (signal > 0 && signal != SIGCHLD) {
            processes->signal = signal;
            return FALSE;
        }
    }
    return TRUE;
}

int annot_process_wait(AnnotProcesses *processes, pid_t pid)
{
    int status = 0;
    if (processes->signal)
        return 128 + processes->signal;
    if (pid < 0)
        return ANNOT_PROCESS_FAILED;
    if (!await(processes, pid, &status)) {
        annot_processes_stop(processes);
        return 128 + processes->signal;
    }
    forget_process(processes, pid);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void annot_processes_stop(AnnotProcesses *processes)
{
    for (guint i = 0; i < processes->running->len; i++)
        kill(g_array_index(processes->running, pid_t, i), SIGTERM);
    for (guint i = 0; i < processes->running->len; i++)
        while (waitpid(g_array_index(processes->running, pid_t, i), NULL, 0) < 0 && errno == EINTR)
            ;
    g_array_set_size(processes->running, 0);
}
