/* Functions whose text with mutants stands in a function of its own, which the one as it is calls:
 *
 *     static int hlcov_mutants_f(int a){ f's body, in which mutants ask for the NUMBER }
 *     int f(int a){if(FUNCTION==6){return hlcov_mutants_f(a);}else{ f's body }}
 *
 * So it is not copied to wherever the compiler inlines f, which made some programs half as large again. What the text
 * consists of is not known here. */
#ifndef ANNOT_APART_H
#define ANNOT_APART_H

#include "annot/text/edit.h"
#include "annot/tree/tree.h"

/* Whether nothing in the function's head and body tells in which function it stands, but for its name in __func__. */
gboolean annot_apart_may_be(const AnnotText *text, const AnnotFunction *function);

/* Makes __func__ and its synonyms name the function as ever in a text of it that stands apart. */
void annot_apart_keep_name(const AnnotText *text, const AnnotFunction *function, AnnotEdits *edits);

/* Puts the function with `body`, the text in braces with its mutants, before the function; `marker` is a line marker of
 * the place where that begins. */
void annot_apart_write(const AnnotText *text, const AnnotFunction *function, const char *body, const char *marker,
                       AnnotEdits *edits);

/* Returns the C statement by which the function returns what the one apart does; to be freed. */
char *annot_apart_call(const AnnotFunction *function);

#endif
