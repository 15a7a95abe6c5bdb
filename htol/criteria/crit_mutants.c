/* Criteria over mutants that are computed beside an operation, and sums of mutation operators. Class k of the
 * operation is that mutant k differed; so each asks for one class. */
#include "htol/criteria/expand.h"

static void add(HtolExpansion *expansion, guint32 operation, guint32 k)
{
    HtolArena *arena = expansion->arena;
    const HtolFunction *function = expansion->function;
    const HtolRowOperation *row = &function->operations[operation];
    const HtolRowMutant *mutant = &function->mutants[row->first_mutant + k];
    HtolObjective objective = htol_expand_at_operation(expansion, operation);
    objective.hyper = htol_expand_classes(expansion, operation, 1u << k);
    objective.text =
        htol_arena_printf(arena, *mutant->text ? "%s: %s for it" : "%s: deleted", objective.text, mutant->text);
    objective.id = htol_arena_printf(arena, "o%u:k%u", operation, k);
    objective.mutant = k;
    objective.level = htol_expand_level(row->level);
    htol_expand_add(expansion, objective);
}

/* The operation's mutants of these kinds (bit m: HtolMutation m); if nothing is recorded of it, one objective says
 * why. */
static void add_operation(HtolExpansion *expansion, guint32 operation, guint32 mutations)
{
    const HtolFunction *function = expansion->function;
    const HtolRowOperation *row = &function->operations[operation];
    const HtolRowMutant *mutants = function->mutants + row->first_mutant;
    for (guint32 k = 0; k < row->mutants; k++) {
        if (!(mutations >> mutants[k].mutation & 1))
            continue;
        if (htol_expand_unclassed(expansion, operation))
            return;
        if (!(row->impossible >> k & 1))
            add(expansion, operation, k);
    }
}

/* All mutants of the function that these operators (bits as above) make, unless there are too many. */
static void each(HtolExpansion *expansion, guint32 mutations)
{
    for (guint m = 0; m < 32; m++)
        if (mutations >> m & 1 && htol_expand_unmutated(expansion, m))
            return;
    for (guint32 i = 0; i < expansion->function->n_operations; i++)
        if (expansion->function->operations[i].kind == HTOL_OPERATION_COMPUTED)
            add_operation(expansion, i, mutations);
}

void htol_crit_aor(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_AOR);
}

void htol_crit_bor(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_BOR);
}

void htol_crit_sor(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_SOR);
}

/* What AOIU inserts is one of those that UOI does. */
void htol_crit_uoi(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_UOI | 1u << HTOL_MUTATION_AOIU);
}

void htol_crit_aoiu(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_AOIU);
}

void htol_crit_crp(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_CONSTANT);
}

void htol_crit_sdl(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_DELETION);
}

void htol_crit_vrp(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_VARIABLE);
}

void htol_crit_lvr(HtolExpansion *expansion)
{
    each(expansion, 1u << HTOL_MUTATION_TARGET);
}

/* Sums
 * ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *id;
    void (*expand)(HtolExpansion *expansion);
} Part;

/* The objectives of all of them, each named after its part. */
static void sum(HtolExpansion *expansion, const Part *parts, guint n)
{
    for (guint i = 0; i < n; i++) {
        guint first = expansion->objectives->len;
        parts[i].expand(expansion);
        for (guint k = first; k < expansion->objectives->len; k++) {
            HtolObjective *objective = &g_array_index(expansion->objectives, HtolObjective, k);
            objective->id = htol_arena_printf(expansion->arena, "%s.%s", parts[i].id, objective->id);
            objective->in_decision = objective->id;
        }
    }
}

/* Those with variables are the last ones. */
static const Part all[] = {{"ROR", htol_crit_ror}, {"ABS", htol_crit_abs}, {"COR", htol_crit_cor},
                           {"LCR", htol_crit_lcr}, {"AOR", htol_crit_aor}, {"BOR", htol_crit_bor},
                           {"SOR", htol_crit_sor}, {"UOI", htol_crit_uoi}, {"AOIU", htol_crit_aoiu},
                           {"CRP", htol_crit_crp}, {"SDL", htol_crit_sdl}, {"VRP", htol_crit_vrp},
                           {"LVR", htol_crit_lvr}};

void htol_crit_wm(HtolExpansion *expansion)
{
    sum(expansion, all, G_N_ELEMENTS(all) - 2);
}

void htol_crit_wmall(HtolExpansion *expansion)
{
    sum(expansion, all, G_N_ELEMENTS(all));
}

void htol_crit_mujava(HtolExpansion *expansion)
{
    static const Part parts[] = {
        {"AOIU", htol_crit_aoiu}, {"AOR", htol_crit_aor}, {"COR", htol_crit_cor}, {"ROR", htol_crit_ror}};
    sum(expansion, parts, G_N_ELEMENTS(parts));
}
