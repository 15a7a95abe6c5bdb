/* Finds du-paths, and which states of the automaton tell that they were taken; see dupath.h.
 *
 * Within a node accesses happen in the order of their points: only by entering the node again does control come back. A
 * definition that may be skipped though its node is entered makes its variable one that is not followed. */
#include "annot/paths/dupath.h"

#include "annot/flow/flow.h"

enum { NONE = G_MAXUINT32 };

/* A place where a variable gets a value, or loses the one that it has. */
typedef struct {
    guint32 node, point;
} Place;

/* How it is recorded that a use was evaluated at the end of a path. */
typedef enum {
    TELLS_NOT,
    TELLS_BY_NODE, /* it is evaluated whenever its node is entered: by the slots of the states there */
    TELLS_STATE    /* by slots of its own */
} Telling;

/* A du-path of a flow. */
typedef struct {
    guint32 flow;
    guint32 path; /* in `found` */
} Finding;

struct AnnotDuPaths {
    HtolArena *arena;
    const AnnotCfg *cfg;
    const AnnotFlows *flows;
    const HtolGraph *graph;
    guint32 *point;   /* of each access, or ANNOT_NO_POINT */
    guint8 *telling;  /* of each use: Telling */
    guint8 *asked;    /* of each node */
    GArray *findings; /* Finding, in order of flows */
    HtolPathSet *found;
};

static const AnnotAccess *access_at(const AnnotDuPaths *d, guint32 access)
{
    return &g_array_index(d->flows->defuse->accesses, AnnotAccess, access);
}

static AnnotUse *use_at(const AnnotDuPaths *d, guint32 use)
{
    return &g_array_index(d->flows->uses, AnnotUse, use);
}

static const AnnotBlock *block_at(const AnnotDuPaths *d, guint32 node)
{
    return g_ptr_array_index(d->cfg->blocks, node);
}

/* ---- what defines a variable ---- */

static gboolean defines(const AnnotDuPaths *d, const AnnotFlowVariable *variable, const AnnotAccess *access)
{
    gboolean kind = access->kind == ANNOT_ACCESS_WRITE || access->kind == ANNOT_ACCESS_STEP ||
                    (access->kind == ANNOT_ACCESS_UNKNOWN && d->flows->unknown);
    return kind && access->node != ANNOT_NO_NODE && annot_variable_touch(variable, access) != ANNOT_TOUCHES_NOT;
}

static gboolean has_goto(const AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->statements->len; i++) {
        const AnnotStmt *stmt = ((const AnnotStatement *)g_ptr_array_index(cfg->statements, i))->stmt;
        if (stmt->kind == ANNOT_STMT_GOTO || stmt->kind == ANNOT_STMT_GOTO_ANY || stmt->is_jump)
            return TRUE;
    }
    return FALSE;
}

/* Whether an activation may come to the declaration more than once. */
static gboolean may_repeat(const AnnotDuPaths *d, const AnnotStmt *stmt)
{
    for (guint i = 0; i < d->cfg->loops->len; i++) {
        const AnnotStmt *loop = ((const AnnotLoop *)g_ptr_array_index(d->cfg->loops, i))->stmt;
        if (loop->at.begin <= stmt->at.begin && stmt->at.end <= loop->at.end)
            return TRUE;
    }
    return has_goto(d->cfg);
}

/* Whether control comes to the statement from before it only. */
static gboolean is_plain(const AnnotStmt *stmt)
{
    static const AnnotStmtKind kinds[] = {ANNOT_STMT_EXPR,   ANNOT_STMT_DECL,  ANNOT_STMT_IF,
                                          ANNOT_STMT_SWITCH, ANNOT_STMT_BREAK, ANNOT_STMT_CONTINUE};
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (stmt->kind == kinds[i])
            return TRUE;
    return FALSE;
}

