/* Excludes objectives by what comments claim; see exclusions.h. It reads files through claims.c and judges nothing. */
#include "report/judge/exclusions.h"

#include <string.h>

#include "report/judge/objectives.h"
#include "report/judge/vectors.h"

/* The claims of a file, and what became of each. */
typedef struct {
    const char *path;
    guint n;
    const ReportClaim *claims;
    ReportExclusion *results; /* of the same order */
    HtolFaults faults;
} Claims;

struct ReportExclusions {
    const ReportModel *model;
    HtolSelection selected;         /* criteria that are judged, before some are left out for want of objectives */
    GHashTable *files;              /* path: Claims *, which lie in the arena */
    const ReportFunction *function; /* that was asked for last, and a file of it: `claims` is of these */
    guint32 file;
    const Claims *claims;
    ReportVectors *vectors;
    guint n_disproved, n_claims;
};

ReportExclusions *report_exclusions_new(const ReportModel *model)
{
    ReportExclusions *exclusions = g_new0(ReportExclusions, 1);
    exclusions->model = model;
    exclusions->selected = model->selection;
    exclusions->files = g_hash_table_new(g_str_hash, g_str_equal);
    exclusions->vectors = report_vectors_new();
    return exclusions;
}

void report_exclusions_free(ReportExclusions *exclusions)
{
    g_hash_table_unref(exclusions->files);
    report_vectors_free(exclusions->vectors);
    g_free(exclusions);
}

/* Reading ------------------------------------------------------------------------------------------------ */

static Claims *add_file(ReportExclusions *exclusions, const char *path)
{
    HtolArena *arena = exclusions->model->arena;
    Claims *claims = htol_arena_new0(arena, Claims, 1);
    *claims = (Claims){.path = htol_arena_strndup(arena, path, strlen(path)), .faults = {.arena = arena}};
    g_hash_table_insert(exclusions->files, (gpointer)claims->path, claims);
    return claims;
}

static void read_claims(HtolArena *arena, const HtolText *source, Claims *claims)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(ReportClaim));
    report_claims_find(arena, source, found, &claims->faults);
    claims->n = found->len;
    claims->claims = htol_arena_memdup(arena, found->data, found->len * sizeof(ReportClaim));
    claims->results = htol_arena_new0(arena, ReportExclusion, MAX(found->len, 1));
    for (guint i = 0; i < claims->n; i++)
        claims->results[i].claim = &claims->claims[i];
}

void report_exclusions_read(ReportExclusions *exclusions, const HtolText *source)
{
    Claims *claims = g_hash_table_lookup(exclusions->files, source->where.file);
    if (!claims) {
        claims = add_file(exclusions, source->where.file);
        read_claims(exclusions->model->arena, source, claims);
    }
    exclusions->n_claims += claims->n + claims->faults.count;
}

guint report_exclusions_claims(const ReportExclusions *exclusions)
{
    return exclusions->n_claims;
}

void report_exclusions_forget(ReportExclusions *exclusions)
{
    exclusions->function = NULL;
    report_vectors_free(exclusions->vectors);
    exclusions->vectors = report_vectors_new();
}

guint report_exclusions_disproved(const ReportExclusions *exclusions)
{
    return exclusions->n_disproved;
}

/* A file that functions of others have their text from: nobody has looked at it before. */
static const Claims *read_included(ReportExclusions *exclusions, const HtolRowFile *file)
{
    g_autofree char *text = NULL, *hash = NULL;
    Claims *claims = add_file(exclusions, file->path);
    HtolText source = {.where = {.file = claims->path}};
    int cause = report_source_read(exclusions->model->root, file->path, &text, &source.length, &hash);
    report_name_unread(exclusions->model, file->path, cause);
    if (cause || strcmp(hash, file->hash) != 0) {
        htol_fault(&claims->faults, source.where,
                   "cannot be read as it was compiled: what its comments exclude is not known");
        return claims;
    }
    source.text = text;
    read_claims(exclusions->model->arena, &source, claims);
    return claims;
}

/* Of the file in which the objective stands; what was asked for last is kept, for it is often asked for again. */
static const Claims *claims_of(ReportExclusions *exclusions, const ReportFunction *function, guint32 file)
{
    if (exclusions->function == function && exclusions->file == file)
        return exclusions->claims;
    const char *path = file < function->function->n_files ? function->function->files[file].path : function->path;
    const Claims *claims = g_hash_table_lookup(exclusions->files, path);
    if (!claims && strcmp(path, function->path) != 0)
        claims = read_included(exclusions, &function->function->files[file]);
    exclusions->function = function;
    exclusions->file = file;
    exclusions->claims = claims;
    return claims;
}

