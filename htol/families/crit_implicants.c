/* Criteria over the implicants of a decision and of its negation: IC, UTPC, CUTPNFP. Ammann and Offutt,
 * "Introduction to Software Testing", chapter 8. Which implicants there are is implicants.h's.
 *
 * Why the predicates below are exact is proved in CRITERIA.md, under UTPC and CUTPNFP. */
#include "htol/expand/expand.h"
#include "htol/expand/implicants.h"

/* With more implicants than this the criteria give up on a decision. A decision whose ways are recorded never has more,
 * since it has no more implicants than ways. */
enum { MOST_IMPLICANTS = 1024 };

/* A decision, and the implicants that a criterion asks about, as rows of implicants.h; those of d come first.
 */
typedef struct {
    HtolExpansion *expansion;
    guint32 decision;
    HtolEnvs implicants;
} Forms;

static const guint8 *implicant_at(const Forms *forms, guint index)
{
    return forms->implicants.values + (gsize)index * forms->implicants.columns;
}

static HtolEnvs rows_of(HtolArena *arena, const HtolImplicants *implicants, guint columns, const guint64 counts[2])
{
    guint8 *values = htol_arena_alloc(arena, (counts[FALSE] + counts[TRUE]) * columns), *row = values;
    for (guint n = 0; n < 2; n++)
        for (guint64 i = 0; i < counts[!n]; i++, row += columns)
            htol_implicants_row(implicants, !n, i, row);
    return (HtolEnvs){.rows = counts[FALSE] + counts[TRUE], .columns = columns, .values = values};
}

static void add_too_many(HtolExpansion *expansion, guint32 decision, guint64 count)
{
    const char *why = "it has 2^64 prime implicants, or more";
    if (count < G_MAXUINT64)
        why = htol_arena_printf(expansion->arena, "it has %" G_GUINT64_FORMAT " prime implicants, more than %d", count,
                                MOST_IMPLICANTS);
    htol_expand_unmeasured(expansion, decision, why);
}

typedef void (*AddFunc)(const Forms *forms);

/* `with_negation`: whether the criterion asks about the implicants of !d too. */
static void add_decision(HtolExpansion *expansion, guint32 decision, gboolean with_negation, AddFunc add)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolImplicants *implicants = htol_implicants_new(scratch, expansion->function, decision);
    if (!implicants) {
        htol_expand_unmeasured(expansion, decision, "its conditions are not joined by && and ||");
        return;
    }
    guint64 counts[] = {with_negation ? htol_implicants_count(implicants, FALSE) : 0,
                        htol_implicants_count(implicants, TRUE)};
    guint64 both = counts[TRUE] > G_MAXUINT64 - counts[FALSE] ? G_MAXUINT64 : counts[FALSE] + counts[TRUE];
    if (both > MOST_IMPLICANTS) {
        add_too_many(expansion, decision, both);
        return;
    }
    guint columns = 1 + expansion->function->decisions[decision].conditions;
    Forms forms = {expansion, decision, rows_of(scratch, implicants, columns, counts)};
    add(&forms);
}

static void for_decisions(HtolExpansion *expansion, gboolean with_negation, AddFunc add)
{
    for (guint32 i = expansion->first_decision; i < expansion->function->n_decisions; i++)
        if (!htol_expand_no_vectors(expansion, i))
            add_decision(expansion, i, with_negation, add);
}

/* Returns the predicate that the implicant holds: each of its conditions was evaluated to its value, and the decision
 * came to its end. */
static const HtolExpr *implicant_holds(const Forms *forms, guint index)
{
    const guint8 *row = implicant_at(forms, index);
    const HtolExpr *outcome = htol_literal(forms->expansion->arena, 0, row[0] == HTOL_TRUE);
    return htol_expand_row_holds(forms->expansion, forms->decision, row, outcome);
}

/* Returns the predicate that the implicant holds, and in some completion no other does: then its conditions are active.
 */
