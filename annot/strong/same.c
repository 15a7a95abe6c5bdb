/* Gives each mutant a key, by rules that say which changes are one; see same.h. */
#include "annot/strong/same.h"

#include "annot/strong/statement.h"

/* What a key says is done at its place. */
typedef enum {
    KEY_UNKNOWN,
    KEY_LINEAR,   /* the value of an expression, in its type: one * v + other */
    KEY_APART,    /* a comparison has another value in the classes `one` */
    KEY_NOT,      /* the value is !v */
    KEY_CONSTANT, /* the expression is evaluated, and its value is `one`, which is 0 or 1 */
    KEY_DROPPED,  /* so it is, and the expression is not evaluated */
    KEY_LEFT,     /* an operand of && or || stands for the whole */
    KEY_RIGHT,
    KEY_SKIPPED /* a statement is not executed */
} KeyKind;

typedef struct {
    KeyKind kind;
    gconstpointer place; /* AnnotExpr or AnnotStmt; the bare expression, but for LINEAR */
    gint64 one, other;
} Key;

/* What the body says of places. */
typedef struct {
    GHashTable *parents;  /* bare operand of &&, || or !: that */
    GHashTable *decided;  /* bare condition: the if without else, or the while, whose it is */
    GHashTable *bodies;   /* statement: the if without else of which it is all the body */
    GHashTable *computed; /* bare expression: the statement that is nothing else */
    GHashTable *possible; /* comparison: its classes that are possible */
} Finder;

/* ---- what the body says ---- */

static const AnnotStmt *only_statement(const AnnotStmt *stmt)
{
    while (stmt->kind == ANNOT_STMT_COMPOUND && stmt->n_parts == 1)
        stmt = stmt->parts[0];
    return stmt;
}

/* An AnnotTreeVisit.stmt. */
static void note_statement(const AnnotStmt *stmt, gpointer data)
{
    const Finder *finder = data;
    gboolean plain_if = stmt->kind == ANNOT_STMT_IF && !stmt->other;
    if ((plain_if || stmt->kind == ANNOT_STMT_WHILE) && !annot_strong_is_entered(stmt))
        g_hash_table_insert(finder->decided, (gpointer)annot_expr_bare(stmt->expr), (gpointer)stmt);
    if (plain_if)
        g_hash_table_insert(finder->bodies, (gpointer)only_statement(stmt->body), (gpointer)stmt);
    if (stmt->kind == ANNOT_STMT_EXPR)
        g_hash_table_insert(finder->computed, (gpointer)annot_expr_bare(stmt->expr), (gpointer)stmt);
}

/* An AnnotTreeVisit.expr. */
static void note_expression(const AnnotExpr *expr, gpointer data)
{
    const Finder *finder = data;
    gboolean negates = expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_NOT;
    if (!negates && expr->kind != ANNOT_EXPR_LOGICAL)
        return;
    for (guint i = 0; i < expr->n_operands; i++)
        g_hash_table_insert(finder->parents, (gpointer)annot_expr_bare(expr->operands[i]), (gpointer)expr);
}

static void note_possible(const Finder *finder, const GArray *changes)
{
    for (guint i = 0; i < changes->len; i++) {
        const AnnotChange *change = &g_array_index(changes, AnnotChange, i);
        if (change->effect.possible != 0)
            g_hash_table_insert(finder->possible, (gpointer)annot_expr_bare(change->expr),
                                GUINT_TO_POINTER(change->effect.possible));
    }
}

static guint32 possible_of(const Finder *finder, const AnnotExpr *comparison)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(finder->possible, comparison));
}

/* ---- what nobody notices ---- */

static gboolean is_plain_variable(const AnnotExpr *expr)
{
    const AnnotDecl *decl = expr->decl;
    return decl && (decl->kind == ANNOT_DECL_VARIABLE || decl->kind == ANNOT_DECL_PARAMETER) && !decl->is_maybe_weak &&
           expr->type && annot_kind_is_scalar(expr->type->kind) && expr->type->kind != ANNOT_TYPE_FLOAT &&
           !expr->type->is_volatile && !expr->type->is_atomic;
}

static gboolean is_plain_operator(const AnnotExpr *expr)
{
    switch (expr->kind) {
    case ANNOT_EXPR_PAREN:
    case ANNOT_EXPR_LOGICAL: return TRUE;
    case ANNOT_EXPR_IMPLICIT: return expr->type && expr->type->kind != ANNOT_TYPE_FLOAT;
    case ANNOT_EXPR_UNARY: return expr->op == ANNOT_OP_NOT || expr->op == ANNOT_OP_COMPLEMENT;
    case ANNOT_EXPR_BINARY: return expr->op >= ANNOT_OP_LT && expr->op <= ANNOT_OP_BOR;
    default: return FALSE;
    }
}

