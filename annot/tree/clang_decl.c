/* Declarations and their types from libclang, each once, and cursors as extents and strings; no expression
 * and no statement is made here. */
#include "annot/tree/clang.h"

#include "annot/tree/known.h"

#include <string.h>

/* ---- cursors ---- */

typedef struct {
    GArray *cursors;
    gboolean all; /* declarations and attributes too */
} Children;

static enum CXChildVisitResult add_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    Children *children = data;
    enum CXCursorKind kind = annot_libclang.getCursorKind(cursor);
    if (children->all || annot_libclang.isExpression(kind) || annot_libclang.isStatement(kind))
        g_array_append_val(children->cursors, cursor);
    return CXChildVisit_Continue;
}

GArray *annot_clang_children(CXCursor cursor, gboolean all)
{
    Children children = {g_array_new(FALSE, FALSE, sizeof(CXCursor)), all};
    annot_libclang.visitChildren(cursor, add_child, &children);
    return children.cursors;
}

gboolean annot_clang_offset(AnnotClang *b, CXSourceLocation location, guint32 *offset)
{
    CXFile file;
    unsigned at;
    annot_libclang.getFileLocation(location, &file, NULL, NULL, &at);
    if (!file || at < b->prelude || at - b->prelude > b->text->size)
        return FALSE;
    *offset = at - b->prelude;
    return TRUE;
}

gboolean annot_clang_extent(AnnotClang *b, CXCursor cursor, AnnotExtent *extent)
{
    CXSourceRange range = annot_libclang.getCursorExtent(cursor);
    return annot_clang_offset(b, annot_libclang.getRangeStart(range), &extent->begin) &&
           annot_clang_offset(b, annot_libclang.getRangeEnd(range), &extent->end) && extent->begin < extent->end;
}

const char *annot_clang_string(AnnotClang *b, CXString string)
{
    const char *chars = annot_libclang.getCString(string);
    const char *copy = htol_arena_strndup(b->arena, chars ? chars : "", chars ? strlen(chars) : 0);
    annot_libclang.disposeString(string);
    return copy;
}

gboolean annot_clang_text_begins(AnnotClang *b, guint32 at, const char *prefix)
{
    gsize length = strlen(prefix);
    return at + length <= b->text->size && memcmp(b->text->bytes + at, prefix, length) == 0;
}

/* ---- types ---- */

static AnnotTypeKind type_kind(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void: return ANNOT_TYPE_VOID;
    case CXType_Bool: return ANNOT_TYPE_BOOL;
    case CXType_Enum: return ANNOT_TYPE_ENUM;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Half:
    case CXType_Float16: return ANNOT_TYPE_FLOAT;
    case CXType_Complex: return ANNOT_TYPE_COMPLEX;
    case CXType_Pointer: return ANNOT_TYPE_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray: return ANNOT_TYPE_ARRAY;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return ANNOT_TYPE_FUNCTION;
    case CXType_Record: return ANNOT_TYPE_RECORD;
    default: break;
    }
    if (kind >= CXType_Char_U && kind <= CXType_Int128)
        return ANNOT_TYPE_INTEGER;
    return ANNOT_TYPE_OTHER;
}

static gboolean kind_is_signed(CXType type)
{
    if (type.kind == CXType_Enum)
        return kind_is_signed(annot_libclang.getCanonicalType(
            annot_libclang.getEnumDeclIntegerType(annot_libclang.getTypeDeclaration(type))));
    return type.kind >= CXType_Char_S && type.kind <= CXType_Int128;
}

static const AnnotType *target_of(AnnotClang *b, CXType type, AnnotTypeKind kind)
{
    if (kind == ANNOT_TYPE_POINTER)
        return annot_clang_type(b, annot_libclang.getPointeeType(type));
    if (kind == ANNOT_TYPE_ARRAY)
        return annot_clang_type(b, annot_libclang.getArrayElementType(type));
    return kind == ANNOT_TYPE_FUNCTION ? annot_clang_type(b, annot_libclang.getResultType(type)) : NULL;
}

static void build_enumerators(AnnotClang *b, CXType canonical, AnnotType *type)
{
    g_autoptr(GArray) children = annot_clang_children(annot_libclang.getTypeDeclaration(canonical), TRUE);
    type->enumerators = htol_arena_new0(b->arena, const AnnotDecl *, children->len);
    for (guint i = 0; i < children->len; i++)
        if (annot_libclang.getCursorKind(ANNOT_CHILD(children, i)) == CXCursor_EnumConstantDecl)
            type->enumerators[type->n_enumerators++] = annot_clang_decl(b, ANNOT_CHILD(children, i));
}

