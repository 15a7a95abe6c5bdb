/* From sites to slots; see slots.h. What these slots mean is env.c's. */
#include "htol/judge/slots.h"

#include <string.h>

#include "htol/files/ways.h"

typedef struct {
    const HtolFunction *function;
    guint8 mark, *marks;
} Marking;

static void mark_slots(const Marking *marking, guint32 first, guint32 n)
{
    memset(marking->marks + first, marking->mark, n);
}

static void mark_decision(const Marking *marking, guint32 decision)
{
    const HtolRowDecision *row = &marking->function->decisions[decision];
    mark_slots(marking, row->slot, htol_decision_slots(row));
    for (guint32 i = 0; i < row->conditions; i++) {
        const HtolRowCondition *condition = &marking->function->conditions[row->first_condition + i];
        mark_slots(marking, condition->cut_slot, condition->cut_slots);
    }
}

static void mark_term(const Marking *marking, const HtolRowTerm *term)
{
    switch ((HtolTermKind)term->kind) {
    case HTOL_TERM_SLOT: mark_slots(marking, term->index, 1); break;
    case HTOL_TERM_ARM: mark_slots(marking, marking->function->arms[term->index].slot, 1); break;
    default: mark_decision(marking, term->index); break;
    }
}

static void mark_terms(const Marking *marking, guint32 first, guint32 n)
{
    for (guint32 i = first; i < first + n; i++)
        mark_term(marking, &marking->function->terms[i]);
}

static void mark_path(const Marking *marking, guint32 path)
{
    guint32 slot = marking->function->states[marking->function->paths[path].state].slot;
    if (slot > 0)
        mark_slots(marking, slot - 1, 1);
}

/* Classes have a slot each; mutants may share slots, which their terms name. */
static void mark_operation(const Marking *marking, guint32 operation)
{
    const HtolFunction *function = marking->function;
    const HtolRowOperation *row = &function->operations[operation];
    mark_slots(marking, row->slot, row->classes);
    for (guint32 i = row->first_mutant; i < row->first_mutant + row->mutants; i++)
        mark_terms(marking, function->mutants[i].first_term, function->mutants[i].terms);
}

static void mark_site(const Marking *marking, HtolSite site)
{
    const HtolFunction *function = marking->function;
    guint32 i = site.index;
    switch (site.kind) {
    case HTOL_SITE_BLOCK: mark_terms(marking, function->blocks[i].first_term, function->blocks[i].terms); break;
    case HTOL_SITE_DECISION: mark_decision(marking, i); break;
    case HTOL_SITE_ARM: mark_slots(marking, function->arms[i].slot, 1); break;
    case HTOL_SITE_CALL: mark_terms(marking, function->calls[i].first_term, function->calls[i].terms); break;
    case HTOL_SITE_PATH: mark_path(marking, i); break;
    case HTOL_SITE_FLOW: mark_slots(marking, function->flows[i].slot, 1); break;
    case HTOL_SITE_FLOW_PATH:
        mark_terms(marking, function->flow_paths[i].first_term, function->flow_paths[i].terms);
        break;
    case HTOL_SITE_OPERATION: mark_operation(marking, i); break;
    case HTOL_SITE_CHANGE: mark_slots(marking, function->changes[i].slot, 1); break;
    }
}

void htol_site_slots(const HtolFunction *function, HtolSite site, guint8 mark, guint8 *marks)
{
    const Marking marking = {function, mark, marks};
    mark_site(&marking, site);
}

static void mark_hyper(const Marking *marking, const HtolHyper *hyper)
{
    for (; hyper; hyper = hyper->left) {
        if (hyper->kind == HTOL_HYPER_LABEL)
            mark_site(marking, hyper->site);
        if (hyper->kind != HTOL_HYPER_AND && hyper->kind != HTOL_HYPER_OR && hyper->kind != HTOL_HYPER_GUARD)
            return;
        if (hyper->right)
            mark_hyper(marking, hyper->right);
    }
}

void htol_hyper_slots(const HtolFunction *function, const HtolHyper *hyper, guint8 mark, guint8 *marks)
{
    const Marking marking = {function, mark, marks};
    mark_hyper(&marking, hyper);
}

void htol_function_slots(const HtolFunction *function, guint8 mark, guint8 *marks)
{
    const Marking marking = {function, mark, marks};
    const guint32 counts[HTOL_SITES] = {
        [HTOL_SITE_BLOCK] = function->n_blocks,
        [HTOL_SITE_DECISION] = function->n_decisions,
        [HTOL_SITE_ARM] = function->n_arms,
        [HTOL_SITE_CALL] = function->n_calls,
        [HTOL_SITE_PATH] = function->n_paths,
        [HTOL_SITE_FLOW] = function->n_flows,
        [HTOL_SITE_FLOW_PATH] = function->n_flow_paths,
        [HTOL_SITE_OPERATION] = function->n_operations,
        [HTOL_SITE_CHANGE] = function->n_changes,
    };
    for (guint kind = 0; kind < HTOL_SITES; kind++)
        for (guint32 i = 0; i < counts[kind]; i++)
            mark_site(&marking, (HtolSite){(HtolSiteKind)kind, i});
}
