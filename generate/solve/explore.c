/* Turns branches; see explore.h. */
#include "generate/solve/explore.h"

#include <string.h>

#include "generate/solve/model.h"
#include "prune/state/layout.h"

/* Statements that branch on a way. */
enum { MOST_STEPS = 4000 };

/* Ways after which the solver begins anew: it keeps all formulas, of which those of a way have few in common with
 * others. */
enum { WAYS_A_SOLVER = 16 };

/* How often a way is followed for a turn, if runs show that called functions return something else. */
enum { MOST_TAUGHT = 8 };

/* The largest of numbers that are small: the first of these that is possible. */
static const guint smallest[] = {4, 16, 64};
enum { WISHES = G_N_ELEMENTS(smallest) };

/* A statement that branched on the way, or an index that had one of its values. */
typedef struct {
    gconstpointer node;
    PruneTerm guard, condition;
    gboolean holds;
    guint64 value;     /* of an index or pointer; else whether it holds */
    gboolean is_index; /* or a pointer, which may lead to one of several objects */
    gboolean is_late;  /* it is turned when nothing else is left */
    PruneTerm besides; /* of an index: it has none of the values that were followed before */
} Branch;

/* A way that is not followed yet: one that was, up to a branch that is turned. */
typedef struct GenerateTurn {
    PruneTerm term;           /* that it is gone */
    PruneTerm wishes[WISHES]; /* that numbers of the input are small, and pointers lead somewhere */
    guint number;             /* of the branch that is turned */
    const guint64 *before;    /* what the branches before it did */
    guint first;       /* number of the first branch that may be turned on it: those before are turned on others */
    PruneTerm besides; /* of the branch of that number, if it is an index: as in Branch */
    gconstpointer node;
    gboolean holds, is_late;
    guint first_call, end_call; /* calls on the way that it was turned from */
} Turn;

/* ---- one way ---- */

static gboolean is_on(gpointer data, PruneTerm guard)
{
    const GenerateExplorer *explorer = data;
    return prune_holds(explorer->logic, explorer->model, guard);
}

/* The function if it is real, and what it returns is seen when it is called; NULL: it is not, or nobody looks. */
static const GenerateStub *find_seen(const GenerateExplorer *explorer, const AnnotDecl *function)
{
    const GenerateStub *stub = generate_outside(explorer->contract, function);
    gboolean is_seen = explorer->exploring->seen && stub && stub->is_logged && (stub->is_library || stub->is_linked);
    return is_seen ? stub : NULL;
}

/* What was seen to return now this and now that is not followed. */
static gboolean is_stub(gpointer data, const AnnotDecl *function)
{
    const GenerateExplorer *explorer = data;
    const GenerateStub *seen = find_seen(explorer, function);
    if (seen)
        return !generate_seen_is_fickle(explorer->exploring->seen, seen->number);
    return generate_stub(explorer->contract, function) && !generate_outside(explorer->contract, function)->is_linked;
}

static void concretise(gpointer data)
{
    GenerateExplorer *explorer = data;
    explorer->concretised++;
    explorer->is_cut = TRUE;
}

static guint64 value_of(gpointer data, PruneTerm bits)
{
    const GenerateExplorer *explorer = data;
    return prune_value(explorer->logic, explorer->model, bits);
}

static void make_wishes(PruneLogic *logic, const GArray *inputs, PruneTerm shape, PruneTerm wishes[WISHES])
{
    for (guint i = 0; i < WISHES; i++)
        wishes[i] = prune_and(logic, shape, generate_model_small(logic, inputs, smallest[i]));
}

/* Values for which the term holds, and the first that is possible of the wishes from a number on; NULL: none is. */
static Z3_model ask_wishes(GenerateExplorer *explorer, PruneTerm term, const PruneTerm wishes[WISHES], guint from)
{
    Z3_model model = NULL;
    for (guint i = from; i < WISHES && !model; i++)
        model = prune_ask_wish(explorer->prover, term, wishes[i]);
    return model;
}

