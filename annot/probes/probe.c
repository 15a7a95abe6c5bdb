/* The text of stores; see probe.h. */
#include "annot/probes/probe.h"

#define STORE_AT(place) ANNOT_ATOMIC_STORE "(" place ",1,0)"
#define STORE(index) STORE_AT(ANNOT_BITS "+" index)
#define STORE_LINE(index)                                                                                              \
    ANNOT_EXTENSION "({" ANNOT_ASM " volatile(\"movb $1,%%0\":\"=m\"(" ANNOT_BITS "[" index "]));})"
#define LACKS_LINE(index)                                                                                              \
    ANNOT_EXTENSION "({register _Bool hlcov_z;" ANNOT_ASM " volatile(\"cmpb $0,%%1\":\"=@cce\"(hlcov_z):"              \
                    "\"m\"(" ANNOT_BITS "[" index "]));hlcov_z;})"

#define INLINED "static " ANNOT_INLINE " " ANNOT_ATTRIBUTE "((%s__unused__,__no_instrument_function__))"

/* Processors that store to one cache line wait for each other: two threads that ran the same code took ten times as
 * long as one. With `looks`, a slot that is set already is only read, which costs a single thread more.
 *
 * always_inline keeps the function out of gcc's choice of what else to inline. Without optimization, each inlined copy
 * would get a local of its own. */
void annot_probe_declare(gboolean looks, gboolean optimized, GString *out)
{
    const char *always = optimized ? "__always_inline__," : "";
    g_string_append_printf(out,
                           "extern const unsigned char hlcov_rt_untold " ANNOT_ATTRIBUTE
                           "((__visibility__(\"hidden\")));" INLINED "void hlcov_set_at(_Bool*s){%s" STORE_AT(
                               "s") ";}" INLINED "void hlcov_set(unsigned long i){hlcov_set_at(" ANNOT_BITS "+i);}",
                           always, looks ? "if(!" ANNOT_ATOMIC_LOAD "(s,0))" : "", always);
}

/* Returns the C expression that the slot is not set yet; to be freed. A line of assembler compares in memory, while gcc
 * reads an atomic load into a register first. */
static char *lacks(const AnnotProbe *probe, const char *index)
{
    return g_strdup_printf(probe->has_lines ? LACKS_LINE("%s") : "!" ANNOT_LOAD("%s"), index);
}

/* Returns the C expression that sets the unit's slot of that index; to be freed. When gcc chooses what to inline, it
 * counts an atomic store as a call with three arguments and a line of assembler as one instruction: with atomic stores,
 * large programs execute up to 40% more calls. */
static char *set_slot(const AnnotProbe *probe, const char *index)
{
    g_autofree char *store =
        probe->has_lines ? g_strdup_printf(STORE_LINE("%s"), index) : g_strdup_printf(STORE("%s"), index);
    if (!probe->looks)
        return g_steal_pointer(&store);
    g_autofree char *lacking = lacks(probe, index);
    return g_strdup_printf("(%s?%s:(void)0)", lacking, store);
}

char *annot_probe_lacks(const AnnotProbe *probe, guint32 slot)
{
    g_autofree char *index = g_strdup_printf("%u", slot);
    return lacks(probe, index);
}

char *annot_probe_store(const AnnotProbe *probe, guint32 slot)
{
    g_autofree char *index = g_strdup_printf("%u", probe->first_slot + slot);
    return set_slot(probe, index);
}

gboolean annot_probe_is_known(const AnnotProbe *probe, guint32 slot)
{
    return probe->copied && probe->copied->known[slot];
}

gboolean annot_probe_is_idle(const AnnotProbe *probe, guint32 at, guint32 first, guint32 n)
{
    if (!probe->copied)
        return FALSE;
    const AnnotExtent *extent = &probe->copied->stmt->at;
    if (at < extent->begin || at >= extent->end)
        return TRUE;
    for (guint32 i = 0; i < n; i++)
        if (!annot_probe_is_known(probe, first + i))
            return FALSE;
    return n > 0;
}

char *annot_probe_store_way(const AnnotProbe *probe, guint32 slot, guint temporary)
{
    g_autofree char *index = g_strdup_printf("%u+hlcov_w%u", probe->first_slot + slot, temporary);
    return set_slot(probe, index);
}

/* The text goes in front of the statement's attributes, for nothing may come between the two. */
void annot_probe_before(const AnnotProbe *probe, const AnnotStmt *stmt, const char *text)
{
    while (stmt->attributed)
        stmt = stmt->attributed;
    AnnotExtent at = {annot_text_before_pragma(probe->text, stmt->at.begin), stmt->at.end};
    if (stmt->sub)
        annot_edits_wrap(probe->edits, at, g_strdup_printf("{%s;", text), g_strdup("}"));
    else
        annot_edits_wrap(probe->edits, at, g_strdup_printf("%s;", text), NULL);
}
