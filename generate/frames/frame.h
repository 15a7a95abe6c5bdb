/* The frames of tests in C: how a case is reported, and how all are run. What a case is, is the same in each. */
#ifndef GENERATE_WRITE_FRAME_H
#define GENERATE_WRITE_FRAME_H

#include "generate/case/cases.h"

/* What a frame writes about. */
typedef struct {
    const GPtrArray *tables; /* GenerateCases */
    const char *name;        /* of the file that is tested */
    guint habits;            /* of all its functions: GenerateHabits */
    gboolean has_main;       /* of its own: it is left as it is, tests run before it and end the program */
} GenerateFramed;

/* A frame. What it writes may call $run_FUNCTION($i) for each table, and use its $outcome: $PASSED, $CHANGED if the row
 * is not confirmed, $FAILED. */
typedef struct {
    const char *about; /* printf format of the first comment's text, with the file's name; "" at its end */
    const char *build; /* how it is compiled */
    const char *headers;
    const char *main_owner; /* whose main runs the tests, so that append_main is NULL; NULL: one that is written */
    gboolean judges;        /* rows are compared: its files have $outcome, $judge and $expect */
    const char *helpers;
    void (*append_test)(const GenerateCases *cases, GString *out); /* NULL: a table needs no function more */
    void (*append_main)(const GenerateFramed *framed, GString *out);
} GenerateFrame;

/* A program that prints TAP and needs no library. */
extern const GenerateFrame generate_frame_c;

/* Tests for cmocka. */
extern const GenerateFrame generate_frame_cmocka;

/* Tests for Check. */
extern const GenerateFrame generate_frame_check;

/* Tests for Criterion. */
extern const GenerateFrame generate_frame_criterion;

/* Tests for Unity, whose two files are the user's. */
extern const GenerateFrame generate_frame_unity;

/* A program that repeats one crash. */
extern const GenerateFrame generate_frame_crashes;

/* C text of $run_cases, for frames in which a function's cases are one test: `about` says in a comment what else
 * happens than that it fails, `print` is a function that takes a format, `end` are statements that look at $n_failed
 * and $n_changed. */
#define GENERATE_RUN_CASES(about, print, end)                                                                          \
    "/* Runs the cases of a function: it fails if a confirmed one does, and is " about " if another one changed. */\n" \
    "static void $run_cases(const char *$name, unsigned $n, enum $outcome (*$run)(unsigned))\n{\n"                     \
    "    unsigned $i, $n_changed = 0, $n_failed = 0;\n"                                                                \
    "    for ($i = 0; $i < $n; $i++) {\n"                                                                              \
    "        enum $outcome $outcome = $run($i);\n"                                                                     \
    "        $n_changed += $outcome == $CHANGED;\n"                                                                    \
    "        $n_failed += $outcome == $FAILED;\n"                                                                      \
    "        if ($outcome != $PASSED)\n"                                                                               \
    "            " print                                                                                               \
    "(\"%s, case %u: %s\\n\", $name, $i + 1, $outcome == $FAILED ? \"fails\" : \"confirm it\");\n"                     \
    "    }\n" end "}\n\n"

/* Writes the test of a table by $run_cases; `parameters` are the test's, `unused` a statement for those it has no use
 * for. */
void generate_frame_test(const GenerateCases *cases, const char *parameters, const char *unused, GString *out);

/* Writes the expression that is the number of cases of a table. */
void generate_frame_count(const GenerateCases *cases, GString *out);

/* Writes main, or what runs before a main of the unit's: `body` is that of a function that returns its exit status and
 * may use `argc` and `argv`. */
void generate_frame_main(const GenerateFramed *framed, gboolean has_arguments, const char *body, GString *out);

#endif
