/* Finds and records assignments whose deletion may be noticed; see deletion.h.
 *
 * x = e becomes ({__auto_type o=+(x);x = e;__auto_type v=+(x);...}): what is assigned to is named three
 * times, so it must have no effects. */
#include "annot/mutants/deletion.h"

/* Whether the object is a variable, or a member of a structure that is one, and holds a value here. */
static gboolean holds_value(const AnnotMet *met, const AnnotExpr *object)
{
    object = annot_expr_bare(object);
    while (object->kind == ANNOT_EXPR_MEMBER && object->op == ANNOT_OP_DOT && object->n_operands == 1 && object->decl &&
           !object->decl->is_in_union)
        object = annot_expr_bare(object->operands[0]);
    return object->kind == ANNOT_EXPR_NAME && object->decl && annot_fact(met->facts, object)->assigned &&
           !object->decl->is_maybe_weak;
}

/* Whether the assignment may be judged: its object holds a value before. That of += and ++ does, as they read it. */
static gboolean is_deletable(const AnnotMet *met)
{
    const AnnotExpr *expr = met->expr;
    if (expr->kind == ANNOT_EXPR_ASSIGN && expr->n_operands == 2)
        return !expr->operands[1]->has_effects && (expr->op != ANNOT_OP_ASSIGN || holds_value(met, expr->operands[0]));
    return annot_expr_is_step(expr);
}

static gboolean has_kind(const AnnotType *type)
{
    return type && !type->is_volatile && !type->is_atomic && annot_kind_is_scalar(type->kind) && type->size > 0;
}

/* Returns the type of the numbers that the object's values are compared as; a pointer counts as an unsigned one. */
static AnnotNumber type_of(const AnnotExpr *object)
{
    if (object->type->kind == ANNOT_TYPE_POINTER)
        return (AnnotNumber){FALSE, FALSE, (guint)object->type->size};
    return annot_mutant_promoted(object);
}

static gboolean is_volatile(const AnnotExpr *expr)
{
    if (expr->type && expr->type->is_volatile)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (is_volatile(expr->operands[i]))
            return TRUE;
    return FALSE;
}

gboolean annot_deletion_is_judged(const AnnotMet *met, AnnotMet *stored, AnnotComputed *computed)
{
    const AnnotExpr *expr = met->expr;
    if (met->use != ANNOT_VALUE_DROPPED || expr->n_operands == 0 || !is_deletable(met))
        return FALSE;
    const AnnotExpr *object = expr->operands[0];
    if (!has_kind(object->type) || object->has_effects || is_volatile(object))
        return FALSE;
    *stored = *met;
    stored->use = ANNOT_VALUE_STORED;
    stored->stored = object->type;
    *computed = (AnnotComputed){.type = type_of(object),
                                .alone = met->blocked || !object->placed || annot_needs_its_place(expr) ||
                                         annot_type_is_guessed(expr) || annot_is_wide_bit_field(object)};
    return TRUE;
}

void annot_deletion_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    (void)text;
    AnnotMet stored;
    AnnotComputed computed;
    if (!annot_deletion_is_judged(met, &stored, &computed))
        return;
    computed.mutants = annot_mutants_new();
    annot_mutants_add(computed.mutants, HTOL_MUTATION_SDL, HTOL_OPERATOR_NONE, g_strdup(""));
    annot_mutant_add(&stored, computed, operations);
}

void annot_deletion_around(const AnnotProbe *probe, const AnnotOperation *operation, AnnotJudge judge, const char *more)
{
    const AnnotExpr *object = operation->expr->operands[0];
    const char *promote = object->type->kind == ANNOT_TYPE_POINTER ? "" : "+",
               *type = annot_number_name(operation->type);
    g_autofree char *copy = annot_text_folded(probe->text, object->at, G_MAXUINT32),
                    *arguments =
                        g_strdup_printf("(%s)hlcov_o,(%s)hlcov_v%s%s", type, type, more ? "," : "", more ? more : ""),
                    *check = annot_mutant_check(probe, operation, judge, arguments);
    annot_edits_wrap(probe->edits, operation->expr->at,
                     g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_o=%s(%s);", promote, copy),
                     g_strdup_printf(";" ANNOT_LOCAL "hlcov_v=%s(%s);%s})", promote, copy, check));
}

void annot_deletion_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    static const AnnotJudged before = {NULL, "o"};
    AnnotJudge judge = {.name = "deleted", .parameters = "ov", .mutants = &before, .n_mutants = 1};
    annot_deletion_around(probe, operation, judge, NULL);
}
