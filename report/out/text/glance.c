/* Prints the summary for a terminal; see glance.h. It decides nothing: what it says is report/summary's and advise's.
 */
#include "report/out/text/glance.h"

#include <stdlib.h>
#include <string.h>

#include "htol/base/plain.h"
#include "report/advise/headlines.h"
#include "report/compare/losses.h"
#include "report/model/diff.h"
#include "report/out/renderers.h"
#include "report/out/text/glance_notes.h"
#include "report/summary/summary.h"

enum { INDENT = 13, BAR = 20, MOST_FILES = 5, MOST_STEPS = 3, MOST_TRIALS = 4, EIGHTHS = 8 };

typedef struct {
    const ReportModel *model;
    const ReportSummary *summary;
    const ReportScreen *screen;
    GString *out;
} Glance;

/* Colours ------------------------------------------------------------------------------------------------ */

#define BOLD "1"
#define FAINT "2"
#define RED "31"
#define AMBER "33"
#define GREEN "32"
#define CYAN "36"

static void put(const Glance *glance, const char *colour, const char *text)
{
    if (glance->screen->colour && *colour && *text)
        g_string_append_printf(glance->out, "\033[%sm%s\033[0m", colour, text);
    else
        g_string_append(glance->out, text);
}

static const char *colour_of(const Glance *glance, const ReportTotals *totals)
{
    static const char *const colours[] = {RED, AMBER, GREEN, ""};
    return colours[report_grade(glance->summary, totals)];
}

static guint width_of(const char *text)
{
    return (guint)g_utf8_strlen(text, -1);
}

static void pad(const Glance *glance, guint width)
{
    g_string_append_printf(glance->out, "%*s", (int)width, "");
}

/* " worst       " */
static void put_label(const Glance *glance, const char *label)
{
    g_string_append_c(glance->out, ' ');
    put(glance, FAINT, label);
    pad(glance, INDENT - 1 - MIN(width_of(label), INDENT - 2));
}

/* Items that follow each other in as many lines as they need. */
typedef struct {
    const Glance *glance;
    guint at; /* column, from 0 on */
    gboolean is_first;
} Flow;

static Flow begin_flow(const Glance *glance, const char *label)
{
    put_label(glance, label);
    return (Flow){glance, INDENT, TRUE};
}

static void put_item(Flow *flow, const char *colour, const char *text)
{
    guint gap = flow->is_first ? 0 : 3;
    if (!flow->is_first && flow->at + gap + width_of(text) > flow->glance->screen->width) {
        g_string_append_c(flow->glance->out, '\n');
        flow->at = gap = 0;
        pad(flow->glance, INDENT);
        flow->at = INDENT;
    }
    pad(flow->glance, gap);
    put(flow->glance, colour, text);
    flow->at += gap + width_of(text);
    flow->is_first = FALSE;
}

static void end_flow(Flow *flow)
{
    g_string_append_c(flow->glance->out, '\n');
}

/* The head ----------------------------------------------------------------------------------------------- */

/* "9c2ab17 on main, 21 Nov 2026 00:40 UTC" */
static char *origin_text(const ReportSummary *summary)
{
    const ReportCheckout *checkout = summary->checkout;
    g_autofree char *date = report_summary_date(summary);
    if (!checkout->revision)
        return g_steal_pointer(&date);
    return g_strdup_printf("%s%s%s, %s", checkout->revision, checkout->branch ? " on " : "",
                           checkout->branch ? checkout->branch : "", date);
}

static void put_head(const Glance *glance)
{
    const char *project = glance->summary->checkout->project;
    g_autofree char *origin = origin_text(glance->summary), *trials = report_trials_text(glance->summary);
    g_autofree char *name = htol_plain(project ? project : ""), *plain = htol_plain(origin);
    const ReportTrials *known = glance->summary->trials;
    gboolean is_bad = known && known->bad->len > 0;
    put(glance, BOLD, name);
    g_string_append_printf(glance->out, "%s%s", *name ? "  " : "", plain);
    guint width = width_of(name) + 2 + width_of(plain) + 5 + (trials ? width_of(trials) : 0);
    if (trials)
        g_string_append_printf(glance->out, "%s%*s", width > glance->screen->width ? "\n" : "",
                               width > glance->screen->width ? INDENT : 5, "");
    put(glance, is_bad ? RED : "", trials ? trials : "");
    g_string_append_c(glance->out, '\n');
}

/* The four numbers --------------------------------------------------------------------------------------- */

