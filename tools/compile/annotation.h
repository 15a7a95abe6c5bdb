/* The options that say how C is annotated, for the commands that do it. What they mean is annot/launch/launch.h's.
 */
#ifndef TOOLS_ANNOTATION_H
#define TOOLS_ANNOTATION_H

#include "annot/launch/launch.h"
#include "tools/shared/commands.h"

/* The options. If one is given twice, the last counts; but all objectives do. */
typedef struct {
    AnnotOptions chosen;                            /* numbers are as given until annotation_fill has checked them */
    char *semantics, *decisions, *aliases, *copies; /* as given; NULL: not given */
    char *functions;                                /* globs */
    gboolean anew;                                  /* --no-cache */
    char *proofs;                                   /* of --proofs=DIR, absolute; "": of the data directory */
    GPtrArray *words;   /* char *: those that were parsed as options of hlcov cc; the last one is NULL */
    char **files;       /* of objectives, of the words that were parsed last */
    HtolArena *arena;   /* of what follows */
    GArray *objectives; /* AnnotObjectives, with what the files hold */
} AnnotationOptions;

/* The number of entries that annotation_entries fills. */
enum { ANNOTATION_ENTRIES = 3 };

/* The options as they are when none is given; to be freed with annotation_options_clear. */
AnnotationOptions annotation_options(void);
void annotation_options_clear(AnnotationOptions *options);

/* Fills `entries`, ANNOTATION_ENTRIES of them, so that GOption parses into `options`. */
void annotation_entries(AnnotationOptions *options, GOptionEntry *entries);

/* Reads the files of objectives that the last parsed words named. COMMAND_FAILED, after a message, if one cannot be
 * read. */
CommandStatus annotation_read(AnnotationOptions *options);

/* Sets what the options say of `launch`, which must not outlive them. FALSE, after a message, if one is
 * wrong. */
gboolean annotation_fill(const AnnotationOptions *options, AnnotLaunch *launch);

#endif
