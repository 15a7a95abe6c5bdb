/* Finds and records binary operators with computed mutants; see arithmetic.h.
 *
 * A + B becomes ({__auto_type l=+(A);__auto_type r=+(B);__auto_type v=l+r;...;v;}). Only the operator itself
 * is replaced: what else stands between the operands may say in which line they are. */
#include "annot/mutants/arithmetic.h"

#include "annot/facts/order.h"
#include "annot/facts/range.h"

#include <string.h>

enum { MOST_MUTANTS = 6 };

/* What stands in place of an operator. */
typedef struct {
    HtolOperator op;
    const char *text;    /* between the operands, with blanks; NULL: one of them is left */
    gboolean other_sign; /* of the left operand */
    AnnotJudged judged;
} Replacement;

typedef struct {
    AnnotOp in_c;
    HtolOperator op;
    HtolMutation mutation;
    const char *name;   /* of its judge */
    const char *symbol; /* in C */
} Operator;

static const Operator operators[] = {{ANNOT_OP_ADD, HTOL_OPERATOR_ADD, HTOL_MUTATION_AOR, "add", "+"},
                                     {ANNOT_OP_SUB, HTOL_OPERATOR_SUB, HTOL_MUTATION_AOR, "sub", "-"},
                                     {ANNOT_OP_MUL, HTOL_OPERATOR_MUL, HTOL_MUTATION_AOR, "mul", "*"},
                                     {ANNOT_OP_DIV, HTOL_OPERATOR_DIV, HTOL_MUTATION_AOR, "div", "/"},
                                     {ANNOT_OP_REM, HTOL_OPERATOR_REM, HTOL_MUTATION_AOR, "rem", "%"},
                                     {ANNOT_OP_BAND, HTOL_OPERATOR_AND, HTOL_MUTATION_BOR, "and", "&"},
                                     {ANNOT_OP_BOR, HTOL_OPERATOR_OR, HTOL_MUTATION_BOR, "or", "|"},
                                     {ANNOT_OP_XOR, HTOL_OPERATOR_XOR, HTOL_MUTATION_BOR, "xor", "^"},
                                     {ANNOT_OP_SHL, HTOL_OPERATOR_SHL, HTOL_MUTATION_SOR, "shl", "<<"},
                                     {ANNOT_OP_SHR, HTOL_OPERATOR_SHR, HTOL_MUTATION_SOR, "shr", ">>"}};

static const Operator *operator_of(const AnnotExpr *expr)
{
    for (guint i = 0; expr->kind == ANNOT_EXPR_BINARY && i < G_N_ELEMENTS(operators); i++)
        if (operators[i].in_c == expr->op)
            return &operators[i];
    return NULL;
}

/* ---- replacements ---- */

#define DIVIDES "b!=0&&((T)-1>0||b!=-1||a!=low)"
#define SHIFTS "n<8*sizeof(T)"

static const Replacement of_integers[] = {{HTOL_OPERATOR_ADD, " + ", FALSE, {NULL, "(T)((U)a+(U)b)"}},
                                          {HTOL_OPERATOR_SUB, " - ", FALSE, {NULL, "(T)((U)a-(U)b)"}},
                                          {HTOL_OPERATOR_MUL, " * ", FALSE, {NULL, "(T)((U)a*(U)b)"}},
                                          {HTOL_OPERATOR_DIV, " / ", FALSE, {DIVIDES, "a/b"}},
                                          {HTOL_OPERATOR_REM, " % ", FALSE, {DIVIDES, "a%b"}}};
/* The infinity of a division by 0; a NaN is the other result. Nothing is divided by 0, for the program could notice the
 * floating-point exception. */
#define INFINITE "!__builtin_signbit(a)==!__builtin_signbit(b)?(T)__builtin_inf():-(T)__builtin_inf()"
static const Replacement of_floats[] = {
    {HTOL_OPERATOR_ADD, " + ", FALSE, {NULL, "a+b"}},
    {HTOL_OPERATOR_SUB, " - ", FALSE, {NULL, "a-b"}},
    {HTOL_OPERATOR_MUL, " * ", FALSE, {NULL, "a*b"}},
    {HTOL_OPERATOR_DIV, " / ", FALSE, {NULL, "b!=0?a/b:a!=a||a==0?(T)__builtin_nan(\"\"):" INFINITE}}};
static const Replacement of_bits[] = {{HTOL_OPERATOR_AND, " & ", FALSE, {NULL, "a&b"}},
                                      {HTOL_OPERATOR_OR, " | ", FALSE, {NULL, "a|b"}},
                                      {HTOL_OPERATOR_XOR, " ^ ", FALSE, {NULL, "a^b"}}};
