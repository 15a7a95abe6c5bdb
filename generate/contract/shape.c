/* Makes shapes of types; see shape.h. */
#include "generate/contract/shape.h"

#include <string.h>

/* ---- text of types ---- */

static gboolean cut_word(GString *text, const char *word, gboolean at_begin)
{
    gsize length = strlen(word);
    if (at_begin && text->len > length && g_str_has_prefix(text->str, word) && text->str[length] == ' ') {
        g_string_erase(text, 0, (gssize)length + 1);
        return TRUE;
    }
    gsize before = text->len - MIN(length, text->len);
    if (!g_str_has_suffix(text->str, word) || (before > 0 && !strchr(" *", text->str[before - 1])))
        return FALSE;
    g_string_truncate(text, before);
    g_strchomp(text->str);
    text->len = strlen(text->str);
    return TRUE;
}

/* Of a pointer, qualifiers before the name are those of what it points to. */
static gboolean is_plain(const char *text)
{
    return !strpbrk(text, "*[(");
}

const char *generate_unqualified(HtolArena *arena, const char *text)
{
    static const char *const words[] = {"const", "volatile", "restrict", "__restrict"};
    g_autoptr(GString) left = g_string_new(text);
    gboolean cut = TRUE;
    while (cut) {
        cut = FALSE;
        for (guint i = 0; i < G_N_ELEMENTS(words); i++)
            if (is_plain(left->str) || g_str_has_suffix(left->str, words[i]))
                cut |= cut_word(left, words[i], is_plain(left->str));
    }
    return htol_arena_strndup(arena, left->str, left->len);
}

const char *generate_decayed(HtolArena *arena, const char *text)
{
    const char *bracket = strchr(text, '['), *end = bracket ? strchr(bracket, ']') : NULL, *star = strstr(text, "(*");
    if (!end || (star && star + 2 != bracket))
        return text;
    int length = (int)(bracket - text);
    if (star)
        return htol_arena_printf(arena, "%.*s*%s", length, text, end + 1);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return htol_arena_printf(arena, end[1] ? "%.*s (*)%s" : "%.*s *", length, text, end + 1);
}

void generate_declare(const char *text, const char *name, GString *out)
{
    const char *star = strstr(text, "(*"), *bracket = strchr(text, '[');
    const char *at = star ? star + 2 : bracket ? bracket : text + strlen(text);
    while (star && *at == '*')
        at++;
    while (at > text && at[-1] == ' ')
        at--;
    g_string_append_len(out, text, at - text);
    if (at > text && !strchr("*(", at[-1]))
        g_string_append_c(out, ' ');
    g_string_append_printf(out, "%s%s", name, at);
}

/* What a pointer of that text points to, if the text shows it; else the type's own name. */
static const char *pointed_text(HtolArena *arena, const char *text, const AnnotType *target)
{
    const char *bracket = strchr(text, '(') ? NULL : strchr(text, '[');
    gsize length = bracket ? (gsize)(bracket - text) : strlen(text);
    gboolean shows = bracket || (length > 0 && text[length - 1] == '*' && !strchr(text, '('));
    if (!shows)
        return generate_unqualified(arena, target->name);
    length -= bracket ? 0 : 1;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return generate_unqualified(arena, htol_arena_strndup(arena, text, length));
}

guint generate_most_elements(const GenerateShape *shape)
{
    return shape->target->kind == HLCOV_NUMBER ? HLCOV_MOST_NUMBERS : HLCOV_MOST_ELEMENTS;
}

/* ---- making ---- */

GenerateShapes generate_shapes_new(HtolArena *arena, const AnnotTree *tree)
{
    return (GenerateShapes){arena, tree, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                            g_ptr_array_new()};
}

void generate_shapes_clear(GenerateShapes *shapes)
{
    g_hash_table_unref(shapes->known);
    g_ptr_array_unref(shapes->all);
}

static const GenerateShape *refuse(GenerateShapes *shapes, const char **why, const char *format, const char *text)
{
    if (!*why)
        *why = htol_arena_printf(shapes->arena, format, text);
    return NULL;
}

