/* What hlcov report does, for it and for commands that report of something less: options of all reports and
 * gates, one model, the renderers asked for. What it says is decided in report/. */
#ifndef TOOLS_REPORTING_H
#define TOOLS_REPORTING_H

#include "report/model/model.h"
#include "tools/commands.h"

/* How many options a kind may have besides. */
enum { REPORTING_MOST_ENTRIES = 4 };

/* A kind of reporting. Functions may be NULL; each is called once, with `data`, in this order. */
typedef struct {
    const char *command; /* the subcommand */
    const char *details; /* closes the help */
    const GOptionEntry
        *entries; /* options that others have not, REPORTING_MOST_ENTRIES at most; ends with NULL; or NULL */

    /* What else the request asks for. FALSE and *error: nothing is reported. */
    gboolean (*prepare)(gpointer data, const ReportInputs *inputs, ReportRequest *request, GError **error);

    /* What the model has besides. */
    void (*complete)(gpointer data, ReportModel *model);

    /* A gate: FALSE, after a message, if it failed. */
    gboolean (*pass)(gpointer data, const ReportModel *model);

    /* Frees what the others made, when the model is gone. Not called if prepare was not. */
    void (*clear)(gpointer data);

    gpointer data;
} Reporting;

/* Runs the subcommand; its exit status. */
int reporting_main(const Reporting *kind, int argc, char **argv);

#endif
