/* The course of a unit; see unit.h. */
#include "generate/unit.h"

#include <fnmatch.h>
#include <string.h>

#include "generate/harness.h"
#include "generate/shrink.h"
#include "generate/solve/library.h"
#include "htol/files/operation.h"

/* Runs without anything new after which the search ends, before formulas are asked and then; iterations of loops in
 * formulas; inputs of a function that are kept. */
enum { FIRST_PLATEAU = 20000, PLATEAU = 40000, LOOPS = 4, MOST_KEPT = 1024 };

void generate_unit_look(gpointer data, const AnnotSurveyed *surveyed)
{
    GenerateUnit *unit = data;
    if (!unit->surveyed)
        unit->surveyed = g_array_new(FALSE, FALSE, sizeof(AnnotSurveyed));
    g_array_append_val(unit->surveyed, *surveyed);
}

gboolean generate_is_wanted(const GenerateUnit *unit, const AnnotFunction *function)
{
    if (!htol_part_has(unit->shard, function->name))
        return FALSE;
    for (const char *const *glob = unit->wanted; glob && *glob; glob++)
        if (fnmatch(*glob, function->name, 0) == 0)
            return TRUE;
    return !unit->wanted;
}

static gboolean is_searched(const GenerateUnit *unit, const AnnotFunction *function)
{
    return generate_is_wanted(unit, function) && (unit->kill || g_hash_table_contains(unit->open, function->name));
}

/* Of the slots of a surveyed function, a byte each: 1 if nothing is looked for there. The harness comes first in the
 * program. */
static guint8 *known_slots(const GenerateUnit *unit, const HtolFunction *rows)
{
    return generate_server_known(unit->server) + rows->first_slot;
}

static gboolean is_open(const GenerateUnit *unit, const HtolFunction *rows)
{
    const guint8 *known = known_slots(unit, rows);
    for (guint i = 0; i < rows->row.slots; i++)
        if (!known[i])
            return TRUE;
    return FALSE;
}

/* No run sets these: that of a mutant which is judged by other slots, that of a class which is impossible, and the one
 * behind them that is set when all are. */
static void leave_out(guint8 *known, const HtolFunction *rows, const HtolRowOperation *operation)
{
    for (guint k = 0; k < operation->classes; k++)
        if (!htol_class_is_set(rows, operation, k))
            known[operation->slot + k] = 1;
    if (operation->mutants > 0)
        known[operation->slot + operation->classes] = 1;
}