static Z3_model ask_wish(GenerateExplorer *explorer, PruneTerm term, const PruneTerm wishes[WISHES], guint from)
{
    Z3_model model = ask_wishes(explorer, term, wishes, from);
    return model ? model : prune_ask_model(explorer->prover, term);
}

static void take_model(GenerateExplorer *explorer, Z3_model model)
{
    Z3_context z3 = explorer->logic->z3;
    Z3_model_inc_ref(z3, model);
    if (explorer->model)
        Z3_model_dec_ref(z3, explorer->model);
    explorer->model = model;
}

/* ---- calls of functions outside of the unit ---- */

static PruneTerm facts_of(const GenerateExplorer *explorer, guint first, guint end)
{
    const GenerateSeen *seen = explorer->exploring->seen;
    const GenerateCalled *calls = (const GenerateCalled *)(gconstpointer)explorer->calls->data;
    return end > first ? generate_seen_facts(seen, explorer->logic, calls + first, end - first) : explorer->logic->yes;
}

static PruneTerm foreseen_of(const GenerateExplorer *explorer, guint first, guint end)
{
    const GenerateSeen *seen = explorer->exploring->seen;
    const GenerateCalled *calls = (const GenerateCalled *)(gconstpointer)explorer->calls->data;
    return end > first ? generate_seen_all(seen, explorer->logic, calls + first, end - first) : explorer->logic->yes;
}

PruneTerm generate_explorer_facts(const GenerateExplorer *explorer)
{
    return facts_of(explorer, explorer->first_call, explorer->calls->len);
}

PruneTerm generate_explorer_foreseen(const GenerateExplorer *explorer)
{
    return foreseen_of(explorer, explorer->first_call, explorer->calls->len);
}

/* If what the last call returns is not what was seen, the way takes values with which it is. */
static void keep_to_facts(GenerateExplorer *explorer, PruneTerm guard)
{
    PruneLogic *logic = explorer->logic;
    PruneTerm here = prune_and(logic, guard, explorer->labels);
    PruneTerm true_here = prune_and(logic, here, generate_explorer_facts(explorer)), wishes[WISHES];
    if (!is_on(explorer, here) || is_on(explorer, true_here))
        return;
    make_wishes(logic, explorer->inputs, generate_explorer_foreseen(explorer), wishes);
    Z3_model model = ask_wish(explorer, true_here, wishes, 0);
    if (model)
        take_model(explorer, model);
}

static PruneTerm result(gpointer data, const AnnotDecl *function, PruneTerm guard, const PruneTerm *arguments)
{
    GenerateExplorer *explorer = data;
    const AnnotType *type = function->type;
    const GenerateStub *stub = find_seen(explorer, function);
    if (!stub)
        return NULL;
    GenerateCalled called = {.stub = stub->number, .count = type->n_parameters, .guard = guard};
    for (guint i = 0; i < type->n_parameters; i++)
        called.arguments[i] = arguments[i];
    called.result = prune_free_bits(explorer->logic, prune_bits_of(type->target));
    g_array_append_val(explorer->calls, called);
    explorer->is_cut = TRUE;
    keep_to_facts(explorer, guard);
    return called.result;
}

/* ---- where pointers lead ---- */

/* Whether one of the pointers that were read leads to the object which lies at the address. */
static gboolean is_object(const GenerateExplorer *explorer, guint64 address, const GArray *inputs)
{
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        guint64 begin = PRUNE_FIRST_ADDRESS + input->place->number * PRUNE_ADDRESS_STEP;
        if (address >= begin && address - begin < PRUNE_ADDRESS_STEP / 2 &&
            prune_value(explorer->logic, explorer->model, input->value) == begin)
            return TRUE;
    }
    return FALSE;
}

/* The address where the way does not come: an input that is a pointer leads to its own object, if anywhere. */
static guint64 address_aside(const GenerateExplorer *explorer, PruneTerm pointer, const GArray *inputs)
{
    const guint64 *known = g_hash_table_lookup(explorer->addresses, pointer);
    for (guint i = 0; i < inputs->len && !known; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        if (input->value == pointer)
            return PRUNE_FIRST_ADDRESS + input->place->number * PRUNE_ADDRESS_STEP;
    }
    return known ? *known : 1;
}

