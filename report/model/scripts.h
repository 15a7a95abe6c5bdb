/* Users' scripts in the inputs of a report: where units were compiled with several texts of one file, says
 * which text counts. What the texts say is htol's. */
#ifndef REPORT_SCRIPTS_H
#define REPORT_SCRIPTS_H

#include "report/inputs/files.h"
#include "report/model/model.h"

/* A file with objectives, and the text of it that counts: that of the file now if some unit was compiled with
 * it, else the one that most units were compiled with (if that are several, the one of them with the least
 * hash). */
typedef struct {
    const char *path;        /* as in the tables */
    const char *hash;        /* of the text that counts */
    HtolScriptKind kind;     /* of its rows; MARKS only if all of them are */
    guint n_units, n_others; /* units compiled with that text, and with others */
    ReportSourceState state; /* of the file now, beside the text that counts */
    const char *source;      /* text of the file; NULL unless state is OK */
    gsize source_size;
    int cause;                  /* what report_source_read returned; 0 if it was not called */
    const HtolRowScript *asked; /* no unit was compiled with it, but the request asks for it; else NULL */
} ReportScript;

/* All scripts of the inputs. */
typedef struct {
    guint n_scripts;
    ReportScript *scripts; /* by path */
} ReportScripts;

/* Finds the scripts of all units, and those that the request asks for, in the arena. FALSE and an error that names the
 * file if one of these cannot be read. */
gboolean report_scripts_find(HtolArena *arena, const ReportInputs *inputs, const ReportRequest *request,
                             ReportScripts *scripts, GError **error);

/* The one of that path; NULL if there is none. */
const ReportScript *report_script_of(const ReportScripts *scripts, const char *path);

/* Whether the row is of the text that counts. */
gboolean report_script_is_current(const ReportScripts *scripts, const HtolRowScript *row);

/* The paths of scripts whose text that counts the unit was compiled with, as a set (const char *), to be
 * unreferenced. *all: whether it was compiled with no other text of any. */
GHashTable *report_scripts_current(const ReportScripts *scripts, const HtolTable *table, gboolean *all);

#endif
