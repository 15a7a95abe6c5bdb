/* Strong mutation: each mutant of a strong build is an objective, covered if a test failed because of it. Which mutants
 * there are, the build says; who runs tests with them is no concern of this file. */
#include "htol/expand/expand.h"

static const char *text_of(HtolArena *arena, const HtolRowChange *row)
{
    return htol_arena_printf(arena, *row->after ? "%s: %s for it" : "%s: deleted", row->before, row->after);
}

void htol_crit_sm(HtolExpansion *expansion)
{
    const HtolFunction *function = expansion->function;
    for (guint32 i = 0; i < function->n_changes; i++) {
        const HtolRowChange *row = &function->changes[i];
        HtolObjective objective = {.site = {HTOL_SITE_CHANGE, i},
                                   .value = -1,
                                   .file = row->file,
                                   .line = row->line,
                                   .column = row->column,
                                   .text = text_of(expansion->arena, row),
                                   .id = htol_arena_printf(expansion->arena, "m%u", row->number)};
        if (row->unwritten > 0)
            objective.unmeasured = htol_unrecorded_reason(row->unwritten - 1);
        else
            objective.hyper = htol_label(expansion->arena, objective.site, NULL);
        htol_expand_add(expansion, objective);
    }
}
