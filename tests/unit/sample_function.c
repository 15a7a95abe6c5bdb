/* Makes rows and slots for unit tests; see sample_function.h. */
#include "tests/unit/sample_function.h"

#include <string.h>

#include "htol/base/part.h"
#include "htol/graph/tour.h"

enum { MOST_ATOMS = 4096 };

typedef enum { NODE_ATOM, NODE_NOT, NODE_AND, NODE_OR } NodeKind;

typedef struct Node Node;
struct Node {
    NodeKind kind;
    guint atom;
    const Node *left, *right;
};

typedef struct {
    const char *text;
    HtolConditionState state; /* LIVE, or constant */
    gboolean may_leave;
} Atom;

struct SampleFormula {
    HtolArena *arena;
    const char *text;
    const Node *root;
    guint n_atoms;
    Atom *atoms;
};

/* Formulas
 * ---------------------------------------------------------------------------------------------------- */

static const Node *parse_or(SampleFormula *formula, const char **at);

static const Node *new_node(SampleFormula *formula, NodeKind kind, const Node *left, const Node *right)
{
    return htol_arena_memdup(formula->arena, &(Node){kind, 0, left, right}, sizeof(Node));
}

static void skip(const char **at, const char *text)
{
    *at += strspn(*at, " ");
    g_assert_true(g_str_has_prefix(*at, text));
    *at += strlen(text);
    *at += strspn(*at, " ");
}

static const Node *parse_atom(SampleFormula *formula, const char **at)
{
    gsize length = strcspn(*at, " ()!&|");
    gboolean may_leave = g_str_has_prefix(*at + length, "()");
    Atom atom = {htol_arena_strndup(formula->arena, *at, length + (may_leave ? 2 : 0)),
                 **at == '0'   ? HTOL_CONDITION_FALSE
                 : **at == '1' ? HTOL_CONDITION_TRUE
                               : HTOL_CONDITION_LIVE,
                 may_leave};
    g_assert_cmpuint(length, >, 0);
    skip(at, atom.text);
    g_assert_cmpuint(formula->n_atoms, <, MOST_ATOMS);
    formula->atoms[formula->n_atoms] = atom;
    return htol_arena_memdup(formula->arena, &(Node){.kind = NODE_ATOM, .atom = formula->n_atoms++}, sizeof(Node));
}

static const Node *parse_unary(SampleFormula *formula, const char **at)
{
    if (**at == '!') {
        skip(at, "!");
        return new_node(formula, NODE_NOT, parse_unary(formula, at), NULL);
    }
    if (**at != '(')
        return parse_atom(formula, at);
    skip(at, "(");
    const Node *node = parse_or(formula, at);
    skip(at, ")");
    return node;
}

static const Node *parse_and(SampleFormula *formula, const char **at)
{
    const Node *node = parse_unary(formula, at);
    while (**at == '&') {
        skip(at, "&&");
        node = new_node(formula, NODE_AND, node, parse_unary(formula, at));
    }
    return node;
}

static const Node *parse_or(SampleFormula *formula, const char **at)
{
    const Node *node = parse_and(formula, at);
    while (**at == '|') {
        skip(at, "||");
        node = new_node(formula, NODE_OR, node, parse_and(formula, at));
    }
    return node;
}

SampleFormula *sample_formula_parse(HtolArena *arena, const char *text)
{
    SampleFormula *formula = htol_arena_new0(arena, SampleFormula, 1);
    formula->arena = arena;
    formula->text = htol_arena_strndup(arena, text, strlen(text));
    formula->atoms = htol_arena_new0(arena, Atom, MOST_ATOMS);
    formula->root = parse_or(formula, &text);
    g_assert_cmpstr(text, ==, "");
    return formula;
}

guint sample_formula_atoms(const SampleFormula *formula)
{
    return formula->n_atoms;
}

