/* Names objects; see objects.h. */
#include "generate/case/objects.h"

#include <string.h>

#include "generate/case/effects.h"
#include "generate/case/habits.h"

/* ---- which ---- */

/* Whether a second pointer leads to what the node makes. */
static gboolean is_shared(const GenerateInput *input, guint maker)
{
    for (guint i = maker + 1; i < input->nodes->len; i++) {
        const GenerateNode *other = GENERATE_NODE(input, i);
        if (generate_maker(input, other) == maker)
            return TRUE;
    }
    return FALSE;
}

/* What was changed is put back; so is what may have been. */
static gboolean may_be_changed(const GenerateCase *one, guint maker)
{
    const GenerateShape *shape = GENERATE_NODE(one->input, maker)->shape;
    if (one->bad)
        return FALSE;
    if (!one->left)
        return !shape->is_const || is_shared(one->input, maker);
    return generate_was_changed(one->input, one->left, maker) ||
           (!shape->is_const && generate_is_hidden(one->input, maker));
}

/* ---- names ---- */

/* Members that lead from the item to what node `maker` makes: "list_1_next". */
static GString *path_of(const GenerateCase *one, guint maker, guint row)
{
    guint item = GENERATE_NODE(one->input, maker)->item;
    GString *path = g_string_new(one->input->contract->items[item].name);
    g_string_append_printf(path, "_%u", row);
    for (guint i = one->input->roots[item]; i <= maker; i++) {
        const GenerateNode *node = GENERATE_NODE(one->input, i);
        if (node->member && node->next > maker)
            g_string_append_printf(path, "_%s", node->member->name);
    }
    return path;
}

static void name_object(const GenerateCases *cases, GenerateCase *one, guint maker, guint row, GHashTable *taken)
{
    g_autoptr(GString) path = path_of(one, maker, row);
    gsize length = path->len;
    for (guint n = 2; !g_hash_table_add(taken, g_strdup(path->str)); n++) {
        g_string_truncate(path, length);
        g_string_append_printf(path, "_%u", n);
    }
    const char *address = generate_makes_record(GENERATE_NODE(one->input, maker)) ? "&" : "";
    one->names[maker] = g_strdup_printf("%s$%s_objects.%s", address, cases->contract->function->name, path->str);
}

gboolean generate_name_objects(GenerateCases *cases)
{
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < cases->cases->len; i++) {
        GenerateCase *one = GENERATE_CASE(cases, i);
        for (guint k = 0; k < one->input->nodes->len; k++)
            if (GENERATE_NODE(one->input, k)->is_new && !one->names[k] &&
                (cases->habits & GENERATE_FREES || is_shared(one->input, k) || may_be_changed(one, k)))
                name_object(cases, one, k, i + 1, taken);
    }
    return g_hash_table_size(taken) > 0;
}

/* ---- definitions ---- */

typedef void VisitObject(const GenerateCase *one, guint maker, const char *member, gboolean has_bool, GString *out);

static void each_object(const GenerateCases *cases, VisitObject *visit, gboolean has_bool, GString *out)
{
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        for (guint k = 0; k < one->input->nodes->len; k++)
            if (one->names[k])
                visit(one, k, strchr(one->names[k], '.') + 1, has_bool, out);
    }
}

static void append_member(const GenerateCase *one, guint maker, const char *member, gboolean has_bool, GString *out)
{
    (void)has_bool;
    g_string_append(out, "    ");
    generate_object_type(one->input, maker, member, out);
    g_string_append(out, ";\n");
}

static void append_value(const GenerateCase *one, guint maker, const char *member, gboolean has_bool, GString *out)
{
    const GenerateSpelling spelling = {has_bool, one->names};
    g_string_append_printf(out, "    .%s = ", member);
    generate_object(&spelling, one->input, maker, out);
    g_string_append(out, ",\n");
}

static void append_block(const GenerateCase *one, guint maker, const char *member, gboolean has_bool, GString *out)
{
    (void)has_bool;
    (void)member;
    const char *place = one->names[maker] + (*one->names[maker] == '&');
    g_string_append_printf(out, "    {&%s, sizeof %s},\n", place, place);
}

void generate_objects(const GenerateCases *cases, gboolean has_bool, GString *out)
{
    const char *name = cases->contract->function->name;
    g_string_append_printf(out, "static struct $%s_objects {\n", name);
    each_object(cases, append_member, has_bool, out);
    g_string_append_printf(out, "} $%s_objects = {\n", name);
    each_object(cases, append_value, has_bool, out);
    g_string_append(out, "};\n\n");
    if (!(cases->habits & GENERATE_FREES))
        return;
    g_string_append_printf(out, "static const struct $block $%s_blocks[] = {\n", name);
    each_object(cases, append_block, has_bool, out);
    g_string_append(out, "};\n\n");
}
