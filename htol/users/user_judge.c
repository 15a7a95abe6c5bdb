/* Judges one objective of a user, by decide.h; see user_state.h. It says why where it cannot. */
#include <string.h>

#include "htol/lang/print.h"
#include "htol/users/user_state.h"

/* What an objective names
 * -----------------------------------------------------------------------------------------------------------
 */

static void list_occurrence(GHashTable *names, GPtrArray *occurrences, const HtolOccurrence *occurrence)
{
    if (g_hash_table_add(names, (gpointer)occurrence->name))
        g_ptr_array_add(occurrences, (gpointer)occurrence);
}

static void list_occurrences(GHashTable *names, GPtrArray *occurrences, const HtolHyper *hyper)
{
    for (guint32 i = 0; i < hyper->n_steps; i++) {
        for (guint32 k = 0; k < hyper->steps[i].n_kills; k++)
            list_occurrence(names, occurrences, &hyper->steps[i].kills[k]);
        list_occurrence(names, occurrences, &hyper->steps[i].occurrence);
    }
    if (hyper->left)
        list_occurrences(names, occurrences, hyper->left);
    if (hyper->right)
        list_occurrences(names, occurrences, hyper->right);
}

GPtrArray *htol_user_occurrences(const HtolHyper *hyper)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *occurrences = g_ptr_array_new();
    list_occurrences(names, occurrences, hyper);
    return occurrences;
}

const HtolHyper *htol_user_occurrence(HtolArena *arena, const HtolLabelDecl *label)
{
    const HtolStep step = {.occurrence = {.name = label->name, .label = label}};
    return htol_steps(arena, &step, 1);
}

static void set_labels(HtolArena *arena, HtolUserObjective *objective, const GPtrArray *occurrences)
{
    const HtolLabelDecl **labels = htol_arena_new0(arena, const HtolLabelDecl *, occurrences->len);
    for (guint i = 0; i < occurrences->len; i++) {
        const HtolOccurrence *occurrence = occurrences->pdata[i];
        if (occurrence->label)
            labels[objective->n_labels++] = occurrence->label;
    }
    objective->labels = labels;
}

/* Where it is shown
 * -----------------------------------------------------------------------------------------------------------
 */

static const HtolUserRelation *label_relation(HtolUserScript *script, const HtolLabelDecl *label)
{
    return htol_user_relation(script, htol_user_occurrence(script->arena, label));
}

/* Where the label lies first, be it wrong or not; NULL: nowhere. */
static const HtolUserPlace *occurrence_place(HtolUserScript *script, const HtolOccurrence *occurrence)
{
    const GArray *rows = g_hash_table_lookup(script->rows, occurrence->name);
    if (rows)
        return &g_array_index(rows, HtolUserRow, 0).place;
    const HtolUserRelation *relation = occurrence->label ? label_relation(script, occurrence->label) : NULL;
    return relation ? &relation->places[0] : NULL;
}

static const HtolUserPlace *first_place(HtolUserScript *script, const GPtrArray *occurrences)
{
    const HtolUserPlace *place = NULL;
    for (guint i = 0; i < occurrences->len && !place; i++)
        place = occurrence_place(script, occurrences->pdata[i]);
    return place;
}

static void set_shown(HtolUserScript *script, HtolUserObjective *objective, const GPtrArray *occurrences)
{
    const HtolUserPlace *place = first_place(script, occurrences);
    objective->shown = (HtolUserPlace){NULL, 0, 1, 1};
    if (strcmp(objective->where.file, script->path) == 0)
        objective->shown = (HtolUserPlace){NULL, 0, objective->where.line, objective->where.column};
    if (!place)
        return;
    if (strcmp(place->recorded->function->files[0].path, script->path) == 0)
        objective->shown.recorded = place->recorded;
    else
        objective->shown = *place;
}

/* Faults
 * -----------------------------------------------------------------------------------------------------------
 */

static const HtolFault *fault_of(const HtolUserScript *script, const HtolUserObjective *objective,
                                 const GPtrArray *occurrences)
{
    for (guint i = 0; i < occurrences->len; i++) {
        const HtolOccurrence *occurrence = occurrences->pdata[i];
        const HtolFault *fault = g_hash_table_lookup(script->faults, occurrence->name);
        if (fault)
            return fault;
    }
    return g_hash_table_lookup(script->faults, objective->name);
}

static gboolean any_wrong(const GPtrArray *occurrences)
{
    for (guint i = 0; i < occurrences->len; i++) {
        const HtolOccurrence *occurrence = occurrences->pdata[i];
        if (!occurrence->label || occurrence->label->wrong)
            return TRUE;
    }
    return FALSE;
}

/* The fault of a label that it names, else its own; NULL: none. */
static const char *why_wrong(const HtolUserScript *script, const HtolUserObjective *objective,
                             const GPtrArray *occurrences, gboolean wrong)
{
    const HtolFault *fault = fault_of(script, objective, occurrences);
    if (fault)
        return htol_arena_printf(script->arena, "%s:%u:%u: %s", fault->where.file, fault->where.line,
                                 fault->where.column, fault->message);
    if (wrong || any_wrong(occurrences))
        return "it is not well-formed, and its script has more faults than are told";
    return NULL;
}

/* Environments
 * -----------------------------------------------------------------------------------------------------------
 */

/* The relations that an objective is judged by, while they are listed. */
typedef struct {
    GPtrArray *list; /* HtolUserRelation */
    GHashTable *set;
    const char *missing; /* why one of them is not there; NULL: all are, here and below */
    const char *unseen;  /* why a killing label may have been met unseen */
} Relations;

