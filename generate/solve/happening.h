/* What happens on ways that users' labels ask for: labels that are covered, and sequences of them, with the values that
 * they bind, as formulas. It asks nothing. */
#ifndef GENERATE_HAPPENING_H
#define GENERATE_HAPPENING_H

#include "annot/users/labelled.h"
#include "htol/lang/value.h"
#include "prune/state/encoding.h"

/* A value that is bound; in 64 bits, as its kind extends it. NULL: it is not followed. */
typedef struct {
    HtolValueKind kind;
    PruneTerm bits;
} GenerateValue;

/* A label is evaluated on the way. */
typedef struct {
    const AnnotStanding *standing;
    guint moment;          /* of two moments, the later one has the larger number; labels of one step share one */
    PruneTerm term;        /* that it holds */
    GenerateValue *values; /* as many as it binds; of a kill, the variables that stand for metavariables */
} GenerateVisit;

/* What is looked for: a label, or a sequence of several. */
typedef struct {
    const char *name; /* as htol_relation_name has it */
    const AnnotScript *script;
    const HtolHyper *hyper; /* OCCURRENCE or SEQUENCE */
    GArray *happenings;     /* GenerateHappening: so far */
} GenerateEvent;

/* It happens on a way. */
typedef struct {
    guint way; /* its number */
    PruneTerm term;
    GenerateValue *values; /* as many as the event binds */
} GenerateHappening;

/* How many values the event binds: those of its steps, one after the other. */
guint generate_event_values(const GenerateEvent *event);

/* Adds to the event all ways in which it happens on way number `way`, whose visits are GenerateVisit; `within` holds on
 * all of it. Values live in the arena. FALSE if there are more than are followed. */
gboolean generate_event_happens(GenerateEvent *event, HtolArena *arena, PruneLogic *logic, const GArray *visits,
                                guint way, PruneTerm within);

#endif
