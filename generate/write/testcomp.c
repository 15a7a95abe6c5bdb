/* Writes suites in Test-Comp's exchange format; see data_files.h.
 *
 * An input is the sequence of the numbers that a value is made of, each with the C text of its place and its type. */
#include <string.h>

#include <glib/gstdio.h>

#include "generate/contract/literal.h"
#include "generate/write/data_files.h"
#include "generate/write/output.h"

/* ---- values ---- */

static void append_input(const char *place, const char *type, const char *value, GString *out)
{
    g_autofree char *line =
        g_markup_printf_escaped("    <input variable=\"%s\" type=\"%s\">%s</input>\n", place, type, value);
    g_string_append(out, line);
}

/* Integers in digits, not as enumerators or characters. */
static void append_number(const GenerateInput *input, const GenerateNode *node, const char *place, GString *out)
{
    const GenerateSpelling spelling = {FALSE, NULL};
    const AnnotType *type = node->member && node->member->is_bit_field ? node->member->type : node->shape->type;
    guint bits = node->shape->kind == HLCOV_FIELD ? node->member->bits : 8 * (guint)type->size;
    guint shift = 64 - CLAMP(bits, 1, 64);
    g_autoptr(GString) value = g_string_new(NULL);
    if (type->kind == ANNOT_TYPE_FLOAT || type->size > 8)
        generate_scalar(&spelling, node, input->bytes, input->size, value);
    else if (type->is_signed)
        g_string_append_printf(value, "%" G_GINT64_FORMAT, (gint64)(node->bits << shift) >> shift);
    else
        g_string_append_printf(value, "%" G_GUINT64_FORMAT, node->bits << shift >> shift);
    append_input(place, type->name ? type->name : node->shape->text, value->str, out);
}

static void append_value(const GenerateInput *input, guint index, const char *place, GString *out);

static void append_parts(const GenerateInput *input, guint index, const char *place, GString *out)
{
    guint n = 0;
    for (guint i = index + 1; i < GENERATE_NODE(input, index)->next; i = GENERATE_NODE(input, i)->next) {
        const GenerateNode *node = GENERATE_NODE(input, i);
        g_autofree char *part =
            node->member ? g_strdup_printf("%s.%s", place, node->member->name) : g_strdup_printf("%s[%u]", place, n++);
        append_value(input, i, part, out);
    }
}

static void append_characters(const GenerateInput *input, const GenerateNode *node, const char *place, GString *out)
{
    for (guint i = 0; i <= node->count; i++) {
        gsize at = (gsize)node->at + 3 + i;
        g_autofree char *part = g_strdup_printf("%s[%u]", place, i);
        g_autofree char *value =
            g_strdup_printf("%d", i < node->count && at < input->size ? (gint8)input->bytes[at] : 0);
        append_input(part, "char", value, out);
    }
}

static void append_value(const GenerateInput *input, guint index, const char *place, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
    case HLCOV_FIELD: append_number(input, node, place, out); break;
    case HLCOV_RECORD:
    case HLCOV_UNION:
    case HLCOV_ARRAY: append_parts(input, index, place, out); break;
    case HLCOV_TEXT:
    case HLCOV_STREAM:
        if (node->is_new || (node->shape->kind == HLCOV_STREAM && node->bits))
            append_characters(input, node, place, out);
        else if (node->object < 0)
            append_input(place, node->shape->text, "0", out);
        break;
    case HLCOV_POINTER:
        if (node->is_new)
            append_parts(input, index, place, out);
        else if (node->object < 0)
            append_input(place, node->shape->text, "0", out);
        break;
    case HLCOV_FUNCTION:
    case HLCOV_TOKEN:
    case HLCOV_NOTHING: break;
    }
}

/* ---- files ---- */

static void append_item(const GenerateInput *input, guint item, GString *out)
{
    guint root = input->roots[item];
    const char *name = input->contract->items[item].name;
    if (GENERATE_NODE(input, root)->shape) {
        append_value(input, root, name, out);
        return;
    }
    for (guint i = root + 1; i < input->roots[item + 1]; i = GENERATE_NODE(input, i)->next)
        append_value(input, i, name, out);
}

static char *case_text(const GenerateCase *one)
{
    GString *out = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                                "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
                                "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"
                                "<!-- " GENERATE_CHECKSUM " -->\n<testcase>\n");
    for (guint i = 0; i < one->input->contract->n_items; i++)
        append_item(one->input, i, out);
    g_string_append(out, "</testcase>\n");
    return g_string_free(out, FALSE);
}

static gboolean write_case(const GenerateWriting *writing, const GenerateCases *cases, guint index, GError **error)
{
    g_autofree char *file = g_strdup_printf("testcase-%s-%u.xml", cases->contract->function->name, index + 1);
    g_autofree char *path = g_build_filename(writing->directory, "test-suite", file, NULL);
    g_autofree char *text = case_text(GENERATE_CASE(cases, index));
    return generate_save(path, text, NULL, writing->written, error);
}

static gboolean write_cases(const GenerateWriting *writing, GError **error)
{
    for (guint i = 0; i < writing->tables->len; i++) {
        const GenerateCases *cases = writing->tables->pdata[i];
        for (guint k = 0; k < cases->cases->len; k++)
            if (!write_case(writing, cases, k, error))
                return FALSE;
    }
    return TRUE;
}

/* ---- about the suite ---- */

static char *functions_of(const GPtrArray *tables)
{
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < tables->len; i++)
        g_string_append_printf(names, "%s%s", i > 0 ? "," : "",
                               ((const GenerateCases *)tables->pdata[i])->contract->function->name);
    return g_string_free(names, FALSE);
}

/* No time of creation: the same suite is the same text. */
static char *metadata_text(const GenerateWriting *writing)
{
    g_autofree char *functions = functions_of(writing->tables);
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, writing->unit->source, -1);
    return g_markup_printf_escaped(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
        "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" "
        "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n"
        "<!-- " GENERATE_CHECKSUM " -->\n"
        "<test-metadata>\n    <sourcecodelang>C</sourcecodelang>\n    <producer>hlcov generate</producer>\n"
        "    <specification>COVER EDGES(@DECISIONEDGE)</specification>\n    <programfile>%s</programfile>\n"
        "    <programhash>%s</programhash>\n    <entryfunction>%s</entryfunction>\n"
        "    <architecture>%s</architecture>\n    <creationtime>1970-01-01T00:00:00Z</creationtime>\n"
        "</test-metadata>\n",
        writing->source, hash, functions, sizeof(void *) == 8 ? "64bit" : "32bit");
}

gboolean generate_write_testcomp(const GenerateWriting *writing, GError **error)
{
    g_autofree char *directory = g_build_filename(writing->directory, "test-suite", NULL);
    g_autofree char *path = g_build_filename(directory, "metadata.xml", NULL), *text = metadata_text(writing);
    guint tests = 0;
    g_mkdir_with_parents(directory, 0777);
    for (guint i = 0; i < writing->tables->len; i++)
        tests += ((const GenerateCases *)writing->tables->pdata[i])->cases->len;
    char *summary = g_strdup_printf("%u test%s", tests, tests == 1 ? "" : "s");
    return generate_save(path, text, summary, writing->written, error) && write_cases(writing, error);
}
