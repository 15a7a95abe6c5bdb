/* Finds duplicates and what is subsumed; see subsumed.h.
 *
 * Labels are grouped by criterion and block, equal formulas are one. What makes one formula hold and another one not,
 * found once, answers for all pairs that it tells apart; the solver is asked of the others.
 *
 * Then labels are compared with those of blocks from which their own block branches off: `else if (a)` behind
 * `if (a && b)` knows that b is false. A label that is implied as soon as a block is reached is not subsumed by the
 * labels of that block: else every label would subsume all that leads to it.
 *
 * If functions are joined, only labels of different ones are compared here: each function compares its own. What is
 * proved with one of them is not known when another one is proved, so circles must be avoided in which each label is
 * pruned for the next. So a label is no duplicate of one in a later function, and is subsumed by one there only if it
 * is known to be weaker: a circle would have to lead to a later function, through labels of which none is weaker. */
#include "prune/objectives/subsumed.h"

#include "htol/judge/eval.h"
#include "prune/objectives/label.h"

/* The most branches between two blocks whose labels are compared. */
enum { MOST_BRANCHES = 4 };

/* An objective that is a label. */
typedef struct {
    const PruneJudged *judged; /* whose it is */
    guint objective;           /* index */
    HtolCriterion criterion;
    PruneLabel label;
    guint formula; /* index among the different ones */
    guint reached; /* index of the formula that its place is reached */
    gboolean asked;
    PruneAnswer missed; /* if it was asked: that its place is reached, and it is not covered */
} Member;

typedef struct {
    const PruneJudged *judged; /* the first of them: what asks is all the same */
    guint n;                   /* functions */
    guint32 steps;
    GArray *members;           /* Member */
    GPtrArray *formulas;       /* PruneTerm: different ones */
    GHashTable *numbers;       /* formula: its index and 1 */
    GArray *runs;              /* of each formula, guint32: bit i: a label with it was covered in run i */
    gboolean likely;           /* what some run tells apart is not asked about yet */
    gboolean branches;         /* labels of different blocks are compared */
    PruneSimulator *simulator; /* of all formulas */
    guint n_samples;           /* of the prover's samples, how many are known */
    GPtrArray *held;           /* guint64 *, a row for 64 samples: of each formula the samples in which it holds */
    GHashTable *answers;       /* pair of formulas: PruneAnswer of one without the other, and 1 */
    GArray *proofs;
} Search;

/* ---- which labels there are ---- */

static guint formula_of(Search *search, PruneTerm term)
{
    const guint32 none = 0;
    gpointer number = g_hash_table_lookup(search->numbers, term);
    if (number)
        return GPOINTER_TO_UINT(number) - 1;
    g_ptr_array_add(search->formulas, term);
    g_array_append_val(search->runs, none);
    g_hash_table_insert(search->numbers, term, GUINT_TO_POINTER(search->formulas->len));
    return search->formulas->len - 1;
}

/* Returns what each run observed of the function, in the arena; NULL: nothing is known. */
static HtolObserved **observed_of(HtolArena *arena, const PruneSubject *subject)
{
    if (!subject->recorded)
        return NULL;
    HtolObserved **observed = htol_arena_new0(arena, HtolObserved *, subject->runs->n);
    for (guint i = 0; i < subject->runs->n; i++)
        observed[i] = htol_observed_new(arena, subject->rows, subject->recorded[i]);
    return observed;
}

static void note_runs(const Search *search, const PruneSubject *subject, HtolObserved *const *observed,
                      const Member *member)
{
    const HtolHyper *hyper = member->judged->objectives[member->objective].hyper;
    for (guint i = 0; observed && i < subject->runs->n; i++)
        g_array_index(search->runs, guint32, member->formula) |= (guint32)htol_covered(hyper, observed[i]) << i;
}

/* Returns the function's name as proofs have it: "" is the first one, to which the verdict belongs. */
static const char *function_of(const Search *search, const PruneJudged *judged)
{
    return judged == search->judged ? "" : judged->subject->function->name;
}

static void find_members(Search *search, const PruneJudged *judged)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved **observed = observed_of(scratch, judged->subject);
    for (guint i = 0; i < judged->n_objectives; i++) {
        const HtolObjective *objective = &judged->objectives[i];
        PruneLabel label = prune_label(judged->subject, judged->slots, objective);
        if (!label.term || label.term == judged->subject->logic->no ||
            prune_is_proved(search->proofs, function_of(search, judged), prune_objective_name(judged, objective)))
            continue;
        Member member = {judged, i, objective->criterion, label, 0, 0, FALSE, PRUNE_UNKNOWN};
        member.formula = formula_of(search, label.term);
        member.reached = formula_of(search, label.reached);
        g_array_append_val(search->members, member);
        note_runs(search, judged->subject, observed, &member);
    }
}

