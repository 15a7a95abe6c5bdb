#!/usr/bin/python3
"""man/hlcov-testing.7 and the headers for libraries of tests: each recipe is done as the page says, and the tests,
which do not know of hlcov, have their names in the report. Unity is no package of Debian: a few lines stand for it."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.ci import CLAMP, COMMON, faults_of, run, write

PAGE = tap.read("man/hlcov-testing.7")
CALL = "int clamp(int value, int low, int high);\n"

CHECK = """#include <check.h>
%s
START_TEST(low)
{
    ck_assert_int_eq(clamp(1, 2, 4), 2);
}
END_TEST
START_TEST(high)
{
    ck_assert_int_eq(clamp(5, 2, 4), 4 + _i);
}
END_TEST
int main(void)
{
    Suite *suite = suite_create("clamp");
    TCase *tests = tcase_create("clamp");
    tcase_add_test(tests, low);
    tcase_add_loop_test(tests, high, 0, 1);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}
""" % CALL
CMOCKA = """#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
%s
static int four = 4, two = 2;
static int begin(void **state) { *state = &four; return 0; }
static int end(void **state) { return *state != &four; }
static int halve(void **state) { *state = *state == &four ? &two : NULL; return 0; }
static void low(void **state) { assert_int_equal(clamp(1, *(int *)*state, 4), 2); }
static void high(void **state) { assert_int_equal(clamp(5, 2, *(int *)*state), 4); }
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(low, halve),
        cmocka_unit_test(high),
    };
    const struct CMUnitTest others[] = {cmocka_unit_test_prestate(low, &two)};
    return cmocka_run_group_tests(tests, begin, end) + cmocka_run_group_tests_name("others", others, NULL, NULL);
}
""" % CALL
CRITERION = """#include <criterion/criterion.h>
%s
Test(ends, low) { cr_assert(clamp(1, 2, 4) == 2); }
Test(others, high) { cr_assert(clamp(5, 2, 4) == 4); }
""" % CALL
UNITY = """#include "unity.h"
%s
static void low(void) { TEST_ASSERT(clamp(1, 2, 4) == 2); }
static void high(void) { TEST_ASSERT(clamp(5, 2, 4) == 4); }
int main(void)
{
    RUN_TEST(low);
    RUN_TEST(high);
    return failed;
}
""" % CALL
UNITY_H = """extern int failed;
void UnityDefaultTestRun(void (*function)(void), const char *name, int line);
#ifndef RUN_TEST
#define RUN_TEST(function) UnityDefaultTestRun(function, #function, __LINE__)
#endif
#define TEST_ASSERT(condition) ((condition) ? (void)0 : (void)(failed = 1))
"""
UNITY_C = """#include "unity.h"
int failed;
void UnityDefaultTestRun(void (*function)(void), const char *name, int line)
{
    (void)name;
    (void)line;
    function();
}
"""
GLIB = """#include <glib.h>
%s
static void low(void) { g_assert_cmpint(clamp(1, 2, 4), ==, 2); }
static void high(void) { g_assert_cmpint(clamp(5, 2, 4), ==, 4); }
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/low", low);
    g_test_add_func("/high", high);
    return g_test_run();
}
""" % CALL
EXTENSION = """#include <Python.h>
%s
static PyObject *call(PyObject *self, PyObject *words)
{
    int value, low, high;
    (void)self;
    return PyArg_ParseTuple(words, "iii", &value, &low, &high) ? PyLong_FromLong(clamp(value, low, high)) : NULL;
}
static PyMethodDef methods[] = {{"clamp", call, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {.m_base = PyModuleDef_HEAD_INIT, .m_name = "clamps", .m_methods = methods};
PyMODINIT_FUNC PyInit_clamps(void) { return PyModule_Create(&module); }
""" % CALL
SETUP = """from setuptools import Extension, setup
setup(name="clamps", version="1", ext_modules=[Extension("clamps", ["extension.c", "clamp.c"])])
"""
PYTEST = """from clamps import clamp
def test_low(): assert clamp(1, 2, 4) == 2
def test_high(): assert clamp(5, 2, 4) == 4
"""
# Of each section of the page: the files, and what the tests are called.
LIBRARIES = {
    "Check": ({"tests.c": CHECK}, "low", "high"),
    "cmocka": ({"tests.c": CMOCKA}, "low", "high"),
    "Criterion": ({"tests.c": CRITERION}, "ends/low", "others/high"),
    "Unity": ({"tests.c": UNITY, "unity.h": UNITY_H, "unity.c": UNITY_C}, "low", "high"),
    "GLib": ({"tests.c": GLIB}, "/low", "/high"),
    "TAP": ({"low.c": "#include <stdio.h>\n" + COMMON["low.c"].replace("return", 'puts("1..1\\nok 1"); return'),
             "high.c": "#include <stdio.h>\n" + COMMON["high.c"].replace("return", 'puts("1..1\\nok 1"); return')},
            "low", "high"),
    "pytest": ({"extension.c": EXTENSION, "setup.py": SETUP, "test_clamp.py": PYTEST},
               "test_clamp.py::test_low", "test_clamp.py::test_high"),
}


def commands_of(name):
    block = re.search(r"^\.SH %s\n.*?^\.nf\n\.RS\n(.*?)^\.RE" % name, PAGE, re.M | re.S).group(1)
    return block.replace("\\-", "-").replace("\\e", "\\")


def name_faults(directory, low, high):
    """Each test covers the line that it is about, and no other."""
    done = subprocess.run([tap.hlcov, "report", "--json", "-", "--criteria=STMT", "--include=clamp.c"], cwd=directory,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        yield done.stderr
        return
    objectives = json.loads(done.stdout)["files"][0]["objectives"]
    covered = {objective["line"]: objective["witnesses"] for objective in objectives}
    wanted = {5: [[low]], 7: [[high]], 8: []}
    if {line: covered.get(line) for line in wanted} != wanted:
        yield "lines are covered by %s" % covered


def library_faults(top, name):
    files, low, high = LIBRARIES[name]
    directory = os.path.join(top, name)
    write(directory, {"clamp.c": CLAMP, **files})
    done = run("git init -q\n" + commands_of(name), directory, C_INCLUDE_PATH=os.path.join(tap.top_srcdir, "include"))
    yield from faults_of(done)
    yield from name_faults(directory, low, high)


def failing_faults(top):
    """A test that fails, fails with the header as without it."""
    directory = os.path.join(top, "cmocka")
    write(directory, {"clamp.c": CLAMP.replace("return high", "return low")})
    plain = run("gcc -o plain tests.c clamp.c -lcmocka && ./plain", directory)
    named = run(commands_of("cmocka"), directory, C_INCLUDE_PATH=os.path.join(tap.top_srcdir, "include"))
    results = [re.findall(r"(?m)^\[ *(?:OK|FAILED|PASSED) *\].*", done.stdout) for done in (plain, named)]
    if plain.returncode != named.returncode or plain.returncode != 1 or results[0] != results[1]:
        yield "%s\n%s" % (plain.stdout, named.stdout)


with tempfile.TemporaryDirectory() as top:
    tap.install(top)
    os.symlink("/usr/bin/python3", os.path.join(top, "bin", "python3"))
    for name in LIBRARIES:
        tap.point(name, library_faults(top, name))
    tap.point("cmocka: a test fails", failing_faults(top))
tap.finish()
