/* Unit tests of what readers refuse in a table's rows: for each check of calls, data flow, loops and
 * operations a number that is out of range, in a table that is sound otherwise. Of other rows, as read from
 * bytes: test_table.c. */
#include "htol/base/layout.h"
#include "htol/files/operation.h"
#include "htol/files/table_check.h"

/* A function with a row of each kind that this file is about, and the table that it is in. */
typedef struct {
    HtolRowFile files[1];
    HtolRowBlock blocks[1];
    HtolRowTerm terms[5]; /* of the block, of the call, of the du-paths, of a mutant */
    HtolRowArm arms[1];
    HtolRowNode nodes[2];
    HtolRowEdge edges[1];
    HtolRowLoop loops[1];
    HtolRowMember members[1];
    HtolRowState states[3];
    HtolRowPath paths[2];
    HtolRowCall calls[1];
    HtolRowCallee callees[1];
    HtolRowVariable variables[2];
    HtolRowDefinition definitions[2];
    HtolRowUse uses[1];
    HtolRowFlow flows[2];
    HtolRowFlowPath flow_paths[2];
    HtolRowOperation operations[3]; /* a comparison, a risk, a parameter */
    HtolRowMutant mutants[2];
    HtolRowUnmutated unmutated[1];
    HtolRowClass classes[2];
    HtolRowChange changes[3]; /* the last one does the same as the first */
    HtolFunction function;
    HtolTable table;
} Sample;

#define HAS(field) sample->function.field = sample->field, sample->function.n_##field = G_N_ELEMENTS(sample->field)

static void lead(Sample *sample)
{
    HAS(files), HAS(blocks), HAS(terms), HAS(arms), HAS(nodes), HAS(edges), HAS(loops), HAS(members), HAS(states),
        HAS(paths);
    HAS(calls), HAS(callees), HAS(variables), HAS(definitions), HAS(uses), HAS(flows), HAS(flow_paths);
    HAS(operations), HAS(mutants), HAS(unmutated), HAS(classes), HAS(changes);
    sample->table.functions = &sample->function;
}

static Sample *sample_new(void)
{
    Sample *sample = g_new0(Sample, 1);
    lead(sample);
    sample->function.row.slots = sample->table.row.slots = 8;
    sample->function.row.sources = sample->table.row.sources = 1;
    sample->table.n_functions = 1;
    sample->blocks[0].terms = 1;
    sample->edges[0] = (HtolRowEdge){.from = 0, .to = 1};
    sample->loops[0] = (HtolRowLoop){.kind = HTOL_LOOP_FOR, .text = "", .members = 1};
    sample->members[0] = (HtolRowMember){.node = 1, .tests = 1};
    sample->states[1].node = 1;
    sample->states[2] = (HtolRowState){.node = 1, .parent = 1, .fail = 2, .slot = 1};
    sample->paths[1] = (HtolRowPath){.state = 2, .loop = 1};
    sample->calls[0] = (HtolRowCall){.text = "", .callee = "", .first_term = 1, .terms = 1, .source = 1, .callees = 1};
    sample->callees[0].name = "f";
    sample->variables[0] = sample->variables[1] = (HtolRowVariable){.name = "v", .lost = 2};
    sample->definitions[1].variable = 1;
    sample->flows[0] = (HtolRowFlow){.definition = 1, .use = 0, .slot = 3};
    sample->flow_paths[0] = (HtolRowFlowPath){.flow = 0, .path = 1, .first_term = 2, .terms = 1};
    sample->flow_paths[1] = (HtolRowFlowPath){.flow = 1, .path = 1, .first_term = 3, .terms = 1};
    sample->operations[0] = (HtolRowOperation){.kind = HTOL_OPERATION_RELATION,
                                               .op = HTOL_OPERATOR_LT,
                                               .text = "",
                                               .classes = HTOL_RELATION_CLASSES,
                                               .slot = 1};
    sample->operations[1] = (HtolRowOperation){.kind = HTOL_OPERATION_RISK, .risk = HTOL_RISK_NONE + 1, .text = ""};
    sample->operations[2] = (HtolRowOperation){.kind = HTOL_OPERATION_PARAMETER, .text = "", .classes = 2, .slot = 6};
    sample->classes[0].operation = sample->classes[1].operation = 2;
    sample->mutants[1] = (HtolRowMutant){.text = "", .first_term = 4, .terms = 1};
    for (guint i = 0; i < 3; i++)
        sample->changes[i] = (HtolRowChange){.number = i + 1, .same = i == 2};
    return sample;
}

