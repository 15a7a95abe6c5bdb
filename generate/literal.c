/* Writes values as C; see literal.h. */
#include "generate/literal.h"

#include <math.h>
#include <string.h>

/* ---- numbers ---- */

static void append_real(const AnnotType *type, guint64 bits, GString *out)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    double real = 0;
    float small = 0;
    memcpy(&real, &bits, sizeof real);
    memcpy(&small, &bits, sizeof small);
    gboolean is_small = type->size == sizeof small;
    if (is_small)
        real = (double)small;
    if (isnan(real) || isinf(real)) {
        g_string_append(out, isnan(real) ? "NAN" : real < 0 ? "-INFINITY" : "INFINITY");
        return;
    }
    g_ascii_formatd(digits, sizeof digits, is_small ? "%.9g" : "%.17g", real);
    for (int precision = 1; precision < 17; precision++) { /* the shortest text that is the same number */
        char format[8], shorter[G_ASCII_DTOSTR_BUF_SIZE];
        g_snprintf(format, sizeof format, "%%.%dg", precision);
        g_ascii_formatd(shorter, sizeof shorter, format, real);
        double again = g_ascii_strtod(shorter, NULL);
        if (is_small ? (float)again == small : again == real) {
            g_strlcpy(digits, shorter, sizeof digits);
            break;
        }
    }
    g_string_append_printf(out, "%s%s%s", digits, strpbrk(digits, ".e") ? "" : ".0", is_small ? "f" : "");
}

static gint64 extended(const AnnotType *type, guint64 bits)
{
    guint shift = type->size >= 8 ? 0 : (guint)(64 - 8 * type->size);
    return type->is_signed ? (gint64)(bits << shift) >> shift : (gint64)(bits << shift >> shift);
}

static gboolean append_enumerator(const AnnotType *type, gint64 value, GString *out)
{
    for (guint i = 0; i < type->n_enumerators; i++)
        if (type->enumerators[i]->value == value) {
            g_string_append(out, type->enumerators[i]->name);
            return TRUE;
        }
    return FALSE;
}

static gboolean append_character(const AnnotType *type, gint64 value, GString *out)
{
    if (type->size != 1 || g_strcmp0(type->name, "char") != 0 || value < ' ' || value > '~')
        return FALSE;
    g_string_append_printf(out, value == '\'' || value == '\\' ? "'\\%c'" : "'%c'", (char)value);
    return TRUE;
}

static gboolean is_long_long(const AnnotType *type)
{
    return type->name && strstr(type->name, "long long");
}

static void append_signed(const AnnotType *type, gint64 value, GString *out)
{
    const char *suffix = type->size < 8 || (value <= G_MAXINT32 && value >= -(gint64)G_MAXINT32) ? ""
                         : is_long_long(type)                                                    ? "LL"
                                                                                                 : "L";
    if (type->size == 4 && value == G_MININT32)
        g_string_append(out, "INT_MIN");
    else if (type->size == 4 && value == G_MAXINT32)
        g_string_append(out, "INT_MAX");
    else if (value == G_MININT64)
        g_string_append(out, is_long_long(type) ? "LLONG_MIN" : "LONG_MIN");
    else if (value == G_MAXINT64)
        g_string_append(out, is_long_long(type) ? "LLONG_MAX" : "LONG_MAX");
    else
        g_string_append_printf(out, "%" G_GINT64_FORMAT "%s", value, suffix);
}

static void append_unsigned(const AnnotType *type, guint64 value, GString *out)
{
    const char *suffix = value <= G_MAXINT32 ? "" : type->size < 8 ? "u" : is_long_long(type) ? "ULL" : "UL";
    if (type->size == 4 && value == G_MAXUINT32)
        g_string_append(out, "UINT_MAX");
    else if (value == G_MAXUINT64)
        g_string_append(out, is_long_long(type) ? "ULLONG_MAX" : "ULONG_MAX");
    else
        g_string_append_printf(out, "%" G_GUINT64_FORMAT "%s", value, suffix);
}

void generate_number(const AnnotType *type, guint64 bits, GString *out)
{
    if (type->kind == ANNOT_TYPE_FLOAT) {
        append_real(type, bits, out);
        return;
    }
    gint64 value = extended(type, bits);
    if (append_enumerator(type, value, out) || append_character(type, value, out))
        return;
    if (type->is_signed)
        append_signed(type, value, out);
    else
        append_unsigned(type, (guint64)value, out);
}

