/* Writes mutants beside what they replace; see beside.h. A mutant's text is that of strong builds with one mutant, but
 * for operands without effects: they stand where strong builds have locals, for formulas do not mind that they are
 * evaluated twice. */
#include "annot/strong/beside.h"

#include <string.h>

#include "annot/mutants/mutant.h"
#include "annot/strong/statement.h"
#include "annot/strong/value.h"
#include "annot/text/dialect.h"
#include "annot/text/edit.h"
#include "annot/tree/head.h"

#define CHOICE "hlcov_beside"

/* Mutants whose text is larger are not copied. */
enum { MOST_BYTES = 1 << 16 };

/* ---- regions ---- */

static gboolean is_around(AnnotExtent outer, AnnotExtent inner)
{
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

/* Whether the text has a word of what may not stand twice. */
static gboolean has_single(const AnnotText *text, AnnotExtent at)
{
    static const char *const words[] = {"static", "asm", "__asm__", "__asm", "__label__", NULL};
    return annot_text_has_any(text, at, words);
}

/* Whether the statement may stand twice: it declares nothing for those behind it, and is not entered at its side. */
static gboolean stands_alone(const AnnotText *text, const AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_DECL:
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT:
    case ANNOT_STMT_LABEL:
    case ANNOT_STMT_ATTRIBUTED:
    case ANNOT_STMT_OTHER: return FALSE;
    default: return !stmt->attributed && !has_single(text, stmt->at);
    }
}

/* Whether the declaration may stand twice, with statements behind it. */
static gboolean declares_plainly(const AnnotText *text, const AnnotStmt *stmt)
{
    static const char *const words[] = {"extern", "typedef", ANNOT_ATTRIBUTE, NULL};
    static const char *const tags[] = {"struct", "union", "enum", NULL}, *const brace[] = {"{", NULL};
    return stmt->kind == ANNOT_STMT_DECL && stmt->n_variables > 0 && !has_single(text, stmt->at) &&
           !annot_text_has_any(text, stmt->at, words) &&
           !(annot_text_has_any(text, stmt->at, tags) && annot_text_has_any(text, stmt->at, brace));
}

/* What stands twice: one or more statements of a block, the condition of a loop before each iteration, whether that of
 * an `if` holds, or an expression. */
typedef enum { REGION_STATEMENTS, REGION_CONDITION, REGION_TRUTH, REGION_EXPRESSION } RegionKind;

typedef struct {
    RegionKind kind;
    const AnnotStmt *stmt; /* the first one, or that of the condition; NULL: it is an expression */
    AnnotExtent at;        /* of a condition: of its loop */
} Region;

typedef struct {
    const AnnotText *text;
    AnnotExtent at;         /* of the change */
    GArray *regions;        /* Region, outer ones first */
    GPtrArray *jumps;       /* const AnnotStmt: labels and gotos of the function */
    gboolean strays;        /* a jump leads nobody knows where */
    const AnnotStmt *block; /* the innermost around the change, of those that were visited */
} Regions;

/* Whether the text names a variable of the declaration. */
static gboolean names_any(const AnnotText *text, AnnotExtent at, const AnnotStmt *declaration)
{
    for (guint i = 0; i < declaration->n_variables; i++)
        if (annot_text_has_any(text, at, (const char *const[]){declaration->variables[i].decl->name, NULL}))
            return TRUE;
    return FALSE;
}

/* Returns the index of the last statement of the block that names a variable which part number `first` declares, or
 * which one of those between them does; G_MAXUINT: they may not stand twice. */
static guint end_of_scope(const AnnotText *text, const AnnotStmt *block, guint first)
{
    guint last = first;
    for (guint i = first; i <= last; i++) {
        const AnnotStmt *part = block->parts[i];
        gboolean declares = declares_plainly(text, part);
        if ((!declares && !stands_alone(text, part)) || annot_strong_is_entered_by_case(part))
            return G_MAXUINT;
        for (guint k = i + 1; declares && k < block->n_parts; k++)
            last = names_any(text, block->parts[k]->at, part) ? MAX(last, k) : last;
    }
    return last;
}

/* Notes the declaration, whose change nothing smaller holds, with the statements behind it that name what it declares:
 * all that it controls but for what those leave behind. */
static void note_scope(Regions *regions, const AnnotStmt *declaration)
{
    const AnnotStmt *block = regions->block;
    guint first = 0, last;
    while (block && first < block->n_parts && block->parts[first] != declaration)
        first++;
    if (!block || first == block->n_parts)
        return;
    last = end_of_scope(regions->text, block, first);
    if (last < block->n_parts) {
        const Region region = {REGION_STATEMENTS, declaration, {declaration->at.begin, block->parts[last]->at.end}};
        g_array_append_val(regions->regions, region);
    }
}