/* Makes the truth that the pointer leads somewhere, as the layout of objects has it. */
static PruneTerm is_somewhere(PruneLogic *logic, PruneTerm pointer, const GArray *inputs)
{
    return prune_and(logic, generate_model_leads(logic, pointer), generate_model_layout(logic, inputs, TRUE));
}

/* If the pointer leads nowhere, the way takes values with which it leads somewhere. */
static gboolean lead_somewhere(GenerateExplorer *explorer, PruneTerm guard, PruneTerm pointer, const GArray *inputs)
{
    PruneLogic *logic = explorer->logic;
    PruneTerm there = prune_and(logic, guard, is_somewhere(logic, pointer, inputs)), wishes[WISHES];
    make_wishes(logic, inputs, logic->yes, wishes);
    Z3_model model = ask_wish(explorer, there, wishes, 0);
    if (model)
        take_model(explorer, model);
    if (model && is_object(explorer, value_of(explorer, pointer), inputs))
        return TRUE;
    explorer->is_cut |= prune_ask(explorer->prover, there) != PRUNE_IMPOSSIBLE;
    return FALSE;
}

/* Whether the pointer is an input that may lead to the object of one before it. */
static gboolean may_alias(PruneTerm pointer, const GArray *inputs)
{
    for (guint i = 0; i < inputs->len; i++)
        for (guint k = 0; k < i && g_array_index(inputs, PruneInput, i).value == pointer; k++)
            if (generate_model_may_alias(&g_array_index(inputs, PruneInput, i), &g_array_index(inputs, PruneInput, k)))
                return TRUE;
    return FALSE;
}

/* The values that were followed before at the branch that comes next, if it is the one that was turned: not those. */
static PruneTerm besides_here(const GenerateExplorer *explorer)
{
    return explorer->branches->len == explorer->turn->first ? explorer->turn->besides : explorer->logic->yes;
}

/* What the way did here that this one was turned from: NULL if control comes here, for then the values say it, or if
 * that way was another one already. What lies in operands that are skipped must not change, or all behind it does. */
static const guint64 *done_before(const GenerateExplorer *explorer, PruneTerm guard)
{
    guint number = explorer->branches->len;
    gboolean is_before = number < explorer->turn->number && !is_on((gpointer)explorer, guard);
    return is_before ? &explorer->turn->before[number] : NULL;
}

/* A condition branches: `here` is where, and `guard` that control comes there. */
static Branch branch_of(const GenerateExplorer *explorer, gconstpointer node, PruneTerm here, PruneTerm guard,
                        PruneTerm condition)
{
    const guint64 *before = done_before(explorer, guard);
    gboolean holds = before ? *before != 0 : is_on((gpointer)explorer, condition);
    return (Branch){node, here, condition, holds, holds != FALSE, FALSE, FALSE, explorer->logic->yes};
}

/* A value that may be one of several branches to each of them, here to the one of the way. */
static void branch_at_value(GenerateExplorer *explorer, gconstpointer node, PruneTerm guard, PruneTerm condition,
                            guint64 value, PruneTerm besides, gboolean is_late)
{
    const Branch branch = {node, guard, condition, TRUE, value, TRUE, is_late, besides};
    if (explorer->branches->len < explorer->exploring->most_branches)
        g_array_append_val(explorer->branches, branch);
    explorer->is_cut |= explorer->branches->len >= explorer->exploring->most_branches;
    explorer->path = prune_and(explorer->logic, guard, condition);
}

