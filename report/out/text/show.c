/* Prints source with its gaps; see show.h. Words come from report/gaps/gaps.h, rows from report/judge/rows.h. */
#include "report/out/text/show.h"

#include <string.h>

#include "htol/base/nearest.h"
#include "htol/base/plain.h"
#include "report/gaps/cases.h"
#include "report/gaps/gaps.h"
#include "report/gaps/row_words.h"
#include "report/gaps/spelling.h"
#include "report/judge/rows.h"
#include "report/model/place.h"
#include "report/model/tests.h"

enum {
    GUTTER = 14,      /* columns before the source */
    PHRASE = 54,      /* column of the source behind which phrases begin */
    MOST_WANTED = 4,  /* rows of a decision */
    MOST_SEEN = 8,    /* rows of those that were seen */
    MOST_CASES = 24,  /* of switches, that were never taken */
    MOST_PANELS = 40, /* tables below a function */
    MOST_CHANGES = 8, /* that no test notices */
    LONGEST_CELL = 28 /* characters of a condition at the head of a table */
};

typedef struct {
    const ReportModel *model;
    const ReportFile *file;
    gboolean colour;
    GString *out;
    GPtrArray *gaps;     /* ReportGaps of the functions shown */
    GHashTable *by_line; /* number: const ReportGapLine */
} Show;

/* What is to be shown. */
typedef struct {
    const ReportFile *file;
    const ReportFunction *function; /* NULL: the whole file */
    guint32 first, last;            /* lines; last may lie behind the end */
} Part;

/* ---- colours ---- */

typedef enum { BOLD, FAINT, RED, AMBER, GREEN, CYAN, UNDERLINED_AMBER, UNDERLINED_RED, COLOURS } Colour;

static const char *const escapes[COLOURS] = {"\033[1m",  "\033[2m",  "\033[31m",   "\033[33m",
                                             "\033[32m", "\033[36m", "\033[4;33m", "\033[4;31m"};

static void put_coloured(const Show *show, Colour colour, const char *text)
{
    if (show->colour && *text)
        g_string_append_printf(show->out, "%s%s\033[0m", escapes[colour], text);
    else
        g_string_append(show->out, text);
}

static void put_padded(const Show *show, const char *text, glong width)
{
    g_string_append_printf(show->out, "%s%*s", text, (int)MAX(width - g_utf8_strlen(text, -1), 0), "");
}

/* ---- the head ---- */

/* "7 of 11 statements", red below 50 per cent, amber below 80. */
static void put_total(const Show *show, HtolCriterion criterion, const char *name, const ReportTotals *totals)
{
    guint wanted = report_wanted(&totals[criterion]);
    int score = report_score(&totals[criterion]);
    if (!show->model->selection.wanted[criterion] || wanted == 0)
        return;
    g_autofree char *text = g_strdup_printf("%u of %u %s", totals[criterion].covered, wanted, name);
    g_string_append(show->out, "  ");
    put_coloured(show, score < 500 ? RED : score < 800 ? AMBER : GREEN, text);
}

static void put_head(const Show *show, const Part *part)
{
    g_autofree char *path = htol_plain(show->file->path);
    ReportTotals own[HTOL_CRITERIA] = {0};
    const ReportTotals *totals = part->function ? own : show->file->totals;
    if (part->function)
        report_totals_add_function(own, part->function);
    put_coloured(show, BOLD, path);
    if (part->function) {
        const HtolRowFunction *row = &part->function->function->row;
        g_autofree char *name = htol_plain(row->name);
        g_string_append_printf(show->out, "  %s, lines %u to %u", name, row->line, row->end_line);
    }
    g_string_append(show->out, "  ");
    if (!part->function)
        put_total(show, HTOL_CRIT_fc, "functions", totals);
    put_total(show, HTOL_CRIT_stmt, "statements", totals);
    put_total(show, HTOL_CRIT_bc, "branches", totals);
    put_total(show, HTOL_CRIT_racc, "MC/DC", totals);
    g_string_append(show->out, "\n\n");
}

/* ---- a line ---- */