/* Whether it is the same if the expression is evaluated or not: it reads variables, and computes what can neither trap
 * nor overflow. */
static gboolean is_plain(const AnnotExpr *expr)
{
    if (expr->has_value || (expr->kind == ANNOT_EXPR_NAME && is_plain_variable(expr)))
        return TRUE;
    if (!is_plain_operator(expr) || !expr->type || expr->type->kind == ANNOT_TYPE_FLOAT)
        return FALSE;
    for (guint i = 0; i < expr->n_operands; i++)
        if (!is_plain(expr->operands[i]))
            return FALSE;
    return TRUE;
}

/* ---- rules ---- */

/* Rewrites the key of a comparison that is constant; not of floating point, which sets flags where a constant does not.
 */
static gboolean turn_apart(const Finder *finder, Key *key)
{
    gboolean compares;
    guint32 possible = possible_of(finder, key->place),
            holds = annot_effect_holds(((const AnnotExpr *)key->place)->op, &compares) & possible;
    if (!compares || possible >> HTOL_RELATION_UNORDERED & 1 || (key->one != holds && key->one != (possible & ~holds)))
        return FALSE;
    *key = (Key){KEY_CONSTANT, key->place, key->one != holds, 0};
    return TRUE;
}

static gboolean turn_linear(Key *key)
{
    if (key->one != 0 || (key->other != 0 && key->other != 1))
        return FALSE;
    *key = (Key){KEY_CONSTANT, annot_expr_bare(key->place), key->other, 0};
    return TRUE;
}

static gboolean turn_not(const Finder *finder, Key *key)
{
    guint32 possible = possible_of(finder, key->place);
    if (possible == 0)
        return FALSE;
    *key = (Key){KEY_APART, key->place, possible, 0};
    return TRUE;
}

/* What is not noticed may as well not be evaluated. */
static gboolean turn_constant(const Finder *finder, Key *key)
{
    const AnnotExpr *parent = g_hash_table_lookup(finder->parents, key->place);
    if (is_plain(key->place)) {
        key->kind = KEY_DROPPED;
        return TRUE;
    }
    if (!parent || parent->kind != ANNOT_EXPR_UNARY)
        return FALSE;
    *key = (Key){KEY_CONSTANT, parent, !key->one, 0};
    return TRUE;
}

/* An operand of && or || that is constant: it decides the whole, if what was evaluated before it is not noticed, or
 * leaves it to the other one. */
static gboolean turn_operand(const AnnotExpr *parent, Key *key)
{
    gboolean is_first = annot_expr_bare(parent->operands[0]) == key->place,
             decides = key->one == (parent->op == ANNOT_OP_OR);
    if (decides && !is_first && !is_plain(parent->operands[0]))
        return FALSE;
    if (decides)
        *key = (Key){KEY_DROPPED, parent, key->one, 0};
    else
        *key = (Key){is_first ? KEY_RIGHT : KEY_LEFT, parent, 0, 0};
    return TRUE;
}

static gboolean turn_dropped(const Finder *finder, Key *key)
{
    const AnnotExpr *parent = g_hash_table_lookup(finder->parents, key->place);
    const AnnotStmt *stmt = g_hash_table_lookup(finder->decided, key->place);
    if (parent && parent->kind == ANNOT_EXPR_LOGICAL)
        return turn_operand(parent, key);
    if (parent)
        *key = (Key){KEY_DROPPED, parent, !key->one, 0};
    else if (stmt && key->one == 0)
        *key = (Key){KEY_SKIPPED, stmt, 0, 0};
    else
        return FALSE;
    return TRUE;
}

static gboolean turn_skipped(const Finder *finder, Key *key)
{
    const AnnotStmt *stmt = g_hash_table_lookup(finder->bodies, key->place);
    if (!stmt)
        return FALSE;
    *key = (Key){KEY_CONSTANT, annot_expr_bare(stmt->expr), 0, 0};
    return TRUE;
}

/* Rewrites the key by another one that means the same; FALSE if no rule does. Each rule goes outwards, or to a kind
 * with fewer rules. */
static gboolean turn(const Finder *finder, Key *key)
{
    switch (key->kind) {
    case KEY_LINEAR: return turn_linear(key);
    case KEY_APART: return turn_apart(finder, key);
    case KEY_NOT: return turn_not(finder, key);
    case KEY_CONSTANT: return turn_constant(finder, key);
    case KEY_DROPPED: return turn_dropped(finder, key);
    case KEY_SKIPPED: return turn_skipped(finder, key);
    default: return FALSE;
    }
}

