/* Runs libclang over a unit and builds its functions. What libclang 19 does not expose by kind is told by
 * extents and text, as the comments say; no decision about instrumentation is made here. */
#include "annot/tree/clang.h"

#include "annot/text/mask.h"
#include "annot/tree/known.h"
#include "annot/tree/returns.h"

#include <string.h>

/* ---- functions ---- */

static gboolean has_error(const AnnotClang *b, AnnotExtent at)
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
    if (annot_libclang.getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXString spelling = annot_libclang.getCursorSpelling(cursor);
    const char *name = annot_libclang.getCString(spelling);
    gboolean found = name && annot_returns_twice(name);
    annot_libclang.disposeString(spelling);
    *(gboolean *)data |= found;
    return found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static void build_body(AnnotClang *b, CXCursor cursor, AnnotFunction *function)
{
    g_autoptr(GArray) children = annot_clang_children(cursor, TRUE);
    if (has_error(b, function->at)) {
        function->skipped = HTOL_SKIP_ERROR;
        return;
    }
    function->skipped = annot_clang_has_attribute(b, cursor, "naked") ? HTOL_SKIP_NAKED : HTOL_SKIP_SHAPE;
    AnnotExtent at;
    CXCursor body = children->len > 0 ? ANNOT_CHILD(children, children->len - 1) : annot_libclang.getNullCursor();
    for (guint i = 0; i < children->len; i++)
        if (annot_libclang.getCursorKind(ANNOT_CHILD(children, i)) == CXCursor_CompoundStmt)
            body = ANNOT_CHILD(children, i);
    if (function->skipped == HTOL_SKIP_NAKED || !annot_clang_extent(b, body, &at) || b->text->bytes[at.begin] != '{')
        return;
    function->skipped = HTOL_MEASURED;
    b->n_exprs = 0;
    function->body = annot_clang_stmt(b, body);
    function->n_exprs = b->n_exprs;
    annot_libclang.visitChildren(body, find_second_return, &function->returns_twice);
}

static void build_parameters(AnnotClang *b, CXCursor cursor, AnnotFunction *function)
{
    int count = annot_libclang.Cursor_getNumArguments(cursor);
    function->n_parameters = count > 0 ? (guint)count : 0;
    function->parameters = htol_arena_new0(b->arena, const AnnotDecl *, function->n_parameters);
    for (guint i = 0; i < function->n_parameters; i++)
        function->parameters[i] = annot_clang_decl(b, annot_libclang.Cursor_getArgument(cursor, i));
}

static AnnotLinkage linkage_of(CXCursor cursor)
{
    if (annot_libclang.Cursor_isFunctionInlined(cursor))
        return ANNOT_INLINE;
    return annot_libclang.Cursor_getStorageClass(cursor) == CX_SC_Static ? ANNOT_STATIC : ANNOT_EXTERNAL;
}

/* Whether the function is a system header's: its closing brace tells, for a function's name may come from a macro of
 * such a header. */
static gboolean is_system(CXCursor cursor)
{
    return annot_libclang.Location_isInSystemHeader(
               annot_libclang.getRangeEnd(annot_libclang.getCursorExtent(cursor))) != 0;
}

/* Whether the initial value of `variable` may name functions: that of a number, or of an array of numbers, does not. */
static gboolean may_hold_functions(CXCursor variable)
{
    enum CXTypeKind kind =
        annot_libclang.getCanonicalType(annot_clang_element(annot_libclang.getCursorType(variable))).kind;
    return kind == CXType_Pointer || kind == CXType_Record;
}

/* Whether its initial value is one for ever, which who asks for whole types may want to know. */
static gboolean is_table(AnnotClang *b, CXCursor variable)
{
    return b->whole_types && annot_clang_decl(b, variable)->is_const;
}

/* Whether an attribute of the function may be about its text, or about how it returns. */
static gboolean is_shaped(CXCursor cursor)
{
    g_autoptr(GArray) children = annot_clang_children(cursor, TRUE);
    for (guint i = 0; i < children->len; i++) {
        enum CXCursorKind kind = annot_libclang.getCursorKind(ANNOT_CHILD(children, i));
        if (annot_libclang.isAttribute(kind) && kind != CXCursor_VisibilityAttr && kind != CXCursor_PureAttr &&
            kind != CXCursor_ConstAttr && kind != CXCursor_WarnUnusedResultAttr)
            return TRUE;
    }
    return FALSE;
}

/* Notes whether the function, which is complete, comes back: a call of a static one is a call of this text. */
static void note_return(CXCursor cursor, AnnotFunction *function)
{
    AnnotDecl *decl = (AnnotDecl *)function->decl;
    decl->comes_back = function->body && !function->returns_twice && !decl->no_return &&
                       annot_libclang.Cursor_getStorageClass(cursor) == CX_SC_Static &&
                       annot_body_returns(function->body);
}

typedef struct {
    AnnotClang *b;
    GPtrArray *functions;
} Functions;

static enum CXChildVisitResult add_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    Functions *all = data;
    AnnotClang *b = all->b;
    AnnotExtent at;
    if (annot_libclang.getCursorKind(cursor) == CXCursor_VarDecl && !is_system(cursor) &&
        (may_hold_functions(cursor) || is_table(b, cursor)))
        annot_clang_add_variable(b, cursor, NULL, NULL);
    if (annot_libclang.getCursorKind(cursor) != CXCursor_FunctionDecl || !annot_libclang.isCursorDefinition(cursor) ||
        is_system(cursor) || !annot_clang_extent(b, cursor, &at))
        return CXChildVisit_Continue;
    AnnotFunction *function = htol_arena_new0(b->arena, AnnotFunction, 1);
    function->at = at;
    function->decl = annot_clang_decl(b, cursor);
    function->name = function->decl->name;
    function->linkage = linkage_of(cursor);
    function->attributed = annot_libclang.Cursor_hasAttrs(cursor) != 0;
    function->shaped = is_shaped(cursor);
    if (!annot_clang_offset(b, annot_libclang.getCursorLocation(cursor), &function->name_at))
        function->name_at = at.begin;
    build_parameters(b, cursor, function);
    build_body(b, cursor, function);
    note_return(cursor, function);
    g_ptr_array_add(all->functions, function);
    return CXChildVisit_Continue;
}

