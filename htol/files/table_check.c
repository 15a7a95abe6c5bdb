/* Checks of what a reader of tables may rely on; see table_check.h. Each check of a row returns what is wrong
 * with it, or NULL. */
#include "htol/files/table_check.h"

#include "htol/base/layout.h"
#include "htol/files/ways.h"

/* What a hostile table may cost. Real units stay far below all of these. */
#define MOST_SLOTS (1u << 26)
#define MOST_SOURCES (1u << 26)
#define MOST_CLASSES (1u << 12)        /* of an operation; its environments have a value for each two of them */
#define MOST_VALUES_OF_WAYS (1u << 24) /* of a decision: ways times columns of its environments */
#define MOST_VALUES (1u << 30)         /* of a decision: ways, with those cut short, times columns */
#define MOST_NODES_OF_PATHS (1u << 26) /* of a function: the sum over its paths, and over its du-paths */

static gboolean in_range(guint64 first, guint64 count, guint64 limit)
{
    return first + count <= limit;
}

/* Whether the number is 0 for none, or 1 and an index below the limit. */
static gboolean is_optional(guint32 number, guint32 limit)
{
    return number <= limit;
}

static const char *wrong_File(const HtolFunction *function, const HtolRowFile *row)
{
    (void)function;
    (void)row;
    return NULL;
}

static const char *wrong_Block(const HtolFunction *function, const HtolRowBlock *row)
{
    if (row->file >= function->n_files)
        return "a block's file is out of range";
    if (row->terms == 0 || !in_range(row->first_term, row->terms, function->n_terms))
        return "a block's terms are out of range";
    return NULL;
}

static const char *wrong_Term(const HtolFunction *function, const HtolRowTerm *row)
{
    const guint32 limits[] = {[HTOL_TERM_SLOT] = function->row.slots,
                              [HTOL_TERM_FALSE] = function->n_decisions,
                              [HTOL_TERM_TRUE] = function->n_decisions,
                              [HTOL_TERM_ARM] = function->n_arms};
    if (row->kind >= G_N_ELEMENTS(limits))
        return "a term's kind is not known";
    return row->index < limits[row->kind] ? NULL : "a term's index is out of range";
}

static const char *wrong_Statement(const HtolFunction *function, const HtolRowStatement *row)
{
    if (row->file >= function->n_files)
        return "a statement's file is out of range";
    return row->block < function->n_blocks ? NULL : "a statement's block is out of range";
}

static gboolean is_outcome(const HtolRowTerm *term)
{
    return term->kind == HTOL_TERM_FALSE || term->kind == HTOL_TERM_TRUE;
}

static const char *wrong_Branch(const HtolFunction *function, const HtolRowBranch *row)
{
    guint64 terms = (guint64)row->trues + row->falses;
    if (row->file >= function->n_files)
        return "a branch's file is out of range";
    if (!in_range(row->first_term, terms, function->n_terms))
        return "a branch's terms are out of range";
    for (guint64 i = 0; i < terms; i++)
        if (!is_outcome(&function->terms[row->first_term + i]))
            return "a branch's terms are not outcomes of decisions";
    return NULL;
}

static const char *wrong_Switch(const HtolFunction *function, const HtolRowSwitch *row)
{
    if (row->file >= function->n_files)
        return "a switch's file is out of range";
    return in_range(row->first_arm, row->arms, function->n_arms) ? NULL : "a switch's arms are out of range";
}

static const char *wrong_Arm(const HtolFunction *function, const HtolRowArm *row)
{
    if (row->kind > HTOL_ARM_NONE)
        return "an arm's kind is not known";
    if (row->file >= function->n_files)
        return "an arm's file is out of range";
    return row->slot < function->row.slots ? NULL : "an arm's slot is out of range";
}

static const char *wrong_Condition(const HtolFunction *function, const HtolRowCondition *row)
{
    if (row->state > HTOL_CONDITION_ALONE)
        return "a condition's state is not known";
    if (row->file >= function->n_files)
        return "a condition's file is out of range";
    if (!in_range(row->cut_slot, row->cut_slots, function->row.slots))
        return "a condition's cut-short ways have slots out of range";
    return NULL;
}

