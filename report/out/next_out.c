/* Writes what to cover next; see next_out.h. */
#include "report/out/next_out.h"

#include <string.h>

#include "report/advise/headlines.h"
#include "report/model/objectives.h"
#include "report/model/tests.h"
#include "report/out/json.h"
#include "report/out/renderers.h"
#include "report/words/gaps.h"
#include "report/words/spelling.h"

/* What is said of the nearest run. */
typedef struct {
    char *tests;      /* "": none is known */
    char *seen;       /* the vector that it took; "" if it did not come to a decision on the way */
    const char *what; /* text of the decision; "" of a block */
    guint line;
} Near;

static Near near_of(const ReportNext *next, const ReportNextItem *item)
{
    const HtolSupposition *supposed = &item->supposed;
    const HtolFunction *function = item->function->function;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = htol_observed_of(scratch, item->function->recorded);
    HtolEnvs envs = htol_observed_at(observed, supposed->nearest);
    GString *seen = g_string_new(NULL);
    Near near = {.what = ""};
    near.tests = envs.tests ? report_test_set_words(next->model, envs.tests[supposed->row]) : g_strdup("");
    if (supposed->nearest.kind == HTOL_SITE_DECISION) {
        const HtolRowDecision *row = &function->decisions[supposed->nearest.index];
        htol_vector_append(envs.values + (gsize)supposed->row * envs.columns, row->conditions, seen);
        near.what = row->text;
        near.line = row->line;
    } else {
        near.line = function->blocks[supposed->nearest.index].line;
    }
    near.seen = g_string_free(seen, FALSE);
    return near;
}

static void clear_near(Near *near)
{
    g_free(near->tests);
    g_free(near->seen);
}

static char *vector_of(const ReportNextItem *item, const HtolTurn *turn)
{
    GString *vector = g_string_new(NULL);
    htol_vector_append(turn->vector, item->function->function->decisions[turn->decision].conditions, vector);
    return g_string_free(vector, FALSE);
}

static const ReportObjective *objective_of(const ReportNext *next, const ReportNextItem *item, ReportWords *words)
{
    return &report_words_objectives(words, next->model, item->function)->list[item->objective];
}

static char *sentence_of(const ReportNext *next, const ReportNextItem *item, ReportWords *words)
{
    const ReportObjective *objective = objective_of(next, item, words);
    g_autofree char *line =
        *objective->objective->text ? g_strdup("") : report_line_text(words, next->model, item->function, objective);
    g_autofree char *plain = htol_plain(line);
    g_autofree char *sentence = report_sentence(words, next->model, item->function, objective);
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

static void put_counts(const ReportNext *next, const ReportNextItem *item, FILE *out)
{
    guint counts[HTOL_CRITERIA], n = 0;
    count_criteria(item, counts);
    fprintf(out, "    covers %u", item->n_covers);
    if (item->more < item->n_covers)
        fprintf(out, ", %u more than those above", item->more);
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (counts[i] > 0)
            fprintf(out, "%s%s %u", n++ ? ", " : ": ", htol_selection_name(&next->model->selection, i), counts[i]);
    fputs(item->supposed.environments > 1 ? "; it takes two vectors\n" : "\n", out);
}

/* As it is spelled in the source; to be freed. */
static char *spelled(const ReportModel *model, const ReportFunction *function, guint32 decision)
{
    const ReportFile *file = NULL;
    for (guint i = 0; i < model->n_files; i++)
        if (strcmp(model->files[i]->path, function->path) == 0)
            file = model->files[i];
    g_autofree char *text = report_spelling(file, function, decision, 0);
    return htol_plain(text);
}

static void put_turns(const ReportNext *next, const ReportNextItem *item, FILE *out)
{
    const HtolRowDecision *decisions = item->function->function->decisions;
    for (guint32 i = 0; i < item->supposed.n_turns; i++) {
        const HtolTurn *turn = &item->supposed.turns[i];
        g_autofree char *vector = vector_of(item, turn);
        g_autofree char *text = spelled(next->model, item->function, turn->decision);
        fprintf(out, "%sline %u `%s` %s", i ? ", " : "    needs ", decisions[turn->decision].line, text, vector);
    }
    fputs(item->supposed.n_turns > 0 ? "\n" : "", out);
}

static void put_near(const ReportNext *next, const ReportNextItem *item, FILE *out)
{
    if (!item->supposed.is_near) {
        fputs(item->function->called ? "" : "    the function was never called\n", out);
        return;
    }
    Near near = near_of(next, item);
    g_autofree char *tests = *near.tests ? g_strdup(near.tests) : g_strdup("what ran (its test is not known)");
    fprintf(out, "    nearest: %s, in line %u%s%s\n", tests, near.line, *near.seen ? " by " : "", near.seen);
    clear_near(&near);
}

void report_next_text(const ReportNext *next, FILE *out)
{
    g_autoptr(ReportWords) words = report_words_new();
    fprintf(out, "%u objectives are not covered%s\n", next->n_uncovered, next->n_items > 0 ? "; next:" : "");
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
    g_autofree char *vector = vector_of(item, turn);
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
    Near near = near_of(next, item);
    json_t *value = json_pack("{s:o, s:i, s:o, s:s}", "tests", report_json_text(near.tests), "line", (int)near.line,
                              "decision", report_json_text(near.what), "vector", near.seen);
    clear_near(&near);
    return value;
}

static json_t *covers_value(const ReportNext *next, const ReportNextItem *item, ReportWords *words)
{
    const ReportObjectives *objectives = report_words_objectives(words, next->model, item->function);
    json_t *ids = json_array();
    for (guint i = 0; i < item->n_covers; i++) {
        g_autofree char *id = report_objective_id(next->model, item->function, &objectives->list[item->covers[i]]);
        json_array_append_new(ids, report_json_text(id));
    }
    return ids;
}

static json_t *item_value(const ReportNext *next, const ReportNextItem *item, ReportWords *words)
{
    const ReportObjective *objective = objective_of(next, item, words);
    const HtolObjective *what = objective->objective;
    g_autofree char *id = report_objective_id(next->model, item->function, objective);
    g_autofree char *sentence = sentence_of(next, item, words);
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
    g_autoptr(ReportWords) words = report_words_new();
    json_t *items = json_array();
    for (guint i = 0; i < next->n_items; i++)
        json_array_append_new(items, item_value(next, &next->items[i], words));
    json_t *value = json_pack("{s:i, s:o, s:i, s:o}", "hlcov", 1, "criteria", report_json_criteria(next->model),
                              "uncovered", (int)next->n_uncovered, "items", items);
    json_dumpf(value, out, JSON_INDENT(1));
    putc('\n', out);
    json_decref(value);
}
