/* What if: facts that a run which covers an uncovered objective would record, as far as the table tells of
 * them, and where runs came nearest to that. Verdicts on them are asked of the evaluator (eval.h), by whoever
 * supposes. */
#ifndef HTOL_SUPPOSE_H
#define HTOL_SUPPOSE_H

#include "htol/criteria/criteria.h"
#include "htol/words/missing.h"

/* A decision that has to go a way that it never went. */
typedef struct {
    guint32 decision;
    const guint8 *vector; /* a row of its environments */
} HtolTurn;

/* Facts of one function. All lies in the arena of the questions. */
typedef struct {
    guint32 n_slots;
    const guint32 *slots; /* that are 0 and would be 1, ascending, each once */
    guint32 n_turns;
    const HtolTurn *turns; /* the outermost first */
    guint environments;    /* how many environments are needed where the objective stands: 1; or 2, a pair, of
                              which no    vector was seen, and which may take two runs */
    gboolean is_near;      /* whether some run came near: */
    HtolSite nearest;      /* ... to this site: the decision that has to turn, a block that was reached before it */
    guint row;             /* of its environments: the nearest one */
} HtolSupposition;

/* Questions about one function. */
typedef struct HtolSuppose HtolSuppose;

/* `observed` is of `recorded`, and `missing` of `observed`; all must outlive the result. */
HtolSuppose *htol_suppose_new(HtolArena *arena, const HtolRecorded *recorded, HtolObserved *observed,
                              HtolMissing *missing);

/* Finds facts that cover the uncovered objective of a criterion: of decisions the vectors that
 * htol_missing_vectors finds; of all other sites their own slots; and what a run must have met on the way
 * there: the function was entered; where a block is known to be reached by an outcome of a decision, that
 * decision had the outcome, by the way that differs least from those seen, and the statement that it stands
 * in was reached, and so on outwards; the blocks of the nodes of a path, of a definition and of its use.
 * Which statement a decision stands in is known by their places.
 *
 * So these facts are some of those that a run records which covers the objective in this way: there may be
 * other ways, and a run goes on from there. FALSE if none are known that cover it: a decision over the cap, a
 * call by a pointer. */
gboolean htol_suppose(HtolSuppose *suppose, const HtolObjective *objective, HtolSupposition *supposition);

/* What was recorded, and these facts. In `arena`. */
HtolObserved *htol_supposed(HtolArena *arena, const HtolSuppose *suppose, const HtolSupposition *supposition);

#endif
