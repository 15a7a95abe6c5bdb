/* Runs through static callees in place of their calls; see encoder.h. So it may be known what a callee does, and that
 * it returns. None is run through inside itself, but on a single way one whose variables are all private. */
#include "prune/encode/encoder.h"
#include "prune/state/memory.h"

#include <string.h>

#include "prune/encode/matched.h"
#include "prune/facts/returns.h"
#include "prune/state/operate.h"

/* The most calls that are run through in one function, where each has its own formulas, and on a single way. */
enum { MOST_INLINED = 100, MOST_FOLLOWED = 2000 };

static guint depth_of(const PruneEncoder *e, const AnnotFunction *callee, gboolean *inside)
{
    guint depth = 0;
    *inside = callee == e->encoding->function;
    for (const PruneInlined *inlined = e->inlined; inlined; inlined = inlined->outer) {
        *inside |= inlined->callee == callee;
        depth++;
    }
    return depth;
}

/* Whether the call has as many arguments as the callee has parameters. */
static gboolean fits_call(const AnnotFunction *callee, const AnnotExpr *call)
{
    return call->n_operands == callee->n_parameters + 1 && callee->decl->type && callee->decl->type->target;
}

static gboolean is_wanted(const PruneEncoder *e, const AnnotFunction *callee)
{
    GHashTable *joined = e->encoding->joined;
    return !g_hash_table_contains(e->kept, callee) && (!joined || g_hash_table_contains(joined, callee));
}

/* Returns what stands for a function of the C library that the unit does not define, or NULL. */
static const AnnotFunction *model_of(const PruneEncoder *e, const AnnotDecl *decl)
{
    const AnnotTree *library = e->encoding->library;
    for (guint i = 0; library && i < library->n_functions; i++) {
        const char *name = library->functions[i]->name;
        if (library->functions[i]->decl == decl ||
            (g_str_has_prefix(name, "model_") && strcmp(name + strlen("model_"), decl->name) == 0))
            return library->functions[i];
    }
    return NULL;
}

/* Returns the function that the call runs through if it may be; NULL: it is not known. */
static const AnnotFunction *defined_callee(const PruneEncoder *e, const AnnotDecl *decl)
{
    const AnnotFunction *callee =
        prune_way(e) ? prune_defined_function(e->encoding->tree, decl) : prune_static_function(e->encoding->tree, decl);
    if (callee)
        return prune_why_not(e, callee) ? NULL : callee;
    return prune_way(e) ? model_of(e, decl) : NULL;
}

typedef struct {
    GHashTable *private;
    gboolean is_any_shared;
} Privacy;

/* An AnnotTreeVisit.stmt. */
static void look_for_shared(const AnnotStmt *stmt, gpointer data)
{
    Privacy *privacy = data;
    for (guint i = 0; i < stmt->n_variables; i++) {
        const AnnotDecl *variable = stmt->variables[i].decl;
        privacy->is_any_shared |= !variable->is_static && !g_hash_table_contains(privacy->private, variable);
    }
}

/* Whether each call has variables of its own that nothing else can change. */
static gboolean may_recurse(const AnnotFunction *callee)
{
    g_autoptr(GHashTable) private = prune_private_variables(callee);
    Privacy privacy = {private, FALSE};
    for (guint i = 0; i < callee->n_parameters; i++)
        privacy.is_any_shared |= !g_hash_table_contains(private, callee->parameters[i]);
    annot_tree_visit_stmt(callee->body, &(AnnotTreeVisit){look_for_shared, NULL, &privacy});
    return !privacy.is_any_shared;
}

