/* Writes the rows of a function; see rows.h and htol/base/format.def. */
#include "annot/rows.h"

#include "annot/mutants/operations.h"

#include <string.h>

#include "annot/flow/flow.h"
#include "htol/files/data.h"

#define SHORT_LIMIT 80  /* bytes of a definition's or use's text */
#define TEXT_LIMIT 4096 /* bytes of a condition's or decision's text: macros make long ones */

typedef struct {
    const AnnotRows *rows;
    HtolFunction *out;
    GArray *files; /* guint: the unit's file for each of the function's */
} Writer;

static guint32 file_of(Writer *w, guint unit_file)
{
    for (guint i = 0; i < w->files->len; i++)
        if (g_array_index(w->files, guint, i) == unit_file)
            return i;
    g_array_append_val(w->files, unit_file);
    return w->files->len - 1;
}

static const char *folded(Writer *w, AnnotExtent extent, gsize limit)
{
    g_autofree char *text = annot_text_folded(w->rows->text, extent, limit);
    return htol_arena_strndup(w->rows->arena, text, strlen(text));
}

static const char *text_of(Writer *w, AnnotExtent extent)
{
    return folded(w, extent, TEXT_LIMIT);
}

static const char *short_text_of(Writer *w, AnnotExtent extent)
{
    return folded(w, extent, SHORT_LIMIT);
}

static AnnotSpot spot_of(Writer *w, guint32 at, guint32 *file)
{
    AnnotSpot spot = annot_places_find(w->rows->places, annot_text_skip(w->rows->text, at));
    *file = file_of(w, spot.file);
    return spot;
}

#define NEW_ROWS(w, Type, count) htol_arena_new0((w)->rows->arena, HtolRow##Type, (count))

/* Counts the terms of the operation's mutants; mutants that share terms count apart. */
static guint count_told(const AnnotOperation *operation)
{
    guint count = 0;
    for (guint k = 0; operation->mutants && k < operation->mutants->len; k++)
        count += (guint)__builtin_popcount(g_array_index(operation->mutants, AnnotMutant, k).told);
    return count;
}

/* Counts the terms of branches, calls and mutants, at least. */
static guint count_other_terms(const AnnotCfg *cfg)
{
    guint terms = 0;
    for (guint i = 0; i < cfg->branches->len; i++) {
        const AnnotBranch *branch = g_ptr_array_index(cfg->branches, i);
        terms += branch->n_exits[FALSE] + branch->n_exits[TRUE];
    }
    for (guint i = 0; i < cfg->calls->len; i++)
        terms += ((AnnotCall *)g_ptr_array_index(cfg->calls, i))->terms->len;
    for (guint i = 0; cfg->operations && i < cfg->operations->rows->len; i++)
        terms += count_told(&g_array_index(cfg->operations->rows, AnnotOperation, i));
    return terms;
}

/* Appends terms to out->terms, which has room for them. */
static void add_terms(HtolFunction *out, const GArray *terms)
{
    if (terms->len > 0)
        memcpy(out->terms + out->n_terms, terms->data, terms->len * sizeof(HtolRowTerm));
    out->n_terms += terms->len;
}

static void write_blocks(Writer *w, AnnotCfg *cfg)
{
    HtolFunction *out = w->out;
    guint n = 0, terms = count_other_terms(cfg);
    for (guint i = 0; i < cfg->blocks->len; i++) {
        AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (!block->listed || block->lost)
            continue;
        block->row = n++;
        terms += block->terms->len;
    }
    out->n_blocks = n;
    out->blocks = NEW_ROWS(w, Block, n);
    out->terms = NEW_ROWS(w, Term, terms);
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        if (!block->listed || block->lost)
            continue;
        HtolRowBlock *row = &out->blocks[block->row];
        AnnotSpot spot = spot_of(w, block->at, &row->file);
        row->line = spot.line;
        row->column = spot.column;
        row->first_term = out->n_terms;
        row->terms = block->terms->len;
        add_terms(out, block->terms);
    }
}

