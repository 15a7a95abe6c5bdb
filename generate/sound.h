/* Which inputs a function is sound on: there it does nothing that C leaves undefined, as far as a program sees that has
 * sanitizers. It chooses no input. */
#ifndef GENERATE_SOUND_H
#define GENERATE_SOUND_H

#include "generate/serve.h"

/* Runs the inputs of some runs of the function once more in `checked`, a program with sanitizers, and sets sound[i] to
 * whether they did not end it. NULL `checked`: all are. FALSE and *error if the program is gone. */
gboolean generate_check_sound(GenerateServer *checked, guint function, const GenerateRun *runs, guint n,
                              gboolean *sound, GError **error);

#endif