/* In tenths: full cells, then one that is filled in part, then empty ones. */
static void put_bar(const Glance *glance, const char *colour, int score)
{
    static const char *const parts[] = {"", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
    gboolean fine = glance->screen->colour;
    guint eighths = (guint)MAX(score, 0) * BAR * EIGHTHS / 1000, full = eighths / EIGHTHS;
    const char *part = fine ? parts[eighths % EIGHTHS] : "";
    g_autoptr(GString) bar = g_string_new(NULL);
    g_autoptr(GString) rest = g_string_new(NULL);
    for (guint i = 0; i < full; i++)
        g_string_append(bar, fine ? "\u2588" : "#");
    g_string_append(bar, part);
    for (guint i = full + (*part ? 1 : 0); i < BAR; i++)
        g_string_append(rest, fine ? "\u00b7" : ".");
    put(glance, colour, bar->str);
    put(glance, FAINT, rest->str);
}

static void put_change(const Glance *glance, const ReportHeadline *headline)
{
    int change = headline->change;
    g_autofree char *text = headline->has_change ? report_change_text_of(change) : g_strdup("");
    g_autofree char *sign = change && headline->has_change
                                ? g_strdup_printf("%s %s", change > 0 ? "\u25b2" : "\u25bc", text + 1)
                                : g_strdup(text);
    const char *shown = glance->screen->colour ? sign : text;
    guint width = width_of(shown);
    pad(glance, 3);
    pad(glance, width < 5 ? 5 - width : 0);
    put(glance, change > 0 ? GREEN : change < 0 ? RED : FAINT, shown);
}

static void put_gate(const Glance *glance, const ReportGated *gate)
{
    g_autofree char *least = report_gate_least(&gate->gate);
    least[strlen(least) - 1] = '\0';
    if (!glance->screen->colour) {
        g_string_append_printf(glance->out, "   %s gate %s", gate->passed ? "ok  " : "FAIL", least);
        return;
    }
    g_autofree char *failed = g_strdup_printf("\u2717 gate %s", least);
    pad(glance, 3);
    put(glance, gate->passed ? GREEN : RED, gate->passed ? "\u2713" : failed);
    if (gate->passed)
        g_string_append_printf(glance->out, " gate %s", least);
}

/* Widths of columns that are the same in all lines. */
typedef struct {
    guint title, covered, wanted;
    gboolean has_change;
} Columns;

static guint digits(guint number)
{
    guint count = 1;
    for (; number >= 10; number /= 10)
        count++;
    return count;
}

static void widen(Columns *columns, const char *title, const ReportTotals *totals)
{
    columns->title = MAX(columns->title, width_of(title));
    columns->covered = MAX(columns->covered, digits(totals->covered));
    columns->wanted = MAX(columns->wanted, digits(report_wanted(totals)));
}

/* " functions    68.2%  ##############......     746 of  1093" */
static void put_score(const Glance *glance, const Columns *columns, const char *title, const ReportTotals *totals)
{
    g_autofree char *score = report_score_text(totals), *padded = g_strdup_printf("%6s", score);
    const char *colour = colour_of(glance, totals);
    g_autofree char *bold = *colour ? g_strconcat(BOLD ";", colour, NULL) : g_strdup("");
    g_string_append_printf(glance->out, " %s", title);
    pad(glance, columns->title - width_of(title) + 1);
    if (report_score(totals) < 0) {
        g_string_append(glance->out, "     -");
        return;
    }
    put(glance, bold, padded);
    pad(glance, 2);
    put_bar(glance, colour, report_score(totals));
    g_string_append_printf(glance->out, "  %*u of %*u", (int)columns->covered, totals->covered, (int)columns->wanted,
                           report_wanted(totals));
}

/* Beside the score of the changed lines. */
static void put_all_lines(const Glance *glance, const ReportTotals *totals)
{
    g_autofree char *score = report_score_text(totals);
    g_string_append_printf(glance->out, "   all lines %6s", score);
}

static void put_headline(const Glance *glance, const Columns *columns, const ReportHeadline *headline)
{
    put_score(glance, columns, headline->title, headline->totals);
    if (columns->has_change)
        put_change(glance, headline);
    if (glance->model->all_lines)
        put_all_lines(glance, &glance->model->all_lines[headline->criterion]);
    if (headline->gate)
        put_gate(glance, headline->gate);
    g_string_append_c(glance->out, '\n');
}

static void put_headlines(const Glance *glance)
{
    const ReportSummary *summary = glance->summary;
    Columns columns = {INDENT - 2, 5, 5, FALSE};
    for (guint i = 0; i < summary->n_headlines; i++) {
        widen(&columns, summary->headlines[i].title, summary->headlines[i].totals);
        columns.has_change |= summary->headlines[i].has_change;
    }
    for (guint i = 0; i < summary->n_headlines; i++)
        put_headline(glance, &columns, &summary->headlines[i]);
}

/* Families ----------------------------------------------------------------------------------------------- */

/* "42.3", "100" */
static char *number_of(const ReportTotals *totals)
{
    char *score = report_score_text(totals);
    score[strcspn(score, "%")] = '\0';
    return score;
}

static char *family_text(const ReportModel *model, const ReportFamily *family)
{
    g_autofree char *low = number_of(&model->totals[family->lowest]);
    g_autofree char *high = number_of(&model->totals[family->highest]);
    if (strcmp(low, high) == 0)
        return g_strdup_printf("%s %s", family->name, low);
    return g_strdup_printf("%s %s to %s", family->name, low, high);
}

static guint count_shown(const ReportModel *model)
{
    guint count = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        count += report_is_shown(model, i);
    return count;
}

static void put_families(const Glance *glance)
{
    g_autoptr(GArray) families = report_families(glance->model);
    if (families->len == 0 || count_shown(glance->model) <= glance->summary->n_headlines)
        return;
    Flow flow = begin_flow(glance, "families");
    for (guint i = 0; i < families->len; i++) {
        g_autofree char *text = family_text(glance->model, &g_array_index(families, ReportFamily, i));
        put_item(&flow, "", text);
    }
    put_item(&flow, FAINT, "(--all: each criterion)");
    end_flow(&flow);
}

static void put_criterion(const Glance *glance, const Columns *columns, HtolCriterion criterion)
{
    const ReportTotals *totals = &glance->model->totals[criterion];
    put_score(glance, columns, htol_criteria[criterion].title, totals);
    g_string_append_printf(glance->out, "  %s", htol_selection_name(&glance->model->selection, criterion));
    if (totals->excluded || totals->infeasible || totals->unmeasured)
        g_string_append_printf(glance->out, "  (%u excluded, %u impossible, %u not measured)", totals->excluded,
                               totals->infeasible, totals->unmeasured);
    g_string_append_c(glance->out, '\n');
}

static void put_each(const Glance *glance)
{
    const ReportModel *model = glance->model;
    const char *family = "";
    Columns columns = {INDENT - 2, 5, 5, FALSE};
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        if (report_is_shown(model, i))
            widen(&columns, htol_criteria[i].title, &model->totals[i]);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        if (!report_is_shown(model, i))
            continue;
        if (strcmp(report_family_name(i), family) != 0) {
            put(glance, BOLD, family = report_family_name(i));
            g_string_append_c(glance->out, '\n');
        }
        put_criterion(glance, &columns, i);
    }
}

