/* Writes tests; see write.h. */
#include "generate/write.h"

#include <string.h>

#include <glib/gstdio.h>

#include "generate/left.h"
#include "generate/literal.h"

/* A needed input, read. */
typedef struct {
    const GenerateFound *found;
    GenerateInput *input;
    GenerateLeft *left;
} Case;

/* The cases of a function, and which columns they need. */
typedef struct {
    const GenerateContract *contract;
    GArray *cases;   /* Case */
    gboolean *given; /* by item: some case gives the variable a value, or the stub results */
    gboolean *after; /* by item: what it is, or points to, after the call is compared */
    guint varying;   /* cases that were left out: what they leave behind is not the same in each run */
} Table;

/* ---- cases ---- */

static void clear_case(gpointer data)
{
    Case *one = data;
    generate_input_free(one->input);
    generate_left_free(one->left);
}

static void add_case(Table *table, const GenerateFound *found)
{
    gsize size, n_left;
    const guint8 *bytes = g_bytes_get_data(found->bytes, &size), *left = g_bytes_get_data(found->left, &n_left);
    if (found->varies) {
        table->varying++;
        return;
    }
    Case one = {found, generate_input_read(table->contract, bytes, size), NULL};
    one.left = generate_left_read(one.input, left, n_left);
    if (one.left)
        g_array_append_val(table->cases, one);
    else
        generate_input_free(one.input);
}

/* Whether the kind of value can be written down after a call, and compared. */
static gboolean is_comparable(const GenerateShape *shape)
{
    switch (shape->kind) {
    case HLCOV_NUMBER:
    case HLCOV_FIELD: return TRUE;
    case HLCOV_ARRAY: return is_comparable(shape->target);
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            if (is_comparable(shape->members[i].shape))
                return TRUE;
        return FALSE;
    default: return FALSE;
    }
}

/* Whether the comparable parts of two trees of nodes, of one shape, are equal. */
static gboolean are_equal(const GArray *one, guint first, const GArray *other, guint second)
{
    const GenerateNode *left = &g_array_index(one, GenerateNode, first);
    const GenerateNode *right = &g_array_index(other, GenerateNode, second);
    if (left->shape->kind == HLCOV_NUMBER || left->shape->kind == HLCOV_FIELD)
        return left->bits == right->bits;
    if (left->shape->kind != HLCOV_RECORD && left->shape->kind != HLCOV_ARRAY)
        return TRUE;
    guint a = first + 1, b = second + 1;
    while (a < left->next && b < right->next) {
        if (!are_equal(one, a, other, b))
            return FALSE;
        a = g_array_index(one, GenerateNode, a).next;
        b = g_array_index(other, GenerateNode, b).next;
    }
    return TRUE;
}

static gboolean object_changed(const Case *one, guint root)
{
    const GenerateNode *node = GENERATE_NODE(one->input, root);
    guint before = root + 1, after = one->left->objects[root];
    for (guint i = 0; i < node->count; i++) {
        if (!are_equal(one->input->nodes, before, one->left->nodes, after))
            return TRUE;
        before = GENERATE_NODE(one->input, before)->next;
        after = g_array_index(one->left->nodes, GenerateNode, after).next;
    }
    return FALSE;
}

static gboolean points_to_comparable(const GenerateShape *shape)
{
    return shape->kind == HLCOV_POINTER && !shape->is_const && is_comparable(shape->target);
}

static gboolean variable_changed(const Table *table, const Case *one, guint item)
{
    const GenerateNode *root = GENERATE_NODE(one->input, one->input->roots[item]);
    const Case *first = &g_array_index(table->cases, Case, 0);
    if (root->count > 0)
        return !are_equal(one->input->nodes, one->input->roots[item] + 1, one->left->nodes, one->left->globals[item]);
    return !are_equal(first->left->nodes, first->left->globals[item], one->left->nodes, one->left->globals[item]);
}

