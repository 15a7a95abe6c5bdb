/* Tests for Criterion, which has a main of its own; see frame.h. */
#include "generate/write/frame.h"

static void append_test(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    g_autoptr(GString) count = g_string_new(NULL);
    generate_frame_count(cases, count);
    g_string_append_printf(out,
                           "ParameterizedTestParameters(%s, cases)\n{\n"
                           "    static unsigned $rows[%s];\n    unsigned $i;\n"
                           "    for ($i = 0; $i < %s; $i++)\n        $rows[$i] = $i;\n"
                           "    return cr_make_param_array(unsigned, $rows, sizeof $rows / sizeof *$rows);\n}\n\n",
                           name, count->str, count->str);
    g_string_append_printf(out,
                           "ParameterizedTest(unsigned *$row, %s, cases)\n{\n"
                           "    enum $outcome $outcome = $run_%s(*$row);\n"
                           "    if ($outcome == $CHANGED)\n"
                           "        cr_skip(\"%s, case %%u: confirm it\", *$row + 1);\n"
                           "    cr_assert($outcome == $PASSED, \"%s, case %%u\", *$row + 1);\n}\n\n",
                           name, name, name, name);
}

/* Criterion's own main runs the tests; with one of the unit's there is nothing that would. */
static void append_main(const GenerateFramed *framed, GString *out)
{
    static const char body[] = "    struct criterion_test_set *$tests = criterion_initialize();\n"
                               "    int $good = !criterion_handle_args($argc, $argv, true) || "
                               "criterion_run_all_tests($tests);\n"
                               "    criterion_finalize($tests);\n    return !$good;\n";
    if (framed->has_main)
        generate_frame_main(framed, TRUE, body, out);
}

const GenerateFrame generate_frame_criterion = {
    .about = "Tests of %s for Criterion",
    .build = "Compile it with the options of %s, and link it with -lcriterion.",
    .headers = "#include <criterion/criterion.h>\n#include <criterion/parameterized.h>\n",
    .judges = TRUE,
    .helpers = "",
    .append_test = append_test,
    .append_main = append_main,
};
