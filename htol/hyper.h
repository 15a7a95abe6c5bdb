/* Hyperlabels: the objectives that criteria expand to and that the evaluator decides. Builds and prints them;
 * what was recorded is in env.h, the verdict in eval.h.
 *
 * Source: Marcozzi, Delahaye, Bardin, Kosmatov, Prevosto, "Generic and Effective Specification of Structural Test
 * Objectives", ICST 2017. An atomic label is a place and a predicate; here the place is a site of a function, and
 * the predicate ranges over the environment that is recorded there. */
#ifndef HTOL_HYPER_H
#define HTOL_HYPER_H

#include "htol/arena.h"

/* The kinds of sites of a function; index is a row of its table. */
typedef enum {
    HTOL_SITE_BLOCK,    /* no variables: reached */
    HTOL_SITE_DECISION, /* variable 0 is the outcome d, variable i the condition c_i, counted from 1 */
    HTOL_SITE_ARM       /* no variables: taken */
} HtolSiteKind;

typedef struct {
    HtolSiteKind kind;
    guint32 index;
} HtolSite;

typedef enum { HTOL_EXPR_VARIABLE, HTOL_EXPR_NOT, HTOL_EXPR_AND } HtolExprKind;

/* A predicate over the variables of a site. */
typedef struct HtolExpr HtolExpr;
struct HtolExpr {
    HtolExprKind kind;
    guint32 variable;            /* VARIABLE */
    const HtolExpr *left, *right; /* NOT: left; AND: both */
};

typedef enum { HTOL_HYPER_LABEL, HTOL_HYPER_AND, HTOL_HYPER_OR } HtolHyperKind;

typedef struct HtolHyper HtolHyper;
struct HtolHyper {
    HtolHyperKind kind;
    HtolSite site;                /* LABEL */
    const HtolExpr *predicate;    /* LABEL; NULL: true */
    const HtolHyper *left, *right; /* AND, OR */
};

const HtolExpr *htol_variable(HtolArena *arena, guint32 variable);
const HtolExpr *htol_not(HtolArena *arena, const HtolExpr *operand);
/* The conjunction; `left` may be NULL, then it is `right`. */
const HtolExpr *htol_and(HtolArena *arena, const HtolExpr *left, const HtolExpr *right);
/* The variable or its negation. */
const HtolExpr *htol_literal(HtolArena *arena, guint32 variable, gboolean value);

const HtolHyper *htol_label(HtolArena *arena, HtolSite site, const HtolExpr *predicate);
const HtolHyper *htol_conjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right);
const HtolHyper *htol_disjunction(HtolArena *arena, const HtolHyper *left, const HtolHyper *right);

/* Appends the hyperlabel as text, for a person: `block 3`, `decision 2: c1 && !c2`, `decision 0: d`. */
void htol_hyper_print(const HtolHyper *hyper, GString *out);

#endif
