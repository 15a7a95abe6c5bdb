/* Tests as a program that prints TAP; see frame.h. */
#include "generate/frames/frame.h"

/* TAP's word for what is not expected to work yet. */
#define LATER                                                                                                          \
    "TO"                                                                                                               \
    "DO"

static void append_row(const GenerateCases *cases, GString *out)
{
    g_string_append_printf(out, "    {\"%s\", ", cases->contract->function->name);
    generate_frame_count(cases, out);
    g_string_append_printf(out, ", $run_%s},\n", cases->contract->function->name);
}

static void append_functions(const GenerateFramed *framed, GString *out)
{
    g_string_append(out, "static const struct {\n"
                         "    const char *name;\n    unsigned cases;\n    enum $outcome (*run)(unsigned);\n"
                         "} $functions[] = {\n");
    for (guint i = 0; i < framed->tables->len; i++)
        append_row(framed->tables->pdata[i], out);
    g_string_append(out, "};\n\n");
}

static const char runner[] =
    "static unsigned $n_run, $n_failed;\n\n"
    "/* Runs the case of that number among all, from 0. */\n"
    "static void $run_case(unsigned $number)\n{\n"
    "    unsigned $f = 0;\n"
    "    enum $outcome $outcome;\n"
    "    while ($number >= $functions[$f].cases)\n"
    "        $number -= $functions[$f++].cases;\n"
    "    $outcome = $functions[$f].run($number);\n"
    "    $n_failed += $outcome == $FAILED;\n"
    "    printf(\"%sok %u - %s, case %u%s\\n\", $outcome == $PASSED ? \"\" : \"not \", ++$n_run,\n"
    "           $functions[$f].name, $number + 1, $outcome == $CHANGED ? \" # " LATER " confirm it\" : \"\");\n}\n\n"
    "/* Runs all cases, or those whose numbers are its arguments. */\n";

/* Lines are written as they are printed, by what no unit has a macro for: gnulib makes fflush another one. */
static const char body[] = "    unsigned $total = 0, $i;\n"
                           "    int $k;\n"
                           "    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);\n"
                           "    for ($i = 0; $i < sizeof $functions / sizeof *$functions; $i++)\n"
                           "        $total += $functions[$i].cases;\n"
                           "    printf(\"1..%u\\n\", $argc > 1 ? (unsigned)$argc - 1 : $total);\n"
                           "    for ($i = 0; $argc < 2 && $i < $total; $i++)\n"
                           "        $run_case($i);\n"
                           "    for ($k = 1; $k < $argc; $k++)\n"
                           "        if (atoi($argv[$k]) > 0 && (unsigned)atoi($argv[$k]) <= $total)\n"
                           "            $run_case((unsigned)atoi($argv[$k]) - 1);\n"
                           "    return $n_failed > 0;\n";

static void append_main(const GenerateFramed *framed, GString *out)
{
    append_functions(framed, out);
    g_string_append(out, runner);
    generate_frame_main(framed, TRUE, body, out);
}

const GenerateFrame generate_frame_c = {
    .about = "Tests of %s",
    .build = "Compile it with the options of %s, run it, and read its TAP.",
    .headers = "",
    .judges = TRUE,
    .helpers = "",
    .append_main = append_main,
};
