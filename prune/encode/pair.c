/* Runs both regions from one state, and compares where and how they end; see pair.h. */
#include "prune/encode/pair.h"

#include "prune/encode/encoder.h"
#include "prune/encode/matched.h"

/* How a region is left. */
typedef enum { LEAVE_THROUGH, LEAVE_RETURNED, LEAVE_BREAK, LEAVE_CONTINUE, LEAVES } Leave;

/* One of the regions after it was run: the state in which it is left in each way; NULL: it is not. */
typedef struct {
    PruneState *left[LEAVES];
    GHashTable *gone; /* name of a label outside of the region: PruneState in which gotos lead there; NULL: runs are
                         looked for */
} Side;

typedef struct {
    PruneEncoder *encoder;
    PrunePair *pair;
    const PrunePlace *result; /* of the function; NULL: it returns nothing that has bits */
    gboolean is_void;         /* it returns nothing at all */
    GHashTable *used;         /* set of const AnnotDecl that are named outside of the region */
    gboolean repeats;         /* a loop is around the region: what it reads may be what it left the time before */
    GArray *accesses[2];      /* PruneAccess: what the region in the program does, and with the mutant */
    PruneMatching *matching;  /* NULL: runs are looked for */
} Comparison;

/* ---- what is compared ---- */

static gboolean is_within(guint32 at, AnnotExtent extent)
{
    return extent.begin <= at && at < extent.end;
}

static gboolean is_whole(const Comparison *c)
{
    const AnnotStmt *body = c->encoder->encoding->function->body;
    return body->n_parts == 1 && body->parts[0] == c->pair->stmt;
}

/* Whether the variable may be read behind the region when that is left so. Other functions' own variables are dead
 * then, and so are those of the region. */
static gboolean is_live(const Comparison *c, const AnnotDecl *variable, gboolean is_private, Leave leave)
{
    const AnnotFunction *function = c->encoder->encoding->function;
    if (variable->is_global || variable->is_static)
        return TRUE;
    gboolean outside = is_within(variable->at, function->at) && !is_within(variable->at, c->pair->stmt->at);
    if (!outside || leave == LEAVE_RETURNED || is_whole(c))
        return FALSE;
    return !is_private || c->repeats || g_hash_table_contains(c->used, variable);
}

static gboolean is_live_place(const Comparison *c, const PrunePlace *place, Leave leave)
{
    const PrunePlace *root = prune_place_root(place);
    return !root->object || is_live(c, root->object, root->is_private, leave);
}

/* An AnnotTreeVisit.expr. */
static void note_use(const AnnotExpr *expr, gpointer data)
{
    const Comparison *c = data;
    if (expr->decl && !is_within(expr->at.begin, c->pair->stmt->at))
        g_hash_table_add(c->used, (gpointer)expr->decl);
}

/* ---- comparing ---- */

static void give_up(Comparison *c, const char *why)
{
    if (!c->pair->why)
        c->pair->why = why;
}

static PruneTerm is_different(PruneLogic *logic, PruneTerm one, PruneTerm other)
{
    return one == other ? logic->no : prune_not(logic, prune_equal(logic, one, other));
}

static PruneTerm differs_at(Comparison *c, const PrunePlace *place, PruneState *one, PruneState *other)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm left = prune_state_read(one, place), right = prune_state_read(other, place);
    if (left && right)
        return is_different(logic, left, right);
    give_up(c, "a value that is not followed");
    return logic->no;
}

/* Makes the truth that what the region left behind differs, where both left it so. */
static PruneTerm values_differ(Comparison *c, Leave leave, PruneState *one, PruneState *other, GPtrArray *written)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm any = logic->no;
    for (guint i = 0; i < written->len; i++)
        if (is_live_place(c, written->pdata[i], leave))
            any = prune_or(logic, any, differs_at(c, written->pdata[i], one, other));
    if (leave == LEAVE_RETURNED && c->result)
        any = prune_or(logic, any, differs_at(c, c->result, one, other));
    else if (leave == LEAVE_RETURNED && !c->is_void)
        give_up(c, "a returned value that is not followed");
    return any;
}

