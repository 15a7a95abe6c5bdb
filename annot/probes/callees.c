/* Finds what pointers to functions may point to; see callees.h. */
#include "annot/probes/callees.h"

#include <string.h>

/* A variable that is a pointer to a function. */
typedef struct {
    gboolean escapes;  /* it may get values that are not seen */
    GPtrArray *values; /* const AnnotExpr *: what is assigned to it */
} Variable;

struct AnnotCallees {
    const AnnotText *text;
    guint taken;           /* how often a function is named otherwise than to call it */
    gboolean blind;        /* some function of the unit could not be read */
    GHashTable *variables; /* const AnnotDecl *: its Variable */
    GHashTable *fixed;     /* const AnnotDecl * of const objects: const AnnotExpr *, what they are initialised with */
};

/* ---- what the unit assigns ---- */

static gboolean is_function_pointer(const AnnotType *type)
{
    return type && type->kind == ANNOT_TYPE_POINTER && type->target && type->target->kind == ANNOT_TYPE_FUNCTION;
}

static void free_variable(gpointer variable)
{
    g_ptr_array_unref(((Variable *)variable)->values);
    g_free(variable);
}

static Variable *variable_of(AnnotCallees *callees, const AnnotDecl *decl)
{
    Variable *variable = g_hash_table_lookup(callees->variables, decl);
    if (!variable) {
        variable = g_new0(Variable, 1);
        variable->values = g_ptr_array_new();
        variable->escapes = !decl->is_own;
        g_hash_table_insert(callees->variables, (gpointer)decl, variable);
    }
    return variable;
}

/* Returns the variable that the expression names if that is a pointer to a function; else NULL. */
static const AnnotDecl *named_by(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    gboolean found = expr->kind == ANNOT_EXPR_NAME && expr->decl && expr->decl->kind == ANNOT_DECL_VARIABLE &&
                     is_function_pointer(expr->decl->type);
    return found ? expr->decl : NULL;
}

static void escape(AnnotCallees *callees, const AnnotExpr *expr)
{
    if (named_by(expr))
        variable_of(callees, named_by(expr))->escapes = TRUE;
}

static gboolean is_function(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_NAME && expr->decl && expr->decl->kind == ANNOT_DECL_FUNCTION;
}

/* Reads what an expression assigns or takes the address of; an AnnotTreeVisit.expr. */
static void read_expr(const AnnotExpr *expr, gpointer data)
{
    AnnotCallees *callees = data;
    callees->taken += is_function(expr);
    callees->taken -= expr->kind == ANNOT_EXPR_CALL && is_function(annot_expr_bare(expr->operands[0]));
    if (expr->kind == ANNOT_EXPR_ASSIGN && expr->op == ANNOT_OP_ASSIGN && named_by(expr->operands[0]))
        g_ptr_array_add(variable_of(callees, named_by(expr->operands[0]))->values, expr->operands[1]);
    else if (expr->kind == ANNOT_EXPR_ASSIGN || (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_ADDRESS))
        escape(callees, expr->operands[0]);
}

static void read_variable(AnnotCallees *callees, const AnnotVariable *variable)
{
    const AnnotDecl *decl = variable->decl;
    if (is_function_pointer(decl->type) && variable->init)
        g_ptr_array_add(variable_of(callees, decl)->values, variable->init);
    if (decl->is_const && variable->init)
        g_hash_table_insert(callees->fixed, (gpointer)decl, variable->init);
}

/* Reads what a statement declares or, as an asm, may change; an AnnotTreeVisit.stmt. */
static void read_stmt(const AnnotStmt *stmt, gpointer data)
{
    for (guint i = 0; i < stmt->n_variables; i++)
        read_variable(data, &stmt->variables[i]);
    for (guint i = 0; i < stmt->n_operands; i++)
        escape(data, stmt->operands[i]);
}

AnnotCallees *annot_callees_new(const AnnotText *text, const AnnotTree *tree)
{
    AnnotCallees *callees = g_new0(AnnotCallees, 1);
    *callees = (AnnotCallees){.text = text,
                              .blind = tree->n_errors > 0,
                              .variables = g_hash_table_new_full(NULL, NULL, NULL, free_variable),
                              .fixed = g_hash_table_new(NULL, NULL)};
    AnnotTreeVisit visit = {read_stmt, read_expr, callees};
    for (guint i = 0; i < tree->n_statics; i++) {
        read_variable(callees, &tree->statics[i]);
        annot_tree_visit_expr(tree->statics[i].init, &visit);
    }
    for (guint i = 0; i < tree->n_functions; i++) {
        callees->blind |= !tree->functions[i]->body;
        annot_tree_visit_stmt(tree->functions[i]->body, &visit);
    }
    return callees;
}

void annot_callees_free(AnnotCallees *callees)
{
    g_hash_table_unref(callees->variables);
    g_hash_table_unref(callees->fixed);
    g_free(callees);
}

guint annot_callees_taken(const AnnotCallees *callees)
{
    return callees->taken;
}

/* ---- parts of const objects ---- */

/* Returns the value of a part of an initialiser, without its designator. */
static const AnnotExpr *value_of_part(const AnnotExpr *part)
{
    return part->kind == ANNOT_EXPR_OTHER && part->n_operands == 1 ? part->operands[0] : part;
}

static gboolean is_designated(const AnnotExpr *part)
{
    return value_of_part(part) != part;
}

