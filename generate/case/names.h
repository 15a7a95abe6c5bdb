/* Names for what a test defines beside the unit that it includes. It knows which names are taken; what they stand for
 * is others' business. */
#ifndef GENERATE_WRITE_NAMES_H
#define GENERATE_WRITE_NAMES_H

#include "annot/text/text.h"

typedef struct GenerateNames GenerateNames;

/* Finds the names that the unit uses where its functions can see them, and its macros: `source` is its text before it
 * was preprocessed into `text`, whose line markers name its headers. To be freed. */
GenerateNames *generate_names_new(const AnnotText *text, const char *source);
void generate_names_free(GenerateNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateNames, generate_names_free)

/* Whether the unit or one of its headers defines a macro of that name. */
gboolean generate_names_macro(const GenerateNames *names, const char *name);

/* Whether the unit includes <stdbool.h>. */
gboolean generate_names_has_bool(const GenerateNames *names);

/* Replaces each $name in C text by a name that is free, "name" or "name_"; literals and comments stay. */
void generate_names_settle(const GenerateNames *names, GString *text);

#endif
