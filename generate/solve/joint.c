/* Asks about hyperlabels of users; see joint.h. */
#include "generate/solve/joint.h"

#include <string.h>

#include "generate/solve/explore.h"
#include "generate/solve/guard.h"
#include "generate/solve/happening.h"
#include "generate/solve/model.h"
#include "htol/files/tuple.h"
#include "htol/lang/dnf.h"
#include "htol/lang/print.h"
#include "prune/encode/encode.h"
#include "prune/formula/copies.h"
#include "prune/state/operate.h"

/* Limits: branches of a way that may be turned; ways; members of a conjunction; numbers that are small; ways behind
 * which is asked first. */
enum { MOST_BRANCHES = 400, MOST_WAYS = 2000, MOST_MEMBERS = 8, SMALL = 16, FIRST_QUESTION = 4 };

/* A question about a branch may take so many times less than one of which a proof hangs; the last ones about
 * hyperlabels, of which there are few, so many times more. */
enum { HASTE = 4, CARE = 10 };

/* A way that was followed, and all that formulas of it need. */
typedef struct {
    HtolArena *arena;
    PruneUnrolled unrolled;
    GenerateGuessing guessing;
    PruneTerm small; /* numbers of its input are */
} Way;

/* A hyperlabel that is asked of the function. */
typedef struct {
    const char *name;
    const AnnotScript *script;
    HtolDnf dnf;
    PruneAnswer answer; /* POSSIBLE: an input for each member was run */
    guint asked;        /* as many ways were followed when it was asked */
} Goal;

typedef struct {
    GenerateExplorer explorer;
    GenerateApart *apart;
    const GenerateJointUnit *unit;
    guint index; /* of the function */
    const AnnotTree *library;
    HtolArena *arena;
    PruneLogic *logic;
    PruneProver *prover;  /* for questions about hyperlabels */
    GHashTable *moments;  /* const AnnotExpr: PruneMoment */
    GHashTable *standing; /* const AnnotExpr, that says whether a label holds: AnnotStanding */
    GArray *visits;       /* GenerateVisit: of the way that is followed */
    GPtrArray *ways;      /* Way */
    GPtrArray *events;    /* GenerateEvent */
    GArray *goals;        /* Goal */
    gint64 end;
    guint questions;
    gboolean is_cut; /* something that happened is not followed */
} Joint;

/* ---- goals ---- */

static const AnnotFunction *function_at(const GenerateJointUnit *unit, guint index)
{
    return unit->labelled->tree->functions[index];
}

static const GenerateContract *contract_of(const GenerateJointUnit *unit, guint index)
{
    return unit->contracts->contracts->pdata[index];
}

static gboolean is_called(const GenerateJointUnit *unit, guint by, guint function)
{
    return g_ptr_array_find(contract_of(unit, by)->called, function_at(unit, function), NULL);
}

/* Whether the label stands in the function or in what it calls, and nowhere else. */
static gboolean has_label(const GenerateJointUnit *unit, guint index, const HtolLabelDecl *label)
{
    gboolean any = FALSE;
    for (guint i = 0; i < unit->labelled->standing->len; i++) {
        const AnnotStanding *standing = &g_array_index(unit->labelled->standing, AnnotStanding, i);
        if (standing->label->decl != label)
            continue;
        if (!is_called(unit, index, standing->function))
            return FALSE;
        any = TRUE;
    }
    return any;
}

/* Whether the function has all labels of the hyperlabel. */
static gboolean is_within(const GenerateJointUnit *unit, guint index, const HtolHyper *hyper)
{
    if (!hyper)
        return TRUE;
    if (hyper->kind == HTOL_HYPER_LABEL)
        return FALSE;
    for (guint32 i = 0; i < hyper->n_steps; i++)
        if (!has_label(unit, index, hyper->steps[i].occurrence.label))
            return FALSE;
    return is_within(unit, index, hyper->left) && is_within(unit, index, hyper->right);
}

/* Whether to ask `below`, which has all labels, too, in place of the function that calls it. Of functions that call
 * each other the first one is asked. */
static gboolean is_nearer(const GenerateJointUnit *unit, guint index, guint below)
{
    return below != index && is_called(unit, index, below) && (!is_called(unit, below, index) || below < index);
}

