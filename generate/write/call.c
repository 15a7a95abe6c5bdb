/* Writes calls; see call.h. */
#include "generate/write/call.h"

#include <string.h>

#include "generate/write/expected.h"
#include "generate/write/habits.h"

static gboolean has_objects(const GenerateCases *cases)
{
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        for (guint k = 0; k < one->input->nodes->len; k++)
            if (one->names[k])
                return TRUE;
    }
    return FALSE;
}

static gboolean is_on_heap(const GenerateCases *cases)
{
    return cases->habits & GENERATE_FREES && has_objects(cases);
}

/* ---- before the call ---- */

static void append_row(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    if (is_on_heap(cases))
        g_string_append_printf(out,
                               "    struct $%s_case $copy = $%s_cases[$i];\n"
                               "    const struct $%s_case *$row = &$copy;\n",
                               name, name, name);
    else
        g_string_append_printf(out, "    const struct $%s_case *$row = &$%s_cases[$i];\n", name, name);
}

/* Whether the value can be assigned: a record may have const members. */
static gboolean is_assignable(const GenerateShape *shape)
{
    return shape->kind != HLCOV_ARRAY && shape->kind != HLCOV_RECORD && shape->kind != HLCOV_UNION &&
           shape->kind != HLCOV_NOTHING;
}

static void append_copy(const GenerateShape *shape, const char *to, const char *from, GString *out)
{
    if (is_assignable(shape))
        g_string_append_printf(out, "%s = %s;\n", to, from);
    else
        g_string_append_printf(out, "memcpy(&%s, &%s, sizeof %s);\n", to, from, to);
}

static void save_variable(const GenerateItem *item, GString *out)
{
    g_autofree char *saved = g_strdup_printf("$saved_%s", item->name);
    g_string_append(out, "    ");
    generate_declare(item->shape->text, saved, out);
    if (is_assignable(item->shape)) {
        g_string_append_printf(out, " = %s;\n", item->name);
        return;
    }
    g_string_append(out, ";\n    ");
    append_copy(item->shape, saved, item->name, out);
}

static void append_saving(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    for (guint i = 0; i < cases->contract->n_items; i++)
        if (cases->contract->items[i].role == HLCOV_GLOBAL)
            save_variable(&cases->contract->items[i], out);
    if (is_on_heap(cases))
        g_string_append_printf(out,
                               "    $copy_blocks($%s_blocks, sizeof $%s_blocks / sizeof *$%s_blocks);\n"
                               "    $redirect(&$copy, sizeof $copy);\n",
                               name, name, name);
    else if (has_objects(cases))
        g_string_append_printf(out, "    const struct $%s_objects $saved_objects = $%s_objects;\n", name, name);
}

static void set_variable(const GenerateCases *cases, const GenerateColumn *column, GString *out)
{
    const char *variable = cases->contract->items[column->item].name;
    g_string_append_printf(out, "    if ($row->%s)\n        memcpy(&%s, $row->%s, sizeof %s);\n", column->name,
                           variable, column->name, variable);
    if (is_on_heap(cases))
        g_string_append_printf(out, "    $redirect(&%s, sizeof %s);\n", variable, variable);
}

/* Answers may lead to objects that are copied, and are then copied with them. */
static void set_answers(const GenerateCases *cases, const GenerateColumn *column, GString *out)
{
    const char *stub = cases->contract->items[column->item].name;
    if (!is_on_heap(cases)) {
        g_string_append_printf(out, "    $%s_answers = $row->%s;\n    $%s_left = $row->%s;\n", stub, column->name, stub,
                               column->count);
        return;
    }
    g_autofree char *copies = g_strdup_printf("$%s_copies[%d]", stub, HLCOV_MOST_RESULTS);
    g_string_append(out, "    ");
    generate_declare(column->shape->text, copies, out);
    g_string_append_printf(out,
                           ";\n    if ($row->%s)\n        memcpy($%s_copies, $row->%s, $row->%s * sizeof *$row->%s);\n"
                           "    $redirect($%s_copies, $row->%s * sizeof *$row->%s);\n"
                           "    $%s_answers = $%s_copies;\n    $%s_left = $row->%s;\n",
                           column->name, stub, column->name, column->count, column->name, stub, column->count,
                           column->name, stub, stub, stub, column->count);
}

