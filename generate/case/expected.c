/* Writes what was observed; see expected.h. */
#include "generate/case/expected.h"

#include <string.h>

#include "generate/case/effects.h"

/* Loops in each other, at most: arrays of arrays have no more than that many dimensions. */
enum { MOST_LOOPS = 16 };

/* ---- values ---- */

static gboolean is_null(const GenerateLeft *left, guint index)
{
    return GENERATE_NODE(left, index)->bits == 0;
}

static gboolean is_zero(const GenerateLeft *left, guint index)
{
    const GenerateNode *node = GENERATE_NODE(left, index);
    gsize size = node->shape->kind == HLCOV_NUMBER ? (gsize)node->shape->type->size : 0;
    for (gsize i = 0; i < size; i++)
        if (left->bytes[node->at + i] != 0)
            return FALSE;
    for (guint i = index + 1; i < node->next; i = GENERATE_NODE(left, i)->next)
        if (!is_zero(left, i))
            return FALSE;
    return node->bits == 0;
}

/* Parts that can be compared and are not 0; of an array, those before the last such. */
static void append_parts(const GenerateObserved *observed, guint index, GString *out)
{
    const GenerateLeft *left = observed->one->left;
    const GenerateNode *node = GENERATE_NODE(left, index);
    guint last = index;
    gboolean any = FALSE;
    for (guint i = index + 1; i < node->next; i = GENERATE_NODE(left, i)->next)
        last = is_zero(left, i) ? last : i;
    for (guint i = index + 1; i <= last; i = GENERATE_NODE(left, i)->next) {
        const GenerateNode *part = GENERATE_NODE(left, i);
        if (!generate_is_comparable(part->shape) || (part->member && is_zero(left, i)))
            continue;
        g_string_append(out, any ? ", " : "");
        if (part->member)
            g_string_append_printf(out, ".%s = ", part->member->name);
        generate_observed(observed, i, out);
        any = TRUE;
    }
}

static gboolean is_braced(const GenerateShape *shape)
{
    return shape->kind == HLCOV_ARRAY || shape->kind == HLCOV_RECORD || shape->kind == HLCOV_UNION ||
           shape->kind == HLCOV_NOTHING;
}

/* An empty list is that of the first part's zero. */
static void append_zero(const GenerateShape *shape, GString *out)
{
    const GenerateShape *part = shape->target;
    const char *member = "";
    if (shape->kind == HLCOV_RECORD) {
        part = shape->n_members > 0 ? shape->members[0].shape : NULL;
        member = part ? shape->members[0].decl->name : "";
    }
    if (*member)
        g_string_append_printf(out, ".%s = ", member);
    if (part)
        g_string_append(out, is_braced(part) ? "{0}" : part->kind > HLCOV_FIELD ? "NULL" : "0");
}

static void append_list(const GenerateObserved *observed, guint index, GString *out)
{
    gsize empty = out->len + 1;
    g_string_append_c(out, '{');
    append_parts(observed, index, out);
    if (out->len == empty)
        append_zero(GENERATE_NODE(observed->one->left, index)->shape, out);
    g_string_append_c(out, '}');
}

/* Bytes of `count` elements from node `index` on, each a number of one byte. */
static guint8 *bytes_of(const GenerateLeft *left, guint index, gsize count)
{
    guint8 *bytes = g_new0(guint8, count + 1);
    for (gsize i = 0; i < count; i++)
        bytes[i] = (guint8)GENERATE_NODE(left, index + i)->bits;
    return bytes;
}

static void append_array(const GenerateObserved *observed, guint index, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(observed->one->left, index);
    const GenerateShape *element = node->shape->target;
    gsize count = (gsize)node->shape->count, shown = 0;
    g_autofree guint8 *bytes = NULL;
    if (element->kind == HLCOV_NUMBER && element->type->size == 1)
        bytes = bytes_of(observed->one->left, index + 1, count);
    if (bytes && generate_is_string(element->type, bytes, count, &shown) && shown < count)
        generate_string(bytes, shown, out);
    else
        append_list(observed, index, out);
}

/* Whether what a pointer of the shape leads to is compared: one record or number. */
static gboolean is_followable(const GenerateShape *shape)
{
    return shape->kind == HLCOV_POINTER && shape->type->target->kind != ANNOT_TYPE_VOID &&
           (shape->target->kind == HLCOV_RECORD || shape->target->kind == HLCOV_NUMBER) &&
           generate_is_comparable(shape->target);
}

static void append_elsewhere(GString *out)
{
    g_string_append(out, "(void *)&$elsewhere");
}

