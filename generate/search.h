/* The search for inputs of a function that set slots which nothing sets yet: new and changed inputs are run in batches,
 * and those that set a new slot are kept, and changed in turn. It judges no objective: what is kept is tried as a test
 * later. */
#ifndef GENERATE_SEARCH_H
#define GENERATE_SEARCH_H

#include "generate/chooser.h"
#include "generate/serve.h"

/* An input that is kept, with the slots that it sets, ascending, and what it left behind. */
typedef struct {
    guint function; /* index in the tree */
    GBytes *bytes;
    GArray *slots; /* guint32 */
    GBytes *left;
    GPtrArray *others; /* GBytes: what other runs of it left behind, where that differed; set when it is shrunk */
    gboolean needed;   /* the suite would cover less without it; set by who judges, with the next one */
    gboolean covers;   /* needed for what it covers, not only for mutants that it kills */
    gboolean varies;   /* its test would not do the same in each run: it has none, and is not needed */
    gboolean is_more;  /* it tells mutants only: it is not shrunk */
    char *why;         /* what only it covers, in words; NULL: nobody said */
} GenerateFound;

/* An input on which a function crashed, ran too long, ended the program, or did what C leaves undefined: one for each
 * way. */
typedef struct {
    guint function;
    GBytes *bytes;
    enum hlcov_end end; /* HLCOV_RETURNED: sanitizers alone found something */
    guint status;
    guint count; /* inputs that ended so */
} GenerateBad;

/* A search, and what came of it so far. */
typedef struct {
    GenerateServer *server;
    GenerateServer
        *other;      /* the same functions in another program, whose memory lies elsewhere and has other garbage */
    gboolean checks; /* it has sanitizers: what it reports is not kept */
    GenerateChooser *chooser;
    GPtrArray *found; /* GenerateFound */
    GPtrArray *bad;   /* GenerateBad */
    guint8 *settled;  /* by slot: 1 if it is set by what is kept, or nothing is looked for there */
} GenerateSearch;

/* Makes an empty search; to be freed, the servers and the chooser are not its own. `checks`: the other one has
 * sanitizers. */
GenerateSearch *generate_search_new(GenerateServer *server, GenerateServer *other, gboolean checks,
                                    GenerateChooser *chooser);
void generate_search_free(GenerateSearch *search);

/* When to stop: after so many microseconds, or after so many runs without a new slot. */
typedef struct {
    gint64 time;
    guint64 plateau;
} GenerateBudget;

/* Looks for inputs of the contract's function, beginning with those that were found before. FALSE and *error if the
 * program is gone. */
gboolean generate_search(GenerateSearch *search, const GenerateContract *contract, GenerateBudget budget,
                         GError **error);

/* Runs the input, and sets a byte of `slots` for each of the `n` slots from `first` on that it sets, if it returns;
 * appends its calls of functions outside of the unit, struct hlcov_call, to `calls`. */
gboolean generate_look(GenerateSearch *search, const GenerateContract *contract, GBytes *input, guint32 first, guint n,
                       guint8 *slots, GArray *calls, GError **error);

/* Runs the input, and keeps it if it returns, whatever it sets. */
gboolean generate_keep(GenerateSearch *search, const GenerateContract *contract, GBytes *input, GError **error);

/* Runs guesses, GBytes, and keeps those that set a new slot. guesses[i] is one for slot slots[i] of the program: *right
 * is set to the number of those that set it. Both may be NULL: nobody asks. */
gboolean generate_try(GenerateSearch *search, const GenerateContract *contract, const GPtrArray *guesses,
                      const guint32 *slots, guint *right, GError **error);

#endif
