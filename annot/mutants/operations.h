/* The operations of a function, the classes of whose values are recorded: which there are, and their slots; the door of
 * this room. What each kind is and how it is recorded, a file each says: relation.h, sign.h, partition.h, arithmetic.h
 * and other mutants, risk.h. */
#ifndef ANNOT_OPERATIONS_H
#define ANNOT_OPERATIONS_H

#include "annot/flow/defuse.h"
#include "annot/mutants/operation.h"

/* All operations of a function. */
typedef struct AnnotOperations {
    guint32 records;   /* HtolRecords, ORed: which of them there are operations for */
    GArray *rows;      /* AnnotOperation, in order of their text, outer ones before inner ones */
    GArray *unmutated; /* HtolRowUnmutated: operators that made too many mutants, and so none */
    guint32 untold; /* slot that is set when the function is entered while classes are not told (ANNOT_TOLD); 0: none */
} AnnotOperations;

/* Default of the most mutants that an operator makes in a function. */
enum { ANNOT_MUTANTS = 4096 };

/* Which operations are looked for. */
typedef struct {
    const AnnotFacts *facts;     /* of the function; know what is assigned if annot_operations_need_assigned says so */
    guint32 records;             /* HtolRecords, ORed: what is asked for */
    gboolean entered;            /* also record the classes of parameters, at the function's entry */
    guint32 mutants;             /* most mutants of an operator; if there are more, it makes none */
    const AnnotDefUse *accesses; /* of the function; signs that they prove equal are recorded once. NULL: none is */
} AnnotOperationRules;

/* Finds the operations that `rules` ask for in a function with a body; advances `*slots` by theirs. NULL if the rules
 * ask for none; else free with annot_operations_free. */
AnnotOperations *annot_operations_new(const AnnotText *text, const AnnotFunction *function, AnnotOperationRules rules,
                                      guint32 *slots);
void annot_operations_free(AnnotOperations *operations);

/* Whether signs are recorded, so that accesses are of use: HtolRecords, ORed. */
gboolean annot_operations_share(guint32 records);

/* Whether annot_assigned_fill must have filled the facts for what is asked for: HtolRecords, ORed. */
gboolean annot_operations_need_assigned(guint32 records);

/* Says which mutants of an operation were proved infeasible: bit k for mutant k. No probe looks for them. */
void annot_operations_omit(AnnotOperations *operations, guint32 index, guint32 infeasible);

/* Puts the probes of all operations into the text. Call it behind those of decisions: these go around. */
void annot_operations_probe(const AnnotProbe *probe, const AnnotFunction *function, const AnnotOperations *operations);

#endif
