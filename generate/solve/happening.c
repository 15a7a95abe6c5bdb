/* Finds what happens on a way; see happening.h. */
#include "generate/solve/happening.h"

#include "prune/formula/copies.h"

/* Sequences of an event on one way; happenings of an event on all of them. */
enum { MOST_ON_WAY = 512, MOST_HAPPENINGS = 4096 };

typedef struct {
    GenerateEvent *event;
    HtolArena *arena;
    PruneLogic *logic;
    const GArray *visits;
    guint way, found;
    gboolean is_cut;
    PruneTerm terms[ANNOT_MOST_STEPS]; /* that steps happened, of the sequence so far, and those before them */
    guint at[ANNOT_MOST_STEPS];        /* visits that are its steps */
} Finder;

guint generate_event_values(const GenerateEvent *event)
{
    guint n = 0;
    for (guint32 i = 0; i < event->hyper->n_steps; i++)
        n += event->hyper->steps[i].occurrence.label->n_bindings;
    return n;
}

static const GenerateVisit *visit_at(const Finder *f, guint index)
{
    return &g_array_index(f->visits, GenerateVisit, index);
}

/* ---- kills ---- */

/* Whether the visit's label kills on the way to step `step` (from 0) by a predicate of its own. */
static gboolean kills_plainly(const Finder *f, const GenerateVisit *visit, guint step)
{
    const HtolStep *to = &f->event->hyper->steps[step];
    const AnnotStanding *standing = visit->standing;
    for (guint32 i = 0; i < to->n_kills && !standing->kill; i++)
        if (to->kills[i].label == standing->label->decl)
            return TRUE;
    return FALSE;
}

static gboolean kills_by_values(const Finder *f, const GenerateVisit *visit, guint step)
{
    const AnnotKill *kill = visit->standing->kill;
    return kill && kill->step == step + 1 && kill->sequence->script == f->event->script &&
           g_str_equal(kill->sequence->name, f->event->name);
}

/* The value that the steps so far bound for column `column` of the sequence. */
static GenerateValue bound_value(const Finder *f, guint32 column)
{
    for (guint step = 0;; step++) {
        guint32 n = f->event->hyper->steps[step].occurrence.label->n_bindings;
        if (column < n)
            return visit_at(f, f->at[step])->values[column];
        column -= n;
    }
}

/* Makes the truth that the visit kills, with the values that were bound in place of metavariables; NULL: not known. */
static PruneTerm killed_by_values(const Finder *f, const GenerateVisit *visit)
{
    const AnnotKill *kill = visit->standing->kill;
    PruneTerm term = visit->term;
    for (guint i = 0; i < kill->predicate->n_metas && term; i++) {
        GenerateValue value = bound_value(f, kill->columns[i]), meta = visit->values[i];
        if (meta.bits)
            term = value.bits ? prune_replaced(f->logic, term, meta.bits, value.bits) : NULL;
    }
    return term;
}

/* Makes the truth that nothing kills between two visits on the way to `step`. */
static PruneTerm survives(Finder *f, guint from, guint to, guint step)
{
    guint begin = visit_at(f, from)->moment, end = visit_at(f, to)->moment;
    PruneTerm all = f->logic->yes;
    for (guint i = from + 1; i < to; i++) {
        const GenerateVisit *visit = visit_at(f, i);
        PruneTerm killed = f->logic->no;
        if (visit->moment == begin || visit->moment == end)
            continue;
        if (kills_plainly(f, visit, step))
            killed = visit->term;
        else if (kills_by_values(f, visit, step))
            killed = killed_by_values(f, visit);
        f->is_cut |= !killed;
        all = prune_and(f->logic, all, killed ? prune_not(f->logic, killed) : f->logic->no);
    }
    return all;
}

/* ---- events ---- */

static void note(Finder *f, PruneTerm term)
{
    const HtolHyper *hyper = f->event->hyper;
    GenerateHappening happening = {f->way, term, NULL};
    guint n = 0;
    happening.values = htol_arena_new0(f->arena, GenerateValue, generate_event_values(f->event));
    for (guint32 step = 0; step < hyper->n_steps; step++)
        for (guint32 i = 0; i < hyper->steps[step].occurrence.label->n_bindings; i++)
            happening.values[n++] = visit_at(f, f->at[step])->values[i];
    g_array_append_val(f->event->happenings, happening);
}

static gboolean is_step(const Finder *f, guint index, guint step)
{
    const AnnotStanding *standing = visit_at(f, index)->standing;
    return !standing->kill && f->event->hyper->steps[step].occurrence.label == standing->label->decl;
}

static gboolean is_full(const Finder *f)
{
    return f->found >= MOST_ON_WAY || f->event->happenings->len >= MOST_HAPPENINGS;
}

/* Goes on with step `step` behind the visit of the step before. */
static void find(Finder *f, guint step)
{
    const guint n = f->event->hyper->n_steps;
    for (guint i = step > 0 ? f->at[step - 1] + 1 : 0; i < f->visits->len; i++) {
        const GenerateVisit *visit = visit_at(f, i);
        if (!is_step(f, i, step) || (step > 0 && visit->moment == visit_at(f, f->at[step - 1])->moment))
            continue;
        PruneTerm before = step > 0 ? f->terms[step - 1] : f->logic->yes;
        PruneTerm whole = step > 0 ? survives(f, f->at[step - 1], i, step) : f->logic->yes;
        f->at[step] = i;
        f->terms[step] = prune_and(f->logic, prune_and(f->logic, before, whole), visit->term);
        if (f->terms[step] == f->logic->no)
            continue;
        if (is_full(f)) {
            f->is_cut = TRUE;
            return;
        }
        if (step + 1 < n) {
            find(f, step + 1);
        } else {
            f->found++;
            note(f, f->terms[step]);
        }
    }
}

gboolean generate_event_happens(GenerateEvent *event, HtolArena *arena, PruneLogic *logic, const GArray *visits,
                                guint way, PruneTerm within)
{
    Finder finder = {.event = event, .arena = arena, .logic = logic, .visits = visits, .way = way};
    guint first = event->happenings->len;
    if (event->hyper->n_steps > ANNOT_MOST_STEPS)
        return FALSE;
    find(&finder, 0);
    for (guint i = first; i < event->happenings->len; i++) {
        GenerateHappening *happening = &g_array_index(event->happenings, GenerateHappening, i);
        happening->term = prune_and(logic, happening->term, within);
    }
    return !finder.is_cut;
}
