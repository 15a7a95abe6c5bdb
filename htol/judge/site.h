/* Labels at sites, where the table is known: which function their place means, whether it has such a site
 * with such variables, and the criterion's label that they amount to. What was recorded there is eval.h's. */
#ifndef HTOL_SITE_H
#define HTOL_SITE_H

#include "htol/files/table.h"
#include "htol/lang/script.h"

/* Whether a script that writes `name` means the file `path` of a table: name is the end of path, by whole
 * components (`tcas.c` and `src/tcas.c` mean `src/tcas.c`), or `./` and all of path. */
gboolean htol_path_matches(const char *path, const char *name);

/* The path of the file where the function's name stands; the unit's if its table has none. */
const char *htol_function_path(const HtolTable *table, const HtolFunction *function);

/* Whether the place, which names a function, means this one, whose name stands in the file `path`. Several
 * may be meant: static functions of one name, or one function that was compiled in several ways. */
gboolean htol_place_means(const HtolPlace *place, const HtolFunction *function, const char *path);

/* Why a label at a site cannot be decided in the function that its place means (in the arena), or NULL if it
 * can: the function was passed through; it has no such site, the decision no such condition; nothing that the
 * label asks for is recorded there. */
const char *htol_site_label_fits(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function);

/* The site that the place names in the function, which has it: of a path, the first of its rows. */
HtolSite htol_site_of(const HtolPlace *place, const HtolFunction *function);

/* How many variables c1, c2 and so on the site has: conditions of a decision, callees of a call. */
guint32 htol_site_variables(const HtolFunction *function, HtolSite site);

/* The variable, as coded in script.h, that is this column of the environments of a site of so many `conditions`, or
 * callees. */
guint32 htol_site_variable(guint32 column, guint32 conditions);

/* The label as criteria write it, for a function that it fits. Names lie in the label. */
const HtolHyper *htol_site_label(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function);

#endif
