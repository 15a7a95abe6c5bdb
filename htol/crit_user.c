/* The criterion USER: what users wrote, as objectives of the function that shows it. What they ask for, of
 * which functions, and the verdict are user.h's. */
#include "htol/expand.h"

void htol_crit_user(HtolExpansion *expansion)
{
    for (guint i = 0; i < expansion->users->count; i++) {
        const HtolUserObjective *user = expansion->users->objectives[i];
        htol_expand_add(expansion, (HtolObjective){.hyper = user->hyper,
                                                   .value = -1,
                                                   .file = user->shown.file,
                                                   .line = user->shown.line,
                                                   .column = user->shown.column,
                                                   .text = user->name,
                                                   .unmeasured = user->unmeasured,
                                                   .id = user->id,
                                                   .user = user});
    }
}
