/* Prints expressions, hyperlabels and scripts; see print.h and hyper.h. */
#include "htol/lang/print.h"

#include <math.h>
#include <string.h>

#include "htol/base/digits.h"
#include "htol/lang/lex.h"

/* Expressions
 * -----------------------------------------------------------------------------------------------------------
 */

/* As coded in script.h. */
static void print_site_variable(guint32 variable, GString *out)
{
    guint32 condition = variable & HTOL_SITE_CONDITION;
    if (variable & HTOL_SITE_ACTIVE)
        htol_digits_append(out, "active(c", condition, ")");
    else if (variable & HTOL_SITE_INACTIVE)
        htol_digits_append(out, "inactive(c", condition, ")");
    else if (variable & HTOL_SITE_CLASS)
        htol_digits_append(out, "k", condition, "");
    else if (condition > 0)
        htol_digits_append(out, "c", condition, "");
    else
        g_string_append_c(out, 'd');
}

static void print_variable(const HtolExpr *expr, GString *out)
{
    if (expr->name)
        g_string_append(out, expr->name);
    else
        print_site_variable(expr->variable, out);
}

static void print_within(const HtolExpr *expr, gboolean parentheses, GString *out)
{
    if (parentheses)
        g_string_append_c(out, '(');
    htol_expr_print(expr, out);
    if (parentheses)
        g_string_append_c(out, ')');
}

/* A minus before a number is part of the number, so what is negated otherwise stands in parentheses. */
static gboolean would_become_number(const HtolExpr *operand)
{
    if (operand->kind != HTOL_EXPR_CONSTANT)
        return FALSE;
    switch (operand->constant.kind) {
    case HTOL_VALUE_SIGNED: return operand->constant.s >= 0;
    case HTOL_VALUE_FLOAT: return !signbit(operand->constant.f);
    default: return FALSE;
    }
}

/* `- -x`, because `--x` would be C's decrement; without parentheses, which nest. */
static void print_unary(const HtolExpr *expr, GString *out)
{
    gboolean minus = expr->op == HTOL_OP_MINUS;
    g_string_append(out, htol_op_text(expr->op));
    gsize start = out->len;
    print_within(expr->left, expr->left->kind == HTOL_EXPR_BINARY || (minus && would_become_number(expr->left)), out);
    if (minus && out->str[start] == '-')
        g_string_insert_c(out, start, ' ');
}

static void print_binary(const HtolExpr *expr, GString *out)
{
    guint strength = htol_op_strength(expr->op);
    gboolean left = expr->left->kind == HTOL_EXPR_BINARY && htol_op_strength(expr->left->op) < strength;
    gboolean right = expr->right->kind == HTOL_EXPR_BINARY && htol_op_strength(expr->right->op) <= strength;
    print_within(expr->left, left, out);
    g_string_append_c(out, ' ');
    g_string_append(out, htol_op_text(expr->op));
    g_string_append_c(out, ' ');
    print_within(expr->right, right, out);
}

void htol_expr_print(const HtolExpr *expr, GString *out)
{
    switch (expr->kind) {
    case HTOL_EXPR_CONSTANT: htol_value_print(expr->constant, out); break;
    case HTOL_EXPR_VARIABLE: print_variable(expr, out); break;
    case HTOL_EXPR_UNARY: print_unary(expr, out); break;
    case HTOL_EXPR_BINARY: print_binary(expr, out); break;
    }
}

/* Hyperlabels
 * -----------------------------------------------------------------------------------------------------------
 */

static void print_site(HtolSite site, GString *out)
{
    g_string_append(out, htol_site_names[site.kind]);
    htol_digits_append(out, " ", site.index, "");
}

static void print_label(const HtolHyper *label, GString *out)
{
    print_site(label->site, out);
    if (label->predicate) {
        g_string_append(out, ": ");
        htol_expr_print(label->predicate, out);
    }
}

static void print_site_bindings(const HtolHyper *label, GString *out)
{
    for (guint32 i = 0; i < label->n_bindings; i++) {
        g_string_append(out, i == 0 ? " {" : ", ");
        g_string_append(out, label->bindings[i].name);
        g_string_append(out, " = ");
        print_site_variable(label->bindings[i].variable, out);
    }
    g_string_append(out, label->n_bindings > 0 ? "}" : "");
}

static void print_name(const HtolOccurrence *occurrence, gboolean primes, GString *out)
{
    g_string_append(out, occurrence->name);
    for (guint32 i = 0; primes && i < occurrence->primes; i++)
        g_string_append_c(out, '\'');
}

static void print_arrow(const HtolStep *step, GString *out)
{
    g_string_append(out, " -");
    for (guint32 i = 0; i < step->n_kills; i++) {
        g_string_append(out, i == 0 ? "!" : ", !");
        print_name(&step->kills[i], FALSE, out);
    }
    g_string_append(out, "-> ");
}

static void print_steps(const HtolHyper *hyper, gboolean primes, GString *out)
{
    gboolean sequence = hyper->kind == HTOL_HYPER_SEQUENCE;
    g_string_append(out, sequence ? "[ " : "");
    for (guint32 i = 0; i < hyper->n_steps; i++) {
        if (i > 0)
            print_arrow(&hyper->steps[i], out);
        print_name(&hyper->steps[i].occurrence, primes, out);
    }
    g_string_append(out, sequence ? " ]" : "");
}