/* Adds the fields of the record, and those of its unnamed members; of an unnamed union its first one. */
static void add_fields(AnnotClang *b, CXCursor record, GPtrArray *fields)
{
    g_autoptr(GArray) children = annot_clang_children(record, TRUE);
    guint before = fields->len;
    for (guint i = 0; i < children->len; i++) {
        CXCursor child = ANNOT_CHILD(children, i);
        if (annot_libclang.getCursorKind(child) == CXCursor_FieldDecl)
            g_ptr_array_add(fields, (gpointer)annot_clang_decl(b, child));
        else if (annot_libclang.Cursor_isAnonymousRecordDecl(child))
            add_fields(b, child, fields);
    }
    if (annot_libclang.Cursor_isAnonymousRecordDecl(record) &&
        annot_libclang.getCursorKind(record) == CXCursor_UnionDecl && fields->len > before + 1)
        g_ptr_array_set_size(fields, (gint)before + 1);
}

static void build_parameters(AnnotClang *b, CXType canonical, AnnotType *type)
{
    int n = annot_libclang.getNumArgTypes(canonical);
    type->is_exact = canonical.kind == CXType_FunctionProto && !annot_libclang.isFunctionTypeVariadic(canonical);
    type->n_parameters = n > 0 ? (guint)n : 0;
    type->parameters = htol_arena_new0(b->arena, const AnnotType *, MAX(type->n_parameters, 1));
    for (guint i = 0; i < type->n_parameters; i++)
        type->parameters[i] = annot_clang_type(b, annot_libclang.getArgType(canonical, i));
}

static void build_whole(AnnotClang *b, CXType canonical, AnnotType *type)
{
    g_autoptr(GPtrArray) fields = g_ptr_array_new();
    CXCursor declaration = annot_libclang.getTypeDeclaration(canonical);
    type->name = annot_clang_string(b, annot_libclang.getTypeSpelling(canonical));
    type->is_const = annot_libclang.isConstQualifiedType(canonical) != 0;
    if (type->kind == ANNOT_TYPE_FUNCTION)
        build_parameters(b, canonical, type);
    if (type->kind != ANNOT_TYPE_RECORD)
        return;
    type->is_union = annot_libclang.getCursorKind(declaration) == CXCursor_UnionDecl;
    add_fields(b, declaration, fields);
    type->n_fields = fields->len;
    type->fields = htol_arena_memdup(b->arena, fields->pdata, fields->len * sizeof(gpointer));
}

const AnnotType *annot_clang_type(AnnotClang *b, CXType any)
{
    CXType canonical = annot_libclang.getCanonicalType(any);
    AnnotType *type = g_hash_table_lookup(b->types, canonical.data[0]);
    if (type)
        return type;
    type = htol_arena_new0(b->arena, AnnotType, 1);
    g_hash_table_insert(b->types, canonical.data[0], type);
    type->kind = type_kind(canonical.kind);
    type->is_atomic = canonical.kind == CXType_Atomic;
    if (type->kind == ANNOT_TYPE_OTHER)
        return type; /* invalid types and placeholders: libclang crashes when asked about them */
    long long size = annot_libclang.Type_getSizeOf(canonical);
    type->size = size > 0 ? (guint64)size : 0;
    type->is_signed = kind_is_signed(canonical);
    type->is_volatile = annot_libclang.isVolatileQualifiedType(canonical) != 0;
    type->is_vla = canonical.kind == CXType_VariableArray;
    type->target = target_of(b, canonical, type->kind);
    if (type->kind == ANNOT_TYPE_ENUM)
        build_enumerators(b, canonical, type);
    if (b->whole_types)
        build_whole(b, canonical, type);
    return type;
}

/* The key of the pointer's type in b->types is the array's type; libclang's types have keys of their own. */
const AnnotType *annot_clang_decayed(AnnotClang *b, const AnnotType *array)
{
    const AnnotType *type = g_hash_table_lookup(b->types, array);
    if (type)
        return type;
    type = annot_type_decayed(b->arena, array);
    g_hash_table_insert(b->types, (gpointer)array, (gpointer)type);
    return type;
}

/* ---- declarations ---- */

