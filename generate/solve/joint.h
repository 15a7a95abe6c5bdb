/* Inputs that together do what users ask of values: hyperlabels over what labels bind, sequences of labels,
 * combinations of several runs. Labels are followed along ways (explore.h), and each conjunction of a hyperlabel's
 * normal form becomes one question: some way for each of its members, each with an input of its own, and the guard
 * between what they bind. So two inputs are found whose runs leak a secret, or it is known that none do.
 *
 * Source: hyperlabels, Marcozzi, Delahaye, Bardin, Kosmatov, Prevosto, ICST 2017, whose non-interference is asked here
 * by self-composition: Barthe, D'Argenio, Rezk, "Secure Information Flow by Self-Composition", CSFW 2004. */
#ifndef GENERATE_JOINT_H
#define GENERATE_JOINT_H

#include "annot/users/labelled.h"
#include "generate/solve/apart.h"
#include "generate/solve/formula.h"

/* A unit with its labels in the text, and the contracts of the functions of that text. */
typedef struct {
    const AnnotLabelled *labelled;
    const AnnotScripts *scripts;
    const GenerateContracts *contracts;
} GenerateJointUnit;

/* What came of it. */
typedef struct {
    guint ways, questions; /* ways that were followed; conjunctions that were asked about */
    char *why;             /* why nothing was asked, in words; NULL: it was. To be freed */
    char **impossible;     /* names of hyperlabels that inputs of the contract do not cover, however many: all ways were
                              followed. Ended by NULL; to be freed */
} GenerateJointTold;

/* Whether users ask something of the function at `index`: all labels of a hyperlabel stand in it and in what it calls,
 * and nothing that it calls has all of them. `name`: of the hyperlabel; NULL: any. */
gboolean generate_is_joint(const GenerateJointUnit *unit, guint index, const char *name);

/* Asks for inputs of the function at `index`, whose contract without labels is `contract`, for at most `time`
 * microseconds, in a process of its own. What is found is run to be kept. */
GenerateJointTold generate_joint(const GenerateQuestion *question, const GenerateJointUnit *unit, guint index,
                                 const GenerateContract *contract, const GenerateRunner *runner, gint64 time);

#endif
