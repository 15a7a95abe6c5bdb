/* Statements from libclang, whose parts have no roles there: they are told by the text between them. */
#include "annot/tree/clang.h"

static void end_with_semicolon(AnnotClang *b, AnnotStmt *stmt)
{
    guint32 at = annot_text_skip(b->text, stmt->at.end);
    if (at < b->text->size && b->text->bytes[at] == ';')
        stmt->at.end = at + 1;
}

static AnnotStmt *build_sub(AnnotClang *b, CXCursor cursor)
{
    AnnotStmt *stmt = annot_clang_stmt(b, cursor);
    stmt->sub = TRUE;
    return stmt;
}

void annot_clang_add_variable(AnnotClang *b, CXCursor cursor, AnnotStmt *stmt, GArray *variables)
{
    if (annot_libclang.getCursorKind(cursor) != CXCursor_VarDecl)
        return;
    if (annot_libclang.getCanonicalType(annot_libclang.getCursorType(cursor)).kind == CXType_VariableArray)
        stmt->is_vla = TRUE;
    CXCursor init = annot_libclang.Cursor_getVarDeclInitializer(cursor);
    AnnotVariable variable = {annot_clang_decl(b, cursor),
                              annot_libclang.Cursor_isNull(init) ? NULL : annot_clang_expr(b, init, FALSE)};
    if (!annot_clang_lives_long(cursor) && annot_libclang.getCursorTLSKind(cursor) == CXTLS_None)
        g_array_append_val(variables, variable);
    else if (variable.init)
        g_array_append_val(b->statics, variable);
}

static void build_declaration(AnnotClang *b, const GArray *children, AnnotStmt *stmt)
{
    g_autoptr(GArray) variables = g_array_new(FALSE, FALSE, sizeof(AnnotVariable));
    for (guint i = 0; i < children->len; i++)
        annot_clang_add_variable(b, ANNOT_CHILD(children, i), stmt, variables);
    stmt->kind = ANNOT_STMT_DECL;
    stmt->n_variables = variables->len;
    stmt->variables = htol_arena_memdup(b->arena, variables->data, variables->len * sizeof(AnnotVariable));
    stmt->inits = htol_arena_new0(b->arena, AnnotExpr *, variables->len);
    for (guint i = 0; i < variables->len; i++)
        if (stmt->variables[i].init)
            stmt->inits[stmt->n_inits++] = stmt->variables[i].init;
}

/* Builds the parts of a `for`; the two semicolons tell which child is which. Returns FALSE if they are not found. */
static gboolean build_for(AnnotClang *b, const GArray *children, AnnotStmt *stmt)
{
    guint32 open = annot_text_find(b->text, stmt->at.begin, '(');
    guint32 first = annot_text_find(b->text, MIN(open + 1, b->text->size), ';');
    guint32 second = annot_text_find(b->text, MIN(first + 1, b->text->size), ';');
    if (second >= b->text->size || children->len == 0)
        return FALSE;
    stmt->colon = first;
    for (guint i = 0; i + 1 < children->len; i++) {
        AnnotExtent at;
        if (!annot_clang_extent(b, ANNOT_CHILD(children, i), &at))
            continue;
        if (at.begin < first)
            stmt->init = annot_clang_stmt(b, ANNOT_CHILD(children, i));
        else if (at.begin < second)
            stmt->expr = annot_clang_expr(b, ANNOT_CHILD(children, i), TRUE);
        else
            stmt->step = annot_clang_expr(b, ANNOT_CHILD(children, i), FALSE);
    }
    stmt->body = build_sub(b, ANNOT_CHILD(children, children->len - 1));
    return TRUE;
}

static guint32 behind_colon(AnnotClang *b, guint32 from)
{
    guint32 at = annot_text_find(b->text, from, ':') + 1;
    guint32 next = annot_text_skip(b->text, at);
    if (!annot_text_is_word(b->text, next, "__attribute__"))
        return at;
    guint32 open = annot_text_find(b->text, next, '(');
    return annot_text_find(b->text, open + 1, ')') + 1; /* the label's own attributes */
}

/* Reads the values of `case low:` or `case low ... high:`; they are the children before the statement. */
static void build_values(AnnotClang *b, const GArray *children, AnnotStmt *stmt)
{
    guint last = children->len - 2;
    const AnnotExpr *low = annot_clang_expr(b, ANNOT_CHILD(children, 0), FALSE);
    const AnnotExpr *high = last > 0 ? annot_clang_expr(b, ANNOT_CHILD(children, last), FALSE) : low;
    stmt->has_values = low->has_value && high->has_value;
    stmt->low = low->value;
    stmt->high = high->value;
}

