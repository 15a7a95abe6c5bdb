/* Shrinks inputs; see shrink.h. */
#include "generate/shrink.h"

#include <string.h>

#include "generate/sound.h"

/* Runs of an input in all, passes over its nodes, steps at a node, microseconds: of a case, of what ended badly. */
enum { MOST_RUNS = 4000, MOST_PASSES = 4, MOST_STEPS = 80, MOST_TIME = 400000, BAD_TIME = 200000 };

/* Bytes of candidates that are smaller than an input, best first. */
typedef struct {
    const GenerateInput *input;
    GPtrArray *smaller; /* GBytes */
} Smaller;

static void add_replaced(Smaller *smaller, gsize begin, gsize end, const guint8 *bytes, gsize size)
{
    const GenerateInput *input = smaller->input;
    GByteArray *made = g_byte_array_new();
    gsize there = MIN(begin, input->size);
    g_byte_array_append(made, input->bytes, (guint)there);
    for (gsize i = there; i < begin; i++)
        g_byte_array_append(made, (const guint8 *)"", 1);
    g_byte_array_append(made, bytes, (guint)size);
    if (end < input->size)
        g_byte_array_append(made, input->bytes + end, (guint)(input->size - end));
    GBytes *all = g_byte_array_free_to_bytes(made);
    if (g_bytes_get_size(all) == input->size && memcmp(g_bytes_get_data(all, NULL), input->bytes, input->size) == 0)
        g_bytes_unref(all); /* no change, as -INT_MIN is INT_MIN */
    else
        g_ptr_array_add(smaller->smaller, all);
}

static void add_number(Smaller *smaller, const GenerateNode *node, guint64 number)
{
    guint8 bytes[16];
    generate_put(bytes, number, MIN(node->end - node->at, 16));
    add_replaced(smaller, node->at, node->end, bytes, MIN(node->end - node->at, 16));
}

static guint64 magnitude(gint64 value)
{
    return value < 0 ? 0 - (guint64)value : (guint64)value;
}

/* Towards 0, then by halves: a number is smaller if it is nearer to 0, or positive instead of negative. */
static void shrink_number(Smaller *smaller, const GenerateNode *node)
{
    const AnnotType *type = node->shape->type; /* a bit-field has none here */
    gint64 value = type ? generate_extended(type, node->bits) : (gint64)node->bits;
    if (value == 0)
        return;
    add_number(smaller, node, 0);
    if (magnitude(value) > 1)
        add_number(smaller, node, 1);
    if (value < 0)
        add_number(smaller, node, magnitude(value));
    for (guint64 step = magnitude(value) / 2; step > 0; step /= 2)
        add_number(smaller, node, value < 0 ? (guint64)(value + (gint64)step) : (guint64)value - step);
}

static void add_real(Smaller *smaller, const GenerateNode *node, double real)
{
    float small = (float)real;
    guint8 bytes[8];
    if (node->shape->type->size == sizeof small)
        memcpy(bytes, &small, sizeof small);
    else
        memcpy(bytes, &real, sizeof real);
    add_replaced(smaller, node->at, node->end, bytes, (gsize)node->shape->type->size);
}

static void shrink_real(Smaller *smaller, const GenerateNode *node)
{
    double real = 0;
    float small = 0;
    if (node->bits == 0 || node->shape->type->size > sizeof real)
        return;
    memcpy(&real, &node->bits, sizeof real);
    memcpy(&small, &node->bits, sizeof small);
    if (node->shape->type->size == sizeof small)
        real = (double)small;
    if (real == 0.0 || real == 1.0)
        return;
    add_real(smaller, node, 0.0);
    add_real(smaller, node, 1.0);
    if (real != real)
        return;
    if (real < -1e15 || real > 1e15) { /* also what is infinite, which stays as it is whatever is done with it */
        add_real(smaller, node, real < 0 ? -1e9 : 1e9);
        return;
    }
    gint64 half = (gint64)real / 2;
    if ((double)(gint64)real != real)
        add_real(smaller, node, (double)(gint64)real);
    else if (real > 2.0 || real < -2.0)
        add_real(smaller, node, (double)half);
}

static void shrink_text(Smaller *smaller, const GenerateNode *node)
{
    const guint8 *bytes = smaller->input->bytes;
    gsize begin = node->at + 1, end = MIN((gsize)node->end, smaller->input->size);
    for (guint piece = node->count; piece > 0; piece /= 2)
        for (guint at = 0; at + piece <= node->count; at += piece) {
            g_autoptr(GByteArray) left = g_byte_array_new();
            guint8 length[2];
            generate_put(length, node->count - piece, 2);
            g_byte_array_append(left, length, 2);
            for (guint i = 0; i < node->count && begin + 2 + i < end; i++)
                if (i < at || i >= at + piece)
                    g_byte_array_append(left, bytes + begin + 2 + i, 1);
            add_replaced(smaller, begin, node->end, left->data, left->len);
        }
    for (guint i = 0; i < node->count && begin + 2 + i < end; i++)
        if (bytes[begin + 2 + i] != 'a')
            add_replaced(smaller, begin + 2 + i, begin + 3 + i, (const guint8 *)"a", 1);
}

