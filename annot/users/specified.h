/* The paths of a function that users' scripts name, by labels at `f@path 3 5 7`: they are recorded whatever criteria
 * ask for. What a label at no path of the function lacks, the report says: htol/judge/site.h. */
#ifndef ANNOT_SPECIFIED_H
#define ANNOT_SPECIFIED_H

#include "annot/users/location.h"
#include "htol/graph/paths.h"

/* Appends to `set` the paths that scripts name in `function` and that are paths of `graph`, kind HTOL_PATH_SPECIFIED.
 * `out` holds the function's rows, of which name and hash are used. */
void annot_specified_paths(const AnnotLocator *locator, const AnnotFunction *function, const HtolFunction *out,
                           const HtolGraph *graph, HtolPathSet *set);

#endif
