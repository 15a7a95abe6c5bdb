/* Finds the rows of a decision that are wanted, and what they would cover; see rows.h. */
#include "report/judge/rows.h"

#include <string.h>

#include "htol/judge/eval.h"
#include "htol/words/suppose.h"

typedef struct {
    HtolArena *arena;
    const ReportObjectives *objectives;
    guint32 decision;
    const GArray *asked; /* const ReportObjective * */
    GArray *candidates;  /* Candidate */
} Search;

/* What a run would record that takes the row, and which of those asked about it would cover, a flag each. */
typedef struct {
    HtolSupposition supposed;
    const guint8 *vector;
    guint8 *covers;
} Candidate;

static const HtolObjective *asked_at(const Search *search, guint i)
{
    return g_array_index(search->asked, const ReportObjective *, i)->objective;
}

static guint32 columns_of(const Search *search)
{
    return search->objectives->function->function->decisions[search->decision].conditions + 1;
}

/* ---- candidates ---- */

static void find_covered(const Search *search, const HtolSupposition *supposed, guint8 *covers)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = htol_supposed(scratch, search->objectives->suppose, supposed);
    for (guint i = 0; i < search->asked->len; i++)
        covers[i] = covers[i] || (!asked_at(search, i)->user && htol_covered(asked_at(search, i)->hyper, observed));
}

static gboolean is_known(const Search *search, const guint8 *vector)
{
    for (guint i = 0; i < search->candidates->len; i++)
        if (memcmp(g_array_index(search->candidates, Candidate, i).vector, vector, columns_of(search)) == 0)
            return TRUE;
    return FALSE;
}

/* The row that the supposition takes of the decision; NULL if it needs two, or none. */
static const guint8 *row_of(const Search *search, const HtolSupposition *supposed)
{
    const guint8 *row = NULL;
    for (guint32 i = 0; i < supposed->n_turns; i++)
        if (supposed->turns[i].decision == search->decision)
            row = supposed->turns[i].vector;
    return supposed->environments == 1 ? row : NULL;
}

static void add_candidate(const Search *search, const HtolObjective *objective)
{
    Candidate candidate = {.covers = NULL};
    if (objective->user || !htol_suppose(search->objectives->suppose, objective, &candidate.supposed))
        return;
    candidate.vector = row_of(search, &candidate.supposed);
    if (!candidate.vector || is_known(search, candidate.vector))
        return;
    candidate.covers = htol_arena_new0(search->arena, guint8, search->asked->len);
    find_covered(search, &candidate.supposed, candidate.covers);
    g_array_append_val(search->candidates, candidate);
}

/* A decision of one condition has two rows: when the other one is known there is no third to look for. */
static gboolean has_all(const Search *search, guint seen)
{
    return columns_of(search) == 2 && seen + search->candidates->len >= 2;
}

static gboolean is_answered(const Search *search, guint asked)
{
    for (guint i = 0; i < search->candidates->len; i++)
        if (g_array_index(search->candidates, Candidate, i).covers[asked])
            return TRUE;
    return FALSE;
}

/* Rows that single vectors would take, for what no row before covers; pairs of which neither was seen come out of both
 * by and by. */
static void find_candidates(const Search *search, guint seen)
{
    for (guint i = 0; i < search->asked->len && !has_all(search, seen); i++) {
        HtolSite site = asked_at(search, i)->site;
        if (site.kind == HTOL_SITE_DECISION && site.index == search->decision && !is_answered(search, i))
            add_candidate(search, asked_at(search, i));
    }
}

/* ---- wanted rows ---- */

static guint count_new(const Search *search, const Candidate *candidate, const guint8 *taken)
{
    guint count = 0;
    for (guint i = 0; i < search->asked->len; i++)
        count += candidate->covers[i] && !taken[i];
    return count;
}

static const Candidate *find_best(const Search *search, const guint8 *taken, guint *most)
{
    const Candidate *best = NULL;
    *most = 0;
    for (guint i = 0; i < search->candidates->len; i++) {
        const Candidate *candidate = &g_array_index(search->candidates, Candidate, i);
        guint count = count_new(search, candidate, taken);
        if (count > *most) {
            *most = count;
            best = candidate;
        }
    }
    return best;
}

