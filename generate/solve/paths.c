/* Follows ways; see paths.h. The process that follows writes guesses, and reads what their runs set. */
#include "generate/solve/paths.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generate/solve/guess.h"
#include "generate/solve/model.h"
#include "prune/limits.h"
#include "prune/place.h"
#include "prune/slots.h"

/* Limits of a way: statements that branch, branches that may be turned; ways; questions about a slot that no run
 * answered; nesting of calls that are followed. */
enum { MOST_STEPS = 4000, MOST_BRANCHES = 400, MOST_DIRECT = 20000, MOST_PATHS = 4000, MOST_TRIES = 12, DEPTH = 8 };

/* A question may take so many times less than one of which a proof hangs: there are many, and others do as well. */
enum { HASTE = 4 };

/* The largest of numbers that are small: the first of these that is possible. */
static const guint smallest[] = {4, 16, 64};
enum { WISHES = G_N_ELEMENTS(smallest) };

/* Seconds beyond the time until the process is ended; GiB of its address space. */
enum { MORE_SECONDS = 5, MOST_GIB = 6 };

/* A message begins with its kind: a guess, whose bytes follow; or the end, with what is told. */
typedef enum { MESSAGE_GUESS, MESSAGE_END } MessageKind;
typedef struct {
    guint32 kind, size;
    GeneratePathsTold told;
    char why[128];
} Message;

/* A statement that branched on the way, or an index that had one of its values. */
typedef struct {
    gconstpointer node;
    PruneTerm guard, condition;
    gboolean holds;
    gboolean is_index;
    PruneTerm besides; /* of an index: it has none of the values that were followed before */
} Branch;

/* A way that is not followed yet: one that was, up to a branch that is turned. */
typedef struct {
    PruneTerm term;           /* that it is gone */
    PruneTerm wishes[WISHES]; /* that numbers of the input are small, and pointers lead somewhere */
    guint first;       /* number of the first branch that may be turned on it: those before are turned on others */
    PruneTerm besides; /* of the branch of that number, if it is an index: as in Branch */
    gconstpointer node;
    gboolean holds;
} Turn;

/* A slot that a visit on the way may set. */
typedef struct {
    guint32 slot;
    PruneTerm term;
    guint branches; /* behind so many branches */
} Met;

typedef struct {
    const GenerateContract *contract;
    PruneSubject subject;
    PruneSlots slots;
    PruneLogic *logic;
    PruneProver *prover;
    int socket;
    gint64 end;
    GeneratePathsTold told;
    guint n_slots;
    guint8 *known, *set; /* of the function's slots, as the last run said */
    guint8 *tries;       /* of each slot */
    GArray *turns;       /* Turn */
    GHashTable *taken;   /* statement, with its lowest bit set if its condition holds: how often */
    gboolean is_fine;    /* as PruneWay has it */
    guint8 *goals;       /* of each slot: the way branches there; NULL: it does not, but asks */
    gboolean is_cut;     /* something was not followed to its end, or not decided */
    /* Of the way that is followed. */
    Z3_model model; /* the values that it comes from */
    GArray *branches, *met, *inputs, *accesses, *ends, *results;
    GHashTable *addresses;  /* PruneTerm: guint64, where pointers lead that were followed */
    PruneTerm path, labels; /* where it went at branches so far, and at slots where it branches */
    guint steps;
    guint turned; /* number of the branch that was turned last, if it is an index, and which values it has not */
    PruneTerm besides;
} Explorer;

/* ---- to whom runs guesses ---- */

static void write_all(int file, const void *bytes, gsize size)
{
    for (gsize done = 0; done < size;) {
        gssize n = write(file, (const guint8 *)bytes + done, size - done);
        if (n <= 0)
            _exit(1);
        done += (gsize)n;
    }
}

static gboolean read_all(int file, void *bytes, gsize size)
{
    for (gsize done = 0; done < size;) {
        gssize n = read(file, (guint8 *)bytes + done, size - done);
        if (n <= 0)
            return FALSE;
        done += (gsize)n;
    }
    return TRUE;
}

/* Has the input run; sets `set` and `known`. */
static void run_guess(Explorer *explorer, const GByteArray *input)
{
    const Message message = {.kind = MESSAGE_GUESS, .size = input->len};
    explorer->told.guesses++;
    write_all(explorer->socket, &message, sizeof message);
    write_all(explorer->socket, input->data, input->len);
    if (!read_all(explorer->socket, explorer->set, explorer->n_slots) ||
        !read_all(explorer->socket, explorer->known, explorer->n_slots))
        _exit(1);
}