static gboolean is_live(const HtolRowCondition *conditions, guint32 target)
{
    return target < HTOL_TARGET_CONDITION || conditions[target - HTOL_TARGET_CONDITION].state == HTOL_CONDITION_LIVE;
}

/* Every target is an outcome or a condition further on, so that the graph has no cycle; what can be reached
 * is live. */
static gboolean has_good_targets(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint64 end = (guint64)decision->conditions + HTOL_TARGET_CONDITION;
    if (decision->root >= end || !is_live(conditions, decision->root))
        return FALSE;
    for (guint32 i = 0; i < decision->conditions; i++) {
        const guint32 targets[] = {conditions[i].on_true, conditions[i].on_false};
        for (guint t = 0; t < G_N_ELEMENTS(targets); t++) {
            if (targets[t] >= end || (targets[t] >= HTOL_TARGET_CONDITION && targets[t] - HTOL_TARGET_CONDITION <= i))
                return FALSE;
            if (conditions[i].state == HTOL_CONDITION_LIVE && !is_live(conditions, targets[t]))
                return FALSE;
        }
    }
    return TRUE;
}

/* A condition repeats the first of those that must have its value, and that one repeats none. */
static gboolean has_good_repeats(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    for (guint32 i = 0; i < decision->conditions; i++) {
        guint32 same = conditions[i].same;
        if (!is_optional(same, i) || (same > 0 && conditions[same - 1].same != 0))
            return FALSE;
    }
    return TRUE;
}

static guint32 count_live(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 live = 0;
    for (guint32 i = 0; i < decision->conditions; i++)
        live += conditions[i].state == HTOL_CONDITION_LIVE;
    return live;
}

/* 0 for more than can be counted. */
static guint32 count_ways(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint32 live = count_live(decision, conditions);
    if (decision->root < HTOL_TARGET_CONDITION)
        return 1;
    if (decision->semantics == HTOL_DECISION_COMPLETE)
        return live < 32 ? 1u << live : 0;
    g_autofree guint32 *ways_from = htol_decision_ways_from(decision, conditions);
    return ways_from[decision->root - HTOL_TARGET_CONDITION];
}

static void add_path(guint8 *paths, guint32 target, guint8 count)
{
    if (target >= HTOL_TARGET_CONDITION)
        paths[target - HTOL_TARGET_CONDITION] = MIN(paths[target - HTOL_TARGET_CONDITION] + count, 2);
}

/* One slot for the way so far is enough only where one path leads. */
static gboolean has_good_cuts(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    g_autofree guint8 *paths = g_new0(guint8, MAX(decision->conditions, 1));
    add_path(paths, decision->root, 1);
    for (guint32 i = 0; i < decision->conditions; i++) {
        const HtolRowCondition *row = &conditions[i];
        if (row->cut_slots == 1 && paths[i] != 1)
            return FALSE;
        if (row->cut_slots > 1 && row->cut_slots != decision->ways)
            return FALSE;
        add_path(paths, row->on_true, paths[i]);
        add_path(paths, row->on_false, paths[i]);
    }
    return TRUE;
}

static guint64 count_cuts(const HtolRowDecision *decision, const HtolRowCondition *conditions)
{
    guint64 cuts = 0;
    for (guint32 i = 0; i < decision->conditions; i++)
        cuts += conditions[i].cut_slots;
    return cuts;
}

static const char *wrong_slots(const HtolFunction *function, const HtolRowDecision *row)
{
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    guint64 columns = (guint64)row->conditions + 1;
    guint64 slots = row->ways ? row->ways : 2 * columns;
    if (row->root < HTOL_TARGET_CONDITION)
        return count_cuts(row, conditions) == 0 ? NULL : "a constant decision has cut-short ways";
    if (row->semantics == HTOL_DECISION_COMPLETE && count_cuts(row, conditions) > 0)
        return "a complete decision has cut-short ways";
    if (!in_range(row->slot, slots, function->row.slots))
        return "a decision's slots are out of range";
    if (row->ways * columns > MOST_VALUES_OF_WAYS || (row->ways + count_cuts(row, conditions)) * columns > MOST_VALUES)
        return "a decision is too large";
    return has_good_cuts(row, conditions) ? NULL : "a condition's cut-short ways are not as many as lead to it";
}

