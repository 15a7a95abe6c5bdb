/* Writes lines of source: number, tests, code with marks, phrase and panel; see source.h. */
#include <string.h>

#include "report/html/source/source.h"
#include "report/model/file_lines.h"

enum {
    NEAR = 2,         /* lines around a gap that "gaps only" shows */
    FOLDED_HEAD = 12, /* lines before the first gap that are folded, if there are so many */
    SHOWN_HEAD = 40,  /* lines of a function before its first gap that are not */
    SHORTEST_CUT = 4, /* fewer lines without a gap are shown, and not told of in a line of their own */
    RULER = 1000      /* steps of the ruler */
};

/* What stands on a line; of most, nothing does. */
typedef struct {
    ReportTold *told; /* of each function that has the line, n_told */
    guint n_told;
    const ReportTold *top; /* of several functions the one that lacks most */
    const ReportFunction *begins;
    gboolean is_near;
    gboolean is_linked; /* from outside of the source: it needs a name */
    guint next_gap;     /* of the first line of a gap: the line of the next one */
} Line;

typedef struct {
    ReportPage *page;
    guint first, last;
    Line *lines; /* [0] is `first` */
    ReportTold *told;
    guint first_gap;
    guint end_of_head; /* the last of the lines that are folded at first; 0: none */
} Sheet;

static Line *line_at(const Sheet *sheet, guint number)
{
    return number >= sheet->first && number <= sheet->last ? &sheet->lines[number - sheet->first] : NULL;
}

/* ---- gathering ---- */

static void add_told(const Sheet *sheet, const ReportGaps *gaps, const ReportGapLine *line)
{
    Line *to = line_at(sheet, line->line);
    if (to)
        to->told[to->n_told++] = (ReportTold){gaps, line};
}

typedef void (*EachLine)(const Sheet *sheet, const ReportGaps *gaps, const ReportGapLine *line);

static void each_line(const Sheet *sheet, EachLine do_line)
{
    for (guint i = 0; i < sheet->page->gaps->len; i++) {
        const ReportGaps *gaps = sheet->page->gaps->pdata[i];
        for (guint k = 0; k < gaps->lines->len; k++)
            do_line(sheet, gaps, gaps->lines->pdata[k]);
    }
}

static void count_told(const Sheet *sheet, const ReportGaps *gaps, const ReportGapLine *line)
{
    (void)gaps;
    if (line_at(sheet, line->line))
        line_at(sheet, line->line)->n_told++;
}

/* Lays what is told of all lines into one array, line by line. */
static void find_told(Sheet *sheet)
{
    guint n = 0;
    each_line(sheet, count_told);
    for (guint number = sheet->first; number <= sheet->last; number++)
        n += line_at(sheet, number)->n_told;
    ReportTold *told = sheet->told = g_new(ReportTold, n);
    for (guint number = sheet->first; number <= sheet->last; number++) {
        Line *line = line_at(sheet, number);
        line->told = told;
        told += line->n_told;
        line->n_told = 0;
    }
    each_line(sheet, add_told);
}

static void find_top(Line *line)
{
    for (guint i = 0; i < line->n_told; i++) {
        const ReportTold *told = &line->told[i];
        if (!line->top || line->top->line->missing < told->line->missing)
            line->top = told;
    }
}

static gboolean is_gap(const Line *line)
{
    return line->top && line->top->line->missing > 0 && line->top->line->gaps->len > 0;
}

static void mark_near(const Sheet *sheet, guint number)
{
    for (guint i = number > NEAR ? number - NEAR : 1; i <= number + NEAR; i++)
        if (line_at(sheet, i))
            line_at(sheet, i)->is_near = TRUE;
}

/* The mark of the first line of a gap leads to the next gap; that of the last one to the first. */
static void chain_gaps(Sheet *sheet)
{
    guint before = 0;
    for (guint number = sheet->first; number <= sheet->last; number++) {
        Line *line = line_at(sheet, number);
        if (!is_gap(line))
            continue;
        mark_near(sheet, number);
        if (before > 0)
            line_at(sheet, before)->next_gap = number;
        else
            sheet->first_gap = number;
        before = number;
    }
    if (before > 0)
        line_at(sheet, before)->next_gap = sheet->first_gap;
}