/* ---- the unit ---- */

static guint cursor_hash(gconstpointer cursor)
{
    return annot_libclang.hashCursor(*(const CXCursor *)cursor);
}

static gboolean cursor_equal(gconstpointer one, gconstpointer two)
{
    return annot_libclang.equalCursors(*(const CXCursor *)one, *(const CXCursor *)two) != 0;
}

static void collect_errors(AnnotClang *b, CXTranslationUnit unit)
{
    for (unsigned i = 0; i < annot_libclang.getNumDiagnostics(unit); i++) {
        CXDiagnostic diagnostic = annot_libclang.getDiagnostic(unit, i);
        CXSourceLocation location = annot_libclang.getDiagnosticLocation(diagnostic);
        AnnotError error;
        if (annot_libclang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
            annot_clang_offset(b, location, &error.at)) {
            error.message = annot_clang_string(b, annot_libclang.getDiagnosticSpelling(diagnostic));
            g_array_append_val(b->errors, error);
            if (!annot_libclang.Location_isInSystemHeader(location))
                g_array_append_val(b->strays, error.at);
        }
        annot_libclang.disposeDiagnostic(diagnostic);
    }
}

static guint count_stray(const AnnotClang *b, const AnnotTree *tree)
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

static AnnotTree *build_tree(AnnotClang *b, CXTranslationUnit unit)
{
    g_autoptr(GPtrArray) functions = g_ptr_array_new();
    Functions all = {b, functions};
    annot_libclang.visitChildren(annot_libclang.getTranslationUnitCursor(unit), add_function, &all);
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

/* Whether `option` chooses the character set of the program. clang fails for all sets but UTF-8. */
static gboolean is_of_characters(const char *option)
{
    return g_str_has_prefix(option, "-fexec-charset=") || g_str_has_prefix(option, "-fwide-exec-charset=");
}

static gboolean has_foreign_characters(const char *const *clang_args)
{
    for (; clang_args && *clang_args; clang_args++)
        if (is_of_characters(*clang_args) && g_ascii_strcasecmp(strchr(*clang_args, '=') + 1, "utf-8") != 0)
            return TRUE;
    return FALSE;
}

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
        if (!is_of_characters(*clang_args))
            g_ptr_array_add(args, (gpointer)*clang_args);
    struct CXUnsavedFile file = {UNIT_NAME, masked, strlen(masked)};
    CXTranslationUnit unit = NULL;
    enum CXErrorCode code =
        annot_libclang.parseTranslationUnit2(index, UNIT_NAME, (const char *const *)args->pdata, (int)args->len, &file,
                                             1, CXTranslationUnit_KeepGoing, &unit);
    return code == CXError_Success ? unit : NULL;
}

static gboolean is_for_aarch64(const char *const *clang_args)
{
    for (; clang_args && *clang_args; clang_args++)
        if (g_str_has_prefix(*clang_args, "--target=aarch64") || g_str_has_prefix(*clang_args, "--target=arm64"))
            return TRUE;
    return FALSE;
}

char *annot_front_end(GError **error)
{
    if (!annot_libclang_open(error))
        return NULL;
    CXString version = annot_libclang.getClangVersion();
    char *text = g_strdup(annot_libclang.getCString(version));
    annot_libclang.disposeString(version);
    return text;
}

AnnotTree *annot_tree_parse(HtolArena *arena, const AnnotText *text, const char *const *clang_args, gboolean whole,
                            GError **error)
{
    g_autofree char *masked = annot_mask(text);
    if (!annot_libclang_open(error))
        return NULL;
    if (is_for_aarch64(clang_args))
        annot_mask_aarch64(masked);
    CXIndex index = annot_libclang.createIndex(0, 0);
    CXTranslationUnit unit = parse(index, masked, clang_args);
    AnnotTree *tree = NULL;
    if (unit) {
        AnnotClang b = {.arena = arena,
                        .text = text,
                        .prelude = (guint32)strlen(annot_mask_prelude),
                        .decls = g_hash_table_new(cursor_hash, cursor_equal),
                        .types = g_hash_table_new(NULL, NULL),
                        .errors = g_array_new(FALSE, FALSE, sizeof(AnnotError)),
                        .statics = g_array_new(FALSE, FALSE, sizeof(AnnotVariable)),
                        .strays = g_array_new(FALSE, FALSE, sizeof(guint32)),
                        .foreign_characters = has_foreign_characters(clang_args),
                        .whole_types = whole,
                        .has_weak_pragma = strstr(text->bytes, "pragma weak") != NULL};
        collect_errors(&b, unit);
        tree = build_tree(&b, unit);
        g_hash_table_unref(b.decls);
        g_hash_table_unref(b.types);
        g_array_unref(b.errors);
        g_array_unref(b.statics);
        g_array_unref(b.strays);
        annot_libclang.disposeTranslationUnit(unit);
    } else {
        g_set_error_literal(error, ANNOT_ERROR, 0, "the front end could not read the preprocessed text");
    }
    annot_libclang.disposeIndex(index);
    return tree;
}
