/* Where control enters each node of a function, and where it leaves the function: puts there what a visitor
 * wants to be evaluated. It knows nothing of what that is; nodes that are entered with the outcome of a
 * decision are left to structure.c. */
#ifndef ANNOT_VISIT_H
#define ANNOT_VISIT_H

#include "annot/probes/probe.h"

/* A visitor: what is to be evaluated at the nodes, as C text. `data` is what its functions are handed. */
struct AnnotVisitor {
    const AnnotCfg *cfg;
    const char *declaration; /* of its variable, where the function begins; may be empty */
    /* The expression that is evaluated each time control enters the node; to be freed; NULL: none. */
    char *(*enter)(gconstpointer data, guint32 node);
    /* The expression that is evaluated each time control leaves the function from the node, after all else; to be
     * freed; NULL: none; of G_MAXUINT32 from any node: at its end, and by a return statement in which several nodes
     * end, as the arms of ?: in its value. */
    char *(*leave)(gconstpointer data, guint32 node);
    gconstpointer data;
    GHashTable *outcomes; /* key of a decision's outcome: AnnotBlock that only this outcome leads to */
    GHashTable *left;     /* const AnnotStmt: return statements that leave() has been asked for */
};

/* Makes a visitor without callbacks: the caller sets `enter`, `leave` and `data`. To be cleared. */
AnnotVisitor annot_visitor(const AnnotCfg *cfg);
void annot_visitor_clear(AnnotVisitor *visitor);

/* Whether the block's node ends in a return statement in which no other node ends: then leave() is called for it. */
gboolean annot_visit_leaves(const AnnotCfg *cfg, const AnnotBlock *block);

/* Puts in all expressions of the visitor, which `probe` must have, except those at the function's beginning and in its
 * decisions. */
void annot_visit_function(const AnnotProbe *probe, const AnnotFunction *function);

/* Whether the visitor wants something evaluated when the block is entered. */
gboolean annot_visits(const AnnotVisitor *visitor, const AnnotBlock *block);

/* Returns the expression to be evaluated where the decision has that outcome, to be freed; NULL if there is none. */
char *annot_visit_outcome(const AnnotVisitor *visitor, const AnnotDecision *decision, gboolean outcome);

/* Puts the statements `code` into a return statement where its value is known, then the expression of the visitor, if
 * there is one. Call it once for each statement. */
void annot_visit_return(const AnnotProbe *probe, const AnnotStmt *stmt, const char *code);

#endif
