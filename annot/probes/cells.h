/* The C that keeps, for each live element of an array, the number of the definition that wrote it last. It knows
 * neither definitions nor uses.
 *
 * An array of up to ANNOT_CELLS_EACH elements has a number for each of them; a larger one has a table of
 * ANNOT_CELLS_TABLE entries, whose place is the element's index modulo that: an element that takes the entry
 * of another one sets the slot `lost`, and from then on, in this activation, elements without an entry say
 * nothing. */
#ifndef ANNOT_CELLS_H
#define ANNOT_CELLS_H

#include "annot/facts/element.h"
#include "annot/text/edit.h"

/* What is kept for an array of the function. */
typedef struct {
    guint number;         /* part of the names of its variables in the program */
    guint64 elements;     /* in all dimensions */
    gboolean is_volatile; /* the function returns twice */
    guint32 lost;         /* slot of the unit; of no meaning if there is no table */
} AnnotCells;

/* Appends declarations, for the beginning of the function, after which all elements count as written by `definition`
 * (0: by none). */
void annot_cells_declare(const AnnotCells *cells, guint32 definition, GString *out);

/* Appends expressions, each with its comma, that note that `definition` wrote all elements. */
void annot_cells_append_all(const AnnotCells *cells, guint32 definition, GString *out);

/* Append statements, each with its semicolon, about the element that annot_cells_wrap found: note that `definition`
 * wrote it; set the unit's slot `slot` plus the number of the definition that wrote it. An index outside of the array
 * does nothing. */
void annot_cells_append_definition(const AnnotCells *cells, const AnnotCell *cell, guint32 definition, GString *out);
void annot_cells_append_use(const AnnotCells *cells, const AnnotCell *cell, guint32 slot, GString *out);

/* Wraps the expression at `around`, which must evaluate the element once, so that the indices are kept and then the
 * statements `behind`, made by the functions above, are run. If `valued`, its value and type stay, but it is no lvalue
 * any more. Takes `behind`. */
void annot_cells_wrap(AnnotEdits *edits, const AnnotCell *cell, AnnotExtent around, gboolean valued, char *behind);

#endif
