/* Gives slots their formulas; see slots.h. */
#include "prune/objectives/slots.h"

#include "htol/files/operation.h"
#include "htol/judge/env.h"
#include "prune/encode/encode.h"
#include "prune/encode/mutate.h"

PruneSubject prune_subject(const AnnotSurveyed *surveyed, const GArray *unit, const PruneCallers *callers,
                           HtolArena *arena, PruneLogic *logic)
{
    return (PruneSubject){.arena = arena,
                          .logic = logic,
                          .text = surveyed->text,
                          .tree = surveyed->tree,
                          .function = surveyed->tree->functions[surveyed->index],
                          .cfg = surveyed->cfg,
                          .rows = surveyed->rows,
                          .unit = unit,
                          .callers = callers};
}

/* ---- what is asked of the pass ---- */

static void watch_node(const PruneSubject *subject, PruneSlots *slots, gconstpointer node)
{
    if (node && !g_hash_table_contains(slots->moments, node))
        g_hash_table_insert(slots->moments, (gpointer)node, htol_arena_new0(subject->arena, PruneMoment, 1));
}

static void watch_early(PruneSlots *slots, const AnnotDecision *decision)
{
    GArray *early = g_array_new(FALSE, TRUE, sizeof(PruneEarly));
    for (guint i = 0; i < decision->row.conditions; i++) {
        PruneEarly one = {.expr = decision->conditions[i].expr};
        g_array_append_val(early, one);
    }
    g_hash_table_insert(slots->early, (gpointer)decision->expr, early);
}

static void watch_decisions(const PruneSubject *subject, PruneSlots *slots)
{
    for (guint d = 0; d < subject->cfg->decisions->len; d++) {
        const AnnotDecision *decision = subject->cfg->decisions->pdata[d];
        if (decision->opaque)
            continue;
        watch_node(subject, slots, decision->expr);
        if (decision->early)
            watch_early(slots, decision);
        for (guint i = 0; i < decision->row.conditions && !decision->early; i++)
            watch_node(subject, slots, decision->conditions[i].expr);
    }
}

static void watch_all(const PruneSubject *subject, PruneSlots *slots)
{
    const AnnotCfg *cfg = subject->cfg;
    watch_node(subject, slots, subject->function->body);
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = cfg->blocks->pdata[i];
        watch_node(subject, slots, block->stmt);
        watch_node(subject, slots, block->expr);
    }
    for (guint i = 0; i < cfg->arms->len; i++)
        watch_node(subject, slots, ((const AnnotArm *)cfg->arms->pdata[i])->stmt);
    watch_decisions(subject, slots);
    for (guint i = 0; cfg->operations && i < cfg->operations->rows->len; i++)
        watch_node(subject, slots, prune_operation_site(&g_array_index(cfg->operations->rows, AnnotOperation, i)));
}

/* ---- moments ---- */

/* Returns the moment of `node`; NULL if the pass did not meet it exactly once. */
static const PruneMoment *moment_of(const PruneSlots *slots, gconstpointer node)
{
    const PruneMoment *moment = g_hash_table_lookup(slots->moments, node);
    return moment && moment->visits == 1 ? moment : NULL;
}

const PruneMoment *prune_decision(const PruneSlots *slots, guint32 decision)
{
    return moment_of(slots, ((const AnnotDecision *)slots->cfg->decisions->pdata[decision])->expr);
}

const PruneMoment *prune_condition(const PruneSlots *slots, guint32 decision, guint32 condition)
{
    const AnnotDecision *row = slots->cfg->decisions->pdata[decision];
    const GArray *early = g_hash_table_lookup(slots->early, row->expr);
    if (!early)
        return moment_of(slots, row->conditions[condition].expr);
    const PruneEarly *one = &g_array_index(early, PruneEarly, condition);
    return one->moment.visits == 1 ? &one->moment : NULL;
}

/* ---- decisions ---- */

/* Makes the truth that the moment came, with that truth. */
static PruneTerm had_truth(PruneLogic *logic, const PruneMoment *moment, gboolean truth)
{
    return prune_and(logic, moment->after, truth ? moment->truth : prune_not(logic, moment->truth));
}

/* Makes the truth that the environment `row` was met: the decision's value, then each condition's. NULL: one of them is
 * not known. */
