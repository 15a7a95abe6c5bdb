/* Searches for inputs; see search.h. */
#include "generate/search.h"

#include <string.h>

#include "generate/sound.h"

/* Inputs of a batch: the first, the least and the most. It is to take so many microseconds, whatever a function does.
 */
enum { FIRST_BATCH = 32, LEAST_BATCH = 8, BATCH = 256, BATCH_TIME = 20000 };

static void free_found(gpointer data)
{
    GenerateFound *found = data;
    g_bytes_unref(found->bytes);
    g_bytes_unref(found->left);
    g_ptr_array_unref(found->others);
    g_array_unref(found->slots);
    g_free(found->why);
    g_free(found);
}

static void free_bad(gpointer data)
{
    g_bytes_unref(((GenerateBad *)data)->bytes);
    g_free(data);
}

GenerateSearch *generate_search_new(GenerateServer *server, GenerateServer *other, gboolean checks,
                                    GenerateChooser *chooser)
{
    GenerateSearch *search = g_new0(GenerateSearch, 1);
    *search = (GenerateSearch){server,
                               other,
                               checks,
                               chooser,
                               g_ptr_array_new_with_free_func(free_found),
                               g_ptr_array_new_with_free_func(free_bad),
                               NULL};
    search->settled = g_memdup2(generate_server_known(server), generate_server_slots(server));
    return search;
}

void generate_search_free(GenerateSearch *search)
{
    g_ptr_array_unref(search->found);
    g_ptr_array_unref(search->bad);
    g_free(search->settled);
    g_free(search);
}

/* ---- what came of a batch ---- */

static void keep(GenerateSearch *search, guint function, const GenerateRun *run)
{
    GenerateFound *found = g_new0(GenerateFound, 1);
    *found = (GenerateFound){.function = function,
                             .bytes = g_bytes_new(run->bytes, run->size),
                             .slots = generate_run_slots(run),
                             .left = g_bytes_new(run->left, run->n_left),
                             .others = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref)};
    g_ptr_array_add(search->found, found);
    for (guint i = 0; i < run->n_slots; i++)
        search->settled[run->slots[i]] = 1;
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

/* What only it set is looked for again. */
static void refuse(GenerateSearch *search, guint function, const GenerateRun *run)
{
    guint8 *known = generate_server_known(search->server);
    note_bad(search, function, run);
    for (guint i = 0; i < run->n_slots; i++)
        known[run->slots[i]] = search->settled[run->slots[i]];
}

/* The runs that set something new, or all of them that return; those that do not return are noted. */
static GArray *good_runs(GenerateSearch *search, guint function, gboolean all)
{
    GArray *runs = g_array_new(FALSE, FALSE, sizeof(GenerateRun));
    for (guint i = 0; i < generate_batch_size(search->server); i++) {
        GenerateRun run = generate_batch_get(search->server, i);
        if (run.end == HLCOV_EXITED && run.status == HLCOV_UNFIT)
            continue;
        if (run.end != HLCOV_RETURNED)
            note_bad(search, function, &run);
        else if (run.is_new || all)
            g_array_append_val(runs, run);
    }
    return runs;
}

/* Keeps inputs that set something new, or all; sets *kept to how many. */
static gboolean harvest(GenerateSearch *search, guint function, gboolean all, guint *kept, GError **error)
{
    g_autoptr(GArray) runs = good_runs(search, function, all);
    g_autofree gboolean *sound = g_new(gboolean, runs->len + 1);
    GenerateServer *checked = search->checks ? search->other : NULL;
    *kept = 0;
    if (!generate_check_sound(checked, function, (const GenerateRun *)(const void *)runs->data, runs->len, sound,
                              error))
        return FALSE;
    for (guint i = 0; i < runs->len; i++) {
        const GenerateRun *run = &g_array_index(runs, GenerateRun, i);
        if (sound[i])
            keep(search, function, run);
        else
            refuse(search, function, run);
        *kept += sound[i] != FALSE;
    }
    return TRUE;
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
    guint kept;
    if (!harvest(search, course->contract->index, FALSE, &kept, error))
        return FALSE;
    course->idle = kept > 0 ? 0 : course->idle + size;
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
    for (guint size = FIRST_BATCH; course->idle < budget.plateau && g_get_monotonic_time() < end;) {
        gint64 began = g_get_monotonic_time();
        if (!is_anything_open(course, generate_server_known(server)))
            break;
        generate_batch_begin(server, course->contract->index);
        for (guint i = 0; i < size; i++)
            add_input(course);
        if (!run_batch(course, error))
            return FALSE;
        if (course->contract->n_items == 0)
            break;
        size = g_get_monotonic_time() - began > BATCH_TIME ? MAX(size / 2, LEAST_BATCH) : MIN(2 * size, BATCH);
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

/* Counts the guesses that set the slot which they are for. */
static gboolean count_right(GenerateSearch *search, guint function, const GPtrArray *guesses, const guint32 *slots,
                            guint first, guint end, guint *right, GError **error)
{
    if (!run_guesses(search, function, guesses, first, end, GENERATE_WANT_ALWAYS, error))
        return FALSE;
    for (guint i = 0; i < generate_batch_size(search->server); i++) {
        GenerateRun run = generate_batch_get(search->server, i);
        *right += run.end == HLCOV_RETURNED && sets_slot(&run, slots[first + i]);
    }
    return TRUE;
}

gboolean generate_try(GenerateSearch *search, const GenerateContract *contract, const GPtrArray *guesses,
                      const guint32 *slots, guint *right, GError **error)
{
    guint function = contract->index, kept;
    if (slots)
        *right = 0;
    for (guint first = 0; first < guesses->len; first += BATCH) {
        guint end = MIN(guesses->len, first + BATCH);
        if (slots && !count_right(search, function, guesses, slots, first, end, right, error))
            return FALSE;
        if (!run_guesses(search, function, guesses, first, end, GENERATE_WANT_NEW, error) ||
            !harvest(search, function, FALSE, &kept, error))
            return FALSE;
    }
    return TRUE;
}

gboolean generate_look(GenerateSearch *search, const GenerateContract *contract, GBytes *input, guint32 first, guint n,
                       guint8 *slots, GArray *calls, GError **error)
{
    gsize size;
    const guint8 *bytes = g_bytes_get_data(input, &size);
    generate_batch_begin(search->server, contract->index);
    generate_batch_add(search->server, bytes, size, GENERATE_WANT_ALWAYS);
    if (!generate_batch_run(search->server, error))
        return FALSE;
    const GenerateRun run = generate_batch_get(search->server, 0);
    for (guint i = 0; i < run.n_slots && run.end == HLCOV_RETURNED; i++)
        if (run.slots[i] >= first && run.slots[i] - first < n)
            slots[run.slots[i] - first] = 1;
    g_array_append_vals(calls, run.calls, run.n_calls);
    return TRUE;
}

gboolean generate_keep(GenerateSearch *search, const GenerateContract *contract, GBytes *input, GError **error)
{
    g_autoptr(GPtrArray) inputs = g_ptr_array_new();
    guint kept;
    g_ptr_array_add(inputs, input);
    return run_guesses(search, contract->index, inputs, 0, 1, GENERATE_WANT_ALWAYS, error) &&
           harvest(search, contract->index, TRUE, &kept, error);
}