/* ---- one way ---- */

static gboolean is_on(gpointer data, PruneTerm guard)
{
    const Explorer *explorer = data;
    return prune_holds(explorer->logic, explorer->model, guard);
}

static gboolean is_stub(gpointer data, const AnnotDecl *function)
{
    const Explorer *explorer = data;
    return generate_stub(explorer->contract, function) != NULL;
}

static guint64 value_of(gpointer data, PruneTerm bits)
{
    const Explorer *explorer = data;
    return prune_value(explorer->logic, explorer->model, bits);
}

/* Makes the truth that numbers among the inputs are at most `most`: loops end soon then. */
static PruneTerm small_numbers(PruneLogic *logic, const GArray *inputs, guint most)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        guint width = prune_width(logic, input->value);
        if (input->place->type->kind == ANNOT_TYPE_POINTER || width > 64 || width <= 8)
            continue;
        PruneTerm from_least = prune_operate(logic, Z3_mk_bvadd, input->value, prune_number(logic, most, width));
        all =
            prune_and(logic, all, prune_operate(logic, Z3_mk_bvule, from_least, prune_number(logic, 2 * most, width)));
    }
    return all;
}

static void make_wishes(PruneLogic *logic, const GArray *inputs, PruneTerm shape, PruneTerm wishes[WISHES])
{
    for (guint i = 0; i < WISHES; i++)
        wishes[i] = prune_and(logic, shape, small_numbers(logic, inputs, smallest[i]));
}

/* Values for which the term holds, and the first of the wishes that is possible. */
static Z3_model ask_wish(Explorer *explorer, PruneTerm term, const PruneTerm wishes[WISHES])
{
    Z3_model model = NULL;
    for (guint i = 0; i < WISHES && !model; i++)
        model = prune_ask_model(explorer->prover, prune_and(explorer->logic, term, wishes[i]));
    return model ? model : prune_ask_model(explorer->prover, term);
}

static void take_model(Explorer *explorer, Z3_model model)
{
    Z3_context z3 = explorer->logic->z3;
    Z3_model_inc_ref(z3, model);
    if (explorer->model)
        Z3_model_dec_ref(z3, explorer->model);
    explorer->model = model;
}

/* Whether one of the pointers that were read leads to the object which lies at the address. */
static gboolean is_object(const Explorer *explorer, guint64 address, const GArray *inputs)
{
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        guint64 begin = GENERATE_FIRST_ADDRESS + input->place->number * GENERATE_ADDRESS_STEP;
        if (address >= begin && address - begin < GENERATE_ADDRESS_STEP / 2 &&
            prune_value(explorer->logic, explorer->model, input->value) == begin)
            return TRUE;
    }
    return FALSE;
}

/* The address where the way does not come: an input that is a pointer leads to its own object, if anywhere. */
static guint64 address_aside(const Explorer *explorer, PruneTerm pointer, const GArray *inputs)
{
    const guint64 *known = g_hash_table_lookup(explorer->addresses, pointer);
    for (guint i = 0; i < inputs->len && !known; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        if (input->value == pointer)
            return GENERATE_FIRST_ADDRESS + input->place->number * GENERATE_ADDRESS_STEP;
    }
    return known ? *known : 1;
}

/* If the pointer leads nowhere, the way takes values with which it leads somewhere. */
static gboolean lead_somewhere(Explorer *explorer, PruneTerm guard, PruneTerm pointer, const GArray *inputs)
{
    PruneLogic *logic = explorer->logic;
    PruneTerm high = prune_operate(logic, Z3_mk_bvlshr, pointer, prune_number(logic, 32, 64));
    PruneTerm there = prune_and(logic, guard, prune_not(logic, prune_equal(logic, high, prune_number(logic, 0, 64))));
    PruneTerm layout = generate_model_layout(logic, inputs), wishes[WISHES];
    make_wishes(logic, inputs, logic->yes, wishes);
    Z3_model model = ask_wish(explorer, prune_and(logic, there, layout), wishes);
    if (model)
        take_model(explorer, model);
    if (model && is_object(explorer, value_of(explorer, pointer), inputs))
        return TRUE;
    explorer->is_cut |= prune_ask(explorer->prover, there) != PRUNE_IMPOSSIBLE;
    return FALSE;
}

