/* Chooses for each use the one that records it; see share.h. */
#include "annot/flow/share.h"

enum { NONE = G_MAXUINT32 };

typedef struct {
    AnnotFlows *flows;
    guint32 *runs;    /* by point: the first point of its run */
    guint32 *point;   /* by access: its point, or ANNOT_NO_POINT */
    guint32 *numbers; /* by variable: its definitions, and the number 0 */
} Sharer;

static AnnotUse *use_at(const Sharer *s, guint32 use)
{
    return &g_array_index(s->flows->uses, AnnotUse, use);
}

/* Whether the use reads a cell, so that only its own index says which. */
static gboolean has_cells(const Sharer *s, const AnnotUse *use)
{
    return g_array_index(s->flows->variables, AnnotFlowVariable, use->variable).shape == HTOL_SHAPE_CELLS;
}

/* ---- leaders ---- */

/* Lets the last use of a run record all uses in it that only one definition reaches. */
static void lead_fixed(Sharer *s)
{
    g_autoptr(GHashTable) last = g_hash_table_new(NULL, NULL); /* run: 1 + use */
    for (guint32 pass = 0; pass < 2; pass++)
        for (guint32 i = 0; i < s->flows->uses->len; i++) {
            AnnotUse *use = use_at(s, i);
            guint32 point = s->point[use->access];
            if (!use->fixed || point == ANNOT_NO_POINT)
                continue;
            gpointer run = GUINT_TO_POINTER(s->runs[point]);
            guint32 other = GPOINTER_TO_UINT(g_hash_table_lookup(last, run));
            if (pass == 1)
                use->leader = other - 1;
            else if (other == 0 || s->point[use_at(s, other - 1)->access] < point)
                g_hash_table_insert(last, run, GUINT_TO_POINTER(i + 1));
        }
}

typedef struct {
    guint32 point, use; /* NONE: a definition */
} Event;

/* Orders by point; at one point, the use comes before the definition. */
static gint compare_events(gconstpointer one, gconstpointer other)
{
    const Event *x = one, *y = other;
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    return x->use < y->use ? -1 : x->use > y->use;
}

/* Goes through a variable's events from the last to the first: a use is recorded by the next one in its run, unless a
 * definition lies between. */
static void lead_back(Sharer *s, GArray *events)
{
    guint32 run = NONE, leader = NONE;
    g_array_sort(events, compare_events);
    for (guint i = events->len; i > 0; i--) {
        const Event *event = &g_array_index(events, Event, i - 1);
        if (event->use == NONE || s->runs[event->point] != run)
            leader = NONE;
        run = s->runs[event->point];
        if (event->use == NONE || use_at(s, event->use)->fixed)
            continue;
        leader = leader == NONE ? event->use : leader;
        use_at(s, event->use)->leader = leader;
    }
}

static void lead_others(Sharer *s, guint32 variable, guint32 first_use)
{
    const AnnotFlowVariable *row = &g_array_index(s->flows->variables, AnnotFlowVariable, variable);
    g_autoptr(GArray) events = g_array_new(FALSE, FALSE, sizeof(Event));
    for (guint32 i = 0; i < s->flows->defuse->accesses->len; i++) {
        const AnnotAccess *access = annot_defuse_access(s->flows->defuse, i);
        Event event = {s->point[i], NONE};
        if (event.point != ANNOT_NO_POINT && access->kind != ANNOT_ACCESS_READ && annot_variable_touch(row, access))
            g_array_append_val(events, event);
    }
    for (guint32 u = first_use; u < s->flows->uses->len && use_at(s, u)->variable == variable; u++) {
        Event event = {s->point[use_at(s, u)->access], u};
        if (event.point != ANNOT_NO_POINT)
            g_array_append_val(events, event);
    }
    lead_back(s, events);
}

static void choose_leaders(Sharer *s)
{
    lead_fixed(s);
    for (guint32 u = 0; u < s->flows->uses->len; u++)
        if (!has_cells(s, use_at(s, u)) && (u == 0 || use_at(s, u)->variable != use_at(s, u - 1)->variable))
            lead_others(s, use_at(s, u)->variable, u);
}

static void write_points(Sharer *s)
{
    for (guint32 u = 0; u < s->flows->uses->len; u++) {
        AnnotUse *use = use_at(s, u);
        use->point = s->point[use->access];
        use->run = use->point == ANNOT_NO_POINT ? ANNOT_NO_POINT : s->runs[use->point];
    }
}

/* ---- slots ---- */

static void init_numbers(Sharer *s, gboolean alone)
{
    for (guint i = 0; i < s->flows->variables->len; i++)
        s->numbers[i] = 1;
    for (guint i = 0; i < s->flows->definitions->len; i++)
        s->numbers[g_array_index(s->flows->definitions, AnnotDefinition, i).variable]++;
    for (guint32 i = 0; i < s->flows->uses->len; i++)
        use_at(s, i)->leader = i;
    for (guint i = 0; i < s->flows->flows->len; i++) {
        const HtolRowFlow *flows = (const HtolRowFlow *)(const void *)s->flows->flows->data;
        gboolean again = i > 0 && flows[i - 1].use == flows[i].use;
        use_at(s, flows[i].use)->fixed = !again && !alone && !has_cells(s, use_at(s, flows[i].use));
    }
}

static void place_slots(Sharer *s, guint32 *slots)
{
    for (guint32 i = 0; i < s->flows->uses->len; i++) {
        AnnotUse *use = use_at(s, i);
        const AnnotFlowVariable *variable = &g_array_index(s->flows->variables, AnnotFlowVariable, use->variable);
        if (use->leader != i)
            continue;
        use->slot = *slots;
        *slots += use->fixed ? 1 : annot_flow_offset(variable, s->numbers[use->variable]);
    }
    for (guint i = 0; i < s->flows->flows->len; i++) {
        HtolRowFlow *flow = &g_array_index(s->flows->flows, HtolRowFlow, i);
        AnnotUse *use = use_at(s, flow->use);
        const AnnotFlowVariable *variable = &g_array_index(s->flows->variables, AnnotFlowVariable, use->variable);
        use->slot = use_at(s, use->leader)->slot;
        flow->slot = use->slot + (use->fixed ? 0 : annot_flow_offset(variable, flow->slot));
    }
}

void annot_flows_share(AnnotFlows *flows, gboolean alone, guint32 *slots)
{
    g_autofree guint32 *runs = annot_defuse_runs(flows->defuse), *point = annot_defuse_points_of(flows->defuse),
                       *numbers = g_new0(guint32, flows->variables->len + 1);
    Sharer s = {flows, runs, point, numbers};
    init_numbers(&s, alone);
    if (!alone) {
        choose_leaders(&s);
        write_points(&s);
    }
    place_slots(&s, slots);
}
