/* Shrinks inputs beside mutants; see killers.h. */
#include "tools/generate/killers.h"

#include <string.h>

#include "generate/shrink.h"
#include "htol/base/bytes.h"

/* Mutants that an input must tell while it is shrunk, each in a process of its own: whether it kills the others, tests
 * say afterwards. */
enum { MOST_TOLD = 12 };

/* An input before it was shrunk. */
typedef struct {
    GenerateFound *found;
    GBytes *bytes;
} Original;

static void free_original(gpointer data)
{
    Original *original = data;
    g_bytes_unref(original->bytes);
    g_free(original);
}

static const KilledMutant *mutant_at(const Killed *killed, guint i)
{
    return &g_array_index(killed->mutants, KilledMutant, i);
}

/* Returns the names of the mutants that the input was chosen for; of many, some. */
static GPtrArray *names_for(const Killed *killed, const GenerateFound *found)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < killed->mutants->len && names->len < MOST_TOLD; i++)
        if (mutant_at(killed, i)->killer == found)
            g_ptr_array_add(names, killed_name(mutant_at(killed, i)));
    return names;
}

static gboolean shrink(Killed *killed, const char *program, GenerateFound *found, const GPtrArray *names,
                       GError **error)
{
    GenerateUnit *unit = killed->unit;
    const GenerateMutants mutants = {program, unit->environment, (char **)names->pdata, names->len};
    g_autoptr(GenerateTellers) tellers = generate_tellers_new(&mutants, error);
    return tellers && generate_shrink_telling(unit->search, unit->contracts->contracts->pdata[found->function], found,
                                              tellers, error);
}

/* Whether the inputs are the same: zeros at the end say nothing. */
static gboolean is_same(GBytes *one, GBytes *other)
{
    gsize sizes[2];
    const guint8 *a = g_bytes_get_data(one, &sizes[0]), *b = g_bytes_get_data(other, &sizes[1]);
    gsize shorter = MIN(sizes[0], sizes[1]);
    return (shorter == 0 || memcmp(a, b, shorter) == 0) && htol_is_zero(a + shorter, sizes[0] - shorter) &&
           htol_is_zero(b + shorter, sizes[1] - shorter);
}

/* Whether another input that is needed became the same. */
static gboolean is_twice(const GPtrArray *all, const GenerateFound *found)
{
    for (guint i = 0; i < all->len; i++) {
        const GenerateFound *other = all->pdata[i];
        if (other != found && other->needed && other->function == found->function &&
            is_same(other->bytes, found->bytes))
            return TRUE;
    }
    return FALSE;
}

GPtrArray *killers_shrink(Killed *killed, const char *program, GError **error)
{
    g_autoptr(GPtrArray) originals = g_ptr_array_new_with_free_func(free_original);
    const GPtrArray *all = killed->unit->search->found;
    for (guint i = 0; i < all->len; i++) {
        GenerateFound *found = all->pdata[i];
        g_autoptr(GPtrArray) names = names_for(killed, found);
        if (names->len == 0)
            continue;
        Original *original = g_new(Original, 1);
        *original = (Original){found, g_bytes_ref(found->bytes)};
        g_ptr_array_add(originals, original);
        if (!shrink(killed, program, found, names, error))
            return NULL;
        if (is_twice(all, found))
            found->needed = FALSE;
    }
    return g_steal_pointer(&originals);
}

static gboolean is_lost(const Killed *killed, const GenerateFound *found)
{
    for (guint i = 0; i < killed->mutants->len; i++)
        if (mutant_at(killed, i)->killer == found && mutant_at(killed, i)->failed->len == 0)
            return TRUE;
    return FALSE;
}

gboolean killers_restore(Killed *killed, const GPtrArray *originals, GError **error)
{
    for (guint i = 0; i < originals->len; i++) {
        const Original *original = originals->pdata[i];
        GenerateFound *found = original->found;
        if (!is_lost(killed, found))
            continue;
        g_bytes_unref(found->bytes);
        found->bytes = g_bytes_ref(original->bytes);
        found->needed = TRUE; /* its test may have failed without a mutant */
        if (!generate_observe(killed->unit->search, found, error))
            return FALSE;
    }
    return TRUE;
}