static const char *wrong_Decision(const HtolFunction *function, const HtolRowDecision *row)
{
    if (row->kind > HTOL_DECISION_VALUE || row->semantics > HTOL_DECISION_FALLBACK)
        return "a decision's kind is not known";
    if (!is_optional(row->source, row->ways ? 0 : function->row.sources))
        return "a decision's source is out of range";
    if (row->file >= function->n_files)
        return "a decision's file is out of range";
    if (!in_range(row->first_condition, row->conditions, function->n_conditions))
        return "a decision's conditions are out of range";
    const HtolRowCondition *conditions = function->conditions + row->first_condition;
    if (!has_good_targets(row, conditions))
        return "a decision's graph is not sound";
    if (!has_good_repeats(row, conditions))
        return "a condition repeats one that is not the first of its kind";
    gboolean over_cap = row->ways == 0 && row->root >= HTOL_TARGET_CONDITION;
    if (!over_cap && row->ways != count_ways(row, conditions))
        return "a decision's ways are not those of its graph";
    return wrong_slots(function, row);
}

/* Whether there are tuples exactly where there are values. */
static gboolean has_good_source(const HtolFunction *function, guint32 source, guint32 values)
{
    return is_optional(source, function->row.sources) && (source == 0) == (values == 0);
}

static const char *wrong_Label(const HtolFunction *function, const HtolRowLabel *row)
{
    if (row->file >= function->n_files)
        return "a label's file is out of range";
    if (row->slot >= function->row.slots || !is_optional(row->unsafe, function->row.slots))
        return "a label's slots are out of range";
    if (!has_good_source(function, row->source, row->values))
        return "a label's source is out of range";
    return row->values <= HTOL_MOST_TUPLE_VALUES ? NULL : "a label has too many values";
}

static const char *wrong_Sequence(const HtolFunction *function, const HtolRowSequence *row)
{
    if (row->slot >= function->row.slots || row->overflow >= function->row.slots)
        return "a sequence's slots are out of range";
    if (!has_good_source(function, row->source, row->values))
        return "a sequence's source is out of range";
    return row->values <= HTOL_MOST_TUPLE_VALUES ? NULL : "a sequence has too many values";
}

static const char *wrong_Node(const HtolFunction *function, const HtolRowNode *row)
{
    if (row->file >= function->n_files)
        return "a node's file is out of range";
    return is_optional(row->block, function->n_blocks) ? NULL : "a node's block is out of range";
}

static const char *wrong_Edge(const HtolFunction *function, const HtolRowEdge *row)
{
    gboolean there = row->from < function->n_nodes && row->to < function->n_nodes;
    return there ? NULL : "an edge's nodes are out of range";
}

static const char *wrong_Loop(const HtolFunction *function, const HtolRowLoop *row)
{
    if (row->kind > HTOL_LOOP_FOR)
        return "a loop's kind is not known";
    if (row->file >= function->n_files || row->head >= function->n_nodes)
        return "a loop's place is out of range";
    return in_range(row->first_member, row->members, function->n_members) ? NULL : "a loop's members are out of range";
}

static const char *wrong_Member(const HtolFunction *function, const HtolRowMember *row)
{
    return row->node < function->n_nodes && row->tests <= 1 ? NULL : "a member's node is out of range";
}

/* A state comes behind those that it refers to, so that there is no cycle. */
static const char *wrong_State(const HtolFunction *function, const HtolRowState *row)
{
    guint32 index = row - function->states;
    if (row->node >= function->n_nodes || !is_optional(row->slot, function->row.slots))
        return "a state's node or slot is out of range";
    if (row->parent > index || row->fail > index)
        return "a state is before one that it refers to";
    if (index < function->n_nodes)
        return row->node == index && row->parent == 0 && row->fail == 0 ? NULL : "the first states are not the nodes";
    gboolean ordered = row->parent > row[-1].parent || (row->parent == row[-1].parent && row->node > row[-1].node);
    return ordered && row->fail > 0 ? NULL : "the states are not in order";
}

static const char *wrong_Path(const HtolFunction *function, const HtolRowPath *row)
{
    gboolean there = row->state < function->n_states && is_optional(row->loop, function->n_loops);
    return there ? NULL : "a path's state or loop is out of range";
}

static const char *wrong_Unpathed(const HtolFunction *function, const HtolRowUnpathed *row)
{
    (void)function;
    return row->why < HTOL_UNPATHED_REASONS ? NULL : "why paths are not recorded is not known";
}

