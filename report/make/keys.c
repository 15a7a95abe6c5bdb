/* Hashes what verdicts of files depend on; see keys.h. */
#include "report/make/keys.h"

#include <string.h>
#include <sys/stat.h>

#include "report/elf/elf.h"
#include "report/merge/merge.h"

/* What the keys of all files have in common. */
typedef struct {
    const ReportModel *model;
    GChecksum *common;   /* this program, and what the request says */
    GChecksum *programs; /* the files that addresses of functions are named by */
} Keys;

/* ---- words ---- */

static void add_bytes(GChecksum *sum, gconstpointer bytes, gsize size)
{
    guint64 length = size;
    g_checksum_update(sum, (const guchar *)&length, sizeof length);
    g_checksum_update(sum, bytes, (gssize)size);
}

static void add_number(GChecksum *sum, guint64 number)
{
    g_checksum_update(sum, (const guchar *)&number, sizeof number);
}

static void add_text(GChecksum *sum, const char *text)
{
    add_bytes(sum, text ? text : "", text ? strlen(text) + 1 : 0);
}

static void add_texts(GChecksum *sum, const char *const *texts)
{
    for (; texts && *texts; texts++)
        add_text(sum, *texts);
    add_text(sum, NULL);
}

/* ---- what is common ---- */

/* The build of this program: the same on every machine that has it. Without one, nothing is ever known. */
static void add_ourselves(GChecksum *sum)
{
    g_autofree char *nobody = g_uuid_string_random();
    ReportElf elf;
    if (!report_elf_read("/proc/self/exe", &elf, NULL)) {
        add_text(sum, nobody);
        return;
    }
    add_text(sum, *elf.build_id ? elf.build_id : nobody);
    report_elf_clear(&elf);
}

static GChecksum *sum_common(const ReportModel *model)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_ourselves(sum);
    add_bytes(sum, &model->selection, sizeof model->selection);
    add_bytes(sum, model->ranked, model->n_ranked * sizeof *model->ranked);
    add_text(sum, model->request.root);
    add_texts(sum, model->request.sources);
    return sum;
}

static GChecksum *sum_programs(const ReportInputs *inputs)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < inputs->programs->len; i++) {
        const ReportProgram *program = inputs->programs->pdata[i];
        struct stat file;
        add_text(sum, program->build_id);
        if (stat(program->path, &file) != 0)
            continue;
        add_number(sum, (guint64)file.st_size);
        add_number(sum, (guint64)file.st_mtim.tv_sec);
        add_number(sum, (guint64)file.st_mtim.tv_nsec);
    }
    return sum;
}

/* ---- a file ---- */

static gboolean has_code(const ReportUnit *unit)
{
    gboolean has = FALSE;
    for (guint32 i = 0; i < unit->n_tuples && !has; i++)
        has = htol_tuple_has_code(&unit->tuples[i]);
    return has;
}

static void add_tuples(const Keys *keys, GChecksum *sum, const ReportUnit *unit)
{
    add_number(sum, unit->n_tuples);
    add_number(sum, unit->lost > 0);
    for (guint32 i = 0; i < unit->n_tuples; i++) {
        const HtolTuple *tuple = &unit->tuples[i];
        add_number(sum, tuple->source);
        add_bytes(sum, tuple->words, 2 * tuple->n_values * sizeof *tuple->words);
    }
    if (has_code(unit))
        add_text(sum, g_checksum_get_string(keys->programs));
}

static void add_unit(const Keys *keys, GChecksum *sum, const ReportUnit *unit)
{
    add_bytes(sum, unit->table->id, HTOL_ID_SIZE);
    add_text(sum, unit->table->row.root);
    add_number(sum, unit->proofs);
    add_number(sum, unit->run);
    add_bytes(sum, unit->slots, unit->table->row.slots);
    add_tuples(keys, sum, unit);
    add_bytes(sum, unit->tests.outside, unit->tests.n_outside);
    add_number(sum, unit->tests.outside_tuples);
}

/* Adds the text as it is now: what its comments say, and whether it is the one that was compiled. */
static void add_source(const Keys *keys, GChecksum *sum, const ReportUnit *first, ReportKeyed *keyed)
{
    const char *root = keys->model->request.root;
    g_autofree char *text = NULL, *hash = NULL;
    gsize size = 0;
    keyed->cause = report_source_read(root ? root : first->table->row.root, keyed->path, &text, &size, &hash);
    add_number(sum, (guint64)keyed->cause);
    add_number(sum, size);
    add_text(sum, keyed->cause ? NULL : hash);
}

static void find_key(const Keys *keys, const GPtrArray *units, ReportKeyed *keyed)
{
    g_autoptr(GChecksum) sum = g_checksum_copy(keys->common);
    guint8 digest[32];
    gsize size = sizeof digest;
    add_text(sum, keyed->path);
    add_source(keys, sum, units->pdata[0], keyed);
    for (guint i = 0; i < units->len; i++)
        add_unit(keys, sum, units->pdata[i]);
    g_checksum_get_digest(sum, digest, &size);
    memcpy(keyed->key, digest, sizeof keyed->key);
}

/* ---- all files ---- */

static int compare_keyed(gconstpointer one, gconstpointer other)
{
    return strcmp(((const ReportKeyed *)one)->path, ((const ReportKeyed *)other)->path);
}

static GArray *list_files(const ReportModel *model, GHashTable *holders)
{
    GHashTableIter at;
    gpointer path, units;
    GArray *files = g_array_new(FALSE, TRUE, sizeof(ReportKeyed));
    g_hash_table_iter_init(&at, holders);
    while (g_hash_table_iter_next(&at, &path, &units)) {
        const ReportKeyed keyed = {.path = path, .n_units = ((const GPtrArray *)units)->len};
        if (report_is_wanted(&model->request, path))
            g_array_append_val(files, keyed);
    }
    g_array_sort(files, compare_keyed);
    return files;
}

GArray *report_keys(const ReportModel *model)
{
    g_autoptr(GHashTable) holders = report_holders(model->inputs);
    GArray *files = list_files(model, holders);
    g_autoptr(GChecksum) common = sum_common(model), programs = sum_programs(model->inputs);
    const Keys keys = {model, common, programs};
    for (guint i = 0; i < files->len; i++) {
        ReportKeyed *file = &g_array_index(files, ReportKeyed, i);
        find_key(&keys, g_hash_table_lookup(holders, file->path), file);
    }
    return files;
}
