/* C functions that judge mutants: each compares a value with what some mutants would have given for the same
 * operands, and sets the slots of those that differ. They stand before the unit, each once, however many
 * probes call it. Which mutants there are, the files of the operators know. Beside them stand functions that only
 * choose the class of an operation. */
#ifndef ANNOT_JUDGE_H
#define ANNOT_JUDGE_H

#include "annot/tree/tree.h"

/* A type of numbers in which operators compute: int, unsigned or longer, or floating point. */
typedef struct {
    gboolean is_float, is_signed;
    guint size; /* bytes; 0: none that could be named */
} AnnotNumber;

/* How a value v and a mutant's value m are compared. */
typedef enum {
    ANNOT_COMPARE_VALUE,   /* both as they are */
    ANNOT_COMPARE_TRUTH,   /* whether they are 0 */
    ANNOT_COMPARE_BITS,    /* as integers of `bits` bits */
    ANNOT_COMPARE_FLOAT,   /* as floating point of `bits` bits */
    ANNOT_COMPARE_INTEGER, /* floating point, converted to integers of `bits` bits; values that do not fit do not differ
                            */
    ANNOT_COMPARISONS
} AnnotCompareKind;

/* How the value of a mutant is compared with that of the program. */
typedef struct {
    AnnotCompareKind kind;
    gboolean is_signed; /* of INTEGER */
    guint bits;         /* of BITS, FLOAT, INTEGER */
} AnnotComparison;

/* A mutant's value, in C over the parameters. T is the type of numbers, U the same without a sign; low is the
 * least of T. Both are integers wherever `low` or U is named. */
typedef struct {
    const char *guard; /* condition under which the value is defined; NULL: always */
    const char *value; /* computed in U where it may overflow */
} AnnotJudged;

/* How a family of mutants is judged. */
typedef struct {
    const char *name;       /* one name for one set of the fields below; type and comparison may differ under it */
    const char *parameters; /* a letter each, all of type T but n: unsigned long long. Without a letter v, the value in
                               the program is `value` */
    const char *guard, *value; /* as in AnnotJudged, for v, the value in the program itself; NULL: v is a parameter */
    const AnnotJudged *mutants;
    guint n_mutants; /* at most 32 */
    AnnotNumber type;
    AnnotComparison comparison;
    const char *only_if; /* condition, in C over the locals of the probe, without which no mutant differs and the
                            function need not be called; NULL: none. It is no part of the function */
} AnnotJudge;

typedef struct AnnotJudges AnnotJudges;

/* Makes the collection of functions that a unit asks for, with none at first; to be freed with annot_judges_free. */
AnnotJudges *annot_judges_new(void);
void annot_judges_free(AnnotJudges *judges);

/* Returns the name of the function that judges as `judge` says, to be freed. Its parameters are: a pointer to the first
 * slot, of one for each mutant and one more that is set when all of these are; the classes of the operation that are
 * impossible, bit k for class k, which is mutant k of the family; and `parameters`. */
char *annot_judges_name(AnnotJudges *judges, const AnnotJudge *judge);

/* Adds a function `name`, unless there is one, that evaluates the C expression `choice` and returns it, the number of a
 * class, as unsigned. `choice` may call what annot_probe_declare declares. `parameters` is its text between the
 * parentheses of a declaration. */
void annot_judges_choose(AnnotJudges *judges, const char *name, const char *parameters, const char *choice);

/* Appends the functions that were asked for. */
void annot_judges_declare(const AnnotJudges *judges, GString *out);

/* Returns the name of the type in C. */
const char *annot_number_name(AnnotNumber number);

/* Returns the AnnotType of an integer type. */
AnnotType annot_number_type(AnnotNumber number);

/* Returns the number type that an expression of `type`, no bit-field, has after the integer promotions. */
AnnotNumber annot_number_of(const AnnotType *type);

#endif
