/* Criteria over the data flow of a function: ADC, AUC, ACUC, APUC, ADUPC, and CADC and CAUC over elements of
 * arrays. What a definition and a use are, and which reaches which, the annotator has decided. */
#include "htol/expand.h"
#include "htol/flow.h"

/* Names within the function, which stay the same however its lines move. */
typedef struct {
    HtolExpansion *expansion;
    const HtolFunction *function;
    gboolean cells; /* of elements, or of variables */
    const char *
        *variables; /* x; of a second one of that name x#2; NULL of those that the criterion is not for */
    guint32 *definitions;     /* the number of each among those of its variable */
    guint32 *uses;            /* likewise */
    guint32 *first_of, *next; /* the flows of each definition, in their order: 1 + index, 0 behind the last */
} Names;

/* Names
 * ---------------------------------------------------------------------------------------------------- */

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

/* Objectives
 * ---------------------------------------------------------------------------------------------------- */

static const char *in_arena(const Names *names, const GString *text)
{
    return htol_arena_strndup(names->expansion->arena, text->str, text->len);
}

/* The variables whose data flow is not recorded. */
static void add_unmeasured(const Names *names)
{
    for (guint32 i = 0; i < names->function->n_variables; i++) {
        const HtolRowVariable *row = &names->function->variables[i];
        if (!names->variables[i] || row->unmeasured == HTOL_FLOWED)
            continue;
        htol_expand_add(names->expansion,
                        (HtolObjective){.value = -1,
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

/* That one of the definition's flows, of which there are some, from the first on, was seen. Halved, so that
 * it is not as deep as it is long. */
static const HtolHyper *any_of(HtolArena *arena, const guint32 *flows, guint n)
{
    if (n == 1)
        return htol_label(arena, (HtolSite){HTOL_SITE_FLOW, flows[0]}, NULL);
    return htol_disjunction(arena, any_of(arena, flows, n / 2), any_of(arena, flows + n / 2, n - n / 2));
}

static void add_definition(const Names *names, guint32 definition)
{
    HtolArena *arena = names->expansion->arena;
    const HtolRowDefinition *row = &names->function->definitions[definition];
    g_autoptr(GArray) flows = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint32 i = names->first_of[definition]; i > 0; i = names->next[i - 1])
        g_array_append_vals(flows, &(guint32){i - 1}, 1);
    append_definition(names, definition, text);
    htol_expand_add(names->expansion,
                    (HtolObjective){.hyper = any_of(arena, &g_array_index(flows, guint32, 0), flows->len),
                                    .site = {HTOL_SITE_FLOW, names->first_of[definition] - 1},
                                    .value = -1,
                                    .file = row->file,
                                    .line = row->line,
                                    .column = row->column,
                                    .text = in_arena(names, text),
                                    .id = definition_id(names, definition)});
}

/* Of those that reach a use: the others are no objectives. */
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

/* At the use; its id and what more is to be said are left to the caller. */
static HtolObjective objective_at_use(const Names *names, HtolSite site, const HtolRowFlow *flow,
                                      GString *text)
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
    return htol_flow_is_defined(names->function, flow) &&
           names->variables[names->function->uses[flow->use].variable];
}

/* `kinds`: a bit for each HtolUseKind. */
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

/* Du-paths
 * ---------------------------------------------------------------------------------------------------- */

/* The nodes of the path, the first one first; to be unreferenced. */
static GArray *nodes_of(const HtolFunction *function, const HtolRowPath *path)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 state = path->state + 1; state > 0; state = function->states[state - 1].parent)
        g_array_prepend_val(nodes, function->states[state - 1].node);
    return nodes;
}

/* `, by lines 3 -> 5`, and of the id `:2-4`. */
static void append_path(const HtolFunction *function, const HtolRowPath *path, GString *text, GString *id)
{
    g_autoptr(GArray) nodes = nodes_of(function, path);
    for (guint i = 0; i < nodes->len; i++) {
        guint32 node = g_array_index(nodes, guint32, i);
        const char *before = nodes->len == 1 ? ", in line " : ", by lines ";
        g_string_append_printf(text, "%s%u", i == 0 ? before : " -> ", function->nodes[node].line);
        g_string_append_printf(id, "%s%u", i == 0 ? ":" : "-", node);
    }
}

static void add_flow_path(const Names *names, guint32 index, const HtolRowFlow *flow)
{
    const HtolRowFlowPath *row = &names->function->flow_paths[index];
    g_autoptr(GString) text = g_string_new(NULL), id = g_string_new(flow_id(names, flow));
    HtolSite site = {HTOL_SITE_FLOW_PATH, index};
    HtolObjective objective = objective_at_use(names, site, flow, text);
    append_path(names->function, &names->function->paths[row->path], text, id);
    objective.text = in_arena(names, text);
    objective.id = in_arena(names, id);
    htol_expand_add(names->expansion, objective);
}

static const char *why_unpathed(HtolArena *arena, const HtolRowUnpathed *row)
{
    static const char *const reasons[HTOL_UNPATHED_REASONS] = {
        [HTOL_UNPATHED_MANY] = "there are more du-paths than the cap",
        [HTOL_UNPATHED_LOOPS] = "its function has loops",
        [HTOL_UNPATHED_HIDDEN] = "ways through its function cannot be told apart",
        [HTOL_UNPATHED_JUMPS] = "some jumps of its function lead to places that are not known"};
    if (row->paths == 0)
        return reasons[row->why];
    return htol_arena_printf(arena, "%s (%u)", reasons[row->why], row->paths);
}

static void add_unpathed(const Names *names, const HtolRowUnpathed *row)
{
    const HtolRowFunction *function = &names->function->row;
    const char *why = why_unpathed(names->expansion->arena, row);
    htol_expand_add(names->expansion, (HtolObjective){.value = -1,
                                                      .line = function->line,
                                                      .column = function->column,
                                                      .text = function->name,
                                                      .id = "du-paths",
                                                      .unmeasured = why});
}

void htol_crit_adupc(HtolExpansion *expansion)
{
    Names names = names_of(expansion, FALSE);
    for (guint32 i = 0; i < names.function->n_flow_paths; i++) {
        const HtolRowFlow *flow = &names.function->flows[names.function->flow_paths[i].flow];
        if (is_asked(&names, flow))
            add_flow_path(&names, i, flow);
    }
    for (guint32 i = 0; i < names.function->n_unpathed; i++)
        if (names.function->unpathed[i].kinds & HTOL_PATH_FLOW)
            add_unpathed(&names, &names.function->unpathed[i]);
    add_unmeasured(&names);
}
