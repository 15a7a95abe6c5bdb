/* What finders of operations share; see operation.h. It finds none. */
#include "annot/mutants/operation.h"

#include <string.h>

#include "annot/tree/known.h"

gboolean annot_operation_is_teller(const AnnotOperation *operation)
{
    return operation->classes > 0 &&
           (operation->kind == HTOL_OPERATION_RELATION || operation->kind == HTOL_OPERATION_SIGN);
}

const AnnotOperation *annot_operation_teller(const GArray *operations, guint end, const AnnotExpr *expr)
{
    for (guint i = end; i > 0 && g_array_index(operations, AnnotOperation, i - 1).expr == expr; i--)
        if (annot_operation_is_teller(&g_array_index(operations, AnnotOperation, i - 1)))
            return &g_array_index(operations, AnnotOperation, i - 1);
    return NULL;
}

guint32 annot_operation_told(const AnnotOperation *operation)
{
    guint32 told = 0;
    for (guint k = 0; operation->mutants && k < operation->classes; k++)
        told |= (guint32)(g_array_index(operation->mutants, AnnotMutant, k).told != 0) << k;
    return told;
}

HtolMutantLevel annot_met_level(const AnnotMet *met)
{
    gboolean whole = met->use == ANNOT_VALUE_CONDITION || met->use == ANNOT_VALUE_STORED;
    return whole ? HTOL_MUTANT_STATEMENT : HTOL_MUTANT_EXPRESSION;
}

gboolean annot_type_is_guessed(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_CALL && expr->decl && expr->decl->is_implicit)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (annot_type_is_guessed(expr->operands[i]))
            return TRUE;
    return FALSE;
}

gboolean annot_needs_its_place(const AnnotExpr *expr)
{
    gboolean returns_twice = expr->kind == ANNOT_EXPR_CALL && expr->decl && annot_returns_twice(expr->decl->name);
    if (returns_twice || expr->kind == ANNOT_EXPR_INITIALIZER)
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (annot_needs_its_place(expr->operands[i]))
            return TRUE;
    return FALSE;
}

guint32 annot_infix_at(const AnnotText *text, const AnnotExpr *expr)
{
    const AnnotExpr *left = expr->operands[0], *right = expr->operands[1];
    if (!left->placed || !right->placed)
        return 0;
    guint32 at = annot_text_skip(text, left->at.end);
    return at < right->at.begin && strchr("<>=!+-*/%&|^", text->bytes[at]) ? at : 0;
}

/* ---- probes ---- */

char *annot_operation_store(const AnnotProbe *probe, const AnnotOperation *operation, const char *number)
{
    return g_strdup_printf(ANNOT_STORE("%u+(%s)"), probe->first_slot + operation->slot, number);
}

/* Returns `choice` as C, with a store in place of each @ and digit; `first` is the index, in C, of the slot of class 0.
 */
static char *choice_from(const char *first, const char *choice)
{
    GString *out = g_string_new("(" ANNOT_TOLD "?(");
    for (const char *at = choice; *at; at++) {
        if (*at == '@')
            g_string_append_printf(out, ANNOT_STORE("%s+(%c)"), first, *++at);
        else
            g_string_append_c(out, *at);
    }
    g_string_append(out, "):(void)0)");
    return g_string_free(out, FALSE);
}

/* Writes a function that chooses, and returns the call of it; to be freed. */
static char *choice_apart(const AnnotProbe *probe, const char *first, const AnnotChoice *choice)
{
    const char *type = annot_number_name(choice->type);
    g_autofree char *body = choice_from("i", choice->choice), *values = g_strjoinv(",", (char **)choice->values),
                    *name = g_strdup_printf("hlcov_%s_%c%u", choice->name, choice->type.is_signed ? 'i' : 'u',
                                            choice->type.size);
    g_autoptr(GString) parameters = g_string_new("unsigned long i");
    for (guint i = 0; choice->values[i]; i++)
        g_string_append_printf(parameters, ",%s %s", type, choice->values[i]);
    annot_judges_choose(probe->judges, name, parameters->str, body);
    return g_strdup_printf("%s(%s,%s)", name, first, values);
}

char *annot_operation_choose(const AnnotProbe *probe, const AnnotOperation *operation, const AnnotChoice *choice)
{
    g_autofree char *first = g_strdup_printf("%u", probe->first_slot + operation->slot);
    gboolean apart = probe->crowded && choice->type.size > 0 && !choice->type.is_float;
    return apart ? choice_apart(probe, first, choice) : choice_from(first, choice->choice);
}
