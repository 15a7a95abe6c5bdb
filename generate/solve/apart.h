/* Work on formulas in a process of its own, for solvers may crash or need too much: it sends inputs, has them run
 * outside, and says at the end what it found. What the work is, it does not know. */
#ifndef GENERATE_APART_H
#define GENERATE_APART_H

#include <glib.h>

/* Who runs inputs, outside. */
typedef struct {
    /* Runs the input, and sets a byte for each of the function's slots that it sets. It is kept if it sets a slot that
     * no other does, or if `is_kept`. FALSE if nothing can be run any more. */
    gboolean (*run)(gpointer data, GBytes *input, gboolean is_kept, guint8 *slots);
    const guint8 *known; /* a byte for each of the slots: 1, nothing is looked for there any more */
    guint n_slots;       /* of the function */
    gpointer data;
} GenerateRunner;

/* What the process that works knows. */
typedef struct {
    int socket;
    guint n_slots;
    guint8 *known, *set; /* of the function's slots: as GenerateRunner has them after the last run; set by that */
} GenerateApart;

/* Has the input run. To be called in the process that works; it ends there if nothing can be run any more. */
void generate_apart_run(GenerateApart *apart, const GByteArray *input, gboolean is_kept);

/* Has `work` done in a process of its own, which ends some seconds after `time` microseconds. Returns what it returned,
 * at most 1 MiB, to be freed; NULL: the process failed. */
typedef GString *GenerateWork(gpointer data, GenerateApart *apart);
GString *generate_apart(const GenerateRunner *runner, gint64 time, GenerateWork *work, gpointer data);

#endif