static PruneTerm path_of(const Comparison *c, const PruneState *state)
{
    return state ? state->path : c->encoder->logic->no;
}

/* Makes the truth that the regions are left in different ways. */
static PruneTerm paths_differ(const Comparison *c, const Side sides[2])
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm any = logic->no;
    for (Leave leave = 0; leave < LEAVES; leave++)
        any = prune_or(logic, any,
                       is_different(logic, path_of(c, sides[0].left[leave]), path_of(c, sides[1].left[leave])));
    return any;
}

/* Makes the truth that the regions are left in one way, and what they leave behind differs. */
static PruneTerm leaves_differ(Comparison *c, const Side sides[2], GPtrArray *written)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm any = logic->no;
    for (Leave leave = 0; leave < LEAVES; leave++) {
        PruneState *one = sides[0].left[leave], *other = sides[1].left[leave];
        PruneTerm both = prune_and(logic, path_of(c, one), path_of(c, other));
        if (both != logic->no)
            any = prune_or(logic, any, prune_and(logic, both, values_differ(c, leave, one, other, written)));
    }
    return any;
}

/* Makes the truth that only one of them leads to the label, or that both do and what they leave behind differs. */
static PruneTerm jumps_differ(Comparison *c, PruneState *one, PruneState *other, GPtrArray *written)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm both = prune_and(logic, path_of(c, one), path_of(c, other)),
              any = is_different(logic, path_of(c, one), path_of(c, other));
    if (both == logic->no)
        return any;
    return prune_or(logic, any, prune_and(logic, both, values_differ(c, LEAVE_BREAK, one, other, written)));
}

/* Makes the truth that gotos out of the regions do so. */
static PruneTerm all_jumps_differ(Comparison *c, const Side sides[2], GPtrArray *written)
{
    PruneTerm any = c->encoder->logic->no;
    GHashTableIter iter;
    gpointer label, state;
    if (!sides[0].gone)
        return any;
    g_hash_table_iter_init(&iter, sides[0].gone);
    while (g_hash_table_iter_next(&iter, &label, &state))
        any = prune_or(c->encoder->logic, any,
                       jumps_differ(c, state, g_hash_table_lookup(sides[1].gone, label), written));
    g_hash_table_iter_init(&iter, sides[1].gone);
    while (g_hash_table_iter_next(&iter, &label, &state))
        if (!g_hash_table_contains(sides[0].gone, label))
            any = prune_or(c->encoder->logic, any, path_of(c, state));
    return any;
}

/* Makes the truth that an access among `others` does not do what this one does, when this one is done. */
static PruneTerm is_alone(const Comparison *c, const PruneAccess *access, const GArray *others)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm done = logic->no;
    for (guint i = 0; i < others->len; i++) {
        const PruneAccess *other = &g_array_index(others, PruneAccess, i);
        if (other->pointer == access->pointer && other->size == access->size && other->defined == access->defined &&
            other->calls == access->calls)
            done = prune_or(logic, done, other->guard);
    }
    return prune_and(logic, access->guard, prune_not(logic, done));
}

/* Makes the truth that the access surely ends the program. */
static PruneTerm surely_traps(PruneLogic *logic, const PruneAccess *access)
{
    if (access->defined)
        return access->otherwise == PRUNE_TRAPS ? prune_not(logic, access->defined) : logic->no;
    return access->pointer
               ? prune_equal(logic, access->pointer, prune_number(logic, 0, prune_width(logic, access->pointer)))
               : logic->no;
}

/* Makes the truth that one region may trap where the other does not: where runs are looked for, that it surely does. */
static PruneTerm trap_differs(Comparison *c, const PruneAccess *access, const GArray *others)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm alone = is_alone(c, access, others);
    if (c->encoder->encoding->unrolled) {
        if (!access->defined)
            c->pair->elsewhere = prune_or(logic, c->pair->elsewhere, alone);
        return prune_and(logic, alone, surely_traps(logic, access));
    }
    if (access->defined)
        return access->otherwise == PRUNE_WRAPS ? logic->no
                                                : prune_and(logic, alone, prune_not(logic, access->defined));
    if (!access->pointer)
        give_up(c, "a call, or memory that is not followed");
    return alone;
}

