/* Ranks what to cover next; see next.h. */
#include "report/advise/next.h"

#include <string.h>

#include "htol/judge/eval.h"
#include "report/judge/objectives.h"
#include "report/merge/mutants.h"

/* All items of a function, and which of its objectives the items that were chosen cover. */
typedef struct {
    guint8 *taken;    /* flags */
    guint first, end; /* of the items of all */
} Shared;

typedef struct {
    const ReportModel *model;
    HtolArena *arena;
    const gboolean *criteria;                       /* of objectives that count; NULL: all */
    gboolean implies[HTOL_CRITERIA][HTOL_CRITERIA]; /* the first the second, maybe by others */
    GArray *items;                                  /* ReportNextItem */
    GArray *shared;                                 /* Shared, of each function with items */
    guint n_uncovered;
    guint n_functions; /* that were looked at */
    gboolean quick;    /* of functions that were never called only some objectives are tried */
} Builder;

enum { QUICK_TRIES = 60 };

/* An objective that counts and is not covered. */
typedef struct {
    guint index; /* among all of the function */
    const HtolObjective *objective;
} Open;

/* A function whose items are looked for. */
typedef struct {
    Builder *builder;
    const ReportFunction *function;
    HtolSuppose *suppose;
    GHashTable *known;  /* items by their facts, or by what mutants lack: index and 1 */
    const GArray *open; /* Open */
} Function;

/* Finding items ---------------------------------------------------------------------------------------- */

static void find_implied(Builder *builder)
{
    for (guint i = 0; i < htol_n_subsumptions; i++)
        builder->implies[htol_subsumptions[i].strong][htol_subsumptions[i].weak] = TRUE;
    for (guint by = 0; by < HTOL_CRITERIA; by++)
        for (guint strong = 0; strong < HTOL_CRITERIA; strong++)
            for (guint weak = 0; weak < HTOL_CRITERIA; weak++)
                builder->implies[strong][weak] |= builder->implies[strong][by] && builder->implies[by][weak];
}

static gboolean counts(const Builder *builder, guint criterion)
{
    return !builder->criteria || builder->criteria[criterion];
}

static gboolean is_open(const Builder *builder, const ReportJudged *judged)
{
    return judged->status == REPORT_UNCOVERED && counts(builder, judged->criterion);
}

/* Indices of those that are covered with these facts. */
static GArray *covered_with(const Function *at, const HtolSupposition *supposed)
{
    g_autoptr(HtolArena) scratch = htol_arena_new();
    HtolObserved *observed = htol_supposed(scratch, at->suppose, supposed);
    GArray *covered = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < at->open->len; i++) {
        const Open *open = &g_array_index(at->open, Open, i);
        if (!open->objective->user && htol_covered(open->objective->hyper, observed))
            g_array_append_val(covered, open->index);
    }
    return covered;
}

static void add_item(Builder *builder, ReportNextItem item, const guint *covers, guint n)
{
    item.n_covers = item.more = n;
    item.covers = htol_arena_memdup(builder->arena, covers, n * sizeof *covers);
    g_array_append_val(builder->items, item);
}

/* The index and 1 of the item with these facts; 0 if there is none. */
static guint find_item(GHashTable *known, const HtolSupposition *supposed, GBytes **key)
{
    *key = g_bytes_new(supposed->slots, supposed->n_slots * sizeof(guint32));
    return GPOINTER_TO_UINT(g_hash_table_lookup(known, *key));
}

/* Who needs fewer environments for the same facts asks for less. */
static void stand_for(const Function *at, ReportNextItem *item, const ReportNextItem *same)
{
    const ReportJudged *judged = at->function->judged;
    if (at->builder->implies[judged[same->objective].criterion][judged[item->objective].criterion])
        item->objective = same->objective;
    item->supposed.environments = MIN(item->supposed.environments, same->supposed.environments);
}

static void add_supposition(const Function *at, ReportNextItem item)
{
    GBytes *key;
    guint same = find_item(at->known, &item.supposed, &key);
    if (same > 0) {
        stand_for(at, &g_array_index(at->builder->items, ReportNextItem, same - 1), &item);
        g_bytes_unref(key);
        return;
    }
    g_autoptr(GArray) covers = covered_with(at, &item.supposed);
    add_item(at->builder, item, (const guint *)(gpointer)covers->data, covers->len);
    g_hash_table_insert(at->known, key, GUINT_TO_POINTER(at->builder->items->len));
}

