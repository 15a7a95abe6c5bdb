/* Writes tables; see table.h. */
#include "generate/case/table.h"

#include <string.h>

#include "generate/case/effects.h"
#include "generate/case/expected.h"
#include "generate/case/habits.h"
#include "generate/case/objects.h"

/* ---- columns ---- */

static void declare_member(const char *text, const char *name, GString *out)
{
    g_string_append(out, "    ");
    generate_declare(text, name, out);
    g_string_append(out, ";\n");
}

/* What a pointer leads to has the qualifier again that its shape is without. */
static void declare_parameter(const GenerateColumn *column, GString *out)
{
    const GenerateShape *shape = column->shape;
    gboolean is_text = shape->kind == HLCOV_TEXT && shape->is_const && !g_str_has_prefix(shape->text, "const ");
    g_autofree char *text = g_strconcat(is_text ? "const " : "", shape->text, NULL);
    declare_member(shape->kind == HLCOV_STREAM ? "const char *" : text, column->name, out);
}

/* A pointer to values of the type: behind brackets and parentheses it needs some of its own. */
static void declare_pointer(const char *text, const char *name, GString *out)
{
    gboolean is_array = strchr(text, '[') && !strstr(text, "(*");
    g_autofree char *pointer = g_strdup_printf(is_array ? "(*%s)" : "*%s", name);
    declare_member(text, pointer, out);
}

static void declare_text(const GenerateShape *shape, const char *name, GString *out)
{
    g_autofree char *text = g_strdup_printf("const %s *", shape->target->text);
    declare_member(text, name, out);
}

static void declare_observed(const GenerateColumn *column, GString *out)
{
    if (column->shape->kind == HLCOV_TEXT && !column->count)
        declare_text(column->shape, column->name, out);
    else if (column->kind == GENERATE_OBJECT)
        declare_pointer(column->shape->target->text, column->name, out);
    else
        declare_member(column->shape->text, column->name, out);
}

static void declare_column(const GenerateColumn *column, GString *out)
{
    if (column->kind == GENERATE_PARAMETER)
        declare_parameter(column, out);
    else if (column->kind == GENERATE_VARIABLE || column->kind == GENERATE_ANSWERS)
        declare_pointer(column->shape->text, column->name, out);
    else
        declare_observed(column, out);
    if (column->count)
        g_string_append_printf(out, "    unsigned %s;\n", column->count);
}

/* ---- cells ---- */

typedef struct {
    const GenerateCases *cases;
    const GenerateCase *one;
    GenerateSpelling spelling;
} Row;

static void begin_cell(const char *name, GString *out)
{
    g_string_append_printf(out, "%s.%s = ", out->len > 0 ? ", " : "", name);
}

static void append_count(const GenerateColumn *column, guint count, GString *out)
{
    if (column->count && count > 0)
        g_string_append_printf(out, ", .%s = %u", column->count, count);
}

static void append_parameter(const Row *row, const GenerateColumn *column, GString *out)
{
    begin_cell(column->name, out);
    generate_initialiser(&row->spelling, row->one->input, row->one->input->roots[column->item], out);
}

static void append_variable(const Row *row, const GenerateColumn *column, GString *out)
{
    const GenerateInput *input = row->one->input;
    guint root = input->roots[column->item];
    g_autoptr(GString) value = g_string_new(NULL);
    if (GENERATE_NODE(input, root)->count == 0)
        return;
    generate_initialiser(&row->spelling, input, root + 1, value);
    begin_cell(column->name, out);
    g_string_append_printf(out, *value->str == '{' ? "&(%s)%s" : "&(%s){%s}", column->shape->text, value->str);
}

static void append_answers(const Row *row, const GenerateColumn *column, GString *out)
{
    const GenerateInput *input = row->one->input;
    guint root = input->roots[column->item], count = GENERATE_NODE(input, root)->count;
    if (count == 0)
        return;
    begin_cell(column->name, out);
    g_string_append_c(out, '(');
    generate_array_type(column->shape->text, "[]", out);
    g_string_append(out, "){");
    for (guint i = root + 1; i < GENERATE_NODE(input, root)->next; i = GENERATE_NODE(input, i)->next) {
        g_string_append(out, i > root + 1 ? ", " : "");
        generate_initialiser(&row->spelling, input, i, out);
    }
    g_string_append_c(out, '}');
    append_count(column, count, out);
}

