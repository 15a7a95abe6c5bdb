/* What the lines of a function lack, grouped by what would cover it, in words for people: a phrase for the end of the
 * line, a sentence for below. All renderers for people take their words from here. It decides nothing: statuses are the
 * model's, and nothing here is a guess about the program. */
#ifndef REPORT_GAPS_H
#define REPORT_GAPS_H

#include "report/model/objectives.h"

/* Causes, in the order in which a line tells them. */
typedef enum {
    REPORT_GAP_CALL,      /* the function was never called */
    REPORT_GAP_RUN,       /* lines never ran */
    REPORT_GAP_DECISION,  /* a decision never had an outcome, or was never evaluated */
    REPORT_GAP_CASE,      /* arms of a switch were never taken */
    REPORT_GAP_CONDITION, /* a condition never had a value, or never decided the outcome */
    REPORT_GAP_VECTOR,    /* combinations of conditions were never seen */
    REPORT_GAP_LOOP,      /* a loop was never entered, skipped or repeated */
    REPORT_GAP_CALLEE,    /* a function was never called from here */
    REPORT_GAP_USER,      /* users' objectives */
    REPORT_GAP_LIMIT,     /* a comparison never came near its limit */
    REPORT_GAP_FLOW,      /* a value never got here */
    REPORT_GAP_WAY,       /* ways through several lines were never taken */
    REPORT_GAP_SIGN,      /* a value never had a sign, or was in a class */
    REPORT_GAP_MUTANT,    /* changes would make no difference */
    REPORT_GAP_OTHER
} ReportGapKind;

typedef struct {
    ReportGapKind kind;
    guint count;    /* uncovered objectives that it stands for */
    char *phrase;   /* for the end of the line: "`a <= b` never false" */
    char *sentence; /* for below, behind "12 more: "; NULL: the phrase is all */
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

typedef enum { REPORT_LINE_PLAIN, REPORT_LINE_COVERED, REPORT_LINE_PARTLY, REPORT_LINE_UNCOVERED } ReportLineState;

typedef struct {
    guint32 line;
    ReportLineState state; /* PLAIN: nothing can be covered there */
    HtolTestSet tests;     /* that ran something of it */
    guint missing;         /* uncovered objectives, all kinds */
    GArray *gaps;          /* ReportGap, what to tell first first */
    GArray *marks;         /* ReportGapMark */
    GArray *decisions;     /* ReportGapDecision */
    GArray *uncovered;     /* const ReportObjective *: of the function that the line is of */
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
void report_gaps_free(ReportGaps *gaps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportGaps, report_gaps_free)

/* The line of that number; NULL if it has no objectives. */
const ReportGapLine *report_gaps_line(const ReportGaps *gaps, guint32 line);

/* What stands at the end of the line: the first two phrases, then "3 more"; "" if nothing is missing. To be freed. */
char *report_gaps_phrase(const ReportGapLine *line);

/* The text of a condition, or of a decision if `condition` is 0, as it is spelled in the source; as preprocessed where
 * that cannot be told. Conditions count from 1. To be freed. */
char *report_gaps_spelling(const ReportFile *file, const ReportFunction *function, guint32 decision, guint32 condition);

#endif
