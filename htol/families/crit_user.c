/* Users' objectives as objectives of the function that shows them: criterion USER, and partitions of users for IDP.
 * What they ask for, of which functions, and the verdict are user.h's. */
#include "htol/expand/expand.h"

static void add_user(HtolExpansion *expansion, const HtolUserObjective *user, const char *text)
{
    htol_expand_add(expansion, (HtolObjective){.hyper = user->hyper,
                                               .value = -1,
                                               .file = user->shown.file,
                                               .line = user->shown.line,
                                               .column = user->shown.column,
                                               .text = text,
                                               .unmeasured = user->unmeasured,
                                               .id = user->id,
                                               .user = user});
}

/* Whether the objective belongs to IDP: a class of a partition does if parameters are recorded, else it is USER's. */
static gboolean is_of_partitions(const HtolExpansion *expansion, const HtolUserObjective *user)
{
    return user->class_of && expansion->function->row.recorded & HTOL_RECORDS_PARTITIONS;
}

void htol_crit_user(HtolExpansion *expansion)
{
    for (guint i = 0; i < expansion->users->count; i++) {
        const HtolUserObjective *user = expansion->users->objectives[i];
        if (!is_of_partitions(expansion, user))
            add_user(expansion, user, user->name);
    }
}

void htol_expand_partitions(HtolExpansion *expansion)
{
    for (guint i = 0; i < expansion->users->count; i++) {
        const HtolUserObjective *user = expansion->users->objectives[i];
        if (is_of_partitions(expansion, user))
            add_user(expansion, user,
                     htol_arena_printf(expansion->arena, "%s: %s", user->class_of->partition,
                                       user->class_of->predicate.text));
    }
}
