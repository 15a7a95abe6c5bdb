/* Hyperlabels: the objectives that criteria expand to, that users write, and that the evaluators decide.
 * Builds them; parsing is parse.h's, what may be built is wellformed.h's, the verdict eval.h's and
 * decide.h's.
 *
 * Source: Marcozzi, Delahaye, Bardin, Kosmatov, Prevosto, "Generic and Effective Specification of Structural
 * Test Objectives", ICST 2017. An atomic label is a place and a predicate. A criterion's label has a site of
 * a function for its place, and its predicate ranges over the environment that is recorded there. A user's
 * label is declared by a name (script.h), and a hyperlabel has occurrences of it. */
#ifndef HTOL_HYPER_H
#define HTOL_HYPER_H

#include "htol/lang/expr.h"

/* The kinds of sites of a function: rows of sites.def. */
typedef enum {
#define SITE(KIND, name, part, records, doc) HTOL_SITE_##KIND,
#include "htol/lang/sites.def"
#undef SITE
} HtolSiteKind;

/* How many kinds. */
enum {
    HTOL_SITES = 0
#define SITE(KIND, name, part, records, doc) +1
#include "htol/lang/sites.def"
#undef SITE
};

/* What scripts call them, by HtolSiteKind. */
extern const char *const htol_site_names[HTOL_SITES];

/* `index` is a row of the part of the function's table that the kind's row names. */
typedef struct {
    HtolSiteKind kind;
    guint32 index;
} HtolSite;

typedef struct HtolLabelDecl HtolLabelDecl; /* script.h */

/* A use of a declared label: L'' is an independent choice of its own, whose metavariables have two primes
 * too. */
typedef struct {
    const char *name; /* without primes */
    guint32 primes;
    guint32 line, column;       /* where it stands in the user's text; 0: nowhere */
    const HtolLabelDecl *label; /* what is declared by that name; NULL until htol_wellformed finds it */
} HtolOccurrence;

/* A step of a sequence: a label that must be covered behind the step before it. */
typedef struct {
    HtolOccurrence occurrence;
    guint32 n_kills;       /* of the first step: none */
    HtolOccurrence *kills; /* labels that must not be covered between the step before and this; without primes */
} HtolStep;

/* A metavariable of a criterion's label: its value is that of a variable of the site, HTOL_FALSE, HTOL_TRUE
 * or HTOL_UNKNOWN as a number. */
typedef struct {
    const char *name;
    guint32 variable;
} HtolSiteBinding;

/* What a hyperlabel is at its top. */
typedef enum {
    HTOL_HYPER_LABEL,      /* of a criterion */
    HTOL_HYPER_OCCURRENCE, /* of a user's label: one step */
    HTOL_HYPER_SEQUENCE,   /* two steps or more, inside one run */
    HTOL_HYPER_GUARD,
    HTOL_HYPER_AND,
    HTOL_HYPER_OR
} HtolHyperKind;

/* A hyperlabel; its fields hold for the kinds that they name. It lies in an arena. */
typedef struct HtolHyper HtolHyper;
struct HtolHyper {
    HtolHyperKind kind : 8;
    guint8 one_event;   /* OR: in meaning no choice, but one event of which several facts may be recorded */
    guint8 paired;      /* GUARD: left is two labels at one site, and all metavariables are paired ones */
    HtolSite site;      /* LABEL */
    guint32 n_bindings; /* LABEL */
    guint32 n_steps;    /* OCCURRENCE, SEQUENCE */
    union {
        const HtolSiteBinding *bindings; /* LABEL */
        HtolStep *steps;                 /* OCCURRENCE, SEQUENCE */
    };
    union {
        const HtolExpr *predicate; /* LABEL; NULL: true */
        const HtolExpr *guard;     /* GUARD, over metavariables by their names */
    };
    const HtolHyper *left, *right; /* AND, OR; GUARD: left */
};

/* Makes a label at `site` without bindings; `predicate` NULL: it holds whenever the site is reached. */
const HtolHyper *htol_label(HtolArena *arena, HtolSite site, const HtolExpr *predicate);
/* Makes a label at `site` with bindings, which are copied; their names must live as long as the arena. */
const HtolHyper *htol_label_with(HtolArena *arena, HtolSite site, const HtolExpr *predicate,
                                 const HtolSiteBinding *bindings, guint32 n_bindings);
/* Condition `condition` (from 1) of a decision of `conditions` is active in some completion of the vector: its other
 * value would turn the outcome. */
const HtolExpr *htol_active(HtolArena *arena, guint32 condition, guint32 conditions);
/* Condition `condition` is inactive in some completion: the outcome would be the same with its other value. */
const HtolExpr *htol_inactive(HtolArena *arena, guint32 condition, guint32 conditions);
/* Class `k` of an operation. */
const HtolExpr *htol_class(HtolArena *arena, guint32 k);
/* Copies steps and kills; names must live as long as the arena. One step is an OCCURRENCE, more are a
 * SEQUENCE. */
const HtolHyper *htol_steps(HtolArena *arena, const HtolStep *steps, guint32 n_steps);
/* The metavariable of a label of a pair, `half` 0 or 1, that is bound to a variable of the site. It is told by its
 * name, which is not copied; its column in the guard is 2 * variable + half, so that rows need not be bound. */
const HtolExpr *htol_paired_variable(HtolArena *arena, const char *name, guint32 variable, guint half);
/* Two labels at one site under a guard over such metavariables. */
const HtolHyper *htol_paired(HtolArena *arena, const HtolHyper *both, const HtolExpr *guard);
/* A hyperlabel under a guard, both of two, and either of two. */
const HtolHyper *htol_guarded(HtolArena *arena, const HtolHyper *hyper, const HtolExpr *guard);
const HtolHyper *htol_conjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right);
const HtolHyper *htol_disjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right);

/* All `n` operands, 1 at least, joined by `combine` as a balanced tree, so that it is not as deep as it is long. */
typedef const HtolHyper *(*HtolCombine)(HtolArena *arena, const HtolHyper *left, const HtolHyper *right);
const HtolHyper *htol_combined(HtolArena *arena, const HtolHyper *const *operands, guint32 n, HtolCombine combine);
/* The disjunction of two facts either of which tells of the same event; the verdict is that of any disjunction. */
const HtolHyper *htol_either_fact(HtolArena *arena, const HtolHyper *left, const HtolHyper *right);

/* Appends the hyperlabel as text (print.c), with no more parentheses than it needs: `< L . L' | x == x' >`,
 * `[ D -!K-> U ]`. Labels of criteria are for a person: `block 3`, `decision 2: c1 && !c2`, `decision 0: d`.
 */
void htol_hyper_print(const HtolHyper *hyper, GString *out);

#endif
