/* A case of the comparison: a script of HTOL, and the environments recorded for its labels and sequences.
 * Writes and reads it as one text that is itself a script: the environments are comments. Decides nothing. */
#ifndef TESTS_ORACLE_HTOL_CASE_H
#define TESTS_ORACLE_HTOL_CASE_H

#include "tests/oracle/htol/brute.h"

typedef struct {
    GString *script;
    GHashTable *recorded; /* as brute_covered takes it */
    const char *flaw;     /* why it must be refused; NULL: it must not, or it is not known */
} Case;

Case *case_new(void);
void case_free(Case *one);

/* The case's relation of that key, new and without rows if there was none. */
BruteRelation *case_relation(Case *one, const char *key, guint columns);
void case_add_row(BruteRelation *relation, const BruteValue *row);

/* The script, behind a comment for each relation:
 *     //= KEY | COLUMNS ROWS | VALUE VALUE ... */
void case_print(const Case *one, GString *out);
/* NULL if such a comment is malformed. */
Case *case_read(const char *text);

#endif
