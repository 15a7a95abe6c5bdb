/* Finds and records values whose sign may matter; see sign.h. */
#include "annot/sign.h"

#include "annot/order.h"
#include "annot/range.h"

static gboolean is_number(const AnnotType *type)
{
    return type && (type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_FLOAT);
}

static gboolean is_atomic(const AnnotExpr *expr)
{
    const AnnotType *type = annot_expr_bare(expr)->type;
    return type && type->is_atomic;
}

static gboolean is_used(const AnnotMet *met)
{
    return met->use == ANNOT_VALUE_USED || met->use == ANNOT_VALUE_STORED;
}

static guint32 impossible(const AnnotText *text, const AnnotExpr *expr)
{
    AnnotRange range = annot_range(text, expr);
    guint32 classes = expr->type->kind == ANNOT_TYPE_FLOAT ? 0 : 1 << HTOL_SIGN_NAN;
    if (!range.known)
        return classes;
    classes |= range.low >= 0 ? 1 << HTOL_SIGN_NEGATIVE : 0;
    classes |= range.low > 0 || range.high < 0 ? 1 << HTOL_SIGN_ZERO : 0;
    return classes | (range.high <= 0 ? 1 << HTOL_SIGN_POSITIVE : 0);
}

void annot_sign_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    const AnnotExpr *expr = met->expr;
    if (!is_used(met) || !is_number(expr->type) || !(expr->kind == ANNOT_EXPR_CALL || annot_is_read(expr)))
        return;
    gboolean open = met->beside && annot_order_is_open(expr, met->beside);
    gboolean alone = met->blocked || open || is_atomic(expr) || annot_type_is_guessed(expr);
    AnnotOperation operation = {.kind = HTOL_OPERATION_SIGN,
                                .level = HTOL_MUTANT_EXPRESSION,
                                .expr = expr,
                                .classes = alone ? 0 : HTOL_SIGN_CLASSES,
                                .impossible = impossible(text, expr)};
    g_array_append_val(operations, operation);
}

/* Most values are positive: the others are out of the way. */
static const char *choice_of(const AnnotOperation *operation)
{
    if (operation->expr->type->kind == ANNOT_TYPE_FLOAT)
        return "__builtin_expect(__builtin_isgreater(hlcov_v,(__typeof__(hlcov_v))0),1)?@2:"
               "__builtin_isunordered(hlcov_v,hlcov_v)?@3:hlcov_v==0?@1:@0";
    if (operation->impossible >> HTOL_SIGN_NEGATIVE & 1)
        return "__builtin_expect(hlcov_v!=0,1)?@2:@1";
    return "__builtin_expect(hlcov_v>0,1)?@2:hlcov_v==0?@1:@0";
}

/* A bit-field has no type that could be named; promoted, as it would be next, it has. */
void annot_sign_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr, *bare = annot_expr_bare(expr);
    const char *promote = bare->decl && bare->decl->is_bit_field ? "+" : "";
    g_autofree char *store = annot_operation_choose(probe, operation, choice_of(operation));
    annot_edits_wrap(probe->edits, expr->at,
                     g_strdup_printf("__extension__({" ANNOT_LOCAL "hlcov_v=%s(", promote),
                     g_strdup_printf(");%s;hlcov_v;})", store));
}
