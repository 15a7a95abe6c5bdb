/* The solver; see prover.h. */
#include "prune/formula/prover.h"

#include <string.h>

#include "prune/formula/watch.h"

/* How far Z3's count of its work comes in a millisecond of a processor: 3,900 to 4,500 over all questions about gzip,
 * zlib and Lua, on a busy machine. */
enum { WORK_PER_MS = 4000 };

struct PruneProver {
    PruneLogic *logic;
    Z3_solver solver;
    GHashTable *names;   /* PruneTerm: the variable that implies it */
    guint n_names;       /* made so far */
    GPtrArray *models;   /* Z3_model */
    GHashTable *answers; /* PruneTerm: PruneAnswer; each is asked once */
    PrunePatience patience;
    guint64 work; /* that Z3 counted, of all questions */
    gint64 end;   /* of the processor time, if the count does not end it */
    guint questions, unanswered, unasked;
    Z3_model last; /* of a question with floating-point arithmetic; NULL: none */
};

/* A question with floating-point arithmetic may take so many times more: multipliers are large. */
enum { FLOATING_PATIENCE = 40 };

/* Sets the limits of a question: on work, and on time in case the work is not counted. */
static void set_limits(const PruneProver *prover, Z3_solver solver, guint timeout)
{
    Z3_context z3 = prover->logic->z3;
    Z3_params params = Z3_mk_params(z3);
    guint64 work = (guint64)timeout * WORK_PER_MS;
    guint64 wall = (guint64)timeout * PRUNE_TIMES_LONGER;
    Z3_params_inc_ref(z3, params);
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "rlimit"), (guint)MIN(work, G_MAXUINT));
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), (guint)MIN(wall, G_MAXINT));
    Z3_solver_set_params(z3, solver, params);
    Z3_params_dec_ref(z3, params);
}

static void start_solver(PruneProver *prover)
{
    prover->solver = Z3_mk_solver(prover->logic->z3);
    Z3_solver_inc_ref(prover->logic->z3, prover->solver);
    set_limits(prover, prover->solver, prover->patience.timeout);
}

PruneProver *prune_prover_new(PruneLogic *logic, PrunePatience patience)
{
    PruneProver *prover = g_new0(PruneProver, 1);
    prover->logic = logic;
    prover->names = g_hash_table_new(NULL, NULL);
    prover->models = g_ptr_array_new();
    prover->answers = g_hash_table_new(NULL, NULL);
    prover->patience = patience;
    prover->end = prune_processor_time() + (gint64)patience.budget * PRUNE_TIMES_LONGER;
    start_solver(prover);
    return prover;
}

void prune_prover_renew(PruneProver *prover)
{
    Z3_solver_dec_ref(prover->logic->z3, prover->solver);
    g_hash_table_remove_all(prover->names);
    start_solver(prover);
}

void prune_prover_free(PruneProver *prover)
{
    for (guint i = 0; i < prover->models->len; i++)
        Z3_model_dec_ref(prover->logic->z3, prover->models->pdata[i]);
    Z3_solver_dec_ref(prover->logic->z3, prover->solver);
    if (prover->last)
        Z3_model_dec_ref(prover->logic->z3, prover->last);
    g_ptr_array_unref(prover->models);
    g_hash_table_unref(prover->names);
    g_hash_table_unref(prover->answers);
    g_free(prover);
}

/* Numbers of names are their own: questions are asked while formulas are made, and the variables of a way must be those
 * of other ways, whatever was asked on these. */
enum { FIRST_NAME = 1 << 29 };

/* Returns a variable that is true only if the formula is: the solver assumes nothing but variables. */
static PruneTerm term_name(PruneProver *prover, PruneTerm term)
{
    PruneTerm name = g_hash_table_lookup(prover->names, term);
    if (name)
        return name;
    Z3_context z3 = prover->logic->z3;
    name = Z3_mk_const(z3, Z3_mk_int_symbol(z3, (int)(FIRST_NAME + prover->n_names++)), Z3_mk_bool_sort(z3));
    g_hash_table_insert(prover->names, term, name);
    Z3_solver_assert(prover->logic->z3, prover->solver, prune_implies(prover->logic, name, term));
    return name;
}

static void keep_model(PruneProver *prover)
{
    if (prover->models->len >= PRUNE_MOST_MODELS)
        return;
    Z3_model model = Z3_solver_get_model(prover->logic->z3, prover->solver);
    Z3_model_inc_ref(prover->logic->z3, model);
    g_ptr_array_add(prover->models, model);
}

