/* What is to happen at the locations of a unit where users' labels stand: which labels are checked there and
 * in which order, which sequences they begin, continue, end and kill, and which slots and sources of tuples
 * record that. It writes no text. */
#ifndef ANNOT_STEP_H
#define ANNOT_STEP_H

#include "annot/users/expand.h"
#include "annot/users/location.h"

/* A sequence in hyperlabels; equal ones are the same sequence. */
typedef struct {
    const AnnotScript *script;
    const HtolHyper *hyper; /* SEQUENCE */
    const char *name;       /* as htol_relation_name prints it */
    const char *state;      /* the name of its array in the program, the same in all units */
    guint32 values;         /* bound by all its steps */
} AnnotSequence;

/* A label at a location. */
typedef struct {
    const AnnotScript *script;
    const HtolLabelDecl *decl;
    const AnnotMark *mark; /* the mark of a label of LTest; else NULL, as `state` and `epoch` */
    const char *state,
        *epoch; /* names of arrays in the program: both for a step of LTest, `epoch` for a killing label of LTest */
    AnnotFragment *predicate;     /* NULL: it only kills, by metavariables */
    AnnotFragment *values;        /* decl->n_bindings of them; NULL like predicate */
    guint32 slot, unsafe, source; /* as in its row, within the function */
} AnnotLabel;

/* A label at a location that kills instances of a sequence on their way to step `step` (from 1; never the first), by a
 * predicate over metavariables that earlier steps bind. */
typedef struct {
    const AnnotLabel *label;
    const AnnotSequence *sequence;
    guint32 step;
    AnnotFragment *predicate;
    guint32 *columns; /* for each metavariable of the predicate, its index among the values of the sequence */
} AnnotKill;

/* All that happens at one location. */
typedef struct {
    AnnotLocation location;
    GPtrArray *labels; /* AnnotLabel, in the order of their declarations */
    GPtrArray *kills;  /* AnnotKill */
} AnnotStep;

/* A sequence whose last step may be in the function. */
typedef struct {
    const AnnotSequence *sequence;
    guint32 slot, overflow, source; /* as in its row */
} AnnotEnding;

/* What happens in one function. */
typedef struct {
    GPtrArray *steps; /* AnnotStep, in the order of the text */
    GArray *endings;  /* AnnotEnding */
} AnnotFunctionSteps;

/* What happens in a unit. To be freed by annot_steps_free. */
typedef struct {
    guint n_functions;
    AnnotFunctionSteps *functions; /* as many as the tree has */
    GPtrArray *sequences;          /* AnnotSequence: those that are recorded */
} AnnotSteps;

/* Plans all steps of the unit. Faults of labels go to the locator's scripts; a label with a fault is left out at all
 * its locations, and with it every sequence that needs it. To be freed with annot_steps_free. */
AnnotSteps *annot_steps_new(const AnnotLocator *locator, const char *const *clang_args, const AnnotExpander *expander);
void annot_steps_free(AnnotSteps *steps);

/* Gives the function's labels and sequences their slots, from `*slots` on, and their sources of tuples, behind the
 * `*sources` that there are; advances both. */
void annot_steps_place(AnnotFunctionSteps *function, guint32 *slots, guint32 *sources);

/* Whether `label` is a killing label of LTest, for which nothing is recorded. */
gboolean annot_label_only_kills(const AnnotLabel *label);

/* Whether the label is step `step` (from 1) of the sequence; whether it kills instances on their way to that step. */
gboolean annot_sequence_has_step(const AnnotSequence *sequence, guint32 step, const HtolLabelDecl *label);
gboolean annot_sequence_has_kill(const AnnotSequence *sequence, guint32 step, const HtolLabelDecl *label);

#endif
