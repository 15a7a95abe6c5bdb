/* Finds facts that would cover an objective; see suppose.h. What covers what is eval.h's; the nearest vectors
 * are missing.h's. */
#include "htol/words/suppose.h"

#include <stdlib.h>
#include <string.h>

#include "htol/graph/tour.h"
#include "htol/judge/eval.h"

struct HtolSuppose {
    HtolArena *arena;
    const HtolRecorded *recorded;
    HtolObserved *observed;
    HtolMissing *missing;
};

/* A supposition that is being made. */
typedef struct {
    HtolSuppose *suppose;
    const HtolFunction *function;
    HtolArena *arena; /* scratch */
    guint8 *slots;    /* those recorded, and those supposed */
    GArray *added;    /* guint32: slots */
    GArray *turns;    /* HtolTurn, the innermost first */
    guint8 *entered;  /* blocks that are being reached: flags */
    HtolSupposition *made;
} Attempt;

static gboolean suppose_hyper(Attempt *attempt, const HtolHyper *hyper);
static gboolean reach_block(Attempt *attempt, guint32 block);

static void set_slot(Attempt *attempt, guint32 slot)
{
    if (attempt->slots[slot])
        return;
    attempt->slots[slot] = 1;
    g_array_append_val(attempt->added, slot);
}

/* The nearest is what is found last: the way leads outwards. */
static void set_nearest(Attempt *attempt, HtolSite site, guint row)
{
    attempt->made->is_near = TRUE;
    attempt->made->nearest = site;
    attempt->made->row = row;
}

/* ---- where things stand ---- */

static gboolean is_behind(const HtolRowStatement *statement, guint32 line, guint32 column)
{
    return statement->line > line || (statement->line == line && statement->column > column);
}

/* The block of the statement in which something stands that begins there: of those in this file that begin
 * before it, the last; of several that begin at one place, as all of a macro do, the first. FALSE if that one
 * ends before it, as the last statement of a body does before the condition behind the body. */
static gboolean find_block(const HtolFunction *function, guint32 file, guint32 line, guint32 column, guint32 *block)
{
    const HtolRowStatement *found = NULL;
    for (guint32 i = 0; i < function->n_statements; i++) {
        const HtolRowStatement *statement = &function->statements[i];
        if (statement->file != file || is_behind(statement, line, column))
            continue;
        if (!found || is_behind(statement, found->line, found->column))
            found = statement;
    }
    if (!found || found->end_line < line)
        return FALSE;
    *block = found->block;
    return TRUE;
}

static gboolean reach_place(Attempt *attempt, guint32 file, guint32 line, guint32 column)
{
    guint32 block;
    return !find_block(attempt->function, file, line, column, &block) || reach_block(attempt, block);
}

/* A do statement's condition stands behind its body. */
static gboolean reach_decision(Attempt *attempt, guint32 decision)
{
    const HtolRowDecision *row = &attempt->function->decisions[decision];
    return row->kind == HTOL_DECISION_DO || reach_place(attempt, row->file, row->line, row->column);
}

/* ---- decisions ---- */

/* The slot of a way, and the places of what it needs. */
static gboolean take_way(Attempt *attempt, guint32 decision, const guint8 *vector)
{
    const HtolRowDecision *row = &attempt->function->decisions[decision];
    HtolEnvs ways = htol_decision_ways(attempt->arena, attempt->function, decision);
    const HtolTurn turn = {decision, vector};
    guint way = 0, nearest;
    while (way < ways.rows && memcmp(ways.values + (gsize)way * ways.columns, vector, ways.columns) != 0)
        way++;
    if (way == ways.rows)
        return FALSE;
    set_slot(attempt, row->slot + way);
    g_array_append_val(attempt->turns, turn);
    if (!htol_missing_nearest(attempt->suppose->missing, decision, vector, &nearest))
        return reach_decision(attempt, decision);
    set_nearest(attempt, (HtolSite){HTOL_SITE_DECISION, decision}, nearest);
    return TRUE;
}

static gboolean suppose_vectors(Attempt *attempt, const HtolHyper *hyper, guint32 decision)
{
    const HtolObjective asked = {.hyper = hyper, .site = {HTOL_SITE_DECISION, decision}};
    HtolMissingVectors vectors = htol_missing_vectors(attempt->suppose->missing, &asked);
    if (vectors.n_new == 0)
        return FALSE;
    attempt->made->environments = MAX(attempt->made->environments, vectors.n_new);
    for (guint i = vectors.n_new; i-- > 0;)
        if (!take_way(attempt, decision, vectors.vectors[i]))
            return FALSE;
    return TRUE;
}

