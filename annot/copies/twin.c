/* Looks at heads and calls of functions; see twin.h. */
#include "annot/copies/twin.h"

#include <string.h>

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

/* Whether the function is static, and its head can be written twice: it defines no type ({) and has no ... (.). */
static gboolean has_plain_head(const AnnotText *text, const AnnotFunction *function)
{
    static const char *const needed[] = {"static", NULL}, *const others[] = {"{", ".", NULL};
    AnnotExtent head = {function->at.begin, function->body->at.begin};
    return annot_text_has_any(text, head, needed) && !annot_text_has_any(text, head, others) &&
           !annot_text_follows_pragma(text, function->at.begin);
}

static gboolean names_parameters(const AnnotFunction *function)
{
    for (guint i = 0; i < function->n_parameters; i++)
        if (!*function->parameters[i]->name)
            return FALSE;
    return TRUE;
}

gboolean annot_twin_may_be(const AnnotText *text, const AnnotFunction *function, const AnnotCfg *cfg)
{
    return !function->attributed && calls_itself(text, function, cfg) && names_parameters(function) &&
           has_plain_head(text, function);
}
