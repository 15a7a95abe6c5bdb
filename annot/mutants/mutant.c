/* What operations with computed mutants share; see mutant.h. */
#include "annot/mutants/mutant.h"

enum { TEXT_LIMIT = 80 }; /* bytes of an operand's text */

/* ---- what is compared ---- */

static const AnnotComparison as_value = {.kind = ANNOT_COMPARE_VALUE};

/* Compares the lowest `bits` bits of values of `type`; values that are cut to fewer bits need no conversion. */
static AnnotComparison as_bits(AnnotNumber type, guint bits)
{
    return bits < 8 * type.size ? (AnnotComparison){.kind = ANNOT_COMPARE_BITS, .bits = bits} : as_value;
}

static AnnotComparison as_integer(const AnnotMet *met, AnnotNumber type)
{
    guint bits = met->stored_bits ? met->stored_bits : 8 * (guint)met->stored->size;
    if (!type.is_float)
        return as_bits(type, bits);
    return (AnnotComparison){ANNOT_COMPARE_INTEGER, met->stored->is_signed, 8 * (guint)met->stored->size};
}

static AnnotComparison as_float(const AnnotMet *met, AnnotNumber type)
{
    if (type.is_float && met->stored->size >= type.size)
        return as_value;
    return (AnnotComparison){.kind = ANNOT_COMPARE_FLOAT, .bits = 8 * (guint)met->stored->size};
}

/* Whether the value is stored in an object whose type is known; that of floating point in a bit-field is not. */
static gboolean compares_stored(const AnnotMet *met, AnnotNumber type)
{
    if (met->use != ANNOT_VALUE_STORED || !met->stored)
        return FALSE;
    gboolean known = annot_kind_is_scalar(met->stored->kind) && met->stored->size > 0 && met->stored->size <= 16;
    return known && !(type.is_float && met->stored_bits > 0 && met->stored->kind != ANNOT_TYPE_BOOL);
}

static AnnotComparison comparison_of(const AnnotMet *met, AnnotNumber type)
{
    if (met->use == ANNOT_VALUE_CONDITION || met->use == ANNOT_VALUE_TRUTH)
        return (AnnotComparison){.kind = ANNOT_COMPARE_TRUTH};
    if (!compares_stored(met, type))
        return as_value;
    switch (met->stored->kind) {
    case ANNOT_TYPE_BOOL: return (AnnotComparison){.kind = ANNOT_COMPARE_TRUTH};
    case ANNOT_TYPE_INTEGER:
    case ANNOT_TYPE_ENUM: return as_integer(met, type);
    case ANNOT_TYPE_FLOAT: return as_float(met, type);
    default: return as_value;
    }
}

static HtolMutantLevel level_of(const AnnotMet *met, AnnotNumber type)
{
    gboolean whole = met->use == ANNOT_VALUE_CONDITION || compares_stored(met, type);
    return whole ? HTOL_MUTANT_STATEMENT : HTOL_MUTANT_EXPRESSION;
}

void annot_mutant_add(const AnnotMet *met, AnnotComputed computed, GArray *operations)
{
    AnnotOperation operation = {.kind = HTOL_OPERATION_COMPUTED,
                                .op = computed.op,
                                .level = level_of(met, computed.type),
                                .expr = met->expr,
                                .classes = computed.alone || computed.type.size == 0 ? 0 : computed.mutants->len,
                                .impossible = computed.impossible,
                                .mutants = computed.mutants,
                                .type = computed.type,
                                .comparison = comparison_of(met, computed.type)};
    g_array_append_val(operations, operation);
}

gboolean annot_is_wide_bit_field(const AnnotExpr *operand)
{
    const AnnotDecl *decl = annot_expr_bare(operand)->decl;
    return decl && decl->is_bit_field && decl->bits > 32;
}

AnnotNumber annot_mutant_promoted(const AnnotExpr *expr)
{
    const AnnotDecl *decl = annot_expr_bare(expr)->decl;
    if (decl && decl->is_bit_field && decl->bits < 32)
        return (AnnotNumber){FALSE, TRUE, 4};
    return annot_number_of(expr->type);
}

/* ---- words ---- */

static void clear_mutant(gpointer mutant)
{
    g_free(((AnnotMutant *)mutant)->text);
}

GArray *annot_mutants_new(void)
{
    GArray *mutants = g_array_new(FALSE, FALSE, sizeof(AnnotMutant));
    g_array_set_clear_func(mutants, clear_mutant);
    return mutants;
}

void annot_mutants_add(GArray *mutants, HtolMutation mutation, HtolOperator op, char *text)
{
    AnnotMutant mutant = {.mutation = mutation, .op = op, .text = text};
    g_array_append_val(mutants, mutant);
}

static gboolean is_joined(const AnnotExpr *expr)
{
    while (expr->kind == ANNOT_EXPR_IMPLICIT)
        expr = expr->operands[0];
    switch (expr->kind) {
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_LOGICAL:
    case ANNOT_EXPR_ASSIGN:
    case ANNOT_EXPR_COMMA:
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: return TRUE;
    default: return FALSE;
    }
}

char *annot_mutant_operand(const AnnotText *text, const AnnotExpr *operand)
{
    char *folded = annot_text_folded(text, operand->at, TEXT_LIMIT);
    if (!is_joined(operand))
        return folded;
    char *joined = g_strdup_printf("(%s)", folded);
    g_free(folded);
    return joined;
}

/* ---- probes ---- */

guint32 annot_mutant_unjudged(const AnnotOperation *operation)
{
    return operation->impossible | operation->infeasible | annot_operation_told(operation);
}

char *annot_mutant_check(const AnnotProbe *probe, const AnnotOperation *operation, AnnotJudge judge,
                         const char *arguments)
{
    guint32 slot = probe->first_slot + operation->slot;
    judge.type = operation->type;
    judge.comparison = operation->comparison;
    g_autofree char *name = annot_judges_name(probe->judges, &judge);
    g_autofree char *lacks = annot_probe_lacks(probe, slot + operation->classes);
    g_autofree char *tells = judge.only_if ? g_strdup_printf("&&" ANNOT_EXPECT "(%s,0)", judge.only_if) : g_strdup("");
    return g_strdup_printf("if(%s&&" ANNOT_TOLD "%s)%s(" ANNOT_BITS "+%u,%uu,%s);", lacks, tells, name, slot,
                           annot_mutant_unjudged(operation), arguments);
}

/* The + promotes a bit-field, which has no type that a local could have. */
void annot_mutant_around(const AnnotProbe *probe, const AnnotOperation *operation, const AnnotExpr *operand,
                         AnnotJudge judge, const char *more)
{
    const AnnotDecl *decl = annot_expr_bare(operand)->decl;
    const char *type = annot_number_name(operation->type);
    gboolean shifted = judge.parameters[0] == 'n';
    g_autofree char *arguments = g_strdup_printf("(%s)hlcov_v%s%s", shifted ? "unsigned long long" : type,
                                                 more ? "," : "", more ? more : ""),
                    *check = annot_mutant_check(probe, operation, judge, arguments);
    annot_edits_wrap(
        probe->edits, operand->at,
        g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_v=%s(", decl && decl->is_bit_field ? "+" : ""),
        g_strdup_printf(");%shlcov_v;})", check));
}