void generate_field(const AnnotDecl *member, guint64 bits, GString *out)
{
    AnnotType wide = {.kind = ANNOT_TYPE_INTEGER, .size = 8, .is_signed = member->type->is_signed};
    guint shift = 64 - CLAMP(member->bits, 1, 64);
    generate_number(&wide, wide.is_signed ? (guint64)((gint64)(bits << shift) >> shift) : bits << shift >> shift, out);
}

/* ---- strings ---- */

static void append_byte(guint8 byte, GString *out)
{
    static const char plain[] = "\n\t\r\"\\", names[] = "ntr\"\\";
    const char *at = byte ? strchr(plain, byte) : NULL;
    if (at)
        g_string_append_printf(out, "\\%c", names[at - plain]);
    else if (byte >= ' ' && byte <= '~' && byte != '?')
        g_string_append_c(out, (char)byte);
    else if (byte == '?')
        g_string_append_c(out, '?');
    else
        g_string_append_printf(out, "\\%03o", byte);
}

void generate_string(const guint8 *bytes, gsize length, GString *out)
{
    g_string_append_c(out, '"');
    for (gsize i = 0; i < length; i++)
        append_byte(bytes[i], out);
    g_string_append_c(out, '"');
}

/* ---- initialisers ---- */

static guint8 byte_at(const GenerateInput *input, gsize at)
{
    return at < input->size ? input->bytes[at] : 0;
}

static void append_text(const GenerateInput *input, const GenerateNode *node, GString *out)
{
    g_autofree guint8 *bytes = g_malloc0(node->count + 1);
    for (guint i = 0; i < node->count; i++)
        bytes[i] = byte_at(input, (gsize)node->at + 3 + i);
    generate_string(bytes, node->count, out);
}

static guint maker_of(const GenerateInput *input, const GenerateNode *node)
{
    for (guint i = 0; i < input->nodes->len; i++) {
        const GenerateNode *other = GENERATE_NODE(input, i);
        if (other->is_new && other->shape == node->shape && other->object == node->object)
            return i;
    }
    return G_MAXUINT;
}