static void append_setting(const GenerateCases *cases, GString *out)
{
    if (cases->habits & GENERATE_READS)
        g_string_append(out, "    $close_input();\n");
    for (guint i = 0; i < cases->columns->len; i++) {
        const GenerateColumn *column = GENERATE_COLUMN(cases, i);
        if (column->kind == GENERATE_VARIABLE)
            set_variable(cases, column, out);
        else if (column->kind == GENERATE_ANSWERS)
            set_answers(cases, column, out);
    }
}

/* ---- the call ---- */

/* A macro of the function's name is not meant. */
static void append_call(const GenerateCases *cases, const GenerateNames *names, GString *out)
{
    const GenerateContract *contract = cases->contract;
    const char *name = contract->function->name;
    g_string_append(out, "    ");
    if (generate_column(cases, GENERATE_RESULT, 0)) {
        generate_declare(contract->result->text, "$result", out);
        g_string_append(out, " = ");
    } else if (contract->returns_value) {
        g_string_append(out, "(void)");
    }
    g_string_append_printf(out, generate_names_macro(names, name) ? "(%s)(" : "%s(", name);
    for (guint i = 0; i < contract->n_parameters; i++) {
        const GenerateColumn *column = generate_column(cases, GENERATE_PARAMETER, contract->parameters[i]);
        g_string_append_printf(out, column->shape->kind == HLCOV_STREAM ? "%s$stream_of($row->%s)" : "%s$row->%s",
                               i > 0 ? ", " : "", column->name);
    }
    g_string_append(out, ");\n");
}

/* ---- behind the call ---- */

static void compare_array(const GenerateColumn *column, const char *now, GString *out)
{
    g_autofree char *k = generate_counter(0), *one = g_strdup_printf("$row->%s[%s]", now, k);
    g_autofree char *other = g_strdup_printf("$row->%s[%s]", column->name, k);
    const GenerateComparison comparison = {now, 8, 1, TRUE};
    g_string_append_printf(out, "    for (%s = 0; %s < $row->%s; %s++)\n", k, k, column->count, k);
    generate_compare(&comparison, column->shape->target, one, other, out);
}

static void compare_object(const GenerateCases *cases, const GenerateColumn *column, GString *out)
{
    const char *name = generate_column(cases, GENERATE_PARAMETER, column->item)->name;
    if (column->count) {
        compare_array(column, name, out);
        return;
    }
    g_autofree char *one = g_strdup_printf("$row->%s", name), *other = g_strdup_printf("$row->%s", column->name);
    const GenerateComparison comparison = {name, 4, 0, TRUE};
    generate_compare(&comparison, column->shape, one, other, out);
}

static void compare_value(const GenerateCases *cases, const GenerateColumn *column, GString *out)
{
    gboolean is_result = column->kind == GENERATE_RESULT;
    const char *name = is_result ? "$result" : cases->contract->items[column->item].name;
    g_autofree char *other = g_strdup_printf("$row->%s", column->name);
    const GenerateComparison comparison = {name + is_result, 4, 0, column->is_followed};
    generate_compare(&comparison, column->shape, name, other, out);
}

static void append_comparisons(const GenerateCases *cases, GString *out)
{
    for (guint i = 0; i < cases->columns->len; i++) {
        const GenerateColumn *column = GENERATE_COLUMN(cases, i);
        if (column->kind == GENERATE_OBJECT)
            compare_object(cases, column, out);
        else if (column->kind == GENERATE_CHANGED || column->kind == GENERATE_RESULT)
            compare_value(cases, column, out);
    }
}

static void append_restoring(const GenerateCases *cases, GString *out)
{
    const char *function = cases->contract->function->name;
    for (guint i = 0; i < cases->contract->n_items; i++) {
        const GenerateItem *item = &cases->contract->items[i];
        g_autofree char *saved = g_strdup_printf("$saved_%s", item->name);
        if (generate_column(cases, GENERATE_ANSWERS, i))
            g_string_append_printf(out, "    $%s_left = 0;\n", item->name);
        if (item->role != HLCOV_GLOBAL)
            continue;
        g_string_append(out, "    ");
        append_copy(item->shape, item->name, saved, out);
    }
    if (has_objects(cases) && !is_on_heap(cases))
        g_string_append_printf(out, "    memcpy(&$%s_objects, &$saved_objects, sizeof $saved_objects);\n", function);
}

/* ---- all of it ---- */

static void append_bad(const GenerateCases *cases, const GenerateNames *names, GString *out)
{
    g_string_append_printf(out, "static void $run_%s(unsigned $i)\n{\n", cases->contract->function->name);
    append_row(cases, out);
    if (is_on_heap(cases))
        append_saving(cases, out);
    append_setting(cases, out);
    append_call(cases, names, out);
    g_string_append(out, cases->columns->len > 0 ? "" : "    (void)$row;\n");
    g_string_append(out, "}\n\n");
}

