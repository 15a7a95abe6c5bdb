/* Searches for inputs; see search.h. */
#include "generate/search.h"

#include <string.h>

enum { BATCH = 256, FIRST_BATCH = 64 };

static void free_found(gpointer data)
{
    GenerateFound *found = data;
    g_bytes_unref(found->bytes);
    g_bytes_unref(found->left);
    g_array_unref(found->slots);
    g_free(found->why);
    g_free(found);
}

static void free_bad(gpointer data)
{
    g_bytes_unref(((GenerateBad *)data)->bytes);
    g_free(data);
}

GenerateSearch *generate_search_new(GenerateServer *server, GenerateChooser *chooser)
{
    GenerateSearch *search = g_new0(GenerateSearch, 1);
    *search = (GenerateSearch){server, chooser, g_ptr_array_new_with_free_func(free_found),
                               g_ptr_array_new_with_free_func(free_bad)};
    return search;
}

void generate_search_free(GenerateSearch *search)
{
    g_ptr_array_unref(search->found);
    g_ptr_array_unref(search->bad);
    g_free(search);
}

/* ---- what came of a batch ---- */

static GArray *slots_of(const GenerateRun *run)
{
    GArray *slots = g_array_new(FALSE, FALSE, sizeof(guint32));
    if (run->n_slots > 0)
        g_array_append_vals(slots, run->slots, run->n_slots);
    return slots;
}

static void keep(GenerateSearch *search, guint function, const GenerateRun *run)
{
    GenerateFound *found = g_new0(GenerateFound, 1);
    *found = (GenerateFound){
        function, g_bytes_new(run->bytes, run->size), slots_of(run), g_bytes_new(run->left, run->n_left), FALSE, FALSE,
        NULL};
    g_ptr_array_add(search->found, found);
}

static void note_bad(GenerateSearch *search, guint function, const GenerateRun *run)
{
    for (guint i = 0; i < search->bad->len; i++) {
        GenerateBad *bad = search->bad->pdata[i];
        if (bad->function == function && bad->end == run->end && bad->status == run->status) {
            bad->count++;
            return;
        }
    }
    GenerateBad *bad = g_new0(GenerateBad, 1);
    *bad = (GenerateBad){function, g_bytes_new(run->bytes, run->size), run->end, run->status, 1};
    g_ptr_array_add(search->bad, bad);
}

/* Returns how many inputs were kept. */
static guint harvest(GenerateSearch *search, guint function)
{
    guint kept = 0;
    for (guint i = 0; i < generate_batch_size(search->server); i++) {
        GenerateRun run = generate_batch_get(search->server, i);
        if (run.end != HLCOV_RETURNED) {
            note_bad(search, function, &run);
        } else if (run.is_new) {
            keep(search, function, &run);
            kept++;
        }
    }
    return kept;
}

/* ---- the loop ---- */

typedef struct {
    GenerateSearch *search;
    const GenerateContract *contract;
    GPtrArray *own; /* GenerateInput: kept inputs of the function, read */
    guint seen;     /* inputs that were found and looked at */
    guint64 idle;   /* runs since something was kept */
} Course;

static const GenerateInput *some_own(const Course *course)
{
    guint n = course->own->len;
    if (n == 0)
        return NULL;
    /* what was kept last is tried more often: it stands where new things are reached */
    guint index = generate_choose(course->search->chooser, n);
    if (generate_choose(course->search->chooser, 2))
        index = MAX(index, generate_choose(course->search->chooser, n));
    return course->own->pdata[index];
}

static void add_input(Course *course)
{
    GenerateChooser *chooser = course->search->chooser;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    const GenerateInput *from = some_own(course);
    if (!from || generate_choose(chooser, 8) == 0)
        generate_choose_new(chooser, course->contract, bytes);
    else
        generate_choose_near(chooser, from, some_own(course), bytes);
    generate_batch_add(course->search->server, bytes->data, bytes->len, GENERATE_WANT_NEW);
}

static void read_kept(Course *course)
{
    GPtrArray *found = course->search->found;
    for (; course->seen < found->len; course->seen++) {
        const GenerateFound *one = found->pdata[course->seen];
        gsize size;
        const guint8 *bytes = g_bytes_get_data(one->bytes, &size);
        if (one->function == course->contract->index)
            g_ptr_array_add(course->own, generate_input_read(course->contract, bytes, size));
    }
}

