/* Users' objectives: from scripts and rows of functions to verdicts. Hyperlabels are decided in test_decide,
 * places and faults of the program are found by the annotator. */
#include <string.h>

#include "htol/base/layout.h"
#include "htol/users/user.h"
#include "tests/unit/sample_function.h"

#define SCRIPT "limits.htol"

enum { MOST_ROWS = 8, MOST_TUPLES = 16, MOST_VALUES = 3 };

/* A function of a.c or b.c under construction, with its record. */
typedef struct {
    HtolFunction function;
    HtolRowFile file;
    HtolRowLabel labels[MOST_ROWS];
    HtolRowSequence sequences[MOST_ROWS];
    guint8 slots[4 * MOST_ROWS];
    HtolTuple tuples[MOST_TUPLES];
    guint64 words[MOST_TUPLES][2 * MOST_VALUES];
    HtolRecorded recorded;
} Made;

typedef struct {
    HtolArena *arena;
    HtolUsers *users;
    HtolUserVerdicts verdicts;
    Made f, g; /* of a.c and of b.c */
} Fixture;

static void begin_function(Made *made, const char *path)
{
    made->file.path = path;
    made->function = (HtolFunction){.row = {.name = path, .line = 10, .column = 5, .slots = sizeof made->slots},
                                    .n_files = 1,
                                    .files = &made->file,
                                    .labels = made->labels,
                                    .sequences = made->sequences};
    made->recorded = (HtolRecorded){.function = &made->function, .slots = made->slots, .tuples = made->tuples};
}

static void set_up(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->arena = htol_arena_new();
    fixture->users = htol_users_new(fixture->arena);
    begin_function(&fixture->f, "a.c");
    begin_function(&fixture->g, "b.c");
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    htol_users_free(fixture->users);
    htol_arena_free(fixture->arena);
}

/* Adds a row for a label, on the next line; its slots are 2n and 2n + 1. */
static HtolRowLabel *place(Made *made, const char *name, guint32 values)
{
    guint32 n = made->function.n_labels++;
    made->labels[n] = (HtolRowLabel){.script = SCRIPT,
                                     .name = name,
                                     .line = 20 + n,
                                     .column = 3,
                                     .slot = 2 * n,
                                     .unsafe = 2 * n + 2,
                                     .source = values ? made->function.row.sources + 1 : 0,
                                     .values = values,
                                     .tag = ""};
    made->function.row.sources += values > 0;
    return &made->labels[n];
}

static HtolRowSequence *place_sequence(Made *made, const char *name, guint32 values)
{
    guint32 n = made->function.n_sequences++, slot = 2 * MOST_ROWS + 2 * n;
    made->sequences[n] = (HtolRowSequence){.script = SCRIPT,
                                           .name = name,
                                           .slot = slot,
                                           .overflow = slot + 1,
                                           .source = values ? made->function.row.sources + 1 : 0,
                                           .values = values};
    made->function.row.sources += values > 0;
    return &made->sequences[n];
}

/* Adds an environment of the row with that source, of signed values. */
static void record(Made *made, guint32 source, guint32 n_values, const gint64 *values)
{
    guint n = made->recorded.n_tuples++;
    for (guint32 i = 0; i < n_values; i++) {
        made->words[n][2 * i] = HTOL_TUPLE_SIGNED;
        made->words[n][2 * i + 1] = (guint64)values[i];
    }
    made->tuples[n] = (HtolTuple){source - 1, n_values, made->words[n]};
}

static void add_text(Fixture *fixture, const char *path, guint32 line, HtolScriptKind kind, const char *text)
{
    HtolRowScript *row = htol_arena_new0(fixture->arena, HtolRowScript, 1);
    *row = (HtolRowScript){.path = path, .hash = "", .line = line, .column = 1, .kind = kind, .text = text, .file = ""};
    htol_users_add_script(fixture->users, row);
}

static void add_fault(Fixture *fixture, const char *name, const char *message)
{
    HtolRowFault *row = htol_arena_new0(fixture->arena, HtolRowFault, 1);
    *row = (HtolRowFault){SCRIPT, 7, 9, name, message, ""};
    htol_users_add_fault(fixture->users, row);
}

