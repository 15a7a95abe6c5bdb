/* What ways know of the C library: the text of models.c, parsed. */
#ifndef GENERATE_LIBRARY_H
#define GENERATE_LIBRARY_H

#include "annot/tree/tree.h"

/* The text of models.c. */
extern const char generate_models_c[];

/* Parses the models; in the arena. NULL: the front end cannot. */
const AnnotTree *generate_library(HtolArena *arena);

/* Whether one of the models stands for the function. */
gboolean generate_library_has(const AnnotTree *library, const char *name);

#endif
