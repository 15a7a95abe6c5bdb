/* The paths of a graph that path criteria ask for: enumerates them and keeps them in sets. How a program is
 * seen to take them is tour.h's, what objectives they make is crit_paths.c's and crit_loops.c's.
 *
 * A path is a sequence of nodes, each with an edge to the next. Its length is the number of its edges. It is
 * simple if no node stands in it twice, except that the last may be the first. A simple path is prime if it
 * is no proper part of another simple path. A path tours another one if that is a contiguous part of it.
 *
 * All enumerations are deterministic, and bounded in work and memory however many paths there are. Nodes that
 * the entry does not lead to are on no path. No edge leads from the exit.
 *
 * Source: Ammann and Offutt, "Introduction to Software Testing", 2nd edition, 2016, chapter 7; for bases,
 * McCabe, "A Complexity Measure", TSE 1976. */
#ifndef HTOL_PATHS_H
#define HTOL_PATHS_H

#include "htol/graph/graph.h"

/* Paths, each with what it is for. */
typedef struct {
    GArray *nodes; /* guint32: of all paths, one behind the other */
    GArray *paths; /* HtolPath */
} HtolPathSet;

/* One path of a set. */
typedef struct {
    guint32 first, n_nodes; /* in HtolPathSet.nodes; n_nodes is 1 at least */
    guint32 kinds;          /* HtolPathKind, ORed */
    guint32 loop;           /* of the loop kinds: 1 + index of the loop; else 0 */
} HtolPath;

/* Makes an empty set; htol_path_set_free frees it. */
HtolPathSet *htol_path_set_new(void);
void htol_path_set_free(HtolPathSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolPathSet, htol_path_set_free)

/* Appends a path, of one node at least; `path` is its kinds and its loop, and says how many nodes. */
void htol_path_set_add(HtolPathSet *set, const guint32 *nodes, HtolPath path);

/* The nodes of the path of that index; good until a path is added. */
const guint32 *htol_path_nodes(const HtolPathSet *set, guint index);

/* Puts the paths in the order of their nodes, a path before what it begins, then of their loops; equal ones
 * become one of all their kinds. */
void htol_path_set_sort(HtolPathSet *set);

/* Takes these kinds from all paths, and drops paths that are of none then. */
void htol_path_set_drop(HtolPathSet *set, guint32 kinds);

/* How many states the automaton of tour.h has for a sorted set and a graph of `n_nodes`. */
guint32 htol_path_set_states(const HtolPathSet *set, guint32 n_nodes);

/* What an enumeration found. */
typedef struct {
    guint32 paths;    /* how many there are, as far as they were counted */
    gboolean all;     /* they are appended to the set; if not, the set is as it was */
    HtolUnpathed why; /* if not all: MANY, and that is how many there are; UNCOUNTED; LOOPS: there is no end of them */
} HtolPathCount;

/* Each enumeration below appends to `set` the paths that its comment describes, or none if they are more than `cap`. */

/* Every path of length 2, and every shorter one that is not part of a longer path. */
HtolPathCount htol_paths_edge_pairs(const HtolGraph *graph, guint32 cap, HtolPathSet *set);

/* Every prime path. */
HtolPathCount htol_paths_prime(const HtolGraph *graph, guint32 cap, HtolPathSet *set);

/* The prime paths that end where they begin. */
HtolPathCount htol_paths_round_trips(const HtolGraph *graph, guint32 cap, HtolPathSet *set);

/* Linearly independent paths from the entry to the exit, of which all paths from there to there are
 * combinations: as many as the cyclomatic number of what lies between them; none if nothing leads to the
 * exit.
 *
 * The first one, the baseline, is a shortest path; of several it goes to the node of the least number. Each
 * edge that a baseline from its own node would not take is flipped once: a path that goes there by as few
 * edges flipped before as it can, takes this one, and goes on as a baseline. So each path has one edge that
 * none before has, and a loop is taken once at most for it. */
HtolPathCount htol_paths_basis(const HtolGraph *graph, guint32 cap, HtolPathSet *set);

/* Every path from the entry to the exit that has no node more than 1 + `repeats` times. Of a graph without
 * cycles these are all paths, whatever `repeats` is, and are counted exactly. */
HtolPathCount htol_paths_complete(const HtolGraph *graph, guint32 repeats, guint32 cap, HtolPathSet *set);

/* The du-paths from a definition to a use: every simple path of length 1 or more from node `from` to node
 * `to` that has none of the nodes that are set in `kills` (n_nodes bytes) between them; what is set of the
 * two themselves does not matter. Its kind is HTOL_PATH_FLOW. */
HtolPathCount htol_paths_du(const HtolGraph *graph, HtolGraphEdge from_to, const guint8 *kills, guint32 cap,
                            HtolPathSet *set);

/* The part that a node has in a loop. */
typedef enum {
    HTOL_LOOP_OUTSIDE,
    HTOL_LOOP_TESTS, /* it belongs to the condition before the loop's body */
    HTOL_LOOP_BODY
} HtolLoopPart;

/* The nodes of a loop, for the kinds of paths that are about loops. */
typedef struct {
    guint32 index;       /* of its row */
    guint32 head;        /* see its row */
    const guint8 *parts; /* n_nodes: HtolLoopPart */
} HtolLoopNodes;

/* The loop in the rows of a function. */
HtolLoopNodes htol_loop_nodes(HtolArena *arena, const HtolFunction *function, guint32 loop);

/* The paths that enter the loop, those that skip it, and those that repeat it: by its condition only, if it
 * has one before its body, from outside to its body; from outside to outside; from its body to its body.
 * Without such a condition: an edge from outside to the loop; none; an edge from the loop to its head. Where the body
 * has no node (`while (more());`), a round of the condition, from the head back to it, enters the loop, and two rounds
 * repeat it. Not all if the condition itself can loop. */
HtolPathCount htol_paths_loop(const HtolGraph *graph, const HtolLoopNodes *loop, guint32 cap, HtolPathSet *set);

#endif
