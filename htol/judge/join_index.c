/* Indexes over the rows of members; see join_index.h. */
#include "htol/judge/join_index.h"

#include <stdlib.h>
#include <string.h>

/* A row that is kept: its value in the order, then those in each !=, and the trees below it. */
typedef struct HtolBest HtolBest;
struct HtolBest {
    gsize row;
    HtolValue order;
    HtolValue *unequal;
    HtolBest **below;
};

/* A row on its way into the index. */
typedef struct {
    gsize row;
    HtolValue order;
} Entry;

gboolean htol_scratch_value(HtolScratch *scratch, const HtolExpr *expr, HtolValue *result)
{
    gboolean good = htol_expr_value(expr, scratch->values, result);
    scratch->divided |= !good;
    return good;
}

gboolean htol_scratch_holds(HtolScratch *scratch, const HtolExpr *expr)
{
    HtolHolds holds = htol_expr_holds(expr, scratch->values);
    scratch->divided |= holds == HTOL_HOLDS_ERROR;
    return holds == HTOL_HOLDS_TRUE;
}

void htol_member_load(const HtolMember *member, gsize i, HtolScratch *scratch)
{
    const HtolRelation *relation = member->relation;
    const HtolValue *row = relation->values + member->rows[i] * relation->columns;
    for (guint k = 0; k < member->n_used; k++)
        scratch->values[member->first + member->used[k]] = row[member->used[k]];
}

/* ---- links ---- */

typedef struct {
    gboolean mine, chosen;
} Sides;

static void find_sides(const HtolSides *sides, const HtolExpr *expr, Sides *found)
{
    if (expr->kind == HTOL_EXPR_VARIABLE && sides->owner[expr->variable] == sides->mine)
        found->mine = TRUE;
    else if (expr->kind == HTOL_EXPR_VARIABLE)
        found->chosen = TRUE;
    if (expr->left)
        find_sides(sides, expr->left, found);
    if (expr->right)
        find_sides(sides, expr->right, found);
}

/* As seen from the other side. */
static HtolOp mirrored(HtolOp op)
{
    switch (op) {
    case HTOL_OP_LT: return HTOL_OP_GT;
    case HTOL_OP_LE: return HTOL_OP_GE;
    case HTOL_OP_GT: return HTOL_OP_LT;
    case HTOL_OP_GE: return HTOL_OP_LE;
    default: return op;
    }
}

static gboolean find_link(const HtolSides *sides, const HtolExpr *atom, HtolLink *link)
{
    Sides left = {0}, right = {0};
    if (atom->kind != HTOL_EXPR_BINARY || atom->op < HTOL_OP_LT || atom->op > HTOL_OP_NE)
        return FALSE;
    find_sides(sides, atom->left, &left);
    find_sides(sides, atom->right, &right);
    if (left.mine == left.chosen || right.mine == right.chosen || left.mine == right.mine)
        return FALSE;
    *link = left.mine ? (HtolLink){.mine = atom->left, .theirs = atom->right, .op = atom->op}
                      : (HtolLink){.mine = atom->right, .theirs = atom->left, .op = mirrored(atom->op)};
    return TRUE;
}

/* Whether the link found its place in the index. */
static gboolean add_link(HtolAccess *access, HtolLink link)
{
    if (link.op == HTOL_OP_EQ)
        access->equal[access->n_equal++] = link;
    else if (link.op == HTOL_OP_NE && access->n_unequal < HTOL_MOST_UNEQUAL)
        access->unequal[access->n_unequal++] = link;
    else if (link.op != HTOL_OP_NE && !access->order.mine)
        access->order = link;
    else
        return FALSE;
    return TRUE;
}

