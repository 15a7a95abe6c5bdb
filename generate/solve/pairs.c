/* Follows mutants beside the program; see pairs.h. */
#include "generate/solve/pairs.h"

#include <string.h>

#include "annot/strong/beside.h"
#include "generate/solve/explore.h"
#include "prune/encode/encode.h"
#include "prune/encode/pair.h"

/* Limits: branches of a way that may be turned; bytes of copies that are parsed at a time; a mutant has so many times
 * the time that it would have if all had the same. */
enum { MOST_BRANCHES = 200, BATCH_BYTES = 1 << 16, SHARE = 4 };

/* A question may take so many times less than one of which a proof hangs. */
enum { HASTE = 2 };

/* What is asked, outside. */
typedef struct {
    const GenerateQuestion *question;
    const GeneratePairUnit *unit;
    const AnnotSurveyed *surveyed;
    const guint8 *asked;
    const GenerateContract *contract;
    gint64 time;
} Asked;

/* A mutant in its turn. */
typedef struct {
    const Asked *asked;
    GenerateApart *apart;
    const AnnotBesides *besides;
    const AnnotBeside *beside;
    GHashTable *moments, *early; /* empty: nobody asks for moments */
    PruneLogic *logic;
    PrunePair pair; /* of the way that is followed */
    GenerateExplorer explorer;
    gboolean is_found, is_lost; /* an input was found; what some way leaves behind is not known */
    gint64 end;
} Pairing;

/* ---- on a way ---- */

static PruneEncoding encoding_of(Pairing *p, const PruneUnrolled *unrolled, HtolArena *arena)
{
    p->pair = (PrunePair){.stmt = p->beside->pair, .original = p->besides->tree->functions[p->asked->surveyed->index]};
    return (PruneEncoding){.arena = arena,
                           .logic = p->logic,
                           .text = &p->besides->text,
                           .tree = p->besides->tree,
                           .function = p->beside->function,
                           .moments = p->moments,
                           .early = p->early,
                           .depth = GENERATE_DEPTH,
                           .library = p->asked->question->library,
                           .unrolled = unrolled,
                           .pair = &p->pair};
}

static const char *encode(gpointer data, const PruneUnrolled *unrolled, HtolArena *arena)
{
    const PruneEncoding encoding = encoding_of(data, unrolled, arena);
    return prune_encode_way(&encoding);
}

/* Nothing says where the way of a mutant went. */
static gboolean strays(gpointer data, const GenerateGuess *guess)
{
    (void)data;
    (void)guess;
    return FALSE;
}

/* Has the guess run. */
static void take_guess(Pairing *p, const GenerateGuessing *guessing, GenerateGuess guess)
{
    if (guess.model)
        generate_apart_run(p->apart, guess.input, TRUE);
    if (guess.model && memchr(p->apart->set, 1, p->apart->n_slots))
        p->is_found = TRUE;
    else
        p->is_lost |= guess.model != NULL;
    generate_guess_clear(guessing, &guess);
}

static gboolean is_open(const Pairing *p)
{
    return p->pair.differs && p->pair.differs != p->logic->no && !p->is_found;
}

/* Whether both copies access the same memory on the way: each read it by variables of its own, so that the solver must
 * say so. */
static gboolean access_same(const Pairing *p, const GenerateGuessing *guessing)
{
    PruneTerm elsewhere = prune_and(p->logic, p->pair.elsewhere, guessing->shape);
    return prune_ask(guessing->prover, elsewhere) == PRUNE_IMPOSSIBLE;
}

static void look(gpointer data, const GenerateGuessing *guessing, guint first, HtolArena **arena)
{
    Pairing *p = data;
    (void)first;
    (void)arena;
    p->is_lost = p->is_lost || !p->pair.differs || !access_same(p, guessing);
    if (is_open(p))
        take_guess(p, guessing, generate_guess_within(guessing, p->pair.differs));
}

/* ---- both as formulas, with loops that run so often ---- */

static void guess_unrolled(Pairing *p, const GenerateContract *contract, PruneProver *prover, guint before)
{
    HtolArena *arena = htol_arena_new();
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(PruneInput));
    g_autoptr(GArray) accesses = g_array_new(FALSE, FALSE, sizeof(PruneAccess));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(PruneTerm));
    const PruneUnrolled unrolled = {before, inputs, accesses, ends, NULL, NULL};
    const PruneEncoding encoding = encoding_of(p, &unrolled, arena);
    const char *why = prune_encode(&encoding);
    const GenerateGuessing guessing = generate_guessing(contract, p->logic, prover, &unrolled);
    if (!why && is_open(p))
        take_guess(p, &guessing, generate_guess(&guessing, p->pair.differs));
    htol_arena_free(arena);
}

static void guess_all(Pairing *p, const GenerateContract *contract, PrunePatience patience)
{
    enum { MOST_BEFORE = 3 };
    p->logic = prune_logic_new();
    PruneProver *prover = prune_prover_new(p->logic, patience);
    for (guint before = 0; before < MOST_BEFORE && !p->is_found; before++)
        guess_unrolled(p, contract, prover, before);
    prune_prover_free(prover);
    prune_logic_free(p->logic);
}

static gboolean goes_on(gpointer data)
{
    const Pairing *p = data;
    return !p->is_found && p->explorer.ways < p->asked->unit->most_ways && g_get_monotonic_time() < p->end;
}

/* ---- one mutant ---- */

