/* The parser of places: lines, points of functions, and their sites with the variables these have. It asks no
 * table whether the function has such a site: that is site.h's. */
#include <string.h>

#include "htol/lang/parse_state.h"

static const char a_place[] = "a place: `FILE:LINE`, `FUNCTION@entry`, `@exit` or `@return`, `FUNCTION@decision N` "
                              "or another site of a function";

/* Files
 * -----------------------------------------------------------------------------------------------------------
 */

/* The text of a literal without its quotes. */
static const char *parse_quoted(HtolParser *parser)
{
    const char *start = parser->cursor.at + 1;
    gsize length = 0, left = parser->cursor.end - start;
    while (length < left && start[length] != '"' && start[length] != '\n')
        length++;
    if (length == left || start[length] != '"')
        return htol_parser_expected(parser, "a name of a file that ends with a quote");
    htol_advance(&parser->cursor, length + 2);
    return htol_arena_strndup(parser->arena, start, length);
}

/* The name of a file, or of a function where that is what it turns out to be; the next token is not read. */
static const char *parse_name(HtolParser *parser)
{
    htol_parser_rewind(parser);
    const char *start = parser->cursor.at;
    if (htol_parser_is(parser, "\""))
        return parse_quoted(parser);
    gsize length = htol_plain_file_length(start, parser->cursor.end - start);
    if (length == 0)
        return htol_parser_expected(parser, a_place);
    htol_advance(&parser->cursor, length);
    return htol_arena_strndup(parser->arena, start, length);
}

/* A decimal number from `least` to G_MAXINT32. */
static guint32 parse_number(HtolParser *parser, guint32 least, const char *what, const char *wrong)
{
    guint64 number = 0;
    const HtolToken token = parser->token;
    if (parser->failed || token.kind != HTOL_TOKEN_NUMBER) {
        htol_parser_expected(parser, what);
        return 0;
    }
    for (gsize i = 0; i < token.length && number <= G_MAXINT32; i++)
        number = g_ascii_isdigit(token.start.at[i]) ? number * 10 + (token.start.at[i] - '0') : G_MAXUINT32;
    if (number < least || number > G_MAXINT32)
        htol_parser_fault_at(parser, &token, wrong);
    htol_parser_next(parser);
    return number;
}

/* Functions
 * -----------------------------------------------------------------------------------------------------------
 */

/* `name`, which begins at the token, is FUNCTION or FUNCTION#HASH. */
static void set_function(HtolParser *parser, HtolToken token, const char *name, HtolPlace *place)
{
    const char *hash = strchr(name, '#');
    gsize length = hash ? (gsize)(hash - name) : strlen(name);
    token.length = strlen(name) + (htol_token_is(&token, "\"") ? 2 : 0);
    place->name = htol_arena_strndup(parser->arena, name, length);
    place->hash = hash ? hash + 1 : NULL;
    if (!htol_is_c_name(place->name))
        htol_parser_fault_at(parser, &token, "is not the name of a function");
    else if (hash && !htol_is_hash(place->hash))
        htol_parser_fault_at(parser, &token, "has no hash of a function behind its `#`");
}

/* The nodes of a path: as many numbers as there are. */
static void parse_path(HtolParser *parser, HtolPlace *place)
{
    g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    do {
        guint32 node = parse_number(parser, 0, "the number of a node", "is not the number of a node");
        g_array_append_val(nodes, node);
    } while (!parser->failed && parser->token.kind == HTOL_TOKEN_NUMBER);
    place->n_nodes = nodes->len;
    place->nodes = htol_arena_memdup(parser->arena, nodes->data, nodes->len * sizeof(guint32));
}

static gboolean accept_site(HtolParser *parser, HtolPlace *place)
{
    for (guint i = 0; i < HTOL_SITES; i++) {
        if (!htol_parser_accept(parser, htol_site_names[i]))
            continue;
        place->site.kind = i;
        if (i == HTOL_SITE_PATH)
            parse_path(parser, place);
        else
            place->site.index = parse_number(parser, 0, "the number of a site", "is not the number of a site");
        return TRUE;
    }
    return FALSE;
}

static HtolPlaceKind parse_point(HtolParser *parser, HtolPlace *place)
{
    if (htol_parser_accept(parser, "entry"))
        return HTOL_PLACE_ENTRY;
    if (htol_parser_accept(parser, "exit"))
        return HTOL_PLACE_EXIT;
    if (htol_parser_accept(parser, "return"))
        return HTOL_PLACE_RETURN;
    if (!parser->failed && !accept_site(parser, place))
        htol_parser_expected(parser, "`entry`, `exit`, `return` or a site such as `decision`");
    return HTOL_PLACE_SITE;
}

/* What stands behind the function, from `@` on; the function begins at `token`. */
static void parse_in_function(HtolParser *parser, HtolToken token, const char *name, HtolPlace *place)
{
    set_function(parser, token, name, place);
    if (!htol_parser_expect(parser, "@", "`@` behind the name of a function"))
        return;
    place->kind = parse_point(parser, place);
    if (place->hash && place->kind != HTOL_PLACE_SITE)
        htol_parser_fault_at(parser, &token, "has a hash, but only the place of a site may");
}

