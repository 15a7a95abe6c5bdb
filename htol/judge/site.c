/* Brings labels at sites and tables together; see site.h. It reads no slots. */
#include "htol/judge/site.h"

#include "htol/graph/tour.h"
#include "htol/judge/env.h"

#include <string.h>

/* Places
 * -----------------------------------------------------------------------------------------------------------
 */

gboolean htol_path_matches(const char *path, const char *name)
{
    gsize path_length = strlen(path), length = strlen(name);
    if (g_str_has_prefix(name, "./"))
        return strcmp(path, name + 2) == 0;
    if (length == 0 || !g_str_has_suffix(path, name))
        return FALSE;
    return length == path_length || path[path_length - length - 1] == '/';
}

const char *htol_function_path(const HtolTable *table, const HtolFunction *function)
{
    return function->n_files > 0 ? function->files[0].path : table->row.path;
}

gboolean htol_place_means(const HtolPlace *place, const HtolFunction *function, const char *path)
{
    return strcmp(place->name, function->row.name) == 0 && (!place->file || htol_path_matches(path, place->file)) &&
           (!place->hash || strcmp(place->hash, function->row.hash) == 0);
}

/* What a label asks for
 * -----------------------------------------------------------------------------------------------------------
 */

/* The variables of a site that a label uses. */
typedef struct {
    guint32 most;     /* the last condition or class among them */
    guint32 first;    /* one of them */
    gboolean any;     /* there is one */
    gboolean several; /* there are several, or one that is not a value: active or inactive */
} Uses;

static void use_variable(Uses *uses, guint32 variable)
{
    gboolean value = variable <= HTOL_SITE_CONDITION;
    uses->most = MAX(uses->most, variable & HTOL_SITE_CONDITION);
    uses->several |= !value || (uses->any && uses->first != variable);
    uses->first = variable;
    uses->any = TRUE;
}

static void use_all(Uses *uses, const HtolExpr *expr)
{
    if (expr->kind == HTOL_EXPR_VARIABLE)
        use_variable(uses, expr->variable);
    if (expr->left)
        use_all(uses, expr->left);
    if (expr->right)
        use_all(uses, expr->right);
}

static Uses uses_of(const HtolLabelDecl *label)
{
    Uses uses = {0};
    if (label->of_site)
        use_all(&uses, label->of_site);
    for (guint32 i = 0; i < label->n_bindings; i++)
        use_variable(&uses, label->bindings[i].variable);
    return uses;
}

/* Fitting
 * -----------------------------------------------------------------------------------------------------------
 */

static guint32 count_of(const HtolFunction *function, HtolSiteKind kind)
{
    const guint32 counts[HTOL_SITES] = {
#define SITE(KIND, name, part, records, doc) function->n_##part,
#include "htol/lang/sites.def"
#undef SITE
    };
    return counts[kind];
}

static gboolean is_recorded(const HtolFunction *function, HtolSiteKind kind)
{
    static const guint32 records[HTOL_SITES] = {
#define SITE(KIND, name, part, records, doc) records,
#include "htol/lang/sites.def"
#undef SITE
    };
    return (records[kind] & ~function->row.recorded) == 0;
}

static const char *no_such_site(HtolArena *arena, HtolSite site, const HtolFunction *function)
{
    const char *name = function->row.name, *kind = htol_site_names[site.kind];
    guint32 count = count_of(function, site.kind);
    if (count == 0)
        return htol_arena_printf(arena, "%s has no %ss", name, kind);
    return htol_arena_printf(arena, "%s has no %s %u: the last is %u", name, kind, site.index, count - 1);
}

static const char *decision_fits(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function)
{
    const HtolRowDecision *row = &function->decisions[label->place.site.index];
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    Uses uses = uses_of(label);
    if (uses.most > row->conditions)
        return htol_arena_printf(arena, "decision %u of %s has no c%u: its last condition is c%u",
                                 label->place.site.index, function->row.name, uses.most, row->conditions);
    if (row->conditions > 0 && conditions->state == HTOL_CONDITION_ALONE)
        return htol_unrecorded_reason(HTOL_UNRECORDED_PLACE);
    if (uses.several && !htol_decision_has_vectors(row))
        return "the ways through its decision exceed the cap: only single values are recorded";
    return NULL;
}

static const char *operation_fits(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function)
{
    guint32 index = label->place.site.index;
    const HtolRowOperation *row = &function->operations[index];
    Uses uses = uses_of(label);
    if (row->classes == 0)
        return htol_unrecorded_reason(row->unrecorded);
    if (uses.any && uses.most >= row->classes)
        return htol_arena_printf(arena, "operation %u of %s has no k%u: its last class is k%u", index,
                                 function->row.name, uses.most, row->classes - 1);
    return NULL;
}

/* The first row of the path; n_paths if there is none. */
static guint32 path_of(const HtolPlace *place, const HtolFunction *function)
{
    const HtolTour tour = htol_tour_of(function);
    guint32 state = htol_tour_state(&tour, place->nodes, place->n_nodes), path = 0;
    while (path < function->n_paths && function->paths[path].state != state)
        path++;
    return path;
}