/* Files, places, tests ----------------------------------------------------------------------------------- */

static gboolean is_only_name(const ReportModel *model, const char *name)
{
    guint count = 0;
    for (guint i = 0; i < model->n_files; i++) {
        g_autofree char *other = g_path_get_basename(model->files[i]->path);
        count += strcmp(other, name) == 0;
    }
    return count == 1;
}

/* The name alone where that tells which one it is, and its score. */
static char *file_text(const ReportModel *model, const ReportFile *file)
{
    g_autofree char *name = g_path_get_basename(file->path);
    g_autofree char *plain = htol_plain(is_only_name(model, name) ? name : file->path);
    g_autofree char *score = number_of(&file->totals[report_headline(model)]);
    return g_strdup_printf("%s %s", plain, score);
}

static void put_worst(const Glance *glance)
{
    g_autoptr(GPtrArray) files = report_worst_files(glance->summary, MOST_FILES);
    if (files->len == 0 || glance->model->n_files < 2)
        return;
    Flow flow = begin_flow(glance, "worst");
    for (guint i = 0; i < files->len; i++) {
        const ReportFile *file = files->pdata[i];
        g_autofree char *text = file_text(glance->model, file);
        put_item(&flow, colour_of(glance, &file->totals[report_headline(glance->model)]), text);
    }
    end_flow(&flow);
}

static char *place_of(const char *path, guint32 line)
{
    g_autofree char *plain = htol_plain(path);
    return g_strdup_printf("%s:%u", plain, line);
}

static guint widest_place(ReportNextSteps steps)
{
    guint width = 0;
    for (guint i = 0; i < steps.n; i++) {
        const ReportNextStep *step = &steps.list[i];
        g_autofree char *place = place_of(step->path, step->line);
        width = MAX(width, width_of(place));
    }
    return width;
}

/* The place, then the sentence; where that is too long for the window, the gain has a line of its own. */
static void put_step(const Glance *glance, const ReportNextStep *step, guint width, const char *more)
{
    g_autofree char *place = place_of(step->path, step->line), *gain = report_next_gain(glance->model, step);
    guint at = INDENT + width + 2;
    put(glance, CYAN, place);
    pad(glance, width - width_of(place) + 2);
    g_string_append_printf(glance->out, "%s:", step->sentence);
    if (at + width_of(step->sentence) + 2 + width_of(gain) > glance->screen->width) {
        g_string_append_c(glance->out, '\n');
        pad(glance, INDENT + 1);
        at = INDENT;
    } else {
        at += width_of(step->sentence) + 1;
    }
    g_string_append_c(glance->out, ' ');
    put(glance, GREEN, gain);
    if (*more && at + 1 + width_of(gain) + width_of(more) <= glance->screen->width)
        put(glance, FAINT, more);
    g_string_append_c(glance->out, '\n');
}

