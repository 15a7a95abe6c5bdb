/* Repeats heads of functions; see head.h. */
#include "annot/tree/head.h"

#include <string.h>

static gboolean names_parameters(const AnnotFunction *function)
{
    for (guint i = 0; i < function->n_parameters; i++)
        if (!*function->parameters[i]->name)
            return FALSE;
    return TRUE;
}

/* Whether a length in the extent, behind a [, is more than a number: it would be computed twice. */
static gboolean computes_length(const AnnotText *text, AnnotExtent at)
{
    for (guint32 i = annot_text_skip(text, at.begin); i < at.end;) {
        guint32 end = annot_text_token_end(text, i), next = annot_text_skip(text, end);
        if (text->bytes[i] == '[' && text->bytes[next] != ']' && !g_ascii_isdigit(text->bytes[next]))
            return TRUE;
        i = next;
    }
    return FALSE;
}

gboolean annot_head_is_plain(const AnnotText *text, const AnnotFunction *function)
{
    static const char *const others[] = {"{", ".", NULL};
    AnnotExtent head = {function->at.begin, function->body->at.begin};
    return names_parameters(function) && !annot_text_has_any(text, head, others) && !computes_length(text, head) &&
           !annot_text_follows_pragma(text, function->at.begin);
}

gboolean annot_head_says(const AnnotText *text, const AnnotFunction *function, const char *word)
{
    const char *const words[] = {word, NULL};
    return annot_text_has_any(text, (AnnotExtent){function->at.begin, function->name_at}, words);
}

gboolean annot_head_defines(const AnnotText *text, const AnnotFunction *function)
{
    return (function->linkage != ANNOT_INLINE || annot_head_says(text, function, "static")) &&
           !annot_head_says(text, function, "extern");
}

GString *annot_head_renamed(const AnnotText *text, const AnnotFunction *function, const char *prefix)
{
    GString *out = g_string_new_len(text->bytes + function->at.begin, function->name_at - function->at.begin);
    g_string_append(out, prefix);
    return g_string_append_len(out, text->bytes + function->name_at, function->body->at.begin - function->name_at);
}

GString *annot_head_call(const AnnotFunction *function, const char *callee)
{
    gboolean is_void = function->decl->type->target->kind == ANNOT_TYPE_VOID;
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "{%s%s(", is_void ? "" : "return ", callee);
    for (guint i = 0; i < function->n_parameters; i++)
        g_string_append_printf(out, "%s%s", i > 0 ? "," : "", function->parameters[i]->name);
    return g_string_append(out, is_void ? ");return;}" : ");}");
}
