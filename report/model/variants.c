/* Pairs the slots of two builds of one function; see variants.h. */
#include "report/model/variants.h"

#include <string.h>

gboolean report_records_less(const HtolFunction *part, const HtolFunction *whole)
{
    guint32 more = part->row.recorded & ~whole->row.recorded;
    return part->row.recorded != whole->row.recorded && (more & ~(guint32)HTOL_RECORDS_CALLS) == 0;
}

/* Both functions, and what was paired so far. */
typedef struct {
    const HtolFunction *part, *whole;
    guint32 *slots, *sources, *blocks;
} Pairing;

static void pair_slots(const Pairing *pairing, guint32 slot, guint32 other, guint32 n)
{
    for (guint32 i = 0; i < n; i++)
        if (slot + i < pairing->part->row.slots && other + i < pairing->whole->row.slots)
            pairing->slots[slot + i] = 1 + other + i;
}

/* Sources as rows name them: 1 + the source, 0 for none. */
static void pair_sources(const Pairing *pairing, guint32 source, guint32 other)
{
    if (source > 0 && other > 0 && source <= pairing->part->row.sources && other <= pairing->whole->row.sources)
        pairing->sources[source - 1] = other;
}

/* ---- blocks ---- */

static gboolean are_same_terms(const HtolFunction *part, guint32 first, const HtolFunction *whole, guint32 other,
                               guint32 n)
{
    for (guint32 i = 0; i < n; i++) {
        const HtolRowTerm *one = &part->terms[first + i], *two = &whole->terms[other + i];
        if (one->kind != two->kind || (one->kind != HTOL_TERM_SLOT && one->index != two->index))
            return FALSE;
    }
    return TRUE;
}

static gboolean are_same_blocks(const HtolFunction *part, const HtolFunction *whole)
{
    for (guint32 i = 0; i < part->n_blocks; i++)
        if (part->blocks[i].line != whole->blocks[i].line || part->blocks[i].column != whole->blocks[i].column)
            return FALSE;
    return TRUE;
}

static void pair_terms(const Pairing *pairing, guint32 first, guint32 other, guint32 n)
{
    gboolean same = are_same_terms(pairing->part, first, pairing->whole, other, n);
    for (guint32 i = 0; same && i < n; i++)
        if (pairing->part->terms[first + i].kind == HTOL_TERM_SLOT)
            pair_slots(pairing, pairing->part->terms[first + i].index, pairing->whole->terms[other + i].index, 1);
}

static void pair_block(const Pairing *pairing, guint32 index)
{
    const HtolFunction *part = pairing->part, *whole = pairing->whole;
    const HtolRowBlock *one = &part->blocks[index], *other = &whole->blocks[index];
    if (one->terms == other->terms && are_same_terms(part, one->first_term, whole, other->first_term, one->terms))
        pair_terms(pairing, one->first_term, other->first_term, one->terms);
    else if (other->terms == 1 && whole->terms[other->first_term].kind == HTOL_TERM_SLOT)
        pairing->blocks[index] = 1 + whole->terms[other->first_term].index;
}

static void pair_blocks(const Pairing *pairing)
{
    for (guint32 i = 0; i < pairing->part->n_blocks; i++)
        pair_block(pairing, i);
}

/* ---- decisions and switches ---- */

static gboolean are_same_decisions(const HtolFunction *part, const HtolFunction *whole)
{
    for (guint32 i = 0; i < part->n_decisions; i++) {
        const HtolRowDecision *one = &part->decisions[i], *other = &whole->decisions[i];
        if (one->line != other->line || one->column != other->column || one->ways != other->ways ||
            one->conditions != other->conditions || one->semantics != other->semantics ||
            strcmp(one->text, other->text) != 0)
            return FALSE;
    }
    for (guint32 i = 0; i < part->n_conditions; i++)
        if (part->conditions[i].cut_slots != whole->conditions[i].cut_slots ||
            part->conditions[i].state != whole->conditions[i].state)
            return FALSE;
    return TRUE;
}

/* Of one over the cap: the outcome and each condition have a slot for false and for true. */
static guint32 slots_of(const HtolRowDecision *decision)
{
    return decision->ways > 0 ? decision->ways : 2 * (1 + decision->conditions);
}