/* Whether the expression has no statements of its own, whose labels could not stand twice. */
static gboolean has_no_block(const AnnotText *text, AnnotExtent at)
{
    return !annot_text_has_any(text, at, (const char *const[]){"{", NULL});
}

/* Notes the condition of the statement, if the change is in it. */
static void note_condition(const Regions *regions, const AnnotStmt *stmt)
{
    gboolean repeats = stmt->kind == ANNOT_STMT_WHILE || stmt->kind == ANNOT_STMT_FOR;
    if ((!repeats && stmt->kind != ANNOT_STMT_IF) || !stmt->expr || !is_around(stmt->expr->at, regions->at))
        return;
    const Region region = {repeats ? REGION_CONDITION : REGION_TRUTH, stmt, repeats ? stmt->at : stmt->expr->at};
    if (repeats || has_no_block(regions->text, stmt->expr->at))
        g_array_append_val(regions->regions, region);
}

/* An AnnotTreeVisit.stmt, which comes to outer statements first. */
static void note_region(const AnnotStmt *stmt, gpointer data)
{
    Regions *regions = data;
    regions->strays |= stmt->kind == ANNOT_STMT_GOTO_ANY || (stmt->kind == ANNOT_STMT_ASM && stmt->is_jump);
    if (stmt->kind == ANNOT_STMT_LABEL || stmt->kind == ANNOT_STMT_GOTO)
        g_ptr_array_add(regions->jumps, (gpointer)stmt);
    if (!is_around(stmt->at, regions->at))
        return;
    if (stmt->kind == ANNOT_STMT_COMPOUND)
        regions->block = stmt;
    if (stmt->kind == ANNOT_STMT_DECL)
        note_scope(regions, stmt);
    if (!stands_alone(regions->text, stmt) || annot_strong_is_entered_by_case(stmt))
        return;
    const Region whole = {REGION_STATEMENTS, stmt, stmt->at};
    g_array_append_val(regions->regions, whole);
    note_condition(regions, stmt);
}

/* Whether a goto outside of the region leads to a label in it. */
static gboolean is_entered_by_goto(const GPtrArray *jumps, AnnotExtent region)
{
    for (guint i = 0; i < jumps->len; i++) {
        const AnnotStmt *label = jumps->pdata[i];
        for (guint k = 0; label->kind == ANNOT_STMT_LABEL && is_around(region, label->at) && k < jumps->len; k++) {
            const AnnotStmt *jump = jumps->pdata[k];
            if (jump->kind == ANNOT_STMT_GOTO && strcmp(jump->label, label->label) == 0 && !is_around(region, jump->at))
                return TRUE;
        }
    }
    return FALSE;
}

static void drop_entered(Regions *regions)
{
    for (guint i = regions->regions->len; i > 0; i--)
        if (is_entered_by_goto(regions->jumps, g_array_index(regions->regions, Region, i - 1).at))
            g_array_remove_index(regions->regions, i - 1);
}

static gboolean has_expression(const AnnotText *text, const AnnotChange *change)
{
    return change->kind == ANNOT_CHANGE_VALUE && annot_kind_is_scalar(change->expr->type->kind) &&
           has_no_block(text, change->at);
}

static void add_expression(GArray *regions, const AnnotChange *change)
{
    const Region region = {REGION_EXPRESSION, NULL, change->at};
    g_array_append_val(regions, region);
}

/* Returns the regions around the change, Region, the function's body first; to be unreferenced. Those behind a region
 * that does not end with the function's body are of statements inside of expressions. */
static GArray *regions_of(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change)
{
    g_autoptr(GPtrArray) jumps = g_ptr_array_new();
    Regions regions = {text, change->at, g_array_new(FALSE, FALSE, sizeof(Region)), jumps, FALSE, NULL};
    AnnotTreeVisit visit = {.stmt = note_region, .data = &regions};
    static const char *const of_blocks[] = {"__label__", NULL};
    gboolean fits = change->unwritten == 0 && function->body && annot_head_is_plain(text, function) &&
                    !function->shaped && !annot_text_has_any(text, function->at, of_blocks) &&
                    function->body->at.end - function->body->at.begin <= MOST_BYTES;
    if (fits)
        annot_tree_visit_stmt(function->body, &visit);
    drop_entered(&regions);
    if (regions.strays || regions.regions->len == 0 || g_array_index(regions.regions, Region, 0).stmt != function->body)
        g_array_set_size(regions.regions, 0);
    else if (has_expression(text, change))
        add_expression(regions.regions, change);
    return regions.regions;
}

