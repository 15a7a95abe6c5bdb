/* Ends commands that cannot go on; see ending.h. */
#include "tools/shared/ending.h"

#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "report/inputs/files.h"
#include "tools/shared/commands.h"

enum { SIGNAL_STACK = 64 * 1024, GUARD = 1 << 20 };

/* Memory that is at hand when there is no other. */
static char handler_stack[SIGNAL_STACK];
static const char *stack_base;

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

/* Nothing here needs memory, or a lock of GLib's: who asked for memory may hold it. */
static void G_GNUC_NORETURN give_up(const char *reason)
{
    report_outputs_remove();
    say("hlcov: ");
    say(reason);
    say("\n");
    _exit(COMMAND_FAILED);
}

/* GLib's word for every allocation that fails is `allocate`; all else that it ends for is a fault of ours. */
static void end_for_glib(const char *domain, GLogLevelFlags level, const char *message, gpointer unused)
{
    if (level & G_LOG_LEVEL_ERROR && strstr(message, "allocate"))
        give_up("out of memory");
    g_log_default_handler(domain, level, message, unused);
}

/* GLib calls itself without end to word that there is no memory, when there is none for the words. */
static gboolean is_stack(const char *address)
{
    struct rlimit limit;
    return address < stack_base && getrlimit(RLIMIT_STACK, &limit) == 0 &&
           (rlim_t)(stack_base - address) < limit.rlim_cur + GUARD;
}

/* Parts of GLib have said themselves that there is no memory, and abort. */
static void end_by_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (number == SIGXFSZ)
        return; /* who writes is told: EFBIG */
    if (number == SIGSEGV && is_stack(info->si_addr))
        give_up("out of memory or stack");
    if (number == SIGBUS)
        give_up("a file was cut short, or could not be read, while it was read");
    if ((number == SIGABRT || number == SIGTRAP) && errno == ENOMEM)
        give_up("out of memory");
    report_outputs_remove();
    signal(number, SIG_DFL);
    raise(number);
}

/* Those that somebody else handles, as sanitizers do, or that are ignored, stay so. */
static void handle_signals(void)
{
    static const int numbers[] = {SIGHUP,  SIGINT,  SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ,
                                  SIGABRT, SIGTRAP, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL};
    const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    const struct sigaction action = {.sa_sigaction = end_by_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction old;
    sigaltstack(&stack, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
}

void command_ending_begin(void)
{
    stack_base = __builtin_frame_address(0);
    handle_signals();
    g_log_set_default_handler(end_for_glib, NULL);
}