static ReportLineState state_of(const Line *line)
{
    return line->top ? line->top->line->state : REPORT_LINE_PLAIN;
}

/* Where the function with the first gap begins, unless that is far from it; else some lines before the gap. */
static guint begin_of_gap(const Sheet *sheet)
{
    guint begin = sheet->first_gap - NEAR;
    for (guint number = sheet->first_gap; number > 0 && number + SHOWN_HEAD > sheet->first_gap; number--)
        if (line_at(sheet, number) && line_at(sheet, number)->begins)
            return MIN(begin, number);
    return begin;
}

/* Folds what is before the first gap, if that is much. */
static void fold_head(Sheet *sheet)
{
    guint begin = sheet->first == 1 && sheet->first_gap > FOLDED_HEAD + NEAR ? begin_of_gap(sheet) : 0;
    if (begin > FOLDED_HEAD)
        sheet->end_of_head = begin - 1;
}

static gboolean is_head(const Sheet *sheet, guint number)
{
    return number <= sheet->end_of_head;
}

/* Whether "gaps only" hides it. */
static gboolean is_left_out(const Sheet *sheet, guint number)
{
    const Line *line = line_at(sheet, number);
    ReportLineState state = state_of(line);
    return !line->is_near && state != REPORT_LINE_PARTLY && state != REPORT_LINE_UNCOVERED && !is_head(sheet, number);
}

/* The last line of those from `number` on that are left out. */
static guint end_of_cut(const Sheet *sheet, guint number)
{
    while (number < sheet->last && is_left_out(sheet, number + 1))
        number++;
    return number;
}

/* A few lines without a gap are shown with their neighbours. */
static void show_short(const Sheet *sheet)
{
    for (guint number = sheet->first, end; number <= sheet->last; number = end + 1) {
        gboolean out = is_left_out(sheet, number);
        end = out ? end_of_cut(sheet, number) : number;
        for (guint i = number; out && end - number + 1 < SHORTEST_CUT && i <= end; i++)
            line_at(sheet, i)->is_near = TRUE;
    }
}

static void link_line(const Sheet *sheet, guint number)
{
    Line *line = line_at(sheet, number);
    if (line)
        line->is_linked = TRUE;
}

/* Lines that remarks and lists of claims lead to. */
static void find_linked(const Sheet *sheet)
{
    const ReportPage *page = sheet->page;
    for (guint i = 0; i < page->file->n_functions; i++)
        for (guint f = 0; f < page->file->functions[i]->n_facts; f++)
            link_line(sheet, page->file->functions[i]->facts[f].line);
    for (guint i = 0; i < page->model->n_exclusions; i++)
        if (strcmp(page->model->exclusions[i]->claim->where.file, page->file->path) == 0)
            link_line(sheet, page->model->exclusions[i]->claim->where.line);
}

static void gather(Sheet *sheet)
{
    const ReportPage *page = sheet->page;
    find_told(sheet);
    for (guint i = 0; i < page->file->n_functions; i++) {
        Line *line = line_at(sheet, page->file->functions[i]->function->row.line);
        if (line && !line->begins)
            line->begins = page->file->functions[i];
    }
    for (guint number = sheet->first; number <= sheet->last; number++)
        find_top(line_at(sheet, number));
    find_linked(sheet);
    chain_gaps(sheet);
    fold_head(sheet);
    show_short(sheet);
}

/* ---- a line ---- */

static const char *class_of(ReportLineState state)
{
    static const char *const classes[REPORT_LINE_STATES] = {
        [REPORT_LINE_PLAIN] = "",      [REPORT_LINE_COVERED] = "c",  [REPORT_LINE_PARTLY] = "p",
        [REPORT_LINE_UNCOVERED] = "u", [REPORT_LINE_EXCLUDED] = "x", [REPORT_LINE_IMPOSSIBLE] = "i",
        [REPORT_LINE_UNMEASURED] = "m"};
    return classes[state];
}

