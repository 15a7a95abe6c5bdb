/* What is under test, seen from the comparison: hands a case to htol/ through its public headers, and
 * brings back what it said. Decides nothing itself. */
#ifndef TESTS_ORACLE_HTOL_SUBJECT_H
#define TESTS_ORACLE_HTOL_SUBJECT_H

#include "tests/oracle/htol/case.h"

typedef struct {
    char *refusal; /* NULL: the script was accepted */
    gboolean covered;
    GArray *witness; /* of BruteBinding, its names owned by `names`; what it says covers the hyperlabel */
    GStringChunk *names;
} SubjectVerdict;

void subject_judge(const Case *one, SubjectVerdict *verdict);
void subject_clear(SubjectVerdict *verdict);

#endif