/* ---- implications ---- */

static void add_samples(Search *search)
{
    const PruneProver *prover = search->judged->prover;
    g_autofree guint8 *holds = g_malloc(MAX(search->formulas->len, 1));
    for (; search->n_samples < prune_samples(prover); search->n_samples++) {
        guint bit = search->n_samples % 64;
        if (bit == 0)
            g_ptr_array_add(search->held, g_new0(guint64, MAX(search->formulas->len, 1)));
        guint64 *row = search->held->pdata[search->held->len - 1];
        prune_try_sample(prover, search->n_samples, search->simulator, holds);
        for (guint i = 0; i < search->formulas->len; i++)
            row[i] |= (guint64)(holds[i] != 0) << bit;
    }
}

static gboolean is_told_apart(const Search *search, guint one, guint other)
{
    for (guint i = 0; i < search->held->len; i++) {
        const guint64 *row = search->held->pdata[i];
        if (row[one] & ~row[other])
            return TRUE;
    }
    return FALSE;
}

static guint32 runs_of(const Search *search, guint formula)
{
    return g_array_index(search->runs, guint32, formula);
}

/* Whether the first formula holds only where the second does. */
static gboolean implies(Search *search, guint one, guint other)
{
    if (one == other)
        return TRUE;
    gpointer pair = GUINT_TO_POINTER((gsize)one * search->formulas->len + other + 1), known;
    if (is_told_apart(search, one, other) || (search->likely && runs_of(search, one) & ~runs_of(search, other)))
        return FALSE;
    if (g_hash_table_lookup_extended(search->answers, pair, NULL, &known))
        return GPOINTER_TO_UINT(known) == PRUNE_IMPOSSIBLE;
    PruneLogic *logic = search->judged->subject->logic;
    PruneTerm apart = prune_and(logic, search->formulas->pdata[one], prune_not(logic, search->formulas->pdata[other]));
    PruneAnswer answer = prune_ask(search->judged->prover, apart);
    g_hash_table_insert(search->answers, pair, GUINT_TO_POINTER(answer));
    add_samples(search);
    return answer == PRUNE_IMPOSSIBLE;
}

static gboolean holds_in_a_sample(const Search *search, guint formula)
{
    for (guint i = 0; i < search->held->len; i++)
        if (((const guint64 *)search->held->pdata[i])[formula])
            return TRUE;
    return FALSE;
}

/* Drops labels that may be infeasible: they would imply others, or be implied, for nothing. Takes those that were
 * `covered` in a run, or those that were not. */
static void drop_doubtful(Search *search, gboolean covered, guint8 *dropped)
{
    for (guint i = 0; i < search->members->len; i++) {
        guint formula = g_array_index(search->members, Member, i).formula;
        if (dropped[i] || (runs_of(search, formula) != 0) != covered || holds_in_a_sample(search, formula))
            continue;
        dropped[i] = prune_ask(search->judged->prover, search->formulas->pdata[formula]) != PRUNE_POSSIBLE;
        add_samples(search);
    }
}

/* ---- groups ---- */

/* Whether a few branches behind the block with the path lead to the other one. */
static gboolean leads_to(PruneLogic *logic, PruneTerm path, PruneTerm other)
{
    for (guint i = 0; i < MOST_BRANCHES && other != logic->yes; i++) {
        PruneTerm before = prune_conjunct(logic, other, 0);
        other = before ? before : logic->yes;
        if (other == path)
            return TRUE;
    }
    return FALSE;
}

/* Whether the two labels are compared. */
static gboolean is_group(const Search *search, const Member *one, const Member *other)
{
    PruneLogic *logic = search->judged->subject->logic;
    PruneTerm path = one->label.path, its = other->label.path;
    if (one->criterion != other->criterion || (search->n > 1 && one->judged == other->judged))
        return FALSE;
    return search->branches ? leads_to(logic, path, its) || leads_to(logic, its, path) : path == its;
}

/* Whether `one` is covered only where `other` is, and not just because `other` is covered wherever `one` is reached. */
static gboolean says(Search *search, const Member *one, const Member *other)
{
    gboolean news = !search->branches || is_told_apart(search, one->formula, other->formula) ||
                    !implies(search, one->reached, other->formula);
    return news && implies(search, one->formula, other->formula);
}