HtolAccess *htol_access_new(HtolArena *arena, const HtolSides *sides, const GPtrArray *atoms)
{
    HtolAccess *access = htol_arena_new0(arena, HtolAccess, 1);
    access->equal = htol_arena_new0(arena, HtolLink, atoms->len);
    access->checks = htol_arena_new0(arena, const HtolExpr *, atoms->len);
    access->agreements = htol_arena_new0(arena, HtolAgreement, atoms->len);
    access->whole = TRUE;
    for (guint i = 0; i < atoms->len; i++) {
        HtolLink link = {0};
        gboolean linked = find_link(sides, atoms->pdata[i], &link) && add_link(access, link);
        HtolAgreement *agreement = &access->agreements[access->n_agreements];
        access->n_agreements += htol_agreement(atoms->pdata[i], sides->owner, sides->mine, agreement);
        access->whole &= linked;
        if (!linked || link.op != HTOL_OP_EQ)
            access->checks[access->n_checks++] = atoms->pdata[i];
    }
    access->key = htol_arena_new0(arena, HtolValue, access->n_equal + access->n_unequal);
    return access;
}

/* ---- processes ---- */

/* Pointers come from columns alone: nothing is computed that is one. */
static void find_processes(HtolLink *link, const HtolMember *member)
{
    const HtolRelation *relation = member->relation;
    if (link->mine->kind != HTOL_EXPR_VARIABLE)
        return;
    for (gsize i = 0; i < member->n_rows; i++) {
        const HtolValue *row = relation->values + member->rows[i] * relation->columns;
        guint64 process = htol_value_process(row[link->mine->variable - member->first]);
        link->several |= process != 0 && link->process != 0 && process != link->process;
        link->process = link->process != 0 ? link->process : process;
    }
}

static void find_all_processes(HtolAccess *access, const HtolMember *member)
{
    for (guint i = 0; i < access->n_equal; i++)
        find_processes(&access->equal[i], member);
    for (guint i = 0; i < access->n_unequal; i++)
        find_processes(&access->unequal[i], member);
}

/* The value of one side of a link; notes an error if it is theirs and must not be compared with some row's. */
static gboolean read_side(const HtolLink *link, gboolean mine, HtolScratch *scratch, HtolValue *value)
{
    if (!htol_scratch_value(scratch, mine ? link->mine : link->theirs, value))
        return FALSE;
    guint64 process = mine ? 0 : htol_value_process(*value);
    scratch->divided |= process != 0 && (link->several || (link->process != 0 && link->process != process));
    return TRUE;
}

/* ---- keys ---- */

/* A NaN equals nothing: who has one in the key goes with nobody. */
static gboolean read_key(const HtolAccess *access, gboolean mine, HtolScratch *scratch)
{
    for (guint i = 0; i < access->n_equal; i++)
        if (!read_side(&access->equal[i], mine, scratch, &access->key[i]) ||
            !htol_value_equal(access->key[i], access->key[i]))
            return FALSE;
    return TRUE;
}

/* ---- each ---- */

static HtolAgree *agree_new(HtolArena *arena, const HtolAccess *access, const HtolMember *member)
{
    const HtolRelation *relation = member->relation;
    HtolAgreeRows rows = {relation->values, member->rows, member->n_rows, relation->columns, member->first};
    return htol_agree_new(arena, access->agreements, access->n_agreements, rows);
}

void htol_access_build_each(HtolArena *arena, HtolAccess *access, const HtolMember *member, HtolScratch *scratch)
{
    if (access->n_agreements > 0 && access->n_equal == 0)
        access->agree = agree_new(arena, access, member);
    if (access->agree)
        return;
    find_all_processes(access, member);
    access->keys = htol_keys_new(arena, HTOL_KEYS_EQUAL, access->n_equal, member->n_rows);
    access->heads = htol_arena_new0(arena, gsize, member->n_rows);
    access->nexts = htol_arena_new0(arena, gsize, member->n_rows);
    for (gsize i = member->n_rows; i-- > 0;) {
        htol_member_load(member, i, scratch);
        if (!read_key(access, TRUE, scratch))
            continue;
        gsize known = htol_keys_count(access->keys), key = htol_keys_add(access->keys, access->key);
        access->nexts[i] = key < known ? access->heads[key] : HTOL_NONE;
        access->heads[key] = i;
    }
}

gsize htol_access_first(const HtolAccess *access, HtolScratch *scratch)
{
    if (access->agree)
        return htol_agree_first(access->agree, scratch->values);
    gsize key = read_key(access, FALSE, scratch) ? htol_keys_find(access->keys, access->key) : HTOL_NONE;
    return key == HTOL_NONE ? HTOL_NONE : access->heads[key];
}

