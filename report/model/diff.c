/* Asks git what changed, and finds the objectives on these lines; see diff.h. */
#include "report/model/diff.h"

#include <string.h>

#include "report/model/way.h"

/* Lines first to last changed. */
typedef struct {
    guint first, last;
} Range;

struct ReportDiff {
    char *base;
    GHashTable *files; /* by path: GArray of Range, in the order in which they were added */
};

/* A diff while it is read. */
typedef struct {
    ReportDiff *diff;
    const char *at;
    char *path;  /* of the file in whose part it is; NULL: none that has lines now */
    guint line;  /* of the text, from 1 */
    guint lines; /* of a hunk that are still to come: they may look like anything */
} Reader;

ReportDiff *report_diff_new(void)
{
    ReportDiff *diff = g_new0(ReportDiff, 1);
    diff->base = g_strdup("");
    diff->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    return diff;
}

void report_diff_free(ReportDiff *diff)
{
    g_hash_table_unref(diff->files);
    g_free(diff->base);
    g_free(diff);
}

static void add_range(ReportDiff *diff, const char *path, Range range)
{
    GArray *ranges = g_hash_table_lookup(diff->files, path);
    if (!ranges)
        g_hash_table_insert(diff->files, g_strdup(path), ranges = g_array_new(FALSE, FALSE, sizeof(Range)));
    g_array_append_val(ranges, range);
}

void report_diff_add_file(ReportDiff *diff, const char *path)
{
    add_range(diff, path, (Range){1, G_MAXUINT});
}

/* Reading a diff --------------------------------------------------------------------------------------- */

/* What stands in a line of git for a name: in quotes, with escapes as in C, if it has odd characters; before
 * a tab if it has blanks. To be freed. */
static char *unquoted(const char *name)
{
    gsize size = strcspn(name, "\t");
    if (*name != '"')
        return g_strndup(name, size);
    size = strlen(name);
    g_autofree char *inside = g_strndup(name + 1, size > 1 && name[size - 1] == '"' ? size - 2 : size - 1);
    return g_strcompress(inside);
}

/* `b/path`, or /dev/null of a file that is gone. */
static void read_path(Reader *reader, const char *name)
{
    g_autofree char *path = unquoted(name);
    g_free(reader->path);
    reader->path = g_str_has_prefix(path, "b/") ? g_strdup(path + 2) : NULL;
}

/* `7` or `7,2`: two lines from line 7. */
static gboolean read_span(const char **at, guint *first, guint *count)
{
    guint64 number;
    char *end;
    if (!g_ascii_isdigit(**at))
        return FALSE;
    number = g_ascii_strtoull(*at, &end, 10);
    *first = (guint)MIN(number, G_MAXINT);
    *count = 1;
    if (*end == ',' && g_ascii_isdigit(end[1])) {
        number = g_ascii_strtoull(end + 1, &end, 10);
        *count = (guint)MIN(number, G_MAXINT);
    }
    *at = end;
    return TRUE;
}

/* "@@ -5,2 +7,3 @@": behind it come 2 lines that are gone and 3 that are new. */
static gboolean read_hunk(Reader *reader, const char *text)
{
    guint old, n_old, new, n_new;
    const char *at = text + strlen("@@ -");
    if (!read_span(&at, &old, &n_old) || !g_str_has_prefix(at, " +"))
        return FALSE;
    at += strlen(" +");
    if (!read_span(&at, &new, &n_new) || !g_str_has_prefix(at, " @@"))
        return FALSE;
    reader->lines = n_old + n_new;
    if (n_new > 0 && reader->path)
        add_range(reader->diff, reader->path, (Range){new, new + n_new - 1});
    return TRUE;
}

/* FALSE if it cannot stand there. */
static gboolean read_line(Reader *reader, const char *text)
{
    if (reader->lines > 0 && (*text == '-' || *text == '+')) {
        reader->lines--;
        return TRUE;
    }
    if (*text == '\\') /* no newline at the end of the file */
        return TRUE;
    if (reader->lines > 0)
        return FALSE;
    if (g_str_has_prefix(text, "diff "))
        g_clear_pointer(&reader->path, g_free);
    if (g_str_has_prefix(text, "+++ "))
        read_path(reader, text + 4);
    return !g_str_has_prefix(text, "@@ -") || read_hunk(reader, text);
}

gboolean report_diff_parse(ReportDiff *diff, const char *text, GError **error)
{
    gboolean good = TRUE;
    Reader reader = {.diff = diff, .at = text};
    while (good && *reader.at) {
        gsize size = strcspn(reader.at, "\n");
        g_autofree char *line = g_strndup(reader.at, size);
        reader.line++;
        reader.at += size + (reader.at[size] == '\n');
        good = read_line(&reader, line);
    }
    good = good && reader.lines == 0;
    g_free(reader.path);
    if (!good)
        g_set_error(error, REPORT_ERROR, 0, "the output of git is no diff, in line %u", reader.line);
    return good;
}

/* git -------------------------------------------------------------------------------------------------- */

/* Its output, to be freed; NULL and *error if it cannot be run or fails, with what it said. */
static char *run_git(const char *root, const char *const *arguments, GError **error)
{
    int status;
    g_autofree char *out = NULL, *said = NULL;
    GError *fault = NULL;
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_ptr_array_add(words, (char *)"git");
    for (; *arguments; arguments++)
        g_ptr_array_add(words, (char *)*arguments);
    g_ptr_array_add(words, NULL);
    if (!g_spawn_sync(root, (char **)words->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &said, &status,
                      &fault)) {
        g_propagate_prefixed_error(error, fault, "git: ");
        return NULL;
    }
    if (g_spawn_check_wait_status(status, NULL))
        return g_steal_pointer(&out);
    g_set_error(error, REPORT_ERROR, 0, "git in %s: %s", root, *said ? g_strchomp(said) : "it failed");
    return NULL;
}