static guint64 find_address(gpointer data, PruneTerm guard, PruneTerm pointer, const GArray *inputs)
{
    Explorer *explorer = data;
    if (!is_on(explorer, guard))
        return address_aside(explorer, pointer, inputs);
    if (!is_object(explorer, value_of(explorer, pointer), inputs) && !lead_somewhere(explorer, guard, pointer, inputs))
        return 0;
    guint64 *address = g_new(guint64, 1);
    *address = value_of(explorer, pointer);
    g_hash_table_insert(explorer->addresses, pointer, address);
    return *address;
}

static PruneTerm side_of(PruneLogic *logic, PruneTerm condition, gboolean holds)
{
    return holds ? condition : prune_not(logic, condition);
}

static guint most_branches(const Explorer *explorer)
{
    return explorer->goals ? MOST_DIRECT : MOST_BRANCHES;
}

static PruneTurn choose(gpointer data, gconstpointer node, PruneTerm guard, PruneTerm condition)
{
    Explorer *explorer = data;
    PruneLogic *logic = explorer->logic;
    if (condition == logic->no)
        return PRUNE_TURN_ELSE;
    if (++explorer->steps > MOST_STEPS || explorer->branches->len >= most_branches(explorer)) {
        explorer->is_cut = TRUE;
        return PRUNE_TURN_END;
    }
    if (condition == logic->yes)
        return PRUNE_TURN_THEN;
    PruneTerm here = prune_and(logic, guard, explorer->labels);
    const Branch branch = {node, here, condition, is_on(explorer, condition), FALSE, logic->yes};
    g_array_append_val(explorer->branches, branch);
    explorer->path = prune_and(logic, guard, side_of(logic, condition, branch.holds));
    return branch.holds ? PRUNE_TURN_THEN : PRUNE_TURN_ELSE;
}

/* An index branches to all its values: where it was turned, those before are left out. */
static guint64 pin(gpointer data, const AnnotExpr *expr, PruneTerm guard, PruneTerm index)
{
    Explorer *explorer = data;
    PruneLogic *logic = explorer->logic;
    guint64 value = value_of(explorer, index);
    PruneTerm condition = prune_equal(logic, index, prune_number(logic, value, prune_width(logic, index)));
    PruneTerm besides = explorer->branches->len == explorer->turned ? explorer->besides : logic->yes;
    const Branch branch = {expr, guard, condition, TRUE, TRUE, besides};
    if (explorer->branches->len < MOST_BRANCHES)
        g_array_append_val(explorer->branches, branch);
    explorer->is_cut |= explorer->branches->len >= MOST_BRANCHES;
    explorer->path = prune_and(logic, guard, condition);
    return value;
}

/* Direct instrumentation: the way goes on where the slot is set, or where it is not. */
static void branch_at_slot(Explorer *explorer, guint32 slot, PruneTerm term)
{
    PruneLogic *logic = explorer->logic;
    PruneTerm here = prune_and(logic, explorer->path, explorer->labels);
    gconstpointer node = GUINT_TO_POINTER(2 * slot + 2);
    const Branch branch = {node, here, term, is_on(explorer, term), FALSE, logic->yes};
    if (explorer->branches->len >= MOST_DIRECT)
        return;
    g_array_append_val(explorer->branches, branch);
    explorer->labels = prune_and(logic, explorer->labels, side_of(logic, term, branch.holds));
}

static void meet(gpointer data, guint32 slot, PruneTerm term)
{
    Explorer *explorer = data;
    const Met met = {slot, term, explorer->branches->len};
    g_array_append_val(explorer->met, met);
    if (explorer->goals && !explorer->goals[slot])
        branch_at_slot(explorer, slot, term);
}

static gpointer taken_key(gconstpointer node, gboolean holds)
{
    return (gpointer)((const char *)node + (holds ? 1 : 0));
}

static guint times_taken(const Explorer *explorer, gconstpointer node, gboolean holds)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(explorer->taken, taken_key(node, holds)));
}

/* The way up to the branch, and elsewhere there. */
static Turn turn_of(const Explorer *explorer, guint number)
{
    PruneLogic *logic = explorer->logic;
    const Branch *branch = &g_array_index(explorer->branches, Branch, number);
    PruneTerm besides = prune_and(logic, branch->besides, side_of(logic, branch->condition, !branch->holds));
    return (Turn){.term = prune_and(logic, branch->guard, besides),
                  .first = number + (branch->is_index ? 0 : 1),
                  .besides = branch->is_index ? besides : logic->yes,
                  .node = branch->node,
                  .holds = !branch->holds};
}

