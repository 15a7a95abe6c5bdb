/* Gathers scripts and functions, and lists users' objectives; see user.h. Each is judged in user_judge.c. */
#include <stdlib.h>
#include <string.h>

#include "htol/lang/print.h"
#include "htol/users/user_state.h"

struct HtolUsers {
    HtolArena *arena;
    HtolUserSites *sites;
    GHashTable *scripts; /* path: its HtolUserScript */
};

/* The objectives of all scripts while they are listed. */
typedef struct {
    HtolUserScript *script; /* whose turn it is */
    GHashTable *named;      /* set of the names of labels that its hyperlabels name */
    GHashTable *listed;     /* set of the names of its objectives */
    GArray *objectives;     /* HtolUserObjective */
    GArray *warnings;       /* HtolFault */
} Lister;

/* Gathering
 * -----------------------------------------------------------------------------------------------------------
 */

static void free_rows(gpointer rows)
{
    g_array_unref(rows);
}

static void free_script(gpointer data)
{
    HtolUserScript *script = data;
    g_ptr_array_unref(script->texts);
    g_ptr_array_unref(script->rejected);
    g_hash_table_unref(script->rows);
    g_hash_table_unref(script->faults);
    g_hash_table_unref(script->relations);
    g_free(script);
}

HtolUsers *htol_users_new(HtolArena *arena)
{
    HtolUsers *users = g_new0(HtolUsers, 1);
    users->arena = arena;
    users->sites = htol_user_sites_new(arena);
    users->scripts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_script);
    return users;
}

void htol_users_free(HtolUsers *users)
{
    htol_user_sites_free(users->sites);
    g_hash_table_unref(users->scripts);
    g_free(users);
}

static HtolUserScript *script_of(HtolUsers *users, const char *path)
{
    HtolUserScript *script = g_hash_table_lookup(users->scripts, path);
    if (script)
        return script;
    script = g_new0(HtolUserScript, 1);
    script->arena = users->arena;
    script->sites = users->sites;
    script->path = path;
    script->texts = g_ptr_array_new();
    script->rejected = g_ptr_array_new();
    script->rows = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_rows);
    script->faults = g_hash_table_new(g_str_hash, g_str_equal);
    script->relations = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(users->scripts, (gpointer)path, script);
    return script;
}

void htol_users_add_script(HtolUsers *users, const HtolRowScript *row)
{
    g_ptr_array_add(script_of(users, row->path)->texts, (gpointer)row);
}

void htol_users_ask(HtolUsers *users, const HtolRowScript *row)
{
    htol_users_add_script(users, row);
    script_of(users, row->path)->asked = TRUE;
}

void htol_users_add_fault(HtolUsers *users, const HtolRowFault *row)
{
    g_ptr_array_add(script_of(users, row->path)->rejected, (gpointer)row);
}

static void add_row(HtolUsers *users, const char *path, const char *name, HtolUserRow row)
{
    HtolUserScript *script = script_of(users, path);
    GArray *rows = g_hash_table_lookup(script->rows, name);
    if (!rows) {
        rows = g_array_new(FALSE, FALSE, sizeof(HtolUserRow));
        g_hash_table_insert(script->rows, (gpointer)name, rows);
    }
    g_array_append_val(rows, row);
}

void htol_users_add_function(HtolUsers *users, const HtolRecorded *recorded)
{
    const HtolFunction *function = recorded->function;
    htol_user_sites_add(users->sites, recorded);
    for (guint32 i = 0; i < function->n_labels; i++) {
        const HtolRowLabel *row = &function->labels[i];
        HtolUserPlace place = {recorded, row->file, row->line, row->column};
        add_row(users, row->script, row->name,
                (HtolUserRow){place, row->slot, row->unsafe, row->source, row->values, row->tag});
    }
    for (guint32 i = 0; i < function->n_sequences; i++) {
        const HtolRowSequence *row = &function->sequences[i];
        add_row(users, row->script, row->name,
                (HtolUserRow){{.recorded = recorded}, row->slot, row->overflow + 1, row->source, row->values, ""});
    }
}

