/* Finds and records values whose sign may matter; see sign.h. */
#include "annot/mutants/sign.h"

#include "annot/facts/order.h"
#include "annot/facts/range.h"
#include "annot/mutants/mutant.h"

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

/* Returns the number of the promoted type that is its own negation and not 0. */
static __int128 least_of(AnnotNumber promoted)
{
    __int128 half = (__int128)1 << (8 * promoted.size - 1);
    return promoted.is_signed ? -half : half;
}

static guint32 impossible_classes(const AnnotExpr *expr)
{
    AnnotRange range = annot_range(expr);
    if (expr->type->kind == ANNOT_TYPE_FLOAT)
        return 1 << HTOL_SIGN_LEAST;
    if (!range.known)
        return 1 << HTOL_SIGN_NAN | 1 << HTOL_SIGN_LEAST;
    __int128 least = least_of(annot_mutant_promoted(expr));
    guint32 classes = 1 << HTOL_SIGN_NAN;
    classes |= range.low > least || range.high < least ? 1 << HTOL_SIGN_LEAST : 0;
    classes |= range.low >= 0 ? 1 << HTOL_SIGN_NEGATIVE : 0;
    classes |= range.low > 0 || range.high < 0 ? 1 << HTOL_SIGN_ZERO : 0;
    return classes | (range.high <= 0 ? 1 << HTOL_SIGN_POSITIVE : 0);
}

void annot_sign_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    (void)text;
    const AnnotExpr *expr = met->expr;
    if (!is_used(met) || !is_number(expr->type) || !(expr->kind == ANNOT_EXPR_CALL || annot_expr_is_read(expr)))
        return;
    gboolean open = met->beside && annot_order_is_open(expr, met->beside);
    gboolean alone = met->blocked || open || is_atomic(expr) || annot_type_is_guessed(expr);
    AnnotOperation operation = {.kind = HTOL_OPERATION_SIGN,
                                .level = HTOL_MUTANT_EXPRESSION,
                                .expr = expr,
                                .classes = alone ? 0 : HTOL_SIGN_CLASSES,
                                .impossible = impossible_classes(expr)};
    g_array_append_val(operations, operation);
}

/* Returns the choice of the class of the value's sign; to be freed. Most values are positive, and unsigned ones less
 * than half of the greatest: these are tested first. */
static char *choice_of(const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    gboolean natural = operation->impossible >> HTOL_SIGN_NEGATIVE & 1;
    if (expr->type->kind == ANNOT_TYPE_FLOAT)
        return g_strdup(ANNOT_EXPECT "(" ANNOT_IS_GREATER "(hlcov_v,(" ANNOT_TYPE_OF
                                     "(hlcov_v))0),1)?@2:" ANNOT_IS_UNORDERED "(hlcov_v,hlcov_v)?@3:hlcov_v==0?@1:@0");
    if (operation->impossible >> HTOL_SIGN_LEAST & 1)
        return g_strdup(natural ? ANNOT_EXPECT "(hlcov_v!=0,1)?@2:@1"
                                : ANNOT_EXPECT "(hlcov_v>0,1)?@2:hlcov_v==0?@1:@0");
    AnnotNumber promoted = annot_mutant_promoted(expr), with_sign = {FALSE, TRUE, promoted.size};
    g_autofree char *least = annot_range_literal(least_of(promoted));
    return g_strdup_printf(ANNOT_EXPECT "((%s)hlcov_v>0,1)?@2:hlcov_v==0?@1:hlcov_v==%s?@4:@%d",
                           annot_number_name(with_sign), least, natural ? HTOL_SIGN_POSITIVE : HTOL_SIGN_NEGATIVE);
}

/* The + promotes a bit-field, which has no type that a local could have. */
void annot_sign_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr, *bare = annot_expr_bare(expr);
    const char *promote = bare->decl && bare->decl->is_bit_field ? "+" : "";
    static const char *const values[] = {"hlcov_v", NULL};
    guint32 chosen_by = operation->impossible & (1 << HTOL_SIGN_LEAST | 1 << HTOL_SIGN_NEGATIVE);
    g_autofree char *choice = choice_of(operation), *name = g_strdup_printf("sign%x", chosen_by);
    const AnnotChoice chosen = {choice, name, values, annot_mutant_promoted(expr)};
    g_autofree char *store = annot_operation_choose(probe, operation, &chosen);
    annot_edits_wrap(probe->edits, expr->at, g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_v=%s(", promote),
                     g_strdup_printf(");%s;hlcov_v;})", store));
}
