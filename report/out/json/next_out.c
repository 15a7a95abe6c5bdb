/* Writes what to cover next; see next_out.h. */
#include "report/out/json/next_out.h"

#include "report/gaps/words.h"

#include <string.h>

#include "report/advise/headlines.h"
#include "report/gaps/gaps.h"
#include "report/gaps/row_words.h"
#include "report/gaps/spelling.h"
#include "report/judge/objectives.h"
#include "report/model/tests.h"
#include "report/out/json/json.h"
#include "report/out/renderers.h"
#include "report/summary/headline.h"

/* What is said of the nearest run. */
typedef struct {
    char *tests;               /* "": none is known */
    const HtolRowDecision *at; /* the decision that it came to on the way; NULL: a block before it */
    const guint8 *values;      /* its outcome and conditions there */
    guint line;
} Near;

/* The values live in the arena. */
static Near near_of(const ReportNext *next, const ReportNextItem *item, HtolArena *arena)
{
    const HtolSupposition *supposed = &item->supposed;
    const HtolFunction *function = item->function->function;
    HtolEnvs envs = htol_observed_at(htol_observed_of(arena, item->function->recorded), supposed->nearest);
    Near near = {.values = envs.values + (gsize)supposed->row * envs.columns};
    near.tests = envs.tests ? report_test_set_words(next->model, envs.tests[supposed->row]) : g_strdup("");
    near.at = supposed->nearest.kind == HTOL_SITE_DECISION ? &function->decisions[supposed->nearest.index] : NULL;
    near.line = near.at ? near.at->line : function->blocks[supposed->nearest.index].line;
    return near;
}

static char *vector_words(const guint8 *vector, const HtolRowDecision *decision)
{
    GString *words = g_string_new(NULL);
    htol_vector_append(vector, decision->conditions, words);
    return g_string_free(words, FALSE);
}

static const ReportObjective *objective_of(const ReportNextItem *item, ReportWords *words)
{
    return &report_words_objectives(words, item->function)->list[item->objective];
}

static char *sentence_of(const ReportNextItem *item, ReportWords *words)
{
    const ReportObjective *objective = objective_of(item, words);
    g_autofree char *line =
        *objective->objective->text ? g_strdup("") : report_line_text(words, item->function, objective);
    g_autofree char *plain = htol_plain(line);
    g_autofree char *sentence = report_sentence(words, item->function, objective);
    return *plain ? g_strdup_printf("%s (`%s`)", sentence, plain) : g_steal_pointer(&sentence);
}

/* How many of each criterion, in their order: counts[HTOL_CRITERIA]. */
static void count_criteria(const ReportNextItem *item, guint *counts)
{
    memset(counts, 0, HTOL_CRITERIA * sizeof *counts);
    for (guint i = 0; i < item->n_covers; i++)
        counts[item->function->judged[item->covers[i]].criterion]++;
}

/* Text ------------------------------------------------------------------------------------------------- */

/* "17 statements, 1 branch", of criteria that have words for what they count. */
static void put_units(const guint *counts, FILE *out)
{
    const char *between = "";
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (counts[i] == 0)
            continue;
        fprintf(out, "%s%u %s", between, counts[i], report_headline_unit(i, counts[i] == 1));
        between = ", ";
    }
}

/* "5: STMT 2, DC 3" */
static void put_names(const ReportNext *next, const ReportNextItem *item, const guint *counts, FILE *out)
{
    const char *between = ": ";
    fprintf(out, "%u", item->n_covers);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (counts[i] == 0)
            continue;
        fprintf(out, "%s%s %u", between, htol_selection_name(&next->model->selection, i), counts[i]);
        between = ", ";
    }
}

static void put_counts(const ReportNext *next, const ReportNextItem *item, FILE *out)
{
    guint counts[HTOL_CRITERIA];
    count_criteria(item, counts);
    fputs("    covers ", out);
    if (next->criteria)
        put_units(counts, out);
    else
        put_names(next, item, counts, out);
    if (item->more < item->n_covers)
        fprintf(out, "; %u more than those above", item->more);
    fputs(item->supposed.environments > 1 ? "; it takes two runs, or one that comes there twice\n" : "\n", out);
}

static void put_turns(const ReportNext *next, const ReportNextItem *item, FILE *out)
{
    const ReportFunction *function = item->function;
    const ReportFile *file = report_file_at(next->model, function->path);
    for (guint32 i = 0; i < item->supposed.n_turns; i++) {
        const HtolTurn *turn = &item->supposed.turns[i];
        g_autofree char *text = report_spelling(file, function, turn->decision, 0);
        g_autofree char *conditions = report_conditions_words(file, function, turn->decision, turn->vector);
        g_autofree char *words =
            g_strdup_printf("line %u: `%s` %s%s", function->function->decisions[turn->decision].line, text,
                            report_truth_word(turn->vector[0]), conditions);
        g_autofree char *plain = htol_plain(words);
        fprintf(out, "    %s %s\n", i ? "     " : "needs", plain);
    }
}

/* "which turned away in line 7 by `a` true, `b` false" */
static char *turn_words(const ReportNext *next, const ReportNextItem *item, const Near *near)
{
    if (!near->at)
        return g_strdup_printf("which came to line %u", near->line);
    const ReportFile *file = report_file_at(next->model, item->function->path);
    guint32 decision = item->supposed.nearest.index;
    g_autofree char *conditions = report_conditions_words(file, item->function, decision, near->values);
    g_autofree char *words = g_strdup_printf("which turned away in line %u%s", near->line, conditions);
    return htol_plain(words);
}

