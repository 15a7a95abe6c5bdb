/* Formulas of slots: for a function whose parameters have given values, which blocks are reached, which environments
 * its decisions have, which arms are taken, which definitions reach which uses, which classes its operands are in. The
 * unit is annotated as `hlcov prune` does it; values are chosen so that every formula is a constant. */
#include "prune/objectives/slots.h"

#include <string.h>

#include "htol/judge/env.h"
#include "tests/unit/sample_input.h"
#include "tests/unit/sample_logic.h"

enum { PARAMETERS = 3, MOST = 100 };

typedef struct {
    gint64 values[PARAMETERS]; /* of a, b, c */
    HtolArena *arena;
    PruneLogic *logic;
    PruneSlots slots;
    GString *out; /* what was found */
} Question;

/* Whether the slot is set: 1, 0, or ? if that is not known. */
static char slot_state(const Question *q, guint32 slot)
{
    PruneTerm term = q->slots.terms[slot];
    if (!term)
        return '?';
    if (sample_holds_always(q->logic, term))
        return '1';
    return sample_can_hold(q->logic, term) ? '?' : '0';
}

/* ---- what is set, in words ---- */

static char best_of(char one, char other)
{
    return one == '1' || other == '1' ? '1' : one == '?' || other == '?' ? '?' : '0';
}

/* The state of the slots of the decision whose environments have that outcome. */
static char outcome_state(const Question *q, guint32 decision, guint8 outcome)
{
    const HtolRowDecision *row = &((const AnnotDecision *)q->slots.cfg->decisions->pdata[decision])->row;
    char state = '0';
    for (guint32 slot = row->slot; slot < row->slot + row->ways; slot++)
        if (q->slots.rows[slot] && q->slots.rows[slot][0] == outcome)
            state = best_of(state, slot_state(q, slot));
    return state;
}

static char term_state(const Question *q, const HtolRowTerm *term)
{
    switch (term->kind) {
    case HTOL_TERM_SLOT: return slot_state(q, term->index);
    case HTOL_TERM_FALSE: return outcome_state(q, term->index, HTOL_FALSE);
    case HTOL_TERM_TRUE: return outcome_state(q, term->index, HTOL_TRUE);
    default: return slot_state(q, q->slots.function->arms[term->index].slot);
    }
}

/* Lines of the blocks that are reached. */
static void tell_blocks(Question *q)
{
    const HtolFunction *function = q->slots.function;
    for (guint32 i = 0; i < function->n_blocks; i++) {
        char state = '0';
        for (guint32 t = 0; t < function->blocks[i].terms; t++)
            state = best_of(state, term_state(q, &function->terms[function->blocks[i].first_term + t]));
        if (state != '0')
            g_string_append_printf(q->out, " %u%s", function->blocks[i].line, state == '?' ? "?" : "");
    }
}

/* The outcome, then each condition: 0, 1 or - for not evaluated. */
static void tell_row(Question *q, guint32 slot, guint32 conditions)
{
    g_string_append_c(q->out, ' ');
    for (guint32 i = 0; i <= conditions; i++)
        g_string_append_printf(q->out, "%c%s", "01-"[q->slots.rows[slot][i]], i == 0 ? ":" : "");
    g_string_append(q->out, slot_state(q, slot) == '?' ? "?" : "");
}

static void tell_decisions(Question *q)
{
    for (guint32 d = 0; d < q->slots.cfg->decisions->len; d++) {
        const HtolRowDecision *row = &((const AnnotDecision *)q->slots.cfg->decisions->pdata[d])->row;
        for (guint32 slot = row->slot; slot < row->slot + row->ways; slot++)
            if (q->slots.rows[slot] && slot_state(q, slot) != '0')
                tell_row(q, slot, row->conditions);
    }
}

static void tell_arms(Question *q)
{
    const HtolFunction *function = q->slots.function;
    for (guint32 i = 0; i < function->n_arms; i++)
        if (slot_state(q, function->arms[i].slot) != '0')
            g_string_append_printf(q->out, " %s", function->arms[i].text);
}

