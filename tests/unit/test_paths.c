/* Paths of graphs: by the lists that the literature gives for its examples, and of random graphs by the
 * definitions: all walks of some length are tried. */
#include <string.h>

#include "htol/graph/paths.h"
#include "tests/unit/sample_graph.h"

enum { GRAPHS = 3000, MOST_NODES = 6, NO_CAP = 1 << 20 };

typedef HtolPathCount (*Enumerate)(const HtolGraph *graph, guint32 cap, HtolPathSet *set);

static void assert_paths(const HtolGraph *graph, Enumerate enumerate, const char *expected)
{
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    HtolPathCount count = enumerate(graph, NO_CAP, set);
    g_assert_true(count.all);
    g_assert_cmpuint(count.paths, ==, set->paths->len);
    htol_path_set_sort(set);
    g_autofree char *text = sample_graph_paths(set);
    g_assert_cmpstr(text, ==, expected);
}

/* The literature's examples
 * ---------------------------------------------------------------------------------------------------- */

/* Two ways, one with a loop of three nodes, one with a loop of one node. */
static const char *const SEVEN = "0-1 0-4 1-2 1-5 2-3 3-1 4-4 4-6 5-6";

static void test_seven(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *graph = sample_graph_of(arena, SEVEN);
    assert_paths(graph, htol_paths_prime, "0-1-2-3 0-1-5-6 0-4-6 1-2-3-1 2-3-1-2 2-3-1-5-6 3-1-2-3 4-4");
    assert_paths(graph, htol_paths_round_trips, "1-2-3-1 2-3-1-2 3-1-2-3 4-4");
    assert_paths(graph, htol_paths_edge_pairs, "0-1-2 0-1-5 0-4-4 0-4-6 1-2-3 1-5-6 2-3-1 3-1-2 3-1-5 4-4-4 4-4-6");
}

/* A loop over a diamond: every prime path is a round trip or goes into the other branch. */
static void test_diamond_in_loop(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *graph = sample_graph_of(arena, "0-1 0-2 1-3 2-3 3-0");
    assert_paths(graph, htol_paths_prime, "0-1-3-0 0-2-3-0 1-3-0-1 1-3-0-2 2-3-0-1 2-3-0-2 3-0-1-3 3-0-2-3");
    assert_paths(graph, htol_paths_round_trips, "0-1-3-0 0-2-3-0 1-3-0-1 2-3-0-2 3-0-1-3 3-0-2-3");
}

static char *du_text(const HtolGraph *graph, guint32 from, guint32 to, const guint8 *kills)
{
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    g_assert_true(htol_paths_du(graph, (HtolGraphEdge){from, to}, kills, NO_CAP, set).all);
    return sample_graph_paths(set);
}

/* Two diamonds: a definition at the top, uses in the branches of the lower one. */
static void test_double_diamond(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *graph = sample_graph_of(arena, "0-1 0-2 1-3 2-3 3-4 3-5 4-6 5-6");
    const guint8 kills[7] = {[0] = TRUE};
    g_autofree char *fourth = du_text(graph, 0, 4, kills), *fifth = du_text(graph, 0, 5, kills);
    g_assert_cmpstr(fourth, ==, "0-1-3-4 0-2-3-4");
    g_assert_cmpstr(fifth, ==, "0-1-3-5 0-2-3-5");
    assert_paths(graph, htol_paths_prime, "0-1-3-4-6 0-1-3-5-6 0-2-3-4-6 0-2-3-5-6");
    assert_paths(graph, htol_paths_basis, "0-1-3-4-6 0-1-3-5-6 0-2-3-4-6");
}

/* Between a definition and itself there is a cycle; a definition on the way ends it. */
static void test_du_cycles(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *graph = sample_graph_of(arena, SEVEN);
    const guint8 none[7] = {0}, second[7] = {[2] = TRUE};
    g_autofree char *around = du_text(graph, 1, 1, none), *killed = du_text(graph, 1, 1, second);
    g_autofree char *own = du_text(graph, 4, 4, none), *ends = du_text(graph, 2, 2, second);
    g_assert_cmpstr(around, ==, "1-2-3-1");
    g_assert_cmpstr(killed, ==, "");
    g_assert_cmpstr(own, ==, "4-4");
    g_assert_cmpstr(ends, ==, "2-3-1-2");
}

