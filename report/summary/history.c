/* Appends to the history, and reads it; see history.h. */
#include "report/summary/history.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "report/inputs/files.h"
#include "report/summary/gates.h"
#include "report/summary/summary.h"

enum { FORMAT_VERSION = 1 };

/* ---- writing ---- */

/* "2026-11-21T00:40:00Z". To be freed. */
static char *date_of(gint64 seconds)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
    return time ? g_date_time_format_iso8601(time) : g_strdup("");
}

static gboolean is_worse(const ReportModel *model, const ReportEarlier *least)
{
    for (guint i = 0; least && i < HTOL_CRITERIA; i++)
        if (report_is_worse(model, least, i))
            return TRUE;
    return FALSE;
}

/* To be freed. */
static char *line_of(const ReportModel *model, const ReportEarlier *least, gboolean passed)
{
    const ReportCheckout *checkout = model->summary->checkout;
    g_autofree char *date = date_of(model->time);
    json_t *totals = report_earlier_totals(model, model->totals);
    json_t *line = json_pack("{s:i, s:s*, s:s*, s:s, s:b, s:b, s:o}", "hlcov", FORMAT_VERSION, "revision",
                             checkout->revision, "branch", checkout->branch, "date", date, "passed", passed, "worse",
                             is_worse(model, least), "totals", totals);
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    return text;
}

static gboolean fail(const char *path, GError **error)
{
    g_set_error(error, REPORT_ERROR, 0, "%s: cannot be written: %s", path, g_strerror(errno));
    return FALSE;
}

/* A last line that was cut off is ended first. */
static gboolean is_cut(int fd)
{
    char last = '\n';
    off_t end = lseek(fd, 0, SEEK_END);
    return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

static gboolean append(int fd, const char *path, const char *line, GError **error)
{
    g_autofree char *whole = g_strconcat(is_cut(fd) ? "\n" : "", line, "\n", NULL);
    gssize size = (gssize)strlen(whole), written = write(fd, whole, (gsize)size);
    if (written >= 0 && written < size)
        errno = ENOSPC;
    return written == size || fail(path, error);
}

gboolean report_history_append(const ReportModel *model, const ReportEarlier *least, gboolean passed, const char *path,
                               GError **error)
{
    g_autofree char *line = line_of(model, least, passed);
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    gboolean good = fd >= 0 ? append(fd, path, line ? line : "", error) : fail(path, error);
    if (fd >= 0 && close(fd) != 0 && good)
        good = fail(path, error);
    return good;
}

/* ---- reading ---- */

/* NULL: the line is none. */
static ReportEarlier *read_line(const char *line, const HtolSelection *selection)
{
    json_t *root = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    ReportEarlier *earlier = g_new0(ReportEarlier, 1);
    if (!root || report_earlier_fill(earlier, root, selection))
        g_clear_pointer(&earlier, report_earlier_free);
    if (earlier) {
        earlier->name = earlier->revision ? g_strdup(earlier->revision) : report_date_text(earlier->time);
        earlier->branch = g_strdup(json_string_value(json_object_get(root, "branch")));
        earlier->failed = json_is_false(json_object_get(root, "passed"));
        earlier->worse = json_is_true(json_object_get(root, "worse"));
    }
    json_decref(root);
    return earlier;
}

static void free_earlier(gpointer earlier)
{
    report_earlier_free(earlier);
}

GPtrArray *report_history_read(const char *path, const HtolSelection *selection, guint *damaged, GError **error)
{
    g_autofree char *text = NULL;
    gsize size;
    GError *fault = NULL;
    g_autoptr(GPtrArray) history = g_ptr_array_new_with_free_func(free_earlier);
    if (report_file_read(path, &text, &size, &fault)) {
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        *damaged = 0;
        for (char **line = lines; *line; line++) {
            ReportEarlier *earlier = **line ? read_line(*line, selection) : NULL;
            *damaged += **line && !earlier;
            if (earlier)
                g_ptr_array_add(history, earlier);
        }
        if (history->len > 0)
            return g_steal_pointer(&history);
        g_set_error(&fault, REPORT_ERROR, 0, "it has no line that 'hlcov report --save-history' wrote");
    }
    g_propagate_prefixed_error(error, fault, "%s: ", path);
    return NULL;
}

static ReportEarlier *last_good(GPtrArray *history)
{
    for (guint i = history->len; i-- > 0;)
        if (!((const ReportEarlier *)history->pdata[i])->worse)
            return g_ptr_array_steal_index(history, i);
    return NULL;
}

/* A report is one object of many lines, or of one. */
ReportEarlier *report_history_least(const char *path, const HtolSelection *selection, GError **error)
{
    guint damaged;
    g_autoptr(GPtrArray) history = report_history_read(path, selection, &damaged, NULL);
    ReportEarlier *last = history ? last_good(history) : NULL;
    if (last)
        return last;
    if (!history)
        return report_earlier_read(path, selection, error);
    g_set_error(error, REPORT_ERROR, 0, "%s: all reports of this history are worse than others", path);
    return NULL;
}
