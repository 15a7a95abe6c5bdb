/* Finds rows that agree; see join_agree.h. Sorted rows, and how many leading values each shares with the one
 * before it, are a tree of beginnings without its nodes. */
#include "htol/judge/join_agree.h"

#include "htol/judge/join_keys.h"

struct HtolAgree {
    const HtolAgreement *agreements;
    guint n_agreements;
    HtolAgreeRows rows;
    gsize *order; /* rows, sorted; and of each row, where it is among them */
    gsize *places;
    guint *shared; /* of each place, how many leading values are those of the one before it */
    gsize *skips;  /* the next place that shares fewer; n_rows if there is none */
};

/* Recognition
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean is_binary(const HtolExpr *expr, HtolOp op)
{
    return expr->kind == HTOL_EXPR_BINARY && expr->op == op;
}

/* variable == number */
static gboolean is_wanted(const HtolExpr *expr)
{
    return is_binary(expr, HTOL_OP_EQ) && expr->left->kind == HTOL_EXPR_VARIABLE &&
           expr->right->kind == HTOL_EXPR_CONSTANT && expr->right->constant.kind != HTOL_VALUE_POINTER;
}

static gboolean is_equality(const HtolExpr *expr)
{
    return is_binary(expr, HTOL_OP_EQ) && expr->left->kind == HTOL_EXPR_VARIABLE &&
           expr->right->kind == HTOL_EXPR_VARIABLE;
}

gboolean htol_agreement(const HtolExpr *atom, const guint *owner, guint mine, HtolAgreement *agreement)
{
    if (!is_binary(atom, HTOL_OP_BOR) || !is_equality(atom->left) || !is_binary(atom->right, HTOL_OP_BOR))
        return FALSE;
    const HtolExpr *one = atom->right->left, *other = atom->right->right;
    guint left = atom->left->left->variable, right = atom->left->right->variable;
    if (!is_wanted(one) || !is_wanted(other) || one->left->variable != left || other->left->variable != right ||
        (owner[left] == mine) == (owner[right] == mine))
        return FALSE;
    if (owner[left] == mine)
        *agreement = (HtolAgreement){left, right, one->right->constant, other->right->constant};
    else
        *agreement = (HtolAgreement){right, left, other->right->constant, one->right->constant};
    return TRUE;
}

/* Building
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolValue value_at(const HtolAgree *agree, gsize row, guint i)
{
    const HtolAgreeRows *rows = &agree->rows;
    return rows->values[rows->rows[row] * rows->columns + agree->agreements[i].mine - rows->first];
}

static gboolean has_pointer(const HtolAgree *agree)
{
    for (gsize row = 0; row < agree->rows.n_rows; row++)
        for (guint i = 0; i < agree->n_agreements; i++)
            if (value_at(agree, row, i).kind == HTOL_VALUE_POINTER)
                return TRUE;
    return FALSE;
}

static int order_of(HtolValue one, HtolValue other)
{
    if (one.kind != other.kind)
        return one.kind < other.kind ? -1 : 1;
    return (one.u > other.u) - (one.u < other.u);
}

/* How many leading values of two rows are the same; *order is that of the rows. */
static guint compare_agreements(const HtolAgree *agree, gsize one, gsize other, int *order)
{
    guint i = 0;
    *order = 0;
    while (i < agree->n_agreements && (*order = order_of(value_at(agree, one, i), value_at(agree, other, i))) == 0)
        i++;
    return i;
}

static int compare_rows(gconstpointer one, gconstpointer other, gpointer agree)
{
    int order;
    compare_agreements(agree, *(const gsize *)one, *(const gsize *)other, &order);
    return order;
}

static void sort_rows(HtolAgree *agree)
{
    gsize n = agree->rows.n_rows;
    int order;
    for (gsize i = 0; i < n; i++)
        agree->order[i] = i;
    g_qsort_with_data(agree->order, n, sizeof *agree->order, compare_rows, agree);
    for (gsize i = 0; i < n; i++)
        agree->places[agree->order[i]] = i;
    for (gsize i = 1; i < n; i++)
        agree->shared[i] = compare_agreements(agree, agree->order[i - 1], agree->order[i], &order);
    for (gsize i = n; i-- > 0;) {
        gsize next = i + 1;
        while (next < n && agree->shared[next] >= agree->shared[i])
            next = agree->skips[next];
        agree->skips[i] = next;
    }
}

HtolAgree *htol_agree_new(HtolArena *arena, const HtolAgreement *agreements, guint n_agreements, HtolAgreeRows rows)
{
    HtolAgree *agree = htol_arena_new0(arena, HtolAgree, 1);
    *agree = (HtolAgree){.agreements = agreements, .n_agreements = n_agreements, .rows = rows};
    if (has_pointer(agree))
        return NULL;
    agree->order = htol_arena_new0(arena, gsize, rows.n_rows);
    agree->places = htol_arena_new0(arena, gsize, rows.n_rows);
    agree->shared = htol_arena_new0(arena, guint, rows.n_rows);
    agree->skips = htol_arena_new0(arena, gsize, rows.n_rows);
    sort_rows(agree);
    return agree;
}

/* Search
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean agrees(const HtolAgreement *agreement, HtolValue mine, HtolValue theirs)
{
    return htol_value_equal(mine, theirs) || htol_value_equal(mine, agreement->any_of_mine) ||
           htol_value_equal(theirs, agreement->any_of_theirs);
}

/* The first agreement from `i` on that the row is not in. */
static guint first_conflict(const HtolAgree *agree, const HtolValue *values, gsize row, guint i)
{
    const HtolAgreement *agreements = agree->agreements;
    while (i < agree->n_agreements && agrees(&agreements[i], value_at(agree, row, i), values[agreements[i].theirs]))
        i++;
    return i;
}

/* From that place on. What a row shares with one that is passed by is in agreement up to the conflict. */
static gsize find_row(const HtolAgree *agree, const HtolValue *values, gsize place)
{
    gsize n = agree->rows.n_rows;
    guint conflict = 0;
    while (place < n) {
        conflict = first_conflict(agree, values, agree->order[place], MIN(conflict, agree->shared[place]));
        if (conflict == agree->n_agreements)
            return agree->order[place];
        for (place++; place < n && agree->shared[place] > conflict;)
            place = agree->skips[place];
    }
    return HTOL_NONE;
}

gsize htol_agree_first(const HtolAgree *agree, const HtolValue *values)
{
    return find_row(agree, values, 0);
}

gsize htol_agree_next(const HtolAgree *agree, const HtolValue *values, gsize row)
{
    return find_row(agree, values, agree->places[row] + 1);
}
