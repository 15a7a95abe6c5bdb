/* What probes for values call: sets of tuples, and sequences under way. A second part of the runtime, carried by
 * the objects that need it (annot/carry.h); instrumented text declares these functions itself. Each is weak
 * and hidden, so that a program or library has one copy.
 *
 * None of them calls libc, takes a lock, allocates or makes a system call; each may be interrupted by a signal
 * whose handler comes here again, or by the death of the process, at any instruction. */
#ifndef RT_VALUES_H
#define RT_VALUES_H

#include "htol/layout.h"

/* A value as probes pass it: kind (enum HtolTupleKind; the runtime adds the process) and bits. */
typedef struct {
    unsigned long kind, bits;
} RtValue;

/* Adds a tuple to a set (AT(SET, ...) in format.def) that lies in section hlcov_bits: afterwards it is in the
 * set, once, or the set's LOST has grown. At most HTOL_MOST_TUPLE_VALUES values. Threads and processes may do so at
 * once. */
void hlcov_add(unsigned char *set, unsigned long source, unsigned long n_values, const RtValue *values);

/* Sequences under way in one thread: `state` is a zeroed thread-local array of RT_SEQUENCE_WORDS(values) words, one
 * for each sequence; `values` is how many all steps but the last bind (the same in every call for a state). An
 * instance has completed the steps 1 to `done` and holds the values bound so far, in order.
 *
 * At a place of the program with labels of a sequence, in this order: hlcov_sequence_open; for each label that is a
 * step and is covered hlcov_sequence_step or, for the last step, hlcov_sequence_ends; for each killing label
 * hlcov_sequence_next and hlcov_sequence_kill; hlcov_sequence_close. What a place begins it neither ends nor
 * kills. A place that is entered again before it is closed (from a signal's handler) changes nothing. */
enum { RT_SEQUENCE_ROOM = 256, RT_SEQUENCE_HEAD = 4 };
#define RT_SEQUENCE_WORDS(values) (RT_SEQUENCE_HEAD + RT_SEQUENCE_ROOM * (2 + 2 * (values)))

/* 0 if this place must be passed by, for it is open already in this thread: then none of the calls below. */
int hlcov_sequence_open(unsigned long *state, unsigned long values);

/* Every instance with `done` = step - 1 (for step 1: the empty one) becomes, beside itself, one with `done` = step
 * that holds the `n_values` values of this step too. *overflow becomes 1 if there is no room for it. */
void hlcov_sequence_step(unsigned long *state, unsigned long values, unsigned long step, unsigned long n_values,
                         const RtValue *bound, _Bool *overflow);

/* The instance behind `instance` (NULL: the first) that had `done` = done when the place was opened and was not
 * killed since; NULL: no more. Its values are the RtValues at instance + 2. */
unsigned long *hlcov_sequence_next(unsigned long *state, unsigned long values, unsigned long done,
                                   unsigned long *instance);

void hlcov_sequence_kill(unsigned long *instance);

/* The last step, with what it binds: for each instance that had completed the others when the place was opened, sets
 * *slot, and adds its values and these to `set` under `source` (set NULL: no value is bound by any step). */
void hlcov_sequence_ends(unsigned long *state, unsigned long values, unsigned long done, unsigned long n_values,
                         const RtValue *bound, _Bool *slot, unsigned char *set, unsigned long source);

/* Forgets the killed, keeps of equal instances one. */
void hlcov_sequence_close(unsigned long *state, unsigned long values);

#endif