static const Member *member_at(const Search *search, guint i)
{
    return &g_array_index(search->members, Member, i);
}

static const char *member_name(const Member *member)
{
    return prune_objective_name(member->judged, &member->judged->objectives[member->objective]);
}

static void add_proof(Search *search, HtolProofKind kind, const Member *member, const Member *other)
{
    gboolean across = member->judged != other->judged;
    const char *name = member_name(other), *of = across ? other->judged->subject->function->name : "";
    const char *words = kind == HTOL_PROOF_DUPLICATE ? "duplicate of" : "subsumed by";
    HtolProof proof = {
        .kind = kind,
        .objective = member_name(member),
        .other = name,
        .why = htol_arena_printf(search->judged->subject->arena, "%s %s%s%s", words, name, across ? " of " : "", of),
        .function = function_of(search, member->judged),
        .of = of};
    g_array_append_val(search->proofs, proof);
}

/* Whether the label holds whenever its place is reached; asked once. */
static gboolean is_trivial(Search *search, guint at)
{
    PruneLogic *logic = search->judged->subject->logic;
    Member *member = &g_array_index(search->members, Member, at);
    if (!member->asked)
        member->missed = prune_ask(search->judged->prover,
                                   prune_and(logic, member->label.reached, prune_not(logic, member->label.term)));
    member->asked = TRUE;
    return member->missed == PRUNE_IMPOSSIBLE;
}

static gboolean are_duplicates(Search *search, guint at, guint before)
{
    const Member *one = member_at(search, before), *other = member_at(search, at);
    if (one->formula == other->formula)
        return TRUE;
    if (!(search->steps & PRUNE_STEP_SUBSUMED))
        return one->label.reached == other->label.reached && is_trivial(search, before) && is_trivial(search, at);
    return says(search, one, other) && says(search, other, one);
}

/* Returns the first label before it whose duplicate it is, and that is kept; NULL: there is none. */
static const Member *original_of(Search *search, guint at, const guint8 *dropped)
{
    for (guint i = 0; i < at; i++)
        if (!dropped[i] && is_group(search, member_at(search, i), member_at(search, at)) &&
            are_duplicates(search, at, i))
            return member_at(search, i);
    return NULL;
}

/* Whether `other` implies the label; if the label comes first, it must be known not to imply `other` too. */
static gboolean is_weaker(Search *search, guint at, guint other)
{
    const Member *own = member_at(search, at), *its = member_at(search, other);
    gboolean first = search->n == 1 || at > other || is_told_apart(search, own->formula, its->formula);
    return first && says(search, its, own);
}

/* Returns a label that is kept and implies it; NULL: there is none. It does not imply that one, else it were a
 * duplicate. */
static const Member *stronger_of(Search *search, guint at, const guint8 *dropped)
{
    for (guint i = 0; i < search->members->len; i++)
        if (i != at && !dropped[i] && is_group(search, member_at(search, i), member_at(search, at)) &&
            is_weaker(search, at, i))
            return member_at(search, i);
    return NULL;
}

static void find_duplicates(Search *search, guint8 *dropped)
{
    for (guint i = 0; i < search->members->len; i++) {
        const Member *original = dropped[i] ? NULL : original_of(search, i, dropped);
        if (!original)
            continue;
        dropped[i] = TRUE;
        add_proof(search, HTOL_PROOF_DUPLICATE, member_at(search, i), original);
    }
}

/* Drops labels that others subsume; those are kept, or subsumed by labels that are. */
static void find_subsumed(Search *search, guint8 *dropped)
{
    for (guint i = 0; i < search->members->len; i++) {
        const Member *stronger = dropped[i] ? NULL : stronger_of(search, i, dropped);
        if (!stronger)
            continue;
        dropped[i] = TRUE;
        add_proof(search, HTOL_PROOF_SUBSUMED, member_at(search, i), stronger);
    }
}

/* ---- pairs ---- */

/* Returns a label of the criterion that is kept and has that formula; NULL: there is none. */
static const Member *kept_with(const Search *search, HtolCriterion criterion, PruneTerm term, const guint8 *dropped)
{
    for (guint i = 0; i < search->members->len; i++) {
        const Member *member = member_at(search, i);
        if (!dropped[i] && member->criterion == criterion && member->label.term == term)
            return member;
    }
    return NULL;
}