/* Notes the branches of the way, and those behind the first ones as to be turned. */
static void note_branches(Explorer *explorer, guint first, PruneTerm shape)
{
    PruneTerm wishes[WISHES];
    make_wishes(explorer->logic, explorer->inputs, shape, wishes);
    for (guint i = 0; i < explorer->branches->len; i++) {
        const Branch *branch = &g_array_index(explorer->branches, Branch, i);
        Turn turn = turn_of(explorer, i);
        memcpy(turn.wishes, wishes, sizeof wishes);
        guint taken = times_taken(explorer, branch->node, branch->holds);
        g_hash_table_insert(explorer->taken, taken_key(branch->node, branch->holds), GUINT_TO_POINTER(taken + 1));
        if (i >= first && turn.term != explorer->logic->no)
            g_array_append_val(explorer->turns, turn);
    }
}

/* ---- what is asked on it ---- */

/* Whether the run set what the way says for those values, and nothing else. */
static gboolean has_strayed(const Explorer *explorer, Z3_model model)
{
    g_autofree guint8 *said = g_new0(guint8, explorer->n_slots + 1), *is_met = g_new0(guint8, explorer->n_slots + 1);
    for (guint i = 0; i < explorer->met->len; i++) {
        const Met *met = &g_array_index(explorer->met, Met, i);
        is_met[met->slot] = 1;
        said[met->slot] |= prune_holds(explorer->logic, model, met->term) ? 1 : 0;
    }
    for (guint i = 0; i < explorer->n_slots; i++)
        if (is_met[i] && said[i] != explorer->set[i])
            return TRUE;
    return FALSE;
}

/* Whether two pointers that were read may lead to one object: ways have an object for each. */
static gboolean may_alias(const GArray *inputs)
{
    g_autoptr(GHashTable) types = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < inputs->len; i++) {
        const AnnotType *type = g_array_index(inputs, PruneInput, i).place->type;
        const char *name = type->kind == ANNOT_TYPE_POINTER && type->target->name ? type->target->name : "";
        if (type->kind == ANNOT_TYPE_POINTER && !g_hash_table_add(types, (gpointer)name))
            return TRUE;
    }
    return FALSE;
}

/* Whether something is called on the way of which nothing is known: it may end the program there. */
static gboolean calls_unknown(const Explorer *explorer)
{
    for (guint i = 0; i < explorer->accesses->len; i++) {
        const PruneAccess *access = &g_array_index(explorer->accesses, PruneAccess, i);
        if (!access->pointer && !access->defined && is_on((gpointer)explorer, access->guard))
            return TRUE;
    }
    return FALSE;
}

/* Runs an input that goes the way to its end. Returns FALSE if there is one, but it is larger than inputs may be. */
static gboolean try_way(Explorer *explorer, const GenerateGuessing *guessing)
{
    PruneLogic *logic = explorer->logic;
    GenerateGuess guess = generate_guess_within(guessing, guessing->returns);
    if (guess.model) {
        run_guess(explorer, guess.input);
        gboolean strayed = guess.is_built && has_strayed(explorer, guess.model);
        explorer->told.strayed += strayed ? 1 : 0;
        explorer->is_cut |= strayed || !guess.is_sure;
    } else {
        PruneTerm within = prune_and(logic, guessing->returns, guessing->shape);
        explorer->is_cut |= prune_ask(explorer->prover, within) != PRUNE_IMPOSSIBLE || calls_unknown(explorer);
    }
    explorer->is_cut |= may_alias(explorer->inputs);
    gboolean is_beyond = guess.model && !guess.is_built;
    generate_guess_clear(guessing, &guess);
    return !is_beyond;
}

/* Asks about each slot that is open and that no way asked about at that place. */
static void ask_slots(Explorer *explorer, const GenerateGuessing *guessing, guint first)
{
    for (guint i = 0; i < explorer->met->len && g_get_monotonic_time() < explorer->end; i++) {
        const Met *met = &g_array_index(explorer->met, Met, i);
        if (explorer->known[met->slot] || met->branches < first || explorer->tries[met->slot] >= MOST_TRIES)
            continue;
        explorer->told.questions++;
        GenerateGuess guess = generate_guess_within(guessing, met->term);
        if (guess.model)
            run_guess(explorer, guess.input);
        explorer->tries[met->slot] += guess.model && !explorer->known[met->slot] ? 1 : 0;
        generate_guess_clear(guessing, &guess);
    }
}

