/* Parses the models of the C library; see library.h. */
#include "generate/solve/library.h"

#include <string.h>

const AnnotTree *generate_library(HtolArena *arena)
{
    const AnnotText text = {generate_models_c, (guint32)strlen(generate_models_c)};
    AnnotText *kept = htol_arena_memdup(arena, &text, sizeof text);
    AnnotTree *tree = annot_tree_parse(arena, kept, NULL, TRUE, NULL);
    return tree && tree->n_errors == 0 ? tree : NULL;
}

gboolean generate_library_has(const AnnotTree *library, const char *name)
{
    g_autofree char *model = g_strconcat("model_", name, NULL);
    for (guint i = 0; i < library->n_functions; i++)
        if (strcmp(library->functions[i]->name, model) == 0)
            return TRUE;
    return FALSE;
}
