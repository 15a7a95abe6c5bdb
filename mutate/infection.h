/* Which tests a mutant may make differ, by what was recorded of its function. If a mutant changes nothing but a value,
 * those whose values differed; else all that reached the place. */
#ifndef MUTATE_INFECTION_H
#define MUTATE_INFECTION_H

#include "report/model/model.h"

typedef struct {
    gboolean any;      /* some run, in a test or outside of all */
    HtolTestSet tests; /* of the model's; with the number behind the last one, that of no test: runs outside of them */
    gboolean is_equivalent; /* proved: no run can differ */
    gboolean is_excluded;   /* a comment excludes the block in which it is */
} MutateInfected;

/* What was recorded of one function, `alike`: the ReportFunction that have its hash, one at least. `others`: by id, the
 * functions of `outside`, which may be NULL; see mutants.h. To be freed. */
typedef struct MutateInfection MutateInfection;
MutateInfection *mutate_infection_new(const ReportModel *model, const ReportModel *outside, const GPtrArray *alike,
                                      GHashTable *others);
void mutate_infection_free(MutateInfection *infection);

/* Of a mutant of the function, whose rows in the strong build are `function`. */
MutateInfected mutate_infection_of(MutateInfection *infection, const HtolFunction *function,
                                   const HtolRowChange *change);

#endif
