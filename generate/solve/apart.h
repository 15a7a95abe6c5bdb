/* Work on formulas in a process of its own, for solvers may crash or need too much: it sends inputs, has them run
 * outside, and says at the end what it found. What the work is, it does not know. */
#ifndef GENERATE_APART_H
#define GENERATE_APART_H

#include "generate/solve/seen.h"

/* Who runs inputs, outside. */
typedef struct {
    /* Runs the input, sets a byte for each of the function's slots that it sets, and appends its calls of functions
     * outside of the unit, struct hlcov_call. It is kept if it sets a slot that no other does, or if `is_kept`. FALSE
     * if nothing can be run any more. */
    gboolean (*run)(gpointer data, GBytes *input, gboolean is_kept, guint8 *slots, GArray *calls);
    const guint8 *known; /* a byte for each of the slots: 1, nothing is looked for there any more */
    guint n_slots;       /* of the function */
    const GArray *calls; /* struct hlcov_call: those of runs before */
    gpointer data;
} GenerateRunner;

/* What the process that works knows. */
typedef struct {
    int socket;
    guint n_slots;
    guint8 *known, *set; /* of the function's slots: as GenerateRunner has them after the last run; set by that */
    GenerateSeen *seen;  /* what functions outside of the unit returned in all runs */
    gboolean is_news;    /* in the last run one did what was not seen before */
} GenerateApart;

/* Has the input run. To be called in the process that works; it ends there if nothing can be run any more. */
void generate_apart_run(GenerateApart *apart, const GByteArray *input, gboolean is_kept);

/* Has `work` done in a process of its own, which ends some seconds after `time` microseconds. Returns what it returned,
 * at most 1 MiB, to be freed; NULL: the process failed. */
typedef GString *GenerateWork(gpointer data, GenerateApart *apart);
GString *generate_apart(const GenerateRunner *runner, gint64 time, GenerateWork *work, gpointer data);

#endif
