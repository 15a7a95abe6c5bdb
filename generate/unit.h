/* The functions of a unit, one after the other: their contracts, a harness, the search, and tests of what was found.
 * How a harness is compiled, and which of the inputs are needed, is the caller's to say. */
#ifndef GENERATE_UNIT_H
#define GENERATE_UNIT_H

#include "annot/survey.h"
#include "generate/solve/joint.h"
#include "generate/solve/pairs.h"
#include "generate/solve/paths.h"
#include "generate/search.h"
#include "htol/base/part.h"

/* A unit, what is asked of it, and what came of it. */
typedef struct GenerateUnit GenerateUnit;
struct GenerateUnit {
    const char *source;          /* text of the source */
    const char *path;            /* of the source, as the compiler is given it */
    const char *store;           /* directory where inputs are kept for the next time; NULL: nowhere */
    const char *const *wanted;   /* globs of names of functions, ended by NULL; NULL: all */
    char **environment;          /* of the harness, as of g_get_environ */
    HtolPart shard;              /* only functions whose names fall into it */
    gint64 time;                 /* microseconds that the search may take for a function */
    const PruneRequest *request; /* how hard formulas are to be solved; NULL: not at all */
    guint64 seed;                /* of random choices */
    gboolean ways_only;          /* inputs are looked for on ways alone */
    gboolean is_direct;          /* as in GenerateQuestion */
    const GenerateHooks *hooks;  /* NULL: there are none */
    /* Takes the contracts, and then nothing more is done; NULL: tests are generated. */
    void (*describe)(gpointer data, const GenerateUnit *unit);
    /* Makes a program of the harness's text: returns its path, to be freed, or NULL and *error. */
    char *(*build)(gpointer data, const GenerateUnit *unit, const char *harness, GError **error);
    /* Returns the path of the same program with sanitizers, to be freed; NULL: it cannot be built. */
    char *(*build_checked)(gpointer data, const GenerateUnit *unit);
    /* Returns the names of functions with something open, a set to be unreferenced: no other is searched. NULL and
     * *error on failure. */
    GHashTable *(*find_open)(gpointer data, const GenerateUnit *unit, GError **error);
    /* Marks which inputs are needed, and says why. */
    gboolean (*judge)(gpointer data, const GenerateUnit *unit, GError **error);
    /* Where tests are to kill mutants (NULL, with the next one: they are not), looks for inputs of a function that do,
     * when it has been searched. */
    gboolean (*seek)(gpointer data, const AnnotSurveyed *surveyed, GError **error);
    /* Where tests are to kill mutants, chooses among the needed inputs, which are all then. */
    gboolean (*kill)(gpointer data, const GenerateUnit *unit, GError **error);
    /* Takes the result: tests are needed inputs, shrunk. */
    gboolean (*finish)(gpointer data, const GenerateUnit *unit, GError **error);
    /* Is told that a function is begun; may be NULL. */
    void (*progress)(gpointer data, const GenerateUnit *unit, const GenerateContract *contract);
    gpointer data;
    /* What follows is for the callbacks to read. */
    GArray *surveyed; /* AnnotSurveyed */
    PruneCallers *callers;
    GenerateContracts *contracts;
    GenerateServer *server;
    GenerateSearch *search;
    char *program;
    GHashTable *open;           /* as find_open says */
    GString *proved;            /* lines that htol_proved_read reads: what was proved of functions */
    guint guesses, sure, right; /* inputs out of formulas; those that set their slots for sure, says the formula, and
                                   those of them that did */
    GeneratePathsTold *paths;   /* of each function of the tree: what came of following ways through it */
    const AnnotTree *library;   /* as in GenerateQuestion */
    GenerateJointUnit labels;   /* the unit with users' labels; its `labelled` is NULL if there are none */
    GenerateJointTold *joint;   /* of each function of the tree: what came of asking for what users ask of values */
    GError *error;              /* why nothing came of it; NULL: all is well */
};

/* The callbacks of an AnnotSurvey whose `data` is a GenerateUnit: the first notes a function, the second does all the
 * work. */
void generate_unit_look(gpointer data, const AnnotSurveyed *surveyed);
void generate_unit_end(gpointer data, const guint8 id[HTOL_ID_SIZE]);

/* Looks for inputs that tell mutants of the function from it, those with a 1 in `asked`, and keeps what is found:
 * observed, and needed. `most_ways`: as GeneratePairUnit has it. Returns a GeneratePairState for each, to be freed;
 * NULL and *error if the program is gone. */
guint8 *generate_unit_pairs(GenerateUnit *unit, const AnnotSurveyed *surveyed, const guint8 *asked, guint most_ways,
                            GError **error);

/* Whether the function is one of those that are wanted by their names. */
gboolean generate_is_wanted(const GenerateUnit *unit, const AnnotFunction *function);

#endif