static const char *wrong_Call(const HtolFunction *function, const HtolRowCall *row)
{
    if (row->file >= function->n_files)
        return "a call's file is out of range";
    if (!in_range(row->first_term, row->terms, function->n_terms))
        return "a call's terms are out of range";
    if (!is_optional(row->source, function->row.sources))
        return "a call's source is out of range";
    return in_range(row->first_callee, row->callees, function->n_callees) ? NULL : "a call's callees are out of range";
}

static const char *wrong_Callee(const HtolFunction *function, const HtolRowCallee *row)
{
    (void)function;
    return *row->name ? NULL : "a callee has no name";
}

static const char *wrong_Variable(const HtolFunction *function, const HtolRowVariable *row)
{
    if (row->kind > HTOL_VARIABLE_GLOBAL || row->shape > HTOL_SHAPE_CELLS)
        return "a variable's kind is not known";
    if (row->file >= function->n_files)
        return "a variable's file is out of range";
    return is_optional(row->lost, function->row.slots) ? NULL : "a variable's slot is out of range";
}

static const char *wrong_Definition(const HtolFunction *function, const HtolRowDefinition *row)
{
    if (row->kind > HTOL_DEFINITION_UNKNOWN)
        return "a definition's kind is not known";
    gboolean there =
        row->variable < function->n_variables && row->node < function->n_nodes && row->file < function->n_files;
    return there ? NULL : "a definition's variable or place is out of range";
}

static const char *wrong_Use(const HtolFunction *function, const HtolRowUse *row)
{
    if (row->kind > HTOL_USE_PREDICATE)
        return "a use's kind is not known";
    gboolean there =
        row->variable < function->n_variables && row->node < function->n_nodes && row->file < function->n_files;
    return there ? NULL : "a use's variable or place is out of range";
}

static const char *wrong_Flow(const HtolFunction *function, const HtolRowFlow *row)
{
    if (row->use >= function->n_uses || !is_optional(row->definition, function->n_definitions))
        return "a flow's definition or use is out of range";
    guint32 variable = function->uses[row->use].variable;
    if (row->definition > 0 && function->definitions[row->definition - 1].variable != variable)
        return "a flow is from one variable to another";
    return row->slot < function->row.slots ? NULL : "a flow's slot is out of range";
}

static const char *wrong_FlowPath(const HtolFunction *function, const HtolRowFlowPath *row)
{
    if (row->flow >= function->n_flows || row->path >= function->n_paths)
        return "a du-path's flow or path is out of range";
    if (row > function->flow_paths && row->flow < row[-1].flow)
        return "du-paths are not in order of their flows";
    gboolean there = row->terms > 0 && in_range(row->first_term, row->terms, function->n_terms);
    return there ? NULL : "a du-path's terms are out of range";
}

/* Those of comparisons and signs have words by their numbers. */
static gboolean has_known_classes(const HtolRowOperation *row)
{
    switch (row->classes > 0 ? (HtolOperationKind)row->kind : HTOL_OPERATION_COMPUTED) {
    case HTOL_OPERATION_RELATION: return row->classes == HTOL_RELATION_CLASSES;
    case HTOL_OPERATION_SIGN: return row->classes == HTOL_SIGN_CLASSES;
    case HTOL_OPERATION_RISK: return row->classes == HTOL_RISK_CLASSES;
    default: return row->classes <= MOST_CLASSES;
    }
}

static const char *wrong_Operation(const HtolFunction *function, const HtolRowOperation *row)
{
    guint32 which = row->op, level = row->level;
    if (row->kind > HTOL_OPERATION_RISK || which >= HTOL_OPERATORS || level > HTOL_MUTANT_STATEMENT)
        return "an operation's kind is not known";
    if (row->kind == HTOL_OPERATION_RELATION && (which < HTOL_OPERATOR_LT || which > HTOL_OPERATOR_NE))
        return "an operation compares by no comparison";
    if (row->risk >= HTOL_RISKS || (row->kind == HTOL_OPERATION_RISK) != (row->risk != HTOL_RISK_NONE))
        return "an operation's risk is not known";
    if (row->risk == HTOL_RISK_NULL && !(row->impossible >> HTOL_RISK_BOUNDARY & 1))
        return "an operation's risk has a boundary";
    if (!has_known_classes(row))
        return "an operation has other classes than its kind";
    if (row->file >= function->n_files)
        return "an operation's file is out of range";
    if (!in_range(row->slot, row->classes, function->row.slots))
        return "an operation's slots are out of range";
    if (row->mutants > 0 && row->classes > 0 && row->mutants != row->classes)
        return "an operation has other mutants than classes";
    return in_range(row->first_mutant, row->mutants, function->n_mutants) ? NULL
                                                                          : "an operation's mutants are out of range";
}

