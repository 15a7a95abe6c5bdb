/* The course of a unit; see unit.h. */
#include "generate/unit.h"

#include <fnmatch.h>
#include <string.h>

#include "generate/harness.h"
#include "generate/shrink.h"

/* Runs without anything new after which the search ends, before formulas are asked and then; iterations of loops in
 * formulas. */
enum { FIRST_PLATEAU = 20000, PLATEAU = 40000, LOOPS = 4 };

void generate_unit_look(gpointer data, const AnnotSurveyed *surveyed)
{
    GenerateUnit *unit = data;
    if (!unit->surveyed)
        unit->surveyed = g_array_new(FALSE, FALSE, sizeof(AnnotSurveyed));
    g_array_append_val(unit->surveyed, *surveyed);
}

gboolean generate_is_wanted(const GenerateUnit *unit, const AnnotFunction *function)
{
    for (const char *const *glob = unit->wanted; glob && *glob; glob++)
        if (fnmatch(*glob, function->name, 0) == 0)
            return TRUE;
    return !unit->wanted;
}

/* The first slot of a surveyed function among those of the program, in which the harness comes first. */
static guint first_slot(const GenerateUnit *unit, guint surveyed)
{
    guint first = 0;
    for (guint i = 0; i < surveyed; i++)
        first += g_array_index(unit->surveyed, AnnotSurveyed, i).rows->row.slots;
    return first;
}

static gboolean is_open(const GenerateUnit *unit, guint first, guint n)
{
    const guint8 *known = generate_server_known(unit->server);
    for (guint i = 0; i < n; i++)
        if (!known[first + i])
            return TRUE;
    return FALSE;
}

/* No run sets these: that of a mutant which is judged by other slots, that of a class which is impossible, and the one
 * behind them that is set when all are. */
static void leave_out(guint8 *known, const HtolFunction *rows, const HtolRowOperation *operation)
{
    for (guint k = 0; k < operation->classes; k++) {
        gboolean has_terms = k < operation->mutants && rows->mutants[operation->first_mutant + k].terms > 0;
        if (has_terms || operation->impossible >> k & 1)
            known[operation->slot + k] = 1;
    }
    if (operation->mutants > 0)
        known[operation->slot + operation->classes] = 1;
}

/* Leaves out slots that are no goals: those of functions that are not wanted, and those that no run sets. */
static void choose_goals(GenerateUnit *unit)
{
    guint8 *known = generate_server_known(unit->server);
    for (guint i = 0; i < unit->surveyed->len; i++) {
        const AnnotSurveyed *surveyed = &g_array_index(unit->surveyed, AnnotSurveyed, i);
        const HtolFunction *rows = surveyed->rows;
        if (!generate_is_wanted(unit, surveyed->tree->functions[surveyed->index]))
            memset(known, 1, rows->row.slots);
        for (guint k = 0; k < rows->n_operations; k++)
            leave_out(known, rows, &rows->operations[k]);
        known += rows->row.slots;
    }
}

/* ---- formulas ---- */

/* Runs the guesses; what they find is changed further. */
static gboolean try_guesses(GenerateUnit *unit, const GenerateContract *contract, guint first,
                            const GenerateAnswer *answer, GError **error)
{
    for (guint sure = 0; sure < 2; sure++) {
        g_autoptr(GPtrArray) guesses = g_ptr_array_new();
        g_autofree guint32 *slots = g_new(guint32, answer->candidates->len + 1);
        guint right = 0;
        for (guint i = 0; i < answer->candidates->len; i++) {
            const GenerateCandidate *candidate = &g_array_index(answer->candidates, GenerateCandidate, i);
            if (candidate->is_sure != (sure == 1))
                continue;
            slots[guesses->len] = first + candidate->slot;
            g_ptr_array_add(guesses, candidate->bytes);
        }
        if (!generate_try(unit->search, contract, guesses, slots, &right, error))
            return FALSE;
        unit->guesses += guesses->len;
        unit->sure += sure == 1 ? guesses->len : 0;
        unit->right += sure == 1 ? right : 0;
    }
    return generate_search(unit->search, contract, (GenerateBudget){unit->time / 2, PLATEAU}, error);
}