static void judge(Fixture *fixture, const char *script)
{
    if (script)
        add_text(fixture, SCRIPT, 1, HTOL_SCRIPT_FILE, script);
    htol_users_add_function(fixture->users, &fixture->f.recorded);
    htol_users_add_function(fixture->users, &fixture->g.recorded);
    fixture->verdicts = htol_users_judge(fixture->users);
}

static const HtolUserObjective *objective(const Fixture *fixture, const char *name)
{
    for (guint i = 0; i < fixture->verdicts.n_objectives; i++)
        if (strcmp(fixture->verdicts.objectives[i].name, name) == 0)
            return &fixture->verdicts.objectives[i];
    g_error("there is no objective %s", name);
}

/* `covered by ...`, `uncovered` or the reason why it is unmeasured. */
static void check(const Fixture *fixture, const char *name, const char *expected)
{
    const HtolUserObjective *found = objective(fixture, name);
    g_autoptr(GString) text = g_string_new(found->unmeasured);
    if (!found->unmeasured)
        g_string_append(text, found->verdict.covered ? "covered by " : "uncovered");
    if (!found->unmeasured && found->verdict.covered)
        htol_witness_print(&found->verdict, text);
    g_assert_cmpstr(text->str, ==, expected);
}

#define V(...)                                                                                                         \
    G_N_ELEMENTS(((const gint64[]){__VA_ARGS__})), (const gint64[])                                                    \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

/* Environments
 * -----------------------------------------------------------------------------------------------------------
 */

/* A label that lies in two functions has the environments of both, each once. */
static void test_functions_are_united(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    guint32 in_f = place(&fixture->f, "L", 2)->source, in_g = place(&fixture->g, "L", 2)->source;
    record(&fixture->f, in_f, V(1, 5));
    record(&fixture->f, in_f, V(2, 6));
    record(&fixture->g, in_g, V(1, 5));
    record(&fixture->g, in_g, V(1, 7));
    judge(fixture, "label L at a.c:20 { low = l, out = o } : 1;\n"
                   "hyper Leak : < L . L' | low == low' && out != out' >;\n"
                   "hyper No : < L . L' | low == low' && out == out' + 9 >;");
    check(fixture, "Leak", "covered by L low=1 out=5 . L' low=1 out=7");
    check(fixture, "No", "uncovered");
    const HtolUserRelation *relation = objective(fixture, "No")->relations[0];
    g_assert_cmpuint(objective(fixture, "No")->n_relations, ==, 1);
    g_assert_cmpuint(relation->relation.rows, ==, 3);
    g_assert_cmpuint(relation->n_places, ==, 2);
    g_assert_true(relation->places[relation->row_place[0]].recorded == &fixture->f.recorded);
    g_assert_true(relation->places[relation->row_place[2]].recorded == &fixture->g.recorded);
    g_assert_true(htol_user_witness_place(objective(fixture, "Leak"), 0)->recorded == &fixture->f.recorded);
    g_assert_cmpstr(htol_user_place_path(htol_user_witness_place(objective(fixture, "Leak"), 1)), ==, "b.c");
}

static void test_labels_without_bindings(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    place(&fixture->f, "A", 0);
    fixture->g.slots[place(&fixture->g, "A", 0)->slot] = 1;
    place(&fixture->f, "B", 0);
    judge(fixture, "label A at a.c:20 : 1; label B at a.c:21 : 1; hyper Both : A . B; hyper One : A + B;");
    check(fixture, "Both", "uncovered");
    check(fixture, "One", "covered by A");
    g_assert_cmpuint(objective(fixture, "Both")->n_relations, ==, 2);
    g_assert_cmpuint(objective(fixture, "Both")->relations[0]->relation.rows, ==, 1);
    g_assert_cmpuint(objective(fixture, "Both")->relations[1]->relation.rows, ==, 0);
}

static void check_value(const HtolValue *value, const char *expected, guint process)
{
    g_autoptr(GString) text = g_string_new(NULL);
    htol_value_print(*value, text);
    g_assert_cmpstr(text->str, ==, expected);
    g_assert_cmpuint(value->process, ==, process);
}

