/* Builds of one function that record more or less of it, as of `hlcov cc` and `hlcov cc --criteria=all`: what one
 * recorded, in terms of the other. It merges nothing. */
#ifndef REPORT_VARIANTS_H
#define REPORT_VARIANTS_H

#include "htol/base/arena.h"
#include "htol/files/table.h"

/* Whether the one records less than the whole: all that it records beside structure and logic the whole records, too.
 * Calls do not count: who asks for other criteria than the usual ones asks for no calls. Both must be of one text. */
gboolean report_records_less(const HtolFunction *part, const HtolFunction *whole);

/* What the part's slots and sources of tuples are called in the whole, in the arena. */
typedef struct {
    const guint32 *slots;   /* part->row.slots of them: 1 + the slot; 0: there is none that says the same */
    const guint32 *sources; /* part->row.sources of them: 1 + the source; 0: there is none */
    const guint32 *blocks;  /* part->n_blocks: 1 + the slot of the whole that is set just if the block was reached; 0:
                               there is none, other facts tell */
} ReportTranslation;

/* Translates what both builds record in the same way: blocks, decisions, arms of switches, and classes of operations.
 * Where the two cut decisions otherwise, nothing is translated. */
ReportTranslation report_translation(HtolArena *arena, const HtolFunction *part, const HtolFunction *whole);

#endif