static const struct {
    const char *glyph, *plain; /* before the number of tests */
    const char *bar, *plain_bar;
    Colour colour;
} states[] = {
    [REPORT_LINE_PLAIN] = {"", "", " ", " ", FAINT},         [REPORT_LINE_COVERED] = {"", "", "│", "|", GREEN},
    [REPORT_LINE_PARTLY] = {"◐ ", "~ ", "║", ":", AMBER},    [REPORT_LINE_UNCOVERED] = {"✗", "x", "┃", "!", RED},
    [REPORT_LINE_EXCLUDED] = {"⊘ ", "o ", "┊", ".", FAINT},  [REPORT_LINE_IMPOSSIBLE] = {"⊥ ", "- ", "╎", ".", FAINT},
    [REPORT_LINE_UNMEASURED] = {"◌ ", "? ", "┊", ".", FAINT}};

/* How many tests ran the line, in words of a few characters. */
static char *tests_of(const Show *show, const ReportGapLine *line)
{
    guint tests = show->model->tests && line ? htol_test_set_size(show->model->tests, line->tests) : 0;
    if (!line || line->state == REPORT_LINE_PLAIN || line->state == REPORT_LINE_UNCOVERED)
        return g_strdup("");
    if (tests == 0 && line->state > REPORT_LINE_UNCOVERED)
        return g_strdup("");
    return tests > 0 ? g_strdup_printf("%u", tests) : g_strdup(show->colour ? "✓" : "+");
}

static void put_gutter(const Show *show, guint32 number, const ReportGapLine *line)
{
    ReportLineState state = line ? line->state : REPORT_LINE_PLAIN;
    gboolean colour = show->colour;
    g_autofree char *tests = tests_of(show, line);
    g_autofree char *count = g_strconcat(colour ? states[state].glyph : states[state].plain, tests, NULL);
    g_autofree char *padded = g_strdup_printf("%*s%s", (int)MAX(5 - g_utf8_strlen(count, -1), 0), "", count);
    g_autofree char *digits = g_strdup_printf("%6u", number);
    put_coloured(show, FAINT, digits);
    put_coloured(show, states[state].colour, padded);
    g_string_append_c(show->out, ' ');
    put_coloured(show, states[state].colour, colour ? states[state].bar : states[state].plain_bar);
    g_string_append_c(show->out, ' ');
}

/* The text of a line as it is printed: tabs are spaces, other bytes are fit to be shown. `columns` (may be NULL) gets
 * the printed column of each byte and of the end. */
static char *printed_text(const char *text, gsize length, guint *columns)
{
    GString *out = g_string_new(NULL);
    guint column = 0;
    for (const char *at = text; at < text + length;) {
        gunichar c = g_utf8_get_char_validated(at, text + length - at);
        gsize bytes = c >= 0x80000000u ? 1 : (gsize)(g_utf8_next_char(at) - at);
        for (gsize i = 0; columns && i < bytes; i++)
            columns[at - text + i] = column;
        guint spaces = *at == '\t' ? 8 - column % 8 : 0;
        if (spaces > 0)
            g_string_append_printf(out, "%*s", (int)spaces, "");
        else if (c >= 0x80000000u || !g_unichar_isprint(c))
            g_string_append_c(out, '?');
        else
            g_string_append_len(out, at, (gssize)bytes);
        column += MAX(spaces, 1);
        at += bytes;
    }
    if (columns)
        columns[length] = column;
    return g_string_free(out, FALSE);
}

/* Whether a byte of the line is marked, and how; -1: it is not. */
static int mark_at(const ReportGapLine *line, gsize byte)
{
    for (guint i = 0; line && i < line->marks->len; i++) {
        const ReportGapMark *mark = &g_array_index(line->marks, ReportGapMark, i);
        if (byte + 1 >= mark->column && byte + 1 < mark->end_column)
            return mark->unseen ? UNDERLINED_RED : UNDERLINED_AMBER;
    }
    return -1;
}

/* In colour, marks are part of the text. */
static void put_marked_text(const Show *show, const ReportGapLine *line, const char *text, gsize length)
{
    for (gsize begin = 0, end; begin < length; begin = end) {
        int mark = mark_at(line, begin);
        for (end = begin + 1; end < length && mark_at(line, end) == mark; end++)
            ;
        g_autofree char *part = printed_text(text + begin, end - begin, NULL);
        if (mark >= 0)
            put_coloured(show, (Colour)mark, part);
        else if (line && line->state == REPORT_LINE_UNCOVERED)
            put_coloured(show, RED, part);
        else
            g_string_append(show->out, part);
    }
}