/* A number of a sound table, a bad one in its place, and a word of what is said of it. */
typedef struct {
    guint32 *place;
    guint32 value;
    const char *word;
} BadNumber;

static void check_number(Sample *sample, const BadNumber *bad)
{
    guint32 kept = *bad->place;
    *bad->place = bad->value;
    const char *wrong = htol_table_wrong(&sample->table);
    *bad->place = kept;
    g_test_message("%u for %u: %s", bad->value, kept, wrong ? wrong : "accepted");
    g_assert_nonnull(wrong);
    g_assert_nonnull(strstr(wrong, bad->word));
}

static void check_numbers(Sample *sample, const BadNumber *bad, guint count)
{
    g_assert_cmpstr(htol_table_wrong(&sample->table), ==, NULL);
    for (guint i = 0; i < count; i++)
        check_number(sample, &bad[i]);
}

static void test_graph(void)
{
    g_autofree Sample *s = sample_new();
    const BadNumber bad[] = {
        {&s->edges[0].from, 2, "an edge's nodes"},
        {&s->edges[0].to, 2, "an edge's nodes"},
        {&s->loops[0].kind, HTOL_LOOP_FOR + 1, "a loop's kind"},
        {&s->loops[0].file, 1, "a loop's place"},
        {&s->members[0].tests, 2, "a member's node"},
        {&s->states[0].parent, 1, "before one that it refers to"},
        {&s->states[1].parent, 1, "not the nodes"},
        {&s->states[1].fail, 1, "not the nodes"},
        {&s->states[2].parent, 0, "not in order"},
        {&s->paths[1].loop, 2, "a path's state or loop"},
        {&s->loops[0].members, 2, "a loop's members"},
    };
    check_numbers(s, bad, G_N_ELEMENTS(bad));
}

static void test_calls(void)
{
    g_autofree Sample *s = sample_new();
    const BadNumber bad[] = {
        {&s->calls[0].file, 1, "a call's file"},         {&s->calls[0].first_term, 5, "a call's terms"},
        {&s->calls[0].source, 2, "a call's source"},     {&s->calls[0].first_callee, 1, "a call's callees"},
        {&s->function.n_callees, 0, "a call's callees"},
    };
    check_numbers(s, bad, G_N_ELEMENTS(bad));
    s->callees[0].name = "";
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, "a callee has no name");
}

static void test_flows(void)
{
    g_autofree Sample *s = sample_new();
    const BadNumber bad[] = {
        {&s->variables[0].kind, HTOL_VARIABLE_GLOBAL + 1, "a variable's kind"},
        {&s->variables[0].shape, HTOL_SHAPE_CELLS + 1, "a variable's kind"},
        {&s->variables[1].file, 1, "a variable's file"},
        {&s->variables[1].lost, 9, "a variable's slot"},
        {&s->definitions[0].kind, HTOL_DEFINITION_UNKNOWN + 1, "a definition's kind"},
        {&s->definitions[0].variable, 2, "a definition's variable"},
        {&s->definitions[0].node, 2, "a definition's variable or place"},
        {&s->definitions[0].file, 1, "a definition's variable or place"},
        {&s->uses[0].kind, HTOL_USE_PREDICATE + 1, "a use's kind"},
        {&s->uses[0].variable, 2, "a use's variable"},
        {&s->uses[0].node, 2, "a use's variable or place"},
        {&s->uses[0].file, 1, "a use's variable or place"},
        {&s->flows[0].use, 1, "a flow's definition or use"},
        {&s->flows[0].definition, 3, "a flow's definition or use"},
        {&s->flows[0].definition, 2, "from one variable to another"},
        {&s->flows[0].slot, 8, "a flow's slot"},
        {&s->flow_paths[0].flow, 2, "a du-path's flow"},
        {&s->flow_paths[0].path, 2, "a du-path's flow or path"},
        {&s->flow_paths[0].terms, 0, "a du-path's terms"},
        {&s->flow_paths[0].first_term, 5, "a du-path's terms"},
    };
    check_numbers(s, bad, G_N_ELEMENTS(bad));
    s->flow_paths[0].flow = 1;
    s->flow_paths[1].flow = 0;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, "du-paths are not in order of their flows");
}

