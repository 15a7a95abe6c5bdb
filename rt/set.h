/* What the files of the runtime's second part know of each other: how sequences add to sets. The first part is not
 * known here, because a linker may take both parts from different objects. */
#ifndef RT_SET_H
#define RT_SET_H

#include "rt/values.h"

#pragma GCC visibility push(hidden)

/* A tuple whose values lie in two arrays: all of `first`, then all of `second`. */
typedef struct {
    unsigned long source;
    unsigned long n_first, n_second;
    const RtValue *first, *second;
} RtTuple;

/* set.c: adds the tuple to the set that begins at `header`, as hlcov_add does. */
void rt_set_add(unsigned char *header, const RtTuple *tuple);

#pragma GCC visibility pop

#endif