/* Without colour, marks are a line of their own. */
static void put_marks(const Show *show, const ReportGapLine *line, const char *text, gsize length)
{
    g_autofree guint *columns = g_new0(guint, length + 1);
    g_autofree char *printed = printed_text(text, length, columns);
    g_autoptr(GString) marks = g_string_new(NULL);
    for (gsize i = 0; i < length; i++)
        while (mark_at(line, i) >= 0 && marks->len < columns[i + 1])
            g_string_append_c(marks, marks->len < columns[i] ? ' ' : '^');
    if (marks->len > 0)
        g_string_append_printf(show->out, "%*s%s\n", GUTTER, "", marks->str);
}

static void put_phrase(const Show *show, const ReportGapLine *line, guint width)
{
    g_autofree char *phrase = line ? report_gaps_phrase(line) : g_strdup("");
    g_autofree char *plain = htol_plain(phrase);
    if (!*plain)
        return;
    g_string_append_printf(show->out, "%*s", (int)(width < PHRASE ? PHRASE - width : 2), "");
    put_coloured(show, line->state == REPORT_LINE_UNCOVERED ? RED : AMBER, plain);
}

static void put_line(const Show *show, guint32 number, const char *text, gsize length)
{
    const ReportGapLine *line = g_hash_table_lookup(show->by_line, GUINT_TO_POINTER(number));
    g_autofree char *printed = printed_text(text, length, NULL);
    gsize before = show->out->len;
    put_gutter(show, number, line);
    if (show->colour)
        put_marked_text(show, line, text, length);
    else
        g_string_append(show->out, printed);
    put_phrase(show, line, (guint)g_utf8_strlen(printed, -1));
    while (show->out->len > before && show->out->str[show->out->len - 1] == ' ')
        g_string_truncate(show->out, show->out->len - 1);
    g_string_append_c(show->out, '\n');
    if (!show->colour)
        put_marks(show, line, text, length);
}

static void put_source(const Show *show, const Part *part)
{
    const char *text = show->file->source;
    for (guint32 number = 1; *text && number <= part->last; number++) {
        gsize length = strcspn(text, "\n"), shown = length;
        if (shown > 0 && text[shown - 1] == '\r')
            shown--;
        if (number >= part->first)
            put_line(show, number, text, shown);
        text += length + (text[length] == '\n');
    }
}

/* ---- tables of decisions ---- */

static char *cell_text(const Show *show, const ReportGapDecision *decision, guint32 condition)
{
    g_autofree char *text = report_spelling(show->file, decision->function, decision->index, condition);
    g_autofree char *plain = htol_plain(text);
    return htol_cut(plain, LONGEST_CELL);
}

/* Widths of the columns of conditions; texts of their heads. */
typedef struct {
    guint32 conditions;
    GPtrArray *heads;
} Table;

static glong head_width(const Table *table, guint32 condition)
{
    return MAX(g_utf8_strlen(table->heads->pdata[condition - 1], -1), 5) + 3;
}

static void put_table_head(const Show *show, const ReportGapDecision *decision, const Table *table)
{
    const HtolRowDecision *row = &decision->function->function->decisions[decision->index];
    g_autofree char *place = g_strdup_printf("%u:%u", row->line, row->column);
    put_coloured(show, BOLD, place);
    g_string_append_printf(show->out, "%*s", (int)MAX(7 - (int)strlen(place), 1), "");
    for (guint32 i = 1; i <= table->conditions; i++)
        put_padded(show, table->heads->pdata[i - 1], head_width(table, i));
    g_string_append(show->out, "outcome\n");
}

static void put_row(const Show *show, const Table *table, const ReportRow *row, const char *words)
{
    GString *line = g_string_new("       ");
    for (guint32 i = 1; i <= table->conditions; i++)
        g_string_append_printf(line, "%-*s", (int)head_width(table, i), report_truth_word(row->vector[i]));
    g_string_append_printf(line, "%-10s%s",
                           row->vector[0] == HTOL_UNKNOWN ? "no end" : report_truth_word(row->vector[0]), words);
    put_coloured(show, row->wanted ? RED : FAINT, g_strchomp(line->str));
    g_string_append_c(show->out, '\n');
    g_string_free(line, TRUE);
}