static void test_operations(void)
{
    g_autofree Sample *s = sample_new();
    const BadNumber bad[] = {
        {&s->operations[0].kind, HTOL_OPERATION_RISK + 1, "an operation's kind"},
        {&s->operations[0].op, HTOL_OPERATORS, "an operation's kind"},
        {&s->operations[0].level, HTOL_MUTANT_STATEMENT + 1, "an operation's kind"},
        {&s->operations[0].op, HTOL_OPERATOR_LT - 1, "by no comparison"},
        {&s->operations[0].op, HTOL_OPERATOR_NE + 1, "by no comparison"},
        {&s->operations[0].risk, HTOL_RISK_NONE + 1, "an operation's risk"},
        {&s->operations[1].risk, HTOL_RISKS, "an operation's risk"},
        {&s->operations[1].risk, HTOL_RISK_NONE, "an operation's risk"},
        {&s->operations[1].risk, HTOL_RISK_NULL, "an operation's risk has a boundary"},
        {&s->operations[1].classes, HTOL_RISK_CLASSES + 1, "other classes than its kind"},
        {&s->operations[0].classes, (1u << 12) + 1, "other classes than its kind"},
        {&s->operations[0].file, 1, "an operation's file"},
        {&s->operations[0].slot, 7, "an operation's slots"},
        {&s->operations[0].mutants, 1, "other mutants than classes"},
        {&s->operations[0].first_mutant, 3, "an operation's mutants"},
        {&s->operations[2].classes, 1, "other words than classes"},
        {&s->mutants[0].op, HTOL_OPERATORS, "a mutant's operator"},
        {&s->mutants[1].mutation, HTOL_MUTATIONS, "a mutant's mutation"},
        {&s->mutants[1].first_term, 5, "a mutant's terms are out"},
        {&s->mutants[1].terms, HTOL_RELATION_CLASSES + 1, "a mutant has too many terms"},
        {&s->terms[4].kind, HTOL_TERM_ARM, "a mutant's terms are not slots"},
        {&s->unmutated[0].mutation, HTOL_MUTATIONS, "what is not mutated"},
        {&s->classes[1].operation, 3, "a class's operation"},
        {&s->classes[1].operation, 0, "not in order of their operations"},
        {&s->classes[0].operation, 0, "other words than classes"},
    };
    check_numbers(s, bad, G_N_ELEMENTS(bad));
}

static void test_changes(void)
{
    g_autofree Sample *s = sample_new();
    const BadNumber bad[] = {
        {&s->changes[0].file, 1, "a change's file or slot"},
        {&s->changes[0].slot, 8, "a change's file or slot"},
        {&s->changes[0].block, 2, "a change's block"},
        {&s->changes[1].number, 1, "not in order of their numbers"},
        {&s->changes[2].number, 2, "not in order of their numbers"},
        {&s->changes[0].same, 1, "the same as one that is no first"},
        {&s->changes[2].same, 3, "the same as one that is no first"},
        {&s->changes[2].same, 4, "the same as one that is no first"},
    };
    check_numbers(s, bad, G_N_ELEMENTS(bad));
    s->changes[1].same = 1;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, NULL);
    s->changes[2].same = 2;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, "a change is the same as one that is no first");
}

/* Two rows may not have the same terms, callees or mutants. */
static void test_shared_rows(void)
{
    g_autofree Sample *s = sample_new();
    HtolRowCall calls[2] = {s->calls[0], s->calls[0]};
    const HtolRowOperation computed = {.kind = HTOL_OPERATION_COMPUTED, .text = "", .mutants = 2};
    HtolRowOperation operations[4] = {computed, s->operations[1], s->operations[2], computed};
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, NULL);
    calls[1].source = 0;
    calls[1].terms = 0;
    s->function.calls = calls;
    s->function.n_calls = 2;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, "rows of a function belong to several others");
    calls[1].callees = 0;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, NULL);
    calls[1].source = 1;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, "rows of a function share a source");
    s->function.n_calls = 1;
    s->function.operations = operations;
    s->function.n_operations = 4;
    g_assert_cmpstr(htol_table_wrong(&s->table), ==, "rows of a function belong to several others");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/table-check/graph", test_graph);
    g_test_add_func("/table-check/calls", test_calls);
    g_test_add_func("/table-check/flows", test_flows);
    g_test_add_func("/table-check/operations", test_operations);
    g_test_add_func("/table-check/changes", test_changes);
    g_test_add_func("/table-check/shared-rows", test_shared_rows);
    return g_test_run();
}
