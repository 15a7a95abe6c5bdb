/* One run of a command as a test: what is run, what it may take, and how it ended. Who runs it is keeper.h's. */
#ifndef MUTATE_RUN_H
#define MUTATE_RUN_H

#include "htol/notes/trials.h"

/* What a run may take. */
typedef struct {
    gint64 time;          /* microseconds that it may take */
    guint64 memory;       /* bytes of memory of all its processes, and of the address space of each */
    guint64 written;      /* bytes that all its processes write, and of each file */
    guint processes;      /* that may run at once */
    gboolean is_spacious; /* address spaces have no limit: sanitizers reserve terabytes */
    gint64 computed; /* microseconds of a processor that a process with one thread may use, of which it is late, too;
                        0: nobody looks */
} MutateLimits;

/* What is run. It owns nothing. */
typedef struct {
    const char *directory;
    char **words;       /* the command; words[0] is looked for in its own PATH */
    char **environment; /* all of it */
    const char *copy;   /* a directory that the command sees in place of `original`; NULL: none. In namespaces only */
    const char *original;
    MutateLimits limits;
    gboolean is_apart; /* in namespaces: see mutate_can_be_apart */
} MutateRun;

/* How a run ended. */
typedef struct {
    HtolTrialEnd end; /* never ABSENT */
    guint32 status;
    gint64 time;       /* microseconds that it took */
    gboolean was_busy; /* LATE: a process of it computed nearly all the time, so what ran beside it is not the cause */
    int cause;         /* what errno is for why the command could not be started; 0: it was */
} MutateOutcome;

/* The domain of errors of this folder, with messages for users; the code is 0. */
#define MUTATE_ERROR mutate_error_quark()
GQuark mutate_error_quark(void);

#endif
