/* What probes for values call: sets of tuples, and sequences under way. A second part of the runtime, carried by
 * the objects that need it (annot/probes/carry.h); instrumented text declares these functions itself. Each is weak
 * and hidden, so that a program or library has one copy.
 *
 * None of them calls libc (but hlcov_add does, for the address of a function elsewhere: _dl_find_object, where there is
 * one), takes a lock, allocates or makes a system call (but hlcov_add does, for a pointer, on
 * kernels without MADV_WIPEONFORK: getpid); each may be interrupted by a signal whose handler comes here again or
 * jumps away, or by the death of the process, at any instruction. */
#ifndef RT_VALUES_H
#define RT_VALUES_H

#include "htol/base/layout.h"

/* A value as probes pass it: kind (enum HtolTupleKind; the runtime adds the process) and bits. */
typedef struct {
    unsigned long kind, bits;
} RtValue;

/* Adds a tuple to a set (AT(SET, ...) in format.def) that lies in section hlcov_bits: afterwards it is in the
 * set, once, or the set's LOST has grown. At most HTOL_MOST_TUPLE_VALUES values. Threads and processes may do so at
 * once. */
void hlcov_add(unsigned char *set, unsigned long source, unsigned long n_values, const RtValue *values);

/* A sequence of `steps` steps, as a place of the program sees it. A thread's instances of it lie in `state`, a
 * thread-local array of RT_SEQUENCE_WORDS(values) words that is zero when the thread begins; places in several units
 * share it. An instance has completed the steps 1 to `done` and holds the values that they bound, in order. */
typedef struct {
    unsigned long *state;
    unsigned long steps;
    unsigned long values; /* number of values bound by all steps but the last */
    _Bool *slot;          /* set when it is covered; NULL, as all fields below, where its last step cannot be */
    _Bool *overflow;      /* set when there was no room for an instance */
    unsigned char *set;   /* set that its environments are added to; NULL if no step binds a value */
    unsigned long source;
} RtSequence;

/* At a place with labels of the sequence, in this order: hlcov_sequence_open; hlcov_sequence_step for each label
 * that is a step of it and is covered; for each killing label that leads to step `done` + 1 a walk by
 * hlcov_sequence_next, and hlcov_sequence_kill where its predicate holds; hlcov_sequence_close. What a place
 * begins it neither continues nor kills. */
enum { RT_SEQUENCE_ROOM = HTOL_SEQUENCE_ROOM, RT_SEQUENCE_HEAD = HTOL_SEQUENCE_HEAD };
#define RT_SEQUENCE_WORDS(values) HTOL_SEQUENCE_WORDS(values)

/* Opens the place. Returns 0 if another is open already in this thread, because this runs in a handler of a signal or
 * in a function that a predicate calls: then make none of the calls below. */
int hlcov_sequence_open(const RtSequence *sequence);

/* Adds, for every instance with `done` = step - 1 (for step 1: the empty one), another that has completed this step
 * too, with the `n_values` values `bound`; the last step adds an environment instead. */
void hlcov_sequence_step(const RtSequence *sequence, unsigned long step, unsigned long n_values, const RtValue *bound);

/* Returns the next instance behind `instance` (NULL: the first) that had that `done` when the place was opened and was
 * not killed since; NULL if there is no more. Its values are RtValues from instance + 2. */
unsigned long *hlcov_sequence_next(const RtSequence *sequence, unsigned long done, unsigned long *instance);

/* Kills an instance. */
void hlcov_sequence_kill(unsigned long *instance);

/* Closes the place: drops killed instances, and all but one of equal ones. */
void hlcov_sequence_close(const RtSequence *sequence);

#endif
