/* Listings: that what is printed of tables reads as a script again and gets the criteria's own verdicts, and
 * how it looks. The criteria themselves are tested in test_criteria.c. */
#include <string.h>

#include "htol/expand/expansion.h"
#include "htol/judge/decide.h"
#include "htol/judge/eval.h"
#include "htol/judge/site.h"
#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"
#include "htol/words/listing.h"
#include "tests/unit/same_hyper.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_graph.h"

enum { TABLES = 60, MOST_ATOMS = 5, NO_CAP = G_MAXINT32 };

/* A table as it is read, and what was recorded of its functions. */
typedef struct {
    HtolArena *arena;
    const HtolTable *table;
    HtolObserved **observed; /* of each function */
    HtolSelection selection;
    char *text;
    HtolScript script;
} Listing;

/* Tables
 * -----------------------------------------------------------------------------------------------------------
 */

static HtolTable *read_again(HtolArena *arena, HtolTable *table)
{
    g_autoptr(GError) error = NULL;
    for (guint32 i = 0; i < table->n_functions; i++)
        table->row.slots += table->functions[i].row.slots;
    g_autoptr(GByteArray) bytes = htol_table_write(table);
    HtolTable *read = htol_table_read(arena, bytes->data, bytes->len, NULL, &error);
    g_assert_no_error(error);
    return read;
}

static HtolTable *table_new(HtolArena *arena, guint n_functions)
{
    HtolTable *table = htol_arena_new0(arena, HtolTable, 1);
    table->row = (HtolRowUnit){.path = "src/a.c", .root = "/r", .directory = "/r", .compiler = "cc"};
    table->row.semantics = "observed";
    table->row.decisions = "all";
    table->n_functions = n_functions;
    table->functions = htol_arena_new0(arena, HtolFunction, n_functions);
    return table;
}

static void name_function(HtolFunction *function, const char *path, const char *name, const char *hash)
{
    function->files[0].path = path;
    function->row.name = name;
    function->row.hash = hash;
}

static HtolFunction *with_decision(HtolArena *arena, const char *formula)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, formula, NO_CAP);
    return sample_function_end(sample);
}

static void add_paths(HtolArena *arena, SampleFunction *sample, GRand *random)
{
    g_autoptr(HtolPathSet) set = htol_path_set_new();
    const HtolGraph *graph = sample_graph_random(arena, random, MOST_ATOMS, 3);
    const guint8 *parts = memset(htol_arena_alloc(arena, graph->n_nodes), HTOL_LOOP_BODY, graph->n_nodes / 2);
    const HtolLoopNodes loop = {0, 0, parts};
    htol_paths_edge_pairs(graph, NO_CAP, set);
    htol_paths_round_trips(graph, NO_CAP, set);
    htol_paths_loop(graph, &loop, NO_CAP, set);
    htol_path_set_sort(set);
    sample_function_add_paths(sample, graph, set);
    sample_function_add_loop(sample, &loop);
}

static HtolFunction *random_function(HtolArena *arena, GRand *random)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    for (gint i = g_rand_int_range(random, 0, 4); i > 0; i--) {
        g_autofree char *formula = sample_formula_random(random, MOST_ATOMS);
        sample_function_add_decision(sample, g_rand_int_range(random, 0, HTOL_DECISION_VALUE + 1), formula,
                                     g_rand_int_range(random, 0, 4) ? NO_CAP : 3);
    }
    for (gint i = g_rand_int_range(random, 0, 3); i > 0; i--)
        sample_function_add_switch(sample, g_rand_int_range(random, 0, 4));
    if (g_rand_boolean(random))
        add_paths(arena, sample, random);
    for (gint i = g_rand_int_range(random, 0, 3); i > 0; i--)
        sample_function_add_flows(sample, g_rand_boolean(random) ? "x" : "s.a[]");
    return sample_function_end(sample);
}

/* Some evaluations of a decision, some of which do not return. */
static void record_decision(HtolArena *arena, const HtolFunction *function, guint32 decision, GRand *random,
                            guint8 *slots)
{
    const SampleFormula *formula = sample_formula_parse(arena, function->decisions[decision].text);
    guint atoms = sample_formula_atoms(formula);
    g_autofree guint8 *values = g_new0(guint8, atoms), *row = g_new0(guint8, atoms + 1);
    for (gint i = g_rand_int_range(random, 0, 5); i > 0; i--) {
        sample_formula_assign(formula, g_rand_int_range(random, 0, 1 << atoms), values);
        for (guint a = 0; a < atoms; a++)
            if (g_str_has_suffix(function->conditions[function->decisions[decision].first_condition + a].text, "()") &&
                g_rand_int_range(random, 0, 3) == 0)
                values[a] = HTOL_UNKNOWN;
        sample_formula_evaluate(formula, values, row);
        sample_function_record(function, decision, row, slots);
    }
}