static void put_next(const Glance *glance)
{
    ReportNextSteps steps = report_next_steps(glance->model, MOST_STEPS);
    guint width = widest_place(steps);
    for (guint i = 0; i < steps.n; i++) {
        if (i == 0)
            put_label(glance, "next");
        else
            pad(glance, INDENT);
        put_step(glance, &steps.list[i], width, i + 1 == steps.n ? "   (hlcov next: more)" : "");
    }
}

/* " in match, lstrlib.c:497" */
static char *where_text(const ReportFrame *frame)
{
    g_autofree char *function = htol_plain(frame && frame->function ? frame->function : "");
    g_autofree char *place = frame && frame->shown ? place_of(frame->path, frame->line) : g_strdup("");
    if (!*function && !*place)
        return g_strdup("");
    return g_strdup_printf(" in %s%s%s", function, *function && *place ? report_frame_joint(frame) : "", place);
}

static char *trial_text(const ReportTrial *trial)
{
    g_autofree char *name = htol_plain(trial->name), *where = where_text(trial->frame);
    if (trial->verdict == REPORT_FAILED)
        return g_strdup_printf("%s ended with %s", name, trial->how);
    return g_strdup_printf("%s crashed: %s%s", name, trial->how, where);
}

static void put_trials(const Glance *glance)
{
    const ReportTrials *trials = glance->summary->trials;
    guint n = trials ? trials->bad->len : 0;
    if (n == 0)
        return;
    Flow flow = begin_flow(glance, "tests");
    for (guint i = 0; i < MIN(n, MOST_TRIALS); i++) {
        g_autofree char *text = trial_text(&g_array_index(trials->bad, ReportTrial, i));
        g_autofree char *item = g_strconcat(text, i + 1 < n ? ";" : "", NULL);
        put_item(&flow, RED, item);
    }
    g_autofree char *more = g_strdup_printf("and %u more", n - MIN(n, MOST_TRIALS));
    if (n > MOST_TRIALS)
        put_item(&flow, "", more);
    end_flow(&flow);
}

static void put_changed(const Glance *glance)
{
    const ReportModel *model = glance->model;
    if (!model->diff)
        return;
    g_autofree char *base = htol_plain(report_diff_base(model->diff));
    put_label(glance, "changed");
    g_string_append_printf(glance->out, "only lines that changed since %s count: git says %u files changed", base,
                           report_diff_files(model->diff));
    if (model->losses)
        g_string_append_printf(glance->out, "; lost elsewhere: %u objective%s", model->losses->n,
                               model->losses->n == 1 ? "" : "s");
    g_string_append_c(glance->out, '\n');
}

static void put_notes(const Glance *glance)
{
    g_autoptr(GPtrArray) notes = report_glance_notes(glance->model);
    for (guint i = 0; i < notes->len; i++) {
        if (i == 0)
            put_label(glance, "notes");
        else
            pad(glance, INDENT);
        g_string_append_printf(glance->out, "%s\n", (const char *)notes->pdata[i]);
    }
}

/* The end ------------------------------------------------------------------------------------------------ */

static void put_gates(const Glance *glance)
{
    g_autofree char *text = report_gates_text(glance->summary);
    if (!text)
        return;
    gboolean passed = glance->summary->n_failed == 0;
    const char *sign = glance->screen->colour ? (passed ? "\u2713 " : "\u2717 ") : (passed ? "ok: " : "FAIL: ");
    g_autofree char *line = g_strconcat(sign, text, NULL);
    g_string_append_c(glance->out, ' ');
    put(glance, passed ? GREEN : BOLD ";" RED, line);
    g_string_append_c(glance->out, '\n');
}

static void put_total(const Glance *glance)
{
    const ReportModel *model = glance->model;
    g_string_append_printf(glance->out, "TOTAL %u file%s, %u function%s", model->n_files,
                           model->n_files == 1 ? "" : "s", model->counts.functions,
                           model->counts.functions == 1 ? "" : "s");
    report_text_headline(model, glance->out);
}

void report_glance(const ReportModel *model, const ReportScreen *screen, gboolean each, GString *out)
{
    const Glance glance = {model, model->summary, screen, out};
    put_head(&glance);
    put_headlines(&glance);
    if (each)
        put_each(&glance);
    else
        put_families(&glance);
    put_worst(&glance);
    put_next(&glance);
    put_trials(&glance);
    put_changed(&glance);
    put_notes(&glance);
    put_gates(&glance);
    put_total(&glance);
}
