/* Criteria over mutants that are computed beside an operation: AOR, BOR, SOR. Class k of the operation is
 * that mutant k differed; so each asks for one class. */
#include "htol/expand.h"

static void add(HtolExpansion *expansion, guint32 operation, guint32 k)
{
    HtolArena *arena = expansion->arena;
    const HtolFunction *function = expansion->function;
    const HtolRowOperation *row = &function->operations[operation];
    const HtolRowMutant *mutant = &function->mutants[row->first_mutant + k];
    HtolObjective objective = htol_expand_at_operation(expansion, operation);
    objective.hyper = htol_expand_classes(expansion, operation, 1u << k);
    objective.text = htol_arena_printf(arena, "%s: %s for it", objective.text, mutant->text);
    objective.id = htol_arena_printf(arena, "o%u:k%u", operation, k);
    objective.mutant = k;
    objective.level = htol_expand_level(row->level);
    htol_expand_add(expansion, objective);
}

/* The operation's mutants of a kind; if nothing is recorded of it, one objective says why. */
static void add_operation(HtolExpansion *expansion, guint32 operation, HtolMutation mutation)
{
    const HtolFunction *function = expansion->function;
    const HtolRowOperation *row = &function->operations[operation];
    const HtolRowMutant *mutants = function->mutants + row->first_mutant;
    for (guint32 k = 0; k < row->mutants; k++) {
        if (mutants[k].mutation != mutation)
            continue;
        if (htol_expand_unclassed(expansion, operation))
            return;
        if (!(row->impossible >> k & 1))
            add(expansion, operation, k);
    }
}

static void each(HtolExpansion *expansion, HtolMutation mutation)
{
    for (guint32 i = 0; i < expansion->function->n_operations; i++)
        if (expansion->function->operations[i].kind == HTOL_OPERATION_COMPUTED)
            add_operation(expansion, i, mutation);
}

void htol_crit_aor(HtolExpansion *expansion)
{
    each(expansion, HTOL_MUTATION_AOR);
}

void htol_crit_bor(HtolExpansion *expansion)
{
    each(expansion, HTOL_MUTATION_BOR);
}

void htol_crit_sor(HtolExpansion *expansion)
{
    each(expansion, HTOL_MUTATION_SOR);
}
