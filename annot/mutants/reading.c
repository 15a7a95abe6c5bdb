/* Finds and records values that are read, with unary operators inserted; see reading.h. */
#include "annot/mutants/reading.h"

#include "annot/facts/order.h"
#include "annot/mutants/mutant.h"

/* A unary operator that is inserted, and the value that it makes of v. */
typedef struct {
    HtolMutation mutation;
    HtolOperator op;
    const char *before, *behind; /* text around the operand */
    AnnotJudged judged;
} Insertion;

enum { NEGATION = 2 }; /* its place in both */

static const Insertion of_integers[] = {{HTOL_MUTATION_UOI, HTOL_OPERATOR_ADD, "", " + 1", {NULL, "(T)((U)v+1)"}},
                                        {HTOL_MUTATION_UOI, HTOL_OPERATOR_SUB, "", " - 1", {NULL, "(T)((U)v-1)"}},
                                        {HTOL_MUTATION_AOIU, HTOL_OPERATOR_NEGATE, "-", "", {NULL, "(T)-(U)v"}},
                                        {HTOL_MUTATION_UOI, HTOL_OPERATOR_COMPLEMENT, "~", "", {NULL, "~v"}},
                                        {HTOL_MUTATION_UOI, HTOL_OPERATOR_NOT, "!", "", {NULL, "!v"}}};
static const Insertion of_floats[] = {{HTOL_MUTATION_UOI, HTOL_OPERATOR_ADD, "", " + 1", {NULL, "v+1"}},
                                      {HTOL_MUTATION_UOI, HTOL_OPERATOR_SUB, "", " - 1", {NULL, "v-1"}},
                                      {HTOL_MUTATION_AOIU, HTOL_OPERATOR_NEGATE, "-", "", {NULL, "-v"}},
                                      {HTOL_MUTATION_UOI, HTOL_OPERATOR_NOT, "!", "", {NULL, "!v"}}};

typedef struct {
    const char *name; /* of their judge */
    const Insertion *rows;
    guint n;
} Insertions;

static Insertions insertions_of(AnnotNumber type)
{
    if (type.is_float)
        return (Insertions){"read", of_floats, G_N_ELEMENTS(of_floats)};
    return (Insertions){"read", of_integers, G_N_ELEMENTS(of_integers)};
}

static Insertions negation_of(AnnotNumber type)
{
    return (Insertions){"negated", insertions_of(type).rows + NEGATION, 1};
}

/* Returns the classes of mutants that never differ: as a truth value, the negation has the same. */
static guint32 impossible_classes(const AnnotMet *met, Insertions all)
{
    guint32 classes = 0;
    gboolean truth = met->use == ANNOT_VALUE_CONDITION || met->use == ANNOT_VALUE_TRUTH ||
                     (met->stored && met->stored->kind == ANNOT_TYPE_BOOL);
    for (guint i = 0; i < all.n && truth; i++)
        classes |= (guint32)(all.rows[i].op == HTOL_OPERATOR_NEGATE) << i;
    return classes;
}

gboolean annot_reading_is_number(const AnnotType *type)
{
    return type && (type->kind == ANNOT_TYPE_BOOL || type->kind == ANNOT_TYPE_INTEGER ||
                    type->kind == ANNOT_TYPE_ENUM || type->kind == ANNOT_TYPE_FLOAT);
}

gboolean annot_reading_is_alone(const AnnotMet *met)
{
    const AnnotExpr *expr = met->expr;
    gboolean open = met->beside && annot_order_is_open(expr, met->beside);
    return met->blocked || open || annot_expr_bare(expr)->type->is_atomic || annot_type_is_guessed(expr) ||
           annot_is_wide_bit_field(expr);
}

/* Lets the sign of the value tell which mutants are killed: every operator changes every value, except that the
 * negation of 0 and of the least number are these again. Where only a part of the value is compared, the sign does not
 * tell. */
static void tell_by_sign(GArray *operations)
{
    AnnotOperation *added = &g_array_index(operations, AnnotOperation, operations->len - 1);
    const guint32 apart = 1u << HTOL_SIGN_NEGATIVE | 1u << HTOL_SIGN_POSITIVE,
                  any = apart | 1u << HTOL_SIGN_ZERO | 1u << HTOL_SIGN_LEAST;
    const AnnotOperation *sign = annot_operation_teller(operations, operations->len, added->expr);
    if (!sign || added->comparison.kind != ANNOT_COMPARE_VALUE || added->type.is_float || added->type.size > 8)
        return;
    for (guint i = 0; i < added->mutants->len; i++) {
        AnnotMutant *mutant = &g_array_index(added->mutants, AnnotMutant, i);
        mutant->told = (mutant->op == HTOL_OPERATOR_NEGATE ? apart : any) & ~sign->impossible;
    }
}

void annot_reading_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    const AnnotExpr *expr = met->expr;
    if (met->use == ANNOT_VALUE_DROPPED || !annot_expr_is_read(expr) || !annot_reading_is_number(expr->type))
        return;
    AnnotComputed computed = {.type = annot_mutant_promoted(expr), .alone = annot_reading_is_alone(met)};
    gboolean inserts = (met->records & HTOL_RECORDS_OF(UOI)) != 0;
    Insertions all = inserts ? insertions_of(computed.type) : negation_of(computed.type);
    g_autofree char *operand = annot_mutant_operand(text, expr);
    computed.impossible = impossible_classes(met, all);
    computed.mutants = annot_mutants_new();
    for (guint i = 0; i < all.n; i++)
        annot_mutants_add(computed.mutants, all.rows[i].mutation, all.rows[i].op,
                          g_strdup_printf("%s%s%s", all.rows[i].before, operand, all.rows[i].behind));
    annot_mutant_add(met, computed, operations);
    tell_by_sign(operations);
}

void annot_reading_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    Insertions all = operation->mutants->len > 1 ? insertions_of(operation->type) : negation_of(operation->type);
    AnnotJudged judged[G_N_ELEMENTS(of_integers)];
    for (guint i = 0; i < all.n; i++)
        judged[i] = all.rows[i].judged;
    AnnotJudge judge = {.name = all.name, .parameters = "v", .mutants = judged, .n_mutants = all.n};
    annot_mutant_around(probe, operation, operation->expr, judge, NULL);
}
