/* The C by which a strong build knows which mutant runs: a variable of the unit, set before main, and what sets it. It
 * knows no mutants, only how many a function has. */
#ifndef ANNOT_CHOSEN_H
#define ANNOT_CHOSEN_H

#include <glib.h>

#include "annot/probes/machine.h"

/* The number of the mutant that was chosen, among those of the unit; 0: none of them. */
#define ANNOT_CHOSEN "hlcov_m"

/* The mutants of a function: `n` of them, with numbers from `first` + 1 on. */
typedef struct {
    const char *hash; /* of the function, as in its row */
    guint32 first, n;
} AnnotChosen;

/* Appends what declares ANNOT_CHOSEN. */
void annot_chosen_declare(GString *out);

/* Appends a function that runs before main and sets ANNOT_CHOSEN if the environment has HLCOV_MUTANT=HASH.K, and HASH
 * is that of a function in `functions` (`n` of them) with at least K mutants. Then it makes a file where
 * HLCOV_MUTANT_MARK says, which tells that the program has the mutant; on machines whose system calls it does not know,
 * a directory. */
void annot_chosen_set(const AnnotTarget *target, const AnnotChosen *functions, guint n, GString *out);

#endif
