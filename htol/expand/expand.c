/* What the functions htol_crit_<id> share; see expand.h. It belongs to no criterion. */
#include "htol/expand/expand.h"

#include <string.h>

#include "htol/graph/tour.h"
#include "htol/judge/env.h"

/* How long the name of a decision is with which ids of its objectives begin: `d12`. */
static gsize name_length(guint32 decision)
{
    gsize length = strlen("d0");
    for (; decision >= 10; decision /= 10)
        length++;
    return length;
}

void htol_expand_add(HtolExpansion *expansion, HtolObjective objective)
{
    gboolean is_named = objective.site.kind == HTOL_SITE_DECISION && !objective.is_cut && !objective.user;
    objective.criterion = expansion->criterion;
    objective.in_decision = objective.id + (is_named ? name_length(objective.site.index) : 0);
    g_array_append_val(expansion->objectives, objective);
}

HtolObjective htol_expand_at_decision(const HtolExpansion *expansion, guint32 decision)
{
    const HtolRowDecision *row = &expansion->function->decisions[decision];
    return (HtolObjective){.site = {HTOL_SITE_DECISION, decision},
                           .value = -1,
                           .file = row->file,
                           .line = row->line,
                           .column = row->column,
                           .text = row->text};
}

const HtolRowCondition *htol_expand_conditions(const HtolExpansion *expansion, guint32 decision)
{
    return expansion->function->conditions + expansion->function->decisions[decision].first_condition;
}

/* `condition` is counted from 1, as the variables of the site are. */
HtolObjective htol_expand_at_condition(const HtolExpansion *expansion, guint32 decision, guint32 condition)
{
    const HtolRowCondition *row = &htol_expand_conditions(expansion, decision)[condition - 1];
    return (HtolObjective){.site = {HTOL_SITE_DECISION, decision},
                           .stands = condition,
                           .condition = condition,
                           .value = -1,
                           .file = row->file,
                           .line = row->line,
                           .column = row->column,
                           .text = row->text,
                           .id = htol_arena_printf(expansion->arena, "d%u.c%u", decision, condition)};
}

void htol_expand_unmeasured(HtolExpansion *expansion, guint32 decision, const char *why)
{
    HtolObjective objective = htol_expand_at_decision(expansion, decision);
    objective.unmeasured = why;
    objective.id = htol_arena_printf(expansion->arena, "d%u", decision);
    htol_expand_add(expansion, objective);
}

/* ---- rows ---- */

const char *htol_expand_row_text(const HtolExpansion *expansion, guint32 decision, const guint8 *row)
{
    const HtolRowCondition *conditions = htol_expand_conditions(expansion, decision);
    guint32 n = expansion->function->decisions[decision].conditions;
    gsize size = 1;
    for (guint32 i = 0; i < n; i++)
        size += row[1 + i] != HTOL_UNKNOWN ? strlen(", ") + strlen(conditions[i].text) + strlen(": T") : 0;
    char *text = htol_arena_alloc(expansion->arena, size), *end = text;
    for (guint32 i = 0; i < n; i++)
        if (row[1 + i] != HTOL_UNKNOWN) {
            end = stpcpy(stpcpy(end, end > text ? ", " : ""), conditions[i].text);
            end = stpcpy(end, row[1 + i] == HTOL_TRUE ? ": T" : ": F");
        }
    return text;
}

const char *htol_expand_row_id(const HtolExpansion *expansion, guint32 decision, const guint8 *row)
{
    guint32 conditions = expansion->function->decisions[decision].conditions;
    char *id = htol_arena_alloc(expansion->arena, (gsize)conditions + 1);
    for (guint32 i = 0; i < conditions; i++)
        id[i] = "FT-"[row[1 + i]];
    return id;
}

const HtolExpr *htol_expand_row_holds(const HtolExpansion *expansion, guint32 decision, const guint8 *row,
                                      const HtolExpr *predicate)
{
    HtolArena *arena = expansion->arena;
    for (guint32 i = 1; i <= expansion->function->decisions[decision].conditions; i++)
        if (row[i] != HTOL_UNKNOWN)
            predicate = htol_and(arena, predicate, htol_literal(arena, i, row[i] == HTOL_TRUE));
    return predicate;
}

/* ---- pairs ---- */

/* What a pair says of a condition in which its vectors agree. It is the same in all decisions. */
typedef struct {
    HtolSiteBinding bindings[2];
    const HtolExpr *agree;
} Other;

static const HtolExpr *is_unknown(HtolArena *arena, const HtolExpr *variable)
{
    HtolValue unknown = {.kind = HTOL_VALUE_SIGNED, .s = HTOL_UNKNOWN};
    return htol_binary(arena, HTOL_OP_EQ, variable, htol_constant(arena, unknown));
}

