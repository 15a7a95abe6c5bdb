/* Asks about slots on ways; see paths.h. */
#include "generate/solve/paths.h"

#include <string.h>

#include "generate/solve/distance.h"
#include "generate/solve/explore.h"
#include "generate/solve/model.h"
#include "prune/objectives/slots.h"

/* Limits: branches of a way that may be turned, and of one that branches at slots, too; ways; questions about a slot
 * that no run answered. */
enum { MOST_BRANCHES = 400, MOST_DIRECT = 20000, MOST_PATHS = 4000, MOST_TRIES = 12 };

/* How often a question is asked if runs show that called functions return something else. */
enum { MOST_TAUGHT = 4 };

/* A question may take so many times less than one of which a proof hangs: there are many, and others do as well. */
enum { HASTE = 4 };

/* A slot that a visit on the way may set. */
typedef struct {
    guint32 slot;
    PruneTerm term;
    guint branches; /* behind so many branches */
} Met;

typedef struct {
    GenerateExplorer explorer;
    GenerateApart *apart;
    PruneSubject subject;
    PruneSlots slots;
    gint64 end;
    GeneratePathsTold told;
    guint8 *tries; /* of each slot */
    guint8 *goals; /* of each slot: the way branches there; NULL: it does not, but asks */
    GArray *met;   /* Met: on the way that is followed */
    GenerateDistance *distance;
} Asking;

/* ---- on a way ---- */

static void meet(gpointer data, guint32 slot, PruneTerm term)
{
    Asking *asking = data;
    const Met met = {slot, term, generate_explorer_branches(&asking->explorer)};
    g_array_append_val(asking->met, met);
    if (asking->goals && !asking->goals[slot])
        generate_explorer_branch(&asking->explorer, GUINT_TO_POINTER(2 * slot + 2), term);
}

static const char *encode(gpointer data, const PruneUnrolled *unrolled, HtolArena *arena)
{
    Asking *asking = data;
    g_array_set_size(asking->met, 0);
    asking->subject.unrolled = unrolled;
    return prune_slots_follow(&asking->subject, &asking->slots, arena, meet, asking);
}

static void run_guess(Asking *asking, const GenerateGuess *guess)
{
    asking->told.guesses++;
    generate_apart_run(asking->apart, guess->input, FALSE);
}

/* Whether the run set what the way says for those values, and nothing else. */
static gboolean has_strayed(const Asking *asking, Z3_model model)
{
    guint n = asking->apart->n_slots;
    g_autofree guint8 *said = g_new0(guint8, n + 1), *is_met = g_new0(guint8, n + 1);
    for (guint i = 0; i < asking->met->len; i++) {
        const Met *met = &g_array_index(asking->met, Met, i);
        is_met[met->slot] = 1;
        said[met->slot] = said[met->slot] || prune_holds(asking->explorer.logic, model, met->term);
    }
    for (guint i = 0; i < n; i++)
        if (is_met[i] && said[i] != asking->apart->set[i])
            return TRUE;
    return FALSE;
}

static gboolean strays(gpointer data, const GenerateGuess *guess)
{
    Asking *asking = data;
    run_guess(asking, guess);
    gboolean strayed = guess->is_built && has_strayed(asking, guess->model);
    asking->told.strayed += strayed && !asking->apart->is_news ? 1 : 0;
    asking->told.taught += strayed && asking->apart->is_news ? 1 : 0;
    return strayed;
}

/* Numbers that are small, for a call that was not seen. */
enum { SMALL = 16 };

/* A guess for the slot, with calls that were seen if that can be; else with small numbers, which seldom are outside of
 * what is called takes. */
static GenerateGuess guess_met(const Asking *asking, const GenerateGuessing *guessing, PruneTerm term)
{
    PruneLogic *logic = guessing->logic;
    PruneTerm foreseen = generate_explorer_foreseen(&asking->explorer);
    GenerateGuessing own = *guessing;
    own.shape = prune_and(logic, own.shape, generate_explorer_facts(&asking->explorer));
    GenerateGuess guess = {0};
    if (foreseen != logic->yes)
        guess = generate_guess_within(&own, prune_and(logic, term, foreseen));
    PruneTerm small = generate_model_small(logic, guessing->unrolled->inputs, SMALL);
    if (foreseen != logic->yes && !guess.model)
        guess = generate_guess_within(&own, prune_and(logic, term, small));
    return guess.model ? guess : generate_guess_within(&own, term);
}

/* Asks about the slot, again if a run showed what is called to return something else. */
static void ask_met(Asking *asking, const GenerateGuessing *guessing, const Met *met)
{
    gboolean again = TRUE;
    for (guint i = 0; again && i < MOST_TAUGHT && asking->tries[met->slot] < MOST_TRIES; i++) {
        asking->told.questions++;
        GenerateGuess guess = guess_met(asking, guessing, met->term);
        if (guess.model)
            run_guess(asking, &guess);
        again = guess.model && !asking->apart->known[met->slot];
        asking->tries[met->slot] += again ? 1 : 0;
        again &= asking->apart->is_news;
        generate_guess_clear(guessing, &guess);
    }
}

