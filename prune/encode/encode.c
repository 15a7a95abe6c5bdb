/* Statements, run in one pass; see encode.h. Expressions are evaluate.c's. */
#include "prune/encode/encode.h"

#include "prune/encode/counter.h"
#include "prune/encode/encoder.h"
#include "prune/encode/pair.h"
#include "prune/state/memory.h"
#include "prune/state/operate.h"

#include <stdlib.h>
#include <string.h>

const PruneWay *prune_way(const PruneEncoder *e)
{
    return e->encoding->unrolled ? e->encoding->unrolled->way : NULL;
}

void prune_visited(const PruneEncoder *e, gconstpointer node)
{
    if (e->encoding->visit && !e->muted)
        e->encoding->visit(e->encoding->visitor, node);
}

static void begin_moment(PruneEncoder *e, const AnnotStmt *stmt)
{
    PruneMoment *moment = prune_moment(e, stmt);
    if (!moment || (prune_way(e) && prune_state_is_dead(e->state)))
        return;
    if (prune_way(e))
        *moment = (PruneMoment){0};
    moment->visits++;
    moment->before = e->state->guard;
    moment->path = e->state->path;
    prune_visited(e, stmt);
}

gboolean prune_follow(PruneEncoder *e, gconstpointer node, PruneTerm condition)
{
    const PruneWay *way = prune_way(e);
    PruneTurn turn = way->choose(way->data, node, e->state->guard, condition);
    if (turn == PRUNE_TURN_END)
        prune_state_stop(e->state);
    else
        prune_state_assume(e->state, turn == PRUNE_TURN_THEN ? condition : prune_not(e->logic, condition));
    return turn == PRUNE_TURN_THEN;
}

PruneMoment *prune_moment(PruneEncoder *e, gconstpointer node)
{
    return e->muted ? NULL : g_hash_table_lookup(e->encoding->moments, node);
}

/* Forgets all that is known: control arrives from anywhere, with any values. */
static void arrive_somehow(PruneEncoder *e)
{
    prune_state_forget_all(e->state);
    e->state->guard = e->state->path = prune_free_truth(e->logic);
}

/* ---- what can be entered from the side ---- */

/* Whether control may enter the statement at a label in it or, unless `nested`, at a case of a switch around it. */
static gboolean has_entry(const AnnotStmt *stmt, gboolean nested)
{
    if (!stmt)
        return FALSE;
    gboolean is_case = stmt->kind == ANNOT_STMT_CASE || stmt->kind == ANNOT_STMT_DEFAULT;
    gboolean found = stmt->kind == ANNOT_STMT_LABEL || (is_case && !nested);
    gboolean inside = nested || stmt->kind == ANNOT_STMT_SWITCH;
    for (guint i = 0; i < stmt->n_parts && !found; i++)
        found = has_entry(stmt->parts[i], inside);
    return found || has_entry(stmt->body, inside) || has_entry(stmt->other, inside) || has_entry(stmt->init, inside);
}

static gboolean has_label_inside(const AnnotExpr *expr);

/* Whether some statement is reached in unknown ways: by a label, or a loop around a case. */
gboolean prune_is_wild(const AnnotStmt *stmt)
{
    if (!stmt)
        return FALSE;
    if (stmt->kind == ANNOT_STMT_LABEL || (annot_stmt_is_loop(stmt) && has_entry(stmt, FALSE)))
        return TRUE;
    gboolean found = (stmt->expr && has_label_inside(stmt->expr)) || (stmt->step && has_label_inside(stmt->step));
    for (guint i = 0; i < stmt->n_inits && !found; i++)
        found = has_label_inside(stmt->inits[i]);
    for (guint i = 0; i < stmt->n_parts && !found; i++)
        found = prune_is_wild(stmt->parts[i]);
    return found || prune_is_wild(stmt->body) || prune_is_wild(stmt->other) || prune_is_wild(stmt->init);
}

