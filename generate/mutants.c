/* Runs mutants beside the program; see mutants.h. */
#include "generate/mutants.h"

#include "generate/sound.h"

/* Inputs of a batch at first, each batch has so many times more than the one before it, and at most so many: a mutant
 * that never ends is told by few. */
enum { FIRST_BATCH = 2, FACTOR = 4, MOST_BATCH = 256 };

/* Inputs that are kept for a mutant: what one of them tells may have been garbage that the mutant read. */
enum { TOLD = 3 };

/* Inputs of a round: of the second one, and at most. */
enum { ROUND = 128, MOST_ROUND = 2048 };

/* A round: inputs with which the program returns, and what it leaves behind with each. */
typedef struct {
    GPtrArray *inputs, *left; /* GBytes; NULL: it does not return */
} Round;

typedef struct {
    GenerateSearch *search;
    const GenerateContract *contract;
    const GenerateMutants *mutants;
    guint8 *told;
    GenerateServer *program;
    GPtrArray *own; /* GBytes: inputs of the function that were found */
    Round round;
    gint64 end; /* when no further mutant is tried */
} Telling;

/* Returns the number behind the last input of the batch that begins with number `first` of the round. */
static guint end_of_batch(const Telling *t, guint first)
{
    guint size = first == 0 ? FIRST_BATCH : (FACTOR - 1) * first;
    return MIN(first + MIN(size, MOST_BATCH), t->round.inputs->len);
}

/* Runs inputs number `first` to `end` of the round. */
static gboolean run_inputs(const Telling *t, GenerateServer *server, guint first, guint end, GError **error)
{
    generate_batch_begin(server, t->contract->index);
    for (guint i = first; i < end; i++) {
        gsize size;
        const guint8 *bytes = g_bytes_get_data(t->round.inputs->pdata[i], &size);
        generate_batch_add(server, bytes, size, GENERATE_WANT_ALWAYS);
    }
    return generate_batch_run(server, error);
}

/* ---- a mutant ---- */

/* Marks in `chosen` the first inputs of the round that tell mutant number `mutant`, which the server runs, until it is
 * told by as many as are wanted. */
static void choose_telling(Telling *t, GenerateServer *server, guint mutant, guint8 *chosen)
{
    for (guint first = 0, end; first < t->round.inputs->len; first = end) {
        end = end_of_batch(t, first);
        if (!run_inputs(t, server, first, end, NULL))
            return;
        for (guint i = first; i < end; i++) {
            const GenerateRun run = generate_batch_get(server, i - first);
            if (!generate_run_tells(t->round.left->pdata[i], &run))
                continue;
            chosen[i] = 1;
            if (++t->told[mutant] == TOLD)
                return;
        }
    }
}

/* Marks in `chosen` the inputs of the round that tell mutants which too few told so far. */
static void try_mutants(Telling *t, guint8 *chosen)
{
    for (guint i = 0; i < t->mutants->n && g_get_monotonic_time() < t->end; i++) {
        if (!t->mutants->names[i] || t->told[i] == TOLD)
            continue;
        g_autoptr(GenerateServer) server = generate_mutant_start(t->mutants, t->mutants->names[i], NULL);
        if (server)
            choose_telling(t, server, i, chosen);
    }
}

/* ---- rounds ---- */

static gboolean run_program(Telling *t, GError **error)
{
    for (guint first = 0, end; first < t->round.inputs->len; first = end) {
        end = end_of_batch(t, first);
        if (!run_inputs(t, t->program, first, end, error))
            return FALSE;
        for (guint i = first; i < end; i++) {
            const GenerateRun run = generate_batch_get(t->program, i - first);
            g_ptr_array_add(t->round.left, run.end == HLCOV_RETURNED ? g_bytes_new(run.left, run.n_left) : NULL);
        }
    }
    return TRUE;
}

/* Keeps the chosen inputs of the round, also those that were found before: they will be shrunk to what covers the same,
 * which tells fewer mutants. */
static gboolean keep_chosen(Telling *t, const guint8 *chosen, GError **error)
{
    GPtrArray *found = t->search->found;
    for (guint i = 0; i < t->round.inputs->len; i++) {
        guint before = found->len;
        if (!chosen[i])
            continue;
        if (!generate_keep(t->search, t->contract, t->round.inputs->pdata[i], error))
            return FALSE;
        for (; before < found->len; before++)
            ((GenerateFound *)found->pdata[before])->is_more = TRUE;
        g_ptr_array_add(t->own, g_bytes_ref(t->round.inputs->pdata[i]));
    }
    return TRUE;
}

static void clear_bytes(gpointer bytes)
{
    if (bytes)
        g_bytes_unref(bytes);
}

