/* Builds the tree from libclang: the only file that sees it. What libclang 19 does not expose by kind is told
 * by extents and text, as the comments say; no decision about instrumentation is made here. */
#include "annot/annotate.h"
#include "annot/known.h"
#include "annot/mask.h"
#include "annot/tree.h"

#include <clang-c/Index.h>
#include <string.h>

typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    guint32 prelude; /* bytes before the text in what libclang parsed */
    GHashTable *decls, *types;
    GArray *errors;           /* AnnotError: what the front end found wrong in the text */
    GArray *statics;          /* AnnotVariable: of those that live long */
    GArray *strays;           /* guint32: those of them outside of system headers */
    gboolean has_weak_pragma; /* about which symbol, libclang does not show */
} Builder;

static AnnotExpr *build_expr(Builder *b, CXCursor cursor, gboolean boolean);
static AnnotStmt *build_stmt(Builder *b, CXCursor cursor);
static const AnnotType *build_type(Builder *b, CXType type);
static const AnnotDecl *build_decl(Builder *b, CXCursor cursor);

/* ---- cursors ---- */

typedef struct {
    GArray *cursors;
    gboolean all; /* declarations and attributes too */
} Children;

static enum CXChildVisitResult add_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    Children *children = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (children->all || clang_isExpression(kind) || clang_isStatement(kind))
        g_array_append_val(children->cursors, cursor);
    return CXChildVisit_Continue;
}

static GArray *children_of(CXCursor cursor, gboolean all)
{
    Children children = {g_array_new(FALSE, FALSE, sizeof(CXCursor)), all};
    clang_visitChildren(cursor, add_child, &children);
    return children.cursors;
}

#define CHILD(array, i) g_array_index((array), CXCursor, (i))

static gboolean offset_of(Builder *b, CXSourceLocation location, guint32 *offset)
{
    CXFile file;
    unsigned at;
    clang_getFileLocation(location, &file, NULL, NULL, &at);
    if (!file || at < b->prelude || at - b->prelude > b->text->size)
        return FALSE;
    *offset = at - b->prelude;
    return TRUE;
}

static gboolean extent_of(Builder *b, CXCursor cursor, AnnotExtent *extent)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    return offset_of(b, clang_getRangeStart(range), &extent->begin) &&
           offset_of(b, clang_getRangeEnd(range), &extent->end) && extent->begin < extent->end;
}

static gboolean same_extent(Builder *b, CXCursor one, CXCursor two)
{
    AnnotExtent x, y;
    return extent_of(b, one, &x) && extent_of(b, two, &y) && x.begin == y.begin && x.end == y.end;
}

static const char *take_string(Builder *b, CXString string)
{
    const char *chars = clang_getCString(string);
    const char *copy = htol_arena_strndup(b->arena, chars ? chars : "", chars ? strlen(chars) : 0);
    clang_disposeString(string);
    return copy;
}

static gboolean text_begins(Builder *b, guint32 at, const char *prefix)
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
        return kind_is_signed(
            clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type))));
    return type.kind >= CXType_Char_S && type.kind <= CXType_Int128;
}

static const AnnotType *target_of(Builder *b, CXType type, AnnotTypeKind kind)
{
    if (kind == ANNOT_TYPE_POINTER)
        return build_type(b, clang_getPointeeType(type));
    if (kind == ANNOT_TYPE_ARRAY)
        return build_type(b, clang_getArrayElementType(type));
    return kind == ANNOT_TYPE_FUNCTION ? build_type(b, clang_getResultType(type)) : NULL;
}

static void build_enumerators(Builder *b, CXType canonical, AnnotType *type)
{
    g_autoptr(GArray) children = children_of(clang_getTypeDeclaration(canonical), TRUE);
    type->enumerators = htol_arena_new0(b->arena, const AnnotDecl *, children->len);
    for (guint i = 0; i < children->len; i++)
        if (clang_getCursorKind(CHILD(children, i)) == CXCursor_EnumConstantDecl)
            type->enumerators[type->n_enumerators++] = build_decl(b, CHILD(children, i));
}

static const AnnotType *build_type(Builder *b, CXType any)
{
    CXType canonical = clang_getCanonicalType(any);
    AnnotType *type = g_hash_table_lookup(b->types, canonical.data[0]);
    if (type)
        return type;
    type = htol_arena_new0(b->arena, AnnotType, 1);
    g_hash_table_insert(b->types, canonical.data[0], type);
    type->kind = type_kind(canonical.kind);
    type->is_atomic = canonical.kind == CXType_Atomic;
    if (type->kind == ANNOT_TYPE_OTHER)
        return type; /* invalid types and placeholders: libclang crashes when asked about them */
    long long size = clang_Type_getSizeOf(canonical);
    type->size = size > 0 ? (guint64)size : 0;
    type->is_signed = kind_is_signed(canonical);
    type->is_volatile = clang_isVolatileQualifiedType(canonical) != 0;
    type->is_vla = canonical.kind == CXType_VariableArray;
    type->target = target_of(b, canonical, type->kind);
    if (type->kind == ANNOT_TYPE_ENUM)
        build_enumerators(b, canonical, type);
    return type;
}

/* ---- declarations ---- */

