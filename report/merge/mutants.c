/* Joins strong builds and trials with what was measured; see mutants.h. */
#include "report/merge/mutants.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "report/merge/impossible.h"

const char *const report_mutant_states[REPORT_MUTANT_STATES] = {
    [REPORT_MUTANT_NOTICED] = "noticed",        [REPORT_MUTANT_UNNOTICED] = "unnoticed",
    [REPORT_MUTANT_UNREACHED] = "not infected", [REPORT_MUTANT_UNCHOSEN] = "not chosen",
    [REPORT_MUTANT_UNTRIED] = "not tried",      [REPORT_MUTANT_UNWRITTEN] = "not written",
};

typedef struct {
    HtolArena *arena;
    ReportMerge *merge;
    GHashTable *strong; /* hash of a function: its HtolFunction of the youngest strong build */
    GHashTable *alike;  /* hash of a function: GPtrArray of all ReportMerged of it */
    GHashTable *trials; /* hash of a function: GPtrArray of HtolTrial, the latest of each test and mutant */
    GHashTable *tests;  /* name: number of the test + 1 */
    gboolean *sampled;  /* some mutant is known to be one of a sample */
} Joiner;

/* ---- trials ---- */

static guint hash_trial(gconstpointer key)
{
    const HtolTrial *trial = key;
    return g_str_hash(trial->function) * 31 + trial->digest * 17 + g_str_hash(trial->test);
}

static gboolean equal_trials(gconstpointer left, gconstpointer right)
{
    const HtolTrial *one = left, *other = right;
    return one->digest == other->digest && strcmp(one->function, other->function) == 0 &&
           strcmp(one->test, other->test) == 0;
}

static GPtrArray *list_of(GHashTable *lists, const char *key)
{
    GPtrArray *list = g_hash_table_lookup(lists, key);
    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(lists, (gpointer)key, list);
    }
    return list;
}

/* Whether the trial says that all mutants of the function were chosen. */
static gboolean is_of_all(const HtolTrial *trial)
{
    return trial->end == HTOL_TRIAL_SPARED && trial->number == 0 && trial->digest == 0;
}

/* Lines are appended, so the last of a test and mutant is the latest. */
static void sort_trials(const Joiner *joiner, const ReportInputs *inputs)
{
    g_autoptr(GHashTable) known = g_hash_table_new(hash_trial, equal_trials);
    for (guint i = inputs->n_trials; i-- > 0;) {
        const HtolTrial *trial = &inputs->trials[i];
        if (g_hash_table_add(known, (gpointer)trial))
            g_ptr_array_add(list_of(joiner->trials, trial->function), (gpointer)trial);
        *joiner->sampled |= trial->end == HTOL_TRIAL_SPARED && !is_of_all(trial);
    }
}

static int compare_trials(gconstpointer left, gconstpointer right)
{
    return strcmp((*(const HtolTrial *const *)left)->test, (*(const HtolTrial *const *)right)->test);
}

/* Returns a set with the test alone; a name that no test has, or none, is that of what was outside of tests. */
static HtolTestSet test_of(const Joiner *joiner, const char *name)
{
    HtolTestSets *sets = joiner->merge->tests;
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(joiner->tests, name));
    if (!sets)
        return HTOL_NO_TESTS;
    return htol_test_set_of(sets, number > 0 ? number - 1 : htol_test_sets_tests(sets) - 1);
}

static void add_test(const Joiner *joiner, HtolTestSet *set, const char *name)
{
    if (joiner->merge->tests)
        *set = htol_test_set_either(joiner->merge->tests, *set, test_of(joiner, name));
}

static void add_trials(const Joiner *joiner, ReportMutant *mutant, GPtrArray *trials)
{
    for (guint i = trials->len; i-- > 0;)
        if (((const HtolTrial *)trials->pdata[i])->end == HTOL_TRIAL_SPARED) {
            mutant->is_spared = TRUE;
            g_ptr_array_remove_index(trials, i);
        }
    g_ptr_array_sort(trials, compare_trials);
    mutant->n_trials = trials->len;
    mutant->trials = htol_arena_memdup(joiner->arena, trials->pdata, trials->len * sizeof(gpointer));
    for (guint i = 0; i < trials->len; i++) {
        const HtolTrial *trial = trials->pdata[i];
        if (htol_trial_is_noticed(trial))
            add_test(joiner, &mutant->noticed, trial->test);
        else if (trial->end == HTOL_TRIAL_PASSED)
            add_test(joiner, &mutant->passed, trial->test);
    }
}