/* A pointer may lead to several objects: where it does is turned late. */
static void branch_at_pointer(GenerateExplorer *explorer, PruneTerm guard, PruneTerm pointer, guint64 address,
                              const GArray *inputs)
{
    PruneLogic *logic = explorer->logic;
    PruneTerm condition = prune_equal(logic, pointer, prune_number(logic, address, 64));
    PruneTerm besides = prune_and(logic, besides_here(explorer), is_somewhere(logic, pointer, inputs));
    branch_at_value(explorer, pointer, guard, condition, address, besides, TRUE);
}

static guint64 find_address(gpointer data, PruneTerm guard, PruneTerm pointer, const GArray *inputs)
{
    GenerateExplorer *explorer = data;
    const guint64 *known = g_hash_table_lookup(explorer->addresses, pointer);
    if (!is_on(explorer, guard))
        return address_aside(explorer, pointer, inputs);
    if (known)
        return *known;
    if (!is_object(explorer, value_of(explorer, pointer), inputs) &&
        !lead_somewhere(explorer, prune_and(explorer->logic, guard, besides_here(explorer)), pointer, inputs))
        return 0;
    guint64 *address = g_new(guint64, 1);
    *address = value_of(explorer, pointer);
    g_hash_table_insert(explorer->addresses, pointer, address);
    if (may_alias(pointer, inputs))
        branch_at_pointer(explorer, guard, pointer, *address, inputs);
    return *address;
}

static PruneTerm side_of(PruneLogic *logic, PruneTerm condition, gboolean holds)
{
    return holds ? condition : prune_not(logic, condition);
}

static PruneTurn choose(gpointer data, gconstpointer node, PruneTerm guard, PruneTerm condition)
{
    GenerateExplorer *explorer = data;
    PruneLogic *logic = explorer->logic;
    if (condition == logic->no)
        return PRUNE_TURN_ELSE;
    if (++explorer->steps > MOST_STEPS || explorer->branches->len >= explorer->exploring->most_branches) {
        explorer->is_cut = TRUE;
        return PRUNE_TURN_END;
    }
    if (condition == logic->yes)
        return PRUNE_TURN_THEN;
    PruneTerm here = prune_and(logic, guard, explorer->labels);
    const Branch branch = branch_of(explorer, node, here, guard, condition);
    g_array_append_val(explorer->branches, branch);
    explorer->path = prune_and(logic, guard, side_of(logic, condition, branch.holds));
    return branch.holds ? PRUNE_TURN_THEN : PRUNE_TURN_ELSE;
}

/* An index branches to all its values: where it was turned, those before are left out. */
static guint64 pin(gpointer data, const AnnotExpr *expr, PruneTerm guard, PruneTerm index)
{
    GenerateExplorer *explorer = data;
    PruneLogic *logic = explorer->logic;
    const guint64 *before = done_before(explorer, guard);
    guint64 value = before ? *before : value_of(explorer, index);
    PruneTerm condition = prune_equal(logic, index, prune_number(logic, value, prune_width(logic, index)));
    branch_at_value(explorer, expr, guard, condition, value, besides_here(explorer), FALSE);
    return value;
}

/* ---- branches of the caller ---- */

guint generate_explorer_branches(const GenerateExplorer *explorer)
{
    return explorer->branches->len;
}

void generate_explorer_branch(GenerateExplorer *explorer, gconstpointer node, PruneTerm term)
{
    PruneLogic *logic = explorer->logic;
    PruneTerm here = prune_and(logic, explorer->path, explorer->labels);
    const Branch branch = branch_of(explorer, node, here, here, term);
    if (explorer->branches->len >= explorer->exploring->most_branches)
        return;
    g_array_append_val(explorer->branches, branch);
    explorer->labels = prune_and(logic, explorer->labels, side_of(logic, term, branch.holds));
}

/* ---- turns ---- */

static gpointer taken_key(gconstpointer node, gboolean holds)
{
    return (gpointer)((const char *)node + (holds ? 1 : 0));
}

static guint times_taken(const GenerateExplorer *explorer, gconstpointer node, gboolean holds)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(explorer->taken, taken_key(node, holds)));
}