static void read_attribute(Builder *b, CXCursor cursor, AnnotDecl *decl)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_ConstAttr || kind == CXCursor_PureAttr)
        decl->returns = decl->is_pure = TRUE;
    AnnotExtent at;
    if (kind != CXCursor_UnexposedAttr || !extent_of(b, cursor, &at))
        return;
    const char *text = b->text->bytes + at.begin, *end = b->text->bytes + at.end;
    decl->no_return |= g_strstr_len(text, end - text, "oreturn") != NULL;
    if (g_strstr_len(text, end - text, "nonnull") && !g_strstr_len(text, end - text, "returns"))
        decl->nonnull |= annot_nonnull_arguments(text, end);
}

/* The GNU attribute belongs to the type, _Noreturn to the declaration. */
static gboolean type_is_noreturn(CXCursor cursor)
{
    CXString spelling = clang_getTypeSpelling(clang_getCursorType(cursor));
    const char *text = clang_getCString(spelling);
    gboolean found = text && strstr(text, "noreturn");
    clang_disposeString(spelling);
    return found;
}

/* The declaration that clang makes up for an unknown function has no extent; that of one it knows by name,
 * such as the builtins, consists of the name where it is first used. */
static gboolean is_undeclared(Builder *b, CXCursor cursor, const char *name)
{
    AnnotExtent at;
    if (!extent_of(b, cursor, &at))
        return TRUE;
    return !annot_is_builtin(name) && at.end - at.begin == strlen(name) && text_begins(b, at.begin, name);
}

