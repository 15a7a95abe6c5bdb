/* Writes values as C; see literal.h. */
#include "generate/contract/literal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- real numbers ---- */

static gboolean append_special(gboolean is_nan, gboolean is_infinite, gboolean is_negative, GString *out)
{
    if (is_nan || is_infinite)
        g_string_append_printf(out, "%s%s", is_negative ? "-" : "", is_nan ? "NAN" : "INFINITY");
    return is_nan || is_infinite;
}

static gboolean is_same(const AnnotType *type, double real, double other)
{
    return type->size == sizeof(float) ? (float)real == (float)other : real == other;
}

/* The shortest digits that are the same number. */
static void shortest(const AnnotType *type, double real, char *digits, int size)
{
    char format[8];
    for (int precision = 1; precision <= 17; precision++) {
        g_snprintf(format, sizeof format, "%%.%dg", precision);
        g_ascii_formatd(digits, size, format, real);
        if (is_same(type, g_ascii_strtod(digits, NULL), real))
            return;
    }
}

static void append_digits(const char *digits, const char *suffix, GString *out)
{
    g_string_append_printf(out, "%s%s%s", digits, strpbrk(digits, ".e") ? "" : ".0", suffix);
}

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
    if (append_special(isnan(real), isinf(real), signbit(real), out))
        return;
    shortest(type, real, digits, sizeof digits);
    append_digits(digits, is_small ? "f" : "", out);
}

/* printf knows no "%Lg" of the C locale: its comma becomes a point. */
static void append_long_real(const guint8 bytes[16], GString *out)
{
    char digits[64];
    long double real;
    memcpy(&real, bytes, sizeof real);
    if (append_special(isnan(real), isinf(real), signbit(real), out))
        return;
    for (int precision = 1; precision <= 21; precision++) {
        snprintf(digits, sizeof digits, "%.*Lg", precision, real);
        if (strtold(digits, NULL) == real)
            break;
    }
    g_strdelimit(digits, ",", '.');
    append_digits(digits, "L", out);
}

/* ---- integers ---- */

static gboolean append_enumerator(const AnnotType *type, gint64 value, GString *out)
{
    for (guint i = 0; i < type->n_enumerators; i++)
        if (type->enumerators[i]->value == value) {
            g_string_append(out, type->enumerators[i]->name);
            return TRUE;
        }
    return FALSE;
}

static gboolean is_character(const AnnotType *type)
{
    return type->kind == ANNOT_TYPE_INTEGER && type->size == 1;
}

/* Type `char` itself, whose values are characters and not small numbers. */
static gboolean is_plain_character(const AnnotType *type)
{
    return is_character(type) && type->name && g_str_has_suffix(type->name, "char") && !strstr(type->name, "signed");
}

/* The letter that stands for the byte behind a backslash; 0: none does. */
static char escape_letter(guint8 byte)
{
    static const char plain[] = "\n\t\r", letters[] = "ntr";
    const char *at = byte ? strchr(plain, byte) : NULL;
    return at ? letters[at - plain] : 0;
}

static gboolean append_character(const AnnotType *type, gint64 value, GString *out)
{
    if (!is_plain_character(type) || value < 0 || value > '~')
        return FALSE;
    char letter = value == 0 ? '0' : escape_letter((guint8)value);
    if (letter)
        g_string_append_printf(out, "'\\%c'", letter);
    else if (value >= ' ')
        g_string_append_printf(out, value == '\'' || value == '\\' ? "'\\%c'" : "'%c'", (char)value);
    return letter || value >= ' ';
}

static gboolean is_long_long(const AnnotType *type)
{
    return type->name && strstr(type->name, "long long");
}

