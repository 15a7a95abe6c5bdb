/* Walks over the tree for what it may read and write; see effects.h. */
#include "prune/facts/effects.h"

#include "annot/facts/object.h"

gboolean prune_decays(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_IMPLICIT && expr->operands[0]->type &&
           expr->operands[0]->type->kind == ANNOT_TYPE_ARRAY;
}

guint prune_indexed(const AnnotExpr *expr)
{
    const AnnotType *first = expr->operands[0]->type;
    return first && first->kind != ANNOT_TYPE_POINTER && expr->operands[1]->type &&
           expr->operands[1]->type->kind == ANNOT_TYPE_POINTER;
}

/* Returns the array that an INDEX indexes; NULL: it indexes a pointer. */
static const AnnotExpr *indexed_array(const AnnotExpr *expr)
{
    const AnnotExpr *base = annot_object_bare(expr->operands[prune_indexed(expr)]);
    return prune_decays(base) ? base->operands[0] : NULL;
}

static gboolean is_variable(const AnnotDecl *decl)
{
    return decl && (decl->kind == ANNOT_DECL_VARIABLE || decl->kind == ANNOT_DECL_PARAMETER);
}

const AnnotDecl *prune_root_variable(const AnnotExpr *lvalue)
{
    while (lvalue) {
        lvalue = annot_object_bare(lvalue);
        if (lvalue->kind == ANNOT_EXPR_NAME)
            return is_variable(lvalue->decl) ? lvalue->decl : NULL;
        if (lvalue->kind == ANNOT_EXPR_MEMBER && lvalue->n_operands == 1 && lvalue->op == ANNOT_OP_DOT)
            lvalue = lvalue->operands[0];
        else if (lvalue->kind == ANNOT_EXPR_INDEX && lvalue->n_operands == 2)
            lvalue = indexed_array(lvalue);
        else
            return NULL;
    }
    return NULL;
}

/* Looks at the number of operands and the operator that each kind promises. */
gboolean prune_is_understood(const AnnotExpr *expr)
{
    static const guint8 operands[ANNOT_EXPR_OTHER] = {
        [ANNOT_EXPR_MEMBER] = 1,  [ANNOT_EXPR_INDEX] = 2,  [ANNOT_EXPR_UNARY] = 1, [ANNOT_EXPR_BINARY] = 2,
        [ANNOT_EXPR_LOGICAL] = 2, [ANNOT_EXPR_ASSIGN] = 2, [ANNOT_EXPR_COMMA] = 2, [ANNOT_EXPR_CONDITIONAL] = 3,
        [ANNOT_EXPR_ELVIS] = 2,   [ANNOT_EXPR_PAREN] = 1,  [ANNOT_EXPR_CAST] = 1,  [ANNOT_EXPR_IMPLICIT] = 1,
        [ANNOT_EXPR_CALL] = 1};
    gboolean op = expr->kind == ANNOT_EXPR_UNARY || expr->kind == ANNOT_EXPR_BINARY ||
                  expr->kind == ANNOT_EXPR_LOGICAL || expr->kind == ANNOT_EXPR_ASSIGN;
    return expr->kind != ANNOT_EXPR_OTHER && !expr->sealed && !(expr->asks_constant && expr->n_operands > 0) &&
           expr->n_operands >= operands[expr->kind] && !(op && expr->op == ANNOT_OP_NONE);
}

/* ---- private variables ---- */

static void share_in_stmt(GHashTable *shared, const AnnotStmt *stmt);

static void share_variable(GHashTable *shared, const AnnotDecl *variable)
{
    if (variable)
        g_hash_table_add(shared, (gpointer)variable);
}

/* Whether `expr` evaluates what the tree does not hold: the chosen part of _Generic, the length of a variable array. */
static gboolean is_hidden(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_UNEVALUATED && expr->constant == ANNOT_NOT_CONSTANT;
}

/* Adds to `shared` the variables whose address `expr` may take; NULL for hidden text, which may take any. `strange`: it
 * is inside of something that is not understood, which may take the addresses of all that it names. */
static void share_in(GHashTable *shared, const AnnotExpr *expr, gboolean strange)
{
    strange |= !prune_is_understood(expr);
    if (strange && expr->kind == ANNOT_EXPR_NAME && is_variable(expr->decl))
        share_variable(shared, expr->decl);
    if (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_ADDRESS)
        share_variable(shared, prune_root_variable(expr->operands[0]));
    if (is_hidden(expr))
        g_hash_table_add(shared, NULL);
    if (prune_decays(expr))
        share_variable(shared, prune_root_variable(expr->operands[0]));
    const AnnotExpr *array = expr->kind == ANNOT_EXPR_INDEX && expr->n_operands == 2 ? indexed_array(expr) : NULL;
    for (guint i = 0; i < expr->n_operands; i++)
        share_in(shared, array && i == prune_indexed(expr) ? array : expr->operands[i], strange);
    if (expr->body)
        share_in_stmt(shared, expr->body);
}

