/* Writes the text of clean copies; see clean.h. */
#include "annot/copies/clean.h"

#include "annot/copies/twin.h"
#include "annot/probes/structure.h"
#include "annot/tree/head.h"
#include "htol/base/layout.h"

typedef struct {
    AnnotWaits *waits;
    const AnnotProbe *probe;
    const AnnotFunction *function;
    const AnnotCfg *cfg;
} Writer;

/* ---- what is written again ---- */

static AnnotEdits *clean_edits_new(const Writer *w, const AnnotCopy *copy)
{
    AnnotCopied copied = {copy->stmt, copy->known};
    AnnotProbe clean = *w->probe;
    clean.edits = annot_edits_new();
    clean.copied = &copied;
    annot_probe_function(&clean, w->function, w->cfg);
    return clean.edits;
}

static char *apply_edits(const Writer *w, const AnnotCopy *copy, AnnotEdits *edits)
{
    char *text = g_string_free(annot_edits_apply(edits, w->probe->text, copy->stmt->at), FALSE);
    annot_edits_free(edits);
    return text;
}

/* ---- loops ---- */

/* Writes the loop twice, as `{if(READY){CLEAN}else{LOOP}}`. Whether it is done is asked when it is entered, which may
 * be only once: if it has become done by then, the clean copy runs at once. */
static void write_loop(const Writer *w, const AnnotCopy *copy)
{
    g_autofree char *marker = annot_text_line_marker(w->probe->text, copy->stmt->at.begin);
    if (!marker)
        return;
    g_autofree char *ready = annot_waits_ready(w->waits, w->probe, copy),
                    *clean = apply_edits(w, copy, clean_edits_new(w, copy));
    annot_edits_wrap(w->probe->edits, copy->stmt->at, g_strdup_printf("{if%s{%s}else{%s", ready, clean, marker),
                     g_strdup("}}"));
}

/* ---- functions ---- */

/* Makes the function's calls of itself, in the text of its twin, call the twin. */
static void call_twin(const Writer *w, AnnotEdits *edits)
{
    for (guint i = 0; i < w->cfg->calls->len; i++) {
        const AnnotExpr *name = annot_twin_named(w->probe->text, w->function, g_ptr_array_index(w->cfg->calls, i));
        if (name)
            annot_edits_replace(edits, name->at, g_strconcat(HTOL_TWIN_PREFIX, w->function->name, NULL));
    }
}

static GString *twin_text(const Writer *w, const AnnotCopy *copy)
{
    AnnotEdits *edits = clean_edits_new(w, copy);
    call_twin(w, edits);
    g_autofree char *body = apply_edits(w, copy, edits);
    return g_string_append(annot_head_renamed(w->probe->text, w->function, HTOL_TWIN_PREFIX), body);
}

static void write_twin(const Writer *w, const AnnotCopy *copy)
{
    const AnnotFunction *function = w->function;
    g_autofree char *marker = annot_text_line_marker(w->probe->text, function->at.begin);
    if (!marker)
        return;
    g_autofree char *name = g_strconcat(HTOL_TWIN_PREFIX, function->name, NULL);
    GString *twin = twin_text(w, copy), *call = annot_head_call(function, name);
    g_autofree char *ready = annot_waits_ready(w->waits, w->probe, copy);
    g_string_prepend(g_string_prepend(call, ready), "if");
    annot_edits_insert(w->probe->edits, annot_stmt_begin(w->probe->text, function->body), g_string_free(call, FALSE));
    annot_edits_wrap(w->probe->edits, function->at, g_string_free(g_string_append(twin, marker), FALSE), NULL);
}

void annot_clean_function(AnnotWaits *waits, const AnnotProbe *probe, const AnnotFunction *function,
                          const AnnotCfg *cfg, const GArray *copies)
{
    Writer writer = {waits, probe, function, cfg};
    for (guint i = 0; i < copies->len; i++) {
        const AnnotCopy *copy = &g_array_index(copies, AnnotCopy, i);
        if (copy->stmt == function->body)
            write_twin(&writer, copy);
        else
            write_loop(&writer, copy);
    }
}