static void test_kinds_of_values(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    guint64 *words = fixture->f.words[0];
    double number = 0.5;
    record(&fixture->f, place(&fixture->f, "L", 3)->source, V(-3, -1, 0));
    words[2] = HTOL_TUPLE_UNSIGNED;
    words[4] = HTOL_TUPLE_FLOAT;
    memcpy(&words[5], &number, sizeof number);
    record(&fixture->f, place(&fixture->f, "P", 3)->source, V(16, 0, 17));
    words = fixture->f.words[1];
    words[0] = HTOL_TUPLE_POINTER | 7 << 8;
    words[2] = HTOL_TUPLE_POINTER;
    words[4] = HTOL_TUPLE_CODE | 9 << 8;
    judge(fixture, "label L at a.c:20 { x = a, y = b, z = c } : 1; label P at a.c:21 { p = a, q = b, r = c } : 1;");
    const HtolValue *values = objective(fixture, "L")->relations[0]->relation.values;
    check_value(&values[0], "-3", 0);
    check_value(&values[1], "18446744073709551615u", 0);
    check_value(&values[2], "0.5", 0);
    values = objective(fixture, "P")->relations[0]->relation.values;
    check_value(&values[0], "0x10", 7);
    check_value(&values[1], "0x0", 0);
    check_value(&values[2], "0x11", 9);
}

/* Rows and tuples that do not fit the declaration are of another text, or damaged. */
static void test_misfits_are_passed_by(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    guint32 wrong = place(&fixture->f, "L", 2)->source, right = place(&fixture->g, "L", 1)->source;
    record(&fixture->f, wrong, V(1, 1));
    record(&fixture->g, right, V(2, 2));
    record(&fixture->g, right, V(3));
    fixture->g.words[1][0] = HTOL_TUPLE_VECTOR;
    record(&fixture->g, right, V(4));
    place(&fixture->f, "M", 2);
    judge(fixture, "label L at a.c:20 { x = a } : 1; label M at a.c:21 { y = b } : 1;");
    check(fixture, "L", "covered by L x=4");
    check(fixture, "M", "label M: a.c:21 is in no measured function");
    g_assert_cmpuint(objective(fixture, "L")->relations[0]->n_places, ==, 1);
}

static void test_sequences(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    place(&fixture->f, "D", 1);
    place(&fixture->f, "K", 0);
    place(&fixture->f, "U", 1);
    record(&fixture->f, place_sequence(&fixture->f, "[ D -!K-> U ]", 2)->source, V(4, 5));
    judge(fixture, "label D at a.c:20 { i = i } : 1; label K at a.c:21 : k == i; label U at a.c:22 { j = j } : 1;\n"
                   "hyper Cell : < [ D -!K-> U ] | i < j >; hyper Same : < [ D -!K-> U ] | i == j >;\n"
                   "hyper Two : [ D -!K-> U ] . [ D' -!K-> U' ];");
    check(fixture, "Two", "covered by [ D -!K-> U ] i=4 j=5 . [ D' -!K-> U' ] i'=4 j'=5");
    check(fixture, "Cell", "covered by [ D -!K-> U ] i=4 j=5");
    check(fixture, "Same", "uncovered");
    const HtolUserObjective *same = objective(fixture, "Same");
    g_assert_cmpuint(same->n_relations, ==, 3);
    g_assert_cmpstr(same->relations[0]->name, ==, "[ D -!K-> U ]");
    g_assert_cmpuint(same->relations[0]->places[0].line, ==, 22);
    g_assert_cmpstr(same->relations[2]->name, ==, "U");
    g_assert_cmpuint(same->n_labels, ==, 3);
    g_assert_cmpstr(same->labels[1]->name, ==, "K");
}

/* A function of a.c with the decision a && b, whose vectors so far are T T and F -. */
static const HtolRecorded *add_site(Fixture *fixture, const char *name)
{
    SampleFunction *sample = sample_function_new(fixture->arena, name);
    sample_function_add_decision(sample, HTOL_DECISION_IF, "a && b", 100);
    HtolFunction *function = sample_function_end(sample);
    guint8 *slots = htol_arena_new0(fixture->arena, guint8, function->row.slots);
    sample_function_record(function, 0, (const guint8[]){HTOL_TRUE, HTOL_TRUE, HTOL_TRUE}, slots);
    sample_function_record(function, 0, (const guint8[]){HTOL_FALSE, HTOL_FALSE, HTOL_UNKNOWN}, slots);
    function->files = &fixture->f.file;
    HtolRecorded *recorded = htol_arena_new0(fixture->arena, HtolRecorded, 1);
    *recorded = (HtolRecorded){.function = function, .slots = slots};
    htol_users_add_function(fixture->users, recorded);
    return recorded;
}

