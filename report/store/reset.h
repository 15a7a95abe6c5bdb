/* Forgets what was recorded: hlcov reset. Tables stay, and what was noted while compiling. */
#ifndef REPORT_RESET_H
#define REPORT_RESET_H

#include <glib.h>

/* Removes the data files of a data directory, also those of tests, and shards, and counts them in *removed; with
 * what tests recorded go the trials of mutants, and notes of which shards ended. No file is
 * cut short or written to, for programs may have it mapped: those that run go on, what they still record is in no file,
 * and at their next start they make a new one. Files that go away meanwhile are not missed. If a directory or a file
 * cannot be dealt with, returns FALSE and sets *error, which names the first; the others were removed.
 *
 * If there are such files, and neither one of them nor a table begins as ours do, it is not our directory: nothing is
 * removed, and that is the error. Links are removed, not what they name; directories below that are links are an
 * error. */
gboolean report_reset(const char *directory, guint *removed, GError **error);

#endif
