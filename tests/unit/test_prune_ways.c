/* Single ways through functions: which places they visit, and how many questions they ask. Where they go is told by a
 * script, a letter for each branch; the unit is annotated as `hlcov generate` does it. */
#include <string.h>

#include "prune/objectives/slots.h"
#include "tests/unit/sample_input.h"

enum { MOST = 100, ADDRESS = 1 << 20 };

typedef struct {
    const char *script; /* 1: where the condition holds; 0: elsewhere; the way ends behind it */
    gboolean is_fine;
    HtolArena *arena;
    PruneLogic *logic;
    PruneSlots slots;
    GString *out; /* what was visited, and why the way cannot be followed */
    guint met;    /* slots that visits may set */
    guint32 last; /* the last of them */
} Question;

/* ---- where the way goes ---- */

static PruneTurn choose(gpointer data, gconstpointer node, PruneTerm guard, PruneTerm condition)
{
    Question *q = data;
    (void)node;
    (void)guard;
    if (condition == q->logic->yes || condition == q->logic->no)
        return condition == q->logic->yes ? PRUNE_TURN_THEN : PRUNE_TURN_ELSE;
    if (!*q->script)
        return PRUNE_TURN_END;
    return *q->script++ == '1' ? PRUNE_TURN_THEN : PRUNE_TURN_ELSE;
}

static guint64 pin(gpointer data, const AnnotExpr *expr, PruneTerm guard, PruneTerm index)
{
    (void)data;
    (void)expr;
    (void)guard;
    (void)index;
    return 1;
}

static gboolean is_on(gpointer data, PruneTerm guard)
{
    return guard != ((const Question *)data)->logic->no;
}

static gboolean is_stub(gpointer data, const AnnotDecl *function)
{
    (void)data;
    return strcmp(function->name, "stub") == 0;
}

static guint64 address(gpointer data, PruneTerm guard, PruneTerm pointer, const GArray *inputs)
{
    (void)data;
    (void)guard;
    (void)pointer;
    return inputs->len > 0 ? ADDRESS : 0;
}

static PruneTerm result(gpointer data, const AnnotDecl *function, PruneTerm guard, const PruneTerm *arguments)
{
    (void)data;
    (void)function;
    (void)guard;
    (void)arguments;
    return NULL;
}

static void concretise(gpointer data)
{
    g_string_append(((Question *)data)->out, " (memory)");
}

/* Lines of decisions, once for all slots of a visit, which ascend; of arms that are taken; of blocks with slots. */
static void meet(gpointer data, guint32 slot, PruneTerm term)
{
    Question *q = data;
    const HtolFunction *function = q->slots.function;
    g_assert_nonnull(term);
    q->met++;
    for (guint32 i = 0; i < function->n_decisions; i++) {
        const HtolRowDecision *row = &function->decisions[i];
        guint32 end_slot = row->slot + (row->ways > 0 ? row->ways : 2 + 2 * row->conditions);
        gboolean goes_on = q->last >= row->slot && q->last < slot;
        if (slot >= row->slot && slot < end_slot && !goes_on)
            g_string_append_printf(q->out, " %u", row->line);
    }
    for (guint32 i = 0; i < function->n_arms; i++)
        if (slot == function->arms[i].slot)
            g_string_append_printf(q->out, " arm %u", function->arms[i].line);
    for (guint i = 0; i < q->slots.cfg->blocks->len; i++) {
        const AnnotBlock *block = q->slots.cfg->blocks->pdata[i];
        if (block->own && block->slot == slot && block->listed)
            g_string_append_printf(q->out, " block %u", function->blocks[block->row].line);
    }
    q->last = slot;
}

/* ---- the question ---- */

static void follow(Question *q, const PruneSubject *subject)
{
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(PruneInput));
    g_autoptr(GArray) accesses = g_array_new(FALSE, FALSE, sizeof(PruneAccess));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(PruneTerm));
    g_autoptr(GArray) results = g_array_new(FALSE, FALSE, sizeof(PruneResult));
    const PruneWay way = {choose, pin, is_on, is_stub, address, result, concretise, q, q->is_fine};
    const PruneUnrolled unrolled = {0, inputs, accesses, ends, results, &way};
    PruneSubject own = *subject;
    own.unrolled = &unrolled;
    const char *why = prune_slots_follow(&own, &q->slots, q->arena, meet, q);
    g_string_append_printf(q->out, "%s%s", why ? ": " : "", why ? why : "");
    g_string_append_printf(q->out, "%s", results->len > 0 ? " (stub)" : "");
}

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    Question *q = data;
    PruneSubject subject = prune_subject(surveyed, NULL, NULL, q->arena, q->logic);
    subject.depth = 1;
    if (strcmp(subject.function->name, "f") != 0)
        return;
    prune_slots_begin(&subject, &q->slots);
    follow(q, &subject);
    prune_slots_clear(&q->slots);
}

static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    (void)data;
    (void)id;
}

/* Follows the way through `BEFORE int f(int a, int b, int c) { BODY }`, whose line is 1; returns what was visited, to
 * be freed, and sets *met. */
