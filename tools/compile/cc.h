/* hlcov cc: runs a C compiler so that what it builds records its coverage. */
#ifndef TOOLS_CC_H
#define TOOLS_CC_H

#include "annot/proved.h"
#include "tools/shared/commands.h"

/* How proofs are relied on. */
typedef struct {
    AnnotReadProved *read;      /* NULL: this program cannot */
    CommandFunction *otherwise; /* runs the whole command then, argv[0] its name */
} CcProofs;

/* Runs the command; returns its exit status. */
int cc_run(int argc, char **argv, const CcProofs *proofs);

#endif