static void read_function(Builder *b, CXCursor cursor, AnnotDecl *decl)
{
    decl->no_return = type_is_noreturn(cursor);
    decl->is_implicit = is_undeclared(b, cursor, decl->name);
    g_autoptr(GArray) children = children_of(cursor, TRUE);
    for (guint i = 0; i < children->len; i++)
        if (clang_isAttribute(clang_getCursorKind(CHILD(children, i))))
            read_attribute(b, CHILD(children, i), decl);
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

/* Function-local variables other than static ones die with their activation. */
static gboolean lives_long(CXCursor cursor)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(cursor);
    if (storage == CX_SC_Static || storage == CX_SC_Extern || storage == CX_SC_PrivateExtern)
        return TRUE;
    return clang_getCursorKind(clang_getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit;
}

/* Declared outside of functions, or as if it were. */
static gboolean is_visible_outside(CXCursor cursor)
{
    return clang_Cursor_getStorageClass(cursor) == CX_SC_Extern ||
           clang_getCursorKind(clang_getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit;
}

static gboolean has_attribute(Builder *b, CXCursor cursor, const char *word)
{
    g_autoptr(GArray) children = children_of(cursor, TRUE);
    for (guint i = 0; i < children->len; i++) {
        AnnotExtent at;
        if (clang_isAttribute(clang_getCursorKind(CHILD(children, i))) &&
            extent_of(b, CHILD(children, i), &at) &&
            g_strstr_len(b->text->bytes + at.begin, at.end - at.begin, word))
            return TRUE;
    }
    return FALSE;
}

/* Its definition may be nowhere; one that is defined here is there, weak or not. */
static gboolean is_maybe_weak(Builder *b, CXCursor cursor)
{
    return clang_Cursor_getStorageClass(cursor) == CX_SC_Extern &&
           (b->has_weak_pragma || has_attribute(b, cursor, "weak"));
}

static gboolean is_in_union(CXCursor cursor)
{
    return clang_getCursorKind(clang_getCursorSemanticParent(cursor)) == CXCursor_UnionDecl;
}

static void count_fields(CXCursor cursor, AnnotDecl *decl)
{
    g_autoptr(GArray) children = children_of(clang_getCursorSemanticParent(cursor), TRUE);
    guint fields = 0;
    for (guint i = 0; i < children->len; i++) {
        if (clang_equalCursors(CHILD(children, i), cursor))
            decl->index = fields;
        fields += clang_getCursorKind(CHILD(children, i)) == CXCursor_FieldDecl;
    }
    decl->is_last = decl->type->kind == ANNOT_TYPE_ARRAY && decl->index + 1 == fields;
}

static void read_field(CXCursor cursor, AnnotDecl *decl)
{
    decl->is_bit_field = clang_Cursor_isBitField(cursor) != 0;
    decl->bits = decl->is_bit_field ? (guint32)clang_getFieldDeclBitWidth(cursor) : 0;
    decl->is_in_union = is_in_union(cursor);
    count_fields(cursor, decl);
}

static CXType element_of(CXType type)
{
    for (CXType element = type; element.kind != CXType_Invalid; element = clang_getArrayElementType(type))
        type = element;
    return type;
}

static guint cursor_hash(gconstpointer cursor)
{
    return clang_hashCursor(*(const CXCursor *)cursor);
}

static gboolean cursor_equal(gconstpointer one, gconstpointer two)
{
    return clang_equalCursors(*(const CXCursor *)one, *(const CXCursor *)two) != 0;
}

static const AnnotDecl *build_decl(Builder *b, CXCursor cursor)
{
    if (clang_Cursor_isNull(cursor))
        return NULL;
    AnnotDecl *decl = g_hash_table_lookup(b->decls, &cursor);
    if (decl)
        return decl;
    decl = htol_arena_new0(b->arena, AnnotDecl, 1);
    g_hash_table_insert(b->decls, htol_arena_memdup(b->arena, &cursor, sizeof cursor), decl);
    decl->kind = decl_kind(clang_getCursorKind(cursor));
    decl->name = take_string(b, clang_getCursorSpelling(cursor));
    if (!offset_of(b, clang_getCursorLocation(cursor), &decl->at))
        decl->at = ANNOT_NO_OFFSET;
    decl->type = build_type(b, clang_getCursorType(cursor));
    decl->is_const = clang_isConstQualifiedType(element_of(clang_getCursorType(cursor))) != 0;
    decl->is_register = clang_Cursor_getStorageClass(cursor) == CX_SC_Register;
    if (decl->kind == ANNOT_DECL_VARIABLE) {
        decl->is_static = lives_long(cursor);
        decl->is_global = is_visible_outside(cursor);
        decl->is_own = clang_getCursorLinkage(cursor) <= CXLinkage_Internal;
        decl->is_maybe_weak = is_maybe_weak(b, cursor);
    }
    if (decl->kind == ANNOT_DECL_FIELD)
        read_field(cursor, decl);
    if (decl->kind == ANNOT_DECL_ENUMERATOR)
        decl->value = clang_getEnumConstantDeclValue(cursor);
    if (decl->kind == ANNOT_DECL_FUNCTION)
        read_function(b, cursor, decl);
    return decl;
}

/* ---- expressions ---- */

static AnnotOp unary_op(CXCursor cursor)
{
    switch (clang_getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_PostInc: return ANNOT_OP_POST_INC;
    case CXUnaryOperator_PostDec: return ANNOT_OP_POST_DEC;
    case CXUnaryOperator_PreInc: return ANNOT_OP_PRE_INC;
    case CXUnaryOperator_PreDec: return ANNOT_OP_PRE_DEC;
    case CXUnaryOperator_AddrOf: return ANNOT_OP_ADDRESS;
    case CXUnaryOperator_Deref: return ANNOT_OP_DEREF;
    case CXUnaryOperator_Plus: return ANNOT_OP_PLUS;
    case CXUnaryOperator_Minus: return ANNOT_OP_MINUS;
    case CXUnaryOperator_Not: return ANNOT_OP_COMPLEMENT;
    case CXUnaryOperator_LNot: return ANNOT_OP_NOT;
    case CXUnaryOperator_Extension: return ANNOT_OP_EXTENSION;
    default: return ANNOT_OP_NONE;
    }
}

static AnnotOp binary_op(enum CXBinaryOperatorKind kind)
{
    static const AnnotOp ops[] = {
        [CXBinaryOperator_Mul] = ANNOT_OP_MUL,      [CXBinaryOperator_MulAssign] = ANNOT_OP_MUL,
        [CXBinaryOperator_Div] = ANNOT_OP_DIV,      [CXBinaryOperator_DivAssign] = ANNOT_OP_DIV,
        [CXBinaryOperator_Rem] = ANNOT_OP_REM,      [CXBinaryOperator_RemAssign] = ANNOT_OP_REM,
        [CXBinaryOperator_Add] = ANNOT_OP_ADD,      [CXBinaryOperator_AddAssign] = ANNOT_OP_ADD,
        [CXBinaryOperator_Sub] = ANNOT_OP_SUB,      [CXBinaryOperator_SubAssign] = ANNOT_OP_SUB,
        [CXBinaryOperator_Shl] = ANNOT_OP_SHL,      [CXBinaryOperator_ShlAssign] = ANNOT_OP_SHL,
        [CXBinaryOperator_Shr] = ANNOT_OP_SHR,      [CXBinaryOperator_ShrAssign] = ANNOT_OP_SHR,
        [CXBinaryOperator_LT] = ANNOT_OP_LT,        [CXBinaryOperator_GT] = ANNOT_OP_GT,
        [CXBinaryOperator_LE] = ANNOT_OP_LE,        [CXBinaryOperator_GE] = ANNOT_OP_GE,
        [CXBinaryOperator_EQ] = ANNOT_OP_EQ,        [CXBinaryOperator_NE] = ANNOT_OP_NE,
        [CXBinaryOperator_And] = ANNOT_OP_BAND,     [CXBinaryOperator_AndAssign] = ANNOT_OP_BAND,
        [CXBinaryOperator_Xor] = ANNOT_OP_XOR,      [CXBinaryOperator_XorAssign] = ANNOT_OP_XOR,
        [CXBinaryOperator_Or] = ANNOT_OP_BOR,       [CXBinaryOperator_OrAssign] = ANNOT_OP_BOR,
        [CXBinaryOperator_LAnd] = ANNOT_OP_AND,     [CXBinaryOperator_LOr] = ANNOT_OP_OR,
        [CXBinaryOperator_Assign] = ANNOT_OP_ASSIGN};
    return (guint)kind < G_N_ELEMENTS(ops) ? ops[kind] : ANNOT_OP_NONE;
}

static AnnotExprKind binary_kind(enum CXBinaryOperatorKind kind)
{
    if (kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr)
        return ANNOT_EXPR_LOGICAL;
    if (kind == CXBinaryOperator_Comma)
        return ANNOT_EXPR_COMMA;
    return kind >= CXBinaryOperator_Assign ? ANNOT_EXPR_ASSIGN : ANNOT_EXPR_BINARY;
}

/* GNU c ?: b has four children: the condition three times with one extent, then b. */
static gboolean is_elvis(Builder *b, const GArray *children)
{
    return children->len == 4 && same_extent(b, CHILD(children, 0), CHILD(children, 1)) &&
           same_extent(b, CHILD(children, 0), CHILD(children, 2));
}

/* Implicit conversions, designators, GNU ?:, builtins with a syntax of their own: libclang has no kind for
 * them. */
static AnnotExprKind unexposed_kind(Builder *b, CXCursor cursor, GArray *children, AnnotExpr *expr)
{
    if (children->len == 1 && same_extent(b, cursor, CHILD(children, 0)))
        return ANNOT_EXPR_IMPLICIT;
    if (is_elvis(b, children)) {
        g_array_remove_range(children, 1, 2);
        return ANNOT_EXPR_ELVIS;
    }
    if (expr->placed && annot_is_builtin(b->text->bytes + expr->at.begin)) {
        expr->sealed = TRUE;
        expr->asks_constant = text_begins(b, expr->at.begin, "__builtin_types") ||
                              text_begins(b, expr->at.begin, "__builtin_choose");
    }
    gboolean designator =
        expr->placed && (text_begins(b, expr->at.begin, "[") || text_begins(b, expr->at.begin, "."));
    if (designator && children->len > 1)
        g_array_remove_range(children, 0, children->len - 1);
    return ANNOT_EXPR_OTHER;
}

static AnnotExprKind expr_kind(Builder *b, CXCursor cursor, GArray *children, AnnotExpr *expr)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral: return ANNOT_EXPR_LITERAL;
    case CXCursor_DeclRefExpr: return ANNOT_EXPR_NAME;
    case CXCursor_MemberRefExpr: return ANNOT_EXPR_MEMBER;
    case CXCursor_ArraySubscriptExpr: return ANNOT_EXPR_INDEX;
    case CXCursor_CallExpr: return ANNOT_EXPR_CALL;
    case CXCursor_UnaryOperator: return ANNOT_EXPR_UNARY;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: return binary_kind(clang_getCursorBinaryOperatorKind(cursor));
    case CXCursor_ConditionalOperator: return ANNOT_EXPR_CONDITIONAL;
    case CXCursor_ParenExpr: return ANNOT_EXPR_PAREN;
    case CXCursor_CStyleCastExpr: return ANNOT_EXPR_CAST;
    case CXCursor_InitListExpr:
    case CXCursor_CompoundLiteralExpr: return ANNOT_EXPR_INITIALIZER;
    case CXCursor_StmtExpr: return ANNOT_EXPR_STATEMENT;
    case CXCursor_UnaryExpr:
    case CXCursor_GenericSelectionExpr:
    case CXCursor_BlockExpr: return ANNOT_EXPR_UNEVALUATED;
    case CXCursor_UnexposedExpr: return unexposed_kind(b, cursor, children, expr);
    default: return ANNOT_EXPR_OTHER;
    }
}

