/* Looks at functions that call themselves; see twin.h. */
#include "annot/copies/twin.h"

#include <string.h>

#include "annot/tree/head.h"

const AnnotExpr *annot_twin_named(const AnnotText *text, const AnnotFunction *function, const AnnotCall *call)
{
    if (!call->callee || strcmp(call->callee, function->name) != 0 || call->kept)
        return NULL;
    const AnnotExpr *name = annot_function_named(call->expr->operands[0]);
    return name->placed && annot_text_is_word(text, name->at.begin, function->name) ? name : NULL;
}

static gboolean calls_itself(const AnnotText *text, const AnnotFunction *function, const AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->calls->len; i++)
        if (annot_twin_named(text, function, g_ptr_array_index(cfg->calls, i)))
            return TRUE;
    return FALSE;
}

gboolean annot_twin_may_be(const AnnotText *text, const AnnotFunction *function, const AnnotCfg *cfg)
{
    return !function->attributed && calls_itself(text, function, cfg) && annot_head_says(text, function, "static") &&
           annot_head_is_plain(text, function);
}