static void append_signed(const AnnotType *type, gint64 value, GString *out)
{
    gboolean is_short = type->size < 8 || (value <= G_MAXINT32 && value >= -(gint64)G_MAXINT32);
    if (type->size == 4 && value == G_MININT32)
        g_string_append(out, "INT_MIN");
    else if (type->size == 4 && value == G_MAXINT32)
        g_string_append(out, "INT_MAX");
    else if (value == G_MININT64)
        g_string_append(out, is_long_long(type) ? "LLONG_MIN" : "LONG_MIN");
    else if (value == G_MAXINT64)
        g_string_append(out, is_long_long(type) ? "LLONG_MAX" : "LONG_MAX");
    else
        g_string_append_printf(out, "%" G_GINT64_FORMAT "%s", value, is_short ? "" : is_long_long(type) ? "LL" : "L");
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

static void append_truth(const GenerateSpelling *spelling, gboolean truth, GString *out)
{
    if (spelling->has_bool)
        g_string_append(out, truth ? "true" : "false");
    else
        g_string_append(out, truth ? "1" : "0");
}

void generate_number(const GenerateSpelling *spelling, const AnnotType *type, guint64 bits, GString *out)
{
    gint64 value = annot_type_value(type, bits);
    if (type->kind == ANNOT_TYPE_FLOAT)
        append_real(type, bits, out);
    else if (type->kind == ANNOT_TYPE_BOOL)
        append_truth(spelling, value != 0, out);
    else if (append_enumerator(type, value, out) || append_character(type, value, out))
        return;
    else if (type->is_signed)
        append_signed(type, value, out);
    else
        append_unsigned(type, (guint64)value, out);
}

static void append_128_bits(const AnnotType *type, const guint8 bytes[16], GString *out)
{
    guint64 low, high;
    memcpy(&low, bytes, sizeof low);
    memcpy(&high, bytes + sizeof low, sizeof high);
    if (high == 0 && low <= G_MAXINT32)
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, low);
    else
        g_string_append_printf(out,
                               "(%s)((unsigned __int128)0x%" G_GINT64_MODIFIER "x << 64 | 0x%" G_GINT64_MODIFIER "x)",
                               type->is_signed ? "__int128" : "unsigned __int128", high, low);
}

void generate_wide_number(const AnnotType *type, const guint8 bytes[16], GString *out)
{
    if (type->kind == ANNOT_TYPE_FLOAT)
        append_long_real(bytes, out);
    else
        append_128_bits(type, bytes, out);
}

static void append_field(const GenerateSpelling *spelling, const AnnotDecl *member, guint64 bits, GString *out)
{
    AnnotType wide = *member->type;
    guint shift = 64 - CLAMP(member->bits, 1, 64);
    wide.size = 8;
    wide.name = "long";
    generate_number(spelling, &wide,
                    wide.is_signed ? (guint64)((gint64)(bits << shift) >> shift) : bits << shift >> shift, out);
}

/* Copies bytes from `at` on; behind the last there are zeros. */
static void copy_bytes(const guint8 *bytes, gsize size, gsize at, guint8 *to, gsize n)
{
    for (gsize i = 0; i < n; i++)
        to[i] = at + i < size ? bytes[at + i] : 0;
}

void generate_scalar(const GenerateSpelling *spelling, const GenerateNode *node, const guint8 *bytes, gsize size,
                     GString *out)
{
    guint8 wide[16];
    copy_bytes(bytes, size, node->at, wide, sizeof wide);
    if (node->shape->kind == HLCOV_FIELD)
        append_field(spelling, node->member, node->bits, out);
    else if (node->shape->type->size > 8)
        generate_wide_number(node->shape->type, wide, out);
    else
        generate_number(spelling, node->shape->type, node->bits, out);
}

/* ---- strings ---- */

/* Octal digits are three, so that a digit behind them is none of theirs; a second question mark in turn is escaped, or
 * the two begin a trigraph. */
static void append_byte(guint8 byte, guint8 before, GString *out)
{
    if (escape_letter(byte))
        g_string_append_printf(out, "\\%c", escape_letter(byte));
    else if (byte == '"' || byte == '\\' || (byte == '?' && before == '?'))
        g_string_append_printf(out, "\\%c", byte);
    else if (byte >= ' ' && byte <= '~')
        g_string_append_c(out, (char)byte);
    else
        g_string_append_printf(out, "\\%03o", byte);
}

