/* Checks inputs; see sound.h. */
#include "generate/sound.h"

/* Sanitizers take time: an input that runs too long with them only is no fault. */
static gboolean is_sound(const GenerateRun *run)
{
    return run->end == HLCOV_RETURNED || run->end == HLCOV_LOOPED;
}

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
    for (guint i = 0; i < generate_batch_size(checked); i++) {
        GenerateRun run = generate_batch_get(checked, i);
        sound[i] = is_sound(&run);
    }
    return TRUE;
}
