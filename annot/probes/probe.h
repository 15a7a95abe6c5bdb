/* What all probes of a function share: the stores that record slots, as text. It knows no blocks and no decisions. */
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
/* The expression that sets the slot at a place: a pointer in C, as to ANNOT_BITS. */
#define ANNOT_STORE_AT(place) "hlcov_set_at(" place ")"

typedef struct AnnotVisitor AnnotVisitor;

/* A statement of which a clean copy is written: without probes for slots that are set before the copy runs. */
typedef struct {
    const AnnotStmt *stmt;
    const gboolean *known; /* by slot of the function */
} AnnotCopied;

/* The function whose probes are written, and where to. */
typedef struct {
    AnnotEdits *edits;
    const AnnotText *text;
    guint32 first_slot;     /* the unit's number of the function's slot 0 */
    guint32 first_source;   /* the unit's number of the function's source 0 */
    gboolean has_lines;     /* probes may use x86-64 assembler in AT&T syntax */
    gboolean returns_twice; /* the function calls setjmp or the like */
    gboolean looks; /* stores are skipped for slots that are set, so that threads do not contend for the cache line */
    guint *labels;  /* number of our labels in the unit so far: makes their names unique */
    struct AnnotJudges *judges;  /* of the unit */
    gboolean crowded;            /* so many operations choose a class that functions do it for them: operation.h */
    const AnnotVisitor *visitor; /* of the function's nodes, visit.h; NULL: there is none */
    const AnnotCopied *copied;   /* the copy that `edits` make; NULL: the function itself */
} AnnotProbe;

/* Whether a copy needs no probe at `at`: it is outside the copied statement, or slots [first, first + n) of the
 * function are known to be set. With n = 0 only the former. FALSE if this is no copy. */
gboolean annot_probe_is_idle(const AnnotProbe *probe, guint32 at, guint32 first, guint32 n);

/* Declares what ANNOT_STORE and ANNOT_TOLD name; `looks`: as in AnnotProbe; `optimized`: by the compiler. */
void annot_probe_declare(gboolean looks, gboolean optimized, GString *out);

/* Returns the expression that sets a slot of the function; to be freed. */
char *annot_probe_store(const AnnotProbe *probe, guint32 slot);

/* Returns the expression that sets the slot of a way: the function's slot `slot` plus the value of the local with
 * number `temporary`; to be freed. */
char *annot_probe_store_way(const AnnotProbe *probe, guint32 slot, guint temporary);

/* Whether this is a copy in which `slot` of the function is known to be set. */
gboolean annot_probe_is_known(const AnnotProbe *probe, guint32 slot);

/* Returns the expression that is true while `slot`, of the unit, is not set; to be freed. */
char *annot_probe_lacks(const AnnotProbe *probe, guint32 slot);

/* The expression that is true where probes may branch on values. Under memcheck and MemorySanitizer a branch on an
 * undefined value that the program itself masks would be reported as an error. */
#define ANNOT_TOLD "!hlcov_rt_untold"

/* Puts `text`, an expression or statement without its semicolon, before `stmt`. */
void annot_probe_before(const AnnotProbe *probe, const AnnotStmt *stmt, const char *text);

#endif
