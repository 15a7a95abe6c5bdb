/* Which slots of a function tell of a site, or of what a hyperlabel asks for. It reads no recording. */
#ifndef HTOL_SLOTS_H
#define HTOL_SLOTS_H

#include "htol/files/table.h"
#include "htol/lang/hyper.h"

/* Sets marks[s] to `mark` for each slot s of the function that env.h reads for environments of the site. A site of
 * which all is recorded as tuples has none. `marks` has function->row.slots bytes. */
void htol_site_slots(const HtolFunction *function, HtolSite site, guint8 mark, guint8 *marks);

/* Sets marks as htol_site_slots does, for all sites that the hyperlabel of a criterion names. */
void htol_hyper_slots(const HtolFunction *function, const HtolHyper *hyper, guint8 mark, guint8 *marks);

/* Sets marks as htol_site_slots does, for all sites of the function. */
void htol_function_slots(const HtolFunction *function, guint8 mark, guint8 *marks);

#endif
