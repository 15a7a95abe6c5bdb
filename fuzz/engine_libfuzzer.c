/* libFuzzer: how a program that is linked with it is called, and what its files and its log say. */
#include <glib/gstdio.h>
#include <string.h>

#include "fuzz/engine_rows.h"

static char *directory_of(const FuzzPlan *plan, const char *name)
{
    return g_build_filename(plan->directory, name, NULL);
}

static void prepare(const FuzzPlan *plan)
{
    g_autofree char *inputs = directory_of(plan, "inputs"), *crashes = directory_of(plan, "crashes");
    g_mkdir_with_parents(inputs, 0777);
    g_mkdir_with_parents(crashes, 0777);
}

/* It forks for the sake of its own life: a crash ends one of its processes, not all. */
static void add_options(GPtrArray *words, const FuzzPlan *plan)
{
    fuzz_add_word(words, "-fork=%u", plan->jobs);
    fuzz_add_word(words, "-ignore_crashes=1");
    fuzz_add_word(words, "-ignore_timeouts=1");
    fuzz_add_word(words, "-ignore_ooms=1");
    fuzz_add_word(words, "-timeout=%u", (plan->timeout + 999) / 1000);
    fuzz_add_word(words, "-artifact_prefix=%s/crashes/", plan->directory);
    if (plan->seed)
        fuzz_add_word(words, "-seed=%u", plan->seed);
    if (plan->dictionary)
        fuzz_add_word(words, "-dict=%s", plan->dictionary);
    if (plan->runs)
        fuzz_add_word(words, "-runs=%" G_GUINT64_FORMAT, plan->runs);
}

/* Words of the command that are about one input are none of its options. */
static char **words_of(const FuzzPlan *plan, guint job)
{
    GPtrArray *words = g_ptr_array_new();
    (void)job;
    for (char **word = plan->target->words; *word; word++)
        if (!strstr(*word, FUZZ_PLACE))
            fuzz_add_word(words, "%s", *word);
    add_options(words, plan);
    g_ptr_array_add(words, directory_of(plan, "inputs"));
    fuzz_add_word(words, "%s", plan->seeds);
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

static char **environment_of(const FuzzPlan *plan, char **environment)
{
    (void)plan;
    return environment;
}

/* Lines of progress begin with # and the number of runs. */
static guint64 runs_of(const FuzzPlan *plan)
{
    g_autofree char *path = directory_of(plan, "log.0"), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return 0;
    const char *last = g_strrstr(text, "\n#");
    return last ? g_ascii_strtoull(last + 2, NULL, 10) : 0;
}

static void inputs_of(const FuzzPlan *plan, GPtrArray *paths)
{
    g_autofree char *inputs = directory_of(plan, "inputs");
    fuzz_add_files(inputs, "", paths);
}

static void crashes_of(const FuzzPlan *plan, GPtrArray *paths)
{
    g_autofree char *crashes = directory_of(plan, "crashes");
    fuzz_add_files(crashes, "", paths);
}

static char *complaint_of(const char *log)
{
    const char *last = g_strrstr(log, "ERROR:");
    return last ? g_strndup(last, strcspn(last, "\n")) : g_strdup("it says nothing");
}

const FuzzEngine fuzz_engine_libfuzzer = {"libfuzzer", "libFuzzer",    NULL,    NULL,         TRUE,      prepare,
                                          words_of,    environment_of, runs_of, complaint_of, inputs_of, crashes_of};
