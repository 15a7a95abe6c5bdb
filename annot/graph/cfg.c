/* Frees graphs; see cfg.h. */
#include "annot/graph/cfg.h"

static void free_call(AnnotCall *call)
{
    g_array_unref(call->terms);
    if (call->callees)
        g_ptr_array_unref(call->callees);
}

void annot_cfg_free(AnnotCfg *cfg)
{
    for (guint i = 0; i < cfg->calls->len; i++)
        free_call(g_ptr_array_index(cfg->calls, i));
    g_ptr_array_unref(cfg->calls);
    for (guint i = 0; i < cfg->blocks->len; i++) {
        AnnotBlock *block = g_ptr_array_index(cfg->blocks, i);
        g_array_unref(block->edges);
        g_array_unref(block->terms);
        if (block->behind)
            g_ptr_array_unref(block->behind);
    }
    for (guint i = 0; i < cfg->switches->len; i++)
        g_array_unref(((AnnotSwitch *)g_ptr_array_index(cfg->switches, i))->arms);
    g_ptr_array_unref(cfg->blocks);
    g_array_unref(cfg->flow);
    g_ptr_array_unref(cfg->loops);
    g_ptr_array_unref(cfg->statements);
    g_ptr_array_unref(cfg->decisions);
    g_ptr_array_unref(cfg->branches);
    g_ptr_array_unref(cfg->switches);
    g_ptr_array_unref(cfg->arms);
    g_ptr_array_unref(cfg->fallthroughs);
}
