/* Expands all criteria of a selection for a function; see expansion.h. What each criterion asks for is in crit_*.c. */
#include "htol/expand/expansion.h"

#include "htol/expand/expand.h"

static void (*const expanders[HTOL_CRITERIA])(HtolExpansion *) = {
#define CRITERION(id, name, family, title, doc) htol_crit_##id,
#include "htol/criteria/criteria.def"
#undef CRITERION
};

/* Whether what the criterion needs was recorded. If not, and it is asked for by name, one objective says so.
 */
static gboolean is_recorded(HtolExpansion *expansion, const HtolSelection *selection)
{
    HtolCriterion criterion = expansion->criterion;
    if ((htol_criterion_records(criterion) & ~expansion->function->row.recorded) == 0)
        return TRUE;
    if (selection->named[criterion])
        htol_expand_unmeasured_function(expansion, "not recorded: name it in --criteria of hlcov cc");
    return FALSE;
}

enum { COMMON = 256 }; /* objectives that most functions have at most */

static HtolObjective *expand(HtolExpansion expansion, const HtolSelection *selection, guint *count)
{
    g_autoptr(GArray) objectives = g_array_sized_new(FALSE, FALSE, sizeof(HtolObjective), COMMON);
    g_autoptr(GPtrArray) others = g_ptr_array_new();
    expansion.n = selection->n;
    expansion.objectives = objectives;
    expansion.others = others;
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        expansion.criterion = i;
        gboolean has_sites = expansion.function->row.skipped == HTOL_MEASURED || i == HTOL_CRIT_fc;
        if (selection->wanted[i] && has_sites && is_recorded(&expansion, selection))
            expanders[i](&expansion);
    }
    *count = objectives->len;
    return htol_arena_memdup(expansion.arena, objectives->data, objectives->len * sizeof(HtolObjective));
}

HtolObjective *htol_expand_decision(HtolArena *arena, const HtolFunction *function, guint32 decision,
                                    const HtolSelection *selection, guint *count)
{
    const HtolUserShown none = {0};
    HtolSelection logic = *selection;
    HtolFunction until = *function;
    until.n_decisions = decision + 1;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        logic.wanted[i] &= htol_criterion_is_of_decisions(i);
    HtolExpansion expansion = {.arena = arena, .function = &until, .first_decision = decision, .users = &none};
    return expand(expansion, &logic, count);
}

HtolFunction htol_function_alone(const HtolFunction *of, guint32 decision)
{
    HtolFunction function = {.row = of->row};
    function.n_files = of->n_files;
    function.files = of->files;
    function.n_decisions = 1;
    function.decisions = of->decisions + decision;
    function.n_conditions = of->n_conditions;
    function.conditions = of->conditions;
    return function;
}

HtolObjective *htol_expand_all(HtolArena *arena, const HtolFunction *function, const HtolUserShown *users,
                               const HtolSelection *selection, guint *count)
{
    return expand((HtolExpansion){.arena = arena, .function = function, .users = users}, selection, count);
}

HtolObjective *htol_expand(HtolArena *arena, const HtolFunction *function, const HtolSelection *selection, guint *count)
{
    const HtolUserShown none = {0};
    return htol_expand_all(arena, function, &none, selection, count);
}