static void append_random(GRand *random, guint atoms, GString *out)
{
    static const char *const constants[] = {"0", "1"};
    if (g_rand_int_range(random, 0, 5) == 0)
        g_string_append(out, "!");
    if (atoms == 1 && g_rand_int_range(random, 0, 12) == 0) {
        g_string_append(out, constants[g_rand_boolean(random)]);
    } else if (atoms == 1) {
        g_string_append_printf(out, "c%u%s", (guint)out->len, g_rand_int_range(random, 0, 4) == 0 ? "()" : "");
    } else {
        guint left = g_rand_int_range(random, 1, atoms);
        g_string_append(out, "(");
        append_random(random, left, out);
        g_string_append(out, g_rand_boolean(random) ? " && " : " || ");
        append_random(random, atoms - left, out);
        g_string_append(out, ")");
    }
}

char *sample_formula_random(GRand *random, guint most_atoms)
{
    GString *out = g_string_new(NULL);
    append_random(random, g_rand_int_range(random, 1, most_atoms + 1), out);
    return g_string_free(out, FALSE);
}

static HtolTruth evaluate(const SampleFormula *formula, const Node *node, const guint8 *values, guint8 *row)
{
    const Atom *atom = &formula->atoms[node->atom];
    if (node->kind == NODE_ATOM) {
        if (atom->state == HTOL_CONDITION_LIVE)
            return row[1 + node->atom] = values[node->atom];
        return atom->state == HTOL_CONDITION_TRUE ? HTOL_TRUE : HTOL_FALSE;
    }
    HtolTruth left = evaluate(formula, node->left, values, row);
    if (left == HTOL_UNKNOWN)
        return left;
    if (node->kind == NODE_NOT)
        return left == HTOL_TRUE ? HTOL_FALSE : HTOL_TRUE;
    if (left == (node->kind == NODE_AND ? HTOL_FALSE : HTOL_TRUE))
        return left;
    return evaluate(formula, node->right, values, row);
}

HtolTruth sample_formula_evaluate(const SampleFormula *formula, const guint8 *values, guint8 *row)
{
    memset(row, HTOL_UNKNOWN, formula->n_atoms + 1);
    row[0] = evaluate(formula, formula->root, values, row);
    return row[0];
}

void sample_formula_assign(const SampleFormula *formula, guint number, guint8 *values)
{
    for (guint i = 0; i < formula->n_atoms; i++)
        values[i] = number >> i & 1 ? HTOL_TRUE : HTOL_FALSE;
}

/* Functions
 * ---------------------------------------------------------------------------------------------------- */

struct SampleFunction {
    HtolArena *arena;
    HtolFunction *function;
    guint32 line;
#define PART(Type, field, doc) GArray *field;
#include "htol/base/format.def"
#undef PART
};

SampleFunction *sample_function_new(HtolArena *arena, const char *name)
{
    SampleFunction *sample = g_new0(SampleFunction, 1);
    sample->arena = arena;
    sample->line = 1;
    sample->function = htol_arena_new0(arena, HtolFunction, 1);
    sample->function->row =
        (HtolRowFunction){.name = name, .hash = "0123456789abcdef", .line = 1, .column = 5, .end_line = 99, .slots = 1};
#define PART(Type, field, doc) sample->field = g_array_new(FALSE, TRUE, sizeof(HtolRow##Type));
#include "htol/base/format.def"
#undef PART
    g_array_append_val(sample->files, ((HtolRowFile){"src/\xe4.c", "fedcba9876543210"}));
    return sample;
}

static void add_block(SampleFunction *sample, HtolTermKind kind, guint32 index)
{
    HtolRowTerm term = {kind, index};
    HtolRowBlock block = {.line = sample->line, .column = 1, .first_term = sample->terms->len, .terms = 1};
    HtolRowStatement statement = {
        .block = sample->blocks->len, .line = sample->line, .column = 1, .end_line = sample->line};
    g_array_append_val(sample->terms, term);
    g_array_append_val(sample->blocks, block);
    g_array_append_val(sample->statements, statement);
}

