/* How far branches are from what is open: a function whose only open slots are those of one line. */
#include "generate/solve/distance.h"

#include <string.h>

#include "tests/unit/sample_input.h"

enum { MOST = 100 };

typedef struct {
    guint32 line; /* the decision on it is open; 0: nothing is */
    GenerateDistance *distance;
    const AnnotText *text;
    GString *out;
} Question;

static guint line_of(const Question *q, guint32 at)
{
    guint line = 0; /* that of the marker */
    for (guint32 i = 0; i < at; i++)
        line += q->text->bytes[i] == '\n';
    return line;
}

/* `line: steps if it holds, steps if not` of each branch. */
static void tell(const AnnotStmt *stmt, gpointer data)
{
    Question *q = data;
    if (stmt->kind != ANNOT_STMT_IF && stmt->kind != ANNOT_STMT_WHILE && stmt->kind != ANNOT_STMT_FOR)
        return;
    guint then = generate_distance_from(q->distance, stmt, TRUE);
    guint otherwise = generate_distance_from(q->distance, stmt, FALSE);
    g_string_append_printf(q->out, " %u: %u, %u;", line_of(q, stmt->at.begin), then, otherwise);
}

static void look(gpointer data, const AnnotSurveyed *surveyed)
{
    Question *q = data;
    const HtolFunction *rows = surveyed->rows;
    g_autofree guint8 *known = g_malloc0(rows->row.slots + 1);
    memset(known, 1, rows->row.slots);
    for (guint32 i = 0; i < rows->n_decisions; i++)
        if (rows->decisions[i].line == q->line)
            memset(known + rows->decisions[i].slot, 0, rows->decisions[i].ways);
    q->text = surveyed->text;
    q->distance = generate_distance_new(surveyed);
    generate_distance_open(q->distance, known);
    annot_tree_visit_stmt(surveyed->tree->functions[surveyed->index]->body, &(AnnotTreeVisit){tell, NULL, q});
    generate_distance_free(q->distance);
}

static void end(gpointer data, const guint8 id[HTOL_ID_SIZE])
{
    (void)data;
    (void)id;
}

static void check(const char *body, guint32 line, const char *expected)
{
    g_autofree char *text = g_strdup_printf("# 1 \"a.c\"\nint f(int a, int b, int c) {%s}\n", body);
    Question q = {.line = line, .out = g_string_new(NULL)};
    AnnotSurvey survey = {look, end, &q, FALSE, 0};
    AnnotInput input = sample_input(text, &survey);
    AnnotOutput output = {0};
    input.options = (AnnotOptions){.flows = MOST, .mutants = MOST};
    g_assert_true(annot_unit(&input, &output, NULL));
    annot_output_clear(&output);
    g_assert_cmpstr(q.out->str, ==, expected);
    g_string_free(q.out, TRUE);
}

static const char body[] = "if (a)\n"
                           "b = 1;\n"
                           "else\n"
                           "while (b > 9) {\n"
                           "if (c)\n"
                           "b--; }\n"
                           "for (; a < 3; a++)\n"
                           "b++;\n"
                           "if (b)\n"
                           "return 1;\n"
                           "return 2;";

static void test_open(void)
{
    check(body, 0, " 1: 16, 16; 4: 16, 16; 5: 16, 16; 7: 16, 16; 9: 16, 16;");
    check(body, 9, " 1: 3, 3; 4: 4, 2; 5: 4, 3; 7: 2, 0; 9: 16, 16;");
    check(body, 5, " 1: 16, 1; 4: 0, 16; 5: 2, 1; 7: 16, 16; 9: 16, 16;");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/distance/open", test_open);
    return g_test_run();
}
