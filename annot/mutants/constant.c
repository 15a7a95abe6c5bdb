/* Finds and records operators with a constant operand; see constant.h.
 *
 * The other operand is all that must be known: A + 7 becomes ({__auto_type v=A;...;v;}) + 7, and the
 * operator's own value is computed once more, in a type in which it cannot overflow. */
#include "annot/mutants/constant.h"

#include "annot/facts/range.h"
#include "annot/mutants/arithmetic.h"
#include "annot/mutants/mutant.h"
#include "annot/mutants/telling.h"

enum { CANDIDATES = 5 };

/* What is put in place of the constant c, in C and as a number. */
static const struct {
    const char *of_integers, *of_floats;
    gint64 fixed;
    gint next; /* not 0: c and this, in place of `fixed` */
} candidates[CANDIDATES] = {{"(T)0", "(T)0", 0, 0},
                            {"(T)1", "(T)1", 1, 0},
                            {"(T)-1", "(T)-1", -1, 0},
                            {"(T)((U)c+1)", "c+1", 0, 1},
                            {"(T)((U)c-1)", "c-1", 0, -1}};

/* A constant's value. */
typedef struct {
    gboolean known;
    __int128 integer; /* of a constant integer, also where it becomes floating point */
    double real;
    const AnnotExpr *literal; /* of floating point: as it is written, signs apart; NULL of integers */
    gboolean is_negated;      /* by these signs */
} Constant;

typedef struct {
    const AnnotExpr *other, *constant;
    gboolean constant_left;
} Sides;

/* ---- constants ---- */

static char *literal_text(const AnnotText *text, const AnnotExpr *literal)
{
    return g_strndup(text->bytes + literal->at.begin, literal->at.end - literal->at.begin);
}

/* Reads a floating-point constant; the - of -1.5 is an operator in C, but part of the constant here. */
static Constant real_of(const AnnotText *text, const AnnotExpr *expr)
{
    gboolean negated = FALSE;
    for (; expr->kind == ANNOT_EXPR_UNARY && (expr->op == ANNOT_OP_MINUS || expr->op == ANNOT_OP_PLUS);
         expr = annot_expr_bare(expr->operands[0]))
        negated ^= expr->op == ANNOT_OP_MINUS;
    if (expr->kind != ANNOT_EXPR_LITERAL || !expr->type || expr->type->kind != ANNOT_TYPE_FLOAT)
        return (Constant){0};
    g_autofree char *token = literal_text(text, expr);
    char *end;
    double value = g_ascii_strtod(token, &end);
    gboolean plain = end > token && (!*end || ((*end | 32) == 'f' && !end[1]) || ((*end | 32) == 'l' && !end[1]));
    return (Constant){.known = plain, .real = negated ? -value : value, .literal = expr, .is_negated = negated};
}

static Constant constant_of(const AnnotText *text, const AnnotExpr *expr)
{
    const AnnotExpr *bare = annot_expr_bare(expr);
    if (!expr->closed || !bare->type)
        return (Constant){0};
    if (bare->type->kind == ANNOT_TYPE_FLOAT)
        return real_of(text, bare);
    AnnotRange range = annot_range(bare);
    gboolean fits = range.known && range.low == range.high && range.low > G_MININT64 && range.low < G_MAXINT64;
    return (Constant){.known = fits, .integer = range.low, .real = (double)range.low};
}

static gboolean find_sides(const AnnotText *text, const AnnotExpr *expr, Sides *sides)
{
    if (expr->n_operands != 2)
        return FALSE;
    for (guint i = 0; i < 2; i++) {
        *sides = (Sides){expr->operands[1 - i], expr->operands[i], i == 0};
        if (!sides->other->closed && constant_of(text, sides->constant).known)
            return TRUE;
    }
    return FALSE;
}

/* ---- mutants ---- */

static double real_value(Constant constant, guint k)
{
    return candidates[k].next ? constant.real + candidates[k].next : (double)candidates[k].fixed;
}

/* Returns what candidate `k` makes of an integer constant. */
static gint64 integer_value(Constant constant, guint k)
{
    return candidates[k].next ? (gint64)constant.integer + candidates[k].next : candidates[k].fixed;
}

/* Whether the operator has no value with this constant: it divides by 0, or shifts too far. */
static gboolean is_void(const AnnotExpr *expr, const Sides *sides, AnnotNumber type, gint64 value)
{
    if (sides->constant_left || type.is_float)
        return FALSE;
    if (expr->op == ANNOT_OP_DIV || expr->op == ANNOT_OP_REM)
        return value == 0;
    gboolean shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    return shifts && (value < 0 || value >= 8 * (gint64)type.size);
}