void generate_string(const guint8 *bytes, gsize length, GString *out)
{
    g_string_append_c(out, '"');
    for (gsize i = 0; i < length; i++)
        append_byte(bytes[i], i > 0 ? bytes[i - 1] : 0, out);
    g_string_append_c(out, '"');
}

void generate_text(const AnnotType *character, const guint8 *bytes, gsize length, GString *out)
{
    if (!is_plain_character(character))
        g_string_append_printf(out, "(%s *)", character->is_signed ? "signed char" : "unsigned char");
    generate_string(bytes, length, out);
}

static gboolean is_text_byte(guint8 byte)
{
    return escape_letter(byte) || (byte >= ' ' && byte <= '~');
}

gboolean generate_is_string(const AnnotType *type, const guint8 *bytes, gsize length, gsize *shown)
{
    while (length > 0 && bytes[length - 1] == 0)
        length--;
    *shown = length;
    if (!is_character(type) || length < (is_plain_character(type) ? 1 : 3))
        return FALSE;
    for (gsize i = 0; i < length; i++)
        if (!is_text_byte(bytes[i]))
            return FALSE;
    return TRUE;
}

/* ---- objects ---- */

static gboolean is_pointer(const GenerateShape *shape)
{
    return shape->kind == HLCOV_POINTER || shape->kind == HLCOV_TEXT;
}

static gboolean is_zero_number(const GenerateInput *input, const GenerateNode *node)
{
    guint8 bytes[16];
    if (node->shape->kind != HLCOV_NUMBER || node->shape->type->size <= 8)
        return node->bits == 0;
    copy_bytes(input->bytes, input->size, node->at, bytes, sizeof bytes);
    for (guint i = 0; i < sizeof bytes; i++)
        if (bytes[i] != 0)
            return FALSE;
    return TRUE;
}

static gboolean is_zero(const GenerateInput *input, guint index)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    for (guint i = index; i < node->next; i++) {
        const GenerateNode *part = GENERATE_NODE(input, i);
        if (part->shape->kind == HLCOV_UNION) /* whichever member it is */
            continue;
        if (is_pointer(part->shape) ? part->object >= 0 : !is_zero_number(input, part))
            return FALSE;
    }
    return TRUE;
}

gboolean generate_makes_record(const GenerateNode *node)
{
    return node->shape->kind == HLCOV_POINTER && node->count == 1 &&
           (node->shape->target->kind == HLCOV_RECORD || node->shape->target->kind == HLCOV_UNION);
}

/* The elements from node `first` on, if they are bytes that are better read as a string; else NULL. To be freed. */
static guint8 *string_of(const GenerateInput *input, const GenerateShape *element, guint first, gsize count,
                         gsize *shown)
{
    if (element->kind != HLCOV_NUMBER || !is_character(element->type))
        return NULL;
    guint8 *bytes = g_new0(guint8, count + 1);
    for (gsize i = 0; i < count; i++)
        bytes[i] = (guint8)GENERATE_NODE(input, first + i)->bits;
    if (generate_is_string(element->type, bytes, count, shown))
        return bytes;
    g_free(bytes);
    return NULL;
}

/* Elements of the object: a string needs room for its end. */
static gsize room_of(const GenerateInput *input, guint index)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    gsize shown = 0;
    if (node->shape->kind == HLCOV_TEXT)
        return (gsize)node->count + 1;
    g_autofree guint8 *bytes = string_of(input, node->shape->target, index + 1, node->count, &shown);
    return MAX(bytes ? MAX(shown + 1, node->count) : node->count, 1);
}

