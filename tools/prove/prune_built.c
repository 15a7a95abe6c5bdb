/* Finds units, and how they were compiled; see prune_built.h. */
#include "tools/prove/prune_built.h"

#include "report/read/read_inputs.h"

#include <string.h>

#include <glib/gstdio.h>

#include "htol/notes/recipe.h"
#include "report/inputs/inputs.h"
#include "tools/compile/cc_options.h"
#include "tools/compile/harness_build.h"

/* Units of one recipe are the same source at several times: the last one, and what it was before. */
typedef struct {
    const ReportUnit *unit;
    const HtolTable *table; /* its */
    char *recipe;           /* text; NULL: there is none */
    gboolean done;
} Built;

static void clear_built(gpointer built)
{
    g_free(((Built *)built)->recipe);
}

static int compare_paths(gconstpointer left, gconstpointer right)
{
    const Built *one = left, *other = right;
    return strcmp(one->table->row.path, other->table->row.path);
}

static GArray *units_of(const Proving *proving, const ReportInputs *inputs)
{
    GArray *units = g_array_new(FALSE, FALSE, sizeof(Built));
    g_array_set_clear_func(units, clear_built);
    for (guint i = 0; i < inputs->units->len; i++) {
        const ReportUnit *unit = inputs->units->pdata[i];
        Built built = {.unit = unit, .table = unit->table};
        const char *path = built.table->row.path;
        if (*built.table->row.unmeasured || harness_is(path))
            continue;
        g_autofree char *recipe = htol_recipe_path(proving->data_dir, built.table->id);
        g_file_get_contents(recipe, &built.recipe, NULL, NULL);
        g_array_append_val(units, built);
    }
    g_array_sort(units, compare_paths);
    return units;
}

/* ---- what was recorded ---- */

/* What the pattern says of the first tests. */
static void add_pattern(const ReportPattern *pattern, guint32 n_slots, guint8 *const *tests, guint n)
{
    for (guint32 r = 0; r < pattern->n_ranges; r++)
        for (guint64 test = pattern->ranges[r].first; test < MIN(n, pattern->ranges[r].end); test++)
            for (guint32 i = 0; i < 64 && pattern->slot + i < n_slots; i++)
                tests[test][pattern->slot + i] |= pattern->bits >> i & 1;
}

static guint count_tests(const ReportUnit *unit)
{
    guint n = 0;
    for (guint32 i = 0; i < unit->tests.n_patterns; i++)
        n = MAX(n, unit->tests.patterns[i].ranges[unit->tests.patterns[i].n_ranges - 1].end);
    return MIN(n, PRUNE_MOST_RUNS - 1);
}

/* Of all tests together, and of the first ones, by their numbers: more would say little more. */
static PruneRuns runs_of(HtolArena *arena, const ReportUnit *unit)
{
    guint n = count_tests(unit), n_slots = unit->table->row.slots;
    guint8 *tests[PRUNE_MOST_RUNS];
    PruneRuns runs = {unit->table, n + 1, {unit->slots}};
    for (guint i = 0; i < n; i++)
        runs.slots[i + 1] = tests[i] = htol_arena_alloc(arena, MAX(n_slots, 1));
    for (guint32 i = 0; i < unit->tests.n_patterns; i++)
        add_pattern(&unit->tests.patterns[i], n_slots, tests, n);
    return runs;
}

/* ---- one recipe ---- */

/* The words as they must be where its files lie now. To be freed. */
static char **words_of(const HtolRecipe *recipe, HtolMoved moved)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (const char *const *word = recipe->words; *word; word++) {
        g_autofree char *now = htol_moved_word(moved, *word);
        g_strv_builder_add(words, now);
    }
    return g_strv_builder_end(words);
}

static gboolean enter_directory(const HtolRecipe *recipe, HtolMoved moved, GError **error)
{
    g_autofree char *directory = htol_moved_path(moved, recipe->directory);
    if (g_chdir(directory) == 0)
        return g_setenv("PWD", directory, TRUE); /* else it would be called as the links that led here are */
    g_set_error(error, HTOL_RECIPE_ERROR, 0,
                "it was compiled in %s, which cannot be entered: --root=ROOT says where sources lie now", directory);
    return FALSE;
}