static void read_attribute(AnnotClang *b, CXCursor cursor, AnnotDecl *decl)
{
    enum CXCursorKind kind = annot_libclang.getCursorKind(cursor);
    if (kind == CXCursor_ConstAttr || kind == CXCursor_PureAttr)
        decl->returns = decl->is_pure = TRUE;
    AnnotExtent at;
    if (kind != CXCursor_UnexposedAttr || !annot_clang_extent(b, cursor, &at))
        return;
    const char *text = b->text->bytes + at.begin, *end = b->text->bytes + at.end;
    decl->no_return |= g_strstr_len(text, end - text, "oreturn") != NULL;
    if (g_strstr_len(text, end - text, "nonnull") && !g_strstr_len(text, end - text, "returns"))
        decl->nonnull |= annot_nonnull_arguments(text, end);
}

/* Whether the function's type says that it does not return, as the GNU attribute does; _Noreturn is an attribute of the
 * declaration. */
static gboolean type_is_noreturn(CXCursor cursor)
{
    CXString spelling = annot_libclang.getTypeSpelling(annot_libclang.getCursorType(cursor));
    const char *text = annot_libclang.getCString(spelling);
    gboolean found = text && strstr(text, "noreturn");
    annot_libclang.disposeString(spelling);
    return found;
}

/* Whether clang made up the declaration of the function `name`: then it has no extent, or, if clang knows the function,
 * that of the name where it is used first. */
static gboolean is_undeclared(AnnotClang *b, CXCursor cursor, const char *name)
{
    AnnotExtent at;
    if (!annot_clang_extent(b, cursor, &at))
        return TRUE;
    return !annot_is_builtin(name) && at.end - at.begin == strlen(name) && annot_clang_text_begins(b, at.begin, name);
}

static void read_function(AnnotClang *b, CXCursor cursor, AnnotDecl *decl)
{
    decl->no_return = type_is_noreturn(cursor);
    decl->is_implicit = is_undeclared(b, cursor, decl->name);
    g_autoptr(GArray) children = annot_clang_children(cursor, TRUE);
    for (guint i = 0; i < children->len; i++)
        if (annot_libclang.isAttribute(annot_libclang.getCursorKind(ANNOT_CHILD(children, i))))
            read_attribute(b, ANNOT_CHILD(children, i), decl);
    if (annot_is_builtin(decl->name)) {
        decl->no_return = annot_builtin_leaves(decl->name);
        decl->returns = !decl->no_return;
    }
    if (annot_known_to_return(decl->name))
        decl->returns = TRUE;
}

static AnnotDeclKind decl_kind(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_VarDecl: return ANNOT_DECL_VARIABLE;
    case CXCursor_ParmDecl: return ANNOT_DECL_PARAMETER;
    case CXCursor_FunctionDecl: return ANNOT_DECL_FUNCTION;
    case CXCursor_EnumConstantDecl: return ANNOT_DECL_ENUMERATOR;
    case CXCursor_FieldDecl: return ANNOT_DECL_FIELD;
    case CXCursor_LabelStmt: return ANNOT_DECL_LABEL;
    default: return ANNOT_DECL_OTHER;
    }
}

