/* Tells the program which nodes control enters; see trace.h. */
#include "annot/trace.h"

static char *enter(gconstpointer data, guint32 node)
{
    (void)data;
    return g_strdup_printf("hlcov_trace(hlcov_a,%u)", node);
}

static char *leave(gconstpointer data, guint32 node)
{
    const AnnotCfg *cfg = data;
    (void)node;
    return enter(NULL, cfg->n_nodes - 1);
}

AnnotVisitor annot_trace_visitor(HtolArena *arena, const AnnotCfg *cfg, const HtolRowFunction *row)
{
    AnnotVisitor visitor = annot_visitor(cfg);
    visitor.declaration =
        htol_arena_printf(arena, "unsigned hlcov_a=hlcov_trace_begin(\"%s/%s\");", row->name, row->hash);
    visitor.enter = enter;
    visitor.leave = leave;
    visitor.data = cfg;
    return visitor;
}
