/* Makes files one by one; see apart.h. */
#include "report/make/apart.h"

#include <string.h>

#include "report/inputs/files.h"
#include "report/inputs/workers.h"
#include "report/make/keys.h"
#include "report/merge/calls.h"
#include "report/model/sums.h"

/* So few files are not worth a process; and a file of no more units is soon made again. */
enum { FEW_FILES = 64, FEW_UNITS = 8 };

typedef struct {
    const ReportBuilder *builder;
    ReportImages *images;
    HtolJudged *known;
    GHashTable *keys; /* path: its ReportKeyed */
    GPtrArray *files; /* ReportFile; NULL in a process that judges for another one */
} Stream;

/* ---- judging ---- */

static void free_arena(gpointer arena)
{
    htol_arena_free(arena);
}

/* What a model had before a file was judged: whatever a file changes in it beside counts, its sum does not tell. */
typedef struct {
    guint claims, disproved, refuted;
    ReportCounts counts;
} Before;

static Before before(const ReportBuilder *builder)
{
    return (Before){report_exclusions_claims(builder->exclusions), report_exclusions_disproved(builder->exclusions),
                    builder->model->refuted->len, builder->model->counts};
}

static gboolean says_all(const ReportBuilder *builder, const Before *had, const ReportFile *sum)
{
    Before has = before(builder);
    return !sum->is_spread && has.claims == had->claims && has.refuted == had->refuted;
}

/* Returns whether the sum may stand for the file. */
static gboolean keep_sum(const Stream *stream, const Before *had, const ReportFile *sum)
{
    const ReportModel *model = stream->builder->model;
    const ReportKeyed *keyed = g_hash_table_lookup(stream->keys, sum->path);
    if (!says_all(stream->builder, had, sum) || !keyed)
        return FALSE;
    ReportCounts counts = model->counts;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    report_counts_subtract(&counts, &had->counts);
    report_sum_put(sum, model, &counts, bytes);
    htol_judged_add(stream->known, keyed->key, bytes->data, bytes->len);
    return TRUE;
}

static ReportFile *judge_source(const Stream *stream, const ReportSource *source, HtolArena *arena)
{
    ReportModel *model = stream->builder->model;
    model->functions = arena;
    report_calls_name(arena, stream->images, source);
    ReportFile *file = report_build_file(stream->builder, source);
    model->functions = model->arena;
    report_exclusions_forget(stream->builder->exclusions);
    return file;
}

/* Makes a file in the arena, and frees that unless the file is kept as it is. A file that is judged again elsewhere is
 * shown there. */
static void make_file(const Stream *stream, const ReportSource *source, HtolArena *arena)
{
    ReportModel *model = stream->builder->model;
    Before had = before(stream->builder);
    ReportFile *file = judge_source(stream, source, arena), *sum = report_file_sum(model, file);
    gboolean disproved = report_exclusions_disproved(stream->builder->exclusions) > had.disproved;
    if (keep_sum(stream, &had, sum) || stream->files)
        report_build_show(model, file);
    if (stream->files && (source->n_units > FEW_UNITS || disproved)) {
        report_model_keep(model, arena, free_arena);
        sum = file;
    } else {
        htol_arena_free(arena);
    }
    if (stream->files)
        report_build_add(model, stream->files, sum);
}

static void take_source(const ReportSource *source, HtolArena *arena, gpointer data)
{
    const Stream *stream = data;
    report_name_unread(stream->builder->model, source->path, source->cause);
    if (source->wanted)
        make_file(stream, source, arena);
    else
        htol_arena_free(arena);
}

/* Judges the files whose paths are in `only`. */
static gboolean judge_files(const Stream *stream, GHashTable *only, GError **error)
{
    const ReportBuilder *builder = stream->builder;
    ReportModel *model = builder->model;
    ReportRequest request = *builder->request;
    request.only = only;
    return report_merge_each(model->inputs, &request, &builder->scripts, model->tests, take_source, (gpointer)stream,
                             &model->n_system, error);
}

/* ---- what is known ---- */

/* Who wants to see each file must have it judged; and only some lines have no sums that are worth keeping. */
static gboolean may_know(const ReportRequest *request)
{
    return !request->visitor && !request->diff && !request->place;
}

