/* Scripts: what the user declared, as parsed: labels with their C texts, and hyperlabels over them. Nothing here knows
 * whether the C is C: the annotator finds out at the label's place. Nor whether a site is there: that is site.h's. */
#ifndef HTOL_SCRIPT_H
#define HTOL_SCRIPT_H

#include "htol/base/fault.h"
#include "htol/lang/hyper.h"

/* How a label says where it stands. */
typedef enum {
    HTOL_PLACE_NEXT,  /* none was named: the statement after the comment. In a file it is for the reader to refuse */
    HTOL_PLACE_LINE,  /* name is a file */
    HTOL_PLACE_ENTRY, /* name is a function, here and below */
    HTOL_PLACE_EXIT,
    HTOL_PLACE_RETURN,
    HTOL_PLACE_SITE /* of which hlcov keeps a record whatever is declared: nothing need be put into the program */
} HtolPlaceKind;

/* The place of a label; fields hold for the kinds that they name. */
typedef struct {
    HtolPlaceKind kind;
    const char *name;
    const char *file; /* of the function, or NULL. What it and LINE's name mean: htol_path_matches */
    const char *hash; /* SITE: Function.hash, where one function was compiled in several ways; or NULL */
    guint32 line;     /* LINE */
    HtolSite site;    /* SITE; of a path only the kind, for which row it is a table says */
    guint32 n_nodes;  /* SITE, a path: 1 at least */
    const guint32 *nodes;
} HtolPlace;

/* The variables of a decision in scripts, which do not know how many conditions it has: 0 is d, i is c_i, and
 * active(c_i) and inactive(c_i) are i with one of these bits; of an operation, k_i is i with its bit. What column of
 * its environments that is, htol_site_label finds out. Of a call c_i is i. Other sites have no variables. */
enum {
    HTOL_SITE_CLASS = 1 << 28,
    HTOL_SITE_INACTIVE = 1 << 29,
    HTOL_SITE_ACTIVE = 1 << 30,
    HTOL_SITE_CONDITION = HTOL_SITE_CLASS - 1 /* the mask of i */
};

/* C of the user: without comments, each stretch of white space outside of literals one blank, none at the ends. */
typedef struct {
    const char *text;
    HtolWhere where;
} HtolCText;

/* One binding of a label: a metavariable and the value that it takes. */
typedef struct {
    const char *name;
    HtolWhere where;
    HtolCText value;  /* of a label at a site: empty */
    guint32 variable; /* of a label at a site */
} HtolBinding;

/* The declaration of a label, linked with the next one of the script. */
struct HtolLabelDecl {
    const char *name;
    HtolWhere where;
    HtolPlace place;
    guint32 n_bindings;
    const HtolBinding *bindings;
    HtolCText predicate;     /* at a site: empty */
    const HtolExpr *of_site; /* at a site: the predicate over its variables, which have no names; NULL: true */
    const char *partition;   /* of which it is a class; NULL: of none. Its place, if none is named: the entry */
    gboolean wrong;          /* htol_wellformed found a fault in it */
    HtolLabelDecl *next;
};

/* The declaration of a hyperlabel, linked with the next one of the script. */
typedef struct HtolHyperDecl HtolHyperDecl;
struct HtolHyperDecl {
    const char *name;
    HtolWhere where;
    const HtolHyper *hyper;
    gboolean wrong; /* htol_wellformed found a fault in it */
    HtolHyperDecl *next;
};

/* A function that predicates and bindings may call, because the user says that a call changes nothing. */
typedef struct HtolPureDecl HtolPureDecl;
struct HtolPureDecl {
    const char *name;
    HtolWhere where;
    HtolPureDecl *next;
};

/* In the order of the texts; begins as zeroes. All of it lies in the arena that it was parsed into. */
typedef struct {
    HtolLabelDecl *labels, *last_label;
    HtolHyperDecl *hypers, *last_hyper;
    HtolPureDecl *pures, *last_pure;
} HtolScript;

/* A text and where it begins; names of files that faults tell come from here. */
typedef struct {
    HtolWhere where;
    const char *text;
    gsize length;
} HtolText;

#endif
