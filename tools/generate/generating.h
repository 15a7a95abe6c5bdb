/* Generates tests for one source, as it is compiled: runs the annotator with generate/ as its survey, and prints what
 * came of it. It parses no options. */
#ifndef TOOLS_GENERATING_H
#define TOOLS_GENERATING_H

#include "annot/launch/launch.h"
#include "generate/write/write.h"
#include "htol/base/part.h"
#include "report/model/model.h"

/* What all sources have in common. */
typedef struct {
    const ReportRequest *request;     /* which objectives are to be covered; asks for witnesses */
    const GenerateWriter *writer;     /* format of the tests */
    const char *const *functions;     /* globs of names, ended by NULL; NULL: all */
    const char *const *linked;        /* objects and libraries to link with, ended by NULL; NULL: none */
    const char *data, *root, *output; /* absolute: the data directory; what paths are relative to; where tests go */
    const char *directory;            /* the working directory of the command, absolute */
    gboolean describes;               /* what functions take is printed, and nothing else done */
    const GenerateHooks *hooks;       /* NULL: there are none */
    gint64 time;                      /* microseconds of search in a function */
    guint64 seed;
    gboolean ways_only, is_direct; /* as in GenerateUnit */
    guint kills;    /* passes by which tests are to kill mutants, too (tools/generate/killing.h); 0: none */
    HtolPart shard; /* as in GenerateUnit */
} Generating;

/* A source, and the compiler's command line for it. */
typedef struct {
    const char *file;      /* its absolute path */
    const char *source;    /* as the command line has it */
    char **words;          /* of the compiler */
    const char *directory; /* in which the compiler runs, absolute */
    AnnotLaunch launch;    /* how it is annotated, but for what is recorded */
    guint32 records; /* what is recorded beside what the criteria need: the same as in other objects of the source,
                        or its functions are not the same in reports */
} GeneratingSource;

/* Generates tests of the source; FALSE and *error if it cannot be annotated. What goes wrong later is said on standard
 * error. */
gboolean generating_run(const Generating *generating, const GeneratingSource *source, GError **error);

#endif
