/* Checks and unites the tuples of a unit; see tuples.h. Reading them is htol's. */
#include "report/inputs/tuples.h"

#include "htol/base/layout.h"

/* What a source's tuples look like. */
typedef struct {
    guint32 source; /* of the unit */
    guint32 n_values;
    gboolean vectors;
} Shape;

struct ReportTuples {
    HtolArena *arena;
    GArray *shapes;    /* Shape, by source */
    GHashTable *known; /* HtolTuple */
};

/* Shapes ------------------------------------------------------------------------------------------------- */

/* `source`: of a row, counted from 1; 0: none. */
static void add_shape(GArray *shapes, const HtolFunction *function, guint32 source, Shape shape)
{
    if (source == 0)
        return;
    shape.source = function->first_source + source - 1;
    g_array_append_val(shapes, shape);
}

static void add_shapes(GArray *shapes, const HtolFunction *function)
{
    for (guint32 i = 0; i < function->n_decisions; i++) {
        const HtolRowDecision *row = &function->decisions[i];
        guint32 n_values = (row->conditions + HTOL_VECTOR_CONDITIONS - 1) / HTOL_VECTOR_CONDITIONS;
        add_shape(shapes, function, row->source, (Shape){.n_values = n_values, .vectors = TRUE});
    }
    for (guint32 i = 0; i < function->n_labels; i++)
        add_shape(shapes, function, function->labels[i].source, (Shape){.n_values = function->labels[i].values});
    for (guint32 i = 0; i < function->n_sequences; i++)
        add_shape(shapes, function, function->sequences[i].source, (Shape){.n_values = function->sequences[i].values});
    for (guint32 i = 0; i < function->n_calls; i++)
        add_shape(shapes, function, function->calls[i].source, (Shape){.n_values = 1});
}

static gint compare_shapes(gconstpointer left, gconstpointer right)
{
    guint32 one = ((const Shape *)left)->source, other = ((const Shape *)right)->source;
    return (one > other) - (one < other);
}

ReportTuples *report_tuples_new(HtolArena *arena, const HtolTable *table)
{
    ReportTuples *tuples = g_new0(ReportTuples, 1);
    tuples->arena = arena;
    tuples->shapes = g_array_new(FALSE, FALSE, sizeof(Shape));
    tuples->known = g_hash_table_new(htol_tuple_hash, htol_tuple_equal);
    for (guint32 i = 0; i < table->n_functions; i++)
        add_shapes(tuples->shapes, &table->functions[i]);
    g_array_sort(tuples->shapes, compare_shapes);
    return tuples;
}

void report_tuples_free(ReportTuples *tuples)
{
    g_array_unref(tuples->shapes);
    g_hash_table_unref(tuples->known);
    g_free(tuples);
}

/* Checks ------------------------------------------------------------------------------------------------- */

static gboolean fits(const HtolTuple *tuple, const Shape *shape)
{
    gboolean good = tuple->source == shape->source && tuple->n_values == shape->n_values;
    for (guint32 i = 0; good && i < tuple->n_values; i++) {
        HtolValue value;
        good = htol_tuple_value(tuple, i, &value) != shape->vectors;
    }
    return good;
}

/* Both are in the order of sources. */
gboolean report_tuples_fit(const ReportTuples *tuples, const HtolDataUnit *data)
{
    const Shape *shape = (const Shape *)(const void *)tuples->shapes->data, *end = shape + tuples->shapes->len;
    for (guint32 i = 0; i < data->n_tuples; i++) {
        while (shape < end && shape->source < data->tuples[i].source)
            shape++;
        if (shape == end || !fits(&data->tuples[i], shape))
            return FALSE;
    }
    return TRUE;
}

/* Union -------------------------------------------------------------------------------------------------- */

static HtolTuple *copy_of(HtolArena *arena, const HtolTuple *tuple)
{
    HtolTuple *copy = htol_arena_memdup(arena, tuple, sizeof *tuple);
    copy->words = htol_arena_memdup(arena, tuple->words, 2 * (gsize)tuple->n_values * sizeof *tuple->words);
    return copy;
}

void report_tuples_add(ReportTuples *tuples, const HtolDataUnit *data)
{
    for (guint32 i = 0; i < data->n_tuples; i++)
        if (!g_hash_table_contains(tuples->known, &data->tuples[i]))
            g_hash_table_add(tuples->known, copy_of(tuples->arena, &data->tuples[i]));
}

const HtolTuple *report_tuples_sorted(const ReportTuples *tuples, guint32 *count)
{
    g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(HtolTuple));
    GHashTableIter iter;
    gpointer tuple;
    g_hash_table_iter_init(&iter, tuples->known);
    while (g_hash_table_iter_next(&iter, &tuple, NULL))
        g_array_append_vals(sorted, tuple, 1);
    g_array_sort(sorted, htol_tuple_compare);
    *count = sorted->len;
    return htol_arena_memdup(tuples->arena, sorted->data, sorted->len * sizeof(HtolTuple));
}
