/* The program and some of its mutants, each in a process of its own, asked whether an input tells all of them: the
 * program returns, and leaves behind what no mutant does. It chooses no inputs. */
#ifndef GENERATE_TELLERS_H
#define GENERATE_TELLERS_H

#include "generate/serve.h"

/* The program with its mutants. */
typedef struct {
    const char *program; /* of a harness, built with the mutants of a strong build */
    char **environment;  /* of the program, as of g_get_environ */
    char **names;        /* of mutants of one function, as HLCOV_MUTANT has them; NULL: one that is not asked about */
    guint n;
} GenerateMutants;

typedef struct GenerateTellers GenerateTellers;

/* Starts the program and the mutants that have names. To be freed. NULL and *error if that fails. */
GenerateTellers *generate_tellers_new(const GenerateMutants *mutants, GError **error);
void generate_tellers_free(GenerateTellers *tellers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateTellers, generate_tellers_free)

/* Whether the input of function number `function` tells all mutants. FALSE, too, where a process is gone. */
gboolean generate_tellers_agree(const GenerateTellers *tellers, guint function, const guint8 *bytes, gsize size);

/* Starts a mutant of the program by its name; NULL and *error if that fails. */
GenerateServer *generate_mutant_start(const GenerateMutants *mutants, const char *name, GError **error);

/* Whether a run tells a mutant from the program, which left `wanted` behind; NULL: it did not return, and nothing is
 * compared, for no test would be written. */
gboolean generate_run_tells(GBytes *wanted, const GenerateRun *run);

#endif