static const char *glyph_of(ReportLineState state)
{
    static const char *const glyphs[REPORT_LINE_STATES] = {
        [REPORT_LINE_PLAIN] = "",      [REPORT_LINE_COVERED] = "",   [REPORT_LINE_PARTLY] = "◐",
        [REPORT_LINE_UNCOVERED] = "✗", [REPORT_LINE_EXCLUDED] = "⊘", [REPORT_LINE_IMPOSSIBLE] = "⊥",
        [REPORT_LINE_UNMEASURED] = "◌"};
    return glyphs[state];
}

static void put_class(const Sheet *sheet, guint number, const Line *line)
{
    const char *class = class_of(state_of(line));
    gboolean near = line->is_near && state_of(line) != REPORT_LINE_PARTLY && state_of(line) != REPORT_LINE_UNCOVERED;
    const char *words[] = {class, is_gap(line) ? "gap" : "", near ? "n" : "", is_head(sheet, number) ? "h" : ""};
    FILE *out = sheet->page->out;
    guint n = 0, told = 0;
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        n += *words[i] != '\0';
    if (n == 0)
        return;
    fputs(n > 1 ? " class=\"" : " class=", out);
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (*words[i]) {
            fputs(told++ > 0 ? " " : "", out);
            fputs(words[i], out);
        }
    fputs(n > 1 ? "\"" : "", out);
}

static void put_function(const Sheet *sheet, const Line *line)
{
    if (!line->begins)
        return;
    fputs(" data-fn=\"", sheet->page->out);
    report_html_string(sheet->page->out, line->begins->function->row.name);
    putc('"', sheet->page->out);
}

/* "partly covered; 4 tests ran it"; of other lines the mark or the number is all that there is to say. */
static void put_title(FILE *out, ReportLineState state, guint tests, gboolean leads)
{
    if ((state == REPORT_LINE_UNCOVERED || state == REPORT_LINE_COVERED) && !leads) {
        putc('>', out);
        return;
    }
    fprintf(out, " title=\"%s", report_line_words[state]);
    if (tests > 0)
        fprintf(out, "; %u test%s ran it", tests, tests == 1 ? "" : "s");
    fputs(leads ? "; to the next gap\">" : "\">", out);
}

/* The mark, or the number of tests, behind the number of the line. */
static void put_gutter(const Sheet *sheet, const Line *line)
{
    FILE *out = sheet->page->out;
    ReportLineState state = state_of(line);
    if (state == REPORT_LINE_PLAIN)
        return;
    HtolTestSets *sets = sheet->page->model->tests;
    guint tests = sets && state != REPORT_LINE_UNCOVERED ? htol_test_set_size(sets, line->top->line->tests) : 0;
    gboolean leads = is_gap(line) && line->next_gap > 0;
    if (leads)
        report_html_number(out, " <a href=#L", line->next_gap);
    else
        fputs(" <i", out);
    put_title(out, state, tests, leads);
    fputs(glyph_of(state), out);
    if (tests > 0)
        report_html_number(out, *glyph_of(state) ? " " : "", tests);
    else if (state == REPORT_LINE_COVERED)
        fputs("✓", out);
    fputs(leads ? "</a>" : "</i>", out);
}

/* How byte `at` of the line is marked: NULL if it is not. */
static const char *mark_at(const ReportGapLine *line, gsize at)
{
    for (guint i = 0; line && i < line->marks->len; i++) {
        const ReportGapMark *mark = &g_array_index(line->marks, ReportGapMark, i);
        if (at + 1 >= mark->column && at + 1 < mark->end_column)
            return mark->unseen ? "<mark class=u>" : "<mark>";
    }
    return NULL;
}

static void put_code(Sheet *sheet, const Line *line, const char *text, gsize length)
{
    ReportPage *page = sheet->page;
    FILE *out = page->out;
    const ReportGapLine *told = line->top && line->top->line->marks->len > 0 ? line->top->line : NULL;
    for (gsize begin = 0, end; begin < length; begin = end) {
        const char *mark = mark_at(told, begin);
        for (end = begin + 1; told && end < length && mark_at(told, end) == mark; end++)
            ;
        end = told ? end : length;
        fputs(mark ? mark : "", out);
        page->in_comment = report_html_code(out, text + begin, end - begin, page->in_comment);
        fputs(mark ? "</mark>" : "", out);
    }
}