static void choose_columns(Table *table, const Case *one, guint index)
{
    const GenerateItem *item = &table->contract->items[index];
    guint root = one->input->roots[index];
    const GenerateNode *node = GENERATE_NODE(one->input, root);
    if (item->role == HLCOV_GLOBAL || item->role == HLCOV_STUB)
        table->given[index] |= node->count > 0;
    if (item->role == HLCOV_GLOBAL && is_comparable(item->shape))
        table->after[index] |= variable_changed(table, one, index);
    if (item->role == HLCOV_PARAMETER && points_to_comparable(item->shape) && node->is_new)
        table->after[index] |= object_changed(one, root);
}

static Table *table_of(const GenerateUnit *unit, const GenerateContract *contract)
{
    Table *table = g_new0(Table, 1);
    *table = (Table){contract, g_array_new(FALSE, FALSE, sizeof(Case)), g_new0(gboolean, contract->n_items + 1),
                     g_new0(gboolean, contract->n_items + 1), 0};
    g_array_set_clear_func(table->cases, clear_case);
    for (guint i = 0; i < unit->search->found->len; i++) {
        const GenerateFound *found = unit->search->found->pdata[i];
        if (found->needed && found->function == contract->index)
            add_case(table, found);
    }
    for (guint i = 0; i < table->cases->len; i++)
        for (guint k = 0; k < contract->n_items; k++)
            choose_columns(table, &g_array_index(table->cases, Case, i), k);
    return table;
}

static void free_table(gpointer data)
{
    Table *table = data;
    g_array_unref(table->cases);
    g_free(table->given);
    g_free(table->after);
    g_free(table);
}

/* ---- columns ---- */

/* The name of a column: those of parameters and variables are theirs. */
static const char *own_name(const char *name)
{
    return strcmp(name, "result") == 0 ? "result_" : strcmp(name, "confirmed") == 0 ? "confirmed_" : name;
}

static void declare_column(const char *text, const char *name, GString *out)
{
    g_string_append(out, "    ");
    generate_declare(text, name, out);
    g_string_append(out, ";\n");
}

static const char *parameter_text(const GenerateShape *shape)
{
    return shape->kind == HLCOV_STREAM ? "const char *" : shape->text;
}

/* What a pointer leads to has the qualifier again that its shape is without. */
static void declare_parameter(const GenerateItem *item, GString *out)
{
    const GenerateShape *shape = item->shape;
    gboolean is_text = shape->kind == HLCOV_TEXT && shape->is_const && !g_str_has_prefix(shape->text, "const ");
    g_autofree char *text = g_strconcat(is_text ? "const " : "", parameter_text(shape), NULL);
    declare_column(text, own_name(item->name), out);
}

static void declare_columns(const Table *table, GString *out)
{
    const GenerateContract *contract = table->contract;
    for (guint i = 0; i < contract->n_parameters; i++)
        declare_parameter(&contract->items[contract->parameters[i]], out);
    for (guint i = 0; i < contract->n_items; i++) {
        const GenerateItem *item = &contract->items[i];
        g_autofree char *pointer = g_strdup_printf("*%s", item->name), *after = g_strdup_printf("%s_after", item->name);
        g_autofree char *after_pointer = g_strdup_printf("*%s", after);
        if (table->given[i])
            declare_column(item->shape->text, pointer, out);
        if (table->given[i] && item->role == HLCOV_STUB)
            g_string_append_printf(out, "    unsigned %s_count;\n", item->name);
        if (table->after[i] && item->role == HLCOV_GLOBAL)
            declare_column(item->shape->text, after, out);
        if (table->after[i] && item->role == HLCOV_PARAMETER) {
            declare_column(item->shape->target->text, after_pointer, out);
            g_string_append_printf(out, "    unsigned %s_count;\n", after);
        }
    }
}

/* How the result is compared. */
typedef enum { RESULT_NONE, RESULT_VALUE, RESULT_TEXT, RESULT_NULL } ResultKind;