static void build_labelled(AnnotClang *b, CXCursor cursor, const GArray *children, AnnotStmt *stmt)
{
    AnnotExtent value;
    guint32 from = stmt->at.begin;
    if (stmt->kind == ANNOT_STMT_CASE && children->len > 1 &&
        annot_clang_extent(b, ANNOT_CHILD(children, children->len - 2), &value))
        from = value.end;
    stmt->colon = behind_colon(b, from);
    if (stmt->kind == ANNOT_STMT_CASE && children->len > 1)
        build_values(b, children, stmt);
    if (stmt->kind == ANNOT_STMT_LABEL)
        stmt->label = annot_clang_string(b, annot_libclang.getCursorSpelling(cursor));
    if (children->len > 0)
        stmt->body = annot_clang_stmt(b, ANNOT_CHILD(children, children->len - 1));
}

static void build_goto(AnnotClang *b, CXCursor cursor, AnnotStmt *stmt)
{
    g_autoptr(GArray) all = annot_clang_children(cursor, TRUE);
    stmt->kind = ANNOT_STMT_GOTO;
    stmt->label = all->len > 0 ? annot_clang_string(b, annot_libclang.getCursorSpelling(ANNOT_CHILD(all, 0))) : "";
}

static void build_parts(AnnotClang *b, const GArray *children, AnnotStmt *stmt)
{
    stmt->n_parts = children->len;
    stmt->parts = htol_arena_new0(b->arena, AnnotStmt *, stmt->n_parts);
    for (guint i = 0; i < stmt->n_parts; i++)
        stmt->parts[i] = annot_clang_stmt(b, ANNOT_CHILD(children, i));
}

/* Builds the operands of an asm; those before the second colon are outputs. */
static void build_asm_operands(AnnotClang *b, const GArray *children, guint32 open, AnnotStmt *stmt)
{
    guint32 first = annot_text_find(b->text, MIN(open + 1, b->text->size), ':');
    guint32 second = annot_text_find(b->text, MIN(first + 1, b->text->size), ':');
    stmt->n_operands = children->len;
    stmt->operands = htol_arena_new0(b->arena, AnnotExpr *, children->len);
    for (guint i = 0; i < children->len; i++) {
        stmt->operands[i] = annot_clang_expr(b, ANNOT_CHILD(children, i), FALSE);
        stmt->n_outputs += stmt->operands[i]->placed && stmt->operands[i]->at.begin < second;
    }
}

static void build_asm(AnnotClang *b, const GArray *children, AnnotStmt *stmt)
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

/* Whether libclang ends the extent of such a statement before its semicolon. */
static gboolean lacks_semicolon(AnnotStmtKind kind)
{
    return kind == ANNOT_STMT_EXPR || kind == ANNOT_STMT_DO || kind == ANNOT_STMT_GOTO || kind == ANNOT_STMT_GOTO_ANY ||
           kind == ANNOT_STMT_BREAK || kind == ANNOT_STMT_CONTINUE || kind == ANNOT_STMT_RETURN ||
           kind == ANNOT_STMT_ASM;
}

static const AnnotStmt *last_part(const AnnotStmt *stmt)
{
    if (stmt->kind == ANNOT_STMT_DO)
        return NULL;
    return stmt->other ? stmt->other : stmt->body;
}

static void build_branching(AnnotClang *b, const GArray *children, AnnotStmt *stmt)
{
    guint body = stmt->kind == ANNOT_STMT_DO ? 0 : 1;
    if (children->len < 2)
        return;
    stmt->expr = annot_clang_expr(b, ANNOT_CHILD(children, 1 - body), stmt->kind != ANNOT_STMT_SWITCH);
    stmt->body = build_sub(b, ANNOT_CHILD(children, body));
    if (stmt->kind == ANNOT_STMT_IF && children->len > 2)
        stmt->other = build_sub(b, ANNOT_CHILD(children, 2));
}

static void build_by_kind(AnnotClang *b, CXCursor cursor, const GArray *children, AnnotStmt *stmt)
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
            stmt->expr = annot_clang_expr(b, ANNOT_CHILD(children, 0), FALSE);
        break;
    case ANNOT_STMT_ATTRIBUTED:
        if (children->len > 0)
            stmt->body = annot_clang_stmt(b, ANNOT_CHILD(children, children->len - 1));
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

AnnotStmt *annot_clang_stmt(AnnotClang *b, CXCursor cursor)
{
    AnnotStmt *stmt = htol_arena_new0(b->arena, AnnotStmt, 1);
    enum CXCursorKind kind = annot_libclang.getCursorKind(cursor);
    annot_clang_extent(b, cursor, &stmt->at);
    g_autoptr(GArray) children = annot_clang_children(cursor, kind == CXCursor_DeclStmt);
    if (annot_libclang.isExpression(kind)) {
        stmt->kind = ANNOT_STMT_EXPR;
        stmt->expr = annot_clang_expr(b, cursor, FALSE);
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
        stmt->at.begin = stmt->body->at.begin; /* a pragma became an attribute: its line is not ours to edit */
    return stmt;
}
