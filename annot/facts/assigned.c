/* Definite assignment by walking the statements until nothing changes; see assigned.h. A state is the set of variables
 * that surely hold a value, a bit each; where control cannot be, it has all of them.
 *
 * Where paths join, their states are intersected. Labels and heads of loops keep their states from one walk to the
 * next, and these only shrink. A variable whose scope ends is taken out of every state, so that a path that jumps back
 * into the scope does not bring it along. */
#include "annot/facts/assigned.h"

#include <string.h>

enum { WORD_BITS = 64 };

typedef guint64 *State;

/* What break and continue carry to their targets. */
typedef struct Scope Scope;
struct Scope {
    Scope *outer;
    State breaks, continues; /* continues is NULL in a switch */
    State dispatch;          /* of a switch: where it jumps to its cases */
    gboolean has_default;
};

typedef struct {
    HtolArena *arena;
    const AnnotFunction *function;
    GHashTable *numbers; /* const AnnotDecl: 1 + its bit */
    GPtrArray *numbered; /* const AnnotDecl, by its bit */
    AnnotFacts *facts;   /* whose `assigned` is filled; NULL: nobody asks */
    GHashTable *at;      /* as annot_assigned_at returns it; NULL: nobody asks */
    GHashTable *joins;   /* statement, or name of a label: State of what jumps there */
    GArray *declared;    /* guint: variables in scope, innermost last */
    guint words;
    State state, in_scope;
    State escaped; /* structures of which something else than a list in braces may be assigned */
    Scope *scope;
    gboolean jumps_anywhere, hopeless;
    gboolean changed; /* another walk is needed */
} Walk;

static void walk_expr(Walk *w, const AnnotExpr *expr);
static void walk_stmt(Walk *w, const AnnotStmt *stmt);
static void walk_test(Walk *w, const AnnotExpr *expr, State when_false);

/* ---- states ---- */

static State state_new(Walk *w, gboolean all)
{
    State state = htol_arena_alloc(w->arena, w->words * sizeof *state);
    memset(state, all ? 0xff : 0, w->words * sizeof *state);
    return state;
}

static void copy_state(const Walk *w, State to, const guint64 *from)
{
    memcpy(to, from, w->words * sizeof *to);
}

static State copy_new(Walk *w, const guint64 *from)
{
    State state = state_new(w, FALSE);
    copy_state(w, state, from);
    return state;
}

/* Takes out of `to` what is not in `with`; returns whether `to` shrank. */
static gboolean intersect(const Walk *w, State to, const guint64 *with)
{
    gboolean shrank = FALSE;
    for (guint i = 0; i < w->words; i++) {
        shrank |= (to[i] & ~with[i]) != 0;
        to[i] &= with[i];
    }
    return shrank;
}

static void unite(const Walk *w, State to, const guint64 *with)
{
    for (guint i = 0; i < w->words; i++)
        to[i] |= with[i];
}

static void set_bit(State state, guint bit, gboolean value)
{
    guint64 mask = (guint64)1 << bit % WORD_BITS;
    state[bit / WORD_BITS] = value ? state[bit / WORD_BITS] | mask : state[bit / WORD_BITS] & ~mask;
}