static gboolean has_label_inside(const AnnotExpr *expr)
{
    gboolean found = prune_is_wild(expr->body);
    for (guint i = 0; i < expr->n_operands && !found; i++)
        found = has_label_inside(expr->operands[i]);
    return found;
}

/* ---- declarations ---- */

gboolean prune_is_plain_list(const PruneEncoder *e, const AnnotExpr *init)
{
    if (init->kind != ANNOT_EXPR_INITIALIZER || !init->placed)
        return FALSE;
    const char *text = e->encoding->text->bytes + init->at.begin;
    return (*text == '{' || (*text == '(' && prune_way(e))) && !memchr(text, '=', init->at.end - init->at.begin);
}

/* Bytes of a variable whose initial values are followed. */
enum { MOST_FILLED = 1 << 16 };

gboolean prune_is_fillable(const PruneEncoder *e, const AnnotType *type)
{
    return prune_has_bits(e->logic, type) ||
           ((type->kind == ANNOT_TYPE_ARRAY || (type->kind == ANNOT_TYPE_RECORD && type->n_fields > 0)) &&
            type->size > 0 && type->size <= MOST_FILLED);
}

static guint64 parts_of(const AnnotType *type)
{
    return type->kind == ANNOT_TYPE_RECORD ? type->n_fields : type->size / type->target->size;
}

gboolean prune_is_listed(const AnnotType *type)
{
    for (guint i = 0; type->kind == ANNOT_TYPE_RECORD && i < type->n_fields; i++)
        if (type->fields[i]->index != i || !*type->fields[i]->name)
            return FALSE;
    return type->kind == ANNOT_TYPE_ARRAY || type->kind == ANNOT_TYPE_RECORD;
}

static void fill_parts(PruneEncoder *e, const PrunePlace *place, const AnnotType *type, const AnnotExpr *list)
{
    for (guint64 i = 0; i < list->n_operands; i++) {
        const AnnotDecl *field = type->kind == ANNOT_TYPE_RECORD ? type->fields[i] : NULL;
        const AnnotType *own = field ? field->type : type->target;
        const PrunePlace *part = field ? prune_place_member(e->places, place, field, own)
                                       : prune_place_element(e->places, place, prune_number(e->logic, i, 64), own);
        prune_fill(e, part, own, list->operands[i]);
    }
}

void prune_fill(PruneEncoder *e, const PrunePlace *place, const AnnotType *type, const AnnotExpr *init)
{
    gboolean is_list = prune_is_plain_list(e, init), is_record = type->kind == ANNOT_TYPE_RECORD;
    if (is_list && prune_is_listed(type) && init->n_operands <= parts_of(type)) {
        prune_state_write(e->state, place, prune_number(e->logic, 0, (guint)type->size * 8));
        fill_parts(e, place, type, init);
    } else if (is_record && init->kind == ANNOT_EXPR_INITIALIZER) {
        for (guint i = 0; i < init->n_operands; i++)
            prune_evaluate(e, init->operands[i]);
        prune_state_write(e->state, place, NULL);
    } else if (type->kind == ANNOT_TYPE_ARRAY) {
        prune_state_write(e->state, place, prune_literal_array(e, init, type->size));
    } else {
        const AnnotExpr *value = is_list && !is_record && init->n_operands == 1 ? init->operands[0] : init;
        PruneTerm bits = prune_evaluate_bits(e, value);
        prune_state_write(e->state, place, prune_convert(e->logic, bits, value->type, type));
    }
}

static void declare(PruneEncoder *e, const AnnotVariable *variable)
{
    const PrunePlace *place = prune_variable(e, variable->decl);
    PruneTerm bits = NULL;
    if (prune_way(e) && variable->decl->is_static && !variable->decl->is_const)
        return; /* it holds what the last call left */
    if (prune_way(e) && variable->init && prune_is_fillable(e, variable->decl->type)) {
        prune_fill(e, place, variable->decl->type, variable->init);
        return;
    }
    if (e->matching && !variable->init)
        return; /* it holds whatever it held, the same in both regions */
    if (variable->init) {
        bits = prune_evaluate_bits(e, variable->init);
        bits = prune_convert(e->logic, bits, variable->init->type, variable->decl->type);
    }
    prune_state_write(e->state, place, bits);
}

