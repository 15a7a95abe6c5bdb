/* Has inline functions defined; see inlines.h. */
#include "generate/contract/inlines.h"

#include "annot/tree/head.h"

static gboolean is_of_gnu(const AnnotText *text, const AnnotFunction *function)
{
    return annot_head_says(text, function, "gnu_inline") || annot_head_says(text, function, "__gnu_inline__");
}

/* Whether the definition serves calls alone: C's inline says so without `extern`, that of GNU with it. */
static gboolean is_inline_only(const AnnotText *text, const AnnotFunction *function)
{
    return function->linkage == ANNOT_INLINE && !annot_head_says(text, function, "static") &&
           annot_head_says(text, function, "extern") == is_of_gnu(text, function);
}

typedef void (*Append)(const AnnotText *text, const AnnotFunction *function, GString *out);

static void append_each(const GenerateContracts *contracts, Append append, GString *out)
{
    gsize before = out->len;
    for (guint i = 0; i < contracts->tree->n_functions; i++)
        if (is_inline_only(contracts->text, contracts->tree->functions[i]))
            append(contracts->text, contracts->tree->functions[i], out);
    g_string_append(out, out->len > before ? "\n" : "");
}

static void append_weak(const AnnotText *text, const AnnotFunction *function, GString *out)
{
    (void)text;
    g_string_append_printf(out, "#pragma weak %s\n", function->name);
}

static void append_definition(const AnnotText *text, const AnnotFunction *function, GString *out)
{
    g_string_append_printf(out,
                           is_of_gnu(text, function) ? "inline __attribute__((gnu_inline)) __typeof__(%s) %s;\n"
                                                     : "extern __typeof__(%s) %s;\n",
                           function->name, function->name);
}

void generate_inlines_before(const GenerateContracts *contracts, GString *out)
{
    append_each(contracts, append_weak, out);
}

void generate_inlines_behind(const GenerateContracts *contracts, GString *out)
{
    append_each(contracts, append_definition, out);
}
