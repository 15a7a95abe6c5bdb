/* Elements of arrays as variables of their own: which element an expression names, and which arrays have few enough. It
 * records nothing. */
#ifndef ANNOT_ELEMENT_H
#define ANNOT_ELEMENT_H

#include "annot/tree/tree.h"

/* Limits on the arrays whose elements are told apart. */
enum {
    ANNOT_CELLS_DIMENSIONS = 4, /* of an array, at most */
    ANNOT_CELLS_EACH = 256,     /* elements of an array in which each has a number, at most */
    ANNOT_CELLS_TABLE = 64,     /* entries of the table that a larger array has: see annot/probes/cells.h */
    ANNOT_CELLS_NUMBERS = 256   /* numbers are below that: they are bytes */
};

/* An element: how it is found in its array, from the outermost dimension on. */
typedef struct {
    const AnnotExpr *array;
    guint n; /* dimensions */
    const AnnotExpr *indices[ANNOT_CELLS_DIMENSIONS];
    guint64 lengths[ANNOT_CELLS_DIMENSIONS];
} AnnotCell;

/* Whether `expr`, conversions apart, names one element of an array that is no pointer, by indices into all dimensions,
 * each of a type that a `long` can hold. If so, sets *cell to it. */
gboolean annot_cell_of(const AnnotExpr *expr, AnnotCell *cell);

/* Whether two cells of one array are always different elements, as types and constants tell. */
gboolean annot_cells_differ(const AnnotCell *one, const AnnotCell *other);

/* Whether the elements of an array of this type are told apart: fixed lengths, not too many dimensions, and
 * elements that are numbers or pointers. */
gboolean annot_cells_fit(const AnnotType *array);

/* Returns the number of elements of such an array, in all dimensions; 0 if it is unknown or too large. */
guint64 annot_cells_count(const AnnotType *array);

/* Whether an array of so many elements has a table rather than a number for each. */
gboolean annot_cells_have_table(guint64 elements);

#endif