static gboolean is_time_up(const PruneProver *prover)
{
    return prover->work > (guint64)prover->patience.budget * WORK_PER_MS || prune_processor_time() > prover->end;
}

/* Returns Z3's count of work for all questions to this solver and those before it. */
static guint counted(const PruneProver *prover)
{
    Z3_context z3 = prover->logic->z3;
    Z3_stats stats = Z3_solver_get_statistics(z3, prover->solver);
    guint count = 0;
    Z3_stats_inc_ref(z3, stats);
    for (guint i = 0; i < Z3_stats_size(z3, stats); i++)
        if (strcmp(Z3_stats_get_key(z3, stats, i), "rlimit count") == 0)
            count = Z3_stats_get_uint_value(z3, stats, i);
    Z3_stats_dec_ref(z3, stats);
    return count;
}

/* Asks the solver and adds up its work; the count may wrap. */
static Z3_lbool check_assumptions(PruneProver *prover, guint n, const PruneTerm *names)
{
    guint before = counted(prover);
    prune_watch_begin(PRUNE_WATCH_SECONDS);
    Z3_lbool answer = Z3_solver_check_assumptions(prover->logic->z3, prover->solver, n, names);
    prune_watch_end();
    prover->work += (guint)(counted(prover) - before);
    return answer;
}

static Z3_lbool check_assumption(PruneProver *prover, PruneTerm name)
{
    return check_assumptions(prover, 1, &name);
}

PruneAnswer prune_ask_once(PruneProver *prover, PruneTerm term, Z3_model *model)
{
    Z3_context z3 = prover->logic->z3;
    gboolean calculates = prune_calculates(prover->logic, term);
    Z3_tactic tactic = Z3_mk_tactic(z3, calculates ? "qffp" : "qfbv");
    Z3_tactic_inc_ref(z3, tactic);
    Z3_solver solver = Z3_mk_solver_from_tactic(z3, tactic);
    Z3_solver_inc_ref(z3, solver);
    set_limits(prover, solver, prover->patience.timeout * (calculates ? FLOATING_PATIENCE : 1));
    Z3_solver_assert(z3, solver, term);
    prover->questions++;
    prune_watch_begin(PRUNE_WATCH_SECONDS);
    Z3_lbool answer = is_time_up(prover) ? Z3_L_UNDEF : Z3_solver_check(z3, solver);
    prune_watch_end();
    *model = answer == Z3_L_TRUE ? Z3_solver_get_model(z3, solver) : NULL;
    if (*model)
        Z3_model_inc_ref(z3, *model);
    Z3_solver_dec_ref(z3, solver);
    Z3_tactic_dec_ref(z3, tactic);
    prover->unanswered += answer == Z3_L_UNDEF;
    return answer == Z3_L_TRUE ? PRUNE_POSSIBLE : answer == Z3_L_FALSE ? PRUNE_IMPOSSIBLE : PRUNE_UNKNOWN;
}

/* Multipliers of floating-point numbers are too much for the incremental solver. */
static PruneAnswer ask_floating(PruneProver *prover, PruneTerm term)
{
    if (prover->last)
        Z3_model_dec_ref(prover->logic->z3, prover->last);
    return prune_ask_once(prover, term, &prover->last);
}

static PruneAnswer ask_solver(PruneProver *prover, PruneTerm term)
{
    if (prune_calculates(prover->logic, term))
        return ask_floating(prover, term);
    PruneTerm name = term_name(prover, term);
    switch (check_assumption(prover, name)) {
    case Z3_L_TRUE: keep_model(prover); return PRUNE_POSSIBLE;
    case Z3_L_FALSE: return PRUNE_IMPOSSIBLE;
    default: prover->unanswered++; return PRUNE_UNKNOWN;
    }
}

static PruneAnswer leave_unasked(PruneProver *prover)
{
    prover->unanswered++;
    prover->unasked++;
    return PRUNE_UNKNOWN;
}

/* Each formula is asked about once, for a question that took too long would take too long again. */
PruneAnswer prune_ask(PruneProver *prover, PruneTerm term)
{
    gpointer known;
    if (term == prover->logic->no)
        return PRUNE_IMPOSSIBLE;
    if (term == prover->logic->yes)
        return PRUNE_POSSIBLE;
    if (g_hash_table_lookup_extended(prover->answers, term, NULL, &known))
        return GPOINTER_TO_UINT(known);
    prover->questions++;
    PruneAnswer answer = is_time_up(prover) ? leave_unasked(prover) : ask_solver(prover, term);
    g_hash_table_insert(prover->answers, term, GUINT_TO_POINTER(answer));
    return answer;
}