/* A pointer to the first element of an object of the input. */
static void append_pointer(const GenerateObserved *observed, guint index, GString *out)
{
    const GenerateCase *one = observed->one;
    const GenerateShape *shape = GENERATE_NODE(one->left, index)->shape;
    guint maker = generate_left_maker(one->input, one->left, index);
    if (is_null(one->left, index)) {
        g_string_append(out, "NULL");
    } else if (observed->steps == 0 || maker == G_MAXUINT || GENERATE_NODE(one->input, maker)->count == 0 ||
               !is_followable(shape)) {
        append_elsewhere(out);
    } else {
        GenerateObserved next = {observed->spelling, one, observed->steps - 1};
        gboolean is_record = shape->target->kind == HLCOV_RECORD;
        g_string_append_printf(out, "&(%s)%s", shape->target->text, is_record ? "" : "{");
        generate_observed(&next, one->left->objects[maker], out);
        g_string_append(out, is_record ? "" : "}");
    }
}

/* Whether the text can be compared: it has an end, and is the same in each run. */
static gboolean is_known_text(const GenerateCase *one, guint index)
{
    return !generate_is_endless(one->input, one->left, index) &&
           generate_is_stable(one->input, one->left, one->others, index, 0);
}

static void append_text(const GenerateObserved *observed, guint index, GString *out)
{
    const GenerateLeft *left = observed->one->left;
    const GenerateNode *node = GENERATE_NODE(left, index);
    if (node->bits == 0)
        g_string_append(out, "NULL");
    else if (!is_known_text(observed->one, index))
        append_elsewhere(out);
    else
        generate_text(node->shape->target->type, left->bytes + node->at, node->count, out);
}

void generate_observed(const GenerateObserved *observed, guint index, GString *out)
{
    const GenerateLeft *left = observed->one->left;
    const GenerateNode *node = GENERATE_NODE(left, index);
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
    case HLCOV_FIELD: generate_scalar(observed->spelling, node, left->bytes, left->size, out); break;
    case HLCOV_TEXT: append_text(observed, index, out); break;
    case HLCOV_POINTER: append_pointer(observed, index, out); break;
    case HLCOV_ARRAY: append_array(observed, index, out); break;
    case HLCOV_FUNCTION:
        g_string_append(out, node->bits > 0 ? node->shape->functions[node->bits - 1]->name : "NULL");
        break;
    case HLCOV_TOKEN:
    case HLCOV_STREAM:
        if (node->bits == 0)
            g_string_append(out, "NULL");
        else
            append_elsewhere(out);
        break;
    default: append_list(observed, index, out); break;
    }
}

/* ---- objects ---- */

static void append_buffer(const GenerateObserved *observed, guint maker, GString *out)
{
    const GenerateLeft *left = observed->one->left;
    const GenerateNode *node = GENERATE_NODE(left, left->objects[maker]);
    const guint8 *bytes = left->bytes + node->at, *end = memchr(bytes, 0, node->count);
    const GenerateShape *shape = GENERATE_NODE(observed->one->input, maker)->shape;
    generate_text(shape->target->type, bytes, end ? (gsize)(end - bytes) : node->count, out);
}

static void append_elements(const GenerateObserved *observed, guint maker, GString *out)
{
    const GenerateLeft *left = observed->one->left;
    const GenerateNode *node = GENERATE_NODE(observed->one->input, maker);
    guint index = left->objects[maker];
    for (guint i = 0; i < node->count; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        generate_observed(observed, index, out);
        index = GENERATE_NODE(left, index)->next;
    }
}

static void append_bytes(const GenerateShape *element, const guint8 *bytes, gsize count, GString *out)
{
    const GenerateSpelling spelling = {FALSE, NULL};
    gsize shown;
    gboolean is_string = generate_is_string(element->type, bytes, count, &shown);
    g_string_append_printf(out, "(%s[%" G_GSIZE_FORMAT "]){", element->text, is_string ? MAX(shown + 1, count) : count);
    if (is_string)
        generate_string(bytes, shown, out);
    for (gsize i = 0; i < count && !is_string; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        generate_number(&spelling, element->type, bytes[i], out);
    }
    g_string_append_c(out, '}');
}

static void append_characters(const GenerateObserved *observed, guint maker, GString *out)
{
    const GenerateLeft *left = observed->one->left;
    const GenerateNode *node = GENERATE_NODE(left, left->objects[maker]);
    append_bytes(GENERATE_NODE(observed->one->input, maker)->shape->target, left->bytes + node->at, node->count, out);
}

static void append_object(const GenerateObserved *observed, guint maker, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(observed->one->input, maker);
    const GenerateShape *element = node->shape->target;
    if (element->kind == HLCOV_NUMBER && element->type->size == 1) {
        g_autofree guint8 *bytes = bytes_of(observed->one->left, observed->one->left->objects[maker], node->count);
        append_bytes(element, bytes, node->count, out);
    } else if (generate_makes_record(node)) {
        g_string_append_printf(out, "&(%s)", element->text);
        append_elements(observed, maker, out);
    } else {
        g_string_append_c(out, '(');
        generate_array_type(element->text, "[]", out);
        g_string_append(out, "){");
        append_elements(observed, maker, out);
        g_string_append_c(out, '}');
    }
}

