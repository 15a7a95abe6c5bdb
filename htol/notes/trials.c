/* Writes and reads trials of mutants, a line each; see trials.h. */
#include "htol/notes/trials.h"

#include <string.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/notes/lines.h"

/* Of a line. */
enum { FUNCTION, NUMBER, DIGEST, END, STATUS, STAMP, TEST, FIELDS };

const char *const htol_trial_ends[HTOL_TRIAL_ENDS] = {
    [HTOL_TRIAL_PASSED] = "passed", [HTOL_TRIAL_FAILED] = "failed",   [HTOL_TRIAL_KILLED] = "killed",
    [HTOL_TRIAL_LATE] = "late",     [HTOL_TRIAL_LIMITED] = "limited", [HTOL_TRIAL_ABSENT] = "absent",
    [HTOL_TRIAL_SPARED] = "spared"};

gboolean htol_trial_is_noticed(const HtolTrial *trial)
{
    return trial->end != HTOL_TRIAL_PASSED && trial->end < HTOL_TRIAL_ABSENT;
}

/* ---- mutants ---- */

/* Lines count from that of the function, so that a function that was moved has the same mutants. */
static void add_place(const HtolFunction *function, const HtolRowChange *change, GString *out)
{
    g_string_append_printf(out, "%u:%u-%u:%u", change->line - function->row.line, change->column,
                           change->end_line - function->row.line, change->end_column);
}

/* Mutants of one macro's expansion may differ in nothing else: their order tells them apart. `alike` counts those that
 * were met, by their text. */
static guint32 digest_of(const HtolFunction *function, const HtolRowChange *change, GHashTable *alike)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "%s\t%s\t%s\t", change->criterion, change->before, change->after);
    add_place(function, change, text);
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(alike, text->str));
    g_hash_table_insert(alike, g_strdup(text->str), GUINT_TO_POINTER(count + 1));
    g_string_append_printf(text, "\t%u", count);
    guint64 sum = htol_sum(HTOL_FNV_BASIS, (const guint8 *)text->str, text->len);
    return (guint32)(sum ^ sum >> 32);
}

void htol_change_digests(const HtolFunction *function, guint32 *digests)
{
    g_autoptr(GHashTable) alike = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint32 i = 0; i < function->n_changes; i++)
        digests[i] = digest_of(function, &function->changes[i], alike);
}

char *htol_change_name(HtolArena *arena, guint32 digest)
{
    return htol_arena_printf(arena, "SM:%08x", digest);
}

/* ---- writing ---- */

char *htol_trials_path(const char *dir)
{
    return g_build_filename(dir, "trials", NULL);
}

gboolean htol_trials_append(const char *path, const HtolTrial *trial, GError **error)
{
    g_autoptr(GString) line = g_string_new(NULL);
    htol_line_add(line, trial->function);
    g_string_append_printf(line, "%u\t%08x\t%s\t%u\t%016" G_GINT64_MODIFIER "x\t", trial->number, trial->digest,
                           htol_trial_ends[trial->end], trial->status, trial->stamp);
    htol_line_add(line, trial->test);
    return htol_lines_append(path, line->str, error);
}

/* ---- reading ---- */

static gboolean read_hex(const char *text, guint64 *value)
{
    return *text && g_ascii_string_to_unsigned(text, 16, 0, G_MAXUINT64, value, NULL);
}

static gboolean read_number(const char *text, guint32 *value)
{
    guint64 found;
    gboolean good = g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT32, &found, NULL);
    *value = good ? (guint32)found : 0;
    return good;
}

static gboolean read_end(const char *text, HtolTrialEnd *end)
{
    guint i = 0;
    while (i < HTOL_TRIAL_ENDS && strcmp(text, htol_trial_ends[i]) != 0)
        i++;
    *end = (HtolTrialEnd)i;
    return i < HTOL_TRIAL_ENDS;
}

static gboolean read_trial(HtolArena *arena, char **fields, HtolTrial *trial)
{
    guint64 digest;
    if (g_strv_length(fields) != FIELDS || !read_number(fields[NUMBER], &trial->number) ||
        !read_hex(fields[DIGEST], &digest) || digest > G_MAXUINT32 || !read_end(fields[END], &trial->end) ||
        !read_number(fields[STATUS], &trial->status) || !read_hex(fields[STAMP], &trial->stamp))
        return FALSE;
    trial->digest = (guint32)digest;
    trial->function = htol_arena_strndup(arena, fields[FUNCTION], strlen(fields[FUNCTION]));
    trial->test = htol_arena_strndup(arena, fields[TEST], strlen(fields[TEST]));
    return TRUE;
}

HtolTrial *htol_trials_read(HtolArena *arena, const char *text, guint *n, guint *damaged)
{
    g_autoptr(GArray) trials = g_array_new(FALSE, TRUE, sizeof(HtolTrial));
    for (char **fields; (fields = htol_lines_next(&text, damaged)); g_strfreev(fields)) {
        HtolTrial trial = {0};
        if (read_trial(arena, fields, &trial))
            g_array_append_val(trials, trial);
        else
            ++*damaged;
    }
    *n = trials->len;
    return htol_arena_memdup(arena, trials->data, trials->len * sizeof(HtolTrial));
}
