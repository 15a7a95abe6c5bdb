/* What the files of the runtime's second part know of each other: how sequences add to sets. The first part is not
 * known here, because a linker may take both parts from different objects. */
#ifndef RT_SET_H
#define RT_SET_H

#include "rt/values.h"

#pragma GCC visibility push(hidden)

/* A tuple whose values lie in two places, first the one, then the other. */
typedef struct {
    unsigned long source;
    unsigned long n_first, n_second;
    const RtValue *first, *second;
} RtTuple;

/* set.c: hlcov_add for such a tuple, to the set that begins at `header`. */
void rt_set_add(unsigned char *header, const RtTuple *tuple);

#pragma GCC visibility pop

#endif
