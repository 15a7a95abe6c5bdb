/* A program that repeats how functions crash, do not come back or end the program; see frame.h. */
#include <string.h>

#include "generate/frames/frame.h"

static void append_end(const GenerateBad *bad, GString *out)
{
    const char *name = sigabbrev_np((int)bad->status);
    if (bad->end == HLCOV_RETURNED)
        g_string_append(out, "does what C leaves undefined: -fsanitize=address,undefined shows it");
    else if (bad->end == HLCOV_LOOPED)
        g_string_append(out, "runs too long");
    else if (bad->end == HLCOV_EXITED && bad->status == HLCOV_WRONG)
        g_string_append(out, "does what its oracle calls wrong");
    else if (bad->end == HLCOV_EXITED)
        g_string_append_printf(out, "ends the program with status %u", bad->status);
    else if (name)
        g_string_append_printf(out, "ends by SIG%s", name);
    else
        g_string_append_printf(out, "ends by signal %u", bad->status);
}

static void append_rows(const GenerateCases *cases, GString *out)
{
    const char *name = cases->contract->function->name;
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateBad *bad = GENERATE_CASE(cases, i)->bad;
        g_string_append_printf(out, "    {\"%s ", name);
        append_end(bad, out);
        g_string_append_printf(out, ", as with %u input%s that %s tried\", $run_%s, %u},\n", bad->count,
                               bad->count == 1 ? "" : "s", bad->count == 1 ? "was" : "were", name, i);
    }
}

static const char body[] = "    unsigned $i, $n = sizeof $crashes / sizeof *$crashes;\n"
                           "    unsigned $number = $argc > 1 ? (unsigned)atoi($argv[1]) : 0;\n"
                           "    if ($number > 0 && $number <= $n) {\n"
                           "        $crashes[$number - 1].run($crashes[$number - 1].row);\n"
                           "        printf(\"It came back.\\n\");\n        return 0;\n    }\n"
                           "    for ($i = 0; $i < $n; $i++)\n"
                           "        printf(\"%u: %s\\n\", $i + 1, $crashes[$i].what);\n"
                           "    return 0;\n";

static void append_main(const GenerateFramed *framed, GString *out)
{
    g_string_append(out, "static const struct {\n    const char *what;\n    void (*run)(unsigned);\n    unsigned row;\n"
                         "} $crashes[] = {\n");
    for (guint i = 0; i < framed->tables->len; i++)
        append_rows(framed->tables->pdata[i], out);
    g_string_append(out, "};\n\n/* Runs the one whose number is its argument; without one, lists all. */\n");
    generate_frame_main(framed, TRUE, body, out);
}

const GenerateFrame generate_frame_crashes = {
    .about = "Inputs on which functions of %s crash, run too long or end the program",
    .build = "Compile it with the options of %s, and run it with the number of one.",
    .headers = "",
    .helpers = "",
    .append_main = append_main,
};
