/* Finds variables that could be read in place of another one; see readable.h. */
#include "annot/facts/readable.h"

#include "annot/facts/assigned.h"

struct AnnotReadables {
    GHashTable *at;       /* of annot_assigned_at */
    GPtrArray *statics;   /* const AnnotDecl: those of the unit that are named */
    GHashTable *declared; /* name: const AnnotDecl; NULL: several */
};

/* ---- what the function names ---- */

static void declare(AnnotReadables *readables, const AnnotDecl *decl)
{
    gpointer known;
    if (!decl->name)
        return;
    gboolean there = g_hash_table_lookup_extended(readables->declared, decl->name, NULL, &known);
    g_hash_table_insert(readables->declared, (gpointer)decl->name, there && known != decl ? NULL : (gpointer)decl);
}

static void declare_all(AnnotReadables *readables, const AnnotFunction *function)
{
    GHashTableIter iter;
    gpointer name, others;
    for (guint i = 0; i < function->n_parameters; i++)
        declare(readables, function->parameters[i]);
    g_hash_table_iter_init(&iter, readables->at);
    while (g_hash_table_iter_next(&iter, &name, &others)) {
        const AnnotDecl *decl = ((const AnnotExpr *)name)->decl;
        declare(readables, decl);
        for (guint i = 0; i < ((GPtrArray *)others)->len; i++)
            declare(readables, g_ptr_array_index((GPtrArray *)others, i));
        gboolean own = decl->kind == ANNOT_DECL_VARIABLE && decl->is_global && decl->is_own;
        if (own && !g_ptr_array_find(readables->statics, decl, NULL))
            g_ptr_array_add(readables->statics, (gpointer)decl);
    }
}

AnnotReadables *annot_readables_new(const AnnotText *text, const AnnotFunction *function)
{
    AnnotReadables *readables = g_new(AnnotReadables, 1);
    *readables = (AnnotReadables){annot_assigned_at(text, function), g_ptr_array_new(),
                                  g_hash_table_new(g_str_hash, g_str_equal)};
    declare_all(readables, function);
    return readables;
}

void annot_readables_free(AnnotReadables *readables)
{
    g_hash_table_unref(readables->at);
    g_ptr_array_unref(readables->statics);
    g_hash_table_unref(readables->declared);
    g_free(readables);
}

/* ---- which can be read ---- */

static gboolean is_inside(AnnotExtent inner, AnnotExtent outer)
{
    return inner.begin >= outer.begin && inner.end <= outer.end;
}

/* Whether `expr` may change the variable `decl`, before or after `name` is read. An assignment to it around `name` does
 * not count, for its operands are read first. A statement expression may change anything. */
static gboolean changes(const AnnotExpr *expr, const AnnotDecl *decl, const AnnotExpr *name)
{
    if (!expr->has_effects)
        return FALSE;
    if (expr->kind == ANNOT_EXPR_STATEMENT)
        return TRUE;
    if (annot_expr_assigns(expr) && annot_expr_bare(expr->operands[0])->decl == decl && !is_inside(name->at, expr->at))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (changes(expr->operands[i], decl, name))
            return TRUE;
    return FALSE;
}

static gboolean is_same_type(const AnnotType *one, const AnnotType *other)
{
    return one->kind == other->kind && one->size == other->size && one->is_signed == other->is_signed &&
           one->n_enumerators == other->n_enumerators;
}

static void add_readable(const AnnotReadables *readables, const AnnotExpr *name, const AnnotDecl *decl,
                         GPtrArray *found)
{
    gboolean fits = decl != name->decl && decl->type && is_same_type(decl->type, name->type) &&
                    !decl->type->is_volatile && !decl->type->is_atomic && !decl->is_maybe_weak;
    if (fits && decl->name && g_hash_table_lookup(readables->declared, decl->name) == decl)
        g_ptr_array_add(found, (gpointer)decl);
}

static gint compare_places(gconstpointer left, gconstpointer right)
{
    guint32 one = (*(const AnnotDecl *const *)left)->at, other = (*(const AnnotDecl *const *)right)->at;
    return (one > other) - (one < other);
}

GPtrArray *annot_readables_at(const AnnotReadables *readables, const AnnotExpr *name, const AnnotExpr *whole)
{
    GPtrArray *found = g_ptr_array_new();
    const GPtrArray *automatic = g_hash_table_lookup(readables->at, name);
    for (guint i = 0; automatic && i < automatic->len; i++)
        add_readable(readables, name, g_ptr_array_index(automatic, i), found);
    for (guint i = 0; automatic && i < readables->statics->len; i++)
        add_readable(readables, name, g_ptr_array_index(readables->statics, i), found);
    for (guint i = found->len; i > 0; i--)
        if (changes(whole, g_ptr_array_index(found, i - 1), name))
            g_ptr_array_remove_index(found, i - 1);
    g_ptr_array_sort(found, compare_places);
    return found;
}
