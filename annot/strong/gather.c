/* Puts mutants in order; see gather.h. */
#include "annot/strong/gather.h"

#include "annot/strong/value.h"

/* Expressions are known by what is bare of parentheses and conversions: a read is a conversion. */
typedef struct {
    GArray *changes, *gathered; /* AnnotChange */
    GHashTable *values;         /* const AnnotExpr: GArray of indices of its mutants of kind VALUE that are written */
    GHashTable *hosts;          /* const AnnotExpr that is read: the operator, if a call of it chooses from both */
    GHashTable *negations;      /* const AnnotExpr: 1 + the index of its negation, if its call chooses from that too */
} Gathering;

static AnnotChange *change_at(const Gathering *g, guint index)
{
    return &g_array_index(g->changes, AnnotChange, index);
}

static gboolean is_value(const AnnotChange *change)
{
    return change->kind == ANNOT_CHANGE_VALUE && change->unwritten == 0;
}

/* Returns the expression of the mutants that are known by `bare`; NULL: there are none. */
static const AnnotExpr *expr_of(const Gathering *g, const AnnotExpr *bare)
{
    const GArray *indices = g_hash_table_lookup(g->values, bare);
    return indices ? change_at(g, g_array_index(indices, guint, 0))->expr : NULL;
}

/* Returns what mutants of the expression are known by: itself, if those of another one are known by what is bare. */
static const AnnotExpr *key_of(const Gathering *g, const AnnotExpr *expr)
{
    const AnnotExpr *bare = annot_expr_bare(expr), *known = expr_of(g, bare);
    return !known || known == expr ? bare : expr;
}

static void note_values(const Gathering *g)
{
    for (guint i = 0; i < g->changes->len; i++) {
        if (!is_value(change_at(g, i)))
            continue;
        const AnnotExpr *key = key_of(g, change_at(g, i)->expr);
        GArray *indices = g_hash_table_lookup(g->values, key);
        if (!indices) {
            indices = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(g->values, (gpointer)key, indices);
        }
        g_array_append_val(indices, i);
    }
}

/* ---- hosts ---- */

/* Whether the operand is handed to the operator's call in the type in which its own mutants are computed. */
static gboolean is_handed(const Gathering *g, const AnnotExpr *operand)
{
    const AnnotExpr *read = expr_of(g, annot_expr_bare(operand));
    return read && read->kind != ANNOT_EXPR_BINARY && annot_strong_is_called(read) &&
           annot_strong_type(read) == annot_strong_type(operand);
}

static void note_hosts(const Gathering *g)
{
    GHashTableIter iterator;
    gpointer key;
    g_hash_table_iter_init(&iterator, g->values);
    while (g_hash_table_iter_next(&iterator, &key, NULL)) {
        const AnnotExpr *expr = key;
        gboolean hosts = expr->kind == ANNOT_EXPR_BINARY && annot_strong_is_called(expr);
        for (guint i = 0; hosts && i < expr->n_operands; i++)
            if (is_handed(g, expr->operands[i]))
                g_hash_table_insert(g->hosts, (gpointer)annot_expr_bare(expr->operands[i]), (gpointer)expr);
    }
}

static void note_negations(const Gathering *g)
{
    for (guint i = 0; i < g->changes->len; i++) {
        const AnnotChange *change = change_at(g, i);
        const AnnotExpr *bare = change->kind == ANNOT_CHANGE_NOT ? annot_expr_bare(change->expr) : NULL;
        const AnnotExpr *expr = bare && change->unwritten == 0 ? expr_of(g, bare) : NULL;
        if (expr && annot_strong_is_called(expr) && !g_hash_table_contains(g->hosts, bare))
            g_hash_table_insert(g->negations, (gpointer)bare, GUINT_TO_POINTER(i + 1));
    }
}

/* ---- order ---- */

static void take_change(const Gathering *g, guint index, const AnnotExpr *host)
{
    AnnotChange *change = change_at(g, index);
    change->host = host;
    annot_changes_add(g->gathered, ANNOT_STRONG_ALL, *change);
    change->value = change->after = NULL;
}

static void take_values(const Gathering *g, const AnnotExpr *key, const AnnotExpr *host)
{
    const GArray *indices = g_hash_table_lookup(g->values, key);
    for (guint i = 0; i < indices->len; i++)
        take_change(g, g_array_index(indices, guint, i), host);
}

/* Takes all from which the call of what is known by `key` chooses. */
static void take_called(const Gathering *g, const AnnotExpr *key)
{
    const AnnotExpr *host = expr_of(g, key);
    guint negation = GPOINTER_TO_UINT(g_hash_table_lookup(g->negations, key));
    take_values(g, key, host);
    if (negation > 0)
        take_change(g, negation - 1, host);
    for (guint i = 0; i < host->n_operands; i++) {
        const AnnotExpr *read = annot_expr_bare(host->operands[i]);
        if (g_hash_table_lookup(g->hosts, read) == host)
            take_values(g, read, host);
    }
}

static gboolean is_first(const Gathering *g, guint index, const AnnotExpr *key)
{
    return g_array_index((const GArray *)g_hash_table_lookup(g->values, key), guint, 0) == index;
}

/* Takes the mutant, and those that are gathered with it, unless it was, or will be, with another. */
static void take(const Gathering *g, guint index)
{
    const AnnotChange *change = change_at(g, index);
    if (is_value(change)) {
        const AnnotExpr *key = key_of(g, change->expr);
        if (is_first(g, index, key) && !g_hash_table_contains(g->hosts, key))
            take_called(g, key);
        return;
    }
    gconstpointer negation =
        change->kind == ANNOT_CHANGE_NOT ? g_hash_table_lookup(g->negations, annot_expr_bare(change->expr)) : NULL;
    if (GPOINTER_TO_UINT(negation) != index + 1)
        take_change(g, index, NULL);
}

/* ---- numbers ---- */

/* Whether the text asks for the number itself, in place. */
static gboolean is_asked_in_place(const AnnotChange *change)
{
    return change->kind != ANNOT_CHANGE_VALUE && change->kind != ANNOT_CHANGE_RETURNED && !change->host;
}

/* Small numbers take less text where they are compared in place; calls take as much for all. */
static void number_all(GArray *changes)
{
    guint32 number = 0;
    for (guint called = 0; called < 2; called++)
        for (guint i = 0; i < changes->len; i++)
            if (is_asked_in_place(&g_array_index(changes, AnnotChange, i)) == !called)
                g_array_index(changes, AnnotChange, i).number = ++number;
}

GArray *annot_strong_gather(GArray *changes)
{
    g_autoptr(GHashTable) values = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref),
                          hosts = g_hash_table_new(NULL, NULL), negations = g_hash_table_new(NULL, NULL);
    Gathering gathering = {changes, annot_changes_new(), values, hosts, negations};
    note_values(&gathering);
    note_hosts(&gathering);
    note_negations(&gathering);
    for (guint i = 0; i < changes->len; i++)
        take(&gathering, i);
    number_all(gathering.gathered);
    g_array_unref(changes);
    return gathering.gathered;
}