static void write_statements(Writer *w, const AnnotCfg *cfg)
{
    w->out->statements = NEW_ROWS(w, Statement, cfg->statements->len);
    for (guint i = 0; i < cfg->statements->len; i++) {
        const AnnotStatement *statement = g_ptr_array_index(cfg->statements, i);
        if (statement->block->lost)
            continue;
        HtolRowStatement *row = &w->out->statements[w->out->n_statements++];
        AnnotSpot spot = spot_of(w, statement->at, &row->file);
        AnnotSpot end = annot_places_find_end(w->rows->places, statement->end);
        row->block = statement->block->row;
        row->line = spot.line;
        row->column = spot.column;
        row->end_line = end.file == spot.file ? MAX(end.line, spot.line) : spot.line;
    }
}

static void write_condition(Writer *w, const AnnotDecision *decision, guint i)
{
    HtolRowCondition *row = &w->out->conditions[w->out->n_conditions++];
    AnnotExtent at = decision->conditions[i].expr->at;
    *row = decision->rows[i];
    AnnotSpot spot = spot_of(w, at.begin, &row->file), end = annot_places_find_end(w->rows->places, at.end);
    row->line = spot.line;
    row->column = spot.column;
    row->end_line = end.line;
    row->end_column = end.column;
    row->text = text_of(w, at);
}

static void write_decisions(Writer *w, const AnnotCfg *cfg)
{
    HtolFunction *out = w->out;
    guint conditions = 0;
    for (guint i = 0; i < cfg->decisions->len; i++)
        conditions += ((AnnotDecision *)g_ptr_array_index(cfg->decisions, i))->row.conditions;
    out->decisions = NEW_ROWS(w, Decision, cfg->decisions->len);
    out->conditions = NEW_ROWS(w, Condition, conditions);
    for (guint i = 0; i < cfg->decisions->len; i++) {
        const AnnotDecision *decision = g_ptr_array_index(cfg->decisions, i);
        HtolRowDecision *row = &out->decisions[out->n_decisions++];
        AnnotExtent at = decision->expr->at;
        *row = decision->row;
        AnnotSpot spot = spot_of(w, at.begin, &row->file), end = annot_places_find_end(w->rows->places, at.end);
        row->line = spot.line;
        row->column = spot.column;
        row->end_line = end.line;
        row->end_column = end.column;
        row->text = text_of(w, at);
        row->guarded = row->fallback ? text_of(w, decision->guarded->at) : "";
        row->first_condition = out->n_conditions;
        for (guint c = 0; c < row->conditions; c++)
            write_condition(w, decision, c);
    }
}

static void write_exits(Writer *w, const AnnotBranch *branch, gboolean outcome)
{
    for (guint i = 0; i < branch->n_exits[outcome]; i++) {
        const AnnotExit *exit = &branch->exits[outcome][i];
        w->out->terms[w->out->n_terms++] =
            (HtolRowTerm){exit->outcome ? HTOL_TERM_TRUE : HTOL_TERM_FALSE, branch->decisions[exit->decision]->index};
    }
}

static void write_branches(Writer *w, const AnnotCfg *cfg)
{
    w->out->branches = NEW_ROWS(w, Branch, cfg->branches->len);
    for (guint i = 0; i < cfg->branches->len; i++) {
        const AnnotBranch *branch = g_ptr_array_index(cfg->branches, i);
        HtolRowBranch *row = &w->out->branches[w->out->n_branches++];
        AnnotSpot spot = spot_of(w, branch->expr->at.begin, &row->file);
        row->line = spot.line;
        row->column = spot.column;
        row->text = text_of(w, branch->expr->at);
        row->first_term = w->out->n_terms;
        row->trues = branch->n_exits[TRUE];
        row->falses = branch->n_exits[FALSE];
        write_exits(w, branch, TRUE);
        write_exits(w, branch, FALSE);
    }
}

static void write_arm(Writer *w, const AnnotArm *arm, guint32 *row_of)
{
    HtolRowArm *row = &w->out->arms[w->out->n_arms];
    *row_of = w->out->n_arms++;
    AnnotSpot spot = spot_of(w, arm->stmt->at.begin, &row->file);
    row->kind = arm->kind;
    row->line = spot.line;
    row->column = spot.column;
    row->slot = arm->slot;
    row->text =
        arm->kind == HTOL_ARM_NONE ? "no case" : text_of(w, (AnnotExtent){arm->stmt->at.begin, arm->stmt->colon - 1});
}

/* Writes switches and their arms. The graph has arms in the order of the text, but rows of one switch stand together:
 * terms that name arms are renumbered. */
