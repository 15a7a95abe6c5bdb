/* What the functions htol_crit_<id> share: an expansion in progress, and parts that objectives are made of.
 * Private to expansion.c, expand.c and crit_*.c. */
#ifndef HTOL_EXPAND_H
#define HTOL_EXPAND_H

#include "htol/criteria/criteria.h"

/* An expansion in progress, of one function by one criterion at a time. */
typedef struct {
    HtolArena *arena;
    const HtolFunction *function;
    guint32 first_decision;     /* of those that criteria of logic look at: these, and all behind */
    const HtolUserShown *users; /* that are shown in it */
    guint n;                    /* of n-CC */
    HtolCriterion criterion;    /* that is expanded; htol_expand_add writes it into each objective */
    GArray *objectives;         /* HtolObjective */
    const guint8 *shared_lines; /* as htol_tour_lines wants it; NULL until it is asked for */
    GPtrArray *others;          /* what pairs say of another condition: of c1 and so on, as far as it was asked for */
} HtolExpansion;

/* Appends an objective; its criterion may be left out. */
void htol_expand_add(HtolExpansion *expansion, HtolObjective objective);

/* The objective of a label at that decision, in the decision's place and text; its id is left out. */
HtolObjective htol_expand_at_decision(const HtolExpansion *expansion, guint32 decision);

/* The objective of a label about a condition (from 1) of that decision, in its place and text; id `d2.c1`. */
HtolObjective htol_expand_at_condition(const HtolExpansion *expansion, guint32 decision, guint32 condition);

/* The conditions of that decision; the first is c1. */
const HtolRowCondition *htol_expand_conditions(const HtolExpansion *expansion, guint32 decision);

/* What is known in a row of the decision's environments, or ways: "x > 0: T, p: F", and "TF-", a letter for
 * each condition. Both live in the arena. */
const char *htol_expand_row_text(const HtolExpansion *expansion, guint32 decision, const guint8 *row);
const char *htol_expand_row_id(const HtolExpansion *expansion, guint32 decision, const guint8 *row);

/* `predicate` (NULL: true), and that every condition that is known in the row was evaluated, with that value.
 */
const HtolExpr *htol_expand_row_holds(const HtolExpansion *expansion, guint32 decision, const guint8 *row,
                                      const HtolExpr *predicate);

/* What two vectors of a decision bind, the second one with primes: the outcome as o, and if the others are
 * asked for, the value of c3 as v3. */
typedef struct {
    HtolSite site;
    guint32 n_bindings;
    HtolSiteBinding *bindings[2]; /* n_bindings each */
    const HtolExpr *guard;        /* over them; NULL: true */
} HtolPairing;

/* The pairing of vectors for which `guard`, over o and o', holds (NULL: true) and of which some completions,
 * one each, agree in all live conditions but `condition` (0: no completions are asked for). */
HtolPairing htol_expand_pairing(const HtolExpansion *expansion, guint32 decision, guint32 condition,
                                const HtolExpr *guard);

/* Returns the guard that the outcomes of both vectors differ: o != o'. */
const HtolExpr *htol_expand_outcomes_differ(const HtolExpansion *expansion);

/* Two vectors that satisfy the predicates, the first without primes, and are paired. */
const HtolHyper *htol_expand_pair(const HtolExpansion *expansion, const HtolPairing *pairing, const HtolExpr *first,
                                  const HtolExpr *second);

/* Appends one objective, with the id `d2`, that says why what is asked of the decision cannot be judged.
 * `why` lives as long as the arena. */
void htol_expand_unmeasured(HtolExpansion *expansion, guint32 decision, const char *why);

/* Appends one objective, with the id `function`, that says why what is asked of the function cannot be judged. */
void htol_expand_unmeasured_function(HtolExpansion *expansion, const char *why);

/* Whether no vectors of the decision are recorded; then appends one objective that says why it cannot be
 * judged. */
gboolean htol_expand_no_vectors(HtolExpansion *expansion, guint32 decision);

/* The nodes of a path: "2-4-2", in the arena. */
const char *htol_expand_path_id(const HtolExpansion *expansion, guint32 path);

/* Returns the lines of the path, as htol_tour_lines tells them. */
const char *htol_expand_path_lines(HtolExpansion *expansion, guint32 path);

/* The place of a node as that of an objective, about nothing yet. */
HtolObjective htol_expand_at_node(const HtolExpansion *expansion, guint32 node);

/* Returns a hyperlabel: something is observed at one of these `n` sites, 1 at least, of a kind without variables. */
const HtolHyper *htol_expand_any(const HtolExpansion *expansion, HtolSiteKind kind, const guint32 *rows, guint32 n);

/* Returns a hyperlabel: one of these `n` paths is taken, which are those that one event may be recorded as. */
const HtolHyper *htol_expand_one_event(const HtolExpansion *expansion, const guint32 *paths, guint32 n);

/* Whether paths of the kind are not recorded; then appends one objective that says why. */
gboolean htol_expand_unpathed(HtolExpansion *expansion, HtolPathKind kind);

/* Whether mutants of the mutation operator are not computed, for there are too many; then appends one objective that
 * says so. */
gboolean htol_expand_unmutated(HtolExpansion *expansion, HtolMutation mutation);

/* The objective of a label at that operation, in its place and text; its id is left out. */
HtolObjective htol_expand_at_operation(const HtolExpansion *expansion, guint32 operation);

/* Returns the name of the level, as HtolObjective.level has it. */
const char *htol_expand_level(HtolMutantLevel level);

/* Returns a hyperlabel: a value was in one of these classes of the operation (bit k: class k), one of which can
 * occur. */
const HtolHyper *htol_expand_classes(const HtolExpansion *expansion, guint32 operation, guint32 classes);

/* Whether values can be in class k of the operation. */
gboolean htol_expand_class_is_possible(const HtolRowOperation *row, guint32 k);

/* Whether nothing is recorded of the operation; then appends one objective that says why. */
gboolean htol_expand_unclassed(HtolExpansion *expansion, guint32 operation);

/* Appends the classes of the partitions that users gave, if they are shown in the function and its parameters are
 * recorded. */
void htol_expand_partitions(HtolExpansion *expansion);

/* The two objectives `d` and `!d` of a decision; none if it has one outcome only. */
void htol_expand_outcomes(HtolExpansion *expansion, guint32 decision);

/* One for each row of criteria.def: appends the objectives that the criterion has in the function, which is
 * not a skipped one, or is and the criterion is FC. */
#define CRITERION(id, name, family, title, doc) void htol_crit_##id(HtolExpansion *expansion);
#include "htol/criteria/criteria.def"
#undef CRITERION

#endif