/* Returns the callee if the call is to be run through, else NULL. */
static const AnnotFunction *callee_of(const PruneEncoder *e, const AnnotExpr *call)
{
    gboolean inside;
    const PruneWay *way = prune_way(e);
    if (e->encoding->depth == 0 || e->muted || e->n_inlined >= (way ? MOST_FOLLOWED : MOST_INLINED) || !call->decl)
        return NULL;
    const AnnotFunction *callee = defined_callee(e, call->decl);
    if (!callee || !is_wanted(e, callee) || prune_is_wild(callee->body) || !fits_call(callee, call) ||
        depth_of(e, callee, &inside) >= e->encoding->depth || (inside && !(way && may_recurse(callee))) ||
        (e->matching && !prune_is_straight(callee)))
        return NULL;
    return callee;
}

/* ---- the call around a call of the same function ---- */

/* What it goes on with when the other one has returned. */
typedef struct {
    GArray *held;    /* PruneHeld: its variables */
    GArray *moments; /* PruneMoment, in the order of the table */
} Suspended;

static void suspend_variable(PruneEncoder *e, const AnnotDecl *variable, GArray *all)
{
    if (g_hash_table_contains(e->private, variable)) {
        PruneHeld held = prune_memory_held(e->state, prune_variable(e, variable));
        g_array_append_val(all, held);
    }
}

typedef struct {
    PruneEncoder *e;
    GArray *held;
} Suspending;

/* An AnnotTreeVisit.stmt. */
static void suspend_declared(const AnnotStmt *stmt, gpointer data)
{
    Suspending *suspending = data;
    for (guint i = 0; i < stmt->n_variables; i++)
        suspend_variable(suspending->e, stmt->variables[i].decl, suspending->held);
}

/* Nothing, if the callee is not called inside itself. */
static Suspended suspend(PruneEncoder *e, const AnnotFunction *callee)
{
    Suspended suspended = {g_array_new(FALSE, FALSE, sizeof(PruneHeld)),
                           g_array_new(FALSE, FALSE, sizeof(PruneMoment))};
    Suspending suspending = {e, suspended.held};
    GHashTableIter iter;
    gpointer moment;
    gboolean inside;
    depth_of(e, callee, &inside);
    if (!inside)
        return suspended;
    for (guint i = 0; i < callee->n_parameters; i++)
        suspend_variable(e, callee->parameters[i], suspended.held);
    annot_tree_visit_stmt(callee->body, &(AnnotTreeVisit){suspend_declared, NULL, &suspending});
    g_hash_table_iter_init(&iter, e->encoding->moments);
    while (callee == e->encoding->function && g_hash_table_iter_next(&iter, NULL, &moment))
        g_array_append_vals(suspended.moments, moment, 1);
    return suspended;
}

static void resume(PruneEncoder *e, Suspended *suspended)
{
    GHashTableIter iter;
    gpointer moment;
    for (guint i = 0; i < suspended->held->len; i++)
        prune_memory_restore(e->state, &g_array_index(suspended->held, PruneHeld, i));
    g_hash_table_iter_init(&iter, e->encoding->moments);
    for (guint i = 0; i < suspended->moments->len && g_hash_table_iter_next(&iter, NULL, &moment); i++)
        *(PruneMoment *)moment = g_array_index(suspended->moments, PruneMoment, i);
    g_array_unref(suspended->held);
    g_array_unref(suspended->moments);
}

/* ---- entering ---- */

/* Forgets the values of the statement's variables, which nothing has set when the callee begins: in regions that are
 * compared they hold whatever they held, the same in both. An AnnotTreeVisit.stmt. */
static void forget_declared(const AnnotStmt *stmt, gpointer encoder)
{
    PruneEncoder *e = encoder;
    for (guint i = 0; i < stmt->n_variables; i++) {
        const AnnotDecl *variable = stmt->variables[i].decl;
        if (!variable->is_static && !e->matching)
            prune_state_write(e->state, prune_variable(e, variable), NULL);
    }
}

static void add_private(PruneEncoder *e, const AnnotFunction *callee)
{
    g_autoptr(GHashTable) private = prune_private_variables(callee);
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, private);
    while (g_hash_table_iter_next(&iter, &variable, NULL))
        g_hash_table_add(e->private, variable);
}

