/* What the files that see libclang share: the unit being built, and one maker for each kind of thing of the
 * tree. Nothing but clang*.c includes it; the tree they build is annot/tree/tree.h's, and annot_tree_parse
 * its door. */
#ifndef ANNOT_CLANG_H
#define ANNOT_CLANG_H

#include "annot/text/text.h"
#include "annot/tree/libclang.h"
#include "annot/tree/tree.h"

/* Everything made lives in `arena`. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    guint32 prelude;             /* bytes before the text in what libclang parsed */
    GHashTable *decls;           /* CXCursor *: AnnotDecl */
    GHashTable *types;           /* libclang's canonical type: AnnotType */
    GArray *errors;              /* AnnotError: what the front end found wrong in the text */
    GArray *statics;             /* AnnotVariable: variables that live as long as the program */
    GArray *strays;              /* guint32: offsets of errors outside of system headers */
    gboolean foreign_characters; /* the program's are not those of UTF-8, and libclang knows no others */
    gboolean whole_types;        /* types have names and fields */
    gboolean has_weak_pragma;    /* libclang does not show which symbol it is about */
    guint32 n_exprs;             /* number of expressions made so far for the function that is being built */
} AnnotClang;

/* ---- cursors, in clang_decl.c ---- */

/* Returns the cursors directly inside `cursor`, in libclang's order: expressions and statements, or `all`. The
 * caller's. */
GArray *annot_clang_children(CXCursor cursor, gboolean all);
#define ANNOT_CHILD(array, i) g_array_index((array), CXCursor, (i))

/* Set *offset or *extent to where the location or the cursor stands in the text; return FALSE if it is not in the text.
 */
gboolean annot_clang_offset(AnnotClang *b, CXSourceLocation location, guint32 *offset);
gboolean annot_clang_extent(AnnotClang *b, CXCursor cursor, AnnotExtent *extent);

/* Copies the string into the arena ("" if it is null), and disposes of it. */
const char *annot_clang_string(AnnotClang *b, CXString string);

/* Whether the text at offset `at` begins with `prefix`. */
gboolean annot_clang_text_begins(AnnotClang *b, guint32 at, const char *prefix);

/* ---- types and declarations, in clang_decl.c ---- */

/* Return the type or the declaration, each made once. NULL: there is no declaration. */
const AnnotType *annot_clang_type(AnnotClang *b, CXType any);
const AnnotDecl *annot_clang_decl(AnnotClang *b, CXCursor cursor);

/* Returns the pointer type that the array type is converted to; each is made once. */
const AnnotType *annot_clang_decayed(AnnotClang *b, const AnnotType *array);

/* Whether a variable does not die with an activation of its function. */
gboolean annot_clang_lives_long(CXCursor variable);

/* Whether an attribute of the declaration has the word in it. */
gboolean annot_clang_has_attribute(AnnotClang *b, CXCursor cursor, const char *word);

/* Returns what arrays, and arrays of arrays, consist of in the end; other types as they are. */
CXType annot_clang_element(CXType type);

/* ---- expressions, in clang_expr.c ---- */

/* Makes the expression at the cursor. `boolean`: its context uses only its truth. */
AnnotExpr *annot_clang_expr(AnnotClang *b, CXCursor cursor, gboolean boolean);

/* ---- statements, in clang_stmt.c ---- */

/* Makes the statement at the cursor. */
AnnotStmt *annot_clang_stmt(AnnotClang *b, CXCursor cursor);

/* Adds the variable declared at the cursor to `variables` (AnnotVariable) of the declaration `stmt`, or to the unit's
 * statics if it lives that long. `stmt` and `variables` may be NULL outside of functions. */
void annot_clang_add_variable(AnnotClang *b, CXCursor cursor, AnnotStmt *stmt, GArray *variables);

#endif