static const char *wrong_Mutant(const HtolFunction *function, const HtolRowMutant *row)
{
    if (row->op >= HTOL_OPERATORS)
        return "a mutant's operator is not known";
    if (row->terms > HTOL_RELATION_CLASSES)
        return "a mutant has too many terms";
    if (!in_range(row->first_term, row->terms, function->n_terms))
        return "a mutant's terms are out of range";
    for (guint32 i = 0; i < row->terms; i++)
        if (function->terms[row->first_term + i].kind != HTOL_TERM_SLOT)
            return "a mutant's terms are not slots";
    return row->mutation < HTOL_MUTATIONS ? NULL : "a mutant's mutation is not known";
}

static const char *wrong_Unmutated(const HtolFunction *function, const HtolRowUnmutated *row)
{
    (void)function;
    return row->mutation < HTOL_MUTATIONS ? NULL : "what is not mutated is not known";
}

static const char *wrong_Change(const HtolFunction *function, const HtolRowChange *row)
{
    if (row->file >= function->n_files || row->slot >= function->row.slots)
        return "a change's file or slot is out of range";
    if (!is_optional(row->block, function->n_blocks))
        return "a change's block is out of range";
    if (row->same > 0 && (row->same > (guint32)(row - function->changes) || function->changes[row->same - 1].same > 0))
        return "a change is the same as one that is no first";
    gboolean ascends = row->number > (row == function->changes ? 0 : row[-1].number);
    return ascends ? NULL : "changes are not in order of their numbers";
}

static const char *wrong_Class(const HtolFunction *function, const HtolRowClass *row)
{
    if (row->operation >= function->n_operations)
        return "a class's operation is out of range";
    gboolean behind = row == function->classes || row->operation >= row[-1].operation;
    return behind ? NULL : "classes are not in order of their operations";
}

static void add_source(GArray *sources, guint32 source)
{
    if (source > 0)
        g_array_append_val(sources, source);
}

static gint compare_numbers(gconstpointer left, gconstpointer right)
{
    guint32 one = *(const guint32 *)left, other = *(const guint32 *)right;
    return (one > other) - (one < other);
}

/* A tuple must say whose it is. */
static gboolean shares_sources(const HtolFunction *function)
{
    g_autoptr(GArray) sources = g_array_new(FALSE, FALSE, sizeof(guint32));
    gboolean shared = FALSE;
    for (guint32 i = 0; i < function->n_decisions; i++)
        add_source(sources, function->decisions[i].source);
    for (guint32 i = 0; i < function->n_labels; i++)
        add_source(sources, function->labels[i].source);
    for (guint32 i = 0; i < function->n_sequences; i++)
        add_source(sources, function->sequences[i].source);
    for (guint32 i = 0; i < function->n_calls; i++)
        add_source(sources, function->calls[i].source);
    g_array_sort(sources, compare_numbers);
    for (guint i = 1; i < sources->len; i++)
        shared |= g_array_index(sources, guint32, i - 1) == g_array_index(sources, guint32, i);
    return shared;
}

/* A parameter's classes have words, or nobody knows what they are; and in their order. */
static gboolean has_odd_classes(const HtolFunction *function)
{
    guint32 row = 0;
    for (guint32 i = 0; i < function->n_operations; i++) {
        guint32 first = row, classes = function->operations[i].classes;
        while (row < function->n_classes && function->classes[row].operation == i)
            row++;
        gboolean worded = function->operations[i].kind == HTOL_OPERATION_PARAMETER;
        if (row - first != classes && (worded || row != first))
            return TRUE;
    }
    return FALSE;
}

