/* Finds the tests that may notice a mutant; see infected.h.
 *
 * If a mutant is sure, a run in which its value never differed is the same with it, and an objective of weak mutation
 * says in which runs it did. Of all others nothing is known but that a run that did not reach the place is the same. */
#include "report/merge/infected.h"

#include "htol/expand/expansion.h"

#include <string.h>

#include "htol/criteria/criteria.h"
#include "htol/judge/eval.h"
#include "htol/tests/witness.h"

/* What is asked again and again of one function. */
typedef struct {
    HtolArena *arena, *scratch; /* `arena`: of the result */
    const ReportMerged *measured;
    const HtolFunction *strong;
    HtolObserved *observed, *outside; /* `outside`: by what was recorded outside of tests; NULL: nothing was */
    GHashTable *weak;                 /* criterion and place: GPtrArray of HtolObjective */
} Finder;

/* ---- what was recorded ---- */

static HtolObserved *observe_outside(HtolArena *scratch, const ReportMerged *measured)
{
    HtolRecorded *recorded = htol_arena_memdup(scratch, &measured->recorded, sizeof *recorded);
    if (!measured->outside && !measured->outside_tuples)
        return NULL;
    if (measured->outside)
        recorded->slots = measured->outside;
    else
        recorded->slots = htol_arena_alloc(scratch, MAX(recorded->function->row.slots, 1));
    if (!measured->outside_tuples)
        recorded->n_tuples = 0;
    recorded->tests = NULL;
    recorded->slot_tests = recorded->tuple_tests = NULL;
    return htol_observed_of(scratch, recorded);
}

/* Without tests that are known, whoever ran is nobody that has a name. */
static ReportInfected infected_by(const Finder *finder, const HtolHyper *hyper)
{
    HtolTestSets *sets = finder->measured->recorded.tests;
    gboolean outside = finder->outside && htol_covered(hyper, finder->outside);
    if (!sets)
        return (ReportInfected){HTOL_NO_TESTS, outside || htol_covered(hyper, finder->observed), NULL};
    HtolWitnesses found = htol_witnesses(finder->scratch, hyper, finder->observed);
    HtolTestSet tests = htol_test_set_either(sets, found.alone, htol_witnesses_together(sets, &found));
    guint32 nobody = htol_test_sets_tests(sets) - 1;
    outside |= found.partial || htol_test_set_has(sets, tests, nobody);
    return (ReportInfected){htol_test_set_without(sets, tests, htol_test_set_of(sets, nobody)), outside, NULL};
}

/* ---- places ---- */

static const char *path_of(const HtolFunction *function, guint32 file)
{
    return file < function->n_files ? function->files[file].path : "";
}

/* Lines count from that of the function: it may have been moved between the two builds. */
static char *name_place(HtolArena *arena, const HtolFunction *function, const char *criterion, guint32 file,
                        const guint32 at[4])
{
    guint32 first = file == 0 ? function->row.line : 0;
    return htol_arena_printf(arena, "%s %s %u %u %u %u", criterion, path_of(function, file), at[0] - first, at[1],
                             at[2] - first, at[3]);
}

static char *place_of_change(const Finder *finder, const HtolRowChange *row)
{
    const guint32 at[4] = {row->line, row->column, row->end_line, row->end_column};
    return name_place(finder->scratch, finder->strong, row->criterion, row->file, at);
}

static char *place_of_objective(const Finder *finder, const HtolObjective *objective)
{
    const HtolFunction *function = finder->measured->recorded.function;
    const HtolRowOperation *row = &function->operations[objective->site.index];
    const guint32 at[4] = {row->line, row->column, row->end_line, row->end_column};
    return name_place(finder->scratch, function, htol_criteria[objective->criterion].name, row->file, at);
}

/* ---- objectives of weak mutation ---- */

static gboolean has_sure_change(const HtolFunction *strong, const char *criterion)
{
    for (guint32 i = 0; i < strong->n_changes; i++)
        if (strong->changes[i].sure && strcmp(strong->changes[i].criterion, criterion) == 0)
            return TRUE;
    return FALSE;
}

static void add_weak(const Finder *finder, const HtolObjective *objective)
{
    if (!objective->hyper || objective->unmeasured || objective->open || objective->site.kind != HTOL_SITE_OPERATION)
        return;
    char *place = place_of_objective(finder, objective);
    GPtrArray *there = g_hash_table_lookup(finder->weak, place);
    if (!there) {
        there = g_ptr_array_new();
        g_hash_table_insert(finder->weak, place, there);
    }
    g_ptr_array_add(there, (gpointer)objective);
}

/* Where values were not looked at, they may have differed. */
static gboolean were_values_told(const HtolRecorded *recorded)
{
    guint32 slot = recorded->function->row.untold;
    return slot == 0 || !recorded->slots[slot];
}

static void find_weak(const Finder *finder)
{
    HtolSelection selection = {0};
    guint n;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        selection.wanted[i] = has_sure_change(finder->strong, htol_criteria[i].name);
    if (!were_values_told(&finder->measured->recorded))
        return;
    const HtolObjective *objectives = htol_expand(finder->scratch, finder->measured->recorded.function, &selection, &n);
    for (guint i = 0; i < n; i++)
        add_weak(finder, &objectives[i]);
}

