/* Which paths of a function are recorded, and the automaton over them as text that a visitor of its nodes
 * puts into the program. How the automaton is run is plan.h's, where its steps stand visit.h's. */
#ifndef ANNOT_TOUR_H
#define ANNOT_TOUR_H

#include "annot/probes/visit.h"
#include "annot/users/location.h"

/* The most paths of a kind that a function may have; if it has more, none of that kind is recorded. */
enum { ANNOT_PATHS = 1000 };

typedef struct AnnotTour AnnotTour;

/* What is known of a function; all of it must outlive the tour. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    const AnnotFunction *function;
    AnnotCfg *cfg;               /* its slots are advanced */
    const AnnotLocator *locator; /* whose scripts may name paths */
    AnnotOptions options;
} AnnotTourInput;

/* Chooses paths of the graph that is in the rows `out`, and adds the rows of paths and of what is recorded. In the
 * arena. */
AnnotTour *annot_tour_new(const AnnotTourInput *input, HtolFunction *out);

/* Returns the visitor that runs the automaton; `first_slot` is the unit's number of the function's slot 0. To be
 * cleared before the arena is freed. */
AnnotVisitor annot_tour_visitor(AnnotTour *tour, guint32 first_slot);

/* Appends the table that the visitor's steps read, if there is one, which must stand before the function. */
void annot_tour_declare(const AnnotTour *tour, GString *out);

#endif