static PruneTerm row_term(const PruneSlots *slots, PruneLogic *logic, guint32 decision, const guint8 *row)
{
    const AnnotDecision *of = slots->cfg->decisions->pdata[decision];
    PruneTerm term = logic->yes;
    for (guint32 i = 0; i < of->row.conditions; i++) {
        if (row[1 + i] == HTOL_UNKNOWN || of->rows[i].state != HTOL_CONDITION_LIVE)
            continue;
        const PruneMoment *moment = prune_condition(slots, decision, i);
        if (!moment)
            return NULL;
        term = prune_and(logic, term, had_truth(logic, moment, row[1 + i] == HTOL_TRUE));
    }
    const PruneMoment *whole = prune_decision(slots, decision);
    if (row[0] == HTOL_UNKNOWN)
        return term;
    return whole ? prune_and(logic, term, had_truth(logic, whole, row[0] == HTOL_TRUE)) : NULL;
}

/* Returns the environment of the decision that the slot alone says; NULL: it says none. */
static const guint8 *find_row(const PruneSubject *subject, const PruneSlots *slots, guint32 decision, guint32 slot)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    guint8 *set = htol_arena_alloc(scratch, slots->function->row.slots);
    set[slot] = 1;
    HtolObserved *observed = htol_observed_new(scratch, slots->function, set);
    HtolEnvs envs = htol_observed_at(observed, (HtolSite){HTOL_SITE_DECISION, decision});
    return envs.rows == 1 ? htol_arena_memdup(subject->arena, envs.values, envs.columns) : NULL;
}

/* Environments stay when another way is followed. */
static void find_slot(const PruneSubject *subject, PruneSlots *slots, guint32 decision, guint32 slot)
{
    if (!slots->rows[slot])
        slots->rows[slot] = find_row(subject, slots, decision, slot);
    if (slots->rows[slot])
        slots->terms[slot] = row_term(slots, subject->logic, decision, slots->rows[slot]);
}

static void find_range(const PruneSubject *subject, PruneSlots *slots, guint32 decision, guint32 first, guint32 count)
{
    for (guint32 slot = first; slot < first + count; slot++)
        find_slot(subject, slots, decision, slot);
}

static void find_decision(const PruneSubject *subject, PruneSlots *slots, guint32 index)
{
    const AnnotDecision *decision = slots->cfg->decisions->pdata[index];
    const HtolRowDecision *row = &decision->row;
    if (decision->opaque || row->root < HTOL_TARGET_CONDITION)
        return;
    find_range(subject, slots, index, row->slot, row->ways > 0 ? row->ways : 2 + 2 * row->conditions);
    for (guint32 i = 0; i < row->conditions; i++)
        find_range(subject, slots, index, decision->rows[i].cut_slot, decision->rows[i].cut_slots);
}

/* ---- blocks and arms ---- */

static const PruneMoment *block_moment(const PruneSlots *slots, const AnnotBlock *block)
{
    if (block->node == 0 && !block->stmt)
        return moment_of(slots, slots->body);
    return moment_of(slots, block->place == ANNOT_PLACE_COMMA ? (gconstpointer)block->expr : block->stmt);
}

const PruneMoment *prune_block(const PruneSlots *slots, guint32 row)
{
    for (guint i = 0; i < slots->cfg->blocks->len; i++) {
        const AnnotBlock *block = slots->cfg->blocks->pdata[i];
        if (block->listed && !block->lost && block->row == row)
            return block_moment(slots, block);
    }
    return NULL;
}

static PruneTerm block_term(const PruneSlots *slots, const AnnotBlock *block)
{
    const PruneMoment *moment = block_moment(slots, block);
    if (!moment || block->place == ANNOT_PLACE_NONE)
        return NULL;
    return block->place == ANNOT_PLACE_LABEL ? moment->inside : moment->before;
}

static void find_blocks(PruneSlots *slots)
{
    for (guint i = 0; i < slots->cfg->blocks->len; i++) {
        const AnnotBlock *block = slots->cfg->blocks->pdata[i];
        if (block->own)
            slots->terms[block->slot] = block_term(slots, block);
    }
}

static void find_arms(PruneSlots *slots)
{
    for (guint i = 0; i < slots->cfg->arms->len; i++) {
        const AnnotArm *arm = slots->cfg->arms->pdata[i];
        const PruneMoment *moment = moment_of(slots, arm->stmt);
        if (moment)
            slots->terms[arm->slot] = moment->arm;
    }
}

/* ---- operations ---- */

