/* The parser of guards: C's expressions over metavariables, by strength of operators; and of predicates, which are the
 * same over the variables of a site. Hyperlabels are parse.c's. */
#include "htol/lang/parse_state.h"

static const HtolExpr *parse_binary(HtolParser *parser, guint weakest);

/* The expression with its place in the text. */
static const HtolExpr *placed(HtolParser *parser, const HtolExpr *expr, const HtolToken *token)
{
    HtolExpr *copy = htol_arena_memdup(parser->arena, expr, sizeof *expr);
    copy->line = token->start.line;
    copy->column = token->start.column;
    return copy;
}

/* ---- metavariables ---- */

static gboolean begins_operand(const HtolToken *token)
{
    static const char *const marks[] = {"(", "!", "~", "-"};
    if (token->kind == HTOL_TOKEN_NAME || token->kind == HTOL_TOKEN_NUMBER)
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(marks); i++)
        if (htol_token_is(token, marks[i]))
            return TRUE;
    return FALSE;
}

static const HtolExpr *parse_truth(HtolParser *parser)
{
    const HtolToken token = parser->token;
    HtolValue value = {.kind = HTOL_VALUE_SIGNED, .s = htol_token_is(&token, "true")};
    htol_parser_next(parser);
    return placed(parser, htol_constant(parser->arena, value), &token);
}

static const HtolExpr *parse_site_variable(HtolParser *parser)
{
    guint32 variable;
    const HtolToken token = parser->token;
    if (!htol_parser_site_variable(parser, &variable))
        return NULL;
    return placed(parser, htol_variable(parser->arena, variable), &token);
}

static const HtolExpr *parse_name(HtolParser *parser)
{
    const HtolToken token = parser->token;
    if (htol_token_is(&token, "true") || htol_token_is(&token, "false"))
        return parse_truth(parser);
    if (parser->site)
        return parse_site_variable(parser);
    g_autofree char *name = g_strndup(token.start.at, token.length);
    htol_parser_next(parser);
    if (htol_parser_is(parser, "("))
        return htol_parser_fault_at(parser, &token, "is called, but a guard cannot call functions");
    return placed(parser, htol_named(parser->arena, name), &token);
}

/* ---- constants, operators ---- */

static const HtolExpr *parse_number(HtolParser *parser, gboolean negative)
{
    HtolValue value;
    const HtolToken token = parser->token;
    const char *wrong = htol_token_value(&token, negative, &value);
    if (wrong)
        return htol_parser_fault_at(parser, &token, wrong);
    htol_parser_next(parser);
    return placed(parser, htol_constant(parser->arena, value), &token);
}

static const HtolExpr *parse_operand(HtolParser *parser)
{
    if (!htol_parser_count_node(parser))
        return NULL;
    if (parser->token.kind == HTOL_TOKEN_NAME)
        return parse_name(parser);
    if (parser->token.kind == HTOL_TOKEN_NUMBER)
        return parse_number(parser, FALSE);
    if (!htol_parser_accept(parser, "("))
        return htol_parser_expected(parser, parser->site ? "a variable of the site, a constant, `!`, `~`, `-` or `(`"
                                                         : "a metavariable, a constant, `!`, `~`, `-` or `(`");
    if (!htol_parser_enter(parser))
        return NULL;
    const HtolExpr *expr = parse_binary(parser, 0);
    parser->depth--;
    return htol_parser_expect(parser, ")", "an operator or `)`") ? expr : NULL;
}

/* A signed number takes the minus before it, as -9223372036854775808 could not be written otherwise. */
static gboolean is_signed_number(const HtolToken *token)
{
    HtolValue value;
    return token->kind == HTOL_TOKEN_NUMBER && !htol_token_value(token, TRUE, &value) &&
           value.kind != HTOL_VALUE_UNSIGNED;
}

static const HtolExpr *parse_unary(HtolParser *parser)
{
    static const HtolOp operators[] = {HTOL_OP_NOT, HTOL_OP_COMPLEMENT, HTOL_OP_MINUS};
    const HtolToken token = parser->token;
    for (guint i = 0; !parser->failed && i < G_N_ELEMENTS(operators); i++) {
        if (!htol_parser_accept(parser, htol_op_text(operators[i])))
            continue;
        if (operators[i] == HTOL_OP_MINUS && is_signed_number(&parser->token))
            return htol_parser_count_node(parser) ? parse_number(parser, TRUE) : NULL;
        if (!htol_parser_count_node(parser) || !htol_parser_enter(parser))
            return NULL;
        const HtolExpr *operand = parse_unary(parser);
        parser->depth--;
        return parser->failed ? NULL : placed(parser, htol_unary(parser->arena, operators[i], operand), &token);
    }
    return parse_operand(parser);
}

/* `>` is a comparison if an operand can follow. Two names in a row follow it where a declaration without its semicolon
 * does: then the guard ends here, and the fault is told where it is. */
static gboolean ends_guard(const HtolParser *parser)
{
    HtolCursor cursor = parser->cursor;
    HtolToken next = htol_lex(&cursor);
    HtolToken second = htol_lex(&cursor);
    if (!htol_parser_is(parser, ">"))
        return FALSE;
    return !begins_operand(&next) || (next.kind == HTOL_TOKEN_NAME && second.kind == HTOL_TOKEN_NAME);
}

static gboolean binary_operator(const HtolParser *parser, HtolOp *op)
{
    if (parser->failed || parser->token.kind != HTOL_TOKEN_MARK || ends_guard(parser))
        return FALSE;
    for (*op = HTOL_OP_MUL; *op <= HTOL_OP_OR; (*op)++)
        if (htol_parser_is(parser, htol_op_text(*op)))
            return TRUE;
    return FALSE;
}

/* Operators of that strength or more; all of them group from the left. */
static const HtolExpr *parse_binary(HtolParser *parser, guint weakest)
{
    HtolOp op;
    const HtolExpr *left = parse_unary(parser);
    while (binary_operator(parser, &op) && htol_op_strength(op) >= weakest) {
        const HtolToken token = parser->token;
        htol_parser_next(parser);
        if (!htol_parser_count_node(parser))
            return NULL;
        const HtolExpr *right = parse_binary(parser, htol_op_strength(op) + 1);
        if (parser->failed)
            return NULL;
        left = placed(parser, htol_binary(parser->arena, op, left, right), &token);
    }
    return parser->failed ? NULL : left;
}

const HtolExpr *htol_parser_guard(HtolParser *parser)
{
    return parser->failed ? NULL : parse_binary(parser, 0);
}