/* Its first elements only: half of them, a quarter less, and so on down to one less. */
static void shrink_array(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    gsize size = smaller->input->size, begin = MIN((gsize)node->at + 3, size);
    for (guint less = node->count / 2; less > 0; less /= 2) {
        guint part = index + 1;
        for (guint i = 0; i < node->count - less; i++)
            part = GENERATE_NODE(smaller->input, part)->next;
        g_autoptr(GByteArray) left = g_byte_array_new();
        guint8 count[2];
        generate_put(count, node->count - less, 2);
        g_byte_array_append(left, count, 2);
        g_byte_array_append(left, smaller->input->bytes + begin,
                            (guint)(MIN((gsize)GENERATE_NODE(smaller->input, part)->at, size) - begin));
        add_replaced(smaller, node->at + 1, node->end, left->data, left->len);
    }
}

/* What a pointer leads to, replaced by what a pointer of the same type in it leads to: a list without its head. */
static void shrink_chain(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    for (guint i = index + 1; i < node->next; i++) {
        const GenerateNode *inner = GENERATE_NODE(smaller->input, i);
        if (inner->shape == node->shape && inner->is_new && inner->end <= smaller->input->size) {
            add_replaced(smaller, node->at, node->end, smaller->input->bytes + inner->at, inner->end - inner->at);
            return;
        }
    }
}

static gboolean is_zero(const GenerateInput *input, guint index)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    for (gsize i = node->at; i < node->end && i < input->size; i++)
        if (input->bytes[i] != 0)
            return FALSE;
    return TRUE;
}

/* All of it becomes 0. */
static void shrink_whole(Smaller *smaller, const GenerateNode *node)
{
    g_autoptr(GByteArray) zero = g_byte_array_new();
    generate_zero(node->shape, node->depth, zero);
    add_replaced(smaller, node->at, node->end, zero->data, zero->len);
}

/* Halves of the elements become 0, then quarters, eighths and so on: most of a long array does not matter. */
static void shrink_parts(Smaller *smaller, guint index)
{
    enum { PARTS = 16 };
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    g_autofree guint *elements = g_new(guint, node->shape->count + 1);
    guint count = 0;
    for (guint i = index + 1; i < node->next; i = GENERATE_NODE(smaller->input, i)->next)
        elements[count++] = i;
    for (guint piece = count / 2; piece > MAX(1, count / PARTS); piece /= 2)
        for (guint at = 0; at + piece <= count; at += piece) {
            g_autoptr(GByteArray) zeros = g_byte_array_new();
            for (guint i = 0; i < piece; i++)
                generate_zero(node->shape->target, node->depth, zeros);
            add_replaced(smaller, GENERATE_NODE(smaller->input, elements[at])->at,
                         GENERATE_NODE(smaller->input, elements[at + piece - 1])->end, zeros->data, zeros->len);
        }
}

static void shrink_node(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    if (is_zero(smaller->input, index))
        return;
    if (!node->shape) {
        if (node->count > 0)
            add_replaced(smaller, node->at, node->end, (const guint8 *)"", 1);
        return;
    }
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
        if (node->shape->type->kind == ANNOT_TYPE_FLOAT)
            shrink_real(smaller, node);
        else
            shrink_number(smaller, node);
        break;
    case HLCOV_FIELD: shrink_number(smaller, node); break;
    case HLCOV_RECORD:
    case HLCOV_UNION: shrink_whole(smaller, node); break;
    case HLCOV_ARRAY:
        shrink_whole(smaller, node);
        shrink_parts(smaller, index);
        break;
    case HLCOV_POINTER:
    case HLCOV_TEXT:
    case HLCOV_STREAM:
        if (node->bits == 0)
            break;
        add_replaced(smaller, node->at, node->end, (const guint8 *)"", 1);
        if (node->is_new && node->shape->kind == HLCOV_TEXT)
            shrink_text(smaller, node);
        else if (node->is_new) {
            shrink_chain(smaller, index);
            shrink_array(smaller, index);
        } else if (node->shape->kind == HLCOV_STREAM)
            shrink_text(smaller, node);
        break;
    case HLCOV_FUNCTION:
    case HLCOV_TOKEN:
        if (node->bits != 0)
            add_number(smaller, node, 0);
        break;
    default: break;
    }
}

static GPtrArray *smaller_of(const GenerateInput *input, guint index)
{
    Smaller smaller = {input, g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref)};
    shrink_node(&smaller, index);
    return smaller.smaller;
}

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
        g_autoptr(GPtrArray) smaller = index < *nodes ? smaller_of(input, index) : g_ptr_array_new();
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
        if (node->shape && size_of(node) >= LARGE && !is_zero(input, i))
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
        Smaller smaller = {input, g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref)};
        g_autoptr(GPtrArray) candidates = smaller.smaller;
        gboolean changed = FALSE;
        for (guint i = first; i < large->len && i < first + AT_ONCE; i++)
            shrink_whole(&smaller, large->pdata[i]);
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
    }
    return TRUE;
}

/* ---- what is left behind ---- */

static void note_run(GenerateFound *found, const GenerateRun *run, gboolean is_first)
{
    g_autoptr(GBytes) left = g_bytes_new(run->left, run->end == HLCOV_RETURNED ? run->n_left : 0);
    if (is_first) {
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
    const Shrinking shrinking = {search, contract, &found->bytes, HLCOV_RETURNED, 0, found->slots, TRUE};
    return shrink(&shrinking, MOST_TIME, error) && generate_observe(search, found, error);
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
    const Shrinking shrinking = {search, contract, &bad->bytes, bad->end, bad->status, slots, FALSE};
    return run.end != bad->end || shrink(&shrinking, BAD_TIME, error);
}