void generate_observed_object(const GenerateObserved *observed, guint maker, gboolean is_array, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(observed->one->input, maker);
    if (node->shape->kind == HLCOV_TEXT && is_array)
        append_characters(observed, maker, out);
    else if (node->shape->kind == HLCOV_TEXT)
        append_buffer(observed, maker, out);
    else if (node->count == 0)
        g_string_append(out, "NULL");
    else
        append_object(observed, maker, out);
}

guint generate_observed_count(const GenerateInput *input, guint maker)
{
    const GenerateNode *node = GENERATE_NODE(input, maker);
    return node->count + (node->shape->kind == HLCOV_TEXT);
}

/* ---- comparisons ---- */

/* The name of the function that compares such records. */
static char *same_name(const GenerateShape *shape)
{
    GString *name = g_string_new("$same_");
    for (const char *at = shape->text; *at && !strchr("(", *at); at++)
        g_string_append_c(name, g_ascii_isalnum(*at) ? *at : '_');
    if (strchr(shape->text, '('))
        g_string_append_printf(name, "record_%u", shape->number);
    return g_string_free(name, FALSE);
}

static void append_condition(const GenerateComparison *comparison, const char *condition, GString *out)
{
    g_string_append_printf(out, "%*s$good &= ", (int)comparison->indent, "");
    if (comparison->what)
        g_string_append_printf(out, "$expect(\"%s\", %s);\n", comparison->what, condition);
    else
        g_string_append_printf(out, "%s;\n", condition);
}

static char *number_condition(const GenerateShape *shape, const char *one, const char *other)
{
    if (shape->kind != HLCOV_NUMBER || shape->type->kind != ANNOT_TYPE_FLOAT)
        return g_strdup_printf("%s == %s", one, other);
    return g_strdup_printf("$same_%sreal(%s, %s)", shape->type->size > 8 ? "long_" : "", one, other);
}

static const char *text_cast(const GenerateShape *shape)
{
    const char *text = shape->target->text;
    return strstr(text, "signed") || !strstr(text, "char") ? "(const char *)" : "";
}

static char *pointer_condition(const GenerateComparison *comparison, const GenerateShape *shape, const char *one,
                               const char *other)
{
    if (!comparison->is_followed || !is_followable(shape))
        return g_strdup_printf("!%s == !%s", one, other);
    if (shape->target->kind == HLCOV_RECORD) {
        g_autofree char *name = same_name(shape->target);
        return g_strdup_printf("%s(%s, %s)", name, one, other);
    }
    g_autofree char *now = g_strdup_printf("*%s", one), *then = g_strdup_printf("*%s", other);
    g_autofree char *inner = number_condition(shape->target, now, then);
    return g_strdup_printf("(!%s || !%s || (const void *)%s == &$elsewhere ? !%s == !%s : %s)", one, other, other, one,
                           other, inner);
}

static char *condition_of(const GenerateComparison *comparison, const GenerateShape *shape, const char *one,
                          const char *other)
{
    switch (shape->kind) {
    case HLCOV_TEXT: return g_strdup_printf("$same_text(%s%s, %s%s)", text_cast(shape), one, text_cast(shape), other);
    case HLCOV_POINTER: return pointer_condition(comparison, shape, one, other);
    case HLCOV_TOKEN:
    case HLCOV_STREAM: return g_strdup_printf("!%s == !%s", one, other);
    case HLCOV_RECORD: {
        g_autofree char *name = same_name(shape);
        return g_strdup_printf("%s(&%s, &%s)", name, one, other);
    }
    default: return number_condition(shape, one, other);
    }
}

char *generate_counter(guint loops)
{
    return loops == 0 ? g_strdup("$k") : g_strdup_printf("$k%u", loops);
}

static void compare_elements(const GenerateComparison *comparison, const GenerateShape *shape, const char *one,
                             const char *other, GString *out)
{
    GenerateComparison inner = {comparison->what, comparison->indent + 4, comparison->loops + 1,
                                comparison->is_followed};
    g_autofree char *counter = generate_counter(comparison->loops);
    g_autofree char *now = g_strdup_printf("%s[%s]", one, counter), *then = g_strdup_printf("%s[%s]", other, counter);
    g_string_append_printf(out, "%*sfor (%s = 0; %s < %" G_GUINT64_FORMAT "; %s++)\n", (int)comparison->indent, "",
                           counter, counter, shape->count, counter);
    generate_compare(&inner, shape->target, now, then, out);
}

