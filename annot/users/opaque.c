/* Says of variables that an asm without instructions may have set them; see opaque.h. */
#include "annot/users/opaque.h"

#include "annot/text/dialect.h"

typedef struct {
    const AnnotFacts *facts;
    GPtrArray *done; /* const AnnotDecl */
    GString *out;
} Writer;

/* Appends the asm that may have set the variable: in a register if it may be there, for a variable whose address is
 * taken is slow everywhere. Else as bytes, for the compiler lets an asm claim to set those of a constant. Appends
 * nothing for a register variable that does not fit one, and for an array of unknown length. */
static void append_variable(const Writer *w, const AnnotDecl *decl)
{
    gboolean in_register = decl->is_register || decl->type->kind != ANNOT_TYPE_FLOAT;
    gboolean fits = annot_kind_is_scalar(decl->type->kind) && decl->type->size <= sizeof(guint64);
    if (fits && in_register && !decl->is_const)
        g_string_append_printf(w->out, ANNOT_ASM "(\"\":\"+r\"(%s));", decl->name);
    else if (!decl->is_register && decl->type->size > 0)
        g_string_append_printf(w->out, ANNOT_ASM "(\"\":\"+m\"(*(char(*)[sizeof(%s)])&%s));", decl->name, decl->name);
}

static void append_variables(const Writer *w, const AnnotExpr *expr)
{
    gboolean variable = expr->kind == ANNOT_EXPR_NAME && expr->decl &&
                        (expr->decl->kind == ANNOT_DECL_VARIABLE || expr->decl->kind == ANNOT_DECL_PARAMETER);
    if (variable && !annot_fact(w->facts, expr)->assigned && !g_ptr_array_find(w->done, expr->decl, NULL)) {
        g_ptr_array_add(w->done, (gpointer)expr->decl);
        append_variable(w, expr->decl);
    }
    for (guint i = 0; i < expr->n_operands; i++)
        append_variables(w, expr->operands[i]);
}

const char *annot_opaque(HtolArena *arena, const AnnotFacts *facts, const AnnotExpr *expr)
{
    g_autoptr(GPtrArray) done = g_ptr_array_new();
    g_autoptr(GString) out = g_string_new(NULL);
    Writer w = {facts, done, out};
    append_variables(&w, expr);
    return out->len > 0 ? htol_arena_strndup(arena, out->str, out->len) : NULL;
}
