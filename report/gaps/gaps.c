/* Groups what the lines of a function lack by cause, and words it; see gaps.h. */
#include "report/gaps/gaps.h"

#include "report/gaps/words.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/gaps/limits.h"
#include "report/gaps/mutant_words.h"
#include "report/gaps/operation_words.h"
#include "report/gaps/spelling.h"
#include "report/model/tests.h"
#include "report/model/way.h"

const char *const report_line_words[REPORT_LINE_STATES] = {
    [REPORT_LINE_PLAIN] = "",
    [REPORT_LINE_COVERED] = "covered",
    [REPORT_LINE_PARTLY] = "partly covered",
    [REPORT_LINE_UNCOVERED] = "not covered",
    [REPORT_LINE_EXCLUDED] = "excluded",
    [REPORT_LINE_IMPOSSIBLE] = "impossible",
    [REPORT_LINE_UNMEASURED] = "not measured",
};

enum {
    LONGEST_REASON = 60, /* of a reason */
    MOST_ITEMS = 3       /* in a sentence */
};

/* What is gathered of a line before it is worded. */
typedef struct {
    ReportGaps *gaps;
    const ReportModel *model;
    ReportWords *words;
    GHashTable *by_line; /* number: ReportGapLine */
    GHashTable *idle;    /* number of a line of which no block ran: the first of its blocks, and 1 */
} Builder;

/* ---- lines ---- */

static void clear_item(gpointer data)
{
    ReportGapItem *item = data;
    g_free(item->text);
    g_free(item->before);
    g_free(item->after);
    g_free(item->note);
    g_clear_pointer(&item->way, g_array_unref);
}

static void clear_gap(gpointer data)
{
    ReportGap *gap = data;
    g_free(gap->phrase);
    g_free(gap->sentence);
    g_array_unref(gap->items);
}

static GArray *new_items(void)
{
    GArray *items = g_array_new(FALSE, FALSE, sizeof(ReportGapItem));
    g_array_set_clear_func(items, clear_item);
    return items;
}

/* What every list of a line is until something is added: most stay empty. */
static GArray none;

static ReportGapLine *new_line(guint32 number)
{
    ReportGapLine *line = g_new0(ReportGapLine, 1);
    line->line = number;
    line->gaps = line->marks = line->decisions = line->uncovered = line->all = &none;
    return line;
}

/* Returns the list, of elements of that size, as one that may be added to. */
static GArray *own(GArray **list, guint size)
{
    if (*list == &none)
        *list = g_array_new(FALSE, FALSE, size);
    return *list;
}

static void add_gap(ReportGapLine *line, ReportGap gap)
{
    GArray *gaps = own(&line->gaps, sizeof gap);
    g_array_set_clear_func(gaps, clear_gap);
    g_array_append_val(gaps, gap);
}

static void free_line(gpointer data)
{
    ReportGapLine *line = data;
    GArray *const lists[] = {line->gaps, line->marks, line->decisions, line->uncovered, line->all};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
        if (lists[i] != &none)
            g_array_unref(lists[i]);
    g_free(line);
}

static ReportGapLine *find_line(Builder *builder, guint32 number)
{
    ReportGapLine *line = g_hash_table_lookup(builder->by_line, GUINT_TO_POINTER(number));
    if (line)
        return line;
    line = new_line(number);
    g_hash_table_insert(builder->by_line, GUINT_TO_POINTER(number), line);
    g_ptr_array_add(builder->gaps->lines, line);
    return line;
}

static int compare_lines(gconstpointer left, gconstpointer right)
{
    const ReportGapLine *one = *(ReportGapLine *const *)left, *other = *(ReportGapLine *const *)right;
    return (one->line > other->line) - (one->line < other->line);
}

/* Whether it says that something of its line ran: paths, data flow and parameters lie on lines that need not. */
static gboolean tells_of_line(const HtolObjective *what)
{
    return what->site.kind == HTOL_SITE_BLOCK || what->site.kind == HTOL_SITE_DECISION ||
           what->site.kind == HTOL_SITE_ARM || what->site.kind == HTOL_SITE_OPERATION;
}

/* Takes the line's state and tests from what ran there. */
static void add_covered(const Builder *builder, ReportGapLine *line, const ReportObjective *objective)
{
    if (!tells_of_line(objective->objective))
        return;
    if (line->state == REPORT_LINE_PLAIN)
        line->state = REPORT_LINE_COVERED;
    if (objective->witnesses)
        line->tests = htol_test_set_either(builder->model->tests, line->tests, objective->witnesses->alone);
}

/* Whether nobody need try: it is not covered, and hlcov prune proved that nothing covers it. */
static gboolean is_proved(const ReportObjective *objective)
{
    const HtolProof *proof = objective->proof;
    return objective->status == REPORT_UNCOVERED && proof &&
           (proof->kind == HTOL_PROOF_INFEASIBLE || proof->kind == HTOL_PROOF_UNUSED);
}