static void put_near(const ReportNext *next, const ReportNextItem *item, FILE *out)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    if (!item->supposed.is_near) {
        fputs(item->function->called ? "" : "    the function was never called\n", out);
        return;
    }
    Near near = near_of(next, item, arena);
    g_autofree char *words = turn_words(next, item, &near);
    fprintf(out, "    nearest: %s, %s\n", *near.tests ? near.tests : "a run whose test is not known", words);
    g_free(near.tests);
}

/* "functions, statements and branches"; of all criteria "objectives". */
static void put_counted(const gboolean *criteria, FILE *out)
{
    guint left = 0, n = 0;
    for (guint i = 0; criteria && i < HTOL_CRITERIA; i++)
        left += criteria[i] != FALSE;
    for (guint i = 0; left > 0; i++) {
        if (!criteria[i])
            continue;
        fprintf(out, "%s%s", n++ == 0 ? "" : left == 1 ? " and " : ", ", report_headline_unit(i, FALSE));
        left--;
    }
    fputs(n > 0 ? "" : "objectives", out);
}

void report_next_text(const ReportNext *next, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new(next->model);
    fprintf(out, "%u ", next->n_uncovered);
    put_counted(next->criteria, out);
    fprintf(out, " are not covered%s\n", next->n_items > 0 ? "; next:" : "");
    for (guint i = 0; i < next->n_items; i++) {
        const ReportNextItem *item = &next->items[i];
        guint32 line;
        g_autofree char *path = htol_plain(item->function->path);
        g_autofree char *sentence = report_next_sentence(next->model, words, item, &line);
        fprintf(out, "\n%u. %s:%u: %s\n", i + 1, path, line, sentence);
        put_counts(next, item, out);
        put_turns(next, item, out);
        put_near(next, item, out);
    }
}

/* JSON ------------------------------------------------------------------------------------------------- */

static json_t *turn_value(const ReportNextItem *item, const HtolTurn *turn)
{
    const HtolRowDecision *row = &item->function->function->decisions[turn->decision];
    g_autofree char *vector = vector_words(turn->vector, row);
    return json_pack("{s:i, s:i, s:o, s:s}", "line", (int)row->line, "column", (int)row->column, "text",
                     report_json_text(row->text), "vector", vector);
}

static json_t *turns_value(const ReportNextItem *item)
{
    json_t *turns = json_array();
    for (guint32 i = 0; i < item->supposed.n_turns; i++)
        json_array_append_new(turns, turn_value(item, &item->supposed.turns[i]));
    return turns;
}

static json_t *near_value(const ReportNext *next, const ReportNextItem *item)
{
    if (!item->supposed.is_near)
        return json_null();
    g_autoptr(HtolArena) arena = htol_arena_new();
    Near near = near_of(next, item, arena);
    g_autofree char *tests = near.tests, *vector = near.at ? vector_words(near.values, near.at) : g_strdup("");
    return json_pack("{s:o, s:i, s:o, s:s}", "tests", report_json_text(tests), "line", (int)near.line, "decision",
                     report_json_text(near.at ? near.at->text : ""), "vector", vector);
}

static json_t *covers_value(const ReportNext *next, const ReportNextItem *item, ReportWords *words)
{
    const ReportObjectives *objectives = report_words_objectives(words, item->function);
    json_t *ids = json_array();
    for (guint i = 0; i < item->n_covers; i++) {
        g_autofree char *id = report_objective_id(next->model, item->function, &objectives->list[item->covers[i]]);
        json_array_append_new(ids, report_json_text(id));
    }
    return ids;
}

static json_t *item_value(const ReportNext *next, const ReportNextItem *item, ReportWords *words)
{
    const ReportObjective *objective = objective_of(item, words);
    const HtolObjective *what = objective->objective;
    g_autofree char *id = report_objective_id(next->model, item->function, objective);
    g_autofree char *sentence = sentence_of(item, words);
    return json_pack("{s:o, s:s, s:o, s:o, s:i, s:i, s:o, s:b, s:i, s:i, s:o, s:o, s:o}", "id", report_json_text(id),
                     "criterion", htol_selection_name(&next->model->selection, what->criterion), "function",
                     report_json_text(item->function->function->row.name), "path",
                     report_json_text(report_objective_path(item->function, objective)), "line", (int)what->line,
                     "column", (int)what->column, "words", report_json_text(sentence), "known", (int)item->known,
                     "environments", (int)item->supposed.environments, "more", (int)item->more, "covers",
                     covers_value(next, item, words), "needs", turns_value(item), "nearest", near_value(next, item));
}

void report_next_json(const ReportNext *next, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new(next->model);
    json_t *items = json_array();
    for (guint i = 0; i < next->n_items; i++)
        json_array_append_new(items, item_value(next, &next->items[i], words));
    json_t *value = json_pack("{s:i, s:o, s:i, s:o}", "hlcov", 1, "criteria", report_json_criteria(next->model),
                              "uncovered", (int)next->n_uncovered, "items", items);
    json_dumpf(value, out, JSON_INDENT(1));
    putc('\n', out);
    json_decref(value);
}
