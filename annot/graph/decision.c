/* Decisions as graphs of conditions; see decision.h. Ways are numbered as by Ball and Larus (MICRO 1996), which is
 * simple here: the step where a condition is false adds nothing, that where it is true adds the number of ways behind
 * the other one. */
#include "annot/graph/decision.h"

#include "annot/facts/purity.h"
#include "annot/graph/early.h"
#include "htol/files/ways.h"

#include <string.h>

typedef enum { NODE_LEAF, NODE_NOT, NODE_AND, NODE_OR } NodeKind;

/* The decision as a formula, before it becomes a graph. */
typedef struct Node Node;
struct Node {
    NodeKind kind;
    const AnnotExpr *expr;
    guint leaf;
    AnnotConstant hint; /* of a leaf: what __builtin_expect says of it */
    gboolean is_cut;    /* this node, or one below it, is && or || that is cut */
    Node *left, *right;
};

typedef struct {
    HtolArena *arena;
    AnnotCut cut;
    GArray *leaves;    /* const AnnotExpr * */
    GPtrArray *asides; /* const AnnotExpr * */
} Formula;

static Node *node_new(Formula *formula, NodeKind kind, const AnnotExpr *expr)
{
    Node *node = htol_arena_new0(formula->arena, Node, 1);
    node->kind = kind;
    node->expr = expr;
    return node;
}

static Node *not_new(Formula *formula, const AnnotExpr *expr, Node *operand)
{
    Node *node = node_new(formula, NODE_NOT, expr);
    node->left = operand;
    node->is_cut = operand->is_cut;
    return node;
}

/* Gives the conditions what follows for them from `hint`, the outcome that __builtin_expect says of the whole: a
 * compiler that sees each condition wrapped would lose it. */
static void push_hint(Node *node, AnnotConstant hint)
{
    static const AnnotConstant negated[] = {ANNOT_NOT_CONSTANT, ANNOT_CONSTANT_TRUE, ANNOT_CONSTANT_FALSE};
    if (node->kind == NODE_LEAF && node->hint == ANNOT_NOT_CONSTANT)
        node->hint = hint;
    if (node->kind == NODE_NOT)
        push_hint(node->left, negated[hint]);
    gboolean follows = node->kind == NODE_AND ? hint == ANNOT_CONSTANT_TRUE : hint == ANNOT_CONSTANT_FALSE;
    if ((node->kind == NODE_AND || node->kind == NODE_OR) && follows) {
        push_hint(node->left, hint);
        push_hint(node->right, hint);
    }
}

/* Whether `expr` is (a && b) != 0, which is a && b, as lua's hints write it, or == 0, which is the negation. */
static gboolean is_test_of_logical(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_BINARY && (expr->op == ANNOT_OP_NE || expr->op == ANNOT_OP_EQ) &&
           annot_is_logical(expr->operands[0]) && expr->operands[1]->constant == ANNOT_CONSTANT_FALSE;
}

/* Whether the operand is as true as the long that __builtin_expect converts it to; 0.5 would become 0. */
static gboolean stays_true(const AnnotExpr *operand)
{
    const AnnotType *type = annot_expr_bare(operand)->type;
    return type && type->kind != ANNOT_TYPE_FLOAT && type->kind != ANNOT_TYPE_COMPLEX && type->size <= 8;
}

static Node *build_node(Formula *formula, const AnnotExpr *expr);

static Node *build_logical(Formula *formula, const AnnotExpr *expr)
{
    const AnnotExpr *bare = annot_expr_bare(expr);
    Node *node = node_new(formula, bare->op == ANNOT_OP_AND ? NODE_AND : NODE_OR, expr);
    node->left = build_node(formula, bare->operands[0]);
    node->right = build_node(formula, bare->operands[1]);
    node->is_cut = formula->cut.cuts && bare->has_effects;
    return node;
}

static Node *build_node(Formula *formula, const AnnotExpr *expr)
{
    const AnnotExpr *bare = annot_expr_bare(expr);
    if (bare->constant == ANNOT_NOT_CONSTANT) {
        if (bare->kind == ANNOT_EXPR_LOGICAL)
            return build_logical(formula, expr);
        if (bare->kind == ANNOT_EXPR_UNARY && bare->op == ANNOT_OP_NOT)
            return not_new(formula, expr, build_node(formula, bare->operands[0]));
        if (bare->kind == ANNOT_EXPR_COMMA) {
            g_ptr_array_add(formula->asides, bare->operands[0]);
            return build_node(formula, bare->operands[1]);
        }
        if (annot_is_expect(bare) && bare->n_operands > 2 && stays_true(bare->operands[1])) {
            Node *node = build_node(formula, bare->operands[1]);
            push_hint(node, bare->operands[2]->constant);
            return node;
        }
        if (is_test_of_logical(bare)) {
            Node *node = build_node(formula, bare->operands[0]);
            return bare->op == ANNOT_OP_NE ? node : not_new(formula, expr, node);
        }
    }
    Node *leaf = node_new(formula, NODE_LEAF, expr);
    leaf->leaf = formula->leaves->len;
    g_array_append_val(formula->leaves, expr);
    return leaf;
}

