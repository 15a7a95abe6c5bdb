/* Looks up the objectives that say which tests a mutant infects; see infection.h. */
#include "mutate/infection.h"

#include <string.h>

#include "report/model/objectives.h"

/* A function that was measured, and what runs outside of tests covered of it; NULL: nothing is known. */
typedef struct {
    const ReportFunction *function;
    ReportObjectives *objectives, *outside;
} Measured;

struct MutateInfection {
    const ReportModel *model;
    guint n;
    Measured *measured;
};

MutateInfection *mutate_infection_new(const ReportModel *model, const ReportModel *outside, const GPtrArray *alike,
                                      GHashTable *others)
{
    MutateInfection *infection = g_new0(MutateInfection, 1);
    *infection = (MutateInfection){model, alike->len, g_new0(Measured, alike->len)};
    for (guint i = 0; i < alike->len; i++) {
        const ReportFunction *function = alike->pdata[i], *other = g_hash_table_lookup(others, function->id);
        infection->measured[i] =
            (Measured){function, report_objectives(model, function), other ? report_objectives(outside, other) : NULL};
    }
    return infection;
}

void mutate_infection_free(MutateInfection *infection)
{
    for (guint i = 0; i < infection->n; i++) {
        report_objectives_free(infection->measured[i].objectives);
        if (infection->measured[i].outside)
            report_objectives_free(infection->measured[i].outside);
    }
    g_free(infection->measured);
    g_free(infection);
}

/* ---- what covers an objective ---- */

static gboolean is_covered_outside(const Measured *measured, guint index)
{
    const ReportObjectives *outside = measured->outside;
    return outside && index < outside->n && outside->list[index].status == REPORT_COVERED;
}

static void add_set(const MutateInfection *infection, HtolTestSet set, MutateInfected *infected)
{
    if (infection->model->tests)
        infected->tests = htol_test_set_either(infection->model->tests, infected->tests, set);
}

/* Adds the tests that cover objective `index`, and that runs outside of tests do. */
static void add_tests(const MutateInfection *infection, const Measured *measured, guint index, MutateInfected *infected)
{
    const ReportObjective *objective = &measured->objectives->list[index];
    HtolTestSets *sets = infection->model->tests;
    if (objective->status != REPORT_COVERED)
        return;
    infected->any = TRUE;
    if (objective->witnesses) {
        add_set(infection, objective->witnesses->alone, infected);
        add_set(infection, htol_witnesses_together(sets, objective->witnesses), infected);
    }
    if (sets && (!objective->witnesses || is_covered_outside(measured, index)))
        add_set(infection, htol_test_set_of(sets, htol_test_sets_tests(sets) - 1), infected);
}

/* ---- places ---- */

/* Returns the index of the first objective of a block, or of the function if `block` is 0; -1: there is none. */
static gint find_reached(const Measured *measured, guint32 block)
{
    HtolCriterion criterion = block > 0 ? HTOL_CRIT_bbc : HTOL_CRIT_fc;
    for (guint i = 0; i < measured->objectives->n; i++) {
        const HtolObjective *objective = measured->objectives->list[i].objective;
        if (objective->criterion == criterion && (block == 0 || objective->site.index == block - 1))
            return (gint)i;
    }
    return -1;
}

static gint find_measured_reached(const Measured *measured, guint32 block)
{
    gint index = find_reached(measured, block);
    gboolean is_known = index >= 0 && measured->objectives->list[index].status != REPORT_UNMEASURED;
    return is_known || block == 0 ? index : find_reached(measured, 0);
}

/* Whatever reaches the place may notice the mutant. */
static void add_reaching(const MutateInfection *infection, const Measured *measured, guint32 block,
                         MutateInfected *infected)
{
    gint index = find_measured_reached(measured, block);
    if (index < 0)
        return;
    infected->is_excluded |= measured->objectives->list[index].status == REPORT_EXCLUDED;
    add_tests(infection, measured, (guint)index, infected);
}

/* ---- values ---- */

static gboolean is_same_file(const ReportFunction *measured, guint32 file, const HtolFunction *function, guint32 other)
{
    return file < measured->function->n_files && other < function->n_files &&
           strcmp(measured->function->files[file].path, function->files[other].path) == 0;
}

/* Whether the objective is about what the mutant changes: its text is that, a colon, and what is asked for. */
static gboolean is_about(const ReportFunction *measured, const HtolObjective *objective, const HtolFunction *function,
                         const HtolRowChange *change)
{
    gsize length = strlen(change->before);
    return objective->line == change->line && objective->column == change->column &&
           strcmp(htol_criteria[objective->criterion].name, change->criterion) == 0 && objective->text &&
           strncmp(objective->text, change->before, length) == 0 && objective->text[length] == ':' &&
           is_same_file(measured, objective->file, function, change->file);
}

/* Whether it asks that the mutant's value differ. */
static gboolean asks_for(const HtolObjective *objective, const HtolRowChange *change)
{
    if (*change->weak) {
        const char *colon = strrchr(objective->id, ':');
        return colon && strcmp(colon + 1, change->weak) == 0;
    }
    g_autofree char *wanted = *change->after ? g_strdup_printf(": %s for it", change->after) : g_strdup(": deleted");
    return strcmp(objective->text + strlen(change->before), wanted) == 0;
}

/* Adds the tests in which values differed; FALSE if nothing says so. Notes whether they cannot. */
static gboolean add_differing(const MutateInfection *infection, const Measured *measured, const HtolFunction *function,
                              const HtolRowChange *change, MutateInfected *infected)
{
    gboolean found = FALSE;
    for (guint i = 0; i < measured->objectives->n; i++) {
        const ReportObjective *objective = &measured->objectives->list[i];
        if (!is_about(measured->function, objective->objective, function, change) ||
            !asks_for(objective->objective, change))
            continue;
        if (objective->status == REPORT_UNMEASURED || objective->status == REPORT_EXCLUDED)
            return FALSE;
        found = TRUE;
        infected->is_equivalent |=
            objective->proof && objective->proof->kind == HTOL_PROOF_INFEASIBLE && objective->status != REPORT_COVERED;
        add_tests(infection, measured, i, infected);
    }
    return found;
}

MutateInfected mutate_infection_of(MutateInfection *infection, const HtolFunction *function,
                                   const HtolRowChange *change)
{
    MutateInfected infected = {.tests = HTOL_NO_TESTS};
    guint n_equivalent = 0;
    for (guint i = 0; i < infection->n; i++) {
        const Measured *measured = &infection->measured[i];
        infected.is_equivalent = FALSE;
        if (!change->sure || !add_differing(infection, measured, function, change, &infected))
            add_reaching(infection, measured, change->block, &infected);
        n_equivalent += infected.is_equivalent;
    }
    infected.is_equivalent = n_equivalent == infection->n && !infected.any;
    return infected;
}
