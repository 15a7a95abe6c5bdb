/* The parser of HTOL: scripts, hyperlabels and guards, after the grammar in HTOL.md. It knows the order of words, not
 * whether names are declared or metavariables bound: that is wellformed.h's. */
#ifndef HTOL_PARSE_H
#define HTOL_PARSE_H

#include "htol/lang/script.h"

/* What a hyperlabel or a guard may have of nodes: limits how deeply they nest. */
enum { HTOL_MOST_NODES = 10000 };

/* Adds the declarations of a file. A declaration with a fault is left out and the next one is looked for; FALSE if
 * there was any. What is added lies in the arena, the name of the file excepted. */
gboolean htol_parse_file(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults);

/* Adds the declarations that stand behind `//!` on a line, as htol_parse_file does: the last one needs no semicolon. */
gboolean htol_parse_comment(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults);

/* The whole text is a hyperlabel or a guard; NULL if it is not. */
const HtolHyper *htol_parse_hyper(HtolArena *arena, const HtolText *text, HtolFaults *faults);
const HtolExpr *htol_parse_guard(HtolArena *arena, const HtolText *text, HtolFaults *faults);

#endif
