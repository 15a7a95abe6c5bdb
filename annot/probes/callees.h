/* Which functions a pointer may point to, as far as the unit says so: by a const object that is initialised
 * with functions, by a variable that no one else can name or reach and that functions alone are assigned to,
 * by ?:. It knows nothing of calls. */
#ifndef ANNOT_CALLEES_H
#define ANNOT_CALLEES_H

#include "annot/tree/tree.h"

typedef struct AnnotCallees AnnotCallees;

/* Reads all assignments of the unit. The tree must outlive the result. */
AnnotCallees *annot_callees_new(const AnnotText *text, const AnnotTree *tree);
void annot_callees_free(AnnotCallees *callees);

/* Returns how often the unit names a function other than to call it: at most this many of its functions can be called
 * through pointers. */
guint annot_callees_taken(const AnnotCallees *callees);

/* Returns the names of the functions that `expr`, a function or a pointer to one, may evaluate to: const char *, in the
 * order of the text, each once, ANNOT_MOST_CALLEES at most. To be unreferenced. NULL if they are not known. */
enum { ANNOT_MOST_CALLEES = 256 };
GPtrArray *annot_callees_of(const AnnotCallees *callees, const AnnotExpr *expr);

#endif