static gboolean take_known(const Stream *stream, const ReportKeyed *keyed)
{
    ReportModel *model = stream->builder->model;
    ReportCounts counts = {0};
    gsize size;
    const guint8 *bytes = htol_judged_find(stream->known, keyed->key, &size);
    if (!bytes && may_know(stream->builder->request))
        bytes = htol_judged_find(model->inputs->judged, keyed->key, &size);
    ReportFile *sum = bytes ? report_sum_take(model, keyed->path, bytes, size, &counts) : NULL;
    if (!sum)
        return FALSE;
    report_name_unread(model, keyed->path, keyed->cause);
    report_counts_add(&model->counts, &counts);
    report_build_add(model, stream->files, sum);
    return TRUE;
}

/* Takes the files whose sums are known; the others stay in `left`. */
static void take_all_known(const Stream *stream, GPtrArray *left)
{
    guint kept = 0;
    for (guint i = 0; i < left->len; i++)
        if (!take_known(stream, left->pdata[i]))
            left->pdata[kept++] = left->pdata[i];
    g_ptr_array_set_size(left, kept);
}

/* ---- several processes ---- */

/* Judging a file takes about as long as reading so many tables does. */
enum { TABLES_PER_FILE = 16 };

static guint64 work_of(const ReportKeyed *keyed)
{
    return keyed->n_units + TABLES_PER_FILE;
}

/* The paths of a part of the files, from 0 on, about as much work as each other one: neighbours, for they share units.
 * To be unreferenced. */
static GHashTable *part_of(const GPtrArray *files, guint part, guint parts)
{
    GHashTable *paths = g_hash_table_new(g_str_hash, g_str_equal);
    guint64 all = 0, done = 0;
    for (guint i = 0; i < files->len; i++)
        all += work_of(files->pdata[i]);
    for (guint i = 0; i < files->len; i++) {
        const ReportKeyed *keyed = files->pdata[i];
        if (done * parts / all == part)
            g_hash_table_add(paths, (gpointer)keyed->path);
        done += work_of(keyed);
    }
    return paths;
}

/* What was gathered, with its size before it, then sums. */
static void send_all(const Stream *stream, FILE *out)
{
    const ReportVisitor *visitor = stream->builder->request->visitor;
    g_autoptr(GByteArray) gathered = g_byte_array_new();
    if (visitor)
        visitor->send(visitor->data, gathered);
    guint64 size = gathered->len;
    fwrite(&size, sizeof size, 1, out);
    fwrite(gathered->data, 1, gathered->len, out);
    g_autoptr(GByteArray) sums = g_byte_array_new();
    htol_judged_put(stream->known, HTOL_JUDGED_ADDED, sums);
    fwrite(sums->data, 1, sums->len, out);
}

static void receive_all(const Stream *stream, const GByteArray *sent)
{
    const ReportVisitor *visitor = stream->builder->request->visitor;
    guint64 size;
    memcpy(&size, sent->data, sizeof size);
    HtolStream gathered = {.at = sent->data + sizeof size, .end = sent->data + sizeof size + size};
    if (visitor)
        visitor->receive(visitor->data, stream->builder->model, &gathered);
    htol_judged_take(stream->known, gathered.end, (gsize)(sent->data + sent->len - gathered.end), TRUE);
}

/* Files that several processes judge. */
typedef struct {
    const Stream *stream;
    const GPtrArray *files; /* ReportKeyed */
    guint parts;
} Shared;

/* A ReportWork. */
static gboolean work(gpointer data, guint part, FILE *out)
{
    const Shared *shared = data;
    Stream own = *shared->stream;
    g_autoptr(GHashTable) paths = part_of(shared->files, part, shared->parts);
    own.files = NULL;
    own.builder->model->progress = NULL;
    if (!judge_files(&own, paths, NULL))
        return FALSE;
    send_all(&own, out);
    return !ferror(out);
}

/* What it did not manage to judge is judged later. */
static void end_worker(const Stream *stream, ReportWorker *worker)
{
    g_autoptr(GByteArray) sent = g_byte_array_new();
    if (report_worker_end(worker, sent))
        receive_all(stream, sent);
}