/* Takes the formula for a half, `g and c`; returns the whole, g, and sets *rest to the other half, `g and not c`. */
static PruneTerm whole_of(PruneLogic *logic, PruneTerm half, PruneTerm *rest)
{
    PruneTerm whole = prune_conjunct(logic, half, 0);
    if (whole)
        *rest = prune_and(logic, whole, prune_not(logic, prune_conjunct(logic, half, 1)));
    else
        *rest = prune_not(logic, half);
    return whole ? whole : logic->yes;
}

static void add_pair(Search *search, const Member *member, const Member *half, const Member *rest)
{
    HtolArena *arena = search->judged->subject->arena;
    const char *others = htol_arena_printf(arena, "%s" HTOL_PROOF_PAIR "%s", member_name(half), member_name(rest));
    HtolProof proof = {.kind = HTOL_PROOF_DUPLICATE,
                       .objective = member_name(member),
                       .other = others,
                       .why = htol_arena_printf(arena, "duplicate of the pair %s", others),
                       .function = "",
                       .of = ""};
    g_array_append_val(search->proofs, proof);
}

/* Drops labels that are covered if and only if one of two others is: a label before two branches, if each has one.
 * Their formulas are made so that nothing need be asked. */
static void find_pairs(Search *search, guint8 *dropped)
{
    PruneLogic *logic = search->judged->subject->logic;
    for (guint i = 0; i < search->members->len; i++) {
        const Member *half = member_at(search, i);
        PruneTerm other, whole = whole_of(logic, half->label.term, &other);
        const Member *rest = dropped[i] ? NULL : kept_with(search, half->criterion, other, dropped);
        const Member *member = rest ? kept_with(search, half->criterion, whole, dropped) : NULL;
        if (!member)
            continue;
        dropped[member - &g_array_index(search->members, Member, 0)] = TRUE;
        add_pair(search, member, half, rest);
    }
}

/* Drops labels that are compared with no other: nothing need be known of them. */
static void drop_lonely(const Search *search, guint8 *dropped)
{
    for (guint i = 0; i < search->members->len; i++) {
        dropped[i] = TRUE;
        for (guint k = 0; k < search->members->len && dropped[i]; k++)
            dropped[i] = !is_group(search, member_at(search, i), member_at(search, k));
    }
}

static void drop_members(Search *search, guint8 *dropped)
{
    find_duplicates(search, dropped);
    if (search->steps & PRUNE_STEP_TRIVIAL && search->n == 1 && !search->branches)
        find_pairs(search, dropped);
    if (search->steps & PRUNE_STEP_SUBSUMED)
        find_subsumed(search, dropped);
}

/* Compares all labels; those pairs first that runs make likely. */
static void compare_all(Search *search, guint8 *dropped)
{
    search->likely = search->judged->subject->recorded != NULL;
    drop_members(search, dropped);
    if (!search->likely)
        return;
    search->likely = FALSE;
    drop_members(search, dropped);
}

static void find_proofs(Search *search)
{
    g_autofree guint8 *dropped = g_new0(guint8, MAX(search->members->len, 1));
    if (search->n > 1)
        drop_lonely(search, dropped);
    drop_doubtful(search, FALSE, dropped);
    drop_doubtful(search, TRUE, dropped);
    compare_all(search, dropped);
    search->branches = search->n == 1 && search->steps & PRUNE_STEP_SUBSUMED;
    if (search->branches)
        compare_all(search, dropped);
}

void prune_subsumed(const PruneJudged *judged, guint n, const PruneRequest *request, GArray *proofs)
{
    Search search = {.judged = judged, .n = n, .steps = request->steps, .proofs = proofs};
    search.members = g_array_new(FALSE, FALSE, sizeof(Member));
    search.formulas = g_ptr_array_new();
    search.numbers = g_hash_table_new(NULL, NULL);
    search.runs = g_array_new(FALSE, FALSE, sizeof(guint32));
    search.held = g_ptr_array_new_with_free_func(g_free);
    search.answers = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < n; i++)
        find_members(&search, &judged[i]);
    search.simulator =
        prune_simulator_new(judged->subject->logic, (const PruneTerm *)search.formulas->pdata, search.formulas->len);
    add_samples(&search);
    find_proofs(&search);
    prune_simulator_free(search.simulator);
    g_array_unref(search.members);
    g_ptr_array_unref(search.formulas);
    g_hash_table_unref(search.numbers);
    g_array_unref(search.runs);
    g_ptr_array_unref(search.held);
    g_hash_table_unref(search.answers);
}
