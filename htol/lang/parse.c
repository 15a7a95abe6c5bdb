/* The parser of hyperlabels and scripts, by recursive descent; see parse.h. Guards are parsed in
 * parse_guard.c, places in parse_place.c. */
#include "htol/lang/parse.h"

#include <string.h>

#include "htol/lang/parse_state.h"

/* State
 * -----------------------------------------------------------------------------------------------------------
 */

void htol_parser_next(HtolParser *parser)
{
    parser->before = parser->token;
    parser->token = htol_lex(&parser->cursor);
}

gboolean htol_parser_is(const HtolParser *parser, const char *text)
{
    return htol_token_is(&parser->token, text);
}

gboolean htol_parser_accept(HtolParser *parser, const char *text)
{
    if (!htol_parser_is(parser, text))
        return FALSE;
    htol_parser_next(parser);
    return TRUE;
}

static HtolWhere where_of(const HtolParser *parser, const HtolCursor *cursor)
{
    return (HtolWhere){parser->file, cursor->line, cursor->column};
}

/* The offending text as people can read it: no control characters, not too long. */
static char *shown(const HtolToken *token)
{
    enum { LONGEST = 40 };
    if (token->kind == HTOL_TOKEN_END)
        return g_strdup("the end of the text");
    const char *end = token->start.at + MIN(token->length, LONGEST);
    if (token->length > LONGEST)
        end = g_utf8_find_prev_char(token->start.at, end + 1);
    g_autofree char *text = g_strndup(token->start.at, end - token->start.at);
    if (g_ascii_iscntrl(*text))
        return g_strdup_printf("the character %d", *text);
    return g_strdup_printf("`%s%s`", text, token->length > LONGEST ? "..." : "");
}

void *htol_parser_fault_at(HtolParser *parser, const HtolToken *token, const char *message)
{
    g_autofree char *found = shown(token);
    if (!parser->failed)
        htol_fault(parser->faults, where_of(parser, &token->start), "%s %s", found, message);
    parser->failed = TRUE;
    return NULL;
}

void *htol_parser_expected(HtolParser *parser, const char *what)
{
    g_autofree char *found = shown(&parser->token);
    if (!parser->failed)
        htol_fault(parser->faults, where_of(parser, &parser->token.start), "expected %s, found %s", what, found);
    parser->failed = TRUE;
    return NULL;
}

gboolean htol_parser_expect(HtolParser *parser, const char *text, const char *what)
{
    if (!parser->failed && htol_parser_accept(parser, text))
        return TRUE;
    htol_parser_expected(parser, what);
    return FALSE;
}

gboolean htol_parser_count_node(HtolParser *parser)
{
    if (parser->nodes++ < HTOL_MOST_NODES)
        return TRUE;
    htol_parser_fault_at(parser, &parser->token, "is too much: the hyperlabel has more than 10000 parts");
    G_STATIC_ASSERT(HTOL_MOST_NODES == 10000);
    return FALSE;
}

gboolean htol_parser_enter(HtolParser *parser)
{
    if (parser->depth < HTOL_DEEPEST) {
        parser->depth++;
        return TRUE;
    }
    htol_parser_fault_at(parser, &parser->token, "is nested too deeply: more than 200 brackets are open");
    G_STATIC_ASSERT(HTOL_DEEPEST == 200);
    return FALSE;
}

HtolWhere htol_parser_where(const HtolParser *parser)
{
    return where_of(parser, &parser->token.start);
}

void htol_parser_rewind(HtolParser *parser)
{
    parser->cursor = parser->token.start;
}

/* A name without primes, or NULL. */
static const char *parse_plain_name(HtolParser *parser, const char *what)
{
    if (parser->failed || parser->token.kind != HTOL_TOKEN_NAME)
        return htol_parser_expected(parser, what);
    if (parser->token.primes > 0)
        return htol_parser_fault_at(parser, &parser->token, "has a prime, which a name may not have here");
    const char *name = htol_arena_strndup(parser->arena, parser->token.start.at, parser->token.length);
    htol_parser_next(parser);
    return name;
}