/* The name of the commit, to be freed. */
static char *find_commit(const char *root, const char *revision, GError **error)
{
    g_autofree char *commit = g_strconcat(revision, "^{commit}", NULL);
    const char *const top[] = {"rev-parse", "--show-toplevel", NULL};
    const char *const arguments[] = {"rev-parse", "--verify", "--quiet", "--end-of-options", commit, NULL};
    g_autofree char *checkout = run_git(root, top, error);
    if (!checkout)
        return NULL;
    char *name = run_git(root, arguments, NULL);
    if (!name)
        g_set_error(error, REPORT_ERROR, 0, "there is no revision '%s' in %s", revision, g_strchomp(checkout));
    return name ? g_strchomp(name) : NULL;
}

static gboolean read_changes(ReportDiff *diff, const char *root, const char *commit, GError **error)
{
    const char *const arguments[] = {"-c",
                                     "core.quotePath=false",
                                     "diff",
                                     "--unified=0",
                                     "--no-color",
                                     "--no-ext-diff",
                                     "--no-textconv",
                                     "--find-renames",
                                     "--relative",
                                     "--ignore-submodules",
                                     "--src-prefix=a/",
                                     "--dst-prefix=b/",
                                     commit,
                                     "--",
                                     NULL};
    g_autofree char *text = run_git(root, arguments, error);
    return text && report_diff_parse(diff, text, error);
}

static gboolean read_unknown(ReportDiff *diff, const char *root, GError **error)
{
    const char *const arguments[] = {"-c", "core.quotePath=false", "ls-files", "--others", "--exclude-standard", NULL};
    g_autofree char *text = run_git(root, arguments, error);
    g_auto(GStrv) names = text ? g_strsplit(text, "\n", -1) : NULL;
    for (char **name = names; name && *name; name++) {
        g_autofree char *path = unquoted(*name);
        if (*path)
            report_diff_add_file(diff, path);
    }
    return text != NULL;
}

ReportDiff *report_diff_since(const char *root, const char *revision, GError **error)
{
    g_autofree char *commit = find_commit(root, revision, error);
    g_autoptr(ReportDiff) diff = report_diff_new();
    g_free(diff->base);
    diff->base = g_strdup(revision);
    if (!commit || !read_changes(diff, root, commit, error) || !read_unknown(diff, root, error))
        return NULL;
    return g_steal_pointer(&diff);
}

/* Asking ----------------------------------------------------------------------------------------------- */

const char *report_diff_base(const ReportDiff *diff)
{
    return diff->base;
}

guint report_diff_files(const ReportDiff *diff)
{
    return g_hash_table_size(diff->files);
}

gboolean report_diff_has(const ReportDiff *diff, const char *path, guint first, guint last)
{
    const GArray *ranges = g_hash_table_lookup(diff->files, path);
    for (guint i = 0; ranges && i < ranges->len; i++) {
        const Range *range = &g_array_index(ranges, Range, i);
        if (range->first <= last && first <= range->last)
            return TRUE;
    }
    return FALSE;
}

/* A place in a function. */
typedef struct {
    const ReportDiff *diff;
    const ReportFunction *function;
} Asked;

static gboolean has_lines(const Asked *asked, guint32 file, guint first, guint last)
{
    const HtolFunction *function = asked->function->function;
    const char *path = file < function->n_files ? function->files[file].path : asked->function->path;
    return report_diff_has(asked->diff, path, first, last);
}

/* The statements of the block; of an objective that stands where one of them does, that one alone. */
static gboolean has_block(const Asked *asked, const HtolObjective *objective)
{
    const HtolFunction *function = asked->function->function;
    for (guint32 i = 0; i < function->n_statements; i++) {
        const HtolRowStatement *row = &function->statements[i];
        gboolean is_own = row->line == objective->line && row->column == objective->column;
        if (row->block != objective->site.index || (objective->criterion == HTOL_CRIT_stmt && !is_own))
            continue;
        if (has_lines(asked, row->file, row->line, row->end_line))
            return TRUE;
    }
    return has_lines(asked, objective->file, objective->line, objective->line);
}

static gboolean has_way(const Asked *asked, const HtolObjective *objective)
{
    g_autoptr(GArray) way = report_way(asked->function, objective);
    for (guint i = 0; way && i < way->len; i++) {
        guint32 line = g_array_index(way, guint32, i);
        if (has_lines(asked, objective->file, line, line))
            return TRUE;
    }
    return has_lines(asked, objective->file, objective->line, objective->line);
}

gboolean report_diff_touches(const ReportDiff *diff, const ReportFunction *function, const HtolObjective *objective)
{
    const Asked asked = {diff, function};
    const HtolRowDecision *decision;
    const HtolRowOperation *operation;
    const HtolRowChange *change;
    if (!objective->hyper || objective->user || objective->criterion == HTOL_CRIT_fc)
        return has_lines(&asked, objective->file, objective->line, objective->line);
    switch (objective->site.kind) {
    case HTOL_SITE_BLOCK: return has_block(&asked, objective);
    case HTOL_SITE_DECISION:
        decision = &function->function->decisions[objective->site.index];
        return has_lines(&asked, decision->file, decision->line, decision->end_line);
    case HTOL_SITE_OPERATION:
        operation = &function->function->operations[objective->site.index];
        return has_lines(&asked, operation->file, operation->line, operation->end_line);
    case HTOL_SITE_CHANGE:
        change = &function->function->changes[objective->site.index];
        return has_lines(&asked, change->file, change->line, change->end_line);
    default: return has_way(&asked, objective);
    }
}