static void append_object(const Row *row, const GenerateColumn *column, GString *out)
{
    const GenerateInput *input = row->one->input;
    const GenerateObserved observed = {&row->spelling, row->one, GENERATE_MOST_STEPS - 1};
    guint maker = generate_maker(input, GENERATE_NODE(input, input->roots[column->item]));
    if (maker == G_MAXUINT)
        return;
    begin_cell(column->name, out);
    generate_observed_object(&observed, maker, column->count != NULL, out);
    append_count(column, generate_observed_count(input, maker), out);
}

/* A pointer that is NULL is not written: the member is so anyway. */
static void append_value(const Row *row, const GenerateColumn *column, guint index, GString *out)
{
    const GenerateObserved observed = {&row->spelling, row->one, column->is_followed ? GENERATE_MOST_STEPS : 0};
    begin_cell(column->name, out);
    generate_observed(&observed, index, out);
}

static void append_cell(const Row *row, const GenerateColumn *column, GString *out)
{
    switch (column->kind) {
    case GENERATE_PARAMETER: append_parameter(row, column, out); break;
    case GENERATE_VARIABLE: append_variable(row, column, out); break;
    case GENERATE_ANSWERS: append_answers(row, column, out); break;
    case GENERATE_OBJECT: append_object(row, column, out); break;
    case GENERATE_CHANGED: append_value(row, column, row->one->left->globals[column->item], out); break;
    case GENERATE_RESULT: append_value(row, column, row->one->left->result, out); break;
    }
}

/* ---- rows ---- */

/* A comment of its own line, or lines; what would end it is written otherwise. */
static void append_comment(guint indent, const char *text, GString *out)
{
    g_auto(GStrv) opened = g_strsplit(text, "/*", -1);
    g_autofree char *plain = g_strjoinv("/ *", opened);
    g_auto(GStrv) closed = g_strsplit(plain, "*/", -1);
    g_autofree char *harmless = g_strjoinv("* /", closed);
    g_string_append_printf(out, "%*s/* %s */\n", (int)indent, "", harmless);
}

/* Without columns there is only `confirmed` to be written. */
static void append_row(const Row *row, GString *out)
{
    g_autoptr(GString) cells = g_string_new(NULL);
    for (guint i = 0; i < row->cases->columns->len; i++)
        append_cell(row, GENERATE_COLUMN(row->cases, i), cells);
    if (row->one->why)
        append_comment(4, row->one->why, out);
    g_string_append_printf(out, "    {%s},\n", cells->len > 0 ? cells->str : row->one->bad ? "0" : ".confirmed = 0");
}

static void append_unstable(const GenerateCases *cases, GString *out)
{
    g_autofree char *text =
        g_strdup_printf("Not compared, for it is not the same in each run: %s.", cases->unstable->str);
    if (cases->unstable->len > 0)
        append_comment(0, text, out);
}

void generate_table(GenerateCases *cases, gboolean has_bool, GString *out)
{
    const char *name = cases->contract->function->name;
    gboolean is_bad = GENERATE_CASE(cases, 0)->bad != NULL;
    if (generate_name_objects(cases))
        generate_objects(cases, has_bool, out);
    append_unstable(cases, out);
    g_string_append_printf(out, "static const struct $%s_case {\n", name);
    for (guint i = 0; i < cases->columns->len; i++)
        declare_column(GENERATE_COLUMN(cases, i), out);
    g_string_append(out, !is_bad ? "    int confirmed;\n" : cases->columns->len > 0 ? "" : "    int nothing;\n");
    g_string_append_printf(out, "} $%s_cases[] = {\n", name);
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        const Row row = {cases, one, {has_bool, one->names}};
        append_row(&row, out);
    }
    g_string_append(out, "};\n\n");
}
