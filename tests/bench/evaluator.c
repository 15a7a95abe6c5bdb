/* How long the evaluator takes: guarded pairs over growing relations, and many simple objectives. It prints tables and
 * checks no times. */
#include <stdio.h>
#include <stdlib.h>

#include "htol/judge/eval.h"
#include "htol/judge/relation.h"
#include "tests/unit/sample_function.h"

enum { COLUMNS = 3, OBJECTIVES = 1000000, DECISIONS = 1000, GROUPS = 10 };

/* Of b: by a alone, but, in the other relation, in the last row; or distinct in all rows, in one relation or the other
 * larger than in any row of its partner. */
typedef enum { SAME, SAME_BUT_LAST, DISTINCT_LOW, DISTINCT_HIGH } Fill;

typedef struct {
    const char *text;
    HtolOp second; /* of the two columns b and b'; EQ: there is none */
    Fill one, other;
    gboolean witness;
} Case;

static gint64 second_value(Fill fill, gsize i, gsize rows)
{
    switch (fill) {
    case SAME: return (gint64)(i % GROUPS);
    case SAME_BUT_LAST: return (gint64)(i == rows - 1 ? rows : i % GROUPS);
    case DISTINCT_LOW: return (gint64)i;
    case DISTINCT_HIGH: return (gint64)(i + rows);
    }
    g_assert_not_reached();
}

/* Columns a, b, id. There are few values of a, so that a walk over all pairs of one value would be quadratic. */
static HtolValue *make_rows(gsize rows, Fill fill)
{
    HtolValue *values = g_new0(HtolValue, rows * COLUMNS);
    for (gsize i = 0; i < rows; i++) {
        values[i * COLUMNS].s = 2 * (gint64)(i % GROUPS);
        values[i * COLUMNS + 1].s = second_value(fill, i, rows);
        values[i * COLUMNS + 2] = (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = i};
    }
    return values;
}

static const HtolExpr *link_columns(HtolArena *arena, HtolOp op, guint column)
{
    return htol_binary(arena, op, htol_variable(arena, column), htol_variable(arena, column + COLUMNS));
}

/* Of two columns id, where one counts only the even and the other the odd: a key for each row, none of them shared. */
static const HtolExpr *keys_apart(HtolArena *arena)
{
    const HtolExpr *two = htol_constant(arena, (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = 2});
    const HtolExpr *one = htol_constant(arena, (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = 1});
    const HtolExpr *even = htol_binary(arena, HTOL_OP_MUL, htol_variable(arena, 2), two);
    const HtolExpr *odd = htol_binary(arena, HTOL_OP_MUL, htol_variable(arena, 2 + COLUMNS), two);
    return htol_binary(arena, HTOL_OP_EQ, even, htol_binary(arena, HTOL_OP_ADD, odd, one));
}

/* Seconds that the pair takes. */
static double time_pair(const Case *row, gsize rows)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree HtolValue *values = make_rows(rows, row->one), *others = make_rows(rows, row->other);
    HtolRelation one = {COLUMNS, rows, values, NULL}, other = {COLUMNS, rows, others, NULL};
    const HtolExpr *guard = keys_apart(arena);
    if (row->second != HTOL_OP_EQ)
        guard = htol_and(arena, link_columns(arena, HTOL_OP_EQ, 0), link_columns(arena, row->second, 1));
    HtolJoin join = {2, (const HtolRelation *[]){&one, &other}, guard};
    gsize witness[2];
    gint64 start = g_get_monotonic_time();
    gboolean found = htol_join(&join, witness, NULL);
    if (found != row->witness) {
        fprintf(stderr, "wrong verdict on %s\n", row->text);
        exit(1);
    }
    return (g_get_monotonic_time() - start) / 1e6;
}

static void time_pairs(gsize most)
{
    static const Case cases[] = {
        {"2 * id == 2 * id' + 1, no witness", HTOL_OP_EQ, SAME, SAME, FALSE},
        {"a == a' && b != b', no witness", HTOL_OP_NE, SAME, SAME, FALSE},
        {"a == a' && b != b', the last row", HTOL_OP_NE, SAME, SAME_BUT_LAST, TRUE},
        {"a == a' && b < b', no witness", HTOL_OP_LT, DISTINCT_HIGH, DISTINCT_LOW, FALSE},
        {"a == a' && b < b', the last row", HTOL_OP_LT, SAME, SAME_BUT_LAST, TRUE},
    };
    printf("%-36s %10s %10s %8s\n", "guard", "rows", "seconds", "ratio");
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        double before = 0;
        for (gsize rows = 1000; rows <= most; rows *= 10) {
            double now = time_pair(&cases[i], rows);
            printf("%-36s %10zu %10.4f %8.1f\n", cases[i].text, (size_t)rows, now, before > 0 ? now / before : 1);
            before = now;
        }
    }
}

/* An outcome or a condition of a function's decisions, each asked for in turn. */
static void time_simple(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    SampleFunction *sample = sample_function_new(arena, "f");
    for (guint i = 0; i < DECISIONS; i++)
        sample_function_add_decision(sample, HTOL_DECISION_IF, "a && (b || c)", 1024);
    HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    for (guint32 i = 0; i < DECISIONS; i += 2)
        sample_function_record(function, i, (guint8[]){HTOL_TRUE, HTOL_TRUE, HTOL_FALSE, HTOL_TRUE}, slots);
    const HtolHyper **labels = g_new(const HtolHyper *, OBJECTIVES);
    for (guint32 i = 0; i < OBJECTIVES; i++)
        labels[i] = htol_label(arena, (HtolSite){HTOL_SITE_DECISION, i % DECISIONS},
                               htol_literal(arena, i / DECISIONS % 4, i % 3 == 0));
    gint64 start = g_get_monotonic_time();
    HtolObserved *observed = htol_observed_new(arena, function, slots);
    guint covered = 0;
    for (guint i = 0; i < OBJECTIVES; i++)
        covered += htol_covered(labels[i], observed);
    printf("%d simple objectives, %u covered: %.2f seconds\n", OBJECTIVES, covered,
           (g_get_monotonic_time() - start) / 1e6);
    g_free(labels);
}

int main(int argc, char **argv)
{
    time_pairs(argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000);
    time_simple();
    return 0;
}