static void pair_decisions(const Pairing *pairing)
{
    for (guint32 i = 0; i < pairing->part->n_decisions; i++) {
        const HtolRowDecision *one = &pairing->part->decisions[i], *other = &pairing->whole->decisions[i];
        pair_slots(pairing, one->slot, other->slot, slots_of(one));
        pair_sources(pairing, one->source, other->source);
    }
    for (guint32 i = 0; i < pairing->part->n_conditions; i++) {
        const HtolRowCondition *one = &pairing->part->conditions[i], *other = &pairing->whole->conditions[i];
        pair_slots(pairing, one->cut_slot, other->cut_slot, one->cut_slots);
    }
    for (guint32 i = 0; i < pairing->part->n_arms; i++)
        pair_slots(pairing, pairing->part->arms[i].slot, pairing->whole->arms[i].slot, 1);
}

/* ---- operations ---- */

static gboolean are_same_operations(const HtolRowOperation *one, const HtolRowOperation *other)
{
    return one->kind == other->kind && one->op == other->op && one->level == other->level && one->risk == other->risk &&
           one->line == other->line && one->column == other->column && one->end_line == other->end_line &&
           one->end_column == other->end_column && one->classes == other->classes && one->mutants == other->mutants &&
           strcmp(one->text, other->text) == 0;
}

static void pair_mutants(const Pairing *pairing, const HtolRowOperation *one, const HtolRowOperation *other)
{
    for (guint32 i = 0; i < one->mutants; i++) {
        const HtolRowMutant *mutant = &pairing->part->mutants[one->first_mutant + i],
                            *same = &pairing->whole->mutants[other->first_mutant + i];
        if (mutant->terms == same->terms)
            pair_terms(pairing, mutant->first_term, same->first_term, mutant->terms);
    }
}

/* Both have them in the order of the text; the whole has others between them. */
static void pair_operations(const Pairing *pairing)
{
    guint32 at = 0;
    for (guint32 i = 0; i < pairing->part->n_operations; i++) {
        const HtolRowOperation *one = &pairing->part->operations[i];
        guint32 next = at;
        while (next < pairing->whole->n_operations && !are_same_operations(one, &pairing->whole->operations[next]))
            next++;
        if (next == pairing->whole->n_operations)
            continue;
        pair_slots(pairing, one->slot, pairing->whole->operations[next].slot, one->classes);
        pair_mutants(pairing, one, &pairing->whole->operations[next]);
        at = next + 1;
    }
}

/* ---- calls ---- */

static void pair_calls(const Pairing *pairing)
{
    if (pairing->part->n_calls != pairing->whole->n_calls)
        return;
    for (guint32 i = 0; i < pairing->part->n_calls; i++) {
        const HtolRowCall *one = &pairing->part->calls[i], *other = &pairing->whole->calls[i];
        pair_sources(pairing, one->source, other->source);
        if (one->terms == other->terms)
            pair_terms(pairing, one->first_term, other->first_term, one->terms);
    }
}

/* ---- all ---- */

static gboolean are_alike(const HtolFunction *part, const HtolFunction *whole)
{
    return part->n_blocks == whole->n_blocks && part->n_decisions == whole->n_decisions &&
           part->n_conditions == whole->n_conditions && part->n_arms == whole->n_arms && are_same_blocks(part, whole) &&
           are_same_decisions(part, whole);
}

ReportTranslation report_translation(HtolArena *arena, const HtolFunction *part, const HtolFunction *whole)
{
    Pairing pairing = {part, whole, htol_arena_new0(arena, guint32, MAX(part->row.slots, 1)),
                       htol_arena_new0(arena, guint32, MAX(part->row.sources, 1)),
                       htol_arena_new0(arena, guint32, MAX(part->n_blocks, 1))};
    if (are_alike(part, whole)) {
        pair_blocks(&pairing);
        pair_decisions(&pairing);
        pair_operations(&pairing);
        pair_calls(&pairing);
    }
    return (ReportTranslation){pairing.slots, pairing.sources, pairing.blocks};
}
