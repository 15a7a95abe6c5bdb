/* Reads .hyperlabels files and declarations of LTest's labels; see ltest.h. Hyperlabels, guards and
 * declarations are the parser's. */
#include "htol/lang/ltest.h"

#include <string.h>

#include "htol/lang/parse_state.h"

typedef struct {
    HtolParser parser;
    HtolScript *script;
    GHashTable *labels;  /* names of those that are declared */
    GHashTable *numbers; /* of hyperlabels, and how often each was given */
    guint32 number;      /* of the hyperlabel before */
} Reader;

/* Names
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean is_name(const char *name)
{
    return strchr("ls", *name) && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1);
}

/* l007 is l7. */
static const char *without_zeros(HtolArena *arena, const char *name)
{
    const char *digits = name + 1 + strspn(name + 1, "0");
    return htol_arena_printf(arena, "%c%s", *name, *digits ? digits : "0");
}

static gboolean check_occurrence(Reader *reader, HtolOccurrence *occurrence)
{
    if (!is_name(occurrence->name)) {
        htol_fault(reader->parser.faults, (HtolWhere){reader->parser.file, occurrence->line, occurrence->column},
                   "`%s` is no label of LTest (l1, l2, ...), nor a sequence of it (s1, s2, ...)", occurrence->name);
        return FALSE;
    }
    occurrence->name = without_zeros(reader->parser.arena, occurrence->name);
    return TRUE;
}

static gboolean check_steps(Reader *reader, const HtolHyper *hyper)
{
    const HtolOccurrence *first = &hyper->steps[0].occurrence;
    if (hyper->kind == HTOL_HYPER_OCCURRENCE)
        return check_occurrence(reader, &hyper->steps[0].occurrence);
    htol_fault(reader->parser.faults, (HtolWhere){reader->parser.file, first->line, first->column},
               "a sequence with steps: LTest's have names (s1, s2, ...)");
    return FALSE;
}

/* Stops at the first fault. */
static gboolean check_names(Reader *reader, const HtolHyper *hyper)
{
    if (hyper->n_steps > 0)
        return check_steps(reader, hyper);
    return check_names(reader, hyper->left) && (!hyper->right || check_names(reader, hyper->right));
}

static void declare_sequence(Reader *reader, const HtolOccurrence *occurrence)
{
    HtolWhere where = {reader->parser.file, occurrence->line, occurrence->column};
    HtolLabelDecl label = {.name = occurrence->name, .where = where, .predicate = {"1", where}};
    if (*occurrence->name == 's' && g_hash_table_add(reader->labels, (gpointer)occurrence->name))
        htol_parser_add_label(&reader->parser, &label, reader->script);
}

static void declare_sequences(Reader *reader, const HtolHyper *hyper)
{
    if (hyper->n_steps > 0)
        declare_sequence(reader, &hyper->steps[0].occurrence);
    if (hyper->left)
        declare_sequences(reader, hyper->left);
    if (hyper->right)
        declare_sequences(reader, hyper->right);
}

/* Hyperlabels
 * -----------------------------------------------------------------------------------------------------------
 */

/* `;pa != pb;`, of which all may be missing. */
static const HtolExpr *parse_guard(HtolParser *parser)
{
    const HtolExpr *guard = NULL;
    htol_parser_accept(parser, ";");
    if (!htol_parser_is(parser, ";") && !htol_parser_is(parser, ">"))
        guard = htol_parser_guard(parser);
    if (!parser->failed)
        htol_parser_accept(parser, ";");
    return guard;
}

static void set_number(Reader *reader, const HtolToken *token)
{
    guint64 number = 0;
    for (gsize i = 0; i < token->length && number < G_MAXINT32; i++)
        number = g_ascii_isdigit(token->start.at[i]) ? number * 10 + (token->start.at[i] - '0') : G_MAXUINT32;
    if (number >= G_MAXINT32)
        htol_parser_fault_at(&reader->parser, token, "is not the number of a hyperlabel");
    else
        reader->number = number;
}

static void parse_number(Reader *reader)
{
    const HtolToken token = reader->parser.token;
    if (token.kind != HTOL_TOKEN_NUMBER) {
        reader->number = MIN(reader->number + 1, G_MAXINT32);
        return;
    }
    set_number(reader, &token);
    htol_parser_next(&reader->parser);
    htol_parser_expect(&reader->parser, ")", "`)` behind the number of a hyperlabel");
}

/* How often the number was given. */
static guint times_given(const Reader *reader)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(reader->numbers, GUINT_TO_POINTER(reader->number)));
}

static void note_number(Reader *reader)
{
    guint times = times_given(reader) + 1;
    g_hash_table_insert(reader->numbers, GUINT_TO_POINTER(reader->number), GUINT_TO_POINTER(times));
}