/* Returns the node of a declaration without an initialiser: that of the next statement, as it begins none. */
static guint32 node_of_declaration(const AnnotDuPaths *d, const AnnotStmt *stmt)
{
    const AnnotStatement *next = NULL;
    for (guint i = 0; i < d->cfg->statements->len; i++) {
        const AnnotStatement *other = g_ptr_array_index(d->cfg->statements, i);
        gboolean nearer = other->at >= stmt->at.end && (!next || other->at < next->at);
        next = nearer ? other : next;
    }
    return next && is_plain(next->stmt) && !next->block->hidden ? next->block->node : ANNOT_NO_NODE;
}

/* Adds the place where the access ends the value that the variable held; FALSE: the place is not known. */
static gboolean add_place(const AnnotDuPaths *d, guint32 index, GArray *places)
{
    const AnnotAccess *access = access_at(d, index);
    gboolean begins = access->kind == ANNOT_ACCESS_BEGIN;
    if (begins && !may_repeat(d, access->stmt))
        return TRUE;
    Place place = {begins ? node_of_declaration(d, access->stmt) : access->node, d->point[index]};
    g_array_append_val(places, place);
    return place.node != ANNOT_NO_NODE && place.point != ANNOT_NO_POINT && access->sure && !access->loose;
}

/* Whether no edge leads back to the entry's node, which would define parameters and globals only the first time. */
static gboolean begins_once(const AnnotDuPaths *d)
{
    for (guint32 i = 0; i < d->graph->n_edges; i++)
        if (d->graph->edges[i].to == 0)
            return FALSE;
    return TRUE;
}

/* Returns all places where the variable gets or loses a value (Place, to be freed); NULL if it cannot be followed. */
static GArray *places_of(const AnnotDuPaths *d, const AnnotFlowVariable *variable)
{
    gboolean follows = variable->unmeasured == HTOL_FLOWED && variable->shape != HTOL_SHAPE_CELLS && !variable->piled &&
                       (variable->kind == HTOL_VARIABLE_LOCAL || begins_once(d));
    if (!follows)
        return NULL;
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
    for (guint32 i = 0; i < d->flows->defuse->accesses->len && follows; i++) {
        const AnnotAccess *access = access_at(d, i);
        gboolean begins =
            access->kind == ANNOT_ACCESS_BEGIN && annot_variable_touch(variable, access) != ANNOT_TOUCHES_NOT;
        if (begins || defines(d, variable, access))
            follows = add_place(d, i, places);
    }
    return follows ? places : (g_array_unref(places), NULL);
}

/* ---- uses ---- */

/* Whether the probe of the block, which makes the step, stands before the use: it does not if the use is in the rest of
 * an expression that the node begins with. */
static gboolean is_behind_step(const AnnotBlock *block, const AnnotAccess *access)
{
    AnnotSeen seen = annot_block_seen(block);
    if (seen == ANNOT_SEEN_NOT)
        return block->node == 0;
    if (!block->rest || seen == ANNOT_SEEN_BEHIND)
        return TRUE;
    if (seen == ANNOT_SEEN_COMMA)
        return access->at.begin >= block->expr->at.begin && access->at.end <= block->expr->at.end;
    return access->at.begin >= block->at;
}

static Telling telling_of(const AnnotDuPaths *d, const AnnotUse *use)
{
    const AnnotAccess *access = access_at(d, use->access);
    if (access->node == ANNOT_NO_NODE || use->point == ANNOT_NO_POINT || access->loose)
        return TELLS_NOT;
    const AnnotBlock *block = block_at(d, access->node);
    gboolean quiet = !block->noisy && !block->calls && !block->rest;
    if (access->sure && quiet && annot_block_seen(block) != ANNOT_SEEN_NOT)
        return TELLS_BY_NODE;
    return access->beside == ANNOT_BESIDE_EXPR && is_behind_step(block, access) ? TELLS_STATE : TELLS_NOT;
}

