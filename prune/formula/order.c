/* Walks formulas without recursion: they are as deep as functions are long; see order.h. */
#include "prune/formula/order.h"

PruneOrder *prune_order_new(PruneLogic *logic)
{
    PruneOrder *order = g_new0(PruneOrder, 1);
    *order = (PruneOrder){logic, g_ptr_array_new(), g_hash_table_new(NULL, NULL)};
    return order;
}

void prune_order_free(PruneOrder *order)
{
    g_ptr_array_unref(order->terms);
    g_hash_table_unref(order->index);
    g_free(order);
}

guint prune_order_find(const PruneOrder *order, PruneTerm term)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(order->index, term));
}

guint prune_order_arguments(const PruneOrder *order, PruneTerm term)
{
    Z3_context z3 = order->logic->z3;
    return Z3_get_ast_kind(z3, term) == Z3_APP_AST ? Z3_get_app_num_args(z3, Z3_to_app(z3, term)) : 0;
}

/* Whether all arguments of the term are in the order; pushes those that are not on the stack. */
static gboolean is_ready(const PruneOrder *order, PruneTerm term, GPtrArray *stack)
{
    Z3_context z3 = order->logic->z3;
    gboolean ready = TRUE;
    for (guint i = 0; i < prune_order_arguments(order, term); i++) {
        PruneTerm argument = Z3_get_app_arg(z3, Z3_to_app(z3, term), i);
        if (prune_order_find(order, argument) > 0)
            continue;
        g_ptr_array_add(stack, argument);
        ready = FALSE;
    }
    return ready;
}

guint prune_order_add(PruneOrder *order, PruneTerm term)
{
    g_autoptr(GPtrArray) stack = g_ptr_array_new();
    g_ptr_array_add(stack, term);
    while (stack->len > 0) {
        PruneTerm next = stack->pdata[stack->len - 1];
        if (prune_order_find(order, next) == 0 && !is_ready(order, next, stack))
            continue;
        g_ptr_array_set_size(stack, (int)stack->len - 1);
        if (prune_order_find(order, next) > 0)
            continue;
        g_ptr_array_add(order->terms, next);
        g_hash_table_insert(order->index, next, GUINT_TO_POINTER(order->terms->len));
    }
    return prune_order_find(order, term);
}
