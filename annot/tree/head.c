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

/* Whether the text at `at` may have an effect: a call, an assignment, ++ or --. */
static gboolean has_effect(const AnnotText *text, guint32 at)
{
    char byte = text->bytes[at];
    return byte == '(' || byte == '=' || ((byte == '+' || byte == '-') && text->bytes[at + 1] == byte);
}

/* Whether a length in the extent, between [ and ], has an effect: it would be computed twice. */
static gboolean has_length_with_effect(const AnnotText *text, AnnotExtent at)
{
    guint depth = 0;
    for (guint32 i = annot_text_skip(text, at.begin); i < at.end;
         i = annot_text_skip(text, annot_text_token_end(text, i))) {
        depth += text->bytes[i] == '[';
        depth -= text->bytes[i] == ']';
        if (depth > 0 && has_effect(text, i))
            return TRUE;
    }
    return FALSE;
}

gboolean annot_head_is_plain(const AnnotText *text, const AnnotFunction *function)
{
    static const char *const others[] = {"{", ".", NULL};
    AnnotExtent head = {function->at.begin, function->body->at.begin};
    return names_parameters(function) && !annot_text_has_any(text, head, others) &&
           !has_length_with_effect(text, head) && !annot_text_follows_pragma(text, function->at.begin);
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
