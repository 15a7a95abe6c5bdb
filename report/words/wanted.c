/* Keeps vectors that objectives lack; see wanted.h. */
#include "report/words/wanted.h"

#include <string.h>

#include "report/model/alike.h"

/* Of decisions that are alike. */
typedef struct {
    GPtrArray *rows;     /* guint8 *, each once */
    GHashTable *answers; /* by criterion and place, as text: HtolMissingVectors */
} Answers;

struct ReportWanted {
    ReportWords *words;
    ReportAlike *alike;             /* Answers */
    const ReportFunction *function; /* what was asked about last */
    guint32 decision;
    Answers *answers; /* of these */
    GString *key;
};

static gpointer make_answers(void)
{
    Answers *answers = g_new(Answers, 1);
    answers->rows = g_ptr_array_new_with_free_func(g_free);
    answers->answers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return answers;
}

static void free_answers(gpointer data)
{
    Answers *answers = data;
    g_ptr_array_unref(answers->rows);
    g_hash_table_unref(answers->answers);
    g_free(answers);
}

ReportWanted *report_wanted_new(ReportWords *words)
{
    ReportWanted *wanted = g_new0(ReportWanted, 1);
    wanted->words = words;
    wanted->alike = report_alike_new(make_answers, free_answers);
    wanted->key = g_string_new(NULL);
    return wanted;
}

void report_wanted_free(ReportWanted *wanted)
{
    report_alike_free(wanted->alike);
    g_string_free(wanted->key, TRUE);
    g_free(wanted);
}

static void turn_to(ReportWanted *wanted, const ReportFunction *function, guint32 decision)
{
    if (wanted->function == function && wanted->decision == decision)
        return;
    wanted->function = function;
    wanted->decision = decision;
    wanted->answers = report_alike_of(wanted->alike, function->function, decision,
                                      report_words_seen(wanted->words, function, decision));
}

static const char *key_of(const ReportWanted *wanted, const HtolObjective *objective)
{
    g_string_printf(wanted->key, "%u%s", objective->criterion, objective->in_decision);
    return wanted->key->str;
}

/* Of the outcome and the conditions; NULL of none. */
static const guint8 *kept(const Answers *answers, const guint8 *row, gsize size)
{
    for (guint i = 0; row && i < answers->rows->len; i++)
        if (memcmp(answers->rows->pdata[i], row, size) == 0)
            return answers->rows->pdata[i];
    if (row)
        g_ptr_array_add(answers->rows, g_memdup2(row, size));
    return row ? answers->rows->pdata[answers->rows->len - 1] : NULL;
}

static HtolMissingVectors *find(const ReportWanted *wanted, const HtolObjective *objective)
{
    const HtolRowDecision *row = &wanted->function->function->decisions[wanted->decision];
    HtolMissing *missing = report_words_missing(wanted->words, wanted->function);
    HtolMissingVectors *found = g_new(HtolMissingVectors, 1);
    gsize size = 1 + row->conditions;
    *found = htol_missing_vectors(missing, objective);
    for (guint i = 0; i < found->n_new; i++)
        found->vectors[i] = kept(wanted->answers, found->vectors[i], size);
    found->partner = kept(wanted->answers, found->partner, size);
    return found;
}

HtolMissingVectors report_wanted_vectors(ReportWanted *wanted, const ReportFunction *function,
                                         const HtolObjective *objective)
{
    turn_to(wanted, function, objective->site.index);
    const char *key = key_of(wanted, objective);
    HtolMissingVectors *found = g_hash_table_lookup(wanted->answers->answers, key);
    if (!found) {
        found = find(wanted, objective);
        g_hash_table_insert(wanted->answers->answers, g_strdup(key), found);
    }
    return *found;
}
