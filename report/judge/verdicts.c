/* Applies verdicts; see verdicts.h. */
#include "report/judge/verdicts.h"

#include <string.h>

#include "htol/notes/trials.h"
#include "report/merge/impossible.h"
#include "report/merge/mutants.h"
#include "report/read/elsewhere.h"

/* ---- which hold ---- */

typedef struct {
    ReportModel *model;
    ReportFunction *function;
    const ReportMerged *merged;
    GHashTable *objectives;     /* their names: ReportObjective */
    ReportElsewhere *elsewhere; /* of the units' other functions */
} Applying;

static GHashTable *names_of(const ReportModel *model, const ReportObjectives *objectives)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < objectives->n; i++) {
        const HtolObjective *objective = objectives->list[i].objective;
        g_hash_table_insert(names, htol_objective_name(&model->selection, objective), &objectives->list[i]);
    }
    return names;
}

/* ---- what runs say ---- */

static gboolean is_judged(const ReportObjective *objective)
{
    return objective && (objective->status == REPORT_COVERED || objective->status == REPORT_UNCOVERED);
}

static gboolean is_covered(const ReportObjective *objective)
{
    return objective->status == REPORT_COVERED;
}

/* Of one other, or of a pair. */
typedef struct {
    const ReportObjective *one, *other; /* `other` is `one` if there are no two */
} Others;

static Others others_of(GHashTable *objectives, const HtolProof *proof)
{
    g_auto(GStrv) names = g_strsplit(proof->other, HTOL_PROOF_PAIR, 2);
    Others others = {NULL, NULL};
    if (!names[0])
        return others;
    others.one = g_hash_table_lookup(objectives, names[0]);
    others.other = names[1] ? g_hash_table_lookup(objectives, names[1]) : others.one;
    return others;
}

static gboolean disagrees(HtolProofKind kind, gboolean covered, gboolean other)
{
    switch (kind) {
    case HTOL_PROOF_INFEASIBLE:
    case HTOL_PROOF_UNUSED: return covered;
    case HTOL_PROOF_DUPLICATE: return covered != other;
    default: return other && !covered;
    }
}

static gboolean is_refuted(const HtolProof *proof, const ReportObjective *objective, Others others)
{
    gboolean other = others.one && (is_covered(others.one) || is_covered(others.other));
    return disagrees(proof->kind, is_covered(objective), other);
}

static void name_refuted(ReportModel *model, const ReportFunction *function, const HtolProof *proof)
{
    const char *kind = htol_proof_names[proof->kind];
    const char *words =
        htol_proof_needs_other(proof->kind)
            ? htol_arena_printf(model->arena, "%s %s: proved %s of %s%s%s, but a run tells them apart", function->id,
                                proof->objective, kind, proof->other, *proof->of ? " of " : "", proof->of)
            : htol_arena_printf(model->arena, "%s %s: proved %s, but covered", function->id, proof->objective, kind);
    g_ptr_array_add(model->refuted, (gpointer)words);
}

/* ---- applying ---- */

static ReportStatus status_of(HtolProofKind kind)
{
    static const ReportStatus statuses[HTOL_PROOFS] = {REPORT_INFEASIBLE, REPORT_DUPLICATE, REPORT_SUBSUMED,
                                                       REPORT_INFEASIBLE};
    return statuses[kind];
}

/* The other one is of another function: the two are compared in each unit by itself, because units that share the
 * function need not share that one. Where only some lines are asked about, the other one may lie elsewhere. */
static void apply_across(const Applying *at, ReportObjective *objective, const HtolProof *proof)
{
    if (at->model->diff)
        return;
    for (guint i = 0; i < at->merged->n_holders; i++) {
        const ReportHolder *holder = &at->merged->holders[i];
        const char *function = holder->function->row.name;
        ReportThere own = report_elsewhere_status(at->elsewhere, holder->unit, function, proof->objective),
                    other = report_elsewhere_status(at->elsewhere, holder->unit, proof->of, proof->other);
        if (own == REPORT_THERE_IS_NONE || other == REPORT_THERE_IS_NONE)
            return;
        if (!disagrees(proof->kind, own == REPORT_THERE_COVERED, other == REPORT_THERE_COVERED))
            continue;
        name_refuted(at->model, at->function, proof);
        return;
    }
    objective->proof = proof;
}

