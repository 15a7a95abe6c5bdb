/* Writes what copies wait for; see waits.h. */
#include "annot/copies/waits.h"

struct AnnotWaits {
    guint n; /* copies so far */
    guint n_asked;
    GString *asked;  /* the slots of the unit that copies ask for, each with a comma */
    GString *copies; /* of each copy: its first slot in `asked`, the one behind its last, and its own slot; each with a
                        comma */
    GString *first;  /* of each copy: what it waits for at first, each with a comma */
};

AnnotWaits *annot_waits_new(void)
{
    AnnotWaits *waits = g_new(AnnotWaits, 1);
    *waits = (AnnotWaits){0, 0, g_string_new(NULL), g_string_new(NULL), g_string_new(NULL)};
    return waits;
}

void annot_waits_free(AnnotWaits *waits)
{
    g_string_free(waits->asked, TRUE);
    g_string_free(waits->copies, TRUE);
    g_string_free(waits->first, TRUE);
    g_free(waits);
}

void annot_waits_declare(const AnnotWaits *waits, GString *out)
{
    if (waits->n == 0)
        return;
    g_string_append_printf(out,
                           "static const unsigned hlcov_asked[]={%s},hlcov_copies[][3]={%s};"
                           "static unsigned hlcov_waits[]={%s};",
                           waits->asked->str, waits->copies->str, waits->first->str);
    /* clang-format off */
    g_string_append(out, "static " ANNOT_ATTRIBUTE "((__noinline__,__cold__,__no_instrument_function__))"
                         "int hlcov_seek(unsigned k){const unsigned*c=hlcov_copies[k];unsigned i=c[0];"
                         "for(;i<c[1];i++)if(!" ANNOT_LOAD("hlcov_asked[i]") "){"
                         ANNOT_ATOMIC_STORE "(hlcov_waits+k,hlcov_asked[i],0);return 0;}"
                         ANNOT_STORE("c[2]") ";return 1;}");
    /* clang-format on */
}

/* Adds what the copy waits for; returns its number. */
static guint add_wait(AnnotWaits *waits, guint32 first_slot, const AnnotCopy *copy)
{
    guint begin = waits->n_asked;
    for (guint32 slot = 0; slot < copy->slots; slot++) {
        if (!copy->asked[slot])
            continue;
        if (waits->n_asked++ == begin)
            g_string_append_printf(waits->first, "%u,", first_slot + slot);
        g_string_append_printf(waits->asked, "%u,", first_slot + slot);
    }
    g_string_append_printf(waits->copies, "{%u,%u,%u},", begin, waits->n_asked, first_slot + copy->done);
    return waits->n++;
}

char *annot_waits_ready(AnnotWaits *waits, const AnnotProbe *probe, const AnnotCopy *copy)
{
    guint number = add_wait(waits, probe->first_slot, copy);
    g_autofree char *lacks = annot_probe_lacks(probe, probe->first_slot + copy->done);
    return g_strdup_printf("(!%s||(" ANNOT_LOAD(ANNOT_ATOMIC_LOAD "(hlcov_waits+%u,0)") "&&hlcov_seek(%u)))", lacks,
                           number, number);
}