static HtolObserved *observed_randomly(HtolArena *arena, const HtolFunction *function, GRand *random)
{
    guint8 *slots = htol_arena_new0(arena, guint8, function->row.slots);
    slots[0] = g_rand_boolean(random);
    for (guint32 i = 0; i < function->n_arms; i++)
        slots[function->arms[i].slot] = g_rand_boolean(random);
    for (guint32 i = 0; i < function->n_states; i++)
        if (function->states[i].slot > 0)
            slots[function->states[i].slot - 1] = g_rand_boolean(random);
    for (guint32 i = 0; i < function->n_flows; i++)
        slots[function->flows[i].slot] = g_rand_boolean(random);
    for (guint32 i = 0; i < function->n_flow_paths; i++)
        slots[function->terms[function->flow_paths[i].first_term].index] = g_rand_boolean(random);
    for (guint32 i = 0; i < function->n_decisions; i++)
        record_decision(arena, function, i, random, slots);
    return htol_observed_new(arena, function, slots);
}

/* Lists the table, for all criteria, and reads that again. */
static Listing listing_of(HtolArena *arena, HtolTable *made, const char *criteria, GRand *random)
{
    Listing listing = {.arena = arena, .table = read_again(arena, made)};
    HtolFaults faults = {.arena = arena};
    g_autoptr(GString) text = g_string_new(NULL), told = g_string_new(NULL);
    htol_selection_parse(criteria, &listing.selection, NULL);
    htol_listing_print(&listing.table, 1, &listing.selection, text);
    listing.text = htol_arena_strndup(arena, text->str, text->len);
    HtolText source = {{"listing", 1, 1}, listing.text, text->len};
    if (htol_parse_file(arena, &source, &listing.script, &faults))
        htol_wellformed(&listing.script, &faults);
    htol_faults_print(&faults, told);
    g_assert_cmpstr(told->str, ==, "");
    listing.observed = htol_arena_new0(arena, HtolObserved *, listing.table->n_functions);
    for (guint32 i = 0; random && i < listing.table->n_functions; i++)
        listing.observed[i] = observed_randomly(arena, &listing.table->functions[i], random);
    return listing;
}

/* Printing
 * -----------------------------------------------------------------------------------------------------------
 */

/* Of what kind the line is: a declaration; 3: a comment, or nothing. */
static guint kind_of(const char *line)
{
    static const char *const words[] = {"pure ", "label ", "hyper "};
    guint kind = 0;
    while (kind < G_N_ELEMENTS(words) && !g_str_has_prefix(line, words[kind]))
        kind++;
    g_assert_true(kind < G_N_ELEMENTS(words) || !*line || g_str_has_prefix(line, "// "));
    return kind;
}

/* The declarations of the text are what the script prints. */
static void check_print(const Listing *listing)
{
    g_autoptr(GString) printed = g_string_new(NULL), wanted = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(listing->text, "\n", -1);
    for (guint kind = 0; kind < 3; kind++)
        for (char **line = lines; *line; line++)
            if (kind_of(*line) == kind)
                g_string_append_printf(wanted, "%.*s;\n", (int)strcspn(*line, ";"), *line);
    htol_script_print(&listing->script, printed);
    g_assert_cmpstr(wanted->str, ==, printed->str);
}

/* Verdicts
 * -----------------------------------------------------------------------------------------------------------
 */

/* What was recorded for a label, in all functions that its place means. */
static HtolRelation *relation_of(const Listing *listing, const HtolLabelDecl *label)
{
    HtolRelation *all = htol_arena_new0(listing->arena, HtolRelation, 1);
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(HtolValue));
    all->columns = label->n_bindings;
    for (guint32 i = 0; i < listing->table->n_functions; i++) {
        const HtolFunction *function = &listing->table->functions[i];
        if (!htol_place_means(&label->place, function, htol_function_path(listing->table, function)))
            continue;
        g_assert_null(htol_site_label_fits(listing->arena, label, function));
        const HtolRelation *one = htol_site_relation(listing->arena, label, listing->observed[i]);
        g_array_append_vals(values, one->values, one->rows * one->columns);
        all->rows += one->rows;
    }
    all->values = htol_arena_memdup(listing->arena, values->data, values->len * sizeof(HtolValue));
    return all;
}

