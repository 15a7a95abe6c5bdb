/* Shrinks inputs; see shrink.h. */
#include "generate/shrink.h"

#include <string.h>

#include "generate/smaller.h"
#include "generate/sound.h"

/* Runs of an input in all, passes over its nodes, steps at a node, microseconds: of a case, of one that tells mutants,
 * of what ended badly. */
enum {
    MOST_RUNS = 4000,
    MOST_PASSES = 4,
    MOST_STEPS = 80,
    MOST_TIME = 400000,
    TELLING_TIME = 300000,
    BAD_TIME = 200000
};

/* ---- the course ---- */

/* An input that is to be smaller: of a case, which sets the same slots then, or of what ended badly, which ends so at
 * the same place. */
typedef struct {
    GenerateSearch *search;
    const GenerateContract *contract;
    GBytes **bytes;
    enum hlcov_end end;
    guint status;
    const GArray *slots; /* guint32 */
    gboolean sound;
    const GenerateTellers *tellers; /* NULL: no mutant is to be told */
} Shrinking;

static gboolean ends_alike(const Shrinking *shrinking, const GenerateRun *run)
{
    return run->end == shrinking->end && run->status == shrinking->status && run->n_slots == shrinking->slots->len &&
           memcmp(run->slots, shrinking->slots->data, run->n_slots * sizeof(guint32)) == 0;
}

static gboolean is_as_good(const Shrinking *shrinking, const GenerateRun *run, gboolean *good, GError **error)
{
    const GenerateSearch *search = shrinking->search;
    GenerateServer *checked = search->checks ? search->other : NULL;
    gboolean sound;
    *good = ends_alike(shrinking, run);
    if (!*good || shrinking->end != HLCOV_RETURNED)
        return TRUE;
    if (!generate_check_sound(checked, shrinking->contract->index, run, 1, &sound, error))
        return FALSE;
    *good = sound == shrinking->sound;
    if (*good && shrinking->tellers)
        *good = generate_tellers_agree(shrinking->tellers, shrinking->contract->index, run->bytes, run->size);
    return TRUE;
}

/* Tries the candidates; takes the first that is as good. Sets *changed if one was. */
static gboolean try_smaller(const Shrinking *shrinking, const GPtrArray *smaller, gboolean *changed, GError **error)
{
    GenerateServer *server = shrinking->search->server;
    generate_batch_begin(server, shrinking->contract->index);
    for (guint i = 0; i < smaller->len; i++) {
        gsize length;
        const guint8 *bytes = g_bytes_get_data(smaller->pdata[i], &length);
        generate_batch_add(server, bytes, length, GENERATE_WANT_SLOTS);
    }
    if (!generate_batch_run(server, error))
        return FALSE;
    for (guint i = 0; i < generate_batch_size(server) && !*changed; i++) {
        GenerateRun run = generate_batch_get(server, i);
        if (!is_as_good(shrinking, &run, changed, error))
            return FALSE;
        if (*changed) {
            g_bytes_unref(*shrinking->bytes);
            *shrinking->bytes = g_bytes_new(run.bytes, run.size);
        }
    }
    return TRUE;
}

static GenerateInput *read_input(const Shrinking *shrinking, GBytes **kept)
{
    gsize size;
    *kept = g_bytes_ref(*shrinking->bytes);
    const guint8 *bytes = g_bytes_get_data(*kept, &size);
    return generate_input_read(shrinking->contract, bytes, size);
}

/* Shrinks what node number `index` is; sets *nodes to the number of nodes then. */
static gboolean shrink_at(const Shrinking *shrinking, guint index, guint *nodes, gboolean *changed, GError **error)
{
    gboolean again = TRUE;
    for (guint steps = 0; again && steps < MOST_STEPS; steps++) {
        g_autoptr(GBytes) kept = NULL;
        g_autoptr(GenerateInput) input = read_input(shrinking, &kept);
        *nodes = input->nodes->len;
        g_autoptr(GPtrArray) smaller = index < *nodes ? generate_smaller(input, index) : g_ptr_array_new();
        again = FALSE;
        if (smaller->len > 0 && !try_smaller(shrinking, smaller, &again, error))
            return FALSE;
        *changed |= again;
    }
    return TRUE;
}

/* Shrinks several numbers at a time. */
static gboolean shrink_together(const Shrinking *shrinking, gint64 late, gboolean *changed, GError **error)
{
    gboolean again = TRUE;
    for (guint steps = 0; again && steps < MOST_STEPS && g_get_monotonic_time() < late; steps++) {
        g_autoptr(GBytes) kept = NULL;
        g_autoptr(GenerateInput) input = read_input(shrinking, &kept);
        g_autoptr(GPtrArray) smaller = generate_smaller_together(input);
        again = FALSE;
        if (smaller->len > 0 && !try_smaller(shrinking, smaller, &again, error))
            return FALSE;
        *changed |= again;
    }
    return TRUE;
}

static guint size_of(const GenerateNode *node)
{
    return node->end - node->at;
}

static gint compare_sizes(gconstpointer left, gconstpointer right)
{
    guint one = size_of(*(const GenerateNode *const *)left), other = size_of(*(const GenerateNode *const *)right);
    return (one < other) - (one > other);
}