/* Leaves out slots that are no goals: those of functions that are not wanted, and those that no run sets. */
static void choose_goals(GenerateUnit *unit)
{
    for (guint i = 0; i < unit->surveyed->len; i++) {
        const AnnotSurveyed *surveyed = &g_array_index(unit->surveyed, AnnotSurveyed, i);
        const HtolFunction *rows = surveyed->rows;
        guint8 *known = known_slots(unit, rows);
        if (!is_searched(unit, surveyed->tree->functions[surveyed->index]))
            memset(known, 1, rows->row.slots);
        for (guint k = 0; k < rows->n_operations; k++)
            leave_out(known, rows, &rows->operations[k]);
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

static GenerateQuestion question_of(const GenerateUnit *unit)
{
    return (GenerateQuestion){unit->surveyed, unit->callers, unit->request, LOOPS, unit->library, unit->is_direct};
}

static gboolean solve(GenerateUnit *unit, const GenerateContract *contract, const AnnotSurveyed *surveyed,
                      GError **error)
{
    const GenerateQuestion question = question_of(unit);
    GenerateAnswer answer = generate_formula(&question, surveyed, contract, known_slots(unit, surveyed->rows));
    g_string_append(unit->proved, answer.proved ? answer.proved : "");
    gboolean good = try_guesses(unit, contract, surveyed->rows->first_slot, &answer, error);
    generate_answer_clear(&answer);
    return good;
}

/* ---- ways ---- */

typedef struct {
    GenerateUnit *unit;
    const GenerateContract *contract;
    const HtolFunction *rows;
    GArray *calls; /* struct hlcov_call: of the inputs that were found */
    GError *gone;  /* why nothing can be run any more; NULL: it can */
} Running;

/* Runs a guess; it is kept if it sets a new slot, or in any case. */
static gboolean run_guess(gpointer data, GBytes *input, gboolean is_kept, guint8 *slots, GArray *calls)
{
    Running *running = data;
    GenerateSearch *search = running->unit->search;
    g_autoptr(GPtrArray) guesses = g_ptr_array_new();
    g_ptr_array_add(guesses, input);
    if (running->gone || !generate_look(search, running->contract, input, running->rows->first_slot,
                                        running->rows->row.slots, slots, calls, &running->gone))
        return FALSE;
    return is_kept ? generate_keep(search, running->contract, input, &running->gone)
                   : generate_try(search, running->contract, guesses, NULL, NULL, &running->gone);
}

static Running running_new(GenerateUnit *unit, const GenerateContract *contract, const AnnotSurveyed *surveyed)
{
    return (Running){unit, contract, surveyed->rows, g_array_new(FALSE, FALSE, sizeof(struct hlcov_call)), NULL};
}

static gboolean is_anything_logged(const GenerateUnit *unit)
{
    for (guint i = 0; i < unit->contracts->stubs->len; i++)
        if (((const GenerateStub *)unit->contracts->stubs->pdata[i])->is_logged)
            return TRUE;
    return FALSE;
}

/* Runs what was found of the function once more, for its calls of functions outside of the unit. */
static void look_at_calls(Running *running)
{
    GenerateSearch *search = running->unit->search;
    for (guint i = 0; i < search->found->len && is_anything_logged(running->unit) && !running->gone; i++) {
        const GenerateFound *found = search->found->pdata[i];
        guint8 none;
        if (found->function == running->contract->index)
            generate_look(search, running->contract, found->bytes, 0, 0, &none, running->calls, &running->gone);
    }
}

static GenerateRunner runner_of(Running *running)
{
    const HtolFunction *rows = running->rows;
    look_at_calls(running);
    return (GenerateRunner){run_guess, known_slots(running->unit, rows), rows->row.slots, running->calls, running};
}

/* Whether all could be run; else sets *error. */
static gboolean end_running(Running *running, GError **error)
{
    gboolean good = !running->gone;
    g_array_unref(running->calls);
    if (!good)
        g_propagate_error(error, running->gone);
    return good;
}

static gboolean follow_ways(GenerateUnit *unit, const GenerateContract *contract, const AnnotSurveyed *surveyed,
                            GError **error)
{
    const GenerateQuestion question = question_of(unit);
    Running running = running_new(unit, contract, surveyed);
    const GenerateRunner runner = runner_of(&running);
    guint before = unit->search->found->len;
    unit->paths[surveyed->index] =
        generate_paths(&question, surveyed, contract, &runner, unit->ways_only ? unit->time : unit->time / 2);
    if (!end_running(&running, error))
        return FALSE;
    return unit->ways_only || unit->search->found->len == before ||
           generate_search(unit->search, contract, (GenerateBudget){unit->time / 4, FIRST_PLATEAU}, error);
}

/* ---- what users ask of values ---- */

static gboolean is_joint(const GenerateUnit *unit, guint index)
{
    return unit->labels.labelled && unit->request && generate_is_joint(&unit->labels, index, NULL);
}

static gboolean ask_users(GenerateUnit *unit, const GenerateContract *contract, const AnnotSurveyed *surveyed,
                          GError **error)
{
    if (!is_joint(unit, surveyed->index))
        return TRUE;
    const GenerateQuestion question = question_of(unit);
    Running running = running_new(unit, contract, surveyed);
    const GenerateRunner runner = runner_of(&running);
    unit->joint[surveyed->index] =
        generate_joint(&question, &unit->labels, surveyed->index, contract, &runner, unit->time);
    return end_running(&running, error);
}

/* Parses the unit with its labels, if it has some. */
static void place_labels(GenerateUnit *unit, HtolArena *arena, const guint *lines)
{
    const AnnotSurveyed *first = &g_array_index(unit->surveyed, AnnotSurveyed, 0);
    gboolean any = FALSE;
    for (guint i = 0; i < first->steps->n_functions; i++)
        any |= first->steps->functions[i].steps->len > 0;
    AnnotLabelled *labelled = any ? annot_labelled_new(arena, first->text, first->steps, first->clang_args) : NULL;
    if (labelled)
        unit->labels = (GenerateJointUnit){
            labelled, first->scripts,
            generate_contracts_new(arena, &labelled->text, labelled->tree, unit->source, lines, unit->hooks)};
}

static void clear_labels(GenerateUnit *unit, guint n_functions)
{
    for (guint i = 0; i < n_functions; i++) {
        g_free(unit->joint[i].why);
        g_strfreev(unit->joint[i].impossible);
    }
    g_free(unit->joint);
    if (!unit->labels.labelled)
        return;
    generate_contracts_free((GenerateContracts *)unit->labels.contracts);
    annot_labelled_free((AnnotLabelled *)unit->labels.labelled);
}

/* Objectives of users may be told of one function, and be asked of another one that calls it. */
static void open_askers(GenerateUnit *unit)
{
    for (guint i = 0; i < unit->contracts->contracts->len; i++) {
        const GenerateContract *contract = unit->contracts->contracts->pdata[i];
        gboolean open = FALSE;
        for (guint k = 0; k < contract->called->len && !open; k++)
            open = g_hash_table_contains(unit->open, ((const AnnotFunction *)contract->called->pdata[k])->name);
        if (open && is_joint(unit, i))
            g_hash_table_add(unit->open, g_strdup(contract->function->name));
    }
}

/* ---- inputs that are kept ---- */

static char *kept_path(const GenerateUnit *unit, const GenerateContract *contract, guint number)
{
    g_autofree char *name = g_strdup_printf("%s.%u", contract->function->name, number);
    return g_build_filename(unit->store, name, NULL);
}

/* Those of an earlier search, which may have been killed. */
static gboolean recall(GenerateUnit *unit, const GenerateContract *contract, GError **error)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    for (guint i = 0; unit->store && i < MOST_KEPT; i++) {
        g_autofree char *path = kept_path(unit, contract, i), *bytes = NULL;
        gsize size;
        if (!g_file_get_contents(path, &bytes, &size, NULL))
            break;
        g_ptr_array_add(kept, g_bytes_new_take(g_steal_pointer(&bytes), size));
    }
    return generate_try(unit->search, contract, kept, NULL, NULL, error);
}

/* Keeps what was found of the function behind the first `done` inputs that were; returns how many are kept then. A
 * store that cannot be written is none. */
static guint keep(const GenerateUnit *unit, const GenerateContract *contract, guint done)
{
    guint number = 0;
    for (guint i = 0; unit->store && i < unit->search->found->len && number < MOST_KEPT; i++) {
        const GenerateFound *found = unit->search->found->pdata[i];
        gsize size;
        const char *bytes = g_bytes_get_data(found->bytes, &size);
        if (found->function != contract->index || number++ < done)
            continue;
        g_autofree char *path = kept_path(unit, contract, number - 1);
        if (!g_file_set_contents(path, bytes, (gssize)size, NULL))
            break;
    }
    return number;
}

/* ---- functions ---- */

static gboolean search_function(GenerateUnit *unit, const GenerateContract *contract, const AnnotSurveyed *surveyed,
                                GError **error)
{
    if (!recall(unit, contract, error))
        return FALSE;
    if (unit->ways_only) {
        gboolean good = follow_ways(unit, contract, surveyed, error) && ask_users(unit, contract, surveyed, error);
        keep(unit, contract, 0);
        return good;
    }
    if (!generate_search(unit->search, contract, (GenerateBudget){unit->time / 2, FIRST_PLATEAU}, error))
        return FALSE;
    guint kept = keep(unit, contract, 0);
    if (unit->request && is_open(unit, surveyed->rows) && !solve(unit, contract, surveyed, error))
        return FALSE;
    if (unit->request && is_open(unit, surveyed->rows) && !follow_ways(unit, contract, surveyed, error))
        return FALSE;
    if (!ask_users(unit, contract, surveyed, error))
        return FALSE;
    keep(unit, contract, kept);
    return TRUE;
}

static gboolean search_one(GenerateUnit *unit, const AnnotSurveyed *surveyed, GError **error)
{
    const GenerateContract *contract = unit->contracts->contracts->pdata[surveyed->index];
    if (contract->refused || !is_searched(unit, contract->function))
        return TRUE;
    if (unit->progress)
        unit->progress(unit->data, unit, contract);
    return search_function(unit, contract, surveyed, error) && (!unit->seek || unit->seek(unit->data, surveyed, error));
}

static gboolean search_all(GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->surveyed->len; i++)
        if (!search_one(unit, &g_array_index(unit->surveyed, AnnotSurveyed, i), error))
            return FALSE;
    return TRUE;
}

