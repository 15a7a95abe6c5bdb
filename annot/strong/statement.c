/* Finds and writes mutants of statements; see statement.h. */
#include "annot/strong/statement.h"

#include "annot/mutants/judge.h"
#include "annot/mutants/mutant.h"
#include "annot/strong/chosen.h"

typedef struct {
    const AnnotStrongInput *input;
    GHashTable *deleted; /* const AnnotExpr: its deletion is a mutant already */
    GArray *changes;
} Finding;

/* ---- deletions ---- */

static gboolean is_deletable(const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_EXPR:
    case ANNOT_STMT_IF:
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_DO:
    case ANNOT_STMT_FOR:
    case ANNOT_STMT_SWITCH:
    case ANNOT_STMT_BREAK:
    case ANNOT_STMT_CONTINUE:
    case ANNOT_STMT_GOTO: return TRUE;
    case ANNOT_STMT_RETURN: return !stmt->expr; /* a function that returns a value would return any */
    default: return FALSE;
    }
}

typedef struct {
    guint32 switched; /* the end of the switch that was met last within the statement */
    gboolean by_label, by_case;
} Entries;

/* Notes labels by which control gets into a statement from outside; an AnnotTreeVisit.stmt. */
static void note_entry(const AnnotStmt *stmt, gpointer data)
{
    Entries *entries = data;
    if (stmt->kind == ANNOT_STMT_SWITCH)
        entries->switched = MAX(entries->switched, stmt->at.end);
    if (stmt->kind == ANNOT_STMT_LABEL)
        entries->by_label = TRUE;
    if (stmt->kind == ANNOT_STMT_CASE || stmt->kind == ANNOT_STMT_DEFAULT)
        entries->by_case |= stmt->at.begin >= entries->switched;
}

static Entries entries_of(const AnnotStmt *stmt)
{
    Entries entries = {0};
    AnnotTreeVisit visit = {.stmt = note_entry, .data = &entries};
    annot_tree_visit_stmt(stmt, &visit);
    return entries;
}

gboolean annot_strong_is_entered(const AnnotStmt *stmt)
{
    const Entries entries = entries_of(stmt);
    return entries.by_label || entries.by_case;
}

gboolean annot_strong_is_entered_by_case(const AnnotStmt *stmt)
{
    return entries_of(stmt).by_case;
}

/* Returns what the statement computes, without conversions, as (void) is one. */
static const AnnotExpr *computed_by(const AnnotStmt *stmt)
{
    const AnnotExpr *expr = annot_expr_bare(stmt->expr);
    while (expr->kind == ANNOT_EXPR_CAST)
        expr = annot_expr_bare(expr->operands[0]);
    return expr;
}

static AnnotStrongOperator deleted_by(const AnnotStmt *stmt)
{
    gboolean calls = stmt->kind == ANNOT_STMT_EXPR && computed_by(stmt)->kind == ANNOT_EXPR_CALL;
    return calls ? ANNOT_STRONG_CALLDL : ANNOT_STRONG_SSDL;
}

/* Whether the statement must stay as it is: a pragma or an attribute is about it. */
static gboolean keeps_form(const AnnotText *text, const AnnotStmt *stmt)
{
    return stmt->attributed || annot_text_follows_pragma(text, stmt->at.begin) ||
           annot_text_follows_attributes(text, stmt->at.begin);
}

static void add_deletion(const Finding *finding, const AnnotStmt *stmt)
{
    if (!is_deletable(stmt) || annot_strong_is_entered(stmt) ||
        (stmt->kind == ANNOT_STMT_EXPR && g_hash_table_contains(finding->deleted, computed_by(stmt))))
        return;
    annot_changes_add(
        finding->changes, finding->input->operators,
        (AnnotChange){.kind = ANNOT_CHANGE_SKIP,
                      .by = deleted_by(stmt),
                      .at = stmt->at,
                      .stmt = stmt,
                      .after = g_strdup(""),
                      .unwritten = keeps_form(finding->input->text, stmt) ? 1 + HTOL_UNRECORDED_PLACE : 0});
}

/* ---- returned values ---- */

static const struct {
    const char *value, *after;
    AnnotEffect effect;
} of_numbers[] = {{"0", "0", {.kind = ANNOT_EFFECT_LINEAR}},
                  {"1", "1", {.kind = ANNOT_EFFECT_LINEAR, .term = 1}},
                  {"-1", "-1", {.kind = ANNOT_EFFECT_LINEAR, .term = -1}},
                  {"-hlcov_v", NULL, {.kind = ANNOT_EFFECT_LINEAR, .factor = -1}}};

/* Returns the effect on the value of `expr`, where what the function returns says it: 0 and 1 are the same in any type,
 * and -v is that of `expr` if no operand is v. */
static AnnotEffect effect_of(const AnnotExpr *expr, const AnnotType *returned, guint i)
{
    gboolean is_alike = annot_strong_type(expr) == annot_number_name(annot_number_of(returned)),
             is_known = i < 2 || (is_alike && (i == 2 || expr->kind != ANNOT_EXPR_BINARY));
    return is_known ? of_numbers[i].effect : (AnnotEffect){0};
}

/* Returns the type in which a value of the function is computed before it is returned; of size 0 if it is no number. */
static AnnotNumber number_of(const AnnotType *returned)
{
    if (!returned || !annot_kind_is_scalar(returned->kind) || returned->kind == ANNOT_TYPE_POINTER)
        return (AnnotNumber){0};
    return annot_number_of(returned);
}

/* Whether the function returns that number anyway. */
static gboolean is_same(const AnnotExpr *expr, guint i)
{
    static const gint64 numbers[] = {0, 1, -1};
    if (!expr->has_value)
        return FALSE;
    return i < G_N_ELEMENTS(numbers) ? expr->value == numbers[i] : expr->value == 0;
}