static void add_objective(Builder *builder, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    const ReportFunction *function = builder->gaps->function;
    guint32 number = report_branch_line(function->function, what);
    if (number == 0 || strcmp(report_objective_path(function, objective), builder->gaps->file->path) != 0)
        return;
    ReportGapLine *line = find_line(builder, number);
    line->counts[objective->status]++;
    g_array_append_val(own(&line->all, sizeof(const ReportObjective *)), objective);
    if (objective->status == REPORT_COVERED)
        add_covered(builder, line, objective);
    if (is_proved(objective))
        line->proved++;
    else if (objective->status == REPORT_UNCOVERED) {
        g_array_append_val(own(&line->uncovered, sizeof(const ReportObjective *)), objective);
        line->missing++;
    }
}

/* ---- gaps of a line ---- */

/* A line that is being worded. */
typedef struct {
    const Builder *builder;
    ReportGapLine *line;
    guint counts[REPORT_GAP_OTHER + 1]; /* uncovered objectives by kind */
} Worded;

static const ReportObjective *uncovered_at(const Worded *worded, guint i)
{
    return g_array_index(worded->line->uncovered, const ReportObjective *, i);
}

static ReportGapKind kind_at(const Worded *worded, guint i)
{
    return report_gap_kind(worded->builder->gaps->function, uncovered_at(worded, i)->objective);
}

/* The first uncovered objective of the kind; of lines that never ran, of any. NULL: there is none. */
static const ReportObjective *first_of(const Worded *worded, ReportGapKind kind)
{
    gboolean any = kind == REPORT_GAP_CALL || kind == REPORT_GAP_RUN;
    for (guint i = 0; i < worded->line->uncovered->len; i++)
        if (any || kind_at(worded, i) == kind)
            return uncovered_at(worded, i);
    return NULL;
}

/* Takes the phrase, the sentence and the items. */
static void tell_items(const Worded *worded, ReportGapKind kind, char *phrase, char *sentence, GArray *items)
{
    ReportGap gap = {kind, worded->counts[kind], first_of(worded, kind), phrase, sentence, items};
    add_gap(worded->line, gap);
}

static void tell_gap(const Worded *worded, ReportGapKind kind, guint count, char *phrase, char *sentence)
{
    ReportGap gap = {kind, count, first_of(worded, kind), phrase, sentence, new_items()};
    add_gap(worded->line, gap);
}

/* Counts the uncovered objectives of a kind, those that say the same once. */
static guint count_distinct(const Worded *worded, ReportGapKind kind)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < worded->line->uncovered->len; i++) {
        const HtolObjective *what = uncovered_at(worded, i)->objective;
        if (kind_at(worded, i) == kind)
            g_hash_table_add(known, (gpointer)what->text);
    }
    return g_hash_table_size(known);
}

/* ---- decisions ---- */

static gboolean is_of_decision(const HtolObjective *what, guint32 decision, guint32 condition, int value)
{
    return what->site.kind == HTOL_SITE_DECISION && what->site.index == decision && !what->user &&
           what->condition == condition && (value < 0 || what->value == value);
}

static guint count_of_decision(const Worded *worded, guint32 decision, guint32 condition, int value)
{
    guint count = 0;
    for (guint i = 0; i < worded->line->uncovered->len; i++)
        count += is_of_decision(uncovered_at(worded, i)->objective, decision, condition, value);
    return count;
}

/* Tells what a decision, or a condition of it, lacks: `value`, or any if it is negative. Takes the phrase. */
static void tell_of_decision(const Worded *worded, guint32 decision, guint32 condition, int value, char *phrase)
{
    ReportGapKind kind = condition > 0 ? REPORT_GAP_CONDITION : REPORT_GAP_DECISION;
    tell_gap(worded, kind, count_of_decision(worded, decision, condition, value), phrase, NULL);
    ReportGap *gap = &g_array_index(worded->line->gaps, ReportGap, worded->line->gaps->len - 1);
    for (guint i = worded->line->uncovered->len; i-- > 0;)
        if (is_of_decision(uncovered_at(worded, i)->objective, decision, condition, value))
            gap->first = uncovered_at(worded, i);
}

static gboolean was_seen(HtolEnvs seen, guint32 column, guint8 value)
{
    for (guint i = 0; i < seen.rows; i++)
        if (seen.values[(gsize)i * seen.columns + column] == value)
            return TRUE;
    return FALSE;
}

static void mark(const Worded *worded, guint32 number, guint32 column, guint32 end_column, gboolean unseen)
{
    const ReportFile *file = worded->builder->gaps->file;
    ReportGapMark mark = {report_begin_of_use(file, number, column), report_end_of_use(file, number, end_column),
                          unseen};
    if (number == worded->line->line && column > 0 && end_column > column)
        g_array_append_val(own(&worded->line->marks, sizeof mark), mark);
}

static gboolean is_only_decision(const Worded *worded, guint32 decision)
{
    const HtolRowDecision *row = &worded->builder->gaps->function->function->decisions[decision];
    return row->kind != HTOL_DECISION_CONDITIONAL && row->kind != HTOL_DECISION_VALUE;
}

static char *placed_text(const Worded *worded, guint32 decision, guint32 condition)
{
    const ReportGaps *gaps = worded->builder->gaps;
    return report_quoted_place(gaps->file, gaps->function, decision, condition);
}

