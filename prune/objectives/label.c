/* Makes formulas of labels; see label.h. */
#include "prune/objectives/label.h"

#include "htol/judge/eval.h"

typedef struct {
    const PruneSubject *subject;
    const PruneSlots *slots;
    PruneTerm term; /* so far; NULL: some slot is not known */
} Any;

static void add_slot(Any *any, guint32 slot)
{
    PruneTerm term = any->slots->terms[slot];
    any->term = any->term && term ? prune_or(any->subject->logic, any->term, term) : NULL;
}

/* ---- decisions ---- */

/* Adds slots of the decision whose environments satisfy the predicate; if that is NULL, those with `outcome`. */
static void add_rows(Any *any, guint32 first, guint32 count, const HtolExpr *predicate, HtolTruth outcome)
{
    for (guint32 slot = first; slot < first + count; slot++) {
        const guint8 *row = any->slots->rows[slot];
        if (row && (predicate ? htol_eval(predicate, row) == HTOL_TRUE : row[0] == outcome))
            add_slot(any, slot);
    }
}

/* Adds the slots of a decision; one with too many ways is recorded as tuples, so its term is not known. */
static void add_decision(Any *any, guint32 decision, const HtolExpr *predicate, HtolTruth outcome)
{
    const HtolFunction *rows = any->slots->function;
    const HtolRowDecision *row = &rows->decisions[decision];
    const HtolRowCondition *conditions = rows->conditions + row->first_condition;
    if (row->ways == 0 || row->root < HTOL_TARGET_CONDITION) {
        any->term = NULL;
        return;
    }
    add_rows(any, row->slot, row->ways, predicate, outcome);
    for (guint32 i = 0; i < row->conditions; i++)
        add_rows(any, conditions[i].cut_slot, conditions[i].cut_slots, predicate, outcome);
}

/* ---- blocks ---- */

static void add_block(Any *any, guint32 block)
{
    const HtolFunction *rows = any->slots->function;
    const HtolRowBlock *row = &rows->blocks[block];
    for (guint32 i = 0; i < row->terms; i++) {
        const HtolRowTerm *term = &rows->terms[row->first_term + i];
        switch ((HtolTermKind)term->kind) {
        case HTOL_TERM_SLOT: add_slot(any, term->index); break;
        case HTOL_TERM_ARM: add_slot(any, rows->arms[term->index].slot); break;
        case HTOL_TERM_FALSE: add_decision(any, term->index, NULL, HTOL_FALSE); break;
        case HTOL_TERM_TRUE: add_decision(any, term->index, NULL, HTOL_TRUE); break;
        }
    }
}

/* ---- operations ---- */

/* Adds the slots of the operation's classes that satisfy the predicate. */
static void add_operation(Any *any, guint32 operation, const HtolExpr *predicate)
{
    const HtolRowOperation *row = &any->slots->function->operations[operation];
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *possible = htol_possible_new(scratch, any->slots->function);
    HtolEnvs envs = htol_observed_at(possible, (HtolSite){HTOL_SITE_OPERATION, operation});
    for (guint32 k = 0; k < row->classes && envs.rows == row->classes; k++)
        if (!predicate || htol_eval(predicate, envs.values + (gsize)k * envs.columns) == HTOL_TRUE)
            add_slot(any, row->slot + k);
}

/* ---- labels ---- */

static void add_site(Any *any, const HtolHyper *label)
{
    guint32 index = label->site.index;
    switch (label->site.kind) {
    case HTOL_SITE_BLOCK: add_block(any, index); break;
    case HTOL_SITE_ARM: add_slot(any, any->slots->function->arms[index].slot); break;
    case HTOL_SITE_OPERATION: add_operation(any, index, label->predicate); break;
    case HTOL_SITE_DECISION:
        if (label->predicate) {
            add_decision(any, index, label->predicate, HTOL_UNKNOWN);
            break;
        } /* fall through */
    default: any->term = NULL;
    }
}

/* Returns when the label's place is reached; NULL: not known, as for arms, which have no blocks of their own. */
static const PruneMoment *moment_of(const PruneSlots *slots, HtolSite site)
{
    if (site.kind == HTOL_SITE_BLOCK)
        return prune_block(slots, site.index);
    if (site.kind == HTOL_SITE_OPERATION)
        return prune_operation(slots, site.index);
    return site.kind == HTOL_SITE_DECISION ? prune_decision(slots, site.index) : NULL;
}

PruneLabel prune_label(const PruneSubject *subject, const PruneSlots *slots, const HtolObjective *objective)
{
    const HtolHyper *hyper = objective->hyper;
    if (!hyper || objective->unmeasured || objective->open || objective->by_name || objective->user ||
        hyper->kind != HTOL_HYPER_LABEL)
        return (PruneLabel){0};
    Any any = {subject, slots, subject->logic->no};
    const PruneMoment *moment = moment_of(slots, hyper->site);
    add_site(&any, hyper);
    if (!moment || !moment->before || !any.term)
        return (PruneLabel){0};
    return (PruneLabel){any.term, moment->inside ? moment->inside : moment->before, moment->path};
}