static void clear_way(Explorer *explorer)
{
    g_array_set_size(explorer->branches, 0);
    g_array_set_size(explorer->met, 0);
    g_array_set_size(explorer->inputs, 0);
    g_array_set_size(explorer->accesses, 0);
    g_array_set_size(explorer->ends, 0);
    g_array_set_size(explorer->results, 0);
    g_hash_table_remove_all(explorer->addresses);
    explorer->path = explorer->labels = explorer->logic->yes;
    explorer->steps = 0;
}

/* Follows the way of the model, whose first branches were followed before. */
static void follow(Explorer *explorer, guint first)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    const PruneWay way = {choose, pin, is_on, is_stub, find_address, explorer, explorer->is_fine};
    const PruneUnrolled unrolled = {0, explorer->inputs, explorer->accesses, explorer->ends, explorer->results, &way};
    clear_way(explorer);
    explorer->subject.unrolled = &unrolled;
    explorer->told.ways++;
    explorer->told.why = prune_slots_follow(&explorer->subject, &explorer->slots, arena, meet, explorer);
    if (explorer->told.why)
        return;
    GenerateGuessing guessing = generate_guessing(explorer->contract, explorer->logic, explorer->prover, &unrolled);
    guessing.returns = prune_and(explorer->logic, guessing.returns, explorer->labels);
    if (try_way(explorer, &guessing))
        note_branches(explorer, first, guessing.shape);
    if (!explorer->goals)
        ask_slots(explorer, &guessing, first);
}

/* ---- all ways ---- */

/* Takes out the turn that leads where control went least, and of these the shortest way. */
static Turn next_turn(Explorer *explorer)
{
    GArray *turns = explorer->turns;
    guint best = 0;
    guint64 least = G_MAXUINT64;
    for (guint i = 0; i < turns->len; i++) {
        const Turn *turn = &g_array_index(turns, Turn, i);
        guint64 cost = (guint64)times_taken(explorer, turn->node, turn->holds) << 32 | turn->first;
        if (cost < least)
            best = i;
        least = MIN(cost, least);
    }
    Turn turn = g_array_index(turns, Turn, best);
    g_array_remove_index_fast(turns, best);
    return turn;
}

static gboolean is_anything_open(const Explorer *explorer)
{
    return memchr(explorer->known, 0, explorer->n_slots) != NULL;
}

/* What most runs leave says nothing of them: floating point, say. */
static gboolean is_lost(const Explorer *explorer)
{
    enum { ENOUGH = 16 };
    return explorer->told.strayed > ENOUGH && explorer->told.strayed > explorer->told.guesses / 2;
}

static gboolean may_go_on(const Explorer *explorer)
{
    return !explorer->told.why && !is_lost(explorer) && explorer->told.ways < MOST_PATHS &&
           is_anything_open(explorer) && g_get_monotonic_time() < explorer->end;
}

/* Values that go the way of the turn become the model; FALSE: there are none, or nobody knows. */
static gboolean take_turn(Explorer *explorer, const Turn *turn)
{
    PruneAnswer answer = prune_ask(explorer->prover, turn->term);
    Z3_model model = answer == PRUNE_POSSIBLE ? ask_wish(explorer, turn->term, turn->wishes) : NULL;
    explorer->is_cut |= answer != PRUNE_IMPOSSIBLE && !model;
    if (!model)
        return FALSE;
    take_model(explorer, model);
    explorer->turned = turn->first;
    explorer->besides = turn->besides;
    return TRUE;
}

/* Follows ways from the beginning on. Returns whether all were followed. */
static gboolean explore(Explorer *explorer, gboolean is_fine, gint64 end)
{
    Z3_model any = prune_ask_model(explorer->prover, explorer->logic->yes);
    if (!any)
        return FALSE;
    take_model(explorer, any);
    explorer->is_fine = is_fine;
    explorer->is_cut = FALSE;
    explorer->end = end;
    explorer->turned = 0;
    explorer->besides = explorer->logic->yes;
    g_array_set_size(explorer->turns, 0);
    g_hash_table_remove_all(explorer->taken);
    follow(explorer, 0);
    while (explorer->turns->len > 0 && may_go_on(explorer)) {
        const Turn turn = next_turn(explorer);
        if (take_turn(explorer, &turn))
            follow(explorer, turn.first);
    }
    return explorer->turns->len == 0 && !explorer->is_cut && !explorer->told.why;
}

