/* AFL++: how it is called, and what its files say. */
#include <string.h>

#include "fuzz/engine_rows.h"

static void prepare(const FuzzPlan *plan)
{
    (void)plan;
}

static char *output_of(const FuzzPlan *plan)
{
    return g_build_filename(plan->directory, "afl", NULL);
}

/* An option and its value. */
static void add_option(GPtrArray *words, const char *option, const char *value)
{
    fuzz_add_word(words, "%s", option);
    fuzz_add_word(words, "%s", value);
}

/* A program of libFuzzer runs the inputs that it is given paths of. */
static void add_target(GPtrArray *words, const FuzzTarget *target)
{
    fuzz_add_word(words, "--");
    for (char **word = target->words; *word; word++)
        fuzz_add_word(words, "%s", *word);
    if (target->has_entry && !target->by_path)
        fuzz_add_word(words, FUZZ_PLACE);
}

/* The first job is the main one, which others give to and take from. */
static char **words_of(const FuzzPlan *plan, guint job)
{
    GPtrArray *words = g_ptr_array_new();
    g_autofree char *output = output_of(plan), *name = g_strdup_printf("job%u", job);
    g_ptr_array_add(words, g_find_program_in_path("afl-fuzz"));
    add_option(words, "-i", plan->seeds);
    add_option(words, "-o", output);
    add_option(words, "-m", "none");
    fuzz_add_word(words, "-t");
    fuzz_add_word(words, "%u+", plan->timeout);
    if (plan->jobs > 1)
        add_option(words, job == 0 ? "-M" : "-S", name);
    if (plan->dictionary)
        add_option(words, "-x", plan->dictionary);
    if (plan->seed) {
        fuzz_add_word(words, "-s");
        fuzz_add_word(words, "%u", plan->seed + job);
    }
    if (plan->runs) {
        fuzz_add_word(words, "-E");
        fuzz_add_word(words, "%" G_GUINT64_FORMAT, MAX(plan->runs / plan->jobs, 1));
    }
    add_target(words, plan->target);
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

/* Room for all slots behind as many edges as there may be. */
static gsize map_size(const FuzzTarget *target)
{
    return ((gsize)1 << 20) + fuzz_target_map(target);
}

/* What it would refuse to run for, and what it would ask of a person. */
static char **environment_of(const FuzzPlan *plan, char **environment)
{
    static const char *const switches[] = {"AFL_NO_UI",
                                           "AFL_SKIP_CPUFREQ",
                                           "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
                                           "AFL_NO_AFFINITY",
                                           "AFL_FAST_CAL",
                                           "AFL_SKIP_BIN_CHECK",
                                           "AFL_IGNORE_UNKNOWN_ENVS"};
    g_autofree char *size = g_strdup_printf("%" G_GSIZE_FORMAT, map_size(plan->target));
    for (gsize i = 0; i < G_N_ELEMENTS(switches); i++)
        environment = g_environ_setenv(environment, switches[i], "1", TRUE);
    environment = g_environ_setenv(environment, "AFL_FUZZER_STATS_UPDATE_INTERVAL", "1", FALSE);
    return g_environ_setenv(environment, "AFL_MAP_SIZE", size, FALSE);
}

/* ---- files ---- */

/* Calls `use` with each directory of a job. */
static void each_job(const FuzzPlan *plan, void (*use)(const char *directory, gpointer data), gpointer data)
{
    g_autofree char *output = output_of(plan);
    g_autoptr(GDir) jobs = g_dir_open(output, 0, NULL);
    for (const char *name = jobs ? g_dir_read_name(jobs) : NULL; name; name = g_dir_read_name(jobs)) {
        g_autofree char *directory = g_build_filename(output, name, NULL);
        use(directory, data);
    }
}

/* The number behind "execs_done" in the statistics, which are written once a minute and at the end. */
static guint64 done_runs(const char *directory)
{
    g_autofree char *path = g_build_filename(directory, "fuzzer_stats", NULL), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return 0;
    const char *line = strstr(text, "execs_done");
    const char *colon = line ? strchr(line, ':') : NULL;
    return colon ? g_ascii_strtoull(colon + 1, NULL, 10) : 0;
}

/* The column "total_execs" of the last line of the plot, which is written every few seconds. */
static guint64 plotted_runs(const char *directory)
{
    g_autofree char *path = g_build_filename(directory, "plot_data", NULL), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return 0;
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    g_auto(GStrv) heads = g_strsplit(lines[0] ? lines[0] : "", ",", -1);
    guint n = g_strv_length(lines), column = 0;
    while (heads[column] && !strstr(heads[column], "total_execs"))
        column++;
    g_auto(GStrv) cells = g_strsplit(n > 1 ? lines[n - 1] : "", ",", -1);
    return column < MIN(g_strv_length(heads), g_strv_length(cells))
               ? g_ascii_strtoull(g_strchug(cells[column]), NULL, 10)
               : 0;
}

static void add_runs(const char *directory, gpointer data)
{
    guint64 *runs = data, done = done_runs(directory), plotted = plotted_runs(directory);
    *runs += MAX(done, plotted);
}

static guint64 runs_of(const FuzzPlan *plan)
{
    guint64 runs = 0;
    each_job(plan, add_runs, &runs);
    return runs;
}

static void add_queue(const char *directory, gpointer paths)
{
    g_autofree char *queue = g_build_filename(directory, "queue", NULL);
    fuzz_add_files(queue, "id:", paths);
}

static void add_crashes(const char *directory, gpointer paths)
{
    g_autofree char *crashes = g_build_filename(directory, "crashes", NULL);
    g_autofree char *hangs = g_build_filename(directory, "hangs", NULL);
    fuzz_add_files(crashes, "id:", paths);
    fuzz_add_files(hangs, "id:", paths);
}

static void inputs_of(const FuzzPlan *plan, GPtrArray *paths)
{
    each_job(plan, add_queue, paths);
}

static void crashes_of(const FuzzPlan *plan, GPtrArray *paths)
{
    each_job(plan, add_crashes, paths);
}

/* Its last words stand behind "PROGRAM ABORT", between escapes that colour them. */
static char *complaint_of(const char *log)
{
    const char *last = g_strrstr(log, "PROGRAM ABORT");
    g_autoptr(GRegex) escapes = g_regex_new("\x1b\\[[0-9;?]*[a-zA-Z]|\x1b[()]B", 0, 0, NULL);
    g_autofree char *line = last ? g_strndup(last, strcspn(last, "\n")) : NULL;
    g_autofree char *plain = line ? g_regex_replace_literal(escapes, line, -1, 0, "", 0, NULL) : NULL;
    const char *words = plain ? strstr(plain, " : ") : NULL;
    return g_strdup(words ? words + 3 : "it says nothing");
}

const FuzzEngine fuzz_engine_afl = {"afl",    "AFL++",        "afl-fuzz", "afl++",      FALSE,     prepare,
                                    words_of, environment_of, runs_of,    complaint_of, inputs_of, crashes_of};