static const Replacement of_shifts[] = {{HTOL_OPERATOR_SHL, " << ", FALSE, {SHIFTS, "(T)((U)a<<n)"}},
                                        {HTOL_OPERATOR_SHR, " >> ", FALSE, {SHIFTS, "a>>n"}}};
static const Replacement logical = {HTOL_OPERATOR_SHR, " >> ", TRUE, {SHIFTS, "(T)((U)a>>n)"}},
                         arithmetic = {
                             HTOL_OPERATOR_SHR, " >> ", TRUE, {SHIFTS, "(T)(a>>n|(a>>8*sizeof(T)-1?~((U)-1>>n):0))"}};
static const Replacement left = {HTOL_OPERATOR_LEFT, NULL, FALSE, {NULL, "a"}},
                         right = {HTOL_OPERATOR_RIGHT, NULL, FALSE, {NULL, "b"}};
/* Adding n to a pointer, or subtracting it: the mutant's value is as far from the pointer as v is, on the other side.
 */
static const Replacement of_pointers[] = {{HTOL_OPERATOR_ADD, " + ", FALSE, {NULL, "a-(v-a)"}},
                                          {HTOL_OPERATOR_SUB, " - ", FALSE, {NULL, "a-(v-a)"}}};

typedef struct {
    guint n;
    const Replacement *rows[MOST_MUTANTS];
} Replacements;

/* Adds all replacements in `rows` but the operator `own` itself. */
static void add_others(Replacements *all, const Operator *own, const Replacement *rows, guint n)
{
    for (guint i = 0; i < n; i++)
        if (rows[i].op != own->op)
            all->rows[all->n++] = &rows[i];
}

static Replacements replacements_of_numbers(const Operator *own, AnnotNumber type)
{
    Replacements all = {0};
    if (own->mutation == HTOL_MUTATION_BOR)
        add_others(&all, own, of_bits, G_N_ELEMENTS(of_bits));
    if (own->mutation == HTOL_MUTATION_SOR)
        add_others(&all, own, of_shifts, G_N_ELEMENTS(of_shifts));
    if (own->in_c == ANNOT_OP_SHR)
        all.rows[all.n++] = type.is_signed ? &logical : &arithmetic;
    if (own->mutation != HTOL_MUTATION_AOR)
        return all;
    if (type.is_float)
        add_others(&all, own, of_floats, G_N_ELEMENTS(of_floats));
    else
        add_others(&all, own, of_integers, G_N_ELEMENTS(of_integers));
    all.rows[all.n++] = &left;
    all.rows[all.n++] = &right;
    return all;
}

static gboolean is_pointer(const AnnotExpr *expr)
{
    return expr->type && expr->type->kind == ANNOT_TYPE_POINTER;
}

static Replacements replacements_of(const AnnotExpr *expr, AnnotNumber type)
{
    const Operator *own = operator_of(expr);
    if (!is_pointer(expr))
        return replacements_of_numbers(own, type);
    Replacements all = {0};
    if (is_pointer(expr->operands[0]))
        add_others(&all, own, of_pointers, G_N_ELEMENTS(of_pointers));
    all.rows[all.n++] = is_pointer(expr->operands[0]) ? &left : &right;
    return all;
}

/* ---- which ---- */

/* Whether the operator makes a number of numbers, or a pointer of a pointer and a number. */
static gboolean computes(const AnnotExpr *expr)
{
    if (!expr->type || !expr->operands[0]->type || !expr->operands[1]->type)
        return FALSE;
    if (is_pointer(expr))
        return expr->type->size > 0;
    gboolean complex = expr->type->kind == ANNOT_TYPE_COMPLEX;
    return complex || (annot_number_of(expr->type).size > 0 && !is_pointer(expr->operands[0]));
}

/* Whether nothing may be inserted for the operator: the order of its operands matters, which C leaves open; or one is a
 * wide bit-field, on whose type compilers disagree. */
static gboolean is_alone(const AnnotText *text, const AnnotMet *met)
{
    const AnnotExpr *expr = met->expr, *l = expr->operands[0], *r = expr->operands[1];
    gboolean atomic = annot_expr_bare(l)->type->is_atomic || annot_expr_bare(r)->type->is_atomic;
    return met->blocked || atomic || annot_needs_its_place(expr) || annot_infix_at(text, expr) == 0 ||
           annot_order_is_open(l, r) || annot_type_is_guessed(expr) || annot_is_wide_bit_field(l) ||
           annot_is_wide_bit_field(r);
}