/* "never true" of what the statement asks, "`a ? b` never true" of a decision inside an expression. */
static char *decision_phrase(const Worded *worded, guint32 decision, const char *never)
{
    const ReportGaps *gaps = worded->builder->gaps;
    g_autofree char *macro = report_macro_around(gaps->file, gaps->function, decision);
    if (!macro && is_only_decision(worded, decision))
        return g_strdup(never);
    g_autofree char *text = placed_text(worded, decision, 0);
    return g_strdup_printf("%s %s", text, never);
}

static void tell_outcomes(const Worded *worded, guint32 decision, HtolEnvs seen)
{
    const HtolRowDecision *row = &worded->builder->gaps->function->function->decisions[decision];
    static const char *const never[] = {"never false", "never true"};
    for (int value = 1; value >= 0; value--) {
        guint count = count_of_decision(worded, decision, 0, value);
        if (was_seen(seen, 0, value ? HTOL_TRUE : HTOL_FALSE) || count == 0)
            continue;
        tell_of_decision(worded, decision, 0, value, decision_phrase(worded, decision, never[value]));
        if (row->conditions == 1 && row->line == row->end_line)
            mark(worded, row->line, row->column, row->end_column, FALSE);
    }
}

/* How often the condition lacks an objective of the criterion. */
static guint count_of_criterion(const Worded *worded, guint32 decision, guint32 condition, HtolCriterion criterion)
{
    guint count = 0;
    for (guint i = 0; i < worded->line->uncovered->len; i++) {
        const HtolObjective *what = uncovered_at(worded, i)->objective;
        count += what->criterion == criterion && is_of_decision(what, decision, condition, -1);
    }
    return count;
}

/* Of one that was true and false. Which changes turn the outcome is what the criteria of active clauses say, and no
 * other: with the last of them the other conditions stay as they are. */
static const char *never_decided(const Worded *worded, guint32 decision, guint32 condition)
{
    if (count_of_criterion(worded, decision, condition, HTOL_CRIT_gacc) > 0 ||
        count_of_criterion(worded, decision, condition, HTOL_CRIT_cacc) > 0)
        return "never decided the outcome";
    if (count_of_criterion(worded, decision, condition, HTOL_CRIT_racc) > 0)
        return "never alone decided the outcome";
    return NULL;
}

/* What is lacking of a condition, which may be that it decides; NULL if nothing is. */
static const char *condition_lacks(const Worded *worded, guint32 decision, guint32 condition, HtolEnvs seen)
{
    gboolean true_seen = was_seen(seen, condition, HTOL_TRUE), false_seen = was_seen(seen, condition, HTOL_FALSE);
    if (count_of_decision(worded, decision, condition, -1) == 0)
        return NULL;
    if (!true_seen && !false_seen)
        return "never looked at";
    if (!true_seen)
        return "never true";
    return false_seen ? never_decided(worded, decision, condition) : "never false";
}

static void tell_condition(const Worded *worded, guint32 decision, guint32 condition, HtolEnvs seen)
{
    const ReportGaps *gaps = worded->builder->gaps;
    const HtolRowDecision *row = &gaps->function->function->decisions[decision];
    const HtolRowCondition *of = &gaps->function->function->conditions[row->first_condition + condition - 1];
    const char *lacks = condition_lacks(worded, decision, condition, seen);
    if (!lacks)
        return;
    g_autofree char *text = placed_text(worded, decision, condition);
    tell_of_decision(worded, decision, condition, -1, g_strdup_printf("%s %s", text, lacks));
    if (of->line == of->end_line)
        mark(worded, of->line, of->column, of->end_column,
             !was_seen(seen, condition, HTOL_TRUE) && !was_seen(seen, condition, HTOL_FALSE));
}

static void tell_decision(const Worded *worded, guint32 decision)
{
    const ReportFunction *function = worded->builder->gaps->function;
    const HtolRowDecision *row = &function->function->decisions[decision];
    HtolEnvs seen = report_words_seen(worded->builder->words, function, decision);
    ReportGapDecision item = {function, decision};
    g_array_append_val(own(&worded->line->decisions, sizeof item), item);
    if (seen.rows == 0) {
        tell_of_decision(worded, decision, 0, -1, decision_phrase(worded, decision, "never evaluated"));
        if (row->line == row->end_line)
            mark(worded, row->line, row->column, row->end_column, TRUE);
        return;
    }
    tell_outcomes(worded, decision, seen);
    for (guint32 i = 1; row->conditions > 1 && i <= row->conditions; i++)
        tell_condition(worded, decision, i, seen);
}

/* Those with uncovered objectives in the line, in the order of the text. */
static void tell_decisions(const Worded *worded)
{
    const HtolFunction *function = worded->builder->gaps->function->function;
    g_autofree gboolean *known = g_new0(gboolean, function->n_decisions + 1);
    for (guint i = 0; i < worded->line->uncovered->len; i++) {
        const HtolObjective *what = uncovered_at(worded, i)->objective;
        if (what->site.kind == HTOL_SITE_DECISION && !what->user)
            known[what->site.index] = TRUE;
    }
    for (guint32 i = 0; i < function->n_decisions; i++)
        if (known[i])
            tell_decision(worded, i);
}