static GHashTable *relations_of(const Listing *listing)
{
    GHashTable *relations = g_hash_table_new(g_str_hash, g_str_equal);
    for (const HtolLabelDecl *label = listing->script.labels; label; label = label->next)
        g_hash_table_insert(relations, (gpointer)label->name, relation_of(listing, label));
    return relations;
}

static void take_used(const HtolHyper *hyper, GHashTable *used)
{
    for (guint32 i = 0; i < hyper->n_steps; i++)
        g_hash_table_add(used, (gpointer)hyper->steps[i].occurrence.name);
    if (hyper->left)
        take_used(hyper->left, used);
    if (hyper->right)
        take_used(hyper->right, used);
}

static int by_line(gconstpointer left, gconstpointer right)
{
    const HtolHyperDecl *one = *(const HtolHyperDecl *const *)left, *other = *(const HtolHyperDecl *const *)right;
    return (one->where.line > other->where.line) - (one->where.line < other->where.line);
}

/* What is asked for, in the order of the text: all hyperlabels, and each label that none of them uses. */
static GPtrArray *asked(const Listing *listing)
{
    g_autoptr(GHashTable) used = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *decls = g_ptr_array_new();
    for (HtolHyperDecl *decl = listing->script.hypers; decl; decl = decl->next) {
        take_used(decl->hyper, used);
        g_ptr_array_add(decls, decl);
    }
    for (HtolLabelDecl *label = listing->script.labels; label; label = label->next) {
        if (g_hash_table_contains(used, label->name))
            continue;
        HtolHyperDecl *decl = htol_arena_new0(listing->arena, HtolHyperDecl, 1);
        HtolStep step = {.occurrence = {.name = label->name, .label = label}};
        *decl =
            (HtolHyperDecl){.name = label->name, .where = label->where, .hyper = htol_steps(listing->arena, &step, 1)};
        g_ptr_array_add(decls, decl);
    }
    g_ptr_array_sort(decls, by_line);
    return decls;
}

static gboolean decide(const Listing *listing, const HtolHyperDecl *decl, GHashTable *relations)
{
    HtolVerdict verdict;
    g_assert_true(htol_decide(listing->arena, decl->hyper, relations, &verdict, NULL));
    return verdict.covered;
}

/* One by one. Returns how many are covered. */
static guint check_verdicts(const Listing *listing)
{
    g_autoptr(GPtrArray) decls = asked(listing);
    g_autoptr(GHashTable) relations = relations_of(listing);
    guint at = 0, covered = 0, count;
    for (guint32 i = 0; i < listing->table->n_functions; i++) {
        const HtolFunction *function = &listing->table->functions[i];
        const HtolObjective *objectives = htol_expand(listing->arena, function, &listing->selection, &count);
        for (guint o = 0; o < count; o++) {
            if (!objectives[o].hyper)
                continue;
            g_assert_cmpuint(at, <, decls->len);
            gboolean wanted = htol_covered(objectives[o].hyper, listing->observed[i]);
            g_assert_cmpint(decide(listing, decls->pdata[at++], relations), ==, wanted);
            covered += wanted;
        }
    }
    g_assert_cmpuint(at, ==, decls->len);
    return covered;
}

static void test_random(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    guint covered = 0;
    for (guint t = 0; t < TABLES; t++) {
        g_autoptr(HtolArena) arena = htol_arena_new();
        HtolTable *table = table_new(arena, 1 + t % 3);
        for (guint32 i = 0; i < table->n_functions; i++) {
            table->functions[i] = *random_function(arena, random);
            table->functions[i].row.name = htol_arena_printf(arena, "f%u", i);
        }
        Listing listing = listing_of(arena, table, t % 2 ? "all" : "all,3-CC", random);
        check_print(&listing);
        covered += check_verdicts(&listing);
    }
    g_assert_cmpuint(covered, >, TABLES);
}

/* Functions of one name
 * -----------------------------------------------------------------------------------------------------------
 */

/* Each function is another, so its places must mean it alone; the last two cannot have their files in a
 * place. */
