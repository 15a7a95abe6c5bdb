/* Numbers definitions and uses, and finds by iteration which reach which; see flow_make.h. Each variable is looked
 * at by itself: a state is a set of its definitions, a bit each; bit 0: none so far. */
#include "annot/flow/flow_make.h"

#include "annot/flow/defuse_make.h"
#include "annot/flow/share.h"
#include "htol/graph/graph.h"

#include <string.h>

enum { WORD_BITS = 64, MOST_PILED = 16 /* definitions of a piled variable: a use looks at each */ };

typedef struct {
    AnnotFlows *out;
    AnnotOptions options;
    const HtolGraph *before; /* of points: what leads to each */
    guint32 *order;          /* points that control may get to, each before those that it leads to but for loops */
    guint32 n_order;
    guint8 *reached; /* by access: control may get there */
} Solver;

/* One variable while it is looked at. */
typedef struct {
    Solver *solver;
    guint32 index;
    AnnotFlowVariable *variable;
    guint8 *touch;     /* AnnotTouch, by access */
    guint32 *number;   /* by access: of its definition, or 0 */
    guint32 *use;      /* by access: 1 + its use, or 0 */
    guint32 entry;     /* number of the definition at the entry, or 0 */
    guint32 n_numbers; /* definitions and the 0 */
    guint words;
    guint64 *states;  /* by point: behind it */
    guint64 *arrived; /* by use of the variable: what reaches it */
} Column;

/* ---- the points ---- */

/* Orders the points in reverse post-order: then a few rounds are enough, however many points and loops there are. */
static void order_points(Solver *s, HtolArena *arena)
{
    const AnnotDefUse *defuse = s->out->defuse;
    guint32 n = defuse->points->len;
    const AnnotPass *passes = (const AnnotPass *)(const void *)defuse->passes->data;
    HtolGraphEdge *edges = htol_arena_new0(arena, HtolGraphEdge, defuse->passes->len);
    for (guint i = 0; i < defuse->passes->len; i++)
        edges[i] = (HtolGraphEdge){passes[i].from, passes[i].to};
    const HtolGraph *graph = htol_graph_new(arena, n, edges, defuse->passes->len);
    s->before = htol_graph_turned(arena, graph);
    s->order = htol_arena_new0(arena, guint32, n);
    s->n_order = htol_graph_finish_order(graph, s->order);
    for (guint32 i = 0; i < s->n_order / 2; i++) {
        guint32 last = s->order[s->n_order - 1 - i];
        s->order[s->n_order - 1 - i] = s->order[i];
        s->order[i] = last;
    }
}

static void find_reached(Solver *s, HtolArena *arena)
{
    const AnnotDefUse *defuse = s->out->defuse;
    s->reached = htol_arena_new0(arena, guint8, defuse->accesses->len + 1);
    for (guint32 i = 0; i < s->n_order; i++) {
        guint32 access = g_array_index(defuse->points, guint32, s->order[i]);
        if (access != ANNOT_NO_ACCESS)
            s->reached[access] = TRUE;
    }
}

/* ---- definitions and uses ---- */

static gboolean is_definition(const Column *c, guint32 access)
{
    AnnotAccessKind kind = annot_defuse_access(c->solver->out->defuse, access)->kind;
    if (kind == ANNOT_ACCESS_UNKNOWN && !c->solver->options.kills)
        return FALSE;
    return c->touch[access] != ANNOT_TOUCHES_NOT && kind != ANNOT_ACCESS_READ && kind != ANNOT_ACCESS_BEGIN;
}

static gboolean is_use(const Column *c, guint32 access)
{
    AnnotAccessKind kind = annot_defuse_access(c->solver->out->defuse, access)->kind;
    return c->touch[access] != ANNOT_TOUCHES_NOT && (kind == ANNOT_ACCESS_READ || kind == ANNOT_ACCESS_STEP);
}

static void add_definition(Column *c, guint32 access, HtolDefinitionKind kind)
{
    AnnotDefinition definition = {c->index, kind, access, c->n_numbers++, FALSE};
    if (access != ANNOT_NO_ACCESS) {
        definition.part = c->touch[access] == ANNOT_TOUCHES_PART;
        c->number[access] = definition.number;
    }
    g_array_append_val(c->solver->out->definitions, definition);
}

static gint by_place(gconstpointer one, gconstpointer other, gpointer data)
{
    const guint32 *x = one, *y = other;
    const AnnotDefUse *defuse = data;
    guint32 at = annot_defuse_access(defuse, *x)->at.begin, other_at = annot_defuse_access(defuse, *y)->at.begin;
    if (at != other_at)
        return at < other_at ? -1 : 1;
    return *x < *y ? -1 : *x > *y;
}

/* Returns the variable's accesses, its uses or its definitions, in the order of the text. */
static GArray *accesses_of(const Column *c, gboolean uses)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 i = 0; i < c->solver->out->defuse->accesses->len; i++)
        if (c->solver->reached[i] && (uses ? is_use(c, i) : is_definition(c, i)))
            g_array_append_val(all, i);
    g_array_sort_with_data(all, by_place, c->solver->out->defuse);
    return all;
}

