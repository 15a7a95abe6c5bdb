/* Names the tests of cmocka for reports: compile tests by hlcov cc with -include hlcov/cmocka.h, and change nothing.
 * Each test of a group gets a setup that calls hlcov_test and then its own. */
#ifndef HLCOV_CMOCKA_H
#define HLCOV_CMOCKA_H
#pragma GCC system_header

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <hlcov/record.h>

/* The fixtures of the group that runs, and the state that its setup left. */
static CMFixtureFunction hlcov_cmocka_setup __attribute__((unused));
static CMFixtureFunction hlcov_cmocka_teardown __attribute__((unused));
static void *hlcov_cmocka_state __attribute__((unused));

/* The setup of all tests: *state is the test as it was given, until the group's state or its own takes its place. */
static inline int hlcov_cmocka_begin(void **state)
{
    const struct CMUnitTest *test = *state;
    hlcov_test(test->name);
    *state = hlcov_cmocka_state ? hlcov_cmocka_state : test->initial_state;
    return test->setup_func ? test->setup_func(state) : 0;
}

/* The setup of all groups: cmocka gives tests their own state if the group has none. */
static inline int hlcov_cmocka_begin_group(void **state)
{
    int status = hlcov_cmocka_setup ? hlcov_cmocka_setup(state) : 0;
    hlcov_cmocka_state = *state;
    *state = NULL;
    return status;
}

/* The teardown of all groups. */
static inline int hlcov_cmocka_end_group(void **state)
{
    *state = hlcov_cmocka_state;
    return hlcov_cmocka_teardown ? hlcov_cmocka_teardown(state) : 0;
}

/* Runs the `n` tests as cmocka does, each with its name. Returns how many failed. */
static inline int hlcov_cmocka_run(const char *name, const struct CMUnitTest *tests, size_t n, CMFixtureFunction setup,
                                   CMFixtureFunction teardown)
{
    struct CMUnitTest *named = calloc(n, sizeof *named);
    for (size_t i = 0; named && i < n; i++) {
        named[i] = tests[i];
        named[i].setup_func = hlcov_cmocka_begin;
        named[i].initial_state = (void *)(uintptr_t)&tests[i];
    }
    if (!named)
        return _cmocka_run_group_tests(name, tests, n, setup, teardown);
    hlcov_cmocka_setup = setup;
    hlcov_cmocka_teardown = teardown;
    hlcov_cmocka_state = NULL;
    int failed = _cmocka_run_group_tests(name, named, n, hlcov_cmocka_begin_group, hlcov_cmocka_end_group);
    hlcov_test(NULL);
    free(named);
    return failed;
}

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    hlcov_cmocka_run(#tests, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)
#undef cmocka_run_group_tests_name
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                                      \
    hlcov_cmocka_run(name, tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#endif