/* ---- inputs for mutants ---- */

/* All inputs are tried as tests. */
static void need_all(GenerateUnit *unit)
{
    for (guint i = 0; i < unit->search->found->len; i++) {
        GenerateFound *found = unit->search->found->pdata[i];
        found->covers = found->needed;
        found->needed = TRUE;
    }
}

guint8 *generate_unit_pairs(GenerateUnit *unit, const AnnotSurveyed *surveyed, const guint8 *asked, guint most_ways,
                            GError **error)
{
    const GenerateQuestion question = question_of(unit);
    const GenerateContract *contract = unit->contracts->contracts->pdata[surveyed->index];
    const GeneratePairUnit own = {unit->source, unit->hooks, most_ways};
    Running running = running_new(unit, contract, surveyed);
    const GenerateRunner runner = runner_of(&running);
    GPtrArray *found = unit->search->found;
    guint before = found->len;
    guint8 *states = generate_pairs(&question, &own, surveyed, asked, contract, &runner, unit->time);
    gboolean good = end_running(&running, error);
    for (guint i = before; i < found->len && good; i++) {
        ((GenerateFound *)found->pdata[i])->needed = TRUE;
        good = generate_observe(unit->search, found->pdata[i], error);
    }
    if (!good)
        g_clear_pointer(&states, g_free);
    return states;
}

