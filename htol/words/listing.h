/* Listings: what is recorded in tables and what is asked of it, as one script for a person and for parse.h.
 * It gives no verdicts. */
#ifndef HTOL_LISTING_H
#define HTOL_LISTING_H

#include "htol/criteria/criteria.h"

/* Appends a well-formed script, of the objectives that users wrote and then of all objectives that the selection
 * has in the tables' functions, each function and each script once. The tables are as htol_table_read gives them.
 *
 * An objective of a criterion is a hyperlabel over labels at sites, or such a label alone; its name is made of the
 * criterion, the function and the objective's id, and ends with a number if several would have that name:
 * CACC_clamp_d0_c1. The metavariables of a second half, primed in the criterion, are told apart by their label's
 * letter: o and o_b. Users' declarations have the names that they gave, or numbered ones, and places that can be
 * written in a file.
 *
 * A comment behind each says where in the source it is from. What cannot be measured is a comment that begins with
 * `// unmeasured: ` and gives the reason. One that begins with `// left out: ` is what no script can say: a
 * criterion's objective that is too large, a hyperlabel of LTest with sequences. */
void htol_listing_print(const HtolTable *const *tables, guint n_tables, const HtolSelection *selection, GString *out);

#endif
