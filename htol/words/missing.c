/* Finds what would cover an uncovered objective, and words it; see missing.h. Verdicts are eval.h's. */
#include "htol/words/missing.h"

#include <stdlib.h>
#include <string.h>

#include "htol/graph/tour.h"
#include "htol/judge/eval.h"
#include "htol/words/missing_flow.h"
#include "htol/words/missing_operation.h"

enum {
    MOST_SHOWN = 6,  /* vectors that were seen, in the words */
    MOST_LABELS = 32 /* of an objective; pairs have two */
};

/* A way through a decision that was not seen, and how much it differs from the vectors that were. */
typedef struct {
    guint index; /* of the ways */
    guint distance;
} Candidate;

/* What is known of a decision. */
typedef struct {
    gboolean known;
    gboolean evaluated;
    HtolEnvs seen, ways; /* over the cap: only vectors were seen, and ways are none, for nobody can look at all */
    guint n_candidates;
    Candidate *candidates; /* the nearest first */
    guint8 *what_if;       /* rows: room for two, then those seen */
} Decision;

struct HtolMissing {
    HtolArena *arena;
    const HtolFunction *function;
    HtolObserved *observed;
    HtolObserved *trial; /* what if these had been observed? */
    Decision *decisions;
    const guint8 *shared_lines; /* as htol_tour_lines wants it; NULL until it is asked for */
};

/* A candidate for which an objective has use, and which of its labels it covers, a bit each. */
typedef struct {
    const guint8 *vector;
    guint32 labels;
} Useful;

/* An objective: a conjunction of labels, under a guard or none. */
typedef struct {
    HtolMissing *missing;
    const HtolHyper *hyper;
    guint32 decision;
    const Decision *of;
    guint n_labels;
    const HtolHyper *labels[MOST_LABELS];
    guint32 seen;   /* labels that are covered, a bit each */
    GArray *useful; /* Useful, the nearest first */
    guint tries;
} Question;

HtolMissing *htol_missing_new(HtolArena *arena, const HtolFunction *function, HtolObserved *observed)
{
    HtolMissing *missing = htol_arena_new0(arena, HtolMissing, 1);
    missing->arena = arena;
    missing->function = function;
    missing->observed = observed;
    missing->trial = htol_possible_new(arena, function);
    missing->decisions = htol_arena_new0(arena, Decision, function->n_decisions);
    return missing;
}

/* ---- decisions ---- */

static const guint8 *row_of(HtolEnvs envs, guint index)
{
    return envs.values + (gsize)index * envs.columns;
}

/* 0 if the vectors are the same. Conditions that both evaluated weigh more than all that one of them did. */
static guint distance(const guint8 *one, const guint8 *other, guint32 conditions)
{
    guint changed = 0, skipped = 0;
    for (guint32 i = 1; i <= conditions; i++) {
        gboolean both = one[i] != HTOL_UNKNOWN && other[i] != HTOL_UNKNOWN;
        changed += both && one[i] != other[i];
        skipped += !both && one[i] != other[i];
    }
    return changed * (conditions + 1) + skipped;
}

/* From the nearest vector; of none all are as far away. */
static guint distance_from_seen(HtolEnvs seen, const guint8 *way, guint32 conditions)
{
    guint least = G_MAXUINT;
    for (guint i = 0; i < seen.rows && least > 0; i++)
        if (row_of(seen, i)[0] != HTOL_UNKNOWN)
            least = MIN(least, distance(row_of(seen, i), way, conditions));
    return least;
}

static int compare_candidates(const void *left, const void *right)
{
    const Candidate *one = left, *other = right;
    if (one->distance != other->distance)
        return one->distance < other->distance ? -1 : 1;
    return one->index < other->index ? -1 : 1;
}

/* Ways that were cut short are none of them. */
static void find_candidates(HtolArena *arena, Decision *decision, guint32 conditions)
{
    decision->candidates = htol_arena_new0(arena, Candidate, decision->ways.rows);
    for (guint i = 0; i < decision->ways.rows; i++) {
        const guint8 *way = row_of(decision->ways, i);
        Candidate candidate = {i, distance_from_seen(decision->seen, way, conditions)};
        if (way[0] != HTOL_UNKNOWN && candidate.distance > 0)
            decision->candidates[decision->n_candidates++] = candidate;
    }
    qsort(decision->candidates, decision->n_candidates, sizeof(Candidate), compare_candidates);
}

/* How many rows, from the first on, are vectors, not single values. */
static guint count_vectors(HtolEnvs seen, guint32 root)
{
    guint count = 0;
    while (count < seen.rows && row_of(seen, count)[0] != HTOL_UNKNOWN &&
           row_of(seen, count)[1 + root - HTOL_TARGET_CONDITION] != HTOL_UNKNOWN)
        count++;
    return count;
}

