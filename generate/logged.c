/* Writes functions that note calls; see logged.h. */
#include "generate/logged.h"

/* "unsigned int a0, double a1". */
static char *parameters_of(const GenerateStub *stub)
{
    const AnnotType *type = stub->decl->type;
    GString *out = g_string_new(type->n_parameters == 0 ? "void" : "");
    for (guint i = 0; i < type->n_parameters; i++)
        g_string_append_printf(out, "%s%s a%u", i > 0 ? ", " : "", generate_number_text(type->parameters[i]), i);
    return g_string_free(out, FALSE);
}

void generate_logged_rename(const GenerateStub *stub, guint number, GString *out)
{
    g_autofree char *parameters = parameters_of(stub);
    g_string_append_printf(out, "extern %s %s(%s) __asm__(\"hlcov_logged_%u\");\n",
                           generate_number_text(stub->decl->type->target), stub->decl->name, parameters, number);
}

/* What the assembler knows by the function's own name: of the C library, it is there; else it is NULL if nothing is
 * linked in. */
static void append_real(const GenerateStub *stub, guint number, const char *parameters, GString *out)
{
    const char *result = generate_number_text(stub->decl->type->target), *name = stub->decl->name;
    if (stub->is_library)
        g_string_append_printf(out, "extern %s hlcov_real_%u(%s) __asm__(\"%s\");\n", result, number, parameters, name);
    else
        g_string_append_printf(out, "static %s hlcov_real_%u(%s) __attribute__((__weakref__(\"%s\")));\n", result,
                               number, parameters, name);
}

static void append_call(const GenerateStub *stub, guint number, GString *out)
{
    guint n = stub->decl->type->n_parameters;
    g_string_append_printf(out, "struct hlcov_call call = {%u, %u, {0}}; %s r = hlcov_real_%u(", number, n,
                           generate_number_text(stub->decl->type->target), number);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "%sa%u", i > 0 ? ", " : "", i);
    g_string_append(out, ");");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, " __builtin_memcpy(&call.values[%u], &a%u, sizeof a%u);", i, i, i);
    g_string_append_printf(out, " __builtin_memcpy(&call.values[%u], &r, sizeof r); hlcov_note(&call); return r;", n);
}

void generate_logged(const GenerateStub *stub, guint number, const char *otherwise, GString *out)
{
    const char *result = generate_number_text(stub->decl->type->target);
    g_autofree char *parameters = parameters_of(stub);
    append_real(stub, number, parameters, out);
    g_string_append_printf(out,
                           "extern %s hlcov_log_%u(%s) __asm__(\"hlcov_logged_%u\");\n"
                           "__attribute__((__used__)) %s hlcov_log_%u(%s) { ",
                           result, number, parameters, number, result, number, parameters);
    if (!stub->is_library)
        g_string_append_printf(out, "if (!hlcov_real_%u) {%s } else { ", number, otherwise);
    append_call(stub, number, out);
    g_string_append(out, stub->is_library ? " }\n" : " } }\n");
}
