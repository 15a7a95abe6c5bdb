/* The evaluator of hyperlabels; see eval.h. It knows nothing of slots or of criteria, nor of what users
 * write. */
#include "htol/judge/eval.h"

#include "htol/judge/decide.h"
#include "htol/judge/site.h"

static HtolTruth both(HtolTruth left, HtolTruth right)
{
    if (left == HTOL_FALSE || right == HTOL_FALSE)
        return HTOL_FALSE;
    return left == HTOL_TRUE && right == HTOL_TRUE ? HTOL_TRUE : HTOL_UNKNOWN;
}

static HtolTruth negation(HtolTruth operand)
{
    if (operand == HTOL_UNKNOWN)
        return HTOL_UNKNOWN;
    return operand == HTOL_TRUE ? HTOL_FALSE : HTOL_TRUE;
}

static HtolTruth either(HtolTruth left, HtolTruth right)
{
    return negation(both(negation(left), negation(right)));
}

static HtolValue number(guint8 truth)
{
    return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = truth};
}

/* FALSE if it is not known. */
static gboolean known_value(const HtolExpr *expr, const guint8 *row, HtolValue *value)
{
    HtolValue left, right = {0};
    gboolean logical = expr->op == HTOL_OP_NOT || expr->op == HTOL_OP_AND || expr->op == HTOL_OP_OR;
    if (expr->kind == HTOL_EXPR_CONSTANT) {
        *value = expr->constant;
        return TRUE;
    }
    if (expr->kind == HTOL_EXPR_VARIABLE || logical) {
        HtolTruth truth = htol_eval(expr, row);
        *value = number(truth);
        return truth != HTOL_UNKNOWN;
    }
    return known_value(expr->left, row, &left) && (!expr->right || known_value(expr->right, row, &right)) &&
           htol_op_value(expr->op, left, right, value);
}

static HtolTruth truth_of_value(const HtolExpr *expr, const guint8 *row)
{
    HtolValue value, truth;
    if (!known_value(expr, row, &value) || !htol_op_value(HTOL_OP_NE, value, number(0), &truth))
        return HTOL_UNKNOWN;
    return truth.s ? HTOL_TRUE : HTOL_FALSE;
}

HtolTruth htol_eval(const HtolExpr *predicate, const guint8 *row)
{
    if (predicate->kind == HTOL_EXPR_VARIABLE)
        return row[predicate->variable];
    if (predicate->kind == HTOL_EXPR_CONSTANT)
        return truth_of_value(predicate, row);
    switch (predicate->op) {
    case HTOL_OP_NOT: return negation(htol_eval(predicate->left, row));
    case HTOL_OP_AND: return both(htol_eval(predicate->left, row), htol_eval(predicate->right, row));
    case HTOL_OP_OR: return either(htol_eval(predicate->left, row), htol_eval(predicate->right, row));
    default: return truth_of_value(predicate, row);
    }
}

static gboolean satisfies(const HtolHyper *label, const HtolEnvs *envs, guint row)
{
    return !label->predicate || htol_eval(label->predicate, envs->values + (gsize)row * envs->columns) == HTOL_TRUE;
}

static gboolean label_covered(const HtolHyper *label, HtolObserved *observed)
{
    HtolEnvs envs = htol_observed_at(observed, label->site);
    for (guint i = 0; i < envs.rows; i++)
        if (satisfies(label, &envs, i))
            return TRUE;
    return FALSE;
}

void htol_label_tests(const HtolHyper *hyper, HtolObserved *observed, GArray *sets)
{
    if (hyper->kind == HTOL_HYPER_LABEL) {
        HtolEnvs envs = htol_observed_at(observed, hyper->site);
        for (guint i = 0; i < envs.rows; i++)
            if (satisfies(hyper, &envs, i))
                g_array_append_val(sets, envs.tests[i]);
    }
    if (hyper->left)
        htol_label_tests(hyper->left, observed, sets);
    if (hyper->right)
        htol_label_tests(hyper->right, observed, sets);
}