static void test_small(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *alone = htol_graph_new(arena, 1, NULL, 0), *line = sample_graph_of(arena, "0-1");
    assert_paths(alone, htol_paths_edge_pairs, "0");
    assert_paths(alone, htol_paths_prime, "0");
    assert_paths(alone, htol_paths_round_trips, "");
    assert_paths(alone, htol_paths_basis, "0");
    assert_paths(line, htol_paths_edge_pairs, "0-1");
    assert_paths(line, htol_paths_prime, "0-1");
    assert_paths(line, htol_paths_basis, "0-1");
    /* what the entry does not lead to is on no path, nor does it lead anywhere */
    const HtolGraph *dead = sample_graph_of(arena, "0-2 1-2 1-1 2-3");
    assert_paths(dead, htol_paths_prime, "0-2-3");
    assert_paths(dead, htol_paths_round_trips, "");
    /* an exit that nothing leads to */
    const HtolGraph *forever = htol_graph_new(arena, 3, (HtolGraphEdge[]){{0, 1}, {1, 1}}, 2);
    assert_paths(forever, htol_paths_basis, "");
    assert_paths(forever, htol_paths_prime, "0-1 1-1");
}

/* By the definitions
 * ---------------------------------------------------------------------------------------------------- */

/* The words of a set, each a path with a byte for each node. */
typedef GPtrArray Words;

static Words *words_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
}

static const guint8 *bytes_of(gconstpointer word, gsize *n)
{
    return g_bytes_get_data((GBytes *)word, n);
}

static gint compare_words(gconstpointer one, gconstpointer other)
{
    return g_bytes_compare(*(gconstpointer *)one, *(gconstpointer *)other);
}

/* Appends every path that begins with `path` and has `most` edges more at most and no node more than `visits`
 * times, but for the last. */
static void add_walks(const HtolGraph *graph, GByteArray *path, guint visits, Words *words)
{
    g_ptr_array_add(words, g_bytes_new(path->data, path->len));
    guint8 last = path->data[path->len - 1];
    for (guint i = 0; i < path->len; i++) {
        guint n = 0;
        for (guint k = 0; k < path->len; k++)
            n += path->data[k] == path->data[i];
        if (n > visits)
            return;
    }
    for (guint8 to = 0; to < graph->n_nodes; to++) {
        if (!htol_graph_has_edge(graph, last, to))
            continue;
        g_byte_array_append(path, &to, 1);
        add_walks(graph, path, visits, words);
        g_byte_array_set_size(path, path->len - 1);
    }
}

static Words *walks_of(const HtolGraph *graph, guint visits)
{
    Words *words = words_new();
    for (guint8 start = 0; start < graph->n_nodes; start++) {
        GByteArray *path = g_byte_array_new();
        g_byte_array_append(path, &start, 1);
        if (graph->reached[start])
            add_walks(graph, path, visits, words);
        g_byte_array_unref(path);
    }
    return words;
}

static gboolean is_simple(const guint8 *word, gsize n)
{
    for (gsize i = 0; i < n; i++)
        for (gsize k = i + 1; k < n; k++)
            if (word[i] == word[k] && !(i == 0 && k == n - 1))
                return FALSE;
    return TRUE;
}

static gboolean is_proper_part(gconstpointer part, gconstpointer whole)
{
    gsize n, m;
    const guint8 *a = bytes_of(part, &n), *b = bytes_of(whole, &m);
    return n < m && memmem(b, m, a, n);
}

static gboolean is_part_of_any(gconstpointer word, const Words *words)
{
    for (guint i = 0; i < words->len; i++)
        if (is_proper_part(word, words->pdata[i]))
            return TRUE;
    return FALSE;
}