/* Where users ask of values, smaller values may be others than those that were asked for. */
static gboolean shrink_one(GenerateUnit *unit, GenerateFound *found, GError **error)
{
    if (is_joint(unit, found->function) || (found->is_more && !found->covers))
        return generate_observe(unit->search, found, error);
    return generate_shrink(unit->search, unit->contracts->contracts->pdata[found->function], found, error);
}

static gboolean shrink_all(GenerateUnit *unit, GError **error)
{
    for (guint i = 0; i < unit->search->found->len; i++) {
        GenerateFound *found = unit->search->found->pdata[i];
        if (found->needed && !shrink_one(unit, found, error))
            return FALSE;
    }
    for (guint i = 0; i < unit->search->bad->len; i++) {
        GenerateBad *bad = unit->search->bad->pdata[i];
        if (!generate_shrink_bad(unit->search, unit->contracts->contracts->pdata[bad->function], bad, error))
            return FALSE;
    }
    return TRUE;
}

/* Milliseconds that an input may take with sanitizers, whose reports take some. */
enum { CHECKED_TIME = 200 };

/* Options of sanitizers: an error ends the input, and takes no time to be described; objects lie far from each other,
 * so that an index that is too large seldom leads into the next one. */
#define CHECKS                                                                                                         \
    "symbolize=0:abort_on_error=1:halt_on_error=1:detect_leaks=0:allocator_may_return_null=1:redzone=2048:"            \
    "max_redzone=2048"

/* The same functions in other memory: of a program with sanitizers, or if that does not start, of the same program,
 * whose libc fills what it hands out with something else. Sets *checks to whether it is the first. */
static GenerateServer *start_other(const GenerateUnit *unit, gboolean *checks, GError **error)
{
    g_autofree char *checked = unit->build_checked ? unit->build_checked(unit->data, unit) : NULL;
    g_auto(GStrv) environment = g_strdupv(unit->environment);
    environment = g_environ_setenv(environment, "ASAN_OPTIONS", CHECKS, TRUE);
    environment = g_environ_setenv(environment, "UBSAN_OPTIONS", CHECKS, TRUE);
    environment = g_environ_setenv(environment, "GLIBC_TUNABLES", "glibc.malloc.perturb=165", TRUE);
    GenerateServer *server = checked ? generate_server_new(checked, environment, NULL) : NULL;
    *checks = server != NULL;
    if (server)
        generate_server_allow(server, CHECKED_TIME);
    return server ? server : generate_server_new(unit->program, environment, error);
}