/* Some completions of both vectors agree on the variables: what was not evaluated may have either value. */
static const HtolExpr *may_agree(HtolArena *arena, const HtolExpr *one, const HtolExpr *other)
{
    const HtolExpr *unknown = htol_binary(arena, HTOL_OP_BOR, is_unknown(arena, one), is_unknown(arena, other));
    return htol_binary(arena, HTOL_OP_BOR, htol_binary(arena, HTOL_OP_EQ, one, other), unknown);
}

static void add_other(const HtolExpansion *expansion)
{
    HtolArena *arena = expansion->arena;
    Other *other = htol_arena_new0(arena, Other, 1);
    guint32 condition = expansion->others->len + 1;
    other->bindings[0] = (HtolSiteBinding){htol_arena_printf(arena, "v%u", condition), condition};
    other->bindings[1] = (HtolSiteBinding){htol_arena_printf(arena, "v%u'", condition), condition};
    other->agree = may_agree(arena, htol_paired_variable(arena, other->bindings[0].name, condition, 0),
                             htol_paired_variable(arena, other->bindings[1].name, condition, 1));
    g_ptr_array_add(expansion->others, other);
}

static const Other *other_of(const HtolExpansion *expansion, guint32 condition)
{
    while (expansion->others->len < condition)
        add_other(expansion);
    return expansion->others->pdata[condition - 1];
}

static void bind_pair(HtolPairing *pairing, HtolSiteBinding first, HtolSiteBinding second)
{
    pairing->bindings[0][pairing->n_bindings] = first;
    pairing->bindings[1][pairing->n_bindings++] = second;
}

static void restrict_others(const HtolExpansion *expansion, HtolPairing *pairing, guint32 condition)
{
    const HtolRowCondition *conditions = htol_expand_conditions(expansion, pairing->site.index);
    for (guint32 i = 1; i <= expansion->function->decisions[pairing->site.index].conditions; i++) {
        if (i == condition || conditions[i - 1].state != HTOL_CONDITION_LIVE)
            continue;
        const Other *other = other_of(expansion, i);
        bind_pair(pairing, other->bindings[0], other->bindings[1]);
        pairing->guard = htol_and(expansion->arena, pairing->guard, other->agree);
    }
}

const HtolExpr *htol_expand_outcomes_differ(const HtolExpansion *expansion)
{
    HtolArena *arena = expansion->arena;
    return htol_binary(arena, HTOL_OP_NE, htol_paired_variable(arena, "o", 0, 0),
                       htol_paired_variable(arena, "o'", 0, 1));
}

HtolPairing htol_expand_pairing(const HtolExpansion *expansion, guint32 decision, guint32 condition,
                                const HtolExpr *guard)
{
    gsize most = 1 + (condition ? expansion->function->decisions[decision].conditions : 0);
    HtolPairing pairing = {.site = {HTOL_SITE_DECISION, decision}, .guard = guard};
    for (guint half = 0; half < 2; half++)
        pairing.bindings[half] = htol_arena_new0(expansion->arena, HtolSiteBinding, most);
    bind_pair(&pairing, (HtolSiteBinding){"o", 0}, (HtolSiteBinding){"o'", 0});
    if (condition)
        restrict_others(expansion, &pairing, condition);
    return pairing;
}

const HtolHyper *htol_expand_pair(const HtolExpansion *expansion, const HtolPairing *pairing, const HtolExpr *first,
                                  const HtolExpr *second)
{
    const HtolExpr *const predicates[] = {first, second};
    const HtolHyper *halves[2];
    for (guint half = 0; half < 2; half++)
        halves[half] = htol_label_with(expansion->arena, pairing->site, predicates[half], pairing->bindings[half],
                                       pairing->n_bindings);
    const HtolHyper *both = htol_conjunction(expansion->arena, halves[0], halves[1]);
    return pairing->guard ? htol_paired(expansion->arena, both, pairing->guard) : both;
}

/* ---- paths ---- */

const char *htol_expand_path_id(const HtolExpansion *expansion, guint32 path)
{
    const HtolFunction *function = expansion->function;
    guint32 n;
    const guint32 *nodes = htol_tour_string(expansion->arena, function->states, function->paths[path].state, &n);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint32 i = 0; i < n; i++)
        g_string_append_printf(text, "%s%u", i > 0 ? "-" : "", nodes[i]);
    return htol_arena_strndup(expansion->arena, text->str, text->len);
}

const char *htol_expand_path_lines(HtolExpansion *expansion, guint32 path)
{
    if (!expansion->shared_lines)
        expansion->shared_lines = htol_tour_shared_lines(expansion->arena, expansion->function);
    return htol_tour_lines(expansion->arena, expansion->function, expansion->shared_lines, path);
}

HtolObjective htol_expand_at_node(const HtolExpansion *expansion, guint32 node)
{
    const HtolRowNode *row = &expansion->function->nodes[node];
    return (HtolObjective){.value = -1, .file = row->file, .line = row->line, .column = row->column, .text = ""};
}

