/* The C by which a strong build knows which mutant runs: variables that are set before main, and what sets them. It
 * knows no mutants, only how many a function has. */
#ifndef ANNOT_CHOSEN_H
#define ANNOT_CHOSEN_H

#include <glib.h>

#include "annot/probes/machine.h"
#include "annot/strong/chooser.h"
#include "annot/text/dialect.h"

/* The function of the unit that has the chosen mutant: its number, from 1; 0: none of them. */
#define ANNOT_CHOSEN_FUNCTION "hlcov_in"

/* The number of the mutant (ANNOT_CHOSEN_ANYWHERE), less 128, in a function's text with mutants, which begins with
 * ANNOT_CHOSEN_HERE: a local, which stays in a register and changes by no call; 256 numbers fit in a byte with a sign.
 * ANNOT_CHOSEN asks for it, and an empty instruction keeps the compiler from concluding anything from what was asked
 * before: it wrote the text behind a mutant once more for the case that it is chosen. ANNOT_CHOSEN_AS is the format by
 * which a number is compared with it. */
#define ANNOT_CHOSEN_HERE "unsigned hlcov_m=" ANNOT_CHOSEN_ANYWHERE "-128u;"
#define ANNOT_CHOSEN ANNOT_EXTENSION "({" ANNOT_ASM "(\"\":\"+r\"(hlcov_m));hlcov_m;})"
#define ANNOT_CHOSEN_AS "(%uu-128u)"

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