const PruneMoment *prune_operation(const PruneSlots *slots, guint32 row)
{
    const AnnotExpr *site = prune_operation_site(&g_array_index(slots->cfg->operations->rows, AnnotOperation, row));
    return site ? moment_of(slots, site) : NULL;
}

static void find_operation(const PruneSubject *subject, PruneSlots *slots, guint32 row)
{
    const AnnotOperation *operation = &g_array_index(slots->cfg->operations->rows, AnnotOperation, row);
    const PruneMoment *moment = prune_operation(slots, row);
    PruneTerm classes[PRUNE_MOST_CLASSES];
    if (!moment)
        return;
    prune_operation_classes(subject->logic, operation, moment, classes);
    for (guint k = 0; k < operation->classes; k++)
        slots->terms[operation->slot + k] = classes[k];
}

static void find_operations(const PruneSubject *subject, PruneSlots *slots)
{
    const AnnotOperations *operations = slots->cfg->operations;
    for (guint i = 0; operations && i < operations->rows->len; i++)
        find_operation(subject, slots, i);
}

/* ---- all ---- */

static void free_early(gpointer early)
{
    g_array_unref(early);
}

static void begin_slots(const PruneSubject *subject, const AnnotFlows *flows, PruneSlots *slots)
{
    *slots = (PruneSlots){.function = subject->rows, .cfg = subject->cfg, .body = subject->function->body};
    slots->moments = g_hash_table_new(NULL, NULL);
    slots->early = g_hash_table_new_full(NULL, NULL, NULL, free_early);
    slots->rows = htol_arena_new0(subject->arena, const guint8 *, subject->rows->row.slots);
    slots->terms = htol_arena_new0(subject->arena, PruneTerm, subject->rows->row.slots);
    slots->flows = prune_flows_new(subject->arena, subject->function, flows);
}

static PruneEncoding encoding_of(const PruneSubject *subject, const PruneSlots *slots)
{
    return (PruneEncoding){.arena = subject->arena,
                           .logic = subject->logic,
                           .text = subject->text,
                           .tree = subject->tree,
                           .function = subject->function,
                           .moments = slots->moments,
                           .early = slots->early,
                           .accesses = slots->flows.accesses,
                           .shadows = slots->flows.shadows,
                           .depth = subject->depth,
                           .library = subject->library,
                           .unrolled = subject->unrolled,
                           .context = subject->context};
}

/* Finds the formulas of all slots, after the pass. */
static void find_all(const PruneSubject *subject, PruneSlots *slots)
{
    for (guint32 i = 0; i < slots->cfg->decisions->len; i++)
        find_decision(subject, slots, i);
    find_blocks(slots);
    find_arms(slots);
    find_operations(subject, slots);
}

const char *prune_slots_find(const PruneSubject *subject, PruneSlots *slots)
{
    begin_slots(subject, subject->cfg->flows, slots);
    watch_all(subject, slots);
    PruneEncoding encoding = encoding_of(subject, slots);
    const char *why = prune_encode(&encoding);
    if (why)
        return why;
    find_all(subject, slots);
    prune_flows_find(subject->logic, &slots->flows, subject->cfg->flows, slots->terms);
    return NULL;
}

/* ---- of several functions ---- */

/* Begins the slots of functions that are joined: all share the tables that the pass fills. */
static void begin_joined(const PruneSubject *subjects, guint n, PruneSlots *slots)
{
    for (guint i = 0; i < n; i++) {
        begin_slots(&subjects[i], NULL, &slots[i]);
        if (i > 0) {
            g_hash_table_unref(slots[i].moments);
            g_hash_table_unref(slots[i].early);
            slots[i].moments = g_hash_table_ref(slots[0].moments);
            slots[i].early = g_hash_table_ref(slots[0].early);
        }
        watch_all(&subjects[i], &slots[i]);
    }
}

const char *prune_slots_find_joined(const PruneSubject *subjects, guint n, PruneSlots *slots)
{
    g_autoptr(GHashTable) joined = g_hash_table_new(NULL, NULL);
    begin_joined(subjects, n, slots);
    for (guint i = 1; i < n; i++)
        g_hash_table_insert(joined, (gpointer)subjects[i].function, GUINT_TO_POINTER(FALSE));
    PruneEncoding encoding = encoding_of(&subjects[0], &slots[0]);
    encoding.depth = 1;
    encoding.joined = joined;
    const char *why = prune_encode(&encoding);
    for (guint i = 0; i < n && !why; i++)
        if (i == 0 || g_hash_table_lookup(joined, subjects[i].function))
            find_all(&subjects[i], &slots[i]);
    return why;
}