/* Counts before each access the calls that both regions make: a trap before such a call is none behind it. */
static void count_calls(Comparison *c)
{
    for (guint side = 0; side < 2 && c->matching; side++)
        for (guint i = 0; i < c->accesses[side]->len; i++) {
            PruneAccess *access = &g_array_index(c->accesses[side], PruneAccess, i);
            access->calls = prune_matching_common(c->matching, side, access->calls);
        }
}

static PruneTerm traps_differ(Comparison *c)
{
    PruneTerm any = c->encoder->logic->no;
    count_calls(c);
    for (guint side = 0; side < 2; side++) {
        const GArray *own = c->accesses[side], *others = c->accesses[1 - side];
        for (guint i = 0; i < own->len; i++)
            any = prune_or(c->encoder->logic, any, trap_differs(c, &g_array_index(own, PruneAccess, i), others));
    }
    return any;
}

/* ---- running ---- */

/* Runs a region from `entry`. */
static void run_side(Comparison *c, const AnnotStmt *region, guint number, const PruneState *entry, Side *side)
{
    PruneEncoder *e = c->encoder;
    PruneInlined inlined = {.callee = e->encoding->function, .result = c->result};
    PruneTarget target = {.is_loop = TRUE};
    prune_state_free(e->state);
    e->state = prune_state_copy(entry);
    e->inlined = &inlined;
    e->target = &target;
    e->side = c->accesses[number];
    e->matching = c->matching;
    if (c->matching) {
        prune_matching_begin(c->matching, number);
        e->gone = g_hash_table_new(g_str_hash, g_str_equal);
        e->passed = g_hash_table_new(g_str_hash, g_str_equal);
    }
    e->stubbed = number > 0 ? g_hash_table_new(NULL, NULL) : NULL;
    prune_run(e, region);
    *side = (Side){{e->state, inlined.returned, target.breaks, target.continues}, e->gone};
    if (e->going)
        give_up(c, "a jump back");
    g_clear_pointer(&e->going, prune_state_free);
    e->label = NULL;
    e->state = prune_state_copy(entry);
    e->inlined = NULL;
    e->target = NULL;
    e->side = NULL;
    e->matching = NULL;
    e->gone = NULL;
    g_clear_pointer(&e->passed, g_hash_table_unref);
    g_clear_pointer(&e->stubbed, g_hash_table_unref);
}

/* What was forgotten may be anything: of what is used behind the region, nothing may be. */
static void check_forgotten(Comparison *c)
{
    GHashTableIter iter;
    gpointer variable;
    g_hash_table_iter_init(&iter, c->encoder->states.forgotten);
    while (g_hash_table_iter_next(&iter, &variable, NULL))
        if (!variable || is_live(c, variable, TRUE, LEAVE_THROUGH))
            give_up(c, "a loop, a call, or memory that is not followed");
}

static void free_side(Side *side)
{
    for (Leave leave = 0; leave < LEAVES; leave++)
        if (side->left[leave])
            prune_state_free(side->left[leave]);
    GHashTableIter iter;
    gpointer state;
    if (!side->gone)
        return;
    g_hash_table_iter_init(&iter, side->gone);
    while (g_hash_table_iter_next(&iter, NULL, &state))
        prune_state_free(state);
    g_hash_table_unref(side->gone);
}

/* Makes the truth that the region comes to its end, or returns. */
static PruneTerm end_of(const Comparison *c, const Side *side)
{
    return prune_or(c->encoder->logic, path_of(c, side->left[LEAVE_THROUGH]), path_of(c, side->left[LEAVE_RETURNED]));
}

