/* Tests of files of proofs: which of two is kept is a total order, and the one that says more is greater. */
#include "htol/notes/proof.h"

#include <string.h>

enum { MOST_FUNCTIONS = 3, MOST_PROOFS = 3, SETS = 60 };

typedef struct {
    guint n;
    HtolProved *all;
} Set;

static HtolProved random_function(HtolArena *arena, GRand *draw, guint32 index)
{
    HtolProof *proofs = htol_arena_new0(arena, HtolProof, MOST_PROOFS);
    guint32 n = (guint32)g_rand_int_range(draw, 0, MOST_PROOFS);
    for (guint32 i = 0; i < n; i++)
        proofs[i] = (HtolProof){.kind = HTOL_PROOF_INFEASIBLE,
                                .objective = htol_arena_printf(arena, "CC:d%d.c1=T", g_rand_int_range(draw, 1, 4)),
                                .other = "",
                                .why = "",
                                .function = "",
                                .of = ""};
    return (HtolProved){.function = index,
                        .failed = g_rand_int_range(draw, 0, 4) ? "" : "too hard",
                        .questions = 9,
                        .unanswered = (guint32)g_rand_int_range(draw, 0, 3),
                        .n_proofs = n,
                        .proofs = proofs};
}

static Set random_set(HtolArena *arena, GRand *draw)
{
    Set set = {(guint)g_rand_int_range(draw, 0, MOST_FUNCTIONS), htol_arena_new0(arena, HtolProved, MOST_FUNCTIONS)};
    for (guint i = 0; i < set.n; i++)
        set.all[i] = random_function(arena, draw, i);
    return set;
}

static char *text_of(Set set)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < set.n; i++)
        htol_proved_write(&set.all[i], text);
    return g_string_free(text, FALSE);
}

static gint sign(gint number)
{
    return (number > 0) - (number < 0);
}

static gint compare(Set one, Set other)
{
    return sign(htol_proofs_compare(one.all, one.n, other.all, other.n));
}

static void test_order(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GRand) draw = g_rand_new_with_seed(1);
    Set sets[SETS];
    for (guint i = 0; i < SETS; i++)
        sets[i] = random_set(arena, draw);
    for (guint a = 0; a < SETS; a++)
        for (guint b = 0; b < SETS; b++) {
            g_autofree char *one = text_of(sets[a]), *other = text_of(sets[b]);
            g_assert_cmpint(compare(sets[a], sets[b]), ==, -compare(sets[b], sets[a]));
            g_assert_cmpint(compare(sets[a], sets[b]) == 0, ==, strcmp(one, other) == 0);
            for (guint c = 0; c < SETS; c++)
                if (compare(sets[a], sets[b]) >= 0 && compare(sets[b], sets[c]) >= 0)
                    g_assert_cmpint(compare(sets[a], sets[c]), >=, 0);
        }
}

static void test_more(void)
{
    const HtolProof proof = {HTOL_PROOF_INFEASIBLE, "CC:d1.c1=T", "", "", "", "", FALSE};
    HtolProved failed = {.failed = "too hard"}, none = {.failed = ""}, open = {.failed = "", .unanswered = 1},
               some = {.failed = "", .unanswered = 2, .n_proofs = 1, .proofs = &proof};
    const HtolProved *const ascending[] = {&failed, &open, &none, &some};
    for (guint i = 1; i < G_N_ELEMENTS(ascending); i++)
        g_assert_cmpint(htol_proofs_compare(ascending[i - 1], 1, ascending[i], 1), <, 0);
    g_assert_cmpint(htol_proofs_compare(NULL, 0, &failed, 1), !=, 0);
}

static void test_table(void)
{
    guint8 id[HTOL_ID_SIZE], found[HTOL_ID_SIZE];
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < HTOL_ID_SIZE; i++)
        id[i] = (guint8)(17 * i + 1);
    htol_proofs_begin(id, text);
    g_assert_true(htol_proofs_table(text->str, found, NULL));
    g_assert_cmpmem(id, HTOL_ID_SIZE, found, HTOL_ID_SIZE);
    g_string_truncate(text, text->len - 1);
    g_assert_false(htol_proofs_table(text->str, found, &error));
    g_assert_nonnull(error);
}

/* Marks are found by kind and objective, in the function with the same index, whatever the words are. */
static void test_marks(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolProof proofs[] = {{HTOL_PROOF_INFEASIBLE, "WM:AOR.o1:k0", "", "never", "", "", FALSE},
                                {HTOL_PROOF_INFEASIBLE, "WM:AOR.o1:k1", "", "never", "", "", FALSE}};
    HtolProof marked = {HTOL_PROOF_INFEASIBLE, "WM:AOR.o1:k1", "", "said before", "", "", FALSE};
    HtolProved all[] = {{.failed = "", .function = 3, .n_proofs = 2, .proofs = proofs},
                        {.failed = "", .function = 4, .n_proofs = 2, .proofs = proofs}};
    const HtolProved other = {.failed = "", .function = 4, .n_proofs = 1, .proofs = &marked};
    htol_proof_mark(arena, &marked);
    g_assert_true(g_str_has_prefix(marked.why, "said before; "));
    htol_proofs_mark(arena, all, 2, &other, 1);
    htol_proofs_mark(arena, all, 2, &other, 1);
    for (guint i = 0; i < 4; i++)
        g_assert_cmpint(all[i / 2].proofs[i % 2].unrecorded, ==, i == 3);
    g_assert_true(g_str_has_prefix(all[1].proofs[1].why, "never; "));
    g_assert_cmpstr(strchr(strchr(all[1].proofs[1].why, ';') + 1, ';'), ==, NULL);
}

/* What is marked stays so in a file that is read again, and in one that is made anew. */
static void test_renew(void)
{
    const guint8 id[HTOL_ID_SIZE] = {1};
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL), former = g_string_new(NULL);
    HtolProof proof = {HTOL_PROOF_INFEASIBLE, "WM:AOR.o1:k1", "", "never", "", "", FALSE};
    const HtolProved proved = {.failed = "", .n_proofs = 1, .proofs = &proof};
    htol_proofs_begin(id, text);
    htol_proved_write(&proved, text);
    htol_proof_mark(arena, &proof);
    htol_proofs_begin(id, former);
    htol_proved_write(&proved, former);
    g_autofree char *renewed = htol_proofs_renew(text->str, former->str, id);
    g_assert_cmpstr(renewed, ==, former->str);
    g_assert_null(htol_proofs_renew(text->str, "damaged", id));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/proof/order", test_order);
    g_test_add_func("/proof/more", test_more);
    g_test_add_func("/proof/table", test_table);
    g_test_add_func("/proof/marks", test_marks);
    g_test_add_func("/proof/renew", test_renew);
    return g_test_run();
}
