/* Compiles the harness of a unit as the unit itself was compiled, and links it. It knows nothing of what is in it. */
#ifndef TOOLS_HARNESS_BUILD_H
#define TOOLS_HARNESS_BUILD_H

#include "annot/launch/launch.h"
#include "generate/unit.h"

/* How a unit is compiled. */
typedef struct {
    const AnnotLaunch *launch; /* what is recorded, and where tables are kept */
    char **words;              /* the compiler's command line for the unit */
    const char *source;        /* of its sources, as given there */
    const char *const *linked; /* objects, libraries and words for the linker, ended by NULL; NULL: none */
    const char *work;          /* directory for the files, absolute */
} HarnessBuild;

/* Whether a source is a harness, in the data directory of now or of before it was moved: it is no source of the user.
 */
gboolean harness_is(const char *source);

/* Returns the path of the program, to be freed; NULL and *error, with what the compiler or the linker said, if it
 * cannot be made. */
char *harness_build(const HarnessBuild *build, const GenerateUnit *unit, const char *harness, GError **error);

/* Builds the same program, for which harness_build wrote the texts, with sanitizers of addresses and of undefined
 * behaviour, and without probes. Returns its path, to be freed; NULL if there are no such sanitizers. */
char *harness_build_checked(const HarnessBuild *build, const GenerateUnit *unit);

/* Builds the same program with the mutants of a strong build in it, and without probes. Returns its path, to be freed;
 * NULL: it cannot be built. */
char *harness_build_strong(const HarnessBuild *build, const GenerateUnit *unit);

/* Compiles and links the text of a program of tests that includes the unit, as that is compiled, with the sanitizers
 * and what the harness keeps from the machine, if there are sanitizers. harness_build_checked comes first. Returns its
 * path, to be freed, or NULL and *error. */
char *harness_build_trial(const HarnessBuild *build, const GenerateUnit *unit, const char *text, GError **error);

/* Compiles and links the text of a program of tests that includes the unit, with the mutants of a strong build in it,
 * whose tables are kept in the work directory. Returns its path, to be freed, or NULL and *error. */
char *harness_build_mutants(const HarnessBuild *build, const char *text, GError **error);

#endif
