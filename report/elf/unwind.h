/* Walks the stacks that crashed processes have left, when these are gone, and completes their notes. It words none. */
#ifndef REPORT_UNWIND_H
#define REPORT_UNWIND_H

#include "htol/files/crash.h"

/* Why a saved stack (AT(STACK, ...) in format.def, HTOL_AT_STACK_END bytes) cannot be walked here; NULL: it can. */
const char *report_unwind_obstacle(const guint8 *stack);

/* The places that it leads through behind the one where the process was: writes at most `most` of them and returns how
 * many. `program` is the path of the program. Damage makes them fewer, or wrong. */
guint report_unwind_stack(const guint8 *stack, const char *program, HtolCodePlace *places, guint most);

/* Completes the notes of a data file, whose bytes these are, by the stacks that were saved for them, there and in the
 * file at `path`, and erases these stacks. It need not be a data file. Returns why there is a stack that could not be
 * walked; NULL: there is none. */
const char *report_unwind(const char *path, guint8 *bytes, gsize size);

#endif