/* Casts and compound literals show the expressions of their type as children before the operand. */
static guint first_operand(const AnnotExpr *expr, CXCursor cursor, const GArray *children)
{
    gboolean has_type =
        expr->kind == ANNOT_EXPR_CAST || clang_getCursorKind(cursor) == CXCursor_CompoundLiteralExpr;
    return has_type && children->len > 0 ? children->len - 1 : 0;
}

static void build_operands(Builder *b, AnnotExpr *expr, const GArray *children, guint first, gboolean boolean)
{
    expr->n_operands = children->len - first;
    expr->operands = htol_arena_new0(b->arena, AnnotExpr *, expr->n_operands);
    for (guint i = 0; i < expr->n_operands; i++) {
        AnnotExpr *operand = build_expr(b, CHILD(children, first + i), annot_expr_passes_truth(expr, i, boolean));
        expr->operands[i] = operand;
        expr->asks_constant |= operand->asks_constant;
        expr->has_effects |= operand->has_effects;
    }
}

static AnnotConstant evaluate(CXCursor cursor)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
    gboolean truth = TRUE; /* strings and addresses */
    if (kind == CXEval_Int)
        truth = clang_EvalResult_isUnsignedInt(result) ? clang_EvalResult_getAsUnsigned(result) != 0
                                                       : clang_EvalResult_getAsLongLong(result) != 0;
    if (kind == CXEval_Float)
        truth = clang_EvalResult_getAsDouble(result) != 0;
    if (result)
        clang_EvalResult_dispose(result);
    if (kind == CXEval_UnExposed)
        return ANNOT_NOT_CONSTANT;
    return truth ? ANNOT_CONSTANT_TRUE : ANNOT_CONSTANT_FALSE;
}

/* What looks constant but libclang cannot evaluate may be a constant to the compiler: then nothing is
 * inserted. */
static void find_constant(CXCursor cursor, AnnotExpr *expr)
{
    if (!expr->closed)
        return;
    gboolean string = clang_getCursorKind(cursor) == CXCursor_StringLiteral;
    expr->constant = string ? ANNOT_CONSTANT_TRUE : evaluate(cursor);
    if (expr->constant == ANNOT_NOT_CONSTANT)
        expr->asks_constant = TRUE;
}

static void name_expr(Builder *b, CXCursor cursor, AnnotExpr *expr)
{
    expr->decl = build_decl(b, clang_getCursorReferenced(cursor));
    if (expr->kind != ANNOT_EXPR_CALL || !expr->decl)
        return;
    expr->asks_constant = strcmp(expr->decl->name, "__builtin_constant_p") == 0;
    expr->sealed = annot_is_builtin(expr->decl->name) && !annot_is_expect(expr);
}