static ResultKind result_kind(const GenerateContract *contract)
{
    const GenerateShape *shape = contract->result;
    if (!shape)
        return RESULT_NONE;
    switch (shape->kind) {
    case HLCOV_TEXT: return RESULT_TEXT;
    case HLCOV_POINTER:
    case HLCOV_TOKEN:
    case HLCOV_STREAM:
    case HLCOV_FUNCTION: return RESULT_NULL;
    default: return is_comparable(shape) ? RESULT_VALUE : RESULT_NONE;
    }
}

static void declare_result(const Table *table, GString *out)
{
    switch (result_kind(table->contract)) {
    case RESULT_VALUE: declare_column(table->contract->result->text, "result", out); break;
    case RESULT_TEXT: g_string_append(out, "    const char *result;\n"); break;
    case RESULT_NULL: g_string_append(out, "    int is_null; /* the result */\n"); break;
    case RESULT_NONE: break;
    }
}

/* ---- values after a call ---- */

static void append_after(const GArray *nodes, guint index, GString *out);

static void append_parts(const GArray *nodes, const GenerateNode *node, guint index, GString *out)
{
    gboolean any = FALSE;
    g_string_append_c(out, '{');
    for (guint i = index + 1; i < node->next; i = g_array_index(nodes, GenerateNode, i).next) {
        const GenerateNode *part = &g_array_index(nodes, GenerateNode, i);
        if (!is_comparable(part->shape))
            continue;
        g_string_append(out, any ? ", " : "");
        if (part->member)
            g_string_append_printf(out, ".%s = ", part->member->name);
        append_after(nodes, i, out);
        any = TRUE;
    }
    g_string_append(out, any ? "}" : "0}");
}

static void append_after(const GArray *nodes, guint index, GString *out)
{
    const GenerateNode *node = &g_array_index(nodes, GenerateNode, index);
    if (node->shape->kind == HLCOV_NUMBER)
        generate_number(node->shape->type, node->bits, out);
    else if (node->shape->kind == HLCOV_FIELD)
        generate_field(node->member, node->bits, out);
    else
        append_parts(nodes, node, index, out);
}

/* C text that says whether two values of the shape are equal. */
static void append_equal(const GenerateShape *shape, const char *one, const char *other, GString *out)
{
    gboolean any = FALSE;
    if (shape->kind == HLCOV_FIELD || (shape->kind == HLCOV_NUMBER && shape->type->kind != ANNOT_TYPE_FLOAT))
        g_string_append_printf(out, "%s == %s", one, other);
    else if (shape->kind == HLCOV_NUMBER)
        g_string_append_printf(out, "same_real(%s, %s)", one, other);
    else if (shape->kind == HLCOV_ARRAY)
        g_string_append_printf(out, "memcmp(%s, %s, sizeof %s) == 0", one, other, one);
    for (guint i = 0; shape->kind == HLCOV_RECORD && i < shape->n_members; i++) {
        const GenerateMember *member = &shape->members[i];
        g_autofree char *a = g_strdup_printf("%s.%s", one, member->decl->name);
        g_autofree char *b = g_strdup_printf("%s.%s", other, member->decl->name);
        if (!is_comparable(member->shape))
            continue;
        g_string_append(out, any ? " && " : "");
        append_equal(member->shape, a, b, out);
        any = TRUE;
    }
}

/* ---- rows ---- */

static void append_results(const Case *one, guint index, const char *prefix, GString *out)
{
    const GenerateItem *item = &one->input->contract->items[index];
    const GenerateNode *root = GENERATE_NODE(one->input, one->input->roots[index]);
    if (root->count == 0)
        return;
    g_string_append_printf(out, ", .%s = (%s[]){", item->name, item->shape->text);
    for (guint i = one->input->roots[index] + 1; i < root->next; i = GENERATE_NODE(one->input, i)->next) {
        g_string_append(out, i > one->input->roots[index] + 1 ? ", " : "");
        generate_initialiser(one->input, i, prefix, out);
    }
    g_string_append_printf(out, "}");
    if (item->role == HLCOV_STUB)
        g_string_append_printf(out, ", .%s_count = %u", item->name, root->count);
}