/* A hyperlabel is asked of the functions that have all its labels and call no other one that has. */
static gboolean is_asked(const GenerateJointUnit *unit, guint index, const HtolHyperDecl *decl)
{
    if (decl->wrong || !is_within(unit, index, decl->hyper))
        return FALSE;
    for (guint below = 0; below < unit->labelled->tree->n_functions; below++)
        if (is_nearer(unit, index, below) && is_within(unit, below, decl->hyper))
            return FALSE;
    return TRUE;
}

static void add_goals(Joint *joint, const AnnotScript *script)
{
    for (const HtolHyperDecl *decl = script->declared.hypers; decl; decl = decl->next) {
        Goal goal = {decl->name, script, {0}, PRUNE_UNKNOWN, 0};
        if (is_asked(joint->unit, joint->index, decl) && htol_dnf(joint->arena, decl->hyper, &goal.dnf, NULL))
            g_array_append_val(joint->goals, goal);
    }
}

gboolean generate_is_joint(const GenerateJointUnit *unit, guint index, const char *name)
{
    for (guint i = 0; i < annot_scripts_count(unit->scripts); i++)
        for (const HtolHyperDecl *decl = annot_scripts_nth(unit->scripts, i)->declared.hypers; decl; decl = decl->next)
            if ((!name || strcmp(decl->name, name) == 0) && is_asked(unit, index, decl))
                return TRUE;
    return FALSE;
}

/* ---- events ---- */

static GenerateEvent *event_of(Joint *joint, const AnnotScript *script, const HtolHyper *hyper)
{
    g_autoptr(GString) name = g_string_new(NULL);
    htol_relation_name(hyper, name);
    for (guint i = 0; i < joint->events->len; i++) {
        GenerateEvent *event = joint->events->pdata[i];
        if (event->script == script && strcmp(event->name, name->str) == 0)
            return event;
    }
    GenerateEvent *event = htol_arena_new0(joint->arena, GenerateEvent, 1);
    *event = (GenerateEvent){htol_arena_strndup(joint->arena, name->str, name->len), script, hyper,
                             g_array_new(FALSE, FALSE, sizeof(GenerateHappening))};
    g_ptr_array_add(joint->events, event);
    return event;
}

static void add_events(Joint *joint)
{
    for (guint i = 0; i < joint->goals->len; i++) {
        const Goal *goal = &g_array_index(joint->goals, Goal, i);
        for (guint k = 0; k < goal->dnf.n_conjuncts; k++)
            for (guint m = 0; m < goal->dnf.conjuncts[k].n_members; m++)
                event_of(joint, goal->script, goal->dnf.conjuncts[k].members[m]);
    }
}

/* ---- on a way ---- */

static guint count_values(const AnnotStanding *standing)
{
    return standing->kill ? standing->kill->predicate->n_metas : standing->label->decl->n_bindings;
}

static HtolValueKind value_kind(const AnnotStanding *standing, guint i)
{
    const AnnotKill *kill = standing->kill;
    return htol_tuple_value_kind(kill ? kill->predicate->metas[i].kind : standing->label->values[i].kind);
}

/* A value that nothing is known of may be any. */
static GenerateValue value_of(const Joint *joint, const AnnotStanding *standing, guint i)
{
    const PruneMoment *moment = g_hash_table_lookup(joint->moments, standing->values[i]);
    HtolValueKind kind = value_kind(standing, i);
    if (kind == HTOL_VALUE_FLOAT)
        return (GenerateValue){kind, NULL};
    PruneTerm bits = moment->visits == 1 ? moment->bits : NULL;
    return (GenerateValue){kind, bits ? prune_resize(joint->logic, bits, 64, kind == HTOL_VALUE_SIGNED)
                                      : prune_free_bits(joint->logic, 64)};
}

/* Labels of one step happen at once; a step that comes again is another one. */
static guint moment_of(const GArray *visits, const AnnotStanding *standing)
{
    if (visits->len == 0)
        return 0;
    const GenerateVisit *last = &g_array_index(visits, GenerateVisit, visits->len - 1);
    return last->moment + (last->standing->step == standing->step && last->standing < standing ? 0 : 1);
}