/* Nodes that take many bytes, largest first. */
static GPtrArray *large_nodes(const GenerateInput *input)
{
    enum { LARGE = 24 };
    GPtrArray *large = g_ptr_array_new();
    for (guint i = 0; i < input->nodes->len; i++) {
        GenerateNode *node = GENERATE_NODE(input, i);
        if (node->shape && size_of(node) >= LARGE && !generate_is_zero(input, i))
            g_ptr_array_add(large, node);
    }
    g_ptr_array_sort(large, compare_sizes);
    return large;
}

/* Makes large parts 0, for what ends an input is seldom all over it. */
static gboolean cut_large(const Shrinking *shrinking, gint64 late, GError **error)
{
    enum { AT_ONCE = 4 };
    for (guint first = 0; g_get_monotonic_time() < late;) {
        g_autoptr(GBytes) kept = NULL;
        g_autoptr(GenerateInput) input = read_input(shrinking, &kept);
        g_autoptr(GPtrArray) large = large_nodes(input);
        g_autoptr(GPtrArray) candidates = generate_smaller_wholes(input, large, first, AT_ONCE);
        gboolean changed = FALSE;
        if (candidates->len == 0)
            return TRUE;
        if (!try_smaller(shrinking, candidates, &changed, error))
            return FALSE;
        first += changed ? 0 : AT_ONCE;
    }
    return TRUE;
}

static gboolean shrink(const Shrinking *shrinking, guint patience, GError **error)
{
    GenerateServer *server = shrinking->search->server;
    guint64 end = generate_server_runs(server) + MOST_RUNS;
    gint64 late = g_get_monotonic_time() + patience;
    gboolean changed = cut_large(shrinking, late, error);
    if (!changed)
        return FALSE;
    for (guint pass = 0; pass < MOST_PASSES && changed; pass++) {
        changed = FALSE;
        for (guint index = 0, nodes = 1; index < nodes && generate_server_runs(server) < end; index++)
            if (g_get_monotonic_time() > late)
                break;
            else if (!shrink_at(shrinking, index, &nodes, &changed, error))
                return FALSE;
        if (!shrink_together(shrinking, late, &changed, error))
            return FALSE;
    }
    return TRUE;
}

/* ---- what is left behind ---- */

static void note_run(GenerateFound *found, const GenerateRun *run, gboolean is_first)
{
    g_autoptr(GBytes) left = g_bytes_new(run->left, run->end == HLCOV_RETURNED ? run->n_left : 0);
    if (is_first) {
        g_ptr_array_set_size(found->others, 0);
        g_bytes_unref(found->left);
        found->left = g_bytes_ref(left);
    } else if (!g_bytes_equal(left, found->left)) {
        g_ptr_array_add(found->others, g_bytes_ref(left));
    }
}

/* Runs it twice in a process that has run nothing before. */
static gboolean run_alone(GenerateServer *server, GenerateFound *found, gboolean is_first, GError **error)
{
    gsize size;
    const guint8 *bytes = g_bytes_get_data(found->bytes, &size);
    generate_batch_begin(server, found->function);
    generate_batch_alone(server);
    for (guint i = 0; i < 2; i++)
        generate_batch_add(server, bytes, size, GENERATE_WANT_ALWAYS);
    if (!generate_batch_run(server, error))
        return FALSE;
    for (guint i = 0; i < 2; i++) {
        GenerateRun run = generate_batch_get(server, i);
        note_run(found, &run, is_first && i == 0);
    }
    return TRUE;
}

/* What differs between runs, in one process or in two, is no property of the input. */
gboolean generate_observe(GenerateSearch *search, GenerateFound *found, GError **error)
{
    return run_alone(search->server, found, TRUE, error) && run_alone(search->other, found, FALSE, error);
}

gboolean generate_shrink(GenerateSearch *search, const GenerateContract *contract, GenerateFound *found, GError **error)
{
    return generate_shrink_telling(search, contract, found, NULL, error);
}

gboolean generate_shrink_telling(GenerateSearch *search, const GenerateContract *contract, GenerateFound *found,
                                 const GenerateTellers *tellers, GError **error)
{
    const Shrinking shrinking = {search, contract, &found->bytes, HLCOV_RETURNED, 0, found->slots, TRUE, tellers};
    return shrink(&shrinking, tellers ? TELLING_TIME : MOST_TIME, error) && generate_observe(search, found, error);
}

/* Sets *run to how the input ends when its slots are asked for. */
static gboolean run_again(GenerateServer *server, const GenerateBad *bad, GenerateRun *run, GError **error)
{
    gsize size;
    const guint8 *bytes = g_bytes_get_data(bad->bytes, &size);
    generate_batch_begin(server, bad->function);
    generate_batch_add(server, bytes, size, GENERATE_WANT_SLOTS);
    if (!generate_batch_run(server, error))
        return FALSE;
    *run = generate_batch_get(server, 0);
    return TRUE;
}

gboolean generate_shrink_bad(GenerateSearch *search, const GenerateContract *contract, GenerateBad *bad, GError **error)
{
    GenerateRun run;
    if (!run_again(search->server, bad, &run, error))
        return FALSE;
    g_autoptr(GArray) slots = generate_run_slots(&run);
    const Shrinking shrinking = {search, contract, &bad->bytes, bad->end, bad->status, slots, FALSE, NULL};
    return run.end != bad->end || shrink(&shrinking, BAD_TIME, error);
}