/* Asks about each slot that is open and that no way asked about at that place. */
static void look(gpointer data, const GenerateGuessing *guessing, guint first, HtolArena **arena)
{
    Asking *asking = data;
    (void)arena;
    for (guint i = 0; i < asking->met->len && !asking->goals && g_get_monotonic_time() < asking->end; i++) {
        const Met *met = &g_array_index(asking->met, Met, i);
        if (asking->apart->known[met->slot] || met->branches < first || asking->tries[met->slot] >= MOST_TRIES)
            continue;
        ask_met(asking, guessing, met);
    }
}

/* ---- all ways ---- */

static gboolean is_anything_open(const Asking *asking)
{
    return memchr(asking->apart->known, 0, asking->apart->n_slots) != NULL;
}

/* What most runs leave says nothing of them: floating point, say. */
static gboolean is_lost(const Asking *asking)
{
    enum { ENOUGH = 16 };
    return asking->told.strayed > ENOUGH && asking->told.strayed > asking->told.guesses / 2;
}

static guint distance_from(gpointer data, gconstpointer node, gboolean holds)
{
    return generate_distance_from(((const Asking *)data)->distance, node, holds);
}

static gboolean goes_on(gpointer data)
{
    const Asking *asking = data;
    generate_distance_open(asking->distance, asking->apart->known);
    return !is_lost(asking) && asking->explorer.ways < MOST_PATHS && is_anything_open(asking) &&
           g_get_monotonic_time() < asking->end;
}

/* First ways through statements, with questions about slots; then also through operators, where paths and flows lead.
 */
static void explore_both(Asking *asking, gint64 time)
{
    GenerateExplorer *explorer = &asking->explorer;
    gint64 began = g_get_monotonic_time();
    asking->end = asking->goals ? began + time : began + time / 2;
    generate_explore(explorer, FALSE);
    if (asking->goals || !is_anything_open(asking) || explorer->why)
        return;
    asking->end = began + time;
    asking->told.is_all = generate_explore(explorer, TRUE) && !(explorer->contract->hooks & GENERATE_INIT);
}

/* What is asked, outside. */
typedef struct {
    const GenerateQuestion *question;
    const AnnotSurveyed *surveyed;
    const GenerateContract *contract;
    gint64 time;
} Asked;

/* What came of it, and why behind that. */
static GString *tell(const Asking *asking)
{
    const GenerateExplorer *explorer = &asking->explorer;
    GeneratePathsTold told = asking->told;
    GString *out = g_string_new(NULL);
    told.ways = explorer->ways;
    told.concretised = explorer->concretised;
    told.why = NULL;
    g_string_append_len(out, (const char *)&told, sizeof told);
    g_string_append(out, explorer->why ? explorer->why : "");
    return out;
}

static GString *work(gpointer data, GenerateApart *apart)
{
    const Asked *asked = data;
    const GenerateQuestion *question = asked->question;
    PrunePatience patience = question->request->patience;
    PruneLogic *logic = prune_logic_new();
    patience.timeout /= HASTE;
    logic->follows_ways = TRUE;
    Asking asking = {
        .apart = apart,
        .subject = prune_subject(asked->surveyed, question->surveyed, question->callers, htol_arena_new(), logic),
        .tries = g_new0(guint8, apart->n_slots + 1),
        .goals = question->is_direct ? g_memdup2(apart->known, MAX(apart->n_slots, 1)) : NULL,
        .met = g_array_new(FALSE, FALSE, sizeof(Met)),
        .distance = generate_distance_new(asked->surveyed),
    };
    const GenerateExploring exploring = {
        encode,     strays, look, goes_on, distance_from, &asking, question->is_direct ? MOST_DIRECT : MOST_BRANCHES,
        apart->seen};
    asking.explorer = generate_explorer(&exploring, asked->contract, logic, prune_prover_new(logic, patience));
    asking.subject.depth = GENERATE_DEPTH;
    asking.subject.library = question->library;
    prune_slots_begin(&asking.subject, &asking.slots);
    explore_both(&asking, asked->time);
    return tell(&asking);
}

GeneratePathsTold generate_paths(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                                 const GenerateContract *contract, const GenerateRunner *runner, gint64 time)
{
    Asked asked = {question, surveyed, contract, time};
    GeneratePathsTold told = {0};
    g_autoptr(GString) message = generate_apart(runner, time, work, &asked);
    if (message && message->len >= sizeof told) {
        memcpy(&told, message->str, sizeof told);
        if (message->len > sizeof told)
            told.why = g_intern_string(message->str + sizeof told);
    }
    return told;
}
