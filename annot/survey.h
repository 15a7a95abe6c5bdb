/* Callbacks for whoever wants to look at each function while its unit is annotated: at its tree, its graph and its rows
 * of the table together. */
#ifndef ANNOT_SURVEY_H
#define ANNOT_SURVEY_H

#include "annot/graph/cfg.h"
#include "annot/users/step.h"

/* A function whose rows are filled. All of it lives until `end` returns. */
typedef struct {
    const AnnotText *text;
    const AnnotTree *tree;
    guint index;         /* the function's index in the tree and in the table */
    const AnnotCfg *cfg; /* with its operations, if some are recorded */
    const HtolFunction *rows;
    const AnnotSteps *steps;       /* users' labels in all functions of the unit */
    const AnnotScripts *scripts;   /* and what users ask of them */
    const char *const *clang_args; /* with which the text was parsed */
    const GArray *changes;         /* AnnotChange: its mutants; NULL: they are not asked for */
    const guint32 *digests;        /* of each of them, as htol_change_digests has them */
} AnnotSurveyed;

/* `look` is called for each function that is instrumented, `end` after the last one with the id of the unit's table;
 * both in the process that annotates. */
typedef struct {
    void (*look)(gpointer data, const AnnotSurveyed *surveyed);
    void (*end)(gpointer data, const guint8 id[HTOL_ID_SIZE]);
    gpointer data;
    gboolean whole_types; /* types of the tree have names and fields */
    guint32 mutants; /* operators (bit k: AnnotStrongOperator k) whose mutants are found; 0: none. What they need must
                        be recorded: annot_strong_records */
} AnnotSurvey;

#endif