static void put_rows(const Show *show, const Table *table, const GArray *rows, guint missing)
{
    guint seen = 0, wanted = 0;
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = &g_array_index(rows, ReportRow, i);
        if (!row->wanted && ++seen > MOST_SEEN)
            continue;
        g_autofree char *words =
            row->wanted ? report_wanted_words(row, missing, wanted++) : report_test_set_words(show->model, row->tests);
        put_row(show, table, row, words);
    }
    if (seen > MOST_SEEN)
        g_string_append_printf(show->out, "       and %u more rows that were seen\n", seen - MOST_SEEN);
}

static void put_decision(const Show *show, const ReportGaps *gaps, const ReportGapLine *line,
                         const ReportGapDecision *decision)
{
    const HtolRowDecision *row = &decision->function->function->decisions[decision->index];
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GPtrArray) heads = g_ptr_array_new_with_free_func(g_free);
    for (guint32 i = 1; i <= row->conditions; i++)
        g_ptr_array_add(heads, cell_text(show, decision, i));
    Table table = {row->conditions, heads};
    g_autoptr(GArray) rows = report_rows_of(arena, gaps->objectives, decision->index, line->uncovered, MOST_WANTED);
    put_table_head(show, decision, &table);
    put_rows(show, &table, rows, line->missing);
}

/* ---- cases of switches ---- */

static void put_case(const Show *show, const ReportCase *one, glong width)
{
    g_autofree char *tests = one->wanted ? g_strdup("never taken") : report_test_set_words(show->model, one->tests);
    g_autofree char *label = htol_plain(one->label);
    GString *line = g_string_new("       ");
    g_string_append_printf(line, "%s%*s%s", label, (int)(width - g_utf8_strlen(label, -1)) + 3, "",
                           *tests ? tests : "taken");
    put_coloured(show, one->wanted ? RED : FAINT, line->str);
    g_string_append_c(show->out, '\n');
    g_string_free(line, TRUE);
}

/* Of those that were taken, and of those that were not, the first ones. */
static void put_case_rows(const Show *show, const GArray *cases, glong width)
{
    guint n[2] = {0}; /* taken, wanted */
    const guint most[] = {MOST_SEEN, MOST_CASES};
    for (guint i = 0; i < cases->len; i++) {
        const ReportCase *one = &g_array_index(cases, ReportCase, i);
        if (n[one->wanted]++ < most[one->wanted])
            put_case(show, one, width);
    }
    if (n[0] > most[0])
        g_string_append_printf(show->out, "       and %u more that were taken\n", n[0] - most[0]);
    if (n[1] > most[1])
        g_string_append_printf(show->out, "       and %u more that were never taken\n", n[1] - most[1]);
}

/* Returns whether the line lacks any. */
static gboolean put_cases(const Show *show, const ReportGaps *gaps, const ReportGapLine *line)
{
    g_autoptr(GArray) cases = report_cases_of(gaps, line);
    g_autofree char *place = g_strdup_printf("%u", line->line);
    glong width = 0;
    for (guint i = 0; i < cases->len; i++)
        width = MAX(width, g_utf8_strlen(g_array_index(cases, ReportCase, i).label, -1));
    if (cases->len == 0)
        return FALSE;
    put_coloured(show, BOLD, place);
    g_string_append_printf(show->out, "%*scase%*staken by\n", MAX(7 - (int)strlen(place), 1), "", (int)width - 1, "");
    put_case_rows(show, cases, width);
    return TRUE;
}

/* ---- panels ---- */

static gboolean is_in_table(const ReportGap *gap)
{
    return gap->kind == REPORT_GAP_CASE || gap->kind == REPORT_GAP_DECISION || gap->kind == REPORT_GAP_CONDITION ||
           gap->kind == REPORT_GAP_VECTOR;
}

