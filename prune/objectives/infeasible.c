/* Finds what cannot be covered, and words for why; see infeasible.h. */
#include "prune/objectives/infeasible.h"

#include <string.h>

#include "htol/judge/eval.h"

const char *prune_objective_name(const PruneJudged *judged, const HtolObjective *objective)
{
    g_autofree char *name = htol_objective_name(judged->selection, objective);
    return htol_arena_strndup(judged->subject->arena, name, strlen(name));
}

/* ---- why ---- */

static gboolean is_impossible(const PruneJudged *judged, PruneTerm term)
{
    return prune_ask(judged->prover, term) == PRUNE_IMPOSSIBLE;
}

/* Makes the truth that both conditions were evaluated, and differed or, unless `differ`, did not. */
static PruneTerm both(PruneLogic *logic, const PruneMoment *one, const PruneMoment *other, gboolean differ)
{
    PruneTerm same = prune_equal(logic, one->truth, other->truth);
    return prune_and(logic, prune_and(logic, one->after, other->after), differ ? prune_not(logic, same) : same);
}

static const char *text_of(const PruneJudged *judged, guint32 decision, guint32 condition)
{
    const HtolFunction *rows = judged->subject->rows;
    return rows->conditions[rows->decisions[decision].first_condition + condition].text;
}

/* Returns words for what the condition never is: evaluated, true or false; NULL: it may be all of these. */
static const char *fixed(const PruneJudged *judged, guint32 decision, guint32 condition)
{
    PruneLogic *logic = judged->subject->logic;
    const PruneMoment *moment = prune_condition(judged->slots, decision, condition);
    const char *what = NULL;
    if (is_impossible(judged, moment->after))
        what = "evaluated";
    else if (is_impossible(judged, prune_and(logic, moment->after, moment->truth)))
        what = "true";
    else if (is_impossible(judged, prune_and(logic, moment->after, prune_not(logic, moment->truth))))
        what = "false";
    if (!what)
        return NULL;
    return htol_arena_printf(judged->subject->arena, "condition %u is never %s", condition + 1, what);
}

/* Returns words for the condition before that this one, or its negation, repeats; NULL: there is none. */
static const char *repeated(const PruneJudged *judged, guint32 decision, guint32 condition)
{
    PruneLogic *logic = judged->subject->logic;
    const PruneMoment *own = prune_condition(judged->slots, decision, condition);
    for (guint32 i = 0; i < condition; i++) {
        const PruneMoment *other = prune_condition(judged->slots, decision, i);
        if (!other)
            continue;
        gboolean repeats = is_impossible(judged, both(logic, own, other, TRUE));
        if (repeats || is_impossible(judged, both(logic, own, other, FALSE)))
            return htol_arena_printf(judged->subject->arena, "condition %u repeats condition %u%s (`%s`)",
                                     condition + 1, i + 1, repeats ? "" : " negated", text_of(judged, decision, i));
    }
    return NULL;
}

static void append_fact(const PruneJudged *judged, guint32 decision, guint32 condition, GString *words)
{
    if (!prune_condition(judged->slots, decision, condition))
        return;
    const char *fact = fixed(judged, decision, condition);
    if (!fact)
        fact = repeated(judged, decision, condition);
    if (fact)
        g_string_append_printf(words, "%s%s", words->len > 0 ? ", " : "", fact);
}

/* Returns words for what makes ways through a decision impossible. */
static const char *why_ways(const PruneJudged *judged, guint32 decision)
{
    const PruneMoment *moment = prune_decision(judged->slots, decision);
    if (moment && is_impossible(judged, moment->before))
        return "its decision is never reached";
    g_autoptr(GString) words = g_string_new(NULL);
    for (guint32 i = 0; i < judged->subject->rows->decisions[decision].conditions; i++)
        append_fact(judged, decision, i, words);
    if (words->len == 0)
        return "its conditions contradict each other, or what is known where they are evaluated";
    return htol_arena_strndup(judged->subject->arena, words->str, words->len);
}

static const char *why_operation(const PruneJudged *judged, guint32 operation)
{
    const PruneMoment *moment = prune_operation(judged->slots, operation);
    if (moment && is_impossible(judged, moment->before))
        return "it is never evaluated";
    return "the values that are needed never come here";
}

/* Returns words for why the objective is infeasible; those for a decision are made once, and kept in `of_decisions`. */
static const char *why_infeasible(const PruneJudged *judged, const HtolObjective *objective, const char **of_decisions)
{
    if (objective->site.kind == HTOL_SITE_ARM)
        return "its value is never switched on";
    if (objective->site.kind == HTOL_SITE_OPERATION)
        return why_operation(judged, objective->site.index);
    if (objective->site.kind == HTOL_SITE_FLOW)
        return "no way leads from the definition to the use, with nothing between that defines it";
    if (objective->site.kind != HTOL_SITE_DECISION)
        return "it is never reached";
    const char **words = &of_decisions[objective->site.index];
    if (!*words)
        *words = why_ways(judged, objective->site.index);
    return *words;
}