/* Lines of the definition and the use; 0 for no definition. */
static void tell_flows(Question *q)
{
    const HtolFunction *function = q->slots.function;
    for (guint32 i = 0; i < function->n_flows; i++) {
        const HtolRowFlow *flow = &function->flows[i];
        guint32 line = flow->definition > 0 ? function->definitions[flow->definition - 1].line : 0;
        char state = slot_state(q, flow->slot);
        if (state != '0')
            g_string_append_printf(q->out, " %u>%u%s", line, function->uses[flow->use].line, state == '?' ? "?" : "");
    }
}

/* The classes that hold, for each operation. */
static void tell_operations(Question *q)
{
    const HtolFunction *function = q->slots.function;
    for (guint32 i = 0; i < function->n_operations; i++) {
        const HtolRowOperation *operation = &function->operations[i];
        g_string_append_printf(q->out, " %s=", operation->text);
        for (guint32 k = 0; k < operation->classes; k++)
            g_string_append_c(q->out, slot_state(q, operation->slot + k));
    }
}

/* ---- the question ---- */

static PruneTerm *parameters_of(const Question *q, const AnnotFunction *function)
{
    PruneTerm *parameters = htol_arena_new0(q->arena, PruneTerm, PARAMETERS);
    for (guint i = 0; i < function->n_parameters; i++)
        parameters[i] = prune_number(q->logic, (guint64)q->values[i], 32);
    return parameters;
}

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    Question *q = data;
    const AnnotFunction *function = surveyed->tree->functions[surveyed->index];
    PruneContext context = {q->logic->yes, parameters_of(q, function)};
    PruneSubject subject = prune_subject(surveyed, NULL, NULL, q->arena, q->logic);
    subject.context = &context;
    g_assert_cmpstr(prune_slots_find(&subject, &q->slots), ==, NULL);
    tell_blocks(q);
    g_string_append(q->out, ";");
    tell_decisions(q);
    tell_arms(q);
    g_string_append(q->out, ";");
    tell_flows(q);
    tell_operations(q);
    prune_slots_clear(&q->slots);
}

static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    (void)data;
    (void)id;
}

static AnnotInput input_of(const char *text, guint32 records, const AnnotSurvey *survey)
{
    AnnotInput input = sample_input(text, survey);
    input.options = (AnnotOptions){.records = records, .flows = MOST, .mutants = MOST};
    return input;
}

/* What is told of `int f(int a, int b, int c) { BODY }`, whose first line is 1. */
static void check(guint32 records, const char *body, gint64 a, gint64 b, const char *expected)
{
    g_autofree char *text = g_strdup_printf("# 1 \"a.c\"\nint f(int a, int b, int c) {%s}\n", body);
    Question q = {.values = {a, b, 0}, .arena = htol_arena_new(), .logic = prune_logic_new()};
    AnnotSurvey survey = {look, end, &q, FALSE, 0};
    AnnotInput input = input_of(text, records, &survey);
    AnnotOutput output = {0};
    q.out = g_string_new(NULL);
    g_assert_true(annot_unit(&input, &output, NULL));
    g_test_message("%s", g_strdelimit(text, "\n", ' '));
    g_assert_cmpstr(q.out->str, ==, expected);
    annot_output_clear(&output);
    g_string_free(q.out, TRUE);
    prune_logic_free(q.logic);
    htol_arena_free(q.arena);
}

static void test_blocks(void)
{
    static const char body[] = "if (a)\nb = 1;\nelse\nb = 2;\nreturn b;";
    check(0, body, 1, 0, " 1 2 5; 1:1;");
    check(0, body, 0, 0, " 1 4 5; 0:0;");
    check(0, "return a ?\nb :\nc;", 1, 0, " 1 2; 1:1;");
    check(0, "if (a)\ngoto out;\nb = 1;\nout:\nreturn b;", 1, 0, " 1 2 4; 1:1;");
}

