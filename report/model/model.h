/* The model of a report: every input read, merged and judged. Renderers read it and decide nothing. */
#ifndef REPORT_MODEL_H
#define REPORT_MODEL_H

#include "htol/base/stream.h"
#include "htol/criteria/criteria.h"
#include "htol/expand/flow.h"
#include "htol/judge/env.h"
#include "htol/tests/witness.h"
#include "htol/words/missing.h"
#include "report/inputs/files.h"
#include "report/inputs/inputs.h"
#include "report/model/claims.h"

/* What became of an objective; each has one status. */
typedef enum {
    REPORT_UNCOVERED,
    REPORT_COVERED,
    REPORT_EXCLUDED,
    REPORT_INFEASIBLE,
    REPORT_UNMEASURED,
    REPORT_DUPLICATE,
    REPORT_SUBSUMED,
    REPORT_STATUSES
} ReportStatus;

/* Their names in reports, by ReportStatus. */
extern const char *const report_status_names[REPORT_STATUSES];

/* Objectives of one criterion by status. Score = covered / (objectives - excluded - infeasible). What hlcov prune
 * proved changes nothing in that, but is counted apart: without it there is a pruned score. */
typedef struct {
    guint objectives; /* all but the unmeasured ones */
    guint covered, excluded, infeasible, unmeasured;
    guint pruned[HTOL_PROOFS]; /* of those that are covered or not: proved infeasible, duplicate, subsumed */
    guint pruned_covered;      /* of these, those that are covered */
} ReportTotals;

typedef struct ReportExclusion ReportExclusion;

/* An objective of a function with its status. */
typedef struct {
    const HtolObjective *objective;
    ReportStatus status;
    const char *why;                /* of an objective that is neither covered nor uncovered; else "": see report_why */
    const HtolProof *proof;         /* why it is pruned, covered or not; NULL: it is not */
    const HtolWitnesses *witnesses; /* tests that cover it, by the model's sets: see tests.h. NULL if it is not
                                       covered, if they were not asked for, or if no test is known */
    const ReportExclusion *exclusion; /* what excludes it; if it is covered, what it disproves; else NULL */
} ReportObjective;

/* A pair of caller and callee that was seen at a call through a pointer, and is no objective there. */
typedef struct {
    const HtolRowCall *row; /* of the caller */
    const char *callee;     /* its name, as report/merge/calls.h gives it */
} ReportSeen;

typedef struct ReportFunction ReportFunction;
typedef struct ReportInfected ReportInfected; /* report/merge/infected.h */
typedef struct ReportMutant ReportMutant;     /* report/merge/mutants.h */
typedef struct ReportMutants ReportMutants;

/* A call by name of a function that was never called. */
typedef struct {
    const char *path, *name; /* of the function that calls, and of its file */
    guint32 line;            /* of the call */
    gboolean called;         /* the function that calls was */
} ReportCaller;
enum { REPORT_MOST_CALLERS = 3 };

/* Findings by what they are, those that cannot be judged apart. */
typedef struct {
    guint errors, happened;
    guint boundaries, reached;
    guint unmeasured;
} ReportFound;

/* What files add to a model beside totals. Numbers of one type only: see report_counts_add. */
typedef struct {
    guint functions, skipped; /* all functions; those of them passed through */
    guint outdated;           /* functions left out: of a text that their file no longer has, others being newer */
    guint constant;           /* conditions that are constant: no objectives */
    guint complete, fallback; /* decisions recorded in complete semantics, and those where it was asked for in vain */
    guint unrecorded;         /* objectives that are proved infeasible, and that some program does not record */
    ReportFound found;
} ReportCounts;

/* Why objectives of decisions are infeasible, unless there is more to tell. */
extern const char report_no_vectors[];

/* What is kept of a judged objective. */
typedef struct {
    guint32 line;             /* in the function's file, that of report_branch_line; 0: it stands in another one */
    guint8 criterion, status; /* HtolCriterion, ReportStatus */
} ReportJudged;

/* What more is kept of some: see ReportObjective. */
typedef struct {
    guint index; /* among those that were judged */
    const char *why;
    const HtolProof *proof;
    const HtolWitnesses *witnesses;
    const ReportExclusion *exclusion;
} ReportSpecial;