/* ---- which ---- */

static gboolean was_set(const PruneJudged *judged, guint32 slot)
{
    return judged->subject->recorded && judged->subject->recorded[0][slot];
}

/* Returns the formulas of slots that were not set, or of `all`, in the arena; NULL where a slot is not asked about. */
static PruneTerm *asked_of(const PruneJudged *judged, gboolean all)
{
    guint32 n = judged->subject->rows->row.slots;
    PruneTerm *terms = htol_arena_new0(judged->subject->arena, PruneTerm, MAX(n, 1));
    for (guint32 i = 0; i < n; i++)
        terms[i] = all || !was_set(judged, i) ? judged->slots->terms[i] : NULL;
    return terms;
}

static guint8 *feasible_slots(const PruneJudged *judged, const PruneTerm *terms, gboolean *all)
{
    guint32 n = judged->subject->rows->row.slots;
    g_autofree PruneAnswer *answers = g_new(PruneAnswer, MAX(n, 1));
    guint8 *slots = htol_arena_alloc(judged->subject->arena, MAX(n, 1));
    prune_ask_all(judged->prover, terms, n, answers);
    *all = TRUE;
    for (guint32 i = 0; i < n; i++) {
        slots[i] = answers[i] != PRUNE_IMPOSSIBLE;
        *all &= slots[i];
    }
    return slots;
}

/* Whether slots alone decide if the hyperlabel is covered; of what is recorded as tuples they have only single values.
 */
static gboolean is_of_slots(const PruneJudged *judged, const HtolHyper *hyper)
{
    const HtolFunction *rows = judged->subject->rows;
    switch (hyper->kind) {
    case HTOL_HYPER_GUARD: return is_of_slots(judged, hyper->left);
    case HTOL_HYPER_AND:
    case HTOL_HYPER_OR: return is_of_slots(judged, hyper->left) && is_of_slots(judged, hyper->right);
    case HTOL_HYPER_LABEL:
        if (hyper->site.kind == HTOL_SITE_CALL)
            return rows->calls[hyper->site.index].source == 0;
        return hyper->site.kind != HTOL_SITE_DECISION || rows->decisions[hyper->site.index].source == 0;
    default: return FALSE;
    }
}

static gboolean is_judged(const PruneJudged *judged, const HtolObjective *objective)
{
    return objective->hyper && !objective->unmeasured && !objective->user && is_of_slots(judged, objective->hyper);
}

gboolean prune_is_proved(const GArray *proofs, const char *function, const char *name)
{
    for (guint i = 0; i < proofs->len; i++) {
        const HtolProof *proof = &g_array_index(proofs, HtolProof, i);
        if (strcmp(proof->objective, name) == 0 && strcmp(proof->function, function) == 0)
            return TRUE;
    }
    return FALSE;
}

static void add_proof(const PruneJudged *judged, HtolProofKind kind, const HtolObjective *objective, const char *why,
                      GArray *proofs)
{
    const char *where = kind == HTOL_PROOF_UNUSED ? "in this program: " : "";
    HtolProof proof = {.kind = kind,
                       .objective = prune_objective_name(judged, objective),
                       .other = "",
                       .why = htol_arena_printf(judged->subject->arena, "%s%s", where, why),
                       .function = "",
                       .of = ""};
    if (!prune_is_proved(proofs, "", proof.objective))
        g_array_append_val(proofs, proof);
}

static void find_infeasible(const PruneJudged *judged, HtolProofKind kind, const PruneTerm *terms, GArray *proofs)
{
    HtolArena *arena = judged->subject->arena;
    const HtolFunction *rows = judged->subject->rows;
    gboolean all;
    guint8 *slots = feasible_slots(judged, terms, &all);
    if (all)
        return;
    HtolObserved *possible = htol_possible_new(arena, rows), *feasible = htol_possible_of(arena, rows, slots);
    const char **of_decisions = htol_arena_new0(arena, const char *, MAX(rows->n_decisions, 1));
    for (guint i = 0; i < judged->n_objectives; i++) {
        const HtolObjective *objective = &judged->objectives[i];
        if (!is_judged(judged, objective) || htol_covered(objective->hyper, feasible) ||
            !htol_covered(objective->hyper, possible))
            continue;
        add_proof(judged, kind, objective, why_infeasible(judged, objective, of_decisions), proofs);
    }
}

void prune_infeasible(const PruneJudged *judged, HtolProofKind kind, GArray *proofs)
{
    find_infeasible(judged, kind, asked_of(judged, FALSE), proofs);
}

void prune_infeasible_after_all(const PruneJudged *judged, HtolProofKind kind, GArray *proofs)
{
    if (judged->subject->recorded)
        find_infeasible(judged, kind, asked_of(judged, TRUE), proofs);
}