static gboolean solve(GenerateUnit *unit, const GenerateContract *contract, guint surveyed, GError **error)
{
    const GenerateQuestion question = {unit->surveyed, unit->callers, unit->request, LOOPS};
    guint first = first_slot(unit, surveyed);
    GenerateAnswer answer = generate_formula(&question, &g_array_index(unit->surveyed, AnnotSurveyed, surveyed),
                                             contract, generate_server_known(unit->server) + first);
    g_string_append(unit->proved, answer.proved ? answer.proved : "");
    gboolean good = try_guesses(unit, contract, first, &answer, error);
    generate_answer_clear(&answer);
    return good;
}

/* ---- functions ---- */

static gboolean search_one(GenerateUnit *unit, guint surveyed, GError **error)
{
    const AnnotSurveyed *row = &g_array_index(unit->surveyed, AnnotSurveyed, surveyed);
    const GenerateContract *contract = unit->contracts->contracts->pdata[row->index];
    guint first = first_slot(unit, surveyed), n = row->rows->row.slots;
    if (contract->refused || !generate_is_wanted(unit, contract->function))
        return TRUE;
    if (unit->progress)
        unit->progress(unit->data, unit, contract);
    return generate_search(unit->search, contract, (GenerateBudget){unit->time / 2, FIRST_PLATEAU}, error) &&
           (!unit->request || !is_open(unit, first, n) || solve(unit, contract, surveyed, error));
}

static gboolean search_all(GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->surveyed->len; i++)
        if (!search_one(unit, i, error))
            return FALSE;
    return TRUE;
}

static gboolean shrink_needed(GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->search->found->len; i++) {
        GenerateFound *found = unit->search->found->pdata[i];
        if (found->needed &&
            !generate_shrink(unit->search, unit->contracts->contracts->pdata[found->function], found, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean run_program(GenerateUnit *unit, GError **error)
{
    g_autoptr(GenerateChooser) chooser = generate_chooser_new(unit->contracts, unit->seed);
    unit->server = generate_server_new(unit->program, unit->environment, error);
    if (!unit->server)
        return FALSE;
    choose_goals(unit);
    unit->search = generate_search_new(unit->server, chooser);
    gboolean good = search_all(unit, error) && unit->judge(unit->data, unit, error) && shrink_needed(unit, error) &&
                    unit->finish(unit->data, unit, error);
    generate_search_free(unit->search);
    generate_server_free(unit->server);
    return good;
}

static gboolean run_unit(GenerateUnit *unit, GError **error)
{
    const AnnotSurveyed *first = &g_array_index(unit->surveyed, AnnotSurveyed, 0);
    g_autoptr(HtolArena) arena = htol_arena_new();
    unit->contracts = generate_contracts_new(arena, first->text, first->tree);
    unit->callers = prune_callers_new(first->text, first->tree);
    unit->proved = g_string_new(NULL);
    g_autofree char *harness = generate_harness(unit->contracts, unit->source, unit->path);
    g_autofree char *inside = generate_inside();
    unit->program = unit->build(unit->data, unit, harness, inside, error);
    gboolean good = unit->program && run_program(unit, error);
    g_clear_pointer(&unit->program, g_free);
    g_string_free(unit->proved, TRUE);
    prune_callers_free(unit->callers);
    generate_contracts_free(unit->contracts);
    return good;
}

void generate_unit_end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    GenerateUnit *unit = data;
    (void)id;
    if (!unit->surveyed)
        return;
    run_unit(unit, &unit->error);
    g_clear_pointer(&unit->surveyed, g_array_unref);
}
