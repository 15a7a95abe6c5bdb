/* Criteria over the data flow of a function: ADC, AUC, ACUC, APUC, ADUPC, and CADC and CAUC over elements of
 * arrays. What a definition and a use are, and which reaches which, the annotator has decided. */
#include "htol/expand/expand.h"
#include "htol/expand/flow.h"
#include "htol/graph/tour.h"

/* Names within the function, which stay the same however its lines move. */
typedef struct {
    HtolExpansion *expansion;
    const HtolFunction *function;
    gboolean cells;           /* the criterion is about elements, not whole variables */
    const char **variables;   /* x; x#2 for a second variable of that name; NULL if the criterion is not about it */
    guint32 *definitions;     /* number of each definition among its variable's */
    guint32 *uses;            /* number of each use among its variable's */
    guint32 *first_of, *next; /* the flows of each definition, in their order: 1 + index, 0 behind the last */
} Names;

/* ---- names ---- */

static void name_variables(Names *names)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint32 i = 0; i < names->function->n_variables; i++) {
        const HtolRowVariable *row = &names->function->variables[i];
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(counts, row->name)) + 1;
        if ((row->shape == HTOL_SHAPE_CELLS) != names->cells)
            continue;
        g_hash_table_insert(counts, (gpointer)row->name, GUINT_TO_POINTER(number));
        names->variables[i] =
            number == 1 ? row->name : htol_arena_printf(names->expansion->arena, "%s#%u", row->name, number);
    }
}

static void number_rows(Names *names)
{
    const HtolFunction *function = names->function;
    g_autofree guint32 *definitions = g_new0(guint32, function->n_variables + 1);
    g_autofree guint32 *uses = g_new0(guint32, function->n_variables + 1);
    for (guint32 i = 0; i < function->n_definitions; i++)
        names->definitions[i] = definitions[function->definitions[i].variable]++;
    for (guint32 i = 0; i < function->n_uses; i++)
        names->uses[i] = uses[function->uses[i].variable]++;
}

static void link_flows(Names *names)
{
    const HtolFunction *function = names->function;
    for (guint32 i = function->n_flows; i-- > 0;) {
        guint32 definition = function->flows[i].definition;
        if (definition == 0)
            continue;
        names->next[i] = names->first_of[definition - 1];
        names->first_of[definition - 1] = i + 1;
    }
}

static Names names_of(HtolExpansion *expansion, gboolean cells)
{
    const HtolFunction *function = expansion->function;
    HtolArena *arena = expansion->arena;
    Names names = {.expansion = expansion,
                   .function = function,
                   .cells = cells,
                   .variables = htol_arena_new0(arena, const char *, function->n_variables),
                   .definitions = htol_arena_new0(arena, guint32, function->n_definitions),
                   .uses = htol_arena_new0(arena, guint32, function->n_uses),
                   .first_of = htol_arena_new0(arena, guint32, function->n_definitions),
                   .next = htol_arena_new0(arena, guint32, function->n_flows)};
    name_variables(&names);
    number_rows(&names);
    link_flows(&names);
    return names;
}

/* x:d0 */
static const char *definition_id(const Names *names, guint32 definition)
{
    return htol_arena_printf(names->expansion->arena, "%s:d%u",
                             names->variables[names->function->definitions[definition].variable],
                             names->definitions[definition]);
}

/* x:d0>u2 */
static const char *flow_id(const Names *names, const HtolRowFlow *flow)
{
    return htol_arena_printf(names->expansion->arena, "%s>u%u", definition_id(names, flow->definition - 1),
                             names->uses[flow->use]);
}

/* ---- objectives ---- */

static const char *in_arena(const Names *names, const GString *text)
{
    return htol_arena_strndup(names->expansion->arena, text->str, text->len);
}

/* Adds an objective for each variable whose data flow is not recorded. */
static void add_unmeasured(const Names *names)
{
    for (guint32 i = 0; i < names->function->n_variables; i++) {
        const HtolRowVariable *row = &names->function->variables[i];
        if (!names->variables[i] || row->unmeasured == HTOL_FLOWED)
            continue;
        htol_expand_add(names->expansion, (HtolObjective){.value = -1,
                                                          .file = row->file,
                                                          .line = row->line,
                                                          .column = row->column,
                                                          .text = row->name,
                                                          .id = names->variables[i],
                                                          .unmeasured = htol_unflowed_reason(row->unmeasured)});
    }
}

/* `x defined in line 3` */
static void append_definition(const Names *names, guint32 definition, GString *out)
{
    const HtolRowDefinition *row = &names->function->definitions[definition];
    g_string_append_printf(out, "%s ", names->function->variables[row->variable].name);
    htol_flow_append_definition(names->function, definition, out);
}

static void add_definition(const Names *names, guint32 definition)
{
    const HtolRowDefinition *row = &names->function->definitions[definition];
    g_autoptr(GArray) flows = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint32 i = names->first_of[definition]; i > 0; i = names->next[i - 1])
        g_array_append_vals(flows, &(guint32){i - 1}, 1);
    append_definition(names, definition, text);
    htol_expand_add(names->expansion,
                    (HtolObjective){.hyper = htol_expand_any(names->expansion, HTOL_SITE_FLOW,
                                                             (const guint32 *)flows->data, flows->len),
                                    .site = {HTOL_SITE_FLOW, names->first_of[definition] - 1},
                                    .value = -1,
                                    .file = row->file,
                                    .line = row->line,
                                    .column = row->column,
                                    .text = in_arena(names, text),
                                    .id = definition_id(names, definition)});
}

