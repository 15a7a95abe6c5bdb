/* Finds users' scripts in tables and chooses the text of each; see scripts.h. It does not read what they say.
 */
#include "report/model/scripts.h"

#include "htol/base/bytes.h"

#include <stdlib.h>
#include <string.h>

/* A text of a script, and how many units were compiled with it. */
typedef struct {
    const char *path, *hash, *root;
    HtolScriptKind kind;
    guint n_units;
    const HtolTable *last; /* the unit that was counted last */
} Version;

static guint hash_version(gconstpointer key)
{
    const Version *version = key;
    return g_str_hash(version->path) ^ g_str_hash(version->hash);
}

static gboolean equal_versions(gconstpointer left, gconstpointer right)
{
    const Version *one = left, *other = right;
    return strcmp(one->path, other->path) == 0 && strcmp(one->hash, other->hash) == 0;
}

/* By file; of one file the text that most units have comes first. */
static int compare_versions(const void *left, const void *right)
{
    const Version *one = *(Version *const *)left, *other = *(Version *const *)right;
    int order = strcmp(one->path, other->path);
    if (order || one->n_units == other->n_units)
        return order ? order : strcmp(one->hash, other->hash);
    return one->n_units > other->n_units ? -1 : 1;
}

/* A script is many rows if it stands in comments. LTest's labels are no file of their own. */
static void count_row(HtolArena *arena, GHashTable *versions, const HtolTable *table, const HtolRowScript *row)
{
    const Version key = {.path = row->path, .hash = row->hash, .root = table->row.root, .kind = row->kind};
    Version *version = g_hash_table_lookup(versions, &key);
    if (!version) {
        version = htol_arena_memdup(arena, &key, sizeof key);
        g_hash_table_add(versions, version);
    }
    if (version->kind == HTOL_SCRIPT_MARKS)
        version->kind = row->kind;
    version->n_units += version->last != table;
    version->last = table;
}

static Version **list_versions(HtolArena *arena, const ReportInputs *inputs, guint *count)
{
    g_autoptr(GHashTable) set = g_hash_table_new(hash_version, equal_versions);
    for (guint i = 0; i < inputs->units->len; i++) {
        const HtolTable *table = ((ReportUnit *)inputs->units->pdata[i])->table;
        for (guint32 s = 0; s < table->n_scripts; s++)
            count_row(arena, set, table, &table->scripts[s]);
    }
    Version **versions = (Version **)g_hash_table_get_keys_as_array(set, count);
    if (*count)
        qsort(versions, *count, sizeof *versions, compare_versions);
    return versions;
}

/* Reads the file; returns the hash of its bytes, to be freed, or NULL. */
static char *read_now(HtolArena *arena, ReportScript *script, const char *root)
{
    g_autofree char *text = NULL;
    char *hash = NULL;
    script->state = REPORT_SOURCE_MISSING;
    script->cause = report_source_read(root, script->path, &text, &script->source_size, &hash);
    if (script->cause)
        return NULL;
    script->state = REPORT_SOURCE_CHANGED;
    script->source = htol_arena_memdup(arena, text, script->source_size + 1);
    return hash;
}

/* Of the versions of one file. */
static ReportScript choose(HtolArena *arena, Version *const *versions, guint count, const ReportRequest *request)
{
    ReportScript script = {.path = versions[0]->path, .kind = versions[0]->kind};
    const char *root = request->root ? request->root : versions[0]->root;
    g_autofree char *now = read_now(arena, &script, root);
    const Version *chosen = versions[0];
    for (guint i = 0; i < count; i++) {
        script.n_others += versions[i]->n_units;
        if (now && strcmp(versions[i]->hash, now) == 0) {
            chosen = versions[i];
            script.state = REPORT_SOURCE_OK;
        }
    }
    if (script.state == REPORT_SOURCE_OK && !report_source_is_shown(root, script.path, request->sources))
        script.state = REPORT_SOURCE_OUTSIDE;
    if (script.state != REPORT_SOURCE_OK)
        script.source = NULL;
    script.hash = chosen->hash;
    script.n_units = chosen->n_units;
    script.n_others -= chosen->n_units;
    return script;
}

static int compare_found(const void *left, const void *right)
{
    const ReportScript *one = left, *other = right;
    return strcmp(one->path, other->path);
}

