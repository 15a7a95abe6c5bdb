/* What functions of the C library do to the rest of a test, by their names. It looks at no values. */
#ifndef GENERATE_WRITE_HABITS_H
#define GENERATE_WRITE_HABITS_H

#include "generate/contract/contract.h"

/* What a function, or one that it calls, may do: bits.
 *
 * ALLOCATES  it takes memory that it may hand out
 * FREES      it may free what it is given
 * PRINTS     it writes to the standard output, whose lines a test has, too
 * READS      it reads the standard input
 * TELLS_TIME what it does depends on the second in which it runs */
typedef enum {
    GENERATE_ALLOCATES = 1,
    GENERATE_FREES = 2,
    GENERATE_PRINTS = 4,
    GENERATE_READS = 8,
    GENERATE_TELLS_TIME = 16
} GenerateHabits;

/* Returns the habits of the contract's function, and of all that it calls. */
guint generate_habits(const GenerateContract *contract);

/* Whether the contract's function, or one that it calls, may change the variable: it assigns it, or hands on its
 * address. */
gboolean generate_may_change(const GenerateContract *contract, const AnnotDecl *variable);

/* Whether the contract's function itself assigns what the parameter points to. */
gboolean generate_writes_through(const GenerateContract *contract, const AnnotDecl *parameter);

#endif
