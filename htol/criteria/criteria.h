/* The criteria: rows of criteria.def, selections of them, and what an objective is. It expands none; expansion.h does.
 */
#ifndef HTOL_CRITERIA_H
#define HTOL_CRITERIA_H

#include "htol/files/table.h"
#include "htol/lang/hyper.h"
#include "htol/users/user.h"

/* A criterion of coverage: HTOL_CRIT_<id> for each row of criteria.def, in its order. As a size: the number of them. */
typedef enum {
#define CRITERION(id, name, family, title, doc) HTOL_CRIT_##id,
#include "htol/criteria/criteria.def"
#undef CRITERION
    HTOL_CRITERIA
} HtolCriterion;

/* What criteria.def says of a criterion: id in names of functions, name in reports, family, title and an explanation
 * for people. */
typedef struct {
    const char *id, *name, *family, *title, *doc;
} HtolCriterionRow;

/* The rows, by HtolCriterion. */
extern const HtolCriterionRow htol_criteria[HTOL_CRITERIA];

/* A row of subsumes.def: `strong` implies `weak`. */
typedef struct {
    HtolCriterion strong, weak;
} HtolSubsumption;

/* All implications that are known, htol_n_subsumptions of them; only the nearest, as subsumes.def says. */
extern const HtolSubsumption htol_subsumptions[];
extern const guint htol_n_subsumptions;

/* Sums of mutation operators, each part of the next one. */
typedef enum { HTOL_SUM_WM, HTOL_SUM_ALL } HtolSum;

/* Criteria that are asked for. */
typedef struct {
    gboolean wanted[HTOL_CRITERIA];
    gboolean named[HTOL_CRITERIA]; /* of these, by name, not only as some of all */
    guint n;                       /* of n-CC, 2 to 9 */
} HtolSelection;

/* The name of the criterion that other tools call `name` (line, statement, branch, decision, condition, mcdc, ...);
 * `name` itself if they call none so. MC/DC has two meanings: MCDC:masking is CACC; MCDC:unique-cause, and mcdc alone,
 * are RACC. */
const char *htol_criterion_of_alias(const char *name);

/* Parses "all" or a comma-separated list of names and aliases (case does not matter; 3-CC selects n-CC with n = 3). On
 * an unknown name returns FALSE and sets *error, naming it and the nearest that there is. */
gboolean htol_selection_parse(const char *list, HtolSelection *selection, GError **error);

/* The name as reports write it: that of the row, but 2-CC, 3-CC for n-CC. */
const char *htol_selection_name(const HtolSelection *selection, HtolCriterion criterion);

/* Returns what must be recorded of functions for the criterion to be judged, beside structure and logic: HtolRecords,
 * ORed. */
guint32 htol_criterion_records(HtolCriterion criterion);

/* Returns what must be recorded, as htol_criterion_records says, for all criteria of the selection. */
guint32 htol_selection_records(const HtolSelection *selection);

/* Whether an objective, which tests need not cover, is worth knowing of when it is covered. */
typedef enum {
    HTOL_NO_FINDING,
    HTOL_FINDING_ERROR,   /* what must not happen did */
    HTOL_FINDING_BOUNDARY /* what is next to it did: only just all right */
} HtolFinding;

/* Why an objective cannot be judged, or NULL. */
typedef struct {
    const HtolHyper *hyper;  /* NULL if unmeasured; a user's is there if it could be read */
    const char *text;        /* what it is about, in the user's text: `x == y` */
    const char *level;       /* of a mutant, what must differ: "WM-expr", the value, "WM-stmt", what is stored, or the
                                truth of a condition; else NULL */
    const char *unmeasured;  /* why it cannot be judged; NULL if it can */
    const char *open;        /* why it cannot be called uncovered, if it is not covered; NULL if it can */
    const char *id;          /* within function and criterion: `d2.c1=T`, never a line number */
    const char *in_decision; /* of a decision: the id without the decision's name, `.c1=T`; the same in decisions that
                               are alike. Of others, and of parts of sums, the id */
    const HtolUserObjective *user; /* of USER: what it is made of, with its verdict; NULL of all others */
    HtolSite site;                 /* where it stands */
    guint32 stands;                /* of a decision: the condition where it stands, 1 to n; 0: at the whole decision */
    guint32 condition;             /* 1 to n, or 0 if it is not about one condition */
    guint32 branch;                /* of BC: index of the decision, switch or cut branch whose outcomes it is one of */
    guint32 file, line, column;    /* of its place; file is an index of the function's files */
    guint32 mutant;                /* of a mutant that is computed: which of its operation's */
    HtolCriterion criterion : 8;
    HtolFinding finding : 8; /* it is in no score */
    gint8 value;             /* 1 true, 0 false, -1 neither: of the decision or the condition */
    guint8 outcome;          /* of GICC and RICC: whether the decision is true */
    guint8 is_cut;           /* of BC: the branch was cut into several decisions, of which `site` is one */
    guint8 by_name;          /* of FCC: callees of some of its calls must be known by their names */
} HtolObjective;

/* The objective's name in its function, as verdicts have it: `CC:d2.c1=T`. To be freed. */
char *htol_objective_name(const HtolSelection *selection, const HtolObjective *objective);

/* Whether the criterion asks of each decision by itself, and of nothing else. */
gboolean htol_criterion_is_of_decisions(HtolCriterion criterion);

/* The domain of errors in names of criteria and in selections; the code is 0. */
#define HTOL_CRITERIA_ERROR htol_criteria_error_quark()
GQuark htol_criteria_error_quark(void);

#endif