/* Hyperlabels
 * -----------------------------------------------------------------------------------------------------------
 */

static const HtolHyper *parse_sum(HtolParser *parser);

static gboolean parse_occurrence(HtolParser *parser, const char *what, HtolOccurrence *occurrence)
{
    const HtolToken token = parser->token;
    if (parser->failed || token.kind != HTOL_TOKEN_NAME) {
        htol_parser_expected(parser, what);
        return FALSE;
    }
    *occurrence = (HtolOccurrence){
        .name = htol_arena_strndup(parser->arena, token.start.at, token.length - token.primes),
        .primes = token.primes,
        .line = token.start.line,
        .column = token.start.column,
    };
    htol_parser_next(parser);
    return htol_parser_count_node(parser);
}

/* `-!K, !M->`, of which `- ->` kills nothing. */
static void parse_arrow(HtolParser *parser, GArray *kills)
{
    HtolOccurrence kill;
    if (htol_parser_accept(parser, "->"))
        return;
    do {
        if (!htol_parser_expect(parser, "!", "`!` and the name of a killing label, or `->`"))
            return;
        HtolToken name = parser->token;
        if (!parse_occurrence(parser, "the name of a killing label", &kill))
            return;
        if (kill.primes > 0)
            htol_parser_fault_at(parser, &name, "has a prime, but a killing label is not chosen");
        g_array_append_val(kills, kill);
    } while (htol_parser_accept(parser, ","));
    htol_parser_expect(parser, "->", "`,` or `->`");
}

static void parse_step(HtolParser *parser, GArray *steps)
{
    g_autoptr(GArray) kills = g_array_new(FALSE, FALSE, sizeof(HtolOccurrence));
    HtolStep step = {0};
    if (steps->len > 0 &&
        htol_parser_expect(parser, "-", "an arrow: `-->`, or `-!K->` with the killing label K; or `]`"))
        parse_arrow(parser, kills);
    if (!parse_occurrence(parser, "the name of a label", &step.occurrence))
        return;
    step.n_kills = kills->len;
    step.kills = htol_arena_memdup(parser->arena, kills->data, kills->len * sizeof(HtolOccurrence));
    g_array_append_val(steps, step);
}

static const HtolHyper *parse_sequence(HtolParser *parser)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(HtolStep));
    do
        parse_step(parser, steps);
    while (!parser->failed && !htol_parser_is(parser, "]"));
    if (!htol_parser_expect(parser, "]", "`]`"))
        return NULL;
    return htol_steps(parser->arena, (const HtolStep *)steps->data, steps->len);
}

static const HtolHyper *parse_guarded(HtolParser *parser)
{
    const HtolHyper *hyper = parse_sum(parser);
    if (!htol_parser_expect(parser, "|", "`|` and a guard"))
        return NULL;
    const HtolExpr *guard = parser->guard ? parser->guard(parser) : htol_parser_guard(parser);
    if (!htol_parser_expect(parser, ">", "an operator, or `>` at the end of the guard"))
        return NULL;
    return guard ? htol_guarded(parser->arena, hyper, guard) : hyper;
}

static const HtolHyper *parse_parentheses(HtolParser *parser)
{
    const HtolHyper *hyper = parse_sum(parser);
    return htol_parser_expect(parser, ")", "`.`, `+` or `)`") ? hyper : NULL;
}

static const HtolHyper *parse_bracket(HtolParser *parser, const HtolHyper *(*parse)(HtolParser *parser))
{
    if (!htol_parser_count_node(parser) || !htol_parser_enter(parser))
        return NULL;
    const HtolHyper *hyper = parse(parser);
    parser->depth--;
    return hyper;
}

static const HtolHyper *parse_factor(HtolParser *parser)
{
    HtolStep step = {0};
    if (htol_parser_accept(parser, "["))
        return parse_bracket(parser, parse_sequence);
    if (htol_parser_accept(parser, "<"))
        return parse_bracket(parser, parse_guarded);
    if (htol_parser_accept(parser, "("))
        return parse_bracket(parser, parse_parentheses);
    if (!parse_occurrence(parser, "the name of a label, `[`, `<` or `(`", &step.occurrence))
        return NULL;
    return htol_steps(parser->arena, &step, 1);
}

