/* Finds counters; see counter.h. */
#include "prune/encode/counter.h"

#include "prune/encode/pair.h"
#include "prune/state/operate.h"

/* Least bytes of a counter: smaller ones are counted as int, and wrap when they are stored. */
enum { LEAST_SIZE = 4 };

/* A variable that the loop writes. */
typedef struct {
    const AnnotDecl *variable;
    const AnnotExpr *write; /* the only one, which adds 1; NULL: it is no counter */
    PruneTerm before;       /* its value before the loop, of a counter */
} Counter;

struct PruneCounters {
    const AnnotStmt *loop;
    const AnnotExpr *condition; /* that must hold for an iteration */
    GArray *all;                /* Counter: what the loop writes, counters or not */
    Counter *leader;            /* of these, the one that a condition keeps from wrapping; NULL: there is none */
    const AnnotExpr *limit;     /* what that says the leader is less than */
};

static Counter *counter_at(const PruneCounters *counters, guint i)
{
    return &g_array_index(counters->all, Counter, i);
}

/* ---- what is written ---- */

/* Returns the variable that the expression names, of an integer type that is large enough; NULL: it does not. */
static const AnnotDecl *named_by(const AnnotExpr *expr)
{
    const AnnotExpr *bare = annot_expr_bare(expr);
    const AnnotDecl *variable = bare->kind == ANNOT_EXPR_NAME ? bare->decl : NULL;
    return variable && variable->type->kind == ANNOT_TYPE_INTEGER && variable->type->size >= LEAST_SIZE ? variable
                                                                                                        : NULL;
}

static gboolean is_one(const AnnotExpr *expr)
{
    return expr->has_value && expr->value == 1;
}

static gboolean adds_one(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_UNARY)
        return expr->op == ANNOT_OP_PRE_INC || expr->op == ANNOT_OP_POST_INC;
    return expr->kind == ANNOT_EXPR_ASSIGN && expr->op == ANNOT_OP_ADD && is_one(expr->operands[1]);
}

static Counter *find_counter(const PruneCounters *counters, const AnnotDecl *variable)
{
    for (guint i = 0; i < counters->all->len; i++)
        if (counter_at(counters, i)->variable == variable)
            return counter_at(counters, i);
    return NULL;
}

/* An AnnotTreeVisit.expr. */
static void note_write(const AnnotExpr *expr, gpointer data)
{
    PruneCounters *counters = data;
    const AnnotDecl *variable =
        annot_expr_assigns(expr) && expr->n_operands > 0 ? prune_root_variable(expr->operands[0]) : NULL;
    Counter *known = variable ? find_counter(counters, variable) : NULL;
    if (known)
        known->write = NULL;
    if (!variable || known)
        return;
    const Counter counter = {.variable = variable,
                             .write = adds_one(expr) && named_by(expr->operands[0]) == variable ? expr : NULL};
    g_array_append_val(counters->all, counter);
}

/* What an inner loop writes, it may write more than once in an iteration. An AnnotTreeVisit.stmt. */
static void drop_repeated(const AnnotStmt *stmt, gpointer data)
{
    PruneCounters *counters = data;
    for (guint i = 0; i < counters->all->len && annot_stmt_is_loop(stmt) && stmt != counters->loop; i++) {
        Counter *counter = counter_at(counters, i);
        if (counter->write && counter->write->at.begin >= stmt->at.begin && counter->write->at.end <= stmt->at.end)
            counter->write = NULL;
    }
}

static gboolean is_within(guint32 at, AnnotExtent extent)
{
    return extent.begin <= at && at < extent.end;
}

/* What the condition writes may wrap before it is limited; the declaration of a variable inside of the loop writes it,
 * too; what is not private may be written by others. */
static void drop_others(PruneCounters *counters, const PruneEncoder *e)
{
    const AnnotStmt *loop = counters->loop;
    for (guint i = 0; i < counters->all->len; i++) {
        Counter *counter = counter_at(counters, i);
        const AnnotDecl *variable = counter->variable;
        if (!counter->write || !g_hash_table_contains(e->private, variable) ||
            is_within(counter->write->at.begin, counters->condition->at) || is_within(variable->at, loop->body->at))
            counter->write = NULL;
    }
}

/* ---- what keeps it from wrapping ---- */

static gboolean is_same_type(const AnnotType *one, const AnnotType *other)
{
    return one->kind == other->kind && one->size == other->size && one->is_signed == other->is_signed;
}

/* Returns the operand that the condition says is less than the other one, *limit; NULL: it says something else. */
static const AnnotExpr *less_operand(const AnnotExpr *expr, const AnnotExpr **limit)
{
    if (expr->kind != ANNOT_EXPR_BINARY || (expr->op != ANNOT_OP_LT && expr->op != ANNOT_OP_GT))
        return NULL;
    guint less = expr->op == ANNOT_OP_LT ? 0 : 1;
    *limit = expr->operands[1 - less];
    return expr->operands[less];
}

/* Finds the counter that some part of the condition limits, all of which must hold. */
static void find_leader(PruneCounters *counters, const AnnotExpr *condition)
{
    const AnnotExpr *expr = annot_expr_bare(condition);
    if (expr->kind == ANNOT_EXPR_LOGICAL && expr->op == ANNOT_OP_AND)
        for (guint i = 0; i < 2 && !counters->leader; i++)
            find_leader(counters, expr->operands[i]);
    if (counters->leader)
        return;
    const AnnotExpr *limit, *operand = less_operand(expr, &limit);
    const AnnotDecl *variable = operand ? named_by(operand) : NULL;
    Counter *counter = variable ? find_counter(counters, variable) : NULL;
    if (!counter || !counter->write || !is_same_type(operand->type, variable->type))
        return;
    counters->leader = counter;
    counters->limit = limit;
}