/* Links a node to what follows it; returns the target that is reached first. */
static guint32 link_node(HtolRowCondition *rows, const Node *node, guint32 on_true, guint32 on_false)
{
    HtolRowCondition *row = &rows[node->atom];
    switch (node->kind) {
    case NODE_NOT: return link_node(rows, node->left, on_false, on_true);
    case NODE_AND: return link_node(rows, node->left, link_node(rows, node->right, on_true, on_false), on_false);
    case NODE_OR: return link_node(rows, node->left, on_true, link_node(rows, node->right, on_true, on_false));
    case NODE_ATOM: break;
    }
    if (row->state == HTOL_CONDITION_FALSE || row->state == HTOL_CONDITION_TRUE)
        return row->state == HTOL_CONDITION_TRUE ? on_true : on_false;
    row->on_true = on_true;
    row->on_false = on_false;
    return node->atom + HTOL_TARGET_CONDITION;
}

/* Counts, up to 2, the paths that lead to each condition; those that none leads to are dead. */
static void count_paths(HtolRowCondition *rows, guint n, guint32 root, guint *paths)
{
    if (root >= HTOL_TARGET_CONDITION)
        paths[root - HTOL_TARGET_CONDITION] = 1;
    for (guint i = 0; i < n; i++) {
        const guint32 targets[] = {rows[i].on_true, rows[i].on_false};
        if (rows[i].state != HTOL_CONDITION_LIVE)
            continue;
        if (paths[i] == 0)
            rows[i].state = HTOL_CONDITION_DEAD;
        for (guint t = 0; t < 2; t++)
            if (targets[t] >= HTOL_TARGET_CONDITION)
                paths[targets[t] - HTOL_TARGET_CONDITION] =
                    MIN(paths[targets[t] - HTOL_TARGET_CONDITION] + paths[i], 2);
    }
}

static HtolRowCondition *new_conditions(SampleFunction *sample, const SampleFormula *formula)
{
    guint n = formula->n_atoms;
    HtolRowCondition *rows = htol_arena_new0(sample->arena, HtolRowCondition, n);
    for (guint i = 0; i < n; i++) {
        const Atom *atom = &formula->atoms[i];
        rows[i] = (HtolRowCondition){.line = sample->line, .column = 10 + i, .text = atom->text, .state = atom->state};
    }
    return rows;
}

static void place(SampleFunction *sample, HtolRowDecision *decision, HtolRowCondition *rows, guint32 cap,
                  const SampleFormula *formula)
{
    guint32 *slots = &sample->function->row.slots;
    g_autofree guint *paths = g_new0(guint, decision->conditions);
    g_autofree guint32 *ways_from = htol_decision_ways_from(decision, rows);
    gboolean constant = decision->root < HTOL_TARGET_CONDITION;
    guint32 ways = constant ? 1 : ways_from[decision->root - HTOL_TARGET_CONDITION];
    count_paths(rows, decision->conditions, decision->root, paths);
    decision->ways = ways > cap ? 0 : ways;
    decision->slot = constant ? 0 : *slots;
    *slots += constant ? 0 : decision->ways == 0 ? 2 + 2 * decision->conditions : ways;
    for (guint i = 0; i < decision->conditions && decision->ways > 1; i++) {
        gboolean may_leave = formula->atoms[i].may_leave;
        if (rows[i].state != HTOL_CONDITION_LIVE || !may_leave || decision->root == i + HTOL_TARGET_CONDITION)
            continue;
        rows[i].cut_slot = *slots;
        rows[i].cut_slots = paths[i] == 1 ? 1 : ways;
        *slots += rows[i].cut_slots;
    }
}

void sample_function_add_decision(SampleFunction *sample, HtolDecisionKind kind, const char *text, guint32 cap)
{
    SampleFormula *formula = sample_formula_parse(sample->arena, text);
    sample->line++;
    HtolRowCondition *rows = new_conditions(sample, formula);
    HtolRowDecision decision = {.kind = kind,
                                .line = sample->line,
                                .column = 9,
                                .text = formula->text,
                                .guarded = "",
                                .first_condition = sample->conditions->len,
                                .conditions = formula->n_atoms};
    decision.root = link_node(rows, formula->root, HTOL_TARGET_TRUE, HTOL_TARGET_FALSE);
    place(sample, &decision, rows, cap, formula);
    g_array_append_vals(sample->conditions, rows, decision.conditions);
    g_array_append_val(sample->decisions, decision);
}