/* What lacks the same in the same line, as a key of `known`, that no facts are; NULL: it stands for itself. */
static GBytes *lack_of(const ReportFunction *function, const HtolObjective *objective)
{
    const ReportMutant *mutant = report_mutant_of(function, objective);
    guint32 key[] = {G_MAXUINT32, objective->line, mutant ? mutant->state : 0};
    return mutant ? g_bytes_new(key, sizeof key) : NULL;
}

static void add_to_item(const Builder *builder, ReportNextItem *item, guint objective)
{
    guint *covers = htol_arena_new0(builder->arena, guint, item->n_covers + 1);
    memcpy(covers, item->covers, item->n_covers * sizeof *covers);
    covers[item->n_covers++] = objective;
    item->covers = covers;
    item->more = item->n_covers;
}

/* Nobody knows which facts would cover it. Mutants of a line that lack the same are one item. */
static void add_unknown(const Function *at, const ReportNextItem *item, const HtolObjective *objective)
{
    g_autoptr(GBytes) key = lack_of(at->function, objective);
    guint same = key ? GPOINTER_TO_UINT(g_hash_table_lookup(at->known, key)) : 0;
    if (same > 0) {
        add_to_item(at->builder, &g_array_index(at->builder->items, ReportNextItem, same - 1), item->objective);
        return;
    }
    add_item(at->builder, *item, &item->objective, 1);
    if (key)
        g_hash_table_insert(at->known, g_steal_pointer(&key), GUINT_TO_POINTER(at->builder->items->len));
}

static void add_objective(const Function *at, const Open *open)
{
    ReportNextItem item = {.function = at->function, .objective = open->index};
    item.known = htol_suppose(at->suppose, open->objective, &item.supposed);
    at->builder->n_uncovered++;
    if (item.known)
        add_supposition(at, item);
    else
        add_unknown(at, &item, open->objective);
}

static guint count_open(const Builder *builder, const ReportFunction *function)
{
    guint count = 0;
    for (guint i = 0; i < function->n_objectives; i++)
        count += is_open(builder, &function->judged[i]);
    return count;
}

/* One in so many open objectives is tried: of a function that was never called, most lie on the way to others. */
static guint stride_of(const Builder *builder, const ReportFunction *function)
{
    gboolean some = builder->quick && !function->called;
    return some ? 1 + count_open(builder, function) / QUICK_TRIES : 1;
}

/* Expands the objectives that count, and no others. */
static ReportObjectives *expand(const Builder *builder, const ReportFunction *function)
{
    HtolSelection selection = builder->model->expanded;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        selection.wanted[i] &= counts(builder, i);
    return report_objectives_expand(builder->model, function, &selection);
}

static GArray *find_open(const Builder *builder, const ReportObjectives *objectives)
{
    const ReportFunction *function = objectives->function;
    GArray *open = g_array_new(FALSE, FALSE, sizeof(Open));
    guint next = 0;
    for (guint i = 0; i < function->n_objectives; i++) {
        if (!counts(builder, function->judged[i].criterion))
            continue;
        const Open one = {i, objectives->list[next++].objective};
        g_assert(one.objective->criterion == function->judged[i].criterion);
        if (is_open(builder, &function->judged[i]))
            g_array_append_val(open, one);
    }
    return open;
}

static void add_function(Builder *builder, const ReportFunction *function)
{
    guint stride = stride_of(builder, function);
    g_autoptr(GHashTable) known =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autoptr(ReportObjectives) objectives = expand(builder, function);
    HtolArena *arena = builder->arena;
    HtolObserved *observed = htol_observed_of(arena, function->recorded);
    HtolMissing *missing = htol_missing_new(arena, function->function, observed);
    g_autoptr(GArray) open = find_open(builder, objectives);
    Function at = {builder, function, htol_suppose_new(arena, function->recorded, observed, missing), known, open};
    Shared shared = {.first = builder->items->len};
    for (guint i = 0; i < open->len; i += stride)
        add_objective(&at, &g_array_index(open, Open, i));
    shared.end = builder->items->len;
    shared.taken = htol_arena_new0(arena, guint8, function->n_objectives);
    g_array_append_val(builder->shared, shared);
}