static void write_switches(Writer *w, const AnnotCfg *cfg)
{
    HtolFunction *out = w->out;
    g_autofree guint32 *row_of = g_new0(guint32, cfg->arms->len + 1);
    out->switches = NEW_ROWS(w, Switch, cfg->switches->len);
    out->arms = NEW_ROWS(w, Arm, cfg->arms->len);
    for (guint i = 0; i < cfg->switches->len; i++) {
        const AnnotSwitch *sw = g_ptr_array_index(cfg->switches, i);
        HtolRowSwitch *row = &out->switches[out->n_switches++];
        AnnotSpot spot = spot_of(w, sw->stmt->at.begin, &row->file);
        row->line = spot.line;
        row->column = spot.column;
        row->text = text_of(w, sw->stmt->expr->at);
        row->first_arm = out->n_arms;
        row->arms = sw->arms->len;
        for (guint a = 0; a < sw->arms->len; a++) {
            guint arm = g_array_index(sw->arms, guint, a);
            write_arm(w, g_ptr_array_index(cfg->arms, arm), &row_of[arm]);
        }
    }
    for (guint i = 0; i < out->n_terms; i++)
        if (out->terms[i].kind == HTOL_TERM_ARM)
            out->terms[i].index = row_of[out->terms[i].index];
}

static void write_nodes(Writer *w, const AnnotCfg *cfg, const AnnotFunction *function)
{
    HtolFunction *out = w->out;
    out->n_nodes = cfg->n_nodes;
    out->nodes = NEW_ROWS(w, Node, cfg->n_nodes);
    for (guint i = 0; i < cfg->n_nodes; i++) {
        const AnnotBlock *block = i < cfg->blocks->len ? g_ptr_array_index(cfg->blocks, i) : NULL;
        HtolRowNode *row = &out->nodes[i];
        AnnotSpot spot = spot_of(w, block ? block->at : function->at.end - 1, &row->file);
        row->block = block && block->listed && !block->lost ? 1 + block->row : 0;
        row->line = spot.line;
        row->column = spot.column;
    }
}

static void write_members(Writer *w, const AnnotLoop *loop)
{
    for (guint32 node = loop->first; node < loop->end; node++)
        w->out->members[w->out->n_members++] = (HtolRowMember){node, node < loop->tested};
}

static void write_loops(Writer *w, const AnnotCfg *cfg)
{
    HtolFunction *out = w->out;
    guint members = 0;
    for (guint i = 0; i < cfg->loops->len; i++) {
        const AnnotLoop *loop = g_ptr_array_index(cfg->loops, i);
        members += loop->end - loop->first;
    }
    out->loops = NEW_ROWS(w, Loop, cfg->loops->len);
    out->members = NEW_ROWS(w, Member, members);
    for (guint i = 0; i < cfg->loops->len; i++) {
        const AnnotLoop *loop = g_ptr_array_index(cfg->loops, i);
        HtolRowLoop *row = &out->loops[out->n_loops++];
        AnnotSpot spot = spot_of(w, loop->stmt->at.begin, &row->file);
        row->kind = loop->kind;
        row->line = spot.line;
        row->column = spot.column;
        row->text = loop->stmt->expr ? text_of(w, loop->stmt->expr->at) : "";
        row->head = loop->head;
        row->first_member = out->n_members;
        row->members = loop->end - loop->first;
        write_members(w, loop);
    }
}

static void write_graph(Writer *w, const AnnotCfg *cfg, const AnnotFunction *function)
{
    write_nodes(w, cfg, function);
    w->out->n_edges = cfg->flow->len;
    w->out->edges = NEW_ROWS(w, Edge, cfg->flow->len);
    for (guint i = 0; i < cfg->flow->len; i++) {
        AnnotFlowEdge edge = g_array_index(cfg->flow, AnnotFlowEdge, i);
        w->out->edges[i] = (HtolRowEdge){edge.from, edge.to};
    }
    write_loops(w, cfg);
}