/* The way up to the branch, and elsewhere there. */
static Turn turn_of(const GenerateExplorer *explorer, guint number, const guint64 *values)
{
    PruneLogic *logic = explorer->logic;
    const Branch *branch = &g_array_index(explorer->branches, Branch, number);
    PruneTerm besides = prune_and(logic, branch->besides, side_of(logic, branch->condition, !branch->holds));
    return (Turn){.term = prune_and(logic, branch->guard, besides),
                  .number = number,
                  .before = values,
                  .first = number + (branch->is_index ? 0 : 1),
                  .besides = branch->is_index ? besides : logic->yes,
                  .node = branch->node,
                  .holds = !branch->holds,
                  .is_late = branch->is_late,
                  .first_call = explorer->first_call,
                  .end_call = explorer->calls->len};
}

/* Notes the branches of the way, and those behind the first ones as to be turned. */
static void note_branches(GenerateExplorer *explorer, guint first, PruneTerm shape)
{
    PruneTerm wishes[WISHES];
    make_wishes(explorer->logic, explorer->inputs, shape, wishes);
    guint64 *values = htol_arena_new0(explorer->arena, guint64, explorer->branches->len);
    for (guint i = 0; i < explorer->branches->len; i++) {
        const Branch *branch = &g_array_index(explorer->branches, Branch, i);
        values[i] = branch->value;
        Turn turn = turn_of(explorer, i, values);
        memcpy(turn.wishes, wishes, sizeof wishes);
        guint taken = times_taken(explorer, branch->node, branch->holds);
        g_hash_table_insert(explorer->taken, taken_key(branch->node, branch->holds), GUINT_TO_POINTER(taken + 1));
        if (i >= first && turn.term != explorer->logic->no)
            g_array_append_val(explorer->turns, turn);
    }
}

/* ---- an input that goes the way ---- */

/* Whether something is called on the way of which nothing is known: it may end the program there. */
static gboolean calls_unknown(const GenerateExplorer *explorer)
{
    for (guint i = 0; i < explorer->accesses->len; i++) {
        const PruneAccess *access = &g_array_index(explorer->accesses, PruneAccess, i);
        if (!access->pointer && !access->defined && is_on((gpointer)explorer, access->guard))
            return TRUE;
    }
    return FALSE;
}

static guint count_news(const GenerateExplorer *explorer)
{
    return explorer->exploring->seen ? explorer->exploring->seen->news : 0;
}

/* What is known of the way when an input was run that goes it to its end: that there is one, but it is larger than
 * inputs may be; that it left the way, for what is called returns something else than was known. */
typedef enum { WAY_GONE, WAY_BEYOND, WAY_TAUGHT } WayEnd;

static WayEnd try_way(GenerateExplorer *explorer, const GenerateGuessing *guessing)
{
    PruneLogic *logic = explorer->logic;
    guint before = count_news(explorer);
    gboolean is_taught = FALSE;
    GenerateGuess guess = generate_guess_like(guessing, guessing->returns, explorer->model);
    if (guess.model) {
        gboolean strays = explorer->exploring->strays(explorer->exploring->data, &guess);
        is_taught = strays && count_news(explorer) > before;
        explorer->is_cut |= strays || !guess.is_sure || count_news(explorer) > before;
    } else {
        PruneTerm within = prune_and(logic, guessing->returns, guessing->shape);
        explorer->is_cut |= prune_ask(explorer->prover, within) != PRUNE_IMPOSSIBLE || calls_unknown(explorer);
    }
    gboolean is_beyond = guess.model && !guess.is_built && !calls_unknown(explorer);
    generate_guess_clear(guessing, &guess);
    return is_taught ? WAY_TAUGHT : is_beyond ? WAY_BEYOND : WAY_GONE;
}

static void clear_way(GenerateExplorer *explorer)
{
    g_array_set_size(explorer->branches, 0);
    g_array_set_size(explorer->inputs, 0);
    g_array_set_size(explorer->accesses, 0);
    g_array_set_size(explorer->ends, 0);
    g_array_set_size(explorer->results, 0);
    g_hash_table_remove_all(explorer->addresses);
    explorer->path = explorer->labels = explorer->logic->yes;
    explorer->steps = 0;
    explorer->first_call = explorer->calls->len;
}