static void find_compiled(HtolArena *arena, const ReportInputs *inputs, const ReportRequest *request, GArray *scripts)
{
    guint count;
    g_autofree Version **versions = list_versions(arena, inputs, &count);
    for (guint first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && strcmp(versions[end]->path, versions[first]->path) == 0;)
            end++;
        const ReportScript script = choose(arena, versions + first, end - first, request);
        g_array_append_val(scripts, script);
    }
}

/* Scripts that are asked for
 * ---------------------------------------------------------------------------------------------------- */

/* The text is there already, whatever the path: units were compiled with it, or it is asked for twice. */
static gboolean has_text(const GArray *scripts, const char *hash)
{
    for (guint i = 0; i < scripts->len; i++) {
        const ReportScript *script = &g_array_index(scripts, ReportScript, i);
        if (script->kind == HTOL_SCRIPT_FILE && strcmp(script->hash, hash) == 0)
            return TRUE;
    }
    return FALSE;
}

/* A path that no other script has: of a file that units were compiled with another text of, one that says so.
 */
static const char *new_path(HtolArena *arena, const GArray *scripts, const char *path)
{
    for (guint i = 0; i < scripts->len; i++)
        if (strcmp(g_array_index(scripts, ReportScript, i).path, path) == 0)
            return htol_arena_printf(arena, "%s (now)", path);
    return path;
}

static void add_asked(HtolArena *arena, GArray *scripts, const char *path, const char *text, gsize size)
{
    g_autofree char *hash = htol_text_hash(text, size);
    if (has_text(scripts, hash))
        return;
    HtolRowScript *row = htol_arena_new0(arena, HtolRowScript, 1);
    *row = (HtolRowScript){.path = new_path(arena, scripts, path),
                           .file = "",
                           .hash = htol_arena_strndup(arena, hash, strlen(hash)),
                           .line = 1,
                           .column = 1,
                           .kind = HTOL_SCRIPT_FILE,
                           .text = htol_arena_strndup(arena, text, size)};
    const ReportScript script = {.path = row->path,
                                 .hash = row->hash,
                                 .kind = row->kind,
                                 .state = REPORT_SOURCE_OK,
                                 .source = row->text,
                                 .source_size = size,
                                 .asked = row};
    g_array_append_val(scripts, script);
}

static gboolean find_asked(HtolArena *arena, const char *const *paths, GArray *scripts, GError **error)
{
    for (; paths && *paths; paths++) {
        g_autofree char *text = NULL;
        gsize size;
        if (!report_file_read(*paths, &text, &size, error)) {
            g_prefix_error(error, "%s: ", *paths);
            return FALSE;
        }
        add_asked(arena, scripts, *paths, text, size);
    }
    return TRUE;
}

/* All
 * ---------------------------------------------------------------------------------------------------- */

gboolean report_scripts_find(HtolArena *arena, const ReportInputs *inputs, const ReportRequest *request,
                             ReportScripts *scripts, GError **error)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(ReportScript));
    find_compiled(arena, inputs, request, found);
    if (!find_asked(arena, request->objectives, found, error))
        return FALSE;
    g_array_sort(found, compare_found);
    scripts->n_scripts = found->len;
    scripts->scripts = htol_arena_memdup(arena, found->data, found->len * sizeof(ReportScript));
    return TRUE;
}

const ReportScript *report_script_of(const ReportScripts *scripts, const char *path)
{
    const ReportScript wanted = {.path = path};
    return bsearch(&wanted, scripts->scripts, scripts->n_scripts, sizeof wanted, compare_found);
}

gboolean report_script_is_current(const ReportScripts *scripts, const HtolRowScript *row)
{
    return strcmp(report_script_of(scripts, row->path)->hash, row->hash) == 0;
}

GHashTable *report_scripts_current(const ReportScripts *scripts, const HtolTable *table, gboolean *all)
{
    GHashTable *current = g_hash_table_new(g_str_hash, g_str_equal);
    *all = TRUE;
    for (guint32 i = 0; i < table->n_scripts; i++) {
        const HtolRowScript *row = &table->scripts[i];
        gboolean is_current = report_script_is_current(scripts, row);
        if (is_current)
            g_hash_table_add(current, (gpointer)row->path);
        *all &= is_current;
    }
    return current;
}