static HtolRowDecision *last_decision(SampleFunction *sample)
{
    return &g_array_index(sample->decisions, HtolRowDecision, sample->decisions->len - 1);
}

static HtolRowCondition *conditions_of(SampleFunction *sample, const HtolRowDecision *decision)
{
    return &g_array_index(sample->conditions, HtolRowCondition, decision->first_condition);
}

/* Its slots are new ones; those that it had stay behind. */
void sample_function_complete(SampleFunction *sample, guint32 cap)
{
    HtolRowDecision *decision = last_decision(sample);
    HtolRowCondition *rows = conditions_of(sample, decision);
    guint live = 0;
    for (guint i = 0; i < decision->conditions; i++) {
        live += rows[i].state == HTOL_CONDITION_LIVE;
        rows[i].cut_slot = rows[i].cut_slots = 0;
    }
    decision->semantics = HTOL_DECISION_COMPLETE;
    if (decision->root < HTOL_TARGET_CONDITION)
        return;
    guint32 *slots = &sample->function->row.slots;
    decision->ways = 1u << live > cap ? 0 : 1u << live;
    decision->slot = *slots;
    *slots += decision->ways == 0 ? 2 + 2 * decision->conditions : decision->ways;
}

void sample_function_correlate(SampleFunction *sample)
{
    const HtolRowDecision *decision = last_decision(sample);
    HtolRowCondition *rows = conditions_of(sample, decision);
    for (guint i = 0; i < decision->conditions; i++)
        for (guint j = 0; j < i && rows[i].same == 0 && rows[i].state == HTOL_CONDITION_LIVE; j++)
            if (rows[j].state == HTOL_CONDITION_LIVE && strcmp(rows[j].text, rows[i].text) == 0)
                rows[i].same = 1 + j;
}

static void add_term(SampleFunction *sample, HtolTermKind kind, guint32 index)
{
    g_array_append_val(sample->terms, ((HtolRowTerm){kind, index}));
}

void sample_function_add_branch(SampleFunction *sample, const char *text, guint n)
{
    guint end = sample->decisions->len;
    HtolRowBranch row = {
        .line = sample->line, .column = 9, .text = text, .first_term = sample->terms->len, .trues = 1, .falses = n};
    add_term(sample, HTOL_TERM_TRUE, end - 1);
    for (guint i = end - n; i < end; i++)
        add_term(sample, HTOL_TERM_FALSE, i);
    g_array_append_val(sample->branches, row);
}

void sample_function_add_switch(SampleFunction *sample, guint n_cases)
{
    HtolRowSwitch row = {
        .line = ++sample->line, .column = 5, .text = "x", .first_arm = sample->arms->len, .arms = n_cases + 1};
    g_array_append_val(sample->switches, row);
    for (guint i = 0; i <= n_cases; i++) {
        HtolRowArm arm = {.kind = i < n_cases ? HTOL_ARM_CASE : HTOL_ARM_NONE,
                          .line = ++sample->line,
                          .column = 5,
                          .text = i < n_cases ? htol_arena_printf(sample->arena, "case %u", i) : "no case",
                          .slot = sample->function->row.slots++};
        g_array_append_val(sample->arms, arm);
    }
}

static guint32 new_source(SampleFunction *sample, guint32 values)
{
    return values > 0 ? ++sample->function->row.sources : 0;
}

void sample_function_add_label(SampleFunction *sample, const char *script, const char *name, guint32 values)
{
    guint32 slot = sample->function->row.slots;
    HtolRowLabel row = {.script = script, .name = name, .line = ++sample->line, .column = 5, .slot = slot, .tag = ""};
    row.unsafe = 1 + slot + 1;
    row.source = new_source(sample, values);
    row.values = values;
    sample->function->row.slots += 2;
    g_array_append_val(sample->labels, row);
}

void sample_function_add_sequence(SampleFunction *sample, const char *script, const char *name, guint32 values)
{
    guint32 slot = sample->function->row.slots;
    HtolRowSequence row = {.script = script, .name = name, .slot = slot, .overflow = slot + 1};
    row.source = new_source(sample, values);
    row.values = values;
    sample->function->row.slots += 2;
    g_array_append_val(sample->sequences, row);
}