static void find_telling(AnnotDuPaths *d)
{
    d->telling = htol_arena_new0(d->arena, guint8, d->flows->uses->len + 1);
    d->asked = htol_arena_new0(d->arena, guint8, d->graph->n_nodes);
    for (guint32 u = 0; u < d->flows->uses->len; u++) {
        const AnnotUse *use = use_at(d, u);
        const AnnotFlowVariable *variable = &g_array_index(d->flows->variables, AnnotFlowVariable, use->variable);
        d->telling[u] = variable->shape == HTOL_SHAPE_CELLS ? TELLS_NOT : telling_of(d, use);
    }
}

AnnotDuPaths *annot_dupaths_new(HtolArena *arena, const AnnotCfg *cfg, const HtolGraph *graph)
{
    AnnotDuPaths *d = htol_arena_new0(arena, AnnotDuPaths, 1);
    d->arena = arena;
    d->cfg = cfg;
    d->flows = cfg->flows;
    d->graph = graph;
    d->point = annot_defuse_points_of(cfg->flows->defuse);
    find_telling(d);
    return d;
}

/* ---- paths ---- */

/* One variable that is followed. */
typedef struct {
    AnnotDuPaths *d;
    const GArray *places;
    guint8 *kills; /* of each node */
    guint32 cap;   /* findings */
} Followed;

static gboolean has_place(const Followed *f, guint32 node, guint32 after, guint32 before)
{
    for (guint i = 0; i < f->places->len; i++) {
        const Place *place = &g_array_index(f->places, Place, i);
        if (place->node == node && place->point > after && place->point < before)
            return TRUE;
    }
    return FALSE;
}

/* Returns the place of a definition; one at the function's entry comes before all points with an access. */
static Place definition_place(const AnnotDuPaths *d, const AnnotDefinition *definition)
{
    if (definition->access == ANNOT_NO_ACCESS)
        return (Place){0, 0};
    return (Place){access_at(d, definition->access)->node, d->point[definition->access]};
}

static void add_findings(AnnotDuPaths *d, guint32 flow, guint first)
{
    for (guint i = first; i < d->found->paths->len; i++)
        g_array_append_vals(d->findings, &(Finding){flow, i}, 1);
}

/* Finds the paths from the definition to the use; at one point, the use comes before the definition. */
static HtolPathCount find_paths(const Followed *f, const Place *from, const Place *to)
{
    AnnotDuPaths *d = f->d;
    HtolPathCount none = {.all = TRUE};
    gboolean inside = from->node == to->node && from->point < to->point;
    if (inside && !has_place(f, from->node, from->point, to->point))
        htol_path_set_add(d->found, &from->node, (HtolPath){.n_nodes = 1, .kinds = HTOL_PATH_FLOW});
    if (inside || has_place(f, from->node, from->point, NONE) || has_place(f, to->node, 0, to->point))
        return none;
    return htol_paths_du(d->graph, (HtolGraphEdge){from->node, to->node}, f->kills,
                         f->cap - MIN(f->cap, d->findings->len), d->found);
}

static HtolPathCount find_flow(const Followed *f, guint32 index)
{
    AnnotDuPaths *d = f->d;
    const HtolRowFlow *flow = &g_array_index(d->flows->flows, HtolRowFlow, index);
    const AnnotUse *use = use_at(d, flow->use);
    guint first = d->found->paths->len;
    if (flow->definition == 0 || d->telling[flow->use] == TELLS_NOT)
        return (HtolPathCount){.all = TRUE};
    const AnnotDefinition *definition = &g_array_index(d->flows->definitions, AnnotDefinition, flow->definition - 1);
    if (definition->kind == HTOL_DEFINITION_UNKNOWN)
        return (HtolPathCount){.all = TRUE};
    Place from = definition_place(d, definition), to = {access_at(d, use->access)->node, use->point};
    HtolPathCount count = find_paths(f, &from, &to);
    if (count.all)
        add_findings(d, index, first);
    else
        count.paths += MIN(d->findings->len, NONE - count.paths);
    return count;
}

