/* Reads tables of strong builds and trials; see strong.h. */
#include "report/read/strong.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "report/read/files.h"
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

static void add_table(const Reader *reader, const HtolTable *table, gint64 written)
{
    ReportStrong *strong = htol_arena_new0(reader->inputs->arena, ReportStrong, 1);
    *strong = (ReportStrong){table, written};
    g_ptr_array_add(reader->inputs->strong, strong);
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
        add_table(reader, table, age_of(path));
        return;
    }
    g_autofree char *message = g_strdup_printf("damaged table of a strong build: %s", error->message);
    tell_damage(reader, path, message);
}

static void append_trials(ReportInputs *inputs, const HtolTrial *more, guint n)
{
    HtolTrial *all = htol_arena_new0(inputs->arena, HtolTrial, MAX(inputs->n_trials + n, 1));
    if (inputs->n_trials > 0)
        memcpy(all, inputs->trials, inputs->n_trials * sizeof *all);
    memcpy(all + inputs->n_trials, more, n * sizeof *all);
    inputs->trials = all;
    inputs->n_trials += n;
}

static void read_trials(const Reader *reader, const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize size;
    guint n, damaged = 0;
    if (!report_file_read(path, &text, &size, &error)) {
        if (error->code != ENOENT && error->code != ENOTDIR)
            tell_damage(reader, path, error->message);
        return;
    }
    HtolTrial *trials = htol_trials_read(reader->inputs->arena, text, &n, &damaged);
    append_trials(reader->inputs, trials, n);
    if (damaged == 0)
        return;
    g_autofree char *message = g_strdup_printf("%u damaged line%s left out: 'hlcov mutate' runs these tests again",
                                               damaged, damaged == 1 ? "" : "s");
    tell_damage(reader, path, message);
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
    const ReportWalk walk = {&reader, read_table, NULL, NULL};
    g_autofree char *trials = htol_trials_path(directory);
    g_autoptr(GError) error = NULL;
    if (!report_walk_strong(directory, &walk, &error))
        tell_damage(&reader, directory, error->message);
    read_trials(&reader, trials);
    g_ptr_array_sort(inputs->strong, compare_strong);
}