/* The node of all flows, and a path of it alone. */
static void add_node(SampleFunction *sample)
{
    g_array_append_val(sample->nodes, ((HtolRowNode){.block = 1, .line = sample->line, .column = 1}));
    g_array_append_val(sample->states, ((HtolRowState){.node = 0}));
    g_array_append_val(sample->paths, ((HtolRowPath){.kinds = HTOL_PATH_FLOW}));
}

static void add_definition(SampleFunction *sample, guint32 use)
{
    HtolRowDefinition row = {.variable = sample->variables->len - 1,
                             .kind = HTOL_DEFINITION_ASSIGNMENT,
                             .line = ++sample->line,
                             .column = 5,
                             .text = ""};
    HtolRowFlow flow = {.use = use, .slot = sample->function->row.slots++};
    g_array_append_val(sample->definitions, row);
    flow.definition = sample->definitions->len;
    g_array_append_val(sample->flows, flow);
}

void sample_function_add_flows(SampleFunction *sample, const char *variable)
{
    HtolRowVariable row = {.name = variable, .line = ++sample->line, .column = 9};
    HtolRowUse use = {.variable = sample->variables->len, .column = 9, .text = variable};
    g_array_append_val(sample->variables, row);
    if (sample->nodes->len == 0)
        add_node(sample);
    add_definition(sample, sample->uses->len);
    add_definition(sample, sample->uses->len);
    use.line = ++sample->line;
    g_array_append_val(sample->uses, use);
    HtolRowFlowPath path = {.flow = sample->flows->len - 1, .first_term = sample->terms->len, .terms = 1};
    add_term(sample, HTOL_TERM_SLOT, sample->function->row.slots++);
    g_array_append_val(sample->flow_paths, path);
    sample->function->row.recorded |= HTOL_RECORDS_FLOWS;
}

/* Paths
 * ---------------------------------------------------------------------------------------------------- */

static void add_tour(SampleFunction *sample, const HtolTour *tour)
{
    for (guint32 i = 0; i < tour->n_states; i++) {
        HtolRowState state = tour->states[i];
        state.slot += state.slot > 0 ? sample->function->row.slots : 0;
        g_array_append_val(sample->states, state);
    }
    g_array_append_vals(sample->paths, tour->paths, tour->n_paths);
    sample->function->row.slots += tour->n_slots;
    sample->function->row.recorded |= HTOL_RECORDS_PATHS;
}

void sample_function_add_paths(SampleFunction *sample, const HtolGraph *graph, const HtolPathSet *set)
{
    for (guint32 i = 0; i < graph->n_nodes; i++)
        g_array_append_val(sample->nodes, ((HtolRowNode){.line = 100 + i, .column = 3}));
    g_array_append_vals(sample->edges, graph->edges, graph->n_edges);
    add_tour(sample, htol_tour_new(sample->arena, graph->n_nodes, set));
}

void sample_function_add_loop(SampleFunction *sample, const HtolLoopNodes *loop)
{
    HtolRowLoop row = {.kind = HTOL_LOOP_WHILE,
                       .line = 200 + sample->loops->len,
                       .column = 5,
                       .text = htol_arena_printf(sample->arena, "loop%u", sample->loops->len),
                       .head = loop->head,
                       .first_member = sample->members->len};
    for (guint32 i = 0; i < sample->nodes->len; i++)
        if (loop->parts[i] != HTOL_LOOP_OUTSIDE)
            g_array_append_val(sample->members, ((HtolRowMember){i, loop->parts[i] == HTOL_LOOP_TESTS}));
    row.members = sample->members->len - row.first_member;
    g_array_append_val(sample->loops, row);
}

void sample_function_add_unpathed(SampleFunction *sample, guint32 kinds, HtolUnpathed why, guint32 paths)
{
    g_array_append_val(sample->unpathed, ((HtolRowUnpathed){kinds, why, paths}));
}

void sample_function_walk(const HtolFunction *function, const guint32 *nodes, guint32 n, guint8 *slots)
{
    const HtolTour tour = htol_tour_of(function);
    for (guint32 i = 0, state = nodes[0]; i < n; i++) {
        state = i > 0 ? htol_tour_next(&tour, state, nodes[i]) : state;
        if (function->states[state].slot > 0)
            slots[function->states[state].slot - 1] = 1;
    }
}