static void enter_callee(PruneEncoder *e, const AnnotFunction *callee, const AnnotExpr *call, PruneTerm *arguments)
{
    add_private(e, callee);
    annot_tree_visit_stmt(callee->body, &(AnnotTreeVisit){forget_declared, NULL, e});
    for (guint i = 0; i < callee->n_parameters; i++) {
        const AnnotDecl *parameter = callee->parameters[i];
        PruneTerm bits = prune_convert(e->logic, arguments[i + 1], call->operands[i + 1]->type, parameter->type);
        prune_state_write(e->state, prune_variable(e, parameter), bits);
    }
}

/* ---- returning ---- */

const PrunePlace *prune_result_place(PruneEncoder *e, const AnnotFunction *callee)
{
    const AnnotType *type = callee->decl->type->target;
    if (!prune_has_bits(e->logic, type))
        return NULL;
    AnnotDecl *result = htol_arena_new0(e->encoding->arena, AnnotDecl, 1);
    *result = (AnnotDecl){.kind = ANNOT_DECL_VARIABLE, .name = "", .at = ANNOT_NO_OFFSET, .type = type};
    g_hash_table_add(e->private, result);
    return prune_variable(e, result);
}

void prune_return(PruneEncoder *e, const AnnotStmt *stmt)
{
    PruneInlined *inlined = e->inlined;
    PruneTerm bits = stmt->expr ? prune_evaluate_bits(e, stmt->expr) : NULL;
    if (inlined->result)
        prune_state_write(e->state, inlined->result,
                          stmt->expr ? prune_convert(e->logic, bits, stmt->expr->type, inlined->result->type) : NULL);
    inlined->returned = prune_state_join(inlined->returned, prune_state_copy(e->state));
    prune_state_stop(e->state);
}

/* ---- the call ---- */

/* Runs the statements of the callee; the state is that behind the call then. */
static void run_through(PruneEncoder *e, PruneInlined *inlined)
{
    PruneTarget *target = e->target;
    e->target = NULL;
    e->inlined = inlined;
    prune_run(e, inlined->callee->body);
    e->state = prune_state_join(e->state, inlined->returned);
    e->inlined = inlined->outer;
    e->target = target;
}

/* Makes what follows a call that surely returns one block with what is before it. */
static void come_back(PruneEncoder *e, const AnnotExpr *call, const PruneState *before)
{
    if (prune_way(e) || !prune_surely_returns(e->encoding->tree, call->decl))
        return;
    e->state->guard = before->guard;
    e->state->path = before->path;
}

gboolean prune_inline(PruneEncoder *e, const AnnotExpr *call, PruneTerm *arguments, PruneOutcome *outcome)
{
    const AnnotFunction *callee = callee_of(e, call);
    if (!callee || e->given_up)
        return FALSE;
    PruneState *before = prune_state_copy(e->state);
    Suspended suspended = suspend(e, callee);
    PruneInlined inlined = {.outer = e->inlined, .callee = callee, .result = prune_result_place(e, callee)};
    e->n_inlined++;
    enter_callee(e, callee, call, arguments);
    run_through(e, &inlined);
    resume(e, &suspended);
    if (e->given_up && prune_way(e)) {
        prune_state_free(before);
        return FALSE;
    }
    if (e->given_up) {
        e->given_up = NULL;
        g_hash_table_add(e->kept, (gpointer)callee);
        prune_state_free(e->state);
        e->state = before;
        return FALSE;
    }
    if (e->encoding->joined)
        g_hash_table_insert(e->encoding->joined, (gpointer)callee, GUINT_TO_POINTER(TRUE));
    come_back(e, call, before);
    prune_state_free(before);
    *outcome = (PruneOutcome){.bits = inlined.result ? prune_state_read(e->state, inlined.result) : NULL};
    return TRUE;
}
