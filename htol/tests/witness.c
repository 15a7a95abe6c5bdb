/* Searches the sets of tests that cover an objective; see witness.h. It lists no tests, and decides nothing.
 */
#include "htol/tests/witness.h"

#include <stdlib.h>
#include <string.h>

#include "htol/judge/eval.h"

/* An objective, and how to ask about it. */
typedef struct {
    const HtolHyper *hyper;
    HtolTestSets *sets;
    HtolObserved *observed;             /* of a criterion's */
    const HtolUserObjective *objective; /* of a user's */
} Question;

typedef struct {
    const Question *question;
    HtolArena *arena;
    guint n_sets;
    const HtolTestSet *sets; /* of the facts that matter: each once, ascending */
    guint8 *chosen;          /* which of them are asked about: flags */
    guint asked, most_asked;
    guint most_sets; /* of one choice */
    GArray *choices; /* HtolTogether, of 1 set or more */
    gboolean partial;
} Search;

/* What is chosen of a search, from the root of its tree. */
typedef struct Chosen {
    const struct Chosen *before;
    guint set, depth;
} Chosen;

/* Asking
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean is_covered(const Question *question, HtolKeeps keeps, gpointer data)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    if (question->objective)
        return htol_user_covered_where(question->objective, keeps, data);
    return htol_covered(question->hyper, htol_observed_by(arena, question->observed, keeps, data));
}

static int compare_sets(const void *one, const void *other)
{
    HtolTestSet left = *(const HtolTestSet *)one, right = *(const HtolTestSet *)other;
    return (left > right) - (left < right);
}

static gboolean is_chosen(HtolTestSet tests, gpointer data)
{
    const Search *search = data;
    if (search->n_sets == 0)
        return FALSE;
    const HtolTestSet *found = bsearch(&tests, search->sets, search->n_sets, sizeof *search->sets, compare_sets);
    return found && search->chosen[found - search->sets];
}

static gboolean ask_covered(Search *search)
{
    search->asked++;
    return is_covered(search->question, is_chosen, search);
}

typedef struct {
    const HtolTestSets *sets;
    HtolTestSet tests;
} Meeting;

static gboolean meets(HtolTestSet tests, gpointer data)
{
    const Meeting *meeting = data;
    return htol_test_set_meets(meeting->sets, tests, meeting->tests);
}

gboolean htol_covered_by(const HtolHyper *hyper, HtolObserved *observed, HtolTestSet tests)
{
    Meeting meeting = {htol_observed_tests(observed), tests};
    return is_covered(&(Question){.hyper = hyper, .observed = observed}, meets, &meeting);
}

gboolean htol_user_covered_by(HtolTestSets *sets, const HtolUserObjective *objective, HtolTestSet tests)
{
    Meeting meeting = {sets, tests};
    return is_covered(&(Question){.objective = objective}, meets, &meeting);
}

/* Choices
 * -----------------------------------------------------------------------------------------------------------
 */

/* How many labels one conjunction of the normal form has at most: so many facts say that it is covered. */
static guint count_members(const HtolHyper *hyper)
{
    switch (hyper->kind) {
    case HTOL_HYPER_GUARD: return count_members(hyper->left);
    case HTOL_HYPER_AND: return count_members(hyper->left) + count_members(hyper->right);
    case HTOL_HYPER_OR: return MAX(count_members(hyper->left), count_members(hyper->right));
    default: return 1;
    }
}

static void keep_choice(Search *search, const Chosen *chosen)
{
    guint n = chosen->depth;
    HtolTestSet *sets = htol_arena_new0(search->arena, HtolTestSet, n);
    for (; chosen; chosen = chosen->before)
        sets[chosen->depth - 1] = search->sets[chosen->set];
    const HtolTogether choice = {n, sets};
    g_array_append_val(search->choices, choice);
}

static gboolean may_ask(Search *search)
{
    search->partial |= search->asked >= search->most_asked;
    return !search->partial;
}

static void choose_all(Search *search, const guint *sets, guint n, gboolean chosen)
{
    for (guint i = 0; i < n; i++)
        search->chosen[sets[i]] = chosen;
}