static const Decision *decision_of(HtolMissing *missing, guint32 index)
{
    Decision *decision = &missing->decisions[index];
    const HtolRowDecision *row = &missing->function->decisions[index];
    HtolSite site = {HTOL_SITE_DECISION, index};
    if (decision->known)
        return decision;
    decision->known = TRUE;
    HtolEnvs seen = htol_observed_at(missing->observed, site);
    decision->seen = htol_envs_told(missing->arena, row, seen);
    decision->evaluated = decision->seen.rows > 0;
    if (row->ways == 0) {
        decision->seen.rows = count_vectors(decision->seen, row->root);
        return decision;
    }
    decision->ways = htol_observed_at(missing->trial, site);
    find_candidates(missing->arena, decision, row->conditions);
    gsize columns = decision->seen.columns, size = decision->seen.rows * columns;
    decision->what_if = htol_arena_alloc(missing->arena, size + 2 * columns);
    memcpy(decision->what_if + 2 * columns, decision->seen.values, size);
    return decision;
}

gboolean htol_missing_nearest(HtolMissing *missing, guint32 decision, const guint8 *vector, guint *row)
{
    HtolEnvs seen = decision_of(missing, decision)->seen;
    guint32 conditions = missing->function->decisions[decision].conditions;
    gboolean found = FALSE;
    for (guint i = 0; i < seen.rows; i++) {
        if (row_of(seen, i)[0] == HTOL_UNKNOWN)
            continue;
        if (!found || distance(row_of(seen, i), vector, conditions) < distance(row_of(seen, *row), vector, conditions))
            *row = i;
        found = TRUE;
    }
    return found;
}

/* ---- questions ---- */

static void add_labels(const HtolHyper *hyper, Question *question)
{
    g_assert(hyper->kind != HTOL_HYPER_OR && question->n_labels < MOST_LABELS);
    if (hyper->kind == HTOL_HYPER_LABEL)
        question->labels[question->n_labels++] = hyper;
    if (hyper->left)
        add_labels(hyper->left, question);
    if (hyper->right)
        add_labels(hyper->right, question);
}

/* Whether the hyperlabel were covered if `first` (NULL: none) and `second` had been seen, and of the vectors
 * that were seen the first `n_seen`, and nothing else. */
static gboolean would_cover(const Question *question, const HtolHyper *hyper, const guint8 *first, const guint8 *second,
                            guint n_seen)
{
    gsize columns = question->of->seen.columns;
    guint8 *rows = question->of->what_if + (first ? 0 : columns);
    memcpy(question->of->what_if + columns, second, columns);
    if (first)
        memcpy(rows, first, columns);
    htol_observed_set(question->missing->trial, question->decision,
                      (HtolEnvs){.rows = (first ? 2 : 1) + n_seen, .columns = columns, .values = rows});
    return htol_covered(hyper, question->missing->trial);
}

static guint32 labels_of(const Question *question, const guint8 *vector)
{
    guint32 labels = 0;
    for (guint i = 0; i < question->n_labels; i++)
        labels |= would_cover(question, question->labels[i], NULL, vector, 0) ? 1u << i : 0;
    return labels;
}

static void find_useful(Question *question)
{
    for (guint i = 0; i < question->of->n_candidates; i++) {
        const guint8 *vector = row_of(question->of->ways, question->of->candidates[i].index);
        Useful useful = {vector, labels_of(question, vector)};
        if (useful.labels)
            g_array_append_val(question->useful, useful);
    }
}

static gboolean is_all(const Question *question, guint32 labels)
{
    return labels == (1ull << question->n_labels) - 1;
}

/* The nearest vector seen that makes a pair with the new one; NULL if it needs none. */
static const guint8 *partner_of(const Question *question, const guint8 *vector)
{
    HtolEnvs seen = question->of->seen;
    guint32 conditions = question->missing->function->decisions[question->decision].conditions;
    const guint8 *best = NULL;
    if (would_cover(question, question->hyper, NULL, vector, 0))
        return NULL;
    for (guint i = 0; i < seen.rows; i++) {
        const guint8 *row = row_of(seen, i);
        gboolean nearer = !best || distance(row, vector, conditions) < distance(best, vector, conditions);
        if (nearer && would_cover(question, question->hyper, row, vector, 0))
            best = row;
    }
    return best;
}

static gboolean find_one(Question *question, HtolMissingVectors *found)
{
    for (guint i = 0; i < question->useful->len && question->tries < HTOL_MISSING_TRIES; i++) {
        const Useful *one = &g_array_index(question->useful, Useful, i);
        if (!is_all(question, one->labels | question->seen))
            continue;
        question->tries++;
        if (!would_cover(question, question->hyper, NULL, one->vector, question->of->seen.rows))
            continue;
        *found = (HtolMissingVectors){1, {one->vector}, partner_of(question, one->vector)};
        return TRUE;
    }
    return FALSE;
}

