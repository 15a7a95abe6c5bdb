/* Random values and guards for tests, and a second evaluation of guards that shares nothing with expr.c. It tests
 * nothing by itself. */
#ifndef TESTS_UNIT_SAMPLE_GUARD_H
#define TESTS_UNIT_SAMPLE_GUARD_H

#include "htol/lang/expr.h"

/* A value out of few, so that equal ones are common: of all kinds, or mostly small integers. */
HtolValue sample_value(GRand *random, gboolean any_kind);

/* A pointer out of few, of two processes or null. */
HtolValue sample_pointer(GRand *random);

/* A guard over the variables 0 to variables - 1, nested up to `depth`. */
const HtolExpr *sample_guard(HtolArena *arena, GRand *random, guint variables, guint depth);

/* -1: an error; else 0 or 1. */
int sample_guard_holds(const HtolExpr *guard, const HtolValue *values);

/* Whether numbers are equal as real numbers, or pointers as such. */
gboolean sample_equal(HtolValue one, HtolValue other);

#endif