/* How a formula becomes a graph: its leaves the conditions of a decision, or its groups the decisions of a branch. */
typedef struct Linker Linker;
struct Linker {
    gboolean (*is_end)(const Node *node);
    guint32 (*link_end)(const Linker *linker, const Node *node, guint32 on_true, guint32 on_false);
    AnnotDecision *decision;
    guint first_leaf;        /* of the decision */
    AnnotBranch *branch;     /* its targets are set */
    const GPtrArray *groups; /* const Node: a decision of the branch each */
};

/* Links the node to what follows it when true and when false; returns the target that is reached first. */
static guint32 link_node(const Linker *l, const Node *node, guint32 on_true, guint32 on_false)
{
    if (l->is_end(node))
        return l->link_end(l, node, on_true, on_false);
    if (node->kind == NODE_NOT)
        return link_node(l, node->left, on_false, on_true);
    if (node->kind == NODE_AND)
        return link_node(l, node->left, link_node(l, node->right, on_true, on_false), on_false);
    return link_node(l, node->left, on_true, link_node(l, node->right, on_true, on_false));
}

static gboolean is_leaf(const Node *node)
{
    return node->kind == NODE_LEAF;
}

static guint32 link_leaf(const Linker *l, const Node *node, guint32 on_true, guint32 on_false)
{
    guint i = node->leaf - l->first_leaf;
    l->decision->conditions[i].hint = node->hint;
    HtolRowCondition *row = &l->decision->rows[i];
    if (row->state == HTOL_CONDITION_TRUE)
        return on_true;
    if (row->state == HTOL_CONDITION_FALSE)
        return on_false;
    row->on_true = on_true;
    row->on_false = on_false;
    return i + HTOL_TARGET_CONDITION;
}

static void read_leaf(AnnotDecision *decision, guint i, const AnnotExpr *expr)
{
    static const HtolConditionState states[] = {[ANNOT_NOT_CONSTANT] = HTOL_CONDITION_DEAD, /* until it is reached */
                                                [ANNOT_CONSTANT_FALSE] = HTOL_CONDITION_FALSE,
                                                [ANNOT_CONSTANT_TRUE] = HTOL_CONDITION_TRUE};
    decision->conditions[i].expr = expr;
    decision->rows[i].state = states[annot_expr_bare(expr)->constant];
    AnnotTypeKind type = expr->type ? expr->type->kind : ANNOT_TYPE_OTHER;
    gboolean testable = type != ANNOT_TYPE_OTHER && type != ANNOT_TYPE_RECORD && type != ANNOT_TYPE_VOID;
    if (!testable || !expr->placed)
        decision->opaque = TRUE;
}

static void reach(AnnotDecision *decision, guint32 target, guint prefixes, guint32 prefix)
{
    if (target < HTOL_TARGET_CONDITION)
        return;
    guint i = target - HTOL_TARGET_CONDITION;
    AnnotCondition *condition = &decision->conditions[i];
    decision->rows[i].state = HTOL_CONDITION_LIVE;
    condition->prefixes = MIN(condition->prefixes + prefixes, 2);
    condition->prefix = prefix;
    decision->joins |= condition->prefixes > 1;
}

guint64 annot_decision_ways_after(const AnnotDecision *decision, guint32 target)
{
    return target < HTOL_TARGET_CONDITION ? 1 : decision->conditions[target - HTOL_TARGET_CONDITION].ways_from;
}

/* Counts for each condition the ways that lead to it, and marks it live if there are any. */
static void count_prefixes(AnnotDecision *decision)
{
    reach(decision, decision->row.root, 1, 0);
    for (guint i = 0; i < decision->row.conditions; i++) {
        const AnnotCondition *condition = &decision->conditions[i];
        const HtolRowCondition *row = &decision->rows[i];
        if (row->state != HTOL_CONDITION_LIVE)
            continue;
        reach(decision, row->on_true, condition->prefixes,
              condition->prefix + (guint32)annot_decision_ways_after(decision, row->on_false));
        reach(decision, row->on_false, condition->prefixes, condition->prefix);
    }
}