static void visit(gpointer data, gconstpointer node)
{
    Joint *joint = data;
    const AnnotStanding *standing = g_hash_table_lookup(joint->standing, node);
    const PruneMoment *moment = g_hash_table_lookup(joint->moments, node);
    if (!standing || moment->visits != 1)
        return;
    guint n = count_values(standing);
    GenerateVisit visited = {.standing = standing,
                             .moment = moment_of(joint->visits, standing),
                             .term = prune_and(joint->logic, moment->after, moment->truth),
                             .values = htol_arena_new0(joint->arena, GenerateValue, n)};
    for (guint i = 0; i < n; i++)
        visited.values[i] = value_of(joint, standing, i);
    g_array_append_val(joint->visits, visited);
}

static const char *encode(gpointer data, const PruneUnrolled *unrolled, HtolArena *arena)
{
    Joint *joint = data;
    g_autoptr(GHashTable) early = g_hash_table_new(NULL, NULL);
    const PruneEncoding encoding = {.arena = arena,
                                    .logic = joint->logic,
                                    .text = &joint->unit->labelled->text,
                                    .tree = joint->unit->labelled->tree,
                                    .function = function_at(joint->unit, joint->index),
                                    .moments = joint->moments,
                                    .early = early,
                                    .depth = GENERATE_DEPTH,
                                    .library = joint->library,
                                    .unrolled = unrolled,
                                    .visit = visit,
                                    .visitor = joint};
    g_array_set_size(joint->visits, 0);
    return prune_encode_way(&encoding);
}

/* Whether the run covered other labels of the function than the way says. */
static gboolean strays(gpointer data, const GenerateGuess *guess)
{
    const Joint *joint = data;
    guint n = joint->apart->n_slots;
    g_autofree guint8 *said = g_new0(guint8, n + 1);
    generate_apart_run(joint->apart, guess->input, FALSE);
    for (guint i = 0; i < joint->visits->len; i++) {
        const GenerateVisit *visited = &g_array_index(joint->visits, GenerateVisit, i);
        if (visited->standing->function == joint->index && !visited->standing->kill)
            said[visited->standing->label->slot] |=
                1 + (prune_holds(joint->logic, guess->model, visited->term) ? 1 : 0);
    }
    for (guint i = 0; i < n && guess->is_built; i++)
        if (said[i] > 0 && (said[i] > 1) != joint->apart->set[i])
            return TRUE;
    return FALSE;
}

static GArray *copy_array(const GArray *array)
{
    return g_array_copy((GArray *)array);
}

static Way *keep_way(Joint *joint, const GenerateGuessing *guessing, HtolArena **arena)
{
    Way *way = htol_arena_new0(joint->arena, Way, 1);
    const PruneUnrolled *from = guessing->unrolled;
    *way = (Way){.arena = g_steal_pointer(arena),
                 .unrolled = {.inputs = copy_array(from->inputs),
                              .accesses = copy_array(from->accesses),
                              .ends = copy_array(from->ends),
                              .results = copy_array(from->results),
                              .way = from->way},
                 .guessing = *guessing,
                 .small = generate_model_small(joint->logic, from->inputs, SMALL)};
    way->guessing.unrolled = &way->unrolled;
    g_ptr_array_add(joint->ways, way);
    return way;
}

/* ---- questions ---- */

/* A member of the conjunction that is asked about. */
typedef struct {
    GenerateEvent *event;
    PruneCopy *copy;
    GenerateValue *bound; /* what it binds, in its copy */
    PruneTerm *happens;   /* by happening: that it happens so, in the copy */
} Member;

static PruneTerm binds(const Joint *joint, const Member *member, const GenerateHappening *happening)
{
    PruneTerm all = joint->logic->yes;
    for (guint i = 0; i < generate_event_values(member->event); i++)
        if (member->bound[i].bits && happening->values[i].bits)
            all = prune_and(joint->logic, all,
                            prune_equal(joint->logic, member->bound[i].bits,
                                        prune_copied(member->copy, happening->values[i].bits)));
    return all;
}

static void copy_happenings(const Joint *joint, Member *member)
{
    const GArray *all = member->event->happenings;
    member->happens = g_new(PruneTerm, all->len);
    for (guint i = 0; i < all->len; i++) {
        const GenerateHappening *happening = &g_array_index(all, GenerateHappening, i);
        member->happens[i] =
            prune_and(joint->logic, prune_copied(member->copy, happening->term), binds(joint, member, happening));
    }
}

