/* Heads of functions that are written a second time, under another name: which can be, and the call of what then stands
 * beside the function. What the second one is for is not its matter. */
#ifndef ANNOT_HEAD_H
#define ANNOT_HEAD_H

#include "annot/tree/tree.h"

/* Whether the function's head can be repeated: it has no ..., defines no type, names all parameters, no length of an
 * array has an effect, and no pragma is about it. Attributes are the caller's matter. */
gboolean annot_head_is_plain(const AnnotText *text, const AnnotFunction *function);

/* Whether the word stands before the function's name. */
gboolean annot_head_says(const AnnotText *text, const AnnotFunction *function, const char *word);

/* Whether the function is defined like any other: it does not go wherever it is called, for another unit to define. */
gboolean annot_head_defines(const AnnotText *text, const AnnotFunction *function);

/* Returns the head with `prefix` before the function's name; to be freed. */
GString *annot_head_renamed(const AnnotText *text, const AnnotFunction *function, const char *prefix);

/* Returns the C statement that returns what `callee` returns, called with the function's own arguments; to be freed. */
GString *annot_head_call(const AnnotFunction *function, const char *callee);

#endif
