/* Renames variables; see copies.h. */
#include "prune/formula/copies.h"

PruneCopy *prune_copy_new(PruneLogic *logic)
{
    PruneCopy *copy = g_new(PruneCopy, 1);
    *copy = (PruneCopy){logic, g_hash_table_new(NULL, NULL)};
    return copy;
}

void prune_copy_free(PruneCopy *copy)
{
    g_hash_table_unref(copy->variables);
    g_free(copy);
}

static gboolean add_variable(const PruneLogic *logic, PruneTerm part, gpointer variables)
{
    if (prune_is_variable(logic, part))
        g_ptr_array_add(variables, part);
    return FALSE;
}

/* Returns the variables of the term, PruneTerm, each once, in an order that the term decides; to be unreferenced. */
static GPtrArray *variables_of(PruneLogic *logic, PruneTerm term)
{
    GPtrArray *variables = g_ptr_array_new();
    prune_find_part(logic, term, add_variable, variables);
    return variables;
}

static PruneTerm copy_of(PruneCopy *copy, PruneTerm variable)
{
    Z3_context z3 = copy->logic->z3;
    PruneTerm other = g_hash_table_lookup(copy->variables, variable);
    if (!other) {
        gboolean is_truth = Z3_get_sort_kind(z3, Z3_get_sort(z3, variable)) == Z3_BOOL_SORT;
        other =
            is_truth ? prune_free_truth(copy->logic) : prune_free_bits(copy->logic, prune_width(copy->logic, variable));
        g_hash_table_insert(copy->variables, variable, other);
    }
    return other;
}

PruneTerm prune_copied(PruneCopy *copy, PruneTerm term)
{
    g_autoptr(GPtrArray) from = variables_of(copy->logic, term), to = g_ptr_array_new();
    for (guint i = 0; i < from->len; i++)
        g_ptr_array_add(to, copy_of(copy, from->pdata[i]));
    return Z3_substitute(copy->logic->z3, term, from->len, (PruneTerm *)from->pdata, (PruneTerm *)to->pdata);
}

PruneTerm prune_as_copied(PruneCopy *copy, Z3_model model, PruneTerm term)
{
    Z3_context z3 = copy->logic->z3;
    g_autoptr(GPtrArray) variables = variables_of(copy->logic, term);
    PruneTerm all = copy->logic->yes;
    for (guint i = 0; i < variables->len; i++) {
        PruneTerm value = NULL;
        if (Z3_model_eval(z3, model, copy_of(copy, variables->pdata[i]), true, &value))
            all = prune_and(copy->logic, all, Z3_mk_eq(z3, variables->pdata[i], value));
    }
    return all;
}

PruneTerm prune_replaced(PruneLogic *logic, PruneTerm term, PruneTerm from, PruneTerm to)
{
    return Z3_substitute(logic->z3, term, 1, &from, &to);
}
