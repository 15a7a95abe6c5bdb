/* Takes functions from the tables of strong builds; see strong.h. */
#include "mutate/strong.h"

#include "mutate/run.h"
#include "report/read/walk.h"

static void add_functions(HtolArena *arena, MutateStrong *strong, const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        if (g_hash_table_contains(strong->functions, function->row.hash))
            continue;
        MutateStrongFunction *found = htol_arena_new0(arena, MutateStrongFunction, 1);
        *found = (MutateStrongFunction){function, function->n_files > 0 ? function->files[0].path : table->row.path};
        g_hash_table_insert(strong->functions, (gpointer)function->row.hash, found);
    }
}

static void count_file(void *user, const char *path)
{
    (void)path;
    ++*(guint *)user;
}

/* Whether the data directory has tables of strong builds, be they damaged. */
static gboolean has_tables(const char *directory)
{
    guint n = 0;
    const ReportWalk walk = {&n, count_file, NULL, NULL, NULL};
    return report_walk_strong(directory, &walk, NULL) && n > 0;
}

MutateStrong *mutate_strong_new(HtolArena *arena, const ReportInputs *inputs, const char *directory, GError **error)
{
    if (!has_tables(directory)) {
        g_set_error(error, MUTATE_ERROR, 0,
                    "%s: there is no strong build: when the tests have run, build again with 'hlcov cc --strong' in "
                    "place of 'hlcov cc'",
                    directory);
        return NULL;
    }
    MutateStrong *strong = g_new0(MutateStrong, 1);
    strong->functions = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < inputs->strong->len; i++)
        add_functions(arena, strong, ((const ReportStrong *)inputs->strong->pdata[i])->table);
    return strong;
}

void mutate_strong_free(MutateStrong *strong)
{
    g_hash_table_unref(strong->functions);
    g_free(strong);
}
