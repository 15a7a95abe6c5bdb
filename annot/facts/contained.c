/* The greatest set of functions that call only each other and what is known; see contained.h. */
#include "annot/facts/contained.h"

#include "annot/tree/known.h"

struct AnnotContained {
    GHashTable *functions; /* names, not owned: const char *, of those that are contained */
};

typedef struct {
    const AnnotContained *contained;
    gboolean holds;
} Search;

static gboolean is_contained(const AnnotContained *contained, const AnnotDecl *decl)
{
    if (!decl || decl->kind != ANNOT_DECL_FUNCTION)
        return FALSE;
    return g_hash_table_contains(contained->functions, decl->name) || annot_known_to_return(decl->name) ||
           (annot_is_builtin(decl->name) && !annot_builtin_leaves(decl->name));
}

/* Notes a call that leads out of the set; an AnnotTreeVisit.expr. */
static void check_call(const AnnotExpr *expr, gpointer data)
{
    Search *search = data;
    if (expr->kind == ANNOT_EXPR_CALL && !is_contained(search->contained, expr->decl))
        search->holds = FALSE;
}

gboolean annot_contained_stmt(const AnnotContained *contained, const AnnotStmt *stmt)
{
    Search search = {contained, TRUE};
    AnnotTreeVisit visit = {.expr = check_call, .data = &search};
    annot_tree_visit_stmt(stmt, &visit);
    return search.holds;
}

/* Begins with all functions of the unit, and takes out those whose calls lead out of the set until there are none. */
AnnotContained *annot_contained_new(const AnnotTree *tree)
{
    AnnotContained *contained = g_new(AnnotContained, 1);
    contained->functions = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < tree->n_functions; i++)
        if (tree->functions[i]->body)
            g_hash_table_add(contained->functions, (gpointer)tree->functions[i]->name);
    for (gboolean changes = TRUE; changes;) {
        changes = FALSE;
        for (guint i = 0; i < tree->n_functions; i++) {
            const AnnotFunction *function = tree->functions[i];
            if (g_hash_table_contains(contained->functions, function->name) &&
                !annot_contained_stmt(contained, function->body))
                changes |= g_hash_table_remove(contained->functions, function->name);
        }
    }
    return contained;
}

void annot_contained_free(AnnotContained *contained)
{
    g_hash_table_unref(contained->functions);
    g_free(contained);
}