static void take_away(GPtrArray *left, GHashTable *paths)
{
    guint kept = 0;
    for (guint i = 0; i < left->len; i++) {
        ReportKeyed *keyed = left->pdata[i];
        if (!g_hash_table_contains(paths, keyed->path))
            left->pdata[kept++] = keyed;
    }
    g_ptr_array_set_size(left, kept);
}

/* Judges a part here and the others in processes beside it. Those of which a sum does not say all stay in `left`. */
static gboolean share(const Stream *stream, GPtrArray *left, guint jobs, GError **error)
{
    Shared shared = {stream, left, jobs};
    g_autofree ReportWorker *workers = g_new0(ReportWorker, jobs);
    g_autoptr(GHashTable) own = part_of(left, 0, jobs);
    for (guint i = 1; i < jobs; i++)
        workers[i] = report_worker_start(work, &shared, i);
    gboolean good = judge_files(stream, own, error);
    for (guint i = 1; i < jobs; i++)
        end_worker(stream, &workers[i]);
    take_away(left, own);
    return good;
}

/* ---- the whole ---- */

static gboolean judge_left(const Stream *stream, GPtrArray *left, GError **error)
{
    g_autoptr(GHashTable) paths = part_of(left, 0, 1);
    return judge_files(stream, paths, error);
}

static gboolean make_all(const Stream *stream, GPtrArray *left, GError **error)
{
    guint jobs = stream->builder->request->jobs;
    take_all_known(stream, left);
    if (jobs > 1 && left->len > FEW_FILES) {
        if (!share(stream, left, jobs, error))
            return FALSE;
        take_all_known(stream, left);
    }
    return judge_left(stream, left, error);
}

static HtolJudged *read_known(const ReportRequest *request)
{
    HtolJudged *known = htol_judged_new();
    g_autofree char *bytes = NULL;
    gsize size;
    if (request->known && may_know(request) && report_file_read(request->known, &bytes, &size, NULL))
        htol_judged_take(known, (const guint8 *)bytes, size, FALSE);
    return known;
}

/* Whatever goes wrong, it is just not written: nobody needs it. */
static void write_known(const ReportRequest *request, const HtolJudged *known)
{
    ReportOutput output;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    if (!request->known || !may_know(request) || !htol_judged_is_changed(known) ||
        !report_output_open(&output, request->known, NULL))
        return;
    htol_judged_put(known, HTOL_JUDGED_LASTING, bytes);
    fwrite(bytes->data, 1, bytes->len, output.stream);
    report_output_close(&output, NULL);
}

static void free_bytes(gpointer bytes)
{
    g_byte_array_unref(bytes);
}

/* For other hosts. */
static void give_sums(ReportModel *model, const HtolJudged *known)
{
    GByteArray *sums = g_byte_array_new();
    htol_judged_put(known, HTOL_JUDGED_USED, sums);
    report_model_keep(model, sums, free_bytes);
    model->judged = sums;
}

static gboolean is_of_part(const ReportBuilder *builder, const ReportKeyed *keyed)
{
    return htol_part_has(builder->request->part, keyed->path);
}

gboolean report_build_apart(const ReportBuilder *builder, GPtrArray *files, GError **error)
{
    g_autoptr(GArray) all = report_keys(builder->model);
    g_autoptr(GPtrArray) left = g_ptr_array_new();
    g_autoptr(GHashTable) keys = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(ReportImages) images = report_images_new(builder->model->inputs);
    g_autoptr(HtolJudged) known = read_known(builder->request);
    const Stream stream = {builder, images, known, keys, files};
    for (guint i = 0; i < all->len; i++) {
        ReportKeyed *keyed = &g_array_index(all, ReportKeyed, i);
        g_hash_table_insert(keys, (gpointer)keyed->path, keyed);
        if (is_of_part(builder, keyed))
            g_ptr_array_add(left, keyed);
    }
    if (!make_all(&stream, left, error))
        return FALSE;
    write_known(builder->request, known);
    if (builder->request->part.parts > 0)
        give_sums(builder->model, known);
    return TRUE;
}
