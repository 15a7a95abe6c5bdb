/* Strong builds: functions are written twice, as they are and with all their mutants, and the environment chooses
 * before main which mutant runs. The door of this room. Nothing is recorded; which mutants a test can notice, and what
 * became of them, is known elsewhere.
 *
 *     {if(FUNCTION==6){ f's body, in which mutants ask for the NUMBER }else{ f's body }}
 *
 * Where f allows it, the text with mutants stands in a function of its own, which is called there (apart.h). What is
 * asked at the function's entry is asked once in it; an operation in the body as it is costs nothing. */
#ifndef ANNOT_STRONG_H
#define ANNOT_STRONG_H

#include "annot/graph/cfg.h"
#include "annot/probes/machine.h"
#include "annot/text/edit.h"
#include "annot/text/places.h"
#include "annot/strong/change.h"

typedef struct AnnotStrong AnnotStrong;

/* Makes what is known of a unit's mutants, none at first, by `operators` (bit k: AnnotStrongOperator k); to be freed
 * with annot_strong_free. The other arguments must outlive it. */
AnnotStrong *annot_strong_new(HtolArena *arena, const AnnotText *text, AnnotPlaces *places, const char *root,
                              guint32 operators);
void annot_strong_free(AnnotStrong *strong);

/* Lets the unit share functions that choose mutants with units of the same digest of options; 0: with none. To be
 * called before functions are written. */
void annot_strong_share(AnnotStrong *strong, guint64 digest);

/* Finds the mutants of a function, writes it twice by `edits`, and adds a row and a slot for each mutant to `rows`,
 * which has all others. `cfg` must have its operations. Users must not be able to tell the function from the original:
 * where its text cannot stand twice, its mutants are not written, and their rows say so. */
void annot_strong_function(AnnotStrong *strong, const AnnotFunction *function, const AnnotCfg *cfg, AnnotEdits *edits,
                           HtolFunction *rows);

/* Returns the mutants that the function has in a strong build, with their numbers: AnnotChange, to be freed with
 * g_array_unref. Sets *digests to those of htol_change_digests, which lie in the arena. Nothing is written; that the
 * function's text may not stand twice is not known here. */
GArray *annot_strong_changes(const AnnotStrong *strong, const AnnotFunction *function, const AnnotCfg *cfg,
                             const HtolFunction *rows, const guint32 **digests);

/* Appends what the unit needs before its first function: nothing if it has no mutants. */
void annot_strong_declare(const AnnotStrong *strong, const AnnotTarget *target, GString *out);

#endif