/* Applying ----------------------------------------------------------------------------------------------- */

/* An objective, and the first claims that are about it. */
typedef struct {
    const ReportFunction *function;
    const ReportObjective *objective;
    guint index; /* of it, in the function */
    ReportExclusion *asserting, *excluding;
} Found;

/* Of the decision that the text names, if one is named; what nothing can cover needs no vectors. */
static gboolean needs_vectors(const ReportExclusions *exclusions, const ReportClaim *claim, const Found *found)
{
    const HtolObjective *what = found->objective->objective;
    const HtolRowDecision *decision = &found->function->function->decisions[what->site.index];
    return found->objective->status != REPORT_INFEASIBLE &&
           (!claim->text || strcmp(decision->text, claim->text) == 0) &&
           report_vectors_needed(exclusions->vectors, found->function, what, claim->vector);
}

static void disprove(ReportExclusions *exclusions, ReportExclusion *exclusion, const Found *found)
{
    exclusions->n_disproved++;
    exclusion->disproved = TRUE;
    exclusion->function = found->function;
    exclusion->disproof = found->index;
}

/* Whether a vector that is said not to occur did: what needs it is not excluded then. */
static gboolean is_seen(const ReportExclusions *exclusions, const ReportClaim *claim, const Found *found)
{
    const HtolObjective *what = found->objective->objective;
    return claim->vector && report_vectors_seen(exclusions->vectors, found->function, what, claim->vector);
}

/* Returns whether the claim can exclude the objective, or is disproved by it. */
static gboolean note(ReportExclusions *exclusions, ReportExclusion *exclusion, const Found *found)
{
    exclusion->matched++;
    if (!report_claim_asserts(exclusion->claim))
        return TRUE;
    if (found->objective->status == REPORT_COVERED) {
        if (exclusion->covered++ == 0)
            disprove(exclusions, exclusion, found);
        return TRUE;
    }
    if (!is_seen(exclusions, exclusion->claim, found))
        return TRUE;
    if (!exclusion->disproved)
        disprove(exclusions, exclusion, found);
    return FALSE;
}

static void choose(ReportExclusion *exclusion, Found *found)
{
    ReportExclusion **first = report_claim_asserts(exclusion->claim) ? &found->asserting : &found->excluding;
    *first = *first ? *first : exclusion;
}

static gboolean is_on(const ReportClaim *claim, guint32 line)
{
    return claim->first <= line && line <= claim->last;
}

static gboolean is_about(const ReportExclusions *exclusions, const ReportClaim *claim, const Found *found)
{
    return report_claim_matches(claim, found->objective->objective, exclusions->selected.n) &&
           (!claim->vector || needs_vectors(exclusions, claim, found));
}

static void find_on_line(ReportExclusions *exclusions, guint32 line, Found *found)
{
    const Claims *claims = exclusions->claims;
    guint32 own = found->objective->objective->line;
    const ReportClaim *claim;
    for (guint at = 0; (claim = report_claim_at(claims->claims, claims->n, line, &at));) {
        ReportExclusion *exclusion = &claims->results[claim - claims->claims];
        gboolean again = line != own && (claim->kind == REPORT_CLAIM_JUSTIFIES || is_on(claim, own));
        if (!again && is_about(exclusions, claim, found) && note(exclusions, exclusion, found))
            choose(exclusion, found);
    }
}

/* A claim that could be disproved comes first: it says more. What nothing can cover needs none. */
static void exclude(ReportObjective *objective, const Found *found)
{
    ReportExclusion *exclusion = found->asserting ? found->asserting : found->excluding;
    if (!exclusion || objective->status == REPORT_INFEASIBLE)
        return;
    objective->exclusion = exclusion;
    if (objective->status == REPORT_COVERED && found->asserting)
        return;
    objective->status = REPORT_EXCLUDED;
    objective->why = exclusion->claim->why;
    exclusion->excluded++;
}

/* Tools for which LCOV's markers were made see the branches of a switch in its own line, we see arms in theirs: a
 * marker holds in both. */