/* Rows that give a condition or an outcome its value cover these as well: nothing is told twice. */
static void tell_vectors(const Worded *worded)
{
    guint count = worded->counts[REPORT_GAP_VECTOR];
    for (guint i = 0; i < worded->line->gaps->len; i++) {
        ReportGapKind kind = g_array_index(worded->line->gaps, ReportGap, i).kind;
        if (kind == REPORT_GAP_DECISION || kind == REPORT_GAP_CONDITION)
            return;
    }
    if (count > 0)
        tell_gap(worded, REPORT_GAP_VECTOR, count,
                 g_strdup_printf("%u combination%s never seen", count, count == 1 ? "" : "s"), NULL);
}

/* ---- other causes ---- */

/* "`a`, `b` and 3 more like these" */
static char *items_sentence(const char *head, const GArray *items)
{
    GString *sentence = g_string_new(head);
    for (guint i = 0; i < MIN(items->len, MOST_ITEMS); i++)
        g_string_append_printf(sentence, "%s%s", i > 0 ? ", " : "", g_array_index(items, ReportGapItem, i).text);
    if (items->len > MOST_ITEMS)
        g_string_append_printf(sentence, " and %u more like these", items->len - MOST_ITEMS);
    return g_string_free(sentence, FALSE);
}

/* The arms that were never taken, each once. */
static GArray *list_cases(const Worded *worded)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    GArray *items = new_items();
    for (guint i = 0; i < worded->line->uncovered->len; i++) {
        const HtolObjective *what = uncovered_at(worded, i)->objective;
        if (kind_at(worded, i) != REPORT_GAP_CASE || !g_hash_table_add(known, (gpointer)what->text))
            continue;
        const ReportGaps *gaps = worded->builder->gaps;
        g_autofree char *text = report_case_spelling(gaps->file, gaps->function, what->site.index);
        ReportGapItem item = {.text = report_quoted(text)};
        g_array_append_val(items, item);
    }
    return items;
}

static void tell_cases(const Worded *worded)
{
    const HtolFunction *function = worded->builder->gaps->function->function;
    guint arms = 0;
    if (worded->counts[REPORT_GAP_CASE] == 0)
        return;
    GArray *items = list_cases(worded);
    for (guint32 i = 0; i < function->n_switches; i++)
        if (function->switches[i].line == worded->line->line)
            arms += function->switches[i].arms;
    tell_items(worded, REPORT_GAP_CASE,
               g_strdup_printf("%u of %u cases never taken", items->len, MAX(arms, items->len)),
               items_sentence("never taken: ", items), items);
}

static void tell_loops(const Worded *worded)
{
    static const struct {
        HtolCriterion criterion;
        const char *phrase;
    } loops[] = {{HTOL_CRIT_elo, "never entered"}, {HTOL_CRIT_slo, "never skipped"}, {HTOL_CRIT_mlo, "never repeated"}};
    for (guint k = 0; k < G_N_ELEMENTS(loops); k++) {
        guint count = 0;
        for (guint i = 0; i < worded->line->uncovered->len; i++)
            count += uncovered_at(worded, i)->objective->criterion == loops[k].criterion;
        if (count > 0)
            tell_gap(worded, REPORT_GAP_LOOP, count, g_strdup(loops[k].phrase), NULL);
    }
}

static void tell_callees(const Worded *worded)
{
    const ReportObjective *first = first_of(worded, REPORT_GAP_CALLEE);
    guint count = count_distinct(worded, REPORT_GAP_CALLEE);
    g_autofree char *quote = first ? report_quoted(first->objective->text) : NULL;
    if (first)
        tell_gap(worded, REPORT_GAP_CALLEE, worded->counts[REPORT_GAP_CALLEE],
                 count == 1 ? g_strdup_printf("%s never called from here", quote)
                            : g_strdup_printf("%u functions never called from here", count),
                 NULL);
}

static void tell_users(const Worded *worded)
{
    const ReportObjective *first = first_of(worded, REPORT_GAP_USER);
    guint count = worded->counts[REPORT_GAP_USER];
    if (first)
        tell_gap(worded, REPORT_GAP_USER, count,
                 count == 1 ? g_strdup_printf("%s never happened", first->objective->user->name)
                            : g_strdup_printf("%u of your objectives never happened", count),
                 NULL);
}

static void tell_limits(const Worded *worded)
{
    g_autoptr(GPtrArray) objectives = g_ptr_array_new();
    for (guint i = 0; i < worded->line->uncovered->len; i++)
        if (kind_at(worded, i) == REPORT_GAP_LIMIT)
            g_ptr_array_add(objectives, (gpointer)uncovered_at(worded, i));
    if (objectives->len == 0)
        return;
    GArray *items = new_items();
    const char *phrase = report_limit_items(worded->builder->gaps->function, objectives, items);
    tell_items(worded, REPORT_GAP_LIMIT, g_strdup(phrase), items_sentence("wanted near a limit: ", items), items);
}

/* The row of the flow that the objective is about. */
static const HtolRowFlow *flow_of(const HtolFunction *function, const HtolObjective *what)
{
    guint32 flow = what->site.index;
    if (what->site.kind == HTOL_SITE_FLOW_PATH)
        flow = function->flow_paths[flow].flow;
    return &function->flows[flow];
}

