/* The text of a unit with its users' labels in it, as expressions that are evaluated where the labels stand, and the
 * tree of that text: for whoever follows what the unit does with values, without running it. Nothing of it is compiled
 * or recorded. */
#ifndef ANNOT_LABELLED_H
#define ANNOT_LABELLED_H

#include "annot/users/step.h"

/* A label where it stands. */
typedef struct {
    guint function;        /* of the tree */
    const AnnotStep *step; /* what stands at one location is one step */
    const AnnotLabel *label;
    const AnnotKill *kill;    /* it kills by a predicate over metavariables; NULL: it may be covered */
    const AnnotExpr *holds;   /* whether the predicate holds and, like the values, has a value without a trap */
    const AnnotExpr **values; /* of the label's bindings; of a kill, the metavariables of its predicate, which nothing
                                 sets */
} AnnotStanding;

/* A unit with its labels. */
typedef struct {
    AnnotText text;
    const AnnotTree *tree; /* its functions are those of the unit, in their order */
    GArray *standing;      /* AnnotStanding, in the order of the text; those of one location in that of their labels */
} AnnotLabelled;

/* Makes the text and parses it, as annot_tree_parse does; `steps` are those of `text`. All of it lies in the arena, but
 * the array: to be freed. NULL: the front end cannot read the text. Labels whose expressions have a fault are left out,
 * and those of LTest's sequences. */
AnnotLabelled *annot_labelled_new(HtolArena *arena, const AnnotText *text, const AnnotSteps *steps,
                                  const char *const *clang_args);
void annot_labelled_free(AnnotLabelled *labelled);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotLabelled, annot_labelled_free)

#endif
