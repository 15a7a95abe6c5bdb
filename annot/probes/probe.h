/* What all probes of a function are made with: the stores that record slots, as text. It knows no blocks and no
 * decisions. */
#ifndef ANNOT_PROBE_H
#define ANNOT_PROBE_H

#include "annot/graph/cfg.h"
#include "annot/text/dialect.h"
#include "annot/text/edit.h"

/* Name of the unit's array of slots in the instrumented text. */
#define ANNOT_BITS "hlcov_u.b"
/* The expression that reads the slot of an index, a literal. */
#define ANNOT_LOAD(index) ANNOT_ATOMIC_LOAD "(" ANNOT_BITS "+" index ",0)"
/* The expression that sets the slot of an index, a literal, that the program computes; what it calls is declared by
 * annot_probe_declare. */
#define ANNOT_STORE(index) "hlcov_set(" index ")"

typedef struct AnnotVisitor AnnotVisitor;

/* A statement that is written once more, without what would record slots that are set before it runs. */
typedef struct {
    const AnnotStmt *stmt;
    const gboolean *known; /* by slot of the function */
} AnnotCopied;

typedef struct {
    AnnotEdits *edits;
    const AnnotText *text;
    guint32 first_slot;   /* of the unit, of the function's slot 0 */
    guint32 first_source; /* of the unit, of the function's source 0 */
    gboolean has_lines;   /* there may be lines of x86-64's assembler in AT&T's syntax */
    gboolean looks;       /* whether a slot is set already, before it is set: threads do not wait for each other then */
    guint *labels;        /* of the unit, so far: makes the names of ours unique */
    struct AnnotJudges *judges;  /* of the unit */
    gboolean crowded;            /* so many operations choose a class that functions do it for them: operation.h */
    const AnnotVisitor *visitor; /* of the function's nodes, visit.h; NULL: there is none */
    const AnnotCopied *copied;   /* what these are the edits of; NULL: the function */
} AnnotProbe;

/* Whether a copy needs no probe at `at`: it is outside the copied statement, or slots [first, first + n) of the
 * function are known to be set. With n = 0 only the former. FALSE if this is no copy. */
gboolean annot_probe_is_idle(const AnnotProbe *probe, guint32 at, guint32 first, guint32 n);

/* Declares what ANNOT_STORE and ANNOT_TOLD name; `looks`: as in AnnotProbe; `optimized`: by the compiler. */
void annot_probe_declare(gboolean looks, gboolean optimized, GString *out);

/* The expression that sets a slot of the function; to be freed. */
char *annot_probe_store(const AnnotProbe *probe, guint32 slot);

/* The expression that sets the slot of a way: `slot` of the function plus what the local of that number holds; to be
 * freed. */
char *annot_probe_store_way(const AnnotProbe *probe, guint32 slot, guint temporary);

/* Whether a slot of the function is known to be set, in a copy. */
gboolean annot_probe_is_known(const AnnotProbe *probe, guint32 slot);

/* The expression that is true where a slot of the unit is not set; to be freed. */
char *annot_probe_lacks(const AnnotProbe *probe, guint32 slot);

/* The expression that is true where values may be told. Under memcheck and MemorySanitizer a branch on a value that is
 * undefined, and that the program masks, would be an error in their lists. */
#define ANNOT_TOLD "!hlcov_rt_untold"

/* Puts an expression or statement, which lacks its semicolon, before the statement. */
void annot_probe_before(const AnnotProbe *probe, const AnnotStmt *stmt, const char *text);

#endif
