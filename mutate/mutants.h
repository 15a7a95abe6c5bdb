/* The mutants of a strong build, each with the tests that may notice it: those that one measured run says so of. It
 * runs nothing. */
#ifndef MUTATE_MUTANTS_H
#define MUTATE_MUTANTS_H

#include "htol/notes/trials.h"
#include "mutate/strong.h"
#include "report/model/model.h"

/* What became of a mutant. */
typedef enum {
    MUTATE_OPEN,         /* not known, or not yet */
    MUTATE_NOTICED,      /* a test failed because of it */
    MUTATE_UNNOTICED,    /* tests were infected, and none failed */
    MUTATE_NOT_INFECTED, /* it made no difference in any test */
    MUTATE_EQUIVALENT,   /* no run can differ */
    MUTATE_FATES
} MutateFate;

/* One mutant, the tests that may notice it, and its fate. */
typedef struct {
    const HtolFunction *function; /* of the strong build */
    const HtolRowChange *change;
    const char *path;           /* of the file in which it stands */
    guint32 digest;             /* htol_change_digest */
    guint64 rank;               /* by which it is chosen among others: the same wherever it is computed */
    guint64 part;               /* that of the first mutant that does the same: by which it falls into a shard */
    const HtolRowChange *first; /* the row of that one; maybe `change` */
    gboolean infected;          /* some run may differ */
    HtolTestSet tests;          /* those that it infects, as far as tests are known: among the model's */
    MutateFate fate;
    HtolTrialEnd end; /* if it is noticed: how */
    const char *test; /* if it is noticed: by which */
} MutateMutant;

/* All mutants of the strong build. To be freed by mutate_mutants_free. */
typedef struct {
    GPtrArray *mutants;    /* MutateMutant, by file and function, then by number */
    guint n_excluded;      /* mutants left out: comments exclude the block that they are in */
    guint n_unwritten;     /* that stand in no text */
    guint n_without;       /* functions that were measured and that the strong build lacks */
    GPtrArray *unmeasured; /* const char *: functions of the strong build that were not measured, "f (a.c)" */
} MutateMutants;

/* What must be asked of the model that mutants are taken from: names of criteria. */
#define MUTATE_CRITERIA "SM"

/* Takes them from `model`, which is of the criteria above and knows witnesses; all lie in the arena. `strong` names the
 * functions of the strong build that the model has not. */
MutateMutants *mutate_mutants_new(HtolArena *arena, const ReportModel *model, const MutateStrong *strong);
void mutate_mutants_free(MutateMutants *mutants);

#endif