static void test_sites(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const HtolRecorded *recorded = add_site(fixture, "door");
    judge(fixture, "label Yes at a.c:door@decision 0 { o = d } : c1 && active(c1);\n"
                   "label No at door@decision 0 { p = d, q = c2 } : !c1 && active(c1);\n"
                   "label Never at door@decision 0 : c1 && !c2;\n"
                   "hyper CACC : < Yes . No | o != p >; hyper Same : < Yes . Yes' | o != o' >;");
    check(fixture, "CACC", "covered by Yes o=1 . No p=0 q=2");
    check(fixture, "Same", "uncovered");
    check(fixture, "Never", "uncovered");
    g_assert_true(objective(fixture, "CACC")->shown.recorded == recorded);
    g_assert_cmpuint(objective(fixture, "CACC")->shown.line, ==, recorded->function->decisions[0].line);
}

/* Vectors that the label does not tell from each other are one environment. */
static void test_sites_of_many_functions(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    add_site(fixture, "door");
    add_site(fixture, "gate");
    add_site(fixture, "door");
    judge(fixture, "label D at door@decision 0 { o = d } : true; label R at gate@block 2 : true;");
    g_assert_cmpuint(objective(fixture, "D")->relations[0]->relation.rows, ==, 2);
    g_assert_cmpuint(objective(fixture, "D")->relations[0]->n_places, ==, 2);
    check(fixture, "R", "covered by R");
}

static void test_sites_that_do_not_fit(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    add_site(fixture, "door");
    judge(fixture,
          "label A at window@decision 0 : d; label B at door@decision 1 : d; label C at door@decision 0 : c3;");
    check(fixture, "A", "label A: window@decision 0 is in no function");
    check(fixture, "B", "label B: door@decision 1: door has no decision 1: the last is 0");
    check(fixture, "C", "label C: door@decision 0: decision 0 of door has no c3: its last condition is c2");
}

/* Nothing was compiled with it. */
static void test_script_that_is_asked(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    const HtolRowScript row = {.path = "asked.htol",
                               .hash = "",
                               .line = 1,
                               .column = 1,
                               .kind = HTOL_SCRIPT_FILE,
                               .text = "label S at door@decision 0 : d; label L at a.c:20 : 1; hyper Two : S . L;",
                               .file = ""};
    add_site(fixture, "door");
    htol_users_ask(fixture->users, &row);
    judge(fixture, "label S at door@decision 0 : !d;");
    check(fixture, "Two", "label L: a.c:20 is not recorded: compile with hlcov cc --objectives");
    check(fixture, "S", "covered by S");
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, 2);
}

/* Which objectives there are, and where
 * -----------------------------------------------------------------------------------------------------------
 */

static void test_labels_that_nobody_names(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    static const char *const names[] = {"X", "B", "K"};
    judge(fixture, "hyper X : [ A -!N-> A ];\nlabel A at a.c:1 : 1;\nlabel B at a.c:2 { v = 1 } : x;\n"
                   "label N at a.c:3 : 1; label K at a.c:4 : 1;");
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, G_N_ELEMENTS(names));
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        g_assert_cmpstr(fixture->verdicts.objectives[i].name, ==, names[i]);
    g_assert_cmpstr(objective(fixture, "X")->text, ==, "hyper X : [ A -!N-> A ]");
    g_assert_cmpstr(objective(fixture, "B")->text, ==, "label B at a.c:2 { v = 1 } : x");
    g_assert_cmpuint(objective(fixture, "B")->where.line, ==, 3);
}