/* Whether the way that was followed goes as that one which it was turned from, and elsewhere at the turn. */
static gboolean is_turned(const GenerateExplorer *explorer, const Turn *turn)
{
    const Branch *branches = (const Branch *)(gconstpointer)explorer->branches->data;
    if (!turn->node)
        return TRUE;
    if (turn->number >= explorer->branches->len)
        return FALSE;
    for (guint i = 0; i < turn->number; i++)
        if (branches[i].value != turn->before[i])
            return FALSE;
    const Branch *turned = &branches[turn->number];
    return turned->is_index || (turned->node == turn->node && turned->holds == turn->holds);
}

/* Follows the way of the model, which was made for the turn. Returns whether its run showed that this is another way
 * than it seemed, and `is_last` is not set: then nothing of it counts. */
static gboolean follow(GenerateExplorer *explorer, const Turn *turn, gboolean is_last)
{
    const GenerateExploring *exploring = explorer->exploring;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const PruneWay way = {choose, pin, is_on, is_stub, find_address, result, concretise, explorer, explorer->is_fine};
    const PruneUnrolled unrolled = {0, explorer->inputs, explorer->accesses, explorer->ends, explorer->results, &way};
    clear_way(explorer);
    if (++explorer->ways % WAYS_A_SOLVER == 0)
        prune_prover_renew(explorer->prover);
    explorer->why = exploring->encode(exploring->data, &unrolled, arena);
    if (explorer->why)
        return FALSE;
    explorer->is_cut |= !is_turned(explorer, turn);
    GenerateGuessing guessing = generate_guessing(explorer->contract, explorer->logic, explorer->prover, &unrolled);
    PruneTerm shape = guessing.shape;
    guessing.returns = prune_and(explorer->logic, guessing.returns, explorer->labels);
    guessing.shape = prune_and(explorer->logic, shape, generate_explorer_facts(explorer));
    WayEnd end = try_way(explorer, &guessing);
    if (end == WAY_TAUGHT && !is_last)
        return TRUE;
    if (end != WAY_BEYOND)
        note_branches(explorer, turn->first, shape);
    exploring->look(exploring->data, &guessing, turn->first, &arena);
    return FALSE;
}

/* ---- all ways ---- */

/* The lower it is, the sooner the turn is followed: by how often control went there, and how far that is from what is
 * looked for; then by the length of the way. */
static guint64 cost_of(const GenerateExplorer *explorer, const Turn *turn)
{
    const GenerateExploring *exploring = explorer->exploring;
    guint steps = exploring->distance ? exploring->distance(exploring->data, turn->node, turn->holds) : 0;
    guint64 cost = (guint64)(times_taken(explorer, turn->node, turn->holds) + steps) << 32 | turn->first;
    return cost | (turn->is_late ? (guint64)1 << 63 : 0);
}

/* Takes out the turn that costs least. */
static Turn next_turn(GenerateExplorer *explorer)
{
    GArray *turns = explorer->turns;
    guint best = 0;
    guint64 least = G_MAXUINT64;
    for (guint i = 0; i < turns->len; i++) {
        const Turn *turn = &g_array_index(turns, Turn, i);
        guint64 cost = cost_of(explorer, turn);
        if (cost < least)
            best = i;
        least = MIN(cost, least);
    }
    Turn turn = g_array_index(turns, Turn, best);
    g_array_remove_index_fast(turns, best);
    return turn;
}

/* Values that go the way of the turn; NULL: there are none, or nobody knows. What the incremental solver gives up on is
 * often easy for one that begins anew. */
