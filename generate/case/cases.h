/* The cases of a function, and the columns of the table that has a row for each. Which text they become is others'
 * business. */
#ifndef GENERATE_WRITE_CASES_H
#define GENERATE_WRITE_CASES_H

#include "generate/left.h"
#include "generate/unit.h"

/* An input, read. */
typedef struct {
    const char *why;        /* what only it covers, in words; NULL: nobody said */
    GenerateFound *found;   /* what was kept; NULL: it did not return */
    const GenerateBad *bad; /* how it ended, if it did not return; else NULL */
    GenerateInput *input;
    GenerateLeft *left; /* what it left behind; NULL: it did not return, or nothing could be read */
    GPtrArray *others;  /* GenerateLeft: what it left behind in other runs, where that differed */
    char **names;       /* by node that makes an object: how the text calls its address; NULL: it is written inline */
} GenerateCase;

/* What a column holds.
 *
 * GENERATE_PARAMETER  what the function is given
 * GENERATE_VARIABLE   pointer to what a variable is before the call; NULL: it stays
 * GENERATE_ANSWERS    what a function without a definition returns, one call after the other
 * GENERATE_OBJECT     what a parameter points to after the call
 * GENERATE_CHANGED    a variable after the call
 * GENERATE_RESULT     what the function returns */
typedef enum {
    GENERATE_PARAMETER,
    GENERATE_VARIABLE,
    GENERATE_ANSWERS,
    GENERATE_OBJECT,
    GENERATE_CHANGED,
    GENERATE_RESULT
} GenerateColumnKind;

/* A column; its names are no others' of the table. */
typedef struct {
    GenerateColumnKind kind;
    guint item; /* index of the contract's item that it is about */
    const GenerateShape *shape;
    char *name;
    char *count;          /* name of the column that says how many elements `name` has; NULL: none */
    gboolean is_followed; /* of what was observed: what pointers lead to is compared, too */
} GenerateColumn;

/* The cases of a function. */
typedef struct {
    const GenerateContract *contract;
    guint habits;      /* GenerateHabits */
    gboolean is_blind; /* what was freed cannot be told from what was not */
    GArray *cases;     /* GenerateCase */
    GArray *columns;   /* GenerateColumn, in the order of the table */
    GPtrArray *saved;  /* const AnnotDecl: variables that are put back behind each case */
    GString *unstable; /* what is not compared, because it is not the same in each run: "the result, `count`" */
} GenerateCases;

/* Returns a table for each function that has needed inputs, GenerateCases in the order of the unit; to be freed. Inputs
 * that vary from run to run, if they are few, have no case, and are marked so and as not needed. */
GPtrArray *generate_cases(const GenerateUnit *unit);

/* Returns a table for each function that has inputs on which it did not return, as generate_cases does. They have only
 * columns of what is before the call. */
GPtrArray *generate_bad_cases(const GenerateUnit *unit);

/* Case number `index` of a table. */
#define GENERATE_CASE(cases, index) (&g_array_index((cases)->cases, GenerateCase, index))

/* Column number `index` of a table. */
#define GENERATE_COLUMN(cases, index) (&g_array_index((cases)->columns, GenerateColumn, index))

/* The column of that kind about the item; NULL: there is none. */
const GenerateColumn *generate_column(const GenerateCases *cases, GenerateColumnKind kind, guint item);

#endif
