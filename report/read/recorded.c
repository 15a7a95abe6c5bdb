/* Reads data files with their journals; see recorded.h. Their bytes are read by htol/files. */
#include "report/read/recorded.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "htol/base/bytes.h"
#include "htol/files/journal.h"
#include "report/inputs/error.h"
#include "report/inputs/files.h"

/* How often a data file is read at most while its process goes from test to test. */
enum { TRIES = 20 };

/* A data file, and the journal beside it, if there is one. */
typedef struct {
    char *bytes, *journal;
    gsize size, journal_size;
    gboolean is_torn; /* what the data file holds may be of two tests */
} Recorded;

char *report_recorded_journal(const char *path)
{
    g_autofree char *directory = g_path_get_dirname(path);
    return g_build_filename(directory, HTOL_JOURNAL_NAME, NULL);
}

/* The number of the record that names the test of the data file now; 0 if that cannot be read. */
static guint64 named_by_now(const char *path)
{
    guint8 number[HTOL_LEN_DATA_RECORD] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd >= 0 && pread(fd, number, sizeof number, HTOL_AT_DATA_RECORD) != sizeof number)
        memset(number, 0, sizeof number);
    if (fd >= 0)
        close(fd);
    return htol_long_number_at(number);
}

static gboolean is_of_one_test(const char *path, const Recorded *recorded)
{
    return recorded->size < HTOL_PAGE ||
           named_by_now(path) == htol_long_number_at((const guint8 *)recorded->bytes + HTOL_AT_DATA_RECORD);
}

/* Reads the data file; if its process has gone on to the next test meanwhile, again. */
static gboolean read_file(const char *path, Recorded *recorded, GError **error)
{
    recorded->is_torn = TRUE;
    for (guint tries = 0; tries < TRIES && recorded->is_torn; tries++) {
        g_clear_pointer(&recorded->bytes, g_free);
        if (!report_file_read(path, &recorded->bytes, &recorded->size, error))
            return FALSE;
        recorded->is_torn = !is_of_one_test(path, recorded);
    }
    return TRUE;
}

/* Reads the journal, if there is one, behind the data file: what the process clears there it has written here before.
 */
static gboolean read_both(const char *path, Recorded *recorded, GError **error)
{
    g_autofree char *journal = report_recorded_journal(path);
    if (!read_file(path, recorded, error))
        return FALSE;
    if (g_file_test(journal, G_FILE_TEST_IS_REGULAR))
        report_file_read(journal, &recorded->journal, &recorded->journal_size, NULL);
    return TRUE;
}

static void visit_data(void *user, guint8 *file, gsize size)
{
    const ReportRecordedVisitor *visitor = user;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) wrong = NULL;
    const HtolData *data = htol_data_read(arena, file, size, &wrong);
    if (data)
        visitor->data(visitor->user, data);
    else
        visitor->damage(visitor->user, wrong->message);
}

static void visit_journal(const Recorded *recorded, const ReportRecordedVisitor *visitor)
{
    const HtolJournal journal = {(const guint8 *)recorded->bytes, recorded->size, (const guint8 *)recorded->journal,
                                 recorded->journal_size, recorded->is_torn};
    const char *wrong = htol_journal_each(&journal, visit_data, (void *)visitor);
    g_autofree char *message = wrong ? g_strdup_printf("the journal of its tests: %s", wrong) : NULL;
    if (wrong)
        visitor->damage(visitor->user, message);
}

gboolean report_recorded_read(const char *path, const ReportRecordedVisitor *visitor, GError **error)
{
    Recorded recorded = {0};
    if (!read_both(path, &recorded, error))
        return FALSE;
    const char *obstacle = visitor->complete ? visitor->complete(path, (guint8 *)recorded.bytes, recorded.size) : NULL;
    if (obstacle && visitor->obstacle)
        visitor->obstacle(visitor->user, obstacle);
    if (recorded.journal)
        visit_journal(&recorded, visitor);
    else
        visit_data((void *)visitor, (guint8 *)recorded.bytes, recorded.size);
    g_free(recorded.bytes);
    g_free(recorded.journal);
    return TRUE;
}
