/* Tests for Check; see frame.h. */
#include "generate/frames/frame.h"

static void append_test(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    g_string_append_printf(out,
                           "START_TEST($test_%s)\n{\n"
                           "    enum $outcome $outcome = $run_%s((unsigned)_i);\n"
                           "    if ($outcome == $CHANGED)\n"
                           "        printf(\"# %s, case %%d: confirm it\\n\", _i + 1);\n"
                           "    ck_assert_msg($outcome != $FAILED, \"%s, case %%d\", _i + 1);\n}\nEND_TEST\n\n",
                           name, name, name, name);
}

static void append_loop(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    g_string_append_printf(out,
                           "    $tcase = tcase_create(\"%s\");\n    suite_add_tcase($suite, $tcase);\n"
                           "    tcase_add_loop_test($tcase, $test_%s, 0, ",
                           name, name);
    generate_frame_count(cases, out);
    g_string_append(out, ");\n");
}

static void append_main(const GenerateFramed *framed, GString *out)
{
    g_autoptr(GString) body = g_string_new(NULL);
    g_string_append_printf(body,
                           "    int $n_failed;\n    TCase *$tcase;\n    Suite *$suite = suite_create(\"%s\");\n"
                           "    SRunner *$runner = srunner_create($suite);\n",
                           framed->name);
    for (guint i = 0; i < framed->tables->len; i++)
        append_loop(framed->tables->pdata[i], body);
    g_string_append(body, "    srunner_run_all($runner, CK_ENV);\n"
                          "    $n_failed = srunner_ntests_failed($runner);\n"
                          "    srunner_free($runner);\n    return $n_failed > 0;\n");
    generate_frame_main(framed, FALSE, body->str, out);
}

const GenerateFrame generate_frame_check = {
    .about = "Tests of %s for Check",
    .build = "Compile it with the options of %s and those that `pkg-config --cflags --libs check` prints.",
    .headers = "#include <check.h>\n",
    .judges = TRUE,
    .helpers = "",
    .append_test = append_test,
    .append_main = append_main,
};