/* Whether two constants are equal in `type`. */
static gboolean are_same(AnnotNumber type, gint64 one, gint64 other)
{
    guint unused = type.size < 8 ? 64 - 8 * type.size : 0;
    return (guint64)one << unused == (guint64)other << unused;
}

/* Whether candidate `k` is the constant itself, or equal to a candidate before. */
static gboolean is_repeated(AnnotNumber type, Constant constant, guint k)
{
    gint64 integer = integer_value(constant, k);
    gboolean same =
        type.is_float ? real_value(constant, k) == constant.real : are_same(type, integer, (gint64)constant.integer);
    for (guint i = 0; i < k; i++)
        same |= type.is_float ? real_value(constant, k) == real_value(constant, i)
                              : are_same(type, integer, integer_value(constant, i));
    return same;
}

static guint32 impossible_classes(const AnnotExpr *expr, const Sides *sides, AnnotNumber type, Constant constant)
{
    guint32 classes = 0;
    for (guint k = 0; k < CANDIDATES; k++) {
        gboolean none = is_void(expr, sides, type, integer_value(constant, k));
        classes |= (guint32)(none || is_repeated(type, constant, k)) << k;
    }
    return classes;
}

static char *candidate_text(Constant constant, guint k)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (!constant.literal || !candidates[k].next)
        return g_strdup_printf("%" G_GINT64_FORMAT, integer_value(constant, k));
    return g_strdup(g_ascii_dtostr(number, sizeof number, real_value(constant, k)));
}

static char *mutant_text(const AnnotText *text, const AnnotExpr *expr, const Sides *sides, guint k)
{
    AnnotExtent between = {expr->operands[0]->at.end, expr->operands[1]->at.begin};
    g_autofree char *symbol = annot_text_folded(text, between, 8), *other = annot_mutant_operand(text, sides->other),
                    *replaced = candidate_text(constant_of(text, sides->constant), k);
    g_strstrip(symbol);
    return g_strdup_printf("%s %s %s", sides->constant_left ? replaced : other, symbol,
                           sides->constant_left ? other : replaced);
}

/* ---- mutants of comparisons ---- */

/* Whether `op` holds if its left operand is greater by `difference`. */
static gboolean relation_holds(AnnotOp op, gint difference)
{
    switch (op) {
    case ANNOT_OP_LT: return difference < 0;
    case ANNOT_OP_LE: return difference <= 0;
    case ANNOT_OP_GT: return difference > 0;
    case ANNOT_OP_GE: return difference >= 0;
    case ANNOT_OP_EQ: return difference == 0;
    default: return difference != 0;
    }
}

/* Returns the classes of a relation in which its value changes if its left operand grows by `by`, -1 or 1. */
static guint32 apart_by(AnnotOp op, gint by)
{
    static const gint differences[] = {[HTOL_RELATION_LESS] = -2,
                                       [HTOL_RELATION_LESS_NEXT] = -1,
                                       [HTOL_RELATION_EQUAL] = 0,
                                       [HTOL_RELATION_GREATER_NEXT] = 1,
                                       [HTOL_RELATION_GREATER] = 2};
    guint32 classes = 0;
    for (guint k = 0; k < G_N_ELEMENTS(differences); k++)
        classes |= (guint32)(relation_holds(op, differences[k]) != relation_holds(op, differences[k] + by)) << k;
    return classes;
}

/* Whether `type` can hold `number`. */
static gboolean has_number(AnnotNumber type, __int128 number)
{
    AnnotType integer = annot_number_type(type);
    AnnotRange range = annot_range_of_type(&integer);
    return range.known && number >= range.low && number <= range.high;
}

/* Lets the classes of the comparison tell which mutants are killed: those whose constant is next to the one compared.
 */
static void tell_by_relation(const Sides *sides, Constant constant, GArray *operations)
{
    AnnotOperation *added = &g_array_index(operations, AnnotOperation, operations->len - 1);
    const AnnotOperation *relation = annot_operation_teller(operations, operations->len, added->expr);
    if (!relation || constant.literal || added->type.is_float || !has_number(added->type, constant.integer))
        return;
    for (guint k = 0; k < CANDIDATES; k++) {
        __int128 value = candidates[k].next ? constant.integer + candidates[k].next : candidates[k].fixed,
                 by = value - constant.integer;
        if ((by == 1 || by == -1) && has_number(added->type, value))
            g_array_index(added->mutants, AnnotMutant, k).told =
                apart_by(added->expr->op, (gint)(sides->constant_left ? by : -by)) & ~relation->impossible;
    }
}

/* ---- which ---- */

