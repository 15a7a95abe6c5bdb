/* A model while it is made: what the modules of this room share. make.h is the door. */
#ifndef REPORT_BUILDER_H
#define REPORT_BUILDER_H

#include "report/judge/judge.h"
#include "report/merge/users.h"

/* A model, and what it is made with. */
typedef struct {
    ReportModel *model;
    const ReportRequest *request;
    ReportScripts scripts;
    ReportMerge merge;
    HtolUserVerdicts users;
    ReportExclusions *exclusions;
    ReportJudge *judge;
    guint n_functions; /* that will be judged; 0: nobody knows */
} ReportBuilder;

/* Judges the functions of a source. What it makes lies in model->functions. */
ReportFile *report_build_file(const ReportBuilder *builder, const ReportSource *source);

/* Adds a file to `files`, unless only some lines are asked about and it has none of them. */
void report_build_add(ReportModel *model, GPtrArray *files, ReportFile *file);

/* Hands the file to who wants to see each. */
void report_build_show(const ReportModel *model, const ReportFile *file);

#endif
