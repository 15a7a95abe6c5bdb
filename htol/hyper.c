/* Builds and prints hyperlabels; see hyper.h. It does not decide them. */
#include "htol/hyper.h"

static const HtolExpr *new_expr(HtolArena *arena, HtolExpr expr)
{
    return htol_arena_memdup(arena, &expr, sizeof expr);
}

const HtolExpr *htol_variable(HtolArena *arena, guint32 variable)
{
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_VARIABLE, .variable = variable});
}

const HtolExpr *htol_not(HtolArena *arena, const HtolExpr *operand)
{
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_NOT, .left = operand});
}

const HtolExpr *htol_and(HtolArena *arena, const HtolExpr *left, const HtolExpr *right)
{
    if (!left)
        return right;
    return new_expr(arena, (HtolExpr){.kind = HTOL_EXPR_AND, .left = left, .right = right});
}

const HtolExpr *htol_literal(HtolArena *arena, guint32 variable, gboolean value)
{
    const HtolExpr *positive = htol_variable(arena, variable);
    return value ? positive : htol_not(arena, positive);
}

static const HtolHyper *new_hyper(HtolArena *arena, HtolHyper hyper)
{
    return htol_arena_memdup(arena, &hyper, sizeof hyper);
}

const HtolHyper *htol_label(HtolArena *arena, HtolSite site, const HtolExpr *predicate)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_LABEL, .site = site, .predicate = predicate});
}

const HtolHyper *htol_conjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_AND, .left = left, .right = right});
}

const HtolHyper *htol_disjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right)
{
    return new_hyper(arena, (HtolHyper){.kind = HTOL_HYPER_OR, .left = left, .right = right});
}

static void print_expr(const HtolExpr *expr, GString *out)
{
    switch (expr->kind) {
    case HTOL_EXPR_VARIABLE:
        if (expr->variable == 0)
            g_string_append_c(out, 'd');
        else
            g_string_append_printf(out, "c%u", expr->variable);
        break;
    case HTOL_EXPR_NOT: {
        gboolean parentheses = expr->left->kind == HTOL_EXPR_AND;
        g_string_append(out, parentheses ? "!(" : "!");
        print_expr(expr->left, out);
        g_string_append(out, parentheses ? ")" : "");
        break;
    }
    case HTOL_EXPR_AND:
        print_expr(expr->left, out);
        g_string_append(out, " && ");
        print_expr(expr->right, out);
        break;
    }
}

static void print_label(const HtolHyper *label, GString *out)
{
    static const char *const sites[] = {
        [HTOL_SITE_BLOCK] = "block", [HTOL_SITE_DECISION] = "decision", [HTOL_SITE_ARM] = "arm"};
    g_string_append_printf(out, "%s %u", sites[label->site.kind], label->site.index);
    if (!label->predicate)
        return;
    g_string_append(out, ": ");
    print_expr(label->predicate, out);
}

static void print_operand(const HtolHyper *operand, HtolHyperKind around, GString *out)
{
    gboolean parentheses = operand->kind != around;
    g_string_append(out, parentheses ? "(" : "");
    htol_hyper_print(operand, out);
    g_string_append(out, parentheses ? ")" : "");
}

void htol_hyper_print(const HtolHyper *hyper, GString *out)
{
    if (hyper->kind == HTOL_HYPER_LABEL) {
        print_label(hyper, out);
        return;
    }
    print_operand(hyper->left, hyper->kind, out);
    g_string_append(out, hyper->kind == HTOL_HYPER_AND ? " . " : " + ");
    print_operand(hyper->right, hyper->kind, out);
}