/* Which functions that the unit does not define are there nevertheless. */
static void find_linked(GenerateUnit *unit)
{
    for (guint i = 0; i < unit->contracts->stubs->len; i++)
        ((GenerateStub *)unit->contracts->stubs->pdata[i])->is_linked = generate_server_is_linked(unit->server, i);
    if (unit->labels.contracts)
        generate_contracts_adopt((GenerateContracts *)unit->labels.contracts, unit->contracts->stubs);
}

static gboolean run_program(GenerateUnit *unit, GError **error)
{
    g_autoptr(GenerateChooser) chooser = generate_chooser_new(unit->contracts, unit->seed);
    g_autoptr(GenerateServer) other = NULL;
    gboolean checks = FALSE;
    unit->server = generate_server_new(unit->program, unit->environment, error);
    if (!unit->server)
        return FALSE;
    find_linked(unit);
    unit->open = unit->find_open(unit->data, unit, error);
    if (!unit->open) {
        generate_server_free(unit->server);
        return FALSE;
    }
    open_askers(unit);
    choose_goals(unit);
    other = start_other(unit, &checks, error);
    unit->search = generate_search_new(unit->server, other, checks, chooser);
    gboolean good = other && search_all(unit, error) && unit->judge(unit->data, unit, error);
    if (good && unit->kill)
        need_all(unit);
    good = good && shrink_all(unit, error) && (!unit->kill || unit->kill(unit->data, unit, error)) &&
           unit->finish(unit->data, unit, error);
    g_hash_table_unref(unit->open);
    generate_search_free(unit->search);
    generate_server_free(unit->server);
    return good;
}

/* Calls are noted for ways alone, and not of functions that they follow. */
static void choose_logged(GenerateUnit *unit)
{
    for (guint i = 0; i < unit->contracts->stubs->len; i++) {
        GenerateStub *stub = unit->contracts->stubs->pdata[i];
        stub->is_logged &= unit->library && !generate_library_has(unit->library, stub->decl->name);
    }
}

static gboolean build_and_run(GenerateUnit *unit, GError **error)
{
    g_autofree char *harness = generate_harness(unit->contracts, unit->source, unit->path);
    unit->program = unit->build(unit->data, unit, harness, error);
    gboolean good = unit->program && run_program(unit, error);
    g_clear_pointer(&unit->program, g_free);
    return good;
}

/* Lines of functions that stand in the source itself; 0 of others. To be freed. */
static guint *lines_of(const GenerateUnit *unit, const AnnotTree *tree)
{
    guint *lines = g_new0(guint, tree->n_functions + 1);
    for (guint i = 0; i < unit->surveyed->len; i++) {
        const AnnotSurveyed *surveyed = &g_array_index(unit->surveyed, AnnotSurveyed, i);
        const HtolFunction *rows = surveyed->rows;
        if (rows->n_files > 0 && g_str_has_suffix(unit->path, rows->files[0].path))
            lines[surveyed->index] = rows->row.line;
    }
    return lines;
}

static gboolean run_unit(GenerateUnit *unit, GError **error)
{
    const AnnotSurveyed *first = &g_array_index(unit->surveyed, AnnotSurveyed, 0);
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint *lines = lines_of(unit, first->tree);
    unit->contracts = generate_contracts_new(arena, first->text, first->tree, unit->source, lines, unit->hooks);
    unit->callers = prune_callers_new(first->text, first->tree);
    unit->proved = g_string_new(NULL);
    unit->paths = g_new0(GeneratePathsTold, first->tree->n_functions + 1);
    unit->joint = g_new0(GenerateJointTold, first->tree->n_functions + 1);
    gboolean good = TRUE;
    if (unit->describe) {
        unit->describe(unit->data, unit);
    } else {
        unit->library = unit->request ? generate_library(arena) : NULL;
        choose_logged(unit);
        place_labels(unit, arena, lines);
        good = build_and_run(unit, error);
    }
    g_string_free(unit->proved, TRUE);
    g_free(unit->paths);
    clear_labels(unit, first->tree->n_functions);
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