void generate_array_type(const char *text, const char *part, GString *out)
{
    const char *bracket = strchr(text, '[');
    gsize length = bracket ? (gsize)(bracket - text) : strlen(text);
    if (strchr(text, '('))
        generate_declare(text, part, out);
    else
        g_string_append_printf(out, "%.*s%s%s", (int)length, text, part, text + length);
}

void generate_object_type(const GenerateInput *input, guint index, const char *name, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    g_autofree char *array = g_strdup_printf("%s[%" G_GSIZE_FORMAT "]", name, room_of(input, index));
    const char *text = node->shape->target->text;
    if (*name)
        generate_declare(text, generate_makes_record(node) ? name : array, out);
    else if (generate_makes_record(node))
        g_string_append(out, text);
    else
        generate_array_type(text, array, out);
}

/* ---- initialisers ---- */

static void append_characters(const GenerateInput *input, const GenerateNode *node, GString *out)
{
    g_autofree guint8 *bytes = g_malloc0(node->count + 1);
    copy_bytes(input->bytes, input->size, (gsize)node->at + 3, bytes, node->count);
    generate_string(bytes, node->count, out);
}

/* The first of the elements from node `first` on that is not 0, or `end`; adds how many are before it to *count. */
static guint skip_zeros(const GenerateInput *input, guint first, guint end, guint *count)
{
    for (; first < end && is_zero(input, first); first = GENERATE_NODE(input, first)->next)
        ++*count;
    return first;
}

/* Zeros at the end are left out, and many in between, too: the next element then says its number. */
static void append_elements(const GenerateSpelling *spelling, const GenerateInput *input, guint first, guint end,
                            GString *out)
{
    enum { MANY = 4 };
    guint number = 0, next = 0;
    for (guint i = skip_zeros(input, first, end, &next), done = first; i < end;
         i = skip_zeros(input, done, end, &next)) {
        gboolean many = next - number >= MANY;
        for (; !many && done < i; done = GENERATE_NODE(input, done)->next) {
            g_string_append(out, done > first ? ", " : "");
            generate_initialiser(spelling, input, done, out);
        }
        g_string_append(out, i > first && (!many || number > 0) ? ", " : "");
        if (many)
            g_string_append_printf(out, "[%u] = ", next);
        generate_initialiser(spelling, input, i, out);
        done = GENERATE_NODE(input, i)->next;
        number = ++next;
    }
}

static gboolean is_braced(const GenerateShape *shape)
{
    return shape->kind == HLCOV_RECORD || shape->kind == HLCOV_UNION || shape->kind == HLCOV_ARRAY ||
           shape->kind == HLCOV_NOTHING;
}

static void append_zero(const GenerateShape *shape, GString *out)
{
    gboolean is_address = is_pointer(shape) || shape->kind == HLCOV_FUNCTION || shape->kind == HLCOV_TOKEN;
    g_string_append(out, is_braced(shape) ? "{0}" : is_address ? "NULL" : "0");
}

static void append_members(const GenerateSpelling *spelling, const GenerateInput *input, guint first, guint end,
                           GString *out)
{
    gboolean any = FALSE;
    for (guint i = first; i < end; i = GENERATE_NODE(input, i)->next) {
        const GenerateNode *node = GENERATE_NODE(input, i);
        if (is_zero(input, i))
            continue;
        g_string_append_printf(out, "%s.%s = ", any ? ", " : "", node->member->name);
        generate_initialiser(spelling, input, i, out);
        any = TRUE;
    }
    if (any || first >= end)
        return;
    g_string_append_printf(out, ".%s = ", GENERATE_NODE(input, first)->member->name);
    append_zero(GENERATE_NODE(input, first)->shape, out);
}

/* An array in braces, or as the string that it is. */
static void append_array(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    gsize shown = 0;
    g_autofree guint8 *bytes = string_of(input, node->shape->target, index + 1, (gsize)node->shape->count, &shown);
    if (bytes && shown < node->shape->count) {
        generate_string(bytes, shown, out);
        return;
    }
    g_string_append_c(out, '{');
    if (is_zero(input, index))
        append_zero(node->shape->target, out);
    else
        append_elements(spelling, input, index + 1, node->next, out);
    g_string_append_c(out, '}');
}