void htol_relation_name(const HtolHyper *member, GString *out)
{
    print_steps(member, FALSE, out);
}

static void print_guard(const HtolHyper *hyper, GString *out)
{
    g_string_append(out, "< ");
    htol_hyper_print(hyper->left, out);
    g_string_append(out, " | ");
    htol_expr_print(hyper->guard, out);
    g_string_append(out, " >");
}

/* The predicates of criteria's labels have no end of their own. */
static void print_operand(const HtolHyper *operand, gboolean looser, GString *out)
{
    gboolean parentheses = looser || operand->kind == HTOL_HYPER_LABEL;
    g_string_append(out, parentheses ? "(" : "");
    htol_hyper_print(operand, out);
    g_string_append(out, parentheses ? ")" : "");
    print_site_bindings(operand, out);
}

void htol_hyper_print(const HtolHyper *hyper, GString *out)
{
    switch (hyper->kind) {
    case HTOL_HYPER_LABEL: print_label(hyper, out); break;
    case HTOL_HYPER_OCCURRENCE:
    case HTOL_HYPER_SEQUENCE: print_steps(hyper, TRUE, out); break;
    case HTOL_HYPER_GUARD: print_guard(hyper, out); break;
    case HTOL_HYPER_AND:
        print_operand(hyper->left, hyper->left->kind == HTOL_HYPER_OR, out);
        g_string_append(out, " . ");
        print_operand(hyper->right, hyper->right->kind >= HTOL_HYPER_AND, out);
        break;
    case HTOL_HYPER_OR:
        print_operand(hyper->left, FALSE, out);
        g_string_append(out, " + ");
        print_operand(hyper->right, hyper->right->kind == HTOL_HYPER_OR, out);
        break;
    }
}

/* Scripts
 * -----------------------------------------------------------------------------------------------------------
 */

static void print_file(const char *name, GString *out)
{
    gboolean plain = htol_plain_file_length(name, strlen(name)) == strlen(name);
    g_string_append_printf(out, plain ? "%s" : "\"%s\"", name);
}

static void print_function(const HtolPlace *place, GString *out)
{
    if (place->file) {
        print_file(place->file, out);
        g_string_append_c(out, ':');
    }
    g_string_append(out, place->name);
    if (place->hash)
        g_string_append_printf(out, "#%s", place->hash);
    g_string_append_c(out, '@');
}

static void print_path(const HtolPlace *place, GString *out)
{
    g_string_append(out, "path");
    for (guint32 i = 0; i < place->n_nodes; i++)
        g_string_append_printf(out, " %u", place->nodes[i]);
}

void htol_place_print(const HtolPlace *place, GString *out)
{
    static const char *const points[] = {
        [HTOL_PLACE_ENTRY] = "entry", [HTOL_PLACE_EXIT] = "exit", [HTOL_PLACE_RETURN] = "return"};
    if (place->kind == HTOL_PLACE_NEXT)
        return;
    if (place->kind == HTOL_PLACE_LINE) {
        print_file(place->name, out);
        g_string_append_printf(out, ":%u", place->line);
        return;
    }
    print_function(place, out);
    if (place->n_nodes > 0)
        print_path(place, out);
    else if (place->kind == HTOL_PLACE_SITE)
        print_site(place->site, out);
    else
        g_string_append(out, points[place->kind]);
}

static void print_bindings(const HtolLabelDecl *label, GString *out)
{
    for (guint32 i = 0; i < label->n_bindings; i++) {
        const HtolBinding *binding = &label->bindings[i];
        g_string_append_printf(out, "%s%s = %s", i == 0 ? " { " : ", ", binding->name, binding->value.text);
        if (label->place.kind == HTOL_PLACE_SITE)
            print_site_variable(binding->variable, out);
    }
    g_string_append(out, label->n_bindings > 0 ? " }" : "");
}

static void print_predicate(const HtolLabelDecl *label, GString *out)
{
    if (label->of_site)
        htol_expr_print(label->of_site, out);
    else
        g_string_append(out, label->place.kind == HTOL_PLACE_SITE ? "true" : label->predicate.text);
}

void htol_label_decl_print(const HtolLabelDecl *label, GString *out)
{
    g_string_append_printf(out, "label %s%s", label->name, label->place.kind == HTOL_PLACE_NEXT ? "" : " at ");
    htol_place_print(&label->place, out);
    print_bindings(label, out);
    g_string_append(out, " : ");
    print_predicate(label, out);
}

void htol_hyper_decl_print(const HtolHyperDecl *decl, GString *out)
{
    g_string_append_printf(out, "hyper %s : ", decl->name);
    htol_hyper_print(decl->hyper, out);
}

void htol_script_print(const HtolScript *script, GString *out)
{
    for (const HtolPureDecl *decl = script->pures; decl; decl = decl->next)
        g_string_append_printf(out, "pure %s;\n", decl->name);
    for (const HtolLabelDecl *label = script->labels; label; label = label->next) {
        htol_label_decl_print(label, out);
        g_string_append(out, ";\n");
    }
    for (const HtolHyperDecl *decl = script->hypers; decl; decl = decl->next) {
        htol_hyper_decl_print(decl, out);
        g_string_append(out, ";\n");
    }
}