static AnnotNumber type_of(const AnnotExpr *expr)
{
    if (is_pointer(expr))
        return (AnnotNumber){FALSE, FALSE, (guint)expr->type->size};
    return annot_number_of(expr->type);
}

static char *mutant_text(const AnnotText *text, const AnnotExpr *expr, const Replacement *row)
{
    g_autofree char *l = annot_mutant_operand(text, expr->operands[0]),
                    *r = annot_mutant_operand(text, expr->operands[1]);
    AnnotNumber other = annot_number_of(expr->type);
    char **side = row == &left ? &l : &r;
    if (!row->text)
        return g_steal_pointer(side);
    other.is_signed = !other.is_signed;
    if (row->other_sign)
        return g_strdup_printf("(%s)%s%s%s", annot_number_name(other), l, row->text, r);
    return g_strdup_printf("%s%s%s", l, row->text, r);
}

/* Returns the classes of mutants that would always divide by 0, and so have no value. */
static guint32 without_value(const AnnotExpr *expr, const Replacements *all)
{
    guint32 classes = 0;
    if (is_pointer(expr) || !annot_range_within(annot_range(expr->operands[1]), 0, 0))
        return 0;
    for (guint k = 0; k < all->n; k++)
        classes |= (guint32)(all->rows[k]->judged.guard != NULL) << k;
    return classes;
}

/* Returns the classes of mutants that are equivalent: all if the shift is by 0; those that treat the sign otherwise if
 * it is never set. */
static guint32 same_shifts(const AnnotExpr *expr, AnnotNumber type, const Replacements *all)
{
    __int128 most = ((__int128)1 << MIN(8 * type.size - 1, 126)) - 1;
    gboolean unsigned_too = annot_range_within(annot_range(expr->operands[0]), 0, most);
    guint32 classes = 0;
    if (annot_range_within(annot_range(expr->operands[1]), 0, 0))
        return (1u << all->n) - 1;
    for (guint k = 0; k < all->n; k++)
        classes |= (guint32)(unsigned_too && all->rows[k]->other_sign) << k;
    return classes;
}

static guint32 impossible_classes(const AnnotExpr *expr, AnnotNumber type, const Replacements *all)
{
    switch (operator_of(expr)->mutation) {
    case HTOL_MUTATION_AOR: return without_value(expr, all);
    case HTOL_MUTATION_SOR: return same_shifts(expr, type, all);
    default: return 0;
    }
}

void annot_arithmetic_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    const AnnotExpr *expr = met->expr;
    const Operator *own = operator_of(expr);
    if (!own || !(met->records & HTOL_RECORDS_MUTATION << own->mutation) || !computes(expr))
        return;
    AnnotComputed computed = {.op = own->op, .type = type_of(expr), .alone = is_alone(text, met)};
    Replacements all = replacements_of(expr, computed.type);
    computed.impossible = impossible_classes(expr, computed.type, &all);
    computed.mutants = annot_mutants_new();
    for (guint i = 0; i < all.n; i++)
        annot_mutants_add(computed.mutants, own->mutation, all.rows[i]->op, mutant_text(text, expr, all.rows[i]));
    annot_mutant_add(met, computed, operations);
}

/* ---- probes ---- */

/* Returns the judge's arguments; to be freed. The right operand of a shift has a type of its own. */
static char *arguments(const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    const char *type = annot_number_name(operation->type);
    if (is_pointer(expr))
        return g_strdup_printf("(%s)hlcov_%c,(%s)hlcov_v", type, is_pointer(expr->operands[0]) ? 'l' : 'r', type);
    if (operator_of(expr)->mutation == HTOL_MUTATION_SOR)
        return g_strdup_printf("(%s)hlcov_l,(unsigned long long)hlcov_r,(%s)hlcov_v", type, type);
    return g_strdup_printf("(%s)hlcov_l,(%s)hlcov_r,(%s)hlcov_v", type, type, type);
}

/* Returns the condition without which no mutant of a right shift need be judged, as AnnotJudge.only_if says, to be
 * freed; NULL if there is none. Treating the sign otherwise makes a difference only if it is set. */
static char *telling_shift(const AnnotProbe *probe, const AnnotOperation *operation, const Replacements *all)
{
    AnnotNumber with_sign = {FALSE, TRUE, operation->type.size};
    guint shl = all->rows[0]->other_sign ? 1 : 0;
    guint32 unjudged = annot_mutant_unjudged(operation);
    if (unjudged >> (1 - shl) & 1)
        return NULL;
    g_autofree char *lacks = annot_probe_lacks(probe, probe->first_slot + operation->slot + shl),
                    *is_set = g_strdup_printf("(%s)hlcov_l<0", annot_number_name(with_sign));
    return unjudged >> shl & 1 ? g_steal_pointer(&is_set) : g_strdup_printf("%s||%s", is_set, lacks);
}

