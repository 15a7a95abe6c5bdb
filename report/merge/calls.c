/* Names what was called through pointers; see calls.h. */
#include "report/merge/calls.h"

#include <string.h>

#include "htol/base/sorted.h"

static const char UNKNOWN[] = "an unknown function";

typedef struct {
    HtolArena *arena;
    ReportImages *images;
} Namer;

/* Names -------------------------------------------------------------------------------------------------- */

/* What the text of a call says that it may call. */
typedef struct {
    const HtolRowCallee *callees;
    guint32 count;
} Expected;

static gboolean is_expected(const char *name, gconstpointer data)
{
    const Expected *expected = data;
    for (guint32 i = 0; i < expected->count; i++)
        if (strcmp(name, expected->callees[i].name) == 0)
            return TRUE;
    return FALSE;
}

static Expected expected_of(const HtolFunction *function, const HtolRowCall *row)
{
    return (Expected){function->callees + row->first_callee, row->callees};
}

static const char *name_of(Namer *namer, const HtolTuple *tuple, const Expected *expected)
{
    HtolValue value;
    if (!htol_tuple_value(tuple, 0, &value))
        return NULL;
    const ReportImage *image = report_images_find(namer->images, htol_value_process(value));
    if (!image || !image->symbols)
        return NULL;
    const char *name = report_symbols_find(image->symbols, value.u, is_expected, expected);
    return name ? htol_arena_strndup(namer->arena, name, strlen(name))
                : htol_arena_printf(namer->arena, "%s+0x%" G_GINT64_MODIFIER "x", image->name, value.u);
}

static void name_call(Namer *namer, HtolRecorded *recorded, const HtolRowCall *row, const char **names)
{
    Expected expected = expected_of(recorded->function, row);
    guint end = htol_recorded_first(recorded, row->source);
    for (guint i = htol_recorded_first(recorded, row->source - 1); i < end; i++) {
        names[i] = name_of(namer, &recorded->tuples[i], &expected);
        recorded->unnamed |= expected.count > 0 && !(names[i] && is_expected(names[i], &expected));
    }
}

static void name_function(Namer *namer, HtolRecorded *recorded)
{
    const HtolFunction *function = recorded->function;
    if (recorded->n_tuples == 0 || function->n_calls == 0)
        return;
    const char **names = htol_arena_new0(namer->arena, const char *, recorded->n_tuples);
    for (guint32 i = 0; i < function->n_calls; i++)
        if (function->calls[i].source > 0)
            name_call(namer, recorded, &function->calls[i], names);
    recorded->callees = names;
}

void report_calls_name(HtolArena *arena, ReportImages *images, const ReportSource *source)
{
    Namer namer = {arena, images};
    for (guint k = 0; k < source->n_functions; k++)
        name_function(&namer, &source->functions[k]->recorded);
}

/* Facts -------------------------------------------------------------------------------------------------- */

static gboolean is_new(const GArray *seen, const char *name)
{
    for (guint i = 0; i < seen->len; i++)
        if (strcmp(g_array_index(seen, ReportSeen, i).callee, name) == 0)
            return FALSE;
    return TRUE;
}

static void add_seen(const HtolRecorded *recorded, const HtolRowCall *row, GArray *seen)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    Expected expected = expected_of(recorded->function, row);
    guint end = htol_recorded_first(recorded, row->source);
    for (guint i = htol_recorded_first(recorded, row->source - 1); i < end; i++)
        g_ptr_array_add(names, (gpointer)(recorded->callees[i] ? recorded->callees[i] : UNKNOWN));
    g_ptr_array_sort(names, htol_compare_texts);
    for (guint i = 0; i < names->len; i++) {
        ReportSeen one = {row, names->pdata[i]};
        if (!is_expected(one.callee, &expected) && is_new(seen, one.callee))
            g_array_append_val(seen, one);
    }
}

ReportSeen *report_calls_seen(HtolArena *arena, const HtolRecorded *recorded, guint *count)
{
    g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(ReportSeen));
    for (guint32 i = 0; recorded->callees && i < recorded->function->n_calls; i++)
        if (recorded->function->calls[i].source > 0)
            add_seen(recorded, &recorded->function->calls[i], seen);
    *count = seen->len;
    return htol_arena_memdup(arena, seen->data, seen->len * sizeof(ReportSeen));
}
