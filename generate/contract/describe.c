/* Shows contracts; see describe.h. */
#include "generate/contract/describe.h"

#include <string.h>

static void append_list(const char *const *names, guint n, GString *out)
{
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
}

static void append_functions(const GenerateShape *shape, GString *out)
{
    const char *names[9] = {"NULL"};
    for (guint i = 0; i < shape->n_functions && i + 1 < G_N_ELEMENTS(names); i++)
        names[i + 1] = shape->functions[i]->name;
    append_list(names, MIN(shape->n_functions + 1, G_N_ELEMENTS(names)), out);
}

static void append_shape(const GenerateShape *shape, GString *out)
{
    switch (shape->kind) {
    case HLCOV_NUMBER:
        g_string_append_printf(
            out, shape->type->kind == ANNOT_TYPE_ENUM ? "an enumerator, or another number: %s" : "any %s", shape->text);
        break;
    case HLCOV_POINTER: g_string_append_printf(out, "NULL, or an array of %s", shape->target->text); break;
    case HLCOV_TEXT: g_string_append(out, "NULL, or a text"); break;
    case HLCOV_RECORD: g_string_append_printf(out, "any %s, member by member", shape->text); break;
    case HLCOV_UNION: g_string_append_printf(out, "any %s, by one of its members", shape->text); break;
    case HLCOV_ARRAY:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT " elements of %s", shape->count, shape->target->text);
        break;
    case HLCOV_FUNCTION: append_functions(shape, out); break;
    case HLCOV_TOKEN: g_string_append(out, "NULL, or something that nobody looks into"); break;
    case HLCOV_STREAM: g_string_append(out, "NULL, or a stream that holds a text"); break;
    case HLCOV_FIELD:
    case HLCOV_NOTHING: g_string_append(out, "0"); break;
    }
}

static void append_item(const GenerateContract *contract, const GenerateItem *item, GString *out)
{
    g_string_append_printf(out, " *     %s: ", item->name);
    if (item->role == HLCOV_GLOBAL)
        g_string_append(out, "a variable, as it is at first, or ");
    if (item->role == HLCOV_STUB)
        g_string_append_printf(out, "not defined; it gives up to %d values, then zeros; each is ", HLCOV_MOST_RESULTS);
    append_shape(item->shape, out);
    if (item->role == HLCOV_LENGTH)
        g_string_append_printf(out, ", but no more than there are elements behind %s", contract->items[item->of].name);
    g_string_append_c(out, '\n');
}

/* ---- as C ---- */

static void append_parameters(const GenerateContract *contract, gboolean result, GString *out)
{
    const char *comma = "";
    if (result && contract->result) {
        generate_declare(contract->result->text, "result", out);
        comma = ", ";
    }
    for (guint i = 0; i < contract->n_parameters; i++, comma = ", ") {
        const GenerateItem *item = &contract->items[contract->parameters[i]];
        g_string_append(out, comma);
        generate_declare(item->shape->text, item->name, out);
    }
    g_string_append(out, *comma ? ")\n{\n" : "void)\n{\n");
}

/* A hook that changes nothing, for the user to change. */
static void append_hook(const GenerateContract *contract, const char *kind, const char *body, GString *out)
{
    gboolean judges = strcmp(kind, "oracle") == 0;
    g_string_append_printf(out, "\nstatic inline %s %s_%s(", *body ? "int" : "void", kind, contract->function->name);
    append_parameters(contract, judges, out);
    if (judges && contract->result)
        g_string_append(out, "    (void)result;\n");
    for (guint i = 0; i < contract->n_parameters; i++)
        g_string_append_printf(out, "    (void)%s;\n", contract->items[contract->parameters[i]].name);
    g_string_append_printf(out, "%s}\n", body);
}

char *generate_describe(const GenerateContract *contract)
{
    static const char yes[] = "    return 1;\n";
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "\n/* %s\n", contract->function->name);
    if (contract->refused) {
        g_string_append_printf(out, " *     is not called: %s */\n", contract->refused);
        return g_string_free(out, FALSE);
    }
    for (guint i = 0; i < contract->n_items; i++)
        append_item(contract, &contract->items[i], out);
    if (contract->assumed)
        g_string_append_printf(out, " *     assumed: %s\n", contract->assumed);
    g_string_append(out, " */");
    append_hook(contract, "init", "", out);
    append_hook(contract, "assume", yes, out);
    append_hook(contract, "oracle", yes, out);
    return g_string_free(out, FALSE);
}

char *generate_describe_head(const char *path)
{
    return g_strdup_printf("/* What functions of %s take, as hlcov generate infers it, and hooks that say more:\n"
                           " *\n"
                           " * init_NAME      is called before NAME, and may fill what its parameters lead to\n"
                           " * assume_NAME    returns 0 if NAME may not be called so\n"
                           " * oracle_NAME    returns 0 if what NAME did is wrong\n"
                           " *\n"
                           " * Change them, delete those that say nothing, and name this file by --hooks. It is "
                           "included behind the unit. */\n",
                           path);
}
