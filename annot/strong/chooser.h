/* C functions that compute the value of the mutant that is chosen, or the value in the program. They stand before the
 * unit, each once, however many expressions call it: a switch at each expression made the program seventeen times as
 * large, and its build slow. Which mutants there are, others know. */
#ifndef ANNOT_CHOOSER_H
#define ANNOT_CHOOSER_H

#include <glib.h>

/* The number of the chosen mutant in its function: of the program or library, so that units can share functions that
 * ask for it; 0: none. It
 * means something only where the function is the one that was chosen. */
#define ANNOT_CHOSEN_ANYWHERE "hlcov_k"

typedef struct AnnotChoosers AnnotChoosers;

/* Makes the collection of functions that a unit calls, with none at first; to be freed with annot_choosers_free. */
AnnotChoosers *annot_choosers_new(void);
void annot_choosers_free(AnnotChoosers *choosers);

/* Lets units of the same digest share functions that are added from now on: of each the linker keeps one copy. 0, as at
 * first: they are the unit's own. */
void annot_choosers_share(AnnotChoosers *choosers, guint64 digest);

/* Returns the name of the function whose text behind its name is `parameters`, in parentheses, and `body`, in braces,
 * and that returns `type`; it is added if there is none. Takes `body`. The name lives as long as the collection. */
const char *annot_choosers_name(AnnotChoosers *choosers, const char *type, const char *parameters, char *body);

/* As annot_choosers_name, of a function that only calls others: where few calls would share it, it stands in place of
 * them. */
const char *annot_choosers_join(AnnotChoosers *choosers, const char *type, const char *parameters, char *body);

/* Begin the body of such a function, which has a parameter hlcov_b: the number of the first of `n` mutants, if the last
 * of them is added; add `value`, C for the value of mutant `i`, in order; and end it with the value if none of them is
 * chosen. */
GString *annot_chooser_begin(guint n);
void annot_chooser_add(GString *body, guint i, const char *value);
char *annot_chooser_end(GString *body, const char *otherwise);

/* Appends the functions. */
void annot_choosers_declare(const AnnotChoosers *choosers, GString *out);

#endif
