/* What criteria ask, in plain sentences. The exact meanings are those of htol/criteria/criteria.def. */
#ifndef REPORT_ASKS_H
#define REPORT_ASKS_H

#include "htol/criteria/criteria.h"

/* A sentence, with code between backquotes. `above` is the criterion of the row above it, which the sentence may go on
 * from ("The same, while ..."); HTOL_CRITERIA: there is none. */
const char *report_criterion_asks(HtolCriterion criterion, HtolCriterion above);

#endif