gsize htol_access_next(const HtolAccess *access, const HtolScratch *scratch, gsize row)
{
    return access->agree ? htol_agree_next(access->agree, scratch->values, row) : access->nexts[row];
}

/* ---- any ---- */

static gboolean is_descending(HtolOp op)
{
    return op == HTOL_OP_GT || op == HTOL_OP_GE;
}

/* Reads the row's value in the order; FALSE if nothing is ordered to it. */
static gboolean read_order(const HtolAccess *access, HtolScratch *scratch, HtolValue *order)
{
    if (!access->order.mine)
        return TRUE;
    if (!htol_scratch_value(scratch, access->order.mine, order))
        return FALSE;
    scratch->divided |= order->kind == HTOL_VALUE_POINTER;
    return order->kind != HTOL_VALUE_POINTER && htol_value_compare(*order, *order) == 0;
}

static int compare_entries(const void *one, const void *other)
{
    return htol_value_compare(((const Entry *)one)->order, ((const Entry *)other)->order);
}

/* The rows that may go with others, the best for the order first. */
static Entry *sorted_rows(const HtolAccess *access, const HtolMember *member, HtolScratch *scratch, gsize *count)
{
    Entry *entries = g_new0(Entry, MAX(member->n_rows, 1));
    *count = 0;
    for (gsize i = 0; i < member->n_rows; i++) {
        entries[*count].row = i;
        htol_member_load(member, i, scratch);
        *count += read_order(access, scratch, &entries[*count].order);
    }
    if (access->order.mine)
        qsort(entries, *count, sizeof *entries, compare_entries);
    for (gsize i = 0; i < *count / 2 && is_descending(access->order.op); i++) {
        Entry entry = entries[i];
        entries[i] = entries[*count - 1 - i];
        entries[*count - 1 - i] = entry;
    }
    return entries;
}

/* Puts the row into the tree, of which the != in the bits of `left` are left. */
static void keep_best(HtolArena *arena, HtolBest **tree, const HtolBest *row, guint n_unequal, guint left)
{
    if (!*tree) {
        *tree = htol_arena_memdup(arena, row, sizeof *row);
        (*tree)->unequal = htol_arena_memdup(arena, row->unequal, n_unequal * sizeof(HtolValue));
        return;
    }
    for (guint i = 0; i < n_unequal; i++) {
        if (!(left & 1u << i) || htol_value_equal((*tree)->unequal[i], row->unequal[i]))
            continue;
        if (!(*tree)->below)
            (*tree)->below = htol_arena_new0(arena, HtolBest *, n_unequal);
        keep_best(arena, &(*tree)->below[i], row, n_unequal, left & ~(1u << i));
    }
}

static guint all_unequal(const HtolAccess *access)
{
    return (1u << access->n_unequal) - 1;
}

static gboolean read_unequal(const HtolAccess *access, gboolean mine, HtolScratch *scratch, HtolValue *unequal)
{
    for (guint i = 0; i < access->n_unequal; i++)
        if (!read_side(&access->unequal[i], mine, scratch, &unequal[i]))
            return FALSE;
    return TRUE;
}

/* Classes of what may be compared, beside the processes. */
enum { CLASS_ANYTHING = 0 };
#define CLASS_POINTERS G_MAXUINT64

static void set_class(const HtolAccess *access, guint i, guint64 class)
{
    access->key[access->n_equal + i] = (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = class};
}

/* Puts the row into the trees of its classes in the !=, from the i-th on. */
static void keep_in_classes(HtolArena *arena, const HtolAccess *access, const HtolBest *row, guint i)
{
    if (i == access->n_unequal) {
        HtolBest **tree = &access->best[htol_keys_add(access->keys, access->key)];
        keep_best(arena, tree, row, access->n_unequal, all_unequal(access));
        return;
    }
    guint64 process = htol_value_process(row->unequal[i]);
    set_class(access, i, process != 0 ? process : CLASS_ANYTHING);
    keep_in_classes(arena, access, row, i + 1);
    if (process == 0)
        return;
    set_class(access, i, CLASS_POINTERS);
    keep_in_classes(arena, access, row, i + 1);
}