/* The definitions that never got here, each once: indices and 1 of rows. */
static GArray *definitions_of(const Worded *worded)
{
    const HtolFunction *function = worded->builder->gaps->function->function;
    GArray *definitions = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint i = 0; i < worded->line->uncovered->len; i++) {
        const HtolObjective *what = uncovered_at(worded, i)->objective;
        if (kind_at(worded, i) != REPORT_GAP_FLOW)
            continue;
        guint32 definition = flow_of(function, what)->definition;
        gboolean known = FALSE;
        for (guint k = 0; k < definitions->len; k++)
            known |= g_array_index(definitions, guint32, k) == definition;
        if (!known)
            g_array_append_val(definitions, definition);
    }
    return definitions;
}

static char *definition_phrase(const HtolFunction *function, guint32 definition)
{
    if (definition == 0)
        return g_strdup("a value from elsewhere never got here");
    const HtolRowDefinition *row = &function->definitions[definition - 1];
    return g_strdup_printf("`%s` of line %u never got here", function->variables[row->variable].name, row->line);
}

static void tell_flows(const Worded *worded)
{
    g_autoptr(GArray) definitions = definitions_of(worded);
    const HtolFunction *function = worded->builder->gaps->function->function;
    if (definitions->len == 0)
        return;
    GArray *items = new_items();
    for (guint i = 0; i < definitions->len; i++) {
        ReportGapItem item = {.text = definition_phrase(function, g_array_index(definitions, guint32, i))};
        g_array_append_val(items, item);
    }
    const char *first = g_array_index(items, ReportGapItem, 0).text;
    tell_items(worded, REPORT_GAP_FLOW, g_strdup(first),
               items->len > 1
                   ? g_strdup_printf("%s, and %u more value%s", first, items->len - 1, items->len == 2 ? "" : "s")
                   : NULL,
               items);
}

/* What one objective is about. */
typedef ReportGapItem (*ItemWords)(ReportWords *words, const ReportFunction *function,
                                   const ReportObjective *objective);

static ReportGapItem way_item(ReportWords *words, const ReportFunction *function, const ReportObjective *objective)
{
    GArray *way = report_way(function, objective->objective);
    (void)words;
    return (ReportGapItem){.text = g_strdup(objective->objective->text), .way = way};
}

/* Those of the kind, each text once, in the order of the objectives; to be unreferenced. */
static GArray *list_items(const Worded *worded, ReportGapKind kind, ItemWords words)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    GArray *items = new_items();
    for (guint i = 0; i < worded->line->uncovered->len; i++) {
        const ReportObjective *objective = uncovered_at(worded, i);
        if (kind_at(worded, i) != kind)
            continue;
        ReportGapItem item = words(worded->builder->words, worded->builder->gaps->function, objective);
        if (g_hash_table_contains(known, item.text)) {
            clear_item(&item);
            continue;
        }
        g_hash_table_add(known, item.text);
        g_array_append_val(items, item);
    }
    return items;
}

static void tell_signs(const Worded *worded)
{
    GArray *items = worded->counts[REPORT_GAP_SIGN] ? list_items(worded, REPORT_GAP_SIGN, report_sign_item) : NULL;
    if (items)
        tell_items(worded, REPORT_GAP_SIGN, g_strdup(g_array_index(items, ReportGapItem, 0).text),
                   items_sentence("", items), items);
}

static void tell_mutants(const Worded *worded)
{
    GArray *items =
        worded->counts[REPORT_GAP_MUTANT] ? list_items(worded, REPORT_GAP_MUTANT, report_mutant_item) : NULL;
    if (items)
        tell_items(worded, REPORT_GAP_MUTANT,
                   g_strdup_printf("%u change%s would make no difference", items->len, items->len > 1 ? "s" : ""),
                   items_sentence("no difference would be made by ", items), items);
}

static void tell_unnoticed(const Worded *worded)
{
    const ReportGaps *gaps = worded->builder->gaps;
    GArray *items = worded->counts[REPORT_GAP_UNNOTICED] ? new_items() : NULL;
    for (guint i = 0; items && i < worded->line->uncovered->len; i++)
        if (kind_at(worded, i) == REPORT_GAP_UNNOTICED) {
            ReportGapItem item = report_change_item(gaps->file, gaps->function, uncovered_at(worded, i));
            g_array_append_val(items, item);
        }
    if (!items)
        return;
    g_autofree char *list = items_sentence("no test notices ", items);
    tell_items(worded, REPORT_GAP_UNNOTICED, report_change_phrase(items), report_change_sentence(items, list), items);
}

static void tell_ways(const Worded *worded)
{
    GArray *items = worded->counts[REPORT_GAP_WAY] ? list_items(worded, REPORT_GAP_WAY, way_item) : NULL;
    if (items)
        tell_items(worded, REPORT_GAP_WAY,
                   g_strdup_printf("%u way%s from here never taken", items->len, items->len > 1 ? "s" : ""),
                   items_sentence("never taken from here: ", items), items);
}

/* ---- lines that never ran ---- */

/* "`case RED` of line 21 was never taken"; in its own line it says so by itself. */
static char *arm_reason(const Builder *builder, guint32 index, guint32 line)
{
    const HtolRowArm *arm = &builder->gaps->function->function->arms[index];
    g_autofree char *text = report_case_spelling(builder->gaps->file, builder->gaps->function, index);
    if (arm->line == line)
        return g_strdup_printf("this %s was never taken", arm->kind == HTOL_ARM_CASE ? "case" : "default");
    return g_strdup_printf("`%s` of line %u was never taken", text, arm->line);
}