/* Writes a variable; one that another file declares gets the function's place. */
static void write_variable(Writer *w, const AnnotFunction *function, const AnnotFlowVariable *variable)
{
    HtolRowVariable *row = &w->out->variables[w->out->n_variables++];
    guint32 at = variable->object.decl->at, name_at = annot_text_skip(w->rows->text, function->name_at);
    guint own = annot_places_find(w->rows->places, name_at).file;
    if (at == ANNOT_NO_OFFSET || annot_places_find(w->rows->places, at).file != own)
        at = name_at;
    AnnotSpot spot = spot_of(w, at, &row->file);
    row->name = variable->name;
    row->kind = variable->kind;
    row->shape = variable->shape;
    row->aliased = variable->aliased;
    row->line = spot.line;
    row->column = spot.column;
    row->unmeasured = variable->unmeasured;
    row->lost = variable->lost;
}

/* Writes a definition; that of a variable at the entry gets the place of its declaration. */
static void write_definition(Writer *w, const AnnotFlows *flows, const AnnotDefinition *definition)
{
    HtolRowDefinition *row = &w->out->definitions[w->out->n_definitions++];
    const HtolRowVariable *variable = &w->out->variables[definition->variable];
    row->variable = definition->variable;
    row->kind = definition->kind;
    row->file = variable->file;
    row->line = variable->line;
    row->column = variable->column;
    row->text = variable->name;
    if (definition->access == ANNOT_NO_ACCESS)
        return;
    const AnnotAccess *access = &g_array_index(flows->defuse->accesses, AnnotAccess, definition->access);
    AnnotSpot spot = spot_of(w, access->at.begin, &row->file);
    row->node = access->node;
    row->line = spot.line;
    row->column = spot.column;
    row->text = short_text_of(w, access->at);
}

static void write_use(Writer *w, const AnnotFlows *flows, const AnnotUse *use)
{
    HtolRowUse *row = &w->out->uses[w->out->n_uses++];
    const AnnotAccess *access = &g_array_index(flows->defuse->accesses, AnnotAccess, use->access);
    AnnotSpot spot = spot_of(w, access->at.begin, &row->file);
    row->variable = use->variable;
    row->kind = use->kind;
    row->node = access->node;
    row->line = spot.line;
    row->column = spot.column;
    row->text = short_text_of(w, access->at);
}

static void write_flows(Writer *w, const AnnotFlows *flows, const AnnotFunction *function)
{
    HtolFunction *out = w->out;
    out->row.recorded |= HTOL_RECORDS_FLOWS;
    out->variables = NEW_ROWS(w, Variable, flows->variables->len);
    out->definitions = NEW_ROWS(w, Definition, flows->definitions->len);
    out->uses = NEW_ROWS(w, Use, flows->uses->len);
    for (guint i = 0; i < flows->variables->len; i++)
        write_variable(w, function, &g_array_index(flows->variables, AnnotFlowVariable, i));
    for (guint i = 0; i < flows->definitions->len; i++)
        write_definition(w, flows, &g_array_index(flows->definitions, AnnotDefinition, i));
    for (guint i = 0; i < flows->uses->len; i++)
        write_use(w, flows, &g_array_index(flows->uses, AnnotUse, i));
    out->n_flows = flows->flows->len;
    out->flows = htol_arena_memdup(w->rows->arena, flows->flows->data, flows->flows->len * sizeof(HtolRowFlow));
}

static guint32 mutants_of(const AnnotOperation *operation)
{
    return operation->mutants ? operation->mutants->len : 0;
}

/* Writes the terms of mutant `k`, if another operation tells of it; mutants that are killed in the same classes share
 * them. */
static void write_told(HtolFunction *out, const AnnotOperation *operation, guint k, HtolRowMutant *row)
{
    const AnnotMutant *mutants = (const AnnotMutant *)operation->mutants->data;
    for (guint i = 0; i < k; i++)
        if (mutants[i].told == mutants[k].told) {
            row->first_term = row[(gssize)i - k].first_term;
            row->terms = row[(gssize)i - k].terms;
            return;
        }
    row->first_term = out->n_terms;
    for (guint32 told = 0; told < 32; told++)
        if (mutants[k].told >> told & 1)
            out->terms[out->n_terms++] = (HtolRowTerm){HTOL_TERM_SLOT, operation->teller + told};
    row->terms = out->n_terms - row->first_term;
}