static void append_object_after(const Case *one, guint index, GString *out)
{
    const GenerateItem *item = &one->input->contract->items[index];
    guint root = one->input->roots[index], after = one->left->objects[root];
    const GenerateNode *node = GENERATE_NODE(one->input, root);
    if (!node->is_new || node->count == 0)
        return;
    g_string_append_printf(out, ", .%s_after = (%s[]){", item->name, item->shape->target->text);
    for (guint i = 0; i < node->count; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        append_after(one->left->nodes, after, out);
        after = g_array_index(one->left->nodes, GenerateNode, after).next;
    }
    g_string_append_printf(out, "}, .%s_after_count = %u", item->name, node->count);
}

static void append_item(const Table *table, const Case *one, guint index, const char *prefix, GString *out)
{
    const GenerateItem *item = &table->contract->items[index];
    if (table->given[index])
        append_results(one, index, prefix, out);
    if (table->after[index] && item->role == HLCOV_PARAMETER)
        append_object_after(one, index, out);
    if (table->after[index] && item->role == HLCOV_GLOBAL) {
        g_string_append_printf(out, ", .%s_after = ", item->name);
        append_after(one->left->nodes, one->left->globals[index], out);
    }
}

static void append_result(const Table *table, const Case *one, GString *out)
{
    ResultKind kind = result_kind(table->contract);
    const GenerateNode *node =
        kind == RESULT_NONE ? NULL : &g_array_index(one->left->nodes, GenerateNode, one->left->result);
    if (kind == RESULT_VALUE) {
        g_string_append(out, ", .result = ");
        append_after(one->left->nodes, one->left->result, out);
    } else if (kind == RESULT_TEXT && node->bits != 0) {
        g_string_append(out, ", .result = ");
        generate_string(one->left->bytes + node->at, node->count, out);
    } else if (kind == RESULT_NULL && node->bits == 0) {
        g_string_append(out, ", .is_null = 1");
    }
}

static void append_row(const Table *table, const Case *one, guint number, GString *out)
{
    const GenerateContract *contract = table->contract;
    g_autofree char *prefix = g_strdup_printf("%s_%u", contract->function->name, number);
    g_autoptr(GString) row = g_string_new(NULL);
    for (guint i = 0; i < contract->n_parameters; i++) {
        guint item = contract->parameters[i];
        g_string_append_printf(row, ", .%s = ", own_name(contract->items[item].name));
        generate_initialiser(one->input, one->input->roots[item], prefix, row);
    }
    for (guint i = 0; i < contract->n_items; i++)
        append_item(table, one, i, prefix, row);
    append_result(table, one, row);
    if (one->found->why)
        g_string_append_printf(out, "    /* %s */\n", one->found->why);
    g_string_append_printf(out, "    {%s},\n", row->len > 0 ? row->str + 2 : "0");
}

static void append_named_objects(const Table *table, GString *out)
{
    for (guint i = 0; i < table->cases->len; i++) {
        g_autofree char *prefix = g_strdup_printf("%s_%u", table->contract->function->name, i + 1);
        generate_objects(g_array_index(table->cases, Case, i).input, prefix, out);
    }
}

static void append_table(const Table *table, GString *out)
{
    const char *name = table->contract->function->name;
    append_named_objects(table, out);
    g_string_append_printf(out, "static const struct %s_case {\n", name);
    declare_columns(table, out);
    declare_result(table, out);
    g_string_append_printf(out, "    int confirmed;\n} %s_cases[] = {\n", name);
    for (guint i = 0; i < table->cases->len; i++)
        append_row(table, &g_array_index(table->cases, Case, i), i + 1, out);
    g_string_append(out, "};\n\n");
}

/* ---- the function that runs them ---- */

