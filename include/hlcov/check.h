/* Names the tests of Check for reports: compile tests by hlcov cc with -include hlcov/check.h, and change nothing. Each
 * test begins with hlcov_test. It is for Check 0.13 and later. */
#ifndef HLCOV_CHECK_H
#define HLCOV_CHECK_H
#pragma GCC system_header

#include <check.h>

#include <hlcov/record.h>

/* As Check has it; the test's own text is the body of another function. */
#undef START_TEST
#define START_TEST(name)                                                                                               \
    static void name##_body(int _i CK_ATTRIBUTE_UNUSED);                                                               \
    static void name##_fn(int _i)                                                                                      \
    {                                                                                                                  \
        hlcov_test(#name);                                                                                             \
        name##_body(_i);                                                                                               \
    }                                                                                                                  \
    static const TTest name##_ttest = {"" #name, name##_fn, __FILE__, __LINE__};                                       \
    static const TTest *name = &name##_ttest;                                                                          \
    static void name##_body(int _i CK_ATTRIBUTE_UNUSED)

#endif
