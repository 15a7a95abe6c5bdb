/* Masks what gcc accepts and clang does not; see mask.h. Only text that would make the front end lose
 * declarations is masked: it never repairs the user's program. */
#include "annot/text/mask.h"

#include <string.h>

const char annot_mask_prelude[] =
    "typedef __float128  _Float128; typedef float _Float32; typedef double _Float64; typedef double "
    "_Float32x; "
    "typedef long double _Float64x; int __builtin_va_arg_pack(void); int __builtin_va_arg_pack_len(void);\n";

typedef struct {
    const AnnotText *text;
    char *copy; /* of text->bytes, to be masked in place */
} Mask;

static void blank(Mask *mask, guint32 begin, guint32 end)
{
    for (guint32 at = begin; at < end; at++)
        if (mask->copy[at] != '\n')
            mask->copy[at] = ' ';
}

/* Masks the arguments of glibc's __attribute__((__malloc__(fclose, 1))): clang knows the attribute only without. */
static void mask_malloc_arguments(Mask *mask, guint32 begin, guint32 end)
{
    const AnnotText *text = mask->text;
    for (guint32 at = annot_text_skip(text, begin); at < end;) {
        guint32 next = annot_text_skip(text, annot_text_token_end(text, at));
        gboolean is_malloc = annot_text_is_word(text, at, "__malloc__") || annot_text_is_word(text, at, "malloc");
        if (is_malloc && next < end && text->bytes[next] == '(') {
            guint32 close = annot_text_find(text, next + 1, ')');
            blank(mask, next, close + 1);
            next = annot_text_skip(text, close + 1);
        }
        at = next;
    }
}

static void mask_attributes(Mask *mask)
{
    const AnnotText *text = mask->text;
    const char *found = text->bytes;
    while ((found = strstr(found, "__attribute__"))) {
        found += strlen("__attribute__");
        guint32 open = annot_text_skip(text, (guint32)(found - text->bytes));
        if (open >= text->size || text->bytes[open] != '(')
            continue;
        guint32 close = annot_text_find(text, open + 1, ')');
        if (close < text->size)
            mask_malloc_arguments(mask, open + 1, close);
    }
}

/* Masks the __atomic builtins that gcc's <stdatomic.h> applies to _Atomic objects, which clang refuses: they become
 * undeclared functions. */
static void mask_atomics(Mask *mask)
{
    if (!strstr(mask->text->bytes, "stdatomic.h\""))
        return;
    for (char *found = mask->copy; (found = strstr(found, "__atomic_")); found += 9)
        memcpy(found, "hlatomic_", 9);
}

/* Puts binary types, padded to the same length, in place of decimal ones, whose keywords clang knows but refuses. */
static void mask_decimals(Mask *mask)
{
    static const char *const pairs[][2] = {
        {"_Decimal64", "double    "}, {"_Decimal32", "float     "}, {"_Decimal128", "long double"}};
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++)
        for (char *found = mask->copy; (found = strstr(found, pairs[i][0])); found += strlen(pairs[i][0]))
            memcpy(found, pairs[i][1], strlen(pairs[i][1]));
}

/* Puts a keyword in place of a type behind _Complex: the prelude's types are typedefs, which cannot be complex. */
static void mask_complex(Mask *mask)
{
    static const char *const pairs[][2] = {{"_Float32", "float   "},
                                           {"_Float64", "double  "},
                                           {"_Float128", "double   "},
                                           {"_Float32x", "double   "},
                                           {"_Float64x", "double   "}};
    const AnnotText *text = mask->text;
    for (const char *found = text->bytes; (found = strstr(found, "_Complex")); found += strlen("_Complex")) {
        guint32 next = annot_text_skip(text, annot_text_token_end(text, (guint32)(found - text->bytes)));
        for (guint i = 0; i < G_N_ELEMENTS(pairs); i++)
            if (annot_text_is_word(text, next, pairs[i][0]))
                memcpy(mask->copy + next, pairs[i][1], strlen(pairs[i][1]));
    }
}