/* A name may be that of a label and of a hyperlabel. */
static void test_names_that_are_shared(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    place(&fixture->f, "L", 0);
    judge(fixture, "label L at a.c:1 : 1; label X at a.c:2 : 1; hyper X : L;");
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, 2);
    g_assert_cmpstr(fixture->verdicts.objectives[0].id, ==, "X");
    g_assert_cmpstr(fixture->verdicts.objectives[1].id, ==, SCRIPT ":X#2");
}

static void check_shown(const Fixture *fixture, const char *name, const Made *made, guint line, const char *id)
{
    const HtolUserObjective *found = objective(fixture, name);
    g_assert_true(found->shown.recorded == (made ? &made->recorded : NULL));
    g_assert_cmpuint(found->shown.line, ==, line);
    g_assert_cmpstr(found->id, ==, id);
}

/* With the first label that lies anywhere; in the file of its script at the declaration. */
static void test_where_it_is_shown(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    place(&fixture->g, "M", 0);
    place(&fixture->f, "L", 0)->script = "a.c";
    add_text(fixture, "a.c", 42, HTOL_SCRIPT_COMMENT, " label L : 1");
    judge(fixture, "label N at c.c:1 : 1; label M at b.c:20 : 1; hyper There : N + M; hyper Lost : N;");
    check_shown(fixture, "L", &fixture->f, 42, "L");
    check_shown(fixture, "There", &fixture->g, 20, SCRIPT ":There");
    check_shown(fixture, "Lost", NULL, 1, "Lost");
    HtolUserShown shown = htol_users_shown(&fixture->verdicts, &fixture->g.recorded);
    g_assert_cmpuint(shown.count, ==, 1);
    g_assert_true(shown.objectives[0] == objective(fixture, "There"));
}

/* The comments of a header come with every unit that includes it. */
static void test_same_rows_of_many_units(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    for (guint i = 0; i < 3; i++) {
        add_text(fixture, "h.h", 9, HTOL_SCRIPT_COMMENT, " hyper H : L . M");
        add_text(fixture, "h.h", 4, HTOL_SCRIPT_COMMENT, " label L : 1; label M : 1");
        add_fault(fixture, "", "nothing of note");
    }
    judge(fixture, NULL);
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, 1);
    check(fixture, "H", "label L: h.h:4 is in no measured function");
    g_assert_cmpuint(fixture->verdicts.n_warnings, ==, 1);
}

/* What cannot be judged
 * -----------------------------------------------------------------------------------------------------------
 */

static void test_labels_that_lie_nowhere(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->f.slots[place(&fixture->f, "A", 0)->slot] = 1;
    place(&fixture->f, "B", 0);
    fixture->f.slots[place_sequence(&fixture->f, "[ A -!N-> A ]", 0)->slot] = 1;
    judge(fixture, "label A at a.c:20 : 1; label B at a.c:21 : 1; label N at f@entry : 1;\n"
                   "hyper And : A . N; hyper Or : N + A; hyper Neither : N + B; hyper Kill : [ A -!N-> A ];\n"
                   "hyper Unrecorded : [ A --> B ];");
    check(fixture, "And", "label N: f@entry is in no measured function");
    check(fixture, "Or", "covered by A");
    check(fixture, "Neither", "label N: f@entry is in no measured function");
    check(fixture, "Kill", "label N: f@entry is in no measured function");
    check(fixture, "Unrecorded", "[ A --> B ] is recorded in no measured function");
}

/* It spoils nothing but itself. */
static void test_fault_of_another(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    place(&fixture->f, "A", 0);
    judge(fixture, "label A at a.c:20 : 1; hyper Good : A; hyper Bad : B; hyper Nowhere : N; label N at a.c:9 : 1;");
    check(fixture, "Good", "uncovered");
    check(fixture, "Nowhere", "label N: a.c:9 is in no measured function");
}

static void test_faults_of_the_annotator(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->f.slots[place(&fixture->f, "A", 0)->slot] = 1;
    place(&fixture->f, "B", 0);
    add_fault(fixture, "B", "there is no variable x");
    add_fault(fixture, "", "f is not declared");
    judge(fixture, "label A at a.c:20 : 1; label B at a.c:21 : x; hyper Either : A + B; hyper Just : A;");
    check(fixture, "Either", SCRIPT ":7:9: there is no variable x");
    check(fixture, "Just", "covered by A");
    g_assert_cmpuint(fixture->verdicts.n_warnings, ==, 1);
    g_assert_cmpstr(fixture->verdicts.warnings[0].message, ==, "f is not declared");
}

