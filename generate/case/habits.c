/* Finds habits of functions; see habits.h. */
#include "generate/case/habits.h"

#include <string.h>

/* Names, or with a star parts of names. */
static const struct {
    const char *name;
    guint habits;
} rows[] = {
    {"*free", GENERATE_FREES},
    {"*realloc", GENERATE_FREES | GENERATE_ALLOCATES},
    {"*destroy", GENERATE_FREES},
    {"*release", GENERATE_FREES},
    {"getline", GENERATE_FREES},
    {"getdelim", GENERATE_FREES},
    {"*alloc", GENERATE_ALLOCATES},
    {"*dup", GENERATE_ALLOCATES},
    {"*create", GENERATE_ALLOCATES},
    {"*new", GENERATE_ALLOCATES},
    {"*asprintf", GENERATE_ALLOCATES},
    {"*open", GENERATE_ALLOCATES},
    {"open_memstream", GENERATE_ALLOCATES},
    {"printf", GENERATE_PRINTS},
    {"vprintf", GENERATE_PRINTS},
    {"putchar", GENERATE_PRINTS},
    {"puts", GENERATE_PRINTS},
    {"putchar_unlocked", GENERATE_PRINTS},
    {"stdout", GENERATE_PRINTS},
    {"write", GENERATE_PRINTS},
    {"dprintf", GENERATE_PRINTS},
    {"stdin", GENERATE_READS},
    {"getchar", GENERATE_READS},
    {"getchar_unlocked", GENERATE_READS},
    {"gets", GENERATE_READS},
    {"scanf", GENERATE_READS},
    {"vscanf", GENERATE_READS},
    {"read", GENERATE_READS},
    {"time", GENERATE_TELLS_TIME},
};

static gboolean is_named(const char *row, const char *name)
{
    return *row == '*' ? strstr(name, row + 1) != NULL : strcmp(row, name) == 0;
}

static void add_habits(const AnnotExpr *expr, gpointer data)
{
    guint *habits = data;
    if (expr->kind != ANNOT_EXPR_NAME || !expr->decl)
        return;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        if (is_named(rows[i].name, expr->decl->name))
            *habits |= rows[i].habits;
}

static void visit_called(const GenerateContract *contract, void (*visit_expr)(const AnnotExpr *, gpointer),
                         gpointer data)
{
    AnnotTreeVisit visit = {NULL, visit_expr, data};
    for (guint i = 0; i < contract->called->len; i++)
        annot_tree_visit_stmt(((const AnnotFunction *)contract->called->pdata[i])->body, &visit);
}

guint generate_habits(const GenerateContract *contract)
{
    guint habits = 0;
    visit_called(contract, add_habits, &habits);
    return habits;
}

/* ---- what is changed ---- */

typedef struct {
    const AnnotDecl *decl;
    gboolean found;
    guint names, elements; /* where it is named; where an element of it is */
} Sought;

static gboolean is_step_down(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_INDEX || expr->kind == ANNOT_EXPR_UNARY ||
           expr->kind == ANNOT_EXPR_CAST || (expr->kind == ANNOT_EXPR_BINARY && expr->type->kind == ANNOT_TYPE_POINTER);
}

/* The variable of which the expression is a part, or that leads there; *through: a pointer is followed. NULL: none. */
static const AnnotDecl *root_of(const AnnotExpr *expr, gboolean *through)
{
    for (expr = annot_expr_bare(expr); is_step_down(expr) && expr->n_operands > 0;
         expr = annot_expr_bare(expr->operands[0]))
        *through |= expr->op == ANNOT_OP_DEREF || expr->op == ANNOT_OP_ARROW || expr->kind == ANNOT_EXPR_INDEX;
    return expr->kind == ANNOT_EXPR_NAME ? expr->decl : NULL;
}

static gboolean is_change(const AnnotExpr *expr)
{
    return (annot_expr_is_step(expr) || annot_expr_assigns(expr)) && expr->n_operands > 0;
}

static void look_for_change(const AnnotExpr *expr, gpointer data)
{
    Sought *sought = data;
    gboolean through = FALSE, is_address = expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_ADDRESS;
    if (is_change(expr) || is_address)
        sought->found |= root_of(expr->operands[0], &through) == sought->decl;
    sought->names += expr->kind == ANNOT_EXPR_NAME && expr->decl == sought->decl;
    if (expr->kind == ANNOT_EXPR_INDEX && expr->n_operands > 0) {
        const AnnotExpr *array = annot_expr_bare(expr->operands[0]);
        sought->elements += array->kind == ANNOT_EXPR_NAME && array->decl == sought->decl;
    }
}

/* An array is handed on where its name stands alone. */
gboolean generate_may_change(const GenerateContract *contract, const AnnotDecl *variable)
{
    Sought sought = {.decl = variable};
    visit_called(contract, look_for_change, &sought);
    return sought.found || (variable->type->kind == ANNOT_TYPE_ARRAY && sought.names > sought.elements);
}

static void look_through(const AnnotExpr *expr, gpointer data)
{
    Sought *sought = data;
    gboolean through = FALSE;
    if (is_change(expr) && root_of(expr->operands[0], &through) == sought->decl)
        sought->found |= through;
}

gboolean generate_writes_through(const GenerateContract *contract, const AnnotDecl *parameter)
{
    Sought sought = {.decl = parameter};
    AnnotTreeVisit visit = {NULL, look_through, &sought};
    annot_tree_visit_stmt(contract->function->body, &visit);
    return sought.found;
}