static const HtolHyper *parse_product(HtolParser *parser)
{
    const HtolHyper *hyper = parse_factor(parser);
    while (!parser->failed && htol_parser_accept(parser, ".")) {
        const HtolHyper *right = parse_factor(parser);
        hyper = htol_conjunction(parser->arena, hyper, right);
    }
    return parser->failed ? NULL : hyper;
}

static const HtolHyper *parse_sum(HtolParser *parser)
{
    const HtolHyper *hyper = parse_product(parser);
    while (!parser->failed && htol_parser_accept(parser, "+")) {
        const HtolHyper *right = parse_product(parser);
        hyper = htol_disjunction(parser->arena, hyper, right);
    }
    return parser->failed ? NULL : hyper;
}

const HtolHyper *htol_parser_hyper(HtolParser *parser)
{
    return parse_sum(parser);
}

/* Declarations
 * -----------------------------------------------------------------------------------------------------------
 */

/* C text from the start of the token on; behind it is the next token. */
static HtolCText parse_c(HtolParser *parser, const char *ends, const char *what)
{
    g_autoptr(GString) text = g_string_new(NULL);
    if (parser->failed)
        return (HtolCText){0};
    htol_parser_rewind(parser);
    HtolCText c = {.where = where_of(parser, &parser->cursor)};
    const char *wrong = htol_lex_c(&parser->cursor, ends, text);
    htol_parser_next(parser);
    if (wrong)
        htol_parser_fault_at(parser, &parser->token, wrong);
    else if (text->len == 0)
        htol_parser_expected(parser, what);
    c.text = htol_arena_strndup(parser->arena, text->str, text->len);
    return c;
}

/* The value that a binding has: C, or at a site a variable. */
static void parse_value(HtolParser *parser, HtolBinding *binding)
{
    if (!parser->site) {
        binding->value = parse_c(parser, ",};", "a C expression");
        return;
    }
    binding->value.text = "";
    htol_parser_site_variable(parser, &binding->variable);
}

static void parse_binding(HtolParser *parser, GArray *bindings)
{
    HtolBinding binding = {.where = htol_parser_where(parser)};
    if (htol_parser_is(parser, "true") || htol_parser_is(parser, "false"))
        htol_parser_fault_at(parser, &parser->token, "is a constant of guards, not the name of a metavariable");
    binding.name = parse_plain_name(parser, "the name of a metavariable");
    if (!htol_parser_expect(parser, "=", parser->site ? "`=` and a variable" : "`=` and a C expression"))
        return;
    parse_value(parser, &binding);
    g_array_append_val(bindings, binding);
}

static void parse_bindings(HtolParser *parser, HtolLabelDecl *label)
{
    g_autoptr(GArray) bindings = g_array_new(FALSE, FALSE, sizeof(HtolBinding));
    if (parser->failed || !htol_parser_accept(parser, "{"))
        return;
    do
        parse_binding(parser, bindings);
    while (!parser->failed && htol_parser_accept(parser, ","));
    htol_parser_expect(parser, "}", "`,` or `}`");
    label->n_bindings = bindings->len;
    label->bindings = htol_arena_memdup(parser->arena, bindings->data, bindings->len * sizeof(HtolBinding));
}

/* A semicolon; at the end of a comment, none. */
static gboolean parse_end(HtolParser *parser, const char *what)
{
    if (!parser->failed && parser->token.kind == HTOL_TOKEN_END && parser->in_comment)
        return TRUE;
    return htol_parser_expect(parser, ";", what);
}

void htol_parser_add_label(HtolParser *parser, const HtolLabelDecl *label, HtolScript *script)
{
    HtolLabelDecl *copy = htol_arena_memdup(parser->arena, label, sizeof *label);
    if (script->last_label)
        script->last_label->next = copy;
    else
        script->labels = copy;
    script->last_label = copy;
}

static gboolean is_true(const HtolExpr *expr)
{
    return expr->kind == HTOL_EXPR_CONSTANT && htol_expr_holds(expr, NULL) == HTOL_HOLDS_TRUE;
}