/* The first two phrases, the second one behind a dot, then "3 more". */
static void put_phrase(const Sheet *sheet, const Line *line)
{
    static const char *const classes[REPORT_LINE_STATES] = {
        "muted", "muted", "p", "u", "x", "i", "muted",
    };
    FILE *out = sheet->page->out;
    const GArray *gaps = line->top->line->gaps;
    fprintf(out, "<span class=\"say %s\">", classes[state_of(line)]);
    for (guint i = 0; i < MIN(gaps->len, 2); i++) {
        fputs(i > 0 ? " <i>·</i> " : "", out);
        report_html_words(out, g_array_index(gaps, ReportGap, i).phrase);
    }
    if (gaps->len > 2)
        fprintf(out, " <i>· %u more</i>", gaps->len - 2);
    fputs(gaps->len == 0 ? "<span class=vh>covered; details</span></span>" : "</span>", out);
}

static void put_panel(Sheet *sheet, const Line *line, const char *text, gsize length)
{
    const ReportPage *page = sheet->page;
    ReportPanel panel = {page->model, page->file, page->words, page->forms, page->out};
    gboolean quiet = line->top->line->gaps->len == 0;
    fprintf(page->out, "<details class=l><summary class=%s>", quiet ? "\"ln q\"" : "ln");
    fputs("<code>", page->out);
    put_code(sheet, line, text, length);
    fputs("</code>", page->out);
    put_phrase(sheet, line);
    fputs("</summary>", page->out);
    report_html_panel(&panel, line->told, line->n_told);
    fputs("</details>", page->out);
}

static gboolean has_panel(const Line *line)
{
    for (guint i = 0; i < line->n_told; i++)
        if (report_html_has_panel(&line->told[i]))
            return TRUE;
    return FALSE;
}

/* In a long file the script names plain lines: their names would be an eighth of it. */
static gboolean needs_name(const Sheet *sheet, const Line *line)
{
    return sheet->page->parts->len == 1 || line->is_linked || line->begins || state_of(line) != REPORT_LINE_PLAIN;
}

/* A link in rows that a key press stops at. */
static void put_number(const Sheet *sheet, const Line *line, guint number)
{
    FILE *out = sheet->page->out;
    gboolean is_link = is_gap(line) || line->begins;
    if (is_link)
        report_html_number(out, "><th><a href=#L", number);
    report_html_number(out, is_link ? ">" : "><th>", number);
    fputs(is_link ? "</a>" : "", out);
}

static void put_line(Sheet *sheet, guint number)
{
    FILE *out = sheet->page->out;
    const Line *line = line_at(sheet, number);
    gsize length;
    const char *text = report_file_line(sheet->page->file, number, &length);
    if (needs_name(sheet, line))
        report_html_number(out, "<tr id=L", number);
    else
        fputs("<tr", out);
    put_class(sheet, number, line);
    put_function(sheet, line);
    put_number(sheet, line, number);
    put_gutter(sheet, line);
    gboolean wide = has_panel(line) || (line->top && line->top->line->gaps->len > 0);
    fputs(wide ? "<td class=w>" : "<td>", out);
    if (has_panel(line)) {
        put_panel(sheet, line, text, length);
    } else if (wide) {
        fputs("<div class=ln><code>", out);
        put_code(sheet, line, text, length);
        fputs("</code>", out);
        put_phrase(sheet, line);
        fputs("</div>", out);
    } else {
        put_code(sheet, line, text, length);
    }
    putc('\n', out);
}

/* ---- what is folded ---- */

/* Before the first of lines that are left out: which these are. */
static void put_cut(const Sheet *sheet, guint number)
{
    if (!is_left_out(sheet, number) || (number > sheet->first && is_left_out(sheet, number - 1)))
        return;
    guint end = end_of_cut(sheet, number);
    fputs("<tr class=\"cut auto\"><td><td>⋯ ", sheet->page->out);
    report_html_number(sheet->page->out, "", number);
    report_html_number(sheet->page->out, " – ", end);
    fputs(": no gap\n", sheet->page->out);
}

