/* Criteria over mutants of decisions: COR, LCR. A decision is taken for what its graph says: conditions,
 * perhaps negated, joined by && and ||. A mutant is killed by an evaluation that has another outcome,
 * whatever the conditions would have been that were not evaluated: `d && !m || !d && m`, where m is the
 * mutant over the values of conditions, holds of its vector as Kleene has it. Each condition stands in m
 * once, or twice in an exclusive or; so no more is unknown there than is open. */
#include "htol/expand/expand.h"

/* Most conditions of a decision; if it has more, it gets no mutants. */
enum { MOST_CONDITIONS = 64 };

typedef struct Node Node;
struct Node {
    guint32 condition;  /* of a leaf: its number, from 1; of a connector: the first one of its right operand */
    gboolean negated;   /* of a leaf */
    HtolOp op;          /* of a connector: HTOL_OP_AND or HTOL_OP_OR */
    Node *left, *right; /* of a connector */
};

typedef struct {
    HtolExpansion *expansion;
    guint32 decision;
    const HtolRowCondition *conditions;
    guint32 *meant; /* by condition: the target that it always leads to, or itself if its value matters */
    guint32 live[MOST_CONDITIONS]; /* indices of conditions whose value matters */
    guint32 n_live;
    const Node *root;
} Decision;

/* What a mutant puts in place of a node. */
typedef enum {
    MUTANT_AND,
    MUTANT_OR,
    MUTANT_XOR,
    MUTANT_LEFT,
    MUTANT_RIGHT,
    MUTANT_TRUE,
    MUTANT_FALSE,
    MUTANT_NOT
} Mutant;

/* ---- from the graph to the tree ---- */

/* Where control goes from a part of the graph. */
typedef struct {
    guint32 when_true, when_false;
} Exits;

/* Returns where control that is led to `target` ends up: constants lead it on. */
static guint32 meant_by(const Decision *d, guint32 target)
{
    return target < HTOL_TARGET_CONDITION ? target : d->meant[target - HTOL_TARGET_CONDITION];
}

static guint32 on_value(const Decision *d, guint32 i, gboolean value)
{
    const HtolRowCondition *row = &d->conditions[d->live[i]];
    return meant_by(d, value ? row->on_true : row->on_false);
}

static guint32 target_of(const Decision *d, guint32 i)
{
    return HTOL_TARGET_CONDITION + d->live[i];
}

static gboolean is_inside(const Decision *d, guint32 first, guint32 end, guint32 target)
{
    return target >= target_of(d, first) && target <= target_of(d, end - 1);
}

/* Whether control that leaves conditions `first` to `end` - 1 goes to the two targets of `exits` only. */
static gboolean leaves_to(const Decision *d, guint32 first, guint32 end, Exits exits)
{
    for (guint32 i = first; i < end; i++)
        for (guint value = 0; value < 2; value++) {
            guint32 target = on_value(d, i, value);
            if (target != exits.when_true && target != exits.when_false && !is_inside(d, first, end, target))
                return FALSE;
        }
    return TRUE;
}

static Node *tree_of(const Decision *d, guint32 first, guint32 end, Exits exits);

static Node *connect(const Decision *d, guint32 first, guint32 middle, guint32 end, Exits exits, HtolOp op)
{
    Exits of_left = exits;
    *(op == HTOL_OP_AND ? &of_left.when_true : &of_left.when_false) = target_of(d, middle);
    Node *left = tree_of(d, first, middle, of_left), *right = tree_of(d, middle, end, exits);
    if (!left || !right)
        return NULL;
    Node *node = htol_arena_new0(d->expansion->arena, Node, 1);
    *node = (Node){.condition = d->live[middle] + 1, .op = op, .left = left, .right = right};
    return node;
}

/* Returns the tree of conditions `first` to `end` - 1. If several connectors could be the outermost, it is the last, as
 * C groups `a && b && c`. NULL if no expression has this graph: annotators never make one, but a table may hold it. */