/* ---- keys ---- */

static Key key_of_value(const AnnotChange *change)
{
    const AnnotExpr *expr = change->expr;
    while (expr->kind == ANNOT_EXPR_PAREN)
        expr = expr->operands[0];
    switch (change->effect.kind) {
    case ANNOT_EFFECT_LINEAR: return (Key){KEY_LINEAR, expr, change->effect.factor, change->effect.term};
    case ANNOT_EFFECT_APART: return (Key){KEY_APART, annot_expr_bare(expr), change->effect.apart, 0};
    case ANNOT_EFFECT_NOT: return (Key){KEY_NOT, annot_expr_bare(expr), 0, 0};
    default: return (Key){0};
    }
}

static Key key_of_logic(const AnnotChange *change)
{
    switch (change->connector) {
    case ANNOT_CONNECTOR_LEFT: return (Key){KEY_LEFT, change->expr, 0, 0};
    case ANNOT_CONNECTOR_RIGHT: return (Key){KEY_RIGHT, change->expr, 0, 0};
    case ANNOT_CONNECTOR_TRUE: return (Key){KEY_DROPPED, change->expr, 1, 0};
    case ANNOT_CONNECTOR_FALSE: return (Key){KEY_DROPPED, change->expr, 0, 0};
    default: return (Key){0};
    }
}

static Key key_of(const Finder *finder, const AnnotChange *change)
{
    const AnnotStmt *stmt = change->stmt;
    switch (change->kind) {
    case ANNOT_CHANGE_VALUE:
    case ANNOT_CHANGE_RETURNED: return key_of_value(change);
    case ANNOT_CHANGE_LOGIC: return key_of_logic(change);
    case ANNOT_CHANGE_NOT: return (Key){KEY_NOT, annot_expr_bare(change->expr), 0, 0};
    case ANNOT_CHANGE_EFFECT: stmt = g_hash_table_lookup(finder->computed, annot_expr_bare(change->expr)); break;
    case ANNOT_CHANGE_SKIP: break;
    }
    return stmt ? (Key){KEY_SKIPPED, stmt, 0, 0} : (Key){0};
}

static guint hash_key(gconstpointer data)
{
    const Key *key = data;
    return g_direct_hash(key->place) * 31 + (guint)key->kind * 7 + (guint)key->one * 3 + (guint)key->other;
}

static gboolean are_equal(gconstpointer left, gconstpointer right)
{
    const Key *one = left, *other = right;
    return one->kind == other->kind && one->place == other->place && one->one == other->one &&
           one->other == other->other;
}

/* ---- the whole ---- */

/* Notes the least number of each key in `firsts`. */
static void note_first(GHashTable *firsts, const Key *key, guint32 number)
{
    guint32 first = GPOINTER_TO_UINT(g_hash_table_lookup(firsts, key));
    if (key->kind != KEY_UNKNOWN && (first == 0 || number < first))
        g_hash_table_insert(firsts, (gpointer)key, GUINT_TO_POINTER(number));
}

static void find_all(const Finder *finder, GArray *changes)
{
    g_autofree Key *keys = g_new0(Key, changes->len);
    g_autoptr(GHashTable) firsts = g_hash_table_new(hash_key, are_equal);
    for (guint i = 0; i < changes->len; i++) {
        const AnnotChange *change = &g_array_index(changes, AnnotChange, i);
        if (change->unwritten == 0)
            keys[i] = key_of(finder, change);
        while (turn(finder, &keys[i]))
            continue;
        note_first(firsts, &keys[i], change->number);
    }
    for (guint i = 0; i < changes->len; i++) {
        AnnotChange *change = &g_array_index(changes, AnnotChange, i);
        guint32 first = GPOINTER_TO_UINT(g_hash_table_lookup(firsts, &keys[i]));
        change->same = first == change->number ? 0 : first;
    }
}

void annot_same_find(const AnnotFunction *function, GArray *changes)
{
    g_autoptr(GHashTable) parents = g_hash_table_new(NULL, NULL), decided = g_hash_table_new(NULL, NULL),
                          bodies = g_hash_table_new(NULL, NULL), computed = g_hash_table_new(NULL, NULL),
                          possible = g_hash_table_new(NULL, NULL);
    Finder finder = {parents, decided, bodies, computed, possible};
    AnnotTreeVisit visit = {.stmt = note_statement, .expr = note_expression, .data = &finder};
    annot_tree_visit_stmt(function->body, &visit);
    note_possible(&finder, changes);
    find_all(&finder, changes);
}