/* How many keys there may be: a row with pointers is in two classes. */
static gsize most_keys(const HtolAccess *access, gsize n_rows)
{
    for (guint i = 0; i < access->n_unequal; i++)
        n_rows *= access->unequal[i].process != 0 ? 2 : 1;
    return n_rows;
}

void htol_access_build_any(HtolArena *arena, HtolAccess *access, const HtolMember *member, HtolScratch *scratch)
{
    HtolValue unequal[HTOL_MOST_UNEQUAL];
    gsize count;
    g_autofree Entry *entries = sorted_rows(access, member, scratch, &count);
    find_all_processes(access, member);
    gsize most = most_keys(access, member->n_rows);
    access->keys = htol_keys_new(arena, HTOL_KEYS_EQUAL, access->n_equal + access->n_unequal, most);
    access->best = htol_arena_new0(arena, HtolBest *, most);
    for (gsize i = 0; i < count; i++) {
        HtolBest row = {.row = entries[i].row, .order = entries[i].order, .unequal = unequal};
        htol_member_load(member, row.row, scratch);
        if (!read_key(access, TRUE, scratch) || !read_unequal(access, TRUE, scratch, unequal))
            continue;
        keep_in_classes(arena, access, &row, 0);
    }
}

static gboolean in_order(HtolOp op, HtolValue mine, HtolValue theirs)
{
    int order = htol_value_compare(mine, theirs);
    gboolean may_be_equal = op == HTOL_OP_LE || op == HTOL_OP_GE;
    return order == (is_descending(op) ? 1 : -1) || (order == 0 && may_be_equal);
}

/* The first != of those left that the row does not satisfy; n_unequal if there is none. */
static guint first_equal(const HtolAccess *access, const HtolBest *best, const HtolValue *theirs, guint left)
{
    guint i = 0;
    while (i < access->n_unequal && (!(left & 1u << i) || !htol_value_equal(best->unequal[i], theirs[i])))
        i++;
    return i;
}

static gsize any_of(const HtolAccess *access, const HtolBest *best, const HtolValue *unequal, const HtolValue *order)
{
    guint left = all_unequal(access);
    while (best) {
        if (access->order.mine && !in_order(access->order.op, best->order, *order))
            return HTOL_NONE;
        guint i = first_equal(access, best, unequal, left);
        if (i == access->n_unequal)
            return best->row;
        left &= ~(1u << i);
        best = best->below ? best->below[i] : NULL;
    }
    return HTOL_NONE;
}

/* A row that any_of finds in a tree whose rows may be compared with the wanted values in the != from the i-th on. */
static gsize any_of_classes(const HtolAccess *access, guint i, const HtolValue *unequal, const HtolValue *order)
{
    if (i == access->n_unequal) {
        gsize key = htol_keys_find(access->keys, access->key);
        return key == HTOL_NONE ? HTOL_NONE : any_of(access, access->best[key], unequal, order);
    }
    set_class(access, i, CLASS_ANYTHING);
    gsize found = any_of_classes(access, i + 1, unequal, order);
    if (found != HTOL_NONE || access->unequal[i].process == 0)
        return found;
    guint64 process = htol_value_process(unequal[i]);
    set_class(access, i, process != 0 ? process : CLASS_POINTERS);
    return any_of_classes(access, i + 1, unequal, order);
}

gsize htol_access_any(const HtolAccess *access, HtolScratch *scratch)
{
    HtolValue unequal[HTOL_MOST_UNEQUAL], order = {0};
    if (!read_key(access, FALSE, scratch) || !read_unequal(access, FALSE, scratch, unequal))
        return HTOL_NONE;
    if (access->order.mine && !htol_scratch_value(scratch, access->order.theirs, &order))
        return HTOL_NONE;
    scratch->divided |= order.kind == HTOL_VALUE_POINTER;
    return order.kind == HTOL_VALUE_POINTER ? HTOL_NONE : any_of_classes(access, 0, unequal, &order);
}