Z3_model prune_ask_model(PruneProver *prover, PruneTerm term)
{
    prover->questions++;
    if (term == prover->logic->no || is_time_up(prover))
        return NULL;
    if (prune_calculates(prover->logic, term)) {
        ask_floating(prover, term);
        return prover->last;
    }
    Z3_lbool answer = check_assumption(prover, term_name(prover, term));
    prover->unanswered += answer == Z3_L_UNDEF;
    return answer == Z3_L_TRUE ? Z3_solver_get_model(prover->logic->z3, prover->solver) : NULL;
}

/* Whether the assumption is a reason why the last question had the answer that it cannot be. */
static gboolean is_reason(const PruneProver *prover, PruneTerm name)
{
    Z3_context z3 = prover->logic->z3;
    Z3_ast_vector core = Z3_solver_get_unsat_core(z3, prover->solver);
    gboolean found = FALSE;
    Z3_ast_vector_inc_ref(z3, core);
    for (guint i = 0; i < Z3_ast_vector_size(z3, core); i++)
        found |= Z3_ast_vector_get(z3, core, i) == name;
    Z3_ast_vector_dec_ref(z3, core);
    return found;
}

Z3_model prune_ask_wish(PruneProver *prover, PruneTerm term, PruneTerm wish)
{
    PruneLogic *logic = prover->logic;
    if (term == logic->no || wish == logic->no || wish == logic->yes || prune_calculates(logic, term) ||
        prune_calculates(logic, wish) || is_time_up(prover))
        return prune_ask_model(prover, prune_and(logic, term, wish));
    prover->questions++;
    const PruneTerm names[] = {term_name(prover, term), term_name(prover, wish)};
    Z3_lbool answer = check_assumptions(prover, G_N_ELEMENTS(names), names);
    prover->unanswered += answer == Z3_L_UNDEF;
    if (answer == Z3_L_FALSE && !is_reason(prover, names[1]))
        g_hash_table_insert(prover->answers, term, GUINT_TO_POINTER(PRUNE_IMPOSSIBLE));
    return answer == Z3_L_TRUE ? Z3_solver_get_model(logic->z3, prover->solver) : NULL;
}

guint prune_samples(const PruneProver *prover)
{
    return PRUNE_RANDOM_SAMPLES + prover->models->len;
}

void prune_try_sample(const PruneProver *prover, guint sample, PruneSimulator *simulator, guint8 *holds)
{
    Z3_model model = NULL;
    if (sample >= PRUNE_RANDOM_SAMPLES)
        model = prover->models->pdata[sample - PRUNE_RANDOM_SAMPLES];
    prune_simulate(simulator, model, sample, holds);
}

/* The simulation that answers which formulas hold in samples. */
typedef struct {
    PruneProver *prover;
    PruneSimulator *simulator;
    guint next; /* sample */
    guint n;
    guint8 *holds;
    PruneAnswer *answers;
} Marking;

/* Marks as possible the formulas that hold in samples which were not tried yet. */
static void mark_possible(Marking *marking)
{
    for (; marking->next < prune_samples(marking->prover); marking->next++) {
        prune_try_sample(marking->prover, marking->next, marking->simulator, marking->holds);
        for (guint i = 0; i < marking->n; i++)
            if (marking->holds[i] && marking->answers[i] == PRUNE_UNKNOWN)
                marking->answers[i] = PRUNE_POSSIBLE;
    }
}

void prune_ask_all(PruneProver *prover, const PruneTerm *terms, guint n, PruneAnswer *answers)
{
    g_autoptr(PruneSimulator) simulator = prune_simulator_new(prover->logic, terms, n);
    g_autofree guint8 *holds = g_malloc(MAX(n, 1));
    Marking marking = {prover, simulator, 0, n, holds, answers};
    for (guint i = 0; i < n; i++)
        answers[i] = PRUNE_UNKNOWN;
    mark_possible(&marking);
    for (guint i = 0; i < n; i++) {
        if (!terms[i] || answers[i] != PRUNE_UNKNOWN)
            continue;
        answers[i] = prune_ask(prover, terms[i]);
        mark_possible(&marking);
    }
}

guint prune_questions(const PruneProver *prover)
{
    return prover->questions;
}

guint prune_unanswered(const PruneProver *prover)
{
    return prover->unanswered;
}

guint prune_unasked(const PruneProver *prover)
{
    return prover->unasked;
}