static void find_op(CXCursor cursor, AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_UNARY: expr->op = unary_op(cursor); break;
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_ASSIGN:
    case ANNOT_EXPR_LOGICAL: expr->op = binary_op(clang_getCursorBinaryOperatorKind(cursor)); break;
    default: break;
    }
}

static AnnotExpr *build_expr(Builder *b, CXCursor cursor, gboolean boolean)
{
    AnnotExpr *expr = htol_arena_new0(b->arena, AnnotExpr, 1);
    expr->node = expr->done = ANNOT_NO_NODE;
    expr->placed = extent_of(b, cursor, &expr->at);
    expr->type = build_type(b, clang_getCursorType(cursor));
    g_autoptr(GArray) children = children_of(cursor, FALSE);
    expr->kind = expr_kind(b, cursor, children, expr);
    find_op(cursor, expr);
    if (expr->kind == ANNOT_EXPR_NAME || expr->kind == ANNOT_EXPR_MEMBER || expr->kind == ANNOT_EXPR_CALL)
        name_expr(b, cursor, expr);
    if (expr->kind == ANNOT_EXPR_STATEMENT && children->len == 1)
        expr->body = build_stmt(b, CHILD(children, 0));
    else if (expr->kind != ANNOT_EXPR_UNEVALUATED)
        build_operands(b, expr, children, first_operand(expr, cursor, children), boolean);
    if (expr->kind == ANNOT_EXPR_MEMBER && expr->n_operands == 1)
        expr->op = expr->operands[0]->type->kind == ANNOT_TYPE_POINTER ? ANNOT_OP_ARROW : ANNOT_OP_DOT;
    expr->closed = annot_expr_is_closed(expr);
    expr->has_effects |= annot_expr_acts(expr);
    if (boolean)
        find_constant(cursor, expr);
    else if (clang_getCursorKind(cursor) ==
             CXCursor_UnaryExpr) /* of a variable length array, sizeof evaluates */
        expr->constant = evaluate(cursor);
    return expr;
}

/* ---- statements ---- */

static void end_with_semicolon(Builder *b, AnnotStmt *stmt)
{
    guint32 at = annot_text_skip(b->text, stmt->at.end);
    if (at < b->text->size && b->text->bytes[at] == ';')
        stmt->at.end = at + 1;
}

static AnnotStmt *build_sub(Builder *b, CXCursor cursor)
{
    AnnotStmt *stmt = build_stmt(b, cursor);
    stmt->sub = TRUE;
    return stmt;
}

static void add_variable(Builder *b, CXCursor cursor, AnnotStmt *stmt, GArray *variables)
{
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl)
        return;
    if (clang_getCanonicalType(clang_getCursorType(cursor)).kind == CXType_VariableArray)
        stmt->is_vla = TRUE;
    CXCursor init = clang_Cursor_getVarDeclInitializer(cursor);
    AnnotVariable variable = {build_decl(b, cursor),
                              clang_Cursor_isNull(init) ? NULL : build_expr(b, init, FALSE)};
    if (!lives_long(cursor) && clang_getCursorTLSKind(cursor) == CXTLS_None)
        g_array_append_val(variables, variable);
    else if (variable.init)
        g_array_append_val(b->statics, variable);
}

static void build_declaration(Builder *b, const GArray *children, AnnotStmt *stmt)
{
    g_autoptr(GArray) variables = g_array_new(FALSE, FALSE, sizeof(AnnotVariable));
    for (guint i = 0; i < children->len; i++)
        add_variable(b, CHILD(children, i), stmt, variables);
    stmt->kind = ANNOT_STMT_DECL;
    stmt->n_variables = variables->len;
    stmt->variables = htol_arena_memdup(b->arena, variables->data, variables->len * sizeof(AnnotVariable));
    stmt->inits = htol_arena_new0(b->arena, AnnotExpr *, variables->len);
    for (guint i = 0; i < variables->len; i++)
        if (stmt->variables[i].init)
            stmt->inits[stmt->n_inits++] = stmt->variables[i].init;
}

/* The children of `for` say nothing of their roles: the two semicolons do. Returns FALSE if they are not
 * found. */
static gboolean build_for(Builder *b, const GArray *children, AnnotStmt *stmt)
{
    guint32 open = annot_text_find(b->text, stmt->at.begin, '(');
    guint32 first = annot_text_find(b->text, MIN(open + 1, b->text->size), ';');
    guint32 second = annot_text_find(b->text, MIN(first + 1, b->text->size), ';');
    if (second >= b->text->size || children->len == 0)
        return FALSE;
    stmt->colon = first;
    for (guint i = 0; i + 1 < children->len; i++) {
        AnnotExtent at;
        if (!extent_of(b, CHILD(children, i), &at))
            continue;
        if (at.begin < first)
            stmt->init = build_stmt(b, CHILD(children, i));
        else if (at.begin < second)
            stmt->expr = build_expr(b, CHILD(children, i), TRUE);
        else
            stmt->step = build_expr(b, CHILD(children, i), FALSE);
    }
    stmt->body = build_sub(b, CHILD(children, children->len - 1));
    return TRUE;
}

static guint32 behind_colon(Builder *b, guint32 from)
{
    guint32 at = annot_text_find(b->text, from, ':') + 1;
    guint32 next = annot_text_skip(b->text, at);
    if (!annot_text_is_word(b->text, next, "__attribute__"))
        return at;
    guint32 open = annot_text_find(b->text, next, '(');
    return annot_text_find(b->text, open + 1, ')') + 1; /* the label's own attributes */
}