static guint32 number_end(const AnnotText *text, guint32 at)
{
    while (at < text->size) {
        char c = text->bytes[at], previous = text->bytes[at - 1];
        gboolean sign = (c == '+' || c == '-') && strchr("eEpP", previous);
        if (!g_ascii_isalnum(c) && c != '.' && c != '_' && !sign)
            break;
        at++;
    }
    return at;
}

static gsize foreign_suffix(const char *number, gsize length)
{
    static const char *const suffixes[] = {"f128", "F128", "f64x", "F64x", "f32x", "F32x", "f64", "F64",
                                           "f32",  "F32",  "dd",   "DD",   "df",   "DF",   "dl",  "DL"};
    for (guint i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        gsize n = strlen(suffixes[i]);
        if (length > n && memcmp(number + length - n, suffixes[i], n) == 0)
            return n;
    }
    return 0;
}

/* Masks suffixes that clang lacks (1.0f128, 1.0dd). The digits move right over the suffix and zeros fill their place:
 * blanks behind the number would end the token early, and text be inserted between the digits and the suffix.
 */
static void mask_number(Mask *mask, guint32 begin, guint32 end)
{
    const char *number = mask->text->bytes + begin;
    gsize length = end - begin, digits = 0;
    if (number[0] == '0' && (number[1] == 'x' || number[1] == 'X')) {
        if (!memchr(number, 'p', length) && !memchr(number, 'P', length))
            return;
        digits = 2;
    }
    gsize suffix = foreign_suffix(number, length);
    if (suffix == 0)
        return;
    memmove(mask->copy + begin + digits + suffix, number + digits, length - digits - suffix);
    memset(mask->copy + begin + digits, '0', suffix);
}

static void mask_numbers(Mask *mask)
{
    const AnnotText *text = mask->text;
    guint32 at = annot_text_skip(text, 0);
    while (at < text->size) {
        guint32 end = annot_text_token_end(text, at);
        if (g_ascii_isdigit(text->bytes[at])) {
            end = number_end(text, at + 1);
            mask_number(mask, at, end);
        }
        at = annot_text_skip(text, end);
    }
}

/* Masks the condition of a _Static_assert, which the compiler has checked, as gcc takes more for constant than clang
 * does. A condition that defines a type stays, and so do line markers in one, which say what belongs to the system. */
static void mask_assertion(Mask *mask, guint32 begin)
{
    const AnnotText *text = mask->text;
    guint32 comma = annot_text_find(text, begin, ','), close = annot_text_find(text, begin, ')');
    guint32 end = MIN(comma, close);
    if (end >= text->size || memchr(text->bytes + begin, '{', end - begin))
        return;
    for (guint32 at = begin, next; at < end; at = annot_text_skip(text, next)) {
        next = annot_text_token_end(text, at);
        blank(mask, at, next);
    }
    mask->copy[begin] = '1';
}

static void mask_assertions(Mask *mask)
{
    static const char word[] = "_Static_assert";
    const AnnotText *text = mask->text;
    for (guint32 at = 0; (at = annot_text_find_word(text, at, word)) < text->size; at += strlen(word)) {
        guint32 open = annot_text_skip(text, at + strlen(word));
        if (open < text->size && text->bytes[open] == '(')
            mask_assertion(mask, annot_text_skip(text, open + 1));
    }
}

char *annot_mask(const AnnotText *text)
{
    gsize prelude = strlen(annot_mask_prelude);
    char *all = g_malloc(prelude + text->size + 1);
    memcpy(all, annot_mask_prelude, prelude);
    memcpy(all + prelude, text->bytes, text->size + 1);
    Mask mask = {text, all + prelude};
    mask_attributes(&mask);
    mask_atomics(&mask);
    mask_decimals(&mask);
    mask_complex(&mask);
    mask_numbers(&mask);
    mask_assertions(&mask);
    return all;
}

void annot_mask_aarch64(char *masked)
{
    static const char type[] = "__float128 ";
    memcpy(strstr(masked, type), "long double", strlen(type));
}
