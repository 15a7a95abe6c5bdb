/* Finds habits of functions; see habits.h. */
#include "generate/write/habits.h"

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

/* ---- changed variables ---- */

typedef struct {
    const AnnotDecl *variable;
    gboolean found;
} Sought;

/* The variable of which the expression is a part, if it names one. */
static const AnnotDecl *root_of(const AnnotExpr *expr)
{
    expr = annot_expr_bare(expr);
    while ((expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_INDEX) && expr->n_operands > 0)
        expr = annot_expr_bare(expr->operands[0]);
    return expr->kind == ANNOT_EXPR_NAME ? expr->decl : NULL;
}

/* An array is handed on by its name alone. */
static void look_for_change(const AnnotExpr *expr, gpointer data)
{
    Sought *sought = data;
    gboolean changes = annot_expr_is_step(expr) || annot_expr_assigns(expr) ||
                       (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_ADDRESS);
    if (changes && expr->n_operands > 0)
        sought->found |= root_of(expr->operands[0]) == sought->variable;
    if (expr->kind == ANNOT_EXPR_NAME && expr->decl == sought->variable)
        sought->found |= sought->variable->type->kind == ANNOT_TYPE_ARRAY;
}

gboolean generate_may_change(const GenerateContract *contract, const AnnotDecl *variable)
{
    Sought sought = {variable, FALSE};
    visit_called(contract, look_for_change, &sought);
    return sought.found;
}