static gboolean run_batch(Course *course, GError **error)
{
    GenerateSearch *search = course->search;
    guint size = generate_batch_size(search->server);
    if (!generate_batch_run(search->server, error))
        return FALSE;
    course->idle = harvest(search, course->contract->index) > 0 ? 0 : course->idle + size;
    read_kept(course);
    return TRUE;
}

/* The first input of all has no bytes: zeros, NULL, no results. */
static gboolean run_first(Course *course, GError **error)
{
    generate_batch_begin(course->search->server, course->contract->index);
    generate_batch_add(course->search->server, (const guint8 *)"", 0, GENERATE_WANT_NEW);
    return run_batch(course, error);
}

static gboolean is_anything_open(const Course *course, const guint8 *known)
{
    for (guint i = 0; i < generate_server_slots(course->search->server); i++)
        if (!known[i])
            return TRUE;
    return FALSE;
}

static gboolean run_course(Course *course, GenerateBudget budget, GError **error)
{
    GenerateServer *server = course->search->server;
    gint64 end = g_get_monotonic_time() + budget.time;
    read_kept(course);
    if (!run_first(course, error))
        return FALSE;
    for (guint size = FIRST_BATCH; course->idle < budget.plateau && g_get_monotonic_time() < end; size = BATCH) {
        if (!is_anything_open(course, generate_server_known(server)))
            break;
        generate_batch_begin(server, course->contract->index);
        for (guint i = 0; i < size; i++)
            add_input(course);
        if (!run_batch(course, error))
            return FALSE;
        if (course->contract->n_items == 0)
            break;
    }
    return TRUE;
}

gboolean generate_search(GenerateSearch *search, const GenerateContract *contract, GenerateBudget budget,
                         GError **error)
{
    Course course = {search, contract, g_ptr_array_new_with_free_func((GDestroyNotify)generate_input_free), 0, 0};
    generate_chooser_enter(search->chooser, contract);
    gboolean good = run_course(&course, budget, error);
    g_ptr_array_unref(course.own);
    return good;
}

/* ---- guesses ---- */

static gboolean sets_slot(const GenerateRun *run, guint32 slot)
{
    for (guint i = 0; i < run->n_slots; i++)
        if (run->slots[i] == slot)
            return TRUE;
    return FALSE;
}

static gboolean run_guesses(GenerateSearch *search, guint function, const GPtrArray *guesses, guint first, guint end,
                            GenerateWant want, GError **error)
{
    generate_batch_begin(search->server, function);
    for (guint i = first; i < end; i++) {
        gsize size;
        const guint8 *bytes = g_bytes_get_data(guesses->pdata[i], &size);
        generate_batch_add(search->server, bytes, size, want);
    }
    return generate_batch_run(search->server, error);
}

/* They run twice: all are told what they set first, then those with something new are kept. */
gboolean generate_try(GenerateSearch *search, const GenerateContract *contract, const GPtrArray *guesses,
                      const guint32 *slots, guint *right, GError **error)
{
    *right = 0;
    for (guint first = 0; first < guesses->len; first += BATCH) {
        guint end = MIN(guesses->len, first + BATCH);
        if (!run_guesses(search, contract->index, guesses, first, end, GENERATE_WANT_ALWAYS, error))
            return FALSE;
        for (guint i = 0; i < generate_batch_size(search->server); i++) {
            GenerateRun run = generate_batch_get(search->server, i);
            *right += run.end == HLCOV_RETURNED && sets_slot(&run, slots[first + i]);
        }
        if (!run_guesses(search, contract->index, guesses, first, end, GENERATE_WANT_NEW, error))
            return FALSE;
        harvest(search, contract->index);
    }
    return TRUE;
}

/* ---- shrinking ---- */

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
    g_ptr_array_add(smaller->smaller, g_byte_array_free_to_bytes(made));
}