static void write_mutants(Writer *w, const AnnotOperation *operation, HtolRowOperation *row)
{
    row->first_mutant = w->out->n_mutants;
    row->mutants = mutants_of(operation);
    for (guint k = 0; k < row->mutants; k++) {
        const AnnotMutant *mutant = &g_array_index(operation->mutants, AnnotMutant, k);
        HtolRowMutant *written = &w->out->mutants[w->out->n_mutants++];
        *written = (HtolRowMutant){.mutation = mutant->mutation,
                                   .op = mutant->op,
                                   .text = htol_arena_strndup(w->rows->arena, mutant->text, strlen(mutant->text))};
        write_told(w->out, operation, k, written);
    }
}

static void write_operation(Writer *w, const AnnotOperation *operation)
{
    guint32 index = w->out->n_operations++;
    HtolRowOperation *row = &w->out->operations[index];
    AnnotExtent at = operation->at;
    AnnotSpot spot = spot_of(w, at.begin, &row->file), end = annot_places_find_end(w->rows->places, at.end);
    row->kind = operation->kind;
    row->op = operation->op;
    row->level = operation->level;
    row->line = spot.line;
    row->column = spot.column;
    row->end_line = end.line;
    row->end_column = end.column;
    row->text = text_of(w, at);
    row->classes = operation->classes;
    row->slot = operation->slot;
    row->risk = operation->risk;
    row->impossible = operation->impossible;
    row->unrecorded = operation->unrecorded;
    for (guint i = 0; operation->words && i < operation->words->len; i++)
        w->out->classes[w->out->n_classes++] = (HtolRowClass){index, operation->words->pdata[i]};
    write_mutants(w, operation, row);
}

static guint count_words(const AnnotOperations *operations)
{
    guint count = 0;
    for (guint i = 0; i < operations->rows->len; i++) {
        const AnnotOperation *operation = &g_array_index(operations->rows, AnnotOperation, i);
        count += operation->words ? operation->words->len : 0;
    }
    return count;
}

static void write_unmutated(Writer *w, const GArray *unmutated)
{
    w->out->n_unmutated = unmutated->len;
    w->out->unmutated = htol_arena_memdup(w->rows->arena, unmutated->data, unmutated->len * sizeof(HtolRowUnmutated));
}

static void write_operations(Writer *w, const AnnotOperations *operations)
{
    w->out->row.recorded |= operations->records;
    guint32 mutants = 0;
    for (guint i = 0; i < operations->rows->len; i++)
        mutants += mutants_of(&g_array_index(operations->rows, AnnotOperation, i));
    w->out->mutants = NEW_ROWS(w, Mutant, mutants);
    w->out->operations = NEW_ROWS(w, Operation, operations->rows->len);
    w->out->classes = NEW_ROWS(w, Class, count_words(operations));
    for (guint i = 0; i < operations->rows->len; i++)
        write_operation(w, &g_array_index(operations->rows, AnnotOperation, i));
    write_unmutated(w, operations->unmutated);
}

static void write_callees(Writer *w, const AnnotCall *call, HtolRowCall *row)
{
    row->first_callee = w->out->n_callees;
    row->callees = call->callees ? call->callees->len : 0;
    for (guint32 i = 0; i < row->callees; i++)
        w->out->callees[w->out->n_callees++].name = g_ptr_array_index(call->callees, i);
}

static void write_call(Writer *w, const AnnotCall *call)
{
    HtolRowCall *row = &w->out->calls[w->out->n_calls++];
    AnnotSpot spot = spot_of(w, call->expr->at.begin, &row->file);
    row->line = spot.line;
    row->column = spot.column;
    row->text = text_of(w, call->expr->operands[0]->at);
    row->callee = call->callee ? call->callee : "";
    row->source = call->source;
    row->first_term = w->out->n_terms;
    row->terms = call->terms->len;
    add_terms(w->out, call->terms);
    write_callees(w, call, row);
}

static void write_calls(Writer *w, const AnnotCfg *cfg)
{
    guint callees = 0;
    for (guint i = 0; i < cfg->calls->len; i++) {
        const AnnotCall *call = g_ptr_array_index(cfg->calls, i);
        callees += call->callees ? call->callees->len : 0;
    }
    w->out->calls = NEW_ROWS(w, Call, cfg->calls->len);
    w->out->callees = NEW_ROWS(w, Callee, callees);
    for (guint i = 0; i < cfg->calls->len; i++)
        write_call(w, g_ptr_array_index(cfg->calls, i));
}

