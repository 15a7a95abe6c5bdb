/* Writes conditions on values that may tell constants apart; see telling.h. */
#include "annot/mutants/telling.h"

#include "annot/mutants/mutant.h"

enum { MOST_MUTANTS = 32 }; /* of a judge */

/* Returns a number as the operation's type holds it, which has no more than 8 bytes. */
static __int128 held_number(const AnnotTelling *telling, gint64 number)
{
    AnnotNumber type = telling->operation->type;
    guint unused = 64 - 8 * type.size;
    guint64 bits = (guint64)number << unused;
    return type.is_signed ? (__int128)((gint64)bits >> unused) : (__int128)(bits >> unused);
}

static gboolean is_judged(const AnnotTelling *telling, guint k)
{
    return !(annot_mutant_unjudged(telling->operation) >> k & 1);
}

/* ---- conditions ---- */

static guint64 bits_of(const AnnotTelling *telling, __int128 number)
{
    return (guint64)number & (telling->operation->type.size < 8 ? G_MAXUINT32 : G_MAXUINT64);
}

static const char *unsigned_name(const AnnotTelling *telling)
{
    return annot_number_name((AnnotNumber){FALSE, FALSE, telling->operation->type.size});
}

/* Appends the condition that the operand lies between two numbers. */
static void append_between(const AnnotTelling *telling, __int128 low, __int128 high, GString *out)
{
    g_string_append_printf(out, "((%s)(%s)hlcov_v-%" G_GUINT64_FORMAT "u<=%" G_GUINT64_FORMAT "u)",
                           unsigned_name(telling), annot_number_name(telling->operation->type), bits_of(telling, low),
                           (guint64)(high - low));
}

/* ---- all mutants at once ---- */

/* The constant and those of the mutants that are looked for, the least one first. */
typedef struct {
    __int128 at[MOST_MUTANTS + 1];
    guint n;
} Numbers;

static void insert_number(Numbers *numbers, __int128 number)
{
    guint i = numbers->n++;
    for (; i > 0 && numbers->at[i - 1] > number; i--)
        numbers->at[i] = numbers->at[i - 1];
    numbers->at[i] = number;
}

static Numbers numbers_of(const AnnotTelling *telling)
{
    Numbers numbers = {{held_number(telling, telling->constant)}, 1};
    for (guint k = 0; k < telling->n_constants; k++)
        if (is_judged(telling, k))
            insert_number(&numbers, held_number(telling, telling->constants[k]));
    return numbers;
}

/* Appends the ranges that the numbers are in, without others if there may be `gaps`; else one range. They are joined by
 * | rather than ||, for each branch takes the compiler time. */
static void append_ranges(const AnnotTelling *telling, gboolean gaps, GString *out)
{
    Numbers numbers = numbers_of(telling);
    for (guint first = 0, end; first < numbers.n; first = end) {
        for (end = first + 1; end < numbers.n && (!gaps || numbers.at[end] - numbers.at[end - 1] <= 1); end++)
            ;
        g_string_append(out, out->len > 0 ? "|" : "");
        append_between(telling, numbers.at[first], numbers.at[end - 1], out);
    }
}

/* ---- mutant by mutant ---- */

/* Appends the condition that the operand may tell one constant from the other. */
static void append_telling(const AnnotTelling *telling, __int128 one, __int128 other, GString *out)
{
    AnnotOp op = telling->operation->expr->op;
    if (op == ANNOT_OP_BAND || op == ANNOT_OP_BOR)
        g_string_append_printf(out, "(%s(%s)hlcov_v&%" G_GUINT64_FORMAT "u)!=0", op == ANNOT_OP_BOR ? "~" : "",
                               unsigned_name(telling), bits_of(telling, one ^ other));
    else
        append_between(telling, MIN(one, other), MAX(one, other), out);
}

static void append_each(const AnnotTelling *telling, GString *out)
{
    const AnnotOperation *operation = telling->operation;
    for (guint k = 0; k < telling->n_constants; k++) {
        if (!is_judged(telling, k))
            continue;
        g_autofree char *lacks = annot_probe_lacks(telling->probe, telling->probe->first_slot + operation->slot + k);
        g_string_append_printf(out, "%s(%s&&", out->len > 0 ? "||" : "", lacks);
        append_telling(telling, held_number(telling, telling->constant), held_number(telling, telling->constants[k]),
                       out);
        g_string_append_c(out, ')');
    }
}

/* Equality tells constants apart by these numbers alone, an order by what lies between them, and & and | by the bits
 * that differ. Where one number is the greatest there is, nearly all lie between: then, and with bits, it is asked
 * which mutants are left. */
char *annot_telling_values(const AnnotTelling *telling)
{
    AnnotNumber type = telling->operation->type;
    g_autoptr(GString) out = g_string_new(NULL);
    if (type.is_float || type.size > 8)
        return NULL;
    switch (telling->operation->expr->op) {
    case ANNOT_OP_EQ:
    case ANNOT_OP_NE: append_ranges(telling, TRUE, out); break;
    case ANNOT_OP_LT:
    case ANNOT_OP_GT:
    case ANNOT_OP_LE:
    case ANNOT_OP_GE:
        if (type.is_signed)
            append_ranges(telling, FALSE, out);
        else
            append_each(telling, out);
        break;
    case ANNOT_OP_BAND:
    case ANNOT_OP_BOR: append_each(telling, out); break;
    default: return NULL;
    }
    return out->len > 0 ? g_strdup(out->str) : NULL;
}
