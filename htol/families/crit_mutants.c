/* Criteria over mutants that are computed beside an operation, and sums of mutation operators. Class k of the operation
 * means that mutant k differed; so each objective asks for one class. */
#include "htol/expand/expand.h"

static void add_mutant(HtolExpansion *expansion, guint32 operation, guint32 k)
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

/* Adds the operation's mutants by these operators (bit m: HtolMutation m); if none is recorded, an objective that says
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
            add_mutant(expansion, operation, k);
    }
}

/* Adds all mutants of the function by these operators (bit m: HtolMutation m), unless there are too many. */
static void add_operations(HtolExpansion *expansion, guint32 mutations)
{
    for (guint m = 0; m < 32; m++)
        if (mutations >> m & 1 && htol_expand_unmutated(expansion, m))
            return;
    for (guint32 i = 0; i < expansion->function->n_operations; i++)
        if (expansion->function->operations[i].kind == HTOL_OPERATION_COMPUTED)
            add_operation(expansion, i, mutations);
}

#define MUTATION(NAME, criterion, also, sum, finder, proof)                                                            \
    void htol_crit_##criterion(HtolExpansion *expansion)                                                               \
    {                                                                                                                  \
        add_operations(expansion, 1u << HTOL_MUTATION_##NAME | 1u << HTOL_MUTATION_##also);                            \
    }
#include "htol/files/mutations.def"

/* ---- sums ---- */

typedef struct {
    HtolCriterion criterion;
    HtolSum sum;
    void (*expand)(HtolExpansion *expansion);
} Part;

static const Part parts[] = {
#define OPERATOR(criterion, records) {HTOL_CRIT_##criterion, HTOL_SUM_WM, htol_crit_##criterion},
#define MUTATION(NAME, criterion, also, sum, finder, proof)                                                            \
    {HTOL_CRIT_##criterion, HTOL_SUM_##sum, htol_crit_##criterion},
#include "htol/files/mutations.def"
};

static const Part mujava[] = {
#define MUJAVA(criterion) {HTOL_CRIT_##criterion, HTOL_SUM_WM, htol_crit_##criterion},
#include "htol/files/mutations.def"
};

/* Adds the objectives of a part of a sum, each named after the part. */
static void add_part(HtolExpansion *expansion, const Part *part)
{
    guint first = expansion->objectives->len;
    part->expand(expansion);
    for (guint i = first; i < expansion->objectives->len; i++) {
        HtolObjective *objective = &g_array_index(expansion->objectives, HtolObjective, i);
        objective->id =
            htol_arena_printf(expansion->arena, "%s.%s", htol_criteria[part->criterion].name, objective->id);
        objective->in_decision = objective->id;
    }
}

/* Adds the parts whose least sum is `sum`. */
static void add_sum(HtolExpansion *expansion, HtolSum sum)
{
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        if (parts[i].sum == sum)
            add_part(expansion, &parts[i]);
}

void htol_crit_wm(HtolExpansion *expansion)
{
    add_sum(expansion, HTOL_SUM_WM);
}

void htol_crit_wmall(HtolExpansion *expansion)
{
    add_sum(expansion, HTOL_SUM_WM);
    add_sum(expansion, HTOL_SUM_ALL);
}

void htol_crit_mujava(HtolExpansion *expansion)
{
    for (guint i = 0; i < G_N_ELEMENTS(mujava); i++)
        add_part(expansion, &mujava[i]);
}