void generate_compare(const GenerateComparison *comparison, const GenerateShape *shape, const char *one,
                      const char *other, GString *out)
{
    if (shape->kind == HLCOV_ARRAY) {
        compare_elements(comparison, shape, one, other, out);
        return;
    }
    g_autofree char *condition = condition_of(comparison, shape, one, other);
    append_condition(comparison, condition, out);
}

void generate_counters(const char *statements, guint indent, GString *out)
{
    for (guint i = 0; i < MOST_LOOPS; i++) {
        g_autofree char *counter = generate_counter(i), *loop = g_strdup_printf("for (%s = 0;", counter);
        if (strstr(statements, loop))
            g_string_append_printf(out, "%*sunsigned %s;\n", (int)indent, "", counter);
    }
}

/* ---- functions that compare records ---- */

/* Records in the order in which their functions are written. `begun` has names of functions that are begun, `early`
 * records whose functions are called by others that come first. */
typedef struct {
    GPtrArray *order, *early; /* GenerateShape */
    GHashTable *begun;
} Records;

static void add_records(Records *records, const GenerateShape *shape, const GenerateShape *from);

/* Types of the same text are the same: one may be const. */
static gboolean has_record(const GPtrArray *records, const GenerateShape *shape)
{
    for (guint i = 0; i < records->len; i++)
        if (strcmp(((const GenerateShape *)records->pdata[i])->text, shape->text) == 0)
            return TRUE;
    return FALSE;
}

static void add_record(Records *records, const GenerateShape *shape, const GenerateShape *from)
{
    if (!g_hash_table_add(records->begun, same_name(shape))) {
        gboolean is_own = from && strcmp(from->text, shape->text) == 0;
        if (!is_own && !has_record(records->order, shape) && !has_record(records->early, shape))
            g_ptr_array_add(records->early, (gpointer)shape);
        return;
    }
    for (guint i = 0; i < shape->n_members; i++)
        add_records(records, shape->members[i].shape, shape);
    g_ptr_array_add(records->order, (gpointer)shape);
}

static void add_records(Records *records, const GenerateShape *shape, const GenerateShape *from)
{
    if (shape->kind == HLCOV_RECORD && generate_is_comparable(shape))
        add_record(records, shape, from);
    else if (shape->kind == HLCOV_ARRAY || is_followable(shape))
        add_records(records, shape->target, from);
}

static void append_head(const GenerateShape *shape, const char *end, GString *out)
{
    g_autofree char *name = same_name(shape);
    g_string_append_printf(out, "static int %s(const %s *$one, const %s *$other)%s", name, shape->text, shape->text,
                           end);
}

static void compare_members(const GenerateShape *shape, GString *out)
{
    const GenerateComparison comparison = {NULL, 4, 0, TRUE};
    for (guint i = 0; i < shape->n_members; i++) {
        const GenerateMember *member = &shape->members[i];
        g_autofree char *one = g_strdup_printf("$one->%s", member->decl->name);
        g_autofree char *other = g_strdup_printf("$other->%s", member->decl->name);
        if (generate_is_comparable(member->shape))
            generate_compare(&comparison, member->shape, one, other, out);
    }
}

static void append_same(const GenerateShape *shape, GString *out)
{
    g_autoptr(GString) statements = g_string_new(NULL);
    compare_members(shape, statements);
    append_head(shape, "\n{\n    int $good = 1;\n", out);
    generate_counters(statements->str, 4, out);
    g_string_append_printf(out,
                           "    if (!$one || !$other || (const void *)$other == &$elsewhere)\n"
                           "        return !$one == !$other;\n%s    return $good;\n}\n\n",
                           statements->str);
}

static void add_columns(Records *records, const GenerateCases *cases)
{
    for (guint i = 0; i < cases->columns->len; i++) {
        const GenerateColumn *column = GENERATE_COLUMN(cases, i);
        gboolean is_pointer = column->shape->kind == HLCOV_POINTER;
        if (column->kind == GENERATE_OBJECT && is_pointer)
            add_records(records, column->shape->target, NULL);
        else if (column->kind >= GENERATE_CHANGED && (column->is_followed || !is_pointer))
            add_records(records, column->shape, NULL);
    }
}

void generate_same_functions(const GPtrArray *tables, GString *out)
{
    Records records = {g_ptr_array_new(), g_ptr_array_new(),
                       g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    for (guint i = 0; i < tables->len; i++)
        add_columns(&records, tables->pdata[i]);
    for (guint i = 0; i < records.early->len; i++)
        append_head(records.early->pdata[i], ";\n", out);
    for (guint i = 0; i < records.order->len; i++)
        append_same(records.order->pdata[i], out);
    g_ptr_array_unref(records.order);
    g_ptr_array_unref(records.early);
    g_hash_table_unref(records.begun);
}
