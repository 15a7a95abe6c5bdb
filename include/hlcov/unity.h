/* Names the tests of Unity for reports: compile tests by hlcov cc with -include hlcov/unity.h, and change nothing. */
#ifndef HLCOV_UNITY_H
#define HLCOV_UNITY_H
#pragma GCC system_header

#include <hlcov/record.h>

/* Unity leaves it alone where it is defined already. */
#define RUN_TEST(function) (hlcov_test(#function), UnityDefaultTestRun(function, #function, __LINE__))

#endif