guint annot_beside_widths(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                          guint *n_parts)
{
    g_autoptr(GArray) regions = regions_of(text, function, change);
    guint whole = regions->len;
    while (whole > 0 && g_array_index(regions, Region, whole - 1).kind != REGION_STATEMENTS)
        whole--;
    if (n_parts)
        *n_parts = regions->len - whole;
    return regions->len;
}

/* ---- one mutant ---- */

/* Appends C over hlcov_v, hlcov_l and hlcov_r with texts of operands in their place. */
static void append_with(const char *code, const char *const operands[3], GString *out)
{
    static const char *const names[] = {"hlcov_v", "hlcov_l", "hlcov_r"};
    enum { LENGTH = 7 };
    while (*code) {
        guint i = 0;
        while (i < G_N_ELEMENTS(names) && strncmp(code, names[i], LENGTH) != 0)
            i++;
        if (i < G_N_ELEMENTS(names))
            g_string_append(out, operands[i]);
        else
            g_string_append_c(out, *code);
        code += i < G_N_ELEMENTS(names) ? LENGTH : 1;
    }
}

/* A trap that formulas know. */
static char *known_trap(const char *code)
{
    g_auto(GStrv) parts = g_strsplit(code, "__builtin_trap()", -1);
    return g_strjoinv("1%(hlcov_v!=hlcov_v)", parts);
}

static char *operand_text(const AnnotText *text, const AnnotExpr *expr, const char *type)
{
    guint length = expr->at.end - expr->at.begin;
    return type ? g_strdup_printf("((%s)(%.*s))", type, (int)length, text->bytes + expr->at.begin)
                : g_strdup_printf("(%.*s)", (int)length, text->bytes + expr->at.begin);
}

/* Appends a local that holds the operand, which is evaluated once: it has effects. */
static void append_local(const char *name, const char *type, const AnnotExpr *operand, const char *value, GString *out)
{
    gboolean promotes = !type && annot_kind_is_scalar(operand->type->kind) && operand->type->kind != ANNOT_TYPE_POINTER;
    g_string_append_printf(out, "%s %s=%s%s;", type ? type : ANNOT_LOCAL, name, promotes ? "+" : "", value);
}

/* Appends `code` in parentheses, converted to `type` if that is not NULL. */
static void append_converted(const char *type, const char *code, GString *out)
{
    g_string_append_printf(out, type ? "((%s)(%s))" : "%s(%s)", type ? type : "", code);
}

/* Returns the mutant `code` of an expression whose operands have effects. */
static char *text_of_locals(const char *const names[], const AnnotExpr *const operands[], const char *const types[],
                            const char *const values[], const char *type, const char *code)
{
    GString *out = g_string_new(ANNOT_EXTENSION "({");
    for (guint i = 0; names[i]; i++)
        append_local(names[i], types[i], operands[i], values[i], out);
    append_converted(type, code, out);
    return g_string_free(g_string_append(out, ";})"), FALSE);
}

/* What is evaluated in the program is evaluated here, whether the mutant uses it or not. */
static char *binary_text(const AnnotText *text, const AnnotChange *change)
{
    const AnnotExpr *expr = change->expr;
    gboolean typed = annot_strong_is_called(expr);
    const char *types[] = {typed ? annot_strong_type(expr->operands[0]) : NULL,
                           typed ? annot_strong_type(expr->operands[1]) : NULL};
    g_autofree char *l = operand_text(text, expr->operands[0], types[0]),
                    *r = operand_text(text, expr->operands[1], types[1]);
    const char *const operands[] = {"", l, r}, *const values[] = {l, r};
    if (expr->has_effects)
        return text_of_locals((const char *const[]){"hlcov_l", "hlcov_r", NULL},
                              (const AnnotExpr *const *)expr->operands, types, values,
                              typed ? annot_strong_result_type(expr) : NULL, change->value);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "((void)%s,(void)%s,%s%s%s(", l, r, typed ? "(" : "",
                           typed ? annot_strong_result_type(expr) : "", typed ? ")" : "");
    append_with(change->value, operands, out);
    return g_string_free(g_string_append(out, "))"), FALSE);
}

static char *value_text(const AnnotText *text, const AnnotChange *change, const char *type)
{
    g_autofree char *v = operand_text(text, change->expr, type), *value = known_trap(change->value);
    const char *const operands[] = {v, "", ""};
    if (change->expr->has_effects)
        return text_of_locals((const char *const[]){"hlcov_v", NULL}, &change->expr, &type, (const char *const[]){v},
                              type, value);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "((void)%s,%s%s%s(", v, type ? "(" : "", type ? type : "", type ? ")" : "");
    append_with(value, operands, out);
    return g_string_free(g_string_append(out, "))"), FALSE);
}