static gboolean has_bit(const guint64 *state, guint bit)
{
    return state[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

/* Notes that control does not get here. */
static void stop(Walk *w)
{
    memset(w->state, 0xff, w->words * sizeof *w->state);
}

/* ---- joins ---- */

static State join_of(Walk *w, gconstpointer key)
{
    State state = g_hash_table_lookup(w->joins, key);
    if (!state) {
        state = state_new(w, TRUE);
        g_hash_table_insert(w->joins, (gpointer)key, state);
    }
    return state;
}

static void jump_to(Walk *w, gconstpointer key)
{
    w->changed |= intersect(w, join_of(w, key), w->state);
}

/* Notes that control may get here from `state` too. */
static void merge_into_state(Walk *w, const guint64 *state)
{
    intersect(w, w->state, state);
    intersect(w, w->state, w->in_scope);
}

/* ---- variables ---- */

static gboolean is_aggregate(const AnnotDecl *decl)
{
    return decl->type && decl->type->kind == ANNOT_TYPE_RECORD;
}

/* Sets *bit to that of the variable; FALSE if it has none: it is static, a parameter, or another function's. */
static gboolean find_bit(const Walk *w, const AnnotDecl *decl, guint *bit)
{
    guint number = decl ? GPOINTER_TO_UINT(g_hash_table_lookup(w->numbers, decl)) : 0;
    *bit = number - 1;
    return number > 0;
}

/* Returns the variable that the object is, or is a member of by `.`; else NULL. */
static const AnnotDecl *variable_of(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    while (expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_DOT)
        expr = annot_expr_bare(expr->operands[0]);
    return expr->kind == ANNOT_EXPR_NAME ? expr->decl : NULL;
}

static gboolean is_list(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    if (expr->type && expr->type->kind == ANNOT_TYPE_RECORD && expr->kind != ANNOT_EXPR_INITIALIZER)
        return FALSE;
    for (guint i = 0; expr->kind == ANNOT_EXPR_INITIALIZER && i < expr->n_operands; i++)
        if (!is_list(expr->operands[i]))
            return FALSE;
    return TRUE;
}

static void escape(Walk *w, const AnnotExpr *object)
{
    guint bit;
    const AnnotDecl *decl = variable_of(object);
    if (!find_bit(w, decl, &bit) || !is_aggregate(decl) || has_bit(w->escaped, bit))
        return;
    set_bit(w->escaped, bit, TRUE);
    w->changed = TRUE;
}

/* Notes that `value` is stored in the object; NULL: a value that is not known. */
static void assign_object(Walk *w, const AnnotExpr *object, const AnnotExpr *value)
{
    guint bit;
    gboolean is_record = object->type && object->type->kind == ANNOT_TYPE_RECORD;
    if (is_record && !(value && is_list(value)))
        escape(w, object);
    object = annot_expr_bare(object);
    if (object->kind == ANNOT_EXPR_NAME && find_bit(w, object->decl, &bit))
        set_bit(w->state, bit, TRUE);
}

static gboolean is_automatic(const AnnotDecl *decl)
{
    return decl->kind == ANNOT_DECL_VARIABLE && !decl->is_static;
}

/* Notes the variables that surely hold a value where `name` is read, in place of those that an earlier walk found,
 * which may be more. */
static void note_read(const Walk *w, const AnnotExpr *name)
{
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < w->function->n_parameters && !w->hopeless; i++)
        g_ptr_array_add(found, (gpointer)w->function->parameters[i]);
    for (guint i = 0; i < w->declared->len && !w->hopeless; i++) {
        guint bit = g_array_index(w->declared, guint, i);
        if (has_bit(w->state, bit) && !has_bit(w->escaped, bit))
            g_ptr_array_add(found, g_ptr_array_index(w->numbered, bit));
    }
    g_hash_table_replace(w->at, (gpointer)name, found);
}

/* Whether the variable holds a value here. */
static gboolean holds_value(const Walk *w, const AnnotDecl *decl)
{
    guint bit;
    if (decl->kind == ANNOT_DECL_PARAMETER)
        return !w->hopeless && !is_aggregate(decl);
    return !is_automatic(decl) ||
           (!w->hopeless && find_bit(w, decl, &bit) && has_bit(w->state, bit) && !has_bit(w->escaped, bit));
}

static void read_name(const Walk *w, const AnnotExpr *expr)
{
    const AnnotDecl *decl = expr->decl;
    if (!decl || (decl->kind != ANNOT_DECL_VARIABLE && decl->kind != ANNOT_DECL_PARAMETER))
        return;
    if (w->at)
        note_read(w, expr);
    if (w->facts)
        annot_facts_row(w->facts, expr)->assigned = holds_value(w, decl);
}

/* ---- expressions ---- */

/* Walks the operands, each from the state before all of them: C leaves open in which order they are evaluated. */
static void walk_operands(Walk *w, const AnnotExpr *expr)
{
    if (!expr->has_effects || expr->n_operands < 2) {
        for (guint i = 0; i < expr->n_operands; i++)
            walk_expr(w, expr->operands[i]);
        return;
    }
    State before = copy_new(w, w->state), after = copy_new(w, w->state);
    for (guint i = 0; i < expr->n_operands; i++) {
        copy_state(w, w->state, before);
        walk_expr(w, expr->operands[i]);
        unite(w, after, w->state);
    }
    copy_state(w, w->state, after);
}

/* Walks a test both outcomes of which lead to the same place. */
static void test_and_join(Walk *w, const AnnotExpr *expr)
{
    State when_false = state_new(w, TRUE);
    walk_test(w, expr, when_false);
    intersect(w, w->state, when_false);
}

static void walk_conditional(Walk *w, const AnnotExpr *expr)
{
    State when_false = state_new(w, TRUE);
    walk_test(w, expr->operands[0], when_false);
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        walk_expr(w, expr->operands[1]);
    State when_true = copy_new(w, w->state);
    copy_state(w, w->state, when_false);
    walk_expr(w, expr->operands[expr->n_operands - 1]);
    intersect(w, w->state, when_true);
}

static void walk_assignment(Walk *w, const AnnotExpr *expr)
{
    walk_operands(w, expr);
    if (expr->op == ANNOT_OP_ASSIGN && expr->n_operands == 2)
        assign_object(w, expr->operands[0], expr->operands[1]);
}

static void walk_expr(Walk *w, const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_NAME: read_name(w, expr); return;
    case ANNOT_EXPR_LOGICAL: test_and_join(w, expr); return;
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: walk_conditional(w, expr); return;
    case ANNOT_EXPR_ASSIGN: walk_assignment(w, expr); return;
    case ANNOT_EXPR_COMMA:
        walk_expr(w, expr->operands[0]);
        walk_expr(w, expr->operands[1]);
        return;
    case ANNOT_EXPR_STATEMENT:
        if (expr->body)
            walk_stmt(w, expr->body);
        return;
    default: break;
    }
    walk_operands(w, expr);
    if (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_ADDRESS)
        escape(w, expr->operands[0]);
    if (expr->kind == ANNOT_EXPR_CALL && expr->decl && expr->decl->no_return)
        stop(w);
}