static void append_before(const Table *table, GString *out)
{
    for (guint i = 0; i < table->contract->n_items; i++) {
        const GenerateItem *item = &table->contract->items[i];
        g_autofree char *saved = g_strdup_printf("saved_%s", item->name);
        if (item->role == HLCOV_GLOBAL) {
            g_string_append(out, "        ");
            generate_declare(item->shape->text, saved, out);
            g_string_append_printf(out, ";\n        memcpy(&%s, &%s, sizeof %s);\n", saved, item->name, saved);
        }
        if (item->role == HLCOV_GLOBAL && table->given[i])
            g_string_append_printf(out, "        if (row->%s)\n            memcpy(&%s, row->%s, sizeof %s);\n",
                                   item->name, item->name, item->name, item->name);
        if (item->role == HLCOV_STUB && table->given[i])
            g_string_append_printf(out, "        %s_results = row->%s;\n        %s_left = row->%s_count;\n", item->name,
                                   item->name, item->name, item->name);
        else if (item->role == HLCOV_STUB)
            g_string_append_printf(out, "        %s_left = 0;\n", item->name);
    }
}

static void append_call(const Table *table, GString *out)
{
    const GenerateContract *contract = table->contract;
    g_string_append(out, "        ");
    if (result_kind(contract) != RESULT_NONE) {
        generate_declare(contract->result->text, "result", out);
        g_string_append(out, " = ");
    } else if (contract->returns_value) {
        g_string_append(out, "(void)");
    }
    g_string_append_printf(out, "%s(", contract->function->name);
    for (guint i = 0; i < contract->n_parameters; i++) {
        const GenerateItem *item = &contract->items[contract->parameters[i]];
        const char *name = own_name(item->name);
        g_string_append_printf(out, item->shape->kind == HLCOV_STREAM ? "%sstream_of(row->%s)" : "%srow->%s",
                               i > 0 ? ", " : "", name);
    }
    g_string_append(out, ");\n        int good = 1;\n");
}

static void append_comparison(const Table *table, guint index, GString *out)
{
    const GenerateItem *item = &table->contract->items[index];
    if (!table->after[index])
        return;
    if (item->role == HLCOV_GLOBAL) {
        g_autofree char *after = g_strdup_printf("row->%s_after", item->name);
        g_string_append(out, "        good &= ");
        append_equal(item->shape, item->name, after, out);
        g_string_append(out, ";\n");
        return;
    }
    g_autofree char *now = g_strdup_printf("row->%s[k]", own_name(item->name));
    g_autofree char *after = g_strdup_printf("row->%s_after[k]", item->name);
    g_string_append_printf(
        out, "        for (unsigned k = 0; k < row->%s_after_count; k++)\n            good &= ", item->name);
    append_equal(item->shape->target, now, after, out);
    g_string_append(out, ";\n");
}

static void append_comparisons(const Table *table, GString *out)
{
    switch (result_kind(table->contract)) {
    case RESULT_VALUE:
        g_string_append(out, "        good &= ");
        append_equal(table->contract->result, "result", "row->result", out);
        g_string_append(out, ";\n");
        break;
    case RESULT_TEXT: g_string_append(out, "        good &= same_text((const char *)result, row->result);\n"); break;
    case RESULT_NULL: g_string_append(out, "        good &= (result == NULL) == row->is_null;\n"); break;
    case RESULT_NONE: break;
    }
    for (guint i = 0; i < table->contract->n_items; i++)
        append_comparison(table, i, out);
}

static void append_restoring(const Table *table, GString *out)
{
    for (guint i = 0; i < table->contract->n_items; i++) {
        const GenerateItem *item = &table->contract->items[i];
        if (item->role == HLCOV_GLOBAL)
            g_string_append_printf(out, "        memcpy(&%s, &saved_%s, sizeof saved_%s);\n", item->name, item->name,
                                   item->name);
    }
}

static void append_test(const Table *table, GString *out)
{
    const char *name = table->contract->function->name;
    g_string_append_printf(out,
                           "static void test_%s(void)\n{\n"
                           "    for (unsigned i = 0; i < sizeof %s_cases / sizeof *%s_cases; i++) {\n"
                           "        const struct %s_case *row = &%s_cases[i];\n",
                           name, name, name, name, name);
    append_before(table, out);
    append_call(table, out);
    append_comparisons(table, out);
    append_restoring(table, out);
    g_string_append_printf(out, "        check(good, row->confirmed, \"%s\", i + 1);\n    }\n}\n\n", name);
}

