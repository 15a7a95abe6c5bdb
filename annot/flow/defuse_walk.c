/* Adds points and accesses where a walk is; see defuse_walk.h. */
#include "annot/flow/defuse_walk.h"

/* ---- points ---- */

void annot_defuse_pass(AnnotDefUseWalk *w, guint32 from, guint32 to)
{
    AnnotPass edge = {from, to};
    if (from != ANNOT_NOWHERE && to != ANNOT_NOWHERE)
        g_array_append_val(w->out->passes, edge);
}

static guint32 point_new(AnnotDefUseWalk *w, guint32 access)
{
    g_array_append_val(w->out->points, access);
    return w->out->points->len - 1;
}

guint32 annot_defuse_join(AnnotDefUseWalk *w)
{
    return point_new(w, ANNOT_NO_ACCESS);
}

void annot_defuse_jump(AnnotDefUseWalk *w, guint32 join)
{
    annot_defuse_pass(w, w->current, join);
    w->current = ANNOT_NOWHERE;
}

void annot_defuse_arrive(AnnotDefUseWalk *w, guint32 join)
{
    annot_defuse_pass(w, w->current, join);
    w->current = join;
}

void annot_defuse_visit(AnnotDefUseWalk *w, guint32 access)
{
    guint32 before = w->current;
    w->current = point_new(w, access);
    annot_defuse_pass(w, before, w->current);
}

/* ---- accesses ---- */

/* Operands that are walked in two orders meet their accesses twice. */
void annot_defuse_add(AnnotDefUseWalk *w, gconstpointer key, const AnnotAccess *access)
{
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(w->seen, key));
    if (number == 0) {
        AnnotAccess *added;
        g_array_append_val(w->out->accesses, *access);
        added = &g_array_index(w->out->accesses, AnnotAccess, w->out->accesses->len - 1);
        added->sure = w->maybes == 0;
        added->loose = w->loose > 0;
        number = w->out->accesses->len;
        g_hash_table_insert(w->seen, (gpointer)key, GUINT_TO_POINTER(number));
    }
    g_array_index(w->out->accesses, AnnotAccess, number - 1).tangled |= w->tangled > 0;
    annot_defuse_visit(w, number - 1);
}

guint32 annot_defuse_node_of(const AnnotDefUseWalk *w, const AnnotExpr *expr)
{
    const AnnotFact *fact = annot_fact(w->facts, expr);
    return fact->done != ANNOT_NO_NODE ? fact->done : fact->node;
}

AnnotAccess annot_defuse_access_at(const AnnotDefUseWalk *w, const AnnotExpr *expr, AnnotAccessKind kind)
{
    AnnotAccess access = {.kind = kind,
                          .expr = expr,
                          .around = expr,
                          .at = expr->at,
                          .uses = w->predicate ? HTOL_USE_PREDICATE : HTOL_USE_COMPUTATION,
                          .beside = ANNOT_BESIDE_EXPR,
                          .valued = TRUE,
                          .node = annot_defuse_node_of(w, expr)};
    if (w->blocked > 0 || !expr->placed)
        access.beside = ANNOT_BESIDE_NONE;
    return access;
}