/* Rows may not be shared, or few bytes could stand for much work. */
static const char *wrong_sums(const HtolFunction *function)
{
    guint64 conditions = 0, ways = 0, arms = 0, terms = 0, members = 0, callees = 0, mutants = 0;
    for (guint32 i = 0; i < function->n_decisions; i++) {
        conditions += function->decisions[i].conditions;
        ways += function->decisions[i].root < HTOL_TARGET_CONDITION ? 0 : function->decisions[i].ways;
    }
    for (guint32 i = 0; i < function->n_switches; i++)
        arms += function->switches[i].arms;
    for (guint32 i = 0; i < function->n_blocks; i++)
        terms += function->blocks[i].terms;
    for (guint32 i = 0; i < function->n_branches; i++)
        terms += (guint64)function->branches[i].trues + function->branches[i].falses;
    for (guint32 i = 0; i < function->n_calls; i++) {
        terms += function->calls[i].terms;
        callees += function->calls[i].callees;
    }
    for (guint32 i = 0; i < function->n_flow_paths; i++)
        terms += function->flow_paths[i].terms;
    for (guint32 i = 0; i < function->n_loops; i++)
        members += function->loops[i].members;
    for (guint32 i = 0; i < function->n_operations; i++)
        mutants += function->operations[i].mutants;
    if (has_odd_classes(function))
        return "an operation has other words than classes";
    if (conditions > function->n_conditions || arms > function->n_arms || terms > function->n_terms ||
        members > function->n_members || callees > function->n_callees || mutants > function->n_mutants)
        return "rows of a function belong to several others";
    if (ways > function->row.slots)
        return "decisions of a function share slots";
    return shares_sources(function) ? "rows of a function share a source" : NULL;
}

/* A chain of states makes each path behind it as long. States come behind their parents. */
static gboolean has_long_paths(const HtolFunction *function)
{
    g_autofree guint32 *lengths = g_new(guint32, function->n_states + 1);
    guint64 nodes = 0, flow_nodes = 0;
    for (guint32 i = 0; i < function->n_states; i++) {
        guint32 parent = function->states[i].parent;
        lengths[i] = 1 + (parent > 0 ? lengths[parent - 1] : 0);
    }
    for (guint32 i = 0; i < function->n_paths; i++)
        nodes += lengths[function->paths[i].state];
    for (guint32 i = 0; i < function->n_flow_paths; i++)
        flow_nodes += lengths[function->paths[function->flow_paths[i].path].state];
    return nodes > MOST_NODES_OF_PATHS || flow_nodes > MOST_NODES_OF_PATHS;
}

static const char *wrong_function(const HtolFunction *function)
{
    const char *wrong = NULL;
    if (function->n_files == 0)
        return "a function has no file";
    if (function->row.linkage > 2)
        return "a function's linkage is not known";
    if (function->row.untold > 0 && function->row.untold >= function->row.slots)
        return "a function's slot is out of range";
    if (function->row.skipped == HTOL_MEASURED && function->n_blocks == 0)
        return "a function has no blocks";
#define PART(Type, field, doc)                                                                                         \
    for (guint32 i = 0; i < function->n_##field && !wrong; i++)                                                        \
        wrong = wrong_##Type(function, &function->field[i]);
#include "htol/base/format.def"
#undef PART
    if (wrong)
        return wrong;
    return has_long_paths(function) ? "the paths of a function are too long" : wrong_sums(function);
}

static const char *wrong_scripts(const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_scripts; i++)
        if (table->scripts[i].kind > HTOL_SCRIPT_MARKS)
            return "a script's kind is not known";
    return NULL;
}

const char *htol_table_wrong(HtolTable *table)
{
    guint64 slots = 0, sources = 0;
    for (guint32 i = 0; i < table->n_functions; i++) {
        const char *wrong = wrong_function(&table->functions[i]);
        if (wrong)
            return wrong;
        table->functions[i].first_slot = slots;
        table->functions[i].first_source = sources;
        slots += table->functions[i].row.slots;
        sources += table->functions[i].row.sources;
        if (slots > MOST_SLOTS)
            return "it has too many slots";
        if (sources > MOST_SOURCES)
            return "it has too many sources";
    }
    if (slots != table->row.slots)
        return "its slots are not those of its functions";
    if (sources != table->row.sources)
        return "its sources are not those of its functions";
    return wrong_scripts(table);
}