static void share_in_stmt(GHashTable *shared, const AnnotStmt *stmt)
{
    const AnnotExpr *const exprs[] = {stmt->expr, stmt->step};
    const AnnotStmt *const stmts[] = {stmt->init, stmt->body, stmt->other};
    for (guint i = 0; i < G_N_ELEMENTS(exprs); i++)
        if (exprs[i])
            share_in(shared, exprs[i], FALSE);
    for (guint i = 0; i < G_N_ELEMENTS(stmts); i++)
        if (stmts[i])
            share_in_stmt(shared, stmts[i]);
    for (guint i = 0; i < stmt->n_parts; i++)
        share_in_stmt(shared, stmt->parts[i]);
    for (guint i = 0; i < stmt->n_inits; i++)
        share_in(shared, stmt->inits[i], FALSE);
    for (guint i = 0; i < stmt->n_operands; i++)
        share_in(shared, stmt->operands[i], TRUE);
}

typedef struct {
    GHashTable *shared, *private;
} Privacy;

static void add_private(const Privacy *privacy, const AnnotDecl *variable)
{
    if (!variable->is_static && !g_hash_table_contains(privacy->shared, variable))
        g_hash_table_add(privacy->private, (gpointer)variable);
}

/* Adds the statement's variables that are private; an AnnotTreeVisit.stmt. */
static void add_declared(const AnnotStmt *stmt, gpointer privacy)
{
    for (guint i = 0; i < stmt->n_variables; i++)
        add_private(privacy, stmt->variables[i].decl);
}

GHashTable *prune_private_variables(const AnnotFunction *function)
{
    g_autoptr(GHashTable) shared = g_hash_table_new(NULL, NULL);
    Privacy privacy = {shared, g_hash_table_new(NULL, NULL)};
    share_in_stmt(shared, function->body);
    if (g_hash_table_contains(shared, NULL))
        return privacy.private;
    for (guint i = 0; i < function->n_parameters; i++)
        add_private(&privacy, function->parameters[i]);
    annot_tree_visit_stmt(function->body, &(AnnotTreeVisit){.stmt = add_declared, .data = &privacy});
    return privacy.private;
}

/* ---- effects ---- */

PruneEffects prune_effects_new(GHashTable *private)
{
    return (PruneEffects){private, g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL), FALSE, FALSE, FALSE};
}

void prune_effects_clear(PruneEffects *effects)
{
    g_hash_table_unref(effects->reads);
    g_hash_table_unref(effects->writes);
}

static void write_to(PruneEffects *effects, const AnnotExpr *lvalue)
{
    const AnnotDecl *root = prune_root_variable(lvalue);
    if (root && g_hash_table_contains(effects->private, root))
        g_hash_table_add(effects->writes, (gpointer)root);
    else
        effects->stores = TRUE;
}

static void read_name(PruneEffects *effects, const AnnotDecl *decl)
{
    if (!is_variable(decl))
        return;
    if (g_hash_table_contains(effects->private, decl))
        g_hash_table_add(effects->reads, (gpointer)decl);
    else
        effects->loads = TRUE;
}

static void add_call(PruneEffects *effects, const AnnotExpr *expr)
{
    if (annot_is_expect(expr))
        return;
    effects->loads = TRUE;
    effects->stores |= !(expr->decl && expr->decl->is_pure);
}

/* Adds the effects of the expression, without those of its operands; an AnnotTreeVisit.expr. */
static void of_expr(const AnnotExpr *expr, gpointer data)
{
    PruneEffects *effects = data;
    if (expr->kind == ANNOT_EXPR_NAME)
        read_name(effects, expr->decl);
    if (expr->kind == ANNOT_EXPR_CALL)
        add_call(effects, expr);
    if (annot_expr_assigns(expr) && expr->n_operands > 0)
        write_to(effects, expr->operands[0]);
    if (!prune_is_understood(expr))
        effects->loads = effects->stores = TRUE;
    if (is_hidden(expr))
        effects->any = TRUE;
    effects->loads |= (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_DEREF) ||
                      (expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_ARROW) || expr->kind == ANNOT_EXPR_INDEX;
}

/* Adds what the statement does beside its expressions; an AnnotTreeVisit.stmt. */
static void of_stmt(const AnnotStmt *stmt, gpointer data)
{
    PruneEffects *effects = data;
    effects->any |= stmt->is_vla || stmt->kind == ANNOT_STMT_OTHER;
    effects->stores |= stmt->kind == ANNOT_STMT_ASM;
    for (guint i = 0; i < stmt->n_variables; i++) {
        const AnnotDecl *variable = stmt->variables[i].decl;
        if (g_hash_table_contains(effects->private, variable))
            g_hash_table_add(effects->writes, (gpointer)variable);
        else
            effects->stores = TRUE;
    }
}

void prune_effects_of_expr(PruneEffects *effects, const AnnotExpr *expr)
{
    if (expr)
        annot_tree_visit_expr(expr, &(AnnotTreeVisit){of_stmt, of_expr, effects});
}

void prune_effects_of_stmt(PruneEffects *effects, const AnnotStmt *stmt)
{
    annot_tree_visit_stmt(stmt, &(AnnotTreeVisit){of_stmt, of_expr, effects});
}
