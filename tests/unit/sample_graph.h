/* Graphs for unit tests: made from text or at random, and sets of paths as text. It judges nothing. */
#ifndef TESTS_UNIT_SAMPLE_GRAPH_H
#define TESTS_UNIT_SAMPLE_GRAPH_H

#include "htol/graph/paths.h"

/* The graph of these edges: "0-1 0-4 1-2"; its nodes are all up to the greatest number. */
HtolGraph *sample_graph_of(HtolArena *arena, const char *edges);

/* A graph of 1 to `most` nodes; one in `sparse` pairs of nodes has an edge. */
HtolGraph *sample_graph_random(HtolArena *arena, GRand *random, guint most, guint sparse);

/* The sorted set as text: "0-1-2 4-4"; to be freed. */
char *sample_graph_paths(const HtolPathSet *set);

#endif