static void build_labelled(Builder *b, CXCursor cursor, const GArray *children, AnnotStmt *stmt)
{
    AnnotExtent value;
    guint32 from = stmt->at.begin;
    if (stmt->kind == ANNOT_STMT_CASE && children->len > 1 &&
        extent_of(b, CHILD(children, children->len - 2), &value))
        from = value.end;
    stmt->colon = behind_colon(b, from);
    if (stmt->kind == ANNOT_STMT_LABEL)
        stmt->label = take_string(b, clang_getCursorSpelling(cursor));
    if (children->len > 0)
        stmt->body = build_stmt(b, CHILD(children, children->len - 1));
}

static void build_goto(Builder *b, CXCursor cursor, AnnotStmt *stmt)
{
    g_autoptr(GArray) all = children_of(cursor, TRUE);
    stmt->kind = ANNOT_STMT_GOTO;
    stmt->label = all->len > 0 ? take_string(b, clang_getCursorSpelling(CHILD(all, 0))) : "";
}

static void build_parts(Builder *b, const GArray *children, AnnotStmt *stmt)
{
    stmt->n_parts = children->len;
    stmt->parts = htol_arena_new0(b->arena, AnnotStmt *, stmt->n_parts);
    for (guint i = 0; i < stmt->n_parts; i++)
        stmt->parts[i] = build_stmt(b, CHILD(children, i));
}

/* Outputs and inputs are told apart by the colons. */
static void build_asm_operands(Builder *b, const GArray *children, guint32 open, AnnotStmt *stmt)
{
    guint32 first = annot_text_find(b->text, MIN(open + 1, b->text->size), ':');
    guint32 second = annot_text_find(b->text, MIN(first + 1, b->text->size), ':');
    stmt->n_operands = children->len;
    stmt->operands = htol_arena_new0(b->arena, AnnotExpr *, children->len);
    for (guint i = 0; i < children->len; i++) {
        stmt->operands[i] = build_expr(b, CHILD(children, i), FALSE);
        stmt->n_outputs += stmt->operands[i]->placed && stmt->operands[i]->at.begin < second;
    }
}

static void build_asm(Builder *b, const GArray *children, AnnotStmt *stmt)
{
    guint32 at = stmt->at.begin;
    stmt->kind = ANNOT_STMT_ASM;
    for (; at < stmt->at.end && b->text->bytes[at] != '(';
         at = annot_text_skip(b->text, annot_text_token_end(b->text, at)))
        stmt->is_jump |= annot_text_is_word(b->text, at, "goto");
    build_asm_operands(b, children, at, stmt);
}

static AnnotStmtKind stmt_kind(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_CompoundStmt: return ANNOT_STMT_COMPOUND;
    case CXCursor_IfStmt: return ANNOT_STMT_IF;
    case CXCursor_WhileStmt: return ANNOT_STMT_WHILE;
    case CXCursor_DoStmt: return ANNOT_STMT_DO;
    case CXCursor_ForStmt: return ANNOT_STMT_FOR;
    case CXCursor_SwitchStmt: return ANNOT_STMT_SWITCH;
    case CXCursor_CaseStmt: return ANNOT_STMT_CASE;
    case CXCursor_DefaultStmt: return ANNOT_STMT_DEFAULT;
    case CXCursor_LabelStmt: return ANNOT_STMT_LABEL;
    case CXCursor_IndirectGotoStmt: return ANNOT_STMT_GOTO_ANY;
    case CXCursor_BreakStmt: return ANNOT_STMT_BREAK;
    case CXCursor_ContinueStmt: return ANNOT_STMT_CONTINUE;
    case CXCursor_ReturnStmt: return ANNOT_STMT_RETURN;
    case CXCursor_NullStmt: return ANNOT_STMT_NULL;
    case CXCursor_UnexposedStmt: return ANNOT_STMT_ATTRIBUTED;
    default: return ANNOT_STMT_OTHER;
    }
}

/* Statements whose extent libclang ends before their semicolon. */
static gboolean lacks_semicolon(AnnotStmtKind kind)
{
    return kind == ANNOT_STMT_EXPR || kind == ANNOT_STMT_DO || kind == ANNOT_STMT_GOTO ||
           kind == ANNOT_STMT_GOTO_ANY || kind == ANNOT_STMT_BREAK || kind == ANNOT_STMT_CONTINUE ||
           kind == ANNOT_STMT_RETURN || kind == ANNOT_STMT_ASM;
}

static const AnnotStmt *last_part(const AnnotStmt *stmt)
{
    if (stmt->kind == ANNOT_STMT_DO)
        return NULL;
    return stmt->other ? stmt->other : stmt->body;
}

static void build_branching(Builder *b, const GArray *children, AnnotStmt *stmt)
{
    guint body = stmt->kind == ANNOT_STMT_DO ? 0 : 1;
    if (children->len < 2)
        return;
    stmt->expr = build_expr(b, CHILD(children, 1 - body), stmt->kind != ANNOT_STMT_SWITCH);
    stmt->body = build_sub(b, CHILD(children, body));
    if (stmt->kind == ANNOT_STMT_IF && children->len > 2)
        stmt->other = build_sub(b, CHILD(children, 2));
}