void report_exclusions_apply(ReportExclusions *exclusions, const ReportFunction *function, ReportObjective *objective,
                             guint index)
{
    const HtolObjective *what = objective->objective;
    const Claims *claims = claims_of(exclusions, function, what->file);
    if (!claims || claims->n == 0 || what->finding != HTOL_NO_FINDING)
        return;
    Found found = {function, objective, index, NULL, NULL};
    guint32 branch = report_branch_line(function->function, what);
    find_on_line(exclusions, what->line, &found);
    if (branch != what->line)
        find_on_line(exclusions, branch, &found);
    exclude(objective, &found);
}

gboolean report_exclusions_concern(const ReportExclusions *exclusions, const ReportFunction *function)
{
    const Claims *claims = g_hash_table_lookup(exclusions->files, function->path);
    return claims && claims->n > 0;
}

/* Results ------------------------------------------------------------------------------------------------ */

/* Whether the criterion is named with others of its family, and missing among those that are asked for by `all`. */
static gboolean is_extra(const HtolSelection *named, guint criterion)
{
    gboolean sum = criterion == HTOL_CRIT_wm || criterion == HTOL_CRIT_mujava;
    return criterion == HTOL_CRIT_rte || criterion == HTOL_CRIT_user || (sum && named->wanted[HTOL_CRIT_aor]);
}

/* A justification without objectives is no mistake where its criteria, or its lines, were not all judged. */
static gboolean is_idle(const ReportExclusions *exclusions, const ReportExclusion *exclusion)
{
    const HtolSelection *named = &exclusion->claim->criteria;
    gboolean any = FALSE;
    if (exclusion->matched > 0 || exclusion->claim->kind != REPORT_CLAIM_JUSTIFIES || exclusions->model->diff)
        return FALSE;
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        const ReportTotals *totals = &exclusions->model->totals[i];
        if (named->wanted[i] && !exclusions->selected.wanted[i] && !is_extra(named, i))
            return FALSE;
        any |= named->wanted[i] && totals->objectives + totals->unmeasured > 0;
    }
    return any;
}

static void warn_of_idle(const ReportExclusions *exclusions, Claims *claims)
{
    for (guint i = 0; i < claims->n; i++)
        if (is_idle(exclusions, &claims->results[i]))
            htol_fault(&claims->faults, claims->claims[i].where, "`%s` justifies nothing", claims->claims[i].words);
}

static int compare_paths(gconstpointer left, gconstpointer right)
{
    return strcmp((*(Claims *const *)left)->path, (*(Claims *const *)right)->path);
}

static GPtrArray *sorted_files(const ReportExclusions *exclusions)
{
    GPtrArray *files = g_ptr_array_new();
    GHashTableIter at;
    gpointer claims;
    g_hash_table_iter_init(&at, exclusions->files);
    while (g_hash_table_iter_next(&at, NULL, &claims))
        g_ptr_array_add(files, claims);
    g_ptr_array_sort(files, compare_paths);
    return files;
}

static void add_warnings(const Claims *claims, GArray *warnings)
{
    for (const HtolFault *fault = claims->faults.first; fault; fault = fault->next)
        g_array_append_vals(warnings, fault, 1);
    if (claims->faults.count <= HTOL_MOST_FAULTS)
        return;
    HtolFault more = {.where = {.file = claims->path}, .message = "more is wrong with what its comments exclude"};
    g_array_append_val(warnings, more);
}

void report_exclusions_finish(ReportExclusions *exclusions, ReportModel *model)
{
    g_autoptr(GPtrArray) files = sorted_files(exclusions), all = g_ptr_array_new();
    g_autoptr(GArray) warnings = g_array_new(FALSE, FALSE, sizeof(HtolFault));
    g_array_append_vals(warnings, model->warnings, model->n_warnings);
    for (guint i = 0; i < files->len; i++) {
        Claims *claims = files->pdata[i];
        warn_of_idle(exclusions, claims);
        add_warnings(claims, warnings);
        for (guint c = 0; c < claims->n; c++)
            if (!model->diff || claims->results[c].matched > 0)
                g_ptr_array_add(all, &claims->results[c]);
    }
    for (guint i = 0; i < all->len; i++) {
        ReportExclusion *exclusion = all->pdata[i];
        exclusion->index = i;
        model->n_disproved += exclusion->disproved;
    }
    model->n_exclusions = all->len;
    model->exclusions = htol_arena_memdup(model->arena, all->pdata, all->len * sizeof(gpointer));
    model->n_warnings = warnings->len;
    model->warnings = htol_arena_memdup(model->arena, warnings->data, warnings->len * sizeof(HtolFault));
}
