/* What is said of objectives, by a model or by a file that `hlcov report --json` wrote: the same either way,
 * so that two can be compared though the sources of one are gone. It judges nothing. */
#ifndef REPORT_SNAPSHOT_H
#define REPORT_SNAPSHOT_H

#include "report/gaps/words.h"
#include "report/model/model.h"

/* What is said of one objective. Texts are UTF-8. */
typedef struct {
    const char *id;        /* report_objective_id: the following five, with colons between them */
    const char *path;      /* of its function's file; of users' objectives in no function, of their script */
    const char *function;  /* name; "": in none */
    const char *hash;      /* of the function's tokens; "": in none */
    const char *criterion; /* name, as reports write it */
    const char *place;     /* within function and criterion */
    const char *where;     /* path of the file that it stands in: nearly always `path` */
    guint line, column;
    guint start;         /* line of the function's name; 0: in none */
    const char *text;    /* as preprocessed: what objectives are matched by */
    const char *spelled; /* of a file: as the source spells it; see report_said_spelled, which gives it of both */
    const char *source;  /* if the text is empty, the line of source; "" if it is not known */
    const char *level;   /* of a mutant; else NULL */
    gint8 value;         /* 1 true, 0 false, -1 neither */
    ReportStatus status;
    const char *why, *tests;  /* of a file: see report_said_why and report_said_tests, which give them of both */
    const ReportFunction *of; /* of a model: see report_said_objective; else NULL */
    guint index;              /* of its objective there */
} ReportSaid;

/* A criterion that was selected. */
typedef struct {
    const char *name, *family;
    ReportTotals totals; /* of the objectives below */
} ReportSaidCriterion;

/* What one report says. To be freed by report_snapshot_free. */
typedef struct {
    HtolArena *arena;
    const char *semantics;
    guint n_criteria;
    ReportSaidCriterion *criteria; /* in the order of reports */
    guint n_objectives;
    ReportSaid *objectives;   /* in the order of files, functions and the text; findings are none of them */
    GPtrArray *unmeasured;    /* const char *: paths of files that were not measured */
    const ReportModel *model; /* NULL: it is of a file */
    ReportWords *words;       /* of a model */
} ReportSnapshot;

/* Makes the snapshot of a model, which must outlive it. */
ReportSnapshot *report_snapshot_new(const ReportModel *model);

/* Reads the snapshot of a file that holds report.schema.json's JSON: of the selected criteria, all in it if the
 * request's selection is NULL, and of the files that the request wants. Nothing of the file is trusted: if it is no
 * such document returns NULL and sets *error, which names the file. */
ReportSnapshot *report_snapshot_read(const char *path, const HtolSelection *selection, const ReportRequest *request,
                                     GError **error);
void report_snapshot_free(ReportSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportSnapshot, report_snapshot_free)

/* Whether the path is that of a JSON document: a regular file that begins with {, after blanks. */
gboolean report_snapshot_is_file(const char *path);

/* The objective of a model, until one of another function is asked for. */
const ReportObjective *report_said_objective(const ReportSnapshot *snapshot, const ReportSaid *said);

/* NULL if it was not selected. */
const ReportSaidCriterion *report_snapshot_criterion(const ReportSnapshot *snapshot, const char *name);

/* Returns what report_why and report_witness_words say of the objective; of a file, the first witness. To be freed. */
char *report_said_why(const ReportSnapshot *snapshot, const ReportSaid *said);
char *report_said_tests(const ReportSnapshot *snapshot, const ReportSaid *said);

/* What the objective is about, in the spelling of the source; the line of source if it has no text. To be freed. */
char *report_said_spelled(const ReportSnapshot *snapshot, const ReportSaid *said);

/* "CC x == y true", "STMT return 1;", as report_said_spelled has it, fit to be shown. To be freed. */
char *report_said_text(const ReportSnapshot *snapshot, const ReportSaid *said);

#endif