/* Why the place is not that of a recorded path, or NULL. */
static const char *path_fits(HtolArena *arena, const HtolPlace *place, const HtolFunction *function)
{
    const char *name = function->row.name;
    if (path_of(place, function) < function->n_paths)
        return NULL;
    if (!(function->row.recorded & HTOL_RECORDS_PATHS))
        return "paths are not recorded: name one of their criteria in --criteria of hlcov cc";
    for (guint32 i = 0; i < place->n_nodes; i++)
        if (place->nodes[i] >= function->n_nodes)
            return htol_arena_printf(arena, "%s has no node %u: the last is %u", name, place->nodes[i],
                                     function->n_nodes - 1);
    const HtolGraph *graph = htol_graph_of(arena, function);
    for (guint32 i = 1; i < place->n_nodes; i++)
        if (!htol_graph_has_edge(graph, place->nodes[i - 1], place->nodes[i]))
            return htol_arena_printf(arena, "no path of %s leads from node %u to node %u at once", name,
                                     place->nodes[i - 1], place->nodes[i]);
    return "this path is not recorded: no criterion of paths asks for it, nor did a script when it was "
           "compiled";
}

static const char *call_fits(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function)
{
    const HtolRowCall *row = &function->calls[label->place.site.index];
    guint32 most = uses_of(label).most;
    if (row->terms == 0 && row->source == 0)
        return "nothing may be inserted at its call";
    if (most <= row->callees)
        return NULL;
    return htol_arena_printf(arena, "call %u of %s has no c%u: %u functions are known that it may call",
                             label->place.site.index, function->row.name, most, row->callees);
}

const char *htol_site_label_fits(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function)
{
    HtolSite site = label->place.site;
    if (function->row.skipped != HTOL_MEASURED)
        return htol_arena_printf(arena, "its function was passed through: %s", htol_skip_reason(function->row.skipped));
    if (site.kind == HTOL_SITE_PATH)
        return path_fits(arena, &label->place, function);
    if (!is_recorded(function, site.kind))
        return htol_arena_printf(arena, "%ss of %s are not recorded: see --criteria of hlcov cc",
                                 htol_site_names[site.kind], function->row.name);
    if (site.index >= count_of(function, site.kind))
        return no_such_site(arena, site, function);
    if (site.kind == HTOL_SITE_OPERATION)
        return operation_fits(arena, label, function);
    if (site.kind == HTOL_SITE_CALL)
        return call_fits(arena, label, function);
    return site.kind == HTOL_SITE_DECISION ? decision_fits(arena, label, function) : NULL;
}

HtolSite htol_site_of(const HtolPlace *place, const HtolFunction *function)
{
    HtolSite site = place->site;
    if (site.kind == HTOL_SITE_PATH)
        site.index = path_of(place, function);
    return site;
}

/* Labels of criteria
 * -----------------------------------------------------------------------------------------------------------
 */

guint32 htol_site_variables(const HtolFunction *function, HtolSite site)
{
    if (site.kind == HTOL_SITE_CALL)
        return function->calls[site.index].callees;
    return site.kind == HTOL_SITE_DECISION ? function->decisions[site.index].conditions : 0;
}

guint32 htol_site_variable(guint32 column, guint32 conditions)
{
    if (column > 2 * conditions)
        return (column - 2 * conditions) | HTOL_SITE_INACTIVE;
    return column > conditions ? (column - conditions) | HTOL_SITE_ACTIVE : column;
}

static const HtolExpr *variable_of(HtolArena *arena, guint32 variable, guint32 conditions)
{
    guint32 condition = variable & HTOL_SITE_CONDITION;
    if (variable & HTOL_SITE_ACTIVE)
        return htol_active(arena, condition, conditions);
    if (variable & HTOL_SITE_INACTIVE)
        return htol_inactive(arena, condition, conditions);
    if (variable & HTOL_SITE_CLASS)
        return htol_class(arena, condition);
    return htol_variable(arena, condition);
}

/* A copy whose variables are columns. */
static const HtolExpr *with_columns(HtolArena *arena, const HtolExpr *expr, guint32 conditions)
{
    if (expr->kind == HTOL_EXPR_VARIABLE)
        return variable_of(arena, expr->variable, conditions);
    HtolExpr *copy = htol_arena_memdup(arena, expr, sizeof *expr);
    copy->left = expr->left ? with_columns(arena, expr->left, conditions) : NULL;
    copy->right = expr->right ? with_columns(arena, expr->right, conditions) : NULL;
    return copy;
}

const HtolHyper *htol_site_label(HtolArena *arena, const HtolLabelDecl *label, const HtolFunction *function)
{
    HtolSite site = htol_site_of(&label->place, function);
    guint32 conditions = htol_site_variables(function, site);
    HtolSiteBinding *bindings = htol_arena_new0(arena, HtolSiteBinding, label->n_bindings);
    for (guint32 i = 0; i < label->n_bindings; i++)
        bindings[i] = (HtolSiteBinding){label->bindings[i].name,
                                        variable_of(arena, label->bindings[i].variable, conditions)->variable};
    const HtolExpr *predicate = label->of_site ? with_columns(arena, label->of_site, conditions) : NULL;
    return htol_label_with(arena, site, predicate, bindings, label->n_bindings);
}
