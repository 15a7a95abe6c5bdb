/* The operations of a function of whose values classes are recorded: which there are, and their slots; the door of this
 * room. What each kind is made of and how it is recorded, files of the kinds say: relation.h, sign.h, partition.h,
 * arithmetic.h and other mutants, risk.h. */
#ifndef ANNOT_OPERATIONS_H
#define ANNOT_OPERATIONS_H

#include "annot/mutants/operation.h"

typedef struct AnnotOperations {
    guint32 records;   /* of HtolRecords, ORed, those that operations are of */
    GArray *rows;      /* AnnotOperation, in order of their text, outer ones before inner ones */
    GArray *unmutated; /* HtolRowUnmutated: mutants that are none of these, for there are too many */
    guint32 untold;    /* slot that is set when the function is entered and classes are not told; 0: there are none */
} AnnotOperations;

/* The most mutants that an operator makes in a function, if nothing else is said. */
enum { ANNOT_MUTANTS = 4096 };

typedef struct {
    const AnnotFacts *facts; /* of the function; know what is assigned if annot_operations_need_assigned says so */
    guint32 records;         /* HtolRecords, ORed: what is asked for */
    gboolean entered;        /* those at the entry of the function too */
    guint32 mutants;         /* that a mutation operator may make; of more, it makes none */
} AnnotOperationRules;

/* The operations of a function with a body that the rules ask for; advances `*slots` by theirs. NULL if
 * they ask for none; else free with annot_operations_free. */
AnnotOperations *annot_operations_new(const AnnotText *text, const AnnotFunction *function, AnnotOperationRules rules,
                                      guint32 *slots);
void annot_operations_free(AnnotOperations *operations);

/* Whether annot_assigned_fill must have filled the facts for what is asked for: HtolRecords, ORed. */
gboolean annot_operations_need_assigned(guint32 records);

/* Puts the probes of all operations into the text. Call it behind those of decisions: these go around. */
void annot_operations_probe(const AnnotProbe *probe, const AnnotFunction *function, const AnnotOperations *operations);

#endif
