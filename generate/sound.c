/* Checks inputs; see sound.h. */
#include "generate/sound.h"

gboolean generate_check_sound(GenerateServer *checked, guint function, const GenerateRun *runs, guint n,
                              gboolean *sound, GError **error)
{
    for (guint i = 0; i < n; i++)
        sound[i] = TRUE;
    if (!checked || n == 0)
        return TRUE;
    generate_batch_begin(checked, function);
    for (guint i = 0; i < n; i++)
        generate_batch_add(checked, runs[i].bytes, runs[i].size, GENERATE_WANT_SLOTS);
    if (!generate_batch_run(checked, error))
        return FALSE;
    for (guint i = 0; i < generate_batch_size(checked); i++)
        sound[i] = generate_batch_get(checked, i).end == HLCOV_RETURNED;
    return TRUE;
}