gboolean generate_is_unnamed(const char *text)
{
    return strstr(text, "unnamed ") || strstr(text, "anonymous ");
}

const char *generate_variable_text(HtolArena *arena, const AnnotDecl *variable)
{
    if (generate_is_unnamed(variable->type_text))
        return htol_arena_printf(arena, "__typeof__(%s)", variable->name);
    return generate_unqualified(arena, variable->type_text);
}

/* Types of the library that nobody may fill in. */
static gboolean is_stream(const AnnotType *type)
{
    return type->name && g_str_has_suffix(type->name, "_IO_FILE");
}

static gboolean is_left_alone(const AnnotType *type)
{
    return type->name && (strstr(type->name, "pthread_") || strstr(type->name, "__jmp_buf"));
}

static gboolean is_character(const AnnotType *type)
{
    return type->kind == ANNOT_TYPE_INTEGER && type->size == 1;
}

static gboolean is_incomplete(const AnnotType *type)
{
    return type->kind == ANNOT_TYPE_RECORD && type->size == 0 && type->n_fields == 0;
}

/* A member that cannot be built stays 0. */
static void fill_member(GenerateShapes *shapes, GenerateShape *shape, const AnnotDecl *field)
{
    const char *why = NULL;
    const char *text = generate_unqualified(shapes->arena, field->type_text);
    if (field->is_bit_field) {
        static const GenerateShape bits = {.kind = HLCOV_FIELD};
        shape->members[shape->n_members++] = (GenerateMember){field, &bits};
        return;
    }
    if (generate_is_unnamed(text))
        text = htol_arena_printf(shapes->arena, "__typeof__(((%s *)0)->%s)", shape->text, field->name);
    const GenerateShape *made = generate_shape(shapes, field->type, text, FALSE, &why);
    if (made)
        shape->members[shape->n_members++] = (GenerateMember){field, made};
}

/* A flexible array has no elements; unnamed bit-fields hold nothing. */
static gboolean is_filled(const AnnotDecl *field)
{
    return *field->name && !(field->type->kind == ANNOT_TYPE_ARRAY && field->type->size == 0);
}

static gboolean fill_record(GenerateShapes *shapes, GenerateShape *shape, const char **why)
{
    const AnnotType *type = shape->type;
    shape->kind = is_left_alone(type) ? HLCOV_NOTHING : type->is_union ? HLCOV_UNION : HLCOV_RECORD;
    if (shape->kind == HLCOV_NOTHING)
        return TRUE;
    if (is_incomplete(type))
        return refuse(shapes, why, "`%s` is incomplete in this unit", shape->text) != NULL;
    shape->members = htol_arena_new0(shapes->arena, GenerateMember, MAX(type->n_fields, 1));
    for (guint i = 0; i < type->n_fields; i++)
        if (is_filled(type->fields[i]))
            fill_member(shapes, shape, type->fields[i]);
    return TRUE;
}

/* The functions of the unit that have the type that is pointed to. */
static void find_functions(GenerateShapes *shapes, GenerateShape *shape)
{
    const AnnotTree *tree = shapes->tree;
    shape->kind = HLCOV_FUNCTION;
    shape->functions = htol_arena_new0(shapes->arena, const AnnotFunction *, MAX(tree->n_functions, 1));
    for (guint i = 0; i < tree->n_functions && shape->n_functions < 8; i++)
        if (g_strcmp0(tree->functions[i]->decl->type->name, shape->type->target->name) == 0)
            shape->functions[shape->n_functions++] = tree->functions[i];
}

static gboolean are_alike(HtolArena *arena, const GenerateShape *shape, const GenerateShape *other)
{
    const char *name = shape->target->type->name, *other_name = other->target ? other->target->type->name : NULL;
    return name && other_name && other->kind == shape->kind &&
           strcmp(generate_unqualified(arena, name), generate_unqualified(arena, other_name)) == 0;
}

static guint family_of(const GenerateShapes *shapes, const GenerateShape *shape)
{
    for (guint i = 0; i < shapes->all->len; i++) {
        const GenerateShape *other = shapes->all->pdata[i];
        if (other != shape && are_alike(shapes->arena, shape, other))
            return other->family;
    }
    return shape->number;
}

