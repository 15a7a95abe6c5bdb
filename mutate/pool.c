/* Runs tests on workers; see pool.h. */
#include "mutate/pool.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "htol/files/data.h"
#include "htol/notes/moved.h"
#include "mutate/keeper.h"
#include "mutate/scratch.h"

typedef struct {
    char *place;      /* for TMPDIR, the mark, and data of programs that record nevertheless; made for each run */
    char *copy;       /* of the build tree; NULL: none */
    MutateKept *kept; /* NULL: it is idle */
    gboolean is_mutated;
    gpointer job;
} Worker;

struct MutatePool {
    MutatePoolOptions options;
    Worker *workers;
    guint busy;
};

/* ---- copies ---- */

/* Copies what is in the directory, but for the data directory. */
static gboolean copy_tree(const char *from, const char *to, const char *without, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) stream = g_dir_open(from, 0, error);
    int status = 0;
    if (!stream)
        return FALSE;
    for (const char *const *word = (const char *[]){"cp", "-a", "--reflink=auto", "-t", to, "--", NULL}; *word; word++)
        g_ptr_array_add(words, g_strdup(*word));
    guint n = words->len;
    for (const char *name; (name = g_dir_read_name(stream));) {
        char *path = g_build_filename(from, name, NULL);
        if (strcmp(path, without) == 0)
            g_free(path);
        else
            g_ptr_array_add(words, path);
    }
    gboolean is_empty = words->len == n;
    g_ptr_array_add(words, NULL);
    return is_empty || (g_spawn_sync(NULL, (char **)words->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                                     &status, error) &&
                        g_spawn_check_wait_status(status, error));
}

static gboolean make_copy(const MutatePool *pool, Worker *worker, guint number, GError **error)
{
    worker->copy = g_strdup_printf("%s/copy%u", pool->options.scratch, number);
    if (g_mkdir_with_parents(worker->copy, 0700) == 0 &&
        copy_tree(pool->options.root, worker->copy, pool->options.data, error))
        return TRUE;
    g_prefix_error(error, "%s: cannot be copied: ", pool->options.root);
    return FALSE;
}

MutatePool *mutate_pool_new(const MutatePoolOptions *options, GError **error)
{
    MutatePool *pool = g_new0(MutatePool, 1);
    pool->options = *options;
    pool->workers = g_new0(Worker, options->jobs);
    gboolean good = TRUE;
    for (guint i = 0; i < options->jobs && good; i++) {
        pool->workers[i].place = g_strdup_printf("%s/run%u", options->scratch, i);
        good = !options->root || make_copy(pool, &pool->workers[i], i, error);
    }
    if (good)
        return pool;
    mutate_pool_free(pool);
    return NULL;
}

static void end_worker(Worker *worker)
{
    if (worker->kept) {
        mutate_kept_stop(worker->kept);
        mutate_kept_end(worker->kept);
    }
    g_free(worker->place);
    g_free(worker->copy);
}

void mutate_pool_free(MutatePool *pool)
{
    for (guint i = 0; i < pool->options.jobs; i++)
        end_worker(&pool->workers[i]);
    g_free(pool->workers);
    g_free(pool);
}

guint mutate_pool_busy(const MutatePool *pool)
{
    return pool->busy;
}

/* ---- starting ---- */

static char *place_in(const Worker *worker, const char *name)
{
    return g_build_filename(worker->place, name, NULL);
}

static char **with_variable(char **environment, const Worker *worker, const char *variable, const char *name)
{
    g_autofree char *path = place_in(worker, name);
    return g_environ_setenv(environment, variable, path, TRUE);
}

/* Programs that record do so where it is thrown away. */
static char **environment_of(const Worker *worker, const HtolRemembered *test, const MutateMutant *mutant)
{
    char **environment = g_strdupv((char **)(gpointer)test->environment);
    environment = with_variable(environment, worker, "TMPDIR", "tmp");
    environment = with_variable(environment, worker, "HLCOV_DIR", "data");
    environment = g_environ_unsetenv(environment, "HLCOV_FUZZ");
    environment = g_environ_unsetenv(environment, "HLCOV_MUTANT");
    if (!mutant)
        return environment;
    g_autofree char *number = g_strdup_printf("%s.%u", mutant->function->row.hash, mutant->change->number);
    environment = with_variable(environment, worker, "HLCOV_MUTANT_MARK", "mark");
    return g_environ_setenv(environment, "HLCOV_MUTANT", number, TRUE);
}

/* Without namespaces words lead to the copy. */
static char **moved_words(const char *const *words, HtolMoved moved)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    for (; *words; words++) {
        g_autofree char *word = htol_moved_word(moved, *words);
        g_strv_builder_add(builder, word);
    }
    return g_strv_builder_end(builder);
}

static void make_place(const Worker *worker)
{
    g_autofree char *temporary = place_in(worker, "tmp");
    mutate_remove(worker->place);
    g_mkdir_with_parents(temporary, 0700);
}

static Worker *idle_worker(const MutatePool *pool)
{
    Worker *worker = pool->workers;
    while (worker->kept)
        worker++;
    return worker;
}

gboolean mutate_pool_start(MutatePool *pool, const HtolRemembered *test, const MutateMutant *mutant,
                           const MutateLimits *limits, gpointer job, GError **error)
{
    Worker *worker = idle_worker(pool);
    gboolean is_apart = pool->options.is_apart, is_moved = worker->copy && !is_apart;
    const HtolMoved moved = {is_moved ? pool->options.root : "", is_moved ? worker->copy : ""};
    g_autofree char *directory = htol_moved_path(moved, test->directory);
    g_auto(GStrv) words = moved_words(test->words, moved), plain = environment_of(worker, test, mutant),
                  environment = moved_words((const char *const *)plain, moved);
    const MutateRun run = {directory,          words,   environment, is_apart ? worker->copy : NULL,
                           pool->options.root, *limits, is_apart};
    make_place(worker);
    worker->kept = mutate_keep(&run, error);
    worker->is_mutated = mutant != NULL;
    worker->job = job;
    pool->busy += worker->kept != NULL;
    return worker->kept != NULL;
}

/* ---- waiting ---- */

static Worker *worker_of(const MutatePool *pool, pid_t process)
{
    for (guint i = 0; i < pool->options.jobs; i++)
        if (pool->workers[i].kept && mutate_kept_process(pool->workers[i].kept) == process)
            return &pool->workers[i];
    return NULL;
}

static MutateFinished finish(MutatePool *pool, Worker *worker)
{
    g_autofree char *mark = place_in(worker, "mark");
    MutateFinished finished = {worker->job, mutate_kept_end(worker->kept)};
    if (worker->is_mutated && finished.outcome.end == HTOL_TRIAL_PASSED && !g_file_test(mark, G_FILE_TEST_EXISTS))
        finished.outcome.end = HTOL_TRIAL_ABSENT;
    mutate_remove(worker->place);
    worker->kept = NULL;
    pool->busy--;
    return finished;
}

gboolean mutate_pool_wait(MutatePool *pool, MutateFinished *finished)
{
    while (pool->busy > 0 && !*pool->options.stopped) {
        pid_t process = waitpid(-1, NULL, 0);
        Worker *worker = process > 0 ? worker_of(pool, process) : NULL;
        if (worker) {
            *finished = finish(pool, worker);
            return TRUE;
        }
        if (process < 0 && errno != EINTR)
            return FALSE;
    }
    return FALSE;
}
