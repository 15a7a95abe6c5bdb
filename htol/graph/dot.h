/* Prints the control-flow graphs of a table as Graphviz draws them. */
#ifndef HTOL_DOT_H
#define HTOL_DOT_H

#include "htol/files/table.h"

/* Appends a digraph for each function of the table whose graph it has, in the language DOT. A node has its number, as
 * in paths of HTOL, and its line; one that is no block, as the rest of an expression behind ?:, is dashed. */
void htol_dot_print(const HtolTable *table, GString *out);

#endif