/* Several criteria write into one file, and each of them may begin with 1. */
static const char *numbered_name(const Reader *reader)
{
    guint times = times_given(reader);
    return times == 0 ? htol_arena_printf(reader->parser.arena, "h%u", reader->number)
                      : htol_arena_printf(reader->parser.arena, "h%u_%u", reader->number, times + 1);
}

static gboolean accept_claim(HtolParser *parser)
{
    return htol_parser_accept(parser, "COVERED") || htol_parser_accept(parser, "UNKNOWN") ||
           htol_parser_accept(parser, "UNCOVERABLE");
}

/* What LTest found out about the hyperlabel. */
static void pass_status(HtolParser *parser)
{
    if (parser->failed || !htol_parser_accept(parser, "-"))
        return;
    if (!accept_claim(parser))
        htol_parser_expected(parser, "`COVERED`, `UNKNOWN` or `UNCOVERABLE`");
    if (!htol_parser_expect(parser, "-", "`-` and an environment in brackets") ||
        !htol_parser_expect(parser, "[", "an environment in brackets"))
        return;
    while (parser->token.kind != HTOL_TOKEN_END && !htol_parser_is(parser, "]"))
        htol_parser_next(parser);
    htol_parser_expect(parser, "]", "`]`");
}

static gboolean is_on_new_line(const HtolParser *parser)
{
    return parser->token.kind == HTOL_TOKEN_END || parser->token.start.line > parser->before.start.line;
}

static void parse_end(HtolParser *parser)
{
    if (!parser->failed && !htol_parser_accept(parser, ",") && !is_on_new_line(parser))
        htol_parser_expected(parser, "`.`, `+`, or `,` after the hyperlabel");
}

/* Goes to the next line, for a hyperlabel has one of its own; and beyond the token where it began. */
static void recover(HtolParser *parser, const char *began)
{
    if (parser->token.start.at == began)
        htol_parser_next(parser);
    while (!is_on_new_line(parser))
        htol_parser_next(parser);
}

static void parse_hyperlabel(Reader *reader)
{
    HtolParser *parser = &reader->parser;
    const char *began = parser->token.start.at;
    htol_parser_begin(parser);
    parse_number(reader);
    HtolHyperDecl decl = {.where = htol_parser_where(parser)};
    if (!parser->failed)
        decl.name = parser->faults->name = numbered_name(reader);
    decl.hyper = htol_parser_hyper(parser);
    pass_status(parser);
    parse_end(parser);
    if (parser->failed) {
        recover(parser, began);
    } else if (check_names(reader, decl.hyper)) {
        note_number(reader);
        declare_sequences(reader, decl.hyper);
        htol_parser_add_hyper(parser, &decl, reader->script);
    }
}

/* The labels of the script by their names, to be unreferenced. */
static GHashTable *labels_of(const HtolScript *script)
{
    GHashTable *labels = g_hash_table_new(g_str_hash, g_str_equal);
    for (HtolLabelDecl *label = script->labels; label; label = label->next)
        g_hash_table_insert(labels, (gpointer)label->name, label);
    return labels;
}

gboolean htol_ltest_parse(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults)
{
    g_autoptr(GHashTable) labels = labels_of(script);
    g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
    Reader reader = {.parser = {.arena = arena, .faults = faults, .guard = parse_guard},
                     .script = script,
                     .labels = labels,
                     .numbers = numbers};
    guint before = faults->count;
    if (!htol_parser_start(&reader.parser, text))
        return FALSE;
    while (reader.parser.token.kind != HTOL_TOKEN_END)
        if (!htol_parser_accept(&reader.parser, ","))
            parse_hyperlabel(&reader);
    return faults->count == before;
}

/* Declarations
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean binds_the_same(const HtolLabelDecl *one, const HtolLabelDecl *other)
{
    for (guint32 i = 0; i < one->n_bindings && i < other->n_bindings; i++)
        if (strcmp(one->bindings[i].name, other->bindings[i].name) != 0)
            return FALSE;
    return one->n_bindings == other->n_bindings;
}

gboolean htol_ltest_declare(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults)
{
    g_autoptr(GHashTable) labels = labels_of(script);
    HtolParser parser = {.arena = arena};
    HtolScript here = {0};
    gboolean parsed = htol_parse_comment(arena, text, &here, faults);
    for (const HtolLabelDecl *label = here.labels; label; label = label->next) {
        const HtolLabelDecl *before = g_hash_table_lookup(labels, label->name);
        if (before && binds_the_same(before, label))
            continue;
        HtolLabelDecl alone = *label;
        alone.next = NULL;
        htol_parser_add_label(&parser, &alone, script);
        g_hash_table_insert(labels, (gpointer)label->name, (gpointer)label);
    }
    return parsed;
}