/* ---- along a single way ---- */

/* Who asks, while a way is followed. */
typedef struct {
    const PruneSubject *subject;
    PruneSlots *slots;
    PruneMeet meet;
    gpointer data;
} Following;

static void meet(const Following *following, guint32 slot)
{
    PruneTerm term = following->slots->terms[slot];
    if (term && term != following->subject->logic->no)
        following->meet(following->data, slot, term);
    following->slots->terms[slot] = NULL;
}

static void meet_range(const Following *following, guint32 first, guint32 count)
{
    for (guint32 slot = first; slot < first + count; slot++)
        meet(following, slot);
}

/* Conditions that another visit does not evaluate have no moment then. */
static void meet_decision(const Following *following, guint32 index)
{
    PruneSlots *slots = following->slots;
    const AnnotDecision *decision = slots->cfg->decisions->pdata[index];
    const HtolRowDecision *row = &decision->row;
    if (decision->opaque || row->root < HTOL_TARGET_CONDITION)
        return;
    find_decision(following->subject, slots, index);
    meet_range(following, row->slot, row->ways > 0 ? row->ways : 2 + 2 * row->conditions);
    for (guint32 i = 0; i < row->conditions; i++) {
        PruneMoment *moment = g_hash_table_lookup(slots->moments, decision->conditions[i].expr);
        meet_range(following, decision->rows[i].cut_slot, decision->rows[i].cut_slots);
        if (moment && decision->conditions[i].expr != decision->expr)
            *moment = (PruneMoment){0};
    }
}

static void meet_structure(const Following *following, gconstpointer node)
{
    PruneSlots *slots = following->slots;
    for (guint i = 0; i < slots->cfg->blocks->len; i++) {
        const AnnotBlock *block = slots->cfg->blocks->pdata[i];
        gboolean is_body = block->node == 0 && !block->stmt && node == slots->body;
        if (!block->own || block->behind || !(is_body || block->stmt == node || block->expr == node))
            continue; /* of some the store stands where only some ways come from */
        slots->terms[block->slot] = block_term(slots, block);
        meet(following, block->slot);
    }
    for (guint i = 0; i < slots->cfg->arms->len; i++) {
        const AnnotArm *arm = slots->cfg->arms->pdata[i];
        const PruneMoment *moment = arm->stmt == node ? moment_of(slots, node) : NULL;
        if (!moment)
            continue;
        slots->terms[arm->slot] = moment->arm;
        meet(following, arm->slot);
    }
}

static void meet_operation(const Following *following, guint32 index)
{
    const HtolFunction *rows = following->slots->function;
    const HtolRowOperation *row = &rows->operations[index];
    find_operation(following->subject, following->slots, index);
    for (guint32 k = 0; k < row->classes; k++) {
        if (htol_class_is_set(rows, row, k))
            meet(following, row->slot + k);
        else
            following->slots->terms[row->slot + k] = NULL;
    }
}

static void visit(gpointer data, gconstpointer node)
{
    const Following *following = data;
    const AnnotCfg *cfg = following->slots->cfg;
    meet_structure(following, node);
    for (guint32 i = 0; i < cfg->decisions->len; i++)
        if (((const AnnotDecision *)cfg->decisions->pdata[i])->expr == node)
            meet_decision(following, i);
    for (guint32 i = 0; cfg->operations && i < cfg->operations->rows->len; i++) {
        const AnnotOperation *operation = &g_array_index(cfg->operations->rows, AnnotOperation, i);
        if (prune_operation_site(operation) == node)
            meet_operation(following, i);
    }
}

void prune_slots_begin(const PruneSubject *subject, PruneSlots *slots)
{
    begin_slots(subject, NULL, slots);
    watch_all(subject, slots);
}

const char *prune_slots_follow(const PruneSubject *subject, PruneSlots *slots, HtolArena *arena, PruneMeet meet_,
                               gpointer data)
{
    Following following = {subject, slots, meet_, data};
    PruneEncoding encoding = encoding_of(subject, slots);
    encoding.arena = arena;
    encoding.accesses = encoding.shadows = NULL;
    encoding.visit = visit;
    encoding.visitor = &following;
    return prune_encode_way(&encoding);
}

void prune_slots_clear(PruneSlots *slots)
{
    g_hash_table_unref(slots->moments);
    g_hash_table_unref(slots->early);
    prune_flows_clear(&slots->flows);
}
