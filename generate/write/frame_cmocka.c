/* Tests for cmocka; see frame.h. */
#include "generate/write/frame.h"

static const char helpers[] =
    "/* Runs the cases of a function: it fails if a confirmed one does, and is skipped if another one changed. */\n"
    "static void $run_cases(const char *$name, unsigned $n, enum $outcome (*$run)(unsigned))\n{\n"
    "    unsigned $i, $n_changed = 0, $n_failed = 0;\n"
    "    for ($i = 0; $i < $n; $i++) {\n"
    "        enum $outcome $outcome = $run($i);\n"
    "        $n_changed += $outcome == $CHANGED;\n"
    "        $n_failed += $outcome == $FAILED;\n"
    "        if ($outcome != $PASSED)\n"
    "            print_message(\"%s, case %u: %s\\n\", $name, $i + 1, $outcome == $FAILED ? \"fails\" : \"confirm "
    "it\");\n"
    "    }\n"
    "    if ($n_failed > 0)\n        fail();\n"
    "    if ($n_changed > 0)\n        skip();\n}\n\n";

static void append_test(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    g_string_append_printf(out, "static void $test_%s(void **$state)\n{\n    (void)$state;\n    $run_cases(\"%s\", ",
                           name, name);
    generate_frame_count(cases, out);
    g_string_append_printf(out, ", $run_%s);\n}\n\n", name);
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