static void test_faults_of_the_grammar(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->f.slots[place(&fixture->f, "A", 0)->slot] = 1;
    judge(fixture, "label A at a.c:20 : 1;\nhyper Broken : A . . A;\nlabel : 1;\nlabel C at a.c:9 x;\n"
                   "hyper Uses : A + C;");
    check(fixture, "Broken", SCRIPT ":2:20: expected the name of a label, `[`, `<` or `(`, found `.`");
    check(fixture, "Uses",
          SCRIPT ":4:18: expected `at` and a place, `{` and bindings, or `:` and a predicate, found `x`");
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, 2);
    g_assert_cmpuint(fixture->verdicts.n_warnings, ==, 1);
    g_assert_cmpuint(fixture->verdicts.warnings[0].where.line, ==, 3);
    g_assert_null(objective(fixture, "Broken")->hyper);
    g_assert_cmpuint(objective(fixture, "Broken")->where.line, ==, 2);
}

static void test_faults_of_the_rules(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    place(&fixture->f, "A", 1);
    judge(fixture, "label A at a.c:20 { x = a } : 1; label A at a.c:21 : 1; label B at a.c:22 { v = 1, v = 2 } : 1;\n"
                   "hyper Guard : < C | z == 1 >; hyper None : M; label C at a.c:23 : 1; hyper Uses : B;");
    check(fixture, "A", SCRIPT ":1:40: label A is declared twice: first at " SCRIPT ":1:7");
    check(fixture, "Guard", SCRIPT ":2:21: the guard uses `z`, which no label before its `|` binds");
    check(fixture, "None", SCRIPT ":2:44: there is no label M");
    check(fixture, "Uses", SCRIPT ":1:84: metavariable `v` is bound twice by label B: first at 1:77");
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, 5);
}

/* Only the first faults are kept, but no objective with one is judged. */
static void test_too_many_faults(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autoptr(GString) script = g_string_new(NULL);
    for (guint i = 0; i < HTOL_MOST_FAULTS + 5; i++)
        g_string_append_printf(script, "hyper H%u : Unknown;\nhyper :;\n", i);
    judge(fixture, script->str);
    g_assert_cmpuint(fixture->verdicts.n_objectives, ==, HTOL_MOST_FAULTS + 5);
    check(fixture, "H54", "it is not well-formed, and its script has more faults than are told");
    const HtolFault *last = &fixture->verdicts.warnings[fixture->verdicts.n_warnings - 1];
    g_assert_cmpstr(last->message, ==, "5 more faults of its objectives are not listed");
}

static void test_too_large(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    g_autoptr(GString) script = g_string_new("label A at a.c:20 : 1; label B at a.c:21 : 1; hyper H : ");
    place(&fixture->f, "A", 0);
    place(&fixture->f, "B", 0);
    for (guint i = 0; i < 30; i++)
        g_string_append(script, i ? " . (A + B)" : "(A + B)");
    judge(fixture, g_string_append_c(script, ';')->str);
    g_assert_nonnull(strstr(objective(fixture, "H")->unmeasured, "4096"));
}

/* Warnings
 * -----------------------------------------------------------------------------------------------------------
 */

static void check_warning(const Fixture *fixture, guint index, const char *name, guint line)
{
    const HtolFault *warning = &fixture->verdicts.warnings[index];
    g_assert_cmpstr(warning->name, ==, name);
    g_assert_cmpstr(warning->where.file, ==, "a.c");
    g_assert_cmpuint(warning->where.line, ==, line);
    g_assert_nonnull(strstr(warning->message, name));
    g_assert_nonnull(strstr(warning->message, "coverage may be missing"));
}