/* Objectives
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolUserObjective begin_objective(const Lister *lister, const char *name, HtolWhere where)
{
    return (HtolUserObjective){.script = lister->script->path, .name = name, .where = where, .text = ""};
}

static void add_objective(Lister *lister, HtolUserObjective objective, gboolean wrong)
{
    htol_user_judge(lister->script, &objective, wrong);
    g_hash_table_add(lister->listed, (gpointer)objective.name);
    g_array_append_val(lister->objectives, objective);
}

static const char *keep_text(HtolArena *arena, const GString *text)
{
    return htol_arena_strndup(arena, text->str, text->len);
}

static void list_hyper(Lister *lister, const HtolHyperDecl *decl)
{
    g_autoptr(GPtrArray) occurrences = htol_user_occurrences(decl->hyper);
    g_autoptr(GString) text = g_string_new(NULL);
    HtolUserObjective objective = begin_objective(lister, decl->name, decl->where);
    for (guint i = 0; i < occurrences->len; i++)
        g_hash_table_add(lister->named, (gpointer)((HtolOccurrence *)occurrences->pdata[i])->name);
    htol_hyper_decl_print(decl, text);
    objective.hyper = decl->hyper;
    objective.text = keep_text(lister->script->arena, text);
    add_objective(lister, objective, decl->wrong);
}

/* What LTest says that the label is for, as a comment. */
static void append_tag(const HtolUserScript *script, const HtolLabelDecl *decl, GString *text)
{
    const GArray *rows = g_hash_table_lookup(script->rows, decl->name);
    const char *tag = rows ? g_array_index(rows, HtolUserRow, 0).tag : "";
    if (*tag)
        g_string_append_printf(text, " // %s", tag);
}

static void list_label(Lister *lister, const HtolLabelDecl *decl)
{
    g_autoptr(GString) text = g_string_new(NULL);
    HtolUserObjective objective = begin_objective(lister, decl->name, decl->where);
    htol_label_decl_print(decl, text);
    append_tag(lister->script, decl, text);
    objective.hyper = htol_user_occurrence(lister->script->arena, decl);
    objective.class_of = decl->partition ? decl : NULL;
    objective.text = keep_text(lister->script->arena, text);
    add_objective(lister, objective, decl->wrong);
}

/* Whether an objective shows what is wrong with the name. */
static gboolean is_shown(const Lister *lister, const char *name)
{
    return g_hash_table_contains(lister->named, name) || g_hash_table_contains(lister->listed, name);
}

/* What could not be read is an objective, unless it is a label that hyperlabels name: then it spoils those.
 */
static void list_unread(Lister *lister)
{
    for (const HtolFault *fault = lister->script->unread.first; fault; fault = fault->next)
        if (fault->name && !is_shown(lister, fault->name))
            add_objective(lister, begin_objective(lister, fault->name, fault->where), TRUE);
}

/* Order and ids
 * -----------------------------------------------------------------------------------------------------------
 */

static int compare_objectives(const void *left, const void *right)
{
    const HtolUserObjective *one = left, *other = right;
    int order = strcmp(one->where.file, other->where.file);
    if (order || one->where.line != other->where.line)
        return order ? order : one->where.line < other->where.line ? -1 : 1;
    return one->where.column < other->where.column ? -1 : one->where.column > other->where.column;
}

static gboolean is_in_own_file(const HtolUserObjective *objective)
{
    const HtolRecorded *recorded = objective->shown.recorded;
    return !recorded || strcmp(recorded->function->files[0].path, objective->script) == 0;
}

/* `namesakes` counts the objectives of that name so far. */
static void give_id(HtolArena *arena, HtolUserObjective *objective, GHashTable *namesakes)
{
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(namesakes, objective->name)) + 1;
    g_hash_table_insert(namesakes, (gpointer)objective->name, GUINT_TO_POINTER(number));
    objective->id = objective->name;
    if (!is_in_own_file(objective))
        objective->id = htol_arena_printf(arena, "%s:%s", objective->script, objective->name);
    if (number > 1)
        objective->id = htol_arena_printf(arena, "%s#%u", objective->id, number);
}

static void sort_objectives(Lister *lister, guint first)
{
    g_autoptr(GHashTable) namesakes = g_hash_table_new(g_str_hash, g_str_equal);
    guint count = lister->objectives->len - first;
    if (count == 0)
        return;
    HtolUserObjective *objectives = &g_array_index(lister->objectives, HtolUserObjective, first);
    qsort(objectives, count, sizeof *objectives, compare_objectives);
    for (guint i = 0; i < count; i++)
        give_id(lister->script->arena, &objectives[i], namesakes);
}

/* Warnings
 * -----------------------------------------------------------------------------------------------------------
 */

static void warn(Lister *lister, HtolWhere where, const char *name, const char *message)
{
    const HtolFault warning = {.where = where, .name = name, .message = message};
    g_array_append_val(lister->warnings, warning);
}

/* Faults that no objective shows. */
static void warn_of_faults(Lister *lister)
{
    const HtolUserScript *script = lister->script;
    for (const HtolFault *fault = script->unread.first; fault; fault = fault->next)
        if (!fault->name)
            warn(lister, fault->where, NULL, fault->message);
    for (guint i = 0; i < script->rejected->len; i++) {
        const HtolRowFault *row = script->rejected->pdata[i];
        if (!is_shown(lister, row->name))
            warn(lister, htol_user_fault_place(row), row->name, row->message);
    }
    if (script->unread.count > HTOL_MOST_FAULTS)
        warn(lister, (HtolWhere){script->path, 1, 1}, NULL,
             htol_arena_printf(script->arena, "%u more faults of its objectives are not listed",
                               script->unread.count - HTOL_MOST_FAULTS));
}