/* What no test notices, as lines of a diff. */
static void put_changes(const Show *show, const ReportGap *gap)
{
    for (guint i = 0; i < MIN(gap->items->len, MOST_CHANGES); i++) {
        const ReportGapItem *item = &g_array_index(gap->items, ReportGapItem, i);
        g_autofree char *before = htol_plain(item->before), *after = htol_plain(item->after),
                        *note = htol_plain(item->note);
        g_string_append(show->out, "       - ");
        put_coloured(show, RED, before);
        g_string_append(show->out, *after ? "\n       + " : "");
        put_coloured(show, AMBER, after);
        g_string_append_printf(show->out, "\n         %s\n", note);
    }
    if (gap->items->len > MOST_CHANGES)
        g_string_append_printf(show->out, "       and %u more like these\n", gap->items->len - MOST_CHANGES);
}

/* What a line lacks besides rows of its decisions and cases. */
static void put_causes(const Show *show, const ReportGapLine *line, const char *word)
{
    for (guint i = 0; i < line->gaps->len; i++) {
        const ReportGap *gap = &g_array_index(line->gaps, ReportGap, i);
        if (is_in_table(gap))
            continue;
        g_autofree char *plain = htol_plain(gap->sentence ? gap->sentence : gap->phrase);
        g_string_append_printf(show->out, "       %u %s: %s\n", gap->count, word, plain);
        if (gap->kind == REPORT_GAP_UNNOTICED)
            put_changes(show, gap);
    }
}

static void put_panel(const Show *show, const ReportGaps *gaps, const ReportGapLine *line)
{
    g_string_append_c(show->out, '\n');
    for (guint i = 0; i < line->decisions->len; i++)
        put_decision(show, gaps, line, &g_array_index(line->decisions, ReportGapDecision, i));
    gboolean any = put_cases(show, gaps, line) || line->decisions->len > 0;
    put_causes(show, line, any ? "more" : "missing");
}

/* Tables of lines whose decisions have several conditions: of others the phrase is all. What stands in several lines is
 * a table below the first of them; `told` are the rows of such decisions. */
static gboolean has_panel(const ReportGapLine *line, GHashTable *told)
{
    gboolean any = FALSE;
    for (guint i = 0; i < line->decisions->len; i++) {
        const ReportGapDecision *decision = &g_array_index(line->decisions, ReportGapDecision, i);
        const HtolRowDecision *row = &decision->function->function->decisions[decision->index];
        any |= row->conditions > 1 && g_hash_table_add(told, (gpointer)row);
    }
    return any;
}

static void put_panels(const Show *show, const Part *part, guint32 only)
{
    g_autoptr(GHashTable) told = g_hash_table_new(NULL, NULL);
    guint count = 0;
    for (guint i = 0; i < show->gaps->len; i++) {
        const ReportGaps *gaps = show->gaps->pdata[i];
        for (guint k = 0; k < gaps->lines->len; k++) {
            const ReportGapLine *line = gaps->lines->pdata[k];
            gboolean wanted = only == 0 ? has_panel(line, told) : line->line == only && line->gaps->len > 0;
            if (wanted && line->line >= part->first && line->line <= part->last && count++ < MOST_PANELS)
                put_panel(show, gaps, line);
        }
    }
}

/* ---- the part ---- */

/* The file of that very path, else the first whose path ends so. */
static const ReportFile *find_file(const ReportModel *model, const char *name)
{
    const ReportFile *file = report_file_at(model, report_place_below(name, model->root));
    for (guint i = 0; !file && i < model->n_files; i++)
        if (report_place_is(name, model->root, model->files[i]->path))
            file = model->files[i];
    return file;
}

static const ReportFunction *find_function(const ReportFile *file, const char *name)
{
    for (guint i = 0; i < file->n_functions; i++)
        if (strcmp(file->functions[i]->function->row.name, name) == 0)
            return file->functions[i];
    return NULL;
}

static const ReportFunction *function_around(const ReportFile *file, guint32 line)
{
    for (guint i = 0; i < file->n_functions; i++) {
        const HtolRowFunction *row = &file->functions[i]->function->row;
        if (row->line <= line && line <= row->end_line)
            return file->functions[i];
    }
    return NULL;
}