/* Why the block was never reached: "line 116 was never false"; NULL if its rows do not tell. */
static char *block_reason(const Builder *builder, guint32 block)
{
    const HtolFunction *function = builder->gaps->function->function;
    const HtolRowTerm *term = &function->terms[function->blocks[block].first_term];
    if (function->blocks[block].terms != 1)
        return NULL;
    if (term->kind == HTOL_TERM_ARM)
        return arm_reason(builder, term->index, function->blocks[block].line);
    if (term->kind != HTOL_TERM_TRUE && term->kind != HTOL_TERM_FALSE)
        return NULL;
    if (report_words_seen(builder->words, builder->gaps->function, term->index).rows == 0)
        return NULL;
    return g_strdup_printf("line %u was never %s", function->decisions[term->index].line,
                           term->kind == HTOL_TERM_TRUE ? "true" : "false");
}

/* "a part never ran: line 116 was never false" */
static char *part_phrase(const Worded *worded)
{
    const HtolObjective *what = first_of(worded, REPORT_GAP_RUN)->objective;
    const HtolFunction *function = worded->builder->gaps->function->function;
    guint32 block = what->site.kind == HTOL_SITE_BLOCK ? what->site.index : G_MAXUINT32;
    g_autofree char *reason = block < function->n_blocks ? block_reason(worded->builder, block) : NULL;
    return reason ? g_strdup_printf("a part never ran: %s", reason) : g_strdup("a part never ran");
}

static void tell_part(const Worded *worded)
{
    if (worded->line->gaps->len == 0 && worded->counts[REPORT_GAP_RUN] > 0)
        tell_gap(worded, REPORT_GAP_RUN, worded->counts[REPORT_GAP_RUN], part_phrase(worded), NULL);
}

/* Of a line that never ran only the first of its run tells something. */
static void word_line(const Builder *builder, ReportGapLine *line)
{
    Worded worded = {.builder = builder, .line = line};
    for (guint i = 0; i < line->uncovered->len; i++)
        worded.counts[kind_at(&worded, i)]++;
    tell_decisions(&worded);
    tell_cases(&worded);
    tell_vectors(&worded);
    tell_loops(&worded);
    tell_callees(&worded);
    tell_users(&worded);
    tell_limits(&worded);
    tell_flows(&worded);
    tell_ways(&worded);
    tell_signs(&worded);
    tell_unnoticed(&worded);
    tell_mutants(&worded);
    tell_part(&worded);
}

/* The first block of a line that never ran, and 1; 0: none begins there, or one ran. */
static guint idle_block(const Builder *builder, const ReportGapLine *line)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(builder->idle, GUINT_TO_POINTER(line->line)));
}

static char *line_reason(const Builder *builder, const ReportGapLine *line)
{
    guint block = idle_block(builder, line);
    return block > 0 ? block_reason(builder, block - 1) : NULL;
}

static char *run_phrase(const Builder *builder, const ReportGapLine *line, guint lines)
{
    g_autofree char *reason = line_reason(builder, line);
    if (lines == 1)
        return reason ? g_strdup_printf("never ran: %s", reason) : g_strdup("never ran");
    return reason ? g_strdup_printf("%u lines never ran: %s", lines, reason)
                  : g_strdup_printf("%u lines never ran", lines);
}

/* Whether the line never ran for another reason than the one at which a run begins. */
static gboolean begins_run(const Builder *builder, const ReportGapLine *line, const char *reason)
{
    g_autofree char *other = line_reason(builder, line);
    return other && g_strcmp0(other, reason) != 0;
}

/* Tells of lines from `first` on that never ran, with none between that did, and for one reason. Returns the index of
 * the line behind them. */
static guint tell_run(const Builder *builder, guint first)
{
    const GPtrArray *lines = builder->gaps->lines;
    Worded worded = {.builder = builder, .line = lines->pdata[first]};
    g_autofree char *reason = line_reason(builder, worded.line);
    guint count = 0, missing = 0, end = first;
    for (; end < lines->len; end++) {
        const ReportGapLine *line = lines->pdata[end];
        gboolean ran = line->state == REPORT_LINE_COVERED || line->state == REPORT_LINE_PARTLY;
        if (ran || (end > first && begins_run(builder, line, reason)))
            break;
        count += line->state == REPORT_LINE_UNCOVERED;
        missing += line->missing;
    }
    tell_gap(&worded, REPORT_GAP_RUN, missing, run_phrase(builder, worded.line, count), NULL);
    return end;
}

/* A caller that ran says more than those that never did. */
static const ReportCaller *find_caller(const ReportFunction *function)
{
    for (guint i = 0; i < function->n_callers; i++)
        if (function->callers[i].called)
            return &function->callers[i];
    return NULL;
}