static gboolean is_alone(const AnnotMet *met, const Sides *sides)
{
    const AnnotExpr *other = sides->other;
    return met->blocked || !other->placed || annot_expr_bare(other)->type->is_atomic || annot_needs_its_place(other) ||
           annot_type_is_guessed(other) || annot_is_wide_bit_field(other);
}

void annot_constant_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    const AnnotExpr *expr = met->expr;
    Sides sides;
    AnnotNumber type = annot_arithmetic_type(expr);
    if (type.size == 0 || !find_sides(text, expr, &sides))
        return;
    AnnotComputed computed = {.type = type,
                              .alone = is_alone(met, &sides),
                              .impossible = impossible_classes(expr, &sides, type, constant_of(text, sides.constant)),
                              .mutants = annot_mutants_new()};
    for (guint k = 0; k < CANDIDATES; k++)
        annot_mutants_add(computed.mutants, HTOL_MUTATION_CRP, HTOL_OPERATOR_NONE, mutant_text(text, expr, &sides, k));
    annot_mutant_add(met, computed, operations);
    tell_by_relation(&sides, constant_of(text, sides.constant), operations);
}

/* ---- probes ---- */

/* Returns `expression`, the operator over its operands, with `constant` (in C) for one of them; to be freed. The right
 * operand of a shift has a type of its own. */
static char *with_constant(const Sides *sides, const char *expression, const char *constant, gboolean shifts)
{
    if (sides->constant_left)
        return g_strdup_printf("({T a=%s;%s;})", constant, expression);
    return g_strdup_printf(shifts ? "({unsigned long long n=(unsigned long long)(%s);%s;})" : "({T b=%s;%s;})",
                           constant, expression);
}

static char *constant_text(const AnnotText *text, const AnnotExpr *constant)
{
    Constant value = constant_of(text, constant);
    if (!value.literal)
        return g_strdup_printf("(%" G_GINT64_FORMAT "LL)", (gint64)value.integer);
    g_autofree char *literal = literal_text(text, value.literal);
    return g_strconcat(value.is_negated ? "-" : "", literal, NULL);
}

/* Returns the condition without which no mutant need be judged, as annot_telling_values does. */
static char *telling_values(const AnnotProbe *probe, const AnnotOperation *operation, Constant constant)
{
    gint64 constants[CANDIDATES];
    for (guint k = 0; k < CANDIDATES; k++)
        constants[k] = integer_value(constant, k);
    AnnotTelling telling = {probe, operation, (gint64)constant.integer, constants, CANDIDATES};
    return annot_telling_values(&telling);
}

/* Guards and values of the operator with each candidate, and at last with the constant itself. */
typedef struct {
    char *guards[CANDIDATES + 1], *values[CANDIDATES + 1];
} Texts;

static void fill_texts(Texts *texts, const Sides *sides, const AnnotJudged *own, const AnnotOperation *operation)
{
    gboolean shifts = operation->expr->op == ANNOT_OP_SHL || operation->expr->op == ANNOT_OP_SHR;
    for (guint k = 0; k <= CANDIDATES; k++) {
        const char *constant = k == CANDIDATES            ? "c"
                               : operation->type.is_float ? candidates[k].of_floats
                                                          : candidates[k].of_integers;
        texts->guards[k] = own->guard ? with_constant(sides, own->guard, constant, shifts) : NULL;
        texts->values[k] = with_constant(sides, own->value, constant, shifts);
    }
}

static void clear_texts(Texts *texts)
{
    for (guint k = 0; k <= CANDIDATES; k++) {
        g_free(texts->guards[k]);
        g_free(texts->values[k]);
    }
}

void annot_constant_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    Sides sides;
    const AnnotJudged *own = annot_arithmetic_judged(expr, operation->type);
    AnnotJudged judged[CANDIDATES];
    Texts texts;
    if (!own || !find_sides(probe->text, expr, &sides))
        return;
    gboolean shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    fill_texts(&texts, &sides, own, operation);
    for (guint k = 0; k < CANDIDATES; k++)
        judged[k] = (AnnotJudged){texts.guards[k], texts.values[k]};
    g_autofree char *name = g_strdup_printf("constant%u%s", (guint)expr->op, sides.constant_left ? "l" : "r"),
                    *constant = constant_text(probe->text, sides.constant),
                    *only_if = telling_values(probe, operation, constant_of(probe->text, sides.constant));
    AnnotJudge judge = {.name = name,
                        .parameters = sides.constant_left ? shifts ? "nc" : "bc" : "ac",
                        .guard = texts.guards[CANDIDATES],
                        .value = texts.values[CANDIDATES],
                        .mutants = judged,
                        .n_mutants = CANDIDATES,
                        .only_if = only_if};
    annot_mutant_around(probe, operation, sides.other, judge, constant);
    clear_texts(&texts);
}
