/* Trials of mutants: that a test ran with one mutant of a strong build in the program, and how it ended. Each is a line
 * of a file in the data directory, appended when it is known and never changed. It runs nothing and concludes nothing.
 *
 * A line is, with tabs between: hash of the function, number of the mutant, its digest, name of the end, status, stamp,
 * name of the test (escaped as by g_strescape), checksum of what stands before. A line that is damaged or cut is no
 * trial; lines of several files may be put into one, in any order. */
#ifndef HTOL_TRIALS_H
#define HTOL_TRIALS_H

#include "htol/base/arena.h"
#include "htol/files/table.h"

/* How the test ended. */
typedef enum {
    HTOL_TRIAL_PASSED,  /* with exit status 0 */
    HTOL_TRIAL_FAILED,  /* with another one: `status` */
    HTOL_TRIAL_KILLED,  /* by a signal, its number in `status` */
    HTOL_TRIAL_LATE,    /* it ran too long, also when it was tried again alone */
    HTOL_TRIAL_LIMITED, /* it was ended because it took too much memory, too many processes, or wrote too much */
    HTOL_TRIAL_ABSENT,  /* it passed, but no process of it had the mutant: it ran some other program. Tells nothing */
    HTOL_TRIAL_SPARED,  /* nothing ran: the mutant was chosen, as one of a sample, but can make no difference in any
                           test. Number and digest 0: all mutants of the function were chosen. Of no test */
    HTOL_TRIAL_ENDS
} HtolTrialEnd;

/* The names of HtolTrialEnds, as lines have them: "passed", ... */
extern const char *const htol_trial_ends[HTOL_TRIAL_ENDS];

/* One trial: which test ran with which mutant, and its end. */
typedef struct {
    const char *function; /* its hash, as in its row */
    guint32 number;       /* of the mutant: HtolRowChange */
    guint32 digest;       /* as of htol_change_digests */
    HtolTrialEnd end;
    guint32 status;
    guint64 stamp;    /* of the test's command and the files that it names, when it ran: a test that has changed has
                         another one */
    const char *test; /* its name; "": the one command that stands for all tests */
} HtolTrial;

/* Whether a test noticed the mutant. */
gboolean htol_trial_is_noticed(const HtolTrial *trial);

/* Sets digests[i], of each mutant of the function, to what tells it from the others, however these are numbered: its
 * operator, texts and place. */
void htol_change_digests(const HtolFunction *function, guint32 *digests);

/* Returns the name of a mutant in files of proofs: the same however many operators a strong build has. In the arena. */
char *htol_change_name(HtolArena *arena, guint32 digest);

/* The file in the data directory `dir`. To be freed. */
char *htol_trials_path(const char *dir);

/* Appends a line to the file, which is made if it is not there, by one write, so that several processes may do so.
 * FALSE, and *error, if that fails. */
gboolean htol_trials_append(const char *path, const HtolTrial *trial, GError **error);

/* Reads the trials of a file's text, in the order of its lines, *n of them, in the arena; adds to *damaged the lines
 * that are none. */
HtolTrial *htol_trials_read(HtolArena *arena, const char *text, guint *n, guint *damaged);

#endif