static char *visited(const char *before, const char *body, const char *script, gboolean is_fine, guint *met)
{
    g_autofree char *text = g_strdup_printf("%s\n# 1 \"a.c\"\nint f(int a, int b, int c) {%s}\n", before, body);
    Question q = {.script = script,
                  .is_fine = is_fine,
                  .arena = htol_arena_new(),
                  .logic = prune_logic_new(),
                  .last = G_MAXUINT32};
    AnnotSurvey survey = {look, end, &q, FALSE, 0};
    AnnotInput input = sample_input(text, &survey);
    AnnotOutput output = {0};
    q.out = g_string_new(NULL);
    input.options = (AnnotOptions){.flows = MOST, .mutants = MOST};
    g_assert_true(annot_unit(&input, &output, NULL));
    annot_output_clear(&output);
    prune_logic_free(q.logic);
    htol_arena_free(q.arena);
    *met = q.met;
    return g_string_free(q.out, FALSE);
}

static void check(const char *body, const char *script, const char *expected)
{
    guint met;
    g_autofree char *out = visited("# 1 \"a.c\"\nint stub(int);", body, script, FALSE, &met);
    g_test_message("%s", body);
    g_assert_cmpstr(out, ==, expected);
}

static void test_branches(void)
{
    static const char body[] = "if (a)\nb = 1;\nelse\nb = 2;\nif (c)\nreturn\nb;\nstub(1);\nreturn c;";
    check(body, "11", " 1 5");
    check(body, "00", " 1 5 block 9 (stub)");
}

/* A loop runs as often as the way says, and its places are visited each time. */
static void test_loops(void)
{
    check("while (a > b)\nb++;\nreturn b;", "110", " block 1 1 1 1");
    check("do\nb++;\nwhile (a > b);\nreturn b;", "10", " block 1 3 3");
    check("for (;;) {\nif (a > b++)\nbreak;\nc++; }\nreturn b;", "001", " block 1 2 2 2");
    check("while (a > b) {\nif (c++)\ncontinue;\nb++; }\nreturn b;", "11100", " block 1 1 2 1 2 1");
}

static void test_switches(void)
{
    static const char body[] = "switch (a) {\ncase 1:\nb = 1;\ncase 2:\nb = 2;\nbreak;\ndefault:\nb = 3; }\nreturn b;";
    check(body, "1", " block 1 arm 2");
    check(body, "01", " block 1 arm 4");
    check(body, "001", " block 1 arm 7");
    check("switch (a) {\ncase 1:\nif (b) {\ncase 2:\nb = 2; } }\nreturn b;", "1",
          " block 1: a case inside of another statement");
}

/* A goto leads forward, out of whatever it stands in, or back, as often as the way goes; not into a statement. */
static void test_jumps(void)
{
    check("while (a > b) {\nif (b)\ngoto out;\nb++; }\nc = 1;\nout:\nif (c)\nreturn 1;\nreturn c;", "10111",
          " block 1 1 2 1 2 7");
    check("again:\nif (a > b++)\ngoto again;\nreturn b;", "110", " block 1 2 2 2");
    check("if (a) {\nin:\nb++; }\nif (b)\ngoto in;\nreturn c;", "11", " 1 4: a jump into a statement");
}

/* Calls of functions of the unit are followed; what stubs return is free. */
static void test_calls(void)
{
    guint met;
    g_autofree char *out = visited("static int g(int x) { if (x) return 1; return 2; }",
                                   "if (g(a) == 1)\nreturn\n1;\nreturn b;", "1", FALSE, &met);
    g_assert_cmpstr(out, ==, " block 1 1");
    check("int x = stub(a);\nif (x > 3)\nreturn\n1;\nreturn b;", "1", " block 1 2 (stub)");
}

/* The number of questions is linear in the length of the way: Theorem 7 of the paper that paths.h names. */
static void test_linear(void)
{
    static const char body[] = "for (int i = 0; i < a; i++)\nif (i == b || i > c)\nc++;\nreturn c;";
    guint met[4];
    for (guint n = 0; n < 4; n++) {
        g_autoptr(GString) script = g_string_new(NULL);
        for (guint i = 0; i < 10 * n; i++)
            g_string_append(script, "11");
        g_string_append_c(script, '0');
        g_free(visited("", body, script->str, FALSE, &met[n]));
    }
    g_assert_cmpuint(met[2] - met[1], >, 20);
    g_assert_cmpuint(met[2] - met[1], ==, met[3] - met[2]);
}

/* A fine way is asked at operators, too, and conditions that it skips set nothing. */
static void test_fine(void)
{
    static const char body[] = "if (a && b)\nreturn\n1;\nreturn c;";
    guint coarse, fine;
    g_autofree char *one = visited("", body, "0", FALSE, &coarse), *other = visited("", body, "0", TRUE, &fine);
    g_assert_cmpstr(one, ==, " 1");
    g_assert_cmpstr(other, ==, " 1");
    g_assert_cmpuint(fine, <, coarse);
    g_autofree char *both = visited("", body, "11", TRUE, &fine);
    g_assert_cmpstr(both, ==, " 1");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ways/branches", test_branches);
    g_test_add_func("/ways/loops", test_loops);
    g_test_add_func("/ways/switches", test_switches);
    g_test_add_func("/ways/jumps", test_jumps);
    g_test_add_func("/ways/calls", test_calls);
    g_test_add_func("/ways/linear", test_linear);
    g_test_add_func("/ways/fine", test_fine);
    return g_test_run();
}