/* Behind the head that is folded. */
static void put_unfold(const Sheet *sheet, guint number)
{
    if (is_head(sheet, number) && !is_head(sheet, number + 1))
        fprintf(sheet->page->out, "<tr class=\"cut unfold\"><td><td><label for=head>1 – %u: nothing to cover</label>\n",
                number);
}

/* ---- the bar above and the ruler ---- */

static void put_bar(const Sheet *sheet)
{
    FILE *out = sheet->page->out;
    g_autofree char *name = g_path_get_basename(sheet->page->file->path);
    fputs("<input type=checkbox id=only class=vh aria-label=\"Gaps only\">"
          "<input type=checkbox id=head class=vh aria-label=\"Show the first lines\">\n"
          "<div class=srcbar><b class=path>",
          out);
    report_html_string(out, name);
    fputs("</b><span class=fn></span><label for=only class=pill>Gaps only</label>", out);
    if (sheet->first_gap > 0)
        fprintf(out, "<a href=#L%u>First gap ↓</a>", sheet->first_gap);
    if (sheet->page->parts->len == 1 && sheet->page->file->n_functions > 0)
        fputs("<a href=#functions>Functions ↑</a>", out);
    fputs("\n<div class=\"tools needs-js\"><button data-act=up title=\"Previous gap (k)\" aria-label=\"Previous gap\">"
          "↑</button><button data-act=down title=\"Next gap (j)\" aria-label=\"Next gap\">↓</button>"
          "<button data-act=open title=\"Open or close all (O)\">Open all</button><input type=search id=filter "
          "placeholder=\"lines with   /\" aria-label=\"Show only the lines that hold this text\"></div></div>\n",
          out);
}

/* A box of the ruler over its steps `from` to `to`. */
static void put_box(const Sheet *sheet, ReportLineState state, guint from, guint to)
{
    const char *format = state == REPORT_LINE_PARTLY ? "M5 %uh9v%uh-9z" : "M0 %uh14v%uh-14z";
    if (to > from)
        fprintf(sheet->page->out, format, from, to - from);
}

/* Lines of one state as a path of boxes; those that touch are one. */
static void put_ruler_path(const Sheet *sheet, ReportLineState state)
{
    guint lines = sheet->last - sheet->first + 1, from = 0, to = 0;
    fprintf(sheet->page->out, "<path class=%s d=\"", class_of(state));
    for (guint i = 0; i < lines; i++) {
        guint y = (guint)((guint64)i * RULER / lines);
        if (state_of(&sheet->lines[i]) != state)
            continue;
        if (y > to) {
            put_box(sheet, state, from, to);
            from = y;
        }
        to = MAX(to, y + 2);
    }
    put_box(sheet, state, from, to);
    fputs("\"/>", sheet->page->out);
}

static void put_ruler(const Sheet *sheet)
{
    fprintf(sheet->page->out, "<div class=ruler aria-hidden=true><svg viewBox=\"0 0 14 %d\" preserveAspectRatio=none>",
            RULER);
    put_ruler_path(sheet, REPORT_LINE_PARTLY);
    put_ruler_path(sheet, REPORT_LINE_UNCOVERED);
    fputs("<rect class=view width=14 /></svg></div>\n", sheet->page->out);
}

/* ---- the sheet ---- */

void report_html_lines(ReportPage *page, guint first, guint last)
{
    Sheet sheet = {.page = page, .first = first, .last = last};
    if (last < first)
        return;
    sheet.lines = g_new0(Line, (gsize)(last - first) + 1);
    gather(&sheet);
    put_bar(&sheet);
    fputs("<div class=\"sheet src-wrap\"><table class=src>\n<caption class=vh>", page->out);
    report_html_string(page->out, page->file->path);
    fputs(", line by line: number with tests that ran it or a mark, source and what is missing</caption>\n"
          "<colgroup><col class=l><col></colgroup>\n<tbody>\n",
          page->out);
    for (guint number = first; number <= last; number++) {
        put_cut(&sheet, number);
        put_line(&sheet, number);
        put_unfold(&sheet, number);
    }
    fputs("</tbody></table></div>\n", page->out);
    put_ruler(&sheet);
    g_free(sheet.told);
    g_free(sheet.lines);
}