/* First ways through statements, with questions about slots; then also through operators, where paths and flows lead.
 */
static void explore_both(Explorer *explorer, gint64 time)
{
    gint64 began = g_get_monotonic_time();
    explore(explorer, FALSE, explorer->goals ? began + time : began + time / 2);
    if (explorer->goals)
        return;
    if (is_anything_open(explorer) && !explorer->told.why)
        explorer->told.is_all = explore(explorer, TRUE, began + time) && !(explorer->contract->hooks & GENERATE_INIT);
}

static GArray *array_of(gsize size)
{
    return g_array_new(FALSE, FALSE, (guint)size);
}

G_NORETURN static void work(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                            const GenerateContract *contract, const guint8 *known, int socket, gint64 time)
{
    guint n = surveyed->rows->row.slots;
    PrunePatience patience = question->request->patience;
    PruneLogic *logic = prune_logic_new();
    patience.timeout /= HASTE;
    Explorer explorer = {
        .contract = contract,
        .subject = prune_subject(surveyed, question->surveyed, question->callers, htol_arena_new(), logic),
        .logic = logic,
        .prover = prune_prover_new(logic, patience),
        .socket = socket,
        .n_slots = n,
        .known = g_memdup2(known, MAX(n, 1)),
        .set = g_new0(guint8, n + 1),
        .tries = g_new0(guint8, n + 1),
        .goals = question->is_direct ? g_memdup2(known, MAX(n, 1)) : NULL,
        .turns = array_of(sizeof(Turn)),
        .taken = g_hash_table_new(NULL, NULL),
        .branches = array_of(sizeof(Branch)),
        .met = array_of(sizeof(Met)),
        .inputs = array_of(sizeof(PruneInput)),
        .accesses = array_of(sizeof(PruneAccess)),
        .ends = array_of(sizeof(PruneTerm)),
        .results = array_of(sizeof(PruneResult)),
        .addresses = g_hash_table_new_full(NULL, NULL, NULL, g_free),
    };
    explorer.subject.depth = DEPTH;
    prune_limit_process((guint64)time / G_USEC_PER_SEC + MORE_SECONDS, MOST_GIB);
    prune_slots_begin(&explorer.subject, &explorer.slots);
    explore_both(&explorer, time);
    Message message = {.kind = MESSAGE_END, .told = explorer.told};
    g_strlcpy(message.why, explorer.told.why ? explorer.told.why : "", sizeof message.why);
    write_all(socket, &message, sizeof message);
    _exit(0);
}

/* ---- outside ---- */

/* Runs a guess for the process; FALSE if it or the program is gone. */
static gboolean serve_guess(const GenerateRunner *runner, int socket, gsize size, guint8 *slots, guint n)
{
    g_autofree guint8 *bytes = g_malloc(MAX(size, 1));
    if (!read_all(socket, bytes, size))
        return FALSE;
    g_autoptr(GBytes) input = g_bytes_new(bytes, size);
    memset(slots, 0, n);
    return runner->run(runner->data, input, slots) && send(socket, slots, n, MSG_NOSIGNAL) == (gssize)n &&
           send(socket, runner->known, n, MSG_NOSIGNAL) == (gssize)n;
}

static GeneratePathsTold serve(const GenerateRunner *runner, int socket, guint n)
{
    Message message;
    g_autofree guint8 *slots = g_new0(guint8, n + 1);
    GeneratePathsTold told = {0};
    while (read_all(socket, &message, sizeof message)) {
        if (message.kind == MESSAGE_END) {
            told = message.told;
            message.why[sizeof message.why - 1] = '\0';
            told.why = *message.why ? g_intern_string(message.why) : NULL;
            break;
        }
        if (!serve_guess(runner, socket, message.size, slots, n))
            break;
    }
    return told;
}

GeneratePathsTold generate_paths(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                                 const GenerateContract *contract, const GenerateRunner *runner, gint64 time)
{
    int sockets[2];
    GeneratePathsTold told = {0};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return told;
    pid_t process = fork();
    if (process == 0) {
        close(sockets[0]);
        work(question, surveyed, contract, runner->known, sockets[1], time);
    }
    close(sockets[1]);
    if (process > 0) {
        told = serve(runner, sockets[0], surveyed->rows->row.slots);
        close(sockets[0]);
        waitpid(process, NULL, 0);
    } else {
        close(sockets[0]);
    }
    return told;
}
