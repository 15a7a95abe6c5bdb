/* The walk that looks for side effects; see purity.h. */
#include "annot/facts/purity.h"

#include "annot/tree/known.h"

#include <string.h>

enum { SHOWN = 40 }; /* bytes of the user's text in a message */

static gboolean blame(const AnnotPurity *p, guint32 at, const char *message, AnnotError *found)
{
    *found = (AnnotError){at, htol_arena_strndup(p->arena, message, strlen(message))};
    return TRUE;
}

static gboolean blame_change(const AnnotPurity *p, guint32 at, guint32 end, const char *changed, AnnotError *found)
{
    g_autofree char *message = g_strdup_printf("`%.*s` changes %s: %s must not have side effects", (int)(end - at),
                                               p->text->bytes + at, changed, p->what);
    return blame(p, at, message, found);
}

static gboolean blame_unknown(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    g_autofree char *shown = annot_text_folded(p->text, expr->at, SHOWN);
    g_autofree char *message = g_strdup_printf("`%s` cannot be used in %s", shown, p->what);
    return blame(p, expr->at.begin, message, found);
}

/* ---- changes ---- */

static gboolean assignment(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    const AnnotExpr *left = expr->operands[0];
    g_autofree char *changed = annot_text_folded(p->text, left->at, SHOWN);
    guint32 at = annot_text_skip(p->text, left->at.end), end = at;
    while (p->text->bytes[end] != '=')
        end++;
    return blame_change(p, at, end + 1, changed, found);
}

static gboolean increment(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    const AnnotExpr *operand = expr->operands[0];
    gboolean before = expr->op == ANNOT_OP_PRE_INC || expr->op == ANNOT_OP_PRE_DEC;
    g_autofree char *changed = annot_text_folded(p->text, operand->at, SHOWN);
    guint32 at = before ? expr->at.begin : annot_text_skip(p->text, operand->at.end);
    return blame_change(p, at, at + 2, changed, found);
}

static gboolean is_assignment(const char *equals)
{
    char before = equals[-1];
    if (before == '<' || before == '>')
        return equals[-2] == before;
    return equals[1] != '=' && before != '=' && before != '!';
}

/* Whether the name of a type in `expr` changes something: the length of an array may be evaluated, but is not in the
 * tree, so the text is searched for ++, -- and for = directly inside of [ ]. */
static gboolean hidden_change(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    g_autoptr(GString) open = g_string_new("(");
    const char *bytes = p->text->bytes;
    for (guint32 at = expr->at.begin; at < expr->at.end;
         at = annot_text_skip(p->text, annot_text_token_end(p->text, at))) {
        char c = bytes[at];
        if ((c == '+' || c == '-') && bytes[at + 1] == c)
            return blame_change(p, at, at + 2, "something", found);
        if (c == '=' && open->str[open->len - 1] == '[' && is_assignment(bytes + at))
            return blame_change(p, at, at + 1, "something", found);
        if (strchr("([{", c))
            g_string_append_c(open, c);
        if (strchr(")]}", c) && open->len > 1)
            g_string_truncate(open, open->len - 1);
    }
    return FALSE;
}

/* ---- calls and reads ---- */

static gboolean is_vouched_for(const AnnotPurity *p, const char *name)
{
    return p->pure && g_strv_contains(p->pure, name);
}

/* Blames a function that is not declared: clang knows those of the C library all the same. */
static gboolean judge_name(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    if (!expr->decl || !expr->decl->is_implicit)
        return FALSE;
    g_autofree char *message = g_strdup_printf("`%s` is not declared here", expr->decl->name);
    return blame(p, expr->at.begin, message, found);
}

static gboolean judge_call(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    const AnnotDecl *decl = expr->decl;
    g_autofree char *message = NULL;
    if (judge_name(p, expr, found))
        return TRUE;
    if (decl && (decl->is_pure || is_vouched_for(p, decl->name)))
        return FALSE;
    else if (!decl || decl->kind != ANNOT_DECL_FUNCTION)
        message = g_strdup_printf("calls through a pointer: %s must not have side effects", p->what);
    else if (annot_known_pure(decl->name) == ANNOT_EFFECTS_UNKNOWN)
        message = g_strdup_printf("calls %s, which is not declared const or pure; if it has no side effects, "
                                  "say so with `//! pure %s`",
                                  decl->name, decl->name);
    return message && blame(p, expr->at.begin, message, found);
}