static const HtolExpr *holds_alone(const Forms *forms, guint index)
{
    guint32 conditions = forms->implicants.columns - 1;
    const guint8 *row = implicant_at(forms, index);
    const HtolExpr *alone = implicant_holds(forms, index);
    for (guint32 i = 1; i <= conditions; i++)
        if (row[i] != HTOL_UNKNOWN)
            alone = htol_and(forms->expansion->arena, alone, htol_active(forms->expansion->arena, i, conditions));
    return alone;
}

/* ---- single vectors ---- */

static void add_implicant(const Forms *forms, guint index, const HtolExpr *predicate)
{
    const guint8 *row = implicant_at(forms, index);
    HtolExpansion *expansion = forms->expansion;
    HtolObjective objective = htol_expand_at_decision(expansion, forms->decision);
    objective.hyper = htol_label(expansion->arena, objective.site, predicate);
    objective.value = row[0] == HTOL_TRUE;
    objective.text = htol_expand_row_text(expansion, forms->decision, row);
    objective.id = htol_arena_printf(expansion->arena, "d%u=%c:%s", forms->decision, "FT"[row[0]],
                                     htol_expand_row_id(expansion, forms->decision, row));
    htol_expand_add(expansion, objective);
}

static void add_implicants(const Forms *forms)
{
    for (guint i = 0; i < forms->implicants.rows; i++)
        add_implicant(forms, i, implicant_holds(forms, i));
}

static void add_unique_points(const Forms *forms)
{
    for (guint i = 0; i < forms->implicants.rows; i++)
        add_implicant(forms, i, holds_alone(forms, i));
}

void htol_crit_ic(HtolExpansion *expansion)
{
    for_decisions(expansion, TRUE, add_implicants);
}

void htol_crit_utpc(HtolExpansion *expansion)
{
    for_decisions(expansion, TRUE, add_unique_points);
}

/* ---- pairs ---- */

/* Adds the objective of the implicant's literal over `condition`; the pair's first vector is the unique true point. */
static void add_literal(const Forms *forms, guint32 condition, guint index, const HtolHyper *pair)
{
    const guint8 *row = implicant_at(forms, index);
    HtolExpansion *expansion = forms->expansion;
    HtolObjective objective = htol_expand_at_condition(expansion, forms->decision, condition);
    objective.hyper = pair;
    objective.text = htol_arena_printf(expansion->arena, "%s in %s", objective.text,
                                       htol_expand_row_text(expansion, forms->decision, row));
    objective.id =
        htol_arena_printf(expansion->arena, "%s:%s", objective.id, htol_expand_row_id(expansion, forms->decision, row));
    htol_expand_add(expansion, objective);
}

/* Returns the predicate that the decision is false, and the condition has the other value than `value`. */
static const HtolExpr *near_false(HtolArena *arena, guint32 condition, guint8 value)
{
    return htol_and(arena, htol_literal(arena, 0, FALSE), htol_literal(arena, condition, value != HTOL_TRUE));
}

static void add_literals(const Forms *forms, guint32 condition, const HtolExpr *const *alone)
{
    HtolExpansion *expansion = forms->expansion;
    HtolPairing pairing = {0};
    for (guint i = 0; i < forms->implicants.rows; i++) {
        guint8 value = implicant_at(forms, i)[condition];
        if (value == HTOL_UNKNOWN)
            continue;
        if (pairing.n_bindings == 0)
            pairing = htol_expand_pairing(expansion, forms->decision, condition, NULL);
        const HtolExpr *other = near_false(expansion->arena, condition, value);
        add_literal(forms, condition, i, htol_expand_pair(expansion, &pairing, alone[i], other));
    }
}

static void add_pairs(const Forms *forms)
{
    g_autofree const HtolExpr **alone = g_new(const HtolExpr *, forms->implicants.rows);
    for (guint i = 0; i < forms->implicants.rows; i++)
        alone[i] = holds_alone(forms, i);
    for (guint32 i = 1; i < forms->implicants.columns; i++)
        add_literals(forms, i, alone);
}

void htol_crit_cutpnfp(HtolExpansion *expansion)
{
    for_decisions(expansion, FALSE, add_pairs);
}