/* Whether -value is one of the numbers that are returned as well. */
static gboolean is_repeated(const AnnotExpr *expr, guint i)
{
    return i == G_N_ELEMENTS(of_numbers) - 1 && expr->has_value && (expr->value == 1 || expr->value == -1);
}

static void add_returned(const Finding *finding, const AnnotStmt *stmt, const char *value, char *after,
                         AnnotEffect effect)
{
    const AnnotExpr *expr = stmt->expr;
    gboolean stays = !expr->placed || annot_needs_its_place(expr) || keeps_form(finding->input->text, stmt);
    annot_changes_add(finding->changes, finding->input->operators,
                      (AnnotChange){.kind = ANNOT_CHANGE_RETURNED,
                                    .by = ANNOT_STRONG_RETURN,
                                    .at = expr->at,
                                    .expr = expr,
                                    .value = g_strdup(value),
                                    .after = after,
                                    .effect = effect,
                                    .unwritten = stays ? 1 + HTOL_UNRECORDED_PLACE : 0});
}

static void add_numbers(const Finding *finding, const AnnotStmt *stmt)
{
    const AnnotType *returned = finding->input->function->decl->type->target;
    gboolean truth = returned->kind == ANNOT_TYPE_BOOL;
    g_autofree char *operand = annot_mutant_operand(finding->input->text, stmt->expr);
    for (guint i = 0; i < G_N_ELEMENTS(of_numbers) - (truth ? 2 : 0); i++)
        if (!is_same(stmt->expr, i) && !is_repeated(stmt->expr, i))
            add_returned(finding, stmt, of_numbers[i].value,
                         of_numbers[i].after ? g_strdup(of_numbers[i].after) : g_strdup_printf("-%s", operand),
                         effect_of(stmt->expr, returned, i));
}

static void add_values(const Finding *finding, const AnnotStmt *stmt)
{
    const AnnotType *returned = finding->input->function->decl->type->target;
    if (returned && returned->kind == ANNOT_TYPE_POINTER && !stmt->expr->has_value && !stmt->expr->closed)
        add_returned(finding, stmt, "0", g_strdup("0"), of_numbers[0].effect);
    if (number_of(returned).size > 0)
        add_numbers(finding, stmt);
}

/* ---- which ---- */

static void find_in_stmt(const Finding *finding, const AnnotStmt *stmt);

/* Looks into ({ ... }) too; what stands last there is its value, and is not deleted. */
static void find_in_expr(const Finding *finding, const AnnotExpr *expr)
{
    if (expr->closed || expr->sealed)
        return;
    for (guint i = 0; i < expr->n_operands; i++)
        find_in_expr(finding, expr->operands[i]);
    for (guint i = 0; expr->body && i < expr->body->n_parts; i++)
        if (i + 1 < expr->body->n_parts || expr->body->parts[i]->kind != ANNOT_STMT_EXPR)
            find_in_stmt(finding, expr->body->parts[i]);
        else
            find_in_expr(finding, expr->body->parts[i]->expr);
}

static void find_in_stmt(const Finding *finding, const AnnotStmt *stmt)
{
    add_deletion(finding, stmt);
    if (stmt->kind == ANNOT_STMT_RETURN && stmt->expr)
        add_values(finding, stmt);
    if (stmt->expr && stmt->kind != ANNOT_STMT_CASE)
        find_in_expr(finding, stmt->expr);
    if (stmt->body)
        find_in_stmt(finding, stmt->body);
    if (stmt->other)
        find_in_stmt(finding, stmt->other);
    for (guint i = 0; i < stmt->n_parts; i++)
        find_in_stmt(finding, stmt->parts[i]);
}

void annot_strong_find_statements(const AnnotStrongInput *input, const GArray *values, GArray *changes)
{
    g_autoptr(GHashTable) deleted = g_hash_table_new(NULL, NULL);
    Finding finding = {input, deleted, changes};
    for (guint i = 0; i < values->len; i++) {
        const AnnotChange *change = &g_array_index(values, AnnotChange, i);
        if (change->kind == ANNOT_CHANGE_EFFECT)
            g_hash_table_add(deleted, (gpointer)change->expr);
    }
    find_in_stmt(&finding, input->function->body);
}

/* ---- text ---- */

void annot_strong_write_skip(const AnnotStrongWriter *writer, const AnnotChange *change)
{
    annot_edits_wrap(writer->edits, change->at,
                     g_strdup_printf("{if(" ANNOT_CHOSEN "!=" ANNOT_CHOSEN_AS "){", change->number), g_strdup("}}"));
}

/* A pointer has no literal of its type, but 0 is one beside it. */
static void write_pointer(const AnnotStrongWriter *writer, const AnnotChange *change)
{
    annot_edits_wrap(writer->edits, change->at, g_strdup(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_v=("),
                     g_strdup_printf(");" ANNOT_CHOSEN "==" ANNOT_CHOSEN_AS "?0:hlcov_v;})", change->number));
}

void annot_strong_write_returned(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n)
{
    const AnnotType *returned = writer->function->decl->type->target;
    if (number_of(returned).size == 0) {
        write_pointer(writer, changes);
        return;
    }
    const char *type = annot_number_name(number_of(returned));
    g_autofree char *value = annot_strong_chosen(writer->choosers, type, changes, n);
    annot_edits_wrap(
        writer->edits, changes->at,
        g_strdup_printf(ANNOT_EXTENSION "({%s hlcov_v=%s(", type, returned->kind == ANNOT_TYPE_BOOL ? "!!" : ""),
        g_strdup_printf(");%s;})", value));
}
