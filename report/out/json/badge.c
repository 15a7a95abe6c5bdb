/* Badges; see badge.h. Widths are those of Verdana 11, stretched by textLength where fonts differ; white on
 * each of the colours has a contrast of 4.5 or more (WCAG AA). */
#include "report/out/json/badge.h"

#include <string.h>

#include "htol/base/plain.h"
#include "report/out/json/json.h"

/* ---- the request ---- */

static gboolean kind_of(const char *path, ReportBadgeKind *kind)
{
    *kind = g_str_has_suffix(path, ".json") ? REPORT_BADGE_JSON : REPORT_BADGE_SVG;
    return *kind == REPORT_BADGE_JSON || g_str_has_suffix(path, ".svg");
}

/* A file's name may have a `=` too. */
gboolean report_badge_parse(const ReportModel *model, const char *text, ReportBadge *badge, GError **error)
{
    const char *equals = strchr(text, '=');
    g_autofree char *name = equals ? g_strndup(text, (gsize)(equals - text)) : NULL;
    *badge = (ReportBadge){.criterion = report_headline(model), .path = text};
    if (name && report_criterion_find(&model->selection, name, &badge->criterion))
        badge->path = equals + 1;
    else
        badge->criterion = report_headline(model);
    if (kind_of(badge->path, &badge->kind))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0,
                "a badge is a file .svg or .json, or CRITERION=FILE with a selected criterion, not '%s'", text);
    return FALSE;
}

/* ---- what it says ---- */

typedef struct {
    int least; /* of the score, in tenths of a percent */
    const char *colour;
} Level;

static const Level levels[] = {{900, "#1a7f37"}, {750, "#4d6b00"}, {500, "#8a5a00"}, {0, "#b3261e"}, {-1, "#57606a"}};

static const char *colour_of(int score)
{
    const Level *level = levels;
    while (score < level->least)
        level++;
    return level->colour;
}

/* ---- SVG ---- */

/* In tenths of a pixel. */
static guint width_of_character(char character)
{
    if (strchr("ijl.:1| ", character))
        return character == '1' ? 70 : 42;
    if (strchr("mwMW%", character))
        return 108;
    return g_ascii_isupper(character) ? 80 : 70;
}

static guint width_of(const char *text)
{
    guint width = 0;
    for (; *text; text++)
        width += width_of_character(*text);
    return width / 10;
}

static void put_text(const char *text, guint x, guint width, FILE *out)
{
    fprintf(out, "<text x=\"%u\" y=\"14\" textLength=\"%u\">%s</text>\n", x, width, text);
}

/* `name` is escaped; scores need not be. */
static void put_svg(const char *name, guint left, const char *score, const char *colour, FILE *out)
{
    guint right = width_of(score), edge = left + 12, width = edge + right + 12;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"20\" role=\"img\" "
            "aria-label=\"%s: %s\">\n"
            "<title>%s: %s</title>\n"
            "<clipPath id=\"r\"><rect width=\"%u\" height=\"20\" rx=\"3\"/></clipPath>\n"
            "<g clip-path=\"url(#r)\"><rect width=\"%u\" height=\"20\" fill=\"#444\"/>"
            "<rect x=\"%u\" width=\"%u\" height=\"20\" fill=\"%s\"/></g>\n"
            "<g fill=\"#fff\" font-family=\"Verdana,Geneva,DejaVu Sans,sans-serif\" font-size=\"11\">\n",
            width, name, score, name, score, width, edge, edge, right + 12, colour);
    put_text(name, 6, left, out);
    put_text(score, edge + 6, right, out);
    fputs("</g>\n</svg>\n", out);
}

/* ---- JSON ---- */

static void put_json(const char *name, const char *score, const char *colour, FILE *out)
{
    json_t *badge =
        json_pack("{s:i, s:s, s:s, s:s}", "schemaVersion", 1, "label", name, "message", score, "color", colour);
    json_dumpf(badge, out, JSON_COMPACT);
    putc('\n', out);
    json_decref(badge);
}

void report_badge_write(const ReportModel *model, const ReportBadge *badge, FILE *out)
{
    const ReportTotals *totals = &model->totals[badge->criterion];
    g_autofree char *name = htol_plain(badge->label ? badge->label : "coverage");
    g_autofree char *escaped = g_markup_escape_text(name, -1);
    g_autofree char *score = report_score_text(totals);
    const char *colour = colour_of(report_score(totals));
    if (badge->kind == REPORT_BADGE_SVG)
        put_svg(escaped, width_of(name), score, colour, out);
    else
        put_json(name, score, colour, out);
}