static void find_trials(const Joiner *joiner, const char *hash, ReportMutants *mutants)
{
    g_autoptr(GHashTable) by_digest = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    GPtrArray *all = g_hash_table_lookup(joiner->trials, hash);
    for (guint i = 0; all && i < all->len; i++) {
        const HtolTrial *trial = all->pdata[i];
        mutants->are_chosen |= is_of_all(trial);
        gpointer key = GUINT_TO_POINTER(trial->digest);
        if (!g_hash_table_contains(by_digest, key))
            g_hash_table_insert(by_digest, key, g_ptr_array_new());
        g_ptr_array_add(g_hash_table_lookup(by_digest, key), all->pdata[i]);
    }
    for (guint32 i = 0; i < mutants->n; i++) {
        GPtrArray *own = g_hash_table_lookup(by_digest, GUINT_TO_POINTER(mutants->list[i].digest));
        if (own)
            add_trials(joiner, &mutants->list[i], own);
    }
}

/* ---- states ---- */

static gboolean is_noticed(const ReportMutant *mutant)
{
    for (guint i = 0; i < mutant->n_trials; i++)
        if (htol_trial_is_noticed(mutant->trials[i]))
            return TRUE;
    return FALSE;
}

/* Whether the command that stands for all tests ran with it, and did not fail. */
static gboolean has_passed(const ReportMutant *mutant)
{
    for (guint i = 0; i < mutant->n_trials; i++)
        if (!*mutant->trials[i]->test && mutant->trials[i]->end == HTOL_TRIAL_PASSED)
            return TRUE;
    return FALSE;
}

static gboolean have_all_passed(const ReportMutant *mutant, HtolTestSets *sets)
{
    if (has_passed(mutant))
        return TRUE;
    if (!sets)
        return FALSE;
    HtolTestSet needed = mutant->infected.tests;
    if (mutant->infected.outside)
        needed = htol_test_set_range(sets, 0, htol_test_sets_tests(sets) - 1);
    return htol_test_set_within(sets, needed, mutant->passed);
}

/* A sample judges only those that are part of it: all that need no run, and some of those that do, are no sample. */
static ReportMutantState state_of(const Joiner *joiner, const ReportMutants *mutants, const ReportMutant *mutant)
{
    HtolTestSets *sets = joiner->merge->tests;
    if (mutant->change->unwritten > 0)
        return REPORT_MUTANT_UNWRITTEN;
    if (is_noticed(mutant))
        return REPORT_MUTANT_NOTICED;
    if (mutant->infected.tests == HTOL_NO_TESTS && !mutant->infected.outside)
        return *joiner->sampled && !mutants->are_chosen && !mutant->is_spared ? REPORT_MUTANT_UNCHOSEN
                                                                              : REPORT_MUTANT_UNREACHED;
    return have_all_passed(mutant, sets) ? REPORT_MUTANT_UNNOTICED : REPORT_MUTANT_UNTRIED;
}

/* ---- mutants of a function ---- */

/* Puts the mutant into the ring of those that do the same: behind the first of them. */
static void join_same(ReportMutants *mutants, guint32 i)
{
    ReportMutant *mutant = &mutants->list[i];
    guint32 same = mutant->change->same;
    ReportMutant *first = same > 0 ? &mutants->list[same - 1] : mutant;
    mutant->first = first;
    mutant->same = first == mutant ? mutant : first->same;
    first->same = mutant;
}

static ReportMutants *new_mutants(const Joiner *joiner, const HtolFunction *strong)
{
    ReportMutants *mutants = htol_arena_new0(joiner->arena, ReportMutants, 1);
    *mutants = (ReportMutants){.n = strong->n_changes,
                               .list = htol_arena_new0(joiner->arena, ReportMutant, strong->n_changes)};
    g_autofree guint32 *digests = g_new(guint32, strong->n_changes);
    htol_change_digests(strong, digests);
    for (guint32 i = 0; i < mutants->n; i++) {
        ReportMutant *mutant = &mutants->list[i];
        mutant->function = strong;
        mutant->change = &strong->changes[i];
        mutant->digest = digests[i];
        join_same(mutants, i);
    }
    return mutants;
}

static gboolean is_proved(const GPtrArray *alike, const char *name)
{
    gboolean all = TRUE;
    for (guint i = 0; i < alike->len && all; i++)
        all = report_impossible(alike->pdata[i], name) != NULL;
    return all;
}

static gboolean is_equivalent(const Joiner *joiner, const GPtrArray *alike, const ReportMutant *mutant)
{
    const ReportMutant *at = mutant;
    do {
        if (is_proved(alike, htol_change_name(joiner->arena, at->digest)))
            return TRUE;
        at = at->same;
    } while (at != mutant);
    return FALSE;
}