/* Adds an objective for each definition that reaches some use. */
static void expand_definitions(HtolExpansion *expansion, gboolean cells)
{
    Names names = names_of(expansion, cells);
    for (guint32 i = 0; i < names.function->n_definitions; i++) {
        const HtolRowDefinition *row = &names.function->definitions[i];
        if (names.variables[row->variable] && row->kind != HTOL_DEFINITION_UNKNOWN && names.first_of[i] > 0)
            add_definition(&names, i);
    }
    add_unmeasured(&names);
}

/* Makes the objective at the flow's use; the caller sets its id and appends to its text. */
static HtolObjective objective_at_use(const Names *names, HtolSite site, const HtolRowFlow *flow, GString *text)
{
    const HtolRowUse *row = &names->function->uses[flow->use];
    append_definition(names, flow->definition - 1, text);
    g_string_append(text, ", ");
    htol_flow_append_use(names->function, flow->use, text);
    return (HtolObjective){.hyper = htol_label(names->expansion->arena, site, NULL),
                           .site = site,
                           .value = -1,
                           .file = row->file,
                           .line = row->line,
                           .column = row->column};
}

static gboolean is_asked(const Names *names, const HtolRowFlow *flow)
{
    return htol_flow_is_defined(names->function, flow) && names->variables[names->function->uses[flow->use].variable];
}

/* Adds the objectives of uses whose HtolUseKind has a bit in `kinds`. */
static void expand_uses(HtolExpansion *expansion, gboolean cells, guint kinds)
{
    Names names = names_of(expansion, cells);
    for (guint32 i = 0; i < names.function->n_flows; i++) {
        const HtolRowFlow *flow = &names.function->flows[i];
        g_autoptr(GString) text = g_string_new(NULL);
        if (!is_asked(&names, flow) || !(kinds >> names.function->uses[flow->use].kind & 1))
            continue;
        HtolObjective objective = objective_at_use(&names, (HtolSite){HTOL_SITE_FLOW, i}, flow, text);
        objective.text = in_arena(&names, text);
        objective.id = flow_id(&names, flow);
        htol_expand_add(expansion, objective);
    }
    add_unmeasured(&names);
}

void htol_crit_adc(HtolExpansion *expansion)
{
    expand_definitions(expansion, FALSE);
}

void htol_crit_auc(HtolExpansion *expansion)
{
    expand_uses(expansion, FALSE, 1 << HTOL_USE_COMPUTATION | 1 << HTOL_USE_PREDICATE);
}

void htol_crit_acuc(HtolExpansion *expansion)
{
    expand_uses(expansion, FALSE, 1 << HTOL_USE_COMPUTATION);
}

void htol_crit_apuc(HtolExpansion *expansion)
{
    expand_uses(expansion, FALSE, 1 << HTOL_USE_PREDICATE);
}

void htol_crit_cadc(HtolExpansion *expansion)
{
    expand_definitions(expansion, TRUE);
}

void htol_crit_cauc(HtolExpansion *expansion)
{
    expand_uses(expansion, TRUE, 1 << HTOL_USE_COMPUTATION | 1 << HTOL_USE_PREDICATE);
}

/* ---- du-paths ---- */

static void add_flow_path(const Names *names, guint32 index, const HtolRowFlow *flow)
{
    HtolExpansion *expansion = names->expansion;
    guint32 path = names->function->flow_paths[index].path;
    g_autoptr(GString) text = g_string_new(NULL);
    HtolObjective objective = objective_at_use(names, (HtolSite){HTOL_SITE_FLOW_PATH, index}, flow, text);
    g_string_append_printf(text, ", by %s", htol_expand_path_lines(expansion, path));
    objective.text = in_arena(names, text);
    objective.id =
        htol_arena_printf(expansion->arena, "%s:%s", flow_id(names, flow), htol_expand_path_id(expansion, path));
    htol_expand_add(expansion, objective);
}

static void add_pathless(const Names *names, const HtolRowFlow *flow)
{
    g_autoptr(GString) text = g_string_new(NULL);
    HtolObjective objective = objective_at_use(names, (HtolSite){0}, flow, text);
    objective.hyper = NULL;
    objective.text = in_arena(names, text);
    objective.id = flow_id(names, flow);
    objective.unmeasured = "not measured: at its definition or its use nothing tells the path";
    htol_expand_add(names->expansion, objective);
}

/* Adds the du-paths of each flow. A definition that reaches a use does so along some path without a repeated node: so a
 * flow that has no path here is one whose paths are not recorded. */
static void add_flow_paths(const Names *names)
{
    const HtolFunction *function = names->function;
    if (htol_expand_unpathed(names->expansion, HTOL_PATH_FLOW))
        return;
    for (guint32 i = 0, path = 0; i < function->n_flows; i++) {
        const HtolRowFlow *flow = &function->flows[i];
        guint32 first = path;
        for (; path < function->n_flow_paths && function->flow_paths[path].flow == i; path++)
            if (is_asked(names, flow))
                add_flow_path(names, path, flow);
        if (path == first && is_asked(names, flow))
            add_pathless(names, flow);
    }
}

void htol_crit_adupc(HtolExpansion *expansion)
{
    Names names = names_of(expansion, FALSE);
    add_flow_paths(&names);
    add_unmeasured(&names);
}