/* ---- stubs ---- */

/* The parameters of a function's type, "int (char *, int)", with names: "char *p1, int p2". */
static void append_prototype(const GenerateStub *stub, GString *out)
{
    const char *type = stub->decl->type->name, *begin = strrchr(type, '(');
    g_autofree char *list = begin ? g_strndup(begin + 1, strlen(begin + 1) - 1) : g_strdup("void");
    g_auto(GStrv) parameters = g_strsplit(list, ", ", -1);
    guint n = 0;
    g_string_append_printf(out, "%s %s(", stub->type ? stub->type : "void", stub->decl->name);
    for (char **one = parameters; *one; one++) {
        g_autofree char *name = g_strdup_printf("p%u", ++n);
        g_string_append(out, n > 1 ? ", " : "");
        if (strcmp(*one, "void") == 0 || strcmp(*one, "...") == 0)
            g_string_append(out, *one);
        else
            generate_declare(*one, name, out);
    }
    g_string_append(out, n > 0 ? ")" : "void)");
}

static void append_stub(const GenerateStub *stub, GString *out)
{
    const char *name = stub->decl->name;
    if (!stub->type) {
        append_prototype(stub, out);
        g_string_append(out, "\n{\n}\n\n");
        return;
    }
    g_string_append_printf(out, "static const %s *%s_results;\nstatic unsigned %s_left;\n", stub->type, name, name);
    append_prototype(stub, out);
    g_string_append_printf(out,
                           "\n{\n    static const %s none;\n    if (%s_left == 0)\n        return none;\n"
                           "    %s_left--;\n    return *%s_results++;\n}\n\n",
                           stub->type, name, name, name);
}

/* ---- the file ---- */

static const char head[] =
    "/* Tests of %s, written by hlcov generate. A row of a table is a case: what the function takes, and what was\n"
    " * observed when it ran. Nobody has said yet that this is what it should do: when you know, write .confirmed = 1\n"
    " * into the row. A row that is not confirmed and behaves otherwise is no failure.\n"
    " *\n"
    " * Compile it with the options of %s, run it, and read its TAP. */\n";

/* TAP's word for what is not expected to work yet. */
#define LATER                                                                                                          \
    "TO"                                                                                                               \
    "DO"

static const char helpers[] =
    "static unsigned n_checks, n_failures;\n\n"
    "static void check(int good, int confirmed, const char *function, unsigned row)\n{\n"
    "    printf(\"%sok %u - %s, case %u%s\\n\", good ? \"\" : \"not \", ++n_checks, function, row,\n"
    "           good || confirmed ? \"\" : \" # " LATER " confirm it\");\n"
    "    n_failures += !good && confirmed;\n}\n\n";

static const char same_real[] = "static int same_real(double one, double other)\n{\n"
                                "    return one == other || (one != one && other != other);\n}\n\n";
static const char same_text[] = "static int same_text(const char *one, const char *other)\n{\n"
                                "    return one && other ? strcmp(one, other) == 0 : one == other;\n}\n\n";
static const char stream_of[] = "static FILE *stream_of(const char *text)\n{\n"
                                "    FILE *stream = text ? tmpfile() : NULL;\n"
                                "    if (stream) {\n        fputs(text, stream);\n        rewind(stream);\n    }\n"
                                "    return stream;\n}\n\n";

/* The path of `file` as seen from `directory`; both may be relative to the working directory. To be freed. */
static char *relative_path(const char *file, const char *directory)
{
    g_autofree char *from = g_canonicalize_filename(directory, NULL), *to = g_canonicalize_filename(file, NULL);
    g_auto(GStrv) steps = g_strsplit(from, "/", -1), parts = g_strsplit(to, "/", -1);
    GString *path = g_string_new(NULL);
    guint same = 0;
    while (steps[same] && parts[same + 1] && strcmp(steps[same], parts[same]) == 0)
        same++;
    for (guint i = same; steps[i]; i++)
        g_string_append(path, "../");
    for (guint i = same; parts[i]; i++)
        g_string_append_printf(path, "%s%s", parts[i], parts[i + 1] ? "/" : "");
    return g_string_free(path, FALSE);
}