/* Places
 * -----------------------------------------------------------------------------------------------------------
 */

/* Whether the token begins a name that `@` follows. */
static gboolean is_function(const HtolParser *parser)
{
    HtolCursor cursor = parser->token.start;
    gsize length = htol_plain_file_length(cursor.at, cursor.end - cursor.at);
    htol_advance(&cursor, length);
    HtolToken next = htol_lex(&cursor);
    return length > 0 && htol_token_is(&next, "@");
}

static void parse_in_file(HtolParser *parser, const char *file, HtolPlace *place)
{
    const HtolToken token = parser->token;
    if (token.kind == HTOL_TOKEN_NUMBER || !is_function(parser)) {
        place->kind = HTOL_PLACE_LINE;
        place->name = file;
        place->line =
            parse_number(parser, 1, "the number of a line, or a function and `@`", "is not the number of a line");
        return;
    }
    place->file = file;
    const char *name = parse_name(parser);
    htol_parser_next(parser);
    parse_in_function(parser, token, name, place);
}

void htol_parser_place(HtolParser *parser, HtolPlace *place)
{
    if (parser->failed || !htol_parser_accept(parser, "at"))
        return;
    const HtolToken token = parser->token;
    const char *name = parse_name(parser);
    htol_parser_next(parser);
    if (!parser->failed && htol_parser_is(parser, "@"))
        parse_in_function(parser, token, name, place);
    else if (htol_parser_expect(parser, ":", "`:` and the number of a line"))
        parse_in_file(parser, name, place);
}

/* Variables of sites
 * -----------------------------------------------------------------------------------------------------------
 */

/* The number behind that letter; HTOL_SITE_CLASS if the token is none of that kind. */
static guint32 number_behind(const HtolToken *token, char letter)
{
    guint64 number = 0;
    gboolean padded = token->length > 2 && token->start.at[1] == '0';
    if (token->length < 2 || *token->start.at != letter || padded)
        return HTOL_SITE_CLASS;
    for (gsize i = 1; i < token->length && number <= HTOL_SITE_CONDITION; i++)
        number = g_ascii_isdigit(token->start.at[i]) ? number * 10 + (token->start.at[i] - '0') : G_MAXUINT32;
    return MIN(number, HTOL_SITE_CLASS);
}

/* c1, c2 and so on: i; else 0. */
static guint32 condition_of(const HtolToken *token)
{
    guint32 number = number_behind(token, 'c');
    return number < HTOL_SITE_CLASS ? number : 0;
}

static gboolean parse_activity(HtolParser *parser, guint32 bit, guint32 *variable)
{
    htol_parser_next(parser);
    if (!htol_parser_expect(parser, "(", "`(` and a condition"))
        return FALSE;
    *variable = bit | condition_of(&parser->token);
    if (*variable == bit) {
        htol_parser_expected(parser, "a condition: c1, c2 and so on");
        return FALSE;
    }
    htol_parser_next(parser);
    return htol_parser_expect(parser, ")", "`)`");
}

static gboolean parse_class(HtolParser *parser, guint32 *variable)
{
    const HtolToken token = parser->token;
    guint32 number = number_behind(&token, 'k');
    *variable = HTOL_SITE_CLASS | number;
    if (number == HTOL_SITE_CLASS)
        return htol_parser_fault_at(parser, &token, "is no variable of an operation: these are k0, k1 and so on") !=
               NULL;
    htol_parser_next(parser);
    return TRUE;
}

static gboolean parse_callee(HtolParser *parser, const HtolToken *token, guint32 *variable)
{
    *variable = condition_of(token);
    if (*variable == 0)
        return htol_parser_fault_at(
                   parser, token, "is no variable of a call: these are c1, c2 and so on, the functions it may call") !=
               NULL;
    htol_parser_next(parser);
    return TRUE;
}

gboolean htol_parser_site_variable(HtolParser *parser, guint32 *variable)
{
    const HtolToken token = parser->token;
    if (parser->failed || token.kind != HTOL_TOKEN_NAME) {
        htol_parser_expected(parser, "a variable of the site");
        return FALSE;
    }
    if (parser->site->kind == HTOL_SITE_OPERATION)
        return parse_class(parser, variable);
    if (parser->site->kind == HTOL_SITE_CALL)
        return parse_callee(parser, &token, variable);
    if (parser->site->kind != HTOL_SITE_DECISION)
        return htol_parser_fault_at(parser, &token, "is no variable: only decisions, calls and operations have any") !=
               NULL;
    if (htol_token_is(&token, "active"))
        return parse_activity(parser, HTOL_SITE_ACTIVE, variable);
    if (htol_token_is(&token, "inactive"))
        return parse_activity(parser, HTOL_SITE_INACTIVE, variable);
    *variable = condition_of(&token);
    if (*variable == 0 && !htol_token_is(&token, "d"))
        return htol_parser_fault_at(parser, &token,
                                    "is no variable of a decision: these are d, c1, c2 and so on, "
                                    "active(c1) and inactive(c1)") != NULL;
    htol_parser_next(parser);
    return TRUE;
}