static void parse_predicate(HtolParser *parser, HtolLabelDecl *label)
{
    if (!parser->site) {
        label->predicate = parse_c(parser, ";", "a predicate: a C expression");
        return;
    }
    label->predicate.text = "";
    const HtolExpr *predicate = htol_parser_guard(parser);
    label->of_site = predicate && is_true(predicate) ? NULL : predicate;
}

static void parse_label(HtolParser *parser, HtolScript *script)
{
    HtolLabelDecl label = {.where = htol_parser_where(parser)};
    label.name = parser->faults->name = parse_plain_name(parser, "a name for the label");
    htol_parser_place(parser, &label.place);
    parser->site = label.place.kind == HTOL_PLACE_SITE ? &label.place.site : NULL;
    parse_bindings(parser, &label);
    htol_parser_expect(parser, ":", "`at` and a place, `{` and bindings, or `:` and a predicate");
    parse_predicate(parser, &label);
    parser->site = NULL;
    if (parse_end(parser, "`;` after the predicate"))
        htol_parser_add_label(parser, &label, script);
}

/* One class: a label whose name has its number. */
static void parse_class(HtolParser *parser, const HtolLabelDecl *partition, GArray *classes)
{
    HtolLabelDecl label = *partition;
    label.predicate = parse_c(parser, ",;", "a class: a C expression");
    label.where = label.predicate.where;
    label.name = htol_arena_printf(parser->arena, "%s_%u", partition->partition, classes->len + 1);
    g_array_append_val(classes, label);
}

/* All its classes are added, or none. */
static void parse_partition(HtolParser *parser, HtolScript *script)
{
    g_autoptr(GArray) classes = g_array_new(FALSE, FALSE, sizeof(HtolLabelDecl));
    HtolLabelDecl partition = {0};
    partition.partition = parser->faults->name = parse_plain_name(parser, "a name for the partition");
    const HtolToken place = parser->token;
    htol_parser_place(parser, &partition.place);
    if (partition.place.kind == HTOL_PLACE_SITE)
        htol_parser_fault_at(parser, &place, "leads to a site, whose values are divided already");
    if (!htol_parser_expect(parser, ":", "`at` and a place, or `:` and classes"))
        return;
    do
        parse_class(parser, &partition, classes);
    while (!parser->failed && htol_parser_accept(parser, ","));
    if (!parse_end(parser, "`,`, or `;` after the last class"))
        return;
    for (guint i = 0; i < classes->len; i++)
        htol_parser_add_label(parser, &g_array_index(classes, HtolLabelDecl, i), script);
}

void htol_parser_add_hyper(HtolParser *parser, const HtolHyperDecl *decl, HtolScript *script)
{
    HtolHyperDecl *copy = htol_arena_memdup(parser->arena, decl, sizeof *decl);
    if (script->last_hyper)
        script->last_hyper->next = copy;
    else
        script->hypers = copy;
    script->last_hyper = copy;
}

static void parse_hyper(HtolParser *parser, HtolScript *script)
{
    HtolHyperDecl decl = {.where = htol_parser_where(parser)};
    decl.name = parser->faults->name = parse_plain_name(parser, "a name for the hyperlabel");
    if (!htol_parser_expect(parser, ":", "`:` and a hyperlabel"))
        return;
    decl.hyper = parse_sum(parser);
    if (parse_end(parser, "`.`, `+`, or `;` after the hyperlabel"))
        htol_parser_add_hyper(parser, &decl, script);
}

/* Functions are added all or none. */
static void parse_pure(HtolParser *parser, HtolScript *script)
{
    HtolPureDecl *first = NULL, **end = &first, *last = NULL;
    do {
        last = *end = htol_arena_new0(parser->arena, HtolPureDecl, 1);
        last->where = where_of(parser, &parser->token.start);
        last->name = parse_plain_name(parser, "the name of a function");
        end = &last->next;
    } while (!parser->failed && htol_parser_accept(parser, ","));
    if (!parse_end(parser, "`,`, or `;` after the function"))
        return;
    if (script->last_pure)
        script->last_pure->next = first;
    else
        script->pures = first;
    script->last_pure = last;
}