static Z3_model ask_turn(GenerateExplorer *explorer, const Turn *turn)
{
    Z3_model model = NULL;
    PruneTerm term = prune_and(explorer->logic, turn->term, facts_of(explorer, turn->first_call, turn->end_call));
    PruneTerm foreseen = foreseen_of(explorer, turn->first_call, turn->end_call);
    PruneAnswer answer = PRUNE_UNKNOWN;
    if (foreseen != explorer->logic->yes)
        model = ask_wishes(explorer, prune_and(explorer->logic, term, foreseen), turn->wishes, 0);
    if (!model)
        model = prune_ask_wish(explorer->prover, term, turn->wishes[0]);
    if (!model)
        answer = prune_ask(explorer->prover, term);
    if (answer == PRUNE_POSSIBLE)
        model = ask_wish(explorer, term, turn->wishes, 1);
    if (model)
        Z3_model_inc_ref(explorer->logic->z3, model);
    else if (answer != PRUNE_IMPOSSIBLE)
        answer = prune_ask_once(explorer->prover, term, &model);
    explorer->is_cut |= answer != PRUNE_IMPOSSIBLE && !model;
    return model;
}

/* The values become the model; FALSE: as above. */
static gboolean take_turn(GenerateExplorer *explorer, const Turn *turn)
{
    Z3_model model = ask_turn(explorer, turn);
    if (!model)
        return FALSE;
    take_model(explorer, model);
    Z3_model_dec_ref(explorer->logic->z3, model);
    explorer->turn = turn;
    return TRUE;
}

/* Follows the way of the turn, again if a run showed that it is another one. */
static void follow_turn(GenerateExplorer *explorer, const Turn *turn)
{
    const GenerateExploring *exploring = explorer->exploring;
    gboolean again = TRUE;
    for (guint i = 1; again && take_turn(explorer, turn); i++)
        again = follow(explorer, turn, i == MOST_TAUGHT) && exploring->goes_on(exploring->data);
}

gboolean generate_explore(GenerateExplorer *explorer, gboolean is_fine)
{
    const GenerateExploring *exploring = explorer->exploring;
    const PruneTerm yes = explorer->logic->yes;
    const Turn any = {.term = yes, .wishes = {yes, yes, yes}, .besides = yes};
    explorer->is_fine = is_fine;
    explorer->is_cut = FALSE;
    g_array_set_size(explorer->turns, 0);
    g_hash_table_remove_all(explorer->taken);
    follow_turn(explorer, &any);
    while (explorer->turns->len > 0 && !explorer->why && exploring->goes_on(exploring->data)) {
        const Turn turn = next_turn(explorer);
        follow_turn(explorer, &turn);
    }
    return explorer->turns->len == 0 && !explorer->is_cut && !explorer->why;
}

/* ---- the exploration ---- */

static GArray *array_of(gsize size)
{
    return g_array_new(FALSE, FALSE, (guint)size);
}

GenerateExplorer generate_explorer(const GenerateExploring *exploring, const GenerateContract *contract,
                                   PruneLogic *logic, PruneProver *prover)
{
    return (GenerateExplorer){.exploring = exploring,
                              .contract = contract,
                              .logic = logic,
                              .prover = prover,
                              .branches = array_of(sizeof(Branch)),
                              .inputs = array_of(sizeof(PruneInput)),
                              .accesses = array_of(sizeof(PruneAccess)),
                              .ends = array_of(sizeof(PruneTerm)),
                              .results = array_of(sizeof(PruneResult)),
                              .addresses = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                              .calls = array_of(sizeof(GenerateCalled)),
                              .arena = htol_arena_new(),
                              .turns = array_of(sizeof(Turn)),
                              .taken = g_hash_table_new(NULL, NULL)};
}

void generate_explorer_clear(GenerateExplorer *explorer)
{
    GArray *const arrays[] = {explorer->branches, explorer->inputs, explorer->accesses, explorer->ends,
                              explorer->results,  explorer->calls,  explorer->turns};
    if (explorer->model)
        Z3_model_dec_ref(explorer->logic->z3, explorer->model);
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
        g_array_unref(arrays[i]);
    g_hash_table_unref(explorer->addresses);
    g_hash_table_unref(explorer->taken);
    htol_arena_free(explorer->arena);
}