static void apply(const Applying *at, const HtolProof *proof)
{
    ReportObjective *objective = g_hash_table_lookup(at->objectives, proof->objective);
    if (*proof->of) {
        if (is_judged(objective) && !objective->proof)
            apply_across(at, objective, proof);
        return;
    }
    Others others = others_of(at->objectives, proof);
    if (!is_judged(objective) || objective->proof ||
        (htol_proof_needs_other(proof->kind) && !(is_judged(others.one) && is_judged(others.other))))
        return;
    if (is_refuted(proof, objective, others))
        name_refuted(at->model, at->function, proof);
    else
        objective->proof = proof;
}

/* ---- mutants of strong builds ---- */

/* Of a mutant with which no run can differ. */
static HtolProof *equivalent_proof(HtolArena *arena, const HtolProof *weak)
{
    HtolProof *proof = htol_arena_memdup(arena, weak, sizeof *proof);
    proof->why = htol_arena_printf(arena, "equivalent: %s", weak->why);
    return proof;
}

static const HtolProof *proof_of_mutant(const Applying *at, const ReportMutant *mutant)
{
    const HtolProof *strong = report_impossible(at->merged, htol_change_name(at->model->functions, mutant->digest));
    return strong ? strong : report_impossible(at->merged, mutant->infected.weak);
}

/* What is proved of a mutant holds for all that do the same. */
static const HtolProof *proof_of_same(const Applying *at, const ReportMutant *mutant)
{
    const HtolProof *proof = proof_of_mutant(at, mutant);
    for (const ReportMutant *other = mutant->same; !proof && other != mutant; other = other->same)
        proof = proof_of_mutant(at, other);
    return proof;
}

static void apply_to_mutant(const Applying *at, ReportObjective *objective)
{
    const HtolProof *found = proof_of_same(at, &at->function->mutants->list[objective->objective->site.index]);
    if (!found || objective->proof)
        return;
    HtolProof *proof = equivalent_proof(at->model->functions, found);
    if (is_covered(objective))
        name_refuted(at->model, at->function, proof);
    else
        objective->proof = proof;
}

/* An equivalent mutant differs in no run, so it is judged. */
static void apply_to_mutants(const Applying *at, const ReportObjectives *objectives)
{
    for (guint i = 0; at->function->mutants && i < objectives->n; i++) {
        ReportObjective *objective = &objectives->list[i];
        if (objective->objective->criterion == HTOL_CRIT_sm && is_judged(objective))
            apply_to_mutant(at, objective);
    }
}

/* Only now: whether others are covered had to be asked. */
static void show(ReportModel *model, const ReportObjectives *objectives)
{
    for (guint i = 0; i < objectives->n; i++) {
        ReportObjective *objective = &objectives->list[i];
        if (!objective->proof || is_covered(objective))
            continue;
        model->counts.unrecorded += objective->proof->unrecorded;
        objective->status = status_of(objective->proof->kind);
        objective->why = objective->proof->why;
    }
}

static const char *failure_of(const ReportMerged *merged)
{
    for (guint i = 0; i < merged->n_holders; i++)
        if (merged->holders[i].proved && *merged->holders[i].proved->failed)
            return merged->holders[i].proved->failed;
    return NULL;
}

gboolean report_verdicts_concern(const ReportMerged *merged)
{
    for (guint i = 0; i < merged->n_holders; i++)
        if (merged->holders[i].proved)
            return TRUE;
    return FALSE;
}

void report_verdicts_apply(ReportModel *model, ReportFunction *function, const ReportObjectives *objectives,
                           const ReportMerged *merged)
{
    const HtolProved *first = merged->n_holders > 0 ? merged->holders[0].proved : NULL;
    function->unpruned = failure_of(merged);
    if (!first || first->n_proofs == 0)
        return;
    g_autoptr(GHashTable) names = names_of(model, objectives);
    g_autoptr(ReportElsewhere) elsewhere = report_elsewhere_new(&model->expanded);
    Applying at = {model, function, merged, names, elsewhere};
    for (guint32 i = 0; i < first->n_proofs; i++)
        if (report_all_have(merged, &first->proofs[i]))
            apply(&at, &first->proofs[i]);
    apply_to_mutants(&at, objectives);
    show(model, objectives);
}