static char *logic_text(const AnnotText *text, const AnnotChange *change)
{
    g_autofree char *l = operand_text(text, change->expr->operands[0], NULL),
                    *r = operand_text(text, change->expr->operands[1], NULL);
    switch (change->connector) {
    case ANNOT_CONNECTOR_AND: return g_strdup_printf("(%s&&%s)", l, r);
    case ANNOT_CONNECTOR_OR: return g_strdup_printf("(%s||%s)", l, r);
    case ANNOT_CONNECTOR_XOR: return g_strdup_printf("(!%s!=!%s)", l, r);
    case ANNOT_CONNECTOR_LEFT: return g_strdup_printf("(!!%s)", l);
    case ANNOT_CONNECTOR_RIGHT: return g_strdup_printf("(!!%s)", r);
    case ANNOT_CONNECTOR_TRUE: return g_strdup("1");
    case ANNOT_CONNECTOR_FALSE: return g_strdup("0");
    }
    return NULL;
}

static char *returned_text(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change)
{
    const AnnotType *returned = function->decl->type->target;
    if (returned->kind == ANNOT_TYPE_POINTER)
        return value_text(text, change, NULL);
    return value_text(text, change, annot_number_name(annot_number_of(returned)));
}

/* Returns what stands in place of `at`; to be freed. */
static char *mutant_text(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change)
{
    switch (change->kind) {
    case ANNOT_CHANGE_VALUE:
        return change->expr->kind == ANNOT_EXPR_BINARY ? binary_text(text, change)
                                                       : value_text(text, change, annot_strong_type(change->expr));
    case ANNOT_CHANGE_EFFECT: return g_strdup("((void)0)");
    case ANNOT_CHANGE_LOGIC: return logic_text(text, change);
    case ANNOT_CHANGE_NOT: {
        g_autofree char *operand = operand_text(text, change->expr, NULL);
        return g_strconcat("(!", operand, ")", NULL);
    }
    case ANNOT_CHANGE_SKIP: return g_strdup("{}");
    case ANNOT_CHANGE_RETURNED: return returned_text(text, function, change);
    }
    return NULL;
}

/* ---- the function's copy ---- */

static void append_extent(const AnnotText *text, guint32 begin, guint32 end, GString *out)
{
    g_string_append_len(out, text->bytes + begin, (gssize)(end - begin));
}

/* Appends the text at `at` with the mutant in place of the change. */
static void append_changed(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                           AnnotExtent at, GString *out)
{
    g_autofree char *mutant = mutant_text(text, function, change);
    append_extent(text, at.begin, change->at.begin, out);
    g_string_append(out, mutant);
    append_extent(text, change->at.end, at.end, out);
}

typedef struct {
    AnnotExtent at;
    GString *out;
} Labels;

/* An AnnotTreeVisit.stmt. */
static void append_label(const AnnotStmt *stmt, gpointer data)
{
    const Labels *labels = data;
    if (stmt->kind == ANNOT_STMT_LABEL && is_around(labels->at, stmt->at))
        g_string_append_printf(labels->out, "__label__ %s;", stmt->label);
}

/* Appends the region, twice. */
static void append_pair(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change, AnnotExtent at,
                        const char *before, const char *behind, GString *out)
{
    g_string_append_printf(out, "{if(" CHOICE "){%s", before);
    append_changed(text, function, change, at, out);
    g_string_append_printf(out, "\n%s}else{%s", behind, before);
    append_extent(text, at.begin, at.end, out);
    g_string_append_printf(out, "\n%s}}", behind);
}

/* Appends the expression, whose value either text assigns to a variable of its type, as operators have it: promoted,
 * and without qualifiers. */
static void append_expression(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                              GString *out)
{
    g_string_append(out, ANNOT_EXTENSION "({" ANNOT_TYPE_OF "(1?(");
    append_extent(text, change->at.begin, change->at.end, out);
    g_string_append(out, "):0)hlcov_e;");
    append_pair(text, function, change, change->at, "hlcov_e=(", ");", out);
    g_string_append(out, "hlcov_e;})");
}

/* Appends the condition, of which either text says whether it holds. */
static void append_truth(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                         AnnotExtent at, GString *out)
{
    g_string_append(out, ANNOT_EXTENSION "({int hlcov_e;");
    append_pair(text, function, change, at, "hlcov_e=!!(", ");", out);
    g_string_append(out, "hlcov_e;})");
}

