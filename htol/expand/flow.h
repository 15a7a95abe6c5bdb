/* Data flow as a function's rows have it: its places in words, and what is remarkable about it without being an
 * objective. What criteria ask for is crit_flow.c's, verdicts are eval.h's.
 *
 * Terms are those of Rapps and Weyuker, "Selecting software test data using data flow information", IEEE TSE 1985:
 * a definition gives a variable a value, a use reads it; a definition reaches a use if no other definition of the
 * variable lies between them on some path. */
#ifndef HTOL_FLOW_H
#define HTOL_FLOW_H

#include "htol/judge/env.h"

/* Append `defined in line 12` (of a parameter: `as passed in`; of a static or a global: `as at the entry`) and
 * `used in line 15`, or `tested in line 15` of a predicate use. Where the variable has several in that line the
 * column follows, as in `line 12:7`; where the line is of another file than the function's name, `of inc.h`. Indices
 * are of rows. */
void htol_flow_append_definition(const HtolFunction *function, guint32 definition, GString *out);
void htol_flow_append_use(const HtolFunction *function, guint32 use, GString *out);

/* Whether the flow is from a definition that stands in the text: neither from none nor from an unknown one. */
gboolean htol_flow_is_defined(const HtolFunction *function, const HtolRowFlow *flow);

/* Why the data flow of a variable is not recorded, in words; also for a value that only a newer hlcov knows. */
const char *htol_unflowed_reason(guint32 unmeasured);

/* What is remarkable about a variable's data flow. */
typedef enum {
    HTOL_FLOW_UNREAD,    /* a definition that reaches no use, of a variable that nothing else can read */
    HTOL_FLOW_UNDEFINED, /* a use that no definition reaches, of a variable that nothing else can define */
    HTOL_FLOW_UNSET,     /* such a variable was read before it was defined: seen, when the program ran */
    HTOL_FLOW_LOST,      /* of an array more cells were live than there is room for: flows may be missing */
    HTOL_FLOW_FACTS
} HtolFlowFactKind;

extern const char *const htol_flow_fact_names[HTOL_FLOW_FACTS]; /* unread, undefined, unset, lost */

/* A remarkable fact, its place and a sentence about it. */
typedef struct {
    HtolFlowFactKind kind;
    guint32 variable;           /* index of its row */
    guint32 file, line, column; /* of the definition, of the use; of LOST the variable's */
    const char *text;           /* `what x gets here is never read` */
} HtolFlowFact;

/* All of the function's facts, by variables, of a variable in the order above: an array in `arena`, *count of them.
 * None if its data flow is not recorded. A use is UNDEFINED or UNSET, not both. */
HtolFlowFact *htol_flow_facts(HtolArena *arena, HtolObserved *observed, guint *count);

#endif