static Node *tree_of(const Decision *d, guint32 first, guint32 end, Exits exits)
{
    for (guint32 middle = end - 1; middle > first; middle--) {
        guint32 next = target_of(d, middle);
        if (leaves_to(d, first, middle, (Exits){next, exits.when_false}))
            return connect(d, first, middle, end, exits, HTOL_OP_AND);
        if (leaves_to(d, first, middle, (Exits){exits.when_true, next}))
            return connect(d, first, middle, end, exits, HTOL_OP_OR);
    }
    if (end > first + 1)
        return NULL;
    Node *leaf = htol_arena_new0(d->expansion->arena, Node, 1);
    leaf->condition = d->live[first] + 1;
    leaf->negated = on_value(d, first, TRUE) != exits.when_true;
    return leaf;
}

/* ---- from the tree to predicates ---- */

static const HtolExpr *make_or(HtolArena *arena, const HtolExpr *left, const HtolExpr *right)
{
    return htol_binary(arena, HTOL_OP_OR, left, right);
}

static const HtolExpr *make_xor(HtolArena *arena, const HtolExpr *one, const HtolExpr *other)
{
    return make_or(arena, htol_and(arena, one, htol_not(arena, other)), htol_and(arena, htol_not(arena, one), other));
}

static const HtolExpr *truth(HtolArena *arena, gboolean value)
{
    return htol_constant(arena, (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value});
}

/* Returns what `mutant` puts in place of a node with parts `left` and `right`, or of the leaf `left`. */
static const HtolExpr *mutated(HtolArena *arena, Mutant mutant, const HtolExpr *left, const HtolExpr *right)
{
    switch (mutant) {
    case MUTANT_AND: return htol_and(arena, left, right);
    case MUTANT_OR: return make_or(arena, left, right);
    case MUTANT_XOR: return make_xor(arena, left, right);
    case MUTANT_LEFT: return left;
    case MUTANT_RIGHT: return right;
    case MUTANT_TRUE: return truth(arena, TRUE);
    case MUTANT_FALSE: return truth(arena, FALSE);
    case MUTANT_NOT: return htol_not(arena, left);
    }
    g_assert_not_reached();
}

/* Returns the formula of `node` over the values of conditions, in which `at` is mutated. */
static const HtolExpr *formula(HtolArena *arena, const Node *node, const Node *at, Mutant mutant)
{
    if (!node->left) {
        const HtolExpr *leaf = htol_literal(arena, node->condition, !node->negated);
        return node == at ? mutated(arena, mutant, leaf, NULL) : leaf;
    }
    const HtolExpr *left = formula(arena, node->left, at, mutant), *right = formula(arena, node->right, at, mutant);
    Mutant own = node->op == HTOL_OP_AND ? MUTANT_AND : MUTANT_OR;
    return mutated(arena, node == at ? mutant : own, left, right);
}

/* ---- objectives ---- */

/* Returns the level of the decision's mutants: STATEMENT if it is the whole condition of a statement, not of ?:. */
static HtolMutantLevel level_of(const Decision *d)
{
    HtolDecisionKind kind = d->expansion->function->decisions[d->decision].kind;
    return kind < HTOL_DECISION_CONDITIONAL ? HTOL_MUTANT_STATEMENT : HTOL_MUTANT_EXPRESSION;
}

static void add_mutant(const Decision *d, const Node *at, Mutant mutant, const char *id, const char *words)
{
    HtolArena *arena = d->expansion->arena;
    HtolObjective objective = htol_expand_at_condition(d->expansion, d->decision, at->condition);
    const HtolExpr *outcome = htol_variable(arena, 0), *other = formula(arena, d->root, at, mutant);
    objective.hyper = htol_label(arena, objective.site, make_xor(arena, outcome, other));
    objective.condition = 0;
    objective.text = htol_arena_printf(arena, "%s: %s", objective.text, words);
    objective.id = htol_arena_printf(arena, "%s:%s", objective.id, id);
    objective.level = htol_expand_level(level_of(d));
    htol_expand_add(d->expansion, objective);
}