typedef gboolean (*Wanted)(const HtolGraph *graph, const guint8 *word, gsize n);

static Words *filter(const HtolGraph *graph, const Words *words, Wanted wanted)
{
    Words *result = words_new();
    for (guint i = 0; i < words->len; i++) {
        gsize n;
        const guint8 *word = bytes_of(words->pdata[i], &n);
        if (wanted(graph, word, n))
            g_ptr_array_add(result, g_bytes_ref(words->pdata[i]));
    }
    return result;
}

static Words *maximal(const Words *words)
{
    Words *result = words_new();
    for (guint i = 0; i < words->len; i++)
        if (!is_part_of_any(words->pdata[i], words))
            g_ptr_array_add(result, g_bytes_ref(words->pdata[i]));
    return result;
}

static char *text_of(Words *words)
{
    GString *text = g_string_new(NULL);
    g_ptr_array_sort(words, compare_words);
    for (guint i = 0; i < words->len; i++) {
        gsize n;
        const guint8 *word = bytes_of(words->pdata[i], &n);
        for (gsize k = 0; k < n; k++)
            g_string_append_printf(text, "%s%u", k > 0 ? "-" : i > 0 ? " " : "", word[k]);
    }
    g_ptr_array_unref(words);
    return g_string_free(text, FALSE);
}

static gboolean wants_simple(const HtolGraph *graph, const guint8 *word, gsize n)
{
    (void)graph;
    return is_simple(word, n);
}

static gboolean wants_short(const HtolGraph *graph, const guint8 *word, gsize n)
{
    (void)graph;
    (void)word;
    return n <= 3;
}

static gboolean wants_trip(const HtolGraph *graph, const guint8 *word, gsize n)
{
    (void)graph;
    return n > 1 && word[0] == word[n - 1];
}

static void assert_by_definition(const HtolGraph *graph)
{
    g_autoptr(GPtrArray) walks = walks_of(graph, 1), longer = walks_of(graph, 2);
    g_autoptr(GPtrArray) simple = filter(graph, walks, wants_simple), prime = maximal(simple);
    g_autoptr(GPtrArray) pairs = filter(graph, longer, wants_short);
    g_autofree char *trips = text_of(filter(graph, prime, wants_trip)), *short_ones = text_of(maximal(pairs));
    g_autofree char *primes = text_of(g_ptr_array_ref(prime));
    assert_paths(graph, htol_paths_prime, primes);
    assert_paths(graph, htol_paths_round_trips, trips);
    assert_paths(graph, htol_paths_edge_pairs, short_ones);
}

static void test_definitions(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(5);
    for (guint i = 0; i < GRAPHS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        assert_by_definition(sample_graph_random(arena, random, MOST_NODES, 3 + i % 4));
    }
}

/* Whether the word is a du-path from its first node to its last. */
static gboolean is_clear(const guint8 *word, gsize n, const guint8 *kills)
{
    for (gsize i = 1; i + 1 < n; i++)
        if (kills[word[i]])
            return FALSE;
    return n > 1;
}

static void assert_du(const HtolGraph *graph, const Words *simple, HtolGraphEdge ends, const guint8 *kills)
{
    Words *expected = words_new();
    for (guint i = 0; i < simple->len; i++) {
        gsize n;
        const guint8 *word = bytes_of(simple->pdata[i], &n);
        if (word[0] == ends.from && word[n - 1] == ends.to && is_clear(word, n, kills))
            g_ptr_array_add(expected, g_bytes_ref(simple->pdata[i]));
    }
    g_autofree char *wanted = text_of(expected), *found = du_text(graph, ends.from, ends.to, kills);
    g_assert_cmpstr(found, ==, wanted);
}