static void build_by_kind(Builder *b, CXCursor cursor, const GArray *children, AnnotStmt *stmt)
{
    switch (stmt->kind) {
    case ANNOT_STMT_IF:
    case ANNOT_STMT_WHILE:
    case ANNOT_STMT_DO:
    case ANNOT_STMT_SWITCH: build_branching(b, children, stmt); break;
    case ANNOT_STMT_CASE:
    case ANNOT_STMT_DEFAULT:
    case ANNOT_STMT_LABEL: build_labelled(b, cursor, children, stmt); break;
    case ANNOT_STMT_GOTO_ANY:
    case ANNOT_STMT_RETURN:
        if (children->len > 0)
            stmt->expr = build_expr(b, CHILD(children, 0), FALSE);
        break;
    case ANNOT_STMT_ATTRIBUTED:
        if (children->len > 0)
            stmt->body = build_stmt(b, CHILD(children, children->len - 1));
        if (stmt->body)
            stmt->body->attributed = stmt;
        break;
    case ANNOT_STMT_FOR:
        if (!build_for(b, children, stmt))
            stmt->kind = ANNOT_STMT_OTHER;
        break;
    default: build_parts(b, children, stmt);
    }
}

static AnnotStmt *build_stmt(Builder *b, CXCursor cursor)
{
    AnnotStmt *stmt = htol_arena_new0(b->arena, AnnotStmt, 1);
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    extent_of(b, cursor, &stmt->at);
    g_autoptr(GArray) children = children_of(cursor, kind == CXCursor_DeclStmt);
    if (clang_isExpression(kind)) {
        stmt->kind = ANNOT_STMT_EXPR;
        stmt->expr = build_expr(b, cursor, FALSE);
    } else if (kind == CXCursor_DeclStmt) {
        build_declaration(b, children, stmt);
    } else if (kind == CXCursor_GotoStmt) {
        build_goto(b, cursor, stmt);
    } else if (kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt) {
        build_asm(b, children, stmt);
    } else {
        stmt->kind = stmt_kind(kind);
        build_by_kind(b, cursor, children, stmt);
    }
    if (lacks_semicolon(stmt->kind))
        end_with_semicolon(b, stmt);
    else if (last_part(stmt))
        stmt->at.end = MAX(stmt->at.end, last_part(stmt)->at.end);
    if (stmt->kind == ANNOT_STMT_ATTRIBUTED && stmt->body && annot_text_in_directive(b->text, stmt->at.begin))
        stmt->at.begin =
            stmt->body->at.begin; /* a pragma became an attribute: its line is not ours to edit */
    return stmt;
}

/* ---- functions ---- */

static gboolean has_error(const Builder *b, AnnotExtent at)
{
    for (guint i = 0; i < b->errors->len; i++) {
        guint32 offset = g_array_index(b->errors, AnnotError, i).at;
        if (offset >= at.begin && offset < at.end)
            return TRUE;
    }
    return FALSE;
}

static enum CXChildVisitResult find_second_return(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXString spelling = clang_getCursorSpelling(cursor);
    const char *name = clang_getCString(spelling);
    gboolean found = name && annot_returns_twice(name);
    clang_disposeString(spelling);
    *(gboolean *)data |= found;
    return found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static void build_body(Builder *b, CXCursor cursor, AnnotFunction *function)
{
    g_autoptr(GArray) children = children_of(cursor, TRUE);
    if (has_error(b, function->at)) {
        function->skipped = HTOL_SKIP_ERROR;
        return;
    }
    function->skipped = has_attribute(b, cursor, "naked") ? HTOL_SKIP_NAKED : HTOL_SKIP_SHAPE;
    AnnotExtent at;
    CXCursor body = children->len > 0 ? CHILD(children, children->len - 1) : clang_getNullCursor();
    for (guint i = 0; i < children->len; i++)
        if (clang_getCursorKind(CHILD(children, i)) == CXCursor_CompoundStmt)
            body = CHILD(children, i);
    if (function->skipped == HTOL_SKIP_NAKED || !extent_of(b, body, &at) || b->text->bytes[at.begin] != '{')
        return;
    function->skipped = HTOL_MEASURED;
    function->body = build_stmt(b, body);
    clang_visitChildren(body, find_second_return, &function->returns_twice);
}

static void build_parameters(Builder *b, CXCursor cursor, AnnotFunction *function)
{
    int count = clang_Cursor_getNumArguments(cursor);
    function->n_parameters = count > 0 ? (guint)count : 0;
    function->parameters = htol_arena_new0(b->arena, const AnnotDecl *, function->n_parameters);
    for (guint i = 0; i < function->n_parameters; i++)
        function->parameters[i] = build_decl(b, clang_Cursor_getArgument(cursor, i));
}

static guint32 linkage_of(CXCursor cursor)
{
    if (clang_Cursor_isFunctionInlined(cursor))
        return 2;
    return clang_Cursor_getStorageClass(cursor) == CX_SC_Static ? 1 : 0;
}

/* Told by its closing brace: a name that a macro of a system header gave stands on a line of that header. */
static gboolean is_system(CXCursor cursor)
{
    return clang_Location_isInSystemHeader(clang_getRangeEnd(clang_getCursorExtent(cursor))) != 0;
}

/* What tables of numbers are initialised with, nobody asks. */
static gboolean may_hold_functions(CXCursor variable)
{
    enum CXTypeKind kind = clang_getCanonicalType(element_of(clang_getCursorType(variable))).kind;
    return kind == CXType_Pointer || kind == CXType_Record;
}

typedef struct {
    Builder *b;
    GPtrArray *functions;
} Functions;

static enum CXChildVisitResult add_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    Functions *all = data;
    Builder *b = all->b;
    AnnotExtent at;
    if (clang_getCursorKind(cursor) == CXCursor_VarDecl && !is_system(cursor) && may_hold_functions(cursor))
        add_variable(b, cursor, NULL, NULL);
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        is_system(cursor) || !extent_of(b, cursor, &at))
        return CXChildVisit_Continue;
    AnnotFunction *function = htol_arena_new0(b->arena, AnnotFunction, 1);
    function->at = at;
    function->decl = build_decl(b, cursor);
    function->name = function->decl->name;
    function->linkage = linkage_of(cursor);
    if (!offset_of(b, clang_getCursorLocation(cursor), &function->name_at))
        function->name_at = at.begin;
    build_parameters(b, cursor, function);
    build_body(b, cursor, function);
    g_ptr_array_add(all->functions, function);
    return CXChildVisit_Continue;
}