static gboolean find_second(Question *question, const Useful *first, HtolMissingVectors *found)
{
    for (guint i = 0; i < question->useful->len && question->tries < HTOL_MISSING_TRIES; i++) {
        const Useful *second = &g_array_index(question->useful, Useful, i);
        if (!is_all(question, first->labels | second->labels))
            continue;
        question->tries++;
        if (!would_cover(question, question->hyper, first->vector, second->vector, 0))
            continue;
        *found = (HtolMissingVectors){2, {first->vector, second->vector}, NULL};
        return TRUE;
    }
    return FALSE;
}

static void find_vectors(Question *question, HtolMissingVectors *found)
{
    *found = (HtolMissingVectors){0};
    if (find_one(question, found))
        return;
    for (guint i = 0; i < question->useful->len; i++)
        if (find_second(question, &g_array_index(question->useful, Useful, i), found))
            return;
}

static void ask_objective(HtolMissing *missing, const HtolObjective *objective, Question *question)
{
    *question = (Question){.missing = missing,
                           .hyper = objective->hyper,
                           .decision = objective->site.index,
                           .of = decision_of(missing, objective->site.index)};
    question->useful = g_array_new(FALSE, FALSE, sizeof(Useful));
    add_labels(question->hyper, question);
    for (guint i = 0; i < question->n_labels; i++)
        question->seen |= htol_covered(question->labels[i], missing->observed) ? 1u << i : 0;
}

HtolMissingVectors htol_missing_vectors(HtolMissing *missing, const HtolObjective *objective)
{
    Question question;
    HtolMissingVectors found;
    ask_objective(missing, objective, &question);
    find_useful(&question);
    find_vectors(&question, &found);
    g_array_unref(question.useful);
    return found;
}

/* ---- words ---- */

/* What was never seen, by which labels were: bit 0 the first (of RACC and RICC the condition is true there),
 * bit 1 the second. $c is the condition, or the decision; $v its value; $o the outcome. */
static const char *const never[HTOL_CRITERIA][4] = {
    [HTOL_CRIT_bc] = {"$c was never $v"},
    [HTOL_CRIT_dc] = {"$c was never $v"},
    [HTOL_CRIT_cc] = {"$c was never $v"},
    [HTOL_CRIT_dcc] = {"$c was never $v"},
    [HTOL_CRIT_gacc] = {"$c was never seen to decide the outcome while $v"},
    [HTOL_CRIT_cacc] = {"$c was never seen to decide the outcome",
                        "$c was never seen to decide the outcome while false",
                        "$c was never seen to decide the outcome while true"},
    [HTOL_CRIT_racc] = {"$c was never seen to decide the outcome",
                        "$c was never seen to decide the outcome while false",
                        "$c was never seen to decide the outcome while true",
                        "$c was never seen to decide the outcome, true and false, with the others the same"},
    [HTOL_CRIT_gicc] = {"$c was never seen to make no difference while $v, the decision being $o"},
    [HTOL_CRIT_ricc] = {"$c was never seen to make no difference, the decision being $o",
                        "$c was never seen to make no difference while false, the decision being $o",
                        "$c was never seen to make no difference while true, the decision being $o",
                        "$c was never seen to make no difference, true and false, with the others the same, the "
                        "decision being $o"},
    [HTOL_CRIT_ic] = {"the implicant was never seen"},
    [HTOL_CRIT_utpc] = {"the implicant was never seen alone"},
    [HTOL_CRIT_cutpnfp] = {"the implicant was never seen alone, nor the decision false with the other value of $c",
                           "the decision was never seen false with the other value of $c",
                           "the implicant was never seen alone",
                           "the implicant alone, and the decision false with the other value of $c, were never seen "
                           "with the others the same"},
    [HTOL_CRIT_ncc] = {"these values were never seen together"},
    [HTOL_CRIT_mcc] = {"this way was never taken"},
};

static void append_condition(const HtolMissing *missing, const HtolObjective *objective, GString *out)
{
    const HtolRowDecision *decision = &missing->function->decisions[objective->site.index];
    const HtolRowCondition *conditions = missing->function->conditions + decision->first_condition;
    if (objective->condition == 0)
        g_string_append(out, "the decision");
    else
        g_string_append_printf(out, "`%s` (condition %u)", conditions[objective->condition - 1].text,
                               objective->condition);
}

static void append_placeholder(char letter, const HtolMissing *missing, const HtolObjective *objective, GString *out)
{
    switch (letter) {
    case 'c': append_condition(missing, objective, out); break;
    case 'v': g_string_append(out, objective->value ? "true" : "false"); break;
    case 'o': g_string_append(out, objective->outcome ? "true" : "false"); break;
    default: g_assert_not_reached();
    }
}