/* "never called: `f` and `g` call it, and never ran", "never called: the call in line 12 of `f` never ran" */
static char *uncalled_phrase(const ReportFunction *function)
{
    const ReportCaller *ran = find_caller(function), *callers = function->callers;
    if (ran)
        return g_strdup_printf("never called: the call in line %u of `%s` never ran", ran->line, ran->name);
    if (function->n_callers == 0)
        return g_strdup("never called");
    if (function->n_callers == 1)
        return g_strdup_printf("never called: `%s` calls it, and never ran", callers[0].name);
    return g_strdup_printf("never called: `%s` and %s%s%s call it, and never ran", callers[0].name,
                           function->n_callers == 2 ? "`" : "", function->n_callers == 2 ? callers[1].name : "others",
                           function->n_callers == 2 ? "`" : "");
}

static void tell_uncalled(const Builder *builder)
{
    ReportGapLine *line = builder->gaps->lines->len > 0 ? builder->gaps->lines->pdata[0] : NULL;
    Worded worded = {.builder = builder, .line = line};
    guint missing = 0;
    for (guint i = 0; i < builder->gaps->lines->len; i++)
        missing += ((ReportGapLine *)builder->gaps->lines->pdata[i])->missing;
    if (!line)
        return;
    if (missing == 0)
        return;
    line->state = REPORT_LINE_UNCOVERED;
    tell_gap(&worded, REPORT_GAP_CALL, missing, uncalled_phrase(builder->gaps->function), NULL);
}

/* ---- the whole ---- */

static const ReportObjective *first_with(const ReportGapLine *line, gboolean (*is_wanted)(const ReportObjective *))
{
    for (guint i = 0; i < line->all->len; i++)
        if (is_wanted(g_array_index(line->all, const ReportObjective *, i)))
            return g_array_index(line->all, const ReportObjective *, i);
    return NULL;
}

/* "cannot be true (proved)"; of more than an outcome: "3 impossible (proved)" */
static char *proved_phrase(const ReportFunction *function, const ReportGapLine *line)
{
    const HtolObjective *what = first_with(line, is_proved)->objective;
    ReportGapKind kind = report_gap_kind(function, what);
    if (kind == REPORT_GAP_RUN)
        return g_strdup("cannot run (proved)");
    if (kind == REPORT_GAP_DECISION && what->value >= 0)
        return g_strdup_printf("cannot be %s (proved)", what->value ? "true" : "false");
    return g_strdup_printf("%u impossible (proved)", line->proved);
}

static gboolean is_excluded(const ReportObjective *objective)
{
    return objective->status == REPORT_EXCLUDED;
}

/* The first words of the reason. */
static char *excluded_phrase(const ReportGapLine *line)
{
    const ReportExclusion *exclusion = first_with(line, is_excluded)->exclusion;
    const char *why = exclusion ? exclusion->claim->reason : "";
    g_autofree char *words = htol_squeezed(why, strcspn(why, "\n"));
    if (!*words)
        return g_strdup("excluded");
    g_autofree char *plain = htol_plain(words), *cut = htol_cut(plain, LONGEST_REASON);
    return g_strdup_printf("excluded: %s", cut);
}

/* A line runs if a statement of it does, or, of one without statements, anything of it. Paths and data flow may be all
 * that is asked of a line: what is missing of these is a part. */
static void set_state(const Builder *builder, ReportGapLine *line)
{
    gboolean ran = line->state == REPORT_LINE_COVERED;
    gboolean idle = !builder->gaps->function->called || idle_block(builder, line) > 0;
    if (line->missing > 0)
        line->state = !ran && idle ? REPORT_LINE_UNCOVERED : REPORT_LINE_PARTLY;
    if (line->state != REPORT_LINE_PLAIN)
        return;
    if (line->counts[REPORT_COVERED] > 0)
        line->state = REPORT_LINE_COVERED;
    else if (line->counts[REPORT_EXCLUDED] > 0)
        line->state = REPORT_LINE_EXCLUDED;
    else if (line->counts[REPORT_UNMEASURED] > 0)
        line->state = REPORT_LINE_UNMEASURED;
    else
        line->state = REPORT_LINE_IMPOSSIBLE;
}

/* What is said of a line of which nothing is missing: why it is excluded, or that a proof says that it cannot be. */
static void word_complete(const Builder *builder, ReportGapLine *line)
{
    Worded worded = {.builder = builder, .line = line};
    if (line->proved > 0)
        tell_gap(&worded, REPORT_GAP_PROVED, line->proved, proved_phrase(builder->gaps->function, line), NULL);
    else if (line->counts[REPORT_EXCLUDED] > 0)
        tell_gap(&worded, REPORT_GAP_EXCLUDED, line->counts[REPORT_EXCLUDED], excluded_phrase(line), NULL);
}

static void word_lines(const Builder *builder)
{
    for (guint i = 0; i < builder->gaps->lines->len;) {
        ReportGapLine *line = builder->gaps->lines->pdata[i];
        if (line->state == REPORT_LINE_UNCOVERED) {
            i = tell_run(builder, i);
            continue;
        }
        if (line->missing > 0)
            word_line(builder, line);
        else
            word_complete(builder, line);
        i++;
    }
}

