/* The C by which a strong build knows which mutant runs: variables that are set before main, and what sets them. It
 * knows no mutants, only how many a function has. */
#ifndef ANNOT_CHOSEN_H
#define ANNOT_CHOSEN_H

#include <glib.h>

#include "annot/probes/machine.h"
#include "annot/strong/chooser.h"

/* The function of the unit that has the chosen mutant: its number, from 1; 0: none of them. */
#define ANNOT_CHOSEN_FUNCTION "hlcov_in"

/* The number of the mutant (ANNOT_CHOSEN_ANYWHERE) in a function's text with mutants, which begins with
 * ANNOT_CHOSEN_HERE: a local, which stays in a register and changes by no call. */
#define ANNOT_CHOSEN "hlcov_m"
#define ANNOT_CHOSEN_HERE "const unsigned " ANNOT_CHOSEN "=" ANNOT_CHOSEN_ANYWHERE ";"

/* A function and how many mutants it has. */
typedef struct {
    const char *hash; /* as in its row: 16 hexadecimal digits */
    guint32 n;
} AnnotChosen;

/* Appends what declares the variables. */
void annot_chosen_declare(GString *out);

/* Appends a function that runs before main and sets the variables if the environment has HLCOV_MUTANT=HASH.K, and HASH
 * is that of a function in `functions` (`n` of them) with at least K mutants. Then it makes a file where
 * HLCOV_MUTANT_MARK says, which tells that the program has the mutant; on machines whose system calls it does not know,
 * a directory. */
void annot_chosen_set(const AnnotTarget *target, AnnotChoosers *choosers, const AnnotChosen *functions, guint n,
                      GString *out);

#endif