static gboolean is_lasting(const AnnotFlowVariable *variable)
{
    return variable->kind != HTOL_VARIABLE_LOCAL;
}

static void add_definitions(Column *c)
{
    guint32 unknown = 0;
    g_autoptr(GArray) all = accesses_of(c, FALSE);
    c->n_numbers = 1;
    if (is_lasting(c->variable)) {
        c->entry = c->n_numbers;
        add_definition(c, ANNOT_NO_ACCESS, HTOL_DEFINITION_ENTRY);
    }
    for (guint i = 0; i < all->len; i++) {
        guint32 access = g_array_index(all, guint32, i);
        HtolDefinitionKind kind = annot_defuse_access(c->solver->out->defuse, access)->defines;
        if (kind != HTOL_DEFINITION_UNKNOWN || unknown == 0)
            add_definition(c, access, kind);
        else
            c->number[access] = unknown;
        if (kind == HTOL_DEFINITION_UNKNOWN)
            unknown = c->number[access];
    }
}

static void add_uses(Column *c)
{
    g_autoptr(GArray) all = accesses_of(c, TRUE);
    for (guint i = 0; i < all->len; i++) {
        guint32 access = g_array_index(all, guint32, i);
        AnnotUse use = {
            .variable = c->index, .kind = annot_defuse_access(c->solver->out->defuse, access)->uses, .access = access};
        g_array_append_val(c->solver->out->uses, use);
        c->use[access] = i + 1;
    }
}

/* ---- what reaches what ---- */

