/* The criterion RTE: findings of operations that went wrong, and of those that only just did not. */
#include "htol/expand/expand.h"

#include "htol/files/operation.h"

static void add_finding(HtolExpansion *expansion, guint32 operation, HtolRiskClass k)
{
    const HtolRowOperation *row = &expansion->function->operations[operation];
    HtolObjective objective = htol_expand_at_operation(expansion, operation);
    gboolean happened = k == HTOL_RISK_HAPPENED;
    objective.finding = happened ? HTOL_FINDING_ERROR : HTOL_FINDING_BOUNDARY;
    objective.hyper = htol_expand_classes(expansion, operation, 1u << k);
    objective.id = htol_arena_printf(expansion->arena, "o%u:%s", operation, happened ? "error" : "boundary");
    objective.text = htol_arena_printf(expansion->arena, "%s: %s", objective.text, htol_risk_word(row->risk, k));
    htol_expand_add(expansion, objective);
}

static gboolean is_unclassed(HtolExpansion *expansion, guint32 operation)
{
    if (!htol_expand_unclassed(expansion, operation))
        return FALSE;
    GArray *all = expansion->objectives;
    g_array_index(all, HtolObjective, all->len - 1).finding = HTOL_FINDING_ERROR;
    return TRUE;
}

void htol_crit_rte(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_operations; i++) {
        const HtolRowOperation *row = &expansion->function->operations[i];
        if (row->kind != HTOL_OPERATION_RISK || is_unclassed(expansion, i))
            continue;
        add_finding(expansion, i, HTOL_RISK_HAPPENED);
        if (htol_expand_class_is_possible(row, HTOL_RISK_BOUNDARY))
            add_finding(expansion, i, HTOL_RISK_BOUNDARY);
    }
}