static void write_label(Writer *w, const AnnotStep *step, const AnnotLabel *label)
{
    if (annot_label_only_kills(label))
        return;
    HtolRowLabel *row = &w->out->labels[w->out->n_labels++];
    *row = (HtolRowLabel){.script = label->script->path,
                          .name = label->decl->name,
                          .slot = label->slot,
                          .unsafe = label->unsafe,
                          .source = label->source,
                          .values = label->source > 0 ? label->decl->n_bindings : 0,
                          .tag = label->mark ? label->mark->tag : ""};
    guint32 at = label->mark ? label->mark->at.begin : annot_text_skip(w->rows->text, step->location.at);
    AnnotSpot spot = annot_places_find(w->rows->places, at);
    row->file = file_of(w, spot.file);
    row->line = spot.line;
    row->column = spot.column;
}

static void write_labels(Writer *w, const AnnotFunctionSteps *steps)
{
    guint labels = 0;
    for (guint i = 0; i < steps->steps->len; i++)
        labels += ((AnnotStep *)g_ptr_array_index(steps->steps, i))->labels->len;
    w->out->labels = NEW_ROWS(w, Label, labels);
    for (guint i = 0; i < steps->steps->len; i++) {
        const AnnotStep *step = g_ptr_array_index(steps->steps, i);
        for (guint k = 0; k < step->labels->len; k++)
            write_label(w, step, g_ptr_array_index(step->labels, k));
    }
}

static void write_sequences(Writer *w, const AnnotFunctionSteps *steps)
{
    w->out->n_sequences = steps->endings->len;
    w->out->sequences = NEW_ROWS(w, Sequence, steps->endings->len);
    for (guint i = 0; i < steps->endings->len; i++) {
        const AnnotEnding *ending = &g_array_index(steps->endings, AnnotEnding, i);
        w->out->sequences[i] = (HtolRowSequence){.script = ending->sequence->script->path,
                                                 .name = ending->sequence->name,
                                                 .slot = ending->slot,
                                                 .overflow = ending->overflow,
                                                 .source = ending->source,
                                                 .values = ending->sequence->values};
    }
}

static void write_files(Writer *w)
{
    w->out->n_files = w->files->len;
    w->out->files = NEW_ROWS(w, File, w->files->len);
    for (guint i = 0; i < w->files->len; i++) {
        guint file = g_array_index(w->files, guint, i);
        const char *path = annot_places_path(w->rows->places, file);
        const char *hash = annot_places_hash(w->rows->places, file);
        w->out->files[i].path = annot_relative_path(w->rows->arena, w->rows->root, path);
        w->out->files[i].hash = htol_arena_strndup(w->rows->arena, hash, strlen(hash));
    }
}

void annot_rows_fill(const AnnotRows *rows, const AnnotFunction *function, AnnotCfg *cfg,
                     const AnnotFunctionSteps *steps, HtolFunction *out)
{
    Writer w = {rows, out, g_array_new(FALSE, FALSE, sizeof(guint))};
    g_autofree char *hash = annot_text_hash(rows->text, function->at, rows->root);
    guint32 file;
    AnnotSpot name = spot_of(&w, function->name_at, &file);
    out->row = (HtolRowFunction){
        .name = function->name,
        .hash = htol_arena_strndup(rows->arena, hash, strlen(hash)),
        .linkage = function->linkage,
        .skipped = function->skipped,
        .line = name.line,
        .column = name.column,
        .end_line = annot_places_find_end(rows->places, function->at.end).line,
        .slots = cfg ? cfg->slots : 0,
        .sources = cfg ? cfg->sources : 0,
        .recorded = cfg ? cfg->records : 0,
        .untold = cfg && cfg->operations ? cfg->operations->untold : 0,
    };
    if (cfg) {
        write_blocks(&w, cfg);
        write_statements(&w, cfg);
        write_decisions(&w, cfg);
        write_branches(&w, cfg);
        write_calls(&w, cfg);
        write_switches(&w, cfg);
        if (rows->graph)
            write_graph(&w, cfg, function);
        if (cfg->flows)
            write_flows(&w, cfg->flows, function);
        if (cfg->operations)
            write_operations(&w, cfg->operations);
        write_labels(&w, steps);
        write_sequences(&w, steps);
    }
    write_files(&w);
    g_array_unref(w.files);
}