/* Whether the objective says when values of the mutant differed. */
static gboolean is_weak_of(const HtolFunction *measured, const HtolObjective *objective, const HtolRowChange *row)
{
    if (*row->weak) {
        const char *colon = strrchr(objective->id, ':');
        return strcmp(colon ? colon + 1 : objective->id, row->weak) == 0;
    }
    const HtolRowOperation *operation = &measured->operations[objective->site.index];
    return objective->mutant < operation->mutants &&
           strcmp(measured->mutants[operation->first_mutant + objective->mutant].text, row->after) == 0;
}

/* ---- one mutant ---- */

void report_infected_add(ReportInfected *to, const ReportInfected *other, HtolTestSets *sets)
{
    to->outside |= other->outside;
    to->weak = !to->weak || g_strcmp0(to->weak, other->weak) == 0 ? other->weak : "";
    if (sets)
        to->tests = htol_test_set_either(sets, to->tests, other->tests);
}

void report_infected_meet(ReportInfected *to, const ReportInfected *other, HtolTestSets *sets)
{
    if (to->outside && !other->outside)
        to->tests = other->tests;
    else if (sets && to->outside == other->outside)
        to->tests = htol_test_set_both(sets, to->tests, other->tests);
    to->outside &= other->outside;
}

/* What stands in criteria that are not asked for is named as in verdicts, too. */
static const char *name_weak(const Finder *finder, const HtolObjective *objective)
{
    return htol_arena_printf(finder->arena, "%s:%s", htol_criteria[objective->criterion].name, objective->id);
}

/* By where values differed; FALSE if no objective says so. Several may, of one macro's expansion. */
static gboolean find_by_values(const Finder *finder, const HtolRowChange *row, ReportInfected *found)
{
    GPtrArray *there = row->sure ? g_hash_table_lookup(finder->weak, place_of_change(finder, row)) : NULL;
    gboolean any = FALSE;
    for (guint i = 0; there && i < there->len; i++) {
        const HtolObjective *objective = there->pdata[i];
        if (!is_weak_of(finder->measured->recorded.function, objective, row))
            continue;
        ReportInfected more = infected_by(finder, objective->hyper);
        more.weak = name_weak(finder, objective);
        report_infected_add(found, &more, finder->measured->recorded.tests);
        any = TRUE;
    }
    return any;
}

/* Returns the index of the measured block that is the mutant's; the entry's if it is not known, or blocks are others.
 */
static guint32 block_of(const Finder *finder, const HtolRowChange *row)
{
    const HtolFunction *measured = finder->measured->recorded.function, *strong = finder->strong;
    if (row->block == 0 || measured->n_blocks != strong->n_blocks)
        return 0;
    const HtolRowBlock *one = &measured->blocks[row->block - 1], *other = &strong->blocks[row->block - 1];
    gboolean same = one->line - measured->row.line == other->line - strong->row.line || one->file != 0;
    return same && one->file == other->file ? row->block - 1 : 0;
}

static ReportInfected find_infected(const Finder *finder, const HtolRowChange *row)
{
    ReportInfected found = {HTOL_NO_TESTS, FALSE, NULL};
    if (find_by_values(finder, row, &found))
        return found;
    HtolSite site = {HTOL_SITE_BLOCK, block_of(finder, row)};
    found = infected_by(finder, htol_label(finder->scratch, site, NULL));
    found.weak = "";
    return found;
}

/* ---- all of a function ---- */

static ReportInfected *find_all(const Finder *finder)
{
    ReportInfected *infected = htol_arena_new0(finder->arena, ReportInfected, MAX(finder->strong->n_changes, 1));
    find_weak(finder);
    for (guint32 i = 0; i < finder->strong->n_changes; i++)
        infected[i] = find_infected(finder, &finder->strong->changes[i]);
    return infected;
}

/* Of a function that was not measured nothing is known: each test may have called it. */
static ReportInfected *find_nothing(HtolArena *arena, const HtolFunction *strong)
{
    ReportInfected *infected = htol_arena_new0(arena, ReportInfected, MAX(strong->n_changes, 1));
    for (guint32 i = 0; i < strong->n_changes; i++)
        infected[i] = (ReportInfected){HTOL_NO_TESTS, TRUE, ""};
    return infected;
}

ReportInfected *report_infected_find(HtolArena *arena, const ReportMerged *measured, const HtolFunction *strong)
{
    const HtolRecorded *recorded = &measured->recorded;
    if (recorded->function->row.skipped != HTOL_MEASURED || recorded->function->n_blocks == 0)
        return find_nothing(arena, strong);
    g_autoptr(HtolArena) scratch = htol_arena_new();
    g_autoptr(GHashTable) weak =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    const Finder finder = {.arena = arena,
                           .scratch = scratch,
                           .measured = measured,
                           .strong = strong,
                           .observed = htol_observed_of(scratch, recorded),
                           .outside = observe_outside(scratch, measured),
                           .weak = weak};
    return find_all(&finder);
}
