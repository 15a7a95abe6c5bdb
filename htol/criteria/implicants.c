/* Finds the implicants of a decision; see implicants.h. The graph of the decision is folded back into the
 * formula that it was made from; its nodes count their implicants, and a number picks one. */
#include "htol/criteria/implicants.h"

#include <string.h>

/* A part of the formula: a condition, or `left && right`, `left || right`, of which left may be negated. */
typedef struct {
    guint32 condition; /* from 1; 0: a compound */
    gboolean conjunction, negated;
    guint32 left, right; /* nodes */
    guint64 counts[2];   /* implicants of its negation, and of itself */
} Node;

struct HtolImplicants {
    guint32 columns;  /* of a row */
    guint32 n_nodes;  /* 0: the decision is constant; the last one is the whole */
    Node *nodes;      /* a node stands behind its parts */
    gboolean negated; /* the decision is the negation of the whole */
};

/* A part of the graph that was folded into a node: where it is entered, and the targets of its two outcomes.
 */
typedef struct {
    guint32 node, entry, exits[2];
} Block;

typedef struct {
    HtolImplicants *implicants;
    const guint32 *leads; /* of each target, the one that it comes to */
    GArray *blocks;       /* Block, from left to right */
} Folding;

/* ---- the formula ---- */

/* A condition both of whose exits come to the same target is passed over. To be freed. */
static guint32 *find_leads(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 *leads = g_new0(guint32, decision->conditions + HTOL_TARGET_CONDITION);
    leads[HTOL_TARGET_FALSE] = HTOL_TARGET_FALSE;
    leads[HTOL_TARGET_TRUE] = HTOL_TARGET_TRUE;
    for (guint32 i = decision->conditions; i-- > 0;) {
        guint32 on_true = leads[conditions[i].on_true], on_false = leads[conditions[i].on_false];
        leads[i + HTOL_TARGET_CONDITION] = on_true == on_false ? on_true : i + HTOL_TARGET_CONDITION;
    }
    return leads;
}

/* A flag for each target that evaluation may come to. To be freed. */
static guint8 *find_reached(const HtolRowDecision *decision, const HtolRowCondition *conditions, const guint32 *leads)
{
    guint8 *reached = g_new0(guint8, decision->conditions + HTOL_TARGET_CONDITION);
    reached[leads[decision->root]] = TRUE;
    for (guint32 i = 0; i < decision->conditions; i++) {
        if (!reached[i + HTOL_TARGET_CONDITION])
            continue;
        reached[leads[conditions[i].on_true]] = TRUE;
        reached[leads[conditions[i].on_false]] = TRUE;
    }
    return reached;
}

static guint32 add_node(HtolImplicants *implicants, Node node)
{
    implicants->nodes[implicants->n_nodes] = node;
    return implicants->n_nodes++;
}

static gboolean is_product(const Node *node, gboolean outcome)
{
    return node->conjunction == outcome;
}

static guint64 product(guint64 left, guint64 right)
{
    guint64 result;
    return g_uint64_checked_mul(&result, left, right) ? result : G_MAXUINT64;
}

static guint64 sum(guint64 left, guint64 right)
{
    guint64 result;
    return g_uint64_checked_add(&result, left, right) ? result : G_MAXUINT64;
}

static void count_implicants(const HtolImplicants *implicants, Node *node)
{
    for (guint outcome = FALSE; outcome <= TRUE; outcome++) {
        guint64 left = implicants->nodes[node->left].counts[outcome ^ node->negated];
        guint64 right = implicants->nodes[node->right].counts[outcome];
        node->counts[outcome] = is_product(node, outcome) ? product(left, right) : sum(left, right);
    }
}

/* Makes one block of the last two, if they are the operands of && or ||: one exit of the left block leads
 * into the right block, and the other one has a target in common with it. As this is tried whenever a block
 * is added, of a formula the left operand is one block before the right one begins; then nothing else leads
 * into the right one. In other graphs something may: then the whole keeps an exit that is no outcome. */
static gboolean join_last(Folding *folding)
{
    if (folding->blocks->len < 2)
        return FALSE;
    Block *right = &g_array_index(folding->blocks, Block, folding->blocks->len - 1), *left = right - 1;
    gboolean on = left->exits[TRUE] == right->entry; /* the value of left on which right follows */
    guint32 other = left->exits[!on];
    gboolean same = right->exits[TRUE] == other; /* the outcome on the left's other value */
    if (left->exits[on] != right->entry || right->exits[same] != other)
        return FALSE;
    Node node = {.conjunction = !same, .negated = on == same, .left = left->node, .right = right->node};
    count_implicants(folding->implicants, &node);
    *left = (Block){add_node(folding->implicants, node), left->entry, {right->exits[FALSE], right->exits[TRUE]}};
    g_array_set_size(folding->blocks, folding->blocks->len - 1);
    return TRUE;
}

