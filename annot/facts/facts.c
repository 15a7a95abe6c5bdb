/* The table of what is found of expressions; see facts.h. */
#include "annot/facts/facts.h"

AnnotFacts *annot_facts_new(HtolArena *arena, const AnnotFunction *function)
{
    AnnotFacts *facts = htol_arena_new0(arena, AnnotFacts, 1);
    facts->n = function->n_exprs;
    facts->rows = htol_arena_new0(arena, AnnotFact, facts->n);
    for (guint32 i = 0; i < facts->n; i++)
        facts->rows[i].node = facts->rows[i].done = ANNOT_NO_NODE;
    return facts;
}

const AnnotFact *annot_fact(const AnnotFacts *facts, const AnnotExpr *expr)
{
    g_assert(expr->number < facts->n);
    return &facts->rows[expr->number];
}

AnnotFact *annot_facts_row(AnnotFacts *facts, const AnnotExpr *expr)
{
    g_assert(expr->number < facts->n);
    return &facts->rows[expr->number];
}