static void test_du(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(6);
    for (guint i = 0; i < GRAPHS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolGraph *graph = sample_graph_random(arena, random, MOST_NODES, 2 + i % 3);
        g_autoptr(GPtrArray) walks = walks_of(graph, 1), simple = filter(graph, walks, wants_simple);
        guint8 kills[MOST_NODES];
        for (guint k = 0; k < MOST_NODES; k++)
            kills[k] = g_rand_int_range(random, 0, 3) == 0;
        for (guint k = 0; k < graph->n_nodes; k++)
            assert_du(graph, simple, (HtolGraphEdge){k, g_rand_int_range(random, 0, graph->n_nodes)}, kills);
    }
}

/* From the entry to the exit, and there for the first time, with no node more than `visits` times. */
static char *complete_by_definition(const HtolGraph *graph, guint visits)
{
    g_autoptr(GPtrArray) walks = walks_of(graph, visits);
    Words *result = words_new();
    for (guint i = 0; i < walks->len; i++) {
        gsize n, most = 0;
        const guint8 *word = bytes_of(walks->pdata[i], &n);
        for (gsize k = 0; k < n; k++) {
            gsize times = 0;
            for (gsize l = 0; l < n; l++)
                times += word[l] == word[k];
            most = MAX(most, times);
        }
        gboolean first = memchr(word, graph->n_nodes - 1, n) == word + n - 1;
        if (word[0] == 0 && first && most <= visits)
            g_ptr_array_add(result, g_bytes_ref(walks->pdata[i]));
    }
    return text_of(result);
}

static HtolGraph *without_edges_from_exit(HtolArena *arena, const HtolGraph *graph)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    for (guint32 i = 0; i < graph->n_edges; i++)
        if (graph->edges[i].from != graph->n_nodes - 1)
            g_array_append_val(rows, graph->edges[i]);
    return htol_graph_new(arena, graph->n_nodes, (const HtolGraphEdge *)rows->data, rows->len);
}

static void test_complete(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(7);
    for (guint i = 0; i < GRAPHS / 3; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolGraph *any = sample_graph_random(arena, random, MOST_NODES - 1, 3 + i % 3);
        const HtolGraph *graph = without_edges_from_exit(arena, any);
        for (guint repeats = 0; repeats < 2; repeats++) {
            g_autoptr(HtolPathSet) set = htol_path_set_new();
            g_autofree char *expected = complete_by_definition(graph, 1 + repeats);
            g_assert_true(htol_paths_complete(graph, repeats, NO_CAP, set).all);
            g_autofree char *found = sample_graph_paths(set);
            g_assert_cmpstr(found, ==, expected);
        }
    }
}

/* Bases
 * ---------------------------------------------------------------------------------------------------- */

/* The rank, modulo a prime that is greater than any pivot met here is likely to be a multiple of, of rows of
 * `columns` numbers. */
static guint rank_of(gint64 *rows, guint n, guint columns)
{
    enum { PRIME = 1000003 };
    guint rank = 0;
    for (guint column = 0; column < columns && rank < n; column++) {
        guint pivot = rank;
        while (pivot < n && rows[pivot * columns + column] == 0)
            pivot++;
        if (pivot == n)
            continue;
        for (guint k = 0; k < columns; k++) {
            gint64 kept = rows[rank * columns + k];
            rows[rank * columns + k] = rows[pivot * columns + k];
            rows[pivot * columns + k] = kept;
        }
        for (guint i = rank + 1; i < n; i++) {
            gint64 a = rows[i * columns + column], b = rows[rank * columns + column];
            for (guint k = 0; k < columns; k++)
                rows[i * columns + k] =
                    ((rows[i * columns + k] * b - rows[rank * columns + k] * a) % PRIME + PRIME) % PRIME;
        }
        rank++;
    }
    return rank;
}

/* How often each path has each edge, and one from the exit back to the entry: their rank. Every path is from
 * the entry to the exit. */
