/* Prints what parse.h reads, so that it reads the same again. Hyperlabels are printed too: hyper.h declares that. */
#ifndef HTOL_PRINT_H
#define HTOL_PRINT_H

#include "htol/lang/script.h"

/* An expression with no more parentheses than it needs. Variables without names are those of a decision, as coded in
 * script.h: d, c1, active(c2). */
void htol_expr_print(const HtolExpr *expr, GString *out);

/* A member of a conjunction without its primes: the name of what is recorded for it. `L`, `[ D -!K-> U ]`. */
void htol_relation_name(const HtolHyper *member, GString *out);

/* `tcas.c:120`, `f@entry`; nothing for a label without a place. */
void htol_place_print(const HtolPlace *place, GString *out);

/* A declaration, without its semicolon. */
void htol_label_decl_print(const HtolLabelDecl *label, GString *out);
void htol_hyper_decl_print(const HtolHyperDecl *decl, GString *out);

/* Declarations, one per line: pure functions, labels, hyperlabels. */
void htol_script_print(const HtolScript *script, GString *out);

#endif
