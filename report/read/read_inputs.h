/* Finds and reads the inputs of a report. What makes a table or a data file is known to htol. */
#ifndef REPORT_READ_INPUTS_H
#define REPORT_READ_INPUTS_H

#include "report/inputs/inputs.h"

/* Reads data directories with what tests left in them, data files (.hlb), shards (.hls), tables (.hlt) and programs or
 * objects (ELF). `progress` (may be NULL) is told how many parts of files were read. On a path that does
 * not exist, cannot be read or is none of these, or when no table was found at all, returns NULL and sets
 * *error with a message that names the file and says what to do. */
ReportInputs *report_inputs_read(const char *const *paths, const ReportProgress *progress, GError **error);

/* As report_inputs_read, but keeps no more than about `most` tables: of others only their rows, so that memory does not
 * grow with what is in them. All are kept if users' objectives or strong builds are there, which join functions of
 * different units. */
ReportInputs *report_inputs_read_lean(const char *const *paths, guint most, const ReportProgress *progress,
                                      GError **error);

/* As report_inputs_read, of the units of the part alone, by their paths; there may be none. Of other tables that lie in
 * a data directory no more than the first bytes are read. */
ReportInputs *report_inputs_read_part(const char *const *paths, HtolPart part, GError **error);
void report_inputs_free(ReportInputs *inputs);

/* Sorts units (ReportUnit) by id. */
void report_units_sort(GPtrArray *units);

#endif