static void test_alarms(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->f.slots[place(&fixture->f, "A", 0)->unsafe - 1] = 1;
    place(&fixture->f, "B", 0);
    fixture->f.slots[place_sequence(&fixture->f, "[ A --> B ]", 0)->overflow] = 1;
    judge(fixture, "label A at a.c:20 : 1; label B at a.c:21 : 1; hyper S : [ A --> B ]; hyper T : B;");
    g_assert_cmpuint(fixture->verdicts.n_warnings, ==, 2);
    check_warning(fixture, 0, "A", 20);
    check_warning(fixture, 1, "[ A --> B ]", 21);
    g_assert_cmpuint(objective(fixture, "S")->n_warnings, ==, 2);
    g_assert_cmpuint(objective(fixture, "T")->n_warnings, ==, 0);
}

/* Only what was covered can have lost environments, and only if it has bindings. */
static void test_lost(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    fixture->f.recorded.lossy = TRUE;
    fixture->f.slots[place(&fixture->f, "A", 1)->slot] = 1;
    place(&fixture->f, "B", 1);
    fixture->f.slots[place(&fixture->f, "C", 0)->slot] = 1;
    judge(fixture, "label A at a.c:20 { x = a } : 1; label B at a.c:21 { y = a } : 1; label C at a.c:22 : 1;"
                   "hyper S : A . B; hyper T : < A . C | x == 1 >; hyper U : C . B;");
    g_assert_cmpuint(objective(fixture, "S")->n_warnings, ==, 1);
    g_assert_cmpuint(objective(fixture, "T")->n_warnings, ==, 1);
    g_assert_nonnull(strstr(objective(fixture, "T")->warnings[0], "perhaps of A"));
    g_assert_cmpuint(objective(fixture, "U")->n_warnings, ==, 0);
}

/* What was missed does not matter where there is a witness. */
static void test_alarm_of_the_covered(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    HtolRowLabel *row = place(&fixture->f, "A", 0);
    fixture->f.slots[row->slot] = fixture->f.slots[row->unsafe - 1] = 1;
    judge(fixture, "label A at a.c:20 : 1;");
    check(fixture, "A", "covered by A");
    g_assert_cmpuint(objective(fixture, "A")->n_warnings, ==, 0);
    g_assert_cmpuint(fixture->verdicts.n_warnings, ==, 1);
}

static void test_guard_without_value(Fixture *fixture, gconstpointer unused)
{
    (void)unused;
    record(&fixture->f, place(&fixture->f, "L", 1)->source, V(0));
    judge(fixture, "label L at a.c:20 { x = a } : 1; hyper Divides : < L | 1 / x == 1 >; hyper Not : < L | x == 1 >;");
    check(fixture, "Divides", "uncovered");
    g_assert_cmpuint(objective(fixture, "Divides")->n_warnings, ==, 1);
    g_assert_nonnull(strstr(objective(fixture, "Divides")->warnings[0], "division by zero"));
    g_assert_cmpuint(objective(fixture, "Not")->n_warnings, ==, 0);
}

#define ADD(name, function) g_test_add("/user/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("environments/united", test_functions_are_united);
    ADD("environments/none", test_labels_without_bindings);
    ADD("environments/kinds", test_kinds_of_values);
    ADD("environments/misfits", test_misfits_are_passed_by);
    ADD("environments/sequences", test_sequences);
    ADD("sites/decisions", test_sites);
    ADD("sites/functions", test_sites_of_many_functions);
    ADD("sites/misfits", test_sites_that_do_not_fit);
    ADD("sites/asked", test_script_that_is_asked);
    ADD("objectives/labels", test_labels_that_nobody_names);
    ADD("objectives/names", test_names_that_are_shared);
    ADD("objectives/shown", test_where_it_is_shown);
    ADD("objectives/units", test_same_rows_of_many_units);
    ADD("unmeasured/nowhere", test_labels_that_lie_nowhere);
    ADD("unmeasured/another", test_fault_of_another);
    ADD("unmeasured/annotator", test_faults_of_the_annotator);
    ADD("unmeasured/grammar", test_faults_of_the_grammar);
    ADD("unmeasured/rules", test_faults_of_the_rules);
    ADD("unmeasured/many", test_too_many_faults);
    ADD("unmeasured/large", test_too_large);
    ADD("warnings/alarms", test_alarms);
    ADD("warnings/lost", test_lost);
    ADD("warnings/covered", test_alarm_of_the_covered);
    ADD("warnings/guard", test_guard_without_value);
    return g_test_run();
}
