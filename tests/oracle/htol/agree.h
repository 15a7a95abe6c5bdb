/* Whether htol/ and the oracle agree on a case: on whether it is refused, whether it is covered, and whether the
 * witness that htol/ gives covers it. Generates no cases. */
#ifndef TESTS_ORACLE_HTOL_AGREE_H
#define TESTS_ORACLE_HTOL_AGREE_H

#include "tests/oracle/htol/case.h"

typedef struct {
    guint64 accepted, covered, flawed; /* cases, of the accepted ones, and those that the oracle refuses */
} AgreeCounts;

/* What is wrong, to be freed, or NULL; counts the case. One without a flaw must not be refused, unless it may be. */
char *agree_on(const Case *one, gboolean may_be_refused, AgreeCounts *counts);

#endif