/* Whether the part begins with `.name`. */
static gboolean designates(const AnnotCallees *callees, const AnnotExpr *part, const char *name)
{
    guint32 at = part->at.begin;
    return callees->text->bytes[at] == '.' &&
           annot_text_is_word(callees->text, annot_text_skip(callees->text, at + 1), name);
}

/* Appends what the list initialises the member `field` of a structure with: nothing if zero. FALSE if that is not
 * known.
 */
static gboolean add_member(const AnnotCallees *callees, const AnnotExpr *list, const AnnotDecl *field,
                           GPtrArray *values)
{
    guint designated = 0;
    for (guint i = 0; i < list->n_operands; i++)
        designated += is_designated(list->operands[i]);
    if (field->is_in_union || (designated != 0 && designated != list->n_operands))
        return FALSE;
    for (guint i = 0; i < list->n_operands; i++)
        if (designated ? designates(callees, list->operands[i], field->name) : i == field->index)
            g_ptr_array_add(values, (gpointer)annot_expr_bare(value_of_part(list->operands[i])));
    return TRUE;
}

/* Appends the initialisers of what the expression names, a const object or parts of it. FALSE if they are not
 * known. */
static gboolean add_values(const AnnotCallees *callees, const AnnotExpr *expr, GPtrArray *values)
{
    expr = annot_expr_bare(expr);
    const AnnotExpr *init = expr->kind == ANNOT_EXPR_NAME ? g_hash_table_lookup(callees->fixed, expr->decl) : NULL;
    if (init)
        g_ptr_array_add(values, (gpointer)annot_expr_bare(init));
    if (expr->kind == ANNOT_EXPR_NAME)
        return init != NULL;
    gboolean is_member = expr->kind == ANNOT_EXPR_MEMBER && expr->op == ANNOT_OP_DOT;
    g_autoptr(GPtrArray) lists = g_ptr_array_new();
    if ((!is_member && expr->kind != ANNOT_EXPR_INDEX) || !add_values(callees, expr->operands[0], lists))
        return FALSE;
    for (guint i = 0; i < lists->len; i++) {
        const AnnotExpr *list = lists->pdata[i];
        if (list->kind != ANNOT_EXPR_INITIALIZER || (is_member && !add_member(callees, list, expr->decl, values)))
            return FALSE;
        for (guint k = 0; !is_member && k < list->n_operands; k++)
            g_ptr_array_add(values, (gpointer)annot_expr_bare(value_of_part(list->operands[k])));
    }
    return TRUE;
}

/* ---- functions ---- */

static gboolean add_functions(const AnnotCallees *callees, const AnnotExpr *expr, GPtrArray *names);

static gboolean add_name(const AnnotExpr *function, GPtrArray *names)
{
    const char *name = function->decl->name;
    for (guint i = 0; i < names->len; i++)
        if (strcmp(g_ptr_array_index(names, i), name) == 0)
            return TRUE;
    g_ptr_array_add(names, (gpointer)name);
    return names->len <= ANNOT_MOST_CALLEES;
}

static gboolean add_all(const AnnotCallees *callees, const GPtrArray *values, GPtrArray *names)
{
    for (guint i = 0; i < values->len; i++)
        if (!add_functions(callees, values->pdata[i], names))
            return FALSE;
    return TRUE;
}

/* Appends the functions that the variable is assigned; FALSE if not all are known. What it gets from other variables is
 * not followed, for they might get it from this one. */
static gboolean add_assigned(const AnnotCallees *callees, const AnnotDecl *decl, GPtrArray *names)
{
    const Variable *variable = g_hash_table_lookup(callees->variables, decl);
    if (!variable || variable->escapes || callees->blind)
        return FALSE;
    for (guint i = 0; i < variable->values->len; i++)
        if (named_by(variable->values->pdata[i]))
            return FALSE;
    return add_all(callees, variable->values, names);
}

/* Whether `expr` is a null pointer constant, which nobody calls. */
static gboolean is_null(const AnnotExpr *expr)
{
    while (expr->kind == ANNOT_EXPR_CAST)
        expr = annot_expr_bare(expr->operands[0]);
    return expr->kind == ANNOT_EXPR_LITERAL;
}

static gboolean add_functions(const AnnotCallees *callees, const AnnotExpr *expr, GPtrArray *names)
{
    expr = annot_expr_bare(expr);
    if (annot_function_named(expr))
        return add_name(annot_function_named(expr), names);
    if (is_null(expr))
        return TRUE;
    if (named_by(expr) && !g_hash_table_contains(callees->fixed, expr->decl))
        return add_assigned(callees, expr->decl, names);
    gboolean same = expr->kind == ANNOT_EXPR_CAST || (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_DEREF &&
                                                      is_function_pointer(expr->operands[0]->type));
    if (same || expr->kind == ANNOT_EXPR_COMMA)
        return add_functions(callees, expr->operands[expr->n_operands - 1], names);
    if (expr->kind == ANNOT_EXPR_CONDITIONAL || expr->kind == ANNOT_EXPR_ELVIS)
        return add_functions(callees, expr->operands[expr->n_operands - 2], names) &&
               add_functions(callees, expr->operands[expr->n_operands - 1], names);
    g_autoptr(GPtrArray) values = g_ptr_array_new();
    return add_values(callees, expr, values) && add_all(callees, values, names);
}

GPtrArray *annot_callees_of(const AnnotCallees *callees, const AnnotExpr *expr)
{
    GPtrArray *names = g_ptr_array_new();
    if (add_functions(callees, expr, names) && names->len > 0)
        return names;
    g_ptr_array_unref(names);
    return NULL;
}
