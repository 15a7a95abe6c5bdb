/* Processes for functions; see unit.h. */
#include "prune/unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prune/equivalent.h"
#include "prune/formula/limits.h"
#include "prune/formula/prover.h"
#include "prune/recall.h"

/* Seconds beyond the budget of questions, of which the solver may take no notice, until the process is ended. */
enum { MORE_SECONDS = 5 };

/* Budget of all questions about a function, in milliseconds (see prover.h), unless the user chose one: some time, and
 * some for each slot, since the number of questions grows with the slots. */
enum { USUAL_BUDGET = 10000, BUDGET_OF_SLOT = 20 };

/* GiB of address space, beyond what the annotator has. */
enum { MOST_GIB = 4 };

/* Writes a verdict in one write, so that lines of several processes do not mix; FALSE if that fails. */
static gboolean write_line(const PruneUnit *unit, const HtolProved *proved)
{
    g_autoptr(GString) line = g_string_new(NULL);
    htol_proved_write(proved, line);
    return write(unit->output, line->str, line->len) == (gssize)line->len;
}

static PruneRequest request_for(const PruneUnit *unit, const HtolFunction *rows)
{
    PruneRequest request = unit->request;
    guint64 usual = USUAL_BUDGET + (guint64)rows->row.slots * BUDGET_OF_SLOT;
    if (request.patience.budget == 0)
        request.patience.budget = (guint)MIN(usual, G_MAXINT);
    return request;
}

static guint64 seconds_for(const PruneRequest *request)
{
    return (guint64)request->patience.budget * PRUNE_TIMES_LONGER / 1000 + MORE_SECONDS;
}

/* Finds the equivalent mutants of a function, or remembers them. Where the solver dies, all are questions that it did
 * not answer, and nothing is kept. */
static HtolProved prove_mutants(const PruneUnit *unit, const AnnotSurveyed *surveyed, const PruneRequest *request,
                                HtolArena *arena)
{
    guint n = surveyed->changes->len;
    HtolProved proved;
    g_autofree char *key = unit->texts ? prune_texts_key(unit->texts, surveyed) : NULL;
    if (prune_recall(arena, request, key, &proved))
        return proved;
    PruneEquivalents told;
    if (!prune_equivalents_apart(surveyed, NULL, arena, request->patience, seconds_for(request), &told))
        return (HtolProved){.failed = "", .questions = n, .unanswered = n};
    proved = prune_equivalents_proved(surveyed, &told, arena);
    prune_keep(request, key, &proved);
    return proved;
}

/* What both prove of the same function. */
static HtolProved both(const HtolProved *one, const HtolProved *other, HtolArena *arena)
{
    HtolProof *proofs = htol_arena_new0(arena, HtolProof, one->n_proofs + other->n_proofs);
    for (guint i = 0; i < one->n_proofs; i++)
        proofs[i] = one->proofs[i];
    for (guint i = 0; i < other->n_proofs; i++)
        proofs[one->n_proofs + i] = other->proofs[i];
    return (HtolProved){.failed = "",
                        .questions = one->questions + other->questions,
                        .unanswered = one->unanswered + other->unanswered,
                        .unasked = one->unasked + other->unasked,
                        .n_proofs = one->n_proofs + other->n_proofs,
                        .proofs = proofs,
                        .known = one->known && other->known};
}

G_NORETURN static void work(const PruneUnit *unit, const AnnotSurveyed *surveyed)
{
    PruneRequest request = request_for(unit, surveyed->rows);
    prune_limit_process(seconds_for(&request), MOST_GIB);
    HtolArena *arena = htol_arena_new();
    PruneSubject subject = prune_subject(surveyed, unit->surveyed, unit->callers, arena, prune_logic_new());
    subject.runs = unit->runs;
    subject.recorded = prune_runs_of(unit->runs, arena, surveyed);
    HtolProved proved = prune_function(&subject, &request);
    if (request.steps & PRUNE_STEP_EQUIVALENT && !*proved.failed) {
        HtolProved mutants = prove_mutants(unit, surveyed, &request, arena);
        proved = both(&proved, &mutants, arena);
    }
    proved.function = surveyed->index;
    _exit(write_line(unit, &proved) ? 0 : 1);
}

static const char *why_ended(int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return "the solver took too long";
    if (WIFSIGNALED(status))
        return "the solver crashed";
    return WEXITSTATUS(status) == 1 ? "what was proved could not be written" : "the solver failed: no memory, perhaps";
}

static void fail_function(const PruneUnit *unit, guint function, const char *words)
{
    write_line(unit, &(HtolProved){.function = function, .failed = words});
}

/* Waits until the process of a function is done. */
static void reap(PruneUnit *unit)
{
    int status;
    pid_t pid = waitpid(-1, &status, 0);
    gpointer function;
    if (pid < 0 && errno != EINTR)
        g_hash_table_remove_all(unit->running);
    if (pid < 0 || !g_hash_table_lookup_extended(unit->running, GINT_TO_POINTER(pid), NULL, &function))
        return;
    g_hash_table_remove(unit->running, GINT_TO_POINTER(pid));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_function(unit, GPOINTER_TO_UINT(function), why_ended(status));
}

static void start(PruneUnit *unit, const AnnotSurveyed *surveyed)
{
    while (g_hash_table_size(unit->running) >= unit->jobs)
        reap(unit);
    pid_t pid = fork();
    if (pid == 0)
        work(unit, surveyed);
    if (pid < 0)
        fail_function(unit, surveyed->index, "no process could be started");
    else
        g_hash_table_insert(unit->running, GINT_TO_POINTER(pid), GUINT_TO_POINTER(surveyed->index));
}

void prune_unit_look(gpointer data, const AnnotSurveyed *surveyed)
{
    PruneUnit *unit = data;
    if (!unit->surveyed)
        unit->surveyed = g_array_new(FALSE, FALSE, sizeof(AnnotSurveyed));
    g_array_append_val(unit->surveyed, *surveyed);
}

static void prove_all(PruneUnit *unit)
{
    const AnnotSurveyed *first = &g_array_index(unit->surveyed, AnnotSurveyed, 0);
    unit->running = g_hash_table_new(NULL, NULL);
    unit->callers = prune_callers_new(first->text, first->tree);
    if (unit->request.cache && unit->request.steps & PRUNE_STEP_EQUIVALENT)
        unit->texts = prune_texts_new(first->text, first->tree, first->clang_args);
    for (guint i = 0; i < unit->surveyed->len; i++)
        start(unit, &g_array_index(unit->surveyed, AnnotSurveyed, i));
    while (g_hash_table_size(unit->running) > 0)
        reap(unit);
    g_clear_pointer(&unit->texts, prune_texts_free);
    g_clear_pointer(&unit->callers, prune_callers_free);
    g_clear_pointer(&unit->running, g_hash_table_unref);
}

void prune_unit_end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    PruneUnit *unit = data;
    if (!unit->surveyed)
        return;
    if (!unit->wanted || g_ptr_array_find_with_equal_func(unit->wanted, id, htol_id_equal, NULL))
        prove_all(unit);
    g_clear_pointer(&unit->surveyed, g_array_unref);
}