/* Whether a second pointer leads to what the node makes. */
static gboolean is_shared(const GenerateInput *input, guint maker)
{
    const GenerateNode *node = GENERATE_NODE(input, maker);
    for (guint i = 0; i < input->nodes->len; i++) {
        const GenerateNode *other = GENERATE_NODE(input, i);
        if (i != maker && other->shape == node->shape && other->object == node->object && node->object >= 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_zero(const GenerateInput *input, guint index)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    for (guint i = index; i < node->next; i++)
        if (GENERATE_NODE(input, i)->bits != 0)
            return FALSE;
    return TRUE;
}

static void append_elements(const GenerateInput *input, guint first, guint end, const char *prefix, GString *out)
{
    guint last = first; /* behind the last element that is not 0 */
    for (guint i = first; i < end; i = GENERATE_NODE(input, i)->next)
        if (!is_zero(input, i))
            last = GENERATE_NODE(input, i)->next;
    for (guint i = first; i < last; i = GENERATE_NODE(input, i)->next) {
        g_string_append(out, i > first ? ", " : "");
        generate_initialiser(input, i, prefix, out);
    }
    if (last == first)
        g_string_append(out, "0");
}

static void append_members(const GenerateInput *input, guint first, guint end, const char *prefix, GString *out)
{
    gboolean any = FALSE;
    for (guint i = first; i < end; i = GENERATE_NODE(input, i)->next) {
        const GenerateNode *node = GENERATE_NODE(input, i);
        if (is_zero(input, i))
            continue;
        g_string_append_printf(out, "%s.%s = ", any ? ", " : "", node->member->name);
        generate_initialiser(input, i, prefix, out);
        any = TRUE;
    }
    if (!any) { /* the first member, whatever it is, as zeros */
        const GenerateNode *node = first < end ? GENERATE_NODE(input, first) : NULL;
        gboolean is_nested = node && (node->shape->kind == HLCOV_RECORD || node->shape->kind == HLCOV_UNION ||
                                      node->shape->kind == HLCOV_ARRAY || node->shape->kind == HLCOV_NOTHING);
        if (node)
            g_string_append_printf(out, ".%s = %s", node->member->name, is_nested ? "{0}" : "0");
    }
}

static void append_object(const GenerateInput *input, guint index, const char *prefix, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    gboolean is_one =
        node->count == 1 && (node->shape->target->kind == HLCOV_RECORD || node->shape->target->kind == HLCOV_UNION);
    g_string_append_c(out, '{');
    if (is_one)
        append_members(input, index + 2, GENERATE_NODE(input, index + 1)->next, prefix, out);
    else
        append_elements(input, index + 1, node->next, prefix, out);
    g_string_append_c(out, '}');
}

/* The type of what the node makes, with its length; `name` may be "". */
static void declare_object(const GenerateNode *node, const char *name, GString *out)
{
    g_autofree char *array = g_strdup_printf("%s[%u]", name, MAX(node->count, 1));
    gboolean is_one =
        node->count == 1 && (node->shape->target->kind == HLCOV_RECORD || node->shape->target->kind == HLCOV_UNION);
    const char *text = node->shape->target->text;
    if (*name || strchr(text, '(') || strchr(text, '['))
        generate_declare(text, is_one ? name : array, out);
    else
        g_string_append_printf(out, "%s%s", text, is_one ? "" : array);
}

static void append_pointer(const GenerateInput *input, guint index, const char *prefix, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    guint maker = node->object >= 0 ? maker_of(input, node) : G_MAXUINT;
    if (maker == G_MAXUINT) {
        g_string_append(out, "NULL");
        return;
    }
    const GenerateNode *made = GENERATE_NODE(input, maker);
    gboolean is_record = node->shape->kind == HLCOV_POINTER && made->count == 1 &&
                         (made->shape->target->kind == HLCOV_RECORD || made->shape->target->kind == HLCOV_UNION);
    if (is_shared(input, maker)) {
        g_string_append_printf(out, "%s%s_%u", is_record ? "&" : "", prefix, maker);
        return;
    }
    if (node->shape->kind == HLCOV_TEXT) {
        if (!node->shape->is_const)
            g_string_append_printf(out, "(%s[]){", node->shape->target->text);
        else if (g_strcmp0(node->shape->target->text, "char") != 0)
            g_string_append_printf(out, "(const %s *)", node->shape->target->text);
        append_text(input, made, out);
        g_string_append(out, node->shape->is_const ? "" : "}");
        return;
    }
    g_string_append(out, is_record ? "&(" : "(");
    declare_object(made, "", out);
    g_string_append_c(out, ')');
    append_object(input, maker, prefix, out);
}

static void append_length(const GenerateInput *input, const GenerateNode *node, GString *out)
{
    generate_number(node->shape->type, generate_length(input, node), out);
}

void generate_initialiser(const GenerateInput *input, guint index, const char *prefix, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    const GenerateItem *item = &input->contract->items[node->item];
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
        if (item->role == HLCOV_LENGTH)
            append_length(input, node, out);
        else
            generate_number(node->shape->type, node->bits, out);
        break;
    case HLCOV_FIELD: generate_field(node->member, node->bits, out); break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: append_pointer(input, index, prefix, out); break;
    case HLCOV_RECORD:
    case HLCOV_UNION:
        g_string_append_c(out, '{');
        append_members(input, index + 1, node->next, prefix, out);
        g_string_append_c(out, '}');
        break;
    case HLCOV_ARRAY:
        g_string_append_c(out, '{');
        append_elements(input, index + 1, node->next, prefix, out);
        g_string_append_c(out, '}');
        break;
    case HLCOV_FUNCTION:
        g_string_append(out, node->bits > 0 ? node->shape->functions[node->bits - 1]->name : "NULL");
        break;
    case HLCOV_TOKEN: g_string_append(out, node->bits ? "(void *)&token" : "NULL"); break;
    case HLCOV_STREAM:
        if (node->bits)
            append_text(input, node, out);
        else
            g_string_append(out, "NULL");
        break;
    case HLCOV_NOTHING: g_string_append(out, "{0}"); break;
    }
}

void generate_objects(const GenerateInput *input, const char *prefix, GString *out)
{
    for (guint pass = 0; pass < 2; pass++) /* declarations first: objects may lead to each other */
        for (guint i = 0; i < input->nodes->len; i++) {
            const GenerateNode *node = GENERATE_NODE(input, i);
            if (!node->is_new || !is_shared(input, i))
                continue;
            g_autofree char *name = g_strdup_printf("%s_%u", prefix, i);
            g_autofree char *sized = g_strdup_printf("%s[%u]", name, node->count + 1);
            g_string_append(out, "static ");
            if (node->shape->kind == HLCOV_TEXT)
                generate_declare(node->shape->target->text, sized, out);
            else
                declare_object(node, name, out);
            if (pass == 1 && node->shape->kind == HLCOV_TEXT) {
                g_string_append(out, " = ");
                append_text(input, node, out);
            } else if (pass == 1) {
                g_string_append(out, " = ");
                append_object(input, i, prefix, out);
            }
            g_string_append(out, ";\n");
        }
}