/* Makes the truth that the region in the program does nothing that is not defined: no test does. */
static PruneTerm is_defined(const Comparison *c)
{
    PruneLogic *logic = c->encoder->logic;
    PruneTerm all = logic->yes;
    for (guint i = 0; i < c->accesses[0]->len; i++) {
        const PruneAccess *access = &g_array_index(c->accesses[0], PruneAccess, i);
        if (access->defined)
            all = prune_and(logic, all, prune_implies(logic, access->guard, access->defined));
    }
    return all;
}

static void compare(Comparison *c, const Side sides[2])
{
    PruneEncoder *e = c->encoder;
    g_autoptr(GPtrArray) written = prune_states_written(&e->states);
    c->pair->elsewhere = e->logic->no;
    PruneTerm values = leaves_differ(c, sides, written), traps = traps_differ(c),
              both = prune_and(e->logic, end_of(c, &sides[0]), end_of(c, &sides[1]));
    c->pair->elsewhere = both == e->logic->no ? e->logic->yes : prune_and(e->logic, both, c->pair->elsewhere);
    if (e->encoding->unrolled)
        c->pair->differs =
            prune_and(e->logic, is_defined(c), prune_or(e->logic, values, prune_and(e->logic, both, traps)));
    else
        c->pair->differs = prune_or(
            e->logic, prune_or(e->logic, prune_matching_differs(c->matching), all_jumps_differ(c, sides, written)),
            prune_or(e->logic, paths_differ(c, sides), prune_or(e->logic, values, traps)));
    check_forgotten(c);
    if (c->pair->why || e->given_up)
        c->pair->differs = NULL;
    if (e->encoding->unrolled && both != e->logic->no)
        g_array_append_val(e->encoding->unrolled->ends, both);
}

/* To come to the end of a function that returns nothing is to return. */
static void join_returns(const Comparison *c, Side *side)
{
    if (!is_whole(c) || !c->is_void)
        return;
    side->left[LEAVE_RETURNED] = prune_state_join(side->left[LEAVE_RETURNED], side->left[LEAVE_THROUGH]);
    side->left[LEAVE_THROUGH] = NULL;
}

static gboolean repeats(const PruneTarget *target)
{
    gboolean found = FALSE;
    for (; target && !found; target = target->outer)
        found = target->is_loop;
    return found;
}

void prune_run_pair(PruneEncoder *e, PrunePair *pair)
{
    Comparison c = {e,
                    pair,
                    prune_result_place(e, e->encoding->function),
                    e->encoding->function->decl->type->target->kind == ANNOT_TYPE_VOID,
                    g_hash_table_new(NULL, NULL),
                    repeats(e->target) || prune_is_wild(e->encoding->function->body),
                    {NULL, NULL},
                    NULL};
    g_autoptr(PruneState) entry = prune_state_copy(e->state);
    PruneTarget *around = e->target;
    gboolean wild = e->states.wild;
    Side sides[2];
    prune_states_note(&e->states);
    for (guint i = 0; i < 2; i++)
        c.accesses[i] = g_array_new(FALSE, FALSE, sizeof(PruneAccess));
    annot_tree_visit_stmt(e->encoding->function->body, &(AnnotTreeVisit){NULL, note_use, &c});
    c.matching = e->encoding->unrolled ? NULL : prune_matching_new(e, pair->stmt->other, pair->stmt->body);
    e->states.wild &= !c.matching; /* within a region, control comes to a label in one way at a time */
    run_side(&c, pair->stmt->other, 0, entry, &sides[0]);
    if (prune_way(e))
        prune_state_assume(entry, end_of(&c, &sides[0]));
    run_side(&c, pair->stmt->body, 1, entry, &sides[1]);
    for (guint i = 0; i < 2; i++)
        join_returns(&c, &sides[i]);
    compare(&c, sides);
    for (guint i = 0; i < 2; i++) {
        free_side(&sides[i]);
        g_array_unref(c.accesses[i]);
    }
    g_clear_pointer(&c.matching, prune_matching_free);
    g_hash_table_unref(c.used);
    e->target = around;
    e->states.wild = wild;
    prune_state_stop(e->state);
}