static void run_declaration(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (stmt->is_vla)
        prune_state_forget_all(e->state);
    for (guint i = 0; i < stmt->n_variables; i++)
        declare(e, &stmt->variables[i]);
}

/* ---- loops ---- */

static void forget_loop(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (has_entry(stmt->body, FALSE)) {
        arrive_somehow(e);
        return;
    }
    PruneEffects effects = prune_effects_new(e->private);
    prune_effects_of_expr(&effects, stmt->expr);
    prune_effects_of_expr(&effects, stmt->step);
    prune_effects_of_stmt(&effects, stmt->body);
    prune_forget_written(e, &effects);
    prune_effects_clear(&effects);
}

/* Of what the loop only counts up, something is known to pairs. Others would lose what they know of ways: an assumption
 * about what is unknown keeps it from being told that what is behind the loop is reached as often as what is before. */
static void forget_but_counters(PruneEncoder *e, const AnnotStmt *stmt)
{
    gboolean counts = e->encoding->pair && stmt->kind != ANNOT_STMT_DO && !has_entry(stmt->body, FALSE);
    PruneCounters *counters = counts ? prune_counters_new(e, stmt) : NULL;
    forget_loop(e, stmt);
    if (!counters)
        return;
    prune_counters_assume(counters, e);
    prune_counters_free(counters);
}

/* Goes on in the state where the condition holds; returns the state where it does not. */
static PruneState *leave_unless(PruneEncoder *e, const AnnotExpr *condition)
{
    PruneTerm holds = condition ? prune_evaluate_truth(e, condition) : e->logic->yes;
    PruneState *left = prune_state_copy(e->state);
    prune_state_assume(left, prune_not(e->logic, holds));
    prune_state_assume(e->state, holds);
    return left;
}

static void run_body(PruneEncoder *e, const AnnotStmt *stmt, PruneTarget *target)
{
    e->target = target;
    prune_run(e, stmt->body);
    e->target = target->outer;
    e->state = prune_state_join(e->state, target->continues);
}

/* Runs an iteration; returns the states in which the loop is left by its condition. */
static PruneState *run_iteration(PruneEncoder *e, const AnnotStmt *stmt, PruneTarget *target)
{
    PruneState *left = NULL;
    target->continues = NULL;
    if (stmt->kind != ANNOT_STMT_DO)
        left = leave_unless(e, stmt->expr);
    run_body(e, stmt, target);
    if (stmt->kind == ANNOT_STMT_DO)
        left = leave_unless(e, stmt->expr);
    else if (stmt->step)
        prune_evaluate(e, stmt->step);
    return left;
}

/* Runs as many iterations as are asked for. Only the last one is recorded: a moment is that of one visit. */
static void run_unrolled(PruneEncoder *e, const AnnotStmt *stmt)
{
    PruneTarget target = {.outer = e->target, .is_loop = TRUE};
    gboolean muted = e->muted;
    PruneState *left = NULL;
    if (stmt->init)
        prune_run(e, stmt->init);
    for (guint i = 0; i <= e->encoding->unrolled->before; i++) {
        e->muted = muted || i < e->encoding->unrolled->before;
        left = prune_state_join(left, run_iteration(e, stmt, &target));
    }
    e->muted = TRUE;
    if (stmt->kind != ANNOT_STMT_DO)
        left = prune_state_join(left, leave_unless(e, stmt->expr));
    e->muted = muted;
    prune_state_free(e->state);
    e->state = prune_state_join(left, target.breaks);
}

/* Whether another iteration of the loop begins on a single way, as its condition says. */
static gboolean goes_on(PruneEncoder *e, const AnnotStmt *stmt)
{
    return prune_follow(e, stmt, stmt->expr ? prune_evaluate_truth(e, stmt->expr) : e->logic->yes);
}

