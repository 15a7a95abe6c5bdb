/* Writes the frame of pages; see frame.h. */
#include "report/html/parts/frame.h"

#include <string.h>

#include "report/html/parts/tiles.h"

const char *const report_page_names[REPORT_PAGES] = {"index.html", "next.html", "tests.html", "compare.html",
                                                     "criteria.html"};
static const char *const words[REPORT_PAGES] = {"Overview", "Next", "Tests", "Compare", "Criteria"};

gboolean report_has_page(const ReportModel *model, ReportPageKind page)
{
    switch (page) {
    case REPORT_PAGE_OVERVIEW:
    case REPORT_PAGE_CRITERIA:
    case REPORT_PAGE_NEXT: return model != NULL;
    case REPORT_PAGE_TESTS: return model && model->tests && model->inputs->tests->len > 0;
    case REPORT_PAGE_COMPARE: return model && model->losses;
    default: return FALSE;
    }
}

const char *report_html_project(const ReportModel *model)
{
    const ReportSummary *summary = model ? model->summary : NULL;
    return summary && summary->checkout && summary->checkout->project ? summary->checkout->project : "Coverage";
}

/* ---- above a page ---- */

static void put_head(FILE *out, const char *title, const char *project)
{
    fputs("<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
          "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'self'; "
          "script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=generator content=hlcov>\n<title>",
          out);
    report_html_string(out, title);
    if (project) {
        fputs(": ", out);
        report_html_string(out, project);
    }
    fputs("</title>\n<link rel=icon href=\"data:,\">\n<link rel=stylesheet href=style.css>\n"
          "<script src=report.js></script>\n</head>\n",
          out);
}

static void put_brand(FILE *out, const char *project)
{
    fputs("<a class=skip href=#main>Skip to content</a>\n<header class=top><div class=bar><a class=brand "
          "href=index.html>",
          out);
    report_html_string(out, project);
    fputs("</a>", out);
}

static void put_link(FILE *out, guint page, gboolean is_current)
{
    fprintf(out, "<a href=%s%s>%s</a>", report_page_names[page], is_current ? " aria-current=page" : "", words[page]);
}

static void put_bar(FILE *out, const ReportModel *model, ReportPageKind current)
{
    put_brand(out, report_html_project(model));
    fputs("<nav aria-label=Report>", out);
    for (guint page = 0; page < REPORT_PAGES; page++)
        if (report_has_page(model, page))
            put_link(out, page, page == current);
    fputs("</nav>", out);
}

static void put_tools(FILE *out)
{
    fputs("<div class=\"tools needs-js\"><button data-act=theme title=\"Theme (t)\">Theme: auto</button>"
          "<button data-act=help title=\"Keys (?)\">Keys <kbd>?</kbd></button></div></div>",
          out);
}

void report_frame_begin(FILE *out, const ReportModel *model, ReportPageKind page, const char *title)
{
    put_head(out, title, report_html_project(model));
    fputs(page == REPORT_PAGE_SOURCE ? "<body class=file>\n" : "<body>\n", out);
    put_bar(out, model, page);
    put_tools(out);
    fputs("</header>\n<main id=main>\n", out);
}

/* ---- below a page ---- */

static void put_limits(FILE *out, const ReportModel *model)
{
    g_autofree char *limits = report_html_limits(model);
    g_auto(GStrv) each = g_strsplit(limits, " ", 2);
    fprintf(out,
            "<footer>hlcov · scores are rounded down, so 100 means all · <span class=u>low</span> is below %s, "
            "<span class=p>medium</span> below %s, <span class=c>high</span> from %s on</footer>\n",
            each[0], each[1], each[1]);
}

static void put_source_keys(FILE *out)
{
    fputs("<tr><th scope=row><kbd>j</kbd> <kbd>k</kbd><td>next, previous gap"
          "<tr><th scope=row><kbd>o</kbd><td>open or close what the line lacks"
          "<tr><th scope=row><kbd>O</kbd><td>open or close all"
          "<tr><th scope=row><kbd>g</kbd><td>gaps only, or all lines"
          "<tr><th scope=row><kbd>[</kbd> <kbd>]</kbd><td>previous, next file",
          out);
}

/* The keys 1, 2, ... stand for the pages in the order of the bar. */
static void put_page_keys(FILE *out, const ReportModel *model)
{
    guint n = 0;
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint page = 0; page < REPORT_PAGES; page++)
        if (report_has_page(model, page)) {
            g_autofree char *name = g_ascii_strdown(words[page], -1);
            g_string_append_printf(names, "%s%s", n++ ? ", " : "", name);
        }
    if (n > 0)
        fprintf(out, "<tr><th scope=row><kbd>1</kbd> – <kbd>%u</kbd><td>%s", n, names->str);
}

static void put_keys(FILE *out, const ReportModel *model, gboolean is_source)
{
    fputs("<dialog id=help aria-labelledby=help-h>\n<h2 id=help-h>Keys</h2>\n<table>", out);
    if (is_source)
        put_source_keys(out);
    put_page_keys(out, model);
    fputs("<tr><th scope=row><kbd>/</kbd><td>filter<tr><th scope=row><kbd>t</kbd><td>theme"
          "<tr><th scope=row><kbd>?</kbd><td>this list</table>\n"
          "<form method=dialog><button>Close</button></form>\n</dialog>\n</body>\n</html>\n",
          out);
}

void report_frame_end(FILE *out, const ReportModel *model, ReportPageKind page)
{
    fputs("</main>\n", out);
    put_limits(out, model);
    put_keys(out, model, page == REPORT_PAGE_SOURCE);
}
