/* What a program may ask of the runtime that hlcov cc puts into it. It records nothing itself.
 *
 * It can stay in the program for good: where nothing was compiled by hlcov cc these functions do nothing and return -1,
 * and nothing need be linked. C++, and C that hlcov cc did not compile, may call them too. */
#ifndef HLCOV_RECORD_H
#define HLCOV_RECORD_H

#ifdef __cplusplus
extern "C" {
#endif

/* Writes what the calling program or library has recorded so far, in all processes that share its data file, as the
 * bytes of a data file: for programs that can write no files. `write` is called several times, with the bytes that
 * follow; what it returns, unless it is 0, is returned at once. Returns 0 if all was written, -1 if nothing is recorded
 * here. The bytes are put into a file NAME.hlb, which `hlcov report` reads beside tables or the program.
 *
 * Makes no system call, takes no lock, allocates nothing. Other threads may go on recording: what they do meanwhile is
 * in it or not. */
int hlcov_dump(int (*write)(void *context, const void *bytes, unsigned long size), void *context)
    __attribute__((weak, visibility("hidden")));

/* From now on it is the test `name` (at most 1023 bytes) that is recorded, as if `hlcov run --test=NAME` had started
 * the program; NULL or "": none. For runners of several tests in one process. Processes that are started from now on
 * belong to the test too, if libc's setenv is linked. Returns 0; -1 if nothing is recorded here, or if no file for the
 * test can be had: then it counts, but for no test.
 *
 * It is of the calling program or library: others that are loaded already are not told. No other thread may run code
 * that records meanwhile; sequences of a user's objectives that are under way go on. */
int hlcov_test(const char *name) __attribute__((weak, visibility("hidden")));

#ifdef __cplusplus
}
#endif

/* Where hlcov cc compiles, the functions are there; no condition is added to the user's. */
#ifndef __HLCOV__
#define hlcov_dump(write, context) (hlcov_dump ? (hlcov_dump)(write, context) : -1)
#define hlcov_test(name) (hlcov_test ? (hlcov_test)(name) : -1)
#endif

#endif