/* Notes that a block, or a statement that it begins, has lines `first` to `last`; those that ran are in `ran`. */
static void add_block(const Builder *builder, GHashTable *ran, guint32 block, guint32 first, guint32 last)
{
    gboolean idle = !report_words_ran(builder->words, builder->gaps->function, block);
    for (guint32 line = first; line <= MAX(first, last); line++) {
        gpointer number = GUINT_TO_POINTER(line);
        if (!idle)
            g_hash_table_add(ran, number);
        else if (!g_hash_table_contains(builder->idle, number))
            g_hash_table_insert(builder->idle, number, GUINT_TO_POINTER(block + 1));
    }
}

/* Finds lines of which no block and no statement ran, whatever criteria are selected. */
static void find_idle(const Builder *builder)
{
    const HtolFunction *function = builder->gaps->function->function;
    g_autoptr(GHashTable) ran = g_hash_table_new(NULL, NULL);
    GHashTableIter at;
    gpointer line;
    if (!builder->gaps->function->recorded)
        return;
    for (guint32 i = 0; i < function->n_blocks; i++)
        if (function->blocks[i].file == 0)
            add_block(builder, ran, i, function->blocks[i].line, 0);
    for (guint32 i = 0; i < function->n_statements; i++)
        if (function->statements[i].file == 0)
            add_block(builder, ran, function->statements[i].block, function->statements[i].line,
                      function->statements[i].end_line);
    g_hash_table_iter_init(&at, ran);
    while (g_hash_table_iter_next(&at, &line, NULL))
        g_hash_table_remove(builder->idle, line);
}

/* Whether its lines may have no more to say than that they did not run. */
static gboolean is_blank(const ReportFile *file, const ReportFunction *function)
{
    return !function->called && function->n_special == 0 && strcmp(function->path, file->path) == 0;
}

static void add_judged(Builder *builder, const ReportJudged *judged)
{
    if (judged->line == 0)
        return;
    ReportGapLine *line = find_line(builder, judged->line);
    line->state = REPORT_LINE_UNCOVERED;
    line->counts[judged->status]++;
    line->missing += judged->status == REPORT_UNCOVERED;
}

/* Whether nothing is missing on some line: why not would have to be told. */
static gboolean any_complete(const ReportGaps *gaps)
{
    for (guint i = 0; i < gaps->lines->len; i++)
        if (((const ReportGapLine *)gaps->lines->pdata[i])->missing == 0)
            return TRUE;
    return FALSE;
}

ReportGaps *report_gaps_outline(const ReportModel *model, const ReportFile *file, const ReportFunction *function)
{
    g_autoptr(GHashTable) by_line = g_hash_table_new(NULL, NULL);
    if (!is_blank(file, function))
        return report_gaps_new(model, file, function);
    g_autoptr(ReportGaps) gaps = g_new(ReportGaps, 1);
    *gaps = (ReportGaps){function, file, NULL, g_ptr_array_new_with_free_func(free_line)};
    Builder builder = {.gaps = gaps, .model = model, .by_line = by_line};
    for (guint i = 0; i < function->n_objectives; i++)
        add_judged(&builder, &function->judged[i]);
    if (any_complete(gaps))
        return report_gaps_new(model, file, function);
    g_ptr_array_sort(gaps->lines, compare_lines);
    tell_uncalled(&builder);
    return g_steal_pointer(&gaps);
}

ReportGaps *report_gaps_new(const ReportModel *model, const ReportFile *file, const ReportFunction *function)
{
    g_autoptr(GHashTable) by_line = g_hash_table_new(NULL, NULL), idle = g_hash_table_new(NULL, NULL);
    g_autoptr(ReportWords) words = report_words_new(model);
    ReportGaps *gaps = g_new(ReportGaps, 1);
    *gaps = (ReportGaps){function, file, report_objectives(model, function), g_ptr_array_new_with_free_func(free_line)};
    Builder builder = {gaps, model, words, by_line, idle};
    find_idle(&builder);
    for (guint i = 0; i < gaps->objectives->n; i++)
        add_objective(&builder, &gaps->objectives->list[i]);
    g_ptr_array_sort(gaps->lines, compare_lines);
    for (guint i = 0; i < gaps->lines->len; i++)
        set_state(&builder, gaps->lines->pdata[i]);
    if (function->called)
        word_lines(&builder);
    else
        tell_uncalled(&builder);
    return gaps;
}

void report_gaps_free(ReportGaps *gaps)
{
    g_clear_pointer(&gaps->objectives, report_objectives_free);
    g_ptr_array_unref(gaps->lines);
    g_free(gaps);
}

const ReportGapLine *report_gaps_line(const ReportGaps *gaps, guint32 line)
{
    for (guint i = 0; i < gaps->lines->len; i++)
        if (((const ReportGapLine *)gaps->lines->pdata[i])->line == line)
            return gaps->lines->pdata[i];
    return NULL;
}

char *report_gaps_phrase(const ReportGapLine *line)
{
    const ReportGap *gaps = (const ReportGap *)(gconstpointer)line->gaps->data;
    guint n = line->gaps->len;
    if (n == 0)
        return g_strdup("");
    if (n == 1)
        return g_strdup(gaps[0].phrase);
    if (n == 2)
        return g_strdup_printf("%s; %s", gaps[0].phrase, gaps[1].phrase);
    return g_strdup_printf("%s; %s; %u more", gaps[0].phrase, gaps[1].phrase, n - 2);
}
