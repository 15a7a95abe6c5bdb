/* Elements of arrays as variables of their own: which element an expression names, and which arrays have few enough. It
 * records nothing. */
#ifndef ANNOT_ELEMENT_H
#define ANNOT_ELEMENT_H

#include "annot/tree/tree.h"

enum {
    ANNOT_CELLS_DIMENSIONS = 4,
    ANNOT_CELLS_EACH = 256,
    ANNOT_CELLS_TABLE = 64,
    ANNOT_CELLS_NUMBERS = 256 /* numbers are below that: they are bytes */
};

/* An element: how it is found in its array, from the outermost dimension on. */
typedef struct {
    const AnnotExpr *array;
    guint n; /* dimensions */
    const AnnotExpr *indices[ANNOT_CELLS_DIMENSIONS];
    guint64 lengths[ANNOT_CELLS_DIMENSIONS];
} AnnotCell;

/* Whether the expression, a conversion of it included, names one element of an array that is no pointer, by
 * indices into all its dimensions that can be kept in a `long`; then what they are. */
gboolean annot_cell_of(const AnnotExpr *expr, AnnotCell *cell);

/* Whether the two, of one array, are different elements whatever happens: types and constants say so. */
gboolean annot_cells_differ(const AnnotCell *one, const AnnotCell *other);

/* Whether the elements of an array of this type are told apart: fixed lengths, not too many dimensions, and
 * elements that are numbers or pointers. */
gboolean annot_cells_fit(const AnnotType *array);

/* The elements of such an array, in all dimensions; 0 if that is not known, or too many. */
guint64 annot_cells_count(const AnnotType *array);
gboolean annot_cells_have_table(guint64 elements);

#endif
