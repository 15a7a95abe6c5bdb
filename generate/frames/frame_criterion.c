/* Tests for Criterion, which has a main of its own; see frame.h. */
#include "generate/frames/frame.h"

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

const GenerateFrame generate_frame_criterion = {
    .about = "Tests of %s for Criterion",
    .build = "Compile it with the options of %s, and link it with -lcriterion.",
    .headers = "#include <criterion/criterion.h>\n#include <criterion/parameterized.h>\n",
    .main_owner = "Criterion",
    .judges = TRUE,
    .helpers = "",
    .append_test = append_test,
};
