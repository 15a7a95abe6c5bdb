/* The automaton that tells which paths an activation of a function takes, by one transition a node: the trie
 * of all paths with failure links. It is put into programs by annot/paths/tour.c, and read back from the rows of
 * tables; what is recorded by it, says env.h.
 *
 * A state is a path; the activation is in the state that is the longest of those with which the nodes that it
 * came through end. So a path is toured when the activation is in a state whose string ends with it.
 *
 * Source: Aho and Corasick, "Efficient string matching", CACM 1975. */
#ifndef HTOL_TOUR_H
#define HTOL_TOUR_H

#include "htol/graph/paths.h"

/* The automaton: its states and, as rows of the table, the paths that they recognise. */
typedef struct {
    /* By length of their strings, then by parent, then by node. State i, for each node i of the graph, is the
     * node alone. `slot` is 1 + a number below n_slots, one for each path that ends states: all states whose
     * strings end with the same path as the longest that they end with share one; 0: the state's string ends
     * with no path. */
    guint32 n_states;
    HtolRowState *states;
    guint32 n_nodes; /* of the graph */
    guint32 n_slots;
    guint32 n_paths;    /* of the set */
    HtolRowPath *paths; /* in its order */
} HtolTour;

/* The automaton of a sorted set of paths of a graph of `n_nodes`; in the arena. It has htol_path_set_states
 * states. */
HtolTour *htol_tour_new(HtolArena *arena, guint32 n_nodes, const HtolPathSet *set);

/* The automaton in the rows of a function. Its slots are those of the function. */
HtolTour htol_tour_of(const HtolFunction *function);

/* Where an activation is that was in `state` and comes to the node; an activation begins in state 0, which is
 * the entry. Right whether or not there is an edge to the node. */
guint32 htol_tour_next(const HtolTour *tour, guint32 state, guint32 node);

/* The string of a state, in the arena; *n (never 0) says how many nodes. `states` are those of the automaton.
 */
const guint32 *htol_tour_string(HtolArena *arena, const HtolRowState *states, guint32 state, guint32 *n);

/* The first node of a path of a function, by its row, and the lines that it goes through, in the arena:
 * "lines 3 -> 5 -> 3", or "line 3" if it is one node; with the column, "5:12", where another node begins on the
 * same line: `shared` has a byte for each node that says so, and htol_tour_shared_lines makes it, in the arena. */
guint32 htol_tour_start(const HtolFunction *function, guint32 path);
guint8 *htol_tour_shared_lines(HtolArena *arena, const HtolFunction *function);
const char *htol_tour_lines(HtolArena *arena, const HtolFunction *function, const guint8 *shared, guint32 path);

/* The state whose string these nodes are, 1 at least; HTOL_NO_STATE if there is none. */
#define HTOL_NO_STATE G_MAXUINT32
guint32 htol_tour_state(const HtolTour *tour, const guint32 *nodes, guint32 n);

#endif