static void count_ways(AnnotDecision *decision)
{
    for (guint i = decision->row.conditions; i-- > 0;) {
        guint64 ways = annot_decision_ways_after(decision, decision->rows[i].on_true) +
                       annot_decision_ways_after(decision, decision->rows[i].on_false);
        decision->conditions[i].ways_from = MIN(ways, ANNOT_MOST_WAYS);
    }
    guint64 all = annot_decision_ways_after(decision, decision->row.root);
    decision->row.ways = all > ANNOT_MAX_WAYS ? 0 : (guint32)all;
}

static guint first_leaf(const Node *node)
{
    while (node->kind != NODE_LEAF)
        node = node->left;
    return node->leaf;
}

static guint count_leaves(const Node *node)
{
    if (node->kind == NODE_LEAF)
        return 1;
    return count_leaves(node->left) + (node->right ? count_leaves(node->right) : 0);
}

/* Makes the decision that `node` of the formula stands for, with its graph; `expr` is its whole expression. */
static AnnotDecision *decision_new(const Formula *formula, const Node *node, const AnnotExpr *expr,
                                   HtolDecisionKind kind)
{
    guint n = count_leaves(node);
    AnnotDecision *decision = htol_arena_new0(formula->arena, AnnotDecision, 1);
    Linker linker = {.is_end = is_leaf, .link_end = link_leaf, .decision = decision, .first_leaf = first_leaf(node)};
    decision->expr = expr;
    decision->opaque = expr->asks_constant;
    decision->row.kind = kind;
    decision->row.conditions = n;
    decision->rows = htol_arena_new0(formula->arena, HtolRowCondition, n);
    decision->conditions = htol_arena_new0(formula->arena, AnnotCondition, n);
    for (guint i = 0; i < n; i++)
        read_leaf(decision, i, g_array_index(formula->leaves, const AnnotExpr *, linker.first_leaf + i));
    decision->row.root = link_node(&linker, node, HTOL_TARGET_TRUE, HTOL_TARGET_FALSE);
    count_ways(decision);
    count_prefixes(decision);
    decision->n_asides = formula->asides->len;
    decision->asides =
        htol_arena_memdup(formula->arena, formula->asides->pdata, formula->asides->len * sizeof(gpointer));
    if (decision->opaque)
        annot_decision_leave_alone(decision);
    return decision;
}

void annot_decision_leave_alone(AnnotDecision *decision)
{
    decision->opaque = TRUE;
    decision->joins = FALSE;
    decision->row.ways = 1;
    decision->row.root = HTOL_TARGET_FALSE;
    for (guint i = 0; i < decision->row.conditions; i++)
        decision->rows[i] = (HtolRowCondition){.state = HTOL_CONDITION_ALONE};
}

gboolean annot_decision_is_constant(const AnnotDecision *decision)
{
    return decision->row.root < HTOL_TARGET_CONDITION;
}

guint annot_decision_count_live(const AnnotDecision *decision)
{
    guint live = 0;
    for (guint i = 0; i < decision->row.conditions; i++)
        live += decision->rows[i].state == HTOL_CONDITION_LIVE;
    return live;
}

static gboolean is_live(const AnnotDecision *decision, guint condition)
{
    return decision->rows[condition].state == HTOL_CONDITION_LIVE;
}

/* Returns the first live condition, which is evaluated whenever the decision is. */
static guint first_live(const AnnotDecision *decision)
{
    guint first = 0;
    while (!is_live(decision, first))
        first++;
    return first;
}

/* Whether all live conditions may be evaluated early; if not, sets what prevents it and where. */
static gboolean may_be_early(AnnotDecision *decision, const AnnotText *text, const AnnotFacts *facts)
{
    guint first = first_live(decision);
    const AnnotExpr *aside = decision->n_asides > 0 ? decision->asides[0] : NULL;
    const AnnotExpr *expr = decision->conditions[first].expr;
    g_autoptr(GHashTable) reads = annot_early_reads(text, expr);
    decision->guarded = aside;
    HtolFallback why = aside ? HTOL_FALLBACK_EFFECT : annot_early_why_not_first(text, facts, expr, &decision->guarded);
    for (guint i = first + 1; i < decision->row.conditions && why == HTOL_FALLBACK_NONE; i++)
        if (is_live(decision, i))
            why = annot_early_why_not(text, facts, decision->conditions[i].expr, reads, &decision->guarded);
    decision->row.fallback = why;
    return why == HTOL_FALLBACK_NONE;
}

