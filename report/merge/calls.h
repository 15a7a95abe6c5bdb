/* Calls through pointers: gives the addresses that were called the names of functions. Which of them are
 * objectives is htol's, and so are verdicts. */
#ifndef REPORT_CALLS_H
#define REPORT_CALLS_H

#include "report/elf/images.h"
#include "report/merge/merge.h"

/* Finds the callees of the recorded tuples (HtolRecorded.callees) of all functions of a source, in the arena: a name,
 * or program+0x123 where the program has no symbol for it; NULL where nobody knows what lay there. */
void report_calls_name(HtolArena *arena, ReportImages *images, const ReportSource *source);

/* The pairs of the function that were seen through pointers where its text does not say so: by call, then
 * name, each callee once. An array of *count in the arena. */
ReportSeen *report_calls_seen(HtolArena *arena, const HtolRecorded *recorded, guint *count);

#endif
