/* Which paths of a function are recorded, and the automaton over them as text that a visitor of its nodes
 * puts into the program. How the automaton is run is plan.h's, where its steps stand visit.h's. */
#ifndef ANNOT_TOUR_H
#define ANNOT_TOUR_H

#include "annot/probes/visit.h"
#include "annot/users/location.h"

/* The most paths of a kind that a function may have; of more, the kind is not recorded of it. */
enum { ANNOT_PATHS = 1000 };

typedef struct AnnotTour AnnotTour;

/* What of a function is looked at; all of it must outlive the tour. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    const AnnotFunction *function;
    AnnotCfg *cfg;               /* its slots are advanced */
    const AnnotLocator *locator; /* of the scripts that may name paths */
    AnnotOptions options;
} AnnotTourInput;

/* Chooses the paths of the graph in the function's rows, which must be there, and adds the rows of paths and
 * of what is recorded. In the arena. */
AnnotTour *annot_tour_new(const AnnotTourInput *input, HtolFunction *out);

/* What takes the steps; `first_slot`: of the unit, of the function's slot 0. To be cleared before the tour
 * goes. */
AnnotVisitor annot_tour_visitor(AnnotTour *tour, guint32 first_slot);

/* Appends the table that the visitor's steps read, if there is one, which must stand before the function. */
void annot_tour_declare(const AnnotTour *tour, GString *out);

#endif