static int compare_names(gconstpointer left, gconstpointer right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void warn_of_alarm(Lister *lister, const HtolUserRelation *relation)
{
    const HtolUserPlace *place = relation->alarm;
    warn(lister, (HtolWhere){htol_user_place_path(place), place->line, place->column}, relation->name,
         htol_user_alarm(lister->script->arena, relation));
}

static void warn_of_alarms(Lister *lister)
{
    GHashTableIter at;
    gpointer relation;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_hash_table_iter_init(&at, lister->script->relations);
    while (g_hash_table_iter_next(&at, NULL, &relation))
        if (((HtolUserRelation *)relation)->alarm)
            g_ptr_array_add(names, (gpointer)((HtolUserRelation *)relation)->name);
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++)
        warn_of_alarm(lister, g_hash_table_lookup(lister->script->relations, names->pdata[i]));
}

/* The whole
 * -----------------------------------------------------------------------------------------------------------
 */

static void judge_script(Lister *lister, HtolUserScript *script)
{
    guint first = lister->objectives->len;
    lister->script = script;
    g_hash_table_remove_all(lister->named);
    g_hash_table_remove_all(lister->listed);
    htol_user_script_read(script);
    for (const HtolHyperDecl *decl = script->script.hypers; decl; decl = decl->next)
        list_hyper(lister, decl);
    for (const HtolLabelDecl *decl = script->script.labels; decl; decl = decl->next)
        if (!g_hash_table_contains(lister->named, decl->name))
            list_label(lister, decl);
    list_unread(lister);
    sort_objectives(lister, first);
    warn_of_faults(lister);
    warn_of_alarms(lister);
}

static int compare_functions(const HtolRecorded *one, const HtolRecorded *other)
{
    return ((guintptr)one > (guintptr)other) - ((guintptr)one < (guintptr)other);
}

/* Of one function in the order in which they lie. */
static int compare_shown(const void *left, const void *right)
{
    const HtolUserObjective *one = *(HtolUserObjective *const *)left, *other = *(HtolUserObjective *const *)right;
    int order = compare_functions(one->shown.recorded, other->shown.recorded);
    return order ? order : (one > other) - (one < other);
}

static const HtolUserObjective *const *sort_shown(HtolArena *arena, const HtolUserObjective *objectives, guint count)
{
    const HtolUserObjective **sorted = htol_arena_new0(arena, const HtolUserObjective *, count);
    for (guint i = 0; i < count; i++)
        sorted[i] = &objectives[i];
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, compare_shown);
    return sorted;
}

static HtolUserVerdicts verdicts_of(HtolArena *arena, const Lister *lister)
{
    const GArray *objectives = lister->objectives, *warnings = lister->warnings;
    HtolUserVerdicts verdicts = {.n_objectives = objectives->len, .n_warnings = warnings->len};
    verdicts.objectives = htol_arena_memdup(arena, objectives->data, objectives->len * sizeof(HtolUserObjective));
    verdicts.by_function = sort_shown(arena, verdicts.objectives, objectives->len);
    verdicts.warnings = htol_arena_memdup(arena, warnings->data, warnings->len * sizeof(HtolFault));
    return verdicts;
}

HtolUserVerdicts htol_users_judge(HtolUsers *users)
{
    guint n_scripts;
    g_autoptr(GHashTable) named = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) listed = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) objectives = g_array_new(FALSE, FALSE, sizeof(HtolUserObjective));
    g_autoptr(GArray) warnings = g_array_new(FALSE, FALSE, sizeof(HtolFault));
    g_autofree gpointer *paths = g_hash_table_get_keys_as_array(users->scripts, &n_scripts);
    Lister lister = {.named = named, .listed = listed, .objectives = objectives, .warnings = warnings};
    qsort(paths, n_scripts, sizeof *paths, compare_names);
    for (guint i = 0; i < n_scripts; i++)
        judge_script(&lister, g_hash_table_lookup(users->scripts, paths[i]));
    return verdicts_of(users->arena, &lister);
}

HtolUserShown htol_users_shown(const HtolUserVerdicts *verdicts, const HtolRecorded *recorded)
{
    guint low = 0, high = verdicts->n_objectives, end;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (compare_functions(verdicts->by_function[middle]->shown.recorded, recorded) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; end < verdicts->n_objectives && verdicts->by_function[end]->shown.recorded == recorded;)
        end++;
    return (HtolUserShown){end - low, verdicts->by_function + low};
}

const HtolUserPlace *htol_user_witness_place(const HtolUserObjective *objective, guint member)
{
    const HtolUserRelation *relation = (const HtolUserRelation *)objective->verdict.relations[member];
    return &relation->places[relation->row_place[objective->verdict.rows[member]]];
}

const char *htol_user_place_path(const HtolUserPlace *place)
{
    return place->recorded->function->files[place->file].path;
}