static gboolean unite_sets(guint64 *to, const guint64 *from, guint words)
{
    guint64 more = 0;
    for (guint i = 0; i < words; i++) {
        more |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return more != 0;
}

static void set_bit(guint64 *state, guint32 bit)
{
    state[bit / WORD_BITS] |= (guint64)1 << bit % WORD_BITS;
}

static void define(const Column *c, guint32 access, guint64 *state)
{
    gboolean begins = annot_defuse_access(c->solver->out->defuse, access)->kind == ANNOT_ACCESS_BEGIN;
    if (c->touch[access] == ANNOT_TOUCHES_NOT || (!begins && c->number[access] == 0))
        return;
    if (begins || c->touch[access] == ANNOT_TOUCHES_WHOLE)
        memset(state, 0, c->words * sizeof *state);
    if (c->variable->shape != HTOL_SHAPE_CELLS)
        state[0] &= ~(guint64)1;
    set_bit(state, c->number[access]);
}

/* Sets `state` to the definitions that hold behind the point; adds those before it to what arrives at its use. */
static void cross(const Column *c, guint32 point, guint64 *state)
{
    const Solver *s = c->solver;
    memset(state, 0, c->words * sizeof *state);
    if (point == 0)
        set_bit(state, c->entry);
    for (guint32 i = s->before->first[point]; i < s->before->first[point + 1]; i++)
        unite_sets(state, c->states + (gsize)s->before->edges[i].to * c->words, c->words);
    guint32 access = g_array_index(s->out->defuse->points, guint32, point);
    if (access == ANNOT_NO_ACCESS)
        return;
    if (c->use[access] > 0)
        unite_sets(c->arrived + (gsize)(c->use[access] - 1) * c->words, state, c->words);
    define(c, access, state);
}

static gboolean cross_all(const Column *c, guint64 *scratch)
{
    gboolean changed = FALSE;
    for (guint32 i = 0; i < c->solver->n_order; i++) {
        guint32 point = c->solver->order[i];
        cross(c, point, scratch);
        changed |= unite_sets(c->states + (gsize)point * c->words, scratch, c->words);
    }
    return changed;
}

/* Whether the definition of that number surely writes another cell than `use` reads. */
static gboolean is_elsewhere(const Column *c, guint32 definition, const AnnotUse *use)
{
    const AnnotFlows *out = c->solver->out;
    AnnotCell one, other;
    if (c->variable->shape != HTOL_SHAPE_CELLS || definition == 0)
        return FALSE;
    const AnnotDefinition *row = &g_array_index(out->definitions, AnnotDefinition, definition - 1);
    return row->part && annot_variable_cell(annot_defuse_access(out->defuse, row->access), &one) &&
           annot_variable_cell(annot_defuse_access(out->defuse, use->access), &other) &&
           annot_cells_differ(&one, &other);
}

static void append_flows(const Column *c, guint32 first_use, guint32 first_definition)
{
    AnnotFlows *out = c->solver->out;
    for (guint32 u = first_use; u < out->uses->len; u++) {
        const guint64 *state = c->arrived + (gsize)(u - first_use) * c->words;
        for (guint32 n = 0; n < c->n_numbers; n++) {
            if (!(state[n / WORD_BITS] >> n % WORD_BITS & 1))
                continue;
            HtolRowFlow flow = {n > 0 ? first_definition + n : 0, u, n};
            if (!is_elsewhere(c, flow.definition, &g_array_index(out->uses, AnnotUse, u)))
                g_array_append_val(out->flows, flow);
        }
    }
}

static gboolean is_over(const Column *c, guint32 uses)
{
    guint64 slots = (guint64)annot_flow_offset(c->variable, c->n_numbers) * uses;
    if (c->variable->shape == HTOL_SHAPE_CELLS && c->n_numbers > ANNOT_CELLS_NUMBERS)
        return TRUE;
    return slots > c->solver->options.flows || (c->variable->piled && c->n_numbers > MOST_PILED + 1);
}

static void solve(Column *c, guint32 first_use, guint32 first_definition)
{
    AnnotFlows *out = c->solver->out;
    c->words = (c->n_numbers + WORD_BITS - 1) / WORD_BITS;
    g_autofree guint64 *states = g_new0(guint64, (gsize)out->defuse->points->len * c->words),
                       *arrived = g_new0(guint64, (gsize)(out->uses->len - first_use + 1) * c->words),
                       *scratch = g_new0(guint64, c->words);
    c->states = states;
    c->arrived = arrived;
    while (cross_all(c, scratch))
        ;
    append_flows(c, first_use, first_definition);
}

/* ---- all variables ---- */

/* Leaves the variable unmeasured if control may get to an access of it that is in no node. */
static void check_nodes(const Column *c)
{
    for (guint32 i = 0; i < c->solver->out->defuse->accesses->len; i++) {
        const AnnotAccess *access = annot_defuse_access(c->solver->out->defuse, i);
        gboolean lost = c->solver->reached[i] && access->node == ANNOT_NO_NODE && (is_use(c, i) || is_definition(c, i));
        if (lost && c->variable->unmeasured == HTOL_FLOWED)
            c->variable->unmeasured = HTOL_UNFLOWED_PLACE;
    }
}

static void look_at(Column *c)
{
    AnnotFlows *out = c->solver->out;
    guint32 first_use = out->uses->len, first_definition = out->definitions->len;
    check_nodes(c);
    if (c->variable->unmeasured != HTOL_FLOWED)
        return;
    add_definitions(c);
    add_uses(c);
    if (!is_over(c, out->uses->len - first_use)) {
        solve(c, first_use, first_definition);
        return;
    }
    c->variable->unmeasured = HTOL_UNFLOWED_MANY;
    g_array_set_size(out->uses, first_use);
    g_array_set_size(out->definitions, first_definition);
}

static void look_at_all(Solver *s)
{
    guint n = s->out->defuse->accesses->len + 1;
    for (guint32 v = 0; v < s->out->variables->len; v++) {
        g_autofree guint8 *touch = g_new0(guint8, n);
        g_autofree guint32 *number = g_new0(guint32, n), *use = g_new0(guint32, n);
        Column c = {.solver = s,
                    .index = v,
                    .variable = &g_array_index(s->out->variables, AnnotFlowVariable, v),
                    .touch = touch,
                    .number = number,
                    .use = use};
        for (guint32 i = 0; i + 1 < n; i++)
            touch[i] = annot_variable_touch(c.variable, annot_defuse_access(s->out->defuse, i));
        look_at(&c);
    }
}

/* Gives each variable whose cells are kept in a table the slot that says that cells were lost. */
static void place_tables(const AnnotFlows *flows, guint32 *slots)
{
    for (guint i = 0; i < flows->variables->len; i++) {
        AnnotFlowVariable *variable = &g_array_index(flows->variables, AnnotFlowVariable, i);
        gboolean kept = variable->shape == HTOL_SHAPE_CELLS && variable->unmeasured == HTOL_FLOWED;
        if (kept && annot_cells_have_table(annot_cells_count(annot_variable_type(variable))))
            variable->lost = ++*slots;
    }
}

AnnotFlows *annot_flows_new(HtolArena *arena, const AnnotText *text, const AnnotFunction *function,
                            AnnotOptions options, AnnotCfg *cfg)
{
    AnnotFlows *out = g_new(AnnotFlows, 1);
    out->defuse = annot_defuse_new(text, function, cfg->facts, options.kills);
    out->variables = annot_variables_find(arena, out->defuse, options.kills);
    out->definitions = g_array_new(FALSE, FALSE, sizeof(AnnotDefinition));
    out->uses = g_array_new(FALSE, FALSE, sizeof(AnnotUse));
    out->flows = g_array_new(FALSE, FALSE, sizeof(HtolRowFlow));
    out->unknown = options.kills;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    Solver s = {.out = out, .options = options};
    order_points(&s, scratch);
    find_reached(&s, scratch);
    look_at_all(&s);
    annot_flows_share(out, function->returns_twice, &cfg->slots);
    place_tables(out, &cfg->slots);
    return out;
}