gboolean annot_clang_lives_long(CXCursor cursor)
{
    enum CX_StorageClass storage = annot_libclang.Cursor_getStorageClass(cursor);
    if (storage == CX_SC_Static || storage == CX_SC_Extern || storage == CX_SC_PrivateExtern)
        return TRUE;
    return annot_libclang.getCursorKind(annot_libclang.getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit;
}

/* Whether a variable is declared outside of functions, or `extern` inside of one. */
static gboolean is_visible_outside(CXCursor cursor)
{
    return annot_libclang.Cursor_getStorageClass(cursor) == CX_SC_Extern ||
           annot_libclang.getCursorKind(annot_libclang.getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit;
}

gboolean annot_clang_has_attribute(AnnotClang *b, CXCursor cursor, const char *word)
{
    g_autoptr(GArray) children = annot_clang_children(cursor, TRUE);
    for (guint i = 0; i < children->len; i++) {
        AnnotExtent at;
        if (annot_libclang.isAttribute(annot_libclang.getCursorKind(ANNOT_CHILD(children, i))) &&
            annot_clang_extent(b, ANNOT_CHILD(children, i), &at) &&
            g_strstr_len(b->text->bytes + at.begin, at.end - at.begin, word))
            return TRUE;
    }
    return FALSE;
}

/* Whether the variable may be missing when the program is linked: it is weak and not defined here. */
static gboolean is_maybe_weak(AnnotClang *b, CXCursor cursor)
{
    return annot_libclang.Cursor_getStorageClass(cursor) == CX_SC_Extern &&
           (b->has_weak_pragma || annot_clang_has_attribute(b, cursor, "weak"));
}

/* Members of an unnamed structure are members of what holds that. */
static gboolean is_in_union(CXCursor cursor)
{
    do
        cursor = annot_libclang.getCursorSemanticParent(cursor);
    while (annot_libclang.Cursor_isAnonymousRecordDecl(cursor) &&
           annot_libclang.getCursorKind(cursor) != CXCursor_UnionDecl);
    return annot_libclang.getCursorKind(cursor) == CXCursor_UnionDecl;
}

static void count_fields(CXCursor cursor, AnnotDecl *decl)
{
    g_autoptr(GArray) children = annot_clang_children(annot_libclang.getCursorSemanticParent(cursor), TRUE);
    guint fields = 0;
    for (guint i = 0; i < children->len; i++) {
        if (annot_libclang.equalCursors(ANNOT_CHILD(children, i), cursor))
            decl->index = fields;
        fields += annot_libclang.getCursorKind(ANNOT_CHILD(children, i)) == CXCursor_FieldDecl;
    }
    decl->is_last = decl->type->kind == ANNOT_TYPE_ARRAY && decl->index + 1 == fields;
}

/* Returns how many bits of the structure are before the field, which is that of what holds unnamed ones. */
static gint64 bits_before(CXCursor field, const char *name)
{
    CXCursor record = annot_libclang.getCursorSemanticParent(field);
    while (annot_libclang.Cursor_isAnonymousRecordDecl(record))
        record = annot_libclang.getCursorSemanticParent(record);
    return annot_libclang.Type_getOffsetOf(annot_libclang.getCursorType(record), name);
}

static void read_field(AnnotClang *b, CXCursor cursor, AnnotDecl *decl)
{
    decl->is_bit_field = annot_libclang.Cursor_isBitField(cursor) != 0;
    decl->bits = decl->is_bit_field ? (guint32)annot_libclang.getFieldDeclBitWidth(cursor) : 0;
    decl->is_in_union = is_in_union(cursor);
    decl->bit_at = b->whole_types ? bits_before(cursor, decl->name) : -1;
    count_fields(cursor, decl);
}

CXType annot_clang_element(CXType type)
{
    for (CXType element = type; element.kind != CXType_Invalid; element = annot_libclang.getArrayElementType(type))
        type = element;
    return type;
}

const AnnotDecl *annot_clang_decl(AnnotClang *b, CXCursor cursor)
{
    if (annot_libclang.Cursor_isNull(cursor))
        return NULL;
    AnnotDecl *decl = g_hash_table_lookup(b->decls, &cursor);
    if (decl)
        return decl;
    decl = htol_arena_new0(b->arena, AnnotDecl, 1);
    g_hash_table_insert(b->decls, htol_arena_memdup(b->arena, &cursor, sizeof cursor), decl);
    decl->kind = decl_kind(annot_libclang.getCursorKind(cursor));
    decl->name = annot_clang_string(b, annot_libclang.getCursorSpelling(cursor));
    if (!annot_clang_offset(b, annot_libclang.getCursorLocation(cursor), &decl->at))
        decl->at = ANNOT_NO_OFFSET;
    decl->type = annot_clang_type(b, annot_libclang.getCursorType(cursor));
    if (b->whole_types &&
        (decl->kind == ANNOT_DECL_VARIABLE || decl->kind == ANNOT_DECL_PARAMETER || decl->kind == ANNOT_DECL_FIELD))
        decl->type_text = annot_clang_string(b, annot_libclang.getTypeSpelling(annot_libclang.getCursorType(cursor)));
    decl->is_const =
        annot_libclang.isConstQualifiedType(annot_clang_element(annot_libclang.getCursorType(cursor))) != 0;
    decl->is_register = annot_libclang.Cursor_getStorageClass(cursor) == CX_SC_Register;
    if (decl->kind == ANNOT_DECL_VARIABLE) {
        decl->is_static = annot_clang_lives_long(cursor);
        decl->is_global = is_visible_outside(cursor);
        decl->is_extern = annot_libclang.Cursor_getStorageClass(cursor) == CX_SC_Extern;
        decl->is_own = annot_libclang.getCursorLinkage(cursor) <= CXLinkage_Internal;
        decl->is_maybe_weak = is_maybe_weak(b, cursor);
    }
    if (decl->kind == ANNOT_DECL_FIELD)
        read_field(b, cursor, decl);
    if (decl->kind == ANNOT_DECL_ENUMERATOR)
        decl->value = annot_libclang.getEnumConstantDeclValue(cursor);
    if (decl->kind == ANNOT_DECL_FUNCTION)
        read_function(b, cursor, decl);
    return decl;
}