static void add_condition(Folding *folding, guint32 index, const HtolRowCondition *row)
{
    Node node = {.condition = index + 1, .counts = {1, 1}};
    Block block = {add_node(folding->implicants, node),
                   index + HTOL_TARGET_CONDITION,
                   {folding->leads[row->on_false], folding->leads[row->on_true]}};
    g_array_append_val(folding->blocks, block);
}

/* Whether what was folded is one block whose exits are the outcomes, in either order. */
static gboolean is_whole(const Folding *folding)
{
    const Block *whole = &g_array_index(folding->blocks, Block, 0);
    return folding->blocks->len == 1 && whole->exits[FALSE] + whole->exits[TRUE] == HTOL_TARGET_TRUE;
}

static gboolean fold_implicants(Folding *folding, const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    g_autofree guint8 *reached = find_reached(decision, conditions, folding->leads);
    for (guint32 i = 0; i < decision->conditions; i++) {
        if (!reached[i + HTOL_TARGET_CONDITION])
            continue;
        add_condition(folding, i, &conditions[i]);
        while (join_last(folding))
            continue;
    }
    if (folding->blocks->len == 0)
        return TRUE;
    folding->implicants->negated = g_array_index(folding->blocks, Block, 0).exits[TRUE] == HTOL_TARGET_FALSE;
    return is_whole(folding);
}

HtolImplicants *htol_implicants_new(HtolArena *arena, const HtolFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->decisions[decision];
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    HtolImplicants *implicants = htol_arena_new0(arena, HtolImplicants, 1);
    implicants->columns = 1 + row->conditions;
    implicants->nodes = htol_arena_new0(arena, Node, 2 * (gsize)row->conditions);
    g_autofree guint32 *leads = find_leads(row, conditions);
    g_autoptr(GArray) blocks = g_array_new(FALSE, FALSE, sizeof(Block));
    Folding folding = {implicants, leads, blocks};
    return fold_implicants(&folding, row, conditions) ? implicants : NULL;
}

/* ---- its implicants ---- */

/* That a node have that value, by the implicant of that number. */
typedef struct {
    const Node *node;
    gboolean value;
    guint64 index;
} Goal;

guint64 htol_implicants_count(const HtolImplicants *implicants, gboolean outcome)
{
    if (implicants->n_nodes == 0)
        return 0;
    return implicants->nodes[implicants->n_nodes - 1].counts[outcome ^ implicants->negated];
}

static void add_goal(GArray *goals, const Node *node, gboolean value, guint64 index)
{
    Goal goal = {node, value, index};
    g_array_append_val(goals, goal);
}

/* Replaces the goal by what its parts must do. Those of a sum are the left part's, then the right part's; of
 * a product, for each of the left part all of the right part. */
static void split_goal(const HtolImplicants *implicants, Goal goal, GArray *goals)
{
    const Node *left = &implicants->nodes[goal.node->left], *right = &implicants->nodes[goal.node->right];
    gboolean left_value = goal.value ^ goal.node->negated;
    guint64 n_left = left->counts[left_value], n_right = right->counts[goal.value];
    if (is_product(goal.node, goal.value)) {
        add_goal(goals, left, left_value, goal.index / n_right);
        add_goal(goals, right, goal.value, goal.index % n_right);
    } else if (goal.index < n_left) {
        add_goal(goals, left, left_value, goal.index);
    } else {
        add_goal(goals, right, goal.value, goal.index - n_left);
    }
}

void htol_implicants_row(const HtolImplicants *implicants, gboolean outcome, guint64 index, guint8 *row)
{
    g_autoptr(GArray) goals = g_array_new(FALSE, FALSE, sizeof(Goal));
    memset(row, HTOL_UNKNOWN, implicants->columns);
    row[0] = outcome ? HTOL_TRUE : HTOL_FALSE;
    add_goal(goals, &implicants->nodes[implicants->n_nodes - 1], outcome ^ implicants->negated, index);
    while (goals->len > 0) {
        Goal goal = g_array_index(goals, Goal, goals->len - 1);
        g_array_set_size(goals, goals->len - 1);
        if (goal.node->condition == 0)
            split_goal(implicants, goal, goals);
        else
            row[goal.node->condition] = goal.value ? HTOL_TRUE : HTOL_FALSE;
    }
}
