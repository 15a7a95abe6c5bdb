/* Checks users' expressions: a second text, the unit's with every fragment at its place, is parsed once, and
 * the fragments are found again in its tree by their offsets. See fragment.h. */
#include "annot/users/fragment.h"

#include "annot/facts/assigned.h"
#include "annot/facts/purity.h"
#include "annot/users/lexical.h"
#include "annot/users/opaque.h"
#include "annot/users/safe.h"
#include "annot/text/dialect.h"
#include "htol/base/sorted.h"

#include <string.h>

enum { SHOWN = 40 }; /* bytes of a token in a message */

G_STATIC_ASSERT(sizeof ANNOT_RESULT == sizeof "\\result");

/* Where a fragment lies in the second text. */
typedef struct {
    AnnotFragment *fragment;
    guint32 begin, end; /* of all that was put before the statement */
    guint32 stmt;       /* the expression statement that holds the expression */
    guint32 expr;       /* the first byte of the expression */
    const AnnotExpr *found;
    const AnnotFacts *facts; /* of the function that it was found in */
} Span;

typedef struct {
    HtolArena *arena; /* of what is found */
    const AnnotText *text;
    const char *const *clang_args, *const *pure;
    GPtrArray *open; /* AnnotFragment: not yet judged */

    /* of one parse */
    HtolArena *scratch;
    GString *second;
    AnnotText second_text;
    GArray *spans;           /* Span, in the order of the text */
    const AnnotFacts *facts; /* of the function that is looked through */
    gboolean faulty;         /* a fragment was found to be */
} Check;

#define SPAN(check, i) (&g_array_index((check)->spans, Span, (i)))

/* ---- faults ---- */

/* Returns the offset of byte `n`, from 0, counted without blanks and comments. */
static guint32 nth_byte(const AnnotText *text, guint32 n)
{
    guint32 at = annot_text_skip(text, 0);
    while (at < text->size) {
        guint32 end = annot_text_token_end(text, at);
        for (; at < end; at++)
            if (!g_ascii_isspace(text->bytes[at]) && n-- == 0)
                return at;
        at = annot_text_skip(text, end);
    }
    return text->size;
}

/* Returns where `offset` of the fragment's text, or its end, is in the user's text: without blanks and comments, both
 * have the same bytes. */
static HtolWhere where_of(const AnnotFragment *fragment, guint32 offset)
{
    HtolWhere where = fragment->where;
    if (!fragment->source) {
        where.column += offset;
        return where;
    }
    if (!*fragment->source)
        return where;
    AnnotText source = {fragment->source, (guint32)strlen(fragment->source)};
    guint32 before = 0;
    for (guint32 i = 0; i < offset; i++)
        before += !g_ascii_isspace(fragment->text[i]);
    gboolean at_end = before > 0 && fragment->text[offset] == 0;
    guint32 found = nth_byte(&source, before - at_end) + at_end;
    for (guint32 i = 0; i < found; i++) {
        gboolean newline = source.bytes[i] == '\n';
        where.line += newline;
        where.column = newline ? 1 : where.column + 1;
    }
    return where;
}

/* Sets the fragment's fault, whose place is `offset` in its text. */
static void blame_fragment(Check *check, AnnotFragment *fragment, guint32 offset, const char *message)
{
    fragment->where = where_of(fragment, MIN(offset, strlen(fragment->text)));
    fragment->fault = htol_arena_strndup(check->arena, message, strlen(message));
    check->faulty = TRUE;
}

static const char *what_it_is(const AnnotFragment *fragment)
{
    return fragment->is_predicate ? "a predicate" : "a binding";
}

/* ---- before the front end ---- */

/* Puts the name of the returned value in place of \result outside of literals. Returns the first place; NULL: none. */
static const char *name_result(char *code)
{
    const char *named = NULL;
    AnnotText text = {code, (guint32)strlen(code)};
    for (guint32 at = annot_text_skip(&text, 0); at < text.size;
         at = annot_text_skip(&text, annot_text_token_end(&text, at))) {
        if (code[at] != '\\' || !annot_text_is_word(&text, at + 1, "result"))
            continue;
        memcpy(code + at, ANNOT_RESULT, strlen(ANNOT_RESULT));
        named = named ? named : code + at;
    }
    return named;
}

static gboolean has_result(const AnnotFragment *fragment)
{
    return fragment->result && fragment->result->type->kind != ANNOT_TYPE_VOID;
}