static HtolPathCount find_variable(const Followed *f, guint32 variable)
{
    HtolPathCount count = {.all = TRUE};
    for (guint32 i = 0; i < f->places->len; i++)
        f->kills[g_array_index(f->places, Place, i).node] = TRUE;
    for (guint32 i = 0; i < f->d->flows->flows->len && count.all; i++) {
        guint32 use = g_array_index(f->d->flows->flows, HtolRowFlow, i).use;
        if (use_at(f->d, use)->variable == variable)
            count = find_flow(f, i);
    }
    return count;
}

static HtolPathCount find_all(AnnotDuPaths *d, guint32 cap)
{
    HtolPathCount count = {.all = TRUE};
    for (guint32 v = 0; v < d->flows->variables->len && count.all; v++) {
        g_autoptr(GArray) places = places_of(d, &g_array_index(d->flows->variables, AnnotFlowVariable, v));
        g_autofree guint8 *kills = g_new0(guint8, d->graph->n_nodes);
        Followed followed = {d, places, kills, cap};
        if (places)
            count = find_variable(&followed, v);
    }
    return count;
}

static void ask_states(AnnotDuPaths *d)
{
    for (guint i = 0; i < d->findings->len; i++) {
        guint32 flow = g_array_index(d->findings, Finding, i).flow;
        guint32 use = g_array_index(d->flows->flows, HtolRowFlow, flow).use;
        if (d->telling[use] == TELLS_STATE)
            d->asked[access_at(d, use_at(d, use)->access)->node] = TRUE;
    }
}

HtolPathCount annot_dupaths_find(AnnotDuPaths *d, guint32 cap, HtolPathSet *set)
{
    d->found = htol_path_set_new();
    d->findings = g_array_new(FALSE, FALSE, sizeof(Finding));
    HtolPathCount count = find_all(d, cap);
    if (!count.all)
        return count;
    for (guint i = 0; i < d->found->paths->len; i++)
        htol_path_set_add(set, htol_path_nodes(d->found, i), g_array_index(d->found->paths, HtolPath, i));
    ask_states(d);
    count.paths = d->findings->len;
    return count;
}

void annot_dupaths_clear(AnnotDuPaths *d)
{
    g_clear_pointer(&d->point, g_free);
    g_clear_pointer(&d->found, htol_path_set_free);
    g_clear_pointer(&d->findings, g_array_unref);
}

const guint8 *annot_dupaths_asked(const AnnotDuPaths *d)
{
    return d->asked;
}

/* ---- what tells of them ---- */

typedef struct {
    const AnnotDuPaths *d;
    const AnnotPlan *plan;
    HtolTour tour;
    guint32 *first, *members; /* by node n: states that the program may be in there are members[first[n]]... */
    guint32 *row;             /* by state: 1 + the row of the du-path that it is; 0: it is none */
    GArray *rows;             /* HtolRowFlowPath */
    GArray *terms;            /* HtolRowTerm */
} Record;

static guint32 count_states(const Record *r, guint32 node)
{
    return r->first[node + 1] - r->first[node];
}

static void group_states(Record *r)
{
    HtolArena *arena = r->d->arena;
    r->first = htol_arena_new0(arena, guint32, r->tour.n_nodes + 2);
    r->members = htol_arena_new0(arena, guint32, r->tour.n_states + 1);
    for (guint32 i = 0; i < r->tour.n_states; i++)
        if (r->plan->number_of[i] > 0)
            r->first[r->tour.states[i].node + 2]++;
    for (guint32 node = 0; node < r->tour.n_nodes; node++)
        r->first[node + 2] += r->first[node + 1];
    for (guint32 i = 0; i < r->tour.n_states; i++)
        if (r->plan->number_of[i] > 0)
            r->members[r->first[r->tour.states[i].node + 1]++] = i;
    r->row = htol_arena_new0(arena, guint32, r->tour.n_states + 1);
    for (guint32 i = 0; i < r->tour.n_paths; i++)
        if (r->tour.paths[i].kinds & HTOL_PATH_FLOW)
            r->row[r->tour.paths[i].state] = 1 + i;
}