/* One function, merged over all units that hold the same rows. Its objectives are expanded when they are asked for: see
 * report/judge/objectives.h. */
struct ReportFunction {
    const HtolFunction *function;
    const HtolRecorded *recorded;
    const char *path;     /* of its file */
    const char *id;       /* path:function:hash, then #2, #3 ... if these are the same; the same in every build */
    const char *skipped;  /* why it was passed through; NULL if it was measured */
    const char *unpruned; /* why hlcov prune could prove nothing of it; NULL if it could, or nobody asked */
    gboolean called;
    HtolUserShown users;          /* users' objectives that are shown in it */
    const ReportMutants *mutants; /* of its rows Change: report/merge/mutants.h; NULL: no strong build has it */
    guint n_objectives, n_findings;
    const ReportJudged *judged; /* of each objective, then of each finding */
    guint n_special;
    const ReportSpecial *special; /* by index */
    guint n_facts;
    const HtolFlowFact *facts; /* if a criterion of data flow is selected */
    guint n_seen;
    const ReportSeen *seen; /* none unless FCC is selected */
    guint n_callers;
    const ReportCaller *callers; /* of one that was never called: calls of it by name, at most REPORT_MOST_CALLERS */
};

/* What is kept of a function that was judged and dropped. */
typedef struct {
    const char *name;
    guint32 line, n_objectives;
    gboolean called, skipped;
} ReportDropped;

/* What functions may tell beside scores, as flags. */
enum {
    REPORT_TELLS_REMARKS = 1,
    REPORT_TELLS_FINDINGS = 2,
    REPORT_TELLS_UNJUDGED = 4,
    REPORT_TELLS_FALLBACKS = 8,
    REPORT_TELLS_CALLS = 16, /* through pointers: `seen` */
    REPORT_TELLS_CLAIMS = 32 /* of comments */
};

typedef struct ReportCalls ReportCalls;       /* report/model/callers.h */
typedef struct ReportGathered ReportGathered; /* report/advise/gathered.h */
typedef struct ReportDiff ReportDiff;         /* report/model/diff.h */
typedef struct ReportLosses ReportLosses;     /* report/compare/losses.h */
typedef struct ReportSummary ReportSummary;   /* report/summary/summary.h */

/* One file and its functions. */
typedef struct {
    const char *path;   /* of a source, or of users' objectives; as in the tables: relative to the root, or absolute */
    const char *source; /* its text, NUL-terminated; NULL unless state is OK */
    gsize source_size;
    guint n_lines;        /* of the source, also without its text; 0 unless state is OK */
    const guint32 *lines; /* offsets where they begin, and of the end of the text: see report_file_line */
    ReportSourceState state;
    const char *unmeasured; /* why it was compiled as it is, without coverage, into some object; NULL: it was not. It
                               has functions nevertheless if it was measured in another one, or a unit includes it */
    guint n_functions;
    ReportFunction **functions;    /* by line, then name */
    const ReportFunction *outside; /* none of them: it holds users' objectives that lie in no function; or NULL */
    guint n_dropped;    /* functions, and with them its text: see report/model/sums.h. It has no others then */
    gboolean is_spread; /* of these, some one is (report_function_is_spread) */
    guint8 tells;       /* flags: what they tell beside scores */
    const ReportDropped *dropped; /* by line, then name */
    const guint32 *open; /* of each of them, what is to cover of each of the model's ranked criteria, row by row */
    ReportTotals totals[HTOL_CRITERIA];
} ReportFile;

/* What a comment claims, and what became of it. */
struct ReportExclusion {
    const ReportClaim *claim;
    guint index;                    /* among the model's */
    guint matched;                  /* objectives that it is about */
    guint excluded;                 /* those of them that it keeps out of the scores */
    guint covered;                  /* those that tests cover nevertheless; 0 if it says nothing of tests */
    gboolean disproved;             /* some are covered, or a vector that need not occur did */
    const ReportFunction *function; /* of the first that disproves it; NULL if nothing does */
    guint disproof; /* its objective there; if none is covered: one of the decision that had the vector */
};

typedef struct ReportModel ReportModel;

/* Is called with a file of a model that has all of its functions. `of` is the model that judged it. */
typedef void (*ReportVisitFile)(const ReportModel *of, const ReportFile *file, gpointer data);