static void test_logical(Walk *w, const AnnotExpr *expr, State when_false)
{
    State left_false = state_new(w, TRUE);
    walk_test(w, expr->operands[0], left_false);
    if (expr->op == ANNOT_OP_AND) {
        walk_test(w, expr->operands[1], when_false);
        intersect(w, when_false, left_false);
        return;
    }
    State left_true = copy_new(w, w->state);
    copy_state(w, w->state, left_false);
    walk_test(w, expr->operands[1], when_false);
    intersect(w, w->state, left_true);
}

static void test_negation(Walk *w, const AnnotExpr *expr, State when_false)
{
    State inner_false = state_new(w, TRUE);
    walk_test(w, expr->operands[0], inner_false);
    copy_state(w, when_false, w->state);
    copy_state(w, w->state, inner_false);
}

/* Walks an expression whose truth decides what follows: leaves in w->state what holds when it is true, in
 * `when_false` what holds when it is false. */
static void walk_test(Walk *w, const AnnotExpr *any, State when_false)
{
    const AnnotExpr *expr = annot_expr_bare(any);
    if (expr->kind == ANNOT_EXPR_LOGICAL) {
        test_logical(w, expr, when_false);
        return;
    }
    if (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_NOT) {
        test_negation(w, expr, when_false);
        return;
    }
    if (annot_is_expect(expr) && expr->n_operands > 1) {
        walk_test(w, expr->operands[1], when_false);
        return;
    }
    walk_expr(w, expr);
    copy_state(w, when_false, w->state);
    if (expr->constant == ANNOT_CONSTANT_FALSE)
        stop(w);
    if (expr->constant == ANNOT_CONSTANT_TRUE)
        memset(when_false, 0xff, w->words * sizeof *when_false);
}

/* ---- declarations and scopes ---- */

static guint number_of(Walk *w, const AnnotDecl *decl)
{
    guint bit;
    if (!find_bit(w, decl, &bit)) {
        bit = g_hash_table_size(w->numbers);
        g_hash_table_insert(w->numbers, (gpointer)decl, GUINT_TO_POINTER(bit + 1));
        g_ptr_array_add(w->numbered, (gpointer)decl);
    }
    return bit;
}

static void walk_declaration(Walk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_variables; i++) {
        const AnnotVariable *variable = &stmt->variables[i];
        guint bit = number_of(w, variable->decl);
        g_array_append_val(w->declared, bit);
        set_bit(w->in_scope, bit, TRUE);
        set_bit(w->state, bit, FALSE);
        if (!variable->init)
            continue;
        walk_expr(w, variable->init);
        set_bit(w->state, bit, !is_aggregate(variable->decl) || is_list(variable->init));
    }
}

static void end_scope(Walk *w, guint outer)
{
    for (guint i = outer; i < w->declared->len; i++)
        set_bit(w->in_scope, g_array_index(w->declared, guint, i), FALSE);
    g_array_set_size(w->declared, outer);
    intersect(w, w->state, w->in_scope);
}

