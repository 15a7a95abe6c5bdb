/* What the two files of the parser share: its state and how faults are told. Private to them. */
#ifndef HTOL_PARSE_STATE_H
#define HTOL_PARSE_STATE_H

#include "htol/lex.h"
#include "htol/parse.h"

enum { HTOL_DEEPEST = 200 };

typedef struct {
    HtolArena *arena;
    HtolFaults *faults;
    const char *file;
    gboolean in_comment;
    HtolCursor cursor; /* behind the token */
    HtolToken token;   /* not yet consumed */
    HtolToken before;  /* the one that was consumed last */
    gboolean failed;   /* one fault for a declaration: what follows it is guesswork */
    guint nodes, depth;
} HtolParser;

void htol_parser_next(HtolParser *parser);
gboolean htol_parser_is(const HtolParser *parser, const char *text);
/* Consumes the token if it is that text. */
gboolean htol_parser_accept(HtolParser *parser, const char *text);
/* The same, else a fault: expected `what`. */
gboolean htol_parser_expect(HtolParser *parser, const char *text, const char *what);

/* Faults, of which the first in a declaration is kept. Return NULL. */
void *htol_parser_expected(HtolParser *parser, const char *what);
void *htol_parser_fault_at(HtolParser *parser, const HtolToken *token, const char *message);

/* Count a node, or a bracket that is opened (parser->depth-- closes it); FALSE and a fault if it is one too many. */
gboolean htol_parser_count_node(HtolParser *parser);
gboolean htol_parser_enter(HtolParser *parser);

/* A guard up to what cannot go on with it; NULL after a fault. */
const HtolExpr *htol_parser_guard(HtolParser *parser);

#endif
