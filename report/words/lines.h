/* What formats that know nothing but lines are told: of each file its lines, their branches and its
 * functions. They are counted from objectives that the model has judged, of FC, STMT, BC and CACC; what is
 * excluded, infeasible or unmeasured is no part of them. */
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include "report/model/model.h"

/* How often something happened, as far as that is recorded. */
typedef struct {
    guint32 count;     /* of tests in which it did, what was recorded outside of tests counting as one; 1 if it did, and
                          no test is known; 0 if it did not */
    HtolTestSet tests; /* these, of the model's sets */
} ReportHits;

/* An outcome of a decision, or an arm of a switch. */
typedef struct {
    guint32 group;      /* of the decision or switch, counted from 0 in its line */
    gboolean evaluated; /* some branch of the group was taken */
    ReportHits taken;
    const char *text; /* of the decision; of the arm */
} ReportLineBranch;

/* A line on which a statement begins, or a decision or switch. */
typedef struct {
    guint32 line;
    ReportHits reached; /* of statements that begin there, at least one; where none does, of decisions */
    guint n_branches;
    ReportLineBranch *branches; /* in the order of the text */
} ReportLine;

/* A function as such formats list it. */
typedef struct {
    const char *name; /* as formats want it: none stands twice in a file */
    guint32 line, end_line;
    ReportHits called;
} ReportLineFunction;

/* A condition of a decision, which CACC has an objective for: a pair in which it decides, with either value.
 */
typedef struct {
    guint32 line;
    guint32 size, index; /* of the decision's conditions, constant ones included: how many, which one from 0 on */
    const char *text;
    gboolean covered;
} ReportLineCondition;

/* Sums over lines or functions. */
typedef struct {
    guint lines, lines_reached;
    guint branches, branches_taken;
    guint functions, functions_called;
} ReportLineSums;

/* The lines of one file. */
typedef struct {
    const char *path; /* as in the model */
    guint n_lines;
    ReportLine *lines; /* ascending */
    guint n_functions;
    ReportLineFunction *functions; /* by line, then name */
    guint n_conditions;
    ReportLineCondition *conditions; /* in the order of functions, then of the text; none unless CACC is selected */
    ReportLineSums sums;
} ReportLined;

/* Calls `visit` for each file in which there are lines or functions, by path; the file is freed when it returns.
 * Functions that were dropped are made again, some files at a time. FC, STMT and BC must be selected, and the model's
 * files in the order of their paths. FALSE and an error as report_each_file. */
typedef void (*ReportVisitLined)(const ReportLined *file, gpointer data);
gboolean report_each_lined(const ReportModel *model, ReportVisitLined visit, gpointer data, GError **error);

/* Returns all these files (const ReportLined *, in the model's arena), to be unreferenced; NULL and an error as above.
 */
GPtrArray *report_lined(const ReportModel *model, GError **error);

/* How many of a line's branches were taken. */
guint report_branches_taken(const ReportLine *line);

/* The first of its lines that is not before `from`; n_lines if there is none. */
guint report_line_from(const ReportLined *file, guint32 from);

/* The sums of lines `from` to `to`, both included; of functions, those that begin there. */
ReportLineSums report_line_sums(const ReportLined *file, guint32 from, guint32 to);
void report_line_sums_add(ReportLineSums *sum, const ReportLineSums *more);

#endif
