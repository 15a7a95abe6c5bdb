/* Writes places to cover next and tests that did not pass; see steps.h. */
#include "report/html/parts/steps.h"

#include <string.h>

#include "report/html/parts/frame.h"
#include "report/html/parts/places.h"

static const char *const verbs[] = {"passed", "failed", "crashed", "did not end"};

/* ---- tests ---- */

void report_html_frame(const ReportFrame *frame, FILE *out)
{
    if (frame->function) {
        fputs("<code>", out);
        report_html_string(out, frame->function);
        fprintf(out, "</code>%s", frame->path ? report_frame_joint(frame) : "");
    }
    if (frame->shown) {
        report_html_place(out, frame->path, frame->line);
    } else if (frame->path) {
        report_html_string(out, frame->path);
        fprintf(out, ":%u", frame->line);
    } else if (!frame->function) {
        fputs("code without a name", out);
    }
}

static void put_name(const ReportTrial *trial, gboolean linked, FILE *out)
{
    if (linked)
        fputs("<a href=tests.html#bad>", out);
    fputs("<code>", out);
    report_html_string(out, trial->name);
    fputs(linked ? "</code></a>" : "</code>", out);
}

void report_html_bad_test(const ReportTrial *trial, gboolean linked, FILE *out)
{
    fprintf(out, "<span class=u>%s</span> ", trial->verdict == REPORT_CRASHED ? "⚡" : "✗");
    put_name(trial, linked, out);
    fprintf(out, " %s", verbs[trial->verdict]);
    if (trial->how) {
        fputs(": ", out);
        report_html_string(out, trial->how);
    }
    if (trial->frame) {
        fputs(" in ", out);
        report_html_frame(trial->frame, out);
    }
}

/* ---- places ---- */

/* "+10 statements": each of them in a line. */
void report_html_gain(const ReportModel *model, const ReportNextStep *step, FILE *out)
{
    g_autofree char *gain = report_next_gain(model, step);
    g_auto(GStrv) parts = g_strsplit(gain, ", ", -1);
    for (guint i = 0; parts[i]; i++) {
        gsize number = strcspn(parts[i], " ");
        fputs(i > 0 ? "<br><span><b>" : "<span><b>", out);
        report_html_text(out, parts[i], number);
        fputs("</b>", out);
        report_html_string(out, parts[i] + number);
        fputs("</span>", out);
    }
}

static void put_step(const ReportModel *model, const ReportNextStep *step, guint number, FILE *out)
{
    fprintf(out, "<li><span class=no>%u</span><div><a class=what href=next.html#n%u>", number, number);
    report_html_sentence(out, step->sentence);
    fputs("</a><div class=where>", out);
    report_html_place(out, step->path, step->line);
    if (step->nearest) {
        fputs(" · ", out);
        report_html_sentence(out, step->nearest);
    }
    fputs("</div></div><div class=gain>", out);
    report_html_gain(model, step, out);
    fputs("</div>\n", out);
}

void report_html_steps(const ReportModel *model, guint most, FILE *out)
{
    ReportNextSteps steps = report_next_steps(model, most);
    if (steps.n == 0)
        return;
    fputs("<section aria-labelledby=h-next><div class=head><h2 id=h-next>What next <small>", out);
    fputs(model->summary && model->summary->n_failed > 0 ? "first what brings most to a gate that failed"
                                                         : "the places where one test covers most",
          out);
    fputs("</small></h2></div>\n<ol class=rank>\n", out);
    for (guint i = 0; i < steps.n; i++)
        put_step(model, &steps.list[i], i + 1, out);
    fputs("</ol>\n<p><a href=next.html>All places, with the nearest test and what each needs ›</a></p></section>\n",
          out);
}
