/* Puts the probes of a function into its text: the stores that record what was reached, evaluated or taken.
 */
#ifndef ANNOT_PROBE_H
#define ANNOT_PROBE_H

#include "annot/cfg.h"
#include "annot/edit.h"
#include "annot/judge.h"

/* Name of the unit's array of slots in the instrumented text. */
#define ANNOT_BITS "hlcov_u.b"

typedef struct AnnotVisitor AnnotVisitor;

typedef struct {
    AnnotEdits *edits;
    const AnnotText *text;
    guint32 first_slot; /* of the unit, of the function's slot 0 */
    guint32 first_source; /* likewise, of its source 0 */
    guint *labels;      /* of the unit, so far: makes the names of ours unique */
    AnnotJudges *judges;         /* of the unit */
    const AnnotVisitor *visitor; /* of the function's nodes, visit.h; NULL: there is none */
} AnnotProbe;

/* The expression that sets a slot of the function; to be freed. */
char *annot_probe_store(const AnnotProbe *probe, guint32 slot);

/* Puts an expression or statement, which lacks its semicolon, before the statement. */
void annot_probe_before(const AnnotProbe *probe, const AnnotStmt *stmt, const char *text);

/* The offset where text may stand in a compound statement before everything else. */
guint32 annot_probe_begin(const AnnotText *text, const AnnotStmt *compound);

/* All probes for criteria. */
void annot_probe_function(const AnnotProbe *probe, const AnnotFunction *function, const AnnotCfg *cfg);

#endif