void annot_decision_complete(AnnotDecision *decision, const AnnotText *text, const AnnotFacts *facts)
{
    guint live = annot_decision_count_live(decision);
    if (annot_decision_is_constant(decision))
        return;
    decision->early = live > 1 && may_be_early(decision, text, facts);
    decision->row.semantics = decision->early || live == 1 ? HTOL_DECISION_COMPLETE : HTOL_DECISION_FALLBACK;
    if (!decision->early)
        return;
    decision->joins = FALSE;
    decision->row.ways = live < 32 && 1u << live <= ANNOT_MAX_WAYS ? 1u << live : 0;
}

static gboolean is_pure(const AnnotPurity *purity, const AnnotExpr *expr)
{
    AnnotError impurity;
    return expr->placed && !annot_find_impurity(purity, expr, &impurity);
}

/* A condition that is not pure may change the values of all before it, so these are forgotten. */
void annot_decision_find_repeats(AnnotDecision *decision, HtolArena *arena, const AnnotText *text)
{
    AnnotPurity purity = {arena, text, NULL, "a condition"};
    if (annot_decision_count_live(decision) < 2)
        return;
    for (guint i = 0; i < decision->n_asides; i++)
        if (!is_pure(&purity, decision->asides[i]))
            return;
    g_autoptr(GHashTable) met = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < decision->row.conditions; i++) {
        const AnnotExpr *expr = decision->conditions[i].expr;
        if (decision->rows[i].state != HTOL_CONDITION_LIVE)
            continue;
        if (!is_pure(&purity, expr)) {
            g_hash_table_remove_all(met);
            continue;
        }
        char *key = annot_text_hash(text, annot_expr_bare(expr)->at, NULL);
        guint first = GPOINTER_TO_UINT(g_hash_table_lookup(met, key));
        decision->rows[i].same = first;
        if (first > 0)
            g_free(key);
        else
            g_hash_table_insert(met, key, GUINT_TO_POINTER(i + 1));
    }
}

/* Gives the ways that lead to a condition that may not return slots of their own. */
static void place_cuts(AnnotDecision *decision, guint32 *slots)
{
    for (guint i = 0; i < decision->row.conditions; i++) {
        HtolRowCondition *row = &decision->rows[i];
        gboolean first = decision->row.root == i + HTOL_TARGET_CONDITION;
        if (row->state != HTOL_CONDITION_LIVE || first || decision->early ||
            !annot_expr_may_leave(decision->conditions[i].expr))
            continue;
        row->cut_slot = *slots;
        row->cut_slots = decision->conditions[i].prefixes == 1 ? 1 : decision->row.ways;
        *slots += row->cut_slots;
    }
}

void annot_decision_place(AnnotDecision *decision, guint32 *slots, guint32 *sources, guint *temporaries)
{
    if (annot_decision_is_constant(decision))
        return;
    decision->row.slot = *slots;
    if (decision->row.ways == 0) {
        *slots += 2 + 2 * decision->row.conditions;
        if (decision->row.conditions <= ANNOT_VECTOR_CONDITIONS)
            decision->row.source = ++*sources;
        return;
    }
    *slots += decision->row.ways;
    place_cuts(decision, slots);
    if (decision->joins)
        decision->temporary = (*temporaries)++;
}

/* ---- branches ---- */

static void add_exit(AnnotBranch *branch, guint32 outcome, guint decision, gboolean of_decision)
{
    branch->exits[outcome][branch->n_exits[outcome]++] = (AnnotExit){decision, of_decision};
}

static AnnotBranch *new_branch(const Formula *formula, const AnnotExpr *expr, guint n_decisions)
{
    AnnotBranch *branch = htol_arena_new0(formula->arena, AnnotBranch, 1);
    branch->expr = expr;
    branch->n_decisions = n_decisions;
    branch->decisions = htol_arena_new0(formula->arena, AnnotDecision *, n_decisions);
    branch->targets = htol_arena_alloc(formula->arena, n_decisions * sizeof *branch->targets);
    for (guint i = 0; i < G_N_ELEMENTS(branch->exits); i++)
        branch->exits[i] = htol_arena_new0(formula->arena, AnnotExit, 2 * n_decisions);
    branch->n_asides = formula->asides->len;
    branch->asides = htol_arena_memdup(formula->arena, formula->asides->pdata, formula->asides->len * sizeof(gpointer));
    return branch;
}

