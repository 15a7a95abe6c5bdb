/* The annotator of one unit: parse, objectives, graph, rows, probes, and the text that carries them. See
 * annotate.h; it is the order of these steps and nothing else. */
#include "annot/annotate.h"

#include "annot/copies/clean.h"
#include "annot/facts/assigned.h"
#include "annot/flow/defuse_make.h"
#include "annot/flow/flow.h"
#include "annot/flow/flow_make.h"
#include "annot/mutants/operations.h"
#include "annot/paths/tour.h"
#include "annot/probes/calls.h"
#include "annot/probes/carry.h"
#include "annot/probes/label.h"
#include "annot/probes/shadow.h"
#include "annot/probes/trace.h"
#include "annot/probes/values.h"
#include "annot/rows.h"
#include "annot/probes/structure.h"
#include "annot/graph/cfg_make.h"
#include "annot/strong/strong.h"
#include "htol/base/layout.h"

#include <pthread.h>
#include <string.h>

/* Bytes of stack: deeply nested text makes us and libclang recurse deeply, and pages that are not touched cost nothing.
 */
#define STACK_SIZE ((gsize)1 << 30)

typedef struct {
    const AnnotInput *input;
    const AnnotProved *proved; /* NULL: everything is recorded */
    AnnotOutput *output;
    GError **error;
    gboolean done;
    HtolArena *arena;
    AnnotText given; /* with LTest's labels */
    AnnotText text;  /* without */
    GArray *marks;   /* AnnotMark: where they were */
    AnnotTree *tree;
    AnnotPlaces *places;
    AnnotScripts *scripts;
    const AnnotLocator *locator;
    AnnotSteps *steps;
    GString *tables; /* of the functions' tours */
    AnnotJudges *judges;
    AnnotWaits *waits;
    AnnotCallees *callees;
    AnnotStrong *strong;       /* NULL: what runs is recorded */
    AnnotStrong *mutants;      /* those that the survey asks for; NULL: none */
    GPtrArray *changes;        /* GArray: of functions that were looked at */
    AnnotContained *contained; /* NULL: nothing is copied */
    GPtrArray *surveyed;       /* AnnotCfg: of functions that were looked at; NULL: nobody looks */
} Unit;

/* ---- what the unit carries ---- */

static void append_quoted(GString *out, const char *bytes)
{
    for (; *bytes; bytes++) {
        if (*bytes == '\n') {
            g_string_append(out, "\\n");
            continue;
        }
        if (*bytes == '"' || *bytes == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *bytes);
    }
}

/* Returns the name of a directory as the assembler reads it in quotes; to be freed. */
static char *assembler_name(const char *path)
{
    GString *out = g_string_new(NULL);
    for (; *path; path++) {
        if (g_ascii_isalnum(*path) || strchr("/._-+", *path))
            g_string_append_c(out, *path);
        else
            g_string_append_printf(out, "\\%03o", (guint)(guchar)*path);
    }
    return g_string_free(out, FALSE);
}

static void append_runtime(GString *out, const AnnotInput *input, gboolean values)
{
    g_autofree char *directory = assembler_name(input->data_dir);
    g_string_append(out, ANNOT_ASM "(\"");
    if (input->intel_syntax)
        append_quoted(out, ANNOT_CARRY_ATT);
    append_quoted(out, ANNOT_CARRY_DIR);
    append_quoted(out, directory);
    append_quoted(out, ANNOT_CARRY_DIR_END);
    append_quoted(out, input->target->carried ? input->target->carried : annot_carry_asm);
    if (values)
        append_quoted(out, input->target->values ? input->target->values : annot_carry_values_asm);
    if (input->intel_syntax)
        append_quoted(out, ANNOT_CARRY_INTEL);
    g_string_append(out, "\");");
}

/* Appends the table, in a section that is never loaded: as numbers, for a link-time optimizer would assemble .incbin
 * when our temporary files are gone. */
static void append_table(GString *out, const GByteArray *table)
{
    g_string_append(out, ANNOT_ASM "(\".pushsection " HTOL_TABLE_SECTION ",\\\"R\\\",@progbits\\n");
    for (guint i = 0; i < table->len; i += 8) {
        guint64 word = 0;
        for (guint k = 0; k < 8 && i + k < table->len; k++)
            word |= (guint64)table->data[i + k] << (8 * k);
        g_string_append_printf(out, "%s0x%" G_GINT64_MODIFIER "x", i % 64 == 0 ? "\\n.quad " : ",", word);
    }
    g_string_append(out, "\\n.popsection\\n\");");
}

