/* Finds the callees that join a function, and encodes them where it calls them; see joined.h. */
#include "prune/objectives/joined.h"

#include "htol/expand/expansion.h"

/* ---- which ---- */

/* Returns the only call that may enter the function; NULL: there are others, or none is known. */
static const PruneCallSite *only_call(const PruneCallers *callers, const AnnotFunction *function)
{
    const GArray *sites = prune_callers_of(callers, function);
    return sites && sites->len == 1 ? &g_array_index(sites, PruneCallSite, 0) : NULL;
}

/* Whether the function joins the subject, which alone calls it. Not in a circle of functions that only call each other,
 * where each would join another one. */
static gboolean joins(const PruneSubject *subject, const AnnotFunction *function)
{
    const PruneCallSite *call = only_call(subject->callers, function);
    if (!call || call->caller != subject->function)
        return FALSE;
    for (guint i = 0; i <= subject->tree->n_functions; i++)
        if (!(call = only_call(subject->callers, call->caller)))
            return TRUE;
    return FALSE;
}

static GArray *callees_of(const PruneSubject *subject)
{
    GArray *callees = g_array_new(FALSE, FALSE, sizeof(AnnotSurveyed));
    for (guint i = 0; i < subject->unit->len; i++) {
        const AnnotSurveyed *other = &g_array_index(subject->unit, AnnotSurveyed, i);
        if (joins(subject, subject->tree->functions[other->index]))
            g_array_append_val(callees, *other);
    }
    return callees;
}

/* ---- as they are called ---- */

static void add_callee(PruneJoined *joined, const PruneJudged *alone, guint i, const AnnotSurveyed *callee)
{
    PruneSubject *subject = &joined->subjects[i];
    PruneJudged *judged = &joined->judged[i];
    *subject = *alone->subject;
    *judged = *alone;
    if (callee) {
        subject->function = subject->tree->functions[callee->index];
        subject->cfg = callee->cfg;
        subject->rows = callee->rows;
        subject->recorded = prune_runs_of(subject->runs, subject->arena, callee);
        judged->objectives = htol_expand(subject->arena, callee->rows, alone->selection, &judged->n_objectives);
    }
    judged->subject = subject;
    judged->slots = &joined->slots[i];
}

PruneJoined prune_joined_new(const PruneJudged *alone)
{
    HtolArena *arena = alone->subject->arena;
    g_autoptr(GArray) callees = callees_of(alone->subject);
    guint n = callees->len + 1;
    PruneJoined joined = {0};
    if (n == 1)
        return joined;
    joined = (PruneJoined){n, htol_arena_new0(arena, PruneJudged, n), htol_arena_new0(arena, PruneSubject, n),
                           htol_arena_new0(arena, PruneSlots, n)};
    for (guint i = 0; i < n; i++)
        add_callee(&joined, alone, i, i > 0 ? &g_array_index(callees, AnnotSurveyed, i - 1) : NULL);
    prune_slots_find_joined(joined.subjects, n, joined.slots);
    return joined;
}

void prune_joined_clear(PruneJoined *joined)
{
    for (guint i = 0; i < joined->n; i++)
        prune_slots_clear(&joined->slots[i]);
}