/* Whether it is covered with all of these, too. */
static gboolean ask_with(Search *search, const guint *sets, guint n)
{
    choose_all(search, sets, n, TRUE);
    gboolean covered = ask_covered(search);
    choose_all(search, sets, n, FALSE);
    return covered;
}

/* Keeps the choices that add one of these sets; the other sets are left in `left`, how many is returned. */
static guint try_each(Search *search, const Chosen *before, const guint *sets, guint n, guint *left)
{
    guint n_left = 0;
    for (guint i = 0; i < n && may_ask(search); i++) {
        const Chosen chosen = {before, sets[i], before ? before->depth + 1 : 1};
        search->chosen[sets[i]] = TRUE;
        if (ask_covered(search))
            keep_choice(search, &chosen);
        else
            left[n_left++] = sets[i];
        search->chosen[sets[i]] = FALSE;
    }
    return n_left;
}

/* All choices that add some of these sets to what is chosen. Where all that follow would not do, fewer will
 * not. Among those of three sets or more some may have one too many. */
static void search_from(Search *search, const Chosen *before, const guint *sets, guint n)
{
    g_autofree guint *left = g_new(guint, n);
    guint depth = before ? before->depth : 0, n_left = try_each(search, before, sets, n, left);
    for (guint i = 0; depth + 1 < search->most_sets && i + 1 < n_left; i++) {
        if (!may_ask(search) || !ask_with(search, left + i, n_left - i))
            return;
        const Chosen chosen = {before, left[i], depth + 1};
        search->chosen[left[i]] = TRUE;
        search_from(search, &chosen, left + i + 1, n_left - i - 1);
        search->chosen[left[i]] = FALSE;
    }
}