/* ---- labels at other sites ---- */

static HtolObserved *observe_trial(Attempt *attempt)
{
    HtolRecorded *recorded = htol_arena_memdup(attempt->arena, attempt->suppose->recorded, sizeof *recorded);
    recorded->slots = attempt->slots;
    recorded->tests = NULL;
    return htol_observed_of(attempt->arena, recorded);
}

/* The first of these slots that covers the label. */
static gboolean try_slots(Attempt *attempt, const HtolHyper *label, guint32 first, guint32 n)
{
    for (guint32 slot = first; slot < first + n; slot++) {
        if (attempt->slots[slot])
            continue;
        attempt->slots[slot] = 1;
        gboolean covered = htol_covered(label, observe_trial(attempt));
        attempt->slots[slot] = 0;
        if (covered) {
            set_slot(attempt, slot);
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean suppose_term(Attempt *attempt, const HtolRowTerm *term)
{
    HtolArena *arena = attempt->suppose->arena;
    switch ((HtolTermKind)term->kind) {
    case HTOL_TERM_SLOT: set_slot(attempt, term->index); return TRUE;
    case HTOL_TERM_FALSE:
    case HTOL_TERM_TRUE: {
        const HtolExpr *outcome = htol_literal(arena, 0, term->kind == HTOL_TERM_TRUE);
        return suppose_hyper(attempt, htol_label(arena, (HtolSite){HTOL_SITE_DECISION, term->index}, outcome));
    }
    case HTOL_TERM_ARM: return suppose_hyper(attempt, htol_label(arena, (HtolSite){HTOL_SITE_ARM, term->index}, NULL));
    }
    g_assert_not_reached();
}

/* One term is enough: if there are several, that of a decision that was evaluated, for that is near. */
static gboolean suppose_terms(Attempt *attempt, guint32 first, guint32 n)
{
    const HtolRowTerm *terms = attempt->function->terms + first;
    for (guint32 i = 0; i < n; i++) {
        gboolean is_outcome = terms[i].kind == HTOL_TERM_FALSE || terms[i].kind == HTOL_TERM_TRUE;
        HtolSite site = {HTOL_SITE_DECISION, terms[i].index};
        if (is_outcome && htol_observed_at(attempt->suppose->observed, site).rows > 0)
            return suppose_term(attempt, &terms[i]);
    }
    return n > 0 && suppose_term(attempt, &terms[0]);
}

/* Whether it follows from what is supposed. */
static gboolean term_holds(const Attempt *attempt, const HtolRowTerm *term)
{
    guint8 outcome = term->kind == HTOL_TERM_TRUE ? HTOL_TRUE : HTOL_FALSE;
    if (term->kind == HTOL_TERM_SLOT)
        return attempt->slots[term->index];
    if (term->kind == HTOL_TERM_ARM)
        return attempt->slots[attempt->function->arms[term->index].slot];
    for (guint i = 0; i < attempt->turns->len; i++) {
        const HtolTurn *turn = &g_array_index(attempt->turns, HtolTurn, i);
        if (turn->decision == term->index && turn->vector[0] == outcome)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_reached(const Attempt *attempt, const HtolRowBlock *block)
{
    guint32 term = 0;
    while (term < block->terms && !term_holds(attempt, &attempt->function->terms[block->first_term + term]))
        term++;
    return term < block->terms;
}

static gboolean reach_block(Attempt *attempt, guint32 block)
{
    const HtolRowBlock *row = &attempt->function->blocks[block];
    HtolSite site = {HTOL_SITE_BLOCK, block};
    if (htol_observed_at(attempt->suppose->observed, site).rows > 0) {
        if (!attempt->made->is_near)
            set_nearest(attempt, site, 0);
        return TRUE;
    }
    if (attempt->entered[block] || is_reached(attempt, row))
        return TRUE;
    attempt->entered[block] = TRUE;
    return suppose_terms(attempt, row->first_term, row->terms);
}

static gboolean take_arm(Attempt *attempt, guint32 arm)
{
    const HtolFunction *function = attempt->function;
    set_slot(attempt, function->arms[arm].slot);
    for (guint32 i = 0; i < function->n_switches; i++) {
        const HtolRowSwitch *row = &function->switches[i];
        if (arm >= row->first_arm && arm - row->first_arm < row->arms)
            return reach_place(attempt, row->file, row->line, row->column);
    }
    return TRUE;
}

/* Where a block has several terms, a path or a flow says which of them holds, and the table does not say
 * that. */
static gboolean reach_node(Attempt *attempt, guint32 node)
{
    const HtolFunction *function = attempt->function;
    guint32 block = function->nodes[node].block;
    return block == 0 || function->blocks[block - 1].terms > 1 || reach_block(attempt, block - 1);
}

static gboolean tour_path(Attempt *attempt, guint32 path)
{
    const HtolFunction *function = attempt->function;
    guint32 n, state = function->paths[path].state;
    const guint32 *nodes = htol_tour_string(attempt->arena, function->states, state, &n);
    if (function->states[state].slot == 0)
        return FALSE;
    set_slot(attempt, function->states[state].slot - 1);
    for (guint32 i = n; i-- > 0;)
        if (!reach_node(attempt, nodes[i]))
            return FALSE;
    return TRUE;
}

static gboolean see_flow(Attempt *attempt, guint32 flow)
{
    const HtolFunction *function = attempt->function;
    const HtolRowFlow *row = &function->flows[flow];
    set_slot(attempt, row->slot);
    return reach_node(attempt, function->uses[row->use].node) &&
           (row->definition == 0 || reach_node(attempt, function->definitions[row->definition - 1].node));
}

static gboolean take_flow_path(Attempt *attempt, guint32 flow_path)
{
    const HtolRowFlowPath *row = &attempt->function->flow_paths[flow_path];
    set_slot(attempt, attempt->function->terms[row->first_term].index);
    return see_flow(attempt, row->flow) && tour_path(attempt, row->path);
}

static gboolean operate(Attempt *attempt, const HtolHyper *label)
{
    const HtolRowOperation *row = &attempt->function->operations[label->site.index];
    return try_slots(attempt, label, row->slot, row->classes) &&
           (row->kind == HTOL_OPERATION_PARAMETER || reach_place(attempt, row->file, row->line, row->column));
}

static gboolean make_call(Attempt *attempt, guint32 call)
{
    const HtolRowCall *row = &attempt->function->calls[call];
    return suppose_terms(attempt, row->first_term, row->terms) &&
           reach_place(attempt, row->file, row->line, row->column);
}

/* Of a decision over the cap only single values have slots. */
static gboolean decide_label(Attempt *attempt, const HtolHyper *label)
{
    guint32 decision = label->site.index;
    const HtolRowDecision *row = &attempt->function->decisions[decision];
    if (row->ways > 0)
        return suppose_vectors(attempt, label, decision);
    return try_slots(attempt, label, row->slot, 2 * (1 + row->conditions)) && reach_decision(attempt, decision);
}

static gboolean suppose_label(Attempt *attempt, const HtolHyper *label)
{
    guint32 index = label->site.index;
    switch (label->site.kind) {
    case HTOL_SITE_BLOCK: return reach_block(attempt, index);
    case HTOL_SITE_DECISION: return decide_label(attempt, label);
    case HTOL_SITE_ARM: return take_arm(attempt, index);
    case HTOL_SITE_CALL: return make_call(attempt, index);
    case HTOL_SITE_PATH: return tour_path(attempt, index);
    case HTOL_SITE_FLOW: return see_flow(attempt, index);
    case HTOL_SITE_FLOW_PATH: return take_flow_path(attempt, index);
    case HTOL_SITE_OPERATION: return operate(attempt, label);
    case HTOL_SITE_CHANGE: return FALSE;
    }
    g_assert_not_reached();
}

/* ---- hyperlabels ---- */

/* Whether all of it is about one decision, without a choice: then it is asked about as a whole. */
static gboolean is_of_decision(const HtolHyper *hyper, guint32 *decision, gboolean *found)
{
    switch (hyper->kind) {
    case HTOL_HYPER_LABEL: {
        gboolean same = hyper->site.kind == HTOL_SITE_DECISION && (!*found || *decision == hyper->site.index);
        *decision = hyper->site.index;
        *found = TRUE;
        return same;
    }
    case HTOL_HYPER_GUARD: return is_of_decision(hyper->left, decision, found);
    case HTOL_HYPER_AND:
        return is_of_decision(hyper->left, decision, found) && is_of_decision(hyper->right, decision, found);
    default: return FALSE;
    }
}

/* What was supposed in vain is taken back. */
static gboolean suppose_either(Attempt *attempt, const HtolHyper *hyper)
{
    guint n_added = attempt->added->len, n_turns = attempt->turns->len;
    if (suppose_hyper(attempt, hyper->left))
        return TRUE;
    for (guint i = n_added; i < attempt->added->len; i++)
        attempt->slots[g_array_index(attempt->added, guint32, i)] = 0;
    g_array_set_size(attempt->added, n_added);
    g_array_set_size(attempt->turns, n_turns);
    memset(attempt->entered, 0, attempt->function->n_blocks);
    return suppose_hyper(attempt, hyper->right);
}

static gboolean suppose_parts(Attempt *attempt, const HtolHyper *hyper)
{
    switch (hyper->kind) {
    case HTOL_HYPER_LABEL: return suppose_label(attempt, hyper);
    case HTOL_HYPER_GUARD: return suppose_hyper(attempt, hyper->left);
    case HTOL_HYPER_AND: return suppose_hyper(attempt, hyper->left) && suppose_hyper(attempt, hyper->right);
    case HTOL_HYPER_OR: return suppose_either(attempt, hyper);
    default: return FALSE;
    }
}

static gboolean suppose_hyper(Attempt *attempt, const HtolHyper *hyper)
{
    guint32 decision = 0;
    gboolean found = FALSE;
    if (htol_covered(hyper, attempt->suppose->observed))
        return TRUE;
    if (hyper->kind != HTOL_HYPER_LABEL && is_of_decision(hyper, &decision, &found))
        return suppose_vectors(attempt, hyper, decision);
    return suppose_parts(attempt, hyper);
}

/* ---- the whole ---- */

HtolSuppose *htol_suppose_new(HtolArena *arena, const HtolRecorded *recorded, HtolObserved *observed,
                              HtolMissing *missing)
{
    HtolSuppose *suppose = htol_arena_new0(arena, HtolSuppose, 1);
    *suppose = (HtolSuppose){arena, recorded, observed, missing};
    return suppose;
}

static int compare_slots(gconstpointer left, gconstpointer right)
{
    guint32 one = *(const guint32 *)left, other = *(const guint32 *)right;
    return (one > other) - (one < other);
}

static void keep_attempt(const Attempt *attempt, HtolArena *arena)
{
    HtolSupposition *made = attempt->made;
    g_array_sort(attempt->added, compare_slots);
    made->n_slots = attempt->added->len;
    made->slots = htol_arena_memdup(arena, attempt->added->data, made->n_slots * sizeof(guint32));
    made->n_turns = attempt->turns->len;
    HtolTurn *turns = htol_arena_new0(arena, HtolTurn, made->n_turns);
    for (guint32 i = 0; i < made->n_turns; i++)
        turns[i] = g_array_index(attempt->turns, HtolTurn, made->n_turns - 1 - i);
    made->turns = turns;
}

/* The entry is reached whenever anything is recorded of the function: its slot is the first. */
gboolean htol_suppose(HtolSuppose *suppose, const HtolObjective *objective, HtolSupposition *supposition)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    g_autoptr(GArray) added = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_autoptr(GArray) turns = g_array_new(FALSE, FALSE, sizeof(HtolTurn));
    const HtolFunction *function = suppose->recorded->function;
    *supposition = (HtolSupposition){.environments = 1};
    Attempt attempt = {.suppose = suppose,
                       .function = function,
                       .arena = scratch,
                       .slots = htol_arena_memdup(scratch, suppose->recorded->slots, function->row.slots),
                       .added = added,
                       .turns = turns,
                       .entered = htol_arena_new0(scratch, guint8, function->n_blocks),
                       .made = supposition};
    if (objective->user || !suppose_hyper(&attempt, objective->hyper))
        return FALSE;
    set_slot(&attempt, 0);
    if (!supposition->is_near)
        reach_block(&attempt, 0);
    if (!htol_covered(objective->hyper, observe_trial(&attempt)))
        return FALSE;
    keep_attempt(&attempt, suppose->arena);
    return TRUE;
}

HtolObserved *htol_supposed(HtolArena *arena, const HtolSuppose *suppose, const HtolSupposition *supposition)
{
    return htol_observed_with(arena, suppose->observed, supposition->slots, supposition->n_slots);
}