static PruneTerm happens_somehow(const Joint *joint, const Member *member, gboolean is_small)
{
    PruneTerm any = joint->logic->no;
    for (guint i = 0; i < member->event->happenings->len; i++) {
        const Way *way = joint->ways->pdata[g_array_index(member->event->happenings, GenerateHappening, i).way];
        PruneTerm small = is_small ? prune_copied(member->copy, way->small) : joint->logic->yes;
        any = prune_or(joint->logic, any, prune_and(joint->logic, member->happens[i], small));
    }
    return any;
}

static void name_bound(const Member *member, const HtolHyper *hyper, guint run, GArray *bound)
{
    guint n = 0;
    for (guint32 step = 0; step < hyper->n_steps; step++) {
        const HtolOccurrence *occurrence = &hyper->steps[step].occurrence;
        for (guint32 i = 0; i < occurrence->label->n_bindings; i++, n++) {
            GString *name = g_string_new(occurrence->label->bindings[i].name);
            for (guint32 p = 0; p < occurrence->primes; p++)
                g_string_append_c(name, '\'');
            GenerateBound one = {g_string_free(name, FALSE), member->bound[n].kind, member->bound[n].bits, run};
            g_array_append_val(bound, one);
        }
    }
}

static PruneTerm guard_of(const Joint *joint, const HtolConjunct *conjunct, const Member *members)
{
    g_autoptr(GArray) bound = g_array_new(FALSE, FALSE, sizeof(GenerateBound));
    for (guint i = 0; i < conjunct->n_members; i++)
        name_bound(&members[i], conjunct->members[i], i, bound);
    const GenerateBound *list = (const GenerateBound *)(const void *)bound->data;
    PruneTerm guard = generate_guard(joint->logic, conjunct->guard, list, bound->len);
    for (guint i = 0; i < bound->len; i++)
        g_free(list[i].name);
    return guard;
}

static GenerateValue *bound_values(const Joint *joint, const GenerateEvent *event)
{
    guint n = generate_event_values(event);
    GenerateValue *values = htol_arena_new0(joint->arena, GenerateValue, n);
    const GenerateHappening *first = &g_array_index(event->happenings, GenerateHappening, 0);
    for (guint i = 0; i < n; i++)
        values[i] =
            (GenerateValue){first->values[i].kind, first->values[i].bits ? prune_free_bits(joint->logic, 64) : NULL};
    return values;
}

/* Begins the members; FALSE: one of them never happened. */
static gboolean begin_members(Joint *joint, const Goal *goal, const HtolConjunct *conjunct, Member *members)
{
    for (guint i = 0; i < conjunct->n_members; i++) {
        members[i].event = event_of(joint, goal->script, conjunct->members[i]);
        if (members[i].event->happenings->len == 0)
            return FALSE;
        members[i].copy = prune_copy_new(joint->logic);
        members[i].bound = bound_values(joint, members[i].event);
        copy_happenings(joint, &members[i]);
    }
    return TRUE;
}

static void clear_members(Member *members, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_clear_pointer(&members[i].copy, prune_copy_free);
        g_free(members[i].happens);
    }
}

/* Runs an input whose run does what the member does in the model. */
static gboolean run_member(Joint *joint, const Member *member, Z3_model model)
{
    for (guint i = 0; i < member->event->happenings->len; i++) {
        const GenerateHappening *happening = &g_array_index(member->event->happenings, GenerateHappening, i);
        if (!prune_holds(joint->logic, model, member->happens[i]))
            continue;
        PruneTerm fixed = prune_as_copied(member->copy, model, happening->term);
        for (guint k = 0; k < generate_event_values(member->event); k++)
            if (happening->values[k].bits)
                fixed = prune_and(joint->logic, fixed, prune_as_copied(member->copy, model, happening->values[k].bits));
        const Way *way = joint->ways->pdata[happening->way];
        GenerateGuess guess = generate_guess_within(&way->guessing, prune_and(joint->logic, happening->term, fixed));
        gboolean good = guess.model && guess.is_built;
        if (good)
            generate_apart_run(joint->apart, guess.input, TRUE);
        generate_guess_clear(&way->guessing, &guess);
        return good;
    }
    return FALSE;
}

