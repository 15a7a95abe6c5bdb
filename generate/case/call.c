/* Writes calls; see call.h. */
#include "generate/case/call.h"

#include <string.h>

#include "generate/case/expected.h"
#include "generate/case/habits.h"

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
static gboolean is_assignable(const AnnotDecl *variable)
{
    return variable->type->kind != ANNOT_TYPE_ARRAY && variable->type->kind != ANNOT_TYPE_RECORD;
}

static void append_copy(const AnnotDecl *variable, const char *to, const char *from, GString *out)
{
    if (is_assignable(variable))
        g_string_append_printf(out, "%s = %s;\n", to, from);
    else
        g_string_append_printf(out, "memcpy(&%s, &%s, sizeof %s);\n", to, from, to);
}

/* What is large does not lie on the stack. */
static void save_variable(const AnnotDecl *variable, GString *out)
{
    enum { LARGE = 4096 };
    g_autofree char *saved = g_strdup_printf("$saved_%s", variable->name);
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_string_append(out, variable->type->size > LARGE ? "    static " : "    ");
    generate_declare(generate_variable_text(arena, variable), saved, out);
    if (is_assignable(variable)) {
        g_string_append_printf(out, " = %s;\n", variable->name);
        return;
    }
    g_string_append(out, ";\n    ");
    append_copy(variable, saved, variable->name, out);
}

static void append_saving(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    for (guint i = 0; i < cases->saved->len; i++)
        save_variable(cases->saved->pdata[i], out);
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
    g_autofree char *value = g_strdup_printf("*$row->%s", column->name);
    g_string_append_printf(out, "    if ($row->%s)\n        ", column->name);
    append_copy(cases->contract->items[column->item].decl, variable, value, out);
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

/* Values of all parameters and the end of the call, behind `before`. */
static void append_arguments(const GenerateCases *cases, const char *before, GString *out)
{
    const GenerateContract *contract = cases->contract;
    const char *comma = before;
    for (guint i = 0; i < contract->n_parameters; i++, comma = ", ") {
        const GenerateColumn *column = generate_column(cases, GENERATE_PARAMETER, contract->parameters[i]);
        g_string_append_printf(out, column->shape->kind == HLCOV_STREAM ? "%s$stream_of($row->%s)" : "%s$row->%s",
                               comma, column->name);
    }
    g_string_append_c(out, ')');
}

/* Whether the result has a variable: it is compared, or an oracle takes it. */
static gboolean keeps_result(const GenerateCases *cases)
{
    const GenerateContract *contract = cases->contract;
    return generate_column(cases, GENERATE_RESULT, 0) || (contract->result && contract->hooks & GENERATE_ORACLE);
}

/* A macro of the function's name is not meant. */
static void append_call(const GenerateCases *cases, const GenerateNames *names, GString *out)
{
    const GenerateContract *contract = cases->contract;
    const char *name = contract->function->name;
    if (contract->hooks & GENERATE_INIT) {
        g_string_append_printf(out, "    init_%s(", name);
        append_arguments(cases, "", out);
        g_string_append(out, ";\n");
    }
    g_string_append(out, "    ");
    if (keeps_result(cases)) {
        generate_declare(contract->result->text, "$result", out);
        g_string_append(out, " = ");
    } else if (contract->returns_value) {
        g_string_append(out, "(void)");
    }
    g_string_append_printf(out, generate_names_macro(names, name) ? "(%s)(" : "%s(", name);
    append_arguments(cases, "", out);
    g_string_append(out, ";\n");
}

/* The oracle's call, behind the text. */
static void append_oracle(const GenerateCases *cases, const char *before, const char *behind, GString *out)
{
    const char *result = cases->contract->result ? "$result" : "";
    if (!(cases->contract->hooks & GENERATE_ORACLE))
        return;
    g_string_append_printf(out, "    %soracle_%s(%s", before, cases->contract->function->name, result);
    append_arguments(cases, *result ? ", " : "", out);
    g_string_append_printf(out, "%s;\n", behind);
}

/* ---- behind the call ---- */

/* Element number `k` of what the member of the row points to. */
static char *element_of(const GenerateColumn *column, const char *member, const char *k)
{
    gboolean is_void = column->shape->type->target->kind == ANNOT_TYPE_VOID;
    return g_strdup_printf(is_void ? "((unsigned char *)$row->%s)[%s]" : "$row->%s[%s]", member, k);
}

static void compare_array(const GenerateColumn *column, const char *now, GString *out)
{
    g_autofree char *k = generate_counter(0), *one = element_of(column, now, k);
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
    for (guint i = 0; i < cases->contract->n_items; i++)
        if (generate_column(cases, GENERATE_ANSWERS, i))
            g_string_append_printf(out, "    $%s_left = 0;\n", cases->contract->items[i].name);
    for (guint i = 0; i < cases->saved->len; i++) {
        const AnnotDecl *variable = cases->saved->pdata[i];
        g_autofree char *saved = g_strdup_printf("$saved_%s", variable->name);
        g_string_append(out, "    ");
        append_copy(variable, variable->name, saved, out);
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
    append_oracle(cases, "if (!", ")\n        abort()", out);
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
    if (cases->habits & GENERATE_PRINTS)
        g_string_append(out, "    putchar('\\n'); /* behind what it printed */\n");
    append_oracle(cases, "const int $right = ", "", out);
    g_string_append(out, comparisons->str);
    append_restoring(cases, out);
    if (cases->contract->hooks & GENERATE_ORACLE)
        g_string_append_printf(out, "    if (!$expect(\"oracle_%s\", $right))\n        return $FAILED;\n",
                               cases->contract->function->name);
    g_string_append(out, "    return $judge($good, $row->confirmed);\n}\n\n");
}
