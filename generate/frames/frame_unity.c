/* Tests for Unity; see frame.h. */
#include "generate/frames/frame.h"

static const char helpers[] = "void setUp(void)\n{\n}\n\nvoid tearDown(void)\n{\n}\n\n" GENERATE_RUN_CASES(
    "ignored", "printf",
    "    TEST_ASSERT_EQUAL_UINT_MESSAGE(0, $n_failed, \"cases that are confirmed\");\n"
    "    if ($n_changed > 0)\n        TEST_IGNORE_MESSAGE(\"cases that are not confirmed changed\");\n");

static void append_test(const GenerateCases *cases, GString *out)
{
    generate_frame_test(cases, "void", "", out);
}

static void append_main(const GenerateFramed *framed, GString *out)
{
    g_autoptr(GString) body = g_string_new("    UNITY_BEGIN();\n");
    for (guint i = 0; i < framed->tables->len; i++)
        g_string_append_printf(body, "    RUN_TEST($test_%s);\n",
                               ((const GenerateCases *)framed->tables->pdata[i])->contract->function->name);
    g_string_append(body, "    return UNITY_END();\n");
    generate_frame_main(framed, FALSE, body->str, out);
}

const GenerateFrame generate_frame_unity = {
    .about = "Tests of %s for Unity",
    .build = "Compile it with the options of %s, together with Unity's unity.c.",
    .headers = "#include \"unity.h\"\n",
    .judges = TRUE,
    .helpers = helpers,
    .append_test = append_test,
    .append_main = append_main,
};
