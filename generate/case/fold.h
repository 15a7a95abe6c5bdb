/* Folds long lines of C text, as a formatter would. It knows literals and comments, and no more of C. */
#ifndef GENERATE_WRITE_FOLD_H
#define GENERATE_WRITE_FOLD_H

#include <glib.h>

/* Breaks the lines that are longer than 120 columns: behind a comma or an operator, a string in the middle. What goes
 * on in a new line is indented by 4 more. */
void generate_fold(GString *text);

#endif