static void append_never(const Question *question, const HtolObjective *objective, GString *out)
{
    g_assert(question->n_labels <= 2);
    const char *words = never[objective->criterion][question->seen];
    for (const char *at = words ? words : "it was never seen"; *at; at++)
        if (*at == '$')
            append_placeholder(*++at, question->missing, objective, out);
        else
            g_string_append_c(out, *at);
}

void htol_vector_append(const guint8 *vector, guint32 conditions, GString *out)
{
    static const char *const outcomes[] = {"false", "true", "no end"};
    for (guint32 i = 1; i <= conditions; i++)
        g_string_append_c(out, "FT-"[vector[i]]);
    g_string_append_printf(out, " -> %s", outcomes[vector[0]]);
}

static void append_vector(const HtolMissing *missing, guint32 decision, const guint8 *vector, GString *out)
{
    htol_vector_append(vector, missing->function->decisions[decision].conditions, out);
}

void htol_missing_seen_append(HtolMissing *missing, guint32 decision, GString *out)
{
    HtolEnvs seen = decision_of(missing, decision)->seen;
    for (guint i = 0; i < MIN(seen.rows, MOST_SHOWN); i++) {
        g_string_append(out, i == 0 ? "seen " : ", ");
        append_vector(missing, decision, row_of(seen, i), out);
    }
    if (seen.rows > MOST_SHOWN)
        g_string_append_printf(out, " and %u more", seen.rows - MOST_SHOWN);
}

void htol_missing_vectors_append(const HtolMissing *missing, guint32 decision, const HtolMissingVectors *vectors,
                                 GString *out)
{
    for (guint i = 0; i < vectors->n_new; i++) {
        g_string_append(out, i == 0 ? "" : " and ");
        append_vector(missing, decision, vectors->vectors[i], out);
    }
    if (vectors->partner) {
        g_string_append(out, " would complete the pair with ");
        append_vector(missing, decision, vectors->partner, out);
    } else if (vectors->n_new) {
        g_string_append(out, vectors->n_new == 1 ? " would cover it" : " together would cover it");
    }
}

static void append_words(Question *question, const HtolObjective *objective, GString *out)
{
    HtolMissingVectors vectors;
    append_never(question, objective, out);
    g_string_append(out, question->of->seen.rows > 0 ? ": " : "");
    htol_missing_seen_append(question->missing, question->decision, out);
    find_useful(question);
    find_vectors(question, &vectors);
    g_string_append(out, vectors.n_new ? "; " : "");
    htol_missing_vectors_append(question->missing, question->decision, &vectors, out);
}

/* The shortest path, of several the first, of a label or a disjunction of them. */
static guint32 shortest_path(const HtolMissing *missing, const HtolHyper *hyper)
{
    if (hyper->kind == HTOL_HYPER_LABEL)
        return hyper->site.index;
    guint32 n[2], paths[2] = {shortest_path(missing, hyper->left), shortest_path(missing, hyper->right)};
    for (guint i = 0; i < 2; i++)
        htol_tour_string(missing->arena, missing->function->states, missing->function->paths[paths[i]].state, &n[i]);
    return paths[n[1] < n[0]];
}

/* Of paths: that none was taken; and which lines to go through, if what the objective is about does not say it. */
static void append_paths(HtolMissing *missing, const HtolObjective *objective, GString *out)
{
    guint32 path = shortest_path(missing, objective->hyper);
    if (!missing->shared_lines)
        missing->shared_lines = htol_tour_shared_lines(missing->arena, missing->function);
    const char *lines = htol_tour_lines(missing->arena, missing->function, missing->shared_lines, path);
    g_string_append(out, "never in one call");
    if (strcmp(objective->text, lines) != 0)
        g_string_append_printf(out, "; %s would do", lines);
}

char *htol_missing_words(HtolMissing *missing, const HtolObjective *objective)
{
    GString *out = g_string_new(NULL);
    Question question;
    if (objective->site.kind == HTOL_SITE_FLOW || objective->site.kind == HTOL_SITE_FLOW_PATH)
        htol_missing_flow_append(missing->observed, objective, out);
    if (objective->site.kind == HTOL_SITE_OPERATION)
        htol_missing_operation_append(missing->observed, objective, out);
    if (objective->site.kind == HTOL_SITE_PATH)
        append_paths(missing, objective, out);
    if (objective->site.kind != HTOL_SITE_DECISION)
        return g_string_free(out, FALSE);
    if (objective->is_cut) {
        g_string_append_printf(out, "it was never %s", objective->value ? "true" : "false");
        return g_string_free(out, FALSE);
    }
    ask_objective(missing, objective, &question);
    if (!question.of->evaluated)
        g_string_append(out, "the decision was never evaluated");
    else
        append_words(&question, objective, out);
    g_array_unref(question.useful);
    return g_string_free(out, FALSE);
}