/* Returns the condition of the loop; of one whose condition is the region of a pair (annot/strong/beside.h), that of
 * the program. NULL: it has none. */
static const AnnotExpr *condition_of(const PruneEncoder *e, const AnnotStmt *loop)
{
    const AnnotStmt *pair = e->encoding->pair ? e->encoding->pair->stmt : NULL;
    const AnnotStmt *first = loop->body->n_parts > 0 ? loop->body->parts[0] : NULL;
    while (first && first->kind == ANNOT_STMT_COMPOUND && first->n_parts == 1)
        first = first->parts[0];
    if (loop->expr || !pair || first != pair)
        return loop->expr;
    const AnnotStmt *unless = pair->other->n_parts == 1 ? pair->other->parts[0] : NULL;
    const AnnotExpr *expr = unless && unless->kind == ANNOT_STMT_IF ? annot_expr_bare(unless->expr) : NULL;
    return expr && expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_NOT ? expr->operands[0] : NULL;
}

static PruneTerm value_of(PruneEncoder *e, const AnnotDecl *variable)
{
    return prune_state_read(e->state, prune_variable(e, variable));
}

PruneCounters *prune_counters_new(PruneEncoder *e, const AnnotStmt *loop)
{
    PruneCounters *counters = g_new(PruneCounters, 1);
    *counters = (PruneCounters){loop, condition_of(e, loop), g_array_new(FALSE, FALSE, sizeof(Counter)), NULL, NULL};
    const AnnotTreeVisit writes = {.stmt = NULL, .expr = note_write, .data = counters};
    const AnnotTreeVisit loops = {.stmt = drop_repeated, .expr = NULL, .data = counters};
    if (!counters->condition)
        return counters;
    if (loop->expr)
        annot_tree_visit_expr(loop->expr, &writes);
    if (loop->step)
        annot_tree_visit_expr(loop->step, &writes);
    annot_tree_visit_stmt(loop->body, &writes);
    annot_tree_visit_stmt(loop->body, &loops);
    drop_others(counters, e);
    find_leader(counters, counters->condition);
    for (guint i = 0; i < counters->all->len; i++)
        if (counter_at(counters, i)->write)
            counter_at(counters, i)->before = value_of(e, counter_at(counters, i)->variable);
    return counters;
}

void prune_counters_free(PruneCounters *counters)
{
    g_array_unref(counters->all);
    g_free(counters);
}

/* ---- what holds ---- */

/* Makes the truth of one <= other, values of the variable's type, in the words of other < one. */
static PruneTerm is_at_most(const PruneEncoder *e, const Counter *counter, PruneTerm one, PruneTerm other)
{
    PruneTerm truth = prune_compare(e->logic, ANNOT_OP_LT, counter->variable->type, other, one);
    return truth ? prune_not(e->logic, truth) : e->logic->yes;
}

static gboolean is_step(const PruneCounters *counters, const Counter *leader)
{
    const AnnotExpr *step = counters->loop->step ? annot_expr_bare(counters->loop->step) : NULL;
    return step == leader->write;
}

/* One that is counted at most as often as the leader. */
static void assume_follower(PruneEncoder *e, const Counter *counter, const Counter *leader, PruneTerm now)
{
    PruneTerm own = value_of(e, counter->variable);
    if (!own || !counter->before || !is_same_type(counter->variable->type, leader->variable->type))
        return;
    PruneTerm holds =
        prune_and(e->logic, is_at_most(e, counter, counter->before, own), is_at_most(e, counter, own, now));
    prune_state_assume(e->state,
                       prune_implies(e->logic, is_at_most(e, counter, counter->before, leader->before), holds));
}

/* Returns what the leader is less than, if the loop does not change that: a number, or a variable; NULL: it may. */
static PruneTerm limit_of(const PruneCounters *counters, PruneEncoder *e)
{
    const AnnotType *type = counters->leader->variable->type;
    const AnnotDecl *variable = named_by(counters->limit);
    if (counters->limit->has_value)
        return prune_number(e->logic, (guint64)counters->limit->value, (guint)type->size * 8);
    if (!variable || !is_same_type(variable->type, type) || !g_hash_table_contains(e->private, variable) ||
        find_counter(counters, variable) || is_within(variable->at, counters->loop->body->at))
        return NULL;
    return value_of(e, variable);
}

/* One that counts by 1 and stops at its limit is not beyond it, if it was not before. */
static void assume_limit(const PruneCounters *counters, PruneEncoder *e, PruneTerm now)
{
    const Counter *leader = counters->leader;
    PruneTerm limit = limit_of(counters, e);
    if (limit)
        prune_state_assume(e->state, prune_implies(e->logic, is_at_most(e, leader, leader->before, limit),
                                                   is_at_most(e, leader, now, limit)));
}

void prune_counters_assume(const PruneCounters *counters, PruneEncoder *e)
{
    const Counter *leader = counters->leader;
    PruneTerm now = leader ? value_of(e, leader->variable) : NULL;
    if (!now || !leader->before)
        return;
    prune_state_assume(e->state, is_at_most(e, leader, leader->before, now));
    assume_limit(counters, e, now);
    for (guint i = 0; i < counters->all->len && is_step(counters, leader); i++)
        if (counter_at(counters, i) != leader && counter_at(counters, i)->write)
            assume_follower(e, counter_at(counters, i), leader, now);
}