/* ---- the unit ---- */

static void collect_errors(Builder *b, CXTranslationUnit unit)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        CXSourceLocation location = clang_getDiagnosticLocation(diagnostic);
        AnnotError error;
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
            offset_of(b, location, &error.at)) {
            error.message = take_string(b, clang_getDiagnosticSpelling(diagnostic));
            g_array_append_val(b->errors, error);
            if (!clang_Location_isInSystemHeader(location))
                g_array_append_val(b->strays, error.at);
        }
        clang_disposeDiagnostic(diagnostic);
    }
}

static guint count_stray(const Builder *b, const AnnotTree *tree)
{
    guint stray = 0;
    for (guint i = 0; i < b->strays->len; i++) {
        guint32 offset = g_array_index(b->strays, guint32, i);
        gboolean inside = FALSE;
        for (guint f = 0; f < tree->n_functions && !inside; f++)
            inside = offset >= tree->functions[f]->at.begin && offset < tree->functions[f]->at.end;
        stray += !inside;
    }
    return stray;
}

static AnnotTree *build_tree(Builder *b, CXTranslationUnit unit)
{
    g_autoptr(GPtrArray) functions = g_ptr_array_new();
    Functions all = {b, functions};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), add_function, &all);
    AnnotTree *tree = htol_arena_new0(b->arena, AnnotTree, 1);
    tree->n_functions = functions->len;
    tree->functions = htol_arena_memdup(b->arena, functions->pdata, functions->len * sizeof(gpointer));
    tree->n_statics = b->statics->len;
    tree->statics = htol_arena_memdup(b->arena, b->statics->data, b->statics->len * sizeof(AnnotVariable));
    tree->n_errors = b->errors->len;
    tree->errors = htol_arena_memdup(b->arena, b->errors->data, b->errors->len * sizeof(AnnotError));
    tree->stray_errors = count_stray(b, tree);
    return tree;
}

#define UNIT_NAME "unit.i"

static CXTranslationUnit parse(CXIndex index, const char *masked, const char *const *clang_args)
{
    /* -w alone does not silence what clang makes an error by default; gcc 12 accepts all of these. -undef:
     * clang would expand its predefined macros even in preprocessed text. */
    static const char *const fixed[] = {"-x",
                                        "cpp-output",
                                        "-undef",
                                        "-w",
                                        "-Wno-everything",
                                        "-ferror-limit=0",
                                        "-fbracket-depth=65536",
                                        "-Wno-implicit-function-declaration",
                                        "-Wno-int-conversion",
                                        "-Wno-incompatible-function-pointer-types",
                                        "-Wno-implicit-int",
                                        "-Wno-return-type"};
    g_autoptr(GPtrArray) args = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(fixed); i++)
        g_ptr_array_add(args, (gpointer)fixed[i]);
    for (; clang_args && *clang_args; clang_args++)
        g_ptr_array_add(args, (gpointer)*clang_args);
    struct CXUnsavedFile file = {UNIT_NAME, masked, strlen(masked)};
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code =
        clang_parseTranslationUnit2(index, UNIT_NAME, (const char *const *)args->pdata, (int)args->len, &file,
                                    1, CXTranslationUnit_KeepGoing, &unit);
    return code == CXError_Success ? unit : NULL;
}

AnnotTree *annot_tree_parse(HtolArena *arena, const AnnotText *text, const char *const *clang_args,
                            GError **error)
{
    g_autofree char *masked = annot_mask(text);
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = parse(index, masked, clang_args);
    AnnotTree *tree = NULL;
    if (unit) {
        Builder b = {arena,
                     text,
                     (guint32)strlen(annot_mask_prelude),
                     g_hash_table_new(cursor_hash, cursor_equal),
                     g_hash_table_new(NULL, NULL),
                     g_array_new(FALSE, FALSE, sizeof(AnnotError)),
                     g_array_new(FALSE, FALSE, sizeof(AnnotVariable)),
                     g_array_new(FALSE, FALSE, sizeof(guint32)),
                     strstr(text->bytes, "pragma weak") != NULL};
        collect_errors(&b, unit);
        tree = build_tree(&b, unit);
        g_hash_table_unref(b.decls);
        g_hash_table_unref(b.types);
        g_array_unref(b.errors);
        g_array_unref(b.statics);
        g_array_unref(b.strays);
        clang_disposeTranslationUnit(unit);
    } else {
        g_set_error_literal(error, ANNOT_ERROR, 0, "the front end could not read the preprocessed text");
    }
    clang_disposeIndex(index);
    return tree;
}