/* Adds the mutant with the other connector in place of `node`'s. */
static void add_other(const Decision *d, const Node *node)
{
    gboolean is_and = node->op == HTOL_OP_AND;
    add_mutant(d, node, is_and ? MUTANT_OR : MUTANT_AND, is_and ? "or" : "and",
               is_and ? "|| for the && before it" : "&& for the || before it");
}

static void add_cor(const Decision *d, const Node *node)
{
    if (!node->left) {
        add_mutant(d, node, MUTANT_NOT, "not", "negated");
        return;
    }
    add_cor(d, node->left);
    add_other(d, node);
    add_mutant(d, node, MUTANT_XOR, "xor",
               node->op == HTOL_OP_AND ? "exclusive or for the && before it" : "exclusive or for the || before it");
    add_cor(d, node->right);
}

static void add_lcr(const Decision *d, const Node *node)
{
    static const struct {
        Mutant mutant;
        const char *id, *words;
    } rest[] = {{MUTANT_LEFT, "left", "only what is left of the operator before it"},
                {MUTANT_RIGHT, "right", "only what is right of the operator before it"},
                {MUTANT_TRUE, "true", "true for the operator before it"},
                {MUTANT_FALSE, "false", "false for the operator before it"}};
    if (!node->left)
        return;
    add_lcr(d, node->left);
    add_other(d, node);
    for (guint i = 0; i < G_N_ELEMENTS(rest); i++)
        add_mutant(d, node, rest[i].mutant, rest[i].id, rest[i].words);
    add_lcr(d, node->right);
}

/* Finds the conditions whose value matters: constants may decide where others lead to. */
static void find_live(Decision *d)
{
    const HtolRowDecision *row = &d->expansion->function->decisions[d->decision];
    d->meant = htol_arena_new0(d->expansion->arena, guint32, row->conditions);
    for (guint32 i = row->conditions; i-- > 0;) {
        guint32 when_true = meant_by(d, d->conditions[i].on_true), when_false = meant_by(d, d->conditions[i].on_false);
        gboolean matters = d->conditions[i].state == HTOL_CONDITION_LIVE && when_true != when_false;
        d->meant[i] = matters ? HTOL_TARGET_CONDITION + i : when_true;
    }
    for (guint32 i = 0; i < row->conditions; i++) {
        if (d->meant[i] != HTOL_TARGET_CONDITION + i)
            continue;
        if (d->n_live < MOST_CONDITIONS)
            d->live[d->n_live] = i;
        d->n_live++;
    }
}

/* Whether the decision has mutants that can be judged. If they exist but cannot, adds an objective that says why. */
static gboolean has_mutants(const Decision *d)
{
    if (d->n_live > MOST_CONDITIONS)
        htol_expand_unmeasured(d->expansion, d->decision, "it has more than 64 conditions");
    return d->n_live > 0 && d->n_live <= MOST_CONDITIONS;
}

typedef void (*AddFunc)(const Decision *d, const Node *node);

static void add_decisions(HtolExpansion *expansion, AddFunc add_objectives)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++) {
        Decision d = {.expansion = expansion, .decision = i, .conditions = htol_expand_conditions(expansion, i)};
        if (htol_expand_no_vectors(expansion, i))
            continue;
        find_live(&d);
        if (!has_mutants(&d))
            continue;
        d.root = tree_of(&d, 0, d.n_live, (Exits){HTOL_TARGET_TRUE, HTOL_TARGET_FALSE});
        if (d.root)
            add_objectives(&d, d.root);
        else
            htol_expand_unmeasured(expansion, i, "its graph is not that of an expression");
    }
}

void htol_crit_cor(HtolExpansion *expansion)
{
    add_decisions(expansion, add_cor);
}

void htol_crit_lcr(HtolExpansion *expansion)
{
    add_decisions(expansion, add_lcr);
}
