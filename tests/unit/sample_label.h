/* A label as a script declares it, for tests of labels at sites. */
#ifndef TESTS_UNIT_SAMPLE_LABEL_H
#define TESTS_UNIT_SAMPLE_LABEL_H

#include "htol/lang/script.h"

/* The first label of the script, which must be sound; it lives in the arena, and the source as long. */
const HtolLabelDecl *sample_label(HtolArena *arena, const char *source);

#endif