static void test_namesakes(void)
{
    static const char *const functions[][4] = {
        {"a.c", "f", "0123456789abcdef", "a && b"},
        {"a.c", "f", "0123456789abcdee", "a && b && c"},
        {"src/a.c", "f", "0123456789abcdef", "a || b"},
        {"b.c", "f", "0123456789abcdef", "b || a"},
        {"a.c", "g", "0123456789abcdef", "a"},
        {"src/\"a.c", "f", "1", "a && c"},
        {"src/\xe4.c", "f", "2", "a && d"},
    };
    static const char *const places[] = {" at ./a.c:f#0123456789abcdef@",
                                         " at ./a.c:f#0123456789abcdee@",
                                         " at src/a.c:f@",
                                         " at b.c:f@",
                                         " at a.c:g@",
                                         " at f#1@",
                                         " at f#2@"};
    g_autoptr(GRand) random = g_rand_new_with_seed(g_test_rand_int());
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = table_new(arena, G_N_ELEMENTS(functions));
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        table->functions[i] = *with_decision(arena, functions[i][3]);
        name_function(&table->functions[i], functions[i][0], functions[i][1], functions[i][2]);
    }
    Listing listing = listing_of(arena, table, "all", random);
    check_verdicts(&listing);
    for (guint i = 0; i < G_N_ELEMENTS(places); i++)
        g_assert_nonnull(strstr(listing.text, places[i]));
}

/* The same function of two units is one; another of the same name is numbered. */
static void test_twice(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    HtolTable *one = table_new(arena, 1), *other = table_new(arena, 2);
    HtolSelection selection;
    one->functions[0] = other->functions[0] = other->functions[1] = *with_decision(arena, "a");
    other->functions[1].files = htol_arena_memdup(arena, one->functions[0].files, sizeof(HtolRowFile));
    name_function(&other->functions[1], "b.c", "f", "0123456789abcdef");
    const HtolTable *tables[] = {read_again(arena, one), read_again(arena, other)};
    htol_selection_parse("FC,DC", &selection, NULL);
    htol_listing_print(tables, 2, &selection, text);
    g_assert_cmpstr(text->str, ==,
                    "\n// src/\xef\xbf\xbd.c:1 f\n"
                    "label FC_f_entry at f#0123456789abcdef@block 0 : true; // 1:5 f\n"
                    "label DC_f_d0_T at f#0123456789abcdef@decision 0 : d; // 2:9 a\n"
                    "label DC_f_d0_F at f#0123456789abcdef@decision 0 : !d; // 2:9 a\n"
                    "\n// b.c:1 f\n"
                    "label FC_f_entry_2 at b.c:f@block 0 : true; // 1:5 f\n"
                    "label DC_f_d0_T_2 at b.c:f@decision 0 : d; // 2:9 a\n"
                    "label DC_f_d0_F_2 at b.c:f@decision 0 : !d; // 2:9 a\n");
}

/* Looks
 * -----------------------------------------------------------------------------------------------------------
 */

static char *text_of(HtolArena *arena, HtolTable *table, const char *criteria)
{
    Listing listing = listing_of(arena, table, criteria, NULL);
    check_print(&listing);
    return listing.text;
}

static void test_looks(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = table_new(arena, 1);
    table->functions[0] = *with_decision(arena, "a && b");
    name_function(&table->functions[0], "my clamp.c", "cl$mp", "0123456789abcdef");
    g_assert_cmpstr(text_of(arena, table, "CACC,MCC"), ==,
                    "\n// my clamp.c:1 cl$mp\n"
                    "label CACC_cl_mp_d0_c1_a at \"my clamp.c\":cl$mp@decision 0 { o = d } : c1 && active(c1);\n"
                    "label CACC_cl_mp_d0_c1_b at \"my clamp.c\":cl$mp@decision 0 { o_b = d } : !c1 && active(c1);\n"
                    "hyper CACC_cl_mp_d0_c1 : < CACC_cl_mp_d0_c1_a . CACC_cl_mp_d0_c1_b | o != o_b >; // 2:10 a\n"
                    "label CACC_cl_mp_d0_c2_a at \"my clamp.c\":cl$mp@decision 0 { o = d } : c2 && active(c2);\n"
                    "label CACC_cl_mp_d0_c2_b at \"my clamp.c\":cl$mp@decision 0 { o_b = d } : !c2 && active(c2);\n"
                    "hyper CACC_cl_mp_d0_c2 : < CACC_cl_mp_d0_c2_a . CACC_cl_mp_d0_c2_b | o != o_b >; // 2:11 b\n"
                    "label MCC_cl_mp_d0_Fx at \"my clamp.c\":cl$mp@decision 0 : !c1; // 2:9 a: F\n"
                    "label MCC_cl_mp_d0_TF at \"my clamp.c\":cl$mp@decision 0 : c1 && !c2; // 2:9 a: T, b: F\n"
                    "label MCC_cl_mp_d0_TT at \"my clamp.c\":cl$mp@decision 0 : c1 && c2; // 2:9 a: T, b: T\n");
}