static const HtolHyper *join_sites(HtolArena *arena, HtolSiteKind kind, const guint32 *rows, guint32 n,
                                   HtolCombine combine)
{
    g_autofree const HtolHyper **labels = g_new(const HtolHyper *, n);
    for (guint32 i = 0; i < n; i++)
        labels[i] = htol_label(arena, (HtolSite){kind, rows[i]}, NULL);
    return htol_combined(arena, labels, n, combine);
}

const HtolHyper *htol_expand_any(const HtolExpansion *expansion, HtolSiteKind kind, const guint32 *rows, guint32 n)
{
    return join_sites(expansion->arena, kind, rows, n, htol_disjunction);
}

const HtolHyper *htol_expand_one_event(const HtolExpansion *expansion, const guint32 *paths, guint32 n)
{
    return join_sites(expansion->arena, HTOL_SITE_PATH, paths, n, htol_either_fact);
}

static const char *why_unpathed(const HtolExpansion *expansion, const HtolRowUnpathed *row)
{
    if (row->why == HTOL_UNPATHED_LOOPS)
        return row->kinds & HTOL_PATH_COMPLETE ? "not measured: loops, and so no end of paths"
                                               : "not measured: a loop has a loop in its condition";
    if (row->why == HTOL_UNPATHED_HIDDEN)
        return "not measured: nothing can be inserted on some of its ways";
    if (row->why == HTOL_UNPATHED_JUMPS)
        return "not measured: some of its jumps lead to places that are not known";
    if (row->why == HTOL_UNPATHED_THREADS)
        return "not measured: several threads go through one call";
    if (row->paths == 0)
        return "not measured (too many paths)";
    return htol_arena_printf(expansion->arena, "not measured (%u paths%s)", row->paths,
                             row->why == HTOL_UNPATHED_UNCOUNTED ? " or more" : "");
}

void htol_expand_unmeasured_function(HtolExpansion *expansion, const char *why)
{
    const HtolRowFunction *row = &expansion->function->row;
    htol_expand_add(expansion, (HtolObjective){.value = -1,
                                               .line = row->line,
                                               .column = row->column,
                                               .text = row->name,
                                               .id = "function",
                                               .unmeasured = why});
}

gboolean htol_expand_unpathed(HtolExpansion *expansion, HtolPathKind kind)
{
    const HtolFunction *function = expansion->function;
    guint32 i = 0;
    while (i < function->n_unpathed && !(function->unpathed[i].kinds & kind))
        i++;
    if (i == function->n_unpathed)
        return FALSE;
    htol_expand_unmeasured_function(expansion, why_unpathed(expansion, &function->unpathed[i]));
    return TRUE;
}

gboolean htol_expand_unmutated(HtolExpansion *expansion, HtolMutation mutation)
{
    const HtolFunction *function = expansion->function;
    guint32 i = 0;
    while (i < function->n_unmutated && function->unmutated[i].mutation != mutation)
        i++;
    if (i == function->n_unmutated)
        return FALSE;
    htol_expand_unmeasured_function(
        expansion, htol_arena_printf(expansion->arena, "not measured (%u mutants)", function->unmutated[i].mutants));
    return TRUE;
}

/* ---- operations ---- */

HtolObjective htol_expand_at_operation(const HtolExpansion *expansion, guint32 operation)
{
    const HtolRowOperation *row = &expansion->function->operations[operation];
    return (HtolObjective){.site = {HTOL_SITE_OPERATION, operation},
                           .value = -1,
                           .file = row->file,
                           .line = row->line,
                           .column = row->column,
                           .text = row->text};
}

const char *htol_expand_level(HtolMutantLevel level)
{
    return level == HTOL_MUTANT_STATEMENT ? "WM-stmt" : "WM-expr";
}

const HtolHyper *htol_expand_classes(const HtolExpansion *expansion, guint32 operation, guint32 classes)
{
    HtolArena *arena = expansion->arena;
    const HtolExpr *any = NULL;
    for (guint32 k = 0; k < 32; k++)
        if (classes >> k & 1)
            any = any ? htol_binary(arena, HTOL_OP_OR, any, htol_class(arena, k)) : htol_class(arena, k);
    return htol_label(arena, (HtolSite){HTOL_SITE_OPERATION, operation}, any);
}

gboolean htol_expand_class_is_possible(const HtolRowOperation *row, guint32 k)
{
    return k >= 32 || !(row->impossible >> k & 1);
}

gboolean htol_expand_unclassed(HtolExpansion *expansion, guint32 operation)
{
    const HtolRowOperation *row = &expansion->function->operations[operation];
    if (row->classes > 0)
        return FALSE;
    HtolObjective objective = htol_expand_at_operation(expansion, operation);
    objective.unmeasured = htol_unrecorded_reason(row->unrecorded);
    objective.id = htol_arena_printf(expansion->arena, "o%u", operation);
    htol_expand_add(expansion, objective);
    return TRUE;
}