static gboolean are_zeros(const GenerateInput *input, guint first, guint end)
{
    for (guint i = first; i < end; i = GENERATE_NODE(input, i)->next)
        if (!is_zero(input, i))
            return FALSE;
    return TRUE;
}

void generate_object(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    gsize shown = 0;
    g_autofree guint8 *bytes = node->shape->kind == HLCOV_POINTER
                                   ? string_of(input, node->shape->target, index + 1, node->count, &shown)
                                   : NULL;
    if (node->shape->kind == HLCOV_TEXT) {
        append_characters(input, node, out);
        return;
    }
    if (bytes) {
        generate_string(bytes, shown, out);
        return;
    }
    g_string_append_c(out, '{');
    if (generate_makes_record(node))
        append_members(spelling, input, index + 2, GENERATE_NODE(input, index + 1)->next, out);
    else if (are_zeros(input, index + 1, node->next))
        append_zero(node->shape->target, out);
    else
        append_elements(spelling, input, index + 1, node->next, out);
    g_string_append_c(out, '}');
}

static void append_literal_text(const GenerateInput *input, guint index, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    if (node->shape->is_const) {
        g_autofree guint8 *bytes = g_malloc0(node->count + 1);
        copy_bytes(input->bytes, input->size, (gsize)node->at + 3, bytes, node->count);
        generate_text(node->shape->target->type, bytes, node->count, out);
        return;
    }
    g_string_append_printf(out, "(%s[]){", node->shape->target->text);
    append_characters(input, node, out);
    g_string_append_c(out, '}');
}

static void append_pointer(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out)
{
    guint maker = generate_maker(input, GENERATE_NODE(input, index));
    if (maker == G_MAXUINT) {
        g_string_append(out, "NULL");
        return;
    }
    if (spelling->names && spelling->names[maker]) {
        g_string_append(out, spelling->names[maker]);
        return;
    }
    const GenerateNode *made = GENERATE_NODE(input, maker);
    if (made->shape->kind == HLCOV_TEXT) {
        append_literal_text(input, maker, out);
        return;
    }
    g_autoptr(GString) object = g_string_new(NULL);
    generate_object(spelling, input, maker, object);
    g_string_append(out, generate_makes_record(made) ? "&(" : "(");
    generate_object_type(input, maker, "", out);
    g_string_append_printf(out, *object->str == '"' ? "){%s}" : ")%s", object->str);
}

static void append_members_of(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out)
{
    g_string_append_c(out, '{');
    append_members(spelling, input, index + 1, GENERATE_NODE(input, index)->next, out);
    g_string_append_c(out, '}');
}

static void append_stream(const GenerateInput *input, const GenerateNode *node, GString *out)
{
    if (node->bits)
        append_characters(input, node, out);
    else
        g_string_append(out, "NULL");
}

void generate_initialiser(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
    case HLCOV_FIELD:
        if (input->contract->items[node->item].role == HLCOV_LENGTH)
            generate_number(spelling, node->shape->type, generate_length(input, node), out);
        else
            generate_scalar(spelling, node, input->bytes, input->size, out);
        break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: append_pointer(spelling, input, index, out); break;
    case HLCOV_RECORD:
    case HLCOV_UNION: append_members_of(spelling, input, index, out); break;
    case HLCOV_ARRAY: append_array(spelling, input, index, out); break;
    case HLCOV_FUNCTION:
        g_string_append(out, node->bits > 0 ? node->shape->functions[node->bits - 1]->name : "NULL");
        break;
    case HLCOV_TOKEN: g_string_append(out, node->bits ? "(void *)&$token" : "NULL"); break;
    case HLCOV_STREAM: append_stream(input, node, out); break;
    case HLCOV_NOTHING: g_string_append(out, "{0}"); break;
    }
}
