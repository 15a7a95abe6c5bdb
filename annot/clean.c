/* Writes the text of clean copies; see clean.h. */
#include "annot/clean.h"

struct AnnotWaits {
    guint n;         /* copies so far */
    guint n_asked;
    GString *asked;  /* the slots of the unit that they ask for, each with a comma; likewise: */
    GString *copies; /* of each, the first of these and the one behind its last, and its own slot */
    GString *first;  /* of each, what it waits for at first */
};

typedef struct {
    AnnotWaits *waits;
    const AnnotProbe *probe;
    const AnnotFunction *function;
    const AnnotCfg *cfg;
} Writer;

/* ---- what they wait for ---- */

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
    g_string_append(out, "static __attribute__((__noinline__,__cold__))int hlcov_seek(unsigned k){"
                         "const unsigned*c=hlcov_copies[k];unsigned i=c[0];"
                         "for(;i<c[1];i++)if(!" ANNOT_LOAD("hlcov_asked[i]") "){"
                         "__atomic_store_n(hlcov_waits+k,hlcov_asked[i],0);return 0;}"
                         ANNOT_STORE("c[2]") ";return 1;}");
}

/* Adds a copy; returns its number. */
static guint add_copy(AnnotWaits *waits, guint32 first_slot, const AnnotCopy *copy)
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

/* ---- text ---- */

static GString *clean_text(const Writer *w, const AnnotCopy *copy)
{
    AnnotCopied copied = {copy->stmt, copy->known};
    AnnotProbe clean = *w->probe;
    clean.edits = annot_edits_new();
    clean.copied = &copied;
    annot_probe_function(&clean, w->function, w->cfg);
    GString *text = annot_edits_apply(clean.edits, w->probe->text, copy->stmt->at);
    annot_edits_free(clean.edits);
    return text;
}

/* A loop that becomes done runs its clean copy at once: it may be entered only once. */
static void write_copy(const Writer *w, const AnnotCopy *copy)
{
    g_autofree char *marker = annot_text_line_marker(w->probe->text, copy->stmt->at.begin);
    if (!marker)
        return;
    guint number = add_copy(w->waits, w->probe->first_slot, copy);
    GString *clean = clean_text(w, copy), *open = g_string_new(NULL);
    g_string_append_printf(open,
                           "{if(" ANNOT_LOAD("%u") "||"
                           "(" ANNOT_LOAD("__atomic_load_n(hlcov_waits+%u,0)") "&&hlcov_seek(%u))){%s}"
                           "else{%s",
                           w->probe->first_slot + copy->done, number, number, clean->str, marker);
    annot_edits_wrap(w->probe->edits, copy->stmt->at, g_string_free(open, FALSE), g_strdup("}}"));
    g_string_free(clean, TRUE);
}

void annot_clean_function(AnnotWaits *waits, const AnnotProbe *probe, const AnnotFunction *function,
                          const AnnotCfg *cfg, const GArray *copies)
{
    Writer writer = {waits, probe, function, cfg};
    for (guint i = 0; i < copies->len; i++)
        write_copy(&writer, &g_array_index(copies, AnnotCopy, i));
}
