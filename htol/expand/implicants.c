/* Finds the implicants of a decision; see implicants.h. The graph of the decision is folded back into the
 * formula that it was made from; its nodes count their implicants, and a number picks one. */
#include "htol/expand/implicants.h"

#include <string.h>

/* A part of the formula: a condition, or `left && right`, `left || right`, of which left may be negated. */
typedef struct {
    guint32 condition; /* from 1; 0: a compound */
    gboolean conjunction, negated;
    guint32 left, right; /* nodes */
    guint64 counts[2];   /* implicants of its negation, and of itself */
} Node;

/* That a node have that value, by the implicant of that number. */
typedef struct {
    const Node *node;
    gboolean value;
    guint64 index;
} Goal;

struct HtolImplicants {
    guint32 columns;  /* of a row */
    guint32 n_nodes;  /* 0: the decision is constant; the last one is the whole */
    Node *nodes;      /* a node stands behind its parts */
    gboolean negated; /* the decision is the negation of the whole */
    Goal *goals;      /* room for those that are left while a row is made: each node is one once at most */
};

/* A part of the graph that was folded into a node: where it is entered, and the targets of its two outcomes.
 */
typedef struct {
    guint32 node, entry, exits[2];
} Block;

typedef struct {
    HtolImplicants *implicants;
    const guint32 *leads; /* of each target, the one that it comes to */
    guint n_blocks;
    Block *blocks; /* from left to right */
} Folding;

/* ---- the formula ---- */

/* A condition both of whose exits come to the same target is passed over. */
static const guint32 *find_leads(HtolArena *arena, const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 *leads = htol_arena_new0(arena, guint32, decision->conditions + HTOL_TARGET_CONDITION);
    leads[HTOL_TARGET_FALSE] = HTOL_TARGET_FALSE;
    leads[HTOL_TARGET_TRUE] = HTOL_TARGET_TRUE;
    for (guint32 i = decision->conditions; i-- > 0;) {
        guint32 on_true = leads[conditions[i].on_true], on_false = leads[conditions[i].on_false];
        leads[i + HTOL_TARGET_CONDITION] = on_true == on_false ? on_true : i + HTOL_TARGET_CONDITION;
    }
    return leads;
}

/* A flag for each target that evaluation may come to. */
static const guint8 *find_reached(HtolArena *arena, const HtolRowDecision *decision, const HtolRowCondition *conditions,
                                  const guint32 *leads)
{
    guint8 *reached = htol_arena_new0(arena, guint8, decision->conditions + HTOL_TARGET_CONDITION);
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
    if (folding->n_blocks < 2)
        return FALSE;
    Block *right = &folding->blocks[folding->n_blocks - 1], *left = right - 1;
    gboolean on = left->exits[TRUE] == right->entry; /* the value of left on which right follows */
    guint32 other = left->exits[!on];
    gboolean same = right->exits[TRUE] == other; /* the outcome on the left's other value */
    if (left->exits[on] != right->entry || right->exits[same] != other)
        return FALSE;
    Node node = {.conjunction = !same, .negated = on == same, .left = left->node, .right = right->node};
    count_implicants(folding->implicants, &node);
    *left = (Block){add_node(folding->implicants, node), left->entry, {right->exits[FALSE], right->exits[TRUE]}};
    folding->n_blocks--;
    return TRUE;
}

static void add_condition(Folding *folding, guint32 index, const HtolRowCondition *row)
{
    Node node = {.condition = index + 1, .counts = {1, 1}};
    folding->blocks[folding->n_blocks++] = (Block){add_node(folding->implicants, node),
                                                   index + HTOL_TARGET_CONDITION,
                                                   {folding->leads[row->on_false], folding->leads[row->on_true]}};
}

/* Whether what was folded is one block whose exits are the outcomes, in either order. */
static gboolean is_whole(const Folding *folding)
{
    const Block *whole = &folding->blocks[0];
    return folding->n_blocks == 1 && whole->exits[FALSE] + whole->exits[TRUE] == HTOL_TARGET_TRUE;
}

static gboolean fold_implicants(Folding *folding, const guint8 *reached, const HtolRowDecision *decision,
                                const HtolRowCondition *conditions)
{
    for (guint32 i = 0; i < decision->conditions; i++) {
        if (!reached[i + HTOL_TARGET_CONDITION])
            continue;
        add_condition(folding, i, &conditions[i]);
        while (join_last(folding))
            continue;
    }
    if (folding->n_blocks == 0)
        return TRUE;
    folding->implicants->negated = folding->blocks[0].exits[TRUE] == HTOL_TARGET_FALSE;
    return is_whole(folding);
}

HtolImplicants *htol_implicants_new(HtolArena *arena, const HtolFunction *function, guint32 decision)
{
    const HtolRowDecision *row = &function->decisions[decision];
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    HtolImplicants *implicants = htol_arena_new0(arena, HtolImplicants, 1);
    implicants->columns = 1 + row->conditions;
    implicants->nodes = htol_arena_new0(arena, Node, 2 * (gsize)row->conditions);
    implicants->goals = htol_arena_new0(arena, Goal, 2 * (gsize)row->conditions);
    const guint32 *leads = find_leads(arena, row, conditions);
    const guint8 *reached = find_reached(arena, row, conditions, leads);
    Folding folding = {implicants, leads, 0, htol_arena_new0(arena, Block, row->conditions)};
    return fold_implicants(&folding, reached, row, conditions) ? implicants : NULL;
}

/* ---- its implicants ---- */

guint64 htol_implicants_count(const HtolImplicants *implicants, gboolean outcome)
{
    if (implicants->n_nodes == 0)
        return 0;
    return implicants->nodes[implicants->n_nodes - 1].counts[outcome ^ implicants->negated];
}

/* Puts what the goal's parts must do where `goals` ends, and returns the new end. Those of a sum are the left part's,
 * then the right part's; of a product, for each of the left part all of the right part. */
static Goal *split_goal(const HtolImplicants *implicants, Goal goal, Goal *goals)
{
    const Node *left = &implicants->nodes[goal.node->left], *right = &implicants->nodes[goal.node->right];
    gboolean left_value = goal.value ^ goal.node->negated;
    guint64 n_left = left->counts[left_value], n_right = right->counts[goal.value];
    if (is_product(goal.node, goal.value)) {
        *goals++ = (Goal){left, left_value, goal.index / n_right};
        *goals++ = (Goal){right, goal.value, goal.index % n_right};
    } else if (goal.index < n_left) {
        *goals++ = (Goal){left, left_value, goal.index};
    } else {
        *goals++ = (Goal){right, goal.value, goal.index - n_left};
    }
    return goals;
}

void htol_implicants_row(const HtolImplicants *implicants, gboolean outcome, guint64 index, guint8 *row)
{
    Goal *end = implicants->goals;
    memset(row, HTOL_UNKNOWN, implicants->columns);
    row[0] = outcome ? HTOL_TRUE : HTOL_FALSE;
    *end++ = (Goal){&implicants->nodes[implicants->n_nodes - 1], outcome ^ implicants->negated, index};
    while (end > implicants->goals) {
        Goal goal = *--end;
        if (goal.node->condition == 0)
            end = split_goal(implicants, goal, end);
        else
            row[goal.node->condition] = goal.value ? HTOL_TRUE : HTOL_FALSE;
    }
}
