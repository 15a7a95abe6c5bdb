/* A compiler's command line, understood: its sources, and the commands derived from it that preprocess, check
 * and compile them. Starts no process and reads no file; see launch.h for who runs what is derived here.
 *
 * An argument is an option with its value, or one input; it keeps its order in every derived command. Options
 * that are not known are passed on to all of them. */
#ifndef ANNOT_COMMAND_H
#define ANNOT_COMMAND_H

#include <glib.h>

/* One argument of the command. */
typedef struct {
    guint role;         /* what it is and which derived commands it belongs to: bits known to command.c */
    guint first, count; /* index of its first word, number of its words */
} AnnotArg;

/* A command line, understood. To be freed by annot_command_free. */
typedef struct {
    char **words;         /* the command without the launcher, response files expanded; not owned */
    guint compiler_words; /* how many of them name the compiler: 2 for `ccache gcc` */
    GArray *args;         /* AnnotArg, in order */
    GPtrArray *sources;   /* const char *, as given */
    GPtrArray *dialect;   /* const char *: options that change how C is read, NULL at the end */
    const char *output;   /* value of -o, or NULL */
    gboolean links;       /* there is no -c */
    gboolean intel_syntax;
    gboolean optimized; /* -O, but for -O0 */
    gboolean small;     /* the object is to be small: -Os, -Oz */
    gboolean watched;   /* functions tell when they are entered: -finstrument-functions, -pg */
    gboolean threads;   /* it is made for threads: -pthread, -fopenmp */
    char *pass_through; /* why the command is to be run as it is; NULL if it is to be annotated */
    gboolean compiles;  /* it compiles its sources nevertheless: reports tell that they are not measured */
    char *aside;        /* while it is parsed: why it is passed through if it has C sources, or no others */
} AnnotCommand;

/* Understands `words` (which must outlive the result); `directory` is where the command runs. Never fails:
 * what is not understood is passed through. */
AnnotCommand *annot_command_parse(char **words, const char *directory);
void annot_command_free(AnnotCommand *command);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnnotCommand, annot_command_free)

/* Each of the next six functions returns the command that does what its comment says: words for exec, to be freed with
 * g_strfreev. */

/* Prints the compiler's messages about the user's own text, and writes the files that -MD and related options ask for,
 * unless annot_command_only_says, but no object. `colour`: the messages are shown on a terminal. */
char **annot_command_check(const AnnotCommand *command, gboolean colour);

/* Writes the preprocessed text of sources[source] to `output`, silently, and no other file but that of dependencies
 * where annot_command_only_says. */
char **annot_command_preprocess(const AnnotCommand *command, guint source, const char *output);

/* Writes the preprocessed text of `file` to `output`, with the macros that hold at the end of sources[source]. */
char **annot_command_expand(const AnnotCommand *command, guint source, const char *file, const char *output);

/* Does what the user asked for, with texts[i] (preprocessed C) in the place of sources[i], without warnings.
 */
char **annot_command_compile(const AnnotCommand *command, char *const *texts);

/* Compiles `file`, C text that is none of the sources, into the object `output`, as sources are compiled but without
 * warnings. */
char **annot_command_object(const AnnotCommand *command, const char *file, const char *output);

/* Has only the compiler and its options that choose the target machine or the directories of headers. */
char **annot_command_machine(const AnnotCommand *command);

/* Whether the check says the same of the same text, whatever it is compiled into, and writes no file: that of
 * dependencies is written by the preprocessor, if the command names it and its target. */
gboolean annot_command_only_says(const AnnotCommand *command);

/* Returns a digest of the options by which code is generated: of the same digest, text that depends on no macro is
 * compiled to the same code. 0: a linker may not be able to leave a function out, for something else than its code is
 * generated that names it. */
guint64 annot_command_digest(const AnnotCommand *command);

/* Returns the name of the file that sources[source] is compiled into, as the compiler chooses it; to be freed. */
char *annot_command_product(const AnnotCommand *command, guint source);

/* Returns the last component of the source's name without its suffix, from which compilers name products. To be freed.
 */
char *annot_command_stem(const char *source);

#endif
