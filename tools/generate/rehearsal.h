/* Runs tests as they are to be written, once before anybody else does: those that do not pass are no tests. It finds no
 * inputs. */
#ifndef TOOLS_REHEARSAL_H
#define TOOLS_REHEARSAL_H

#include "tools/compile/harness_build.h"

/* Compiles the tests of the needed inputs as C with sanitizers, if there are some, and runs them under the limits of
 * the harness. Those that fail are marked as not needed; *failed is set to their number. If the tests cannot be
 * compiled, nothing is marked, and the compiler's words are returned, to be freed; else NULL. */
char *rehearse(const HarnessBuild *build, const GenerateUnit *unit, guint *failed);

/* Runs a program of tests under limits: on files, on the clock and, unless `milliseconds` is 0, on its processor time.
 * Returns what it prints, to be freed. */
char *rehearsal_run(char **words, char **environment, guint milliseconds);

#endif