/* No test notices a mutant that is proved to do in each run what the program does. */
static void leave_equivalents(const Joiner *joiner, const GPtrArray *alike, ReportMutants *mutants)
{
    for (guint32 i = 0; i < mutants->n; i++)
        if (is_equivalent(joiner, alike, &mutants->list[i]))
            mutants->list[i].infected = (ReportInfected){.weak = mutants->list[i].infected.weak};
}

/* Of mutants that do the same, the first one is told what is known of all, and then all are. */
static void share_infected(const Joiner *joiner, ReportMutants *mutants)
{
    HtolTestSets *sets = joiner->merge->tests;
    for (guint32 i = 0; i < mutants->n; i++)
        if (mutants->list[i].change->same > 0)
            report_infected_meet(&mutants->list[mutants->list[i].change->same - 1].infected, &mutants->list[i].infected,
                                 sets);
    for (guint32 i = 0; i < mutants->n; i++)
        report_infected_meet(&mutants->list[i].infected, &mutants->list[i].first->infected, sets);
}

/* Adds which tests may notice the mutants by what ran in one build of the function. If it is a part of another build,
 * what is proved of that one holds for the text. */
static void add_infected(const Joiner *joiner, const ReportMerged *build, gboolean is_part, ReportMutants *mutants)
{
    ReportInfected *infected = report_infected_find(joiner->arena, build, mutants->list->function);
    for (guint32 i = 0; i < mutants->n; i++) {
        if (is_part)
            infected[i].weak = mutants->list[i].infected.weak;
        report_infected_add(&mutants->list[i].infected, &infected[i], joiner->merge->tests);
    }
}

/* A mutant runs in all functions of its text at once. Each run of a build that records less may notice one whose values
 * it did not record, which the build that it is merged into does not say. */
static void find_infected(const Joiner *joiner, const GPtrArray *alike, ReportMutants *mutants)
{
    for (guint k = 0; k < alike->len; k++) {
        const ReportMerged *merged = alike->pdata[k];
        add_infected(joiner, merged, FALSE, mutants);
        for (const ReportMerged *part = merged->part; part; part = part->next)
            add_infected(joiner, part, TRUE, mutants);
    }
    share_infected(joiner, mutants);
    leave_equivalents(joiner, alike, mutants);
}

/* ---- rows ---- */

/* Returns the index of the file among those of the function, to which it is added if it is not there. */
static guint32 file_of(HtolArena *arena, HtolFunction *function, const HtolRowFile *file)
{
    for (guint32 i = 0; i < function->n_files; i++)
        if (strcmp(function->files[i].path, file->path) == 0)
            return i;
    HtolRowFile *files = htol_arena_new0(arena, HtolRowFile, function->n_files + 1);
    memcpy(files, function->files, function->n_files * sizeof *files);
    files[function->n_files] = *file;
    function->files = files;
    return function->n_files++;
}

/* The row as if it had been of the measured build, where the function may stand on other lines. */
static HtolRowChange moved(HtolArena *arena, HtolFunction *function, const ReportMutant *mutant)
{
    HtolRowChange row = *mutant->change;
    if (row.file == 0) {
        row.line += function->row.line - mutant->function->row.line;
        row.end_line += function->row.line - mutant->function->row.line;
    }
    row.file = file_of(arena, function, &mutant->function->files[mutant->change->file]);
    row.block = row.block <= function->n_blocks ? row.block : 0;
    row.slot = function->row.slots++;
    return row;
}

static const HtolFunction *add_rows(HtolArena *arena, const HtolFunction *function, const ReportMutants *mutants)
{
    HtolFunction *copy = htol_arena_memdup(arena, function, sizeof *copy);
    copy->n_changes = mutants->n;
    copy->changes = htol_arena_new0(arena, HtolRowChange, mutants->n);
    for (guint32 i = 0; i < mutants->n; i++)
        copy->changes[i] = moved(arena, copy, &mutants->list[i]);
    return copy;
}

/* Behind the function's own slots, of which there are `own`. */
static void record(HtolArena *arena, HtolRecorded *recorded, guint32 own, const ReportMutants *mutants)
{
    guint8 *slots = htol_arena_alloc(arena, own + mutants->n);
    HtolTestSet *tests = recorded->slot_tests ? htol_arena_new0(arena, HtolTestSet, own + mutants->n) : NULL;
    memcpy(slots, recorded->slots, own);
    if (tests)
        memcpy(tests, recorded->slot_tests, own * sizeof *tests);
    for (guint32 i = 0; i < mutants->n; i++) {
        slots[own + i] = mutants->list[i].state == REPORT_MUTANT_NOTICED;
        if (tests)
            tests[own + i] = mutants->list[i].noticed;
    }
    recorded->slots = slots;
    recorded->slot_tests = tests;
}