static guint rank_of_set(const HtolGraph *graph, const HtolPathSet *set)
{
    guint columns = graph->n_nodes * graph->n_nodes + 1;
    g_autofree gint64 *rows = g_new0(gint64, (gsize)columns * set->paths->len + 1);
    for (guint i = 0; i < set->paths->len; i++) {
        guint32 n = g_array_index(set->paths, HtolPath, i).n_nodes;
        const guint32 *nodes = htol_path_nodes(set, i);
        rows[(gsize)(i + 1) * columns - 1] = 1;
        g_assert_cmpuint(nodes[0], ==, 0);
        g_assert_cmpuint(nodes[n - 1], ==, graph->n_nodes - 1);
        for (guint32 k = 1; k < n; k++) {
            g_assert_true(htol_graph_has_edge(graph, nodes[k - 1], nodes[k]));
            rows[(gsize)i * columns + nodes[k - 1] * graph->n_nodes + nodes[k]]++;
        }
    }
    return rank_of(rows, set->paths->len, columns);
}

/* Edges less nodes and 2 more, of what leads to the exit. */
static guint cyclomatic_number(const HtolGraph *graph)
{
    guint nodes = 0, edges = 0;
    guint8 leads[MOST_NODES][MOST_NODES] = {{0}};
    for (guint32 i = 0; i < graph->n_nodes; i++)
        htol_graph_mark(graph, i, NULL, leads[i]);
    for (guint32 i = 0; i < graph->n_nodes; i++)
        nodes += graph->reached[i] && leads[i][graph->n_nodes - 1];
    for (guint32 i = 0; i < graph->n_edges; i++)
        edges += leads[graph->edges[i].to][graph->n_nodes - 1];
    return nodes > 0 ? edges - nodes + 2 : 0;
}

static void test_basis(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(8);
    for (guint i = 0; i < GRAPHS; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        g_autoptr(HtolPathSet) set = htol_path_set_new();
        const HtolGraph *any = sample_graph_random(arena, random, MOST_NODES, 2 + i % 3);
        const HtolGraph *graph = without_edges_from_exit(arena, any);
        g_assert_true(htol_paths_basis(graph, NO_CAP, set).all);
        g_assert_cmpuint(set->paths->len, ==, cyclomatic_number(graph));
        g_assert_cmpuint(rank_of_set(graph, set), ==, set->paths->len);
    }
}

/* Loops
 * ---------------------------------------------------------------------------------------------------- */

/* What kind of path of the loop the walk is, which need not be one; 0: none. */
static guint32 loop_kind(const guint8 *word, gsize n, const HtolLoopNodes *loop)
{
    gboolean tested = memchr(loop->parts, HTOL_LOOP_TESTS, MOST_NODES) != NULL;
    guint8 first = loop->parts[word[0]], last = loop->parts[word[n - 1]];
    for (gsize i = 1; i + 1 < n; i++)
        if (loop->parts[word[i]] != HTOL_LOOP_TESTS)
            return 0;
    if (n < 2 || first == HTOL_LOOP_TESTS || last == HTOL_LOOP_TESTS)
        return 0;
    if (first == HTOL_LOOP_OUTSIDE && last == HTOL_LOOP_BODY)
        return HTOL_PATH_ENTERED;
    if (!tested)
        return first == HTOL_LOOP_BODY && word[n - 1] == loop->head ? HTOL_PATH_REPEATED : 0;
    if (n < 3 || first != last)
        return 0;
    return first == HTOL_LOOP_BODY ? HTOL_PATH_REPEATED : HTOL_PATH_SKIPPED;
}

static char *loop_text(const HtolPathSet *set, guint32 kind)
{
    g_autoptr(HtolPathSet) wanted = htol_path_set_new();
    for (guint i = 0; i < set->paths->len; i++) {
        HtolPath path = g_array_index(set->paths, HtolPath, i);
        g_assert_cmpuint(path.loop, ==, 4);
        if (path.kinds == kind)
            htol_path_set_add(wanted, htol_path_nodes(set, i), path);
    }
    htol_path_set_sort(wanted);
    return sample_graph_paths(wanted);
}

