/* Asks the evaluator what could be covered without some vectors of a decision; see vectors.h. */
#include "report/judge/vectors.h"

#include <string.h>

#include "htol/judge/eval.h"

struct ReportVectors {
    HtolArena *arena; /* of what follows; NULL: nothing was asked */
    const ReportFunction *function;
    guint32 decision;
    const char *pattern;
    HtolObserved *rest; /* all that is possible without the vectors; NULL if that cannot be said */
    gboolean seen;
};

ReportVectors *report_vectors_new(void)
{
    return g_new0(ReportVectors, 1);
}

void report_vectors_free(ReportVectors *vectors)
{
    htol_arena_free(vectors->arena);
    g_free(vectors);
}

/* The row's columns are the outcome, then the conditions. */
static gboolean fits(const guint8 *row, const char *pattern)
{
    for (guint i = 0; pattern[i]; i++)
        if (pattern[i] != '-' && row[1 + i] != (pattern[i] == 'T' ? HTOL_TRUE : HTOL_FALSE))
            return FALSE;
    return TRUE;
}

static gboolean any_fits(HtolEnvs envs, const char *pattern)
{
    for (guint i = 0; i < envs.rows; i++)
        if (fits(envs.values + (gsize)i * envs.columns, pattern))
            return TRUE;
    return FALSE;
}

static HtolEnvs without(HtolArena *arena, HtolEnvs envs, const char *pattern)
{
    guint8 *values = htol_arena_alloc(arena, MAX((gsize)envs.rows * envs.columns, 1));
    HtolEnvs rest = {.columns = envs.columns, .values = values};
    for (guint i = 0; i < envs.rows; i++) {
        const guint8 *row = envs.values + (gsize)i * envs.columns;
        if (!fits(row, pattern))
            memcpy(values + (gsize)rest.rows++ * envs.columns, row, envs.columns);
    }
    return rest;
}

static void find(ReportVectors *vectors)
{
    const HtolFunction *function = vectors->function->function;
    const HtolRowDecision *decision = &function->decisions[vectors->decision];
    HtolSite site = {HTOL_SITE_DECISION, vectors->decision};
    vectors->rest = NULL;
    vectors->seen = FALSE;
    if (decision->ways == 0 || strlen(vectors->pattern) != decision->conditions)
        return;
    HtolObserved *observed = htol_observed_of(vectors->arena, vectors->function->recorded);
    HtolObserved *possible = htol_possible_new(vectors->arena, function);
    vectors->seen = any_fits(htol_observed_at(observed, site), vectors->pattern);
    vectors->rest = htol_possible_new(vectors->arena, function);
    htol_observed_set(vectors->rest, vectors->decision,
                      without(vectors->arena, htol_observed_at(possible, site), vectors->pattern));
}

static void turn_to(ReportVectors *vectors, const ReportFunction *function, guint32 decision, const char *pattern)
{
    if (vectors->function == function && vectors->decision == decision && vectors->pattern == pattern)
        return;
    htol_arena_free(vectors->arena);
    *vectors = (ReportVectors){htol_arena_new(), function, decision, pattern, NULL, FALSE};
    find(vectors);
}

gboolean report_vectors_needed(ReportVectors *vectors, const ReportFunction *function, const HtolObjective *objective,
                               const char *pattern)
{
    turn_to(vectors, function, objective->site.index, pattern);
    return vectors->rest && !htol_covered(objective->hyper, vectors->rest);
}

gboolean report_vectors_seen(ReportVectors *vectors, const ReportFunction *function, const HtolObjective *objective,
                             const char *pattern)
{
    turn_to(vectors, function, objective->site.index, pattern);
    return vectors->seen;
}