/* Runs iterations as long as a single way does. */
static void follow_loop(PruneEncoder *e, const AnnotStmt *stmt)
{
    PruneTarget target = {.outer = e->target, .is_loop = TRUE};
    if (stmt->init)
        prune_run(e, stmt->init);
    while (!prune_state_is_dead(e->state) && (stmt->kind == ANNOT_STMT_DO || goes_on(e, stmt))) {
        target.continues = NULL;
        run_body(e, stmt, &target);
        if (prune_state_is_dead(e->state) || (stmt->kind == ANNOT_STMT_DO && !goes_on(e, stmt)))
            break;
        if (stmt->step)
            prune_evaluate(e, stmt->step);
    }
    e->state = prune_state_join(e->state, target.breaks);
}

/* Runs one iteration for all: before it, what the loop may change is forgotten. */
static void run_loop(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (prune_way(e)) {
        follow_loop(e, stmt);
        return;
    }
    if (e->encoding->unrolled && !has_entry(stmt->body, FALSE)) {
        run_unrolled(e, stmt);
        return;
    }
    PruneTarget target = {.outer = e->target, .is_loop = TRUE};
    PruneState *left = NULL;
    if (e->side)
        g_hash_table_add(e->states.forgotten, NULL); /* it may not end */
    if (stmt->init)
        prune_run(e, stmt->init);
    forget_but_counters(e, stmt);
    if (stmt->kind != ANNOT_STMT_DO)
        left = leave_unless(e, stmt->expr);
    run_body(e, stmt, &target);
    if (stmt->kind == ANNOT_STMT_DO)
        left = leave_unless(e, stmt->expr);
    else if (stmt->step)
        prune_evaluate(e, stmt->step);
    PruneTerm ended = e->state->path;
    prune_state_free(e->state);
    e->state = prune_state_join(left, target.breaks);
    e->state->path = prune_or(e->logic, e->state->path, ended);
    prune_may_end(e);
}

/* ---- switches ---- */

/* Makes the truth that the switch leads to the case. */
static PruneTerm case_is_meant(PruneEncoder *e, const AnnotStmt *stmt, const PruneTarget *target)
{
    if (!target->value || !stmt->has_values)
        return prune_free_truth(e->logic);
    guint width = prune_width(e->logic, target->value);
    PruneTerm low = prune_number(e->logic, (guint64)stmt->low, width);
    PruneTerm high = prune_number(e->logic, (guint64)stmt->high, width);
    if (low == high)
        return prune_equal(e->logic, target->value, low);
    const AnnotType *type = target->expr->type;
    return prune_and(e->logic, prune_compare(e->logic, ANNOT_OP_GE, type, target->value, low),
                     prune_compare(e->logic, ANNOT_OP_LE, type, target->value, high));
}

/* Adds to target->none that no case in the statement is meant, as far as cases are known. */
static void find_none(PruneEncoder *e, const AnnotStmt *stmt, PruneTarget *target)
{
    if (!stmt || stmt->kind == ANNOT_STMT_SWITCH)
        return;
    if (stmt->kind == ANNOT_STMT_CASE)
        target->none = prune_and(e->logic, target->none, prune_not(e->logic, case_is_meant(e, stmt, target)));
    find_none(e, stmt->body, target);
    find_none(e, stmt->other, target);
    for (guint i = 0; i < stmt->n_parts; i++)
        find_none(e, stmt->parts[i], target);
}

static PruneTarget *enclosing_switch(PruneEncoder *e)
{
    PruneTarget *target = e->target;
    while (target && target->is_loop)
        target = target->outer;
    return target;
}

/* Returns the state in which the switch jumps to a label that is meant if `meant` holds: a single way jumps to one. */
static PruneState *jump(PruneEncoder *e, PruneTarget *target, PruneTerm meant)
{
    const PruneWay *way = prune_way(e);
    PruneState *jumped = prune_state_copy(target->dispatch);
    if (!way) {
        prune_state_assume(jumped, meant);
    } else if (!target->taken && way->choose(way->data, target->stmt, jumped->guard, meant) == PRUNE_TURN_THEN) {
        target->taken = TRUE;
        prune_state_assume(jumped, meant);
    } else {
        prune_state_stop(jumped);
    }
    return jumped;
}