static const char *why_nowhere(const HtolUserScript *script, const HtolLabelDecl *label)
{
    g_autoptr(GString) place = g_string_new(NULL);
    if (label->place.kind == HTOL_PLACE_SITE)
        return htol_user_sites_why(script->sites, label);
    htol_place_print(&label->place, place);
    if (place->len == 0)
        g_string_append_printf(place, "%s:%u", label->where.file, label->where.line);
    if (script->asked)
        return htol_arena_printf(script->arena, "label %s: %s is not recorded: compile with hlcov cc --objectives",
                                 label->name, place->str);
    return htol_arena_printf(script->arena, "label %s: %s is in no measured function", label->name, place->str);
}

static const char *why_unrecorded(HtolArena *arena, const HtolHyper *sequence)
{
    g_autoptr(GString) name = g_string_new(NULL);
    htol_relation_name(sequence, name);
    return htol_arena_printf(arena, "%s is recorded in no measured function", name->str);
}

static void list_relation(Relations *relations, const HtolUserRelation *relation)
{
    if (g_hash_table_add(relations->set, (gpointer)relation))
        g_ptr_array_add(relations->list, (gpointer)relation);
}

static void list_step(HtolUserScript *script, Relations *relations, const HtolStep *step)
{
    const HtolUserRelation *relation = label_relation(script, step->occurrence.label);
    if (relation)
        list_relation(relations, relation);
    else if (!relations->missing)
        relations->missing = why_nowhere(script, step->occurrence.label);
    for (guint32 k = 0; k < step->n_kills && !relations->unseen; k++)
        if (!label_relation(script, step->kills[k].label))
            relations->unseen = why_nowhere(script, step->kills[k].label);
}

static void list_member(HtolUserScript *script, Relations *relations, const HtolHyper *member)
{
    const HtolUserRelation *relation = htol_user_relation(script, member);
    if (relation)
        list_relation(relations, relation);
    for (guint32 i = 0; i < member->n_steps; i++)
        list_step(script, relations, &member->steps[i]);
    if (!relation && !relations->missing)
        relations->missing = why_unrecorded(script->arena, member);
}

static void list_members(HtolUserScript *script, Relations *relations, const HtolHyper *hyper)
{
    if (hyper->n_steps > 0)
        list_member(script, relations, hyper);
    if (hyper->left)
        list_members(script, relations, hyper->left);
    if (hyper->right)
        list_members(script, relations, hyper->right);
}

/* Verdict
 * -----------------------------------------------------------------------------------------------------------
 */

/* What is missing matters only where there is no witness without it. */
static const char *why_undecided(HtolUserScript *script, HtolUserObjective *objective, const Relations *relations)
{
    g_autoptr(GError) error = NULL;
    if (relations->unseen)
        return relations->unseen;
    if (!htol_decide(script->arena, objective->hyper, script->relations, &objective->verdict, &error))
        return htol_arena_strndup(script->arena, error->message, strlen(error->message));
    return objective->verdict.covered ? NULL : relations->missing;
}

const char *htol_user_alarm(HtolArena *arena, const HtolUserRelation *relation)
{
    if (relation->sequence)
        return htol_arena_printf(
            arena, "more of %s were under way at once than there is room for: coverage may be missing", relation->name);
    return htol_arena_printf(
        arena, "label %s was passed by at times, for it had no value without a trap: coverage may be missing",
        relation->name);
}

static const char *lost_environments(HtolArena *arena, const HtolUserRelation *relation)
{
    return htol_arena_printf(arena, "there was no room for some environments, perhaps of %s: coverage may be missing",
                             relation->name);
}

static void set_warnings(HtolArena *arena, HtolUserObjective *objective)
{
    const char **warnings = htol_arena_new0(arena, const char *, 2 * objective->n_relations + 1);
    for (guint i = 0; i < objective->n_relations && !objective->verdict.covered; i++) {
        const HtolUserRelation *relation = objective->relations[i];
        if (relation->alarm)
            warnings[objective->n_warnings++] = htol_user_alarm(arena, relation);
        if (relation->lossy)
            warnings[objective->n_warnings++] = lost_environments(arena, relation);
    }
    if (objective->verdict.divided)
        warnings[objective->n_warnings++] = "its guard had no value for some environments, as by a division by zero: "
                                            "it is false there";
    objective->warnings = warnings;
}

static void decide_objective(HtolUserScript *script, HtolUserObjective *objective)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_autoptr(GHashTable) set = g_hash_table_new(NULL, NULL);
    Relations relations = {.list = list, .set = set};
    list_members(script, &relations, objective->hyper);
    objective->unmeasured = why_undecided(script, objective, &relations);
    if (objective->unmeasured)
        return;
    objective->n_relations = list->len;
    objective->relations = htol_arena_memdup(script->arena, list->pdata, list->len * sizeof(gpointer));
    set_warnings(script->arena, objective);
}

void htol_user_judge(HtolUserScript *script, HtolUserObjective *objective, gboolean wrong)
{
    g_autoptr(GPtrArray) occurrences = objective->hyper ? htol_user_occurrences(objective->hyper) : g_ptr_array_new();
    set_labels(script->arena, objective, occurrences);
    set_shown(script, objective, occurrences);
    objective->unmeasured = why_wrong(script, objective, occurrences, wrong);
    if (!objective->unmeasured)
        decide_objective(script, objective);
}