static void walk_parts(Walk *w, const AnnotStmt *stmt)
{
    guint outer = w->declared->len;
    for (guint i = 0; i < stmt->n_parts; i++)
        walk_stmt(w, stmt->parts[i]);
    end_scope(w, outer);
}

/* ---- statements ---- */

static void walk_if(Walk *w, const AnnotStmt *stmt)
{
    State when_false = state_new(w, TRUE);
    walk_test(w, stmt->expr, when_false);
    walk_stmt(w, stmt->body);
    State when_true = copy_new(w, w->state);
    copy_state(w, w->state, when_false);
    if (stmt->other)
        walk_stmt(w, stmt->other);
    merge_into_state(w, when_true);
}

static void enter_scope(Walk *w, Scope *scope, gboolean is_loop)
{
    *scope = (Scope){.outer = w->scope, .breaks = state_new(w, TRUE)};
    if (is_loop)
        scope->continues = state_new(w, TRUE);
    w->scope = scope;
}

/* Walks a loop's condition (NULL: none); leaves what holds when it is true, and lets what holds when it is false break.
 */
static void loop_test(Walk *w, const AnnotExpr *expr, Scope *scope)
{
    State when_false = state_new(w, TRUE);
    if (expr)
        walk_test(w, expr, when_false);
    intersect(w, scope->breaks, when_false);
}

static void leave_loop(Walk *w, Scope *scope)
{
    w->scope = scope->outer;
    copy_state(w, w->state, scope->breaks);
    intersect(w, w->state, w->in_scope);
}

/* Walks a while or for: test, body, step. */
static void walk_while(Walk *w, const AnnotStmt *stmt)
{
    Scope scope;
    guint outer = w->declared->len;
    if (stmt->init)
        walk_stmt(w, stmt->init);
    enter_scope(w, &scope, TRUE);
    merge_into_state(w, join_of(w, stmt));
    loop_test(w, stmt->expr, &scope);
    walk_stmt(w, stmt->body);
    merge_into_state(w, scope.continues);
    if (stmt->step)
        walk_expr(w, stmt->step);
    jump_to(w, stmt);
    leave_loop(w, &scope);
    end_scope(w, outer);
}

static void walk_do(Walk *w, const AnnotStmt *stmt)
{
    Scope scope;
    enter_scope(w, &scope, TRUE);
    merge_into_state(w, join_of(w, stmt));
    walk_stmt(w, stmt->body);
    merge_into_state(w, scope.continues);
    loop_test(w, stmt->expr, &scope);
    jump_to(w, stmt);
    leave_loop(w, &scope);
}

static void walk_switch(Walk *w, const AnnotStmt *stmt)
{
    Scope scope;
    walk_expr(w, stmt->expr);
    enter_scope(w, &scope, FALSE);
    scope.dispatch = copy_new(w, w->state);
    stop(w);
    walk_stmt(w, stmt->body);
    intersect(w, scope.breaks, w->state);
    if (!scope.has_default)
        intersect(w, scope.breaks, scope.dispatch);
    leave_loop(w, &scope);
}

static void walk_case(Walk *w, const AnnotStmt *stmt)
{
    Scope *scope = w->scope;
    while (scope && !scope->dispatch)
        scope = scope->outer;
    if (scope) {
        merge_into_state(w, scope->dispatch);
        scope->has_default |= stmt->kind == ANNOT_STMT_DEFAULT;
    }
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static void walk_label(Walk *w, const AnnotStmt *stmt)
{
    const char *name = g_intern_string(stmt->label);
    if (w->jumps_anywhere)
        memset(w->state, 0, w->words * sizeof *w->state);
    merge_into_state(w, join_of(w, name));
    if (stmt->body)
        walk_stmt(w, stmt->body);
}

static void give_up(Walk *w)
{
    w->changed |= !w->hopeless;
    w->hopeless = TRUE;
}

static void jump_anywhere(Walk *w)
{
    w->changed |= !w->jumps_anywhere;
    w->jumps_anywhere = TRUE;
}

static void walk_asm(Walk *w, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_operands; i++)
        walk_expr(w, stmt->operands[i]);
    for (guint i = 0; i < stmt->n_outputs && !stmt->is_jump; i++)
        assign_object(w, stmt->operands[i], NULL);
    if (stmt->is_jump)
        jump_anywhere(w);
}

