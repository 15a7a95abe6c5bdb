/* Sequences under way in one thread: what has begun, what goes on, what is killed. A sequence's environments
 * are added to a set by rt/set.h; which labels are covered is the probes' business.
 *
 * A place may be interrupted by a signal at any instruction, and never be continued, because the handler
 * jumps elsewhere. So an instance does not move, comes and goes by one store, and every scan is bounded
 * whatever it finds. */
#include "rt/set.h"

/* The words of a state's head. */
enum {
    OPENER,   /* stack address at which the open place was opened; 0: none is open */
    EXTENT,   /* instances lie below this index, free ones among them */
    REFUSALS, /* number of places passed by since the open one was last heard of */
    LOST      /* 1: there was no room for an instance */
};

/* The words of an instance. One whose DONE is 0 is free. */
enum { DONE, FLAGS, VALUES };

/* Flags; above them the number of values, times COUNT. */
enum {
    NEW = 1,     /* begun at this place */
    KILLED = 2,  /* at this place */
    RENEWED = 4, /* begun again at this place: it was there before, and stays if the old one is killed */
    COUNT = 256
};

/* A place that was left open may lie higher in the stack than all that come: then it is given up. */
enum { MOST_REFUSALS = 64 };

/* What a place writes must be written before a handler begins, in this order. */
typedef volatile unsigned long Word;

/* An instance that is about to be: `from`, which may be NULL for the empty one, and what a step binds. */
typedef struct {
    const Word *from;
    unsigned long done;
    unsigned long n_from, n_bound;
    const RtValue *bound;
} Next;

static unsigned long extent(const RtSequence *sequence)
{
    unsigned long count = ((const Word *)sequence->state)[EXTENT];

    return count < RT_SEQUENCE_ROOM ? count : RT_SEQUENCE_ROOM;
}

static Word *instance_at(const RtSequence *sequence, unsigned long i)
{
    return sequence->state + RT_SEQUENCE_HEAD + i * (VALUES + 2 * sequence->values);
}

static unsigned long n_values(const RtSequence *sequence, const Word *instance)
{
    unsigned long count = instance[FLAGS] / COUNT;

    return count < sequence->values ? count : sequence->values;
}

static int equal(const Word *words, const RtValue *values, unsigned long n_values)
{
    for (unsigned long i = 0; i < n_values; i++)
        if (words[2 * i] != values[i].kind || words[2 * i + 1] != values[i].bits)
            return 0;
    return 1;
}

static int is_next(const RtSequence *sequence, const Word *instance, const Next *next)
{
    if (instance[DONE] != next->done || n_values(sequence, instance) != next->n_from + next->n_bound)
        return 0;
    if (next->from && !equal(instance + VALUES, (const RtValue *)(next->from + VALUES), next->n_from))
        return 0;
    return equal(instance + VALUES + 2 * next->n_from, next->bound, next->n_bound);
}

static Word *find_instance(const RtSequence *sequence, const Next *next)
{
    for (unsigned long i = 0; i < extent(sequence); i++)
        if (is_next(sequence, instance_at(sequence, i), next))
            return instance_at(sequence, i);
    return (void *)0;
}

/* Returns a free instance; NULL if there is no room. */
static Word *find_free(const RtSequence *sequence)
{
    unsigned long i = 0;

    while (i < extent(sequence) && instance_at(sequence, i)[DONE])
        i++;
    if (i == RT_SEQUENCE_ROOM)
        return (void *)0;
    if (i == extent(sequence))
        ((Word *)sequence->state)[EXTENT] = i + 1;
    return instance_at(sequence, i);
}

static void copy_values(Word *words, const Word *from, unsigned long count)
{
    for (unsigned long i = 0; i < count; i++)
        words[i] = from[i];
}

static void begin_instance(const RtSequence *sequence, const Next *next)
{
    Word *instance = find_instance(sequence, next);

    if (instance && !(instance[FLAGS] & NEW))
        instance[FLAGS] |= RENEWED;
    if (instance)
        return;
    instance = find_free(sequence);
    if (!instance) {
        ((Word *)sequence->state)[LOST] = 1;
        return;
    }
    if (next->from)
        copy_values(instance + VALUES, next->from + VALUES, 2 * next->n_from);
    copy_values(instance + VALUES + 2 * next->n_from, (const Word *)next->bound, 2 * next->n_bound);
    instance[FLAGS] = (next->n_from + next->n_bound) * COUNT | NEW;
    instance[DONE] = next->done;
}