static PruneAnswer ask_members(const Joint *joint, const Member *members, guint n, PruneTerm guard, gboolean is_small,
                               Z3_model *model)
{
    PruneTerm all = guard;
    for (guint i = 0; i < n; i++)
        all = prune_and(joint->logic, all, happens_somehow(joint, &members[i], is_small));
    return prune_ask_once(joint->prover, all, model);
}

static gboolean run_members(Joint *joint, const Member *members, guint n, Z3_model model)
{
    gboolean good = TRUE;
    for (guint i = 0; i < n && good; i++)
        good = run_member(joint, &members[i], model);
    Z3_model_dec_ref(joint->logic->z3, model);
    return good;
}

static PruneAnswer ask_begun(Joint *joint, const HtolConjunct *conjunct, const Member *members)
{
    guint n = conjunct->n_members;
    PruneTerm guard = guard_of(joint, conjunct, members);
    Z3_model model;
    if (!guard)
        return PRUNE_UNKNOWN;
    joint->questions++;
    PruneAnswer answer = ask_members(joint, members, n, guard, TRUE, &model);
    if (!model)
        answer = ask_members(joint, members, n, guard, FALSE, &model);
    if (model)
        answer = run_members(joint, members, n, model) ? PRUNE_POSSIBLE : PRUNE_UNKNOWN;
    return answer;
}

/* Whether some runs so far cover the conjunction; IMPOSSIBLE: none on the ways so far. */
static PruneAnswer ask_conjunct(Joint *joint, const Goal *goal, const HtolConjunct *conjunct)
{
    Member members[MOST_MEMBERS] = {0};
    PruneAnswer answer = PRUNE_IMPOSSIBLE;
    if (conjunct->n_members > MOST_MEMBERS)
        return PRUNE_UNKNOWN;
    if (begin_members(joint, goal, conjunct, members))
        answer = ask_begun(joint, conjunct, members);
    clear_members(members, conjunct->n_members);
    return answer;
}

static void ask_goal(Joint *joint, Goal *goal)
{
    gboolean is_settled = goal->answer != PRUNE_UNKNOWN && goal->asked == joint->ways->len;
    if (goal->answer == PRUNE_POSSIBLE || is_settled)
        return;
    goal->asked = joint->ways->len;
    goal->answer = PRUNE_IMPOSSIBLE;
    for (guint i = 0; i < goal->dnf.n_conjuncts && goal->answer != PRUNE_POSSIBLE; i++) {
        PruneAnswer answer = ask_conjunct(joint, goal, &goal->dnf.conjuncts[i]);
        if (answer != PRUNE_IMPOSSIBLE)
            goal->answer = answer;
    }
}

static void ask_goals(Joint *joint)
{
    for (guint i = 0; i < joint->goals->len && g_get_monotonic_time() < joint->end; i++)
        ask_goal(joint, &g_array_index(joint->goals, Goal, i));
}

/* Asks whenever twice as many ways were followed. */
static void look(gpointer data, const GenerateGuessing *guessing, guint first, HtolArena **arena)
{
    Joint *joint = data;
    Way *way = keep_way(joint, guessing, arena);
    guint number = joint->ways->len - 1;
    PruneTerm within = prune_and(joint->logic, way->guessing.shape, way->guessing.returns);
    (void)first;
    for (guint i = 0; i < joint->events->len; i++)
        joint->is_cut |=
            !generate_event_happens(joint->events->pdata[i], joint->arena, joint->logic, joint->visits, number, within);
    if (joint->ways->len >= FIRST_QUESTION && (joint->ways->len & (joint->ways->len - 1)) == 0)
        ask_goals(joint);
}

/* ---- all ways ---- */

static gboolean goes_on(gpointer data)
{
    const Joint *joint = data;
    gboolean open = FALSE;
    for (guint i = 0; i < joint->goals->len; i++)
        open |= g_array_index(joint->goals, Goal, i).answer != PRUNE_POSSIBLE;
    return open && joint->ways->len < MOST_WAYS && g_get_monotonic_time() < joint->end;
}

static void watch(Joint *joint, const AnnotExpr *expr)
{
    g_hash_table_insert(joint->moments, (gpointer)expr, htol_arena_new0(joint->arena, PruneMoment, 1));
}