static gboolean has_main(const AnnotTree *tree)
{
    for (guint i = 0; i < tree->n_functions; i++)
        if (strcmp(tree->functions[i]->name, "main") == 0)
            return TRUE;
    return FALSE;
}

/* A unit with a main of its own is left as it is: the tests run before it. */
static void append_main(const GenerateUnit *unit, const GPtrArray *tables, GString *out)
{
    gboolean before = has_main(unit->contracts->tree);
    guint total = 0;
    for (guint i = 0; i < tables->len; i++)
        total += ((const Table *)tables->pdata[i])->cases->len;
    g_string_append(out, before
                             ? "/* The unit has a main of its own: the tests run before it, and end the program. */\n"
                               "__attribute__((constructor)) static void run_tests(void)\n{\n"
                             : "int main(void)\n{\n");
    g_string_append_printf(out, "    printf(\"1..%u\\n\");\n", total);
    for (guint i = 0; i < tables->len; i++)
        g_string_append_printf(out, "    test_%s();\n", ((const Table *)tables->pdata[i])->contract->function->name);
    g_string_append(out, before ? "    exit(n_failures > 0);\n}\n" : "    return n_failures > 0;\n}\n");
}

/* Helpers are written where they are used. */
static void append_helpers(const GString *tests, GString *out)
{
    g_string_append(out, helpers);
    if (strstr(tests->str, "same_real("))
        g_string_append(out, same_real);
    if (strstr(tests->str, "same_text("))
        g_string_append(out, same_text);
    if (strstr(tests->str, "stream_of("))
        g_string_append(out, stream_of);
    if (strstr(tests->str, "&token"))
        g_string_append(out, "static char token; /* pointers to incomplete types lead here */\n\n");
}

static char *file_text(const GenerateUnit *unit, const GPtrArray *tables, const char *source, const char *directory)
{
    g_autofree char *include = relative_path(source, directory), *name = g_path_get_basename(source);
    g_autoptr(GString) tests = g_string_new(NULL);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < unit->contracts->stubs->len; i++)
        append_stub(unit->contracts->stubs->pdata[i], tests);
    for (guint i = 0; i < tables->len; i++) {
        append_table(tables->pdata[i], tests);
        append_test(tables->pdata[i], tests);
    }
    g_string_append_printf(out, head, name, name);
    g_string_append_printf(out,
                           "#include \"%s\"\n\n#include <limits.h>\n#include <math.h>\n#include <stdio.h>\n"
                           "#include <stdlib.h>\n#include <string.h>\n\n",
                           include);
    append_helpers(tests, out);
    g_string_append(out, tests->str);
    append_main(unit, tables, out);
    return g_string_free(out, FALSE);
}

static GPtrArray *tables_of(const GenerateUnit *unit, guint *tests)
{
    GPtrArray *tables = g_ptr_array_new_with_free_func(free_table);
    *tests = 0;
    for (guint i = 0; i < unit->contracts->contracts->len; i++) {
        Table *table = table_of(unit, unit->contracts->contracts->pdata[i]);
        *tests += table->cases->len;
        if (table->cases->len > 0)
            g_ptr_array_add(tables, table);
        else
            free_table(table);
    }
    return tables;
}

gboolean generate_write(const GenerateUnit *unit, const char *directory, const char *source, char **path, guint *tests,
                        GError **error)
{
    g_autoptr(GPtrArray) tables = tables_of(unit, tests);
    g_autofree char *base = g_path_get_basename(source), *name = g_strdup_printf("test_%s", base);
    *path = g_build_filename(directory, name, NULL);
    if (*tests == 0)
        return TRUE;
    g_autofree char *text = file_text(unit, tables, source, directory);
    return g_file_set_contents(*path, text, -1, error);
}
