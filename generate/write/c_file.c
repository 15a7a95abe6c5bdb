/* Puts files of tests together; see c_file.h. */
#include "generate/write/c_file.h"

#include <string.h>

#include "generate/case/call.h"
#include "generate/case/expected.h"
#include "generate/case/fold.h"
#include "generate/case/habits.h"
#include "generate/case/names.h"
#include "generate/case/stubs.h"
#include "generate/case/table.h"
#include "generate/contract/inlines.h"
#include "generate/write/output.h"

/* ---- helpers ---- */

static const char judge[] = "/* What became of a case. A row that is not confirmed cannot fail. */\n"
                            "enum $outcome { $PASSED, $CHANGED, $FAILED };\n\n"
                            "static enum $outcome $judge(int $good, int $confirmed)\n{\n"
                            "    return $good ? $PASSED : $confirmed ? $FAILED : $CHANGED;\n}\n\n";

/* Text of a file that is written if the rest of it uses the name. */
static const struct {
    const char *name, *text;
} helpers[] = {
    {"$expect(", "static int $expect(const char *$what, int $holds)\n{\n"
                 "    if (!$holds)\n        printf(\"# %s differs\\n\", $what);\n    return $holds;\n}\n\n"},
    {"$same_real(", "static int $same_real(double $one, double $other)\n{\n"
                    "    return $one == $other || ($one != $one && $other != $other);\n}\n\n"},
    {"$same_long_real(", "static int $same_long_real(long double $one, long double $other)\n{\n"
                         "    return $one == $other || ($one != $one && $other != $other);\n}\n\n"},
    {"$stream_of(", "static FILE *$stream_of(const char *$text)\n{\n"
                    "    FILE *$stream = $text ? tmpfile() : NULL;\n"
                    "    if ($stream) {\n        fputs($text, $stream);\n        rewind($stream);\n    }\n"
                    "    return $stream;\n}\n\n"},
    {"$close_input(", "/* What the functions read is nothing. */\n"
                      "static void $close_input(void)\n{\n"
                      "    if (!freopen(\"/dev/null\", \"r\", stdin))\n        exit(1);\n}\n\n"},
    {"&$token", "static char $token; /* pointers to incomplete types lead here */\n\n"},
    {"$redirect(", "/* Functions that may free what they are given get copies on the heap. */\n"
                   "struct $block {\n    const void *at;\n    size_t size;\n};\n\n"
                   "static const struct $block *$blocks;\nstatic unsigned $n_blocks;\nstatic void **$copies;\n\n"
                   "/* Makes pointers in the object that lead to blocks lead to their copies. */\n"
                   "static void $redirect(void *$object, size_t $size)\n{\n"
                   "    size_t $at;\n    unsigned $i;\n    void *$pointer;\n"
                   "    for ($at = 0; $at + sizeof $pointer <= $size; $at += sizeof $pointer) {\n"
                   "        memcpy(&$pointer, (char *)$object + $at, sizeof $pointer);\n"
                   "        for ($i = 0; $i < $n_blocks; $i++)\n"
                   "            if ($pointer == $blocks[$i].at)\n"
                   "                memcpy((char *)$object + $at, &$copies[$i], sizeof $pointer);\n    }\n}\n\n"
                   "static void $copy_blocks(const struct $block *$from, unsigned $n)\n{\n"
                   "    unsigned $i;\n"
                   "    $blocks = $from;\n    $n_blocks = $n;\n    $copies = malloc($n * sizeof *$copies);\n"
                   "    for ($i = 0; $i < $n; $i++)\n"
                   "        $copies[$i] = memcpy(malloc($from[$i].size), $from[$i].at, $from[$i].size);\n"
                   "    for ($i = 0; $i < $n; $i++)\n        $redirect($copies[$i], $from[$i].size);\n}\n\n"},
};

static const char elsewhere[] =
    "static char $elsewhere; /* stands for whatever a pointer leads to that is not NULL */\n\n";
static const char same_text_begin[] = "static int $same_text(const char *$one, const char *$other)\n{\n";
static const char same_text_elsewhere[] = "    if ($other == &$elsewhere)\n        return $one != NULL;\n";
static const char same_text_end[] = "    return $one && $other ? strcmp($one, $other) == 0 : $one == $other;\n}\n\n";

/* What compares texts has to know of those that lost their end, if there may be any. */
static void append_same_text(const char *tests, GString *out)
{
    gboolean any_elsewhere = strstr(tests, "&$elsewhere") != NULL;
    g_string_append(out, any_elsewhere ? elsewhere : "");
    if (strstr(tests, "$same_text("))
        g_string_append_printf(out, "%s%s%s", same_text_begin, any_elsewhere ? same_text_elsewhere : "", same_text_end);
}

static const char no_leaks[] = "/* Who calls these functions frees what they return; tests do not. */\n"
                               "const char *__asan_default_options(void);\n"
                               "const char *__asan_default_options(void)\n{\n"
                               "    return \"detect_leaks=0:allocator_may_return_null=1\";\n}\n\n";

static void append_helpers(const GenerateFramed *framed, const GenerateFrame *frame, const char *tests, GString *out)
{
    if (frame->judges)
        g_string_append(out, judge);
    append_same_text(tests, out);
    for (guint i = 0; i < G_N_ELEMENTS(helpers); i++)
        if (strstr(tests, helpers[i].name))
            g_string_append(out, helpers[i].text);
    if (framed->habits & (GENERATE_ALLOCATES | GENERATE_FREES))
        g_string_append(out, no_leaks);
    g_string_append(out, frame->helpers);
}

/* ---- headers ---- */