/* Who gathers something of all files while they are judged, perhaps by several processes. */
typedef struct {
    ReportVisitFile visit; /* is called with `data` for each file, before its functions are dropped, in no order */
    void (*send)(gconstpointer data, GByteArray *out); /* appends what was gathered in this process ... */
    void (*receive)(gpointer data, const ReportModel *model, HtolStream *in); /* ... for the one with that model */
    gpointer data;
} ReportVisitor;

/* How to make a model. */
typedef struct {
    HtolSelection selection;
    const char *root;                            /* where relative paths are looked up; NULL: the root in the tables */
    const char *const *include, *const *exclude; /* globs over paths, NULL-terminated; may be NULL */
    const char *const *sources;    /* where sources lie that are shown, too: see report_source_is_shown; as `include` */
    const char *const *pages;      /* HTML shows these files alone as a whole, and says of others what their sums say;
                                      as `include` */
    const char *const *objectives; /* .htol files to ask, compiled with or not; as `include` */
    const ReportDiff *diff; /* only objectives on these lines; files and functions without any are left out, and so is
                               what is no objective. NULL: all. It must outlive the model */
    gboolean witnesses;     /* whether tests that cover objectives are looked for */
    const ReportProgress *progress; /* is told how many functions were judged; may be NULL. Outlives the model */
    gint64 time;                    /* of the report, in seconds since 1970, for formats that have one */
    const char *place; /* FILE, FILE:FUNCTION or FILE:LINE: functions elsewhere are not judged, have no objectives, and
                          are known by name and calls alone; NULL: all are judged. See report/model/place.h */
    const char *sort;  /* criterion by whose score files are sorted, worst first; NULL: by path */
    const gboolean *ranked; /* by criterion: whether files with dropped functions tell of it; NULL: of all that are
                               selected. It must outlive the model */
    GHashTable *only; /* set of paths of the only files that are wanted; NULL: all are. It must outlive the model */
    const ReportVisitor *visitor; /* NULL: nobody gathers anything. It must outlive the model */
    const char *known; /* a file of sums that earlier reports left (htol/notes/judged.h), of which what is still true is
                          not judged again, and into which new ones go; NULL: none */
    HtolPart part; /* of files, by the hashes of their paths: only these are in the model. It has no functions then */
    guint jobs;    /* at most so many processes judge files; 0: one */
} ReportRequest;

/* Something that is freed with a model. */
typedef struct {
    gpointer data;
    GDestroyNotify free;
} ReportKept;

/* The model; all of it lies in its arena. */
struct ReportModel {
    HtolArena *arena;
    HtolArena *functions;    /* while it is made: that of the file that is made */
    ReportRequest request;   /* that it answers */
    HtolSelection selection; /* of criteria that have scores; if none of those was selected, FC */
    HtolSelection expanded;  /* what functions are expanded for: these, and RTE if that was selected */
    gboolean finds;          /* RTE was selected by name, or was recorded */
    ReportCounts counts;     /* of all files */
    const char *root;        /* that relative paths are relative to: as requested, else that of the first table */
    const char *semantics;   /* observed, complete, or mixed */
    gint64 time;             /* as requested */
    guint n_files;
    ReportFile **files; /* by path, or as the request says */
    gboolean sorted;    /* not by path */
    ReportTotals totals[HTOL_CRITERIA];
    guint n_unmeasured; /* files with `unmeasured` */
    guint n_system;     /* files of the system that were left out: see report_is_wanted */
    guint stray_errors; /* front-end errors outside every function */
    guint n_units;      /* tables of what was measured; n_unrun of them without any data */
    guint n_unrun;
    guint n_warnings;
    const HtolFault *warnings; /* what is odd about users' objectives and exclusions; line 0: about the file */
    guint n_exclusions;
    const ReportExclusion *const *exclusions; /* by path and line */
    guint n_disproved;                        /* of these, by tests */
    GPtrArray *unread;  /* const char *: sources that are there, but cannot be read, and why, in words */
    GPtrArray *refuted; /* const char *: verdicts of hlcov prune that runs contradict, in words; they were dropped */
    const ReportInputs *inputs;     /* for what was read, damaged or odd */
    const ReportProgress *progress; /* as requested: renderers that may take long tell it */
    HtolTestSets *tests;            /* of all witnesses; NULL: there are none */
    const ReportDiff *diff;         /* objectives, and what has any, are those on these lines; NULL: all */
    const ReportTotals *all_lines;  /* beside `diff`: the totals of all lines; NULL: not known. Set as the next one */
    const ReportLosses *losses;     /* what was lost elsewhere; NULL: nobody asked. Set by who made the model */
    const ReportCalls *calls;       /* who calls what by name, of files with dropped functions; NULL: not known. Set as
                                       the others, and the next ones */
    const ReportGathered *gathered; /* what else was gathered of such files; NULL: nothing */
    const GByteArray *judged;       /* of a part: the sums of its files, as htol/notes/judged.h has them; else NULL */
    const ReportSummary *summary;   /* what a reader wants to know first; NULL: not known. Set by who made the model */
    GArray **steps; /* what to cover next: kept by report/advise/headlines.h when it is first asked for */
    guint n_ranked; /* criteria that files with dropped functions tell of: as requested, and selected */
    HtolCriterion ranked[HTOL_CRITERIA];
    GArray *kept; /* ReportKept: what some files lie in */
};