static void run_case(PruneEncoder *e, const AnnotStmt *stmt)
{
    PruneTarget *target = enclosing_switch(e);
    if (!target) {
        e->given_up = "a case in no switch";
        return;
    }
    PruneTerm meant = stmt->kind == ANNOT_STMT_CASE ? case_is_meant(e, stmt, target) : target->none;
    PruneState *jumped = jump(e, target, meant);
    PruneMoment *moment = prune_moment(e, stmt);
    if (moment && prune_way(e))
        moment->visits = 1; /* the state before it may be dead */
    if (moment)
        moment->arm = jumped->guard;
    e->state = prune_state_join(e->state, jumped);
    if (moment) {
        moment->inside = e->state->guard;
        moment->path = e->state->path;
    }
    if (!prune_state_is_dead(e->state))
        prune_visited(e, stmt);
    prune_run(e, stmt->body);
}

static gboolean has_default(const AnnotStmt *stmt)
{
    if (!stmt || stmt->kind == ANNOT_STMT_SWITCH)
        return FALSE;
    gboolean found = stmt->kind == ANNOT_STMT_DEFAULT || has_default(stmt->body) || has_default(stmt->other);
    for (guint i = 0; i < stmt->n_parts && !found; i++)
        found = has_default(stmt->parts[i]);
    return found;
}

/* Returns the state behind the switch when no case is meant. */
static PruneState *past_switch(PruneEncoder *e, const AnnotStmt *stmt, PruneTarget *target)
{
    PruneMoment *moment = prune_moment(e, stmt);
    PruneState *past = jump(e, target, has_default(stmt->body) ? e->logic->no : target->none);
    prune_state_free(target->dispatch);
    if (moment) {
        moment->arm = past->guard;
        prune_visited(e, stmt);
    }
    return past;
}

/* Whether a single way that ended before the statement may go on in it, at a label. */
static gboolean may_revive(const AnnotStmt *stmt)
{
    return stmt->kind == ANNOT_STMT_COMPOUND || stmt->kind == ANNOT_STMT_LABEL || stmt->kind == ANNOT_STMT_CASE ||
           stmt->kind == ANNOT_STMT_DEFAULT || stmt->kind == ANNOT_STMT_ATTRIBUTED;
}

/* Whether a case stands inside of another statement than blocks, where a single way that jumps to it is not followed.
 */
static gboolean has_hidden_case(const AnnotStmt *stmt, gboolean hidden)
{
    if (!stmt || stmt->kind == ANNOT_STMT_SWITCH)
        return FALSE;
    gboolean is_case = stmt->kind == ANNOT_STMT_CASE || stmt->kind == ANNOT_STMT_DEFAULT;
    gboolean found = hidden && is_case, inside = hidden || !may_revive(stmt);
    for (guint i = 0; i < stmt->n_parts && !found; i++)
        found = has_hidden_case(stmt->parts[i], inside);
    return found || has_hidden_case(stmt->body, inside) || has_hidden_case(stmt->other, inside);
}

static void run_switch(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (prune_way(e) && has_hidden_case(stmt->body, FALSE)) {
        e->given_up = "a case inside of another statement";
        return;
    }
    PruneTerm value = prune_evaluate_bits(e, stmt->expr);
    PruneTarget target = {.outer = e->target, .value = value, .expr = stmt->expr, .stmt = stmt, .none = e->logic->yes};
    target.dispatch = prune_state_copy(e->state);
    find_none(e, stmt->body, &target);
    prune_state_stop(e->state);
    e->target = &target;
    prune_run(e, stmt->body);
    e->target = target.outer;
    e->state = prune_state_join(prune_state_join(e->state, target.breaks), past_switch(e, stmt, &target));
}