/* Texts
 * -----------------------------------------------------------------------------------------------------------
 */

gboolean htol_parser_start(HtolParser *parser, const HtolText *text)
{
    const char *wrong;
    HtolWhere where = text->where;
    parser->file = where.file;
    parser->faults->name = NULL;
    parser->cursor = (HtolCursor){text->text, text->text + text->length, where.line, where.column};
    if (!g_utf8_validate_len(text->text, text->length, &wrong)) {
        htol_advance(&parser->cursor, wrong - text->text);
        htol_fault(parser->faults, where_of(parser, &parser->cursor), "byte 0x%02x is not text in UTF-8",
                   (guint8)*wrong);
        return FALSE;
    }
    htol_parser_next(parser);
    return TRUE;
}

/* Whether a declaration seems to begin here: what follows a semicolon inside of braces is none. */
static gboolean may_begin(const HtolParser *parser)
{
    gboolean ended = htol_token_is(&parser->before, ";");
    gboolean new_line = parser->token.start.line > parser->before.start.line;
    if (htol_parser_is(parser, "label") || htol_parser_is(parser, "hyper") || htol_parser_is(parser, "pure") ||
        htol_parser_is(parser, "partition"))
        return new_line || ended;
    return new_line && ended;
}

/* Goes to where the next declaration may begin. */
static void recover(HtolParser *parser)
{
    while (parser->token.kind != HTOL_TOKEN_END && !may_begin(parser))
        htol_parser_next(parser);
}

void htol_parser_begin(HtolParser *parser)
{
    parser->failed = FALSE;
    parser->nodes = parser->depth = 0;
    parser->faults->name = NULL;
}

static void parse_declaration(HtolParser *parser, HtolScript *script)
{
    htol_parser_begin(parser);
    if (htol_parser_accept(parser, "label")) {
        parse_label(parser, script);
    } else if (htol_parser_accept(parser, "hyper")) {
        parse_hyper(parser, script);
    } else if (htol_parser_accept(parser, "partition")) {
        parse_partition(parser, script);
    } else if (htol_parser_accept(parser, "pure")) {
        parse_pure(parser, script);
    } else {
        htol_parser_expected(parser, "`label`, `hyper`, `partition` or `pure`");
        htol_parser_next(parser);
    }
    if (parser->failed)
        recover(parser);
}

static gboolean parse_script(HtolParser *parser, const HtolText *text, HtolScript *script)
{
    guint before = parser->faults->count;
    if (!htol_parser_start(parser, text))
        return FALSE;
    while (parser->token.kind != HTOL_TOKEN_END)
        parse_declaration(parser, script);
    return parser->faults->count == before;
}

gboolean htol_parse_file(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults)
{
    HtolParser parser = {.arena = arena, .faults = faults};
    return parse_script(&parser, text, script);
}

gboolean htol_parse_comment(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults)
{
    HtolParser parser = {.arena = arena, .faults = faults, .in_comment = TRUE};
    return parse_script(&parser, text, script);
}

const HtolHyper *htol_parse_hyper(HtolArena *arena, const HtolText *text, HtolFaults *faults)
{
    HtolParser parser = {.arena = arena, .faults = faults};
    if (!htol_parser_start(&parser, text))
        return NULL;
    const HtolHyper *hyper = parse_sum(&parser);
    if (parser.token.kind != HTOL_TOKEN_END)
        htol_parser_expected(&parser, "`.`, `+` or the end of the hyperlabel");
    return parser.failed ? NULL : hyper;
}

const HtolExpr *htol_parse_guard(HtolArena *arena, const HtolText *text, HtolFaults *faults)
{
    HtolParser parser = {.arena = arena, .faults = faults};
    if (!htol_parser_start(&parser, text))
        return NULL;
    const HtolExpr *guard = htol_parser_guard(&parser);
    if (parser.token.kind != HTOL_TOKEN_END)
        htol_parser_expected(&parser, "an operator or the end of the guard");
    return parser.failed ? NULL : guard;
}
