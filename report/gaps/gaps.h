/* What the lines of a function lack, grouped by what would cover it, in words for people: a phrase for the end of the
 * line, a sentence for below. All renderers for people take their words from here. It decides nothing: statuses are the
 * model's, and nothing here is a guess about the program. */
#ifndef REPORT_GAPS_H
#define REPORT_GAPS_H

#include "report/gaps/gap_item.h"
#include "report/gaps/gap_kind.h"
#include "report/judge/objectives.h"

/* What would cover some objectives of a line. */
typedef struct {
    ReportGapKind kind;
    guint count;                  /* uncovered objectives that it stands for */
    const ReportObjective *first; /* of these on the line; NULL: none stands there */
    char *phrase;                 /* for the end of the line: "`a <= b` never false" */
    char *sentence;               /* for below, behind "12 more: "; NULL: the phrase is all */
    GArray *items;                /* ReportGapItem, each once; empty: the sentence is all */
} ReportGap;

/* A part of a line, in bytes from 1 on. */
typedef struct {
    guint32 column, end_column; /* the end is the first column behind it */
    gboolean unseen;            /* never evaluated; else some value of it is missing */
} ReportGapMark;

/* A decision of the line of which something is missing. */
typedef struct {
    const ReportFunction *function;
    guint32 index;
} ReportGapDecision;

/* The state of a line, which is its colour on pages. */
typedef enum {
    REPORT_LINE_PLAIN, /* nothing can be covered there */
    REPORT_LINE_COVERED,
    REPORT_LINE_PARTLY,
    REPORT_LINE_UNCOVERED,
    REPORT_LINE_EXCLUDED, /* here and below: and nothing else is there */
    REPORT_LINE_IMPOSSIBLE,
    REPORT_LINE_UNMEASURED,
    REPORT_LINE_STATES
} ReportLineState;

/* One line and what it lacks. */
typedef struct {
    guint32 line;
    ReportLineState state;
    HtolTestSet tests;             /* that ran something of it */
    guint missing;                 /* uncovered objectives, all kinds, without those proved impossible */
    guint proved;                  /* uncovered ones that hlcov prune proved impossible */
    guint counts[REPORT_STATUSES]; /* all objectives of the line */
    GArray *gaps;                  /* ReportGap, what to tell first first */
    GArray *marks;                 /* ReportGapMark */
    GArray *decisions;             /* ReportGapDecision */
    GArray *uncovered;             /* const ReportObjective *: those that are missing */
    GArray *all;                   /* const ReportObjective *: in the order of criteria */
} ReportGapLine;

/* Lines of one function that have objectives in the function's own file, ascending. */
typedef struct {
    const ReportFunction *function;
    const ReportFile *file;
    ReportObjectives *objectives;
    GPtrArray *lines; /* ReportGapLine */
} ReportGaps;

/* The function must be one of the file's. */
ReportGaps *report_gaps_new(const ReportModel *model, const ReportFile *file, const ReportFunction *function);

/* Does what report_gaps_new does for renderers that show lines only: if the function was never called, `objectives` is
 * NULL and lists of objectives are empty. That takes a small part of the time. */
ReportGaps *report_gaps_outline(const ReportModel *model, const ReportFile *file, const ReportFunction *function);
void report_gaps_free(ReportGaps *gaps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportGaps, report_gaps_free)

/* The line of that number; NULL if it has no objectives. */
const ReportGapLine *report_gaps_line(const ReportGaps *gaps, guint32 line);

/* What stands at the end of the line: the first two phrases, then "3 more"; "" if nothing is missing. To be freed. */
char *report_gaps_phrase(const ReportGapLine *line);

/* How a state is shown without colours: "✓", "partly", ... */
extern const char *const report_line_words[REPORT_LINE_STATES];

#endif