/* ---- jumps ---- */

static void run_break(PruneEncoder *e)
{
    if (!e->target) {
        e->given_up = "a break out of nothing";
        return;
    }
    e->target->breaks = prune_state_join(e->target->breaks, prune_state_copy(e->state));
    prune_state_stop(e->state);
}

static void run_continue(PruneEncoder *e)
{
    PruneTarget *target = e->target;
    while (target && !target->is_loop)
        target = target->outer;
    if (!target) {
        e->given_up = "a continue in no loop";
        return;
    }
    target->continues = prune_state_join(target->continues, prune_state_copy(e->state));
    prune_state_stop(e->state);
}

/* The function returns here. */
static void note_end(PruneEncoder *e)
{
    if (e->encoding->unrolled)
        g_array_append_val(e->encoding->unrolled->ends, e->state->guard);
}

/* In regions that are compared, the pass goes on at a label with what gotos before it have led there; one that leads
 * back makes a loop. */
static void go_forward(PruneEncoder *e, const char *label)
{
    if (g_hash_table_contains(e->passed, label))
        g_hash_table_add(e->states.forgotten, NULL); /* it may not end */
    PruneState *gone = g_hash_table_lookup(e->gone, label);
    gone = prune_state_join(gone, prune_state_copy(e->state));
    g_hash_table_insert(e->gone, (gpointer)label, gone);
}

static void arrive_at_label(PruneEncoder *e, const char *label)
{
    PruneState *gone = g_hash_table_lookup(e->gone, label);
    g_hash_table_remove(e->gone, label);
    g_hash_table_add(e->passed, (gpointer)label);
    e->state = prune_state_join(e->state, gone);
}

static void run_jump(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (stmt->kind == ANNOT_STMT_RETURN && e->inlined) {
        prune_return(e, stmt);
        return;
    }
    if (stmt->expr)
        prune_evaluate(e, stmt->expr);
    if (stmt->kind == ANNOT_STMT_RETURN)
        note_end(e);
    if (stmt->kind == ANNOT_STMT_GOTO_ANY && prune_way(e))
        e->given_up = "a computed goto";
    if (stmt->kind == ANNOT_STMT_GOTO && e->gone)
        go_forward(e, stmt->label);
    if (stmt->kind == ANNOT_STMT_GOTO && prune_way(e)) {
        e->label = stmt->label;
        e->going = prune_state_copy(e->state);
    }
    prune_state_stop(e->state);
}

/* A single way comes from the statement before, or from a goto: one that stands behind comes when the body runs again.
 */
static void follow_label(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (!e->label || strcmp(e->label, stmt->label) != 0)
        return;
    e->state = prune_state_join(e->state, e->going);
    e->going = NULL;
    e->label = NULL;
    e->arrivals++;
}

static void run_label(PruneEncoder *e, const AnnotStmt *stmt)
{
    PruneMoment *moment = prune_moment(e, stmt);
    if (prune_way(e))
        follow_label(e, stmt);
    else if (e->gone)
        arrive_at_label(e, stmt->label);
    else
        arrive_somehow(e);
    if (moment) {
        moment->inside = e->state->guard;
        moment->path = e->state->path;
    }
    if (!prune_state_is_dead(e->state))
        prune_visited(e, stmt);
    prune_run(e, stmt->body);
}

/* ---- all kinds ---- */

static void run_if(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (e->encoding->pair && e->encoding->pair->stmt == stmt) {
        prune_run_pair(e, e->encoding->pair);
        return;
    }
    PruneTerm condition = prune_evaluate_truth(e, stmt->expr);
    if (prune_way(e)) {
        gboolean holds = prune_follow(e, stmt, condition);
        prune_run(e, holds ? stmt->body : stmt->other);
        return;
    }
    PruneState *other = prune_state_copy(e->state);
    prune_state_assume(e->state, condition);
    prune_run(e, stmt->body);
    PruneState *after = e->state;
    e->state = other;
    prune_state_assume(e->state, prune_not(e->logic, condition));
    prune_run(e, stmt->other);
    e->state = prune_state_join(after, e->state);
}