static gboolean fill_pointer(GenerateShapes *shapes, GenerateShape *shape, gboolean is_array, const char **why)
{
    const AnnotType *target = shape->type->target;
    const char *text = pointed_text(shapes->arena, shape->text, target);
    shape->is_const = target->is_const;
    if (target->kind == ANNOT_TYPE_FUNCTION) {
        find_functions(shapes, shape);
        return TRUE;
    }
    shape->kind = is_stream(target) ? HLCOV_STREAM : is_incomplete(target) ? HLCOV_TOKEN : HLCOV_POINTER;
    if (shape->kind != HLCOV_POINTER)
        return TRUE;
    if (target->kind == ANNOT_TYPE_VOID)
        text = "unsigned char";
    if (is_character(target) && !is_array)
        shape->kind = HLCOV_TEXT;
    if (generate_is_unnamed(text))
        return refuse(shapes, why, "`%s` has no name", text) != NULL;
    static AnnotType byte = {.kind = ANNOT_TYPE_INTEGER, .size = 1, .name = "unsigned char"};
    shape->target = generate_shape(shapes, target->kind == ANNOT_TYPE_VOID ? &byte : target, text, FALSE, why);
    if (shape->target)
        shape->family = family_of(shapes, shape);
    return shape->target != NULL;
}

static gboolean fill_array(GenerateShapes *shapes, GenerateShape *shape, const char **why)
{
    const AnnotType *target = shape->type->target;
    const char *text;
    shape->kind = HLCOV_ARRAY;
    if (shape->type->is_vla || target->size == 0)
        return refuse(shapes, why, "`%s` has no fixed size", shape->text) != NULL;
    if (target->name && !generate_is_unnamed(target->name))
        text = generate_unqualified(shapes->arena, target->name);
    else
        text = htol_arena_printf(shapes->arena, "__typeof__((*(%s *)0)[0])", shape->text);
    shape->count = shape->type->size / target->size;
    shape->target = generate_shape(shapes, target, text, FALSE, why);
    return shape->target != NULL;
}

static gboolean fill(GenerateShapes *shapes, GenerateShape *shape, gboolean is_array, const char **why)
{
    if (shape->type->is_volatile)
        return refuse(shapes, why, "`%s` is volatile", shape->text) != NULL;
    switch (shape->type->kind) {
    case ANNOT_TYPE_BOOL:
    case ANNOT_TYPE_INTEGER:
    case ANNOT_TYPE_ENUM:
    case ANNOT_TYPE_FLOAT: return TRUE;
    case ANNOT_TYPE_POINTER: return fill_pointer(shapes, shape, is_array, why);
    case ANNOT_TYPE_ARRAY: return fill_array(shapes, shape, why);
    case ANNOT_TYPE_RECORD: return fill_record(shapes, shape, why);
    default: return refuse(shapes, why, "no value of type `%s` can be built", shape->text) != NULL;
    }
}

/* One that failed stays known as such, so that what holds it fails, too. */
const GenerateShape *generate_shape(GenerateShapes *shapes, const AnnotType *type, const char *text, gboolean is_array,
                                    const char **why)
{
    if (strstr(text, "va_list"))
        return refuse(shapes, why, "no value of type `%s` can be built", text);
    if (type->kind == ANNOT_TYPE_ENUM && generate_is_unnamed(text))
        text = type->is_signed ? "int" : "unsigned int";
    char *key = g_strdup_printf("%p %d %s", (const void *)type, is_array, text);
    GenerateShape *shape = g_hash_table_lookup(shapes->known, key);
    if (shape) {
        g_free(key);
        return !shape->is_failed ? shape : refuse(shapes, why, "no value of type `%s` can be built", text);
    }
    shape = htol_arena_new0(shapes->arena, GenerateShape, 1);
    *shape = (GenerateShape){.kind = HLCOV_NUMBER, .number = shapes->all->len, .type = type, .text = text};
    g_ptr_array_add(shapes->all, shape);
    g_hash_table_insert(shapes->known, key, shape);
    shape->is_failed = !fill(shapes, shape, is_array, why);
    return shape->is_failed ? NULL : shape;
}