static GBytes *follow_recipe(const Proving *proving, const HtolRecipe *recipe, const HtolTable *built, char **proved,
                             GError **error)
{
    HtolMoved moved = {built->row.root, proving->root ? proving->root : built->row.root};
    AnnotLaunch launch = {.data_dir = proving->data_dir};
    g_auto(GStrv) words = words_of(recipe, moved);
    g_autofree char *source = htol_moved_word(moved, recipe->source);
    GBytes *table = NULL;
    if (!enter_directory(recipe, moved, error))
        return NULL;
    AnnotationOptions options = annotation_options();
    launch.root = *moved.from ? moved.to : NULL;
    launch.moved = proving->root && *moved.from ? &moved : NULL;
    if (cc_options_read(&options, "options of hlcov cc", recipe->options) != COMMAND_GO_ON ||
        !annotation_fill(&options, &launch))
        g_set_error(error, HTOL_RECIPE_ERROR, 0, "the options that hlcov cc had then are not valid now");
    else
        table = proving_run(proving, &launch, words, source, proved, error);
    annotation_options_clear(&options);
    return table;
}

static const char *why_not(const HtolTable *was, const HtolTable *is)
{
    if (!is || strcmp(was->row.text, is->row.text) != 0)
        return "its text has changed since it was built";
    return "it was annotated otherwise when it was built: build it again with this hlcov";
}

/* Of all units of that recipe, one at most is what was read now. */
static gboolean keep_unit(const Proving *proving, GArray *units, const char *recipe, const HtolTable *now,
                          const char *proved, GError **error)
{
    gboolean good = TRUE;
    for (guint i = 0; i < units->len && good; i++) {
        Built *built = &g_array_index(units, Built, i);
        if (g_strcmp0(built->recipe, recipe) != 0)
            continue;
        built->done = TRUE;
        if (now && memcmp(now->id, built->table->id, HTOL_ID_SIZE) == 0)
            good = proving_keep(proving, now, proved, error);
        else
            good = proving_refuse(proving, built->table, why_not(built->table, now), error);
    }
    return good;
}

/* What came of reading it again is one table, or nothing. */
static gboolean prove(const Proving *proving, GArray *units, const char *recipe, GBytes *bytes, const char *proved,
                      GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    gsize size;
    const guint8 *start = g_bytes_get_data(bytes, &size);
    const HtolTable *now = size > 0 ? htol_table_read(arena, start, size, NULL, error) : NULL;
    return (now || size == 0) && keep_unit(proving, units, recipe, now, proved, error);
}

static gboolean refuse_built(const Proving *proving, Built *built, const char *why, GError **error)
{
    built->done = TRUE;
    return proving_refuse(proving, built->table, why, error);
}

/* Of the tables of all units of that recipe. */
static GPtrArray *ids_of(const GArray *units, const char *recipe)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; i < units->len; i++) {
        const Built *built = &g_array_index(units, Built, i);
        if (g_strcmp0(built->recipe, recipe) == 0)
            g_ptr_array_add(ids, (gpointer)built->table->id);
    }
    return ids;
}

static gboolean try_built(const Proving *proving, GArray *units, Built *built, GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) why = NULL;
    g_autofree char *proved = NULL;
    if (!built->recipe)
        return refuse_built(proving, built, "how it was compiled is not recorded", error);
    const HtolRecipe *recipe = htol_recipe_read(arena, built->recipe, &why);
    const PruneRuns runs = runs_of(arena, built->unit);
    g_autoptr(GPtrArray) wanted = ids_of(units, built->recipe);
    Proving informed = *proving;
    informed.unit.runs = &runs;
    informed.unit.wanted = wanted;
    g_autoptr(GBytes) bytes = recipe ? follow_recipe(&informed, recipe, built->table, &proved, &why) : NULL;
    if (!bytes)
        return refuse_built(proving, built, why->message, error);
    return prove(proving, units, built->recipe, bytes, proved, error);
}

gboolean prune_built(const Proving *proving, const char *path, const char *directory, GError **error)
{
    const char *paths[] = {path, NULL};
    ReportInputs *inputs = report_inputs_read_part(paths, proving->shard, error);
    if (!inputs)
        return FALSE;
    g_autoptr(GArray) units = units_of(proving, inputs);
    gboolean good = TRUE;
    for (guint i = 0; i < units->len && good; i++) {
        report_progress_tell(proving->progress, "proving", i, units->len);
        if (!g_array_index(units, Built, i).done)
            good = try_built(proving, units, &g_array_index(units, Built, i), error);
    }
    report_inputs_free(inputs);
    return g_chdir(directory) == 0 && good;
}
