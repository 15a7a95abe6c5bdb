/* What walking a stack needs of a program or library: its code and constants as they lie in memory, and where the table
 * of its functions' frames is. It walks nothing. */
#ifndef REPORT_ELF_FRAMES_H
#define REPORT_ELF_FRAMES_H

#include <glib.h>

/* Offsets are from where the file is loaded. */
typedef struct ReportFrames ReportFrames;

/* The table is sorted: an entry is two numbers of 4 bytes, where a function begins and what describes its frames, both
 * relative to `base`. */
typedef struct {
    guint64 base, at, n_entries; /* n_entries is 0 if there is no table */
} ReportFrameTable;

/* NULL if the file cannot be read, is damaged, or is not of that number (0: not known), as the runtime makes it of the
 * build-id. To be freed. */
ReportFrames *report_frames_open(const char *path, guint64 number);
void report_frames_free(ReportFrames *frames);

/* What there may be to read, from offset 0 on. */
guint64 report_frames_size(const ReportFrames *frames);
const ReportFrameTable *report_frames_table(const ReportFrames *frames);

/* Reads what the program cannot have changed; FALSE if there is nothing, or not so much. */
gboolean report_frames_read(const ReportFrames *frames, guint64 offset, void *to, gsize size);

#endif
