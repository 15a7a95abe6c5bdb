/* Finds hooks: C functions in which a user says more of the functions to be tested than can be inferred. What they do
 * is the compiler's business: the harness and the tests include them.
 *
 *     void init_NAME(PARAMETERS)               is called before NAME, in the same memory: it may fill what is there
 *     int assume_NAME(PARAMETERS)              NAME is called only if it returns no 0
 *     int oracle_NAME(RESULT, PARAMETERS)      says whether what NAME did is right; without RESULT if there is none. */
#ifndef GENERATE_HOOKS_H
#define GENERATE_HOOKS_H

#include <glib.h>

/* Which hooks a function has: bits. */
enum { GENERATE_INIT = 1, GENERATE_ASSUME = 2, GENERATE_ORACLE = 4 };

/* A file of hooks. */
typedef struct {
    char *path; /* absolute */
    char *text;
} GenerateHooks;

/* Reads the file; NULL and *error if it cannot be read. */
GenerateHooks *generate_hooks_new(const char *path, GError **error);
void generate_hooks_free(GenerateHooks *hooks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateHooks, generate_hooks_free)

/* Returns which hooks the file has for that function; `hooks` may be NULL: none. */
guint generate_hooks_of(const GenerateHooks *hooks, const char *function);

#endif
