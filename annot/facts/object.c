/* Follows members and elements to the variable that they are of; see object.h. */
#include "annot/facts/object.h"

const AnnotExpr *annot_object_bare(const AnnotExpr *expr)
{
    while (expr->kind == ANNOT_EXPR_PAREN || (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_EXTENSION))
        expr = expr->operands[0];
    return expr;
}

gboolean annot_is_array(const AnnotExpr *expr)
{
    expr = annot_object_bare(expr);
    gboolean pointer = expr->kind == ANNOT_EXPR_NAME && expr->decl && expr->decl->kind == ANNOT_DECL_PARAMETER;
    return !pointer && expr->type && expr->type->kind == ANNOT_TYPE_ARRAY;
}

gboolean annot_is_decay(const AnnotExpr *expr)
{
    expr = annot_object_bare(expr);
    return expr->kind == ANNOT_EXPR_IMPLICIT && annot_is_array(expr->operands[0]);
}

guint64 annot_array_length(const AnnotExpr *array)
{
    guint64 element = array->type->target->size;
    guint64 length = element > 0 ? array->type->size / element : 0;
    gboolean open =
        array->kind == ANNOT_EXPR_MEMBER && array->decl && (array->decl->is_last || array->decl->is_in_union);
    return open && length <= 1 ? 0 : length;
}

static gboolean of_name(const AnnotExpr *expr, AnnotObject *object)
{
    const AnnotDecl *decl = expr->decl;
    if (!decl || (decl->kind != ANNOT_DECL_VARIABLE && decl->kind != ANNOT_DECL_PARAMETER))
        return FALSE;
    *object = (AnnotObject){.decl = decl};
    return TRUE;
}

/* Adds the member that `expr` names to the object. A member of a union ends the path: a store into it changes the other
 * members too. */
static gboolean of_member(const AnnotExpr *expr, AnnotObject *object)
{
    if (expr->op != ANNOT_OP_DOT || !expr->decl || !annot_object_of(expr->operands[0], object))
        return FALSE;
    gboolean ends = object->closed || expr->decl->is_in_union || object->n_members == ANNOT_OBJECT_DEPTH;
    if (ends) {
        object->part |= object->closed || !expr->decl->is_in_union;
        object->closed = TRUE;
    } else {
        object->members[object->n_members++] = expr->decl;
    }
    return TRUE;
}

static gboolean part_of(const AnnotExpr *whole, AnnotObject *object)
{
    if (!annot_object_of(whole, object))
        return FALSE;
    object->part = object->closed = TRUE;
    return TRUE;
}

/* Takes an element of an array or a vector as a part of the whole; elements that a pointer leads to are not known. */
static gboolean of_element(const AnnotExpr *expr, AnnotObject *object)
{
    for (guint i = 0; i < expr->n_operands; i++) {
        const AnnotExpr *operand = annot_object_bare(expr->operands[i]);
        if (annot_is_decay(operand))
            return part_of(operand->operands[0], object);
        if (operand->type->kind == ANNOT_TYPE_OTHER)
            return part_of(operand, object);
    }
    return FALSE;
}

static gboolean by_kind(const AnnotExpr *expr, AnnotObject *object)
{
    switch (expr->kind) {
    case ANNOT_EXPR_NAME: return of_name(expr, object);
    case ANNOT_EXPR_MEMBER: return of_member(expr, object);
    case ANNOT_EXPR_INDEX: return of_element(expr, object);
    case ANNOT_EXPR_UNARY:
        if (expr->op == ANNOT_OP_DEREF)
            return of_element(expr, object);
        return expr->op == ANNOT_OP_NONE && part_of(expr->operands[0], object); /* __real__, __imag__ */
    default: return FALSE;
    }
}

gboolean annot_object_of(const AnnotExpr *any, AnnotObject *object)
{
    const AnnotExpr *expr = annot_object_bare(any);
    if (!by_kind(expr, object))
        return FALSE;
    object->is_fixed |= expr->type && (expr->type->is_volatile || expr->type->is_atomic);
    return TRUE;
}

guint annot_mentions(const AnnotExpr *expr, const AnnotDecl *decl)
{
    guint count = expr->kind == ANNOT_EXPR_NAME && expr->decl == decl;
    for (guint i = 0; i < expr->n_operands; i++)
        count += annot_mentions(expr->operands[i], decl);
    return count;
}