/* Choosing --------------------------------------------------------------------------------------------- */

/* First what one test covers for sure; mutants of a line, say, take nobody knows how many. */
static gboolean is_better(const ReportNextItem *item, const ReportNextItem *best)
{
    if (best && item->known != best->known)
        return item->known;
    return !best ||
           (guint64)item->more * best->supposed.environments > (guint64)best->more * item->supposed.environments;
}

/* NULL if none is left that covers more than those that were chosen. */
static ReportNextItem *find_best(const Builder *builder)
{
    ReportNextItem *best = NULL;
    for (guint i = 0; i < builder->items->len; i++) {
        ReportNextItem *item = &g_array_index(builder->items, ReportNextItem, i);
        if (item->more > 0 && is_better(item, best))
            best = item;
    }
    return best;
}

static const Shared *shared_of(const Builder *builder, guint item)
{
    guint i = 0;
    while (g_array_index(builder->shared, Shared, i).end <= item)
        i++;
    return &g_array_index(builder->shared, Shared, i);
}

static void take(const Builder *builder, const ReportNextItem *chosen)
{
    const Shared *shared = shared_of(builder, (guint)(chosen - (const ReportNextItem *)(gpointer)builder->items->data));
    for (guint i = 0; i < chosen->n_covers; i++)
        shared->taken[chosen->covers[i]] = TRUE;
    for (guint i = shared->first; i < shared->end; i++) {
        ReportNextItem *item = &g_array_index(builder->items, ReportNextItem, i);
        item->more = 0;
        for (guint k = 0; k < item->n_covers; k++)
            item->more += !shared->taken[item->covers[k]];
    }
}

static void choose(const Builder *builder, ReportNext *next, guint most)
{
    ReportNextItem *best;
    next->items = htol_arena_new0(builder->arena, ReportNextItem, MAX(MIN(most, builder->items->len), 1));
    while (next->n_items < most && (best = find_best(builder))) {
        next->items[next->n_items++] = *best;
        take(builder, best);
    }
}

static void add_file(Builder *builder, const ReportFile *file)
{
    for (guint i = 0; i < file->n_functions; i++) {
        report_progress_tell(builder->model->progress, "trying what is not covered", builder->n_functions++,
                             builder->model->counts.functions);
        if (count_open(builder, file->functions[i]) > 0)
            add_function(builder, file->functions[i]);
    }
    if (file->outside)
        builder->n_uncovered += count_open(builder, file->outside);
}

typedef void (*AddFunctions)(Builder *builder, const GPtrArray *functions);

static void add_all_files(Builder *builder, const GPtrArray *functions)
{
    (void)functions;
    for (guint i = 0; i < builder->model->n_files; i++)
        add_file(builder, builder->model->files[i]);
}

static void add_functions(Builder *builder, const GPtrArray *functions)
{
    for (guint i = 0; i < functions->len; i++)
        add_function(builder, functions->pdata[i]);
}

static ReportNext *make_next(Builder builder, AddFunctions add, const GPtrArray *functions, guint most)
{
    g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(ReportNextItem));
    g_autoptr(GArray) shared = g_array_new(FALSE, FALSE, sizeof(Shared));
    ReportNext *next = g_new0(ReportNext, 1);
    *next = (ReportNext){.model = builder.model, .arena = htol_arena_new()};
    builder.arena = next->arena;
    builder.items = items;
    builder.shared = shared;
    find_implied(&builder);
    add(&builder, functions);
    next->criteria = builder.criteria;
    next->n_uncovered = builder.n_uncovered;
    choose(&builder, next, most);
    return next;
}

ReportNext *report_next_new(const ReportModel *model, const gboolean *criteria, guint most)
{
    return make_next((Builder){.model = model, .criteria = criteria}, add_all_files, NULL, most);
}

ReportNext *report_next_among(const ReportModel *model, const GPtrArray *functions, const gboolean *criteria,
                              guint most)
{
    return make_next((Builder){.model = model, .criteria = criteria, .quick = TRUE}, add_functions, functions, most);
}

void report_next_free(ReportNext *next)
{
    htol_arena_free(next->arena);
    g_free(next);
}
