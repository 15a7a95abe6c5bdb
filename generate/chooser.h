/* Chooses inputs at random: new ones, and ones that differ a little from an input that was good. It changes typed
 * values, not bytes, and knows constants of the unit; what is good is not known here. */
#ifndef GENERATE_CHOOSER_H
#define GENERATE_CHOOSER_H

#include "generate/contract/input.h"

typedef struct GenerateChooser GenerateChooser;

/* Makes a chooser for functions of the unit; `seed` decides all its choices. To be freed. */
GenerateChooser *generate_chooser_new(const GenerateContracts *contracts, guint64 seed);
void generate_chooser_free(GenerateChooser *chooser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateChooser, generate_chooser_free)

/* Chooses constants from now on from those of the contract's function and of what it calls. */
void generate_chooser_enter(GenerateChooser *chooser, const GenerateContract *contract);

/* Returns a number below `limit`, which is not 0. */
guint generate_choose(GenerateChooser *chooser, guint limit);

/* Appends the bytes of a new input to `out`. */
void generate_choose_new(GenerateChooser *chooser, const GenerateContract *contract, GByteArray *out);

/* Appends to `out` the bytes of an input that differs from `from` in some values, or has some items of `other`, another
 * input of the same contract. */
void generate_choose_near(GenerateChooser *chooser, const GenerateInput *from, const GenerateInput *other,
                          GByteArray *out);

#endif
