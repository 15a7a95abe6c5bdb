/* Scripts: what the user declared, as parsed: labels with their C texts, and hyperlabels over them. Nothing here knows
 * whether the C is C: the annotator finds out at the label's place. */
#ifndef HTOL_SCRIPT_H
#define HTOL_SCRIPT_H

#include "htol/fault.h"
#include "htol/hyper.h"

typedef enum {
    HTOL_PLACE_NEXT,  /* none was named: the statement after the comment. In a file it is for the reader to refuse */
    HTOL_PLACE_LINE,  /* name is a file */
    HTOL_PLACE_ENTRY, /* name is a function, here and below */
    HTOL_PLACE_EXIT,
    HTOL_PLACE_RETURN
} HtolPlaceKind;

typedef struct {
    HtolPlaceKind kind;
    const char *name;
    guint32 line; /* LINE */
} HtolPlace;

/* C of the user: without comments, each stretch of white space outside of literals one blank, none at the ends. */
typedef struct {
    const char *text;
    HtolWhere where;
} HtolCText;

typedef struct {
    const char *name;
    HtolWhere where;
    HtolCText value;
} HtolBinding;

struct HtolLabelDecl {
    const char *name;
    HtolWhere where;
    HtolPlace place;
    guint32 n_bindings;
    const HtolBinding *bindings;
    HtolCText predicate;
    HtolLabelDecl *next;
};

typedef struct HtolHyperDecl HtolHyperDecl;
struct HtolHyperDecl {
    const char *name;
    HtolWhere where;
    const HtolHyper *hyper;
    HtolHyperDecl *next;
};

/* In the order of the texts; begins as zeroes. All of it lies in the arena that it was parsed into. */
typedef struct {
    HtolLabelDecl *labels, *last_label;
    HtolHyperDecl *hypers, *last_hyper;
} HtolScript;

#endif
