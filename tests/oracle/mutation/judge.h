/* What programs of tests/oracle/weak.py call to tell which mutants are weakly killed: each holds functions, and copies
 * of them with one change in their source. The original runs first, and the value at each site, each time, is kept;
 * then each mutant, until a value differs at the site that it changes. Nothing of hlcov. */
#ifndef JUDGE_H
#define JUDGE_H

#include <limits.h>
#include <math.h>

typedef __int128 Wide;

/* A change of one function. `run`, if not null, calls the changed function with the arguments of a row; `site` is where
 * it changed. `decide`, if not null, is a changed decision over the values of its conditions: -1 if the program did
 * not evaluate one, then its bit of `open` counts. `flag`, if not -1: nothing is run, this bit of what was recorded at
 * the site is looked at. */
struct mutant {
    void (*run)(int row);
    int site;
    int (*decide)(const signed char *values, unsigned open);
    int flag;
};

struct function {
    void (*original)(int row);
    int rows;
    const struct mutant *mutants;
    int count;
};

extern const struct function functions[];
extern const int function_count;

/* What is at a site: kept, or compared. Return the value. */
Wide weak_integer(int site, Wide value);
long double weak_floating(int site, long double value);
const void *weak_pointer(int site, const void *value);

/* Operands of a comparison. `size`: of what pointers point to. */
void weak_relation(int site, Wide left, Wide right, Wide size);
void weak_relation_floating(int site, long double left, long double right);

/* A decision: begins, evaluates a condition, ends with its outcome. The last two return the truth. */
void weak_begin(int site);
int weak_condition(int site, int condition, int truth);
int weak_decided(int site, int conditions, int truth);

/* Values for ABS, without bounds. */
static inline Wide weak_absolute(Wide value)
{
    return value < 0 ? -value : value;
}

static inline Wide weak_negated(Wide value)
{
    return value < 0 ? value : -value;
}

/* Nothing that an integer of the program can be. */
static inline Wide weak_failing(Wide value)
{
    return value ? value : (Wide)1 << 100;
}

static inline long double weak_absolute_floating(long double value)
{
    return fabsl(value);
}

static inline long double weak_negated_floating(long double value)
{
    return -fabsl(value);
}

static inline long double weak_failing_floating(long double value)
{
    return value == 0 ? 1e4000L : value;
}

/* The same for values that are equal, and for all NaN. */
static inline unsigned long weak_image(double value)
{
    union {
        double value;
        unsigned long image;
    } both = {isnan(value) ? NAN : value == 0 ? 0 : value};
    return both.image;
}

#define INTEGER(type, site, value) ((type)weak_integer(site, (value)))
#define FLOATING(type, site, value) ((type)weak_floating(site, (value)))
#define POINTER(type, site, value) ((type)weak_pointer(site, (value)))

#endif
