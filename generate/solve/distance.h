/* How far it is from a branch of a function to something open, in steps of its control-flow graph. It knows no paths
 * and flows: what they lack is seldom a place. */
#ifndef GENERATE_DISTANCE_H
#define GENERATE_DISTANCE_H

#include "annot/survey.h"

typedef struct GenerateDistance GenerateDistance;

/* Makes distances in the function `surveyed`, of whose slots nothing is open yet. To be freed. */
GenerateDistance *generate_distance_new(const AnnotSurveyed *surveyed);
void generate_distance_free(GenerateDistance *distance);

/* Takes those slots for open whose byte in `known` is 0: what stands at their places is looked for. */
void generate_distance_open(GenerateDistance *distance, const guint8 *known);

/* Returns how many steps it is from where control goes at the statement `node`, an if or a loop, when its condition
 * holds, or does not; GENERATE_FAR: that leads to nothing that is open, or is farther. 0 of all other nodes. */
enum { GENERATE_FAR = 16 };
guint generate_distance_from(const GenerateDistance *distance, gconstpointer node, gboolean holds);

#endif