/* Blames the read of a volatile or atomic object: the conversion of an object to its value is the read. */
static gboolean conversion(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    const AnnotExpr *object = annot_expr_bare(expr->operands[0]);
    gboolean is_read = object->type->kind != ANNOT_TYPE_ARRAY && object->type->kind != ANNOT_TYPE_FUNCTION;
    if (!is_read || (!object->type->is_volatile && !object->type->is_atomic))
        return FALSE;
    g_autofree char *shown = annot_text_folded(p->text, object->at, SHOWN);
    g_autofree char *message = g_strdup_printf("reads %s, which is %s: %s must not have side effects", shown,
                                               object->type->is_atomic ? "_Atomic" : "volatile", p->what);
    return blame(p, object->at.begin, message, found);
}

/* ---- by kind ---- */

/* Blames a literal that is written as a name: clang expands a few macros even in preprocessed text. */
static gboolean literal(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    const char *token = p->text->bytes + expr->at.begin;
    gsize prefix = strspn(token, "LuU8");
    if (g_ascii_isdigit(*token) || !(g_ascii_isalpha(*token) || *token == '_') || strchr("'\"", token[prefix]) ||
        annot_text_is_word(p->text, expr->at.begin, "__func__"))
        return FALSE;
    g_autofree char *shown = annot_text_folded(p->text, expr->at, SHOWN);
    g_autofree char *message = g_strdup_printf("`%s` is not declared here", shown);
    return blame(p, expr->at.begin, message, found);
}

static gboolean begins_with(const AnnotPurity *p, const AnnotExpr *expr, const char *const *words)
{
    for (; *words; words++)
        if (annot_text_is_word(p->text, expr->at.begin, *words))
            return TRUE;
    return FALSE;
}

static gboolean is_harmless_other(const AnnotPurity *p, const AnnotExpr *expr)
{
    static const char *const words[] = {"__builtin_offsetof", "__builtin_types_compatible_p", NULL};
    char first = p->text->bytes[expr->at.begin];
    return !expr->placed || first == '.' || first == '[' || begins_with(p, expr, words);
}

static gboolean is_size(const AnnotPurity *p, const AnnotExpr *expr)
{
    static const char *const words[] = {"sizeof",    "_Alignof",           "alignof", "__alignof__",
                                        "__alignof", "__builtin_offsetof", NULL};
    return begins_with(p, expr, words);
}

/* Whether an operand is a vector, on which operators can trap. */
static gboolean has_vector(const AnnotExpr *expr)
{
    for (guint i = 0; i < expr->n_operands; i++)
        if (expr->operands[i]->type->kind == ANNOT_TYPE_OTHER)
            return TRUE;
    return FALSE;
}

static gboolean by_kind(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    switch (expr->kind) {
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_INDEX: return has_vector(expr) && blame_unknown(p, expr, found);
    case ANNOT_EXPR_ASSIGN: return assignment(p, expr, found);
    case ANNOT_EXPR_CALL: return judge_call(p, expr, found);
    case ANNOT_EXPR_NAME: return judge_name(p, expr, found);
    case ANNOT_EXPR_IMPLICIT: return conversion(p, expr, found);
    case ANNOT_EXPR_LITERAL: return literal(p, expr, found);
    case ANNOT_EXPR_UNARY: return annot_expr_is_step(expr) && increment(p, expr, found);
    case ANNOT_EXPR_UNEVALUATED: return !is_size(p, expr) && blame_unknown(p, expr, found);
    case ANNOT_EXPR_OTHER: return !is_harmless_other(p, expr) && blame_unknown(p, expr, found);
    case ANNOT_EXPR_STATEMENT: return blame_unknown(p, expr, found);
    default: return FALSE;
    }
}

static gboolean impure(const AnnotPurity *p, const AnnotExpr *expr, AnnotError *found)
{
    if (by_kind(p, expr, found))
        return TRUE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (impure(p, expr->operands[i], found))
            return TRUE;
    return FALSE;
}

gboolean annot_find_impurity(const AnnotPurity *purity, const AnnotExpr *expr, AnnotError *found)
{
    return impure(purity, expr, found) || hidden_change(purity, expr, found);
}