static void assert_loop(const HtolGraph *graph, const HtolLoopNodes *loop)
{
    g_autoptr(GPtrArray) walks = walks_of(graph, 2);
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    gboolean has_tests = memchr(loop->parts, HTOL_LOOP_TESTS, graph->n_nodes) != NULL;
    if (has_tests && !memchr(loop->parts, HTOL_LOOP_BODY, graph->n_nodes))
        return; /* see test_empty_body */
    if (!htol_paths_loop(graph, loop, NO_CAP, set).all)
        return;
    for (guint32 kind = HTOL_PATH_ENTERED; kind <= HTOL_PATH_REPEATED; kind *= 2) {
        Words *expected = words_new();
        for (guint i = 0; i < walks->len; i++) {
            gsize n;
            const guint8 *word = bytes_of(walks->pdata[i], &n);
            if (loop_kind(word, n, loop) == kind)
                g_ptr_array_add(expected, g_bytes_ref(walks->pdata[i]));
        }
        g_autofree char *wanted = text_of(expected), *found = loop_text(set, kind);
        g_assert_cmpstr(found, ==, wanted);
    }
}

static void test_loops(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(9);
    for (guint i = 0; i < GRAPHS / 3; i++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        const HtolGraph *graph = sample_graph_random(arena, random, MOST_NODES - 1, 3 + i % 3);
        guint8 parts[MOST_NODES] = {0};
        for (guint k = 1; k < graph->n_nodes; k++)
            parts[k] = g_rand_int_range(random, 0, i % 2 ? 3 : 2) * (i % 2 ? 1 : HTOL_LOOP_BODY);
        assert_loop(graph, &(HtolLoopNodes){3, g_rand_int_range(random, 0, graph->n_nodes), parts});
    }
}

/* A loop whose body has no node, with `?:` in its condition: 1 leads to 2 or 3, these back to 1 or out. */
static void test_empty_body(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    const HtolGraph *graph = sample_graph_of(arena, "0-1 1-2 1-3 2-1 3-1 3-4");
    const guint8 parts[] = {0, HTOL_LOOP_TESTS, HTOL_LOOP_TESTS, HTOL_LOOP_TESTS, 0};
    g_assert_true(htol_paths_loop(graph, &(HtolLoopNodes){3, 1, parts}, NO_CAP, set).all);
    g_autofree char *entered = loop_text(set, HTOL_PATH_ENTERED), *skipped = loop_text(set, HTOL_PATH_SKIPPED),
                    *repeated = loop_text(set, HTOL_PATH_REPEATED);
    g_assert_cmpstr(entered, ==, "1-2-1 1-3-1");
    g_assert_cmpstr(skipped, ==, "0-1-3-4");
    g_assert_cmpstr(repeated, ==, "1-2-1-2-1 1-2-1-3-1 1-3-1-2-1 1-3-1-3-1");
}

/* A condition with a loop of its own: there would be no end of paths through it. */
static void test_looping_condition(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    const HtolGraph *graph = sample_graph_of(arena, "0-1 1-2 2-1 2-3 3-1 2-4");
    const guint8 parts[] = {0, HTOL_LOOP_TESTS, HTOL_LOOP_TESTS, HTOL_LOOP_BODY, 0};
    HtolPathCount count = htol_paths_loop(graph, &(HtolLoopNodes){0, 1, parts}, NO_CAP, set);
    g_assert_false(count.all);
    g_assert_cmpuint(count.why, ==, HTOL_UNPATHED_LOOPS);
    g_assert_cmpuint(set->paths->len, ==, 0);
}

/* Caps
 * ---------------------------------------------------------------------------------------------------- */

/* `n` diamonds in a row: 2 to the power of n paths; in a loop, if `round`. */
static HtolGraph *diamonds(HtolArena *arena, guint n, gboolean round)
{
    GArray *edges = g_array_new(FALSE, FALSE, sizeof(HtolGraphEdge));
    guint32 last = 3 * n;
    for (guint32 i = 0; i < last; i += 3) {
        const HtolGraphEdge four[] = {{i, i + 1}, {i, i + 2}, {i + 1, i + 3}, {i + 2, i + 3}};
        g_array_append_vals(edges, four, 4);
    }
    if (round)
        g_array_append_val(edges, ((HtolGraphEdge){last, 0}));
    g_array_append_val(edges, ((HtolGraphEdge){last, last + 1}));
    HtolGraph *graph = htol_graph_new(arena, last + 2, (const HtolGraphEdge *)edges->data, edges->len);
    g_array_unref(edges);
    return graph;
}