/* Behind a call that may not return, blocks are reached perhaps; so is what a goto leads to. */
static void test_calls(void)
{
    check(0, "int g(int);\ng(1);\nreturn 1;", 0, 0, " 1 3?;;");
    check(0, "int g(int);\nif (a)\ngoto out;\ng(1);\nout:\nreturn b;", 1, 0, " 1 3 5?; 1:1;");
    check(0, "int g(int);\nif (a)\ngoto out;\ng(1);\nout:\nreturn b;", 0, 0, " 1 4 5?; 0:0;");
    check(0, "void g(int) __attribute__((noreturn));\nif (a)\ng(1);\nreturn 1;", 1, 0, " 1 3; 1:1;");
}

/* A loop is encoded for one iteration, any: what it changes is open, what it leaves alone is not. */
static void test_loops(void)
{
    check(0, "while (a)\nb++;\nreturn b;", 0, 0, " 1 1 3; 0:0;");
    check(0, "while (a)\na--;\nreturn b;", 1, 0, " 1 1 2? 3?; 0:0? 1:1?;");
}

static void test_decisions(void)
{
    check(0, "return a > 0 && b > 0;", 1, 1, " 1; 1:11;");
    check(0, "return a > 0 && b > 0;", 1, 0, " 1; 0:10;");
    check(0, "return a > 0 && b > 0;", 0, 1, " 1; 0:0-;");
    check(0, "return a > 0 || (b > 0 && c);", 0, 1, " 1; 0:010;");
    check(0, "return !a || !b;", 1, 0, " 1; 1:10;");
    check(0, "return a && c;", 1, 0, " 1; 0:10;");
}

static void test_arms(void)
{
    static const char body[] = "switch (a) {\ncase 1:\nb = 1;\ncase 2:\nb = 2;\nbreak;\ndefault:\nb = 3; }\nreturn b;";
    check(0, body, 1, 0, " 1 3 5 9; case 1;");
    check(0, body, 2, 0, " 1 5 9; case 2;");
    check(0, body, 3, 0, " 1 8 9; default;");
    check(0, "switch (a) {\ncase 1 ... 3:\nb = 1; }\nreturn b;", 4, 0, " 1 4; no case;");
    check(0, "switch (a) {\ncase 1 ... 3:\nb = 1; }\nreturn b;", 2, 0, " 1 3 4; case 1 ... 3;");
}

static void test_flows(void)
{
    static const char body[] = "int x = 1;\nif (a)\nx = 2;\nreturn\nx;";
    check(HTOL_RECORDS_FLOWS, body, 1, 0, " 1 3 4; 1:1; 3>5 1>2");
    check(HTOL_RECORDS_FLOWS, body, 0, 0, " 1 4; 0:0; 1>5 1>2");
    check(HTOL_RECORDS_FLOWS, "int x;\nif (a)\nx = 2;\nreturn\nx;", 0, 0, " 1 4; 0:0; 1>2 0>5");
}

/* Classes of a comparison: HtolRelationClass; those of mutants: whether the value differs from that of a - b, a * b,
 * a / b, a % b, a, b. */
static void test_operations(void)
{
    check(HTOL_RECORDS_COMPARISONS, "return a < b;", 1, 2, " 1;; a < b=010000");
    check(HTOL_RECORDS_COMPARISONS, "return a < b;", 2, 2, " 1;; a < b=001000");
    check(HTOL_RECORDS_COMPARISONS, "return a < b;", 3, 2, " 1;; a < b=000100");
    check(HTOL_RECORDS_OF(AOR), "return a + b;", 4, 2, " 1;; a + b=111111");
    check(HTOL_RECORDS_OF(AOR), "return a + b;", 2, 2, " 1;; a + b=101111");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/slots/blocks", test_blocks);
    g_test_add_func("/slots/calls", test_calls);
    g_test_add_func("/slots/loops", test_loops);
    g_test_add_func("/slots/decisions", test_decisions);
    g_test_add_func("/slots/arms", test_arms);
    g_test_add_func("/slots/flows", test_flows);
    g_test_add_func("/slots/operations", test_operations);
    return g_test_run();
}
