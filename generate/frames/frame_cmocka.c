/* Tests for cmocka; see frame.h. */
#include "generate/frames/frame.h"

static const char helpers[] = GENERATE_RUN_CASES(
    "skipped", "print_message", "    if ($n_failed > 0)\n        fail();\n    if ($n_changed > 0)\n        skip();\n");

static void append_test(const GenerateCases *cases, GString *out)
{
    generate_frame_test(cases, "void **$state", "    (void)$state;\n", out);
}

static void append_main(const GenerateFramed *framed, GString *out)
{
    g_autoptr(GString) body = g_string_new("    const struct CMUnitTest $tests[] = {\n");
    for (guint i = 0; i < framed->tables->len; i++)
        g_string_append_printf(body, "        cmocka_unit_test($test_%s),\n",
                               ((const GenerateCases *)framed->tables->pdata[i])->contract->function->name);
    g_string_append_printf(body, "    };\n    return cmocka_run_group_tests_name(\"%s\", $tests, NULL, NULL);\n",
                           framed->name);
    generate_frame_main(framed, FALSE, body->str, out);
}

const GenerateFrame generate_frame_cmocka = {
    .about = "Tests of %s for cmocka",
    .build = "Compile it with the options of %s, and link it with -lcmocka.",
    .headers =
        "#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\n",
    .judges = TRUE,
    .helpers = helpers,
    .append_test = append_test,
    .append_main = append_main,
};
