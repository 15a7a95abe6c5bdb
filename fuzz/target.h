/* What is fuzzed: a command that runs a program on one input. It knows how the program gets its input and what engines
 * can do with it, and runs nothing. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include <glib.h>

/* In a command: where the path of the input stands. */
#define FUZZ_PLACE "@@"

/* One target. To be freed by fuzz_target_free. */
typedef struct {
    char **words;       /* the command, ended by NULL; words[0] is the path of the program */
    char *name;         /* of the program, without directories */
    char *baked;        /* the data directory that it was compiled for; NULL: not known */
    gboolean by_path;   /* a word holds FUZZ_PLACE; else the input is what the program reads from standard input */
    gboolean has_entry; /* it is linked with libFuzzer: it runs LLVMFuzzerTestOneInput, and takes paths of inputs */
    GPtrArray *parts;   /* FuzzPart: the program and libraries that it is linked with, those that have slots */
} FuzzTarget;

/* A program or library with slots. */
typedef struct {
    char *path;
    char *build_id;      /* lower-case hexadecimal digits; "" if it has none */
    GByteArray *section; /* hlcov_bits as it is when the program starts */
} FuzzPart;

/* The units of a part, one after the other: returns where in its section the next one behind `unit` begins; NULL, the
 * first; NULL at the end, or where the section is damaged. */
const guint8 *fuzz_part_next(const FuzzPart *part, const guint8 *unit);

/* The target of a command: `command` is ended by NULL. Where it names objects and libraries (`.o`, `.a`) instead of a
 * program, use fuzz_target_link first. On failure returns NULL, and *error says in a sentence what is wrong: there is
 * no such program, it is a script, it has no slots. To be freed. */
FuzzTarget *fuzz_target_new(char **command, GError **error);
void fuzz_target_free(FuzzTarget *target);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FuzzTarget, fuzz_target_free)

/* The command with the path of an input in place of FUZZ_PLACE. To be freed by g_strfreev. */
char **fuzz_target_words(const FuzzTarget *target, const char *input);

/* Bytes of memory that all slots need in AFL's map, in whole pages. */
gsize fuzz_target_map(const FuzzTarget *target);

/* Whether the command names objects for a linker, the first word being one. */
gboolean fuzz_target_is_object(char **command);

/* Links objects and libraries, and words for the linker, with libFuzzer to a program in `directory`, which is named as
 * the first of them. Returns the
 * command that runs it, to be freed by g_strfreev; NULL and *error if there is no compiler with libFuzzer, or it
 * fails. */
char **fuzz_target_link(char **command, const char *directory, GError **error);

/* The domain of errors of this folder, with messages for users; the code is 0. */
#define FUZZ_ERROR fuzz_error_quark()
GQuark fuzz_error_quark(void);

#endif
