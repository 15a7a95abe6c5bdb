/* What the files of the parser share: its state and how faults are told. Private to them. */
#ifndef HTOL_PARSE_STATE_H
#define HTOL_PARSE_STATE_H

#include "htol/lang/lex.h"
#include "htol/lang/script.h"

/* How deep expressions and hyperlabels may be nested. */
enum { HTOL_DEEPEST = 200 };

typedef struct HtolParser HtolParser;

/* Reads what stands behind `|`; NULL after a fault, and if there is no guard. */
typedef const HtolExpr *HtolGuardParser(HtolParser *parser);

/* The parser while it reads one text. */
struct HtolParser {
    HtolArena *arena;
    HtolFaults *faults;
    const char *file;
    gboolean in_comment;
    HtolCursor cursor;    /* behind the token */
    HtolToken token;      /* not yet consumed */
    HtolToken before;     /* the one that was consumed last */
    gboolean failed;      /* one fault for a declaration: what follows it is guesswork */
    const HtolSite *site; /* of the label whose predicate this is, so that names are its variables; or NULL */
    guint nodes, depth;
    HtolGuardParser *guard; /* NULL: htol_parser_guard */
};

/* Consumes the token, whatever it is, and reads the next one. */
void htol_parser_next(HtolParser *parser);
/* Whether the token is `text`. */
gboolean htol_parser_is(const HtolParser *parser, const char *text);
/* Consumes the token if it is `text`; returns whether it was. */
gboolean htol_parser_accept(HtolParser *parser, const char *text);
/* Consumes the token if it is `text`; else returns FALSE, with the fault "expected `what`". */
gboolean htol_parser_expect(HtolParser *parser, const char *text, const char *what);

/* Faults, of which the first in a declaration is kept. Return NULL. */
void *htol_parser_expected(HtolParser *parser, const char *what);
void *htol_parser_fault_at(HtolParser *parser, const HtolToken *token, const char *message);

/* Count a node, or a bracket that is opened (parser->depth-- closes it); FALSE and a fault if it is one too many. */
gboolean htol_parser_count_node(HtolParser *parser);
gboolean htol_parser_enter(HtolParser *parser);

/* Where the token begins. */
HtolWhere htol_parser_where(const HtolParser *parser);
/* Goes back to the start of the token, for what is not made of tokens. */
void htol_parser_rewind(HtolParser *parser);

/* Starts at the text's first token, or tells that the text is none; FALSE then. */
gboolean htol_parser_start(HtolParser *parser, const HtolText *text);
/* Forgets what was told of the declaration before. */
void htol_parser_begin(HtolParser *parser);
/* A hyperlabel up to what cannot go on with it; NULL after a fault. */
const HtolHyper *htol_parser_hyper(HtolParser *parser);
/* Add a copy of the declaration to the script. */
void htol_parser_add_label(HtolParser *parser, const HtolLabelDecl *label, HtolScript *script);
void htol_parser_add_hyper(HtolParser *parser, const HtolHyperDecl *decl, HtolScript *script);

/* A guard, or with parser->site a predicate, up to what cannot go on with it; NULL after a fault. */
const HtolExpr *htol_parser_guard(HtolParser *parser);

/* `at` and a place, if there is one (parse_place.c). */
void htol_parser_place(HtolParser *parser, HtolPlace *place);
/* A variable of parser->site, coded as in script.h; FALSE after a fault. */
gboolean htol_parser_site_variable(HtolParser *parser, guint32 *variable);

#endif
