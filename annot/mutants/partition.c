/* Finds the parameters of functions and records their classes; see partition.h. */
#include "annot/mutants/partition.h"

#include "annot/facts/range.h"

#include <string.h>

/* By what the values of a parameter are divided into classes. */
typedef enum {
    SHAPE_NONE,
    SHAPE_TRUTH,
    SHAPE_NUMBER, /* HtolSignClass */
    SHAPE_ENUM,   /* its members, those of one value once, and what is none of them */
    SHAPE_POINTER
} Shape;

static Shape shape_of(const AnnotType *type)
{
    switch (type->kind) {
    case ANNOT_TYPE_BOOL: return SHAPE_TRUTH;
    case ANNOT_TYPE_INTEGER:
    case ANNOT_TYPE_FLOAT: return SHAPE_NUMBER;
    case ANNOT_TYPE_ENUM: return SHAPE_ENUM;
    case ANNOT_TYPE_ARRAY: /* as which a pointer may be declared */
    case ANNOT_TYPE_FUNCTION:
    case ANNOT_TYPE_POINTER: return SHAPE_POINTER;
    default: return type->is_atomic ? SHAPE_NUMBER : SHAPE_NONE;
    }
}

/* ---- classes ---- */

static gboolean has_value(const GPtrArray *members, gint64 value)
{
    for (guint i = 0; i < members->len; i++)
        if (((const AnnotDecl *)members->pdata[i])->value == value)
            return TRUE;
    return FALSE;
}

/* Returns the members of an enumeration, the first of those with one value; to be freed. */
static GPtrArray *members_of(const AnnotType *type)
{
    GPtrArray *members = g_ptr_array_new();
    for (guint i = 0; i < type->n_enumerators; i++)
        if (!has_value(members, type->enumerators[i]->value))
            g_ptr_array_add(members, (gpointer)type->enumerators[i]);
    return members;
}

static void name_members(const AnnotType *type, GPtrArray *words)
{
    g_autoptr(GPtrArray) members = members_of(type);
    for (guint i = 0; i < members->len; i++)
        g_ptr_array_add(words, (gpointer)((const AnnotDecl *)members->pdata[i])->name);
    g_ptr_array_add(words, "none of them");
}

static GPtrArray *words_of(const AnnotType *type, Shape shape)
{
    static const char *const words_of_shapes[][HTOL_SIGN_CLASSES] = {
        [SHAPE_TRUTH] = {"false", "true"},
        [SHAPE_NUMBER] = {"negative", "0", "positive", "NaN"},
        [SHAPE_POINTER] = {"null", "not null"},
    };
    GPtrArray *words = g_ptr_array_new();
    if (shape == SHAPE_ENUM)
        name_members(type, words);
    for (guint i = 0; shape != SHAPE_ENUM && i < HTOL_SIGN_CLASSES && words_of_shapes[shape][i]; i++)
        g_ptr_array_add(words, (gpointer)words_of_shapes[shape][i]);
    return words;
}

/* Whether the parameter is declared like `int a[static 2]`, so that it is no null pointer. */
static gboolean is_promised(const AnnotText *text, const AnnotDecl *parameter)
{
    guint32 open = annot_text_skip(text, parameter->at + (guint32)strlen(parameter->name));
    if (parameter->type->kind != ANNOT_TYPE_ARRAY || text->bytes[open] != '[')
        return FALSE;
    guint32 end = annot_text_find(text, open + 1, ']');
    for (guint32 at = annot_text_skip(text, open + 1); at < end;
         at = annot_text_skip(text, annot_text_token_end(text, at)))
        if (annot_text_is_word(text, at, "static"))
            return TRUE;
    return FALSE;
}

/* Whether the parameter is one of main's: argc is not negative, argv is no null pointer. */
static gboolean is_given(const AnnotFunction *function, guint index)
{
    return index < 2 && strcmp(function->name, "main") == 0;
}

