/* A campaign: an engine works on a target while its inputs are replayed and judged; in the end few inputs are kept that
 * cover as much as all, and are run as tests. It prints nothing: it tells how far it is. */
#ifndef FUZZ_CAMPAIGN_H
#define FUZZ_CAMPAIGN_H

#include <signal.h>

#include "fuzz/engine.h"
#include "fuzz/trial.h"
#include "report/model/model.h"

/* How far a campaign is. */
typedef struct {
    gint64 time;   /* microseconds since the engine began */
    guint64 runs;  /* of the target, by the engine */
    guint tried;   /* inputs of the engine that were replayed */
    guint covered; /* objectives that are covered now, of those that were asked for; by all that was recorded */
    guint before;  /* and before the campaign */
    guint open;    /* that are not covered */
    guint crashes; /* inputs that the engine says to crash or to run too long */
} FuzzProgress;

/* What to do. Paths are absolute. */
typedef struct {
    const FuzzTarget *target;
    const FuzzEngine *engine;
    FuzzTrials trials;
    const char *data;             /* the data directory */
    const char *corpus;           /* directory of seeds, and of what is kept */
    const char *work;             /* directory for what is needed meanwhile: everything in it is ours */
    const ReportRequest *request; /* which criteria and lines count */
    gboolean narrow;              /* the engine is told of slots of the request's objectives alone */
    gboolean open;                /* and only of those that are not covered */
    guint jobs, seed;             /* see FuzzPlan */
    guint64 runs;
    gint64 time, plateau; /* microseconds until it ends, and until it ends because nothing more was covered; 0: never */
    const volatile sig_atomic_t *stop; /* not 0: end now */
    void (*tell)(const FuzzProgress *progress, gpointer data);
    gpointer tell_data;
} FuzzCampaign;

/* An input on which the target did not end by itself. */
typedef struct {
    char *path;  /* of a copy in the work directory */
    char *how;   /* "SIGSEGV", "ran too long" */
    char *place; /* "in parse, parse.c:42"; "" if not known */
} FuzzCrash;

/* Why a campaign ended: its time was over; nothing more was covered for long; the engine made as many runs as were
 * asked for; everything is covered; somebody asked for the end. */
typedef enum { FUZZ_BY_TIME, FUZZ_BY_PLATEAU, FUZZ_BY_RUNS, FUZZ_BY_COVERAGE, FUZZ_BY_USER } FuzzReason;

/* What a campaign brought. To be freed by fuzz_result_free. */
typedef struct {
    FuzzProgress last;
    ReportTotals before[HTOL_CRITERIA], after[HTOL_CRITERIA]; /* of all that was recorded; none of criteria that were
                                                                 not asked for */
    FuzzReason reason;                                        /* why it ended */
    GPtrArray *kept; /* char *: paths of the corpus: seeds of others, and what is needed beside them */
    guint added,
        dropped;        /* inputs that were added to the corpus; inputs of earlier campaigns that are needed no more */
    GPtrArray *crashes; /* FuzzCrash, one for each place */
    guint vanished;     /* inputs that crashed under the engine, and not again */
} FuzzResult;

/* Runs the campaign. On failure returns NULL, and *error says what is wrong with the target, its seeds or the engine.
 * To be freed. */
FuzzResult *fuzz_campaign_run(const FuzzCampaign *campaign, GError **error);
void fuzz_result_free(FuzzResult *result);

#endif