/* `least`: what is counted at least; all there are if they are counted. */
static void assert_too_many(const HtolGraph *graph, Enumerate enumerate, HtolUnpathed why, guint32 least)
{
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    htol_path_set_add(set, (guint32[]){7}, (HtolPath){.n_nodes = 1, .kinds = HTOL_PATH_SPECIFIED});
    HtolPathCount count = enumerate(graph, 1000, set);
    g_assert_false(count.all);
    g_assert_cmpuint(count.why, ==, why);
    g_assert_cmpuint(count.paths, >=, least);
    g_assert_true(why == HTOL_UNPATHED_UNCOUNTED || count.paths == least);
    g_assert_cmpuint(set->paths->len, ==, 1);
    g_assert_cmpuint(set->nodes->len, ==, 1);
}

static HtolPathCount complete_once(const HtolGraph *graph, guint32 cap, HtolPathSet *set)
{
    return htol_paths_complete(graph, 0, cap, set);
}

static void test_caps(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolGraph *straight = diamonds(arena, 66, FALSE), *round = diamonds(arena, 66, TRUE);
    assert_too_many(straight, htol_paths_prime, HTOL_UNPATHED_UNCOUNTED, 1001);
    assert_too_many(round, htol_paths_prime, HTOL_UNPATHED_UNCOUNTED, 1001);
    assert_too_many(round, htol_paths_round_trips, HTOL_UNPATHED_UNCOUNTED, 1001);
    assert_too_many(round, complete_once, HTOL_UNPATHED_UNCOUNTED, 1001);
    assert_too_many(straight, complete_once, HTOL_UNPATHED_UNCOUNTED, G_MAXUINT32);
    assert_too_many(diamonds(arena, 31, FALSE), complete_once, HTOL_UNPATHED_MANY, 1u << 31);
    assert_too_many(diamonds(arena, 12, FALSE), htol_paths_prime, HTOL_UNPATHED_MANY, 1u << 12);
    assert_too_many(diamonds(arena, 2000, TRUE), htol_paths_edge_pairs, HTOL_UNPATHED_MANY, 12002);
    assert_too_many(diamonds(arena, 2000, TRUE), htol_paths_basis, HTOL_UNPATHED_MANY, 2002);
    assert_too_many(diamonds(arena, 2000, TRUE), htol_paths_prime, HTOL_UNPATHED_UNCOUNTED, 1);
    /* as many as the cap are not too many */
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    g_assert_true(htol_paths_prime(diamonds(arena, 4, FALSE), 16, set).all);
    g_assert_false(htol_paths_prime(diamonds(arena, 4, FALSE), 15, set).all);
    g_assert_cmpuint(set->paths->len, ==, 16);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/paths/seven-nodes", test_seven);
    g_test_add_func("/paths/diamond-in-loop", test_diamond_in_loop);
    g_test_add_func("/paths/double-diamond", test_double_diamond);
    g_test_add_func("/paths/du-cycles", test_du_cycles);
    g_test_add_func("/paths/small", test_small);
    g_test_add_func("/paths/definitions", test_definitions);
    g_test_add_func("/paths/du", test_du);
    g_test_add_func("/paths/complete", test_complete);
    g_test_add_func("/paths/basis", test_basis);
    g_test_add_func("/paths/loops", test_loops);
    g_test_add_func("/paths/empty-body", test_empty_body);
    g_test_add_func("/paths/looping-condition", test_looping_condition);
    g_test_add_func("/paths/caps", test_caps);
    return g_test_run();
}