static void append_number(GString *out, guint32 number)
{
    for (guint i = 0; i < 4; i++)
        g_string_append_printf(out, "%u,", (number >> (8 * i)) & 0xff);
}

/* Appends the unit's part of section hlcov_bits: see AT(UNIT, ...) in format.def. */
static void append_bits(GString *out, const HtolTable *table)
{
    static const char magic[] = HTOL_UNIT_MAGIC_BYTES;
    guint32 slots = table->row.slots, size = HTOL_AT_UNIT_END + slots;
    size = (size + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE;
    g_string_append_printf(out,
                           "static struct{unsigned char h[%u];_Bool b[%u];}" ANNOT_ATTRIBUTE
                           "((__aligned__(%u)))hlcov_u " ANNOT_ATTRIBUTE "((__used__,__section__(\"hlcov_bits\")))={{",
                           (guint)HTOL_AT_UNIT_END, MAX(slots, 1), (guint)HTOL_PAGE);
    for (guint i = 0; i < HTOL_LEN_UNIT_MAGIC; i++)
        g_string_append_printf(out, "%u,", (guint8)magic[i]);
    for (guint i = 0; i < HTOL_ID_SIZE; i++)
        g_string_append_printf(out, "%u,", table->id[i]);
    append_number(out, size);
    append_number(out, slots);
    g_string_append(out, "},{0}};");
}

/* ---- rows and probes ---- */

static HtolMoved former_of(const HtolMoved *moved)
{
    return (HtolMoved){moved->to, moved->from};
}

static const char *text_hash(const Unit *unit)
{
    g_autofree char *hash = annot_text_hash(&unit->given, (AnnotExtent){0, unit->given.size}, unit->input->root);
    return htol_arena_strndup(unit->arena, hash, strlen(hash));
}

/* Returns the path that the file had before the tree was moved. */
static const char *former_path(const Unit *unit, const char *path)
{
    if (!unit->input->moved)
        return path;
    g_autofree char *former = htol_moved_path(former_of(unit->input->moved), path);
    return htol_arena_strndup(unit->arena, former, strlen(former));
}

static HtolTable *table_new(const Unit *unit)
{
    const AnnotInput *input = unit->input;
    HtolTable *table = htol_arena_new0(unit->arena, HtolTable, 1);
    g_autofree char *path = g_canonicalize_filename(input->path, input->directory);
    table->row = (HtolRowUnit){.path = annot_relative_path(unit->arena, input->root, path),
                               .root = former_path(unit, input->root),
                               .directory = former_path(unit, input->directory),
                               .compiler = input->compiler,
                               .semantics = input->options.complete ? "complete" : "observed",
                               .decisions = input->options.branching ? "branching" : "all",
                               .stray_errors = unit->tree->stray_errors,
                               .text = text_hash(unit),
                               .unmeasured = ""};
    table->n_functions = unit->tree->n_functions;
    table->functions = htol_arena_new0(unit->arena, HtolFunction, table->n_functions);
    return table;
}

/* Makes the tour of a function whose rows are filled; NULL if paths are not asked for. */
static AnnotTour *tour_new(const Unit *unit, const AnnotFunction *function, AnnotCfg *cfg, HtolFunction *out)
{
    AnnotTourInput input = {unit->arena, &unit->text, function, cfg, unit->locator, unit->input->options};
    return unit->input->options.records & HTOL_RECORDS_PATHS ? annot_tour_new(&input, out) : NULL;
}

/* Makes the visitor of the function's nodes; FALSE: there is nothing to do at them. */
static gboolean visitor_new(const Unit *unit, const AnnotTrace *trace, AnnotTour *tour, const AnnotProbe *probe,
                            AnnotVisitor *visitor)
{
    if (unit->input->options.trace) {
        *visitor = annot_trace_visitor(trace);
        return TRUE;
    }
    if (!tour)
        return FALSE;
    *visitor = annot_tour_visitor(tour, probe->first_slot);
    annot_tour_declare(tour, unit->tables);
    return TRUE;
}

static void insert_probes(const Unit *unit, guint index, const AnnotProbe *probe, const AnnotTrace *trace)
{
    const AnnotFunction *function = unit->tree->functions[index];
    const AnnotCfg *cfg = trace->cfg;
    annot_label_function(probe, unit->steps, index);
    annot_probe_function(probe, function, cfg);
    if (probe->visitor)
        annot_visit_function(probe, function);
    if (unit->input->options.trace)
        annot_trace_function(trace, probe);
    else if (cfg->flows)
        annot_shadow_function(probe, function, cfg->flows);
    if (cfg->operations)
        annot_operations_probe(probe, function, cfg->operations);
}

/* Whether every passage through the program must be followed: more than structure, logic and calls is recorded. */
static gboolean follows_all(const AnnotInput *input)
{
    return (input->options.records & ~HTOL_RECORDS_CALLS) != 0 || input->options.trace;
}

/* Returns the copies of a function; NULL if all passages must be followed, as at users' labels. Copies have slots
 * whether they are written or not, so that the table does not depend on that. */
static GArray *copies_new(const Unit *unit, const AnnotFunction *function, const AnnotFunctionSteps *steps,
                          AnnotCfg *cfg)
{
    gboolean copies = unit->contained && steps->steps->len == 0;
    return copies ? annot_copies_new(&unit->text, unit->contained, function, cfg) : NULL;
}

/* Whether stores look first if the slot is set already: that helps threads, unless structure and logic alone are
 * recorded, which set few slots. */
static gboolean looks_first(const AnnotInput *input)
{
    return input->threads && follows_all(input);
}

static gboolean is_chosen(const char *globs, const char *name)
{
    g_auto(GStrv) list = g_strsplit(globs ? globs : "*", ",", -1);
    gboolean chosen = FALSE;
    for (char **glob = list; *glob; glob++)
        chosen |= g_pattern_match_simple(g_strstrip(*glob), name);
    return chosen;
}

/* Returns the accesses of a function in which signs may be recorded once for several reads: not where control may come
 * from anywhere. NULL: they are not needed. `*own` is then to be freed, unless it is NULL. */
static const AnnotDefUse *accesses_of(const Unit *unit, const AnnotFunction *function, const AnnotCfg *cfg,
                                      AnnotDefUse **own)
{
    *own = NULL;
    if (!annot_operations_share(unit->input->options.records) || function->returns_twice)
        return NULL;
    if (!cfg->flows)
        *own = annot_defuse_new(&unit->text, function, cfg->facts, FALSE);
    return cfg->flows ? cfg->flows->defuse : *own;
}

/* Finds the operations of a function. Some need to know which variables surely hold a value before an assignment. */
static AnnotOperations *operations_new(const Unit *unit, const AnnotFunction *function, AnnotCfg *cfg)
{
    const AnnotOptions options = unit->input->options;
    g_autoptr(AnnotDefUse) own;
    AnnotOperationRules rules = {.facts = cfg->facts,
                                 .records = options.records,
                                 .entered = is_chosen(options.functions, function->name),
                                 .mutants = options.mutants,
                                 .accesses = accesses_of(unit, function, cfg, &own)};
    if (annot_operations_need_assigned(options.records))
        annot_assigned_fill(&unit->text, function, cfg->facts);
    return annot_operations_new(&unit->text, function, rules, &cfg->slots);
}

static void survey(const Unit *unit, guint index, const AnnotCfg *cfg, const HtolFunction *rows)
{
    const AnnotSurvey *survey = unit->input->survey;
    AnnotSurveyed surveyed = {
        &unit->text, unit->tree, index, cfg, rows, unit->steps, unit->scripts, unit->input->clang_args, NULL, NULL};
    if (unit->mutants) {
        surveyed.changes =
            annot_strong_changes(unit->mutants, unit->tree->functions[index], cfg, rows, &surveyed.digests);
        g_ptr_array_add(unit->changes, (gpointer)surveyed.changes);
    }
    if (survey)
        survey->look(survey->data, &surveyed);
}

static void free_graph(gpointer data)
{
    AnnotCfg *cfg = data;
    if (cfg->flows)
        annot_flows_free(cfg->flows);
    if (cfg->operations)
        annot_operations_free(cfg->operations);
    annot_cfg_free(cfg);
}

/* Frees the graph, or keeps it for a caller that looks at all functions. */
static void end_graph(const Unit *unit, AnnotCfg *cfg)
{
    if (unit->surveyed)
        g_ptr_array_add(unit->surveyed, cfg);
    else
        free_graph(cfg);
}

static void omit_proved(const Unit *unit, guint index, AnnotOperations *operations)
{
    const guint32 *mutants = unit->proved ? unit->proved->mutants[index] : NULL;
    for (guint i = 0; mutants && operations && i < operations->rows->len; i++)
        annot_operations_omit(operations, i, mutants[i]);
}

/* Makes the graph of a function, with all that rows are written of. */
static AnnotCfg *begin_graph(const Unit *unit, guint index)
{
    const AnnotFunction *function = unit->tree->functions[index];
    const AnnotOptions options = unit->input->options;
    AnnotCfg *cfg = annot_cfg_new(unit->arena, &unit->text, function, options);
    annot_calls_place(unit->callees, cfg);
    annot_steps_place(&unit->steps->functions[index], &cfg->slots, &cfg->sources);
    if (options.records & HTOL_RECORDS_FLOWS)
        cfg->flows = annot_flows_new(unit->arena, &unit->text, function, options, cfg);
    cfg->operations = operations_new(unit, function, cfg);
    omit_proved(unit, index, cfg->operations);
    return cfg;
}

/* Writes rows and probes of a function. */
static void write_probes(const Unit *unit, const AnnotRows *rows, guint index, AnnotCfg *cfg, AnnotProbe *probe,
                         HtolFunction *out)
{
    const AnnotFunction *function = unit->tree->functions[index];
    AnnotFunctionSteps *steps = &unit->steps->functions[index];
    GArray *copies = copies_new(unit, function, steps, cfg);
    annot_rows_fill(rows, function, cfg, steps, out);
    AnnotTour *tour = tour_new(unit, function, cfg, out);
    AnnotTrace trace = {unit->arena, &unit->text, unit->places, cfg, &out->row};
    AnnotVisitor visitor;
    if (visitor_new(unit, &trace, tour, probe, &visitor))
        probe->visitor = &visitor;
    insert_probes(unit, index, probe, &trace);
    if (copies && !unit->input->options.plain)
        annot_clean_function(unit->waits, probe, function, cfg, copies);
    if (copies)
        annot_copies_free(copies);
    survey(unit, index, cfg, out);
    if (probe->visitor)
        annot_visitor_clear(&visitor);
    probe->visitor = NULL;
}

/* Writes rows and mutants of a function. */
static void write_mutants(const Unit *unit, const AnnotRows *rows, guint index, AnnotCfg *cfg, AnnotEdits *edits,
                          HtolFunction *out)
{
    const AnnotFunction *function = unit->tree->functions[index];
    annot_rows_fill(rows, function, cfg, &unit->steps->functions[index], out);
    annot_strong_function(unit->strong, function, cfg, edits, out);
    cfg->slots = out->row.slots;
}

static void annotate_function(const Unit *unit, const AnnotRows *rows, guint index, AnnotProbe *probe, HtolTable *table)
{
    AnnotCfg *cfg = begin_graph(unit, index);
    HtolFunction *out = &table->functions[index];
    if (unit->strong)
        write_mutants(unit, rows, index, cfg, probe->edits, out);
    else
        write_probes(unit, rows, index, cfg, probe, out);
    table->row.slots += cfg->slots;
    table->row.sources += cfg->sources;
    end_graph(unit, cfg);
}

/* Whether lines of x86-64's assembler may stand in the text: not in Intel's syntax, which assemblers read differently,
 * nor if a file's name has quotes, backslashes or newlines, which gcc puts before each line as they are. */
static gboolean may_have_lines(const Unit *unit)
{
    for (guint i = 0; i < annot_places_files(unit->places); i++)
        if (strpbrk(annot_places_path(unit->places, i), "\"\\\n"))
            return FALSE;
    return unit->input->target->x86_64 && !unit->input->intel_syntax;
}

/* Writes the rows and the probes of every function. */
static void annotate_functions(const Unit *unit, HtolTable *table, AnnotEdits *edits)
{
    AnnotRows rows = {.arena = unit->arena,
                      .text = &unit->text,
                      .places = unit->places,
                      .root = unit->input->root,
                      .graph = (unit->input->options.records & (HTOL_RECORDS_PATHS | HTOL_RECORDS_FLOWS)) != 0};
    guint labels = 0;
    gboolean has_lines = may_have_lines(unit);
    for (guint i = 0; i < table->n_functions; i++) {
        const AnnotFunction *function = unit->tree->functions[i];
        AnnotProbe probe = {.edits = edits,
                            .text = &unit->text,
                            .first_slot = table->row.slots,
                            .first_source = table->row.sources,
                            .has_lines = has_lines,
                            .returns_twice = function->returns_twice,
                            .looks = looks_first(unit->input),
                            .labels = &labels,
                            .judges = unit->judges};
        if (function->body) {
            annotate_function(unit, &rows, i, &probe, table);
        } else {
            annot_rows_fill(&rows, function, NULL, &unit->steps->functions[i], &table->functions[i]);
            unit->output->skipped++;
        }
    }
}

static void end_survey(Unit *unit, const HtolTable *table)
{
    if (!unit->surveyed)
        return;
    unit->input->survey->end(unit->input->survey->data, table->id);
    g_clear_pointer(&unit->surveyed, g_ptr_array_unref);
    g_clear_pointer(&unit->mutants, annot_strong_free);
    g_clear_pointer(&unit->changes, g_ptr_array_unref);
}

/* Appends what probes need before the first function. */
static void carry_probes(const Unit *unit, const HtolTable *table, GString *carried)
{
    gboolean values = table->row.sources > 0 || annot_label_calls(unit->steps);
    append_runtime(carried, unit->input, values);
    append_table(carried, unit->output->table);
    append_bits(carried, table);
    annot_probe_declare(looks_first(unit->input), unit->input->optimized, carried);
    if (values)
        annot_values_declare(table, unit->input->options.tuples, annot_callees_taken(unit->callees), carried);
    annot_label_declare(unit->steps, carried);
    g_string_append_len(carried, unit->tables->str, (gssize)unit->tables->len);
    annot_judges_declare(unit->judges, carried);
    annot_waits_declare(unit->waits, carried);
}

static void begin_writing(Unit *unit)
{
    const AnnotOptions options = unit->input->options;
    unit->tables = g_string_new(options.trace ? annot_trace_declarations : NULL);
    unit->judges = annot_judges_new();
    unit->waits = annot_waits_new();
    unit->surveyed = unit->input->survey ? g_ptr_array_new_with_free_func(free_graph) : NULL;
    if (unit->surveyed && unit->input->survey->mutants) {
        unit->changes = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
        unit->mutants =
            annot_strong_new(unit->arena, &unit->text, unit->places, unit->input->root, unit->input->survey->mutants);
    }
    if (options.strong) {
        unit->strong = annot_strong_new(unit->arena, &unit->text, unit->places, unit->input->root, options.strong);
        annot_strong_share(unit->strong, unit->input->digest);
    }
}

static void end_writing(Unit *unit)
{
    g_string_free(unit->tables, TRUE);
    annot_judges_free(unit->judges);
    annot_waits_free(unit->waits);
    g_clear_pointer(&unit->strong, annot_strong_free);
}

static void annotate(Unit *unit)
{
    HtolTable *table = table_new(unit);
    AnnotEdits *edits = annot_edits_new();
    AnnotOutput *output = unit->output;
    GString *carried = g_string_new(NULL);
    begin_writing(unit);
    annotate_functions(unit, table, edits);
    annot_scripts_fill(unit->scripts, table);
    output->table = htol_table_write(table);
    end_survey(unit, table);
    output->id = htol_id_text(table->id);
    if (unit->strong)
        annot_strong_declare(unit->strong, unit->input->target, carried);
    else
        carry_probes(unit, table, carried);
    end_writing(unit);
    annot_edits_insert(edits, annot_text_skip(&unit->text, 0), g_string_free(carried, FALSE));
    output->text = annot_edits_apply(edits, &unit->text, (AnnotExtent){0, unit->text.size});
    annot_edits_free(edits);
}

/* ---- the steps ---- */

static gboolean has_comments(const AnnotScripts *scripts)
{
    return annot_scripts_count(scripts) > 0 && annot_scripts_nth(scripts, 0)->kind == HTOL_SCRIPT_COMMENT;
}

static void blame_labels(const AnnotStep *step, AnnotScripts *scripts)
{
    for (guint i = 0; i < step->labels->len; i++) {
        const AnnotLabel *label = g_ptr_array_index(step->labels, i);
        annot_scripts_fault(scripts, label->script, label->decl->where, label->decl->name,
                            "left out: the compiler refuses the program with users' labels in it");
    }
}

/* Gives a fault to each label of `steps`, and returns steps without them; frees `steps`. */
static AnnotSteps *without_labels(AnnotSteps *steps, const AnnotLocator *locator, const AnnotInput *input)
{
    for (guint f = 0; f < steps->n_functions; f++)
        for (guint i = 0; i < steps->functions[f].steps->len; i++)
            blame_labels(g_ptr_array_index(steps->functions[f].steps, i), locator->scripts);
    annot_steps_free(steps);
    return annot_steps_new(locator, input->clang_args, &input->expander);
}

static void run_with_tree(Unit *unit)
{
    const AnnotInput *input = unit->input;
    unit->places = annot_places_new(&unit->given, input->directory);
    unit->callees = annot_callees_new(&unit->text, unit->tree);
    unit->contained = follows_all(input) ? NULL : annot_contained_new(unit->tree);
    AnnotScriptInput of_scripts = {unit->arena,      unit->places,   input->root,
                                   input->directory, input->options, unit->marks};
    unit->scripts = annot_scripts_new(&of_scripts);
    AnnotLocator locator = {unit->arena, &unit->text, unit->places, unit->tree, unit->scripts};
    unit->locator = &locator;
    unit->steps = annot_steps_new(&locator, input->clang_args, &input->expander);
    if (input->without_labels)
        unit->steps = without_labels(unit->steps, &locator, input);
    unit->output->labels = annot_label_any(unit->steps);
    unit->output->functions = unit->tree->n_functions;
    unit->output->scripts = annot_scripts_count(unit->scripts);
    if (unit->tree->n_functions > 0 || has_comments(unit->scripts))
        annotate(unit);
    unit->output->messages = g_strdup(annot_scripts_messages(unit->scripts)->str);
    annot_steps_free(unit->steps);
    annot_scripts_free(unit->scripts);
    annot_places_free(unit->places);
    annot_callees_free(unit->callees);
    g_clear_pointer(&unit->contained, annot_contained_free);
}

static void *run(void *data)
{
    Unit *unit = data;
    unit->marks = annot_marks_find(unit->arena, &unit->given);
    unit->text = (AnnotText){annot_marks_erase(unit->arena, &unit->given, unit->marks), unit->given.size};
    const AnnotSurvey *survey = unit->input->survey;
    unit->tree =
        annot_tree_parse(unit->arena, &unit->text, unit->input->clang_args, survey && survey->whole_types, unit->error);
    unit->done = unit->tree != NULL;
    if (unit->done)
        run_with_tree(unit);
    g_array_unref(unit->marks);
    return NULL;
}

static gboolean run_with_stack(Unit *unit)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    gboolean started = pthread_create(&thread, &attributes, run, unit) == 0;
    pthread_attr_destroy(&attributes);
    if (started)
        pthread_join(thread, NULL);
    else
        g_set_error_literal(unit->error, ANNOT_ERROR, 0, "no memory for the annotator's stack");
    return started && unit->done;
}

