/* The functions of all units, merged: those of one path with equal rows are one, with all that was recorded of any, and
 * so are builds of one text of which one records all that the others do. Sorts out what is outdated; it judges nothing.
 */
#ifndef REPORT_MERGE_H
#define REPORT_MERGE_H

#include "report/model/model.h"
#include "report/model/scripts.h"

/* A unit that holds a function. */
typedef struct {
    const ReportUnit *unit;
    const HtolFunction *function; /* of its table */
    const HtolProved *proved;     /* what is proved of it there; NULL: nothing */
} ReportHolder;

/* One function, with what all of its units recorded. */
typedef struct ReportMerged ReportMerged;
struct ReportMerged {
    const HtolFunction *function;
    const char *path;        /* of its file */
    HtolRecorded recorded;   /* its function lacks labels and sequences of texts that do not count */
    const guint8 *outside;   /* of each slot, 1: it was set outside of tests, whether or not tests set it; NULL: none */
    gboolean outside_tuples; /* tuples were recorded outside of tests, maybe of other functions */
    guint n_holders;
    const ReportHolder *holders;
    const ReportMutants *mutants; /* NULL until mutants.h gives it some */
    const ReportMerged *part;     /* a build of it that records less, and is merged into it; NULL: none */
    const ReportMerged *next;     /* of such a build, another one; NULL: none */
};

/* A source file with functions, or one of a unit that was not measured. */
typedef struct {
    const char *path;
    const char *unmeasured; /* why, of some unit that it is the source of; NULL: all were measured */
    gboolean wanted;        /* by the request. If not, it has those functions alone that have users' labels or
                               sequences */
    ReportSourceState state;
    const char *source; /* its text, NUL-terminated; NULL unless state is OK, or OUTSIDE: then it may not be shown */
    gsize source_size;
    int cause;        /* what report_source_read returned; 0 if it was not called */
    guint n_units;    /* that have functions of it; 0 if the source was not handed over by report_merge_each */
    guint n_outdated; /* functions that were left out: of an older text of the file or of objectives */
    guint n_functions;
    ReportMerged **functions; /* by line, then name */
} ReportSource;

/* All functions, by source. Lies in the arena of the model. */
typedef struct {
    guint n_sources;
    ReportSource *sources; /* by path */
    guint n_system;        /* system headers with functions that were left out, because nobody has asked for them */
    HtolTestSets *tests; /* that recorded what: the recorded functions' sets; NULL: not asked for, or no test is known.
                            To be freed after them */
} ReportMerge;

/* Whether the request asks for files of that path. Those of the system (below /usr/include, say) it must name. */
gboolean report_is_wanted(const ReportRequest *request, const char *path);

/* Lives in the arena, and points into the inputs, which must have all tables. */
ReportMerge report_merge(HtolArena *arena, const ReportInputs *inputs, const ReportRequest *request,
                         const ReportScripts *scripts);

/* Returns by the path of each file the units that have functions of it: GPtrArray of ReportUnit, by the paths of their
 * sources. This is known only of inputs that dropped tables. To be unreferenced. */
GHashTable *report_holders(const ReportInputs *inputs);

/* Takes a source over with all that was found of it, and its arena, which is to be freed. Its path lives as long as the
 * inputs. */
typedef void (*ReportTakeSource)(const ReportSource *source, HtolArena *arena, gpointer data);

/* Merges units one after the other, in the order of their paths, and hands each source over when the last unit with
 * functions of it was read: so that no more has to be kept than the sources of which some are still to come. Tables may
 * be dropped; no users' objectives may be there. Units that have no function of request->only are not read. `tests` is
 * ReportMerge.tests, to be made by report_merge_tests. Sets the number of system headers. FALSE and an error if a table
 * cannot be read again. */
gboolean report_merge_each(const ReportInputs *inputs, const ReportRequest *request, const ReportScripts *scripts,
                           HtolTestSets *tests, ReportTakeSource take, gpointer data, guint *n_system, GError **error);
HtolTestSets *report_merge_tests(const ReportInputs *inputs, const ReportRequest *request);

#endif
