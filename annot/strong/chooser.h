/* C functions that compute the value of the mutant that is chosen, or the value in the program. They stand before the
 * unit, each once, however many expressions call it: a switch at each expression made the program seventeen times as
 * large, and its build slow. Which mutants there are, others know. */
#ifndef ANNOT_CHOOSER_H
#define ANNOT_CHOOSER_H

#include <glib.h>

typedef struct AnnotChoosers AnnotChoosers;

/* Makes the collection of functions that a unit calls, with none at first; to be freed with annot_choosers_free. */
AnnotChoosers *annot_choosers_new(void);
void annot_choosers_free(AnnotChoosers *choosers);

/* Returns the name of the function whose text behind its name is `parameters`, in parentheses, and `body`, in braces,
 * and that returns `type`; it is added if there is none. Takes `body`. The name lives as long as the collection. */
const char *annot_choosers_name(AnnotChoosers *choosers, const char *type, const char *parameters, char *body);

/* Appends the functions. */
void annot_choosers_declare(const AnnotChoosers *choosers, GString *out);

#endif
