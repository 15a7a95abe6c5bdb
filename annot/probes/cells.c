/* Writes what keeps track of the elements of arrays; see cells.h.
 *
 * `a[i][j]` as a use becomes
 *
 *     (__extension__({long hlcov_i0,hlcov_i1;__auto_type hlcov_e=(a[(hlcov_i0=(i))][(hlcov_i1=(j))]);USE
 * hlcov_e;}))
 *
 * so its indices are evaluated once, in the same place and type; before we use one as an index, it is checked.
 * The names stand in a block of their own, for an index may hold such names too. */
#include "annot/probes/cells.h"

#include "annot/probes/probe.h"

/* ---- what is kept ---- */

static gboolean has_table(const AnnotCells *cells)
{
    return annot_cells_have_table(cells->elements);
}

/* Declares hlcov_c, the number of the definition of each element or entry. Of a table also: hlcov_k, 1 + the index of
 * each entry's element; hlcov_o, the number for elements without an entry; hlcov_x, whether an element has lost its
 * entry. */
void annot_cells_declare(const AnnotCells *cells, guint32 definition, GString *out)
{
    const char *qualifier = cells->is_volatile ? "volatile " : "";
    guint n = cells->number;
    if (!has_table(cells)) {
        g_string_append_printf(out, ANNOT_EXTENSION " %sunsigned char hlcov_c%u[]={[0 ... %u]=%u};", qualifier, n,
                               (guint)cells->elements - 1, definition);
        return;
    }
    g_string_append_printf(out, "%sunsigned char hlcov_c%u[%u];", qualifier, n, ANNOT_CELLS_TABLE);
    g_string_append_printf(out, "%sunsigned hlcov_k%u[%u]={0};", qualifier, n, ANNOT_CELLS_TABLE);
    g_string_append_printf(out, "%sunsigned char hlcov_o%u=%u,hlcov_x%u=0;", qualifier, n, definition, n);
}

/* Appends what sets all of an array of ours to `value`: memset, but for a volatile one a loop. */
static void append_fill(const AnnotCells *cells, const char *name, guint32 value, GString *out)
{
    g_autofree char *all = g_strdup_printf("%s%u", name, cells->number);
    if (cells->is_volatile)
        g_string_append_printf(out,
                               ANNOT_EXTENSION "({unsigned hlcov_n;for(hlcov_n=0;hlcov_n<sizeof %s/sizeof*%s;hlcov_n++)"
                                               "%s[hlcov_n]=%u;}),",
                               all, all, all, value);
    else
        g_string_append_printf(out, "__builtin_memset(%s,%u,sizeof %s),", all, value, all);
}

void annot_cells_append_all(const AnnotCells *cells, guint32 definition, GString *out)
{
    append_fill(cells, has_table(cells) ? "hlcov_k" : "hlcov_c", has_table(cells) ? 0 : definition, out);
    if (has_table(cells))
        g_string_append_printf(out, "hlcov_o%u=%u,hlcov_x%u=0,", cells->number, definition, cells->number);
}

/* Appends `if(the indices are within the array){unsigned hlcov_j=the element's index;`. */
static void append_element(const AnnotCell *cell, GString *out)
{
    for (guint i = 0; i < cell->n; i++)
        g_string_append_printf(out, "%s(unsigned long)hlcov_i%u<%" G_GUINT64_FORMAT "ul", i == 0 ? "if(" : "&&", i,
                               cell->lengths[i]);
    g_string_append(out, "){unsigned hlcov_j=(unsigned)hlcov_i0;");
    for (guint i = 1; i < cell->n; i++)
        g_string_append_printf(out, "hlcov_j=hlcov_j*%" G_GUINT64_FORMAT "u+(unsigned)hlcov_i%u;", cell->lengths[i], i);
}

void annot_cells_append_definition(const AnnotCells *cells, const AnnotCell *cell, guint32 definition, GString *out)
{
    guint n = cells->number;
    append_element(cell, out);
    if (has_table(cells))
        /* clang-format off */
        g_string_append_printf(out,
                               "unsigned hlcov_m=hlcov_j%%%u;"
                               "if(hlcov_k%u[hlcov_m]!=hlcov_j+1&&hlcov_k%u[hlcov_m])"
                               "{hlcov_x%u=1;" ANNOT_STORE("%u") ";}"
                               "hlcov_k%u[hlcov_m]=hlcov_j+1;hlcov_c%u[hlcov_m]=%u;}",
                               ANNOT_CELLS_TABLE, n, n, n, cells->lost, n, n, definition);
    /* clang-format on */
    else
        g_string_append_printf(out, "hlcov_c%u[hlcov_j]=%u;}", n, definition);
}

void annot_cells_append_use(const AnnotCells *cells, const AnnotCell *cell, guint32 slot, GString *out)
{
    guint n = cells->number;
    append_element(cell, out);
    if (has_table(cells))
        /* clang-format off */
        g_string_append_printf(out,
                               "unsigned hlcov_m=hlcov_j%%%u;if(hlcov_k%u[hlcov_m]==hlcov_j+1)"
                               ANNOT_STORE("%u+hlcov_c%u[hlcov_m]") ";"
                               "else if(!hlcov_x%u)" ANNOT_STORE("%u+hlcov_o%u") ";}",
                               ANNOT_CELLS_TABLE, n, slot, n, n, slot, n);
    /* clang-format on */
    else
        g_string_append_printf(out, ANNOT_STORE("%u+hlcov_c%u[hlcov_j]") ";}", slot, n);
}

/* ---- the program's text ---- */

void annot_cells_wrap(AnnotEdits *edits, const AnnotCell *cell, AnnotExtent around, gboolean valued, char *behind)
{
    g_autofree char *owned = behind;
    GString *open = g_string_new("(" ANNOT_EXTENSION "({long ");
    for (guint i = 0; i < cell->n; i++) {
        g_string_append_printf(open, "%shlcov_i%u", i == 0 ? "" : ",", i);
        annot_edits_wrap(edits, cell->indices[i]->at, g_strdup_printf("(hlcov_i%u=(", i), g_strdup("))"));
    }
    g_string_append(open, valued ? ";" ANNOT_AUTO " hlcov_e=(" : ";(");
    annot_edits_wrap(edits, around, g_string_free(open, FALSE),
                     g_strdup_printf(");%s%s}))", owned, valued ? "hlcov_e;" : ""));
}
