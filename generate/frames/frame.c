/* Writes what frames have in common; see frame.h. */
#include "generate/frames/frame.h"

void generate_frame_count(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    g_string_append_printf(out, "sizeof $%s_cases / sizeof *$%s_cases", name, name);
}

void generate_frame_test(const GenerateCases *cases, const char *parameters, const char *unused, GString *out)
{
    const char *name = cases->contract->function->name;
    g_string_append_printf(out, "static void $test_%s(%s)\n{\n%s    $run_cases(\"%s\", ", name, parameters, unused,
                           name);
    generate_frame_count(cases, out);
    g_string_append_printf(out, ", $run_%s);\n}\n\n", name);
}

void generate_frame_main(const GenerateFramed *framed, gboolean has_arguments, const char *body, GString *out)
{
    const char *parameters = has_arguments ? "int $argc, char **$argv" : "void";
    if (!framed->has_main) {
        g_string_append_printf(out, "int main(%s)\n{\n%s}\n", parameters, body);
        return;
    }
    g_string_append_printf(out, "static int $run_all(%s)\n{\n%s}\n\n", parameters, body);
    g_string_append_printf(out,
                           "/* The unit has a main of its own: the tests run before it, and end the program. */\n"
                           "__attribute__((constructor)) static void $begin(%s)\n{\n    exit($run_all(%s));\n}\n",
                           parameters, has_arguments ? "$argc, $argv" : "");
}
