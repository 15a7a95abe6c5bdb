/* Runs through static callees in place of their calls; see encoder.h. So it may be known what a callee does, and that
 * it returns. None is run through inside itself. */
#include "prune/encoder.h"

#include <string.h>

#include "prune/operate.h"
#include "prune/returns.h"

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

/* Returns the callee if the call is to be run through, else NULL. */
static const AnnotFunction *callee_of(const PruneEncoder *e, const AnnotExpr *call)
{
    gboolean inside;
    const PruneWay *way = prune_way(e);
    if (e->encoding->depth == 0 || e->muted || e->n_inlined >= (way ? MOST_FOLLOWED : MOST_INLINED) || !call->decl)
        return NULL;
    const AnnotFunction *callee = defined_callee(e, call->decl);
    if (!callee || !is_wanted(e, callee) || prune_is_wild(callee->body) || !fits_call(callee, call) ||
        depth_of(e, callee, &inside) >= e->encoding->depth || inside)
        return NULL;
    return callee;
}

/* ---- entering ---- */

/* Forgets the values of the statement's variables, which nothing has set when the callee begins; an
 * AnnotTreeVisit.stmt. */
static void forget_declared(const AnnotStmt *stmt, gpointer encoder)
{
    PruneEncoder *e = encoder;
    for (guint i = 0; i < stmt->n_variables; i++) {
        const AnnotDecl *variable = stmt->variables[i].decl;
        if (!variable->is_static)
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
    PruneInlined inlined = {.outer = e->inlined, .callee = callee, .result = prune_result_place(e, callee)};
    e->n_inlined++;
    enter_callee(e, callee, call, arguments);
    run_through(e, &inlined);
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
