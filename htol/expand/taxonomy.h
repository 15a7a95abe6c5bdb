/* The paper's taxonomy of criteria: which operators of the language the hyperlabels of a criterion need, in
 * meaning, and so what they are about beside single states. It derives them from hyperlabels; it knows no
 * criterion.
 *
 * Source: Marcozzi and others, ICST 2017 (see hyper.h), where criteria are corners of a cube: its edges are
 * conjunction, sequence and disjunction. Guards and bindings are no edges of it. */
#ifndef HTOL_TAXONOMY_H
#define HTOL_TAXONOMY_H

#include "htol/criteria/criteria.h"

/* Operators that a criterion needs: flags, to be ORed. */
typedef enum {
    HTOL_NEEDS_SEQUENCE = 1,    /* whole paths: several states of one run */
    HTOL_NEEDS_CONJUNCTION = 2, /* several runs, or as many states of one */
    HTOL_NEEDS_DISJUNCTION = 4, /* choices: one of several events is enough */
    HTOL_NEEDS_GUARD = 8,
    HTOL_NEEDS_BINDINGS = 16
} HtolNeeds;

/* What a hyperlabel over sites of `function` needs: HtolNeeds, ORed; 0: it is a label alone. A site that
 * stands for a sequence counts as one, and alternatives that are facts of one event are no disjunction. */
guint32 htol_hyper_needs(const HtolFunction *function, const HtolHyper *hyper);

/* What each criterion needs for its objectives in these functions. One without any, that are measured, is not
 * `known`; so is USER. */
typedef struct {
    gboolean known[HTOL_CRITERIA];
    guint32 needs[HTOL_CRITERIA];
} HtolTaxonomy;

/* Adds to *taxonomy, all zero before the first call, what each criterion needs for its objectives in all functions of
 * the table. */
void htol_taxonomy_add(const HtolTable *table, HtolTaxonomy *taxonomy);

/* `labels alone`, or the operators and, in parentheses, the corner of the cube: `conjunction, guard (several
 * runs)`. To be freed. */
char *htol_needs_text(guint32 needs);

#endif