/* Words that a header declares, each ended by a bar. */
static const struct {
    const char *header, *words;
} headers[] = {
    {"limits.h", "INT_MIN|INT_MAX|UINT_MAX|LONG_MIN|LONG_MAX|LLONG_MIN|LLONG_MAX|ULONG_MAX|ULLONG_MAX"},
    {"math.h", "NAN|INFINITY"},
    {"stdio.h", "printf(|FILE|freopen(|putchar("},
    {"stdlib.h", "NULL|exit(|malloc(|atoi(|abort("},
    {"string.h", "memcpy(|strcmp("},
};

static void append_headers(const GenerateFrame *frame, const char *text, GString *out)
{
    for (guint i = 0; i < G_N_ELEMENTS(headers); i++) {
        g_auto(GStrv) words = g_strsplit(headers[i].words, "|", -1);
        gboolean used = FALSE;
        for (char **word = words; *word; word++)
            used |= strstr(text, *word) != NULL;
        if (used)
            g_string_append_printf(out, "#include <%s>\n", headers[i].header);
    }
    g_string_append_printf(out, "%s\n", frame->headers);
}

/* The path of `file` as seen from `directory`; both may be relative to the working directory. To be freed. */
static char *relative_path(const char *file, const char *directory)
{
    g_autofree char *from = g_canonicalize_filename(directory, NULL), *to = g_canonicalize_filename(file, NULL);
    g_auto(GStrv) steps = g_strsplit(from, "/", -1), parts = g_strsplit(to, "/", -1);
    GString *path = g_string_new(NULL);
    guint same = 0;
    while (steps[same] && parts[same + 1] && strcmp(steps[same], parts[same]) == 0)
        same++;
    for (guint i = same; steps[i]; i++)
        g_string_append(path, "../");
    for (guint i = same; parts[i]; i++)
        g_string_append_printf(path, "%s%s", parts[i], parts[i + 1] ? "/" : "");
    return g_string_free(path, FALSE);
}

/* ---- the whole ---- */

static void append_about(const GenerateFramed *framed, const GenerateFrame *frame, GString *out)
{
    g_autofree char *about = g_strdup_printf(frame->about, framed->name);
    g_autofree char *build = g_strdup_printf(frame->build, framed->name);
    g_string_append_printf(out, "/* %s, written by hlcov generate.\n", about);
    g_string_append(out, " *\n");
    if (frame->judges)
        g_string_append(out,
                        " * A row of a table is a case: what the function takes, and what was observed when it ran. "
                        "Nobody has said yet\n"
                        " * that this is what it should do: when you know, write .confirmed = 1 into the row. A row "
                        "that is not confirmed\n"
                        " * and behaves otherwise is no failure.\n");
    else
        g_string_append(out, " * Each is a bug, or the function asks for something that nobody wrote down.\n");
    g_string_append_printf(
        out, " *\n * %s\n *\n * Edit it as you like: hlcov then leaves it alone. " GENERATE_CHECKSUM " */\n", build);
}

static gboolean has_main(const AnnotTree *tree)
{
    for (guint i = 0; i < tree->n_functions; i++)
        if (strcmp(tree->functions[i]->name, "main") == 0)
            return TRUE;
    return FALSE;
}

static guint habits_of(const GPtrArray *tables)
{
    guint habits = 0;
    for (guint i = 0; i < tables->len; i++)
        habits |= ((const GenerateCases *)tables->pdata[i])->habits;
    return habits;
}

static void append_tests(const GenerateUnit *unit, const GenerateFramed *framed, const GenerateFrame *frame,
                         const GenerateNames *names, GString *out)
{
    generate_stubs(unit->contracts, names, out);
    generate_same_functions(framed->tables, out);
    for (guint i = 0; i < framed->tables->len; i++) {
        GenerateCases *cases = framed->tables->pdata[i];
        generate_table(cases, generate_names_has_bool(names), out);
        generate_call(cases, names, out);
        if (frame->append_test)
            frame->append_test(cases, out);
    }
    if (frame->append_main)
        frame->append_main(framed, out);
}

static void append_hooks(const GenerateHooks *hooks, const char *directory, GString *out)
{
    g_autofree char *include = hooks ? relative_path(hooks->path, directory) : NULL;
    if (hooks)
        g_string_append_printf(out, "#include \"%s\"\n", include);
}

char *generate_c_file(const GenerateUnit *unit, const GPtrArray *tables, const GenerateFrame *frame,
                      const char *directory, const char *source, GError **error)
{
    g_autoptr(GenerateNames) names = generate_names_new(unit->contracts->text, unit->source);
    g_autofree char *include = relative_path(source, directory), *name = g_path_get_basename(source);
    const GenerateFramed framed = {tables, name, habits_of(tables), has_main(unit->contracts->tree)};
    g_autoptr(GString) tests = g_string_new(NULL), body = g_string_new(NULL);
    if (framed.has_main && frame->main_owner) {
        g_set_error(error, GENERATE_ERROR, 0,
                    "%s has a main of its own, but %s's has to run the tests: use another format", source,
                    frame->main_owner);
        return NULL;
    }
    GString *out = g_string_new(NULL);
    append_tests(unit, &framed, frame, names, tests);
    append_helpers(&framed, frame, tests->str, body);
    g_string_append(body, tests->str);
    generate_names_settle(names, body);
    generate_fold(body);
    append_about(&framed, frame, out);
    generate_inlines_before(unit->contracts, out);
    g_string_append_printf(out, "#include \"%s\"\n", include);
    append_hooks(unit->hooks, directory, out);
    g_string_append_c(out, '\n');
    append_headers(frame, body->str, out);
    generate_inlines_behind(unit->contracts, out);
    g_string_append(out, body->str);
    return g_string_free(out, FALSE);
}
