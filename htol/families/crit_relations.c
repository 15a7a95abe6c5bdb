/* Criteria over comparisons and signs: ROR, ABS, LIMIT, RB. Each objective asks that an operation's values were in one
 * of some classes. Impossible classes are never asked for: a mutant that differs only there is equivalent. */
#include "htol/expand/expand.h"

#define BIT(class) (1u << HTOL_RELATION_##class)

enum {
    BELOW = BIT(LESS) | BIT(LESS_NEXT),
    ABOVE = BIT(GREATER_NEXT) | BIT(GREATER),
    NEXT = BIT(LESS_NEXT) | BIT(GREATER_NEXT),
    ALL = BELOW | BIT(EQUAL) | ABOVE | BIT(UNORDERED)
};

/* What can stand in place of a comparison, and the classes in which it is true. */
static const struct {
    HtolOperator op; /* NONE: a constant */
    const char *id, *symbol;
    guint32 holds;
    gboolean orders;
} relations[] = {
    {HTOL_OPERATOR_LT, "lt", "<", BELOW, TRUE},        {HTOL_OPERATOR_LE, "le", "<=", BELOW | BIT(EQUAL), TRUE},
    {HTOL_OPERATOR_GT, "gt", ">", ABOVE, TRUE},        {HTOL_OPERATOR_GE, "ge", ">=", ABOVE | BIT(EQUAL), TRUE},
    {HTOL_OPERATOR_EQ, "eq", "==", BIT(EQUAL), FALSE}, {HTOL_OPERATOR_NE, "ne", "!=", ALL & ~BIT(EQUAL), FALSE},
    {HTOL_OPERATOR_NONE, "true", "true", ALL, FALSE},  {HTOL_OPERATOR_NONE, "false", "false", 0, FALSE}};

/* Returns the index in `relations` of a comparison operator. */
static guint relation_of(HtolOperator op)
{
    guint i = 0;
    while (relations[i].op != op && relations[i].op != HTOL_OPERATOR_NONE)
        i++;
    return i;
}

static const HtolRowOperation *row_of(const HtolExpansion *expansion, guint32 operation)
{
    return &expansion->function->operations[operation];
}

/* Not so pointers of which only equality is asked: LESS stands for all that are not equal, and EQUAL can be too.
 * Integers lie in ranges: where they can be LESS and EQUAL they can be LESS_NEXT. */
static gboolean has_order(const HtolRowOperation *row)
{
    return row->impossible != (ABOVE | NEXT | BIT(UNORDERED));
}

/* Whether the criterion's objectives are mutants; those of boundaries are not. */
static gboolean is_mutant(HtolCriterion criterion)
{
    return criterion != HTOL_CRIT_limit && criterion != HTOL_CRIT_rb;
}

/* Adds the objective that a value was in one of `classes`, unless all are impossible. `words` follow its text. */
static void add_relation(HtolExpansion *expansion, guint32 operation, guint32 classes, const char *id,
                         const char *words)
{
    HtolArena *arena = expansion->arena;
    HtolObjective objective = htol_expand_at_operation(expansion, operation);
    classes &= ~row_of(expansion, operation)->impossible;
    if (classes == 0)
        return;
    objective.hyper = htol_expand_classes(expansion, operation, classes);
    objective.text = htol_arena_printf(arena, "%s: %s", objective.text, words);
    objective.id = htol_arena_printf(arena, "o%u:%s", operation, id);
    objective.level = is_mutant(expansion->criterion) ? htol_expand_level(row_of(expansion, operation)->level) : NULL;
    htol_expand_add(expansion, objective);
}

typedef void (*AddFunc)(HtolExpansion *expansion, guint32 operation);

static void add_operations(HtolExpansion *expansion, HtolOperationKind kind, AddFunc add_objectives)
{
    for (guint32 i = 0; i < expansion->function->n_operations; i++)
        if (row_of(expansion, i)->kind == kind && !htol_expand_unclassed(expansion, i))
            add_objectives(expansion, i);
}

/* ---- mutants ---- */

static void add_replacements(HtolExpansion *expansion, guint32 operation)
{
    const HtolRowOperation *row = row_of(expansion, operation);
    guint own = relation_of(row->op);
    for (guint i = 0; i < G_N_ELEMENTS(relations); i++) {
        guint32 differ = relations[i].holds ^ relations[own].holds;
        if (relations[i].orders && !has_order(row))
            continue;
        add_relation(expansion, operation, differ, relations[i].id,
                     htol_arena_printf(expansion->arena, "%s for %s", relations[i].symbol,
                                       relations[i].op == HTOL_OPERATOR_NONE ? "it" : relations[own].symbol));
    }
}

void htol_crit_ror(HtolExpansion *expansion)
{
    add_operations(expansion, HTOL_OPERATION_RELATION, add_replacements);
}

/* Adds the signs of the operation. A value that is its own negation counts as negative where anything can be. */
static void add_signs(HtolExpansion *expansion, guint32 operation)
{
    const HtolRowOperation *row = row_of(expansion, operation);
    guint32 least = 1u << HTOL_SIGN_LEAST;
    gboolean is_signed = !(row->impossible >> HTOL_SIGN_NEGATIVE & 1);
    add_relation(expansion, operation, 1u << HTOL_SIGN_NEGATIVE | (is_signed ? least : 0), "abs",
                 "its absolute value for it");
    add_relation(expansion, operation, 1u << HTOL_SIGN_POSITIVE | (is_signed ? 0 : least), "negabs",
                 "its negated absolute value for it");
    add_relation(expansion, operation, 1u << HTOL_SIGN_ZERO, "zpush", "a failure for 0");
}

void htol_crit_abs(HtolExpansion *expansion)
{
    add_operations(expansion, HTOL_OPERATION_SIGN, add_signs);
}

/* ---- boundaries ---- */

static gboolean is_floating(const HtolRowOperation *row)
{
    return !(row->impossible & BIT(UNORDERED));
}

static void add_limit(HtolExpansion *expansion, guint32 operation)
{
    const HtolRowOperation *row = row_of(expansion, operation);
    if (has_order(row) && !is_floating(row))
        add_relation(expansion, operation, NEXT | BIT(EQUAL), "limit", "at most one apart");
}

void htol_crit_limit(HtolExpansion *expansion)
{
    add_operations(expansion, HTOL_OPERATION_RELATION, add_limit);
}

static void add_boundaries(HtolExpansion *expansion, guint32 operation)
{
    const HtolRowOperation *row = row_of(expansion, operation);
    gboolean next = !is_floating(row);
    if (!has_order(row))
        return;
    add_relation(expansion, operation, next ? BIT(LESS_NEXT) : BELOW, "below", next ? "less by one" : "less");
    add_relation(expansion, operation, BIT(EQUAL), "equal", "equal");
    add_relation(expansion, operation, next ? BIT(GREATER_NEXT) : ABOVE, "above", next ? "greater by one" : "greater");
}

void htol_crit_rb(HtolExpansion *expansion)
{
    add_operations(expansion, HTOL_OPERATION_RELATION, add_boundaries);
}