static void walk_jump(Walk *w, const AnnotStmt *stmt)
{
    const Scope *scope = w->scope;
    while (scope && stmt->kind == ANNOT_STMT_CONTINUE && !scope->continues)
        scope = scope->outer;
    if (stmt->kind == ANNOT_STMT_GOTO)
        jump_to(w, g_intern_string(stmt->label));
    else if (stmt->kind == ANNOT_STMT_GOTO_ANY)
        jump_anywhere(w);
    else if (scope && stmt->kind != ANNOT_STMT_RETURN)
        intersect(w, stmt->kind == ANNOT_STMT_BREAK ? scope->breaks : scope->continues, w->state);
    stop(w);
}

static void walk_stmt(Walk *w, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_COMPOUND: walk_parts(w, stmt); return;
    case ANNOT_STMT_DECL: walk_declaration(w, stmt); return;
    case ANNOT_STMT_IF: walk_if(w, stmt); return;
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_FOR: walk_while(w, stmt); return;
    case ANNOT_STMT_DO: walk_do(w, stmt); return;
    case ANNOT_STMT_SWITCH: walk_switch(w, stmt); return;
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT: walk_case(w, stmt); return;
    case ANNOT_STMT_LABEL: walk_label(w, stmt); return;
    case ANNOT_STMT_ASM: walk_asm(w, stmt); return;
    case ANNOT_STMT_OTHER: give_up(w); return;
    default: break;
    }
    if (stmt->expr)
        walk_expr(w, stmt->expr);
    if (stmt->body)
        walk_stmt(w, stmt->body);
    if (stmt->kind == ANNOT_STMT_GOTO || stmt->kind == ANNOT_STMT_GOTO_ANY || stmt->kind == ANNOT_STMT_BREAK ||
        stmt->kind == ANNOT_STMT_CONTINUE || stmt->kind == ANNOT_STMT_RETURN)
        walk_jump(w, stmt);
}

/* ---- the function ---- */

static guint count_variables(const AnnotStmt *stmt);

static guint count_in_expr(const AnnotExpr *expr)
{
    guint count = expr->body ? count_variables(expr->body) : 0;
    for (guint i = 0; i < expr->n_operands; i++)
        count += count_in_expr(expr->operands[i]);
    return count;
}

/* Counts the automatic variables that the statement declares, in statement expressions too. */
static guint count_variables(const AnnotStmt *stmt)
{
    if (!stmt)
        return 0;
    guint count = stmt->n_variables;
    for (guint i = 0; i < stmt->n_inits; i++)
        count += count_in_expr(stmt->inits[i]);
    for (guint i = 0; i < stmt->n_parts; i++)
        count += count_variables(stmt->parts[i]);
    count += (stmt->expr ? count_in_expr(stmt->expr) : 0) + (stmt->step ? count_in_expr(stmt->step) : 0);
    return count + count_variables(stmt->init) + count_variables(stmt->body) + count_variables(stmt->other);
}

/* Fills in `facts` or `at`, whichever is not NULL. */
static void mark_reads(const AnnotText *text, const AnnotFunction *function, AnnotFacts *facts, GHashTable *at)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Walk w = {.arena = arena,
              .function = function,
              .numbers = g_hash_table_new(NULL, NULL),
              .numbered = g_ptr_array_new(),
              .facts = facts,
              .at = at,
              .joins = g_hash_table_new(NULL, NULL),
              .declared = g_array_new(FALSE, FALSE, sizeof(guint)),
              .words = count_variables(function->body) / WORD_BITS + 1,
              .hopeless = function->returns_twice || annot_text_has_thread_pragma(text, function->at)};
    w.state = state_new(&w, FALSE);
    w.in_scope = state_new(&w, FALSE);
    w.escaped = state_new(&w, FALSE);
    do {
        w.changed = FALSE;
        memset(w.state, 0, w.words * sizeof *w.state);
        walk_stmt(&w, function->body);
    } while (w.changed);
    g_hash_table_unref(w.numbers);
    g_ptr_array_unref(w.numbered);
    g_hash_table_unref(w.joins);
    g_array_unref(w.declared);
}

void annot_assigned_fill(const AnnotText *text, const AnnotFunction *function, AnnotFacts *facts)
{
    if (!facts->knows_assigned)
        mark_reads(text, function, facts, NULL);
    facts->knows_assigned = TRUE;
}

GHashTable *annot_assigned_at(const AnnotText *text, const AnnotFunction *function)
{
    GHashTable *at = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    mark_reads(text, function, NULL, at);
    return at;
}
