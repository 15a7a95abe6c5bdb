/* Which mutants are chosen, and how sure scores of samples are; against figures that Wilson's formula has elsewhere. No
 * mutant runs here. */
#include "mutate/choice.h"

enum { N = 1000 };

static MutateMutant mutants[N];
static HtolRowChange changes[N];

/* Five on each line; each tenth is equivalent. */
static GPtrArray *new_mutants(void)
{
    GPtrArray *all = g_ptr_array_new();
    for (guint i = 0; i < N; i++) {
        changes[i] = (HtolRowChange){.line = i / 5, .end_line = i / 5, .number = i + 1};
        mutants[i] = (MutateMutant){.change = &changes[i],
                                    .path = "a.c",
                                    .rank = i,
                                    .part = i / 2,
                                    .infected = i % 5 == 2,
                                    .fate = i % 10 == 0 ? MUTATE_EQUIVALENT : MUTATE_OPEN};
        g_ptr_array_add(all, &mutants[i]);
    }
    return all;
}

static void test_shards(void)
{
    guint sum = 0;
    for (guint shard = 1; shard <= 7; shard++) {
        g_autoptr(GPtrArray) chosen = new_mutants();
        mutate_choose(chosen, &(MutateChoice){.shard = {shard, 7}});
        g_assert_cmpuint(chosen->len, >, N / 7 / 2);
        for (guint i = 0; i + 1 < chosen->len; i += 2)
            g_assert_cmpuint(((MutateMutant *)chosen->pdata[i])->part, ==,
                             ((MutateMutant *)chosen->pdata[i + 1])->part);
        sum += chosen->len;
    }
    g_assert_cmpuint(sum, ==, N);
}

static void test_sample(void)
{
    g_autoptr(GPtrArray) one = new_mutants(), same = new_mutants(), all = new_mutants();
    mutate_choose(one, &(MutateChoice){.sample = 100, .seed = 5});
    mutate_choose(same, &(MutateChoice){.sample = 100, .seed = 5});
    mutate_choose(all, &(MutateChoice){.sample = N, .seed = 5});
    g_assert_cmpuint(one->len, ==, 100);
    g_assert_cmpuint(all->len, ==, N - N / 10);
    for (guint i = 0; i < one->len; i++) {
        g_assert_true(one->pdata[i] == same->pdata[i]);
        g_assert_true(((MutateMutant *)one->pdata[i])->fate != MUTATE_EQUIVALENT);
    }
}

static void test_lines(void)
{
    g_autoptr(GPtrArray) chosen = new_mutants();
    mutate_choose(chosen, &(MutateChoice){.one_a_line = TRUE});
    g_assert_cmpuint(chosen->len, ==, N / 5);
    for (guint i = 0; i < chosen->len; i++)
        g_assert_true(((MutateMutant *)chosen->pdata[i])->infected);
}

static void assert_interval(MutateSeen seen, double least, double most)
{
    double low, high;
    mutate_interval(&seen, &low, &high);
    g_assert_cmpfloat_with_epsilon(low, least, 0.0005);
    g_assert_cmpfloat_with_epsilon(high, most, 0.0005);
}

static void test_interval(void)
{
    const guint many = 1000000000;
    assert_interval((MutateSeen){0, 0, 0, 0}, 0, 1);
    assert_interval((MutateSeen){10, many, 0, 0}, 0, 0.2775);
    assert_interval((MutateSeen){10, many, 10, 0}, 0.7225, 1);
    assert_interval((MutateSeen){10, many, 5, 0}, 0.2366, 0.7634);
    assert_interval((MutateSeen){100, many, 80, 0}, 0.7112, 0.8666);
}

/* Of 199, 100 say as much as 200 of endlessly many. */
static void test_interval_of_few(void)
{
    assert_interval((MutateSeen){200, 1000000000, 100, 0}, 0.4314, 0.5686);
    assert_interval((MutateSeen){100, 199, 50, 0}, 0.4314, 0.5686);
    assert_interval((MutateSeen){40, 40, 30, 0}, 0.75, 0.75);
    assert_interval((MutateSeen){40, 40, 30, 4}, 0.75, 0.85);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/choice/shards", test_shards);
    g_test_add_func("/choice/sample", test_sample);
    g_test_add_func("/choice/lines", test_lines);
    g_test_add_func("/choice/interval", test_interval);
    g_test_add_func("/choice/interval/few", test_interval_of_few);
    return g_test_run();
}