/* Whether the path that `state` stands for ends with that of `end`. */
static gboolean ends_with(const Record *r, guint32 state, guint32 end)
{
    for (guint32 at = 1 + state; at > 0; at = r->tour.states[at - 1].fail)
        if (at - 1 == end)
            return TRUE;
    return FALSE;
}

static guint32 node_of_use(const Record *r, guint32 use)
{
    return access_at(r->d, use_at(r->d, use)->access)->node;
}

static const HtolRowFlow *flow_of(const Record *r, const Finding *finding)
{
    return &g_array_index(r->d->flows->flows, HtolRowFlow, finding->flow);
}

static guint32 length_of(const Record *r, const Finding *finding)
{
    return g_array_index(r->d->found->paths, HtolPath, finding->path).n_nodes;
}

/* Whether the flow alone tells that the path was taken: it is inside of one node, or the use's node has one state only.
 */
static gboolean follows_from_flow(const Record *r, const Finding *finding)
{
    return length_of(r, finding) == 1 || count_states(r, node_of_use(r, flow_of(r, finding)->use)) == 1;
}

/* ---- slots of uses ---- */

static gpointer key_of(const Record *r, guint32 use)
{
    return GSIZE_TO_POINTER((gsize)use_at(r->d, use)->run * r->tour.n_nodes + node_of_use(r, use));
}

static gboolean must_tell(const Record *r, const Finding *finding)
{
    return r->d->telling[flow_of(r, finding)->use] == TELLS_STATE && !follows_from_flow(r, finding);
}

/* Finds the uses that record: of uses in one node that are all evaluated or none, the last one. */
static GHashTable *find_tellers(const Record *r)
{
    GHashTable *tellers = g_hash_table_new(NULL, NULL); /* key: 1 + use */
    for (guint i = 0; i < r->d->findings->len; i++) {
        const Finding *finding = &g_array_index(r->d->findings, Finding, i);
        guint32 use = flow_of(r, finding)->use;
        if (!must_tell(r, finding))
            continue;
        guint32 other = GPOINTER_TO_UINT(g_hash_table_lookup(tellers, key_of(r, use)));
        if (other == 0 || use_at(r->d, other - 1)->point < use_at(r->d, use)->point)
            g_hash_table_insert(tellers, key_of(r, use), GUINT_TO_POINTER(1 + use));
    }
    return tellers;
}

static guint32 least_number(const Record *r, guint32 node)
{
    guint32 least = NONE;
    for (guint32 i = r->first[node]; i < r->first[node + 1]; i++)
        least = MIN(least, r->plan->number_of[r->members[i]] - 1);
    return least;
}

static void place_slots(const Record *r, GHashTable *tellers, guint32 *slots)
{
    for (guint32 u = 0; u < r->d->flows->uses->len; u++) {
        AnnotUse *use = use_at(r->d, u);
        if (r->d->telling[u] != TELLS_STATE || GPOINTER_TO_UINT(g_hash_table_lookup(tellers, key_of(r, u))) != 1 + u)
            continue;
        guint32 node = node_of_use(r, u);
        use->told = (AnnotTold){count_states(r, node), least_number(r, node), *slots};
        *slots += use->told.states;
    }
}

/* ---- rows ---- */

static void add_term(const Record *r, guint first, guint32 slot)
{
    HtolRowTerm term = {.kind = HTOL_TERM_SLOT, .index = slot};
    for (guint i = first; i < r->terms->len; i++)
        if (g_array_index(r->terms, HtolRowTerm, i).index == slot)
            return;
    g_array_append_val(r->terms, term);
}

/* Sets *slot to the one that says that the use was evaluated in `state`; FALSE: there is none. */
static gboolean find_slot(const Record *r, GHashTable *tellers, guint32 use, guint32 state, guint32 *slot)
{
    if (r->d->telling[use] == TELLS_BY_NODE) {
        *slot = r->plan->slot_of[state] - 1;
        return r->plan->slot_of[state] > 0;
    }
    guint32 teller = GPOINTER_TO_UINT(g_hash_table_lookup(tellers, key_of(r, use))) - 1;
    const AnnotTold *told = &use_at(r->d, teller)->told;
    *slot = told->slot + r->plan->number_of[state] - 1 - told->first;
    return TRUE;
}

