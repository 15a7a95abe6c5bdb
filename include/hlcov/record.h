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

#ifdef __cplusplus
}
#endif

/* Where hlcov cc compiles, the function is there; no condition is added to the user's. */
#ifndef __HLCOV__
#define hlcov_dump(write, context) (hlcov_dump ? (hlcov_dump)(write, context) : -1)
#endif

#endif
