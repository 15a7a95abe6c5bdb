/* Runs engines; see engine.h. How each is told what to do is in engine_afl.c and engine_libfuzzer.c. */
#include "fuzz/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/engine_rows.h"
#include "fuzz/process.h"

static const FuzzEngine *const engines[] = {&fuzz_engine_libfuzzer, &fuzz_engine_afl};

struct FuzzWork {
    const FuzzEngine *engine;
    const FuzzPlan *plan;
    GArray *processes; /* pid_t; those that run */
};

/* Long enough for it to write what it knows; a moment. */
enum { PATIENCE = 10000, MOMENT = 50 };

/* ---- which engine ---- */

static const FuzzEngine *find_named(const char *name, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(engines); i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    g_set_error(error, FUZZ_ERROR, 0, "'%s' is no engine: use 'afl' or 'libfuzzer'", name);
    return NULL;
}

const FuzzEngine *fuzz_engine_find(const char *name, const FuzzTarget *target, GError **error)
{
    const FuzzEngine *engine = target->has_entry ? &fuzz_engine_libfuzzer : &fuzz_engine_afl;
    if (name)
        engine = find_named(name, error);
    if (!engine)
        return NULL;
    if (engine == &fuzz_engine_libfuzzer && !target->has_entry) {
        g_set_error(error, FUZZ_ERROR, 0,
                    "%s: libFuzzer needs a function LLVMFuzzerTestOneInput; AFL++ runs programs (--engine=afl)",
                    target->name);
        return NULL;
    }
    g_autofree char *program = engine->program ? g_find_program_in_path(engine->program) : NULL;
    if (engine->program && !program) {
        g_set_error(error, FUZZ_ERROR, 0, "%s is not installed: there is no %s (Debian: apt install %s)", engine->title,
                    engine->program, engine->package);
        return NULL;
    }
    return engine;
}

const char *fuzz_engine_title(const FuzzEngine *engine)
{
    return engine->title;
}

/* ---- starting ---- */

static char *log_path(const FuzzPlan *plan, guint job)
{
    return g_strdup_printf("%s/log.%u", plan->directory, job);
}

static pid_t start_job(const FuzzWork *work, guint job, GError **error)
{
    const FuzzPlan *plan = work->plan;
    g_autofree char *log = log_path(plan, job);
    g_auto(GStrv) words = work->engine->words(plan, job);
    char **environment = g_environ_setenv(g_strdupv(plan->environment), "HLCOV_FUZZ", plan->goals, TRUE);
    environment = g_environ_unsetenv(environment, "HLCOV_TEST");
    environment = work->engine->environment(plan, environment);
    FuzzStart start = {words, environment, -1, open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), TRUE};
    pid_t process = fuzz_process_start(&start, error);
    if (start.output >= 0)
        close(start.output);
    g_strfreev(environment);
    return process;
}

FuzzWork *fuzz_work_new(const FuzzEngine *engine, const FuzzPlan *plan, GError **error)
{
    g_autoptr(FuzzWork) work = g_new0(FuzzWork, 1);
    work->engine = engine;
    work->plan = plan;
    work->processes = g_array_new(FALSE, FALSE, sizeof(pid_t));
    engine->prepare(plan);
    for (guint job = 0; job < (engine->is_many ? 1 : plan->jobs); job++) {
        pid_t process = start_job(work, job, error);
        if (process < 0)
            return NULL;
        g_array_append_val(work->processes, process);
    }
    return g_steal_pointer(&work);
}

/* ---- waiting and ending ---- */

static void drop_ended(FuzzWork *work)
{
    int status;
    for (guint i = work->processes->len; i-- > 0;)
        if (waitpid(g_array_index(work->processes, pid_t, i), &status, WNOHANG) != 0)
            g_array_remove_index(work->processes, i);
}

gboolean fuzz_work_wait(FuzzWork *work, guint milliseconds)
{
    int status;
    pid_t first = work->processes->len > 0 ? g_array_index(work->processes, pid_t, 0) : -1;
    if (first >= 0 && fuzz_process_wait(first, milliseconds, &status))
        g_array_remove_index(work->processes, 0);
    drop_ended(work);
    return work->processes->len > 0;
}

void fuzz_work_end(FuzzWork *work)
{
    for (guint i = 0; i < work->processes->len; i++)
        fuzz_process_end(g_array_index(work->processes, pid_t, i), PATIENCE);
    g_array_set_size(work->processes, 0);
}

void fuzz_work_free(FuzzWork *work)
{
    fuzz_work_end(work);
    g_array_unref(work->processes);
    g_free(work);
}

/* ---- what it found ---- */

char *fuzz_work_complaint(const FuzzWork *work)
{
    g_autofree char *path = log_path(work->plan, 0), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return g_strdup("it says nothing");
    return work->engine->complaint(text);
}

guint64 fuzz_work_runs(const FuzzWork *work)
{
    return work->engine->runs(work->plan);
}

GPtrArray *fuzz_work_inputs(const FuzzWork *work)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    work->engine->inputs(work->plan, paths);
    return paths;
}

GPtrArray *fuzz_work_crashes(const FuzzWork *work)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    work->engine->crashes(work->plan, paths);
    return paths;
}
