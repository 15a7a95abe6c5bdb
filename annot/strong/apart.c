/* Writes functions of mutants; see apart.h. */
#include "annot/strong/apart.h"

#include <string.h>

#include "annot/strong/chosen.h"
#include "annot/text/dialect.h"
#include "annot/tree/head.h"

#define PREFIX "hlcov_mutants_"
#define NAME "hlcov_func" /* what stands for __func__ */

static const char *const names[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", NULL};

/* ---- which ---- */

/* Whether the body asks for its caller, its frame or its arguments. */
static gboolean asks_for_frame(const AnnotText *text, const AnnotFunction *function)
{
    static const char *const words[] = {"__builtin_return_address", "__builtin_frame_address", "__builtin_apply_args",
                                        "__builtin_dwarf_cfa",      "__builtin_stack_address", NULL};
    return annot_text_has_any(text, function->body->at, words);
}

/* Whether the head has types of its parameters behind it, as in C before 1989. */
static gboolean has_old_head(const AnnotText *text, const AnnotFunction *function)
{
    guint32 end = annot_text_previous_end(text, function->body->at.begin);
    return end > 0 && text->bytes[end - 1] != ')';
}

static gboolean names_itself(const AnnotText *text, const AnnotFunction *function)
{
    const char *const words[] = {function->name, NULL};
    return annot_text_has_any(text, function->body->at, words);
}

/* The end of main returns 0, but no other function's does. */
gboolean annot_apart_may_be(const AnnotText *text, const AnnotFunction *function)
{
    return !function->shaped && strcmp(function->name, "main") != 0 && annot_head_defines(text, function) &&
           annot_head_is_plain(text, function) && !asks_for_frame(text, function) &&
           !(has_old_head(text, function) && names_itself(text, function));
}

/* ---- text ---- */

void annot_apart_keep_name(const AnnotText *text, const AnnotFunction *function, AnnotEdits *edits)
{
    AnnotExtent at = function->body->at;
    for (guint32 next = at.begin; next < at.end;) {
        AnnotExtent token = {next, annot_text_token_end(text, next)};
        if (annot_text_has_any(text, token, names))
            annot_edits_replace(edits, token, g_strdup(NAME));
        next = annot_text_skip(text, token.end);
    }
}

/* A function that calls itself may be declared by its definition only, which comes behind. */
void annot_apart_write(const AnnotText *text, const AnnotFunction *function, const char *body, const char *marker,
                       AnnotEdits *edits)
{
    GString *out = g_string_new(NULL);
    if (names_itself(text, function))
        g_string_append_printf(out, "%.*s;",
                               (int)(annot_text_previous_end(text, function->body->at.begin) - function->at.begin),
                               text->bytes + function->at.begin);
    g_autofree char *head = g_string_free(annot_head_renamed(text, function, PREFIX), FALSE);
    g_string_append_printf(out, "%s" ANNOT_ATTRIBUTE "((__noinline__,__cold__,__no_instrument_function__)) %s{",
                           annot_head_says(text, function, "static") ? "" : "static ", head);
    if (annot_text_has_any(text, function->body->at, names))
        g_string_append_printf(out, "static const char " NAME "[]=\"%s\";", function->name);
    g_string_append_printf(out, ANNOT_CHOSEN_HERE "%s}%s", body, marker);
    annot_edits_wrap(edits, function->at, g_string_free(out, FALSE), NULL);
}

/* The compiler must not see that the call is a cold one: gcc would put it into a part of the function of its own, which
 * takes more room in tables of frames than the call. */
char *annot_apart_call(const AnnotFunction *function)
{
    g_autofree char *call = g_string_free(annot_head_call(function, "hlcov_p"), FALSE);
    return g_strdup_printf("{" ANNOT_TYPE_OF "(" PREFIX "%s)*hlcov_p=" PREFIX "%s;" ANNOT_ASM
                           "(\"\":\"+r\"(hlcov_p));%s}",
                           function->name, function->name, call);
}