static GeneratePairState follow_all(Pairing *p, const GenerateContract *contract, PrunePatience patience)
{
    const GenerateExploring exploring = {encode, strays, look, goes_on, NULL, p, MOST_BRANCHES, NULL};
    p->logic = prune_logic_new();
    p->logic->follows_ways = TRUE;
    PruneProver *prover = prune_prover_new(p->logic, patience);
    p->explorer = generate_explorer(&exploring, contract, p->logic, prover);
    gboolean is_all = generate_explore(&p->explorer, FALSE) && !(contract->hooks & GENERATE_INIT) && !p->is_lost;
    generate_explorer_clear(&p->explorer);
    prune_prover_free(prover);
    prune_logic_free(p->logic);
    return p->is_found ? GENERATE_PAIR_FOUND : is_all ? GENERATE_PAIR_FOLLOWED : GENERATE_PAIR_LEFT;
}

static GeneratePairState pair_one(Pairing *p, const GenerateContract *contract)
{
    PrunePatience patience = p->asked->question->request->patience;
    patience.timeout /= HASTE;
    if (p->asked->unit->most_ways > 0)
        return follow_all(p, contract, patience);
    guess_all(p, contract, patience);
    return p->is_found ? GENERATE_PAIR_FOUND : GENERATE_PAIR_LEFT;
}

/* ---- all of them ---- */

/* Returns the whole function as the region of each mutant that is asked about. */
static GArray *besides_of(const Asked *asked)
{
    GArray *all = g_array_new(FALSE, TRUE, sizeof(AnnotBeside));
    const AnnotSurveyed *surveyed = asked->surveyed;
    for (guint i = 0; i < surveyed->changes->len; i++) {
        const AnnotChange *change = &g_array_index(surveyed->changes, AnnotChange, i);
        guint n = asked->asked[i]
                      ? annot_beside_widths(surveyed->text, surveyed->tree->functions[surveyed->index], change, NULL)
                      : 0;
        AnnotBeside beside = {.change = change, .width = n - 1};
        if (n > 0)
            g_array_append_val(all, beside);
    }
    return all;
}

static const GenerateContract *contract_of(const GenerateContracts *contracts, const AnnotFunction *function)
{
    for (guint i = 0; i < contracts->contracts->len; i++) {
        const GenerateContract *contract = contracts->contracts->pdata[i];
        if (contract->function == function)
            return contract;
    }
    return NULL;
}

static void pair_batch(const Asked *asked, GenerateApart *apart, AnnotBeside *all, guint n, gint64 end, guint8 *states)
{
    const AnnotSurveyed *surveyed = asked->surveyed;
    HtolArena *arena = htol_arena_new();
    const AnnotFunction *function = surveyed->tree->functions[surveyed->index];
    const AnnotBesides *besides = annot_besides_new(arena, surveyed->text, function, all, n, surveyed->clang_args);
    if (!besides)
        return;
    g_autofree guint *lines = g_new0(guint, besides->tree->n_functions + 1);
    GenerateContracts *contracts =
        generate_contracts_new(arena, &besides->text, besides->tree, asked->unit->source, lines, asked->unit->hooks);
    generate_contracts_adopt(contracts, asked->contract->stubs);
    for (guint i = 0; i < n; i++) {
        gint64 now = g_get_monotonic_time(), share = (end - now) / (n - i) * SHARE;
        g_autoptr(GHashTable) moments = g_hash_table_new(NULL, NULL), early = g_hash_table_new(NULL, NULL);
        const GenerateContract *contract = all[i].pair ? contract_of(contracts, all[i].function) : NULL;
        Pairing pairing = {.asked = asked,
                           .apart = apart,
                           .besides = besides,
                           .beside = &all[i],
                           .moments = moments,
                           .early = early,
                           .end = MIN(now + share, end)};
        if (contract && now < end && generate_contract_is_same(asked->contract, contract))
            states[all[i].change - &g_array_index(surveyed->changes, AnnotChange, 0)] =
                (guint8)pair_one(&pairing, contract);
    }
}

static GString *work(gpointer data, GenerateApart *apart)
{
    const Asked *asked = data;
    guint n = asked->surveyed->changes->len;
    g_autofree guint8 *states = g_new0(guint8, n + 1);
    g_autoptr(GArray) all = besides_of(asked);
    const AnnotExtent at = asked->surveyed->tree->functions[asked->surveyed->index]->at;
    guint most = MAX(BATCH_BYTES / (at.end - at.begin), 1);
    gint64 end = g_get_monotonic_time() + asked->time;
    for (guint i = 0; i < all->len && g_get_monotonic_time() < end; i += most)
        pair_batch(asked, apart, &g_array_index(all, AnnotBeside, i), MIN(most, all->len - i), end, states);
    return g_string_new_len((const char *)states, (gssize)n);
}

guint8 *generate_pairs(const GenerateQuestion *question, const GeneratePairUnit *unit, const AnnotSurveyed *surveyed,
                       const guint8 *asked, const GenerateContract *contract, const GenerateRunner *runner, gint64 time)
{
    Asked asked_all = {question, unit, surveyed, asked, contract, time};
    guint n = surveyed->changes->len;
    guint8 *states = g_new0(guint8, n + 1);
    g_autoptr(GString) message = generate_apart(runner, time, work, &asked_all);
    if (message && message->len == n)
        memcpy(states, message->str, n);
    return states;
}
