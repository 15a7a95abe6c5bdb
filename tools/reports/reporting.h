/* Runs hlcov report, and commands that report on a part, such as hlcov diff: the options and gates they share, one
 * model, the renderers asked for. What is printed is decided in report/. */
#ifndef TOOLS_REPORTING_H
#define TOOLS_REPORTING_H

#include "report/model/model.h"
#include "tools/shared/commands.h"

/* The most options of its own that a kind may have. */
enum { REPORTING_MOST_ENTRIES = 4 };

/* A kind of reporting. Its functions may be NULL; each is called once, with `data`, in this order. */
typedef struct {
    const char *command;         /* the subcommand */
    const char *details;         /* closes the help */
    gboolean is_whole;           /* of a whole project: has the options about the history of scores, and --jobs */
    const GOptionEntry *entries; /* its own options, ended by NULL, REPORTING_MOST_ENTRIES at most; or NULL */

    /* Completes the request. FALSE and *error: nothing is reported. */
    gboolean (*prepare)(gpointer data, const ReportInputs *inputs, ReportRequest *request, GError **error);

    /* Completes the model. */
    void (*complete)(gpointer data, ReportModel *model);

    /* Checks its own gate: FALSE, after a message, if it failed. */
    gboolean (*pass)(gpointer data, const ReportModel *model);

    /* Frees what the others made, when the model is gone. Not called if prepare was not. */
    void (*clear)(gpointer data);

    gpointer data;
} Reporting;

/* Runs the subcommand; returns its exit status. */
int reporting_main(const Reporting *kind, int argc, char **argv);

#endif