/* Whether one of the globs, ended by NULL, matches the path. */
gboolean report_path_matches(const char *path, const char *const *globs);

/* Frees something with the model. */
void report_model_keep(const ReportModel *model, gpointer data, GDestroyNotify free);

/* While it is made: adds a source to `unread` if the cause, which report_source_read returned, is more than that it is
 * not there for us; once. */
void report_name_unread(const ReportModel *model, const char *path, int cause);

/* The file of that path, as functions have it; NULL if there is none. */
const ReportFile *report_file_at(const ReportModel *model, const char *path);

/* Returns the name of an objective, the same in every build: path:function:hash:criterion:place. To be freed. */
char *report_objective_id(const ReportModel *model, const ReportFunction *function, const ReportObjective *objective);

/* Whether some objective of the function may stand in another file, which it includes in its middle. */
gboolean report_function_is_spread(const ReportFunction *function);

/* The path of the file that an objective stands in: nearly always that of its function. */
const char *report_objective_path(const ReportFunction *function, const ReportObjective *objective);

/* Finds a selected criterion by its name, or that of its row, case not mattering. */
gboolean report_criterion_find(const HtolSelection *selection, const char *name, HtolCriterion *criterion);

/* The selected criterion that stands for all where there is room for one only: STMT, else the first. */
HtolCriterion report_headline(const ReportModel *model);

/* Whether there is something to tell of a selected criterion: it has objectives, or its name was asked for. */
gboolean report_is_shown(const ReportModel *model, HtolCriterion criterion);

/* covered / (objectives - excluded - infeasible) in tenths of a percent, rounded down; -1 for 0 of 0. */
int report_score(const ReportTotals *totals);
/* "97.5%", "100%", "n/a". To be freed. */
char *report_score_text(const ReportTotals *totals);

/* Objectives that were pruned; the score of the others, as above. */
guint report_pruned(const ReportTotals *totals);
char *report_pruned_score_text(const ReportTotals *totals);

/* Adds one objective. */
void report_totals_count(ReportTotals *totals, ReportStatus status);

/* Adds HTOL_CRITERIA totals to others. */
void report_totals_add(ReportTotals *sum, const ReportTotals *totals);

/* Adds the totals of a function, which are counted anew each time: kept for millions of functions, they would take more
 * memory than all else. */
void report_totals_add_function(ReportTotals sum[HTOL_CRITERIA], const ReportFunction *function);

/* Returns the totals of a function for one criterion. */
ReportTotals report_function_totals(const ReportFunction *function, HtolCriterion criterion);

/* Objectives that tests should cover: without those excluded or infeasible. */
guint report_wanted(const ReportTotals *totals);

/* Objectives still to cover, over every criterion. */
guint report_open(const ReportTotals totals[HTOL_CRITERIA]);
guint report_function_open(const ReportFunction *function);

/* Whether constants decide the condition, so that it is listed and no objective. */
gboolean report_is_constant(const HtolRowCondition *condition);

#endif
