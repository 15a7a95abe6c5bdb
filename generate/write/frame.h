/* The frames of tests in C: how a case is reported, and how all are run. What a case is, is the same in each. */
#ifndef GENERATE_WRITE_FRAME_H
#define GENERATE_WRITE_FRAME_H

#include "generate/write/cases.h"

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

/* Writes the expression that is the number of cases of a table. */
void generate_frame_count(const GenerateCases *cases, GString *out);

/* Writes main, or what runs before a main of the unit's: `body` is that of a function that returns its exit status and
 * may use `argc` and `argv`. */
void generate_frame_main(const GenerateFramed *framed, gboolean has_arguments, const char *body, GString *out);

#endif