static void test_unmeasured(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = table_new(arena, 3);
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b && c", 2);
    table->functions[0] = *sample_function_end(sample);
    table->functions[1] = *with_decision(arena, "a");
    table->functions[2] = *with_decision(arena, "a");
    name_function(&table->functions[0], "a.c", "f", "0123456789abcdef");
    name_function(&table->functions[1], "a.c", "not a name", "0123456789abcdef");
    name_function(&table->functions[2], "a.c", "naked", "0123456789abcdef");
    table->functions[2].row.skipped = HTOL_SKIP_NAKED;
    g_autofree char *skipped = g_strdup_printf("\n// a.c:1 naked\n// unmeasured: FC_naked_entry 1:5 naked: "
                                               "its function was passed through: %s\n",
                                               htol_skip_reason(HTOL_SKIP_NAKED));
    g_autofree char *wanted =
        g_strconcat("\n// a.c:1 f\nlabel FC_f_entry at a.c:f@block 0 : true; // 1:5 f\n"
                    "// unmeasured: MCC_f_d0 2:9 a && b && c: its ways exceed the cap\n"
                    "\n// a.c:1 not a name\n// left out: FC_not_a_name_entry 1:5 not a name: no place can "
                    "name its function\n"
                    "// left out: MCC_not_a_name_d0_F 2:9 a: F: no place can name its function\n"
                    "// left out: MCC_not_a_name_d0_T 2:9 a: T: no place can name its function\n",
                    skipped, NULL);
    g_assert_cmpstr(text_of(arena, table, "FC,MCC"), ==, wanted);
}

/* Users' objectives
 * -----------------------------------------------------------------------------------------------------------
 */

/* The function f with the label L of a.c placed in it. */
static HtolFunction with_label(HtolArena *arena, const char *script, const char *name)
{
    HtolFunction function = *with_decision(arena, "a && b");
    name_function(&function, "src/a.c", "f", "0123456789abcdef");
    HtolRowLabel row = {.script = script, .name = name, .line = 12, .column = 5, .tag = ""};
    function.labels = htol_arena_memdup(arena, &row, sizeof row);
    function.n_labels = 1;
    return function;
}

static void test_users(void)
{
    static HtolRowScript rows[] = {
        {"src/a.c", "1", 10, 7, HTOL_SCRIPT_COMMENT, "label L { v = x } : x > 0;\n   label M : y", ""},
        {"src/a.c", "1", 14, 7, HTOL_SCRIPT_COMMENT, "pure g; hyper H : < L . L' | v != v' > + [ L -!M-> N ]", ""},
        {"src/a.c", "1", 20, 1, HTOL_SCRIPT_COMMENT, "label N at f@entry : wrong", ""},
        {"more.htol", "2", 1, 1, HTOL_SCRIPT_FILE,
         "label L at f@decision 0 : c1; label S at f@decision 1 : d;\nlabel T at g@block 0 : 1; hyper H : "
         "L;",
         ""},
        {"bad.htol", "3", 1, 1, HTOL_SCRIPT_FILE, "label A : 1; hyper B : C;", ""},
    };
    static HtolRowFault faults[] = {{"src/a.c", 20, 22, "N", "there is no `wrong` here", ""}};
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = table_new(arena, 1);
    table->functions[0] = with_label(arena, "src/a.c", "L");
    table->scripts = rows;
    table->n_scripts = G_N_ELEMENTS(rows);
    table->faults = faults;
    table->n_faults = G_N_ELEMENTS(faults);
    g_assert_cmpstr(text_of(arena, table, "FC"), ==,
                    "\n// src/a.c\n"
                    "pure g; // src/a.c:14:12\n"
                    "label L at src/a.c:12 { v = x } : x > 0; // src/a.c:10:13 in f 12:5\n"
                    "// unmeasured: M: its place is in no measured function\n"
                    "label M at src/a.c:12 : y; // src/a.c:11:10\n"
                    "// unmeasured: N: there is no `wrong` here\n"
                    "label N at f@entry : wrong; // src/a.c:20:7\n"
                    "hyper H : < L . L' | v != v' > + [ L -!M-> N ]; // src/a.c:14:21\n"
                    "\n// more.htol\n"
                    "label L_2 at f@decision 0 : c1; // more.htol:1:7\n"
                    "// unmeasured: S: f has no decision 1: the last is 0\n"
                    "label S at f@decision 1 : d; // more.htol:1:37\n"
                    "// unmeasured: T: its place means no function\n"
                    "label T at g@block 0 : true; // more.htol:2:7\n"
                    "hyper H_2 : L_2; // more.htol:2:33\n"
                    "\n// bad.htol\n"
                    "// fault: bad.htol:1:24: there is no label C\n"
                    "\n// src/a.c:1 f\n"
                    "label FC_f_entry at src/a.c:f@block 0 : true; // 1:5 f\n");
}