static guint32 impossible_number(const AnnotType *type, gboolean given)
{
    gboolean is_float = type->kind == ANNOT_TYPE_FLOAT, is_whole = type->kind == ANNOT_TYPE_INTEGER;
    gboolean natural = is_whole && (!type->is_signed || given);
    return (natural ? 1u << HTOL_SIGN_NEGATIVE : 0) | (is_float ? 0 : 1u << HTOL_SIGN_NAN);
}

static guint32 impossible_classes(const AnnotText *text, const AnnotFunction *function, guint index, Shape shape)
{
    const AnnotDecl *parameter = function->parameters[index];
    gboolean given = is_given(function, index);
    gboolean nonnull = index < 64 && (function->decl->nonnull >> index & 1);
    if (shape == SHAPE_NUMBER)
        return impossible_number(parameter->type, given);
    return shape == SHAPE_POINTER && (given || nonnull || is_promised(text, parameter)) ? 1 : 0;
}

/* ---- operations ---- */

/* Whether the parameter is left alone: a volatile one must not be read by us, and an atomic one is not. */
static gboolean is_alone(const AnnotType *type)
{
    return type->is_volatile || type->is_atomic;
}

static void find_parameter(const AnnotText *text, const AnnotFunction *function, guint index, GArray *operations)
{
    const AnnotDecl *parameter = function->parameters[index];
    Shape shape = shape_of(parameter->type);
    if (shape == SHAPE_NONE || parameter->at == ANNOT_NO_OFFSET || !*parameter->name)
        return;
    AnnotOperation operation = {
        .kind = HTOL_OPERATION_PARAMETER,
        .at = {parameter->at, parameter->at + (guint32)strlen(parameter->name)},
        .function = function,
        .parameter = parameter,
        .words = is_alone(parameter->type) ? NULL : words_of(parameter->type, shape),
        .impossible = impossible_classes(text, function, index, shape),
    };
    operation.classes = operation.words ? operation.words->len : 0;
    g_array_append_val(operations, operation);
}

void annot_partition_find(const AnnotText *text, const AnnotFunction *function, GArray *operations)
{
    for (guint i = 0; i < function->n_parameters; i++)
        find_parameter(text, function, i, operations);
}

/* ---- probes ---- */

/* Returns `value` as a number of the enumeration's type, in C; to be freed. */
static char *value_text(const AnnotType *type, gint64 value)
{
    guint64 mask = type->size < 8 ? ((guint64)1 << 8 * type->size) - 1 : G_MAXUINT64;
    return annot_range_literal(type->is_signed ? value : (__int128)((guint64)value & mask));
}

static char *member_number(const AnnotDecl *parameter)
{
    g_autoptr(GPtrArray) members = members_of(parameter->type);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < members->len; i++) {
        const AnnotDecl *member = members->pdata[i];
        g_autofree char *value = value_text(parameter->type, member->value);
        g_string_append_printf(out, "%s==%s?%u:", parameter->name, value, i);
    }
    g_string_append_printf(out, "%u", members->len);
    return g_string_free(out, FALSE);
}

/* Returns the C expression that gives the number of the parameter's class; to be freed. */
static char *class_number(const AnnotDecl *parameter)
{
    const char *name = parameter->name;
    switch (shape_of(parameter->type)) {
    case SHAPE_TRUTH: return g_strdup_printf("%s?1:0", name);
    case SHAPE_POINTER: return g_strdup_printf("%s!=0", name);
    case SHAPE_ENUM: return member_number(parameter);
    default: break;
    }
    if (parameter->type->kind == ANNOT_TYPE_INTEGER)
        return g_strdup_printf("%s<0?0:%s==0?1:2", name, name);
    return g_strdup_printf(ANNOT_IS_UNORDERED "(%s,%s)?3:%s==0?1:" ANNOT_IS_LESS "(%s,(" ANNOT_TYPE_OF "(%s))0)?0:2",
                           name, name, name, name, name);
}

void annot_partition_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    g_autofree char *number = class_number(operation->parameter);
    g_autofree char *store = annot_operation_store(probe, operation, number);
    annot_edits_insert(probe->edits, annot_stmt_begin(probe->text, operation->function->body),
                       g_strdup_printf("if(" ANNOT_TOLD ")%s;", store));
}
