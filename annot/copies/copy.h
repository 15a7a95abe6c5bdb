/* Clean copies of hot code: loops, and functions that call themselves, are written twice. One text has probes; the
 * other lacks those that control reaches again and again in it, and runs once all of these have set their slots:
 *
 *     {if(DONE){ the loop }else{ the loop with probes }}
 *     static int hlcov_clean_f(int a){ f's body, which calls hlcov_clean_f }
 *     static int f(int a){if(DONE)return hlcov_clean_f(a); f's body with probes }
 *
 * This says which, and what they know; clean.h writes them.
 *
 * Slots only ever go from 0 to 1, so nothing is lost. What leaves the loop is recorded in both texts: what happens once
 * in a loop's life costs nothing, and that it never happened keeps no loop from being done. For the same reason what is
 * unlikely in a loop (likely.h) is recorded in both: if the guess is wrong, it costs what it costs without a copy. That
 * all slots are set is remembered in a slot of its own, which no row of the table names: with another data file it is
 * another one.
 *
 * What has begun in its clean copy ends there. So it must not lead to code that may ask for another data file:
 * see contained.h. */
#ifndef ANNOT_COPY_H
#define ANNOT_COPY_H

#include "annot/facts/contained.h"
#include "annot/graph/cfg.h"

/* One clean copy: of what, and which slots it takes for set. */
typedef struct {
    const AnnotStmt *stmt; /* the loop, or the function's body */
    guint32 slots;
    gboolean *known; /* by slot of the function, `slots` of them: the clean copy has no probe for it */
    gboolean *asked; /* by slot of the function: a known slot that must be set first; other known ones are never set */
    guint32 done;    /* slot that says that all `asked` slots are set */
} AnnotCopy;

/* Chooses the copies of a function: AnnotCopy, its loops in the order of the text, then the function itself. The graph
 * must have all its other slots; those of the copies are added to it. To be freed with annot_copies_free. */
GArray *annot_copies_new(const AnnotText *text, const AnnotContained *contained, const AnnotFunction *function,
                         AnnotCfg *cfg);
void annot_copies_free(GArray *copies);

#endif