/* Takes the inputs. */
static gboolean run_round(Telling *t, GPtrArray *inputs, GError **error)
{
    g_autofree guint8 *chosen = g_new0(guint8, inputs->len + 1);
    t->round = (Round){inputs, g_ptr_array_new_with_free_func(clear_bytes)};
    gboolean good = run_program(t, error);
    if (good)
        try_mutants(t, chosen);
    good = good && keep_chosen(t, chosen, error);
    g_ptr_array_unref(t->round.inputs);
    g_ptr_array_unref(t->round.left);
    return good;
}

/* Returns an input like one that was found, or a new one. */
static GBytes *choose_input(const Telling *t)
{
    enum { NEW = 8 };
    GenerateChooser *chooser = t->search->chooser;
    GByteArray *out = g_byte_array_new();
    if (t->own->len == 0 || generate_choose(chooser, NEW) == 0) {
        generate_choose_new(chooser, t->contract, out);
        return g_byte_array_free_to_bytes(out);
    }
    gsize size[2];
    const guint8 *bytes[2];
    for (guint i = 0; i < G_N_ELEMENTS(bytes); i++)
        bytes[i] = g_bytes_get_data(t->own->pdata[generate_choose(chooser, t->own->len)], &size[i]);
    g_autoptr(GenerateInput) from = generate_input_read(t->contract, bytes[0], size[0]);
    g_autoptr(GenerateInput) other = generate_input_read(t->contract, bytes[1], size[1]);
    generate_choose_near(chooser, from, other, out);
    return g_byte_array_free_to_bytes(out);
}

/* Adds those of `n` more inputs that are sound: what others leave behind is garbage, which mutants change. */
static gboolean add_sound(const Telling *t, GPtrArray *inputs, guint n, GError **error)
{
    g_autoptr(GPtrArray) chosen = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    g_autofree GenerateRun *runs = g_new0(GenerateRun, n);
    g_autofree gboolean *sound = g_new0(gboolean, n);
    for (guint i = 0; i < n; i++) {
        g_ptr_array_add(chosen, choose_input(t));
        runs[i].bytes = g_bytes_get_data(chosen->pdata[i], &runs[i].size);
    }
    if (!generate_check_sound(t->search->checks ? t->search->other : NULL, t->contract->index, runs, n, sound, error))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (sound[i])
            g_ptr_array_add(inputs, g_bytes_ref(chosen->pdata[i]));
    return TRUE;
}

/* Returns about `n` inputs, or fewer if few are sound. */
static GPtrArray *choose_inputs(const Telling *t, guint n, GError **error)
{
    enum { TRIES = 4 };
    g_autoptr(GPtrArray) inputs = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    generate_chooser_enter(t->search->chooser, t->contract);
    for (guint i = 0; i < TRIES * n / MOST_BATCH + 1 && inputs->len < n; i++)
        if (!add_sound(t, inputs, MIN(n, MOST_BATCH), error))
            return NULL;
    return g_steal_pointer(&inputs);
}

static GPtrArray *found_inputs(const GenerateSearch *search, const GenerateContract *contract)
{
    GPtrArray *own = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    for (guint i = 0; i < search->found->len; i++) {
        const GenerateFound *found = search->found->pdata[i];
        if (found->function == contract->index)
            g_ptr_array_add(own, g_bytes_ref(found->bytes));
    }
    return own;
}

static gboolean is_any_open(const Telling *t)
{
    for (guint i = 0; i < t->mutants->n; i++)
        if (t->mutants->names[i] && t->told[i] < TOLD)
            return TRUE;
    return FALSE;
}

static gboolean tell_all(Telling *t, gint64 time, GError **error)
{
    t->end = G_MAXINT64; /* what was found is tried with all mutants */
    if (!run_round(t, g_ptr_array_copy(t->own, (GCopyFunc)(gpointer)g_bytes_ref, NULL), error))
        return FALSE;
    t->end = g_get_monotonic_time() + time;
    for (guint n = ROUND; is_any_open(t) && g_get_monotonic_time() < t->end; n = MIN(2 * n, MOST_ROUND)) {
        GPtrArray *inputs = choose_inputs(t, n, error);
        if (!inputs || !run_round(t, inputs, error))
            return FALSE;
    }
    return TRUE;
}

gboolean generate_mutants_tell(GenerateSearch *search, const GenerateContract *contract, const GenerateMutants *mutants,
                               gint64 time, guint8 *told, GError **error)
{
    Telling telling = {.search = search,
                       .contract = contract,
                       .mutants = mutants,
                       .told = told,
                       .program = generate_server_new(mutants->program, mutants->environment, error),
                       .own = found_inputs(search, contract)};
    gboolean good = telling.program && tell_all(&telling, time, error);
    if (telling.program)
        generate_server_free(telling.program);
    g_ptr_array_unref(telling.own);
    return good;
}