/* Sets the fragment's code to what the front end shall see, or its fault. */
static void prepare_fragment(Check *check, AnnotFragment *fragment)
{
    AnnotError error;
    gsize length = strlen(fragment->text);
    char *code = htol_arena_strndup(check->arena, fragment->text, length);
    const char *result = name_result(g_strdelimit(code, "\n\r\v\f", ' '));
    fragment->code = code;
    if (strspn(code, " \t") == length)
        blame_fragment(check, fragment, 0, "expected an expression, found nothing");
    else if (length > ANNOT_SAFE_MOST)
        blame_fragment(check, fragment, 0, "the expression is too complicated");
    else if (result && !has_result(fragment))
        blame_fragment(check, fragment, (guint32)(result - code),
                       "`\\result` means nothing here: no value is returned");
    else if (annot_find_disturbance(check->arena, code, &error))
        blame_fragment(check, fragment, error.at, error.message);
    else
        g_ptr_array_add(check->open, fragment);
}

/* ---- the second text ---- */

const char *annot_meta_type(enum HtolTupleKind kind)
{
    switch (kind) {
    case HTOL_TUPLE_SIGNED: return "const long long ";
    case HTOL_TUPLE_UNSIGNED: return "const unsigned long long ";
    case HTOL_TUPLE_FLOAT: return "const double ";
    default: return "const void *const ";
    }
}

/* __auto_type takes no bit-field, and 0 that is returned as a null pointer would be an integer in a local. */
const char *annot_result_conversion(const AnnotExpr *result)
{
    const AnnotExpr *bare = annot_expr_bare(result);
    if (bare->kind == ANNOT_EXPR_MEMBER && bare->decl && bare->decl->is_bit_field)
        return "+";
    gboolean null = result->type->kind == ANNOT_TYPE_POINTER && bare->type->kind == ANNOT_TYPE_INTEGER;
    return null ? "(void*)" : "";
}

static void open_fragment(Check *check, AnnotFragment *fragment)
{
    GString *out = check->second;
    Span span = {.fragment = fragment, .begin = (guint32)out->len};
    g_string_append(out, fragment->end > 0 ? "{{" : "{");
    for (guint i = 0; i < fragment->n_metas; i++)
        g_string_append_printf(out, "%s%s=0;", annot_meta_type(fragment->metas[i].kind), fragment->metas[i].name);
    if (has_result(fragment)) {
        g_autofree char *code = annot_text_folded(check->text, fragment->result->at, G_MAXSIZE);
        g_string_append_printf(out, ANNOT_AUTO " " ANNOT_RESULT "=%s(%s);", annot_result_conversion(fragment->result),
                               code);
    }
    span.stmt = (guint32)out->len;
    g_string_append(out, "(void)(");
    span.expr = (guint32)out->len;
    g_string_append_printf(out, "%s);", fragment->code);
    span.end = (guint32)out->len;
    g_string_append_c(out, '}');
    g_array_append_val(check->spans, span);
}

/* Where a fragment or a closing brace goes into the text. */
typedef struct {
    guint32 at;
    AnnotFragment *opens; /* NULL: a closing brace */
    guint order;
} Event;