static char *check_text(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const Operator *own = operator_of(operation->expr);
    Replacements all = replacements_of(operation->expr, operation->type);
    AnnotJudged judged[MOST_MUTANTS];
    AnnotJudge judge = {.name = own->name, .parameters = "abv", .mutants = judged, .n_mutants = all.n};
    for (guint i = 0; i < all.n; i++)
        judged[i] = all.rows[i]->judged;
    if (own->mutation == HTOL_MUTATION_SOR)
        judge.parameters = "anv";
    if (is_pointer(operation->expr)) {
        judge.name = all.n > 1 ? "pointer" : "pointed";
        judge.parameters = "av";
        judged[all.n - 1].value = "a";
    }
    gboolean shifts_right = operation->expr->op == ANNOT_OP_SHR;
    g_autofree char *values = arguments(operation),
                    *only_if = shifts_right ? telling_shift(probe, operation, &all) : NULL;
    judge.only_if = only_if;
    return annot_mutant_check(probe, operation, judge, values);
}

void annot_arithmetic_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    const char *symbol = operator_of(expr)->symbol;
    guint32 at = annot_infix_at(probe->text, expr);
    g_autofree char *judged = check_text(probe, operation);
    annot_edits_wrap(
        probe->edits, expr->at,
        g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_l=%s(", is_pointer(expr->operands[0]) ? "" : "+"),
        g_strdup_printf(");" ANNOT_LOCAL "hlcov_v=hlcov_l%shlcov_r;%shlcov_v;})", symbol, judged));
    annot_edits_replace(probe->edits, (AnnotExtent){at, at + (guint32)strlen(symbol)},
                        g_strdup_printf(");" ANNOT_LOCAL "hlcov_r=%s(", is_pointer(expr->operands[1]) ? "" : "+"));
}

/* ---- operators themselves ---- */

static const struct {
    AnnotOp op;
    AnnotJudged of_integers, of_floats;
} relations[] = {{ANNOT_OP_LT, {NULL, "a<b"}, {NULL, ANNOT_IS_LESS "(a,b)"}},
                 {ANNOT_OP_LE, {NULL, "a<=b"}, {NULL, ANNOT_IS_LESS "equal(a,b)"}},
                 {ANNOT_OP_GT, {NULL, "a>b"}, {NULL, ANNOT_IS_GREATER "(a,b)"}},
                 {ANNOT_OP_GE, {NULL, "a>=b"}, {NULL, ANNOT_IS_GREATER "equal(a,b)"}},
                 {ANNOT_OP_EQ, {NULL, "a==b"}, {NULL, "a==b"}},
                 {ANNOT_OP_NE, {NULL, "a!=b"}, {NULL, "a!=b"}}};

static gboolean is_relation(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_BINARY && expr->op >= ANNOT_OP_LT && expr->op <= ANNOT_OP_NE;
}

AnnotNumber annot_arithmetic_type(const AnnotExpr *expr)
{
    AnnotNumber none = {0};
    if (is_relation(expr) && expr->operands[0]->type && expr->operands[1]->type)
        return annot_number_of(expr->operands[0]->type);
    if (!operator_of(expr) || !computes(expr) || is_pointer(expr))
        return none;
    return annot_number_of(expr->type);
}

static const AnnotJudged *own_of(HtolOperator op, const Replacement *rows, guint n)
{
    for (guint i = 0; i < n; i++)
        if (rows[i].op == op)
            return &rows[i].judged;
    return NULL;
}

const AnnotJudged *annot_arithmetic_judged(const AnnotExpr *expr, AnnotNumber type)
{
    for (guint i = 0; i < G_N_ELEMENTS(relations); i++)
        if (relations[i].op == expr->op)
            return type.is_float ? &relations[i].of_floats : &relations[i].of_integers;
    const Operator *own = operator_of(expr);
    if (own->mutation == HTOL_MUTATION_BOR)
        return own_of(own->op, of_bits, G_N_ELEMENTS(of_bits));
    if (own->mutation == HTOL_MUTATION_SOR)
        return own_of(own->op, of_shifts, G_N_ELEMENTS(of_shifts));
    if (type.is_float)
        return own_of(own->op, of_floats, G_N_ELEMENTS(of_floats));
    return own_of(own->op, of_integers, G_N_ELEMENTS(of_integers));
}
