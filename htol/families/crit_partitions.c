/* The criterion IDP: that functions are entered with each parameter in each of its classes. */
#include "htol/expand/expand.h"

#include "htol/files/operation.h"

static void add_class(HtolExpansion *expansion, guint32 operation, guint32 k)
{
    HtolObjective objective = htol_expand_at_operation(expansion, operation);
    const char *word = htol_operation_word(expansion->function, operation, k);
    objective.hyper = htol_label(expansion->arena, objective.site, htol_class(expansion->arena, k));
    objective.id = htol_arena_printf(expansion->arena, "%s:%s", objective.text, word);
    objective.text = htol_arena_printf(expansion->arena, "%s: %s", objective.text, word);
    htol_expand_add(expansion, objective);
}

void htol_crit_idp(HtolExpansion *expansion)
{
    for (guint32 i = 0; i < expansion->function->n_operations; i++) {
        const HtolRowOperation *row = &expansion->function->operations[i];
        if (row->kind != HTOL_OPERATION_PARAMETER || htol_expand_unclassed(expansion, i))
            continue;
        for (guint32 k = 0; k < row->classes; k++)
            if (htol_expand_class_is_possible(row, k))
                add_class(expansion, i, k);
    }
    htol_expand_partitions(expansion);
}
