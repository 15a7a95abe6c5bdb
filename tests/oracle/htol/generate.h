/* Random cases for the comparison: labels with up to three metavariables, a hyperlabel over them of depth
 * up to 4, and what was recorded of them. Well-formed by construction, or with one flaw put in on purpose. */
#ifndef TESTS_ORACLE_HTOL_GENERATE_H
#define TESTS_ORACLE_HTOL_GENERATE_H

#include "tests/oracle/htol/case.h"

/* The case of that number: the same for the same seed, whatever was generated before. */
Case *generate_case(guint32 seed, guint64 number);

/* The case of these bytes, a choice each; random numbers choose what they leave open. */
Case *generate_case_of(const guint8 *bytes, gsize size);

#endif
