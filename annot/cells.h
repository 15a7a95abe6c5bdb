/* Elements of arrays as variables of their own: which element an expression names, and the C that keeps, for
 * each live element, the number of the definition that wrote it last. It knows neither definitions nor uses.
 *
 * An array of up to ANNOT_CELLS_EACH elements has a number for each of them; a larger one has a table of
 * ANNOT_CELLS_TABLE entries, whose place is the element's index modulo that: an element that takes the entry
 * of another one sets the slot `lost`, and from then on, in this activation, elements without an entry say
 * nothing. */
#ifndef ANNOT_CELLS_H
#define ANNOT_CELLS_H

#include "annot/edit.h"
#include "annot/tree.h"

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

/* What is kept for an array of the function. */
typedef struct {
    guint number;         /* part of the names that it has in the program */
    guint64 elements;     /* in all dimensions */
    gboolean is_volatile; /* the function returns twice */
    guint32 lost;         /* slot of the unit; of no meaning if there is no table */
} AnnotCells;

/* The elements of such an array, in all dimensions; 0 if that is not known, or too many. */
guint64 annot_cells_count(const AnnotType *array);
gboolean annot_cells_have_table(guint64 elements);

/* Appends declarations, for the beginning of the function: all elements were written by that definition (0:
 * by none). */
void annot_cells_declare(const AnnotCells *cells, guint32 definition, GString *out);

/* Appends expressions, each with its comma: all elements were written by that definition. */
void annot_cells_append_all(const AnnotCells *cells, guint32 definition, GString *out);

/* Append statements, each with its semicolon: the element that annot_cells_wrap found was written by that
 * definition; the slot, `slot` of the unit plus the number of the definition that wrote that element, is set.
 * An index outside of the array does nothing. */
void annot_cells_append_definition(const AnnotCells *cells, const AnnotCell *cell, guint32 definition,
                                   GString *out);
void annot_cells_append_use(const AnnotCells *cells, const AnnotCell *cell, guint32 slot, GString *out);

/* Wraps the expression at `around`, in which the element is evaluated once, so that its indices are kept,
 * then that statements behind it are run: both such as above. Its value and type stay, if `valued` says that
 * somebody uses them; it is no lvalue then. Takes `behind`. */
void annot_cells_wrap(AnnotEdits *edits, const AnnotCell *cell, AnnotExtent around, gboolean valued,
                      char *behind);

#endif