/* Orders by place; at one place, braces close before others open. */
static gint compare_events(gconstpointer one, gconstpointer two)
{
    const Event *a = one, *b = two;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (!a->opens != !b->opens)
        return a->opens ? 1 : -1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static GArray *events_of(const Check *check)
{
    GArray *events = g_array_new(FALSE, FALSE, sizeof(Event));
    for (guint i = 0; i < check->open->len; i++) {
        AnnotFragment *fragment = check->open->pdata[i];
        Event open = {fragment->at, fragment, i}, close = {fragment->end, NULL, i};
        g_array_append_val(events, open);
        if (fragment->end > 0)
            g_array_append_val(events, close);
    }
    g_array_sort(events, compare_events);
    return events;
}

static void write_second_text(Check *check)
{
    g_autoptr(GArray) events = events_of(check);
    guint32 at = 0;
    for (guint i = 0; i < events->len; i++) {
        const Event *event = &g_array_index(events, Event, i);
        g_string_append_len(check->second, check->text->bytes + at, event->at - at);
        at = event->at;
        if (event->opens)
            open_fragment(check, event->opens);
        else
            g_string_append_c(check->second, '}');
    }
    g_string_append_len(check->second, check->text->bytes + at, check->text->size - at);
    check->second_text = (AnnotText){check->second->str, (guint32)check->second->len};
}

/* ---- finding the fragments again ---- */

/* Returns how many spans begin at `at` or before. */
static guint spans_until(const Check *check, guint32 at)
{
    return HTOL_SORTED_FROM(check->spans->data, check->spans->len, Span, begin, at + 1);
}

/* Returns the span that holds the offset `at`; NULL: none does. */
static Span *span_at(const Check *check, guint32 at)
{
    guint behind = spans_until(check, at);
    return behind > 0 && at <= SPAN(check, behind - 1)->end ? SPAN(check, behind - 1) : NULL;
}

static gboolean holds_spans(const Check *check, AnnotExtent at)
{
    if (at.begin >= at.end)
        return FALSE;
    return span_at(check, at.begin) || spans_until(check, at.end - 1) > spans_until(check, at.begin);
}

static void find_in_stmt(Check *check, const AnnotStmt *stmt);

static void find_in_expr(Check *check, const AnnotExpr *expr)
{
    if (!expr || (expr->placed && !holds_spans(check, expr->at)))
        return;
    if (expr->body)
        find_in_stmt(check, expr->body);
    for (guint i = 0; i < expr->n_operands; i++)
        find_in_expr(check, expr->operands[i]);
}

/* Notes the expression if the statement is (void)(E), that of a span; returns whether it is. */
static gboolean take_expr(Check *check, const AnnotStmt *stmt)
{
    Span *span = span_at(check, stmt->at.begin);
    if (!span || span->stmt != stmt->at.begin || stmt->kind != ANNOT_STMT_EXPR || stmt->expr->kind != ANNOT_EXPR_CAST ||
        stmt->expr->n_operands != 1)
        return FALSE;
    span->found = stmt->expr->operands[0];
    span->facts = check->facts;
    return TRUE;
}

static void find_in_stmt(Check *check, const AnnotStmt *stmt)
{
    if (!stmt || !holds_spans(check, stmt->at) || take_expr(check, stmt))
        return;
    find_in_expr(check, stmt->expr);
    find_in_expr(check, stmt->step);
    find_in_stmt(check, stmt->init);
    find_in_stmt(check, stmt->body);
    find_in_stmt(check, stmt->other);
    for (guint i = 0; i < stmt->n_parts; i++)
        find_in_stmt(check, stmt->parts[i]);
    for (guint i = 0; i < stmt->n_inits; i++)
        find_in_expr(check, stmt->inits[i]);
}

/* ---- judging ---- */

static char *with_backquotes(const char *message)
{
    return g_strdelimit(g_strdup(message), "'", '`');
}

/* Returns the front end's message in our words; to be freed. */
static char *friendly(const Check *check, const Span *span, const AnnotError *error)
{
    static const char undeclared[] = "use of undeclared identifier ";
    g_autofree char *message = with_backquotes(error->message);
    guint32 end = annot_text_token_end(&check->second_text, error->at);
    gboolean at_end = error->at >= span->end - strlen(");");
    g_autofree char *token = g_strndup(check->second->str + error->at, MIN(end - error->at, SHOWN));
    g_autofree char *found = at_end ? g_strdup("the end") : g_strdup_printf("`%s`", token);
    if (g_str_has_prefix(message, undeclared))
        return g_strdup_printf("`%s` is not declared here", token);
    if (strcmp(message, "expected expression") == 0)
        return g_strdup_printf("expected an expression, found %s", found);
    if (strcmp(message, "expected `)`") == 0)
        return g_strdup_printf("expected an operator, found %s", found);
    if (g_str_has_prefix(message, "expected `"))
        return g_strdup_printf("%s, found %s", message, found);
    return g_steal_pointer(&message);
}

static void take_errors(Check *check, const AnnotTree *tree)
{
    for (guint i = 0; i < tree->n_errors; i++) {
        const AnnotError *error = &tree->errors[i];
        Span *span = span_at(check, error->at);
        if (!span || span->fragment->fault)
            continue;
        g_autofree char *message = friendly(check, span, error);
        blame_fragment(check, span->fragment, MAX(error->at, span->expr) - span->expr, message);
    }
}

/* Returns what a value of the type is, if it is wrong there; NULL: nothing is wrong. */
static const char *type_fault(const AnnotType *type, gboolean is_predicate)
{
    switch (type->kind) {
    case ANNOT_TYPE_VOID: return "nothing (void)";
    case ANNOT_TYPE_COMPLEX: return "a complex number";
    case ANNOT_TYPE_RECORD: return "a structure or union";
    case ANNOT_TYPE_OTHER: return "a vector or the like";
    case ANNOT_TYPE_INTEGER: return type->size > 8 && !is_predicate ? "an integer of 128 bits" : NULL;
    default: return NULL;
    }
}

static enum HtolTupleKind tuple_kind(const AnnotType *type)
{
    switch (type->kind) {
    case ANNOT_TYPE_FLOAT: return HTOL_TUPLE_FLOAT;
    case ANNOT_TYPE_ARRAY: return HTOL_TUPLE_POINTER;
    case ANNOT_TYPE_FUNCTION: return HTOL_TUPLE_CODE;
    case ANNOT_TYPE_POINTER: return type->target->kind == ANNOT_TYPE_FUNCTION ? HTOL_TUPLE_CODE : HTOL_TUPLE_POINTER;
    default: return type->is_signed ? HTOL_TUPLE_SIGNED : HTOL_TUPLE_UNSIGNED;
    }
}

static void judge_span(Check *check, const Span *span)
{
    AnnotFragment *fragment = span->fragment;
    AnnotPurity purity = {check->arena, &check->second_text, check->pure, what_it_is(fragment)};
    AnnotError error;
    AnnotSafe safe;
    const AnnotExpr *expr = span->found;
    while (expr->kind == ANNOT_EXPR_IMPLICIT || expr->at.begin < span->expr)
        expr = expr->operands[0];
    const char *unusable = type_fault(expr->type, fragment->is_predicate);
    if (annot_find_impurity(&purity, span->found, &error)) {
        blame_fragment(check, fragment, error.at - span->expr, error.message);
    } else if (unusable) {
        g_autofree char *message =
            g_strdup_printf("%s must be a number or a pointer, not %s", what_it_is(fragment), unusable);
        blame_fragment(check, fragment, 0, message);
    } else if (!annot_safe(check->arena, &check->second_text, expr, &safe)) {
        blame_fragment(check, fragment, 0, "the expression is too complicated to be evaluated without a trap");
    } else {
        fragment->kind = tuple_kind(expr->type);
        fragment->code = safe.code;
        fragment->safe = safe.condition;
        fragment->before = annot_opaque(check->arena, span->facts, span->found);
    }
}

/* Blames fragments that the front end has messages for, then judges those that it understood; the others stay open. */
static void judge_all(Check *check, const AnnotTree *tree)
{
    for (guint i = 0; i < tree->n_functions; i++) {
        const AnnotFunction *function = tree->functions[i];
        if (!function->body || !holds_spans(check, function->at))
            continue;
        AnnotFacts *facts = annot_facts_new(check->scratch, function);
        annot_assigned_fill(&check->second_text, function, facts);
        check->facts = facts;
        find_in_stmt(check, function->body);
    }
    take_errors(check, tree);
    g_ptr_array_set_size(check->open, 0);
    for (guint i = 0; i < check->spans->len; i++) {
        const Span *span = SPAN(check, i);
        if (!span->fragment->fault && span->found)
            judge_span(check, span);
        else if (!span->fragment->fault)
            g_ptr_array_add(check->open, span->fragment);
    }
}

static void parse_once(Check *check)
{
    g_autoptr(HtolArena) arena = htol_arena_new(); /* of the tree, which is as large as the unit's */
    check->scratch = arena;
    check->second = g_string_new(NULL);
    check->spans = g_array_new(FALSE, FALSE, sizeof(Span));
    check->faulty = FALSE;
    write_second_text(check);
    AnnotTree *tree = annot_tree_parse(arena, &check->second_text, check->clang_args, FALSE, NULL);
    if (tree)
        judge_all(check, tree);
    g_string_free(check->second, TRUE);
    g_array_unref(check->spans);
}

void annot_fragments_check(HtolArena *arena, const AnnotText *text, const char *const *clang_args,
                           const char *const *pure, AnnotFragment *fragments, guint n)
{
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    Check check = {.arena = arena, .text = text, .clang_args = clang_args, .pure = pure, .open = open};
    for (guint i = 0; i < n; i++)
        prepare_fragment(&check, &fragments[i]);
    if (open->len > 0)
        parse_once(&check);
    if (open->len > 0 && check.faulty)
        parse_once(&check);
    for (guint i = 0; i < open->len; i++)
        blame_fragment(&check, open->pdata[i], 0, "the front end cannot read the function with this expression in it");
}