static void give(const Joiner *joiner, ReportMerged *merged, ReportMutants *mutants)
{
    guint32 own = merged->recorded.function->row.slots;
    merged->function = merged->recorded.function = add_rows(joiner->arena, merged->recorded.function, mutants);
    merged->mutants = mutants;
    record(joiner->arena, &merged->recorded, own, mutants);
}

/* ---- the whole ---- */

static void join(const Joiner *joiner, const char *hash, const GPtrArray *alike)
{
    const HtolFunction *strong = g_hash_table_lookup(joiner->strong, hash);
    if (!strong || strong->n_changes == 0)
        return;
    ReportMutants *mutants = new_mutants(joiner, strong);
    find_infected(joiner, alike, mutants);
    find_trials(joiner, hash, mutants);
    for (guint32 i = 0; i < mutants->n; i++)
        mutants->list[i].state = state_of(joiner, mutants, &mutants->list[i]);
    for (guint i = 0; i < alike->len; i++)
        give(joiner, alike->pdata[i], mutants);
}

static void name_strong(const Joiner *joiner, const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        if (!g_hash_table_contains(joiner->strong, function->row.hash))
            g_hash_table_insert(joiner->strong, (gpointer)function->row.hash, (gpointer)function);
    }
}

static void name_merged(const Joiner *joiner)
{
    for (guint i = 0; i < joiner->merge->n_sources; i++) {
        const ReportSource *source = &joiner->merge->sources[i];
        for (guint k = 0; k < source->n_functions; k++)
            g_ptr_array_add(list_of(joiner->alike, source->functions[k]->function->row.hash), source->functions[k]);
    }
}

static void join_all(const Joiner *joiner, const ReportInputs *inputs)
{
    GHashTableIter at;
    gpointer hash, alike;
    for (guint i = 0; i < inputs->strong->len; i++)
        name_strong(joiner, ((ReportStrong *)inputs->strong->pdata[i])->table);
    for (guint i = 0; i < inputs->tests->len; i++)
        g_hash_table_insert(joiner->tests, (gpointer)((ReportTest *)inputs->tests->pdata[i])->name,
                            GUINT_TO_POINTER(i + 1));
    sort_trials(joiner, inputs);
    name_merged(joiner);
    g_hash_table_iter_init(&at, joiner->alike);
    while (g_hash_table_iter_next(&at, &hash, &alike))
        join(joiner, hash, alike);
}

void report_mutants_join(HtolArena *arena, const ReportInputs *inputs, ReportMerge *merge)
{
    GDestroyNotify free_list = (GDestroyNotify)g_ptr_array_unref;
    g_autoptr(GHashTable) strong = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) alike = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_list);
    g_autoptr(GHashTable) trials = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_list);
    g_autoptr(GHashTable) tests = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean sampled = FALSE;
    const Joiner joiner = {arena, merge, strong, alike, trials, tests, &sampled};
    if (inputs->strong->len > 0)
        join_all(&joiner, inputs);
}

/* ---- asking ---- */

guint64 report_mutant_rank(const ReportMutant *mutant)
{
    const char *hash = mutant->function->row.hash;
    guint64 sum = htol_sum(HTOL_FNV_BASIS, (const guint8 *)hash, strlen(hash));
    guint8 digest[] = {(guint8)mutant->digest, (guint8)(mutant->digest >> 8), (guint8)(mutant->digest >> 16),
                       (guint8)(mutant->digest >> 24)};
    return htol_sum(sum, digest, sizeof digest);
}

/* The seed is none of a sample's. */
guint report_mutant_part(guint64 rank, guint parts)
{
    return htol_part_of_hash(htol_part_mix(rank, G_MAXUINT64 - 1), parts);
}

const ReportMutant *report_mutant_of(const ReportFunction *function, const HtolObjective *objective)
{
    if (!function->mutants || objective->criterion != HTOL_CRIT_sm || objective->site.kind != HTOL_SITE_CHANGE)
        return NULL;
    return &function->mutants->list[objective->site.index];
}

static gboolean is_absent(const ReportMutant *mutant)
{
    for (guint i = 0; i < mutant->n_trials; i++)
        if (mutant->trials[i]->end == HTOL_TRIAL_ABSENT)
            return TRUE;
    return FALSE;
}

const char *report_mutant_untried(const ReportFunction *function, const HtolObjective *objective)
{
    const ReportMutant *mutant = report_mutant_of(function, objective);
    if (mutant && mutant->state == REPORT_MUTANT_UNCHOSEN)
        return "a sample was tried, of which it is no part: 'hlcov mutate' without --sample judges all";
    if (!mutant || mutant->state != REPORT_MUTANT_UNTRIED)
        return NULL;
    return is_absent(mutant) ? "tests ran other programs than those that 'hlcov cc --strong' compiled"
                             : "not all tests that may notice it have run with it: 'hlcov mutate' runs them";
}
