/* Looks for what may keep a function from returning; see returns.h. */
#include "prune/facts/returns.h"

#include <string.h>

#include "prune/facts/effects.h"

enum { DEEPEST = 8 };

/* A function and what it calls. */
typedef struct {
    const AnnotTree *tree;
    guint depth;
} Search;

static gboolean comes_back(Search search, const AnnotDecl *decl);
static gboolean stmt_ends(Search search, const AnnotStmt *stmt);

static gboolean kind_ends(Search search, const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_CALL: return expr->decl && comes_back(search, expr->decl);
    case ANNOT_EXPR_MEMBER: return expr->op == ANNOT_OP_DOT;
    case ANNOT_EXPR_INDEX: return FALSE;
    case ANNOT_EXPR_UNEVALUATED: return expr->constant != ANNOT_NOT_CONSTANT;
    default: return expr->op != ANNOT_OP_DEREF && !annot_expr_may_divide_badly(expr);
    }
}

static gboolean expr_ends(Search search, const AnnotExpr *expr)
{
    if (!expr)
        return TRUE;
    if (!prune_is_understood(expr) || expr->body || !kind_ends(search, expr))
        return FALSE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (!expr_ends(search, expr->operands[i]))
            return FALSE;
    return TRUE;
}

static gboolean parts_end(Search search, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_parts; i++)
        if (!stmt_ends(search, stmt->parts[i]))
            return FALSE;
    for (guint i = 0; i < stmt->n_inits; i++)
        if (!expr_ends(search, stmt->inits[i]))
            return FALSE;
    return TRUE;
}

static gboolean stmt_ends(Search search, const AnnotStmt *stmt)
{
    if (!stmt)
        return TRUE;
    switch (stmt->kind) {
    case ANNOT_STMT_COMPOUND:
    case ANNOT_STMT_EXPR:
    case ANNOT_STMT_DECL:
    case ANNOT_STMT_IF:
    case ANNOT_STMT_RETURN:
    case ANNOT_STMT_NULL: break;
    default: return FALSE;
    }
    return !stmt->is_vla && expr_ends(search, stmt->expr) && parts_end(search, stmt) && stmt_ends(search, stmt->body) &&
           stmt_ends(search, stmt->other);
}

/* Compares names, of which a unit has only one for a function, while its declarations may be many. */
const AnnotFunction *prune_defined_function(const AnnotTree *tree, const AnnotDecl *decl)
{
    for (guint i = 0; i < tree->n_functions && decl->kind == ANNOT_DECL_FUNCTION; i++)
        if (strcmp(tree->functions[i]->name, decl->name) == 0)
            return tree->functions[i]->body ? tree->functions[i] : NULL;
    return NULL;
}

const AnnotFunction *prune_static_function(const AnnotTree *tree, const AnnotDecl *decl)
{
    const AnnotFunction *function = prune_defined_function(tree, decl);
    return function && function->linkage == ANNOT_STATIC ? function : NULL;
}

static gboolean comes_back(Search search, const AnnotDecl *decl)
{
    if (++search.depth > DEEPEST)
        return FALSE;
    const AnnotFunction *function = prune_static_function(search.tree, decl);
    return function && !function->returns_twice && stmt_ends(search, function->body);
}

gboolean prune_surely_ends(const AnnotTree *tree, const AnnotExpr *expr)
{
    return expr_ends((Search){tree, 0}, expr);
}

gboolean prune_surely_returns(const AnnotTree *tree, const AnnotDecl *function)
{
    return comes_back((Search){tree, 0}, function);
}