/* Adds the facts of one supposition to another's, each once. */
static HtolSupposition join_facts(const Search *search, const HtolSupposition *one, const HtolSupposition *other)
{
    HtolSupposition joined = *one;
    guint32 *slots = htol_arena_new0(search->arena, guint32, MAX(one->n_slots + other->n_slots, 1));
    guint32 n = 0;
    for (guint32 i = 0, k = 0; i < one->n_slots || k < other->n_slots;) {
        guint32 left = i < one->n_slots ? one->slots[i] : G_MAXUINT32;
        guint32 right = k < other->n_slots ? other->slots[k] : G_MAXUINT32;
        slots[n++] = MIN(left, right);
        i += left <= right;
        k += right <= left;
    }
    joined.slots = slots;
    joined.n_slots = n;
    return joined;
}

/* How many more are covered with the facts of all wanted rows than by each alone; these are taken then. */
static guint take_together(const Search *search, const HtolSupposition *all, guint8 *taken)
{
    guint8 *covers = htol_arena_new0(search->arena, guint8, search->asked->len);
    guint count = 0;
    find_covered(search, all, covers);
    for (guint i = 0; i < search->asked->len; i++) {
        count += covers[i] && !taken[i];
        taken[i] |= covers[i];
    }
    return count;
}

static int compare_numbers(gconstpointer left, gconstpointer right)
{
    guint32 one = *(const guint32 *)left, other = *(const guint32 *)right;
    return (one > other) - (one < other);
}

/* Lines whose statements would run, and which never ran; `rest` tells of the decision's own. */
static GArray *lines_run(const Search *search, const HtolSupposition *supposed, gboolean *rest)
{
    guint32 own = search->objectives->function->function->decisions[search->decision].line;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = htol_supposed(scratch, search->objectives->suppose, supposed);
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(guint32));
    guint32 block = G_MAXUINT32; /* that was asked about last: of many, several statements lie in a row */
    gboolean runs = FALSE;
    for (guint i = 0; i < search->objectives->n; i++) {
        const ReportObjective *objective = &search->objectives->list[i];
        guint32 line = objective->objective->line;
        if (objective->objective->criterion > HTOL_CRIT_stmt)
            break; /* they are in the order of criteria */
        if (objective->status != REPORT_UNCOVERED || objective->objective->criterion != HTOL_CRIT_stmt ||
            (lines->len > 0 && g_array_index(lines, guint32, lines->len - 1) == line))
            continue;
        if (objective->objective->site.index != block)
            runs = htol_covered(objective->objective->hyper, observed);
        block = objective->objective->site.index;
        if (!runs)
            continue;
        if (line == own)
            *rest = TRUE;
        else
            g_array_append_val(lines, line);
    }
    g_array_sort(lines, compare_numbers);
    return lines;
}

static void add_wanted(const Search *search, GArray *rows, guint most)
{
    guint8 *taken = htol_arena_new0(search->arena, guint8, search->asked->len);
    HtolSupposition all = {0};
    const Candidate *best;
    guint count;
    for (guint i = 0; i < most && (best = find_best(search, taken, &count)); i++) {
        ReportRow row = {.vector = best->vector, .wanted = TRUE, .covers = count};
        for (guint k = 0; k < search->asked->len; k++)
            taken[k] |= best->covers[k];
        all = i == 0 ? best->supposed : join_facts(search, &all, &best->supposed);
        row.together = i == 0 ? 0 : take_together(search, &all, taken);
        row.lines = lines_run(search, &best->supposed, &row.rest);
        g_array_append_val(rows, row);
    }
}

static void add_seen(const Search *search, GArray *rows)
{
    HtolSite site = {HTOL_SITE_DECISION, search->decision};
    const HtolRowDecision *row = &search->objectives->function->function->decisions[search->decision];
    HtolEnvs seen = htol_envs_told(search->arena, row, htol_observed_at(search->objectives->observed, site));
    for (guint i = 0; i < seen.rows; i++) {
        ReportRow one = {.vector = seen.values + (gsize)i * seen.columns, .tests = seen.tests ? seen.tests[i] : 0};
        g_array_append_val(rows, one);
    }
}

static void clear_row(gpointer row)
{
    g_clear_pointer(&((ReportRow *)row)->lines, g_array_unref);
}

GArray *report_rows_of(HtolArena *arena, const ReportObjectives *objectives, guint32 decision, const GArray *asked,
                       guint most)
{
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(ReportRow));
    Search search = {arena, objectives, decision, asked, candidates};
    g_array_set_clear_func(rows, clear_row);
    add_seen(&search, rows);
    find_candidates(&search, rows->len);
    add_wanted(&search, rows, most);
    return rows;
}