static void watch_all(Joint *joint)
{
    const GArray *all = joint->unit->labelled->standing;
    for (guint i = 0; i < all->len; i++) {
        AnnotStanding *standing = &g_array_index(all, AnnotStanding, i);
        watch(joint, standing->holds);
        g_hash_table_insert(joint->standing, (gpointer)standing->holds, standing);
        for (guint k = 0; k < count_values(standing); k++)
            watch(joint, standing->values[k]);
    }
}

/* What is asked, outside. */
typedef struct {
    const GenerateQuestion *question;
    const GenerateJointUnit *unit;
    guint index;
    gint64 time;
} Asked;

/* Numbers, why not, and names of what is impossible, a line each. */
static GString *tell(const Joint *joint, gboolean is_all)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "%u %u\n%s\n", joint->explorer.ways, joint->questions,
                           joint->explorer.why ? joint->explorer.why : "");
    for (guint i = 0; i < joint->goals->len && is_all && !joint->is_cut; i++) {
        const Goal *goal = &g_array_index(joint->goals, Goal, i);
        if (goal->answer == PRUNE_IMPOSSIBLE && goal->asked == joint->ways->len)
            g_string_append_printf(out, "%s\n", goal->name);
    }
    return out;
}

static GString *work(gpointer data, GenerateApart *apart)
{
    const Asked *asked = data;
    PruneLogic *logic = prune_logic_new();
    PrunePatience patience = asked->question->request->patience, haste = {patience.timeout / HASTE, patience.budget};
    PrunePatience care = {patience.timeout * CARE, patience.budget * CARE};
    const GenerateContract *contract = contract_of(asked->unit, asked->index);
    logic->follows_ways = TRUE;
    Joint joint = {.apart = apart,
                   .unit = asked->unit,
                   .index = asked->index,
                   .library = asked->question->library,
                   .arena = htol_arena_new(),
                   .logic = logic,
                   .prover = prune_prover_new(logic, patience),
                   .moments = g_hash_table_new(NULL, NULL),
                   .standing = g_hash_table_new(NULL, NULL),
                   .visits = g_array_new(FALSE, FALSE, sizeof(GenerateVisit)),
                   .ways = g_ptr_array_new(),
                   .events = g_ptr_array_new(),
                   .goals = g_array_new(FALSE, FALSE, sizeof(Goal)),
                   .end = g_get_monotonic_time() + asked->time};
    const GenerateExploring exploring = {encode, strays, look, goes_on, NULL, &joint, MOST_BRANCHES, apart->seen};
    joint.explorer = generate_explorer(&exploring, contract, logic, prune_prover_new(logic, haste));
    for (guint i = 0; i < annot_scripts_count(asked->unit->scripts); i++)
        add_goals(&joint, annot_scripts_nth(asked->unit->scripts, i));
    add_events(&joint);
    watch_all(&joint);
    gboolean is_all = generate_explore(&joint.explorer, FALSE) && !(contract->hooks & GENERATE_INIT);
    joint.prover = prune_prover_new(logic, care);
    joint.end = g_get_monotonic_time() + asked->time;
    ask_goals(&joint);
    return tell(&joint, is_all);
}

/* ---- outside ---- */

GenerateJointTold generate_joint(const GenerateQuestion *question, const GenerateJointUnit *unit, guint index,
                                 const GenerateContract *contract, const GenerateRunner *runner, gint64 time)
{
    enum { NUMBERS, WHY, NAMES };
    Asked asked = {question, unit, index, time};
    GenerateJointTold told = {0};
    if (!generate_contract_is_same(contract, contract_of(unit, index))) {
        told.why = g_strdup("its labels read what it does not");
        return told;
    }
    g_autoptr(GString) message = generate_apart(runner, 2 * time, work, &asked);
    g_auto(GStrv) lines = g_strsplit(message ? message->str : "0 0\nthe solver's process failed\n", "\n", -1);
    char *end;
    told.ways = (guint)strtoul(lines[NUMBERS], &end, 10);
    told.questions = (guint)strtoul(end, NULL, 10);
    told.why = *lines[WHY] ? g_strdup(lines[WHY]) : NULL;
    told.impossible = g_strdupv(lines + NAMES);
    return told;
}