void generate_call(const GenerateCases *cases, const GenerateNames *names, GString *out)
{
    g_autoptr(GString) comparisons = g_string_new(NULL);
    if (GENERATE_CASE(cases, 0)->bad) {
        append_bad(cases, names, out);
        return;
    }
    append_comparisons(cases, comparisons);
    g_string_append_printf(out, "static enum $outcome $run_%s(unsigned $i)\n{\n", cases->contract->function->name);
    append_row(cases, out);
    g_string_append(out, "    int $good = 1;\n");
    generate_counters(comparisons->str, 4, out);
    append_saving(cases, out);
    append_setting(cases, out);
    append_call(cases, names, out);
    g_string_append(out, comparisons->str);
    append_restoring(cases, out);
    g_string_append(out, "    return $judge($good, $row->confirmed);\n}\n\n");
}

/* ---- what the unit only declares ---- */

/* The parameters of a function's type, "int (char *, int)", with names; each is told to be unused. */
static void append_head(const GenerateStub *stub, GString *out, GString *unused)
{
    const char *type = stub->decl->type->name, *begin = strrchr(type, '(');
    g_autofree char *list = begin ? g_strndup(begin + 1, strlen(begin + 1) - 1) : g_strdup("void");
    g_auto(GStrv) parameters = g_strsplit(list, ", ", -1);
    guint n = 0;
    for (char **one = parameters; *one; one++) {
        g_autofree char *name = g_strdup_printf("$p%u", ++n);
        g_string_append(out, n > 1 ? ", " : "");
        if (strcmp(*one, "void") == 0 || strcmp(*one, "...") == 0) {
            g_string_append(out, *one);
            continue;
        }
        generate_declare(*one, name, out);
        g_string_append_printf(unused, "    (void)%s;\n", name);
    }
    g_string_append(out, n > 0 ? ")" : "void)");
}

static void declare_answers(const GenerateStub *stub, GString *out)
{
    g_autofree char *answers = g_strdup_printf("*$%s_answers", stub->decl->name);
    g_string_append(out, "static ");
    generate_declare(stub->type, answers, out);
    g_string_append_printf(out, ";\nstatic unsigned $%s_left;\n\n", stub->decl->name);
}

static void append_stub(const GenerateStub *stub, GString *out)
{
    const char *name = stub->decl->name;
    g_autoptr(GString) head = g_string_new(NULL), unused = g_string_new(NULL), named = g_string_new(name);
    g_string_append_c(named, '(');
    append_head(stub, named, unused);
    generate_declare(stub->type ? stub->type : "void", named->str, head);
    if (stub->type)
        declare_answers(stub, out);
    g_string_append_printf(out, "__attribute__((weak)) %s\n{\n", head->str);
    if (stub->type) {
        g_string_append(out, "    static ");
        generate_declare(stub->type, "$none", out);
        g_string_append(out, ";\n");
    }
    g_string_append(out, unused->str);
    if (stub->type)
        g_string_append_printf(out,
                               "    if ($%s_left == 0)\n        return $none;\n"
                               "    $%s_left--;\n    return *$%s_answers++;\n",
                               name, name, name);
    g_string_append(out, "}\n\n");
}

/* Whether the declaration says that the variable is defined somewhere else. */
static gboolean is_extern(const AnnotText *text, const AnnotDecl *variable)
{
    guint32 at = variable->at == ANNOT_NO_OFFSET ? 0 : variable->at;
    while (at > 0 && !strchr(";}", text->bytes[at - 1]))
        at--;
    return annot_text_find_word(text, at, "extern") < variable->at;
}

static void append_variables(const GenerateContracts *contracts, GString *out)
{
    gsize before = out->len;
    for (guint i = 0; i < contracts->globals->len; i++) {
        const AnnotDecl *variable = contracts->globals->pdata[i];
        if (variable->is_own || !is_extern(contracts->text, variable))
            continue;
        g_string_append(out, "__attribute__((weak)) ");
        generate_declare(variable->type_text, variable->name, out);
        g_string_append(out, ";\n");
    }
    g_string_append(out, out->len > before ? "\n" : "");
}

void generate_stubs(const GenerateContracts *contracts, GString *out)
{
    append_variables(contracts, out);
    for (guint i = 0; i < contracts->stubs->len; i++)
        append_stub(contracts->stubs->pdata[i], out);
}