/* How many of these sets must be added until it is covered, which it is with all of them. */
static guint count_enough(Search *search, const guint *sets, guint n)
{
    guint low = 0;
    while (low < n) {
        guint middle = low + (n - low) / 2;
        if (ask_with(search, sets, middle))
            n = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* One choice, by as many questions as its sets have logarithms: the last set that is needed, then the one
 * before. */
static void search_one(Search *search, const Chosen *before, const guint *sets, guint n)
{
    guint enough = count_enough(search, sets, n);
    if (enough == 0) {
        keep_choice(search, before);
        return;
    }
    const Chosen chosen = {before, sets[enough - 1], before ? before->depth + 1 : 1};
    search->chosen[sets[enough - 1]] = TRUE;
    search_one(search, &chosen, sets, enough - 1);
    search->chosen[sets[enough - 1]] = FALSE;
}

/* From choices to tests
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolTestSet in_all(HtolTestSets *sets, const HtolTogether *choice)
{
    HtolTestSet all = choice->sets[0];
    for (guint i = 1; i < choice->n; i++)
        all = htol_test_set_both(sets, all, choice->sets[i]);
    return all;
}

static HtolTestSet find_alone(const Search *search)
{
    HtolTestSet alone = HTOL_NO_TESTS;
    HtolTestSets *sets = search->question->sets;
    for (guint i = 0; i < search->choices->len; i++)
        alone = htol_test_set_either(sets, alone, in_all(sets, &g_array_index(search->choices, HtolTogether, i)));
    return alone;
}

/* Without the tests that do alone; FALSE if others do not. */
static gboolean without_alone(const Search *search, const HtolTogether *choice, HtolTestSet alone, HtolTogether *rest)
{
    HtolTestSet *sets = htol_arena_new0(search->arena, HtolTestSet, choice->n);
    *rest = (HtolTogether){choice->n, sets};
    for (guint i = 0; i < choice->n; i++)
        sets[i] = htol_test_set_without(search->question->sets, choice->sets[i], alone);
    for (guint i = 0; i < choice->n; i++)
        if (sets[i] == HTOL_NO_TESTS)
            return FALSE;
    qsort(sets, choice->n, sizeof *sets, compare_sets);
    return choice->n > 1;
}

static gboolean is_known(const GArray *together, const HtolTogether *choice)
{
    for (guint i = 0; i < together->len; i++) {
        const HtolTogether *known = &g_array_index(together, HtolTogether, i);
        if (known->n == choice->n && memcmp(known->sets, choice->sets, choice->n * sizeof *choice->sets) == 0)
            return TRUE;
    }
    return FALSE;
}

static void set_together(const Search *search, HtolWitnesses *witnesses)
{
    g_autoptr(GArray) together = g_array_new(FALSE, FALSE, sizeof(HtolTogether));
    for (guint i = 0; i < search->choices->len; i++) {
        HtolTogether rest;
        const HtolTogether *choice = &g_array_index(search->choices, HtolTogether, i);
        if (without_alone(search, choice, witnesses->alone, &rest) && !is_known(together, &rest))
            g_array_append_val(together, rest);
    }
    witnesses->n_together = together->len;
    witnesses->together = htol_arena_memdup(search->arena, together->data, together->len * sizeof(HtolTogether));
}

/* What is needed is in every choice, so in the first; and facts that it shares with others are not lost with
 * it. */
static HtolTestSet find_needed(Search *search, const guint *all)
{
    HtolTestSets *sets = search->question->sets;
    const HtolTogether *first = &g_array_index(search->choices, HtolTogether, 0);
    HtolTestSet needed = HTOL_NO_TESTS;
    for (guint i = 0; i < first->n; i++) {
        if (htol_test_set_size(sets, first->sets[i]) > 1)
            continue;
        choose_all(search, all, search->n_sets, TRUE);
        const HtolTestSet *at =
            bsearch(&first->sets[i], search->sets, search->n_sets, sizeof *search->sets, compare_sets);
        search->chosen[at - search->sets] = FALSE;
        if (!ask_covered(search))
            needed = htol_test_set_either(sets, needed, first->sets[i]);
    }
    return needed;
}

/* The whole
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolWitnesses search_all(Search *search)
{
    HtolWitnesses witnesses = {.alone = HTOL_NO_TESTS};
    guint *all = htol_arena_new0(search->arena, guint, search->n_sets);
    for (guint i = 0; i < search->n_sets; i++)
        all[i] = i;
    if (!ask_with(search, all, search->n_sets))
        return witnesses;
    search_from(search, NULL, all, search->n_sets);
    if (search->choices->len == 0)
        search_one(search, NULL, all, search->n_sets);
    witnesses.alone = find_alone(search);
    set_together(search, &witnesses);
    witnesses.needed = find_needed(search, all);
    witnesses.partial = search->partial;
    return witnesses;
}

/* Sorts `sets`, and drops what comes again. */
static void make_unique(GArray *sets)
{
    guint kept = 0;
    g_array_sort(sets, compare_sets);
    for (guint i = 0; i < sets->len; i++)
        if (kept == 0 || g_array_index(sets, HtolTestSet, i) != g_array_index(sets, HtolTestSet, kept - 1))
            g_array_index(sets, HtolTestSet, kept++) = g_array_index(sets, HtolTestSet, i);
    g_array_set_size(sets, kept);
}

/* `sets`: of each environment. */
static HtolWitnesses answer_question(HtolArena *arena, const Question *question, GArray *sets)
{
    g_autoptr(GArray) choices = g_array_new(FALSE, FALSE, sizeof(HtolTogether));
    guint most_asked = HTOL_MOST_LOOKED_AT / MAX(sets->len, 1);
    make_unique(sets);
    Search search = {.question = question,
                     .arena = arena,
                     .n_sets = sets->len,
                     .sets = (const HtolTestSet *)(gpointer)sets->data,
                     .chosen = htol_arena_new0(arena, guint8, sets->len),
                     .most_asked = MIN(most_asked, HTOL_MOST_ASKED),
                     .most_sets = count_members(question->hyper),
                     .choices = choices};
    return search_all(&search);
}

HtolWitnesses htol_witnesses(HtolArena *arena, const HtolHyper *hyper, HtolObserved *observed)
{
    g_autoptr(GArray) sets = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    const Question question = {.hyper = hyper, .sets = htol_observed_tests(observed), .observed = observed};
    htol_label_tests(hyper, observed, sets);
    return answer_question(arena, &question, sets);
}

HtolWitnesses htol_user_witnesses(HtolArena *arena, HtolTestSets *sets, const HtolUserObjective *objective)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(HtolTestSet));
    const Question question = {.hyper = objective->hyper, .sets = sets, .objective = objective};
    htol_user_tests(objective, found);
    return answer_question(arena, &question, found);
}