static gboolean annotate_once(const AnnotInput *input, const AnnotProved *proved, AnnotOutput *output, GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Unit unit = {.input = input,
                 .proved = proved,
                 .output = output,
                 .error = error,
                 .arena = arena,
                 .given = {input->text, (guint32)input->size}};
    *output = (AnnotOutput){0};
    return run_with_stack(&unit);
}

/* Replaces the output by one without probes of what was proved, if anything was. Proofs are found by the id of the
 * table, which is not known before: so the unit is annotated once more. The table does not change. */
static void rely_on_proofs(const AnnotInput *input, AnnotOutput *output)
{
    AnnotOutput relying;
    g_autoptr(HtolArena) arena = htol_arena_new();
    const HtolTable *table =
        output->table ? htol_table_read(arena, output->table->data, output->table->len, NULL, NULL) : NULL;
    const AnnotProved *proved = table ? input->read_proved(arena, table, input->proofs, input->data_dir) : NULL;
    if (!proved)
        return;
    if (annotate_once(input, proved, &relying, NULL) && g_strcmp0(relying.id, output->id) == 0) {
        AnnotOutput former = *output;
        *output = relying;
        output->proofs = g_strdup(proved->text);
        relying = former;
    }
    annot_output_clear(&relying);
}

gboolean annot_unit(const AnnotInput *input, AnnotOutput *output, GError **error)
{
    *output = (AnnotOutput){0};
    if (input->size > G_MAXUINT32 / 2) {
        g_set_error_literal(error, ANNOT_ERROR, 0, "the preprocessed text is larger than 2 GiB");
        return FALSE;
    }
    if (!annotate_once(input, NULL, output, error))
        return FALSE;
    if (input->read_proved)
        rely_on_proofs(input, output);
    return TRUE;
}

void annot_output_clear(AnnotOutput *output)
{
    if (output->text)
        g_string_free(output->text, TRUE);
    if (output->table)
        g_byte_array_unref(output->table);
    g_free(output->id);
    g_free(output->proofs);
    g_free(output->messages);
    *output = (AnnotOutput){0};
}