PruneOutcome prune_run_body(PruneEncoder *e, const AnnotStmt *body)
{
    PruneOutcome value = {0};
    for (guint i = 0; i < body->n_parts; i++) {
        const AnnotStmt *part = body->parts[i];
        if (i + 1 < body->n_parts || part->kind != ANNOT_STMT_EXPR) {
            prune_run(e, part);
            continue;
        }
        begin_moment(e, part);
        value = prune_evaluate(e, part->expr);
    }
    return value;
}

static void run_parts(PruneEncoder *e, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_parts; i++)
        prune_run(e, stmt->parts[i]);
}

static void run_by_kind(PruneEncoder *e, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_COMPOUND: run_parts(e, stmt); return;
    case ANNOT_STMT_EXPR: prune_evaluate(e, stmt->expr); return;
    case ANNOT_STMT_DECL: run_declaration(e, stmt); return;
    case ANNOT_STMT_IF: run_if(e, stmt); return;
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_DO:
    case ANNOT_STMT_FOR: run_loop(e, stmt); return;
    case ANNOT_STMT_SWITCH: run_switch(e, stmt); return;
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT: run_case(e, stmt); return;
    case ANNOT_STMT_LABEL: run_label(e, stmt); return;
    case ANNOT_STMT_GOTO:
    case ANNOT_STMT_GOTO_ANY:
    case ANNOT_STMT_RETURN: run_jump(e, stmt); return;
    case ANNOT_STMT_BREAK: run_break(e); return;
    case ANNOT_STMT_CONTINUE: run_continue(e); return;
    case ANNOT_STMT_ASM:
        prune_state_forget_shared(e->state);
        prune_may_end(e);
        return;
    case ANNOT_STMT_NULL: return;
    case ANNOT_STMT_ATTRIBUTED: prune_run(e, stmt->body); return;
    case ANNOT_STMT_OTHER: e->given_up = "a statement that is not understood"; return;
    }
}

static gboolean is_whole(const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_EXPR:
    case ANNOT_STMT_IF:
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_DO:
    case ANNOT_STMT_SWITCH: return stmt->expr != NULL;
    default: return TRUE;
    }
}

void prune_run(PruneEncoder *e, const AnnotStmt *stmt)
{
    if (!stmt)
        return;
    if (e->given_up || (prune_way(e) && prune_state_is_dead(e->state) && !may_revive(stmt)))
        return;
    begin_moment(e, stmt);
    if (is_whole(stmt))
        run_by_kind(e, stmt);
    else
        e->given_up = "a statement that is not understood";
}

/* ---- the function ---- */

/* Whether a variable in the text may have the attribute cleanup: a function is called when the variable's scope ends.
 */
static gboolean has_cleanup(const AnnotText *unit, AnnotExtent at)
{
    static const char attribute[] = "__attribute";
    const char *text = unit->bytes + at.begin, *end = unit->bytes + at.end;
    while ((text = g_strstr_len(text, end - text, attribute))) {
        const char *close = g_strstr_len(text, end - text, ";");
        if (g_strstr_len(text, (close ? close : end) - text, "cleanup"))
            return TRUE;
        text += strlen(attribute);
    }
    return FALSE;
}

const char *prune_why_not(const PruneEncoder *e, const AnnotFunction *function)
{
    if (!function->body)
        return "it was passed through";
    if (function->returns_twice)
        return "it calls what returns twice";
    if (annot_text_has_thread_pragma(e->encoding->text, function->at))
        return "several threads go through one call";
    if (has_cleanup(e->encoding->text, function->at))
        return "functions are called where its variables end";
    return NULL;
}

static int compare_variables(gconstpointer left, gconstpointer right)
{
    const AnnotDecl *one = *(const AnnotDecl *const *)left, *other = *(const AnnotDecl *const *)right;
    return (one->at > other->at) - (one->at < other->at);
}

