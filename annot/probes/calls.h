/* The calls of a function: how each is recorded, and the text that records it. Where calls stand, the graph
 * knows (cfg.h); which functions a pointer may point to is callees.h's.
 *
 * A call counts when it is made: when its arguments were evaluated. So what records it must not come before
 * an argument that may leave (exit, jump). A trap in an argument is not seen to. */
#ifndef ANNOT_CALLS_H
#define ANNOT_CALLS_H

#include "annot/probes/callees.h"
#include "annot/probes/probe.h"

/* Decides how each call of the graph is recorded, and gives it terms, a slot or a source. The graph must be complete,
 * and its other slots placed. */
void annot_calls_place(const AnnotCallees *callees, AnnotCfg *cfg);

/* Puts what records the function's calls into the text. */
void annot_calls_function(const AnnotProbe *probe, const AnnotCfg *cfg);

/* Whether `expr`, an operand of a call, can be replaced by a statement expression that evaluates to it. */
gboolean annot_call_operand_fits(const AnnotExpr *expr);

/* Appends declarations of the local variables that these probes need. */
void annot_calls_declare_locals(const AnnotCfg *cfg, GString *out);

#endif