static gint64 signed_of(const GenerateNode *node)
{
    const AnnotType *type = node->shape->type;
    if (!type || type->size >= 8 || type->size == 0 || !type->is_signed)
        return (gint64)node->bits;
    guint shift = (guint)(64 - 8 * type->size);
    return (gint64)(node->bits << shift) >> shift;
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
    gint64 value = signed_of(node);
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
    if (real < -1e15 || real > 1e15 || real != real)
        return;
    if ((double)(gint64)real != real)
        add_real(smaller, node, (double)(gint64)real);
    else if (real > 2.0 || real < -2.0)
        add_real(smaller, node, (double)((gint64)real / 2));
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

static void shrink_array(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    guint8 count[2];
    guint part = index + 1;
    for (guint i = 0; i < node->count; i++) {
        const GenerateNode *element = GENERATE_NODE(smaller->input, part);
        g_autoptr(GByteArray) left = g_byte_array_new();
        generate_put(count, i, 2);
        if (i > 0 && i < node->count) { /* the first ones only */
            g_byte_array_append(left, count, 2);
            g_byte_array_append(left, smaller->input->bytes + node->at + 3,
                                (guint)(MIN((gsize)element->at, smaller->input->size) -
                                        MIN((gsize)node->at + 3, smaller->input->size)));
            add_replaced(smaller, node->at + 1, node->end, left->data, left->len);
        }
        part = element->next;
    }
}

static void shrink_node(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    if (node->at >= smaller->input->size)
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
    case HLCOV_POINTER:
    case HLCOV_TEXT:
    case HLCOV_STREAM:
        if (node->bits == 0)
            break;
        add_replaced(smaller, node->at, node->end, (const guint8 *)"", 1);
        if (node->is_new && node->shape->kind == HLCOV_TEXT)
            shrink_text(smaller, node);
        else if (node->is_new)
            shrink_array(smaller, index);
        else if (node->shape->kind == HLCOV_STREAM)
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

static GPtrArray *smaller_of(const GenerateInput *input)
{
    Smaller smaller = {input, g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref)};
    for (guint i = 0; i < input->nodes->len; i++)
        shrink_node(&smaller, i);
    return smaller.smaller;
}

static gboolean sets_the_same(const GenerateFound *found, const GenerateRun *run)
{
    return run->end == HLCOV_RETURNED && run->n_slots == found->slots->len &&
           memcmp(run->slots, found->slots->data, run->n_slots * sizeof(guint32)) == 0;
}

static void replace(GenerateFound *found, const GenerateRun *run)
{
    g_bytes_unref(found->bytes);
    g_bytes_unref(found->left);
    found->bytes = g_bytes_new(run->bytes, run->size);
    found->left = g_bytes_new(run->left, run->n_left);
}

/* Tries the candidates; takes the first that is as good. Sets *changed to whether one was. */
static gboolean try_smaller(GenerateSearch *search, GenerateFound *found, const GPtrArray *smaller, gboolean *changed,
                            GError **error)
{
    for (guint at = 0; at < smaller->len && !*changed;) {
        guint size;
        generate_batch_begin(search->server, found->function);
        for (size = 0; size < 16 && at < smaller->len; size++, at++) {
            gsize length;
            const guint8 *bytes = g_bytes_get_data(smaller->pdata[at], &length);
            generate_batch_add(search->server, bytes, length, GENERATE_WANT_ALWAYS);
        }
        if (!generate_batch_run(search->server, error))
            return FALSE;
        for (guint i = 0; i < size && !*changed; i++) {
            GenerateRun run = generate_batch_get(search->server, i);
            *changed = sets_the_same(found, &run);
            if (*changed)
                replace(found, &run);
        }
    }
    return TRUE;
}

/* Runs it twice in processes of their own: what differs between them is no property of the input. */
static gboolean compare_twice(GenerateSearch *search, GenerateFound *found, GError **error)
{
    gsize size;
    const guint8 *bytes = g_bytes_get_data(found->bytes, &size);
    for (guint i = 0; i < 2; i++) {
        generate_batch_begin(search->server, found->function);
        generate_batch_add(search->server, bytes, size, GENERATE_WANT_ALWAYS);
        if (!generate_batch_run(search->server, error))
            return FALSE;
        GenerateRun run = generate_batch_get(search->server, 0);
        g_autoptr(GBytes) left = g_bytes_new(run.left, run.n_left);
        if (i > 0)
            found->varies |= run.end != HLCOV_RETURNED || !g_bytes_equal(left, found->left);
        g_bytes_unref(found->left);
        found->left = g_bytes_ref(left);
    }
    return TRUE;
}

gboolean generate_shrink(GenerateSearch *search, const GenerateContract *contract, GenerateFound *found, GError **error)
{
    gboolean changed = TRUE;
    for (guint rounds = 0; changed && rounds < 400; rounds++) {
        gsize size;
        g_autoptr(GBytes) kept = g_bytes_ref(found->bytes);
        const guint8 *bytes = g_bytes_get_data(kept, &size);
        g_autoptr(GenerateInput) input = generate_input_read(contract, bytes, size);
        g_autoptr(GPtrArray) smaller = smaller_of(input);
        changed = FALSE;
        if (!try_smaller(search, found, smaller, &changed, error))
            return FALSE;
    }
    return compare_twice(search, found, error);
}