/* Adds the slots that tell that the path was taken; FALSE: nothing tells it. */
static gboolean add_terms(const Record *r, GHashTable *tellers, const Finding *finding, guint32 end)
{
    const HtolRowFlow *flow = flow_of(r, finding);
    guint32 node = node_of_use(r, flow->use), slot;
    guint first = r->terms->len;
    if (follows_from_flow(r, finding)) {
        add_term(r, first, flow->slot);
        return TRUE;
    }
    for (guint32 i = r->first[node]; i < r->first[node + 1]; i++) {
        if (!ends_with(r, r->members[i], end))
            continue;
        if (!find_slot(r, tellers, flow->use, r->members[i], &slot))
            return FALSE;
        add_term(r, first, slot);
    }
    return r->terms->len > first;
}

static gboolean add_row(const Record *r, GHashTable *tellers, const Finding *finding)
{
    const guint32 *nodes = htol_path_nodes(r->d->found, finding->path);
    guint32 end = htol_tour_state(&r->tour, nodes, length_of(r, finding));
    HtolRowFlowPath row = {.flow = finding->flow, .first_term = r->terms->len};
    if (end == HTOL_NO_STATE || r->row[end] == 0 || !add_terms(r, tellers, finding, end))
        return FALSE;
    row.path = r->row[end] - 1;
    row.terms = r->terms->len - row.first_term;
    g_array_append_val(r->rows, row);
    return TRUE;
}

/* Adds rows for all paths of a flow, or for none if one of them cannot be told. */
static void add_rows(const Record *r, GHashTable *tellers)
{
    const GArray *findings = r->d->findings;
    for (guint i = 0, end; i < findings->len; i = end) {
        guint32 flow = g_array_index(findings, Finding, i).flow;
        guint rows = r->rows->len, terms = r->terms->len;
        gboolean told = TRUE;
        for (end = i; end < findings->len && g_array_index(findings, Finding, end).flow == flow; end++)
            told = told && add_row(r, tellers, &g_array_index(findings, Finding, end));
        if (told)
            continue;
        g_array_set_size(r->rows, rows);
        g_array_set_size(r->terms, terms);
    }
}

/* Writes the rows; their terms follow those of other rows, which stay where they are. */
static void write_rows(const Record *r, HtolFunction *out)
{
    HtolArena *arena = r->d->arena;
    HtolRowTerm *terms = htol_arena_new0(arena, HtolRowTerm, out->n_terms + r->terms->len + 1);
    if (out->n_terms > 0)
        memcpy(terms, out->terms, out->n_terms * sizeof *terms);
    if (r->terms->len > 0)
        memcpy(terms + out->n_terms, r->terms->data, r->terms->len * sizeof *terms);
    for (guint i = 0; i < r->rows->len; i++)
        g_array_index(r->rows, HtolRowFlowPath, i).first_term += out->n_terms;
    out->terms = terms;
    out->n_terms += r->terms->len;
    out->n_flow_paths = r->rows->len;
    out->flow_paths = htol_arena_memdup(arena, r->rows->data, r->rows->len * sizeof(HtolRowFlowPath));
}

void annot_dupaths_record(const AnnotDuPaths *d, const AnnotPlan *plan, HtolFunction *out, guint32 *slots)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(HtolRowFlowPath)),
                      terms = g_array_new(FALSE, FALSE, sizeof(HtolRowTerm));
    Record r = {.d = d, .plan = plan, .tour = htol_tour_of(out), .rows = rows, .terms = terms};
    if (d->findings->len == 0)
        return;
    group_states(&r);
    g_autoptr(GHashTable) tellers = find_tellers(&r);
    place_slots(&r, tellers, slots);
    add_rows(&r, tellers);
    write_rows(&r, out);
}