static void add_blocks(SampleFunction *sample)
{
    add_block(sample, HTOL_TERM_SLOT, 0);
    for (guint i = 0; i < sample->decisions->len; i++) {
        if (g_array_index(sample->decisions, HtolRowDecision, i).kind == HTOL_DECISION_VALUE)
            continue;
        add_block(sample, HTOL_TERM_TRUE, i);
        add_block(sample, HTOL_TERM_FALSE, i);
    }
    for (guint i = 0; i < sample->arms->len; i++)
        add_block(sample, HTOL_TERM_ARM, i);
}

HtolFunction *sample_function_end(SampleFunction *sample)
{
    HtolFunction *function = sample->function;
    add_blocks(sample);
#define PART(Type, field, doc)                                                                                         \
    function->n_##field = sample->field->len;                                                                          \
    function->field =                                                                                                  \
        htol_arena_memdup(sample->arena, sample->field->data, sample->field->len * sizeof(HtolRow##Type));             \
    g_array_unref(sample->field);
#include "htol/base/format.def"
#undef PART
    g_free(sample);
    return function;
}

/* Slots
 * ---------------------------------------------------------------------------------------------------- */

static void record_values(const HtolRowDecision *decision, const guint8 *row, guint8 *slots)
{
    for (guint i = 0; i <= decision->conditions; i++)
        if (row[i] != HTOL_UNKNOWN)
            slots[decision->slot + 2 * i + row[i]] = 1;
}

/* A bit of the way's number for each live condition. */
static void record_total(const HtolRowDecision *decision, const HtolRowCondition *conditions, const guint8 *row,
                         guint8 *slots)
{
    guint32 number = 0, live = 0;
    for (guint i = 0; i < decision->conditions; i++) {
        if (conditions[i].state != HTOL_CONDITION_LIVE)
            continue;
        g_assert_cmpuint(row[1 + i], !=, HTOL_UNKNOWN);
        number |= (row[1 + i] == HTOL_TRUE) << live++;
    }
    slots[decision->slot + number] = 1;
}

void sample_function_record(const HtolFunction *function, guint32 decision, const guint8 *row, guint8 *slots)
{
    const HtolRowDecision *of = &function->decisions[decision];
    const HtolRowCondition *conditions = function->conditions + of->first_condition;
    g_autofree guint32 *ways_from = htol_decision_ways_from(of, conditions);
    guint32 number = 0, target = of->root;
    if (of->ways == 0)
        record_values(of, row, slots);
    if (of->ways > 0 && of->semantics == HTOL_DECISION_COMPLETE && of->root >= HTOL_TARGET_CONDITION) {
        record_total(of, conditions, row, slots);
        return;
    }
    if (of->ways == 0 || of->root < HTOL_TARGET_CONDITION)
        return;
    while (target >= HTOL_TARGET_CONDITION) {
        guint32 i = target - HTOL_TARGET_CONDITION;
        const HtolRowCondition *condition = &conditions[i];
        if (condition->cut_slots > 0)
            slots[condition->cut_slot + (condition->cut_slots > 1 ? number : 0)] = 1;
        if (row[1 + i] == HTOL_UNKNOWN)
            return;
        gboolean is_true = row[1 + i] == HTOL_TRUE;
        if (is_true)
            number += condition->on_false < HTOL_TARGET_CONDITION
                          ? 1
                          : ways_from[condition->on_false - HTOL_TARGET_CONDITION];
        target = is_true ? condition->on_true : condition->on_false;
    }
    g_assert_cmpuint(target == HTOL_TARGET_TRUE, ==, row[0] == HTOL_TRUE);
    slots[of->slot + number] = 1;
}

guint32 sample_place(const guint8 *rows, gsize size)
{
    gboolean is_short = size > 0 && rows[0] < 128 && rows[0] < size;
    g_autofree char *path = is_short ? g_strndup((const char *)rows + 1, rows[0]) : g_strdup("");
    return htol_part_hash(path);
}