/* Makes a branch of one decision. In c ?: b the value of c is kept in a local while it is tested. */
static AnnotBranch *whole_branch(const Formula *formula, AnnotDecision *decision)
{
    AnnotBranch *branch = new_branch(formula, decision->expr, 1);
    decision->keeps_value = formula->cut.is_elvis && decision->row.conditions == 1 && !annot_is_logical(decision->expr);
    branch->decisions[0] = decision;
    branch->opaque = decision->opaque;
    branch->root = decision->row.root;
    for (guint32 outcome = HTOL_TARGET_FALSE; outcome <= HTOL_TARGET_TRUE; outcome++) {
        branch->targets[0][outcome] = outcome;
        add_exit(branch, outcome, 0, outcome == HTOL_TARGET_TRUE);
    }
    return branch;
}

static gboolean is_group(const Node *node)
{
    return !node->is_cut;
}

static void collect_groups(const Node *node, GPtrArray *groups)
{
    if (is_group(node)) {
        g_ptr_array_add(groups, (gpointer)node);
        return;
    }
    collect_groups(node->left, groups);
    if (node->right)
        collect_groups(node->right, groups);
}

static guint32 link_group(const Linker *l, const Node *node, guint32 on_true, guint32 on_false)
{
    guint i = 0;
    g_ptr_array_find((GPtrArray *)l->groups, node, &i);
    const AnnotDecision *decision = l->branch->decisions[i];
    if (annot_decision_is_constant(decision))
        return decision->row.root == HTOL_TARGET_TRUE ? on_true : on_false;
    l->branch->targets[i][FALSE] = on_false;
    l->branch->targets[i][TRUE] = on_true;
    return i + HTOL_TARGET_CONDITION;
}

/* Marks a decision as never evaluated, because of constants in the decisions before it. */
static void cut_off(AnnotDecision *decision)
{
    for (guint i = 0; i < decision->row.conditions; i++)
        if (decision->rows[i].state == HTOL_CONDITION_LIVE)
            decision->rows[i].state = HTOL_CONDITION_DEAD;
    decision->row.root = HTOL_TARGET_FALSE;
    decision->row.ways = 1;
    decision->joins = FALSE;
}

/* Finds the outcomes of decisions by which control leaves the branch, from the first decision that is evaluated on. */
static void find_exits(AnnotBranch *branch)
{
    g_autofree gboolean *reached = g_new0(gboolean, branch->n_decisions);
    if (branch->root >= HTOL_TARGET_CONDITION)
        reached[branch->root - HTOL_TARGET_CONDITION] = TRUE;
    for (guint i = 0; i < branch->n_decisions; i++) {
        AnnotDecision *decision = branch->decisions[i];
        g_autofree guint8 *outcomes = htol_decision_outcomes(&decision->row, decision->rows, NULL);
        for (guint outcome = 0; outcome < 2 && reached[i]; outcome++) {
            if (!(outcomes[decision->row.root] >> outcome & 1))
                continue;
            guint32 target = branch->targets[i][outcome];
            if (target < HTOL_TARGET_CONDITION)
                add_exit(branch, target, i, outcome);
            else
                reached[target - HTOL_TARGET_CONDITION] = TRUE;
        }
        if (!reached[i] && !annot_decision_is_constant(decision))
            cut_off(decision);
    }
}

static AnnotBranch *cut_branch(const Formula *formula, const Node *root, const AnnotExpr *expr)
{
    g_autoptr(GPtrArray) groups = g_ptr_array_new();
    collect_groups(root, groups);
    AnnotBranch *branch = new_branch(formula, expr, groups->len);
    for (guint i = 0; i < groups->len; i++) {
        const Node *node = groups->pdata[i];
        branch->decisions[i] = decision_new(formula, node, node->expr, HTOL_DECISION_VALUE);
    }
    Linker linker = {.is_end = is_group, .link_end = link_group, .branch = branch, .groups = groups};
    branch->root = link_node(&linker, root, HTOL_TARGET_TRUE, HTOL_TARGET_FALSE);
    find_exits(branch);
    return branch;
}

AnnotBranch *annot_branch_new(HtolArena *arena, const AnnotExpr *expr, AnnotCut cut)
{
    g_autoptr(GArray) leaves = g_array_new(FALSE, FALSE, sizeof(const AnnotExpr *));
    g_autoptr(GPtrArray) asides = g_ptr_array_new();
    Formula formula = {arena, cut, leaves, asides};
    Node *root = build_node(&formula, expr);
    AnnotDecision *whole = decision_new(&formula, root, expr, cut.kind);
    if (root->is_cut && !whole->opaque)
        return cut_branch(&formula, root, expr);
    return whole_branch(&formula, whole);
}