/* Sets shadows to their first values, in the order of their variables, so that formulas are made in one order. */
static void begin_shadows(PruneEncoder *e)
{
    guint n;
    if (!e->encoding->shadows)
        return;
    g_autofree gpointer *variables = g_hash_table_get_keys_as_array(e->encoding->shadows, &n);
    qsort(variables, n, sizeof *variables, compare_variables);
    for (guint i = 0; i < n; i++) {
        PruneShadow *shadow = g_hash_table_lookup(e->encoding->shadows, variables[i]);
        g_hash_table_add(e->private, &shadow->decl);
        const PrunePlace *place = prune_variable(e, &shadow->decl);
        prune_state_write(e->state, place, prune_number(e->logic, shadow->first, prune_bits_of(place->type)));
    }
}

/* Gives parameters the values of the context, as far as they are known. */
static void enter_function(PruneEncoder *e)
{
    const PruneContext *context = e->encoding->context;
    const AnnotFunction *function = e->encoding->function;
    if (!context)
        return;
    for (guint i = 0; i < function->n_parameters; i++)
        if (context->parameters[i])
            prune_state_write(e->state, prune_variable(e, function->parameters[i]), context->parameters[i]);
    e->state->guard = context->entry;
}

/* Runs the body again for a goto that leads back, as often as a single way does: it goes on at the label. */
static void jump_back(PruneEncoder *e)
{
    enum { MOST_JUMPS = 1000 };
    for (guint i = 0; e->going && !e->given_up && i < MOST_JUMPS; i++) {
        guint arrivals = e->arrivals;
        prune_run(e, e->encoding->function->body);
        if (e->arrivals == arrivals)
            return;
    }
}

const char *prune_encode(const PruneEncoding *encoding)
{
    PruneEncoder e = {.encoding = encoding, .logic = encoding->logic};
    const char *why = prune_why_not(&e, encoding->function);
    if (why)
        return why;
    e.places = prune_places_new(encoding->arena);
    e.private = prune_private_variables(encoding->function);
    e.addresses = g_hash_table_new(NULL, NULL);
    e.literals = g_hash_table_new(NULL, NULL);
    e.texts = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_byte_array_unref);
    e.kept = g_hash_table_new(NULL, NULL);
    prune_states_init(&e.states, encoding->logic);
    e.way =
        (PruneWayStates){&prune_memory, encoding->arena, prune_layout(encoding->logic, e.places), prune_constant, &e};
    e.states.way = prune_way(&e) ? &e.way : NULL;
    e.states.wild = prune_is_wild(encoding->function->body) && !prune_way(&e);
    e.state = prune_state_new(&e.states);
    begin_shadows(&e);
    enter_function(&e);
    e.own = e.state->own.base;
    e.shared = e.state->shared.base;
    if (encoding->pair)
        g_hash_table_add(e.kept, (gpointer)encoding->pair->original);
    prune_run(&e, encoding->function->body);
    jump_back(&e);
    note_end(&e);
    if (e.going) {
        e.given_up = "a jump into a statement";
        prune_state_free(e.going);
    }
    if (encoding->unrolled)
        prune_states_first(&e.states, e.own, e.shared, encoding->unrolled->inputs);
    prune_state_free(e.state);
    prune_states_clear(&e.states);
    prune_layout_clear(&e.way.layout);
    prune_places_free(e.places);
    g_hash_table_unref(e.private);
    g_hash_table_unref(e.addresses);
    g_hash_table_unref(e.literals);
    g_hash_table_unref(e.texts);
    g_hash_table_unref(e.kept);
    return e.given_up;
}

/* The first variable of each way. */
enum { FIRST_OF_WAY = 1 << 28 };

const char *prune_encode_way(const PruneEncoding *encoding)
{
    guint fresh = encoding->logic->fresh;
    encoding->logic->fresh = FIRST_OF_WAY;
    const char *why = prune_encode(encoding);
    encoding->logic->fresh = fresh;
    return why;
}
