/* Reads tables of strong builds and trials; see strong.h. */
#include "report/read/strong.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "report/inputs/files.h"
#include "report/read/walk.h"

typedef struct {
    ReportInputs *inputs;
    const ReportStrongListener *listener;
} Reader;

static void tell_damage(const Reader *reader, const char *path, const char *message)
{
    reader->listener->damaged(reader->listener->user, path, message);
}

/* Returns when the file was last written, in nanoseconds since 1970; 0 if it is gone. */
static gint64 age_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return 0;
    return status.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + status.st_mtim.tv_nsec;
}

void report_strong_add(ReportInputs *inputs, const HtolTable *table, gint64 written)
{
    ReportStrong *strong = htol_arena_new0(inputs->arena, ReportStrong, 1);
    *strong = (ReportStrong){table, written};
    g_ptr_array_add(inputs->strong, strong);
}

static void read_table(void *user, const char *path)
{
    const Reader *reader = user;
    g_autofree char *bytes = NULL;
    g_autoptr(GError) error = NULL;
    gsize size;
    const HtolTable *table = NULL;
    if (report_file_read(path, &bytes, &size, &error))
        table = htol_table_read(reader->inputs->arena, (const guint8 *)bytes, size, NULL, &error);
    if (table) {
        report_strong_add(reader->inputs, table, age_of(path));
        return;
    }
    g_autofree char *message = g_strdup_printf("damaged table of a strong build: %s", error->message);
    tell_damage(reader, path, message);
}

/* Returns for how many trials there is room when there are `n`: a power of two, so that many shards copy them seldom.
 */
static guint room_for(guint n)
{
    return n > 0 ? 1u << g_bit_storage(n - 1) : 0;
}

static void append_trials(ReportInputs *inputs, const HtolTrial *more, guint n)
{
    guint all = inputs->n_trials + n;
    if (n == 0)
        return;
    if (room_for(all) > room_for(inputs->n_trials)) {
        HtolTrial *trials = htol_arena_new0(inputs->arena, HtolTrial, room_for(all));
        if (inputs->n_trials > 0)
            memcpy(trials, inputs->trials, inputs->n_trials * sizeof *trials);
        inputs->trials = trials;
    }
    memcpy(inputs->trials + inputs->n_trials, more, n * sizeof *more);
    inputs->n_trials = all;
}

void report_strong_add_trials(ReportInputs *inputs, const char *path, const char *text,
                              const ReportStrongListener *listener)
{
    guint n, damaged = 0;
    HtolTrial *trials = htol_trials_read(inputs->arena, text, &n, &damaged);
    append_trials(inputs, trials, n);
    if (damaged == 0)
        return;
    g_autofree char *message =
        g_strdup_printf("%u damaged line%s of trials left out: 'hlcov mutate' runs these tests again", damaged,
                        damaged == 1 ? "" : "s");
    listener->damaged(listener->user, path, message);
}

static void read_trials(const Reader *reader, const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize size;
    if (report_file_read(path, &text, &size, &error))
        report_strong_add_trials(reader->inputs, path, text, reader->listener);
    else if (error->code != ENOENT && error->code != ENOTDIR)
        tell_damage(reader, path, error->message);
}

/* Orders the youngest first; the rest makes the order the same everywhere. */
static int compare_strong(gconstpointer left, gconstpointer right)
{
    const ReportStrong *one = *(ReportStrong *const *)left, *other = *(ReportStrong *const *)right;
    if (one->written != other->written)
        return one->written > other->written ? -1 : 1;
    return memcmp(one->table->id, other->table->id, HTOL_ID_SIZE);
}

void report_strong_read(ReportInputs *inputs, const char *directory, const ReportStrongListener *listener)
{
    Reader reader = {inputs, listener};
    const ReportWalk walk = {&reader, read_table, NULL, NULL, NULL};
    g_autofree char *trials = htol_trials_path(directory);
    g_autoptr(GError) error = NULL;
    if (!report_walk_strong(directory, &walk, &error))
        tell_damage(&reader, directory, error->message);
    read_trials(&reader, trials);
}

void report_strong_sort(const ReportInputs *inputs)
{
    g_ptr_array_sort(inputs->strong, compare_strong);
}

gboolean report_strong_is(const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_functions; i++)
        if (table->functions[i].n_changes > 0)
            return TRUE;
    return FALSE;
}
