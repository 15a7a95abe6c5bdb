/* Looks for what may keep a function from returning; see returns.h. */
#include "annot/tree/returns.h"

static gboolean expr_returns(const AnnotExpr *expr)
{
    return !expr || !annot_expr_may_leave(expr);
}

static gboolean inits_return(const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_inits; i++)
        if (!expr_returns(stmt->inits[i]))
            return FALSE;
    return !stmt->is_vla;
}

static gboolean parts_return(const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_parts; i++)
        if (!annot_body_returns(stmt->parts[i]))
            return FALSE;
    return TRUE;
}

gboolean annot_body_returns(const AnnotStmt *body)
{
    if (!body)
        return TRUE;
    switch (body->kind) {
    case ANNOT_STMT_DO:
        return annot_expr_bare(body->expr)->constant == ANNOT_CONSTANT_FALSE && annot_body_returns(body->body);
    case ANNOT_STMT_NULL:
    case ANNOT_STMT_COMPOUND:
    case ANNOT_STMT_DECL:
    case ANNOT_STMT_EXPR:
    case ANNOT_STMT_IF:
    case ANNOT_STMT_SWITCH:
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT:
    case ANNOT_STMT_BREAK:
    case ANNOT_STMT_RETURN:
    case ANNOT_STMT_ATTRIBUTED:
        return expr_returns(body->expr) && inits_return(body) && parts_return(body) && annot_body_returns(body->body) &&
               annot_body_returns(body->other);
    default: return FALSE;
    }
}