/* Appends the loop with its condition as the first statement of an iteration: its region may then be left by a break.
 */
static void append_loop(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                        const AnnotStmt *loop, GString *out)
{
    g_string_append_c(out, '{');
    if (loop->init)
        append_extent(text, loop->init->at.begin, loop->init->at.end, out);
    g_string_append(out, "for(;;");
    if (loop->step)
        append_extent(text, loop->step->at.begin, loop->step->at.end, out);
    g_string_append(out, "){");
    append_pair(text, function, change, loop->expr->at, "if(!(", "))break;", out);
    append_extent(text, loop->body->at.begin, loop->body->at.end, out);
    g_string_append(out, "\n}}");
}

static void append_region(const AnnotText *text, const AnnotFunction *function, const AnnotChange *change,
                          const Region *region, GString *out)
{
    g_autoptr(GString) labels = g_string_new(NULL);
    switch (region->kind) {
    case REGION_EXPRESSION: append_expression(text, function, change, out); break;
    case REGION_TRUTH: append_truth(text, function, change, region->at, out); break;
    case REGION_CONDITION: append_loop(text, function, change, region->stmt, out); break;
    case REGION_STATEMENTS:
        annot_tree_visit_stmt(function->body,
                              &(AnnotTreeVisit){.stmt = append_label, .data = &(Labels){region->at, labels}});
        append_pair(text, function, change, region->at, labels->str, "", out);
        break;
    }
}

/* Appends the function's copy; number `i` is part of its name. */
static void append_copy(const AnnotText *text, const AnnotFunction *function, const AnnotBeside *beside, guint i,
                        GString *out)
{
    g_autoptr(GArray) regions = regions_of(text, function, beside->change);
    if (beside->width >= regions->len)
        return;
    const Region region = g_array_index(regions, Region, regions->len - 1 - beside->width);
    const AnnotExtent at = region.at, body = function->body->at;
    g_autofree char *prefix = g_strdup_printf("hlcov_%u_", i),
                    *head = g_string_free(annot_head_renamed(text, function, prefix), FALSE);
    g_string_append_printf(out, "\n%s ", head);
    if (region.stmt == function->body)
        g_string_append_c(out, '{');
    append_extent(text, body.begin, at.begin, out);
    append_region(text, function, beside->change, &region, out);
    append_extent(text, at.end, body.end, out);
    if (region.stmt == function->body)
        g_string_append_c(out, '}');
}

/* ---- the tree ---- */

/* Of a copy of which the front end made something else there is no pair. An AnnotTreeVisit.stmt. */
static void find_pair(const AnnotStmt *stmt, gpointer data)
{
    AnnotBeside *beside = data;
    const AnnotExpr *expr = stmt->kind == ANNOT_STMT_IF && stmt->expr ? annot_expr_bare(stmt->expr) : NULL;
    if (expr && expr->decl && strcmp(expr->decl->name, CHOICE) == 0 && stmt->body && stmt->other)
        beside->pair = stmt;
}

static void find_copies(const AnnotBesides *besides, AnnotBeside *all, guint n)
{
    for (guint k = besides->n_functions; k < besides->tree->n_functions; k++) {
        const AnnotFunction *copy = besides->tree->functions[k];
        guint64 i = g_ascii_strtoull(copy->name + strlen("hlcov_"), NULL, 10);
        if (i >= n || !copy->body)
            continue;
        all[i].function = copy;
        annot_tree_visit_stmt(copy->body, &(AnnotTreeVisit){.stmt = find_pair, .data = &all[i]});
    }
}

AnnotBesides *annot_besides_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function,
                                AnnotBeside *all, guint n, const char *const *clang_args)
{
    AnnotBesides *besides = htol_arena_new0(arena, AnnotBesides, 1);
    g_autoptr(GString) out = g_string_new_len(text->bytes, (gssize)text->size);
    g_autofree char *marker = annot_text_line_marker(text, function->at.begin);
    g_string_append_printf(out, "%senum{" CHOICE "=1};", marker ? marker : "\n");
    for (guint i = 0; i < n; i++)
        append_copy(text, function, &all[i], i, out);
    besides->text = (AnnotText){htol_arena_strndup(arena, out->str, out->len), (guint32)out->len};
    besides->tree = annot_tree_parse(arena, &besides->text, clang_args, TRUE, NULL);
    if (!besides->tree || besides->tree->n_errors > 0)
        return NULL;
    while (besides->n_functions < besides->tree->n_functions &&
           besides->tree->functions[besides->n_functions]->at.begin < text->size)
        besides->n_functions++;
    find_copies(besides, all, n);
    return besides;
}