/* Hyperlabels of LTest over labels of the program; those with its sequences cannot be declared. */
static void test_ltest(void)
{
    static HtolRowScript rows[] = {
        {"a.hyperlabels", "1", 1, 1, HTOL_SCRIPT_LTEST, "1) <l1|;pa==1;>,\n2) <l1.s3|;pa==0;>,\n", ""},
        {"a.hyperlabels", "1", 1, 1, HTOL_SCRIPT_MARKS, "label\n\n    l1 { pa = x } : 1; label l2 : x;", "src/a.c"},
        {"a.hyperlabels", "1", 1, 1, HTOL_SCRIPT_MARKS, "label\n    s3 : 1; label s4 : 1;", "src/a.h"},
    };
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolTable *table = table_new(arena, 1);
    table->functions[0] = with_label(arena, "a.hyperlabels", "l2");
    table->scripts = rows;
    table->n_scripts = G_N_ELEMENTS(rows);
    g_assert_true(g_str_has_prefix(text_of(arena, table, "FC"),
                                   "\n// a.hyperlabels\n"
                                   "// unmeasured: l1: its place is in no measured function\n"
                                   "label l1 at src/a.c:3 { pa = x } : 1; // src/a.c:3:5\n"
                                   "label l2 at src/a.c:3 : x; // src/a.c:3:30 in f 12:5\n"
                                   "hyper h1 : < l1 | pa == 1 >; // a.hyperlabels:1:4\n"
                                   "// left out: hyper h2 : < l1 . s3 | pa == 0 >; // a.hyperlabels:2:4\n"));
}

/* A script that every unit carries is one; two texts of one file are two. */
static void test_users_twice(void)
{
    static HtolRowScript row = {"a.htol", "1", 1, 1, HTOL_SCRIPT_FILE, "label L at a.c:3 : x;", ""};
    static HtolRowScript later = {"a.htol", "2", 1, 1, HTOL_SCRIPT_FILE, "label L at a.c:4 : x;", ""};
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) text = g_string_new(NULL);
    HtolRowScript *scripts[] = {&row, &row, &later};
    const HtolTable *tables[3];
    HtolSelection selection = {0};
    for (guint i = 0; i < 3; i++) {
        HtolTable *table = table_new(arena, 0);
        table->scripts = scripts[i];
        table->n_scripts = 1;
        tables[i] = read_again(arena, table);
    }
    htol_listing_print(tables, 3, &selection, text);
    g_assert_cmpstr(text->str, ==,
                    "\n// a.htol\n// unmeasured: L: its place is in no measured function\n"
                    "label L at a.c:3 : x; // a.htol:1:7\n"
                    "\n// a.htol\n// unmeasured: L_2: its place is in no measured function\n"
                    "label L_2 at a.c:4 : x; // a.htol:1:7\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/listing/random", test_random);
    g_test_add_func("/listing/namesakes", test_namesakes);
    g_test_add_func("/listing/twice", test_twice);
    g_test_add_func("/listing/looks", test_looks);
    g_test_add_func("/listing/unmeasured", test_unmeasured);
    g_test_add_func("/listing/users", test_users);
    g_test_add_func("/listing/ltest", test_ltest);
    g_test_add_func("/listing/users-twice", test_users_twice);
    return g_test_run();
}