static gboolean fail_file(const ReportModel *model, const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < model->n_files; i++)
        g_ptr_array_add(names, (gpointer)model->files[i]->path);
    const char *nearest = htol_nearest(name, (const char *const *)names->pdata, names->len);
    g_set_error(error, REPORT_ERROR, 0, "%s: the report has no such file%s%s%s", name, nearest ? "; did you mean " : "",
                nearest ? nearest : "", nearest ? "?" : "");
    return FALSE;
}

static gboolean fail_function(const ReportFile *file, const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < file->n_functions; i++)
        g_ptr_array_add(names, (gpointer)file->functions[i]->function->row.name);
    const char *nearest = htol_nearest(name, (const char *const *)names->pdata, names->len);
    g_set_error(error, REPORT_ERROR, 0, "%s has no function %s%s%s%s", file->path, name,
                nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    return FALSE;
}

/* Narrows the part to what stands behind the colon: a line's function, or a function. */
static gboolean narrow(Part *part, const char *name, guint32 *line, GError **error)
{
    *line = strspn(name, "0123456789") == strlen(name) ? (guint32)g_ascii_strtoull(name, NULL, 10) : 0;
    part->function = *line ? function_around(part->file, *line) : find_function(part->file, name);
    if (!part->function && *line) {
        g_set_error(error, REPORT_ERROR, 0, "%s: line %u lies in no function that was measured", part->file->path,
                    *line);
        return FALSE;
    }
    if (!part->function)
        return fail_function(part->file, name, error);
    part->first = part->function->function->row.line;
    part->last = part->function->function->row.end_line;
    return TRUE;
}

static gboolean find_part(const ReportModel *model, const char *place, Part *part, guint32 *line, GError **error)
{
    const char *colon = strrchr(place, ':');
    *part = (Part){find_file(model, place), NULL, 1, G_MAXUINT32};
    if (part->file)
        return TRUE;
    g_autofree char *name = colon && colon[1] ? g_strndup(place, (gsize)(colon - place)) : g_strdup(place);
    part->file = find_file(model, name);
    if (!part->file)
        return fail_file(model, name, error);
    return narrow(part, colon + 1, line, error);
}

static gboolean has_source(const ReportFile *file, GError **error)
{
    if (file->state == REPORT_SOURCE_OK)
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "%s: its source cannot be shown: %s", file->path,
                file->state == REPORT_SOURCE_CHANGED ? "it was changed since it was compiled"
                                                     : "it is not there; see --root");
    return FALSE;
}

/* Of several functions on one line, the one that lacks most tells. */
static void add_lines(const Show *show, const ReportGaps *gaps)
{
    for (guint i = 0; i < gaps->lines->len; i++) {
        const ReportGapLine *line = gaps->lines->pdata[i];
        const ReportGapLine *known = g_hash_table_lookup(show->by_line, GUINT_TO_POINTER(line->line));
        if (!known || known->missing < line->missing)
            g_hash_table_insert(show->by_line, GUINT_TO_POINTER(line->line), (gpointer)line);
    }
}

static void find_gaps(const Show *show, const Part *part)
{
    for (guint i = 0; i < part->file->n_functions; i++) {
        const ReportFunction *function = part->file->functions[i];
        if (part->function && function != part->function)
            continue;
        g_ptr_array_add(show->gaps, report_gaps_new(show->model, part->file, function));
        add_lines(show, show->gaps->pdata[show->gaps->len - 1]);
    }
}

static void free_gaps(gpointer gaps)
{
    report_gaps_free(gaps);
}

gboolean report_show(const ReportModel *model, const char *place, gboolean colour, GString *out, GError **error)
{
    g_autoptr(GPtrArray) gaps = g_ptr_array_new_with_free_func(free_gaps);
    g_autoptr(GHashTable) by_line = g_hash_table_new(NULL, NULL);
    guint32 line = 0;
    Part part;
    if (!find_part(model, place, &part, &line, error) || !has_source(part.file, error))
        return FALSE;
    Show show = {model, part.file, colour, out, gaps, by_line};
    find_gaps(&show, &part);
    put_head(&show, &part);
    put_source(&show, &part);
    if (part.function)
        put_panels(&show, &part, line);
    return TRUE;
}