/* The environments that satisfy the label, as values of its bindings. */
static const HtolRelation *relation_of(HtolArena *arena, const HtolHyper *label, HtolObserved *observed)
{
    HtolEnvs envs = htol_observed_at(observed, label->site);
    HtolRelation *relation = htol_arena_new0(arena, HtolRelation, 1);
    HtolValue *values = htol_arena_new0(arena, HtolValue, (gsize)envs.rows * label->n_bindings);
    HtolTestSet *tests = envs.tests ? htol_arena_new0(arena, HtolTestSet, envs.rows) : NULL;
    *relation = (HtolRelation){.columns = label->n_bindings, .values = values, .tests = tests};
    for (guint i = 0; i < envs.rows; i++) {
        const guint8 *row = envs.values + (gsize)i * envs.columns;
        if (!satisfies(label, &envs, i))
            continue;
        for (guint32 b = 0; b < label->n_bindings; b++)
            *values++ = number(row[label->bindings[b].variable]);
        if (tests)
            tests[relation->rows] = envs.tests[i];
        relation->rows++;
    }
    return relation;
}

const HtolRelation *htol_site_relation(HtolArena *arena, const HtolLabelDecl *label, HtolObserved *observed)
{
    return relation_of(arena, htol_site_label(arena, label, htol_observed_function(observed)), observed);
}

static gboolean conjunct_covered(HtolArena *arena, const HtolConjunct *conjunct, HtolObserved *observed)
{
    const HtolRelation **members = htol_arena_new0(arena, const HtolRelation *, conjunct->n_members);
    gboolean divided = FALSE;
    for (guint i = 0; i < conjunct->n_members; i++) {
        members[i] = relation_of(arena, conjunct->members[i], observed);
        if (members[i]->rows == 0)
            return FALSE;
    }
    return htol_decide_conjunct(arena, conjunct, members, &divided) != NULL;
}

static gboolean guard_covered(const HtolHyper *hyper, HtolObserved *observed)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolDnf dnf;
    gboolean small = htol_dnf(arena, hyper, &dnf, NULL);
    g_assert(small); /* criteria make small ones */
    for (guint i = 0; i < dnf.n_conjuncts; i++)
        if (conjunct_covered(arena, &dnf.conjuncts[i], observed))
            return TRUE;
    return FALSE;
}

/* ---- pairs ---- */

enum { FEW = 12, FEW_COLUMNS = 64 }; /* rows all pairs of which are looked at: so few need no plan of a join */

/* Loads what the row says of metavariables of one half. */
static void load_half(HtolValue *values, const HtolHyper *label, const guint8 *row, guint half)
{
    for (guint32 i = 0; i < label->n_bindings; i++) {
        guint32 variable = label->bindings[i].variable;
        values[2 * variable + half] = number(row[variable]);
    }
}

static gboolean has_partner(const HtolExpr *guard, const HtolHyper *label, const HtolEnvs *envs, HtolValue *values)
{
    for (guint i = 0; i < envs->rows; i++) {
        if (!satisfies(label, envs, i))
            continue;
        load_half(values, label, envs->values + (gsize)i * envs->columns, 1);
        if (htol_expr_holds(guard, values) == HTOL_HOLDS_TRUE)
            return TRUE;
    }
    return FALSE;
}

static gboolean pair_covered(const HtolHyper *hyper, const HtolEnvs *envs)
{
    const HtolHyper *first = hyper->left->left, *second = hyper->left->right;
    HtolValue values[2 * FEW_COLUMNS];
    for (guint i = 0; i < envs->rows; i++) {
        if (!satisfies(first, envs, i))
            continue;
        load_half(values, first, envs->values + (gsize)i * envs->columns, 0);
        if (has_partner(hyper->guard, second, envs, values))
            return TRUE;
    }
    return FALSE;
}

/* What is not covered without its guard is not with it, and most are not. */
static gboolean under_guard_covered(const HtolHyper *hyper, HtolObserved *observed)
{
    if (!hyper->paired)
        return htol_covered(hyper->left, observed) && guard_covered(hyper, observed);
    HtolEnvs envs = htol_observed_at(observed, hyper->left->left->site);
    if (envs.rows <= FEW && envs.columns <= FEW_COLUMNS)
        return pair_covered(hyper, &envs);
    return htol_covered(hyper->left, observed) && guard_covered(hyper, observed);
}

gboolean htol_covered(const HtolHyper *hyper, HtolObserved *observed)
{
    switch (hyper->kind) {
    case HTOL_HYPER_LABEL: return label_covered(hyper, observed);
    case HTOL_HYPER_AND: return htol_covered(hyper->left, observed) && htol_covered(hyper->right, observed);
    case HTOL_HYPER_OR: return htol_covered(hyper->left, observed) || htol_covered(hyper->right, observed);
    case HTOL_HYPER_GUARD: return under_guard_covered(hyper, observed);
    case HTOL_HYPER_OCCURRENCE:
    case HTOL_HYPER_SEQUENCE: break;
    }
    g_assert_not_reached();
}
