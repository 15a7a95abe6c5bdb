/* Finds elements of arrays; see element.h. */
#include "annot/facts/element.h"

#include "annot/facts/object.h"
#include "annot/facts/range.h"

#define MOST_ELEMENTS ((guint64)G_MAXINT32)

/* Returns the array that becomes a pointer in `operand`; NULL: `operand` is no such conversion. */
static const AnnotExpr *array_of(const AnnotExpr *operand)
{
    return annot_is_decay(operand) ? annot_object_bare(annot_object_bare(operand)->operands[0]) : NULL;
}

static gboolean is_index(const AnnotExpr *expr)
{
    const AnnotType *type = expr->type;
    gboolean integer =
        type && (type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM || type->kind == ANNOT_TYPE_BOOL);
    return integer && type->size <= sizeof(long) && expr->placed && !expr->sealed && !expr->asks_constant;
}

static guint64 length_of(const AnnotType *array)
{
    gboolean known = !array->is_vla && array->target && array->target->size > 0;
    return known ? array->size / array->target->size : 0;
}

/* Adds the indices of a[i][j] to the cell, the last one first, and returns a; NULL if it is no array, or an index is
 * not fit. */
static const AnnotExpr *collect_indices(const AnnotExpr *expr, AnnotCell *cell)
{
    while (expr->kind == ANNOT_EXPR_INDEX && expr->n_operands == 2) {
        const AnnotExpr *array = array_of(expr->operands[0]);
        const AnnotExpr *index = expr->operands[array ? 1 : 0];
        array = array ? array : array_of(expr->operands[1]);
        if (!array || !is_index(index) || cell->n == ANNOT_CELLS_DIMENSIONS)
            return NULL;
        cell->indices[cell->n] = index;
        cell->lengths[cell->n++] = length_of(array->type);
        expr = array;
    }
    return expr;
}

static void reverse_indices(AnnotCell *cell)
{
    AnnotCell old = *cell;
    for (guint i = 0; i < cell->n; i++) {
        cell->indices[i] = old.indices[old.n - 1 - i];
        cell->lengths[i] = old.lengths[old.n - 1 - i];
    }
}

gboolean annot_cell_of(const AnnotExpr *any, AnnotCell *cell)
{
    const AnnotExpr *expr = annot_object_bare(any);
    *cell = (AnnotCell){0};
    if (expr->kind == ANNOT_EXPR_IMPLICIT)
        expr = annot_object_bare(expr->operands[0]);
    const AnnotExpr *array = collect_indices(expr, cell);
    if (!array || cell->n == 0 || !array->type || !annot_cells_fit(array->type))
        return FALSE;
    reverse_indices(cell);
    cell->array = array;
    return expr->type && expr->type->kind != ANNOT_TYPE_ARRAY;
}

gboolean annot_cells_differ(const AnnotCell *one, const AnnotCell *other)
{
    for (guint i = 0; i < MIN(one->n, other->n); i++) {
        AnnotRange left = annot_range(one->indices[i]), right = annot_range(other->indices[i]);
        if (left.known && right.known && (left.high < right.low || right.high < left.low))
            return TRUE;
    }
    return FALSE;
}

guint64 annot_cells_count(const AnnotType *array)
{
    guint64 count = 1;
    for (; array->kind == ANNOT_TYPE_ARRAY; array = array->target) {
        guint64 length = length_of(array);
        if (length == 0 || length > MOST_ELEMENTS / count)
            return 0;
        count *= length;
    }
    return count;
}

gboolean annot_cells_fit(const AnnotType *array)
{
    const AnnotType *element = array;
    guint dimensions = 0;
    gboolean fixed = FALSE;
    for (; element && element->kind == ANNOT_TYPE_ARRAY; element = element->target) {
        dimensions++;
        fixed |= element->is_volatile || element->is_atomic;
    }
    return dimensions > 0 && dimensions <= ANNOT_CELLS_DIMENSIONS && element && annot_kind_is_scalar(element->kind) &&
           !fixed && !element->is_volatile && !element->is_atomic && annot_cells_count(array) > 0;
}

gboolean annot_cells_have_table(guint64 elements)
{
    return elements > ANNOT_CELLS_EACH;
}