static void cover_sequence(const RtSequence *sequence, const Next *next)
{
    RtTuple tuple = {sequence->source, next->n_from, next->n_bound, (void *)0, next->bound};

    if (next->from)
        tuple.first = (const RtValue *)(next->from + VALUES);
    if (sequence->set)
        rt_set_add(sequence->set, &tuple);
    if (sequence->slot)
        __atomic_store_n(sequence->slot, 1, __ATOMIC_RELAXED);
}

static void advance_instance(const RtSequence *sequence, const Next *next)
{
    if (next->done == sequence->steps)
        cover_sequence(sequence, next);
    else if (next->n_from + next->n_bound <= sequence->values)
        begin_instance(sequence, next);
}

__attribute__((weak, visibility("hidden"))) void hlcov_sequence_step(const RtSequence *sequence, unsigned long step,
                                                                     unsigned long n_bound, const RtValue *bound)
{
    Next next = {(void *)0, step, 0, n_bound, bound};

    if (step == 1)
        advance_instance(sequence, &next);
    for (unsigned long i = 0; step > 1 && i < extent(sequence); i++) {
        const Word *instance = instance_at(sequence, i);

        if (instance[DONE] != step - 1 || instance[FLAGS] & NEW)
            continue;
        next.from = instance;
        next.n_from = n_values(sequence, instance);
        advance_instance(sequence, &next);
    }
}

__attribute__((weak, visibility("hidden"))) unsigned long *
hlcov_sequence_next(const RtSequence *sequence, unsigned long done, unsigned long *instance)
{
    unsigned long *at = instance ? instance + VALUES + 2 * sequence->values : (void *)instance_at(sequence, 0);

    ((Word *)sequence->state)[REFUSALS] = 0;
    for (; at < instance_at(sequence, extent(sequence)); at += VALUES + 2 * sequence->values)
        if (at[DONE] == done && !(at[FLAGS] & (NEW | KILLED)))
            return at;
    return (void *)0;
}

__attribute__((weak, visibility("hidden"))) void hlcov_sequence_kill(unsigned long *instance)
{
    ((Word *)instance)[FLAGS] |= KILLED;
}

/* Clears the flags: instances that this place began are like all others from now on. */
static void settle_instances(const RtSequence *sequence)
{
    Word *state = sequence->state;

    for (unsigned long i = 0; i < extent(sequence); i++) {
        Word *instance = instance_at(sequence, i);
        unsigned long flags = instance[FLAGS];

        if (flags & KILLED && !(flags & RENEWED))
            instance[DONE] = 0;
        else
            instance[FLAGS] = flags / COUNT * COUNT;
    }
    while (extent(sequence) > 0 && !instance_at(sequence, extent(sequence) - 1)[DONE])
        state[EXTENT] = extent(sequence) - 1;
}

/* The handler of a signal lies deeper in the stack than the place that it interrupts, and so does what a
 * predicate calls. A place that is not deeper tells that the open one was left by a jump. On a stack of its
 * own a handler may also look so: then what it begins counts as begun before. */
__attribute__((weak, visibility("hidden"))) int hlcov_sequence_open(const RtSequence *sequence)
{
    Word *state = sequence->state;
    unsigned long here = (unsigned long)__builtin_frame_address(0);
    unsigned long opener = state[OPENER];

    if (opener && here < opener && state[REFUSALS] < MOST_REFUSALS) {
        state[REFUSALS]++;
        return 0;
    }
    state[OPENER] = here;
    state[REFUSALS] = 0;
    if (opener)
        settle_instances(sequence);
    return 1;
}

__attribute__((weak, visibility("hidden"))) void hlcov_sequence_close(const RtSequence *sequence)
{
    Word *state = sequence->state;

    settle_instances(sequence);
    if (state[LOST] && sequence->overflow)
        __atomic_store_n(sequence->overflow, 1, __ATOMIC_RELAXED);
    state[OPENER] = 0;
}
